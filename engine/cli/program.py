"""Commands that need the whole program: they run in a process of their own, since the engine may not import it."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Sequence


def run_program(module: str, argv: Sequence[str], given: bytes | None = None) -> int:
    """Run ``python -m MODULE ARGV`` with ``given`` on its stdin (None: this process's own); its exit status."""
    if importlib.util.find_spec(module.partition(".")[0]) is None:
        print("This command needs the whole program, of which only the engine is installed.", file=sys.stderr)
        return 2
    return subprocess.run([sys.executable, "-m", module, *argv], input=given, check=False).returncode
