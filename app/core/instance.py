"""One program per data folder: a lock on a file that names the process that holds it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from app.core.problem import Problem

_PID_AT = 1 if sys.platform == "win32" else 0  # byte of the text: nobody reads the one that is locked there, the first


class InstanceRunning(Problem):
    """Another process works with the same data folder.

    Attributes:
        pid: its process id, 0 if unknown.
    """

    def __init__(self, folder: Path, pid: int) -> None:
        self.pid = pid
        if pid:
            super().__init__("instance.running_as", folder=str(folder), pid=str(pid))
        else:
            super().__init__("instance.running", folder=str(folder))


class InstanceLock:
    """Held from construction to :meth:`release`; the system lets it go when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        """Take the lock in the file ``path``.

        Raises:
            InstanceRunning: another process holds it.
            OSError: the file cannot be made, or files cannot be locked there (some network drives).
        """
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # the file stays when the lock goes: removing it would race, and a lock file in its stead would outlive a kill
        self._lock = FileLock(
            path, mode=0o600, thread_local=False, fallback_to_soft=False, preserve_lock_file=True, on_acquired=_sign
        )
        try:
            self._lock.acquire(blocking=False)
        except Timeout as taken:
            raise InstanceRunning(path.parent, _pid_in(path)) from taken

    def release(self) -> None:
        """Let another process in; a second call does nothing."""
        with suppress(OSError):
            self._lock.release()


def _sign(file: int) -> None:
    """Write who holds the lock into its file."""
    os.ftruncate(file, 0)
    os.lseek(file, _PID_AT, os.SEEK_SET)
    os.write(file, f"{os.getpid()}\n".encode())


def _pid_in(path: Path) -> int:
    try:
        with path.open("rb", buffering=0) as file:
            file.seek(_PID_AT)
            return int((file.read(32) or b"").split()[0])
    except (OSError, ValueError, IndexError):
        return 0
