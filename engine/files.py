"""Writing files so that a crash or a full disk never costs what was there before."""

from __future__ import annotations

import contextlib
import errno
import ntpath
import os
import stat
import threading
import time
from collections.abc import Callable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

import platformdirs

from engine.errors import DiskFull
from engine.texts import why

APP_NAME = "Longthread"
DATA_ENV = "LONGTHREAD_DATA"
PLUGINS_ENV = "LONGTHREAD_PLUGINS"  # folders with further backends, separated as those of PATH are

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG} if hasattr(errno, "EDQUOT") else {errno.ENOSPC})

_UNABLE = frozenset({errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EBADF})  # of folders that a host shares
_IN_USE = (5, 32, 33)  # of Windows: access denied, shared, locked; what a file says that somebody reads just now
_WAITS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)  # seconds between tries
_LONGEST = 247  # characters of a path that all functions of Windows take; a folder's name has 12 less than a file's


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
    descriptor = os.open(long_path(os.fspath(path)), flags)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is no file", os.fspath(path))
        return open(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def put_in_place(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    replace: Callable[[str, str], None] | None = None,
    wait: Callable[[float], None] = time.sleep,
) -> None:
    """Let ``source`` take the place of ``target`` in one step. ``replace``: in place of ``os.replace``.

    On Windows a file that somebody has open cannot be replaced. Virus scanners and indexers open each new file for a
    moment, so that is tried again for less than a second.

    Raises:
        OSError: it could not be done; both files are as they were.
    """
    replace = replace or os.replace
    old, new = long_path(os.fspath(source)), long_path(os.fspath(target))
    for seconds in _WAITS:
        try:
            replace(old, new)
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _IN_USE:
                raise
            wait(seconds)
        else:
            return
    replace(old, new)


def long_path(path: str, *, windows: bool = os.name == "nt") -> str:
    """A path as the system takes it whatever its length: most functions of Windows end at 260 characters, unless it is
    absolute and marked as one that is to be taken as it stands.
    """
    if not windows or len(path) <= _LONGEST or path.startswith("\\\\?\\") or not ntpath.splitdrive(path)[0]:
        return path
    whole = ntpath.normpath(path)  # marked paths may hold neither slashes nor dots
    return f"\\\\?\\UNC{whole[1:]}" if whole.startswith("\\\\") else f"\\\\?\\{whole}"


def on_disk(path: Path) -> Path:
    """:func:`long_path` of a path: to ask the system about its file, not to be shown or kept."""
    return Path(long_path(os.fspath(path)))


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file beside ``path``; when the block ends without error it takes the place of ``path``.
    Several threads may do so at a time; the one that ends last stays.

    The new content is on disk before it replaces the old one; after any error the old file is untouched.

    Raises:
        DiskFull: nothing could be written (disk full, or the folder is not writable).
    """
    temporary = path.with_name(f".{path.name}.{threading.get_ident()}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise disk_error(path, error) from error
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(long_path(os.fspath(temporary)), flags, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        put_in_place(temporary, path)
        sync_folder(path.parent)
    except OSError as error:
        discard(temporary)
        raise disk_error(path, error) from error
    except BaseException:
        discard(temporary)
        raise


def disk_error(path: Path, error: OSError) -> DiskFull:
    """Why ``path`` could not be written, in words."""
    if error.errno in FULL:
        return DiskFull("disk.full", name=path.name)
    return DiskFull("disk.not_saved", name=path.name, reason=why(error))


def discard(path: Path) -> None:
    """Delete a file that is of no use any more. On Windows one that somebody has open stays; it costs room, no more."""
    with contextlib.suppress(OSError):
        os.unlink(long_path(os.fspath(path)))


def sync_folder(folder: Path) -> None:
    """See to it that new names in a folder are on disk (OSError: they are not), where the file system can."""
    if os.name == "nt":
        return  # a folder cannot be synced there
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _UNABLE:
            raise
    finally:
        os.close(descriptor)
