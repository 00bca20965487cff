"""Reads one setting without opening the store, for what is needed before it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from app.core.read_only import open_read_only
from engine.protocol import UNREADABLE


def peek(database: Path, key: str) -> object:
    """The value of a setting; None if there is none, or the file cannot be read."""
    try:
        with closing(open_read_only(database, timeout=1)) as file:
            row = file.execute("SELECT value FROM setting WHERE key = ?", (key,)).fetchone()
        return msgspec.json.decode(row[0]) if row else None
    except (sqlite3.Error, OSError, *UNREADABLE):
        return None
