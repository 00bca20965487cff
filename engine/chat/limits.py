"""How many tokens the next message of a chat may have: what people are told, and by what messages are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.chat import forgetting, mounting, usage
from engine.compaction import policy
from engine.compaction.policy import TokenLimits
from engine.errors import MessageTooLong
from engine.model.vision import ImageChunk
from engine.protocol import PromptMessage

if TYPE_CHECKING:
    from engine.chat.chat_context import ChatContext


def unread(chat: ChatContext) -> int:
    """Tokens of ``chat`` that wait to be read; not those that are read again in a moment, while nobody asks."""
    return 0 if chat.reread else max(0, len(chat.log) - max(chat.cached, chat.log.system_end))


def limits_of(chat: ChatContext) -> TokenLimits:
    """The limits of ``chat`` as it is now.

    What is logged and not read yet makes the way to a compaction shorter. It bounds the message only where all of it
    has to stay in full detail: else it is compacted, or leaves, as older text that was read does.
    """
    pending = len(chat.log) - chat.cached
    if chat.forgets:
        left = max(0, forgetting.room(chat) - chat.log.system_end - chat.policy.reserve)
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
    if len(chat.log) <= chat.log.system_end:
        found = usage.for_first_message(found, chat.model, chat.policy, chat.log.system_end)
    if found.room is None:
        return TokenLimits(None, max(0, found.longest - pending), max(0, found.most - pending))
    return TokenLimits(max(0, found.room - pending), found.longest, found.most)


def check_system(chat: ChatContext, limit: int) -> None:
    """Raise MessageTooLong where the system prompt is why a message may have ``limit`` tokens, none at all."""
    system, context = chat.log.system_end, chat.model.n_ctx
    if not limit and len(chat.log) <= system and 2 * system >= context:
        raise MessageTooLong("chat.system_too_long", tokens=system, context=context)


def check_length(chat: ChatContext, message: PromptMessage, parts: Sequence[ImageChunk], anyway: bool) -> None:
    """See to it that ``chat`` can take in a message of these parts; ``anyway``: with all the compaction there may be.

    Raises:
        MessageTooLong: it cannot.
    """
    for document in message.documents:
        if chat.mounts is not None:
            chat.mounts.needed(document.digest)
    limits = limits_of(chat)
    limit, ratio = limits.most if anyway else limits.longest, 1.0
    check_system(chat, limit)
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
