"""Writes the diagnostics bundle for the window."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Signal

from app.core.diagnostics import write_bundle
from app.core.paths import Paths
from app.core.problem import reason_of
from app.core.texts import say
from app.core.work_values import Notice
from app.services.background import Ops
from app.services.engine_client.process import Engine
from app.services.models.models import Models
from engine.protocol import Ready


class Diagnostics(QObject):
    """Collects what a report of a fault needs (see app.core.diagnostics); no word of a chat is in it.

    Signals:
        written(str): the bundle is at this path.
        notice(Notice): it could not be written.
    """

    written = Signal(str)
    notice = Signal(object)

    def __init__(self, paths: Paths, ops: Ops, engine: Engine, models: Models, parent: QObject) -> None:
        super().__init__(parent)
        self._paths, self._ops, self._engine, self._models = paths, ops, engine, models
        self._said = Ready()
        engine.ready.connect(self._ready)

    def _ready(self, ready: Ready) -> None:
        self._said = ready

    def write(self, target: str | Path) -> None:
        """Write the bundle to ``target``; ``written`` or ``notice`` follows."""
        path, state = Path(target), self._models.state
        facts = msgspec.to_builtins(state.facts) if state.facts is not None else {}
        engine = {
            "version": self._said.engine,
            "devices": state.devices or self._said.devices,
            "protocol": self._said.version,
            "model": {**facts, "path": Path(state.path).name, "phase": str(state.phase), "n_ctx": state.n_ctx},
        }
        lines = self._engine.lines()
        self._ops.outside(
            lambda: write_bundle(path, self._paths, engine, lines),
            lambda done: self.written.emit(str(done)),
            lambda problem: self.notice.emit(
                Notice("error", say("diagnostics.not_written", reason=reason_of(problem)))
            ),
            name=path.name,
        )
