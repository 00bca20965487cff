"""Conversations, settings and model rows in one SQLite file."""

from __future__ import annotations

import logging
import math
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

from app.core.store.chats import grouped
from app.core.store.copies import backup, is_due
from app.core.store.copying import CopyOps
from app.core.store.database import open_database
from app.core.store.drafts import DraftOps
from app.core.store.errors import StoreBroken, StoreError, StoreFull, StoreTooNew, StoreUnavailable, told
from app.core.store.integrity import Faults, look, make_anew, mend_branches
from app.core.store.knowledge_search import KnowledgeSearchOps
from app.core.store.merging import SLICE_S, go_on, is_left
from app.core.store.probabilities import ProbabilityOps
from app.core.store.rebuild import LOST_AT
from app.core.store.search import SearchOps
from app.core.store.tables import StoredModel, TableOps
from app.core.store.wiping import WipingOps
from app.core.stored import wipe_folder

log = logging.getLogger("store")

__all__ = [
    "LOST_AT",
    "Store",
    "StoreBroken",
    "StoreError",
    "StoreFull",
    "StoreTooNew",
    "StoreUnavailable",
    "StoredModel",
    "grouped",
]


class Store(CopyOps, WipingOps, SearchOps, TableOps, DraftOps, ProbabilityOps, KnowledgeSearchOps):
    """The one writer of the database.

    Every method may raise :class:`StoreError`; then nothing of that operation was stored.

    Attributes:
        damaged: where a damaged database was put that this one stands in for; None if all was well.
        copy: the earlier copy of the database whose chats are in it, since it was empty or gone; else None.
        rescued: how many messages could be read out of the damaged one and copies of it, or out of the copy.
        loosened: how many messages followed one another in a circle, and begin branches of their own now.
        fresh: there was no database, or nothing in it.
    """

    def __init__(self, path: Path, backups: Path) -> None:
        """Open or create the database at ``path``; copies made before migrations go to ``backups``.

        Raises:
            StoreTooNew: a later version made it. StoreFull, StoreUnavailable: the disk or the rights.
        """
        opened = open_database(path, backups)
        super().__init__(opened.connection)
        self.path = path
        self._backups = backups
        self.damaged = opened.damaged
        self.copy = opened.copy
        self.rescued = opened.rescued
        self.loosened = opened.loosened
        self.fresh = opened.fresh
        self._closed = False
        self._copying = threading.Lock()

    def backup_if_due(self, now: float | None = None) -> Path | None:
        """Copy the database if the last weekly copy is older than a week; the copy, None if it was not due.

        The copy is read as a whole, with its indexes, which no other check looks into; that takes many seconds where
        much was said, so that it has a connection of its own, and may be done on any thread while others use the store.
        Of a file that is damaged there is no copy, so that those of before stay: the next start makes it anew.
        """
        faults = Faults()

        def is_sound(copy: Path) -> bool:
            nonlocal faults
            faults = look(copy)
            return not faults

        with self._copying, told():
            if not is_due(self._backups, now):
                return None
            with closing(sqlite3.connect(self.path)) as source:
                made = backup(source, self._backups, "weekly", is_sound)
            if not faults:
                return made
            if faults.other:
                log.error("%s: %s", self.path, faults.other)
                return None
            with self._lock:
                make_anew(self._connection, faults.tables)
                mend_branches(self._connection)
                self._connection.check_indexes()
                return backup(self._connection, self._backups, "weekly")

    def wipe_copies(self) -> int:
        """Delete all earlier copies, also one that is being made; how many could not be deleted."""
        with self._copying:
            return wipe_folder(self._backups)

    def merge_indexes(self, seconds: float = SLICE_S) -> bool:
        """Go on merging the search indexes after something was deleted, for about so long; whether all is done.

        While chats are being deleted, nothing is done: each of them would have the merge begin anew.
        """
        with self._read() as db:
            if self._deleting or not is_left(db):
                return True
        with self._write() as db:
            return go_on(db, seconds)

    def tidy_file(self) -> None:
        """Make the file as small as what is in it; of what was deleted, nothing stays in it or in its journal."""
        self._deleting = False  # if it is, that does not go on
        self.merge_indexes(math.inf)
        with self._copying, self._read() as db:  # the journal is kept for as long as a copy is made
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._connection.close()
