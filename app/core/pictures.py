"""Pictures of chats as files: named by their content, kept as long as a message has them."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Collection
from pathlib import Path

from blake3 import blake3

from engine.files import discard, put_in_place, sync_folder

_DIGEST = re.compile(r"[0-9a-f]{64}")


def _holds(file: Path, data: bytes) -> bool:
    try:
        return file.read_bytes() == data
    except OSError:
        return False


class Pictures:
    """The folder of all pictures; any thread may use it.

    Attributes:
        waiting: digests of pictures that are in a draft, and so in no message yet.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.waiting: set[str] = set()

    def keep(self, data: bytes) -> str:
        """Write a picture, a PNG, unless it is there and whole; its digest.

        Raises:
            OSError: it could not be written.
        """
        digest = blake3(data).hexdigest()
        self.waiting.add(digest)
        target = self.path(digest)
        if not _holds(target, data):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            sync_folder(self.folder.parent)
            partial = target.with_suffix(f".{os.getpid()}.{threading.get_ident()}.part")
            try:
                with partial.open("wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                put_in_place(partial, target)
                sync_folder(self.folder)  # the message that has it is on the disk when it was sent
            finally:
                discard(partial)
        return digest

    def path(self, digest: str) -> Path:
        """Where the picture of a digest is, if it is there; of what is no digest, nothing ever is."""
        return self.folder / (f"{digest}.png" if _DIGEST.fullmatch(digest) else "none")

    def sweep(self, used: Collection[str]) -> int:
        """Delete all pictures but those that are ``used`` or waiting; how many went.

        Raises:
            OSError: one of them cannot be deleted; the others went.
        """
        gone = 0
        stays: OSError | None = None
        for file in self.folder.glob("*") if self.folder.is_dir() else ():
            digest = file.name.partition(".")[0]  # also of one that is being written
            if digest in self.waiting or (file.suffix == ".png" and digest in used):
                continue
            try:
                file.unlink(missing_ok=True)
                gone += 1
            except OSError as problem:
                stays = stays or problem
        if stays is not None:
            raise stays
        return gone
