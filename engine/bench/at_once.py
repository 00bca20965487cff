"""Compactions at once, with all presets: those of several stages or chunks, or that read the text again, as well.

The product compacts in slices, between the tokens of its chats (:mod:`engine.compaction.pipeline`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from engine.bench.replay import replayed
from engine.chat.compactor import Compactor
from engine.chat.ranges import CompactionRequest
from engine.chat.token_log import BlockMark
from engine.compaction.budget import MIN_ROWS, HeadShape
from engine.compaction.pipeline import begin, resumable, stage_params
from engine.compaction.plan import planned
from engine.compaction.presets import PRESETS, Stage
from engine.errors import BadSnapshot, Cancelled, CannotCompact, EngineError
from engine.heads.profile import HeadProfile, Profile
from engine.model.compact_structs import HeadBudget, Report
from engine.model.model import Model
from engine.model.sequences import State
from engine.protocol import CompactionReport
from engine.sizing.estimate import available

SLICE = 0.02  # seconds between two looks at a caller's wish to stop


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
    refine: bool = False,
    seed: int = 0,
) -> tuple[CompactionReport, Report]:
    """Compact positions ``[p0, p1)`` so that the memory's rows take ``bytes_after``, as near as its heads allow.

    Older blocks in the range become part of the new one: all of the sequence's blocks have to lie in it, or none.

    Args:
        shares: the model's head profile, None: all heads get the same.
        tokens: the text in the range, for presets that read it again. Pictures in it are compacted like text, by the
            queries of the passes that really happened; only reading again leaves them out.
        progress: gets a share of 1, returns True to stop.
        seed: of the reference queries' choice among the sampled ones.
        dry_run: only measure the error (of one stage with the same budgets); the memory stays as it is.
        refine: fit heads once more, as is done while nobody waits, where the preset is ``resumable``.

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
                    raise Cancelled("compact.stopped")
                if done:
                    break
                done = job.step(SLICE)
            while refine and not job.refine(SLICE):
                pass
            return job.commit()
    plan = planned(model, p0, p1, bytes_after, seq_id, preset, shares)
    if dry_run:
        todo = [_Step(p0, p1, Stage(), frozenset(range(len(plan.budgets))), plan.table)]
    else:
        chunk = 0 if plan.base.n_merged else PRESETS[preset].chunk
        todo = _steps(PRESETS[preset].stages, plan.table, plan.base.shapes, (p0, p1), chunk)
    report, errors = _run(model, seq_id, todo, tokens, progress, dry_run, seed)
    return plan.report(model, report, errors, done=not dry_run), report


class AtOnceCompactor(Compactor):
    """Compacts a chat at once, whatever its preset is and its error will be."""

    def begin(self, request: CompactionRequest, merged: list[BlockMark]) -> None:
        if resumable(self._chat.preset):
            super().begin(request, merged)
            return
        chat = self._chat

        def report_progress(share: float) -> bool:
            chat.listener.progress("compact", round(share * 1000), 1000, 0.0)
            return chat.listener.cancelled()

        try:
            report, _ = compact(
                chat.model,
                chat.position(request.p0),
                chat.position(request.p1),
                self.bytes_after(request),
                seq_id=chat.seq_id,
                preset=chat.preset,
                shares=chat.shares,
                tokens=[token for token in chat.log.tokens[request.p0 : request.p1] if token >= 0],  # not pictures
                progress=report_progress,
            )
        except BadSnapshot:  # the memory is empty: the next catch-up builds it anew
            chat.memory_lost()
            raise
        self.done(request, merged, msgspec.structs.replace(report, pause_ms=report.ms), request.ratio, 0.0)


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
                    budgets[i].lookups,
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
            raise CannotCompact("compact.no_room_for_copy")
        copy = model.state(seq_id)
    errors = [0.0] * len(steps[0].table)
    reports: list[Report] = []
    try:
        for n, step in enumerate(steps):

            def part(share: float, n: int = n) -> bool:
                return progress is not None and progress((n + share) / len(steps))

            with replayed(model, seq_id, step.stage.replay, tokens):
                params = stage_params(model.compaction_params(), step.stage, step.p0, step.p1)
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


def can_copy(model: Model, seq_id: int) -> bool:
    """There is room for a copy of the memory, and no other sequence that loading it again would forget."""
    return model.alone(seq_id) and 2 * model.state_size(seq_id) <= available()


def put_back(model: Model, seq_id: int, copy: State) -> None:
    """The memory as it was when ``copy`` was taken.

    Raises:
        BadSnapshot: the copy could not be loaded; the memory is empty then.
    """
    model.clear()
    try:
        model.set_state(copy, seq_id)
    except BadSnapshot as error:
        raise BadSnapshot("compact.not_put_back", why=error.text) from error
