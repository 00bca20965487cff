"""The order of requests: what may run side by side, what waits for what.

Requests of one chat run one after another, those of different chats at the same time; loading or dropping a model
waits for all before it and holds up all after it. Each can be cancelled from another thread at any time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from engine import protocol as p
from engine.scheduling.steps import Steps

_ALONE = (p.Load, p.Unload, p.Quit)
_ASIDE = (p.Measure, p.ReadDocument)  # done while nobody else needs the engine
_OF_A_CHAT = (
    p.OpenChat, p.Read, p.Fork, p.CloseChat, p.Generate, p.Compact, p.Preview, p.Undo, p.Snapshot, p.Truncate,
)  # fmt: skip


@dataclass(eq=False)
class Work:
    """What somebody in this process has the engine do beside the program's requests: the local server.

    ``begin`` is called on the engine's thread when its turn has come, and gives what closes it, or the steps to that;
    ``done`` gets it there, or what went wrong. ``chat_id``: the open chat it is about, ``id``: its number, for events.
    ``alone``: it loads or drops a model; ``embed``: what it has embedded, in place of ``begin``.
    """

    begin: Callable[[Ticket], p.AnyEvent | Steps[p.AnyEvent]]
    done: Callable[[p.AnyEvent | Exception], None]
    id: int = 0
    chat_id: str = ""
    alone: bool = False
    embed: p.Embed | None = None


def is_aside(request: p.AnyRequest | Work) -> bool:
    """Whether a request is carried out while nobody else needs the engine, and gives way to whoever does."""
    return isinstance(request, _ASIDE) or (isinstance(request, p.Complete) and request.idle)


@dataclass(eq=False)
class Ticket:
    """A request on its way. ``cancel`` is set from any thread; ``closed``: its closing event was sent."""

    request: p.AnyRequest | Work
    cancel: threading.Event = field(default_factory=threading.Event)
    running: bool = False
    closed: bool = False

    def before(self, later: Ticket) -> bool:
        """Whether ``later``, which came after this, has to wait for it."""
        mine, other = self.request, later.request
        if isinstance(mine, p.Measure):
            return isinstance(other, p.Measure)  # it goes on beside all else
        if isinstance(mine, p.ReadDocument):
            return isinstance(other, p.ReadDocument)  # so does this, as long as there is its model
        if _is_alone(mine) or _is_alone(other):
            return True
        if isinstance(mine, p.OpenChat | p.SetPolicy) and isinstance(other, p.OpenChat | p.SetPolicy):
            return True  # the later policy is the one that holds
        if not isinstance(mine, _OF_A_CHAT) or not isinstance(other, _OF_A_CHAT):
            return False
        return mine.chat_id == other.chat_id or "" in (mine.chat_id, other.chat_id)  # "": all of them


def _is_alone(request: p.AnyRequest | Work) -> bool:
    return request.alone if isinstance(request, Work) else isinstance(request, _ALONE)


class QuietMoments:
    """Tells when nobody has asked for anything for a while, once each time: the engine is not idle while it reads a
    document, but has some of the same to do.
    """

    def __init__(self) -> None:
        self._asked, self._told = time.monotonic(), False

    def begin(self, quiet: bool, seconds: float) -> bool:
        """Whether it was ``quiet`` for so long by now, and that is news."""
        if not quiet:
            self._asked, self._told = time.monotonic(), False
        elif not self._told and time.monotonic() - self._asked > seconds:
            self._told = True
            return True
        return False


class Order:
    """Requests in the order they came. Adding and cancelling is safe from any thread, the rest is for the worker's."""

    def __init__(self) -> None:
        self._tickets: list[Ticket] = []
        self._lock = threading.Lock()

    def add(self, request: p.AnyRequest | Work) -> Ticket:
        ticket = Ticket(request)
        with self._lock:
            self._tickets.append(ticket)
        return ticket

    def cancel(self, target: int) -> None:
        """Cancel the program's request of that id, running or waiting (0: all that run)."""
        with self._lock:
            for ticket in self._tickets:
                if isinstance(ticket.request, Work):
                    continue
                if ticket.running if target == 0 else ticket.request.id == target:
                    ticket.cancel.set()

    def cancel_all(self) -> None:
        with self._lock:
            for ticket in self._tickets:
                ticket.cancel.set()

    def next(self) -> Ticket | None:
        """The first request that waits for no other; from now on it runs."""
        with self._lock:
            for i, ticket in enumerate(self._tickets):
                if not ticket.running and not any(earlier.before(ticket) for earlier in self._tickets[:i]):
                    ticket.running = True
                    return ticket
        return None

    def cancel_reading(self, digest: str) -> None:
        """Cancel the requests to read that document ("": all of them), running or waiting."""
        with self._lock:
            for ticket in self._tickets:
                if isinstance(ticket.request, p.ReadDocument) and digest in ("", ticket.request.digest):
                    ticket.cancel.set()

    @property
    def waited_for(self) -> bool:
        """Whether a request waits to be begun that comes before work in the background."""
        with self._lock:
            return any(not ticket.running and not is_aside(ticket.request) for ticket in self._tickets)

    @property
    def quiet(self) -> bool:
        """Whether there is nothing to do but what is done while nobody else needs the engine."""
        with self._lock:
            return all(is_aside(ticket.request) for ticket in self._tickets)

    def only(self, *kinds: type[p.Request]) -> bool:
        """Whether there is nothing to do but requests of these kinds."""
        with self._lock:
            return all(isinstance(ticket.request, kinds) for ticket in self._tickets)

    def close(self, ticket: Ticket) -> None:
        with self._lock:
            self._tickets.remove(ticket)
            ticket.running, ticket.closed = False, True

    def __bool__(self) -> bool:
        return bool(self._tickets)
