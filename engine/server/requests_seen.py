"""The requests that the server sees: those at work, and the last that ended. Nothing of what is said in them."""

from __future__ import annotations

import itertools
import threading
import time
from collections import deque
from dataclasses import dataclass, field

from engine.protocol import ServedRequest

KEPT = 100


@dataclass
class Flight:
    """A request at work. ``tokens``: of its reply, so far."""

    path: str
    client: str = ""
    at: float = field(default_factory=time.time)
    begun: float = field(default_factory=time.monotonic)
    status: int = 0
    prompt_tokens: int = 0
    read_tokens: int = 0
    tokens: int = 0

    def told(self) -> ServedRequest:
        """As the program is told of it."""
        return ServedRequest(
            self.at, self.path, self.client, self.status, round(time.monotonic() - self.begun, 3),
            self.prompt_tokens, self.read_tokens, self.tokens,
        )  # fmt: skip


class SeenRequests:
    """Flights that are and were; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._running: dict[int, Flight] = {}
        self._ended: deque[ServedRequest] = deque(maxlen=KEPT)
        self._answered = 0

    def begin(self, path: str, client: str) -> tuple[int, Flight]:
        """A request came in; its number."""
        number, flight = next(self._numbers), Flight(path, client)
        with self._lock:
            self._running[number] = flight
        return number, flight

    def end(self, number: int) -> None:
        """It was answered, or given up."""
        with self._lock:
            flight = self._running.pop(number)
            self._ended.appendleft(flight.told())
            self._answered += 1

    @property
    def running(self) -> dict[int, Flight]:
        """Those at work, by number."""
        with self._lock:
            return dict(self._running)

    def told(self) -> tuple[tuple[ServedRequest, ...], tuple[ServedRequest, ...], int]:
        """Those at work, those that ended, the newest first, and how many have."""
        with self._lock:
            running = tuple(flight.told() for flight in self._running.values())
            return running, tuple(self._ended), self._answered
