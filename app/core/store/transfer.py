"""Whole chats in and out of the store: for export, import and copies."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from app.core.chat_values import Chat, Folder, Message, new_id
from app.core.store import attachments
from app.core.store.chats import HIDDEN, ChatOps
from app.core.store.messages import message_meta, put_messages
from app.core.transcript import bounded


class ExportedFolder(msgspec.Struct, frozen=True):
    """A folder with what it has of its own. ``key``: unlike that of any other folder of an export or import."""

    key: str
    name: str
    system_prompt: str = ""
    notes: str = ""


FolderOfChat = ExportedFolder | str  # of older files only the name is known; "": in none


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

    def size_of(self, chat_id: str) -> int:
        """Characters of all its messages and of what came with them, as messages_of has them."""
        with self._read() as db:
            text: int = db.execute(
                "SELECT coalesce(sum(length(content)), 0) FROM message WHERE chat = ?", (chat_id,)
            ).fetchone()[0]
            files: int = db.execute(
                "SELECT coalesce(sum(length(text)), 0) FROM document WHERE id IN (SELECT attachment.document"
                " FROM attachment JOIN message ON message.id = attachment.message WHERE message.chat = ?)",
                (chat_id,),
            ).fetchone()[0]
        return text + files

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
                self._insert_whole(db, msgspec.structs.replace(chat, folder=""), messages, HIDDEN)

    def finish_import(self, chats: Iterable[tuple[str, FolderOfChat]], folders: Iterable[ExportedFolder] = ()) -> int:
        """Show staged chats, each (id, its folder); folders that do not exist are made. ``folders``: to be there, too,
        though no chat is in them; how many of these were made.
        """
        places: dict[str, str] = {}
        with self._write() as db:
            for chat_id, folder in chats:
                db.execute(
                    "UPDATE chat SET trashed_at = NULL, folder = ? WHERE id = ? AND trashed_at = ?",
                    (self._place_of(db, folder, places) or None, chat_id, HIDDEN),
                )
            before = self._count_folders(db)
            for empty in folders:
                self._place_of(db, empty, places)
            return self._count_folders(db) - before

    @staticmethod
    def _count_folders(db: sqlite3.Connection) -> int:
        count: int = db.execute("SELECT count(*) FROM folder").fetchone()[0]
        return count

    @classmethod
    def _place_of(cls, db: sqlite3.Connection, folder: FolderOfChat, places: dict[str, str]) -> str:
        """Id of the folder here. ``places``: key of a folder of this import -> where its chats are put: two of them
        never become one.
        """
        if isinstance(folder, str):
            return cls._folder_named(db, folder) if folder else ""
        if folder.key in places:
            return places[folder.key]
        name, taken, place = bounded(folder.name), set(places.values()), ""
        for found, notes in db.execute(
            "SELECT id, notes FROM folder WHERE name = ? AND system_prompt = ? ORDER BY created, id",
            (name, folder.system_prompt),
        ):
            if found not in taken and (not notes or not folder.notes or notes == folder.notes):
                place = found
                break
        if not place:
            place = new_id()
            cls._insert_folder(db, Folder(place, name))
        db.execute(
            "UPDATE folder SET system_prompt = ?, notes = CASE notes WHEN '' THEN ? ELSE notes END WHERE id = ?",
            (folder.system_prompt, folder.notes, place),
        )
        places[folder.key] = place
        return place

    def exported_folders(self, chats: Iterable[str] | None = None) -> dict[str, ExportedFolder]:
        """The folders that these chats are in, by id, oldest first; None: all folders, those without chats, too."""
        with self._read() as db:
            used = {
                row[0]
                for chat_id in chats or ()
                for row in db.execute("SELECT folder FROM chat WHERE id = ? AND folder IS NOT NULL", (chat_id,))
            }
            rows = db.execute("SELECT id, name, system_prompt, notes FROM folder ORDER BY created, id").fetchall()
        return {row[0]: ExportedFolder(*row) for row in rows if chats is None or row[0] in used}

    def already_here(self, chats: Iterable[tuple[Chat, Sequence[Message]]]) -> set[str]:
        """Ids of those of which there is one that is not in the trash, of the same time and with all their messages;
        what was said in it since does not matter.
        """
        known: dict[float, list[tuple[str, str]]] = {}
        found: set[str] = set()
        with self._read() as db:
            for key, title, created in db.execute("SELECT id, title, created FROM chat WHERE trashed_at IS NULL"):
                known.setdefault(created, []).append((key, title))
            for chat, messages in chats:
                for key, title in known.get(chat.created, ()):
                    if self._holds(db, key, messages) if messages else title == chat.title:
                        found.add(chat.id)
                        break
        return found

    @staticmethod
    def _holds(db: sqlite3.Connection, chat_id: str, messages: Sequence[Message]) -> bool:
        rows = db.execute(
            "SELECT role, created, content FROM message WHERE chat = ? AND deleted_at IS NULL", (chat_id,)
        )
        left = Counter((one.role, one.created, one.content) for one in messages)
        for row in rows:
            left[row] -= 1
        return all(count <= 0 for count in left.values())

    @classmethod
    def _insert_whole(
        cls, db: sqlite3.Connection, chat: Chat, messages: Sequence[Message], trashed_at: float | None
    ) -> None:
        cls._insert_chat(db, chat)
        put_messages(db, chat.id, messages)
        attachments.insert_all(db, messages)
        db.execute("UPDATE chat SET head = ?, trashed_at = ? WHERE id = ?", (chat.head or None, trashed_at, chat.id))


def renamed(chat: Chat, messages: Sequence[Message], probabilities: bool = False) -> tuple[Chat, list[Message]]:
    """The same chat with new ids, no memory, and its running replies as interrupted ones.

    ``probabilities``: how likely their tokens were comes along.
    """
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
                meta=msgspec.structs.replace(message.meta, probabilities=probabilities and message.meta.probabilities),
                siblings=(),
            )
            for message in messages
        ],
    )
