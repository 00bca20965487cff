"""One process at a time in a folder of chunks: nobody deletes what somebody else is about to list or to read."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

PAUSE = 0.02


class FolderLock:
    """A lock on a file, shared by the threads of a process.

    It is let go when the last thread leaves, and by the system when the process ends, however it ends. Where files
    cannot be locked (some network drives, read-only folders) everybody gets in, and where there is no folder yet.
    """

    def __init__(self, path: Path) -> None:
        self._folder = path.parent
        # without threads of their own the counter of holders is one for the process; a file whose being there is the
        # lock, as it may take where flock is missing, would keep everybody out after a kill
        self._lock = FileLock(
            path, mode=0o600, thread_local=False, poll_interval=PAUSE, fallback_to_soft=False, preserve_lock_file=True
        )

    @contextlib.contextmanager
    def held(self, seconds: float) -> Iterator[bool]:
        """Inside, other processes wait. False: another one has kept the lock for longer than ``seconds``."""
        got, locked = self._enter(seconds)
        try:
            yield got
        finally:
            if locked:
                with contextlib.suppress(OSError):
                    self._lock.release()

    def _enter(self, seconds: float) -> tuple[bool, bool]:
        """Whether this thread may go in, and whether it holds the lock for that."""
        if not self._folder.is_dir():
            return True, False
        try:
            self._lock.acquire(timeout=seconds)
        except Timeout:
            return False, False
        except OSError:
            return True, False
        return True, True
