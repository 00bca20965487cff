"""Work on a thread of its own, as steps: others go on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.model.background_thread import BackgroundThread
from engine.scheduling.steps import PAUSE, Steps

T = TypeVar("T")

LOOK_SECONDS = 0.001  # that a step waits for it


def background_steps(thread: BackgroundThread, function: Callable[[], T], look: Callable[[], None]) -> Steps[T]:
    """Call a function on that thread; its result. Raises what it raises.

    ``look`` is called between two steps; what it raises gives the function up.
    """
    call = thread.begin(function)
    try:
        while not call.done(LOOK_SECONDS):
            look()
            yield PAUSE
        return call.result()
    finally:
        call.give_up()
