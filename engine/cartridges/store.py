"""A folder of cartridges, named by document and model, and of the parts of those that are still being read.

A file's time is that of its last use. Above the quota the ones used longest ago go, those that are to be kept never,
and so does what a crash has left half written. An empty file beside them says that a document's cartridges are to be
kept.
"""

from __future__ import annotations

import contextlib
import logging
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.cartridges.cartridge import Bytes, Cartridge, are_names, digest_of, read, read_header, write
from engine.errors import BadCartridge
from engine.files import replacing

log = logging.getLogger("engine.cartridges.store")

WHOLE, PART, KEEP = ".cartridge", ".part", ".keep"
TICK = 1e-3  # seconds by which the one used last is newer than the one before, whatever the clock says
LEFT = ".tmp"  # of what a process that was killed was writing; its name begins with a dot


@dataclass(frozen=True)
class StoredCartridge:
    """A cartridge on disk: bytes of its file, when it was last used (seconds since 1970), whether it is to be kept."""

    cartridge: Cartridge
    bytes: int
    used: float
    kept: bool


class CartridgeStore:
    """The cartridges in ``folder``; above ``quota`` bytes those used longest ago are deleted (0: none are)."""

    def __init__(self, folder: Path, quota: int = 0) -> None:
        self.folder = folder
        self.quota = quota

    def find(self, digest: str, key: str, tokens: Sequence[int] | None = None) -> Cartridge | None:
        """The cartridge of a document for a model; ``tokens``: only one of exactly these. Its header is checked."""
        if not are_names(digest, key):
            return None
        try:
            found = read_header(self._path(digest, key))
        except BadCartridge:
            return None
        if (found.digest, found.key) != (digest, key) or not found.whole:
            return None
        return found if tokens is None or _is_of(found, tokens) else None

    def find_part(self, digest: str, key: str, tokens: Sequence[int], made: str) -> Cartridge | None:
        """What was read so far of a document, in the way named ``made``."""
        if not are_names(digest, key):
            return None
        try:
            found = read_header(self._path(digest, key, PART))
        except BadCartridge:
            return None
        same = (found.digest, found.key, found.made) == (digest, key, made)
        return found if same and not found.whole and _is_of(found, tokens) else None

    def load(self, cartridge: Cartridge) -> Bytes:
        """The state of a cartridge or a part, checked to the last byte. A damaged file is deleted, but not one that
        only cannot be read just now.

        Raises:
            BadCartridge: missing, cut, damaged, or another one by now.
        """
        path = self._path(cartridge.digest, cartridge.key, WHOLE if cartridge.whole else PART)
        try:
            found, state = read(path)
        except BadCartridge as error:
            log.warning("a cartridge cannot be used: %s", error)
            if not isinstance(error.__cause__, OSError):
                _delete(path)
            raise
        if found.state_digest != cartridge.state_digest:
            raise BadCartridge("cartridge.damaged")
        self.use(cartridge)
        return state

    def save(self, cartridge: Cartridge, state: Bytes) -> Cartridge:
        """Write a cartridge or a part, in place of the one before; what it says of itself on disk.

        Raises:
            DiskFull: it could not be written; what was there before is untouched.
            ValueError: its digest or key are none.
        """
        if not are_names(cartridge.digest, cartridge.key):
            raise ValueError("a cartridge needs a digest and a key")
        path = self._path(cartridge.digest, cartridge.key, WHOLE if cartridge.whole else PART)
        with replacing(path) as file:
            write(file, cartridge, state)
        self._used_last(path)
        if cartridge.whole:
            _delete(self._path(cartridge.digest, cartridge.key, PART))
        self._make_room(path)
        return read_header(path)

    def use(self, cartridge: Cartridge) -> None:
        """It was used just now."""
        self._used_last(self._path(cartridge.digest, cartridge.key, WHOLE if cartridge.whole else PART))

    def keep(self, digest: str, on: bool) -> None:
        """Never delete a document's cartridges to make room, or do; raises DiskFull."""
        if not are_names(digest, "0" * 8):
            return
        path = self.folder / f"{digest}{KEEP}"
        if on:
            with replacing(path):
                pass
        else:
            _delete(path)

    def delete(self, digest: str, key: str = "") -> None:
        """Delete what there is of a document, for one model or ("") for all; errors are only logged."""
        for path in self._files():
            if path.name.lstrip(".").startswith(f"{digest}-{key}") or (not key and path.name == f"{digest}{KEEP}"):
                _delete(path)

    def all(self) -> list[StoredCartridge]:
        """The whole ones, the last used first; what cannot be read is left out."""
        kept = self._kept()
        found = []
        for path in self._files(WHOLE):
            with contextlib.suppress(OSError, BadCartridge):
                header, on_disk = read_header(path), path.stat()
                found.append(StoredCartridge(header, on_disk.st_size, on_disk.st_mtime, header.digest in kept))
        return sorted(found, key=lambda one: -one.used)

    def bytes(self) -> int:
        """Of everything in the folder, unfinished ones included."""
        return sum(size for _, size, _ in self._sizes())

    def _make_room(self, but: Path) -> None:
        if not self.quota:
            return
        kept, files = self._kept(), self._sizes()
        total = sum(size for _, size, _ in files)
        for path, size, _ in sorted(files, key=lambda file: file[2]):
            if total <= self.quota:
                return
            if path != but and path.suffix != KEEP and path.name[:64] not in kept and _delete(path):
                total -= size

    def _used_last(self, path: Path) -> None:
        """Let a file be the one used last, also where the clock was set back since others were."""
        latest = max((used for other, _, used in self._sizes() if other != path), default=0.0)
        used = max(time.time(), latest + TICK)
        with contextlib.suppress(OSError):
            os.utime(path, (used, used))

    def _kept(self) -> set[str]:
        return {path.name[:64] for path in self._files(KEEP)}

    def _sizes(self) -> list[tuple[Path, int, float]]:
        files = []
        for path in self._files():
            with contextlib.suppress(OSError):
                on_disk = path.stat()
                files.append((path, on_disk.st_size, on_disk.st_mtime))
        return files

    def _files(self, suffix: str = "") -> Iterator[Path]:
        with contextlib.suppress(OSError):
            for path in sorted(self.folder.iterdir()):
                if path.suffix in ((suffix,) if suffix else (WHOLE, PART, KEEP, LEFT)):
                    yield path

    def _path(self, digest: str, key: str, suffix: str = WHOLE) -> Path:
        return self.folder / f"{digest}-{key}{suffix}"


def _is_of(cartridge: Cartridge, tokens: Sequence[int]) -> bool:
    return cartridge.tokens == len(tokens) and cartridge.token_digest == digest_of(tokens)


def _delete(path: Path) -> bool:
    """Whether it is gone."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.warning("a cartridge cannot be deleted: %s", error)
        return False
    return True
