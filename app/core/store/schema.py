"""Whether a file has all that its version says: tables are its substance, all else can be made anew."""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import dataclass

from app.core.store.errors import StoreBroken
from app.core.store.indexes import MendingConnection, remake
from app.core.texts import say

log = logging.getLogger("store")

_ORDER = ("index", "view", "virtual", "trigger")  # what comes later may be of what came before


@dataclass(frozen=True)
class Part:
    """A table, "virtual" table (search index), view, index or trigger; ``columns``: of a table."""

    kind: str
    name: str
    sql: str
    columns: frozenset[str] = frozenset()


def parts_of(db: sqlite3.Connection) -> list[Part]:
    """All that a database is made of, but for what a search index is kept in."""
    rows = db.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    virtual = tuple(f"{name}_" for _, name, sql in rows if sql.startswith("CREATE VIRTUAL TABLE"))
    found = []
    for kind, name, sql in rows:
        if sql.startswith("CREATE VIRTUAL TABLE"):
            found.append(Part("virtual", name, sql))
        elif kind != "table":
            found.append(Part(kind, name, sql))
        elif not name.startswith(virtual or ("\0",)):
            columns = frozenset(row[1] for row in db.execute(f'PRAGMA table_info("{name}")'))
            found.append(Part(kind, name, sql, columns))
    return found


def mend_schema(db: MendingConnection, expected: list[Part]) -> None:
    """Make anew what can be of what is not there.

    Raises:
        StoreBroken: a table or a column of one is missing.
    """
    present = {(part.kind, part.name): part for part in parts_of(db)}
    for part in expected:
        if part.kind == "table":
            there = present.get((part.kind, part.name))
            if there is None or part.columns - there.columns:
                raise StoreBroken("store.damaged", reason=say("store.part_missing", name=part.name))
    for part in sorted((part for part in expected if part.kind in _ORDER), key=lambda part: _ORDER.index(part.kind)):
        if (part.kind, part.name) not in present:
            log.warning("the %s %s was missing", part.kind, part.name)
            if part.kind == "virtual":
                remake(db, part.name, part.sql)
            else:
                db.execute(part.sql)


def cut_circles(db: sqlite3.Connection) -> int:
    """Let messages that follow one another in a circle begin branches of their own; how many had to.

    Messages are stored after those they follow: without one that does not, there is no circle.
    """
    backwards = (
        "SELECT later.id FROM message AS later JOIN message AS earlier ON earlier.id = later.parent"
        " WHERE earlier.n >= later.n"
    )
    if db.execute(f"{backwards} LIMIT 1").fetchone() is None:
        return 0
    ids = db.execute(
        f"""
        WITH RECURSIVE reached (id) AS (
            SELECT id FROM message WHERE parent IS NULL OR parent NOT IN (SELECT id FROM message)
            UNION ALL
            SELECT message.id FROM message JOIN reached ON message.parent = reached.id
        )
        SELECT id FROM ({backwards}) WHERE id NOT IN (SELECT id FROM reached)
        """
    ).fetchall()
    db.executemany("UPDATE message SET parent = NULL WHERE id = ?", ids)
    return len(ids)


_ORPHAN = "parent IS NOT NULL AND parent NOT IN (SELECT id FROM message)"


def has_orphans(db: sqlite3.Connection) -> bool:
    """Whether there are messages whose parent is lost."""
    return db.execute(f"SELECT 1 FROM message WHERE {_ORPHAN} LIMIT 1").fetchone() is not None


def hang_orphans(db: sqlite3.Connection) -> None:
    """Let messages whose parent is lost follow the one before it in their chat, where there is one: so what came
    before stays in sight."""
    orphans = db.execute(
        f"SELECT id, chat, n, min(n) OVER (PARTITION BY chat, parent) FROM message WHERE {_ORPHAN}"
    ).fetchall()
    for key, chat, n, first in orphans:  # versions of one message stay side by side
        before = db.execute(
            "SELECT id FROM message WHERE chat = ? AND n < ? AND deleted_at IS NULL ORDER BY n DESC LIMIT 1",
            (chat, first),
        ).fetchone()
        db.execute("UPDATE message SET parent = ? WHERE n = ?", (before[0] if before else None, n))
        log.warning("the parent of message %s is lost: it follows %s", key, before[0] if before else "none")
