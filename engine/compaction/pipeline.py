"""Compaction as the engine uses it: presets, the split of a byte budget over the heads, and the report.

Heads are not equal. A few copy from far back and keep every row of a block, in fewer bits; all others keep a few
rows that are fitted. How many, the model's head profile tells (:mod:`engine.compaction.budget`); without one all
get the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from engine.compaction.budget import MIN_ROWS, Room, Split, split_evenly
from engine.compaction.inputs import EVEN_KINDS, CompactionInputs, compaction_inputs
from engine.compaction.presets import PRESETS, Replay, Stage
from engine.compaction.quality import by_layer
from engine.errors import CannotCompact
from engine.heads.profile import Profile
from engine.model.compact_api import HeadBudget, NativeJob, Params, Report
from engine.model.model import KV_TYPES, Model
from engine.protocol import CompactionReport, HeadKept

TYPE_NAMES = {number: name for name, number in KV_TYPES.items()}


def resumable(preset: str) -> bool:
    """Whether :func:`begin` takes this preset: one stage for all heads, nothing read again for it, no chunks."""
    first, *more = PRESETS[preset].stages
    return not more and first.replay is Replay.NONE and first.heads is None and not PRESETS[preset].chunk


def begin(
    model: Model,
    p0: int,
    p1: int,
    bytes_after: float,
    *,
    seq_id: int = 0,
    preset: str = "default",
    shares: Profile | None = None,
    dry_run: bool = False,
    seed: int = 0,
) -> CompactionJob:
    """Begin to compact positions ``[p0, p1)``, so that all rows take ``bytes_after``, as near as the heads allow.

    Older blocks in the range become part of the new one: all of the sequence's blocks have to lie in it, or none.

    Args:
        preset: one that is :func:`resumable`.
        shares: the model's head profile, None: all heads get the same.
        dry_run: only measure the error; the memory stays as it is.
        seed: of the reference queries' choice among the sampled ones; 0: evenly spaced.

    Raises:
        CannotCompact: refused; the memory is as it was.
    """
    if not resumable(preset):
        raise CannotCompact("compact.preset_not_in_steps")
    plan = planned(model, p0, p1, bytes_after, seq_id, preset, shares)
    api, (stage,) = model.compact_api, PRESETS[preset].stages
    params = stage_params(api.default_params(), stage, p0, p1)
    params.dry_run, params.seed = dry_run, seed
    table = [
        HeadBudget(max(MIN_ROWS, budget.n_rows) if budget.n_rows >= 0 else -1, budget.type_k, budget.type_v)
        for budget in plan.budgets
    ]
    return CompactionJob(model, plan, api.begin(model.context, seq_id, params, table))


class CompactionJob:
    """A compaction that was begun. Until :meth:`commit` the memory is as it was, and tokens may be decoded.

    A context manager that gives it up unless it was committed. Removing tokens of its range, or anything else that lays
    the memory out anew (another compaction, a squeeze, a snapshot loaded), ends it: MemoryChanged, nothing is lost.
    """

    def __init__(self, model: Model, plan: CompactionPlan, native: NativeJob) -> None:
        self._model = model
        self._plan = plan
        self._native = native

    def step(self, seconds: float) -> bool:
        """Work for about that long (at least one piece of some milliseconds); True when only the commit is left.

        Raises:
            MemoryChanged: the text it works on is not in the memory any more.
            CannotCompact: it failed; the memory is as it was.
        """
        return self._native.step(seconds)

    @property
    def progress(self) -> float:
        """A share of 1."""
        return self._native.progress

    @property
    def error(self) -> float:
        """Held-out relative error, mean over heads: final once :meth:`step` said True."""
        return float(self._native.known()[0].error)

    def measured(self) -> CompactionReport:
        """The report as far as it is known without a commit: bytes and ratio are 0."""
        report, errors = self._native.known()
        return self._plan.report(self._model, report, errors, done=False)

    def commit(self) -> tuple[CompactionReport, Report]:
        """Replace the block; a pause of some hundredths of a second.

        Raises:
            MemoryChanged, CannotCompact: the memory is as it was.
        """
        _, errors = self._native.known()
        report = self._native.commit()
        self._native.close()
        return self._plan.report(self._model, report, errors), report

    def cancel(self) -> None:
        """Give it up; the memory is as it was."""
        self._native.close()

    def __enter__(self) -> CompactionJob:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.cancel()


@dataclass
class CompactionPlan:
    """The rows that each head is to keep in positions ``[p0, p1)``, and what a report says of it."""

    p0: int
    p1: int
    preset: str
    base: CompactionInputs
    budgets: list[HeadBudget]
    loss: float

    def report(self, model: Model, report: Report, errors: Sequence[float], *, done: bool = True) -> CompactionReport:
        """What the library's ``report`` and the error of each head come to; not ``done``: without what is left."""
        people = _compaction_report(report, self.p0, self.p1, self.preset, self.base.n_merged)
        heads = model.compact_api.heads(model.context)
        layers = by_layer((head.layer, error) for head, error in zip(heads, errors, strict=True))
        kept = tuple(
            HeadKept(
                row.layer, row.head, row.n_rows - shape.old_rows, TYPE_NAMES.get(row.type_k, ""),
                TYPE_NAMES.get(row.type_v, ""), round(error, 5),
            )
            for row, shape, error in zip(heads, self.base.shapes, errors, strict=True)
        )  # fmt: skip
        return msgspec.structs.replace(people, layers=layers, heads=kept if done else (), loss=self.loss)


def planned(
    model: Model, p0: int, p1: int, bytes_after: float, seq_id: int, preset: str, shares: Profile | None
) -> CompactionPlan:
    """How a compaction with these arguments of :func:`begin` splits its bytes over the heads.

    Raises:
        CannotCompact: this memory cannot be compacted.
    """
    api = model.compact_api
    info = api.info(model.context, seq_id)
    if info is None:
        raise CannotCompact("compact.unsupported")
    base = compaction_inputs(model, p0, p1, seq_id=seq_id, preset=preset, shares=shares)
    room = Room(base.n_block, info.capacity_used - base.n_block, bytes_after, base.n_merged)
    if base.profile is None:
        budgets, loss = split_evenly(base.shapes, room, EVEN_KINDS if base.kinds else None), 0.0
    else:
        split = Split(room, base.profile, base.kinds)
        for shape in base.shapes:
            split.add(shape)
        budgets, loss = split.at(bytes_after)
    return CompactionPlan(p0, p1, preset, base, budgets, loss)


def stage_params(params: Params, stage: Stage, p0: int, p1: int) -> Params:
    """``params`` for a stage of a preset."""
    params.p0, params.p1 = p0, p1
    params.queries, params.select, params.fit = stage.queries, stage.select, stage.fit
    if stage.n_queries:
        params.n_queries = stage.n_queries
    return params


def _compaction_report(report: Report, p0: int, p1: int, preset: str, merged: int) -> CompactionReport:
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
