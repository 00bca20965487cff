"""Log files of the program: what happened, never what was said."""

from __future__ import annotations

import faulthandler
import logging
from pathlib import Path
from typing import TextIO

from engine import logs

CRASHES = "crash.log"
MAX_CRASHES = 256 * 1024

_crash_file: TextIO | None = None


def start_logging(folder: Path) -> logs.LogFile | None:
    """Write logs to ``folder/longthread.log`` (see :mod:`engine.logs`) and native crashes to ``crash.log``.

    Returns the handler; None if the folder cannot be written, then the program goes on without log files.
    """
    global _crash_file
    file = logs.start_logging(folder, "longthread", logging.WARNING)
    if file is None:
        return None
    try:
        path = folder / CRASHES
        old = path.stat().st_size if path.exists() else 0
        _crash_file = path.open("a" if old < MAX_CRASHES else "w", encoding="utf-8")
    except OSError as problem:
        logging.getLogger("logs").warning("no file for crashes: %s", problem)
        return file
    faulthandler.enable(_crash_file)
    return file
