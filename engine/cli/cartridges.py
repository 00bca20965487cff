"""``cartridges list|read|delete|keep``: documents that models have read once, for all chats to mount."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from blake3 import blake3

from engine import protocol as p
from engine.cartridges.store import CartridgeStore
from engine.cli.arguments import context_tokens, plain_text, ratio
from engine.cli.chat import same_line
from engine.cli.estimate import CONTEXT_HELP
from engine.cli.interrupts import INTERRUPTED, interrupts
from engine.errors import EngineError
from engine.files import open_file
from engine.process.documents import cartridges_folder, facts_of_stored
from engine.process.host import Host
from engine.texts import english

_LOAD, _READ = 1, 2  # numbers of requests
LEAST_DIGEST = 4  # characters: fewer are soon those of a document that nobody meant


def main(argv: Sequence[str]) -> int:
    """List, read, delete or keep them; 1 when that cannot be."""
    parser = argparse.ArgumentParser(
        prog="python -m engine cartridges", description="Documents that models have read once, for all chats to mount."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    listed = commands.add_parser("list", help="show them")
    read = commands.add_parser("read", help="have a model read a text file")
    read.add_argument("model", help="a .gguf file")
    read.add_argument("text", type=Path, help="a text file (UTF-8)")
    read.add_argument("--ratio", type=ratio, default=0.0, help="how many times smaller; 0: as the text bears")
    read.add_argument("--refine", action="store_true", help="lose less for it, in several times the time")
    read.add_argument("--context", type=context_tokens, default=0, metavar="TOKENS", help=CONTEXT_HELP)
    delete = commands.add_parser("delete", help="delete what was read of a document")
    keep = commands.add_parser("keep", help="never delete it to make room")
    for command in (delete, keep):
        command.add_argument(
            "digest", type=_beginning, help=f"the first characters of its digest (at least {LEAST_DIGEST}), as in list"
        )
    keep.add_argument("--no", action="store_true", help="do so again")
    for command in (listed, read):
        command.add_argument("--json", action="store_true", help="one JSON object on stdout")
    options = parser.parse_args(argv)
    store = CartridgeStore(cartridges_folder())
    try:
        if options.command == "list":
            _tell(store, options.json)
            return 0
        if options.command == "read":
            return _read(options)
        return _one(store, options)
    except EngineError as error:
        print(f"{error.message}\n{error.hint}".rstrip(), file=sys.stderr)
        return 1


def _beginning(text: str) -> str:
    """An argument that names a document; argparse tells what is wrong with it."""
    if len(text) < LEAST_DIGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is too short; use at least {LEAST_DIGEST} characters")
    return text


def _tell(store: CartridgeStore, as_json: bool) -> None:
    found = [facts_of_stored(stored) for stored in store.all()]
    if as_json:
        print(json.dumps({"cartridges": [msgspec.to_builtins(one) for one in found], "bytes": store.bytes()}, indent=2))
        return
    for one in found:
        used = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.used))
        kept = "  kept" if one.kept else ""
        print(f"{one.digest[:12]}  {used}  {_line(one)}{kept}")
    print(f"{len(found)} {'document' if len(found) == 1 else 'documents'}, {store.bytes() / 1e6:.1f} MB on disk")


def _line(one: p.CartridgeFacts) -> str:
    size = f"{one.bytes / 1e6:.1f} MB"
    return f"{one.name} for {one.model}: {one.tokens:,} tokens, {one.ratio:.1f}x smaller, {size}{same_line(one.same)}"


def _read(options: argparse.Namespace) -> int:
    closed: dict[int, p.AnyEvent] = {}

    def hear(event: p.AnyEvent) -> None:
        if isinstance(event, (p.Loaded, p.DocumentReady, p.Error)) and event.id:
            closed[event.id] = event
        elif isinstance(event, p.DocumentProgress) and sys.stderr.isatty():
            print(f"\r{event.step} {event.done:,} of {event.total:,} tokens  ", end="", file=sys.stderr, flush=True)

    try:
        with open_file(options.text) as file:
            digest = blake3(file.read()).hexdigest()
    except OSError as error:
        print(f"Can't read {options.text}: {error.strerror}.", file=sys.stderr)
        return 1
    host = Host(hear)
    with interrupts(host.cancel) as pressed:
        try:
            host.handle(p.Load(id=_LOAD, path=options.model, n_ctx=options.context))
            if isinstance(closed[_LOAD], p.Loaded) and not pressed.came:
                name, path = plain_text(options.text.name), str(options.text.absolute())
                read = p.ReadDocument(
                    id=_READ, digest=digest, name=name, path=path, ratio=options.ratio, refine=options.refine
                )
                host.handle(read)
        finally:
            host.unload()
    last = closed[max(closed)]
    if pressed.came and not isinstance(last, p.DocumentReady):
        return INTERRUPTED
    if isinstance(last, p.DocumentReady):
        told = json.dumps(msgspec.to_builtins(last.cartridge), indent=2) if options.json else _line(last.cartridge)
        print(told)
        return 0
    assert isinstance(last, p.Error)
    print(english.whole(last.text), file=sys.stderr)
    return 1


def _one(store: CartridgeStore, options: argparse.Namespace) -> int:
    found = {stored.cartridge.digest for stored in store.all() if stored.cartridge.digest.startswith(options.digest)}
    if len(found) != 1:
        problem = "Several documents begin so. Name more of it." if found else "There is no such document."
        print(problem, file=sys.stderr)
        return 1
    (digest,) = found
    if options.command == "delete":
        store.delete(digest)
    else:
        store.keep(digest, not options.no)
    return 0
