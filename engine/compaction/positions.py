"""Where the tokens of a chat stand in its model's memory. Pure functions of numbers.

A token's index in the chat's log is its position, until old text was squeezed to fewer positions so that the chat can
go on past the context its model was trained for. From then on what follows that text stands lower than its index.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.compact_api import Block, Squeeze

EXACT = 0.5  # share of the trained context whose most recent distances stay as they are
STEP = 0.25  # share of it that is made free at once: each move rounds quantized rows anew, and costs a pass over them
LEAST = 16  # positions that squeezed text keeps at least


def lost(blocks: Sequence[Block]) -> int:
    """How many positions the sequence's blocks were squeezed by so far."""
    return sum(block.tokens - (block.p1 - block.p0) for block in blocks)


def position_of(blocks: Sequence[Block], token: int) -> int | None:
    """The position of the chat's ``token``-th token; None inside a squeezed block. ``blocks``: in order of position."""
    shift = 0
    for block in blocks:
        start = block.p0 + shift  # in tokens
        if token <= start:
            break
        if token < start + block.tokens:
            return token - shift if block.tokens == block.p1 - block.p0 else None
        shift += block.tokens - (block.p1 - block.p0)
    return token - shift


def squeeze(blocks: Sequence[Block], following: int, trained: int, incoming: int) -> list[Squeeze]:
    """What to squeeze so that ``incoming`` more tokens stay within the ``trained`` positions; empty: nothing can be.

    The most recent ``EXACT`` of the trained context keeps its distances; older text moves together evenly. Text that
    was squeezed before is squeezed again, so that the oldest stands closest. Measured: docs/COMPACTION.md.

    Args:
        blocks: the chat's blocks in order of position; only they can be squeezed.
        following: the position of the next token.
    """
    wanted = max(following + incoming - trained, round(trained * STEP))
    for exact in (round(trained * EXACT), 0):
        upto = following - exact
        parts = [(block.p0, min(block.p1, upto)) for block in blocks if block.p0 < upto]
        room = sum(p1 - p0 for p0, p1 in parts)
        if room - wanted >= LEAST * len(parts) and parts:
            return _evenly(parts, wanted)
    gain = following + incoming - trained  # as little as will do
    if parts and 0 < gain <= room - len(parts):
        return _evenly(parts, gain)
    return []


def _evenly(parts: Sequence[tuple[int, int]], gain: int) -> list[Squeeze]:
    """Squeeze all by the same share; what parts of a single position cannot give, the larger ones do."""
    share = 1 - gain / sum(p1 - p0 for p0, p1 in parts)
    kept = [max(1, int((p1 - p0) * share)) for p0, p1 in parts]
    missing = gain - sum(p1 - p0 - n for (p0, p1), n in zip(parts, kept, strict=True))
    for i in sorted(range(len(kept)), key=kept.__getitem__, reverse=True):
        more = min(max(0, missing), kept[i] - 1)
        kept[i], missing = kept[i] - more, missing - more
    return [Squeeze(p0, p1, n) for (p0, p1), n in zip(parts, kept, strict=True)]
