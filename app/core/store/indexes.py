"""The search indexes: derived data, made anew when one is damaged, so that none ever refuses a message.

SQLite's own checks do not look into them.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from app.core.store.errors import as_damage

log = logging.getLogger("store")

_PROBE = 2**62  # a row that no message has
_SHADOWS = {  # what an index is kept in
    "data": "(id INTEGER PRIMARY KEY, block BLOB)",
    "idx": "(segid, term, pgno, PRIMARY KEY (segid, term)) WITHOUT ROWID",
    "docsize": "(id INTEGER PRIMARY KEY, sz BLOB)",
    "config": "(k PRIMARY KEY, v) WITHOUT ROWID",
}
# what SQLite says, with the code of any error, of what an index is kept in: the last where it has no words
_REFUSALS = ("vtable constructor failed", "invalid fts5 file format", "SQL logic error")
_EMPTY = ((1, b""), (10, bytes(7)))  # blocks of an index in which nothing is


def is_index_damage(problem: sqlite3.Error) -> bool:
    """Whether an index refused a statement, and not the data or its rules, which have codes of their own."""
    code = getattr(problem, "sqlite_errorcode", None)
    if code in (sqlite3.SQLITE_CORRUPT_VTAB, sqlite3.SQLITE_CONSTRAINT):
        return True
    return code == sqlite3.SQLITE_ERROR and any(words in str(problem) for words in _REFUSALS)


class MendingConnection(sqlite3.Connection):
    """Makes damaged indexes anew when they refuse a statement, and does the transaction once more.

    A statement that an index refuses may take the whole transaction back, what came before it as well. So the
    statements of a transaction are remembered until it ends. Transactions begin with BEGIN; no savepoints are used.
    """

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self._done: list[tuple[bool, str, Any]] = []  # of the transaction that goes on: many rows, SQL, parameters
        self._mending = False
        self._mended = 0  # times

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """As usual; index damage is raised only if it cannot be mended."""
        return self._do(False, sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """As usual; index damage is raised only if it cannot be mended."""
        return self._do(True, sql, list(parameters))

    def _do(self, many: bool, sql: str, parameters: Any) -> sqlite3.Cursor:
        inside = self.in_transaction
        try:
            cursor = self._plain(many, sql, parameters)
        except sqlite3.Error as problem:
            if self._mending or not is_index_damage(problem):
                raise
            log.warning("a search index is damaged (%s)", getattr(problem, "sqlite_errorname", ""))
            cursor = self._again(inside, many, sql, parameters)
        if not self.in_transaction or not inside:
            self._done.clear()
        elif not sql.lstrip().startswith("SELECT"):
            self._done.append((many, sql, parameters))
        return cursor

    def _again(self, inside: bool, many: bool, sql: str, parameters: Any) -> sqlite3.Cursor:
        """Mend the indexes, and do what was refused with all that came before it."""
        if self.in_transaction:
            super().execute("ROLLBACK")
        self.mend_indexes()
        if inside:
            super().execute("BEGIN IMMEDIATE")
            for done in self._done:
                self._plain(*done)
        return self._plain(many, sql, parameters)

    def _plain(self, many: bool, sql: str, parameters: Any) -> sqlite3.Cursor:
        try:
            return super().executemany(sql, parameters) if many else super().execute(sql, parameters)
        except UnicodeDecodeError as problem:
            raise as_damage(problem) from problem

    def rows(self, sql: str, parameters: Any = ()) -> list[Any]:
        """All rows of a query outside of transactions. Index damage is raised only if it cannot be mended, also where
        it shows while they are read."""
        try:
            return self.execute(sql, parameters).fetchall()
        except sqlite3.Error as problem:  # where execute does not see it
            if not is_index_damage(problem):
                raise
            self.mend_indexes()
            return self.execute(sql, parameters).fetchall()

    def mend_indexes(self) -> None:
        """Make all indexes that the file has anew, in a transaction of its own."""
        self._mended += 1
        with self._taken_over():
            super().execute("BEGIN IMMEDIATE")
            try:
                for name, sql in indexes_of(self):
                    remake(self, name, sql)
                super().execute("COMMIT")
            finally:
                if self.in_transaction:
                    super().execute("ROLLBACK")

    def probe_indexes(self) -> bool:
        """Whether every index takes a row; what this writes is taken back."""
        with self._taken_over():
            try:
                super().execute("BEGIN IMMEDIATE")
                try:
                    for name, _ in indexes_of(self):
                        column = super().execute(f"PRAGMA table_info({name})").fetchone()[1]
                        super().execute(f"INSERT INTO {name} (rowid, {column}) VALUES (?, 'probe')", (_PROBE,))
                    super().execute("SAVEPOINT flush")  # the indexes write what they hold back until then
                finally:
                    if self.in_transaction:
                        super().execute("ROLLBACK")
            except sqlite3.Error as problem:
                if not is_index_damage(problem):
                    raise
                return False
        return True

    @contextmanager
    def _taken_over(self) -> Iterator[None]:
        """While the statements here are about the indexes themselves."""
        done, self._done = self._done, []
        self._mending = True
        try:
            yield
        finally:
            self._mending, self._done = False, done

    def check_indexes(self) -> bool:
        """Read all of the indexes against what they are of (seconds for a large file); whether one was damaged, and is
        made anew.
        """
        before = self._mended
        for name, _ in indexes_of(self):
            self.execute(f"INSERT INTO {name} ({name}, rank) VALUES ('integrity-check', 1)")
        return self._mended > before


def indexes_of(db: sqlite3.Connection) -> list[tuple[str, str]]:
    """Name and SQL of each index that the file has."""
    return db.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'"
    ).fetchall()


def remake(db: sqlite3.Connection, name: str, sql: str) -> None:
    """Make the index ``name`` anew from what it is of, whatever is left of it."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone():
        # SQLite must be able to open it once more, even to drop it
        for suffix, columns in _SHADOWS.items():
            db.execute(f"CREATE TABLE IF NOT EXISTS {name}_{suffix} {columns}")
        db.execute(f"INSERT OR REPLACE INTO {name}_config VALUES ('version', 4)")
        for key, block in _EMPTY:
            db.execute(f"INSERT OR REPLACE INTO {name}_data VALUES (?, ?)", (key, block))
        db.execute(f"DROP TABLE {name}")
    for suffix in _SHADOWS:
        db.execute(f"DROP TABLE IF EXISTS {name}_{suffix}")
    db.execute(sql)
    db.execute(f"INSERT INTO {name} ({name}) VALUES ('rebuild')")
    log.warning("the search index %s was made anew", name)
