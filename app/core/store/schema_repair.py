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
        "SELECT later.n, later.id FROM message AS later JOIN message AS earlier ON earlier.id = later.parent"
        " WHERE earlier.n >= later.n"
    )
    if db.execute(f"{backwards} LIMIT 1").fetchone() is None:
        return 0
    numbers = db.execute(
        f"""
        WITH RECURSIVE reached (id) AS (
            SELECT id FROM message WHERE parent IS NULL OR parent NOT IN (SELECT id FROM message)
            UNION ALL
            SELECT message.id FROM message JOIN reached ON message.parent = reached.id
        )
        SELECT n FROM ({backwards}) WHERE id NOT IN (SELECT id FROM reached)
        """
    ).fetchall()
    db.executemany("UPDATE message SET parent = NULL WHERE n = ?", numbers)
    return len(numbers)


_ORPHAN = "parent IS NOT NULL AND parent NOT IN (SELECT id FROM message)"


def has_orphans(db: sqlite3.Connection) -> bool:
    """Whether there are messages whose parent is lost."""
    return db.execute(f"SELECT 1 FROM message WHERE {_ORPHAN} LIMIT 1").fetchone() is not None


def hang_orphans(db: sqlite3.Connection) -> None:
    """Let messages whose parent is lost follow the one before it in their chat, where there is one: so what came
    before stays in sight."""
    orphans = db.execute(
        f"SELECT id, n, min(n) OVER (PARTITION BY chat, parent) FROM message WHERE {_ORPHAN}"
    ).fetchall()
    for key, n, first in orphans:  # versions of one message stay side by side
        before = db.execute(  # by numbers: an id with a byte that is no text is not what it is read as
            "SELECT max(n) FROM message WHERE chat = (SELECT chat FROM message WHERE n = ?) AND n < ?"
            " AND deleted_at IS NULL",
            (n, first),
        ).fetchone()[0]
        db.execute("UPDATE message SET parent = (SELECT id FROM message WHERE n = ?) WHERE n = ?", (before, n))
        log.warning("the parent of message %s (%s) is lost: it follows %s", key, n, before or "none")


# the ids as they lie in the rows ("+" keeps SQLite from looking into the index): there a damaged one stands as it was
_HOMELESS = "chat NOT IN (SELECT +id FROM chat NOT INDEXED)"


def has_homeless(db: sqlite3.Connection) -> bool:
    """Whether there are messages whose chat is lost."""
    return db.execute(f"SELECT 1 FROM message WHERE {_HOMELESS} LIMIT 1").fetchone() is not None


def house(db: sqlite3.Connection) -> None:
    """Bring messages and chats together again of which one has a damaged id, as far as others tell what it was."""
    chats = "(SELECT +id FROM chat NOT INDEXED)"
    beside = [
        f"SELECT near.n, lost.n FROM message AS lost JOIN message AS near ON near.{one} = lost.{other}"
        f" WHERE lost.chat NOT IN {chats} AND near.chat IN {chats} LIMIT 1"
        for one, other in (("id", "parent"), ("parent", "id"))
    ]
    # by numbers: an id may hold a byte that is no text, and then is another one here
    of = "(SELECT chat FROM message WHERE n = ?)"
    while pair := next(filter(None, (db.execute(query).fetchone() for query in beside)), None):
        moved = db.execute(f"UPDATE message SET chat = {of} WHERE chat = {of}", tuple(pair)).rowcount
        log.warning("%d messages were of a chat that is lost: they are of that of the one beside them", moved)
    renamed = db.execute(
        f"""
        UPDATE OR IGNORE chat SET id = (SELECT chat FROM message WHERE message.id = chat.head)
        WHERE id NOT IN (SELECT chat FROM message) AND head IN (SELECT id FROM message WHERE {_HOMELESS})
        """
    ).rowcount
    if renamed > 0:
        log.warning("%d chats have the ids of their messages again", renamed)


_LOST_HEAD = "NOT EXISTS (SELECT 1 FROM message WHERE id = head AND chat = chat.id)"


def has_lost_heads(db: sqlite3.Connection) -> bool:
    """Whether there are chats that end with a message which they do not have."""
    return db.execute(f"SELECT 1 FROM chat WHERE head IS NOT NULL AND {_LOST_HEAD} LIMIT 1").fetchone() is not None


def set_heads(db: sqlite3.Connection, *, empty: bool = False) -> None:
    """Let chats whose head is lost (``empty``: those too that have none) end with their last messages."""
    db.execute(
        f"""
        UPDATE chat SET head = (SELECT id FROM message WHERE chat = chat.id AND deleted_at IS NULL
                                ORDER BY n DESC LIMIT 1)
        WHERE (:empty OR head IS NOT NULL) AND {_LOST_HEAD}
        """,
        {"empty": empty},
    )
