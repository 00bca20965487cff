"""Drafts in the store: what is written in a chat but not sent yet."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable

from app.core.draft import StoredDraft, Unsent
from app.core.store import attachments
from app.core.store.base import Base


class DraftOps(Base):
    """Operations on drafts, by the id of their chat. One goes with its chat, or with the message that it becomes."""

    def drafts(self) -> list[StoredDraft]:
        """All of them, changed last at the end; also those of chats in the trash."""
        with self._read() as db:
            files = attachments.of_drafts(db)
            rows = db.execute(
                "SELECT chat, text, EXISTS (SELECT 1 FROM chat WHERE id = draft.chat) FROM draft ORDER BY changed, chat"
            ).fetchall()
        return [StoredDraft(chat, Unsent(text, files.get(chat, ())), bool(begun)) for chat, text, begun in rows]

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
            for index in ("document_search", "document_words"):
                db.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")


def drop(db: sqlite3.Connection, chat_id: str) -> None:
    """Delete the draft of a chat, if there is one."""
    db.execute("DELETE FROM draft WHERE chat = ?", (chat_id,))
