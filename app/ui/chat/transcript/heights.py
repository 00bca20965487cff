"""Where each row of the transcript lies: guessed heights, replaced by exact ones, and their sums."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from app.ui.chat.transcript.items import Item

TOP = 26
BOTTOM = 10


class Heights:
    """Heights in px for a column of one width, in the order of the items.

    Exact heights are remembered per item and width, so that a return to a width costs nothing.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], tuple[int, int]] = {}  # key and width: revision and height
        self._heights: list[int] = []
        self._exact: list[bool] = []
        self._tops: list[int] = [TOP]
        self.width = 0
        self.room = TOP  # above the first row

    def clear(self) -> None:
        """Forget everything that was measured."""
        self._known.clear()

    def arrange(self, items: Sequence[Item], width: int) -> None:
        """Start again with these items in a column of ``width``."""
        self.width = width
        self._exact, self._heights = [], []
        for item in items:
            revision, height = self._known.get((item.key, width), (-1, 0))
            self._exact.append(revision == item.revision)
            self._heights.append(height if revision >= 0 else item.estimate(width))
        self.add_up()

    def add_up(self) -> None:
        """Bring ``top`` and ``total`` up to date after heights were set."""
        self._tops = list(accumulate(self._heights, initial=self.room))

    def set(self, at: int, item: Item, height: int) -> bool:
        """The exact height of a row; whether it differs from what was thought."""
        self._known[(item.key, self.width)] = (item.revision, height)
        self._exact[at] = True
        changed = height != self._heights[at]
        self._heights[at] = height
        return changed

    def keep(self, at: int, item: Item) -> None:
        """The item changed in a way that its height does not depend on."""
        if self._exact[at]:
            self._known[(item.key, self.width)] = (item.revision, self._heights[at])

    def doubt(self, at: int) -> None:
        """The height stands only as a guess until it is measured again."""
        self._exact[at] = False

    def doubt_all(self) -> None:
        self._known.clear()
        self._exact = [False] * len(self._exact)

    def exact(self, at: int) -> bool:
        return self._exact[at]

    def height(self, at: int) -> int:
        return self._heights[at]

    def top(self, at: int) -> int:
        """Where a row begins, from the top of the whole column."""
        return self._tops[at]

    @property
    def total(self) -> int:
        """The height of the whole column."""
        return self._tops[-1] + BOTTOM

    def row_at(self, y: int) -> int:
        """The row that covers ``y`` (the nearest one beyond the ends; -1 without rows)."""
        return min(len(self._heights) - 1, max(0, bisect_right(self._tops, y) - 1))

    def between(self, top: int, bottom: int) -> range:
        """The rows that lie between two places."""
        first = max(0, bisect_right(self._tops, top) - 1)
        return range(first, min(bisect_right(self._tops, bottom), len(self._heights)))
