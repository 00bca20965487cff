"""Looks at the disk for models, one at a time: a drive that does not answer holds up no more than one thread."""

from __future__ import annotations

from collections.abc import Callable

from app.core.library import LibraryScan
from app.services.background import Ops

Then = Callable[[], None]


class Looks:
    """Those that are asked for while one is under way are one, which begins after it."""

    def __init__(
        self, ops: Ops, scan: Callable[[float], Callable[[], LibraryScan]], came: Callable[[LibraryScan], bool]
    ) -> None:
        """``scan(settle)``: what is done in a thread; ``came``: takes its answer, False: it does not hold any more."""
        self._ops, self._scan, self._came = ops, scan, came
        self._asked: list[tuple[Then | None, float]] = []  # that have not begun
        self._looking = False

    def ask(self, then: Then | None, settle: float) -> None:
        """Look; ``then`` is called once an answer was taken.

        ``settle``: files are left alone that were written to in the last seconds, so many; the least that is asked for.
        """
        self._asked.append((then, settle))
        if not self._looking:
            self._begin()

    def _begin(self) -> None:
        asked, self._asked, self._looking = self._asked, [], True
        work = self._scan(min(settle for _, settle in asked))
        self._ops.run(work, lambda found: self._done(found, [then for then, _ in asked]), self._failed)

    def _done(self, found: LibraryScan, waiting: list[Then | None]) -> None:
        self._looking = False
        if self._came(found):
            for then in waiting:
                if then is not None:
                    then()
        else:
            self._asked = [*((then, 0.0) for then in waiting), *self._asked]
        if self._asked and not self._looking:
            self._begin()

    def _failed(self, problem: Exception) -> None:
        self._looking = False
        if self._asked:
            self._begin()
        raise problem
