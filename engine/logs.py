"""Log files of both processes: one JSON object a line, rotated, and no word of what was said in a chat.

Nothing here is native and nothing but the standard library is used, so that the program may import it too.

Sentences of our own errors say nothing of a chat's text, and errors of the system name files. What any other
exception says may quote its input; of those only the type and the places in the code are written.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import sys
import time
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from engine.errors import EngineError

FOLDER_ENV = "LONGTHREAD_LOGS"  # where the program wants its engine's log
LEVEL_ENV = "LONGTHREAD_LOG"
FORMAT = "%(levelname)s %(name)s: %(message)s"
MAX_BYTES = 1_000_000
KEPT = 2

_SAYS_NOTHING = (OSError, EngineError, sqlite3.Error, MemoryError, ImportError)

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def error_text(error: BaseException) -> str:
    """An exception's type, with its text where that cannot quote a chat."""
    name = type(error).__name__
    return f"{name}: {error}" if isinstance(error, _SAYS_NOTHING) else name


def places(error: BaseException) -> list[str]:
    """Where an exception came through, innermost last: ``file:line in function``."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{Path(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in frames]


def chain(error: BaseException) -> list[dict[str, object]]:
    """An exception and what it came from, the cause last."""
    found: list[dict[str, object]] = []
    one: BaseException | None = error
    while one is not None and len(found) < 8:
        found.append({"what": error_text(one), "through": places(one)})
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    return found


class Lines(logging.Formatter):
    """Plain lines for a terminal; exceptions without what they may quote."""

    def __init__(self) -> None:
        super().__init__(FORMAT)

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # another formatter's, with the exception's text
        return super().format(record)

    def formatException(self, ei: ExcInfo) -> str:
        error = ei[1]
        steps = chain(error) if error is not None else []
        return "\n".join(f"  {step['what']} at {' > '.join(map(str, step['through']))}" for step in steps)  # type: ignore[call-overload]


class JsonLines(logging.Formatter):
    """A record as one JSON object: ``at`` (UTC), ``up`` (seconds this process has run, whatever the clock does)."""

    def __init__(self) -> None:
        super().__init__()
        self._start = time.monotonic()

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "at": f"{at}.{int(record.msecs):03d}Z",
            "up": round(time.monotonic() - self._start, 3),
            "pid": record.process,
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = chain(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


class LogFile(RotatingFileHandler):
    """The file ``folder/name.log`` and its two predecessors of 1 MB. A full disk costs lines, nothing else.

    Attributes:
        lost: lines that could not be written.
    """

    def __init__(self, folder: Path, name: str) -> None:
        """Raises OSError when the folder cannot be made or the file not be opened."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.lost = 0
        super().__init__(folder / f"{name}.log", maxBytes=MAX_BYTES, backupCount=KEPT, encoding="utf-8")
        self.setFormatter(JsonLines())

    def handleError(self, record: logging.LogRecord) -> None:
        self.lost += 1


def level_wanted() -> int:
    """The level that ``LONGTHREAD_LOG`` names, INFO without it."""
    named = logging.getLevelName(os.environ.get(LEVEL_ENV, "INFO").upper())
    return named if isinstance(named, int) else logging.INFO


def start_logging(folder: Path | None, name: str, console: int) -> LogFile | None:
    """Log to ``folder/name.log`` (None: no file) and, from the level ``console`` on, to stderr.

    Returns the file's handler; None where there is none, because none was wanted or it cannot be written.
    """
    root = logging.getLogger()
    root.setLevel(level_wanted())
    if sys.stderr is not None:  # a windowed build on Windows has none
        lines = logging.StreamHandler()
        lines.setLevel(console)
        lines.setFormatter(Lines())
        root.addHandler(lines)
    if folder is None:
        return None
    try:
        file = LogFile(folder, name)
    except OSError as problem:
        root.warning("no log files: %s", problem)
        return None
    root.addHandler(file)
    return file
