"""A folder of chunks: files named by the blake3 of what they hold, written whole or not at all, never changed.

They may be coded (:mod:`engine.snapshots.table_coding`): smaller than what they hold.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from blake3 import blake3

from engine.errors import BadSnapshot
from engine.files import discard, disk_error, long_path, open_file, put_in_place, sync_folder
from engine.snapshots import table_coding
from engine.snapshots.coding_format import HEAD, Form
from engine.texts import why

Bytes = npt.NDArray[np.uint8]

_NAME = re.compile(r"[0-9a-f]{64}")
_BINARY = getattr(os, "O_BINARY", 0)


def name_of(data: Any) -> bytes:
    """The name of a chunk with that content."""
    return blake3(data).digest()


class Chunks:
    """Chunks under ``folder``, in subfolders by the first byte of their name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: bytes) -> Path:
        """Where a chunk lies, if it is there."""
        text = name.hex()
        return self.folder / text[:2] / text

    def size(self, name: bytes) -> int | None:
        """Bytes that a chunk takes, None when it is not there."""
        try:
            return self.path(name).stat().st_size
        except OSError:
            return None

    def holds(self, name: bytes, length: int) -> bool:
        """Whether a chunk is there and seems to hold ``length`` bytes."""
        size = self.size(name)
        if size is None or size >= length:
            return size == length
        try:
            with open_file(self.path(name)) as file:
                return table_coding.held(file.read(HEAD.size)) == length
        except OSError:
            return False

    def put(self, name: bytes, data: Bytes, form: Form | None = None) -> int:
        """Write a chunk; the bytes that takes, 0 when it was there already.

        ``form``: asked for what to write (:mod:`engine.snapshots.table_coding`); None, or no fewer bytes: the chunk
        itself. It is on disk when this returns, its folder's entry not yet.

        Raises:
            DiskFull: it could not be written; nothing is left of it.
        """
        path = self.path(name)
        if self.holds(name, len(data)):
            return 0
        coded = form() if form is not None else None
        written = memoryview(coded) if coded is not None and len(coded) < len(data) else data.data
        temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY
            descriptor = os.open(long_path(os.fspath(temporary)), flags, 0o600)
            with os.fdopen(descriptor, "wb", buffering=0) as file:
                view = written
                while view:
                    view = view[file.write(view) :]
                os.fsync(file.fileno())
            put_in_place(temporary, path)
        except OSError as error:
            discard(temporary)
            raise disk_error(self.folder.parent / "memory", error) from error
        return len(written)

    def sync(self, names: list[bytes]) -> None:
        """See to it that the entries of newly written chunks are on disk (DiskFull: they are not)."""
        try:
            for folder in {self.path(name).parent for name in names}:
                sync_folder(folder)
            if names:
                sync_folder(self.folder)
        except OSError as error:
            raise disk_error(self.folder, error) from error

    def get(self, name: bytes, into: Bytes) -> None:
        """Read a chunk that holds ``len(into)`` bytes and check them. A damaged one is deleted, to be written anew.

        Raises:
            BadSnapshot: missing, cut, damaged or unreadable.
        """
        path = self.path(name)
        try:
            with open_file(path) as file:
                if os.fstat(file.fileno()).st_size < len(into):
                    whole = table_coding.decoded(file.read(len(into)), into)
                else:
                    view = into.data
                    while view and (n := file.readinto(view)):
                        view = view[n:]
                    whole = not view and not file.read(1)
        except FileNotFoundError:
            raise BadSnapshot("snapshot.part_missing") from None
        except OSError as error:
            raise BadSnapshot("snapshot.unreadable", reason=why(error)) from error
        if not whole or name_of(into) != name:
            self.remove(name)
            raise BadSnapshot("snapshot.part_damaged")

    def sound(self, name: bytes) -> bool:
        """Whether a chunk is there and holds what its name says."""
        try:
            with open_file(self.path(name)) as file:
                data = file.read()
        except OSError:
            return False
        if name_of(data) == name:
            return True
        size = table_coding.held(data[: HEAD.size])
        if size is None or size <= len(data):
            return False
        into = np.empty(size, np.uint8)
        return table_coding.decoded(data, into) and name_of(into) == name

    def remove(self, name: bytes) -> bool:
        """Delete a chunk; False when that was not possible."""
        try:
            self.path(name).unlink(missing_ok=True)
        except OSError:
            return False
        return True

    def all(self) -> Iterator[tuple[bytes, int]]:
        """Name of every chunk, and the bytes it takes."""
        for entry in self._files():
            if _NAME.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    yield bytes.fromhex(entry.name), entry.stat().st_size

    def remove_leftovers(self) -> None:
        """Delete what writers that were killed have left; nobody may be writing."""
        for entry in self._files():
            if entry.name.endswith(".tmp"):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)

    def _files(self) -> Iterator[os.DirEntry[str]]:
        with contextlib.suppress(OSError):
            for sub in sorted(self.folder.iterdir()):
                with contextlib.suppress(OSError), os.scandir(sub) as entries:
                    yield from entries
