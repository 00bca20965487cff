"""The memory of a chat as numbers: how full it is, what it is made of."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from engine.chat.token_log import BlockMark, TokenLog
from engine.compaction import policy
from engine.compaction.policy import Fill, TokenLimits
from engine.compaction.prediction import of_all, same_words
from engine.compaction.quality import mean_error
from engine.compaction.ratio import ratio_of, uncompacted_bytes
from engine.model.compact_structs import Info
from engine.model.model import Model
from engine.protocol import CompactionPolicy, Segment


def bytes_per_token(model: Model, info: Info | None) -> float:
    """Physical bytes that one more live token takes in the layers whose cache grows."""
    if info is not None and info.capacity_used > 0:
        return info.bytes_live / info.capacity_used
    return uncompacted_bytes(model)


def measure(model: Model, seq_id: int = 0, others: Collection[int] = ()) -> Fill:
    """The fill of the memory that a sequence lives in, with only those ``others`` that cannot give way to it."""
    if not model.grows:
        return Fill(0, 0, 0.0, 0, model.n_ctx)
    info = model.known_info(seq_id)
    per_token = bytes_per_token(model, info)
    if info is None:
        n_live = sum(model.length(seq) for seq in (seq_id, *others))
        return Fill(round(model.n_ctx * per_token), 0, per_token, n_live, model.n_ctx)
    blocks, n_live = info.bytes_blocks, info.n_live
    for seq in others:
        if other := model.known_info(seq):
            blocks, n_live = blocks + other.bytes_blocks, n_live + other.n_live
    return Fill(info.bytes_total, blocks, per_token, min(n_live, info.capacity_used), info.capacity)


class Measurable(Protocol):
    """A chat whose memory can be measured; see :class:`engine.chat.chat_context.ChatContext`."""

    measured: Fill | None

    def fill(self) -> Fill: ...


@contextlib.contextmanager
def measured_once(chat: Measurable) -> Iterator[Fill]:
    """Inside, where nothing changes, a chat is measured once: that asks the library for every chat at work."""
    chat.measured = chat.fill()
    try:
        yield chat.measured
    finally:
        chat.measured = None


def free_cells(model: Model) -> int:
    """Cells that hold no token of any sequence."""
    if not model.grows:
        return model.n_ctx
    if info := model.known_info():
        return max(0, info.capacity - info.capacity_used)
    return max(0, model.n_ctx - sum(model.length(seq) for seq in range(model.n_seq_max)))


def for_first_message(found: TokenLimits, model: Model, kept: CompactionPolicy, system: int) -> TokenLimits:
    """The limits ``found``, for the first message of a chat with so many tokens of a system part.

    None fits where none would in a memory without blocks, in which rows take more: else it would hang on what other
    chats did before, and the chat would not fit any more after a restart.
    """
    empty = Fill(model.n_ctx, 0, 1.0, 0, model.n_ctx)
    if found.room is None or policy.longest_message(empty, kept, system, True, policy.MAX_RATIO):
        return found
    return TokenLimits(found.room, 0, 0)


def compacted_ratio(model: Model, seq_id: int = 0) -> float:
    """How many times smaller all compacted text of a sequence is (:mod:`engine.compaction.ratio`); 0: none is."""
    info = model.known_info(seq_id)
    tokens = sum(block.tokens for block in model.blocks(seq_id))
    return ratio_of(tokens, info.bytes_blocks, uncompacted_bytes(model)) if info is not None else 0.0


def segments(log: TokenLog, fill: Fill, n_tokens: int, ratio: float = 0.0) -> tuple[Segment, ...]:
    """The parts of a chat's memory; ``n_tokens``: logical tokens it holds.

    ``ratio``: of all that is compacted, mounted documents with it.
    """
    per_token = fill.bytes_per_token
    same = round(same_words(of_all(mark.nats for mark in log.blocks if not mark.document)), 4)
    mounted = [mark for mark in log.blocks if mark.document]
    compacted = [mark for mark in log.blocks if not mark.document]
    in_mounted, in_blocks = _tokens(mounted), _tokens(compacted)
    full = fill.bytes_blocks * ratio / max(1, in_mounted + in_blocks)  # bytes of a token before it was compacted
    taken = min(fill.bytes_blocks, round(full * sum(mark.cells for mark in mounted)))
    if not compacted:
        taken = fill.bytes_blocks if mounted else 0
    rest = fill.bytes_blocks - taken
    system = min(log.system_end, n_tokens)
    live = max(0, n_tokens - system - in_mounted - in_blocks)
    parts = [
        Segment("system", system, round(system * per_token)),
        Segment("documents", in_mounted, taken, _error(mounted), round(in_mounted * full / max(1, taken), 3)),
        Segment("compacted", in_blocks, rest, _error(compacted), round(in_blocks * full / max(1, rest), 3), same),
        Segment("live", live, round(live * per_token)),
    ]
    return tuple(part for part in parts if part.tokens)


def _tokens(marks: Sequence[BlockMark]) -> int:
    return sum(mark.p1 - mark.p0 for mark in marks)


def _error(marks: Sequence[BlockMark]) -> float:
    return round(mean_error([(mark.p1 - mark.p0, mark.error) for mark in marks]), 5)
