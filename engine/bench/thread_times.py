"""Processor time of the threads of this process that run Python, the engine's apart."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import NamedTuple

ENGINE = "engine"  # the name of its thread


class ThreadTimes(NamedTuple):
    """Processor seconds of the engine's thread, and of all others that run Python.

    Threads that a library computes with are in neither. Where the system does not tell the time of single threads (any
    but Linux), all of the process counts as the others'.
    """

    engine: float
    others: float

    @classmethod
    def now(cls) -> ThreadTimes:
        """Since they began."""
        engine = others = 0.0
        for thread in threading.enumerate():
            used = _seconds(thread.native_id)
            if used is None:
                return cls(0.0, time.process_time())
            if thread.name == ENGINE:
                engine += used
            else:
                others += used
        return cls(engine, others)

    def __sub__(self, other: ThreadTimes) -> ThreadTimes:
        return ThreadTimes(self.engine - other.engine, self.others - other.others)

    def __truediv__(self, n: float) -> ThreadTimes:
        return ThreadTimes(self.engine / n, self.others / n)


def _seconds(native_id: int | None) -> float | None:
    """Of one thread; 0 where it has just ended, None where the system does not tell."""
    folder = Path("/proc/self/task")
    if not folder.is_dir():
        return None
    try:
        return int((folder / str(native_id) / "schedstat").read_text().split()[0]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0
