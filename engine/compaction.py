"""Compaction as the engine uses it: presets, the split of a byte budget over the heads, and the report.

Heads are not equal. A few copy from far back and keep every row of a block, in fewer bits; all others keep a few
rows that are fitted. Which ones they are is the model's head profile; without one all heads get the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from engine.compact_api import Fit, HeadBudget, Params, Queries, Report, Select
from engine.errors import CannotCompact
from engine.model import KV_TYPES, Model
from engine.profile import Shares
from engine.protocol import CompactionReport
from engine.quality import by_layer

F16, Q4_0, Q8_0 = 1, 2, 8
_BLOCK_BYTES = {F16: (1, 2), Q4_0: (32, 18), Q8_0: (32, 34)}
BETA_BYTES = 2
MIN_ROWS = 4


@dataclass(frozen=True)
class Scheme:
    """Classes of heads: a share ``whole`` of them keeps all rows, in ``whole_type``; the rest has ``rest_type``."""

    whole: float
    whole_type: int
    rest_type: int


# by the total ratio they are meant for; measured, see docs/COMPACTION.md
MILD = Scheme(0.20, Q8_0, Q8_0)
STRONG = Scheme(0.133, Q8_0, Q8_0)
EXTREME = Scheme(0.06, Q4_0, Q8_0)
# without a profile
EVEN = Scheme(0.0, Q8_0, Q8_0)


@dataclass(frozen=True)
class Preset:
    """One point of the space query source x selection x fit, with the way budgets are split."""

    queries: Queries
    select: Select
    fit: Fit
    classes: bool


PRESETS: dict[str, Preset] = {
    "default": Preset(Queries.REROTATED, Select.ATTENTION, Fit.VALUES, classes=True),
    "even": Preset(Queries.REROTATED, Select.ATTENTION, Fit.VALUES, classes=False),
    "recent": Preset(Queries.REROTATED, Select.RECENT, Fit.NONE, classes=False),
    "snapkv": Preset(Queries.RECENT, Select.POOLED, Fit.NONE, classes=False),
}


@dataclass(frozen=True)
class HeadShape:
    """One (layer, KV head): elements of its K and V rows, types and block rows that stay, its profile share."""

    d_k: int
    d_v: int
    type_k: int
    type_v: int
    old_rows: int
    share: float
    merged_rows: int = 0  # of older blocks that the new one replaces

    def row_bytes(self, type_k: int, type_v: int) -> float:
        """Physical bytes of one K and V row in these ggml types."""
        return sum(d * size / n for d, (n, size) in ((self.d_k, _block(type_k)), (self.d_v, _block(type_v))))


def _block(kind: int) -> tuple[int, int]:
    return _BLOCK_BYTES.get(kind, (1, 2))


def scheme_for(ratio: float, profiled: bool) -> Scheme:
    """The classes that measured best at a total ratio, with or without a head profile."""
    if not profiled:
        return EVEN
    if ratio <= 6:
        return MILD
    return STRONG if ratio <= 12 else EXTREME


def split_budget(
    shapes: Sequence[HeadShape], n_block: int, n_live: int, bytes_after: float, scheme: Scheme, *, retype: bool
) -> list[HeadBudget]:
    """Rows and row type per head, so that all rows together take at most ``bytes_after`` where that is possible.

    Args:
        shapes: the heads, layer-major.
        n_block: live tokens of the block.
        n_live: tokens that stay verbatim (each costs a row in every head).
        bytes_after: physical bytes allowed for old blocks, the new one and the verbatim rows.
        scheme: the classes; heads are ranked by share.
        retype: give the heads the scheme's types; else each keeps the one it has.
    """
    ranked = sorted(range(len(shapes)), key=lambda i: -shapes[i].share)
    candidates = [n_block + shape.merged_rows for shape in shapes]
    for n_whole in range(round(len(shapes) * scheme.whole), -1, -1):
        whole = frozenset(ranked[:n_whole])
        types = [
            ((scheme.whole_type if i in whole else scheme.rest_type,) * 2) if retype else (shape.type_k, shape.type_v)
            for i, shape in enumerate(shapes)
        ]
        sizes = [shape.row_bytes(*kinds) for shape, kinds in zip(shapes, types, strict=True)]
        room = bytes_after
        for i, (shape, size) in enumerate(zip(shapes, sizes, strict=True)):
            room -= n_live * size + shape.old_rows * (size + BETA_BYTES)
            if i in whole:
                room -= candidates[i] * (size + BETA_BYTES)
        per_row = sum(size + BETA_BYTES for i, size in enumerate(sizes) if i not in whole)
        most = max(candidates)
        rest = math.floor(room / per_row) if per_row else most
        if rest >= max(MIN_ROWS, most // 64) or n_whole == 0:
            rest = max(MIN_ROWS, min(rest, most))
            return [
                HeadBudget(-1 if i in whole or rest >= candidates[i] else rest, *(types[i] if retype else ()))
                for i in range(len(shapes))
            ]
    raise AssertionError("unreachable: no whole heads always returns")


def head_shapes(model: Model, shares: Shares | None, *, merging: bool = False) -> list[HeadShape]:
    """The model's heads as they stand in its memory now; ``merging``: their blocks become part of a new one.

    Raises:
        CannotCompact: this memory has none.
    """
    return [
        HeadShape(
            d_k=model.layers[row.layer].d_k,
            d_v=model.layers[row.layer].d_v,
            type_k=row.type_k,
            type_v=row.type_v,
            old_rows=0 if merging else row.n_rows,
            share=(shares or {}).get((row.layer, row.head), 0.0),
            merged_rows=row.n_rows if merging else 0,
        )
        for row in model.compact_api.heads(model.context)
    ]


def compact(
    model: Model,
    p0: int,
    p1: int,
    bytes_after: float,
    *,
    seq_id: int = 0,
    preset: str = "default",
    shares: Shares | None = None,
    progress: Callable[[float], bool] | None = None,
    dry_run: bool = False,
) -> tuple[CompactionReport, Report]:
    """Compact positions ``[p0, p1)`` so that the memory's rows take ``bytes_after``, as near as its heads allow.

    Older blocks in the range become part of the new one: all of the sequence's blocks have to lie in it, or none.

    Args:
        shares: the model's head profile, None: all heads get the same.
        progress: gets a share of 1, returns True to stop.
        dry_run: only measure the error; the memory stays as it is.

    Returns:
        The report for people and the library's own one.

    Raises:
        CannotCompact: refused or failed; the memory is as it was.
        Cancelled: ``progress`` asked to stop; the memory is as it was.
    """
    api = model.compact_api
    info = api.info(model.context, seq_id)
    if info is None:
        raise CannotCompact("This memory cannot be compacted.")
    settings = PRESETS[preset]
    merged = [block for block in api.blocks(model.context, seq_id) if p0 <= block.p0 and block.p1 <= p1]
    shapes = head_shapes(model, shares, merging=bool(merged))
    n_block = p1 - p0 - sum(block.p1 - block.p0 for block in merged)
    logical = info.n_tokens * sum(shape.row_bytes(kind := KV_TYPES[model.kv_type], kind) for shape in shapes)
    budgets = _budgets(settings, shapes, shares, n_block, info.capacity_used - n_block, logical, bytes_after)
    params = _params(api.default_params(), settings, p0, p1)
    params.dry_run = dry_run
    report = api.compact(model.context, seq_id, params, budgets, progress)
    errors = zip((head.layer for head in api.heads(model.context)), api.errors(model.context, len(shapes)), strict=True)
    people = _for_people(report, p0, p1, preset, sum(block.tokens for block in merged))
    return msgspec.structs.replace(people, layers=by_layer(errors)), report


def _budgets(
    settings: Preset,
    shapes: list[HeadShape],
    shares: Shares | None,
    n_block: int,
    n_live: int,
    logical: float,
    bytes_after: float,
) -> list[HeadBudget]:
    merging = any(shape.merged_rows for shape in shapes)
    untouched = all((shape.type_k, shape.type_v) == (F16, F16) and shape.old_rows == 0 for shape in shapes)
    scheme = Scheme(0.0, F16, F16)
    if settings.classes:
        scheme = scheme_for(logical / bytes_after, bool(shares))
    bearable = all(shape.d_k % 32 == 0 and shape.d_v % 32 == 0 for shape in shapes)  # blocks of 32
    retype = settings.classes and bearable and (untouched or merging)
    return split_budget(shapes, n_block, n_live, bytes_after, scheme, retype=retype)


def _params(params: Params, settings: Preset, p0: int, p1: int) -> Params:
    params.p0, params.p1 = p0, p1
    params.queries, params.select, params.fit = settings.queries, settings.select, settings.fit
    return params


def _for_people(report: Report, p0: int, p1: int, preset: str, merged: int) -> CompactionReport:
    before, after = int(report.bytes_before), int(report.bytes_after)
    return CompactionReport(
        token_start=p0,
        token_end=p1,
        tokens=int(report.n_tokens),
        rows=int(report.n_rows),
        bytes_before=before,
        bytes_after=after,
        ratio=round(before / after, 3) if after else 0.0,
        error=float(report.error),
        error_max=float(report.error_max),
        ms=report.t_total_us / 1000,
        preset=preset,
        merged=merged,
    )
