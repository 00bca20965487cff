"""What models would take, asked of the engine: the newest question counts, those that come fast are gathered."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.services.engine_client.process import DIED, Engine
from engine.protocol import AnyEvent, Error, Estimate, Estimated

DELAY_MS = 120  # a hand on a slider is not kept waiting longer


class Estimates(QObject):
    """The estimate of one model, kept up while its settings change.

    Signals:
        told(Estimated or Error): the answer to the newest question.
    """

    told = Signal(object)

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._question: Callable[[], Estimate] | None = None
        self._number = 0
        self._timer = QTimer(self, singleShot=True, interval=DELAY_MS)
        self._timer.timeout.connect(self._ask)
        engine.ready.connect(self._again)

    def ask(self, question: Callable[[], Estimate], *, now: bool = False) -> None:
        """Ask soon; ``question`` makes the request when it is sent. ``now``: without waiting for more changes."""
        self._question = question
        self._number += 1
        if now:
            self._ask()
        else:
            self._timer.start()

    def stop(self) -> None:
        """Forget the question and any answer to it."""
        self._question = None
        self._number += 1
        self._timer.stop()

    def _again(self, *_: object) -> None:
        if self._question is not None:
            self._ask()

    def _ask(self) -> None:
        self._timer.stop()
        if self._question is None or not self._engine.running:
            return  # asked again when it is ready
        number = self._number
        self._engine.request(self._question(), lambda event: self._answered(number, event))

    def _answered(self, number: int, event: AnyEvent) -> None:
        if number != self._number or (isinstance(event, Error) and event.code == DIED):
            return
        if isinstance(event, (Estimated, Error)):
            self.told.emit(event)
