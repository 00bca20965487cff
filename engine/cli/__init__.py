"""The engine's command line. Parts are imported when they are asked for."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import TextIO

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


def say_in_utf8(*streams: TextIO | None, windows: bool = os.name == "nt") -> None:
    """Let streams that lead into files and other programs carry any text: on Windows they have a code page, and what a
    model writes ends the program where that has no character for it. A console takes everything.
    """
    for stream in streams:
        if windows and isinstance(stream, io.TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8", errors="replace")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status. ``argv`` without the program's name (None: the process's own)."""
    say_in_utf8(sys.stdout, sys.stderr)
    arguments = list(sys.argv[1:] if argv is None else argv)
    command = arguments.pop(0) if arguments else "--help"
    if command == "worker":
        from engine.process import worker
        from engine.server.control import serving

        return worker.main(serving)
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
    if command == "try-backend":
        from engine.model import trial

        return trial.main(arguments)
    if command == "rpc-worker":
        from engine.cli import rpc_worker

        return rpc_worker.main(arguments)
    if command == "diagnostics":
        from engine.cli import diagnostics

        return diagnostics.main(arguments)
    asked = command in ("-h", "--help", "help")
    print(USAGE, file=sys.stdout if asked else sys.stderr)
    return 0 if asked else 2
