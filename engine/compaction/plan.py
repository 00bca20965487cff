"""How a compaction of a range splits its bytes over the heads, at any size: what is previewed, and what is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from engine.compaction.budget import MIN_ROWS, Room, Sizes, Split, sizes_of, split_evenly
from engine.compaction.classes import ClassSplit
from engine.compaction.history import work
from engine.compaction.inputs import EVEN_KINDS, CompactionInputs, compaction_inputs
from engine.compaction.prediction import expected_nats, nats_of_error, same_words, share_when_refined
from engine.compaction.quality import by_layer, told
from engine.compaction.ratio import ratio_of, uncompacted_bytes
from engine.errors import CannotCompact
from engine.gguf.ggml_types import KV_TYPES, N2_0, N3_0
from engine.heads.lookups import usable
from engine.heads.profile import Profile
from engine.model.compact_structs import HeadBudget, Report
from engine.model.model import Model
from engine.protocol import CompactionReport, HeadKept
from engine.scheduling.steps import PAUSE, Steps

TYPE_NAMES = {number: name for name, number in KV_TYPES.items()} | {N3_0: "n3_0", N2_0: "n2_0"}
ROUNDS = 4  # of coming nearer to a ratio: what stays takes other row types with each split


@dataclass(frozen=True)
class CompactionPlan:
    """The rows that each head is to keep in positions ``[p0, p1)``, and what a report says of it.

    ``loss``: nats that the profile expects to be lost; ``sizes``: what all rows take then; ``ratio``: of the new block
    (:mod:`engine.compaction.ratio`); ``work``: units of it, see :mod:`engine.compaction.history`.
    """

    p0: int
    p1: int
    preset: str
    base: CompactionInputs
    budgets: list[HeadBudget]
    loss: float
    sizes: Sizes
    ratio: float
    work: float

    def nats(self, error: float, fitted_error: float | None = None) -> float:
        """The divergence of the next words that it is predicted to cost; ``error``: held out (-1: unknown).

        ``fitted_error``: what it was before heads were fitted once more; None: they were not.
        """
        first = error if fitted_error is None else fitted_error
        return self._nats_as_fitted(first) * share_when_refined(first, error)

    def _nats_as_fitted(self, error: float) -> float:
        base = self.base
        if base.profile is None or (error >= 0 and not base.measured):
            return 0.0 if self.exact else nats_of_error(error)
        return expected_nats(
            base.shapes, self.budgets, base.n_block, base.n_merged, base.profile, rounded=base.kinds is not None
        )

    @property
    def table(self) -> list[HeadBudget]:
        """The budgets as the library takes them: no head gets too few rows, and each what is known of its look-ups."""
        known = self.base.profile is not None
        return [
            HeadBudget(
                max(MIN_ROWS, budget.n_rows) if budget.n_rows >= 0 else -1,
                budget.type_k,
                budget.type_v,
                usable(shape.profile, shape.d_k) if known else (),
            )
            for budget, shape in zip(self.budgets, self.base.shapes, strict=True)
        ]

    @property
    def exact(self) -> bool:
        """Whether every row of text that was never compacted is kept."""
        rows = zip(self.base.shapes, self.budgets, strict=True)
        return not self.base.n_merged and all(
            budget.n_rows < 0 or budget.n_rows >= self.base.n_block + shape.merged_rows for shape, budget in rows
        )

    def report(
        self,
        model: Model,
        report: Report,
        errors: Sequence[float],
        *,
        done: bool = True,
        fitted_error: float | None = None,
    ) -> CompactionReport:
        """What the library's ``report`` and the error of each head come to; not ``done``: without what is left.

        ``fitted_error``: the mean error before heads were fitted once more; None: they were not.
        """
        people, errors = _compaction_report(report, self), [told(error) for error in errors]
        heads = model.compact_api.heads(model.context)
        layers = by_layer((head.layer, error) for head, error in zip(heads, errors, strict=True))
        kept = tuple(
            HeadKept(
                row.layer, row.head, row.n_rows - shape.old_rows, TYPE_NAMES.get(row.type_k, ""),
                TYPE_NAMES.get(row.type_v, ""), round(error, 5),
            )
            for row, shape, error in zip(heads, self.base.shapes, errors, strict=True)
        )  # fmt: skip
        nats = self.nats(people.error, fitted_error)
        return msgspec.structs.replace(
            people, layers=layers, heads=kept if done else (), loss=self.loss, nats=nats, same=same_words(nats)
        )


class Planner:
    """Plans compactions of positions ``[p0, p1)`` to any size.

    Older blocks in the range become part of the new one: all of the sequence's blocks have to lie in it, or none.

    Args:
        n_live: live tokens there will be in the whole cache; None: those that are there.
        alone: blocks of other chats will be gone by then.
        no_larger: rows that stay take no more bytes than now, so that less is left the smaller the block gets.
        n_tokens: that stand in the range; None: as many as it has positions.

    Raises:
        CannotCompact: this cache cannot be compacted.
    """

    def __init__(
        self,
        model: Model,
        p0: int,
        p1: int,
        *,
        seq_id: int = 0,
        preset: str = "default",
        shares: Profile | None = None,
        n_live: int | None = None,
        alone: bool = False,
        no_larger: bool = False,
        n_tokens: int | None = None,
    ) -> None:
        info = model.compact_api.info(model.context, seq_id)
        if info is None:
            raise CannotCompact("compact.unsupported")
        self._p0, self._p1, self._preset = p0, p1, preset
        base = compaction_inputs(
            model, p0, p1, seq_id=seq_id, preset=preset, shares=shares, alone=alone, n_tokens=n_tokens
        )
        live = info.capacity_used if n_live is None else n_live
        self._base, self._room = base, Room(base.n_block, live - base.n_block, 0.0, base.n_merged)
        self._uncompacted, self._no_larger = uncompacted_bytes(model), no_larger
        self._split: Split | None = None

    @property
    def tokens(self) -> int:
        """What the block would stand for."""
        return self._base.n_block + self._base.n_merged

    def prepare_steps(self) -> Steps[None]:
        """What takes some tenths of a second for a large model, a head at a time; :meth:`at` does it if need be."""
        if self._split is None and self._base.profile is not None:
            kind = ClassSplit if self._base.classes else Split
            split = kind(self._room, self._base.profile, self._base.kinds, no_larger=self._no_larger)
            for shape in self._base.shapes:
                split.add(shape)
                yield PAUSE
            self._split = split

    def at(self, bytes_after: float) -> CompactionPlan:
        """The plan by which all rows of the cache take ``bytes_after``, as near below as the heads allow."""
        base, room = self._base, self._room
        for _ in self.prepare_steps():
            pass
        if self._split is not None:
            budgets, loss = self._split.at(bytes_after)
        else:
            aim = Room(room.n_block, room.n_live, bytes_after, room.n_merged)
            budgets, loss = split_evenly(base.shapes, aim, EVEN_KINDS if base.kinds else None), 0.0
        sizes = sizes_of(base.shapes, room, budgets)
        ratio = ratio_of(self.tokens, sizes.block, self._uncompacted)
        todo = work(base.shapes, room, budgets)
        return CompactionPlan(self._p0, self._p1, self._preset, base, budgets, loss, sizes, ratio, todo)

    def at_ratio(self, ratio: float) -> CompactionPlan:
        """The plan by which the new block has ``ratio``, as near as the heads allow."""
        return self.at(self.bytes_for(ratio))

    def bytes_for(self, ratio: float) -> float:
        """What all rows of the cache take after :meth:`at_ratio`."""
        block = self.tokens * self._uncompacted / ratio
        shapes, room = self._base.shapes, self._room
        beside = sizes_of(shapes, room, [HeadBudget(0)] * len(shapes)).total
        for _ in range(ROUNDS):
            sizes = self.at(beside + block).sizes
            if sizes.total - sizes.block == beside:
                break
            beside = sizes.total - sizes.block
        return beside + block


def planned(
    model: Model, p0: int, p1: int, bytes_after: float, seq_id: int, preset: str, shares: Profile | None
) -> CompactionPlan:
    """How a compaction with these arguments of :func:`engine.compaction.pipeline.begin` splits its bytes.

    Raises:
        CannotCompact: this cache cannot be compacted.
    """
    return Planner(model, p0, p1, seq_id=seq_id, preset=preset, shares=shares).at(bytes_after)


def _compaction_report(report: Report, plan: CompactionPlan) -> CompactionReport:
    return CompactionReport(
        token_start=plan.p0,
        token_end=plan.p1,
        tokens=int(report.n_tokens),
        rows=int(report.n_rows),
        bytes_before=int(report.bytes_before),
        bytes_after=int(report.bytes_after),
        ratio=round(plan.ratio, 3),
        error=told(report.error),
        error_max=told(report.error_max),
        ms=report.t_total_us / 1000,
        queries=int(report.n_queries),
        preset=plan.preset,
        merged=plan.base.n_merged,
    )
