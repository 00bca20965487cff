"""The engine process seen from the program. (Interface; the implementation follows.)"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtCore import QObject, Signal

from engine.protocol import AnyEvent, AnyRequest

Handler = Callable[[AnyEvent], None]


class EngineDied(msgspec.Struct, frozen=True):
    """The end of an engine process nobody asked to end.

    ``reason``: a sentence for people; ``signal``: its name or ""; ``lines``: the last lines it wrote.
    ``restarting``: whether it is being started again by itself.
    """

    reason: str
    signal: str
    code: int
    lines: tuple[str, ...]
    restarting: bool


class Engine(QObject):
    """What the rest of the program needs of an engine; tests put a scripted one in its place.

    Signals (all in the thread of this object):
        ready(engine.protocol.Ready): a process is up and can be asked.
        event(AnyEvent): an event with id 0 (logs, snapshots the engine wrote by itself).
        died(EngineDied): the process ended unasked. All open requests were closed with an Error before.
    """

    ready = Signal(object)
    event = Signal(object)
    died = Signal(object)

    def start(self) -> None:
        """Start the process; ``ready`` or ``died`` follows. Nothing if it runs."""
        raise NotImplementedError

    @property
    def running(self) -> bool:
        """Whether requests can be sent."""
        raise NotImplementedError

    def request(self, request: AnyRequest, closed: Handler, event: Handler | None = None) -> int:
        """Send a request (its ``id`` is set here and returned).

        ``event`` gets each event in between, ``closed`` the closing one, exactly once: also an
        ``Error(code="engine_died")`` when the process ends before it answers, or is not running.
        """
        raise NotImplementedError

    def cancel(self, target: int) -> None:
        """Ask the engine to stop the request ``target``; its closing event still comes."""
        raise NotImplementedError

    def force_stop(self) -> None:
        """Kill the process now and start another one; ``died`` follows."""
        raise NotImplementedError

    def stop(self, timeout_ms: int = 3000) -> None:
        """Ask it to save and quit, wait at most ``timeout_ms``, then kill it. No ``died`` follows."""
        raise NotImplementedError

    def lines(self) -> tuple[str, ...]:
        """The last lines (at most 200) the engine wrote to its stderr."""
        raise NotImplementedError


class EngineProcess(Engine):
    """An engine in a child process, over its stdin and stdout."""

    def __init__(self, command: Sequence[str] | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
