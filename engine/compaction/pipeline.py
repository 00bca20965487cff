"""Compaction as the engine uses it: presets, the split of a byte budget over the heads, and the report.

Heads are not equal. A few copy from far back and keep every row of a block, in fewer bits; all others keep a few
rows that are fitted. How many, the model's head profile tells (:mod:`engine.compaction.budget`); without one all
get the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from engine.compaction.budget import MIN_ROWS, HeadShape, Room, Split, split_evenly
from engine.compaction.inputs import EVEN_KINDS, CompactionInputs, compaction_inputs
from engine.compaction.presets import PRESETS, Replay, Stage
from engine.compaction.quality import by_layer, can_copy, put_back
from engine.compaction.replay import replayed
from engine.errors import Cancelled, CannotCompact, EngineError
from engine.heads.profile import HeadProfile, Profile
from engine.model.compact_api import HeadBudget, NativeJob, Params, Report
from engine.model.model import KV_TYPES, Model
from engine.protocol import CompactionReport, HeadKept

SLICE = 0.02  # seconds between two looks at a caller's wish to stop
TYPE_NAMES = {number: name for name, number in KV_TYPES.items()}


@dataclass(frozen=True)
class _Step:
    """One call of the library: a range, the stage whose heads are cut in it, and the budgets."""

    p0: int
    p1: int
    stage: Stage
    cut: frozenset[int]
    table: list[HeadBudget]


def compact(
    model: Model,
    p0: int,
    p1: int,
    bytes_after: float,
    *,
    seq_id: int = 0,
    preset: str = "default",
    shares: Profile | None = None,
    tokens: Sequence[int] = (),
    progress: Callable[[float], bool] | None = None,
    dry_run: bool = False,
    seed: int = 0,
) -> tuple[CompactionReport, Report]:
    """Compact positions ``[p0, p1)`` so that the memory's rows take ``bytes_after``, as near as its heads allow.

    Older blocks in the range become part of the new one: all of the sequence's blocks have to lie in it, or none.

    Args:
        shares: the model's head profile, None: all heads get the same.
        tokens: the text in the range, for presets that read it again. Pictures in it are compacted like text, by the
            queries of the passes that really happened; only reading again leaves them out.
        progress: gets a share of 1, returns True to stop.
        seed: of the reference queries' choice among the sampled ones; 0: evenly spaced.
        dry_run: only measure the error (of one stage with the same budgets); the memory stays as it is.

    Returns:
        The report for people and the library's own one.

    Raises:
        CannotCompact: refused or failed; the memory is as it was.
        Cancelled: ``progress`` asked to stop; the memory is as it was.
    """
    if resumable(preset):
        job = begin(model, p0, p1, bytes_after, seq_id=seq_id, preset=preset, shares=shares, dry_run=dry_run, seed=seed)
        with job:
            done = False
            while True:
                if progress is not None and progress(job.progress):
                    raise Cancelled("The compaction was stopped; the memory is as it was.")
                if done:
                    return job.commit()
                done = job.step(SLICE)
    todo = _planned(model, p0, p1, bytes_after, seq_id, preset, shares)
    if dry_run:
        todo.only_measure()
    report, errors = _run(model, seq_id, todo.steps, tokens, progress, dry_run, seed)
    return todo.told(model, report, errors, done=not dry_run), report


def resumable(preset: str) -> bool:
    """Whether :func:`begin` takes this preset: one stage, nothing read again for it, no chunks."""
    settings = PRESETS[preset]
    return len(settings.stages) == 1 and settings.stages[0].replay is Replay.NONE and not settings.chunk


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
    """Begin :func:`compact`, to be worked on in slices. Only presets that are :func:`resumable`.

    Raises:
        CannotCompact: refused; the memory is as it was.
    """
    if not resumable(preset):
        raise CannotCompact("This preset reads the text again and cannot be interrupted.", "Choose the preset default.")
    todo = _planned(model, p0, p1, bytes_after, seq_id, preset, shares)
    (step,) = todo.steps
    api = model.compact_api
    params = _params(api.default_params(), step.stage, step.p0, step.p1)
    params.dry_run, params.seed = dry_run, seed
    return CompactionJob(model, todo, api.begin(model.context, seq_id, params, step.table))


class CompactionJob:
    """A compaction that was begun. Until :meth:`commit` the memory is as it was, and tokens may be decoded.

    A context manager that gives it up unless it was committed. Removing tokens of its range, or anything else that lays
    the memory out anew (another compaction, a squeeze, a snapshot loaded), ends it: MemoryChanged, nothing is lost.
    """

    def __init__(self, model: Model, todo: _Plan, native: NativeJob) -> None:
        self._model = model
        self._todo = todo
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
        return self._todo.told(self._model, report, errors, done=False)

    def commit(self) -> tuple[CompactionReport, Report]:
        """Replace the block; a pause of some hundredths of a second.

        Raises:
            MemoryChanged, CannotCompact: the memory is as it was.
        """
        _, errors = self._native.known()
        report = self._native.commit()
        self._native.close()
        return self._todo.told(self._model, report, errors), report

    def cancel(self) -> None:
        """Give it up; the memory is as it was."""
        self._native.close()

    def __enter__(self) -> CompactionJob:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.cancel()


@dataclass
class _Plan:
    """The calls of the library that make one compaction, and what its report says of it."""

    p0: int
    p1: int
    preset: str
    base: CompactionInputs
    budgets: list[HeadBudget]
    loss: float
    steps: list[_Step]

    def only_measure(self) -> None:
        whole = frozenset(range(len(self.budgets)))
        self.steps = [_Step(self.p0, self.p1, Stage(), whole, self.budgets)]

    def told(self, model: Model, report: Report, errors: Sequence[float], *, done: bool = True) -> CompactionReport:
        people = _for_people(report, self.p0, self.p1, self.preset, self.base.n_merged)
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


def _planned(
    model: Model, p0: int, p1: int, bytes_after: float, seq_id: int, preset: str, shares: Profile | None
) -> _Plan:
    api = model.compact_api
    info = api.info(model.context, seq_id)
    if info is None:
        raise CannotCompact("This memory cannot be compacted.")
    settings = PRESETS[preset]
    base = compaction_inputs(model, p0, p1, seq_id=seq_id, preset=preset, shares=shares)
    room = Room(base.n_block, info.capacity_used - base.n_block, bytes_after, base.n_merged)
    if base.profile is None:
        budgets, loss = split_evenly(base.shapes, room, EVEN_KINDS if base.kinds else None), 0.0
    else:
        split = Split(room, base.profile, base.kinds)
        for shape in base.shapes:
            split.add(shape)
        budgets, loss = split.at(bytes_after)
    steps = _steps(settings.stages, budgets, base.shapes, (p0, p1), 0 if base.n_merged else settings.chunk)
    return _Plan(p0, p1, preset, base, budgets, loss, steps)


def _steps(
    stages: Sequence[Stage], budgets: list[HeadBudget], shapes: list[HeadShape], span: tuple[int, int], chunk: int
) -> list[_Step]:
    """What has to be called, in order. Row types are set by the first call; later ones leave them."""
    p0, p1 = span
    everything = range(len(budgets))
    ranges = [span]
    if chunk and p1 - p0 >= 2 * chunk:
        n = (p1 - p0) // chunk
        ranges = [(p0 + (p1 - p0) * i // n, p0 + (p1 - p0) * (i + 1) // n) for i in range(n)]
    steps: list[_Step] = []
    for a, b in ranges:
        part = (b - a) / (p1 - p0)
        for stage in stages:
            chosen = stage.heads or _all_heads
            cut = frozenset(i for i in everything if chosen(i / len(budgets), shapes[i].profile))
            if not cut:
                continue
            rows = [max(MIN_ROWS, round(budget.n_rows * part)) if budget.n_rows >= 0 else -1 for budget in budgets]
            table = [
                HeadBudget(
                    rows[i] if i in cut else -1,
                    -1 if steps else budgets[i].type_k,
                    -1 if steps else budgets[i].type_v,
                )
                for i in everything
            ]
            steps.append(_Step(a, b, stage, cut, table))
    if len(ranges) > 1:  # one block of what the chunks keep
        steps.append(_Step(p0, p1, Stage(), frozenset(), [HeadBudget(-1) for _ in everything]))
    return steps


def _all_heads(_depth: float, _profile: HeadProfile | None) -> bool:
    return True


def _run(
    model: Model,
    seq_id: int,
    steps: list[_Step],
    tokens: Sequence[int],
    progress: Callable[[float], bool] | None,
    dry_run: bool,
    seed: int,
) -> tuple[Report, list[float]]:
    """All steps or none of them: with several, a copy of the memory is kept until the last one is done.

    Returns:
        The last report with the bytes, times and errors of all, and the error of each head.
    """
    api = model.compact_api
    copy = None
    if len(steps) > 1:
        if not can_copy(model, seq_id):
            raise CannotCompact("There is no room for the copy this preset needs.", "Choose the preset default.")
        copy = model.state(seq_id)
    errors = [0.0] * len(steps[0].table)
    reports: list[Report] = []
    try:
        for n, step in enumerate(steps):

            def part(share: float, n: int = n) -> bool:
                return progress is not None and progress((n + share) / len(steps))

            with replayed(model, seq_id, step.stage.replay, tokens):
                params = _params(api.default_params(), step.stage, step.p0, step.p1)
                params.dry_run, params.seed = dry_run, seed
                reports.append(api.compact(model.context, seq_id, params, step.table, part))
            for i, error in enumerate(api.errors(model.context, len(errors))):
                errors[i] = max(errors[i], error) if i in step.cut else errors[i]
    except EngineError:
        if copy is not None and reports:
            put_back(model, seq_id, copy)
        raise
    last = reports[-1]
    last.bytes_before = reports[0].bytes_before
    info = api.info(model.context, seq_id)
    if info is not None and not dry_run:
        last.bytes_after = info.bytes_blocks + info.bytes_live
    last.n_tokens = max(report.n_tokens for report in reports)
    last.peak_extra_bytes = max(report.peak_extra_bytes for report in reports)
    last.t_total_us = sum(report.t_total_us for report in reports)
    last.error, last.error_max = sum(errors) / len(errors), max(errors)
    return last, errors


def _params(params: Params, stage: Stage, p0: int, p1: int) -> Params:
    params.p0, params.p1 = p0, p1
    params.queries, params.select, params.fit = stage.queries, stage.select, stage.fit
    if stage.n_queries:
        params.n_queries = stage.n_queries
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
