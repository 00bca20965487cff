"""Compaction as the engine uses it: presets, the split of a byte budget over the heads, and the report.

Heads are not equal. A few copy from far back and keep every row of a block, in fewer bits; all others keep a few
rows that are fitted. How many, the model's head profile tells (:mod:`engine.budget`); without one all get the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from engine.budget import F16, Q4_0, Q8_0, HeadShape, Kinds, Room, split_by_loss, split_evenly
from engine.compact_api import Fit, HeadBudget, Params, Queries, Report, Select
from engine.errors import CannotCompact
from engine.model import Model
from engine.profile import Profile
from engine.protocol import CompactionReport
from engine.quality import by_layer

KINDS: tuple[Kinds, ...] = ((Q8_0, Q8_0), (Q8_0, Q4_0), (Q4_0, Q4_0))  # row types a profile may choose from


@dataclass(frozen=True)
class Preset:
    """One point of the space query source x selection x fit x budget.

    ``profile``: rows and row types by the model's head profile; else the same rows for all heads, types as they are.
    ``cost``: what it costs, in words.
    """

    queries: Queries
    select: Select
    fit: Fit
    profile: bool
    cost: str


PRESETS: dict[str, Preset] = {
    "default": Preset(Queries.REROTATED, Select.ATTENTION, Fit.VALUES, True, "a fifth of reading the text once"),
    "select": Preset(Queries.REROTATED, Select.ATTENTION, Fit.NONE, True, "a twentieth of reading the text once"),
    "even": Preset(Queries.REROTATED, Select.ATTENTION, Fit.VALUES, False, "a third of reading the text once"),
    "recent": Preset(Queries.REROTATED, Select.RECENT, Fit.NONE, False, "nothing"),
    "snapkv": Preset(Queries.RECENT, Select.POOLED, Fit.NONE, False, "a twentieth of reading the text once"),
}


def head_shapes(model: Model, profile: Profile | None, *, merging: bool = False) -> list[HeadShape]:
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
            merged_rows=row.n_rows if merging else 0,
            profile=profile.find(row.layer, row.head) if profile else None,
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
    shares: Profile | None = None,
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
    n_merged = sum(block.tokens for block in merged)
    room = Room(n_block, info.capacity_used - n_block, bytes_after, n_merged)
    budgets = _budgets(settings, shapes, shares, room, stock=model.kv_type == "f16")
    params = _params(api.default_params(), settings, p0, p1)
    params.dry_run = dry_run
    report = api.compact(model.context, seq_id, params, budgets, progress)
    errors = zip((head.layer for head in api.heads(model.context)), api.errors(model.context, len(shapes)), strict=True)
    people = _for_people(report, p0, p1, preset, n_merged)
    return msgspec.structs.replace(people, layers=by_layer(errors)), report


def _budgets(
    settings: Preset, shapes: list[HeadShape], profile: Profile | None, room: Room, *, stock: bool
) -> list[HeadBudget]:
    untouched = all(shape.kinds == (F16, F16) and shape.old_rows == 0 for shape in shapes)
    merging = stock and room.n_merged > 0  # all rows are laid out anew then
    bearable = all(shape.d_k % 32 == 0 and shape.d_v % 32 == 0 for shape in shapes)  # quantized rows: blocks of 32
    retype = (untouched or merging) and bearable and settings.profile
    if settings.profile and profile and all(shape.profile for shape in shapes):
        return split_by_loss(shapes, room, profile, KINDS if retype else None)
    return split_evenly(shapes, room, (Q8_0, Q8_0) if retype else None)


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
