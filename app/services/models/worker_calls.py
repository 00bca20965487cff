"""Connections to workers, computers that lend their memory: the engine makes them, the program accounts for them."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject

from app.core.model_values import ModelPhase
from app.core.network_log import Why
from app.core.settings import Settings
from app.services.engine_client.process import Engine
from app.services.models.models import Models
from app.services.web import Web
from engine.protocol import Estimate, Load

QUIET_SECONDS = 60.0  # an estimate comes with each move of a slider; the engine asks a worker once in half of that
WORKER: Why = "worker"


class WorkerCalls(QObject):
    """Notes whom the engine is told to connect to, and takes the model from there once the person wants no network."""

    def __init__(self, engine: Engine, models: Models, settings: Settings, web: Web) -> None:
        super().__init__(models)
        self._models, self._web = models, web
        self._last: dict[str, float] = {}
        self._on_workers = False  # the load that was asked for last
        engine.placing.connect(self._placing)
        settings.apply({"privacy.offline": lambda offline: self._leave() if offline else None})

    def _placing(self, request: Load | Estimate) -> None:
        if isinstance(request, Load):
            self._on_workers = bool(request.workers)
        now = time.monotonic()
        for address in request.workers:
            if now - self._last.get(address, -QUIET_SECONDS) >= QUIET_SECONDS:
                self._last[address] = now
                self._web.asked.emit(self._web.log.add(address, WORKER))

    def _leave(self) -> None:
        state = self._models.state
        if self._on_workers and state.phase in (ModelPhase.LOADING, ModelPhase.LOADED):
            self._models.load(state.path)
