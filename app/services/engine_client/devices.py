"""What the engine computes on, as it told last."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.work_values import Notice
from app.services.engine_client.process import Engine
from engine.protocol import AnyEvent, Devices


class EngineDevices(QObject):
    """Listens to the engine.

    Signals:
        changed(Devices): it told of its devices, or what the model runs on.
        notice(Notice): the backend of one could not be used.
    """

    changed = Signal(object)
    notice = Signal(object)

    def __init__(self, engine: Engine, parent: QObject) -> None:
        super().__init__(parent)
        self._said = Devices()
        engine.unasked.connect(self._heard)

    @property
    def said(self) -> Devices:
        """What the engine told last."""
        return self._said

    @property
    def has_gpu(self) -> bool:
        """Whether there is anything beside the processor."""
        return any(not name.upper().startswith("CPU") for name in self._said.found)

    def _heard(self, event: AnyEvent) -> None:
        if not isinstance(event, Devices):
            return
        self._said = event
        for problem in event.problems:
            self.notice.emit(Notice("warning", problem))
        self.changed.emit(event)
