"""A progress bar on a terminal; silent elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self, TextIO

_WIDTH = 28


class BenchProgress:
    """``total`` steps on ``stream`` (None or not a terminal: nothing is shown). Use as a context manager."""

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None
        self._total = max(1, total)
        self._done = 0
        self._label = ""
        self._start = time.monotonic()

    @classmethod
    def on_stderr(cls, total: int, shown: bool) -> BenchProgress:
        return cls(total, sys.stderr if shown else None)

    def total(self, steps: int) -> None:
        """Set the number of steps, for work whose size is known only once it has begun."""
        self._total = max(1, steps)

    def stage(self, label: str) -> None:
        """Say what runs now; the bar does not move."""
        self._label = label
        self._draw()

    def step(self) -> None:
        self._done = min(self._total, self._done + 1)
        self._draw()

    def __enter__(self) -> Self:
        self._draw()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._stream is not None:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def _draw(self) -> None:
        if self._stream is None:
            return
        filled = _WIDTH * self._done // self._total
        seconds = time.monotonic() - self._start
        bar = "█" * filled + "░" * (_WIDTH - filled)
        self._stream.write(f"\r\x1b[K{bar} {self._done}/{self._total}  {seconds:4.0f} s  {self._label}")
        self._stream.flush()
