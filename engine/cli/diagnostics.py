"""``diagnostics --out FILE``: what runs here, how fast, and what was logged, in one file without a word of a chat."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

import msgspec

from engine.cli.program import run_program
from engine.errors import EngineError
from engine.gguf.header import read_facts
from engine.model.runtime import runtime


def main(argv: Sequence[str]) -> int:
    """Ask the engine, and have the program write the bundle; 1 when it cannot be written."""
    parser = argparse.ArgumentParser(prog="python -m engine diagnostics", description="A bundle to report a fault.")
    parser.add_argument("--out", required=True, help="the zip file to write")
    parser.add_argument("--data", help="folder of conversations, models and settings")
    parser.add_argument("--model", help="a .gguf file that the fault is about")
    options = parser.parse_args(argv)
    data = ["--data", options.data] if options.data else []
    return run_program("app.diagnostics", ["--out", options.out, *data], json.dumps(facts(options.model)).encode())


def facts(model: str | None) -> dict[str, object]:
    """What the engine says of itself and of a model file; what fails is told in its place."""
    told: dict[str, object] = {}
    try:
        library = runtime()
        told = {"version": library.version, "devices": [msgspec.to_builtins(device) for device in library.devices()]}
    except EngineError as error:
        told = {"problem": error.message}
    if model:
        try:
            told["model"] = msgspec.to_builtins(read_facts(model))
        except EngineError as error:
            told["model"] = {"problem": error.message}
    return told
