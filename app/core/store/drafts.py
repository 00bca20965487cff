"""Drafts in the store: what is written in a chat but not sent yet, edits and system prompts that do not count yet."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable

from app.core.draft import EDIT, FOLDER, PROMPT, SETUP, StoredDraft, Unsent
from app.core.store import attachments
from app.core.store.base import Base
from app.core.store.merging import OF_DRAFTS, merge_deleted


class DraftOps(Base):
    """Operations on drafts, by the id of their chat. One goes with its chat, or with the message that it becomes.

    What is to replace a message, the system prompt of a chat or what a folder has, and what a chat without a message
    has of its own, is kept beside them, by the keys of ``app.core.draft``.
    """

    def drafts(self) -> list[StoredDraft]:
        """All of them, changed last at the end; also those of chats in the trash."""
        with self._read() as db:
            files = attachments.of_drafts(db)
            rows = db.execute(
                "SELECT draft.chat, text, coalesce(chat.id, message.id, folder.id) IS NOT NULL,"
                " coalesce(message.chat, '')"
                " FROM draft LEFT JOIN chat ON chat.id IN (draft.chat, replace(draft.chat, :prompt, ''))"
                " LEFT JOIN message ON draft.chat = :edit || message.id AND message.deleted_at IS NULL"
                " AND message.id = replace(draft.chat, :edit, '')"
                " LEFT JOIN folder ON draft.chat = :folder || folder.id ORDER BY changed, draft.chat",
                {"edit": EDIT, "prompt": PROMPT, "folder": FOLDER},
            ).fetchall()
        return [
            StoredDraft(key, Unsent(text, files.get(key, ())), bool(begun), place) for key, text, begun, place in rows
        ]

    def put_draft(self, chat_id: str, unsent: Unsent) -> None:
        """Store what is written in a chat; nothing: what was stored goes."""
        with self._write() as db:
            if not unsent:
                drop(db, chat_id)
                return
            db.execute(
                "INSERT INTO draft (chat, text, changed) VALUES (?, ?, ?)"
                " ON CONFLICT (chat) DO UPDATE SET text = excluded.text, changed = excluded.changed",
                (chat_id, unsent.text, time.time()),
            )
            attachments.put_of_draft(db, chat_id, unsent.attachments)

    def move_draft(self, chat_id: str, to: str) -> None:
        """The draft of a chat that was not begun is that of another one now."""
        with self._write() as db:
            db.execute("UPDATE draft SET chat = ? WHERE chat = ?", (to, chat_id))

    def delete_drafts(self, ids: Iterable[str]) -> None:
        """Delete drafts, if they are there."""
        with self._write() as db:
            for chat_id in ids:
                drop(db, chat_id)

    def wipe_drafts(self) -> None:
        """Delete all drafts; no word of them stays in an index."""
        with self._write() as db:
            db.execute("DELETE FROM draft")
            merge_deleted(db, OF_DRAFTS)


def drop(db: sqlite3.Connection, chat_id: str) -> None:
    """Delete the draft of a chat, if there is one."""
    db.execute("DELETE FROM draft WHERE chat = ?", (chat_id,))


def drop_sent(db: sqlite3.Connection, chat_id: str) -> None:
    """Delete the draft of a chat that is a message now, and what the chat had of its own before its first one."""
    drop(db, chat_id)
    drop(db, SETUP + chat_id)


def drop_edits(db: sqlite3.Connection, messages: Iterable[str]) -> None:
    """Delete what was to replace messages that are about to be deleted."""
    db.executemany("DELETE FROM draft WHERE chat = ?", [(EDIT + message,) for message in messages])


def drop_prompt(db: sqlite3.Connection, chat_id: str) -> None:
    """Delete what was to replace the system prompt of a chat that is about to be deleted."""
    drop(db, PROMPT + chat_id)
