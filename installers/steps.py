"""What ``dev.py`` does, step by step: printed, timed, and by commands whose output is shown.

Standard library only.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_took: list[tuple[str, float]] = []  # steps and their seconds, in order


@contextmanager
def step(title: str) -> Iterator[None]:
    """Print a step and, when it is done, how long it took."""
    print(f"\n== {title}", flush=True)
    start = time.monotonic()
    try:
        yield
    finally:
        seconds = time.monotonic() - start
        _took.append((title, seconds))
        print(f"   {title}: {seconds:.1f} s", flush=True)


def say_what_took_how_long() -> None:
    """Print the time of each step so far, and of all."""
    print("\n== What took how long", flush=True)
    for title, seconds in [*_took, ("all", sum(seconds for _, seconds in _took))]:
        print(f"   {seconds:8.1f} s  {title}", flush=True)


@contextmanager
def stdout_as_stderr() -> Iterator[None]:
    """Send what this process and its children print on stdout to stderr."""
    sys.stdout.flush()
    saved = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(saved, 1)
        os.close(saved)


def call(*command: str | Path, env: dict[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a command, showing its output.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    subprocess.run([str(part) for part in command], check=True, cwd=cwd, env={**os.environ, **(env or {})})


def last_line(*command: str | Path) -> str:
    """What a Python program says last on stdout: a path may hold characters that the system's code page has not.

    Raises:
        subprocess.CalledProcessError: it failed; why is on stderr.
    """
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    said = subprocess.run(
        [str(part) for part in command], check=True, cwd=ROOT, env=env, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout
    return said.strip().splitlines()[-1]
