"""How many tokens the next message of a chat may have: what people are told, and by what messages are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.chat import forgetting, mounting
from engine.compaction import policy
from engine.compaction.policy import TokenLimits
from engine.errors import MessageTooLong
from engine.model.vision import ImageChunk
from engine.protocol import PromptMessage

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


def check_length(chat: ChatMemory, message: PromptMessage, parts: Sequence[ImageChunk], anyway: bool) -> None:
    """See to it that ``chat`` can take in a message of these parts; ``anyway``: with all the compaction there may be.

    Raises:
        MessageTooLong: it cannot.
    """
    limits = limits_of(chat)
    limit, ratio = limits.most if anyway else limits.longest, 1.0
    read, cells = mounting.room_taken(chat.mounts, parts)
    if limits.room is not None:  # text is compacted as it is read; what is mounted stays as large as it is
        ratio = policy.MAX_RATIO if anyway else policy.COMFORT_RATIO
    limit = max(0, round(limit - (ratio - 1) * cells))
    if read + cells <= limit:
        return
    names = {document.digest: document.name for document in message.documents}
    for part in parts:
        tokens, _ = mounting.room_taken(chat.mounts, [part])
        if part.digest in names and tokens > limit:
            raise MessageTooLong("document.too_long", name=names[part.digest], tokens=tokens, room=limit)
    compacts = chat.can_compact or chat.forgets
    code = "chat.message_too_long" if compacts else "chat.message_too_long_uncompacted"
    raise MessageTooLong(code, tokens=read + cells, room=limit)
