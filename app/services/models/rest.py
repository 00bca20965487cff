"""Unloads the model in use after a while without use, where the person wants that; it comes back when it is wanted."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.core.model_values import ModelPhase
from app.core.settings import Settings
from app.services.models.models import Models

REST = "power.rest"
LOOK_MS = 30_000

Busy = Callable[[], bool]


class ModelRest(QObject):
    """``ctx.rest``: counts the time since anything was done with the model.

    Attributes:
        clock: seconds, of any beginning.
    """

    def __init__(
        self,
        settings: Settings,
        models: Models,
        busy: Busy,
        parent: QObject,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``busy``: whether something is being done with the model, or may be asked of it by others at any moment."""
        super().__init__(parent)
        self._settings, self._models, self._busy = settings, models, busy
        self.clock = clock
        self._used = clock()
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)
        models.state_changed.connect(lambda _: self._count())
        settings.apply({REST: lambda _: self._count()}, now=True)

    def used(self) -> None:
        """The person does something that the model is wanted for, or will be: it comes back if it was unloaded."""
        self._used = self.clock()
        if self._models.state.phase is ModelPhase.RESTING:  # what failed is tried again with a message, not each letter
            self._models.wake()

    def look(self) -> None:
        """Unload the model if nothing was done with it for so long."""
        minutes = int(self._settings.text(REST) or "0")
        if self._busy():
            self._used = self.clock()
        elif minutes and self.clock() - self._used >= 60 * minutes:
            self._models.rest()

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()

    def _count(self) -> None:
        """From now on, while there is a model that may be unloaded."""
        self._used = self.clock()
        if self._models.state.phase is ModelPhase.LOADED and self._settings.text(REST):
            self._timer.start()
        else:
            self._timer.stop()
