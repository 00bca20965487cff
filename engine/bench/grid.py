"""Many measurements on the same windows: what all of them share is done once, and what was measured is kept.

A window is read and its full run is made once for all points (preset and ratio); each point then starts from a copy
of the same memory, so it gives the numbers that it would give alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from engine.errors import EngineError

Result = dict[str, Any]


@dataclass(frozen=True)
class GridPoint:
    """One way of bringing a context down: a preset at a ratio of physical bytes."""

    preset: str
    ratio: float


class ResultCache(Protocol):
    """Results of single windows that outlive the process."""

    def get(self, window: str, point: GridPoint) -> Result | None: ...
    def put(self, window: str, point: GridPoint, result: Result) -> None: ...
    def more(self) -> bool:
        """Whether there is time for another window."""
        ...


class NothingKept:
    """Keeps nothing."""

    def get(self, window: str, point: GridPoint) -> Result | None:
        return None

    def put(self, window: str, point: GridPoint, result: Result) -> None: ...

    def more(self) -> bool:
        return True


class Grid:
    """Results by window and point; fills itself from ``kept`` and with what is measured."""

    def __init__(self, points: Sequence[GridPoint], kept: ResultCache | None = None) -> None:
        self.points = list(points)
        self._kept: ResultCache = kept or NothingKept()
        self._results: dict[GridPoint, list[Result]] = {point: [] for point in self.points}
        self._failed: dict[GridPoint, EngineError] = {}

    def window(
        self, name: str, measure: Callable[[Callable[[GridPoint, Callable[[], Result]], None], str], None]
    ) -> None:
        """Have ``measure`` run a window unless all of it is known.

        ``measure`` is given a function to call with each point and what measures it, and the window's name. Points
        that are known, or that failed in an earlier window, are not measured again. Without time for it the window is
        left out, unless it is the first: points are means over the same windows.
        """
        known = {point: self._kept.get(name, point) for point in self.points}
        if all(known[point] is not None or point in self._failed for point in self.points):
            for point in self.points:
                if point not in self._failed:
                    self._results[point].append(known[point] or {})
            return
        if any(self._results.values()) and not self._kept.more():
            return

        def run(point: GridPoint, work: Callable[[], Result]) -> None:
            if point in self._failed:
                return
            result = known[point]
            if result is None:
                try:
                    result = work()
                except EngineError as error:
                    self._failed[point] = error
                    return
                self._kept.put(name, point, result)
            self._results[point].append(result)

        measure(run, name)

    def outcome(self, point: GridPoint) -> list[Result]:
        """Results of a point, a window each.

        Raises:
            EngineError: what the point failed with.
        """
        if point in self._failed:
            raise self._failed[point]
        return self._results[point]


def means(results: Sequence[Result], *, whole: Sequence[str] = (), worst: Sequence[str] = ()) -> Result:
    """Means of the numbers over windows (None where a window has none); ``whole``: rounded to whole numbers,
    ``worst``: the largest instead of the mean. What is true or false is as in the first window."""
    means: Result = {}
    for key, first in results[0].items():
        values = [result[key] for result in results]
        if isinstance(first, bool):
            means[key] = first
        elif first is None or isinstance(first, int | float):
            if any(value is None for value in values):
                means[key] = None
            else:
                mean = float(np.max(values) if key in worst else np.mean(values))
                means[key] = round(mean) if key in whole else mean
    return means
