"""Looks at the disk for models, one at a time: a drive that does not answer holds up no more than one thread, and only
until its folder is removed."""

from __future__ import annotations

from collections.abc import Callable

from app.core.library import LibraryScan
from app.services.background import Ops

Asked = tuple[Callable[[], None] | None, float]  # what is called then, and how old files are to be


class Looks:
    """Those that are asked for while one is under way are one, which begins after it."""

    def __init__(
        self, ops: Ops, scan: Callable[[float], Callable[[], LibraryScan]], came: Callable[[LibraryScan], bool]
    ) -> None:
        """``scan(settle)``: what is done in a thread; ``came``: takes its answer, False: it does not hold any more."""
        self._ops, self._scan, self._came = ops, scan, came
        self._asked: list[Asked] = []  # that have not begun
        self._now: list[Asked] = []  # that the one under way is for

    def ask(self, then: Callable[[], None] | None, settle: float, *, elsewhere: bool = False) -> None:
        """Look; ``then`` is called once an answer was taken.

        ``settle``: files are left alone that were written to in the last seconds, so many; the least that is asked for.
        ``elsewhere``: in other folders than the look under way: its answer is not waited for.
        """
        if elsewhere:
            self._asked, self._now = [*self._now, *self._asked], []
        self._asked.append((then, settle))
        self._begin()

    def _begin(self) -> None:
        if self._now or not self._asked:
            return
        now, self._asked = self._asked, []
        self._now = now
        work = self._scan(min(settle for _, settle in now))
        self._ops.run(work, lambda found: self._done(found, now), lambda problem: self._failed(problem, now))

    def _done(self, found: LibraryScan, now: list[Asked]) -> None:
        if now is not self._now:
            return  # it was not waited for
        self._now = []
        if self._came(found):
            for then, _ in now:
                if then is not None:
                    then()
        else:
            self._asked = [*now, *self._asked]
        self._begin()

    def _failed(self, problem: Exception, now: list[Asked]) -> None:
        if now is self._now:
            self._now = []
            self._begin()
        raise problem
