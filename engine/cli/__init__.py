"""The engine's command line. Parts are imported when they are asked for."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from engine.cli.interrupts import INTERRUPTED
from engine.private import fill_gaps

USAGE = """usage: python -m engine COMMAND ...

  chat MODEL     talk to a model on the terminal
  serve MODEL    a local server: other programs use the model through the OpenAI and Anthropic APIs
  info MODEL     what a model file is, what it needs, whether its context can be compacted
  estimate MODEL what a model will take: weights, KV cache, buffers
  calibrate MODEL  find the heads that copy from far back, once per model
  snapshots ...  list, verify and prune the saved states of all chats
  cartridges ... list, read, delete and keep documents that models read once, for all chats
  bench ...      measure quality, recall, perplexity, speed, resume, switching, sharing and stalls
  diagnostics    the library, its devices and a model file as JSON, for a report
  rpc-worker     lend this computer's RAM or VRAM to another one, for models that are too large for it
  worker         the engine process: frames on stdin and stdout

COMMAND --help tells more."""
SET_UP = "Run python3 dev.py setup, then use the Python in .venv."


def take_any_text(*streams: TextIO | None, windows: bool = os.name == "nt") -> None:
    """Let streams carry whatever a model writes or a file is called: what has no place in their encoding is replaced,
    where it would end the program. On Windows those that lead into files and other programs, which have a code page,
    get UTF-8; a console takes everything.
    """
    for stream in streams:
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if windows and not stream.isatty():
            stream.reconfigure(encoding="utf-8", errors="replace")
        elif stream.errors == "strict":
            stream.reconfigure(errors="replace")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status. ``argv`` without the program's name (None: the process's own)."""
    fill_gaps()
    take_any_text(sys.stdout, sys.stderr)
    arguments = list(sys.argv[1:] if argv is None else argv)
    command = arguments.pop(0) if arguments else "--help"
    if command == "worker":
        from engine.process import worker
        from engine.server.control import serving

        return worker.main(serving)
    try:
        try:
            return _run(command, arguments)
        finally:  # here, where a reader that is gone, such as head, can still be told from a failure
            sys.stdout.flush()
    except BrokenPipeError:
        _stop_writing()
        return 1
    except OSError as error:
        from engine.files import FULL  # late: without the packages, nothing came this far

        if error.errno not in FULL or error.filename is not None:
            raise
        with contextlib.suppress(OSError):  # it may go there, too
            print(f"Can't write the output: {os.strerror(error.errno)}.", file=sys.stderr)
        _stop_writing()
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except ModuleNotFoundError as missing:
        if (missing.name or "engine").partition(".")[0] == "engine":
            raise
        print(f"The package {missing.name} isn't installed. {SET_UP}", file=sys.stderr)
        return 1


def _stop_writing() -> None:
    """Let what nobody reads any more, or has no room, go nowhere, so that the end of the process doesn't fail for it,
    too.
    """
    with open(os.devnull, "wb") as nowhere:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except OSError:
                os.dup2(nowhere.fileno(), stream.fileno())


def _run(command: str, arguments: list[str]) -> int:
    if command == "chat":
        from engine.cli import chat

        return chat.main(arguments)
    if command == "serve":
        from engine.cli import serve

        return serve.main(arguments)
    if command == "info":
        from engine.cli import info

        return info.main(arguments)
    if command == "estimate":
        from engine.cli import estimate

        return estimate.main(arguments)
    if command == "calibrate":
        from engine.cli import calibrate

        return calibrate.main(arguments)
    if command == "snapshots":
        from engine.cli import snapshots

        return snapshots.main(arguments)
    if command == "cartridges":
        from engine.cli import cartridges

        return cartridges.main(arguments)
    if command == "bench":
        from engine import bench

        return bench.main(arguments)
    if command == "try-backend" and len(arguments) == 2:  # the engine asks itself: the library's folder, a backend
        from engine.model import trial

        return trial.main(arguments)
    if command == "rpc-worker":
        from engine.cli import rpc_worker

        return rpc_worker.main(arguments)
    if command == "diagnostics":
        from engine.cli import diagnostics

        return diagnostics.main(arguments)
    if command in ("-h", "--help", "help"):
        print(USAGE)
        return 0
    print(f"There is no command {command!r}.\n\n{USAGE}", file=sys.stderr)
    return 2
