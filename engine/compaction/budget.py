"""How a compaction's bytes are split over the heads: rows and row types that cost the least, by the model's profile.

What heads lose adds up: measured on SmolLM2-135M, the KL divergence of all heads compacted together is the sum of what
each loses on its own, within a few percent at every size. So the split is a knapsack: per head one option (rows kept,
or all of them, and a row type), its loss from the profile, its bytes from the row sizes. Bytes are spent where a byte
saves most, along the lower convex hull of each head's options. That leaves copying heads whole and gives the others
rows by what they need.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engine.gguf.ggml_types import BLOCKS, N2_0, N3_0, Q4_0, Q5_0, Q8_0, bytes_each
from engine.heads.profile import HeadProfile, Kinds, Profile, weighed
from engine.model.compact_structs import HeadBudget

BETA_BYTES = 2
MIN_ROWS = 4
FEW_BITS_PART = 0.3  # of its tokens' rows, at least, that a head keeps in three or two bits: fewer stand for many each
_GRID = 48  # sizes tried per head between MIN_ROWS and all rows


@dataclass(frozen=True)
class HeadShape:
    """One (layer, KV head): elements of its K and V rows, types and block rows that stay, what was measured of it."""

    d_k: int
    d_v: int
    type_k: int
    type_v: int
    old_rows: int
    profile: HeadProfile | None = None
    merged_rows: int = 0  # of older blocks that become part of the new one
    layer: int = 0

    # Where values are part of keys (latent attention), so that ``d_v`` is 0: numbers of a fitted value that block rows
    # get beside their keys, and the type of those that they have now (-1: none).
    d_own: int = 0
    own_type: int = -1

    live_type: int = -1  # that live rows have beside block rows of fewer bits; -1: those of block rows

    def row_bytes(self, kinds: Kinds) -> float:
        """Physical bytes of one K and V row in these ggml types."""
        return sum(d * bytes_each(kind) for d, kind in zip((self.d_k, self.d_v), kinds, strict=True))

    def live_bytes(self, kinds: Kinds) -> float:
        """... of one live row beside block rows of these types."""
        if self.live_type < 0:
            return self.row_bytes(kinds)
        return self.row_bytes(
            (max(kinds[0], self.live_type, key=bytes_each), max(kinds[1], self.live_type, key=bytes_each))
        )

    def block_bytes(self, kinds: Kinds, *, fitted: bool) -> float:
        """... of one block row, with its log-weight. ``fitted``: the new block's values are."""
        own = self.d_own if fitted or self.own_type >= 0 else 0
        return self.row_bytes(kinds) + own * bytes_each(self.value_kind(kinds)) + BETA_BYTES

    def can_have(self, kinds: Kinds) -> bool:
        """Whether its rows are whole blocks of these types; few bits only where live rows have more."""
        blocks = (BLOCKS[kind][0] for kind in kinds)
        whole = all(d % n == 0 for d, n in zip((self.d_k, self.d_v), blocks, strict=True))
        return whole and not (_few_bits(kinds) and (self.d_own or self.live_type < 0))

    def value_kind(self, kinds: Kinds) -> int:
        """The ggml type of a block row's value; beside keys a smaller one, which loses less at equal bytes."""
        if not self.d_own or self.own_type >= 0:
            return self.own_type if self.d_own else kinds[1]
        if self.d_own % BLOCKS[Q4_0][0]:
            return kinds[0]
        return Q4_0 if kinds[0] in (Q8_0, Q5_0, Q4_0) else Q8_0

    def types(self, kinds: Kinds | None) -> Kinds:
        """What a budget says for ``kinds`` (None: rows stay as they are, -1)."""
        if not self.d_own:
            return kinds or (-1, -1)
        return kinds[0] if kinds else -1, self.value_kind(kinds or self.kinds)

    @property
    def kinds(self) -> Kinds:
        return self.type_k, self.type_v


def _few_bits(kinds: Kinds) -> bool:
    return N3_0 in kinds or N2_0 in kinds


@dataclass(frozen=True)
class Room:
    """What a split has to fit: live tokens of the block, tokens that stay verbatim (a row per head), bytes for all.

    ``n_merged``: tokens of older blocks that become part of the new one; the heads bring the rows that stand for them.
    """

    n_block: int
    n_live: int
    bytes_after: float
    n_merged: int = 0


def split_evenly(shapes: Sequence[HeadShape], room: Room, kinds: Kinds | None) -> list[HeadBudget]:
    """The same rows for every head, in ``kinds`` or (None) in the types they have."""
    sizes = [shape.block_bytes(kinds or shape.kinds, fitted=True) for shape in shapes]
    left = room.bytes_after - sum(
        room.n_live * shape.live_bytes(kinds or shape.kinds) + shape.old_rows * size
        for shape, size in zip(shapes, sizes, strict=True)
    )
    rows = max(MIN_ROWS, math.floor(left / sum(sizes)))
    return [
        HeadBudget(-1 if rows >= room.n_block + shape.merged_rows else rows, *shape.types(kinds)) for shape in shapes
    ]


def split_by_loss(
    shapes: Sequence[HeadShape], room: Room, profile: Profile, kinds: Sequence[Kinds] | None
) -> list[HeadBudget]:
    """The split that loses least by the profile, as near below ``room.bytes_after`` as the options allow.

    Args:
        shapes: the heads, each with its entry of the profile.
        room: what it has to fit.
        profile: the model's, with curves.
        kinds: row types a head may get, None: each keeps its own.
    """
    split = Split(room, profile, kinds)
    for shape in shapes:
        split.add(shape)
    return split.at(room.bytes_after)[0]


class Split:
    """The options of the heads, made once for splits of several sizes; arguments as of :func:`split_by_loss`."""

    def __init__(self, room: Room, profile: Profile, kinds: Sequence[Kinds] | None, *, no_larger: bool = False) -> None:
        """``no_larger``: no head gets rows of more bytes than it has, as far as the profile knows smaller ones."""
        self._room, self._profile, self._kinds, self._no_larger = room, profile, kinds, no_larger
        self._shapes: list[HeadShape] = []
        self._every: list[list[Option]] = []
        self._hulls: list[list[Option]] = []

    def add(self, shape: HeadShape) -> None:
        """The next head: some milliseconds of work."""
        options = []
        if self._kinds and self._no_larger:
            small = [kind for kind in self._kinds if shape.row_bytes(kind) <= shape.row_bytes(shape.kinds)]
            options = _options(shape, self._room, self._profile, small) if small else []
        options = options or _options(shape, self._room, self._profile, self._kinds)
        self._shapes.append(shape)
        self._every.append(options)
        self._hulls.append(_hull(options))

    def at(self, bytes_after: float) -> tuple[list[HeadBudget], float]:
        """The split that loses least at that size, and the nats lost by the rows it leaves out."""
        every, hulls = self._every, [list(hull) for hull in self._hulls]
        taken = [hull.pop(0) for hull in hulls]
        left = bytes_after - sum(option.bytes for option in taken)

        def offer(head: int) -> None:
            """The head's next option: the next one on its hull, or what saves most per byte of those that still fit."""
            now, hull = taken[head], hulls[head]
            while hull and hull[0].bytes <= now.bytes:
                hull.pop(0)
            if hull and hull[0].bytes - now.bytes <= left:
                heapq.heappush(steps, (-_rate(now, hull[0]), head, hull[0]))
                return
            fitting = (one for one in every[head] if 0 < one.bytes - now.bytes <= left and one.loss < now.loss)
            best = max(fitting, key=lambda one: _rate(now, one), default=None)
            if best is not None:
                heapq.heappush(steps, (-_rate(now, best), head, best))

        steps: list[tuple[float, int, Option]] = []
        for head in range(len(taken)):
            offer(head)
        while steps:
            _, head, option = heapq.heappop(steps)
            if option.bytes - taken[head].bytes <= left:
                left -= option.bytes - taken[head].bytes
                taken[head] = option
            offer(head)
        return [option.budget for option in taken], sum(option.cut for option in taken)


class Sizes(NamedTuple):
    """Bytes after a compaction: of all rows, of the new block's alone, and of one more live token."""

    total: float
    block: float
    each: float


def sizes_of(shapes: Sequence[HeadShape], room: Room, budgets: Sequence[HeadBudget]) -> Sizes:
    """What the heads' rows take after a compaction with these budgets."""
    total = block = each = 0.0
    for shape, budget in zip(shapes, budgets, strict=True):
        kinds = shape.kinds if budget.type_k < 0 else (budget.type_k, budget.type_v)
        size, most = shape.live_bytes(kinds), room.n_block + shape.merged_rows
        kept = budget.n_rows if budget.n_rows >= 0 else most
        of_block = shape.block_bytes(kinds, fitted=0 < kept < most)
        total += room.n_live * size + (shape.old_rows + kept) * of_block
        block += kept * of_block
        each += size
    return Sizes(total, block, each)


class Option(NamedTuple):
    """What a head may get: its bytes, nats lost by it, ``cut``: the part of the loss that is not rounding."""

    bytes: float
    loss: float
    budget: HeadBudget
    cut: float = 0.0


def _options(shape: HeadShape, room: Room, profile: Profile, kinds: Sequence[Kinds] | None) -> list[Option]:
    head = shape.profile
    assert head is not None
    most, n_tokens = room.n_block + shape.merged_rows, room.n_block + room.n_merged
    cuts = []  # rows of a budget, how many that is, and the nats lost by it, whatever the types
    for rows in [*_sizes(most), -1]:
        kept = most if rows < 0 else rows
        loss = 0.0 if kept == n_tokens else head.loss(kept, n_tokens, profile.rows, profile.tokens)
        cuts.append((rows, kept, loss))
    options = []
    for kind in kinds or (shape.kinds,):
        if kind != shape.kinds and shape.old_rows and _few_bits(kind):
            continue  # rows of blocks that stay, which stand for many tokens, would be rounded along
        rounded = head.rounding(kind, live_apart=shape.live_type >= 0) if kinds else (0.0, 0.0)
        if rounded is None:
            continue
        rounding = weighed(rounded)
        live = room.n_live * shape.live_bytes(kind)
        types = shape.types(kind if kinds else None)
        least = FEW_BITS_PART * n_tokens if kinds and _few_bits(kind) else 0
        each = {fitted: shape.block_bytes(kind, fitted=fitted) for fitted in (True, False)}
        for rows, kept, loss in cuts:
            if kept < least:
                continue
            size = live + (shape.old_rows + kept) * each[rows >= 0]
            options.append(Option(size, loss + rounding, HeadBudget(rows, *types), loss))
    return options


@cache
def _sizes(n_block: int) -> list[int]:
    """Numbers of rows worth trying, in even steps of their logarithm, up to where all rows are the better choice."""
    most = n_block * 3 // 4
    if most <= MIN_ROWS:
        return []
    return sorted({round(MIN_ROWS * (most / MIN_ROWS) ** (i / (_GRID - 1))) for i in range(_GRID)})


def _hull(options: list[Option]) -> list[Option]:
    """The options that are best at some price of a byte, by bytes: less loss for more bytes, at a falling rate."""
    hull: list[Option] = []
    for option in sorted(options, key=lambda one: (one.bytes, one.loss)):
        if hull and option.loss >= hull[-1].loss:
            continue
        while len(hull) > 1 and _rate(hull[-2], option) >= _rate(hull[-2], hull[-1]):
            hull.pop()
        hull.append(option)
    return hull


def _rate(a: Option, b: Option) -> float:
    return (a.loss - b.loss) / (b.bytes - a.bytes)
