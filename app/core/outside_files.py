"""Files of the person's own, outside of the data folder: written beside their place, which they take when whole.

What a link leads to is replaced, and its rights stay; a new file has the usual ones. No folder is made.
"""

from __future__ import annotations

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
        self._place = Path(os.path.realpath(path))
        self._beside = self._place.with_name(f".longthread-{new_id()}.tmp")  # of nobody else's name, and short enough
        self._rights: int | None = None  # of the file that is replaced
        self._file: BinaryIO | None = None

    @property
    def begun(self) -> bool:
        return self._file is not None

    def open(self) -> BinaryIO:
        """Begin; once more: the same file.

        Raises:
            OSError: it cannot be written there.
        """
        if self._file is None:
            with suppress(OSError):  # a new file
                self._rights = stat.S_IMODE(on_disk(self._place).stat().st_mode)
            rights = USUAL if self._rights is None else ONLY_OURS  # nobody reads more of it than of the file before

            def create(path: str, flags: int) -> int:
                return os.open(path, flags, rights)

            self._file = open(on_disk(self._beside), "xb", opener=create)  # noqa: SIM115 - for longer than this
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
        if self._rights is not None:
            with suppress(OSError):  # rights that this folder does not keep
                os.chmod(on_disk(self._beside), self._rights)
        put_in_place(self._beside, self._place)
        sync_folder(self._place.parent)

    def discard(self) -> None:
        """Leave nothing of what is not finished."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            discard(self._beside)


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
