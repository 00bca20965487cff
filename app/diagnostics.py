"""``python -m app.diagnostics --out FILE.zip``: the diagnostics bundle, with what the engine says of itself."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from app.core.diagnostics import write_bundle
from app.core.paths import Paths

ENGINE_SECONDS = 120  # a library that hangs while it looks for devices is part of the report, too


def engine_facts(model: Path | None) -> dict[str, object]:
    """What the engine, in a process of its own, says of itself and of a model file; what fails stands in its place."""
    command = [sys.executable, "-m", "engine", "diagnostics", *(["--model", str(model)] if model else [])]
    try:
        answer = subprocess.run(command, capture_output=True, timeout=ENGINE_SECONDS, check=True)
        told: dict[str, object] = json.loads(answer.stdout)
    except (OSError, ValueError, subprocess.SubprocessError) as problem:
        return {"problem": type(problem).__name__}
    return told


def main(argv: list[str] | None = None) -> int:
    """Write the bundle; 1 when it cannot be written."""
    parser = argparse.ArgumentParser(prog="python -m app.diagnostics", description="A bundle to report a fault.")
    parser.add_argument("--out", type=Path, required=True, help="the zip file to write")
    parser.add_argument("--data", type=Path, help="folder of conversations, models and settings")
    parser.add_argument("--model", type=Path, help="a .gguf file that the fault is about")
    options = parser.parse_args(argv)
    paths = Paths(options.data) if options.data else Paths.default()
    try:
        path = write_bundle(options.out, paths, engine_facts(options.model))
    except OSError as problem:
        print(f"The diagnostics could not be written: {problem}", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
