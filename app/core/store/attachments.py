"""Attachments in the store: documents, each once, and the messages and drafts that they belong to."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from app.core.chat_values import Attachment, Message
from app.core.texts import column, from_column

_FIELDS = Attachment.__struct_fields__
_COLUMNS = ", ".join(f"document.{field}" for field in _FIELDS)


def insert(db: sqlite3.Connection, message: Message) -> None:
    """Store what came with ``message``; a document that is there already is referred to."""
    for place, attachment in enumerate(message.attachments):
        _keep(db, attachment)
        db.execute(
            "INSERT INTO attachment (message, place, document) VALUES (?, ?, ?)", (message.id, place, attachment.id)
        )


def replace(db: sqlite3.Connection, message: Message) -> None:
    """Store what comes with ``message`` now in place of what did."""
    for file in message.attachments:
        _keep(db, file)  # before the old rows go: what nobody refers to is deleted
    known = db.execute("SELECT max(place) FROM attachment WHERE message = ?", (message.id,)).fetchone()[0]
    free = 0 if known is None else known + 1
    for place, attachment in enumerate(message.attachments, start=free):
        db.execute(
            "INSERT INTO attachment (message, place, document) VALUES (?, ?, ?)", (message.id, place, attachment.id)
        )
    db.execute("DELETE FROM attachment WHERE message = ? AND place < ?", (message.id, free))


def of_chat(db: sqlite3.Connection, chat_id: str) -> dict[str, tuple[Attachment, ...]]:
    """Message -> what came with it, for the messages of a chat that have any."""
    documents: dict[str, Attachment] = {}  # several messages may have the same one
    found: dict[str, list[Attachment]] = {}
    rows = db.execute(
        "SELECT attachment.message, attachment.document FROM attachment JOIN message ON message.id = attachment.message"
        " WHERE message.chat = ? ORDER BY attachment.message, attachment.place",
        (chat_id,),
    ).fetchall()
    for message, document in rows:
        if document not in documents:
            documents[document] = _document(db, document)
        found.setdefault(message, []).append(documents[document])
    return {message: tuple(attachments) for message, attachments in found.items()}


def of_message(db: sqlite3.Connection, message_id: str) -> list[Attachment]:
    """What came with a message, in its order."""
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM attachment JOIN document ON document.id = attachment.document"
        " WHERE attachment.message = ? ORDER BY attachment.place",
        (message_id,),
    )
    return [_attachment(row) for row in rows]


def put_of_draft(db: sqlite3.Connection, draft: str, files: Sequence[Attachment]) -> None:
    """Store what comes with a draft in place of what came with it before; the same files are not written again."""
    known = db.execute("SELECT place, document FROM draft_file WHERE draft = ? ORDER BY place", (draft,)).fetchall()
    if [document for _, document in known] == [file.id for file in files]:
        return
    free = known[-1][0] + 1 if known else 0
    for place, file in enumerate(files, start=free):  # before the old rows go: what is in both stays owned
        _keep(db, file)
        db.execute("INSERT INTO draft_file (draft, place, document) VALUES (?, ?, ?)", (draft, place, file.id))
    db.execute("DELETE FROM draft_file WHERE draft = ? AND place < ?", (draft, free))


def of_drafts(db: sqlite3.Connection) -> dict[str, tuple[Attachment, ...]]:
    """Draft -> what comes with it, for those with files."""
    found: dict[str, list[Attachment]] = {}
    rows = db.execute(
        f"SELECT draft_file.draft, {_COLUMNS} FROM draft_file JOIN document ON document.id = draft_file.document"
        " ORDER BY draft_file.draft, draft_file.place"
    )
    for draft, *fields in rows:
        found.setdefault(draft, []).append(_attachment(fields))
    return {draft: tuple(files) for draft, files in found.items()}


def _keep(db: sqlite3.Connection, attachment: Attachment) -> None:
    db.execute(
        f"INSERT OR IGNORE INTO document ({', '.join(_FIELDS)}) VALUES ({', '.join('?' * len(_FIELDS))})",
        [column(attachment.note) if field == "note" else getattr(attachment, field) for field in _FIELDS],
    )


def _document(db: sqlite3.Connection, document: str) -> Attachment:
    return _attachment(db.execute(f"SELECT {_COLUMNS} FROM document WHERE id = ?", (document,)).fetchone())


def _attachment(row: Iterable[object]) -> Attachment:
    values: dict[str, Any] = dict(zip(_FIELDS, row, strict=True))
    return Attachment(**{**values, "note": from_column(values["note"])})


def insert_all(db: sqlite3.Connection, messages: Sequence[Message]) -> None:
    """As :func:`insert` for each message."""
    for message in messages:
        if message.attachments:
            insert(db, message)
