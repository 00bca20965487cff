"""Whole chats in and out of the store: for export, import and copies."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from app.core.chat_values import Chat, Message, new_id
from app.core.store import attachments
from app.core.store.chats import ChatOps
from app.core.store.messages import message_meta

STAGED = 0.0  # trashed_at of a chat whose import has not ended: hidden


class TransferOps(ChatOps):
    """Operations on chats with all their branches."""

    def messages_of(self, chat_id: str) -> list[Message]:
        """All messages of all branches in the order they were stored: parents before children; no deleted ones."""
        with self._read() as db:
            rows = db.execute(
                "SELECT id, coalesce(parent, ''), role, content, state, meta, created FROM message"
                " WHERE chat = ? AND deleted_at IS NULL ORDER BY n",
                (chat_id,),
            ).fetchall()
            attached = attachments.of_chat(db, chat_id)
        return [
            Message(
                id=key, chat=chat_id, parent=parent, role=role, content=content, state=state, meta=message_meta(meta),
                created=created, attachments=attached.get(key, ()),
            )
            for key, parent, role, content, state, meta, created in rows
        ]  # fmt: skip

    def duplicate_chat(self, chat_id: str, title: str) -> Chat | None:
        """A copy with all branches and ids of its own, in the same folder; None if there is no such chat."""
        with self._lock:
            chat = self.chat(chat_id)
            if chat is None:
                return None
            copy, messages = renamed(chat, self.messages_of(chat_id))
            now = time.time()
            copy = msgspec.structs.replace(
                copy, title=title, pinned=False, created=now, updated=now, titled_by="person", trashed_at=None
            )
            with self._write() as db:
                self._insert_whole(db, copy, messages, None)
                self._copy_settings(db, chat_id, copy.id)
            return self.chat(copy.id)

    def stage_chats(
        self,
        chats: Iterable[tuple[Chat, Sequence[Message]]],
        settings: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """Store chats of an import, out of sight until :meth:`finish_import`; all or none of them.

        ``settings``: those of the chats by id, each key to JSON text.
        """
        with self._write() as db:
            for chat_id, values in (settings or {}).items():
                rows = [(chat_id, key, value) for key, value in values.items()]
                db.executemany("INSERT INTO scoped_setting VALUES ('chat', ?, ?, ?)", rows)
            for chat, messages in chats:
                self._insert_whole(db, msgspec.structs.replace(chat, folder=""), messages, STAGED)

    def finish_import(self, chats: Iterable[tuple[str, str]]) -> None:
        """Show staged chats, each (id, name of its folder or ""); folders that do not exist are made."""
        with self._write() as db:
            for chat_id, folder in chats:
                db.execute(
                    "UPDATE chat SET trashed_at = NULL, folder = ? WHERE id = ? AND trashed_at = ?",
                    (self._folder_named(db, folder) if folder else None, chat_id, STAGED),
                )

    def drop_left_imports(self) -> None:
        """Delete what imports left behind that were cut off by the end of the program."""
        with self._write() as db:
            ids = [row[0] for row in db.execute("SELECT id FROM chat WHERE trashed_at = ?", (STAGED,))]
            self._delete(db, ids)

    def drop_import(self, ids: Sequence[str]) -> None:
        """Delete staged chats of an import that was cancelled or failed."""
        with self._write() as db:
            staged = [
                chat_id
                for chat_id in ids
                if db.execute("SELECT 1 FROM chat WHERE id = ? AND trashed_at = ?", (chat_id, STAGED)).fetchone()
            ]
            self._delete(db, staged)

    @classmethod
    def _insert_whole(
        cls, db: sqlite3.Connection, chat: Chat, messages: Sequence[Message], trashed_at: float | None
    ) -> None:
        cls._insert_chat(db, chat)
        db.executemany(
            "INSERT INTO message (id, chat, parent, role, content, state, meta, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    message.id,
                    chat.id,
                    message.parent or None,
                    message.role,
                    message.content,
                    message.state,
                    msgspec.json.encode(message.meta).decode(),
                    message.created,
                )
                for message in messages
            ],
        )
        attachments.insert_all(db, messages)
        db.execute("UPDATE chat SET head = ?, trashed_at = ? WHERE id = ?", (chat.head or None, trashed_at, chat.id))


def renamed(chat: Chat, messages: Sequence[Message]) -> tuple[Chat, list[Message]]:
    """The same chat with new ids, no memory, and its running replies as interrupted ones."""
    ids = {message.id: new_id() for message in messages}
    chat_id = new_id()
    return (
        msgspec.structs.replace(chat, id=chat_id, head=ids.get(chat.head, ""), tokens=0, fill=0.0, compacted=False),
        [
            msgspec.structs.replace(
                message,
                id=ids[message.id],
                chat=chat_id,
                parent=ids.get(message.parent, ""),
                state="interrupted" if message.state == "streaming" else message.state,
                meta=msgspec.structs.replace(message.meta, probabilities=False),  # they do not come along
                siblings=(),
            )
            for message in messages
        ],
    )
