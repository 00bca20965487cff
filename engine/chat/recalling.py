"""Reads a chat's messages again from their text, where turns of them had left what its model has in view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.chat import forgetting
from engine.chat.attached import unreadable
from engine.chat.checkpoints import Checkpoints
from engine.chat.forgetting import ForgettingChat
from engine.chat.listener import ProgressKind
from engine.chat.token_log import TokenLog
from engine.errors import ContextTooSmall
from engine.protocol import PromptMessage
from engine.scheduling.steps import Steps


class RecallingChat(ForgettingChat, Protocol):
    """A chat as far as this knows it; see :class:`engine.chat.session.Session`."""

    messages: list[PromptMessage]
    unseen: set[str]

    @property
    def checkpoints(self) -> Checkpoints: ...
    def reset(self, token_log: TokenLog) -> None: ...
    def begin_log(self) -> None: ...
    def start_over(self) -> None: ...
    def add_all(self, messages: Sequence[PromptMessage]) -> None: ...
    def catch_up_steps(self, what: ProgressKind) -> Steps[int]: ...


def recall_steps(chat: RecallingChat) -> Steps[None]:
    """Read all messages again, also those that left the memory.

    Raises:
        ContextTooSmall, TemplateFailed: they do not fit, or cannot be rendered; log and memory are as they were.
        Cancelled, ContextFull: the memory holds a beginning of the log; the next catch-up goes on.
    """
    log, messages, kept = chat.log, chat.messages, chat.checkpoints.all
    chat.unseen |= unreadable(chat.model, messages)
    try:
        chat.begin_log()
        chat.add_all(messages)
        if len(chat.log) + chat.policy.reserve > forgetting.room(chat):
            raise ContextTooSmall("undo.forgotten_no_room", tokens=len(chat.log) - len(log))
    except BaseException:  # the memory still holds what the log before says
        chat.reset(log)
        chat.messages = messages
        chat.checkpoints.put(kept)
        raise
    chat.memory_lost()
    chat.listener.log_changed()
    yield from chat.catch_up_steps("rebuild")


def recall_only_steps(chat: RecallingChat, messages: Sequence[PromptMessage]) -> Steps[None]:
    """Let the chat be of these messages, and read as much of them again as fits.

    Raises:
        Cancelled, ContextFull: the memory holds a beginning of the log; the next catch-up goes on.
    """
    chat.unseen |= unreadable(chat.model, messages)
    chat.start_over()
    try:
        chat.add_all(messages)
        yield from chat.catch_up_steps("rebuild")
    finally:
        chat.listener.log_changed()
        chat.listener.memory_changed()
