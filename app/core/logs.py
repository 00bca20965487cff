"""Log files of the program: what happened, never what was said."""

from __future__ import annotations

import faulthandler
import logging
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

FORMAT = "%(asctime)s %(levelname).1s %(name)s: %(message)s"

_crash_file: TextIO | None = None


def start_logging(folder: Path) -> RotatingFileHandler | None:
    """Write logs to ``folder/longthread.log`` (three files of 1 MB) and native crashes to ``crash.log``.

    Returns the handler; None if the folder cannot be written, then the program goes on without log files.
    """
    global _crash_file
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    if sys.stderr is not None:  # a windowed build on Windows has none
        console = logging.StreamHandler()
        console.setLevel(logging.WARNING)
        console.setFormatter(logging.Formatter(FORMAT))
        root.addHandler(console)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler = RotatingFileHandler(folder / "longthread.log", maxBytes=1_000_000, backupCount=2, encoding="utf-8")
        _crash_file = (folder / "crash.log").open("a", encoding="utf-8")
    except OSError as problem:
        root.warning("no log files: %s", problem)
        return None
    handler.setFormatter(logging.Formatter(FORMAT))
    root.addHandler(handler)
    faulthandler.enable(_crash_file)
    return handler
