"""Saving power: work that nobody waits for is put off while the computer runs on its battery."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.settings import Settings
from app.services.background import Ops
from app.services.engine_client.process import Engine
from engine.protocol import SavePower

log = logging.getLogger("power")

SAVE = "power.save"
LOOK_MS = 30_000  # between looks at where the power comes from

OnBattery = Callable[[], bool]
"""Whether the computer runs on its battery; may wait for a driver. An OSError: it is not known."""


class PowerSaving(QObject):
    """``ctx.power``: whether what nobody waits for is put off. The engine goes by it as well.

    Signals:
        changed(bool): power is saved, or no longer.
    """

    changed = Signal(bool)

    def __init__(
        self, settings: Settings, ops: Ops, engine: Engine, on_battery: OnBattery | None, parent: QObject
    ) -> None:
        """``on_battery``: None where it is not to be looked at, as if the computer was plugged in."""
        super().__init__(parent)
        self._settings, self._ops, self._engine, self._on_battery = settings, ops, engine, on_battery
        self._battery = self._saving = self._looking = False
        self._told = False  # what the engine that runs knows
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)
        engine.ready.connect(lambda _: self._tell_engine())
        engine.died.connect(lambda _: self._engine_died())
        settings.watch(lambda *_: self._decide(), SAVE)

    @property
    def saving(self) -> bool:
        """Whether the computer runs on its battery, and the person wants it to last."""
        return self._saving

    def start(self) -> None:
        """Look now, and every half minute."""
        if self._on_battery is not None:
            self._timer.start()
            self.look()

    def look(self) -> None:
        """Ask where the power comes from, unless an earlier question waits for its answer."""
        if self._looking or self._on_battery is None:
            return
        self._looking = True
        self._ops.outside(self._on_battery, self._found, self._unknown)

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()

    def _found(self, battery: bool) -> None:
        self._looking = False
        self._battery = battery
        self._decide()

    def _unknown(self, problem: Exception) -> None:
        log.warning("where the power comes from is not known, and not asked any more: %s", problem)
        self.stop()
        self._found(False)

    def _decide(self) -> None:
        saving = self._battery and self._settings.flag(SAVE)
        if saving == self._saving:
            return
        self._saving = saving
        self._tell_engine()
        self.changed.emit(saving)

    def _engine_died(self) -> None:
        self._told = False

    def _tell_engine(self) -> None:
        if self._engine.running and self._told != self._saving:
            self._told = self._saving
            self._engine.request(SavePower(id=0, on=self._saving), lambda _: None)
