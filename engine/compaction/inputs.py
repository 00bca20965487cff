"""What a compaction works with before its size is known: the heads as they stand in the memory, and their row types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.compaction.budget import HeadShape
from engine.compaction.presets import PRESETS
from engine.gguf.ggml_types import F16, N2_0, N3_0, Q4_0, Q5_0, Q8_0
from engine.heads.prior import filled
from engine.heads.profile import Kinds, Profile
from engine.model.model import Model

# Row types a profile may choose from, by the type of the cache. Keys of a cache that was quantized from the start have
# no center taken off, so fewer bits would cost them more than was measured.
KINDS: dict[str, tuple[Kinds, ...]] = {
    "f16": (
        *((Q8_0, Q8_0), (Q8_0, Q5_0), (Q8_0, Q4_0), (Q5_0, Q5_0), (Q5_0, Q4_0), (Q4_0, Q4_0)),
        *((Q8_0, N3_0), (Q5_0, N3_0), (Q4_0, N3_0), (N3_0, N3_0), (Q4_0, N2_0), (N3_0, N2_0), (N2_0, N2_0)),
    ),
    "q8_0": ((Q8_0, Q8_0), (Q8_0, Q5_0), (Q8_0, Q4_0)),
}

EVEN_KINDS: Kinds = (Q8_0, Q8_0)  # where no profile tells what a head can bear


def head_shapes(
    model: Model,
    profile: Profile | None,
    *,
    seq_id: int = 0,
    merging: tuple[int, int] | None = None,
    alone: bool = False,
) -> list[HeadShape]:
    """The model's heads as they stand in its memory now.

    ``merging``: positions in which the blocks of ``seq_id`` become part of a new one; those of other chats stay,
    unless ``alone`` says that they will be gone by then. Blocks of chats that left keep their place until the memory is
    laid out anew, which a compaction does: they take nothing of what it has.

    Raises:
        CannotCompact: this memory has none.
    """
    api, context = model.compact_api, model.context
    fitted = api.fits_own_values(context)
    carried = api.rows(context, seq_id) if alone else api.rows(context)
    merged = api.rows(context, seq_id, merging) if merging else [0] * len(carried)
    return [
        HeadShape(
            d_k=model.layers[row.layer].d_k,
            d_v=model.layers[row.layer].d_v,
            type_k=row.type_k,
            type_v=row.type_v,
            old_rows=rows - part,
            merged_rows=part,
            layer=row.layer,
            profile=profile.find(row.layer, row.head) if profile else None,
            d_own=d_own if fitted or own_type >= 0 else 0,
            own_type=own_type,
            live_type=live_type,
        )
        for row, rows, part, (d_own, own_type), live_type in zip(
            api.heads(context), carried, merged, api.own_values(context), api.live_types(context), strict=True
        )
    ]


def row_kinds(kv_type: str, shapes: Sequence[HeadShape], *, merging: bool = False) -> Sequence[Kinds] | None:
    """Row types that the heads of a cache of ``kv_type`` may get; None: they keep what they have.

    Types are set once: while nothing was compacted yet, or when all rows are laid out anew.
    """
    kinds = KINDS.get(kv_type, ())
    untouched = all(shape.kinds in ((F16, F16), (Q8_0, Q8_0)) and shape.old_rows == 0 for shape in shapes)
    if not (untouched or merging):
        return None
    return [kind for kind in kinds if all(shape.can_have(kind) for shape in shapes)] or None


@dataclass(frozen=True)
class CompactionInputs:
    """What a compaction of a range works with, whatever its size: the heads, tokens live and merged in the range.

    ``profile``: by which rows are split (None: evenly); ``kinds``: row types to choose from (None: as they are);
    ``classes``: kinds of heads that a layer should have at most, 0: any number; ``measured``: losses of the profile are
    those of this model's heads.
    """

    shapes: list[HeadShape]
    n_block: int
    n_merged: int
    profile: Profile | None
    kinds: Sequence[Kinds] | None
    classes: int = 0
    measured: bool = True


def compaction_inputs(
    model: Model,
    p0: int,
    p1: int,
    *,
    seq_id: int = 0,
    preset: str = "default",
    shares: Profile | None = None,
    alone: bool = False,
    n_tokens: int | None = None,
) -> CompactionInputs:
    """The inputs of :func:`engine.compaction.pipeline.begin` with these arguments; ``alone``: see :func:`head_shapes`.

    ``n_tokens``: that stand in the range; None: as many as it has positions.

    Raises:
        CannotCompact: this memory cannot be compacted.
    """
    api, settings = model.compact_api, PRESETS[preset]
    measured = shares is not None and bool(shares.rows)
    shares = filled(shares)
    merged = [block for block in api.blocks(model.context, seq_id) if p0 <= block.p0 and block.p1 <= p1]
    shapes = head_shapes(model, shares, seq_id=seq_id, merging=(p0, p1) if merged else None, alone=alone)
    n_merged = sum(block.tokens for block in merged)
    n_block = p1 - p0 - sum(block.p1 - block.p0 for block in merged) if n_tokens is None else n_tokens - n_merged
    kinds = row_kinds(model.kv_type, shapes, merging=bool(merged)) if settings.quantize else None
    if kinds:
        kinds = [kind for kind in kinds if api.fast_types(model.context, *kind)] or kinds
    known = settings.profile and shares is not None and all(shape.profile for shape in shapes)
    profile = shares if known else None
    return CompactionInputs(shapes, n_block, n_merged, profile, kinds, api.classes(model.context), measured)
