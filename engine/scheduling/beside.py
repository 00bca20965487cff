"""Work on a thread of its own, as steps: others go on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.model.beside import Beside
from engine.scheduling.steps import PAUSE, Steps

T = TypeVar("T")

LOOK_SECONDS = 0.001  # that a step waits for it


def beside_steps(beside: Beside, function: Callable[[], T], look: Callable[[], None]) -> Steps[T]:
    """Call a function on that thread; its result. Raises what it raises.

    ``look`` is called between two steps; what it raises gives the function up.
    """
    errand = beside.begin(function)
    try:
        while not errand.done(LOOK_SECONDS):
            look()
            yield PAUSE
        return errand.result()
    finally:
        errand.give_up()
