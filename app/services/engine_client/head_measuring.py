"""Measuring the heads of a model because a person asked for it: how far it is, stop it, what came of it."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.core.work_values import Notice
from app.services.engine_client.process import DIED, Engine
from engine.protocol import AnyEvent, Error, Measure, Measured, Progress

translate = QCoreApplication.translate


class Measuring(msgspec.Struct, frozen=True):
    """The measurement under way; ``path`` "": none is. ``share``: 0 to 1 of it is done."""

    path: str = ""
    share: float = 0.0
    stopping: bool = False


class HeadMeasuring(QObject):
    """One measurement at a time.

    Signals:
        changed(Measuring): it began, went on, or ended.
        measured(str): the heads of the model in that file are known now.
        notice(Notice): it failed.
    """

    changed = Signal(object)
    measured = Signal(str)
    notice = Signal(object)

    def __init__(self, engine: Engine, parent: QObject) -> None:
        super().__init__(parent)
        self._engine = engine
        self._state = Measuring()
        self._request = 0

    @property
    def state(self) -> Measuring:
        return self._state

    def begin(self, path: str) -> None:
        """Measure the model in ``path``, unless one is being measured."""
        if self._state.path:
            return
        self._set(Measuring(path))
        self._request = self._engine.request(Measure(id=0, path=path), self._closed, self._told)

    def stop(self) -> None:
        """Give the measurement up; nothing of it is kept."""
        if self._state.path:
            self._set(msgspec.structs.replace(self._state, stopping=True))
            self._engine.cancel(self._request)

    def _told(self, event: AnyEvent) -> None:
        if isinstance(event, Progress) and self._state.path:
            self._set(msgspec.structs.replace(self._state, share=event.done / max(1, event.total)))

    def _closed(self, event: AnyEvent) -> None:
        path = self._state.path
        self._set(Measuring())
        if isinstance(event, Measured):
            self.measured.emit(path)
        elif isinstance(event, Error) and event.code == DIED:
            text = translate("HeadMeasuring", "The engine stopped before the measurement finished.")
            self.notice.emit(Notice("warning", text, translate("HeadMeasuring", "Start measuring again.")))
        elif isinstance(event, Error) and event.code != "cancelled":
            self.notice.emit(Notice("error", event.text))

    def _set(self, state: Measuring) -> None:
        if state != self._state:
            self._state = state
            self.changed.emit(state)
