"""Looks whether the indexes of tables agree with these: SQLite's quick check does not, and a stale page of one hides
rows."""

from __future__ import annotations

import logging
import re
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from app.core.read_only import uri_of
from app.core.store.connection import decode, transaction
from app.core.store.errors import StoreBroken
from app.core.store.indexes import MendingConnection
from app.core.store.schema_repair import (
    cut_circles,
    hang_orphans,
    has_homeless,
    has_lost_heads,
    has_orphans,
    house,
    parts_of,
    set_heads,
)
from app.core.texts import say

log = logging.getLogger("store")

_OF_INDEX = re.compile(r"(?:missing from|entries in|entry in|order in|in) index (\S+)$")
_SECONDS = 120.0


@dataclass(frozen=True)
class Faults:
    """``tables`` whose indexes do not agree with them; ``other``: the first other damage, "" if there is none;
    ``derived``: a search index is damaged, or what messages say of one another.
    """

    tables: tuple[str, ...] = ()
    other: str = ""
    derived: bool = False

    def __bool__(self) -> bool:
        return bool(self.tables or self.other or self.derived)


def look(file: Path, seconds: float = _SECONDS) -> Faults:
    """Read a database as a whole, on a connection of its own. What is not read after ``seconds`` is left, but for the
    search indexes. It is a copy of one: something of it may be mended.

    Raises:
        sqlite3.Error: it cannot be opened. StoreBroken: it cannot be mended.
    """
    end = time.monotonic() + seconds
    wrong: list[str] = []
    other = ""
    # SQLite does not know of the rules of a file that it may not write
    with closing(sqlite3.connect(f"{uri_of(file.absolute())}?mode=rw", uri=True)) as db:
        db.execute("PRAGMA query_only = ON")
        db.text_factory = decode
        tables = _tables(db)
        db.set_progress_handler(lambda: time.monotonic() > end, 10_000)
        for table in tables:
            try:
                lines = [str(row[0]) for row in db.execute(f"PRAGMA integrity_check('{table}')")]
            except sqlite3.OperationalError as problem:
                if problem.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                    raise
                log.warning("the database was not read to its end in %.0f s", seconds)
                break
            if any(_OF_INDEX.search(line) for line in lines):
                wrong.append(table)
            other = other or next((line for line in lines if line != "ok" and not _OF_INDEX.search(line)), "")
    return Faults(tuple(wrong), other, not (wrong or other) and _is_derived_damaged(file))


def _is_derived_damaged(file: Path) -> bool:
    with closing(sqlite3.connect(file, isolation_level=None, factory=MendingConnection)) as db:
        db.text_factory = decode
        mended = db.check_indexes()
        before = db.total_changes
        mend_branches(db)
        return mended or db.total_changes != before


def unequal(db: sqlite3.Connection) -> tuple[str, ...]:
    """Tables of whose indexes one has more rows than another. Milliseconds, so that each start looks."""
    found = []
    for table in _tables(db):
        counts = set()
        indexes = db.execute(f'PRAGMA index_list("{table}")').fetchall()
        for name in [index[1] for index in indexes if not index[4]]:  # which have all rows
            try:
                counts.add(db.execute(f'SELECT sum(1) FROM "{table}" INDEXED BY "{name}"').fetchone()[0])
            except sqlite3.OperationalError as problem:
                if problem.sqlite_errorcode != sqlite3.SQLITE_ERROR:
                    raise  # else: an index of a later version that no such query can use
        if len(counts) > 1:
            found.append(table)
    return tuple(found)


def make_anew(db: sqlite3.Connection, tables: tuple[str, ...]) -> None:
    """Make the indexes of tables anew.

    Raises:
        StoreBroken: two rows have one key.
    """
    for table in tables:
        log.warning("the indexes of %s are made anew", table)
        try:
            db.execute(f'REINDEX "{table}"')
        except sqlite3.IntegrityError as problem:
            raise StoreBroken("store.damaged", reason=str(problem)) from problem


def mend_branches(db: sqlite3.Connection) -> int:
    """Give messages whose parent or chat is lost another, chats whose head is lost their last message; of how many
    messages that followed one another in a circle this was cut.

    Raises:
        StoreBroken: that cannot be done here.
    """
    try:
        with transaction(db):
            if has_orphans(db) or has_lost_heads(db):
                make_anew(db, ("chat", "message"))  # a damaged id may stand in an index as it was
            if has_homeless(db):
                make_anew(db, ("chat", "message"))
                house(db)
                if has_homeless(db):
                    raise StoreBroken("store.damaged", reason=say("store.part_missing", name="chat"))
            hang_orphans(db)
            set_heads(db)
            return cut_circles(db)
    except sqlite3.IntegrityError as problem:
        raise StoreBroken("store.damaged", reason=str(problem)) from problem


def _tables(db: sqlite3.Connection) -> list[str]:
    return [part.name for part in parts_of(db) if part.kind == "table"]
