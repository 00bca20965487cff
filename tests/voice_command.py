"""A command that is read to instead of a voice: it writes down what arrived."""

from __future__ import annotations

import sys
from pathlib import Path

from app.core.spoken import VoiceCommand

SCRIPT = """
import os, sys, threading
from pathlib import Path
folder = Path(sys.argv[1])
number = len(list(folder.glob("heard-*")))
text = sys.stdin.buffer.read()
print(text.decode())  # as some voices do
(folder / "unfinished").write_bytes(text)
(folder / "unfinished").rename(folder / f"heard-{number}")
if sys.argv[2] == "waits":
    threading.Event().wait()
(folder / f"end-{number}").touch()
"""
SILENCE = "import sys, uuid; from pathlib import Path; (Path(sys.argv[1]) / f'silence-{uuid.uuid4()}').touch()"


def voice_script(folder: Path, waits: bool) -> VoiceCommand:
    """``waits``: it goes on until it is ended, else it ends when all is written down."""
    how = "waits" if waits else "ends"
    return VoiceCommand((sys.executable, "-c", SCRIPT, str(folder), how), (sys.executable, "-c", SILENCE, str(folder)))


def heard(folder: Path) -> list[str]:
    """The texts that arrived, in order."""
    return [path.read_bytes().decode() for path in sorted(folder.glob("heard-*"))]
