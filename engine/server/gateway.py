"""From the event loop of HTTP to the engine's thread and back."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import weakref
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from engine import protocol as p
from engine.errors import Cancelled
from engine.model.background_thread import BackgroundThread
from engine.process.host import Host
from engine.process.queue import Ticket, Work
from engine.scheduling.steps import PAUSE, Steps
from engine.server.metrics import Metrics
from engine.server.problems import HttpProblem
from engine.server.replies import Asked, Finished, ReadingBegins, Served

T = TypeVar("T")
LOOK_SECONDS = 0.001  # that the engine waits in each step for what is done on another thread
MOST_HELD = 8192  # events that a client may be behind before its request is given up


class Mail:
    """From the engine's thread to the event loop. What comes while a delivery is due goes with it: each costs a system
    call and, on busy cores, the engine its turn; the tokens of a batch come together.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._items: deque[tuple[Running, p.AnyEvent | Exception]] = deque()
        self._due = False

    def put(self, running: Running, item: p.AnyEvent | Exception) -> None:
        """Have ``running`` get ``item``; from any thread."""
        self._items.append((running, item))
        if self._due:
            return
        self._due = True
        try:
            self._loop.call_soon_threadsafe(self._deliver)
        except RuntimeError:  # the server was stopped meanwhile
            running.cancel()

    def _deliver(self) -> None:
        self._due = False  # before the first is taken: what comes now is taken, too, or delivered again
        while self._items:
            running, item = self._items.popleft()
            running.take(item)


class Running:
    """A reply on its way. For the event loop alone, but for :meth:`hear` and :meth:`done`."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float, mail: Mail) -> None:
        self._mail = mail
        self._until = loop.time() + seconds
        self._events: asyncio.Queue[p.AnyEvent | Exception] = asyncio.Queue()
        self._ended = False
        self.ticket: Ticket | None = None
        self.work: Work | None = None

    @property
    def session(self) -> str:
        """The id of its session, which is known once reading for it begins."""
        return self.work.chat_id if self.work is not None else ""

    def hear(self, event: p.AnyEvent) -> None:
        """Take an event, on the engine's thread."""
        if isinstance(event, p.Token | ReadingBegins):
            self._mail.put(self, event)

    def done(self, outcome: p.AnyEvent | Exception) -> None:
        """Take how it ended, on the engine's thread."""
        self._mail.put(self, outcome)

    def take(self, item: p.AnyEvent | Exception) -> None:
        """Take what the mail has brought, on the event loop."""
        self._events.put_nowait(item)

    async def events(self) -> AsyncIterator[p.AnyEvent]:
        """ReadingBegins, tokens, and Finished at the end; raises what went wrong. Leaving early cancels the work."""
        try:
            while not self._ended:
                if self._events.qsize() > MOST_HELD:
                    raise HttpProblem(408, "The reply was read too slowly.", "too_slow")
                try:
                    async with asyncio.timeout_at(self._until):
                        item = await self._events.get()
                except TimeoutError:
                    raise HttpProblem(408, "The request took too long.", "timeout") from None
                if isinstance(item, Exception):
                    self._ended = True
                    raise item
                self._ended = isinstance(item, Finished)
                yield item
        finally:
            if not self._ended:
                self.cancel()

    def cancel(self) -> None:
        """Stop it; the engine gives up the batch it computes."""
        if self.ticket is not None:
            self.ticket.cancel.set()


class Gateway:
    """Submits work to the engine.

    Attributes:
        host: the engine.
        served: the sessions; on the engine's thread alone.
    """

    def __init__(self, host: Host, wake: Callable[[], None], served: Served, metrics: Metrics) -> None:
        """``wake``: lets the engine's thread see that something came in."""
        self.host, self.served, self._wake, self._metrics = host, served, wake, metrics
        self._numbers = itertools.count(1)
        self._mail: Mail | None = None
        self._running: weakref.WeakSet[Running] = weakref.WeakSet()
        self._background = BackgroundThread()

    def start(self, asked: Asked, seconds: float) -> Running:
        """Begin a reply."""
        loop = asyncio.get_running_loop()
        if self._mail is None:
            self._mail = Mail(loop)
        running = Running(loop, seconds, self._mail)
        self._running.add(running)

        def hear(event: p.AnyEvent) -> None:
            self._metrics.heard(event)
            running.hear(event)

        def begin(ticket: Ticket) -> Steps[p.AnyEvent]:
            self.served.model()
            return self.served.reply_steps(asked, work, ticket, hear)

        work = Work(begin, running.done, next(self._numbers))
        running.work, running.ticket = work, self.host.submit(work)
        self._wake()
        return running

    async def call(self, function: Callable[[], T]) -> T:
        """Call a function on the engine's thread, between two steps; its result. Raises what it raises."""
        found: list[T] = []

        def begin(_ticket: Ticket) -> p.AnyEvent:
            found.append(function())
            return p.Done()

        await self._carried_out(begin)
        return found[0]

    def give_up(self) -> None:
        """Let those who wait for replies hear that none comes; for the event loop."""
        for running in self._running:
            running.cancel()
            running.take(Cancelled("request.stopped"))

    def close(self) -> None:
        """Begin nothing more beside the engine's thread, and wait until what is given up ends."""
        self._background.close()

    async def beside(self, function: Callable[[], T]) -> T:
        """Call a function that takes long on a thread of its own, while the engine goes on with what others asked for;
        its result. The model stays loaded meanwhile. Raises what it raises. Where nobody waits any more it is given up
        at the next text that it tokenizes.
        """
        found: list[T] = []

        def steps(_work: Work, ticket: Ticket) -> Steps[p.AnyEvent]:
            call = self._background.begin(function)
            try:
                while not call.done(LOOK_SECONDS):
                    if ticket.cancel.is_set():
                        call.give_up()
                    yield PAUSE
            finally:
                call.give_up()
                call.done(None)  # whoever drops this may drop the model next
            found.append(call.result())
            return p.Done()

        await self.steps(steps)
        return found[0]

    async def steps(self, make: Callable[[Work, Ticket], Steps[p.AnyEvent]]) -> Any:
        """Do steps on the engine's thread; what closes them. Raises what they raise; given up if nobody waits."""

        def begin(ticket: Ticket) -> Steps[p.AnyEvent]:
            self.served.model()
            return make(work, ticket)

        work = Work(begin, _nobody, next(self._numbers))
        return await self._outcome(work)

    async def embed(self, request: p.Embed) -> p.Embedded:
        """The vectors of texts; raises EngineError. Given up if nobody waits."""
        done = await self._outcome(Work(_nothing, _nobody, next(self._numbers), embed=request))
        assert isinstance(done, p.Embedded)
        return done

    async def load(self, request: p.Load) -> None:
        """Load a model once all before it is done; raises EngineError."""
        await self._carried_out(lambda ticket: self.host.load(request, ticket), alone=True)

    async def unload(self) -> None:
        """Unload the model once all before it is done."""

        def begin(_ticket: Ticket) -> p.AnyEvent:
            self.host.unload()
            return p.Done()

        await self._carried_out(begin, alone=True)

    async def _carried_out(
        self, begin: Callable[[Ticket], p.AnyEvent | Steps[p.AnyEvent]], *, alone: bool = False
    ) -> p.AnyEvent:
        return await self._outcome(Work(begin, _nobody, next(self._numbers), alone=alone))

    async def _outcome(self, work: Work) -> p.AnyEvent:
        """Submit ``work`` and wait for what closes it; it is cancelled when the waiting is."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[p.AnyEvent] = loop.create_future()

        def settle(outcome: p.AnyEvent | Exception) -> None:
            if future.done():
                return
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

        def done(outcome: p.AnyEvent | Exception) -> None:
            with contextlib.suppress(RuntimeError):  # the server was stopped meanwhile
                loop.call_soon_threadsafe(settle, outcome)

        work.done = done
        ticket = self.host.submit(work)
        self._wake()
        try:
            return await future
        finally:
            if future.cancelled():
                ticket.cancel.set()


def _nothing(_ticket: Ticket) -> p.AnyEvent:
    return p.Done()


def _nobody(_outcome: p.AnyEvent | Exception) -> None: ...
