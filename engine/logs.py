"""Log files of both processes: one JSON object a line, rotated, and no word of what was said in a chat.

Nothing here is native and nothing but the standard library is used, so that the program may import it too.

Sentences of our own errors say nothing of a chat's text, but for those about templates, forms and defects, of which the
code is written. What any other exception says may quote its input; of those only the type and the places in the code
are. That holds for an exception as an argument of a line, too, so ``log.warning("%s", error)`` is right and
``error.message`` is not.
"""

from __future__ import annotations

import copy
import json
import logging
import os
import sqlite3
import sys
import threading
import time
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from engine.errors import BadForm, EngineError, Internal, TemplateFailed
from engine.private import close_folder

FOLDER_ENV = "LONGTHREAD_LOGS"  # where the program wants its engine's log
LEVEL_ENV = "LONGTHREAD_LOG"
FORMAT = "%(levelname)s %(name)s: %(message)s"
MAX_BYTES = 1_000_000
KEPT = 2

_SAYS_NOTHING = (EngineError, MemoryError, ImportError)
_QUOTES = (TemplateFailed, BadForm, Internal)  # a template raises what it likes, a form is the person's own text

_own: Path | None = None  # the folder of the program's own files, which may be named

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def error_text(error: BaseException) -> str:
    """An exception's type, with its text where that cannot quote a chat."""
    name = type(error).__name__
    if isinstance(error, _QUOTES):
        return f"{name} ({error.text.code})"
    if isinstance(error, OSError):
        return f"{name}: {_system_error(error)}" if error.errno is not None else name
    if isinstance(error, sqlite3.Error):  # its text may hold what was searched for
        code = getattr(error, "sqlite_errorname", "")
        return f"{name}: {code}" if code else name
    return f"{name}: {error}" if isinstance(error, _SAYS_NOTHING) else name


def _system_error(error: OSError) -> str:
    """What the system says, with the file's name where that is one of the program's own: others' names are a person's
    words, or a chat's title.
    """
    said = f"[Errno {error.errno}] {os.strerror(error.errno or 0)}"
    path = error.filename
    if not isinstance(path, str) or _own is None or _own not in Path(path).parents:
        return said
    return f"{said}: {Path(path).name}"


def _without_quotes(record: logging.LogRecord) -> logging.LogRecord:
    """The record with exceptions among its arguments as :func:`error_text` has them."""
    args = record.args
    if not isinstance(args, tuple) or not any(isinstance(value, BaseException) for value in args):
        return record
    clean = copy.copy(record)
    clean.args = tuple(error_text(value) if isinstance(value, BaseException) else value for value in args)
    return clean


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
        return super().format(_without_quotes(record))

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
            "text": _without_quotes(record).getMessage(),
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
        close_folder(folder)
        self.lost = 0
        super().__init__(
            folder / f"{name}.log", maxBytes=MAX_BYTES, backupCount=KEPT, encoding="utf-8",
            errors="backslashreplace",  # names of files need not be text; in JSON this is their escape
        )  # fmt: skip
        self.setFormatter(JsonLines())

    def doRollover(self) -> None:
        """Begin a new file. On Windows one that somebody has open, as an editor may, cannot be renamed: then it is
        written on, and renamed when it has grown by as much again.
        """
        try:
            super().doRollover()
            self.maxBytes = MAX_BYTES
        except OSError:
            if self.stream is None:
                self.stream = self._open()
            self.maxBytes = self.stream.seek(0, os.SEEK_END) + MAX_BYTES

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
    global _own
    _own = folder.absolute().parent
    try:
        file = LogFile(folder, name)
    except OSError as problem:
        root.warning("no log files: %s", problem)
        return None
    root.addHandler(file)
    return file


def catch_uncaught() -> None:
    """What nobody catches goes to the log as other exceptions do: Python would print what it says, and stderr may go to
    the system's journal, or to the diagnostics.
    """

    def uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return
        logging.getLogger("uncaught").critical("an exception nobody caught", exc_info=(kind, error, trace))

    def in_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            uncaught(args.exc_type, args.exc_value, args.exc_traceback)

    def unraisable(args: sys.UnraisableHookArgs) -> None:
        if args.exc_value is not None:
            uncaught(args.exc_type, args.exc_value, args.exc_traceback)

    sys.excepthook, threading.excepthook, sys.unraisablehook = uncaught, in_thread, unraisable
