"""The quality of a compaction: its held-out errors by layer, and how many next words it may change.

Errors are relative: the distance of the attention output from the original one, over the original's length, on
queries that nothing was fitted on.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from engine.errors import CannotCompact, ContextChanged
from engine.protocol import CompactionReport, LayerError

log = logging.getLogger("engine.compaction.quality")

STEP = 2.0  # a ratio that was too much is divided by this

# No larger error is told: heads that say no numbers have an infinite one, which JSON has not, and which
# hides all others in a mean.
MOST_ERROR = 1000.0


def told(error: float) -> float:
    """An error as it is told."""
    return float(error) if error <= MOST_ERROR else MOST_ERROR  # also what is no number


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


class Slices(Protocol):
    """A compaction in slices, as :class:`engine.compaction.pipeline.CompactionJob` is one."""

    @property
    def same(self) -> float: ...
    @property
    def progress(self) -> float: ...
    @property
    def work(self) -> float: ...
    @property
    def refined(self) -> float: ...
    def step(self, seconds: float) -> bool: ...
    def refine(self, seconds: float) -> bool: ...
    def commit(self) -> tuple[CompactionReport, Any]: ...
    def cancel(self) -> None: ...


class LimitedJob:
    """Compacts in slices at ``ratio``, or at the first lower one by which enough next words stay as they were.

    Only the last one is committed.

    Args:
        begin: begins a compaction at a ratio.
        least: a ratio low enough to be taken whatever it changes: without it there would be no room.
        least_same: the least predicted share of next words that stay (:mod:`engine.compaction.prediction`); 0: any.

    Attributes:
        ratio: what is tried now.
        tries: how many there were.
        work: units of what they took together; see :mod:`engine.compaction.history`.
    """

    def __init__(self, begin: Callable[[float], Slices], ratio: float, least: float, least_same: float) -> None:
        self._begin, self._least, self._least_same = begin, least, least_same
        self._asked = self.ratio = ratio
        self.tries = 1
        self._job = begin(ratio)
        self.work = self._job.work

    @property
    def progress(self) -> float:
        """A share of 1 of the ratio at hand: it begins anew with the next one."""
        return self._job.progress

    def step(self, seconds: float) -> bool:
        """Work for about that long; True when only the commit is left.

        Raises:
            ContextChanged, CannotCompact: as :meth:`engine.compaction.pipeline.CompactionJob.step`.
        """
        if not self._job.step(seconds):
            return False
        if self._least_same <= 0 or self.ratio <= self._least or self._job.same >= self._least_same:
            return True
        log.info("a compaction at %.1fx keeps %.3f of words, not %.3f", self.ratio, self._job.same, self._least_same)
        self._job.cancel()
        self.ratio = max(self._least, self.ratio / STEP)
        self._job = self._begin(self.ratio)
        self.work += self._job.work
        self.tries += 1
        return False

    def refine(self, seconds: float) -> bool:
        """Make what :meth:`step` ended with better for about that long; True when nothing is left to refine, or when it
        failed, which leaves what was fitted.

        Raises:
            ContextChanged: the text it works on is not in the memory any more.
        """
        try:
            return self._job.refine(seconds)
        except ContextChanged:
            raise
        except CannotCompact as error:
            log.warning("a compaction is not refined any further: %s", error)
            return True

    @property
    def refined(self) -> float:
        """The share of the heads that are refined."""
        return self._job.refined

    def commit(self) -> CompactionReport:
        """Replace the block; the report says what was asked for and how often it was tried.

        Raises:
            ContextChanged, CannotCompact: the memory is as it was.
        """
        report, _ = self._job.commit()
        lowered = self._asked if self.ratio < self._asked else 0.0
        return msgspec.structs.replace(report, asked=lowered, tries=self.tries)

    def cancel(self) -> None:
        """Give it up; the memory is as it was."""
        self._job.cancel()
