"""Compaction as the engine uses it: begun with a plan (:mod:`engine.compaction.plan`), done in slices.

Heads are not equal. A few copy from far back and keep every row of a block, in fewer bits; all others keep a few
rows that are fitted. How many, the model's head profile tells (:mod:`engine.compaction.budget`); without one all
get the same.
"""

from __future__ import annotations

from engine.compaction.plan import CompactionPlan, planned
from engine.compaction.prediction import same_words
from engine.compaction.presets import PRESETS, Replay, Stage
from engine.compaction.quality import told
from engine.errors import CannotCompact
from engine.heads.profile import Profile
from engine.model.compact_api import NativeJob
from engine.model.compact_structs import Params, Report
from engine.model.model import Model
from engine.protocol import CompactionReport


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
        seed: of the reference queries' choice among the sampled ones.

    Raises:
        CannotCompact: refused; the memory is as it was.
    """
    plan = planned(model, p0, p1, bytes_after, seq_id, preset, shares)
    return carry_out(model, plan, seq_id=seq_id, dry_run=dry_run, seed=seed)


def carry_out(
    model: Model, plan: CompactionPlan, *, seq_id: int = 0, dry_run: bool = False, seed: int = 0
) -> CompactionJob:
    """Begin what was planned for the cache as it is now; arguments and errors as of :func:`begin`."""
    if not resumable(plan.preset):
        raise CannotCompact("compact.preset_not_in_steps")
    api, (stage,) = model.compact_api, PRESETS[plan.preset].stages
    params = stage_params(model.compaction_params(), stage, plan.p0, plan.p1)
    params.dry_run, params.seed = dry_run, seed
    return CompactionJob(model, plan, api.begin(model.context, seq_id, params, plan.table))


class CompactionJob:
    """A compaction that was begun. Until :meth:`commit` the memory is as it was, and tokens may be decoded.

    A context manager that gives it up unless it was committed. Removing tokens of its range, or anything else that lays
    the memory out anew (another compaction, a squeeze, a snapshot loaded), ends it: ContextChanged, nothing is lost.
    """

    def __init__(self, model: Model, plan: CompactionPlan, native: NativeJob) -> None:
        self._model = model
        self._plan = plan
        self._native = native
        self._fitted_error: float | None = None  # before the heads were refined

    def step(self, seconds: float) -> bool:
        """Work for about that long (at least one piece of some milliseconds); True when only the commit is left.

        Raises:
            ContextChanged: the text it works on is not in the memory any more.
            CannotCompact: it failed; the memory is as it was.
        """
        return self._native.step(seconds)

    def refine(self, seconds: float) -> bool:
        """While nobody waits, once :meth:`step` said True: fit the heads once more, with keys that are no token's own,
        for about that long; True when nothing is left to refine. The commit may come at any time.

        Raises:
            ContextChanged: as of :meth:`step`.
            CannotCompact: it failed; what was fitted stays.
        """
        before = self.error
        done = self._native.refine(seconds)
        if self._fitted_error is None:
            self._fitted_error = before
        return done

    @property
    def progress(self) -> float:
        """A share of 1."""
        return self._native.progress

    @property
    def refined(self) -> float:
        """The share of the heads that are refined."""
        return self._native.refined

    @property
    def work(self) -> float:
        """Units of the work that it is; see :mod:`engine.compaction.history`."""
        return self._plan.work

    @property
    def walked(self) -> int:
        """Cells it looked at so far to see what the sequence holds."""
        return self._native.walked

    @property
    def peak_extra_bytes(self) -> int:
        """Scratch beyond the cache so far, as of the last head that was done."""
        return int(self._native.known()[0].peak_extra_bytes)

    @property
    def error(self) -> float:
        """Held-out relative error, mean over heads: final once :meth:`step` said True."""
        return told(self._native.known()[0].error)

    @property
    def same(self) -> float:
        """The predicted share of next words that stay as they were: final once :meth:`step` said True."""
        return same_words(self._plan.nats(self.error, self._fitted_error))

    def measured(self) -> CompactionReport:
        """The report as far as it is known without a commit: bytes and ratio are 0."""
        report, errors = self._native.known()
        return self._plan.report(self._model, report, errors, done=False, fitted_error=self._fitted_error)

    def commit(self) -> tuple[CompactionReport, Report]:
        """Replace the block; a pause of some hundredths of a second.

        Raises:
            ContextChanged, CannotCompact: the memory is as it was.
        """
        _, errors = self._native.known()
        report = self._native.commit()
        self._native.close()
        return self._plan.report(self._model, report, errors, fitted_error=self._fitted_error), report

    def cancel(self) -> None:
        """Give it up; the memory is as it was."""
        self._native.close()

    def __enter__(self) -> CompactionJob:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.cancel()


def stage_params(params: Params, stage: Stage, p0: int, p1: int) -> Params:
    """``params`` for a stage of a preset."""
    params.p0, params.p1 = p0, p1
    params.queries, params.select, params.fit = stage.queries, stage.select, stage.fit
    if stage.n_queries:
        params.n_queries = stage.n_queries
    return params
