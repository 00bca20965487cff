"""A chat as it is now: its messages and marks, the text that streams into them, and who is told when that changes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Generic, ParamSpec

import msgspec
from PySide6.QtCore import QObject

from app.core.attachments.prompt import for_engine
from app.core.chat_values import Chat, ChatView, CompactionMark, Message
from app.core.pictures import Pictures
from app.core.work_values import MemoryState, Phase, Resumed, WorkProgress
from app.services.chat.reply import StreamedReply
from engine import protocol

P = ParamSpec("P")


class ChatEvent(Generic[P]):
    """Something that happens in a chat. No Qt signal: the last to know of a chat may be a thread of the store."""

    def __init__(self) -> None:
        self._slots: list[Callable[P, object]] = []

    def connect(self, slot: Callable[P, object]) -> None:
        """Have ``slot`` called from now on."""
        self._slots.append(slot)

    def disconnect(self, slot: Callable[P, object]) -> None:
        """Do not call ``slot`` any more (ValueError if it was not connected)."""
        self._slots.remove(slot)

    def emit(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """It happened: tell all, in the order in which they came."""
        for slot in tuple(self._slots):
            try:
                slot(*args, **kwargs)
            except Exception:  # one that fails keeps no other from being told, as with signals
                sys.excepthook(*sys.exc_info())


class ChatState:
    """A chat and the branch of it that is shown. What changes it here tells those who follow this chat, nobody else.

    Events, with the type of what they carry:
        chat_changed(Chat): title, pin or memory figures changed.
        message_added(Message): at the end of the branch.
        message_changed(Message): text, state or meta of a message changed.
        text_streamed(str, str): message id and the text that was appended to it.
        messages_removed(tuple[str, ...]): ids that are no longer in the branch (always the tail).
        mark_added(CompactionMark): put after the message ``mark.after``.
        marks_removed(tuple[str, ...]): ids of marks whose compaction was undone by going back to before its end.
        memory_changed(MemoryState): at most ten times a second.
        phase_changed(Phase)
        progress_changed(WorkProgress | None): None when there is nothing to show progress of.
        resumed(Resumed): the memory is there.
        queue_changed(int): what was asked for and waits: behind the present reply, or for a model.
        own_model_offered(str): the path of the model that it was used with last, which is not the one in use.
        model_missing(): something was asked for that waits for the person to choose a model.

    Attributes:
        chat: the chat as last known.
        stored: whether it is in the store; a new chat is stored with its first message.
        phase: what happens in it, as those who follow it were told last.
        forgotten: the last message that the model does not see any more, as far as the engine told ("": it sees all).
        state_key: whose marks are shown: of the model, and the layout of its cache, that the chat was read with last.
    """

    def __init__(self, view: ChatView, running: dict[str, StreamedReply] | None = None, *, stored: bool = True) -> None:
        """``running``: the replies that are being written, by message id, also those of other chats."""
        self.chat_changed = ChatEvent[[Chat]]()
        self.message_added = ChatEvent[[Message]]()
        self.message_changed = ChatEvent[[Message]]()
        self.text_streamed = ChatEvent[[str, str]]()
        self.messages_removed = ChatEvent[[tuple[str, ...]]]()
        self.mark_added = ChatEvent[[CompactionMark]]()
        self.marks_removed = ChatEvent[[tuple[str, ...]]]()
        self.memory_changed = ChatEvent[[MemoryState]]()
        self.phase_changed = ChatEvent[[Phase]]()
        self.progress_changed = ChatEvent[[WorkProgress | None]]()
        self.resumed = ChatEvent[[Resumed]]()
        self.queue_changed = ChatEvent[[int]]()
        self.own_model_offered = ChatEvent[[str]]()
        self.model_missing = ChatEvent[[]]()
        self.chat = view.chat
        self.stored = stored
        self.phase = Phase.IDLE
        self.forgotten = ""
        self._running = running if running is not None else {}
        self._messages = list(view.messages)
        self._marks = list(view.marks)  # of all models that it was used with
        self.state_key = view.chat.state_key

    @property
    def id(self) -> str:
        return self.chat.id

    def view(self) -> ChatView:
        """The whole as a value, text of streaming replies included."""
        return ChatView(self.chat, self.messages, self.marks, stored=self.stored)

    @property
    def messages(self) -> tuple[Message, ...]:
        return tuple(self._now(message) for message in self._messages)

    @property
    def last(self) -> Message | None:
        return self._now(self._messages[-1]) if self._messages else None

    @property
    def outline(self) -> tuple[tuple[str, str], ...]:
        """Ids and states of the messages shown: what tells whether somebody asked, answered or took something away."""
        return tuple((message.id, message.state) for message in self._messages)

    @property
    def awaits(self) -> bool:
        """Whether replies are to come."""
        return any(message.state == "streaming" for message in self._messages)

    def get(self, message_id: str) -> Message | None:
        """The message if it is shown."""
        index = self._index(message_id)
        return None if index is None else self._now(self._messages[index])

    def before(self, message_id: str) -> Message | None:
        """The message shown before ``message_id``; None if it is the first or not shown."""
        index = self._index(message_id)
        return self._now(self._messages[index - 1]) if index else None

    def text(self, message_id: str) -> str:
        """The text of a message as of now; "" if it is not shown."""
        message = self.get(message_id)
        return message.content if message is not None else ""

    def _now(self, message: Message) -> Message:
        reply = self._running.get(message.id) if message.state == "streaming" else None
        return msgspec.structs.replace(message, content=reply.text) if reply is not None else message

    def _index(self, message_id: str) -> int | None:
        for index in range(len(self._messages) - 1, -1, -1):  # what is looked for is mostly near the end
            if self._messages[index].id == message_id:
                return index
        return None

    # messages ---------------------------------------------------------------------

    def add(self, message: Message) -> None:
        """Put ``message`` at the end."""
        self._messages.append(message)
        self.message_added.emit(message)

    def replace(self, message: Message) -> bool:
        """Put ``message`` in place of its earlier state; False if it is not shown."""
        index = self._index(message.id)
        if index is None:
            return False
        self._messages[index] = message
        self.message_changed.emit(message)
        return True

    def stream(self, message_id: str, text: str, logprobs: Sequence[protocol.TokenLogprob] = ()) -> None:
        """Append ``text`` to a reply that is being written, and how likely its tokens were if that is told."""
        reply = self._running.get(message_id)
        if reply is not None:
            reply.add(text, logprobs)
            if text and self._index(message_id) is not None:
                self.text_streamed.emit(message_id, text)

    def cut(self, message_id: str) -> tuple[str, ...]:
        """Take ``message_id`` and all after it away, marks too; the ids taken."""
        index = self._index(message_id)
        if index is None:
            return ()
        gone = tuple(message.id for message in self._messages[index:])
        del self._messages[index:]
        self._marks = [mark for mark in self._marks if mark.after not in gone]
        self.messages_removed.emit(gone)
        return gone

    def for_engine(self, pictures: Pictures, documents: Path, model: str = "") -> tuple[protocol.PromptMessage, ...]:
        """The branch as the engine is to know it: without replies that hold no text yet, and their questions."""
        known: list[protocol.PromptMessage] = []
        messages = self.messages
        for message, answer in zip(messages, [*messages[1:], None], strict=False):
            if message.role == "user":
                if answer is None or answer.role != "assistant" or not answer.content:
                    continue
            elif not message.content:
                continue
            known.append(for_engine(message, pictures, documents, model))
        return tuple(known)

    @property
    def unanswered(self) -> str:
        """The id of the question that the branch ends with, while its reply holds no text ("": there is none)."""
        last = self.last
        question = self.before(last.id) if last is not None and last.role == "assistant" and not last.content else last
        return question.id if question is not None and question.role == "user" else ""

    # marks ------------------------------------------------------------------------

    @property
    def marks(self) -> tuple[CompactionMark, ...]:
        key = self.state_key
        return tuple(mark for mark in self._marks if not key or mark.state_key in ("", key))

    def read_with(self, state_key: str) -> None:
        """Another model reads the chat, or the same one with another layout of its cache: its marks are shown."""
        before = self.marks
        self.state_key = state_key
        now = self.marks
        if gone := tuple(mark.id for mark in before if mark not in now):
            self.marks_removed.emit(gone)
        for mark in now:
            if mark not in before:
                self.mark_added.emit(mark)

    def claim_marks(self) -> None:
        """Marks of which it was not known are of the model that reads the chat now."""
        self._marks = [
            mark if mark.state_key else msgspec.structs.replace(mark, state_key=self.state_key) for mark in self._marks
        ]

    def add_mark(self, mark: CompactionMark) -> None:
        self._marks.append(mark)
        self.mark_added.emit(mark)

    def remove_marks(self, ids: Collection[str]) -> None:
        self._marks = [mark for mark in self._marks if mark.id not in ids]
        self.marks_removed.emit(tuple(ids))

    def mark_place(self, after: str, reply_id: str) -> str:
        """Where a mark goes: after the last message inside the block, else before the turn being answered."""
        if after and self._index(after) is not None:
            return after
        question = self.before(reply_id)
        last = self.before(question.id) if question is not None else None
        return last.id if last is not None else ""

    # the chat ---------------------------------------------------------------------

    def update_chat(self, **changes: object) -> Chat:
        """Change fields of the chat; the new one."""
        self.chat = msgspec.structs.replace(self.chat, **changes)
        self.chat_changed.emit(self.chat)
        return self.chat

    def answered_by(self, name: str, fingerprint: str) -> None:
        """A model begins to write in it; nothing that is shown of the chat changes with that."""
        self.chat = msgspec.structs.replace(self.chat, model_name=name, model_fingerprint=fingerprint)

    def set_phase(self, phase: Phase) -> None:
        """Something else happens in it now."""
        if phase is not self.phase:
            self.phase = phase
            self.phase_changed.emit(phase)


class ChatStates:
    """The chats that windows show, and those that were left while replies in them are to come."""

    def __init__(self) -> None:
        self._shown: dict[str, ChatState] = {}
        self._left: dict[str, ChatState] = {}  # chats with a reply to come that are not shown
        self._running: dict[str, StreamedReply] = {}

    def make(self, view: ChatView, *, stored: bool = True) -> ChatState:
        """The state of a chat as it was read or begun; not shown yet."""
        return ChatState(view, self._running, stored=stored)

    def show(self, state: ChatState, before: ChatState | None = None) -> None:
        """``state`` is shown instead of ``before``, which is followed as long as replies in it are to come."""
        if before is not None and self.shows(before):
            del self._shown[before.id]
            if before.stored:
                self._left[before.id] = before
        self._left.pop(state.id, None)
        self._shown[state.id] = state
        self._left = {chat: one for chat, one in self._left.items() if one.awaits}

    @property
    def shown(self) -> tuple[ChatState, ...]:
        return tuple(self._shown.values())

    @property
    def all(self) -> tuple[ChatState, ...]:
        """Those shown and those left."""
        return (*self._shown.values(), *self._left.values())

    def shows(self, state: ChatState) -> bool:
        """Whether it is the one that a window shows of its chat."""
        return self._shown.get(state.id) is state

    def of(self, chat: str) -> ChatState | None:
        """The state of a chat that is shown or was left."""
        return self._shown.get(chat) or self._left.get(chat)

    def live(self, chat: str) -> ChatState | None:
        """The state of a chat that is shown, or that replies are to come in; None: what is stored is all."""
        found = self.of(chat)
        return found if found is not None and (self.shows(found) or found.awaits) else None

    def forget(self, chat: str) -> None:
        """A chat is put away."""
        self._left.pop(chat, None)

    # replies that are being written -----------------------------------------------

    def begin(self, message: Message, save: Callable[[Message], None], parent: QObject) -> None:
        """Text will stream into ``message``; ``save`` gets it every second."""
        self._running[message.id] = StreamedReply(message, save, parent)

    def end(self, message_id: str) -> StreamedReply | None:
        """No more text comes; what was written, None if nothing was to be."""
        return self._running.pop(message_id, None)

    def end_all(self) -> list[StreamedReply]:
        """No more text comes anywhere."""
        ended = list(self._running.values())
        self._running.clear()
        return ended
