"""A new database in the place of one that is damaged, empty or gone.

It is made under another name and is whole before the damaged one is moved. Whatever interrupts that, the next start
finds either the damaged file where it was, or the new one: its name says which file it stands in for.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from glob import escape
from pathlib import Path

from app.core.store.connection import transaction
from app.core.store.copies import best_first, free_name
from app.core.store.errors import told
from app.core.store.indexes import MendingConnection
from app.core.store.salvage import Salvaged, salvage
from app.core.store.schema_repair import cut_circles
from engine.files import discard, put_in_place, sync_folder

log = logging.getLogger("store")

# rows of the table of settings of a new database: when it was made, and the name of the copy that its messages are from
LOST_AT = "store.lost_at"
_COPY = "store.lost_copy"

_SIDES = ("-wal", "-shm")


@dataclass(frozen=True)
class Rebuilt:
    """``damaged``: where the old file went; ``loosened``: messages that followed one another in a circle."""

    salvaged: Salvaged
    damaged: Path | None = None
    loosened: int = 0


def rebuild(path: Path, backups: Path, create: Callable[[Path], MendingConnection], *, damaged: bool) -> Rebuilt:
    """Make a new database at ``path`` of what can be read of the one there (``damaged``) and of earlier copies.

    ``create`` opens a new one at a path. After an error all is as it was.

    Raises:
        StoreFull, StoreUnavailable.
    """
    building = path.with_name(path.name + ".building")
    _forget(building)
    try:
        with told():
            connection = create(building)
            try:
                salvaged = salvage(path if damaged else None, connection, best_first(backups))
                with transaction(connection):
                    loosened = cut_circles(connection)
                    _sign(connection, salvaged.copy)
                _settle(connection)
            finally:
                connection.close()
            with building.open("rb+") as file:
                os.fsync(file.fileno())
            aside = _place(building, path, backups)
    except BaseException:
        _forget(building)
        raise
    return Rebuilt(salvaged, aside, loosened)


def finish(path: Path, backups: Path) -> Path | None:
    """Put a new database in place that was whole when something interrupted that; where the damaged one is. All else
    that was left of it is deleted.

    Raises:
        StoreFull, StoreUnavailable.
    """
    _forget(path.with_name(path.name + ".building"))
    finished = None
    with told():
        for whole in sorted(path.parent.glob(f"{escape(path.name)}.for-*")):
            target = backups / whole.name.removeprefix(f"{path.name}.for-")
            if path.exists() or finished is not None:
                discard(whole)  # it is made anew
                continue
            log.warning("%s takes its place", whole.name)
            backups.mkdir(parents=True, exist_ok=True, mode=0o700)
            _set_aside(path, target)
            put_in_place(whole, path)
            finished = target
    return finished


def copy_of(connection: sqlite3.Connection, backups: Path) -> Path | None:
    """The copy that the messages of a database that :func:`finish` put in place are from, if that is there."""
    row = connection.execute("SELECT value FROM setting WHERE key = ?", (_COPY,)).fetchone()
    with suppress(ValueError):
        copy = backups / str(json.loads(row[0] if row is not None else ""))
        return copy if copy.is_file() else None
    return None


def has_journal(path: Path) -> bool:
    """Whether there is a journal beside ``path`` with something in it."""
    journal = path.with_name(path.name + "-wal")
    return journal.exists() and journal.stat().st_size > 0


def _sign(connection: sqlite3.Connection, copy: Path | None) -> None:
    """Let the new database tell by itself what it is, whatever interrupts the start that makes it."""
    connection.execute("DELETE FROM setting WHERE key GLOB 'store.lost_*'")  # of an earlier time
    rows = [(LOST_AT, str(time.time())), *([(_COPY, json.dumps(copy.name))] if copy is not None else ())]
    connection.executemany("INSERT INTO setting (key, value) VALUES (?, ?)", rows)


def _settle(connection: sqlite3.Connection) -> None:
    """See to it that all is in the file itself."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("PRAGMA journal_mode = DELETE")


def _place(building: Path, path: Path, backups: Path) -> Path | None:
    """Set aside what is at ``path``, and put the new database there; where the old one is."""
    if not path.exists() or not path.stat().st_size:
        target = None
        if has_journal(path):  # SQLite would delete a journal without a file
            backups.mkdir(parents=True, exist_ok=True, mode=0o700)
            target = free_name(backups, "damaged")
            _set_aside(path, target)
        put_in_place(building, path)
        _synced(path.parent)
        return target
    backups.mkdir(parents=True, exist_ok=True, mode=0o700)
    target = free_name(backups, "damaged")
    whole = path.with_name(f"{path.name}.for-{target.name}")
    put_in_place(building, whole)
    try:
        _synced(path.parent)
        _set_aside(path, target)
    except BaseException:
        if path.exists():
            discard(whole)
        raise
    put_in_place(whole, path)
    _synced(path.parent)
    return target


def _set_aside(path: Path, target: Path) -> None:
    """Move a damaged database with its side files; nothing of it is deleted."""
    for suffix in ("", *_SIDES):
        part = path.with_name(path.name + suffix)
        if part.exists():
            shutil.move(part, target.with_name(target.name + suffix))


def _forget(building: Path) -> None:
    for suffix in ("", *_SIDES, "-journal"):
        discard(building.with_name(building.name + suffix))


def _synced(folder: Path) -> None:
    with suppress(OSError):
        sync_folder(folder)
