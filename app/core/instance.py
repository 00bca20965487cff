"""One program per data folder: a lock on a file that names the process that holds it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from app.core.problem import Problem


class InstanceRunning(Problem):
    """Another process works with the same data folder.

    Attributes:
        pid: its process id, 0 if unknown.
    """

    def __init__(self, folder: Path, pid: int) -> None:
        who = f" (process {pid})" if pid else ""
        super().__init__(
            f"Longthread is already open with these conversations{who}.",
            f"Use the window that is open, or close it first. The conversations are in {folder}.",
        )
        self.pid = pid


class InstanceLock:
    """Held from construction to :meth:`release`; the system lets it go when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        """Take the lock in the file ``path``.

        Raises:
            InstanceRunning: another process holds it.
            OSError: the file cannot be made.
        """
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            _lock(self._file)
        except OSError as taken:
            pid = _pid_in(self._file)
            os.close(self._file)
            self._file = None
            raise InstanceRunning(path.parent, pid) from taken
        os.lseek(self._file, 0, os.SEEK_SET)
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let another process in; a second call does nothing. The file stays: removing it would race."""
        if self._file is not None:
            with suppress(OSError):
                _unlock(self._file)
            os.close(self._file)
            self._file = None


def _pid_in(file: int) -> int:
    try:
        os.lseek(file, 0, os.SEEK_SET)
        return int(os.read(file, 32).split()[0])
    except (OSError, ValueError, IndexError):
        return 0


if sys.platform == "win32":
    import msvcrt

    _AT = 1 << 20  # far behind the text: on Windows a locked range cannot be read by others

    def _lock(file: int) -> None:
        os.lseek(file, _AT, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    def _unlock(file: int) -> None:
        os.lseek(file, _AT, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
