"""Files of the person's own, outside of the data folder: written beside their place, which they take when whole.

What a link leads to is replaced, and its rights stay; a new file has the usual ones. No folder is made, and folders,
devices and pipes are no places.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from app.core.chat_values import new_id
from engine.files import discard, on_disk, put_in_place, sync_folder

USUAL = 0o666  # rights of a new file, less the umask
ONLY_OURS = 0o600


class UnfinishedFile:
    """What will be the file at ``path``; until :meth:`finish` that is as it was."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._place = self._beside = path  # known once it is begun: a drive that is gone keeps who looks waiting
        self._before: os.stat_result | None = None  # of the file that is replaced
        self._file: BinaryIO | None = None

    @property
    def begun(self) -> bool:
        return self._file is not None

    def open(self) -> BinaryIO:
        """Begin; once more: the same file.

        Raises:
            OSError: it cannot be written there, or what is there is no file.
        """
        if self._file is None:
            self._place = Path(os.path.realpath(on_disk(self._path)))
            self._before = _file_at(on_disk(self._place))
            name = f".longthread-{new_id()}.tmp"  # of nobody else's, and short enough
            self._beside = on_disk(self._place.with_name(name))
            rights = USUAL if self._before is None else ONLY_OURS  # nobody reads more of it than of the file before

            def create(path: str, flags: int) -> int:
                return os.open(path, flags, rights)

            self._file = open(self._beside, "xb", opener=create)  # noqa: SIM115 - for longer than this
        return self._file

    def finish(self) -> None:
        """Take the place.

        Raises:
            OSError: it could not be done; to be followed by :meth:`discard`.
        """
        file = self.open()
        file.flush()
        os.fsync(file.fileno())
        file.close()
        if self._before is not None:
            _give_rights(self._beside, self._before)
        put_in_place(self._beside, self._place)
        with suppress(PermissionError):  # a folder that takes files and shows none
            sync_folder(self._place.parent)

    def discard(self) -> None:
        """Leave nothing of what is not finished."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            discard(self._beside)


def _file_at(path: Path) -> os.stat_result | None:
    """What is known of the file there; None: there is none. Raises OSError: what is there is no file, and stays."""
    try:
        found = path.stat()
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode):
        number = errno.EISDIR if stat.S_ISDIR(found.st_mode) else errno.EINVAL
        raise OSError(number, os.strerror(number), os.fspath(path))
    return found


def _give_rights(path: Path, before: os.stat_result) -> None:
    """Let nobody read more of a file than of the one ``before``, and who could read that, read it, if we may do that.

    Not on Windows: all that could be kept is that it is read-only, and such a file cannot be replaced there.
    """
    if not hasattr(os, "chown"):
        return
    rights = stat.S_IMODE(before.st_mode) & 0o777  # to run as somebody else is no right of new content
    kept = any(_give_to(path, owner, before.st_gid) for owner in (before.st_uid, -1))
    if not kept:  # its group is another one, of those who were all others until now
        rights = rights & ~0o070 | (rights & 0o007) << 3
    with suppress(OSError):  # rights that this folder does not keep
        os.chmod(path, rights)


def _give_to(path: Path, owner: int, group: int) -> bool:
    try:
        now = path.stat()
        if (owner if owner >= 0 else now.st_uid, group) != (now.st_uid, now.st_gid):
            os.chown(path, owner, group)
    except OSError:
        return False
    return True


@contextmanager
def replacing_outside(path: Path) -> Iterator[BinaryIO]:
    """A file to be written in one block, at whose end it takes the place of ``path``, unless that raises.

    Raises:
        OSError: it could not be written; what was there is as it was.
    """
    unfinished = UnfinishedFile(path)
    try:
        yield unfinished.open()
        unfinished.finish()
    except BaseException:
        unfinished.discard()
        raise
