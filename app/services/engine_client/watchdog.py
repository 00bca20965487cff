"""Notices when the engine stops moving while something is waited for that cannot be seen: a load, a chat's opening."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

LOOK_S = 5.0
SILENT_S = 10.0  # without a sign of life: whoever wants something else need not wait for it
OFFER_S = 60.0  # without one: a way out is offered. A slow computer may read a batch of tokens for as long


class Watchdog(QObject):
    """Counts the seconds since the engine's last sign of life, while a request that is watched is open.

    They are counted in steps of looks, so that a computer that slept is not taken for an engine that hangs.

    Signals:
        looked(): the seconds were counted on.
        stalled(int): nothing has come for ``OFFER_S`` while this request is open; once for each silence.

    Attributes:
        clock: seconds, of any beginning.
    """

    looked = Signal()
    stalled = Signal(int)

    def __init__(self, parent: QObject | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self.clock = clock
        self._open: list[int] = []
        self._silent = 0.0
        self._seen = 0.0
        self._told = False
        self._ended = False
        self._timer = QTimer(self, interval=round(LOOK_S * 1000))
        self._timer.timeout.connect(self.look)

    @property
    def silent(self) -> bool:
        """Whether what is waited for makes no progress. Stays so after the engine's death, until something begins."""
        self._count()
        return self._silent >= SILENT_S

    @property
    def stuck(self) -> bool:
        """Whether ``stalled`` was told and nothing came since."""
        return self._told and bool(self._open)

    def begun(self, number: int) -> None:
        """The request ``number`` is to be watched."""
        if self._ended:
            return
        if not self._open:
            self.sign()
            self._timer.start()
        self._open.append(number)

    def over(self, number: int) -> None:
        """It is closed."""
        self._count()
        if number in self._open:
            self._open.remove(number)
        if not self._open:
            self._timer.stop()

    def end(self) -> None:
        """Tell nothing from now on: the program ends."""
        self._ended = True
        self._open.clear()
        self._timer.stop()

    def sign(self) -> None:
        """The engine lives."""
        self._silent, self._seen, self._told = 0.0, self.clock(), False

    def look(self) -> None:
        """Count on, and tell."""
        self._count()
        self.looked.emit()
        if self._open and self._silent >= OFFER_S and not self._told:
            self._told = True
            self.stalled.emit(self._open[0])

    def _count(self) -> None:
        now = self.clock()
        if self._open:
            self._silent += min(now - self._seen, 2 * LOOK_S)
        self._seen = now
