"""When a chat compacts its memory, which part of it, and how far. Pure functions of numbers: no model, no clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.protocol import CompactionPolicy

MIN_BLOCK = 64  # fewer tokens are not worth a block
MIN_RATIO = 1.5
COMFORT_RATIO = 8.0  # beyond it text starts to blur: reach the target only if this is not exceeded ...
MAX_RATIO = 32.0  # ... unless the room gained would otherwise be too small
MERGE_GAIN = 1.1  # times their ratio to which older blocks are worth being compacted again
MIN_GAIN = 0.25  # room a compaction should make: share of the memory below the threshold
FORGET_TO = 0.5  # share of the memory that is left in use when the oldest turns leave it: rarely, and then deep
SINKS = 4  # the first tokens carry much of the attention; they stay verbatim even without a system prompt


@dataclass(frozen=True)
class Fill:
    """The memory's fill: bytes of all, of compacted blocks, of a token kept verbatim; live tokens; their limit."""

    bytes_total: int
    bytes_blocks: int
    bytes_per_token: float
    n_live: int
    capacity: int

    @property
    def bytes_used(self) -> float:
        return self.bytes_blocks + self.n_live * self.bytes_per_token

    @property
    def free_tokens(self) -> int:
        """Tokens it can still take before it is full."""
        return max(0, self.capacity - self.n_live)

    @property
    def share(self) -> float:
        """Share in use, 0 to 1."""
        return min(1.0, self.bytes_used / self.bytes_total) if self.bytes_total else 0.0


MOST_SAME = 0.99  # share of next words as before that may be asked for: more, and nothing would be compacted


def effective(policy: CompactionPolicy, capacity: int) -> CompactionPolicy:
    """The policy with its token counts limited to what a memory of ``capacity`` tokens can bear."""
    return CompactionPolicy(
        auto=policy.auto,
        threshold=min(max(policy.threshold, 0.1), 0.98),
        target=min(max(policy.target, 0.05), min(max(policy.threshold, 0.1), 0.98) - 0.05),
        keep_recent=max(1, min(policy.keep_recent, capacity // 8)),
        reserve=max(1, min(policy.reserve, capacity // 8)),
        least_same=min(max(0.0, policy.least_same), MOST_SAME),
        thoughts=policy.thoughts,
        when_full=policy.when_full,
    )


def must_compact(fill: Fill, policy: CompactionPolicy, incoming: int) -> bool:
    """Whether ``incoming`` more tokens should only be taken in after a compaction.

    True when they would carry the memory over the threshold, or leave less room than the reserve.
    """
    after = fill.bytes_used + incoming * fill.bytes_per_token
    return after > policy.threshold * fill.bytes_total or fill.free_tokens < incoming + policy.reserve


def room_before(fill: Fill, policy: CompactionPolicy) -> int:
    """Tokens that can still come before a compaction has to: the most that :func:`must_compact` lets in."""
    if not fill.bytes_per_token:
        return 0
    below = (policy.threshold * fill.bytes_total - fill.bytes_used) / fill.bytes_per_token
    return max(0, min(int(below), fill.free_tokens - policy.reserve))


def block_range(
    n_tokens: int, system_end: int, blocks_end: int, starts: Iterable[int], keep_recent: int
) -> tuple[int, int] | None:
    """Positions ``[p0, p1)`` to compact: after the verbatim system part and older blocks, before the recent tokens.

    ``starts``: where messages begin. ``p1`` moves back to one of them when it is near (at most ``keep_recent / 2``
    tokens away). None: too little to compact.
    """
    p0 = max(system_end, blocks_end, min(SINKS, n_tokens))
    p1 = n_tokens - keep_recent
    near = max(p0 + MIN_BLOCK, p1 - keep_recent // 2)
    borders = [start for start in starts if near <= start <= p1]
    if borders:
        p1 = max(borders)
    return (p0, p1) if p1 - p0 >= MIN_BLOCK else None


def merges_older(fill: Fill, policy: CompactionPolicy, n_block: int, n_old: int) -> bool:
    """Whether older blocks have to be compacted again along with a new one of ``n_block`` live tokens.

    They stay frozen as long as the new block can have its fair share of what blocks may take: as many bytes per token
    as all of them will have together. ``n_old``: tokens in older blocks.
    """
    live = fill.bytes_used - fill.bytes_blocks - n_block * fill.bytes_per_token
    allowed = policy.target * fill.bytes_total - live
    fair = allowed * n_block / max(1, n_block + n_old)
    return n_old > 0 and allowed - fill.bytes_blocks < fair


def block_ratio(fill: Fill, policy: CompactionPolicy, n_block: int, merged: float = 0) -> float:
    """How many times smaller a block should get, so that the memory reaches its target.

    It is made of ``n_block`` live tokens and of older blocks that take ``merged`` bytes. When the target is out of
    reach it is made as small as is good for it (``COMFORT_RATIO``), or smaller if that made too little room.
    """
    size = n_block * fill.bytes_per_token + merged
    rest = fill.bytes_used - size
    comfortable = size / COMFORT_RATIO
    room = policy.target * fill.bytes_total - rest
    enough = _enough(fill, policy) - rest
    wanted = room if room >= comfortable else min(comfortable, enough)
    if wanted <= 0:
        return MAX_RATIO
    return min(MAX_RATIO, max(MIN_RATIO, size / wanted))


def least_ratio(fill: Fill, policy: CompactionPolicy, n_block: int, merged: float = 0) -> float:
    """The lowest ratio of such a block that makes enough room, whatever it costs in quality."""
    size = n_block * fill.bytes_per_token + merged
    left = _enough(fill, policy) - (fill.bytes_used - size)
    return min(MAX_RATIO, max(MIN_RATIO, size / left)) if left > 0 else MAX_RATIO


def _enough(fill: Fill, policy: CompactionPolicy) -> float:
    """Bytes in use after a compaction that is worth it."""
    return policy.threshold * (1 - MIN_GAIN) * fill.bytes_total


def forgotten_end(n_tokens: int, most: int, system_end: int, turns: Iterable[int]) -> int | None:
    """Where the oldest turns end that leave a chat of ``n_tokens``, of which ``most`` fit; None: none can.

    The system part stays, and so does the last turn, whatever it takes. ``turns``: where user messages begin.
    """
    borders = sorted(turn for turn in turns if turn > system_end)
    left = FORGET_TO * most
    return next((turn for turn in borders if n_tokens - (turn - system_end) <= left), borders[-1] if borders else None)


@dataclass(frozen=True)
class TokenLimits:
    """What the next message may have, in tokens; the one source of what people are told and of what is refused.

    ``room``: before a compaction begins by itself (None: none does); ``longest``: with compactions that text bears
    well; ``most``: with all there may be.
    """

    room: int | None
    longest: int
    most: int


def limits(
    fill: Fill,
    policy: CompactionPolicy,
    system_end: int,
    compactable: bool,
    *,
    nothing_old: int = 0,
    held: bool = False,
) -> TokenLimits:
    """The limits of a memory.

    Args:
        system_end: live tokens that no compaction may touch.
        nothing_old: tokens still to come before there is anything to compact.
        held: none by itself before the memory is really full.
    """
    if not compactable:
        free = max(0, fill.free_tokens - policy.reserve)
        return TokenLimits(None, free, free)
    longest = longest_message(fill, policy, system_end, True)
    room = max(0, fill.free_tokens - policy.reserve) if held else room_before(fill, policy)
    return TokenLimits(max(room, nothing_old), longest, longest_message(fill, policy, system_end, True, MAX_RATIO))


def longest_message(
    fill: Fill, policy: CompactionPolicy, live_outside: int, compactable: bool, ratio: float = COMFORT_RATIO
) -> int:
    """Most tokens a message may have, taken in piece by piece with compactions to ``ratio`` in between.

    ``live_outside``: live tokens that no compaction may touch (system part). Without compaction it is simply the
    room there is, less the reserve.
    """
    if not compactable:
        return max(0, fill.free_tokens - policy.reserve)
    kept = (live_outside + policy.keep_recent + policy.reserve) * fill.bytes_per_token
    room = policy.threshold * fill.bytes_total - kept  # older blocks are compacted again for it
    return max(0, int(room * ratio / fill.bytes_per_token))
