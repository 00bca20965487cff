"""Chats in the store: the list, folders, the trash, and what can be done with a chat as a whole."""

from __future__ import annotations

import math
import sqlite3
import time
from collections.abc import Collection, Iterable, Sequence

from app.core.chat_values import Chat, ChatGroup, Folder, GroupKey, RemovedFolder, new_id
from app.core.store import drafts
from app.core.store.base import Base
from app.core.store.documents import put_mounts
from app.core.store.merging import OF_MESSAGES, put_off_merging
from app.core.transcript import bounded

_COLUMNS = """chat.id, chat.title, chat.pinned, coalesce(chat.head, ''), chat.system_prompt, chat.model_fingerprint,
    chat.model_name, chat.tokens, chat.fill, chat.compacted, chat.created, chat.updated, chat.trashed_at,
    coalesce(chat.folder, ''), chat.titled_by, chat.state_key"""


HIDDEN = 0.0  # trashed_at of a chat that no list shows: it is being imported, copied or deleted
_AT_ONCE = 20  # messages that are deleted between two looks at the clock


def chat_of(row: Sequence[object]) -> Chat:
    """A chat from a row of ``_COLUMNS``."""
    names = Chat.__struct_fields__
    values = dict(zip(names, row, strict=True))
    values["title"] = bounded(str(values["title"]))  # one that was stored before titles had an end
    values["pinned"], values["compacted"] = bool(values["pinned"]), bool(values["compacted"])
    return Chat(**values)  # type: ignore[arg-type]


def grouped(chats: Sequence[Chat], folders: Sequence[Folder] = (), now: float | None = None) -> tuple[ChatGroup, ...]:
    """Chats under the headings of the sidebar: pinned, folders by name, the rest by local calendar day.

    A chat stands under one heading. Empty groups are left out, empty folders are not.
    """
    today = time.localtime(time.time() if now is None else now)

    def midnight(days_ago: int) -> float:
        return time.mktime((today.tm_year, today.tm_mon, today.tm_mday - days_ago, 0, 0, 0, 0, 0, -1))

    days: dict[GroupKey, list[Chat]] = {"pinned": [], "today": [], "yesterday": [], "week": [], "older": []}
    inside: dict[str, list[Chat]] = {folder.id: [] for folder in folders}
    borders: tuple[tuple[GroupKey, float], ...] = (
        ("today", midnight(0)),
        ("yesterday", midnight(1)),
        ("week", midnight(7)),
    )
    for chat in sorted(chats, key=lambda chat: (-chat.updated, chat.id)):
        if chat.pinned:
            days["pinned"].append(chat)
        elif chat.folder in inside:
            inside[chat.folder].append(chat)
        else:
            days[next((name for name, at in borders if chat.updated >= at), "older")].append(chat)
    groups = [ChatGroup(key, tuple(members)) for key, members in days.items() if members]
    ordered = sorted(folders, key=lambda folder: (folder.name.casefold(), folder.id))
    at = 1 if days["pinned"] else 0
    groups[at:at] = [ChatGroup("folder", tuple(inside[folder.id]), folder) for folder in ordered]
    return tuple(groups)


def like(word: str) -> str:
    """A LIKE pattern (escape character ``\\``) that finds ``word`` anywhere."""
    escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


class ChatOps(Base):
    """Operations on chats. All raise StoreError kinds; a chat that does not exist is left alone silently."""

    @staticmethod
    def _insert_chat(db: sqlite3.Connection, chat: Chat) -> None:
        """Its ``head`` is ignored: it has no messages yet."""
        db.execute(
            "INSERT INTO chat (id, title, pinned, system_prompt, model_fingerprint, model_name, created, updated,"
            " folder, titled_by, state_key)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT id FROM folder WHERE id = ?), ?, ?)",
            (
                chat.id,
                bounded(chat.title),
                chat.pinned,
                chat.system_prompt,
                chat.model_fingerprint,
                bounded(chat.model_name),
                chat.created,
                chat.updated,
                chat.folder,  # none if it was deleted meanwhile
                chat.titled_by,
                chat.state_key,
            ),
        )

    def chat(self, chat_id: str) -> Chat | None:
        """The chat, also one in the trash; None if there is none."""
        with self._read() as db:
            row = db.execute(f"SELECT {_COLUMNS} FROM chat WHERE id = ?", (chat_id,)).fetchone()
        return chat_of(row) if row else None

    def sound_chat(self, chat_id: str) -> Chat | None:
        """As ``chat``; None also of one that no list shows: some of it may be missing."""
        chat = self.chat(chat_id)
        return chat if chat is not None and chat.trashed_at != HIDDEN else None

    def chats(self) -> list[Chat]:
        """All chats that are not in the trash, last used first."""
        with self._read() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM chat WHERE trashed_at IS NULL ORDER BY updated DESC, id"
            ).fetchall()
        return [chat_of(row) for row in rows]

    def rename_chat(self, chat_id: str, title: str) -> None:
        """The title that the person gave."""
        with self._write() as db:
            db.execute("UPDATE chat SET title = ?, titled_by = 'person' WHERE id = ?", (bounded(title), chat_id))

    def set_system_prompt(self, chat_id: str, text: str) -> None:
        """The system prompt of a chat from now on."""
        with self._write() as db:
            db.execute("UPDATE chat SET system_prompt = ? WHERE id = ?", (text, chat_id))

    def title_chat(self, chat_id: str, title: str) -> bool:
        """A title that was made for the chat; False (and nothing) if the person has given it one."""
        with self._write() as db:
            return (
                db.execute(
                    "UPDATE chat SET title = ?, titled_by = 'model' WHERE id = ? AND titled_by <> 'person'",
                    (bounded(title), chat_id),
                ).rowcount
                > 0
            )

    def pin_chats(self, ids: Iterable[str], pinned: bool) -> None:
        """Keep chats at the top, or no longer."""
        with self._write() as db:
            db.executemany("UPDATE chat SET pinned = ? WHERE id = ?", [(pinned, chat_id) for chat_id in ids])

    def move_chats(self, ids: Iterable[str], folder: str) -> None:
        """Put chats into a folder ("": out of any); one that does not exist: nothing is moved."""
        with self._write() as db:
            if folder and db.execute("SELECT 1 FROM folder WHERE id = ?", (folder,)).fetchone() is None:
                return
            db.executemany("UPDATE chat SET folder = ? WHERE id = ?", [(folder or None, chat_id) for chat_id in ids])

    # settings of one chat --------------------------------------------------------

    def chat_settings(self, chat_id: str) -> dict[str, str]:
        """What is set for this chat: key to JSON text."""
        with self._read() as db:
            return dict(
                db.execute("SELECT key, value FROM scoped_setting WHERE level = 'chat' AND owner = ?", (chat_id,))
            )

    @staticmethod
    def _copy_settings(db: sqlite3.Connection, chat_id: str, copy_id: str) -> None:
        db.execute(
            "INSERT INTO scoped_setting (level, owner, key, value)"
            " SELECT level, ?, key, value FROM scoped_setting WHERE level = 'chat' AND owner = ?",
            (copy_id, chat_id),
        )

    def drop_left_settings(self, kept: Collection[str] = ()) -> None:
        """Delete the settings of chats that were never begun, but for those ``kept``. Call at start, before there is
        such a chat.
        """
        with self._write() as db:
            left = db.execute(
                "SELECT DISTINCT owner FROM scoped_setting WHERE level = 'chat' AND owner NOT IN (SELECT id FROM chat)"
            ).fetchall()
            gone = [row for row in left if row[0] not in kept]
            db.executemany("DELETE FROM scoped_setting WHERE level = 'chat' AND owner = ?", gone)

    # folders -------------------------------------------------------------------

    def folders(self) -> list[Folder]:
        """All folders, oldest first."""
        with self._read() as db:
            rows = db.execute("SELECT id, name, collapsed FROM folder ORDER BY created, id").fetchall()
        return [Folder(folder_id, name, bool(collapsed)) for folder_id, name, collapsed in rows]

    def create_folder(self, folder: Folder) -> None:
        with self._write() as db:
            self._insert_folder(db, folder)

    @staticmethod
    def _insert_folder(db: sqlite3.Connection, folder: Folder) -> None:
        db.execute(
            "INSERT INTO folder (id, name, collapsed, created) VALUES (?, ?, ?, ?)",
            (folder.id, bounded(folder.name), folder.collapsed, time.time()),
        )

    @staticmethod
    def _folder_named(db: sqlite3.Connection, name: str) -> str:
        """Id of the folder ``name``, made if there is none."""
        name = bounded(name)
        row = db.execute("SELECT id FROM folder WHERE name = ? ORDER BY created LIMIT 1", (name,)).fetchone()
        if row is not None:
            return str(row[0])
        folder = Folder(new_id(), name)
        ChatOps._insert_folder(db, folder)
        return folder.id

    def rename_folder(self, folder_id: str, name: str) -> None:
        with self._write() as db:
            db.execute("UPDATE folder SET name = ? WHERE id = ?", (bounded(name), folder_id))

    def collapse_folder(self, folder_id: str, collapsed: bool) -> None:
        with self._write() as db:
            db.execute("UPDATE folder SET collapsed = ? WHERE id = ?", (collapsed, folder_id))

    def delete_folder(self, folder_id: str) -> RemovedFolder | None:
        """The folder goes; its chats, also those in the trash, stay and are in none. What :meth:`restore_folder` puts
        back; None if there was none.
        """
        with self._write() as db:
            row = db.execute(
                "SELECT name, collapsed, created, system_prompt, notes FROM folder WHERE id = ?", (folder_id,)
            ).fetchone()
            if row is None:
                return None
            mounted = db.execute(
                "SELECT document FROM mounted_document WHERE level = 'folder' AND owner = ? ORDER BY place, document",
                (folder_id,),
            ).fetchall()
            chats = db.execute("SELECT id FROM chat WHERE folder = ?", (folder_id,)).fetchall()
            db.execute("DELETE FROM folder WHERE id = ?", (folder_id,))
        name, collapsed, created, prompt, notes = row
        folder = Folder(folder_id, name, bool(collapsed))
        documents, members = (tuple(one for (one,) in rows) for rows in (mounted, chats))
        return RemovedFolder(folder, created, prompt, notes, documents, members)

    def restore_folder(self, removed: RemovedFolder) -> None:
        """A folder is there again, with those of its documents that there still are, and those of its chats that were
        not put into another one since.
        """
        folder = removed.folder
        with self._write() as db:
            db.execute(
                "INSERT INTO folder (id, name, collapsed, created, system_prompt, notes) VALUES (?, ?, ?, ?, ?, ?)",
                (folder.id, folder.name, folder.collapsed, removed.created, removed.system_prompt, removed.notes),
            )
            put_mounts(db, "folder", folder.id, removed.documents)
            db.executemany(
                "UPDATE chat SET folder = ? WHERE id = ? AND folder IS NULL",
                [(folder.id, chat) for chat in removed.chats],
            )

    # trash ---------------------------------------------------------------------

    def trash_chats(self, ids: Iterable[str], now: float | None = None) -> list[str]:
        """Move chats to the trash; all of them is kept. The ids that were not there before."""
        at = time.time() if now is None else now
        with self._write() as db:
            return [
                chat_id
                for chat_id in dict.fromkeys(ids)
                if db.execute(
                    "UPDATE chat SET trashed_at = ? WHERE id = ? AND trashed_at IS NULL", (at, chat_id)
                ).rowcount
            ]

    def restore_chats(self, ids: Iterable[str]) -> None:
        """Take chats out of the trash; their folder, if it is still there, is theirs again."""
        with self._write() as db:
            db.executemany(
                "UPDATE chat SET trashed_at = NULL WHERE id = ? AND trashed_at <> ?",
                [(chat_id, HIDDEN) for chat_id in ids],
            )

    def trashed(self) -> list[Chat]:
        """Chats in the trash, last thrown away first (not those of an import that did not end)."""
        with self._read() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM chat WHERE trashed_at > 0 ORDER BY trashed_at DESC, id"
            ).fetchall()
        return [chat_of(row) for row in rows]

    def hide_trashed(self, ids: Iterable[str]) -> list[str]:
        """Take chats out of the trash that are to be deleted for good, for ``delete_hidden``; the ids of those that
        were in it. They cannot come back: what the program does not get to is deleted by the next start.
        """
        with self._write() as db:
            return [
                chat_id
                for chat_id in dict.fromkeys(ids)
                if db.execute(
                    "UPDATE chat SET trashed_at = ? WHERE id = ? AND trashed_at > ?", (HIDDEN, chat_id, HIDDEN)
                ).rowcount
            ]

    def hide_expired(self, before: float) -> list[str]:
        """As ``hide_trashed``, of all that was put into the trash before ``before``.

        What seems to have been put there before it was made was so by a clock that was wrong: its days begin now.
        """
        with self._write() as db:
            db.execute(
                "UPDATE chat SET trashed_at = ? WHERE trashed_at < created - 86400 AND trashed_at <> ?",
                (time.time(), HIDDEN),
            )
            rows = db.execute("SELECT id FROM chat WHERE trashed_at < ? AND trashed_at <> ?", (before, HIDDEN))
            ids = [row[0] for row in rows]
            db.executemany("UPDATE chat SET trashed_at = ? WHERE id = ?", [(HIDDEN, chat_id) for chat_id in ids])
        return ids

    def hidden(self) -> list[str]:
        """Chats whose import, copy or deletion the end of the program cut off. Call at start."""
        with self._read() as db:
            return [row[0] for row in db.execute("SELECT id FROM chat WHERE trashed_at = ?", (HIDDEN,))]

    def delete_hidden(self, ids: Sequence[str], seconds: float = math.inf) -> list[str]:
        """Delete chats for good that no list shows, for about so long, a long one a part at a time; those of ``ids``
        that are done with. ``merge_indexes`` is to follow, once after the last of them.
        """
        end, done = time.monotonic() + seconds, list[str]()
        self._deleting = False
        with self._write() as db:
            for chat_id in ids:
                hidden = db.execute("SELECT 1 FROM chat WHERE id = ? AND trashed_at = ?", (chat_id, HIDDEN)).fetchone()
                if hidden and not self._delete(db, chat_id, end):
                    break
                done.append(chat_id)
                if time.monotonic() >= end:
                    break
        self._deleting = len(done) < len(ids)
        return done

    @staticmethod
    def _delete(db: sqlite3.Connection, chat_id: str, end: float) -> bool:
        """Delete of a chat what can be until ``end``, by the monotonic clock; whether all of it is gone."""
        db.execute("UPDATE chat SET head = NULL WHERE id = ? AND head IS NOT NULL", (chat_id,))
        while some := db.execute("SELECT id FROM message WHERE chat = ? LIMIT ?", (chat_id, _AT_ONCE)).fetchall():
            drafts.drop_edits(db, [row[0] for row in some])
            # none follows them any more: SQLite goes no more than 1000 deletions deep that bring one another
            db.executemany("UPDATE message SET parent = NULL WHERE parent = ?", some)
            db.executemany("DELETE FROM message WHERE id = ?", some)
            if len(some) == _AT_ONCE and time.monotonic() >= end:
                return False
        drafts.drop_prompt(db, chat_id)
        db.execute("DELETE FROM chat WHERE id = ?", (chat_id,))
        put_off_merging(db, OF_MESSAGES)
        return True

    def set_chat_memory(self, chat_id: str, tokens: int, fill: float, compacted: bool) -> None:
        """Keep the figures of the chat's memory for the sidebar."""
        with self._write() as db:
            db.execute(
                "UPDATE chat SET tokens = ?, fill = ?, compacted = ? WHERE id = ?",
                (tokens, fill, compacted, chat_id),
            )

    def set_state_key(self, chat_id: str, key: str) -> None:
        """Keep which model, with which layout of its cache, the chat was read with last; marks of which that is not
        known are of that."""
        with self._write() as db:
            db.execute("UPDATE chat SET state_key = ? WHERE id = ?", (key, chat_id))
            db.execute("UPDATE mark SET state_key = ? WHERE chat = ? AND state_key = ''", (key, chat_id))

    def set_chat_model(self, chat_id: str, fingerprint: str, name: str) -> None:
        """Keep which model answered last."""
        with self._write() as db:
            db.execute(
                "UPDATE chat SET model_fingerprint = ?, model_name = ? WHERE id = ?", (fingerprint, name, chat_id)
            )
