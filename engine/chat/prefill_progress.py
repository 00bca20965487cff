"""How far the reading of a chat is: one course from its beginning to its end, however many messages it is read in."""

from __future__ import annotations

import time


class PrefillProgress:
    """Tokens that were read, and those that are to come.

    Attributes:
        ahead: tokens, about, that come behind those that are being read now.
    """

    def __init__(self, ahead: int = 0, before: int = 0) -> None:
        """``before``: tokens that were read before it was stopped, and goes on."""
        self.ahead = ahead
        self._before = before
        self._read = 0  # before those that are being read now
        self._began = 0.0

    def begin(self) -> None:
        """Reading begins, or goes on."""
        self._began = self._began or time.perf_counter()

    def told(self, done: int, total: int) -> tuple[int, int, float]:
        """``done`` of ``total`` tokens as a part of the whole: tokens done, tokens in all, tokens per second."""
        seconds = time.perf_counter() - self._began
        done += self._read
        whole = self._before + self._read + total + self.ahead
        return self._before + done, whole, done / seconds if seconds > 0 else 0.0

    def add(self, done: int) -> None:
        """So many more tokens were read."""
        self._read += done
