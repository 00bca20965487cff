"""Reads what can be read out of a damaged database into a new one."""

from __future__ import annotations

import logging
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from app.core.read_only import open_read_only
from app.core.store.connection import transaction

log = logging.getLogger("store")

TABLES = (
    "setting", "scoped_setting", "model", "folder", "chat", "message", "document", "attachment", "mark", "activity",
    "draft", "draft_file", "watched_folder", "left_out_source", "library_document", "passage", "mounted_document",
    "citation", "knowledge_document",
)  # fmt: skip
_KEYS = {  # of tables without row numbers
    "scoped_setting": "level || ' ' || owner || ' ' || key",
    "attachment": "message || ' ' || place",
    "draft_file": "draft || ' ' || place",
    "mounted_document": "level || ' ' || owner || ' ' || document",
    "citation": "message || ' ' || place",
    "knowledge_document": "document",
}


def salvage(damaged: Path, connection: sqlite3.Connection) -> int:
    """Copy every readable row of ``damaged`` into the open new database; how many messages were saved.

    Never raises for damage: what cannot be read stays in the damaged file. Messages whose chat or parent is lost
    are put into a chat of their own or at its start.
    """
    rows: dict[str, list[dict[str, object]]] = {}
    try:
        with closing(open_read_only(damaged)) as source:
            source.row_factory = sqlite3.Row
            for table in TABLES:
                rows[table] = _readable(source, table)
    except sqlite3.Error as problem:
        log.warning("nothing could be read out of %s: %s", damaged, problem)
    if not any(rows.values()):
        return 0
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        with transaction(connection):
            for table, found in rows.items():
                known = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
                for row in found:
                    values = {key: value for key, value in row.items() if key in known}
                    try:
                        connection.execute(
                            f"INSERT OR IGNORE INTO {table} ({', '.join(values)})"
                            f" VALUES ({', '.join('?' * len(values))})",
                            tuple(values.values()),
                        )
                    except sqlite3.IntegrityError as problem:
                        log.warning("a row of %s was left out: %s", table, problem)
            _mend(connection)
    finally:
        connection.execute("PRAGMA foreign_keys = ON")
    count: int = connection.execute("SELECT count(*) FROM message").fetchone()[0]
    return count


def _readable(source: sqlite3.Connection, table: str) -> list[dict[str, object]]:
    """Rows from both ends towards the damage."""
    found: dict[object, dict[str, object]] = {}
    for order in ("ASC", "DESC"):
        try:
            key = _KEYS.get(table, "rowid")
            for row in source.execute(f"SELECT {key} AS _key, * FROM {table} ORDER BY {key} {order}"):
                values = dict(row)
                at = values.pop("_key")
                if at in found:
                    break
                found[at] = values
        except sqlite3.Error as problem:
            log.warning("%s (%s): %s", table, order, problem)
        else:
            if order == "ASC":
                break  # all of it was read
    return list(found.values())


def _mend(connection: sqlite3.Connection) -> None:
    connection.execute(
        """
        INSERT INTO chat (id, title, created, updated)
        SELECT chat, 'Recovered chat', min(created), max(created) FROM message
        WHERE chat NOT IN (SELECT id FROM chat) GROUP BY chat
        """
    )
    connection.execute(
        "UPDATE message SET parent = NULL WHERE parent IS NOT NULL AND parent NOT IN (SELECT id FROM message)"
    )
    connection.execute(
        """
        UPDATE chat SET head = (SELECT id FROM message WHERE chat = chat.id AND deleted_at IS NULL
                                ORDER BY n DESC LIMIT 1)
        WHERE head IS NULL OR head NOT IN (SELECT id FROM message)
        """
    )
    connection.execute("UPDATE chat SET folder = NULL WHERE folder NOT IN (SELECT id FROM folder)")
    connection.execute("DELETE FROM attachment WHERE document NOT IN (SELECT id FROM document)")
    connection.execute("DELETE FROM draft_file WHERE document NOT IN (SELECT id FROM document)")
    connection.execute(
        "INSERT INTO draft (chat, text, changed)"
        " SELECT DISTINCT draft, '', 0 FROM draft_file WHERE draft NOT IN (SELECT chat FROM draft)"
    )
    connection.execute(  # files that no message has any more, and those whose message is lost: in chats of their own
        "INSERT INTO attachment (message, place, document)"
        " SELECT id, 0, id FROM document WHERE id NOT IN (SELECT document FROM attachment)"
        " AND id NOT IN (SELECT document FROM draft_file)"
    )
    lost = "SELECT DISTINCT message FROM attachment WHERE message NOT IN (SELECT id FROM message)"
    connection.execute(
        "INSERT INTO chat (id, title, head, created, updated)"
        f" SELECT message, 'Recovered files', message, :now, :now FROM ({lost})",
        {"now": time.time()},
    )
    connection.execute(
        "INSERT INTO message (id, chat, role, content, state, created)"
        f" SELECT message, message, 'user', '', 'done', :now FROM ({lost})",
        {"now": time.time()},
    )
    connection.execute("DELETE FROM token_probability WHERE message NOT IN (SELECT id FROM message)")
    for table in ("passage", "mounted_document", "citation", "knowledge_document"):
        connection.execute(f"DELETE FROM {table} WHERE document NOT IN (SELECT id FROM library_document)")
    connection.execute("DELETE FROM citation WHERE message NOT IN (SELECT id FROM message)")
    connection.execute("DELETE FROM left_out_source WHERE folder NOT IN (SELECT id FROM watched_folder)")
    connection.execute(  # some of its passages may be lost: it is read again from its source
        "UPDATE library_document SET status = 'waiting', digest = '' WHERE id IN (SELECT document FROM passage"
        " GROUP BY document HAVING count(*) <= max(ordinal)) OR id NOT IN (SELECT document FROM passage)"
    )
    for table in ("mark", "activity"):
        connection.execute(f"DELETE FROM {table} WHERE chat NOT IN (SELECT id FROM chat)")
