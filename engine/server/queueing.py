"""Whose turn it is: so many requests at once, the clients that wait one after another, and no more wait than may."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable

from engine.server.problems import HttpProblem


class Turnstile:
    """Lets so many requests in; for one event loop.

    Attributes:
        inside: how many are in.
    """

    def __init__(self, at_once: Callable[[], int], waiting: int, seconds: float) -> None:
        """``at_once``: how many may be in now; ``waiting``: how many may wait, each for ``seconds``."""
        self._at_once, self._most, self._seconds = at_once, waiting, seconds
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.inside = 0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    @contextlib.asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Inside, it is the turn of a request of ``client``; those that sent the fewest wait the shortest.

        Raises:
            HttpProblem: too many wait, or it took too long.
        """
        if self.inside >= self._at_once():
            await self._wait(client)
        else:
            self.inside += 1
        try:
            yield
        finally:
            self.inside -= 1
            self._next()

    async def _wait(self, client: str) -> None:
        if self.waiting >= self._most:
            raise HttpProblem(429, "Too many requests are waiting. Try again later.", "queue_full", wait=5)
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(mine)
        try:
            async with asyncio.timeout(self._seconds):  # wait_for loses a cancel that comes with its turn
                await mine
        except BaseException as error:
            if mine.done() and not mine.cancelled():  # it was let in at that very moment
                self.inside -= 1
                self._next()
            else:
                self._leave(client, mine)
            if isinstance(error, TimeoutError):
                raise HttpProblem(503, "The request waited too long for its turn.", "queue_timeout", wait=5) from None
            raise

    def _leave(self, client: str, mine: asyncio.Future[None]) -> None:
        mine.cancel()
        queue = self._waiting.get(client)
        if queue is not None:
            with contextlib.suppress(ValueError):
                queue.remove(mine)
            if not queue:
                del self._waiting[client]

    def _next(self) -> None:
        """Let in who waits: one of the client whose turn it is."""
        while self.inside < self._at_once() and self._waiting:
            client, queue = self._waiting.popitem(last=False)
            mine = queue.popleft()
            if queue:
                self._waiting[client] = queue  # at the end: the others come first
            if not mine.done():
                self.inside += 1
                mine.set_result(None)
