"""One process at a time in a folder of pieces: nobody deletes what somebody else is about to list or to read."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

PAUSE = 0.02


class FolderLock:
    """A lock on a file, shared by the threads of a process.

    It is let go when the last thread leaves, and by the system when the process ends, however it ends. Where files
    cannot be locked (some network drives, read-only folders) everybody gets in.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._mutex = threading.Lock()
        self._holders = 0
        self._file: int | None = None

    @contextlib.contextmanager
    def held(self, seconds: float) -> Iterator[bool]:
        """Inside, other processes wait. False: another one has kept the lock for longer than ``seconds``."""
        got = self._enter(time.monotonic() + seconds)
        try:
            yield got
        finally:
            if got:
                self._leave()

    def _enter(self, until: float) -> bool:
        while True:
            with self._mutex:
                if self._holders or self._try():
                    self._holders += 1
                    return True
            if time.monotonic() >= until:
                return False
            time.sleep(PAUSE)

    def _try(self) -> bool:
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        except OSError:
            return True
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            os.close(file)
            return False
        except OSError:
            os.close(file)
            return True
        self._file = file
        return True

    def _leave(self) -> None:
        with self._mutex:
            self._holders -= 1
            if self._holders == 0 and self._file is not None:
                with contextlib.suppress(OSError):
                    _unlock(self._file)
                os.close(self._file)
                self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    def _unlock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
