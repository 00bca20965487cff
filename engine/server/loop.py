"""An engine without the program: its thread's work, for a server that stands alone."""

from __future__ import annotations

import threading
from types import FrameType

from engine import protocol as p
from engine.process.host import IDLE_SECONDS, Host


class Loop:
    """The engine's thread: carries out what comes in until it is ended."""

    def __init__(self) -> None:
        self._something = threading.Event()
        self._ended = False
        self._closing: dict[int, p.AnyEvent] = {}
        self.host = Host(self._hear)

    def wake(self) -> None:
        """Something came in; from any thread."""
        self._something.set()

    def end(self) -> None:
        """Stop soon, also what runs, as loading a model; from any thread."""
        self._ended = True
        self.host.end()
        self._something.set()

    def end_by_signal(self, _signal: int, _frame: FrameType | None) -> None:
        """The same, as a signal's handler: it may come while the engine's thread holds what :meth:`end` waits for."""
        threading.Thread(target=self.end, name="end", daemon=True).start()

    def ask(self, request: p.AnyRequest) -> p.AnyEvent | None:
        """Carry out a request; its closing event."""
        self.host.handle(request)
        return self._closing.pop(request.id, None)

    def run(self) -> None:
        """Go on until the end; then save and unload."""
        while not self._ended:
            self._something.clear()
            if self.host.busy or self.host.tidying:
                self.host.step()
            elif not self._something.wait(IDLE_SECONDS):
                self.host.idle()
        self.host.end()
        while self.host.busy:
            self.host.step()
            self.host.end()  # stop what came in meanwhile, too: clients that wait for their turn get it then

    def _hear(self, event: p.AnyEvent) -> None:
        if isinstance(event, p.Loaded | p.Error) and event.id:
            self._closing[event.id] = event
