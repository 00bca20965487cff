"""Opens a database to look into it, beside whoever writes it."""

from __future__ import annotations

import sqlite3
from pathlib import Path, PurePath


def open_read_only(database: Path, timeout: float = 5.0) -> sqlite3.Connection:
    """A connection that changes nothing, and makes no file where there is none. ``timeout`` in seconds.

    Raises:
        sqlite3.Error: it is not there, or no database.
    """
    return sqlite3.connect(f"{uri_of(database.absolute())}?mode=ro", uri=True, timeout=timeout)


def uri_of(path: PurePath) -> str:
    """An absolute path as SQLite reads it. In files of other computers on Windows (``\\\\server\\share``, which is also
    where letters of drives may lead) the server is part of the path: SQLite refuses URIs that name one.
    """
    uri = path.as_uri()
    return uri if uri.startswith("file:///") else uri.replace("file://", "file:////", 1)
