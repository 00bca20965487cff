"""Moves old compacted text closer together, so that a chat goes on past the context its model was trained for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from engine.chat.compactor import Compactor
from engine.chat.ranges import CompactableChat
from engine.compaction import positions
from engine.errors import CannotCompact
from engine.model.compact_structs import Block, Squeeze
from engine.scheduling.steps import Steps

log = logging.getLogger("engine.chat.squeezing")


class SqueezableChat(CompactableChat, Protocol):
    """A chat as far as this knows it; see :class:`engine.chat.chat_context.ChatContext`."""

    @property
    def compactor(self) -> Compactor: ...
    @property
    def following(self) -> int: ...


def make_positions_steps(chat: SqueezableChat, n: int) -> Steps[None]:
    """See to it that ``n`` more tokens stay within the context the model was trained for."""
    trained = chat.model.facts.n_ctx_train
    following = chat.following
    if not trained or following + n <= trained:
        return
    chat.compactor.commit_ready()
    spans = _squeezable(chat, n, positions.squeeze)
    # moving drops what was begun: text that is compacted first gives positions for many tokens, not for the next one
    if not spans and chat.can_compact and (yield from chat.compactor.by_policy_steps()):
        spans = _squeezable(chat, n, positions.squeeze)
    spans = spans or _squeezable(chat, n, positions.squeeze_little)
    try:
        if not spans:
            raise CannotCompact("compact.nothing_to_merge")
        chat.cached_chats.evict(chat, everything=True)
        chat.compactor.drop()
        chat.model.squeeze(spans, chat.seq_id)
        chat.checkpoints.moved()
    except CannotCompact as error:
        if following <= trained:
            log.warning(
                "This chat gets longer than the %d tokens the model was trained for; replies may get worse. "
                "A new chat starts afresh. (%s)",
                trained,
                error,
            )
        return
    now = chat.following
    log.info("old text was moved together by %d positions, to %d of %d", following - now, now, trained)
    chat.listener.memory_changed()


def _squeezable(
    chat: SqueezableChat, n: int, how: Callable[[Sequence[Block], int, int, int], list[Squeeze]]
) -> list[Squeeze]:
    blocks = chat.model.blocks(chat.seq_id)
    if not (chat.can_compact or (blocks and chat.mounts is not None)):
        return []
    return how(blocks, chat.following, chat.model.facts.n_ctx_train, n)
