"""Time for a run of many tables: each may take its share of what is left, and what one leaves over goes to the next."""

from __future__ import annotations

import time
from collections.abc import Sequence


class Clock:
    """``minutes`` for all tables, None: as long as it takes; ``shares``: weight of each table, in their order."""

    def __init__(self, minutes: float | None, shares: Sequence[float]) -> None:
        self._end = None if minutes is None else time.monotonic() + 60 * minutes
        self._shares = list(shares)
        self._table_end = self._until = self._end

    def next_table(self) -> None:
        """The next table begins."""
        if self._end is None or not self._shares:
            return
        self._table_end = self._until = _part_of(self._end, self._shares[0] / sum(self._shares))
        del self._shares[0]

    def next_part(self, share: float) -> None:
        """The next part of the table begins, ``share`` of what is still to do in it."""
        if self._table_end is not None:
            self._until = _part_of(self._table_end, share)

    def is_up(self) -> bool:
        """Whether the present table has had its time; nothing that was not begun should be begun then."""
        return self._until is not None and time.monotonic() >= self._until


def _part_of(end: float, share: float) -> float:
    now = time.monotonic()
    return now + max(0.0, end - now) * share
