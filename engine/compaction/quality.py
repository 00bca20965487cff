"""The quality of a compaction: its held-out errors by layer, and a floor under which no compaction should go.

Errors are relative: the distance of the attention output from the original one, over the original's length, on
queries that nothing was fitted on.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from engine.errors import BadSnapshot
from engine.model.model import Model, State
from engine.protocol import CompactionReport, LayerError
from engine.sizing.estimate import available

log = logging.getLogger("engine.compaction.quality")

STEP = 2.0  # a ratio that was too much is divided by this


def by_layer(heads: Iterable[tuple[int, float]]) -> tuple[LayerError, ...]:
    """Mean and worst error of each layer, from (layer, error of a head) pairs."""
    layers: dict[int, list[float]] = {}
    for layer, error in heads:
        layers.setdefault(layer, []).append(error)
    return tuple(
        LayerError(layer, round(math.fsum(errors) / len(errors), 5), round(max(errors), 5))
        for layer, errors in sorted(layers.items())
    )


def mean_error(parts: Sequence[tuple[int, float]]) -> float:
    """Error of several blocks together, from (tokens, error) pairs; 0 for none."""
    tokens = sum(n for n, _ in parts)
    return math.fsum(n * error for n, error in parts) / tokens if tokens else 0.0


class Attempt(Protocol):
    """Compacts at a ratio. When the error is above ``limit`` the memory is left as it was and the bool is False."""

    def __call__(self, ratio: float, limit: float) -> tuple[CompactionReport, bool]: ...


def above_floor(attempt: Attempt, ratio: float, least: float, floor: float) -> tuple[CompactionReport, float]:
    """Compact at ``ratio``, or at the first lower one whose held-out error is at most ``floor``.

    Args:
        least: a ratio low enough to be taken whatever its error is: without it there would be no room.
        floor: the most relative error there may be; 0: any.

    Returns:
        The report, with what was asked for and how often it was tried, and the ratio taken.
    """
    asked, tries = ratio, 0
    while True:
        tries += 1
        last = floor <= 0 or ratio <= least
        report, done = attempt(ratio, math.inf if last else floor)
        if done:
            lowered = asked if ratio < asked else 0.0
            return msgspec.structs.replace(report, asked=lowered, tries=tries), ratio
        log.info("a compaction at %.1fx has error %.3f, above the floor of %.3f", ratio, report.error, floor)
        ratio = max(least, ratio / STEP)


class Slices(Protocol):
    """A compaction in slices, as :class:`engine.compaction.pipeline.CompactionJob` is one."""

    @property
    def error(self) -> float: ...
    @property
    def progress(self) -> float: ...
    def step(self, seconds: float) -> bool: ...
    def commit(self) -> tuple[CompactionReport, Any]: ...
    def cancel(self) -> None: ...


class Floored:
    """Compactions in slices, from ``ratio`` down until the held-out error is at most ``floor``; the last is committed.

    ``begin`` begins one at a ratio; the other arguments are those of :func:`above_floor`.

    Attributes:
        ratio: what is tried now.
        tries: how many there were.
    """

    def __init__(self, begin: Callable[[float], Slices], ratio: float, least: float, floor: float) -> None:
        self._begin, self._least, self._floor = begin, least, floor
        self._asked = self.ratio = ratio
        self.tries = 1
        self._job = begin(ratio)

    @property
    def progress(self) -> float:
        """A share of 1 of the ratio at hand: it begins anew with the next one."""
        return self._job.progress

    def step(self, seconds: float) -> bool:
        """Work for about that long; True when only the commit is left.

        Raises:
            MemoryChanged, CannotCompact: as :meth:`engine.compaction.pipeline.CompactionJob.step`.
        """
        if not self._job.step(seconds):
            return False
        if self._floor <= 0 or self.ratio <= self._least or self._job.error <= self._floor:
            return True
        log.info("a compaction at %.1fx has error %.3f, above %.3f", self.ratio, self._job.error, self._floor)
        self._job.cancel()
        self.ratio = max(self._least, self.ratio / STEP)
        self._job = self._begin(self.ratio)
        self.tries += 1
        return False

    def commit(self) -> CompactionReport:
        """Replace the block; the report says what was asked for and how often it was tried.

        Raises:
            MemoryChanged, CannotCompact: the memory is as it was.
        """
        report, _ = self._job.commit()
        lowered = self._asked if self.ratio < self._asked else 0.0
        return msgspec.structs.replace(report, asked=lowered, tries=self.tries)

    def cancel(self) -> None:
        """Give it up; the memory is as it was."""
        self._job.cancel()


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
        raise BadSnapshot("The memory could not be put back after a compaction.", error.hint) from error


def undoable(model: Model, seq_id: int, compact: Callable[[float, bool], CompactionReport]) -> Attempt:
    """An :class:`Attempt` of ``compact(ratio, dry_run)``.

    A copy of the memory is taken before the first compaction that could go too far, and loaded again when it did: the
    usual case then costs no second compaction. Where there is no room for a copy, or other sequences share the memory
    (which loading would forget), the error is measured by a dry run first.

    Raises (when called):
        BadSnapshot: the copy could not be loaded; the memory is empty then.
    """
    copy: State | None = None

    def attempt(ratio: float, limit: float) -> tuple[CompactionReport, bool]:
        nonlocal copy
        if not math.isfinite(limit):
            return compact(ratio, False), True
        if not can_copy(model, seq_id):
            report = compact(ratio, True)
            return (compact(ratio, False), True) if report.error <= limit else (report, False)
        if copy is None:
            copy = model.state(seq_id)
        report = compact(ratio, False)
        if report.error <= limit:
            return report, True
        put_back(model, seq_id, copy)
        return report, False

    return attempt
