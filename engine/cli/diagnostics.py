"""``diagnostics``: the library, its devices and a model file as JSON, for a report of a fault (``app.diagnostics``)."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

import msgspec

from engine.errors import EngineError
from engine.gguf.header import read_facts
from engine.model.runtime import runtime


def main(argv: Sequence[str]) -> int:
    """Print what the engine says of itself; what fails stands in its place."""
    parser = argparse.ArgumentParser(prog="python -m engine diagnostics", description="What the engine runs on.")
    parser.add_argument("--model", help="the .gguf file that has the problem")
    options = parser.parse_args(argv)
    print(json.dumps(facts(options.model)))
    return 0


def facts(model: str | None) -> dict[str, object]:
    """What the engine says of itself and of a model file; what fails is report in its place."""
    report: dict[str, object] = {}
    try:
        library = runtime()
        report = {"version": library.version, "devices": [msgspec.to_builtins(device) for device in library.devices()]}
    except EngineError as error:
        report = {"problem": error.message}
    if model:
        try:
            report["model"] = msgspec.to_builtins(read_facts(model))
        except EngineError as error:
            report["model"] = {"problem": error.message}
    return report
