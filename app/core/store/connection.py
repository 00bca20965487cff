"""A connection to the SQLite file, and transactions on it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from app.core.store.indexes import MendingConnection

# One damaged byte must not keep a whole chat, or the list of chats, from being read.
decode = partial(str, encoding="utf-8", errors="replace")


def connect(path: Path) -> MendingConnection:
    """A connection in autocommit mode with the settings every connection needs.

    Raises:
        sqlite3.Error: the file cannot be opened or is no database.
    """
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=MendingConnection)
    connection.text_factory = decode
    try:
        connection.execute("PRAGMA busy_timeout = 5000")
        # trusted_schema stays on: before SQLite 3.41 FTS5 tables may not be used in triggers without it, and no
        # function with side effects is registered that a foreign schema could call
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection, *, durable: bool = False) -> Iterator[None]:
    """All or nothing. ``durable``: on the disk, not only in the system's cache, when this returns."""
    if durable:
        connection.execute("PRAGMA synchronous = FULL")
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    finally:
        if durable:
            connection.execute("PRAGMA synchronous = NORMAL")
