"""What a chat has of the others in its model's memory: a beginning they share, cells they leave, time they need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.chat import usage
from engine.chat.compactor import Compactor
from engine.chat.ranges import CompactableChat
from engine.chat.token_log import BlockMark
from engine.errors import ContextFull
from engine.scheduling.steps import Steps

SPARE = 32  # cells that reading leaves to each other chat that is at work


class SharingChat(CompactableChat, Protocol):
    """A chat as far as this knows it; see :class:`engine.chat.chat_context.ChatContext`."""

    @property
    def compactor(self) -> Compactor: ...


def share_steps(chat: SharingChat, end: int, planned: Sequence[BlockMark]) -> Steps[None]:
    """Begin with what a neighbour has already, or will have in a moment; ``planned``: compactions to repeat."""
    while chat.cached == 0:
        most = min([end - 1, *(mark.at for mark in planned)])
        found = chat.cached_chats.beginning_of(chat, most, with_blocks=not planned)
        if found is None:
            return
        if found.ready:
            shared = found.take()
            chat.log.marks = [*shared, *chat.log.marks]
            return
        yield from chat.wait_steps()


def alone_steps(chat: SharingChat) -> Steps[None]:
    """Wait until no other chat is in the model's memory; in vain, if they wait as well."""
    while chat.cached_chats.evict(chat, everything=True) or chat.cached_chats.worth_waiting(chat):
        yield from chat.wait_steps()


def make_room_steps(chat: SharingChat, n: int, least: int, planned: Sequence[BlockMark]) -> Steps[int]:
    """How many of ``n`` tokens there is room for, made of idle neighbours, by compaction, or of busy ones.

    ``least``: fewer than these are worth nothing. A compaction that the policy wants is begun; it is waited for when
    the memory is full, also where others are ``planned``, whose place it takes then.
    """
    if not planned:
        chat.compactor.begin_if_due(n)
    elif chat.can_compact and chat.fill().free_tokens < n:
        yield from chat.compactor.by_policy_steps()
    spare = SPARE * len(chat.cached_chats.sequences(active=True, but=chat))
    room = yield from cells_steps(chat, n, min(n, least), spare)
    if room < n == least:
        raise ContextFull("picture.no_room")
    return room


def cells_steps(chat: SharingChat, n: int, least: int, spare: int = 0) -> Steps[int]:
    """``n`` free cells, or ``least`` at least, and ``spare`` ones for others; or at last what there is."""
    if not _take_cells(chat, n + spare) and not _take_cells(chat, least + spare):
        yield from chat.compactor.by_policy_steps()
    while not _take_cells(chat, least + spare) and chat.cached_chats.worth_waiting(chat):
        yield from chat.wait_steps()
    free = usage.free_cells(chat.model)
    return min(n, max(1, free - spare if free >= least + spare else free))


def _take_cells(chat: SharingChat, n: int) -> bool:
    """Whether ``n`` cells are free, idle neighbours' ones taken as needed."""
    while usage.free_cells(chat.model) < n:
        if not chat.cached_chats.evict(chat):
            return False
    return True
