"""Fills a new database with what can be read of a damaged one, and with what earlier copies have of the rest."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.chat_values import new_id
from app.core.store.connection import transaction
from app.core.store.damaged_tables import EVERYTHING, NUMBERED, TABLES, Gaps, Row, TableRows, read_index, read_tables
from app.core.store.safe_rows import RowWriter
from app.core.store.schema_repair import hang_orphans, house, set_heads

log = logging.getLogger("store")

_FIRST = ("folder", "message", "chat", "draft", "attachment", "draft_file")  # what others are chosen by


@dataclass(frozen=True)
class Salvaged:
    """``messages`` in the new database; ``copy``: the one they are from, None if any is from the damaged file."""

    messages: int
    copy: Path | None = None


def salvage(damaged: Path | None, connection: sqlite3.Connection, copies: Sequence[Path] = ()) -> Salvaged:
    """Copy every readable row of ``damaged`` into the open new database, and those of ``copies``, the best first, that
    may have been where it cannot be read. What was deleted since does not come back as far as that is known.

    Never raises for damage: what cannot be read stays in the damaged file. Messages whose chat is lost are put into a
    chat of their own, those whose parent is lost behind the message before them.
    """
    writers = {table: RowWriter(connection, table) for table in TABLES}
    columns = {table: writer.columns for table, writer in writers.items()}
    found = read_tables(damaged, columns) if damaged is not None else {}
    living = _living(damaged, found) if damaged is not None else frozenset()
    copy_used: Path | None = None
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        with transaction(connection):
            for table, content in found.items():
                writer = writers[table]
                for row in content.rows:
                    if not writer.put(row) and table == "message":
                        _put_again(connection, writer, row)
            lost = {table: content.gaps for table, content in found.items()}
            own = _count(connection)
            if not own and (damaged is None or lost["message"]):
                lost = dict.fromkeys(TABLES, EVERYTHING)
            for copy in copies if any(lost.values()) else ():
                before = _count(connection)
                lost = _supply(connection, copy, writers, lost, living)
                added = _count(connection) - before
                log.warning("%d messages are from the copy %s", added, copy.name)
                if added and not own and copy_used is None:
                    copy_used = copy
                if not any(lost.values()):
                    break
            _mend(connection)
    finally:
        connection.execute("PRAGMA foreign_keys = ON")
    return Salvaged(_count(connection), copy_used)


def _count(db: sqlite3.Connection) -> int:
    count: int = db.execute("SELECT count(*) FROM message").fetchone()[0]
    return count


def _put_again(db: sqlite3.Connection, writer: RowWriter, row: Row) -> None:
    """Give a message another id if one of another text has that."""
    other = db.execute("SELECT content FROM message WHERE id = ?", (row.get("id"),)).fetchone()
    if other is not None and other[0] != row.get("content"):
        log.warning("two messages were %s", row.get("id"))
        writer.put({**row, "id": new_id()})


def _living(damaged: Path, found: Mapping[str, TableRows]) -> frozenset[object]:
    """The ids of all chats of the damaged file by its indexes, if there is one to read; else none."""
    chats = frozenset() if found["chat"].gaps else {row.get("id") for row in found["chat"].rows}
    return read_index(damaged, "chat", "id", "sqlite_autoindex_chat_1").union(
        read_index(damaged, "message", "chat", "message_place"), chats
    )


def _supply(
    db: sqlite3.Connection,
    copy: Path,
    writers: Mapping[str, RowWriter],
    lost: Mapping[str, Gaps],
    living: frozenset[object],
) -> dict[str, Gaps]:
    """Add what is lost and ``copy`` has; what is lost still, as far as that can be told. ``living``: chats that are
    not deleted, if that is known."""
    read = read_tables(copy, {})
    for table in sorted(lost, key=lambda table: _FIRST.index(table) if table in _FIRST else len(_FIRST)):
        if not lost[table]:
            continue
        wanted, writer = _filter(db, table, read, lost, living), writers[table]
        for row in read[table].rows:
            if (table not in NUMBERED or lost[table].has(row.get("n"))) and wanted(row):
                writer.put(row)
    if not read["message"].rows:
        return dict(lost)
    return {table: gaps.common(read[table].gaps) for table, gaps in lost.items()}


def _filter(
    db: sqlite3.Connection,
    table: str,
    read: Mapping[str, TableRows],
    lost: Mapping[str, Gaps],
    living: frozenset[object],
) -> Callable[[Row], bool]:
    """Which rows of a copy are not of something that was deleted since."""

    def known(query: str) -> set[object]:
        return {row[0] for row in db.execute(query)}

    if table == "message":
        if lost["chat"] and not living:
            return lambda row: True
        chats = known("SELECT id FROM chat UNION SELECT chat FROM message") | living
        return lambda row: row.get("chat") in chats
    if table == "chat":
        full = known("SELECT chat FROM message")
        of_copy = {row.get("chat") for row in read["message"].rows}
        return lambda row: row.get("id") in full or row.get("id") not in of_copy
    if table in ("draft", "draft_file"):  # of a chat that is not begun there may be one
        chats = known("SELECT id FROM chat")
        deleted = {row.get("id") for row in read["chat"].rows} - chats
        if table == "draft":
            return lambda row: row.get("chat") not in deleted
        drafts = known("SELECT chat FROM draft")
        return lambda row: row.get("draft") not in deleted and (bool(lost["draft"]) or row.get("draft") in drafts)
    if table == "library_document" and not lost["passage"]:
        in_use = known("SELECT document FROM passage UNION SELECT document FROM mounted_document")
        return lambda row: row.get("status") != "indexed" or row.get("id") in in_use
    if table == "attachment":
        messages = known("SELECT id FROM message")
        return lambda row: row.get("message") in messages
    if table == "document":
        documents = known("SELECT document FROM attachment UNION SELECT document FROM draft_file")
        return lambda row: row.get("id") in documents
    if table == "passage":  # of the text that the document has now
        digests = {(row["id"], row["digest"]) for row in read["library_document"].rows}
        same = {row[0] for row in db.execute("SELECT id, digest FROM library_document") if tuple(row) in digests}
        return lambda row: row.get("document") in same
    return lambda row: True


def _mend(connection: sqlite3.Connection) -> None:
    house(connection)
    connection.execute(
        """
        INSERT INTO chat (id, title, created, updated)
        SELECT chat, 'Recovered chat', min(created), max(created) FROM message
        WHERE chat NOT IN (SELECT id FROM chat) GROUP BY chat
        """
    )
    hang_orphans(connection)
    set_heads(connection, empty=True)
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
