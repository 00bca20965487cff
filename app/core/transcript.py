"""The branch of a chat that is shown, as it changes: messages in order, marks between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from app.core.attachments.prompt import for_engine
from app.core.pictures import Pictures
from app.core.types import Attachment, Chat, ChatView, CompactionMark, Message
from engine import protocol

TITLE_LENGTH = 60


class Transcript:
    """A chat and the branch of it that is shown.

    Attributes:
        chat: the chat as last known.
        stored: whether it is in the store; a new chat is stored with its first message.
    """

    def __init__(self, view: ChatView, *, stored: bool = True) -> None:
        self.chat = view.chat
        self.stored = stored
        self._messages = list(view.messages)
        self._marks = list(view.marks)

    @property
    def id(self) -> str:
        return self.chat.id

    def view(self) -> ChatView:
        """The whole as a value."""
        return ChatView(self.chat, tuple(self._messages), tuple(self._marks), stored=self.stored)

    @property
    def messages(self) -> tuple[Message, ...]:
        return tuple(self._messages)

    @property
    def last(self) -> Message | None:
        return self._messages[-1] if self._messages else None

    @property
    def outline(self) -> tuple[tuple[str, str], ...]:
        """Ids and states of the messages shown: what tells whether somebody asked, answered or took something away."""
        return tuple((message.id, message.state) for message in self._messages)

    def get(self, message_id: str) -> Message | None:
        """The message if it is shown."""
        index = self._index(message_id)
        return None if index is None else self._messages[index]

    def before(self, message_id: str) -> Message | None:
        """The message shown before ``message_id``; None if it is the first or not shown."""
        index = self._index(message_id)
        return self._messages[index - 1] if index else None

    def _index(self, message_id: str) -> int | None:
        for index in range(len(self._messages) - 1, -1, -1):  # what is looked for is mostly near the end
            if self._messages[index].id == message_id:
                return index
        return None

    def add(self, message: Message) -> None:
        """Put ``message`` at the end."""
        self._messages.append(message)

    def replace(self, message: Message) -> bool:
        """Put ``message`` in place of its earlier state; False if it is not shown."""
        index = self._index(message.id)
        if index is None:
            return False
        self._messages[index] = message
        return True

    def cut(self, message_id: str) -> tuple[str, ...]:
        """Take ``message_id`` and all after it away, marks too; the ids taken."""
        index = self._index(message_id)
        if index is None:
            return ()
        gone = tuple(message.id for message in self._messages[index:])
        del self._messages[index:]
        self._marks = [mark for mark in self._marks if mark.after not in gone]
        return gone

    @property
    def marks(self) -> tuple[CompactionMark, ...]:
        return tuple(self._marks)

    def add_mark(self, mark: CompactionMark) -> None:
        self._marks.append(mark)

    def remove_marks(self, ids: Collection[str]) -> None:
        self._marks = [mark for mark in self._marks if mark.id not in ids]

    def update_chat(self, **changes: object) -> Chat:
        """Change fields of the chat; the new one."""
        self.chat = msgspec.structs.replace(self.chat, **changes)
        return self.chat

    def mark_place(self, after: str, reply_id: str) -> str:
        """Where a mark goes: after the last message inside the block, else before the turn being answered."""
        if after and self._index(after) is not None:
            return after
        question = self.before(reply_id)
        last = self.before(question.id) if question is not None else None
        return last.id if last is not None else ""

    def for_engine(self, pictures: Pictures) -> tuple[protocol.PromptMessage, ...]:
        """The branch as the engine is to know it: without replies that hold no text yet, and their questions."""
        known: list[protocol.PromptMessage] = []
        for message, answer in zip(self._messages, [*self._messages[1:], None], strict=False):
            if message.role == "user":
                if answer is None or answer.role != "assistant" or not answer.content:
                    continue
            elif not message.content:
                continue
            known.append(for_engine(message, pictures))
        return tuple(known)


def undone(marks: Iterable[CompactionMark], tokens: int, blocks: frozenset[tuple[int, int]] | None) -> tuple[str, ...]:
    """Ids of the marks that tell of compacted memory which is not there any more.

    ``tokens``: how many tokens the memory holds now; ``blocks``: what was compacted if it was built anew, else None.
    """
    return tuple(
        mark.id for mark in marks if mark.token_end > tokens or (blocks is not None and mark.range not in blocks)
    )


def title_of(text: str, attachments: Sequence[Attachment] = ()) -> str:
    """A title for a chat that begins with ``text``: its first line or, without one, its first file."""
    if not text.strip() and attachments:
        text = attachments[0].name
    line = next((stripped for raw in text.splitlines() if (stripped := " ".join(raw.split()))), "")
    if len(line) <= TITLE_LENGTH:
        return line
    cut = line[:TITLE_LENGTH]
    head, _, _ = cut.rpartition(" ")
    return (head if len(head) > TITLE_LENGTH // 2 else cut).rstrip(" ,.;:-") + "…"
