"""New databases as copies of one that was migrated.

The two hundred statements of all migrations took a tenth of the time of a test with a window; what they do is tested by
the store's own tests, which run them.
"""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from app.core.store import database

_migrate = database.migrate
_lock = threading.Lock()
_made: list[sqlite3.Connection] = []


def migrate(connection: sqlite3.Connection, backups: Path) -> None:
    """As the store's own; an empty database gets the pages of the first that was migrated in this process."""
    if int(database.version_of(connection)) or connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        _migrate(connection, backups)
        return
    with _lock:
        if _made:
            _made[0].backup(connection)
            return
        _migrate(connection, backups)
        _made.append(sqlite3.connect(":memory:", check_same_thread=False))
        connection.backup(_made[0])


@pytest.fixture(autouse=True)
def copied_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """Imported into a conftest it counts for the tests beside it."""
    monkeypatch.setattr(database, "migrate", migrate)
