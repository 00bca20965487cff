"""Where the tokens of a chat stand in its model's memory. Pure functions of numbers.

A token's index in the chat's log is its position, until old text was squeezed to fewer positions so that the chat can
go on past the context its model was trained for. From then on what follows that text stands lower than its index. So
does what follows a picture in a grid (M-RoPE): its rows are cells of their own but stand at one moment, and what comes
after goes on behind the longer side of the grid. A block that such a picture was compacted into has fewer positions
than tokens, as one that was squeezed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.model.compact_structs import Block, Squeeze

EXACT = 0.5  # share of the trained context whose most recent distances stay as they are
STEP = 0.25  # share of it that is made free at once: each move rounds quantized rows anew, and costs a pass over them
LEAST = 16  # positions that squeezed text keeps at least


class RowGrid(Protocol):
    """A picture whose rows, tokens ``[start, end)``, take ``positions`` together (PictureRun of the token log)."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def positions(self) -> int: ...


@dataclass(frozen=True)
class _Part:
    """Tokens ``[start, end)`` at ``positions`` positions from ``at`` on; ``grid``: rows of a picture, all at ``at``."""

    start: int
    end: int
    at: int
    positions: int
    grid: bool

    @property
    def shift(self) -> int:
        """How much lower than its index the token behind it stands."""
        return self.end - self.at - self.positions


def _parts(blocks: Sequence[Block], grids: Sequence[RowGrid]) -> Iterator[_Part]:
    """Blocks, and the grids outside of them, in order."""
    shift, left = 0, deque(grids)
    for block in (*blocks, None):
        while left and (block is None or left[0].start < block.p0 + shift):
            grid = left.popleft()
            part = _Part(grid.start, grid.end, grid.start - shift, grid.positions, True)
            shift = part.shift
            yield part
        if block is not None:
            start = block.p0 + shift
            part = _Part(start, start + block.tokens, block.p0, block.p1 - block.p0, False)
            shift = part.shift
            yield part
            while left and left[0].start < part.end:
                left.popleft()


def lost(blocks: Sequence[Block]) -> int:
    """How many positions the sequence's blocks have less than tokens."""
    return sum(block.tokens - (block.p1 - block.p0) for block in blocks)


def position_of(blocks: Sequence[Block], token: int, grids: Sequence[RowGrid] = ()) -> int | None:
    """The position of the chat's ``token``-th token; None inside a squeezed block or a grid, which cannot be cut.

    ``blocks``, ``grids``: in order of position.
    """
    shift = 0
    for part in _parts(blocks, grids):
        if token <= part.start:
            break
        if token < part.end:
            return None if part.grid or part.shift != shift else token - shift
        shift = part.shift
    return token - shift


def following(blocks: Sequence[Block], held: int, grids: Sequence[RowGrid]) -> int:
    """Where the next token belongs once ``held`` are there; rows of a grid all belong to its first position."""
    shift = 0
    for part in _parts(blocks, grids):
        if held <= part.start:
            break
        if part.grid and held < part.end:
            return part.at
        shift = part.shift
    return held - shift


def length_of(blocks: Sequence[Block], held: int, grids: Sequence[RowGrid]) -> int:
    """The position behind the last one of ``held`` tokens: less than :func:`following` where a grid stands last."""
    shift = 0
    for part in _parts(blocks, grids):
        if held <= part.start:
            break
        if part.grid and held <= part.end:
            return part.at + 1
        shift = part.shift
    return held - shift


def held_by(blocks: Sequence[Block], length: int, grids: Sequence[RowGrid]) -> int:
    """Tokens of a memory of that ``length``, a grid that stands last being whole."""
    shift = 0
    for part in _parts(blocks, grids):
        if length <= part.at:
            break
        if part.grid and length == part.at + 1:
            return part.end
        shift = part.shift
    return length + shift


def squeeze(blocks: Sequence[Block], following: int, trained: int, incoming: int) -> list[Squeeze]:
    """What to squeeze so that there is room for many more tokens than ``incoming``; empty: there is too little.

    The most recent ``EXACT`` of the trained context keeps its distances; older text moves together evenly. Text that
    was squeezed before is squeezed again, so that the oldest stands closest. Measured: docs/EXPERIMENTS.md.

    Args:
        blocks: the chat's blocks in order of position; only they can be squeezed.
        following: the position of the next token.
    """
    wanted = max(following + incoming - trained, round(trained * STEP))
    for exact in (round(trained * EXACT), 0):
        parts = _before(blocks, following - exact)
        if parts and sum(p1 - p0 for p0, p1 in parts) - wanted >= LEAST * len(parts):
            return _evenly(parts, wanted)
    return []


def squeeze_little(blocks: Sequence[Block], following: int, trained: int, incoming: int) -> list[Squeeze]:
    """As :func:`squeeze` where that is empty: room for ``incoming`` more tokens and half of what could be had beyond.

    Each move drops a compaction that was begun, so text is better compacted first than moved for every token.
    """
    parts = _before(blocks, following)
    needed = following + incoming - trained
    spare = sum(p1 - p0 for p0, p1 in parts) - len(parts) - needed
    return _evenly(parts, needed + spare // 2) if parts and needed > 0 and spare >= 0 else []


def _before(blocks: Sequence[Block], upto: int) -> list[tuple[int, int]]:
    """The parts of blocks before a position."""
    return [(block.p0, min(block.p1, upto)) for block in blocks if block.p0 < upto]


def _evenly(parts: Sequence[tuple[int, int]], gain: int) -> list[Squeeze]:
    """Squeeze all by the same share; what parts of a single position cannot give, the larger ones do."""
    share = 1 - gain / sum(p1 - p0 for p0, p1 in parts)
    kept = [max(1, int((p1 - p0) * share)) for p0, p1 in parts]
    missing = gain - sum(p1 - p0 - n for (p0, p1), n in zip(parts, kept, strict=True))
    for i in sorted(range(len(kept)), key=kept.__getitem__, reverse=True):
        more = min(max(0, missing), kept[i] - 1)
        kept[i], missing = kept[i] - more, missing - more
    return [Squeeze(p0, p1, n) for (p0, p1), n in zip(parts, kept, strict=True)]
