"""Searches for input that breaks a reader: ``python3 dev.py test --hostile``; ``python -m tests.hostile.search NAME``.

Not part of the usual run, whose tests try a few hundred examples of the same. An example may take some seconds and the
process of a target a gigabyte; anything but the reader's own error is a finding, and hypothesis shrinks it. What was
found and what took longest is kept in the cache folder, and tried first the next time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings, target
from hypothesis.database import DirectoryBasedExampleDatabase

from tests.hostile import readers, texts

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "native"))

import engine_source

SECONDS = 10  # of an example
DEAR = 0.1  # seconds from which on an example is kept and made dearer: doing so with all costs two thirds of the time
GRACE = 120  # seconds that a target's process may take beyond its time: to shrink, to end
BYTES = 1 << 30
EXAMPLES = 500  # between two looks at the clock
TARGETS: dict[str, Callable[[ExitStack], readers.Target]] = {  # what they need stays as long as the stack
    "protocol": readers.protocol,
    "gguf": readers.model_header,
    "log": readers.token_log,
    "snapshot": readers.snapshot,
    "template": texts.templates,
    "import": texts.imports,
    "markdown": texts.replies,
    "hub": texts.answers,
}


class Hung(Exception):
    """An example took longer than ``SECONDS``."""


def corpus(name: str) -> Path:
    """Where a target's examples are kept."""
    return engine_source.cache_root() / "hostile" / name


def search(name: str, seconds: float, folder: Path) -> int:
    """Try examples for ``seconds``, those in ``folder`` first; how many. The limits stay with this process.

    Raises:
        Exception: what a reader raised that is not its own error, after the example was shrunk.
    """
    import resource
    import signal

    tried, end = 0, time.monotonic() + seconds
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))

    def hung(*_: object) -> None:
        raise Hung(f"an example took longer than {SECONDS} s")

    signal.signal(signal.SIGALRM, hung)

    stay = ExitStack()
    strategy, check = TARGETS[name](stay)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=False,
        database=DirectoryBasedExampleDatabase(folder),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        phases=[Phase.reuse, Phase.generate, Phase.target, Phase.shrink],
        print_blob=True,
    )
    @given(strategy)
    def one(example: Any) -> None:
        nonlocal tried
        if time.monotonic() > end:
            return
        tried += 1
        start = time.process_time()
        signal.alarm(SECONDS)
        try:
            check(example)
        finally:
            signal.alarm(0)
        took = time.process_time() - start
        if took > DEAR:
            target(took, label="seconds")

    with stay:
        while time.monotonic() < end:
            one()
    return tried


def search_all(seconds: float) -> int:
    """Each target in a process of its own for its share of ``seconds``; 1 if one of them found something, else 0."""
    found = []
    share = seconds / len(TARGETS)
    for name in TARGETS:
        command = [sys.executable, "-m", "tests.hostile.search", name, "--seconds", str(share)]
        try:
            code = subprocess.run(command, check=False, cwd=ROOT, timeout=share + GRACE).returncode
        except subprocess.TimeoutExpired:
            code = -1
            print(f"{name}: does not end", file=sys.stderr)
        if code:
            found.append(name)
    print(f"found something: {', '.join(found)}" if found else "nothing found")
    return 1 if found else 0


def main() -> int:
    """Search; the figures as JSON on stdout, a finding as the exception it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=["all", *TARGETS])
    parser.add_argument("--seconds", type=float, default=600, help="for all of them together, if it is all")
    options = parser.parse_args()
    if os.name != "posix":
        print("The limits on time and memory are set the POSIX way.", file=sys.stderr)
        return 2
    if options.target == "all":
        return search_all(options.seconds)
    import resource

    folder = corpus(options.target)
    folder.mkdir(parents=True, exist_ok=True)
    tried = search(options.target, options.seconds, folder)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "linux" else 1 << 20)
    print(json.dumps({"target": options.target, "seconds": options.seconds, "examples": tried, "peak_mib": peak}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
