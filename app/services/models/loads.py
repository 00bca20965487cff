"""The load that is under way, and those that were given up for another: which hang, and what counts against a model."""

from __future__ import annotations

from collections.abc import Callable

from app.core.load_guard import LoadGuard
from app.services.engine_client.process import DIED, Engine
from engine.protocol import AnyEvent, Error, Load


class Loads:
    """One is under way at most. One that is given up may go on in the engine for a while; if that makes no progress,
    the engine is ended, since nobody may be kept waiting for it.

    Attributes:
        under_way: one was sent, and has not ended.
        last: the request that was sent last.
        tried: one was sent since ``fresh``.
    """

    def __init__(self, engine: Engine, guard: LoadGuard) -> None:
        self._engine, self._guard = engine, guard
        self.under_way = self.tried = False
        self.last: Load | None = None
        self._number = 0  # of the last one
        self._given_up: dict[int, str] = {}  # and not ended; with their models
        engine.watchdog.looked.connect(self._looked)

    @property
    def hangs(self) -> bool:
        """Whether the one under way makes no progress."""
        return self.under_way and self._engine.watchdog.silent

    def fresh(self) -> None:
        """The model that comes next was chosen, and not tried before."""
        self.tried = False

    def send(self, load: Load, closed: Callable[[AnyEvent], None], event: Callable[[AnyEvent], None]) -> None:
        """Have the engine load a model; ``closed`` and ``event`` get what it says of that."""
        self.under_way = self.tried = True
        self.last = load
        self._guard.begun(load.path)

        def over(end: AnyEvent) -> None:
            self._given_up.pop(end.id, None)
            closed(end)

        self._number = self._engine.watched(load, over, event)

    def ended(self, end: AnyEvent, path: str) -> None:
        """The load of the model that is wanted ended, well or not."""
        self.under_way = False
        if not (isinstance(end, Error) and end.code == DIED):
            self._guard.ended(path)

    def lost(self) -> None:
        """The one under way ended with the engine; it counts against the model."""
        self.under_way = False

    def give_up(self) -> bool:
        """Do not wait for the one under way; whether it hung, which counts against the model."""
        hung = self.hangs
        if self.under_way:
            self.under_way = False
            if not hung and self.last is not None:
                self._given_up[self._number] = self.last.path
                self._guard.given_up(self.last.path)
        return hung

    def _looked(self) -> None:
        if not self._given_up or not self._engine.watchdog.silent:
            return
        for path in self._given_up.values():
            self._guard.hung(path)
        self._given_up.clear()
        if self.under_way and self.last is not None:  # it waits behind that, and is asked for anew
            self.under_way = False
            self._guard.given_up(self.last.path)
        self._engine.force_stop()
