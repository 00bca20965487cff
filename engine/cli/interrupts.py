"""Ctrl-C while the library works: it calls back into Python, where an exception would be lost."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130  # the exit status after Ctrl-C, as shells have it


class Interrupts:
    """Whether Ctrl-C was pressed.

    Attributes:
        came: it was.
    """

    def __init__(self) -> None:
        self.came = False


@contextmanager
def interrupts(stop: Callable[[], object] = lambda: None) -> Iterator[Interrupts]:
    """Have the first Ctrl-C call ``stop``, which ends the work where it can; a second one is Python's, as before."""
    pressed = Interrupts()

    def press(_signal: int, _frame: FrameType | None) -> None:
        pressed.came = True
        signal.signal(signal.SIGINT, previous)
        stop()

    previous = signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, previous)
