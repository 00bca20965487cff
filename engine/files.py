"""Writing files so that a crash or a full disk never costs what was there before."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

import platformdirs

from engine.errors import DiskFull
from engine.texts import why

APP_NAME = "Longthread"
DATA_ENV = "LONGTHREAD_DATA"

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG} if hasattr(errno, "EDQUOT") else {errno.ENOSPC})


def data_folder() -> Path:
    """The person's data folder, or the one that ``LONGTHREAD_DATA`` names, absolute. The window asks here, too."""
    override = os.environ.get(DATA_ENV)
    return Path(override or platformdirs.user_data_dir(APP_NAME, appauthor=False)).absolute()


def open_file(path: str | os.PathLike[str]) -> BufferedReader:
    """Open a file for reading, only if it is one: opening a pipe would wait for somebody to write into it, and a device
    may never end.

    Raises:
        OSError: it is not there, cannot be read or is no file.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is no file", os.fspath(path))
        return open(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file beside ``path``; when the block ends without error it takes the place of ``path``.

    The new content is on disk before it replaces the old one; after any error the old file is untouched.

    Raises:
        DiskFull: nothing could be written (disk full, or the folder is not writable).
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        sync_folder(path.parent)
    except OSError as error:
        _discard(temporary)
        raise disk_error(path, error) from error
    except BaseException:
        _discard(temporary)
        raise


def disk_error(path: Path, error: OSError) -> DiskFull:
    """Why ``path`` could not be written, in words."""
    if error.errno in _FULL:
        return DiskFull("disk.full", name=path.name)
    return DiskFull("disk.not_saved", name=path.name, reason=why(error))


def _discard(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def sync_folder(folder: Path) -> None:
    """See to it that new names in a folder are on disk (OSError: they are not)."""
    if os.name == "nt":
        return  # a folder cannot be synced there
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
