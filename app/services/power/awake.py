"""Keeping the computer awake while something that a person waits for goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.core.settings import Settings
from app.services.background import Ops
from app.services.power.inhibitors import NoSleepControl, SleepInhibitor

log = logging.getLogger("power")

AWAKE = "power.awake"
LINGER_MS = 30_000  # after the last work: the next message is often not far

FindInhibitor = Callable[[], SleepInhibitor]


class StayingAwake(QObject):
    """Keeps the computer from going to sleep by itself from the beginning of any work until half a minute after the
    last one, where the system has a way to it and the person wants it.
    """

    def __init__(self, settings: Settings, ops: Ops, find: FindInhibitor | None, parent: QObject) -> None:
        """``find``: None where nothing is to be kept awake."""
        super().__init__(parent)
        self._settings, self._ops = settings, ops
        self._inhibitor = find() if find is not None else None
        self._work: set[str] = set()
        self._held = self._busy = self._closed = False
        self._linger = QTimer(self, singleShot=True, interval=LINGER_MS)
        self._linger.timeout.connect(self._follow)
        settings.watch(lambda *_: self._follow(), AWAKE)

    @property
    def held(self) -> bool:
        """Whether the computer is kept awake now."""
        return self._held

    def set_working(self, what: str, working: bool) -> None:
        """A kind of work goes on, or has ended."""
        before = bool(self._work)
        if working:
            self._work.add(what)
        else:
            self._work.discard(what)
        if before and not self._work:
            self._linger.start()
        elif self._work:
            self._linger.stop()
            self._follow()

    def close(self) -> None:
        """Ask the system for nothing more: what is held ends with the program."""
        self._closed = True
        self._linger.stop()

    @property
    def _wanted(self) -> bool:
        return (bool(self._work) or self._linger.isActive()) and self._settings.flag(AWAKE)

    def _follow(self) -> None:
        """Hold or release as it is wanted now; an earlier call that still goes on comes first."""
        inhibitor = self._inhibitor
        if self._busy or self._closed or inhibitor is None or self._held == self._wanted:
            return
        self._busy, hold = True, not self._held

        def done(_: object = None) -> None:
            self._busy, self._held = False, hold
            self._follow()

        def failed(problem: Exception) -> None:
            self._busy = False
            if isinstance(problem, NoSleepControl):
                log.info("the computer is not kept awake: %s", problem)
            else:
                log.warning("the computer is not kept awake", exc_info=problem)
            self._inhibitor = None  # it would be asked in vain with each reply

        self._ops.outside(inhibitor.hold if hold else inhibitor.release, done, failed)
