"""What the program asked the network for: which host, when, and why. Nothing of what was asked or answered."""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from engine.protocol import UNREADABLE

Why = Literal["search", "files", "download", "update", "addon", "worker"]
MOST = 500  # requests that are remembered
LONGEST = 4 * MOST * 200  # bytes of the file that are looked at


class NetworkRequest(msgspec.Struct, frozen=True):
    """One request. ``at``: seconds since 1970."""

    at: float
    host: str
    why: Why


class NetworkLog:
    """The last requests, oldest first, over all runs of the program. Nothing is read before it is asked for."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._asked: deque[NetworkRequest] | None = None

    @property
    def requests(self) -> list[NetworkRequest]:
        return list(self._all())

    def _all(self) -> deque[NetworkRequest]:
        if self._asked is None:
            self._asked = deque(maxlen=MOST)
            for line in self._lines():
                with suppress(*UNREADABLE):
                    self._asked.append(msgspec.json.decode(line, type=NetworkRequest))
        return self._asked

    def _lines(self) -> list[bytes]:
        if self._path is None:
            return []
        try:
            with self._path.open("rb") as file:
                file.seek(max(0, self._path.stat().st_size - LONGEST))
                return file.read(LONGEST).splitlines()
        except OSError:
            return []

    def add(self, host: str, why: Why) -> NetworkRequest:
        """Remember a request that is made now; a file that cannot be written costs only its memory."""
        every, one = self._all(), NetworkRequest(time.time(), host, why)
        full = len(every) == MOST
        every.append(one)
        if self._path is not None:
            with suppress(OSError):
                if full:  # keeps the file bounded
                    self._path.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in every))
                else:
                    with self._path.open("ab") as file:
                        file.write(msgspec.json.encode(one) + b"\n")
        return one

    def clear(self) -> None:
        """Forget all of it."""
        self._all().clear()
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
