"""Attachments in the store: documents, each once, and the messages that they belong to."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from app.core.types import Attachment, Message

_FIELDS = Attachment.__struct_fields__
_COLUMNS = ", ".join(f"document.{field}" for field in _FIELDS)


def insert(db: sqlite3.Connection, message: Message) -> None:
    """Store what came with ``message``; a document that is there already is referred to."""
    for place, attachment in enumerate(message.attachments):
        db.execute(
            f"INSERT OR IGNORE INTO document ({', '.join(_FIELDS)}) VALUES ({', '.join('?' * len(_FIELDS))})",
            [getattr(attachment, field) for field in _FIELDS],
        )
        db.execute(
            "INSERT INTO attachment (message, place, document) VALUES (?, ?, ?)", (message.id, place, attachment.id)
        )


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


def _document(db: sqlite3.Connection, document: str) -> Attachment:
    return _attachment(db.execute(f"SELECT {_COLUMNS} FROM document WHERE id = ?", (document,)).fetchone())


def _attachment(row: Iterable[object]) -> Attachment:
    return Attachment(**dict(zip(_FIELDS, row, strict=True)))  # type: ignore[arg-type]


def insert_all(db: sqlite3.Connection, messages: Sequence[Message]) -> None:
    """As :func:`insert` for each message."""
    for message in messages:
        if message.attachments:
            insert(db, message)
