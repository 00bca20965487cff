"""Messages in the store: a tree per chat, of which one branch is shown."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from app.core.chat_values import Chat, ChatView, CompactionMark, HeadKept, LayerError, Message, MessageMeta, new_id
from app.core.document_values import GivenPassage
from app.core.store import attachments, drafts, passages, probabilities
from app.core.store.base import Base
from app.core.store.chats import HIDDEN, ChatOps
from app.core.store.indexes import MendingConnection
from engine.protocol import UNREADABLE

_encoder = msgspec.json.Encoder()
_meta_decoder = msgspec.json.Decoder(MessageMeta)
_layers = msgspec.json.Decoder(tuple[LayerError, ...])
_heads = msgspec.json.Decoder(tuple[HeadKept, ...])

_BRANCH = """
WITH RECURSIVE up (id, parent, depth) AS (
    SELECT id, parent, 0 FROM message WHERE id = :head AND deleted_at IS NULL
    UNION ALL
    SELECT message.id, message.parent, up.depth + 1 FROM message JOIN up ON message.id = up.parent
    WHERE message.deleted_at IS NULL
)
SELECT message.id, message.parent, message.role, message.content, message.state, message.meta, message.created
FROM up JOIN message ON message.id = up.id ORDER BY up.depth DESC
"""

_SOUND = "SELECT 1 FROM chat WHERE id = ? AND trashed_at IS NOT ?"  # no part of it was deleted by now


def _meta(text: str) -> MessageMeta:
    try:
        return _meta_decoder.decode(text)
    except UNREADABLE:
        return MessageMeta()  # of another version; the text of the message matters more


def message_meta(text: str) -> MessageMeta:
    """How a reply came about, from its column."""
    return _meta(text)


def copy_marks(db: sqlite3.Connection, source: str, target: str, ids: Mapping[str, str]) -> None:
    """Give ``target`` the marks of ``source`` that follow the messages in ``ids``: theirs to its own."""
    for mark in _marks_of(db, source):
        if not mark.after or mark.after in ids:
            after = ids.get(mark.after, "")
            _put_mark(db, msgspec.structs.replace(mark, id=new_id(), chat=target, after=after))


def put_messages(db: sqlite3.Connection, chat: str, messages: Iterable[Message]) -> None:
    """Store messages of a chat, without what came with them."""
    db.executemany(
        "INSERT INTO message (id, chat, parent, role, content, state, meta, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                message.id,
                chat,
                message.parent or None,
                message.role,
                message.content,
                message.state,
                _encoder.encode(message.meta).decode(),
                message.created,
            )
            for message in messages
        ],
    )


class MessageOps(ChatOps, Base):
    """Operations on messages and marks."""

    def add_user_message(
        self, message: Message, new_chat: Chat | None = None, was_draft: bool = False, reply: Message | None = None
    ) -> None:
        """Store a message at the end of the branch; on the disk when this returns.

        ``new_chat``: create this chat with its first message, ``reply``: what is to become its reply stands behind it,
        all or nothing. ``was_draft``: it is what was written in the chat, so that the draft is gone when the message is
        there, and not before.
        """
        with self._write(durable=True) as db:
            if new_chat is not None:
                self._insert_chat(db, new_chat)
            for added in (message, reply):
                if added is not None:
                    self._insert(db, self._as_last_version(db, added))
            if was_draft:
                drafts.drop_sent(db, message.chat)

    def picture_digests(self) -> set[str]:
        """Of all pictures that messages have."""
        with self._read() as db:
            return {row[0] for row in db.execute("SELECT digest FROM document WHERE kind = 'picture'")}

    def save_reply(self, message: Message, shown: bool | None = True) -> None:
        """Store a reply or what there is of it by now; the first time, it becomes the end of the branch. Once it has
        ended, it is on the disk when this returns.

        ``shown``: whether it does, and not another branch was chosen since; None: not known, it does if the branch
        ends at its place. One that was deleted meanwhile stays deleted, and of a chat that is gone for good nothing is
        stored.
        """
        ended = message.state != "streaming"
        with self._write(durable=ended) as db, self._facts_kept(db, message.chat, [message.id]):
            changed = db.execute(
                "UPDATE message SET content = ?, state = ?, meta = ? WHERE id = ?",
                (message.content, message.state, _encoder.encode(message.meta).decode(), message.id),
            ).rowcount
            if changed:
                db.execute("UPDATE chat SET updated = ? WHERE id = ?", (time.time(), message.chat))
            elif db.execute(_SOUND, (message.chat, HIDDEN)).fetchone():
                message = self._as_last_version(db, message)
                self._insert(db, message, self._ends_at(db, message) if shown is None else shown)

    @staticmethod
    def _as_last_version(db: sqlite3.Connection, message: Message) -> Message:
        """``message``, not before the other versions at its place: these stand in order of time, and the clock may have
        been set back since they were made.
        """
        latest = db.execute(
            "SELECT max(created) FROM message WHERE chat = ? AND parent IS ? AND role = ?",
            (message.chat, message.parent or None, message.role),
        ).fetchone()[0]
        if latest is None or latest <= message.created:
            return message
        return msgspec.structs.replace(message, created=latest + 1e-3)

    @staticmethod
    def _ends_at(db: sqlite3.Connection, message: Message) -> bool:
        """Whether the branch ends before ``message`` or with another version of it."""
        found = db.execute(
            "SELECT 1 FROM chat JOIN message ON message.id = chat.head"
            " WHERE chat.id = :chat AND :parent IN (message.id, coalesce(message.parent, ''))",
            {"chat": message.chat, "parent": message.parent},
        ).fetchone()
        return found is not None

    def amend(self, message: Message, earlier: Message) -> None:
        """Give a stored message another text and other files; what follows it stays.

        ``earlier``: a copy of it as it was, which becomes a version at its place that nothing follows.
        """
        with self._write(durable=True) as db, self._facts_kept(db, message.chat, [message.id]):
            head = db.execute("SELECT head FROM chat WHERE id = ?", (message.chat,)).fetchone()
            was = db.execute("SELECT created FROM message WHERE id = ?", (message.id,)).fetchone()
            message = self._as_last_version(db, message)
            changed = db.execute(
                "UPDATE message SET content = ?, state = ?, meta = ?, created = ? WHERE id = ? AND deleted_at IS NULL",
                (
                    message.content,
                    message.state,
                    _encoder.encode(message.meta).decode(),
                    message.created,
                    message.id,
                ),
            ).rowcount
            if head is None or not changed:
                return  # it was deleted meanwhile
            self._insert(db, msgspec.structs.replace(earlier, created=was[0]))  # it stays in its place
            attachments.replace(db, message)
            probabilities.move(db, message.id, earlier.id)
            passages.move_citations(db, message.id, earlier.id)
            db.execute("UPDATE chat SET head = ?, updated = ? WHERE id = ?", (head[0], time.time(), message.chat))

    def give_passages(self, message_id: str, passages: Sequence[GivenPassage]) -> None:
        """Keep the passages that a question was given; its text may be another one by now. On the disk when this
        returns.
        """
        with self._write(durable=True) as db:
            row = db.execute("SELECT meta FROM message WHERE id = ?", (message_id,)).fetchone()
            if row is not None:
                meta = msgspec.structs.replace(_meta(row[0]), passages=tuple(passages))
                db.execute("UPDATE message SET meta = ? WHERE id = ?", (_encoder.encode(meta).decode(), message_id))

    @contextmanager
    def _facts_kept(self, db: MendingConnection, chat: str, messages: Sequence[str]) -> Iterator[None]:
        """Around what changes messages: where facts of theirs go with that, what is left of the chat's is settled."""

        def with_facts() -> int:
            found = (
                db.execute("SELECT count(*) FROM extracted_message WHERE message = ?", (one,)).fetchone()[0]
                for one in messages
            )
            return sum(found)

        before = with_facts()
        yield
        if before and with_facts() < before:
            self._settle_facts(db, chat)

    @staticmethod
    def _insert(db: sqlite3.Connection, message: Message, ends: bool = True) -> None:
        """``ends``: it is the end of the branch shown now."""
        put_messages(db, message.chat, [message])
        attachments.insert(db, message)
        db.execute(
            "UPDATE chat SET head = iif(?, ?, head), updated = max(updated, ?) WHERE id = ?",
            (ends, message.id, message.created, message.chat),
        )

    def select_version(self, chat_id: str, message_id: str) -> str:
        """Show the newest branch that goes through ``message_id``; its last message, "" if there is none such."""
        with self._write() as db:
            leaf = ""
            seen: set[str] = set()
            step = db.execute(
                "SELECT id FROM message WHERE id = ? AND chat = ? AND deleted_at IS NULL", (message_id, chat_id)
            ).fetchone()
            while step and step[0] not in seen:
                leaf = step[0]
                seen.add(leaf)
                step = db.execute(
                    "SELECT id FROM message WHERE parent = ? AND deleted_at IS NULL"
                    " ORDER BY created DESC, n DESC LIMIT 1",
                    (leaf,),
                ).fetchone()
            if leaf:
                db.execute("UPDATE chat SET head = ? WHERE id = ?", (leaf, chat_id))
        return leaf

    def delete_from(self, chat_id: str, message_id: str) -> list[str]:
        """Take ``message_id`` and all that follows it in any branch out of the chat; the rows are kept as deleted.

        If the branch shown ran through it, it now ends before it. Returns the ids taken out.
        """
        with self._write() as db:
            rows = db.execute(
                """
                WITH RECURSIVE down (id) AS (
                    SELECT id FROM message WHERE id = ? AND chat = ? AND deleted_at IS NULL
                    UNION ALL
                    SELECT message.id FROM message JOIN down ON message.parent = down.id
                    WHERE message.deleted_at IS NULL
                )
                SELECT id FROM down
                """,
                (message_id, chat_id),
            ).fetchall()
            ids = [row[0] for row in rows]
            now = time.time()
            with self._facts_kept(db, chat_id, ids):
                db.executemany("UPDATE message SET deleted_at = ? WHERE id = ?", [(now, gone) for gone in ids])
            head = db.execute("SELECT head FROM chat WHERE id = ?", (chat_id,)).fetchone()
            if head and head[0] in ids:
                db.execute(
                    "UPDATE chat SET head = (SELECT parent FROM message WHERE id = ?) WHERE id = ?",
                    (message_id, chat_id),
                )
        return ids

    def restore_messages(self, chat_id: str, ids: Iterable[str], head: str) -> bool:
        """Take back what :meth:`delete_from` did, with ``head`` as the end of the branch shown again.

        False, and nothing is changed, if something before them is deleted as well.
        """
        back = tuple(ids)
        with self._write() as db:
            above = db.execute(
                """
                WITH RECURSIVE up (id, parent, deleted_at) AS (
                    SELECT id, parent, deleted_at FROM message WHERE id = ? AND chat = ?
                    UNION
                    SELECT message.id, message.parent, message.deleted_at FROM message JOIN up ON message.id = up.parent
                )
                SELECT id, deleted_at IS NOT NULL FROM up
                """,
                (head, chat_id),
            ).fetchall()
            if not above or any(deleted and key not in back for key, deleted in above):
                return False
            db.executemany(
                "UPDATE message SET deleted_at = NULL WHERE id = ? AND chat = ?", [(i, chat_id) for i in back]
            )
            db.execute("UPDATE chat SET head = ? WHERE id = ?", (head, chat_id))
        return True

    def recover_replies(self) -> int:
        """Mark replies that were cut off by the end of the program as interrupted; how many there were."""
        with self._write() as db:
            meta = _encoder.encode(MessageMeta(reason="crash")).decode()
            return db.execute(
                "UPDATE message SET state = 'interrupted', meta = ? WHERE state = 'streaming'", (meta,)
            ).rowcount

    def interrupt_reply(self, message_id: str, meta: MessageMeta) -> None:
        """Mark a reply that waited in a chat no longer shown; its text is left alone."""
        with self._write() as db:
            db.execute(
                "UPDATE message SET state = 'interrupted', meta = ? WHERE id = ? AND state = 'streaming'",
                (_encoder.encode(meta).decode(), message_id),
            )

    # reading -------------------------------------------------------------------

    def branch(self, chat_id: str, head: str) -> list[Message]:
        """The messages from the first to ``head``, each with the versions at its place."""
        with self._read() as db:
            rows = db.execute(_BRANCH, {"head": head}).fetchall()
            versions: dict[tuple[str, str], list[str]] = {}
            for message_id, parent, role in db.execute(
                "SELECT id, coalesce(parent, ''), role FROM message WHERE chat = ? AND deleted_at IS NULL"
                " ORDER BY created, n",
                (chat_id,),
            ):
                versions.setdefault((parent, role), []).append(message_id)
            attached = attachments.of_chat(db, chat_id)
        return [
            Message(
                id=message_id,
                chat=chat_id,
                parent=parent or "",
                role=role,
                content=content,
                state=state,
                meta=_meta(meta),
                created=created,
                siblings=tuple(versions.get((parent or "", role), ())),
                attachments=attached.get(message_id, ()),
            )
            for message_id, parent, role, content, state, meta, created in rows
        ]

    def view(self, chat_id: str) -> ChatView | None:
        """The chat with the branch shown and the marks on it; None if there is no such chat, or it is being deleted."""
        with self._lock:
            chat = self.sound_chat(chat_id)
            if chat is None:
                return None
            messages = self.branch(chat_id, chat.head)
            shown = {message.id for message in messages} | {""}
            marks = [mark for mark in self.marks(chat_id) if mark.after in shown]
            return ChatView(chat, tuple(messages), tuple(marks), self.chat_settings(chat_id))

    def view_with(self, chat_id: str, message_id: str) -> ChatView | None:
        """As ``view``; if ``message_id`` is not on the branch shown, its newest branch becomes that."""
        with self._lock:
            view = self.view(chat_id)
            if view is None or not message_id or any(message.id == message_id for message in view.messages):
                return view
            return self.view(chat_id) if self.select_version(chat_id, message_id) else view

    def add_mark(self, mark: CompactionMark) -> None:
        """Keep a compaction for the transcript; nothing of a chat that is gone for good."""
        with self._write() as db:
            _put_mark(db, mark)

    def delete_marks(self, ids: Iterable[str]) -> None:
        """Take out marks of compactions that were undone."""
        with self._write() as db:
            db.executemany("DELETE FROM mark WHERE id = ?", [(mark_id,) for mark_id in ids])

    def marks(self, chat_id: str) -> list[CompactionMark]:
        """All marks of a chat in order of time."""
        with self._read() as db:
            return _marks_of(db, chat_id)


def _marks_of(db: sqlite3.Connection, chat_id: str) -> list[CompactionMark]:
    fields = CompactionMark.__struct_fields__
    rows = db.execute(
        f"SELECT {', '.join(fields)} FROM mark WHERE chat = ? ORDER BY created, id", (chat_id,)
    ).fetchall()
    return [_mark(dict(zip(fields, row, strict=True))) for row in rows]


def _put_mark(db: sqlite3.Connection, mark: CompactionMark) -> None:
    fields = CompactionMark.__struct_fields__
    db.execute(
        f"INSERT INTO mark ({', '.join(fields)}) SELECT {', '.join('?' * len(fields))}"
        " WHERE EXISTS (SELECT 1 FROM chat WHERE id = ?)",
        (*(_column(getattr(mark, field)) for field in fields), mark.chat),
    )


def _column(value: object) -> object:
    return msgspec.json.encode(value).decode() if isinstance(value, tuple) else value


def _mark(row: dict[str, Any]) -> CompactionMark:
    for field, decoder in (("layers", _layers), ("heads", _heads)):
        try:
            row[field] = decoder.decode(row[field]) if row[field] else ()
        except UNREADABLE:
            row[field] = ()
    return CompactionMark(**row)
