"""What a compaction of a chat takes in, and how far it goes: by the policy, or by a person's wish.

Older blocks are compacted once more where there is too little room. Mounted documents are spared: what stands before,
between and behind them is compacted first, and they only where that would not be enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.chat import usage
from engine.chat.cached_chats import CachedChat, CachedChats, Mounts
from engine.chat.listener import Listener
from engine.chat.saved_states import SavedStates
from engine.chat.token_log import BlockMark, TokenLog
from engine.compaction import policy
from engine.compaction.history import CompactionHistory
from engine.compaction.policy import Fill
from engine.errors import CannotCompact
from engine.heads.profile import Profile
from engine.model.model import Model
from engine.protocol import CompactionPolicy, CompactionReason
from engine.scheduling.steps import Steps

LEAST_RECENT = 32  # kept verbatim when a person asks for a compaction of a short chat


class CompactableChat(CachedChat, Protocol):
    """A chat as far as its compactions know it; see :class:`engine.chat.chat_context.ChatContext`."""

    @property
    def model(self) -> Model: ...
    @property
    def can_compact(self) -> bool: ...
    @property
    def mounts(self) -> Mounts | None: ...
    @property
    def policy(self) -> CompactionPolicy: ...
    @property
    def preset(self) -> str: ...
    @property
    def shares(self) -> Profile | None: ...
    @property
    def history(self) -> CompactionHistory: ...
    @property
    def listener(self) -> Listener: ...
    @property
    def saved(self) -> SavedStates | None: ...
    @property
    def cached_chats(self) -> CachedChats: ...
    def fill(self) -> Fill: ...
    def position(self, token: int) -> int: ...
    def wait_steps(self) -> Steps[None]: ...
    def memory_lost(self) -> None: ...
    def note_compaction(self, mark: BlockMark, *, repeated: bool) -> None: ...


@dataclass
class CompactionRequest:
    """What is to be compacted, in tokens of the log, and how far.

    ``least``: a ratio to be taken whatever its error is (None: ``ratio``, with any error).
    ``wished``: a person chose the ratio, which the block is to have (:mod:`engine.compaction.ratio`); else it counts
    from what the part takes now, all bytes together.
    """

    p0: int
    p1: int
    ratio: float
    least: float | None = None
    wished: bool = False
    reason: CompactionReason = "due"


def nothing_old(chat: CompactableChat) -> int:
    """Tokens still to come before there is anything to compact; 0: there is something."""
    fill = chat.fill()
    if fill.bytes_blocks >= policy.MIN_GAIN * fill.bytes_total:
        return 0  # older blocks can be compacted again
    if _before_documents(chat) is not None:
        return 0
    start = max(chat.log.system_end, chat.log.blocks_end, policy.SINKS)
    return max(0, start + policy.MIN_BLOCK + chat.policy.keep_recent - chat.cached)


def by_policy(chat: CompactableChat, keep_recent: int) -> CompactionRequest | None:
    """What the policy compacts now: a new block, and the older ones with it when they have to be."""
    blocks = chat.log.blocks
    own = [mark for mark in blocks if not mark.document]
    request = _with_older(chat, own, keep_recent)
    if len(own) < len(blocks) and (request is None or request.ratio > policy.COMFORT_RATIO):
        return _with_older(chat, blocks, keep_recent) or request
    return request


def by_wish(chat: CompactableChat, ratio: float) -> CompactionRequest:
    """All that is old, brought down to ``ratio``: older blocks with it, unless they are that small already.

    So a higher ratio never leaves more than a lower one.

    Raises:
        CannotCompact: there is nothing.
    """
    block = _block(chat, chat.policy.keep_recent) or _block(chat, LEAST_RECENT)
    blocks, had = chat.log.blocks, usage.compacted_ratio(chat.model, chat.seq_id)
    old = [mark for mark in blocks if not mark.document] or (blocks if block is None else [])
    merges = bool(old) and ratio > policy.MERGE_GAIN * had
    if block is None and not merges:
        raise CannotCompact("compact.nothing_old")
    p0, p1 = block or (chat.log.blocks_end, chat.log.blocks_end)
    if merges:
        p0, p1 = _around(p0, p1, old)
    least = max(policy.MIN_RATIO, had) if merges else policy.MIN_RATIO
    return CompactionRequest(p0, p1, ratio, min(ratio, least), True, "asked")


def inside(blocks: Sequence[BlockMark], p0: int, p1: int) -> list[BlockMark]:
    """Those of ``blocks`` that a compaction of the tokens ``[p0, p1)`` merges."""
    return [mark for mark in blocks if p0 <= mark.p0 and mark.p1 <= p1]


def bytes_of(chat: CompactableChat, merged: Sequence[BlockMark]) -> float:
    """Bytes that some of the chat's blocks take."""
    blocks, size = chat.log.blocks, float(chat.fill().bytes_blocks)
    if len(merged) == len(blocks):
        return size
    return size * sum(mark.cells for mark in merged) / sum(mark.cells for mark in blocks)


def _with_older(chat: CompactableChat, old: Sequence[BlockMark], keep_recent: int) -> CompactionRequest | None:
    """A new block, and the ``old`` ones with it when they have to be."""
    fill = chat.fill()
    p0, p1 = _block(chat, keep_recent) or (chat.log.blocks_end, chat.log.blocks_end)
    n_block, merged = p1 - p0, 0.0
    if not n_block and (not old or fill.bytes_blocks < policy.MIN_GAIN * fill.bytes_total):
        return None
    if not n_block or policy.merges_older(fill, chat.policy, n_block, _tokens(old)):
        p0, p1 = _around(p0, p1, old)
        taken = inside(chat.log.blocks, p0, p1)
        n_block, merged = p1 - p0 - _tokens(taken), bytes_of(chat, taken)
    wanted = policy.block_ratio(fill, chat.policy, n_block, merged)
    return CompactionRequest(p0, p1, wanted, policy.least_ratio(fill, chat.policy, n_block, merged))


def _around(p0: int, p1: int, old: Sequence[BlockMark]) -> tuple[int, int]:
    """The tokens from the first to the last of a new block and ``old`` ones."""
    starts, ends = [mark.p0 for mark in old], [mark.p1 for mark in old]
    return min([*starts, p0] if p0 < p1 else starts), max([*ends, p1] if p0 < p1 else ends)


def _tokens(marks: Sequence[BlockMark]) -> int:
    return sum(mark.p1 - mark.p0 for mark in marks)


def _block(chat: CompactableChat, keep_recent: int) -> tuple[int, int] | None:
    """The live text that is compacted next."""
    if (before := _before_documents(chat)) is not None:
        return before
    log = chat.log
    starts = (span.start for span in log.spans)
    found = policy.block_range(chat.cached, log.system_end, log.blocks_end, starts, keep_recent)
    return _outside_grids(log, found)


def _before_documents(chat: CompactableChat) -> tuple[int, int] | None:
    """Old text that stands before a mounted document, behind the block before it."""
    log, start = chat.log, 0
    for mark in sorted(log.blocks, key=lambda mark: mark.p0):
        end = min(mark.p0, chat.cached - chat.policy.keep_recent)
        found = policy.block_range(end, log.system_end, start, (), 0) if mark.document else None
        found = _outside_grids(log, found)
        if found is not None:
            return found
        start = mark.p1
    return None


def _outside_grids(log: TokenLog, found: tuple[int, int] | None) -> tuple[int, int] | None:
    """A range none of whose ends lies inside the grid of a picture, if enough is left of it."""
    if found is None:
        return None
    p0, p1 = (log.outside_grids(at) for at in found)
    return (p0, p1) if p1 - p0 >= policy.MIN_BLOCK else None
