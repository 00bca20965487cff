"""What can go wrong with the store, in words for people. All else that SQLite raises is a defect of ours."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from app.core.problem import Problem


class StoreError(Problem):
    """The store cannot do what was asked because of the world around it."""


class StoreFull(StoreError):
    """No room on the disk; what was stored before is untouched."""


class StoreBroken(StoreError):
    """The file is not a database or is damaged."""


class StoreTooNew(StoreError):
    """The database was made by a later version of the program."""


class StoreUnavailable(StoreError):
    """The file cannot be read or written (rights, a lock of another program, a failing disk)."""


_FULL = {sqlite3.SQLITE_FULL}
_BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_UNAVAILABLE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
}


def translate(problem: sqlite3.Error) -> StoreError | None:
    """The error in the person's terms; None if it is a defect of ours."""
    extended = getattr(problem, "sqlite_errorcode", None)
    code = extended & 0xFF if isinstance(extended, int) else None
    if code in _FULL:
        return StoreFull("store.full")
    if code in _BROKEN:
        return StoreBroken("store.damaged", reason=str(problem))
    if code in _UNAVAILABLE:
        return StoreUnavailable("store.busy", reason=str(problem))
    return None


def as_damage(problem: UnicodeDecodeError) -> sqlite3.DatabaseError:
    """What SQLite meant to say: Python could not read its words, since they quote a damaged byte of the schema."""
    words = bytes(problem.object).decode("utf-8", "replace")
    damage = sqlite3.DatabaseError(words)
    damage.sqlite_errorcode, damage.sqlite_errorname = sqlite3.SQLITE_CORRUPT, "SQLITE_CORRUPT"
    return damage


@contextmanager
def told() -> Iterator[None]:
    """Raise what happens inside as a StoreError where it is one."""
    try:
        yield
    except sqlite3.Error as problem:
        translated = translate(problem)
        if translated is None:
            raise
        raise translated from problem
    except UnicodeDecodeError as problem:
        raise StoreBroken("store.damaged", reason=str(as_damage(problem))) from problem
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StoreFull("store.disk_full") from problem
        raise StoreUnavailable("store.unusable", reason=str(problem)) from problem
