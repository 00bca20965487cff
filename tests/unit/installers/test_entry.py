"""What the frozen executable does before anything else, as it is started on Windows: without Python's streams."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

INSTALLERS = Path(__file__).resolve().parents[3] / "installers"
WITHOUT = f"""
import os, sys
sys.path.insert(0, {str(INSTALLERS)!r})
import entry
sys.stdin = sys.stdout = sys.stderr = None
"""


def run(code: str, given: bytes = b"") -> tuple[int, bytes, bytes]:
    """Status, stdout and stderr of a process without streams."""
    done = subprocess.run([sys.executable, "-c", WITHOUT + code], input=given, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_pipes_that_the_parent_gave_are_found_and_speak_utf_8() -> None:
    code = """
entry.restore_streams()
print("名前", sys.stdin.buffer.read(), flush=True)
print("名前 \\udcff", file=sys.stderr, flush=True)
"""
    assert run(code, b"\x00\xff") == (0, "名前 b'\\x00\\xff'\n".encode(), "名前 ?\n".encode())


def test_without_any_pipe_what_is_printed_goes_nowhere() -> None:
    code = """
for descriptor in range(3):
    os.close(descriptor)
entry.restore_streams()
print("nobody reads this", flush=True)
print("nor this", file=sys.stderr, flush=True)
os._exit(7 if sys.stdin.read() == "" else 1)
"""
    assert run(code) == (7, b"", b"")
