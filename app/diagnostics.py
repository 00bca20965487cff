"""``python -m app.diagnostics --out FILE.zip``: the diagnostics bundle; what the engine says comes on stdin as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from app.core.diagnostics import write_bundle
from app.core.paths import Paths


def main(argv: list[str] | None = None) -> int:
    """Write the bundle; 1 when it cannot be written."""
    parser = argparse.ArgumentParser(prog="python -m engine diagnostics", description="A bundle to report a fault.")
    parser.add_argument("--out", type=Path, required=True, help="the zip file to write")
    parser.add_argument("--data", type=Path, help="folder of conversations, models and settings")
    options = parser.parse_args(argv)
    paths = Paths(options.data) if options.data else Paths.default()
    try:
        path = write_bundle(options.out, paths, json.load(sys.stdin))
    except OSError as problem:
        print(f"The diagnostics could not be written: {problem}", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
