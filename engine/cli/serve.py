"""``serve MODEL``: other programs use a model over HTTP, through the OpenAI and Anthropic APIs."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from engine import protocol as p
from engine.cli.arguments import make_folder, number, port, threads, whole
from engine.cli.estimate import add_size, add_workers, disk_size
from engine.cli.interrupts import INTERRUPTED, interrupts
from engine.errors import BadModelFile, CannotEmbed, EngineError
from engine.files import data_folder
from engine.gguf.header import read_facts
from engine.logs import catch_uncaught, level_wanted, start_logging
from engine.private import keep_private
from engine.server.local import CannotServe, LocalServer
from engine.server.loop import Loop
from engine.server.options import ServerOptions, is_loopback
from engine.texts import english, why

KEY_ENV = "LONGTHREAD_SERVER_KEY"
CHATS, MOST_CHATS = 8, 256  # that a model's memory may hold at a time, and that the library can number


def main(argv: Sequence[str]) -> int:
    """Serve until the process is told to end; 1 when that cannot be."""
    options = _parser().parse_args(argv)
    keep_private()
    catch_uncaught()
    start_logging(None, "server", level_wanted())
    loop = Loop()
    load = p.Load(
        id=1, path=options.model, n_ctx=options.context, kv_budget=options.memory, n_threads=options.threads,
        chats=options.chats, workers=tuple(options.worker),
    )  # fmt: skip
    try:
        embeds = bool(read_facts(options.model).pooling)
    except BadModelFile as error:
        print(english.whole(error.text), file=sys.stderr)
        return 1
    if problem := _problem(options):
        print(problem, file=sys.stderr)
        return 1
    if embeds:
        options.embeddings = options.embeddings or options.model
    else:
        with interrupts(loop.host.cancel) as pressed:
            loaded = loop.ask(load)
        if pressed.came:
            loop.host.unload()
            return INTERRUPTED
        if not isinstance(loaded, p.Loaded):
            print(english.whole(loaded.text) if isinstance(loaded, p.Error) else "", file=sys.stderr)
            return 1
        if loaded.note:
            print(english.sentence(loaded.note), file=sys.stderr)
    try:
        server = LocalServer(loop.host, loop.wake, _options(options, load))
        server.start()
    except CannotServe as error:
        print(english.whole(error.text), file=sys.stderr)
        loop.host.unload()
        return 1
    previous = {number: signal.signal(number, loop.end_by_signal) for number in (signal.SIGINT, signal.SIGTERM)}
    print(f"ready {server.url}", file=sys.stderr, flush=True)
    try:
        loop.run()
    finally:
        server.stop()
        loop.host.unload()
        for number, handler in previous.items():
            signal.signal(number, handler)
    return 0


def _problem(options: argparse.Namespace) -> str:
    """What of the address, files and folders can't work, "" if nothing; told before the model is loaded, which takes a
    while.
    """
    if not is_loopback(options.host) and not os.environ.get(KEY_ENV):
        return f"Other devices could reach this server, and it has no key. Set one in {KEY_ENV}, or leave out --host."
    host = options.host.strip("[]")
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.bind((host, 0))
    except OSError as error:
        return f"Can't listen at {options.host}: {why(error)}. Give --host an address of this computer."
    if options.models and not os.path.isdir(options.models):  # pathlib raises where it may not look
        return f"There is no folder {options.models}. Name the folder of your models with --models."
    try:
        if options.embeddings and not (facts := read_facts(options.embeddings)).pooling:
            raise CannotEmbed("embed.no_embedder", name=facts.name)
    except EngineError as error:
        return english.whole(error.text)
    return make_folder(_folder(options))


def _folder(options: argparse.Namespace) -> Path:
    return Path(options.folder) if options.folder else data_folder() / "server"


def _options(options: argparse.Namespace, load: p.Load) -> ServerOptions:
    return ServerOptions(
        folder=_folder(options),
        host=options.host, port=options.port, key=os.environ.get(KEY_ENV, ""), origins=tuple(options.allow_origin),
        names=tuple(options.allow_host), quota=options.quota,
        models=Path(options.models) if options.models else None, load=load,
        embeddings=Path(options.embeddings) if options.embeddings else None,
        policy=p.CompactionPolicy(least_same=p.LEAST_SAME),
        unload_seconds=60.0 * options.unload_after,
    )  # fmt: skip


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine serve",
        description="Let other programs use a model over HTTP, through the OpenAI and Anthropic APIs.",
    )
    parser.add_argument("model", help="a .gguf file")
    parser.add_argument("--port", type=port, default=8080, help="0: any that is free (default %(default)s)")
    parser.add_argument("--host", default="127.0.0.1", help=f"other than this computer: needs a key in {KEY_ENV}")
    add_size(parser, told="tokens of context, shared; 0: as many as suit the machine")
    add_workers(parser)
    parser.add_argument("--folder", help="where sessions are saved (default: server in the data folder)")
    parser.add_argument("--models", help="a folder of models that clients may ask for by name")
    parser.add_argument("--embeddings", metavar="FILE", help="an embedding model, for /v1/embeddings")
    parser.add_argument(
        "--chats", type=whole(1, MOST_CHATS), default=CHATS, help="conversations held at a time (default %(default)s)"
    )
    parser.add_argument("--threads", type=threads, default=0, help="0: as many as suit the machine")
    parser.add_argument(
        "--quota",
        type=disk_size,
        default=0,
        metavar="SIZE",
        help="for saved sessions, as 500MB or 20GB (powers of 1000)",
    )
    parser.add_argument("--unload-after", type=number(0), default=0.0, metavar="MINUTES", help="idle; 0: never")
    parser.add_argument("--allow-origin", action="append", default=[], help="of a web page that may use the server")
    parser.add_argument("--allow-host", action="append", default=[], help="another name that the server is called by")
    return parser
