"""Texts of documents as files, where the engine reads them: each once, by its content."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from blake3 import blake3

from app.core.attachments.prompt import copy_of
from engine.files import discard, replacing


class TextCopies:
    """Those in ``folder``. They are written again whenever they are needed, from the passages in the store."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, digest: str) -> Path:
        """Where the text with that digest is, or will be."""
        return copy_of(self._folder, digest)

    def write(self, text: str, digest: str) -> None:
        """Put a text where the engine reads it; one that is there already, and whole, is not written again.

        Raises:
            DiskFull, OSError: it cannot be written.
        """
        target = self.path(digest)
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self.holds(digest):
            with replacing(target) as file:
                file.write(text.encode())

    def holds(self, digest: str) -> bool:
        """Whether a text is there as it was: the engine refuses one that is damaged, and it would stay so."""
        try:
            return blake3(self.path(digest).read_bytes()).hexdigest() == digest
        except OSError:
            return False

    def delete(self, digest: str) -> None:
        """Delete one that no document has any more; what cannot be deleted goes with a later sweep."""
        with suppress(OSError):
            self.path(digest).unlink(missing_ok=True)

    def sweep(self, used: set[str]) -> None:
        """Delete all but those with these digests, and what a run that was cut off left half written."""
        ours = f".{os.getpid()}.tmp"  # what is written now
        with suppress(OSError):
            for path in list(self._folder.iterdir()):
                if path.suffix in (".txt", ".tmp") and path.stem not in used and not path.name.endswith(ours):
                    discard(path)
