"""Lets the oldest whole turns leave what a model has in view, where its cache cannot be compacted or should not be.

The text stays in the chat; the log keeps only which messages it was. It happens rarely and goes deep, so that most
turns cost nothing: without reading again where the cache can move what follows, else what is left is read once.
"""

from __future__ import annotations

import logging
from typing import Protocol

from engine.chat.compactor import Compactor
from engine.chat.ranges import CompactableChat
from engine.compaction import policy
from engine.model.shifting import shift_out

log = logging.getLogger("engine.chat.forgetting")


class ForgettingChat(CompactableChat, Protocol):
    """A chat as far as its forgetting knows it; see :class:`engine.chat.chat_context.ChatContext`."""

    @property
    def compactor(self) -> Compactor: ...


def room(chat: ForgettingChat) -> int:
    """Tokens that the chat may have in all: those it holds, and what is free or held by idle neighbours."""
    return chat.cached + chat.fill().free_tokens


def forget(chat: ForgettingChat, incoming: int) -> bool:
    """Let the oldest turns leave if the log and ``incoming`` more tokens do not fit; whether any left.

    What is left may have to be read again: the memory holds a beginning of the log, or nothing.
    """
    n, most = len(chat.log), room(chat)
    if n + incoming <= most:
        return False
    blocks = chat.model.blocks(chat.seq_id)
    if blocks:  # they leave as well, and what is left is read in full detail
        others = chat.fill().n_live - (chat.cached - sum(block.tokens for block in blocks))
        most = min(most, chat.model.n_ctx - max(0, others))
    turns = [span.start for span in chat.log.spans if span.role == "user"]
    first = chat.log.system_end
    end = policy.forgotten_end(n, most - incoming, first, turns)
    if end is None:
        return False
    chat.compactor.drop()
    held = chat.cached
    chat.log.forget(end)
    if held <= first and not blocks:
        pass  # it was not read yet
    elif held <= end or blocks or not _shifted(chat, first, end):
        chat.memory_lost()
    log.info("the oldest %d tokens left the context, %d of %d are still in it", end - first, chat.cached, len(chat.log))
    chat.listener.log_changed()
    chat.listener.memory_changed()
    return True


def _shifted(chat: ForgettingChat, first: int, end: int) -> bool:
    """Whether the cache moved what follows down. Without any beginning that stays, the first tokens would be missing
    that much of the attention goes to: then the rest is read again.
    """
    if first < 1:
        return False
    while chat.cached_chats.evict(chat, everything=True):
        pass
    return shift_out(chat.model, first, end, chat.seq_id)
