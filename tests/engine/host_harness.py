"""A host as the tests ask it: a request after another, and everything that it says."""

from __future__ import annotations

from typing import Any

from engine import protocol as p
from engine.process.host import Host


class HostHarness:
    """A host with what it emitted."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.host = Host(self.events.append)

    def ask(self, request: p.AnyRequest) -> Any:
        """Carry out a request; its closing event (what is saved in the background may come after it)."""
        self.host.handle(request)
        return next(event for event in reversed(self.events) if event.id == request.id)

    def settle(self) -> None:
        """Wait until everything is on disk, and told."""
        assert self.host.chats.saver.finish(60)

    def quiet(self) -> None:
        """Let it do what it does while nobody asks."""
        while self.host.tidying:
            self.host.step()
