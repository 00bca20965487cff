"""How many tokens the next message of a chat may have: what people are told, and by what messages are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.chat import forgetting
from engine.compaction import policy
from engine.compaction.policy import TokenLimits

if TYPE_CHECKING:
    from engine.chat.memory import ChatMemory


def limits_of(chat: ChatMemory) -> TokenLimits:
    """The limits of ``chat`` as it is now; what is logged and not read yet is taken off."""
    pending = len(chat.log) - chat.cached
    if chat.forgets:
        left = max(0, forgetting.room(chat) - chat.log.system_end - chat.policy.reserve - pending)
        return TokenLimits(None, left, left)
    compactable, compactor = chat.can_compact, chat.compactor
    found = policy.limits(
        chat.fill(),
        chat.policy,
        chat.log.system_end,
        compactable,
        nothing_old=compactor.nothing_old(),
        held=compactor.held,
    )
    unread = pending - max(0, chat.log.system_end - chat.cached) if compactable else pending
    room = None if found.room is None else max(0, found.room - pending)
    return TokenLimits(room, max(0, found.longest - unread), max(0, found.most - unread))
