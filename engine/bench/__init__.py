"""Measurements of what compaction keeps, costs and saves: ``python -m engine bench quality|recall|...``."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run a benchmark; returns the exit status. ``argv`` without the program's name (None: the process's own)."""
    from engine.bench.cli import main as run

    return run(argv)
