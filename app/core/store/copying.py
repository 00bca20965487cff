"""Copies of chats: a branch that goes on as a chat of its own, and whole chats.

The search indexes take a millisecond or two for each message. So a copy is stored in slices, between which others use
the store, and no list shows it before all of it is there.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from app.core.chat_values import Chat, Message
from app.core.store import attachments, passages, probabilities
from app.core.store.chats import HIDDEN
from app.core.store.messages import MessageOps, copy_marks, put_messages
from app.core.store.transfer import TransferOps, renamed


@dataclass
class ChatCopy:
    """A copy that is being made.

    Attributes:
        chat: as it is to be; ``source``: the one that it is of, ``until``: the message of that with which the copy
            ends, "": it has all branches.
        ids: of the messages of that chat, to those of the copy.
        whole: it is there, and lists show it.
        deleted: it was deleted before it was whole.
        wiped: how often all chats had been deleted when it was begun.
    """

    chat: Chat
    source: str
    until: str
    ids: dict[str, str]
    wiped: int
    whole: bool = False
    deleted: bool = False
    begun: bool = False
    left: deque[tuple[str, Message]] = field(default_factory=deque)  # to be stored: an original's id, its copy


class CopyOps(MessageOps, TransferOps):
    """Operations that copy chats."""

    def fork_chat(self, chat_id: str, message_id: str, title: str, seconds: float = math.inf) -> ChatCopy | None:
        """Begin a new chat with copies of the messages from the first to ``message_id``, and of their marks, and store
        it for about so long; ``go_on_copying`` does the rest. None if there is none such.

        Its memory is empty: the engine reads the messages when the person goes on.
        """
        with self._lock:
            chat = self.sound_chat(chat_id)
            messages = self.branch(chat_id, message_id) if chat is not None else []
            if chat is None or not messages or messages[-1].id != message_id:
                return None
            fork = msgspec.structs.replace(chat, head=message_id, title=title)
            return self._copied(chat, renamed(fork, messages, probabilities=True), messages, message_id, seconds)

    def duplicate_chat(self, chat_id: str, title: str, seconds: float = math.inf) -> ChatCopy | None:
        """As ``fork_chat``, with all branches, in the same folder; None if there is no such chat."""
        with self._lock:
            chat = self.sound_chat(chat_id)
            if chat is None:
                return None
            messages = self.messages_of(chat_id)
            copy = msgspec.structs.replace(chat, title=title, titled_by="person")
            return self._copied(chat, renamed(copy, messages), messages, "", seconds)

    def _copied(
        self, source: Chat, made: tuple[Chat, list[Message]], messages: Iterable[Message], until: str, seconds: float
    ) -> ChatCopy:
        now, (chat, copies) = time.time(), made
        chat = msgspec.structs.replace(chat, pinned=False, created=now, updated=now, trashed_at=None)
        pairs = [(old.id, new) for old, new in zip(messages, copies, strict=True)]
        ids = {old: new.id for old, new in pairs}
        copy = ChatCopy(chat, source.id, until, ids, self._wiped, left=deque(pairs))
        self.go_on_copying(copy, seconds)
        return copy

    def go_on_copying(self, copy: ChatCopy, seconds: float = math.inf) -> None:
        """Store more of a copy, for about so long. What it is told to be by then holds once this returns; where it is
        refused, nothing of that slice was stored.
        """
        end, chat, stored = time.monotonic() + seconds, copy.chat.id, 0
        with self._write() as db:
            if not copy.begun:
                self._insert_chat(db, copy.chat)
                db.execute("UPDATE chat SET trashed_at = ? WHERE id = ?", (HIDDEN, chat))
            elif copy.wiped != self._wiped or not db.execute("SELECT 1 FROM chat WHERE id = ?", (chat,)).fetchone():
                copy.deleted = True  # or it is about to be: all chats are
                return
            for original, message in copy.left:
                put_messages(db, chat, [message])
                attachments.insert(db, message)
                if copy.until:  # else they do not come along
                    probabilities.copy(db, original, message.id)
                passages.copy_citations(db, original, message.id)
                stored += 1
                if time.monotonic() >= end:
                    break
            whole = stored == len(copy.left)
            if whole:
                copy_marks(db, copy.source, chat, copy.ids)
                self._copy_settings(db, copy.source, chat)
                db.execute("UPDATE chat SET head = ?, trashed_at = NULL WHERE id = ?", (copy.chat.head or None, chat))
        copy.begun, copy.whole = True, whole
        for _ in range(stored):
            copy.left.popleft()
