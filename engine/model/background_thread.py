"""A thread of its own for what takes long and needs no more of a model than its vocabulary, which any may read.

Nothing ends a call of the library, so what was given up goes on to the end of the call at hand.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from typing import Any, Generic, TypeVar

from engine.errors import Cancelled

T = TypeVar("T")

_here = threading.local()


def stop_if_given_up() -> None:
    """Raises Cancelled on such a thread where nobody waits for what it does any more."""
    call: BackgroundCall[Any] | None = getattr(_here, "call", None)
    if call is not None and call.given_up:
        raise Cancelled("request.stopped")


class BackgroundCall(Generic[T]):
    """A function on its way.

    Attributes:
        given_up: nobody waits for it.
    """

    def __init__(self, pool: ThreadPoolExecutor, function: Callable[[], T]) -> None:
        self._function = function
        self.given_up = False
        self._future: Future[T] = pool.submit(self._run)

    def done(self, seconds: float | None) -> bool:
        """Whether it is done; it is waited for that long (None: until it is)."""
        if not self._future.done():  # the library waits for one that is given up until those before it are done
            wait([self._future], seconds)
        return self._future.done()

    def result(self) -> T:
        """What it gave; raises what it raised, and Cancelled where it was given up before it began."""
        try:
            return self._future.result()
        except CancelledError:
            raise Cancelled("request.stopped") from None

    def give_up(self) -> None:
        self.given_up = True
        self._future.cancel()

    def _run(self) -> T:
        _here.call = self
        try:
            stop_if_given_up()
            return self._function()
        finally:
            _here.call = None


class BackgroundThread:
    """The thread, started with the first call. They are done one after another."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "background")
        self._calls: weakref.WeakSet[BackgroundCall[Any]] = weakref.WeakSet()

    def begin(self, function: Callable[[], T]) -> BackgroundCall[T]:
        """Have a function called there."""
        call = BackgroundCall(self._pool, function)
        self._calls.add(call)
        return call

    def close(self) -> None:
        """Give all up and wait until nothing is done there any more; safe to call twice."""
        for call in list(self._calls):
            call.give_up()
        self._pool.shutdown(wait=True)
