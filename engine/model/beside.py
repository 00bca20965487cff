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
    errand: Errand[Any] | None = getattr(_here, "errand", None)
    if errand is not None and errand.given_up:
        raise Cancelled("request.stopped")


class Errand(Generic[T]):
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
        _here.errand = self
        try:
            stop_if_given_up()
            return self._function()
        finally:
            _here.errand = None


class Beside:
    """The thread, started with the first errand. They are done one after another."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "beside")
        self._errands: weakref.WeakSet[Errand[Any]] = weakref.WeakSet()

    def begin(self, function: Callable[[], T]) -> Errand[T]:
        """Have a function called there."""
        errand = Errand(self._pool, function)
        self._errands.add(errand)
        return errand

    def close(self) -> None:
        """Give all up and wait until nothing is done there any more; safe to call twice."""
        for errand in list(self._errands):
            errand.give_up()
        self._pool.shutdown(wait=True)
