"""A reply while it streams: its text so far, and saving it every second."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtCore import QObject, QTimer

from app.core.chat_values import Message, MessageMeta, MessageState
from engine.protocol import Replied, TokenLogprob

DRAFT_MS = 1000
THOUGHT = "</think>"  # ends what a model thinks


class StreamedReply(QObject):
    """Collects the pieces of one reply and hands drafts of it to ``save``, which sees to it that they are stored.

    Attributes:
        text: what there is of it.
        logprobs: how likely its tokens were that came in this run, if that is told.
    """

    def __init__(self, message: Message, save: Callable[[Message], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._message = msgspec.structs.replace(message, state="streaming")
        self.text = message.content
        self.logprobs: list[TokenLogprob] = []
        self._save = save
        self._dirty = False
        self._began = 0.0  # seconds of the monotonic clock; 0 before the first piece
        self._thinking_ms = message.meta.thinking_ms
        self._end = ""  # the last characters, in which the end of the thinking is looked for
        self._timer = QTimer(self, interval=DRAFT_MS)
        self._timer.timeout.connect(self.save_draft)
        self._timer.start()

    @property
    def id(self) -> str:
        return self._message.id

    @property
    def chat(self) -> str:
        return self._message.chat

    def add(self, text: str, logprobs: Sequence[TokenLogprob] = ()) -> None:
        """Append a piece, and how likely tokens were if that is told."""
        self.logprobs += logprobs
        now = time.monotonic()
        self._began = self._began or now
        if not self._thinking_ms:
            self._end = (self._end + text)[-len(text) - len(THOUGHT) :]
            if THOUGHT in self._end:
                self._thinking_ms = (now - self._began) * 1000
        self.text += text
        self._dirty = True

    def message(self) -> Message:
        """The message as of now."""
        return msgspec.structs.replace(self._message, content=self.text)

    def save_draft(self) -> None:
        """Save what is new, if anything is."""
        if self._dirty:
            self._dirty = False
            self._save(self.message())

    def end(self, state: MessageState, meta: MessageMeta) -> Message:
        """The final message, saved; nothing may be added any more."""
        self._timer.stop()
        meta = msgspec.structs.replace(meta, thinking_ms=self._thinking_ms)
        final = msgspec.structs.replace(self.message(), state=state, meta=meta)
        self._save(final)
        self.deleteLater()
        return final


def meta_of(event: Replied) -> MessageMeta:
    """What is kept of how a reply ended."""
    return MessageMeta(
        tokens=event.tokens,
        prompt_tokens=event.prompt_tokens,
        prefill_ms=event.prefill_ms,
        decode_ms=event.decode_ms,
        first_token_ms=event.first_token_ms,
        reason=event.reason,
        thoughts_dropped=event.thoughts_dropped,
    )


def said(message: Message) -> str:
    """What is edited of a message: all that a person wrote, a reply without its reasoning, and no room around it."""
    text = message.content if message.role == "user" else message.content.rpartition(THOUGHT)[2]
    return text.strip()
