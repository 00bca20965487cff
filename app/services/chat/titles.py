"""Titles that are made for chats.

A chat gets its first line as a title when its first message is sent. Once the first reply is done, a better one may be
asked for; where it comes from is a function, so that nothing here knows the engine. A title that the person gave is
never replaced: the store sees to that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from app.core.store import Store
from app.core.transcript import TITLE_LENGTH, title_of
from app.core.types import ChatView, Message
from app.services.background import Ops
from app.services.chat.conversations import Conversations

Told = Callable[[str], None]
Ask = Callable[[str, Sequence[Message], Told], None]
"""Ask for a title of chat ``id`` that begins with these messages; calls back once, or never."""

WORDS = 10  # six are asked for; more are an answer, not a title
MOST = 600  # characters of a message that a title is made from

_WRAPPED = re.compile(r"^[\s\"'“”„«»*#`_-]+|[\s\"'“”„«»*#`_.-]+$")
_LABEL = re.compile(r"(?i)^(title|titel)\s*:\s*")
_THOUGHT = re.compile(r"(?s)^\s*<think>.*?(</think>|\Z)")


def tidy(text: str) -> str:
    """A title out of what a model answered: one line without quotes, marks and label; "" if there is none in it."""
    line = next((line for line in _THOUGHT.sub("", text).splitlines() if line.strip()), "")
    line = _WRAPPED.sub("", _LABEL.sub("", _WRAPPED.sub("", line)))
    return title_of(line) if len(line) <= TITLE_LENGTH and len(line.split()) <= WORDS else ""


def question(messages: Sequence[Message]) -> str:
    """What a model is asked for a title: the beginning of the chat, shortened."""
    parts = [f"{message.role.capitalize()}: {_beginning(message)}" for message in messages[:2]]
    return "\n\n".join(
        [*parts, "Write a title for this conversation in at most six words. Answer with the title alone."]
    )


def _beginning(message: Message) -> str:
    files = ", ".join(file.name for file in message.attachments)
    return "\n".join(filter(None, (f"(with {files})" if files else "", message.content.strip()[:MOST])))


class Titles(QObject):
    """Asks for a title after the first reply of a chat.

    Signals:
        titled(str, str): chat and the title it got.
    """

    titled = Signal(str, str)

    def __init__(self, conversations: Conversations, store: Store, ops: Ops, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._ops = store, ops
        self.ask: Ask | None = None
        self._asked: set[str] = set()
        conversations.reply_ended.connect(self._ended)

    def _ended(self, view: ChatView, message: Message) -> None:
        """Once the first reply of a chat is done."""
        if self.ask is None or message.role != "assistant" or message.state != "done":
            return
        first = len(view.messages) == 2 and view.messages[1].id == message.id
        if not first or view.chat.titled_by != "first" or message.chat in self._asked:
            return
        self._asked.add(message.chat)
        self.ask(message.chat, view.messages, lambda text: self._told(message.chat, text))

    def _told(self, chat: str, text: str) -> None:
        title = tidy(text)
        if not title:
            return

        def done(changed: bool) -> None:
            if changed:
                self.titled.emit(chat, title)

        self._ops.store(lambda: self._store.title_chat(chat, title), done)
