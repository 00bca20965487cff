"""Chats in the store: the list, search, and what can be done with a chat as a whole."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence

from app.core.store.base import Base
from app.core.types import Chat, ChatGroup, GroupKey

_COLUMNS = """chat.id, chat.title, chat.pinned, coalesce(chat.head, ''), chat.system_prompt, chat.model_fingerprint,
    chat.model_name, chat.tokens, chat.fill, chat.compacted, chat.created, chat.updated, chat.trashed_at"""


def chat_of(row: Sequence[object]) -> Chat:
    """A chat from a row of ``_COLUMNS``."""
    names = Chat.__struct_fields__
    values = dict(zip(names, row, strict=True))
    values["pinned"], values["compacted"] = bool(values["pinned"]), bool(values["compacted"])
    return Chat(**values)  # type: ignore[arg-type]


def grouped(chats: Sequence[Chat], now: float | None = None) -> tuple[ChatGroup, ...]:
    """Chats under the headings of the sidebar by local calendar day; empty groups are left out."""
    today = time.localtime(time.time() if now is None else now)

    def midnight(days_ago: int) -> float:
        return time.mktime((today.tm_year, today.tm_mon, today.tm_mday - days_ago, 0, 0, 0, 0, 0, -1))

    groups: dict[GroupKey, list[Chat]] = {"pinned": [], "today": [], "yesterday": [], "week": [], "older": []}
    borders: tuple[tuple[GroupKey, float], ...] = (
        ("today", midnight(0)),
        ("yesterday", midnight(1)),
        ("week", midnight(7)),
    )
    for chat in sorted(chats, key=lambda chat: (-chat.updated, chat.id)):
        key: GroupKey = "pinned" if chat.pinned else next((name for name, at in borders if chat.updated >= at), "older")
        groups[key].append(chat)
    return tuple(ChatGroup(key, tuple(members)) for key, members in groups.items() if members)


def like(word: str) -> str:
    """A LIKE pattern (escape character ``\\``) that finds ``word`` anywhere."""
    escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


class ChatOps(Base):
    """Operations on chats. All raise StoreError kinds; a chat that does not exist is left alone silently."""

    def create_chat(self, chat: Chat) -> None:
        """Store a new chat (its ``head`` is ignored: it has no messages yet)."""
        with self._write() as db:
            self._insert_chat(db, chat)

    @staticmethod
    def _insert_chat(db: sqlite3.Connection, chat: Chat) -> None:
        db.execute(
            "INSERT INTO chat (id, title, pinned, system_prompt, model_fingerprint, model_name, created, updated)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                chat.id,
                chat.title,
                chat.pinned,
                chat.system_prompt,
                chat.model_fingerprint,
                chat.model_name,
                chat.created,
                chat.updated,
            ),
        )

    def chat(self, chat_id: str) -> Chat | None:
        """The chat, also one in the trash; None if there is none."""
        with self._read() as db:
            row = db.execute(f"SELECT {_COLUMNS} FROM chat WHERE id = ?", (chat_id,)).fetchone()
        return chat_of(row) if row else None

    def chats(self) -> list[Chat]:
        """All chats that are not in the trash, last used first."""
        with self._read() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM chat WHERE trashed_at IS NULL ORDER BY updated DESC, id"
            ).fetchall()
        return [chat_of(row) for row in rows]

    def search(self, text: str) -> list[Chat]:
        """Chats whose title or messages contain every word of ``text`` (in any order, any script, any case).

        Each word may stand in another message. Words of three letters and more use the index.
        """
        words = text.split()
        if not words:
            return self.chats()
        clauses, values = [], []
        for word in words:
            clauses.append(
                "(chat.title LIKE ? ESCAPE '\\' OR chat.id IN (SELECT message.chat FROM message WHERE "
                + (
                    "message.n IN (SELECT rowid FROM message_search WHERE message_search MATCH ?)"
                    if len(word) >= 3
                    else "message.deleted_at IS NULL AND message.content LIKE ? ESCAPE '\\'"
                )
                + "))"
            )
            quoted = '"' + word.replace('"', '""') + '"'
            values += [like(word), quoted if len(word) >= 3 else like(word)]
        query = (
            f"SELECT {_COLUMNS} FROM chat WHERE trashed_at IS NULL AND {' AND '.join(clauses)}"
            " ORDER BY updated DESC, id LIMIT 200"
        )
        with self._read() as db:
            rows = db.execute(query, values).fetchall()
        return [chat_of(row) for row in rows]

    def rename_chat(self, chat_id: str, title: str) -> None:
        with self._write() as db:
            db.execute("UPDATE chat SET title = ? WHERE id = ?", (title, chat_id))

    def pin_chat(self, chat_id: str, pinned: bool) -> None:
        with self._write() as db:
            db.execute("UPDATE chat SET pinned = ? WHERE id = ?", (pinned, chat_id))

    def trash_chat(self, chat_id: str, now: float | None = None) -> None:
        """Move a chat to the trash; all of it is kept."""
        with self._write() as db:
            db.execute(
                "UPDATE chat SET trashed_at = ? WHERE id = ? AND trashed_at IS NULL",
                (time.time() if now is None else now, chat_id),
            )

    def restore_chat(self, chat_id: str) -> None:
        """Take a chat out of the trash."""
        with self._write() as db:
            db.execute("UPDATE chat SET trashed_at = NULL WHERE id = ?", (chat_id,))

    def purge_trash(self, before: float) -> list[str]:
        """Delete for good what was put into the trash before ``before``; the ids, so that their folders can go too."""
        with self._write() as db:
            ids = [row[0] for row in db.execute("SELECT id FROM chat WHERE trashed_at < ?", (before,))]
            db.executemany("UPDATE chat SET head = NULL WHERE id = ?", [(chat_id,) for chat_id in ids])
            db.executemany("DELETE FROM chat WHERE id = ?", [(chat_id,) for chat_id in ids])
            if ids:
                # merges the index, so that no deleted text stays in its older segments
                db.execute("INSERT INTO message_search (message_search) VALUES ('optimize')")
        return ids

    def set_chat_memory(self, chat_id: str, tokens: int, fill: float, compacted: bool) -> None:
        """Keep the figures of the chat's memory for the sidebar."""
        with self._write() as db:
            db.execute(
                "UPDATE chat SET tokens = ?, fill = ?, compacted = ? WHERE id = ?",
                (tokens, fill, compacted, chat_id),
            )

    def set_chat_model(self, chat_id: str, fingerprint: str, name: str) -> None:
        """Keep which model answered last."""
        with self._write() as db:
            db.execute(
                "UPDATE chat SET model_fingerprint = ?, model_name = ? WHERE id = ?", (fingerprint, name, chat_id)
            )
