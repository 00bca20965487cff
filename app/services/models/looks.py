"""Looks at the disk for models, one at a time: a drive that does not answer holds up no more than one thread, and only
until its folder is removed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from PySide6.QtCore import QTimer

from app.core.library import LibraryScan
from app.services.background import Ops

log = logging.getLogger("models")

SLOW_MS = 30_000  # after which a look is told to take long

Asked = tuple[Callable[[], None] | None, float]  # what is called then, and how old files are to be


class Looks:
    """Those that are asked for while one is under way are one, which begins after it."""

    def __init__(
        self,
        ops: Ops,
        scan: Callable[[float], Callable[[], LibraryScan]],
        came: Callable[[LibraryScan], bool],
        slow: Callable[[], None] = lambda: None,
    ) -> None:
        """``scan(settle)``: what is done in a thread; ``came``: takes its answer, False: it does not hold any more;
        ``slow``: called once if that takes long.
        """
        self._ops, self._scan, self._came = ops, scan, came
        self._slow = QTimer(singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(slow)
        self._asked: list[Asked] = []  # that have not begun
        self._now: list[Asked] = []  # that the one under way is for

    def ask(self, then: Callable[[], None] | None, settle: float, *, elsewhere: bool = False) -> None:
        """Look; ``then`` is called once an answer was taken, or there is none since the look failed, which is told.

        ``settle``: files are left alone that were written to in the last seconds, so many; the least that is asked for.
        ``elsewhere``: in other folders than the look under way: its answer is not waited for.
        """
        if elsewhere:
            self._asked, self._now = [*self._now, *self._asked], []
        self._asked.append((then, settle))
        self._begin()

    def end(self) -> None:
        """The program ends: tell nothing more."""
        self._slow.stop()

    def _begin(self) -> None:
        if self._now or not self._asked:
            return
        now, self._asked = self._asked, []
        self._now = now
        work = self._scan(min(settle for _, settle in now))
        self._slow.start()
        self._ops.outside(work, lambda found: self._done(found, now), lambda problem: self._failed(problem, now))

    def _done(self, found: LibraryScan, now: list[Asked]) -> None:
        if now is not self._now:
            return  # it was not waited for
        self._now = []
        self._slow.stop()
        if self._came(found):
            _call(now)
        else:
            self._asked = [*now, *self._asked]
        self._begin()

    def _failed(self, problem: Exception, now: list[Asked]) -> None:
        log.error("a look for models failed", exc_info=problem)
        if now is not self._now:
            return  # it was not waited for
        self._now = []
        self._slow.stop()
        self._ops.failed.emit(problem)
        _call(now)  # what is known by now has to do
        self._begin()


def _call(asked: Iterable[Asked]) -> None:
    for then, _ in asked:
        if then is not None:
            then()
