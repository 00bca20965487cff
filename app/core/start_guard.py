"""Starts that died before the window could be used are counted, so that the next one can be careful."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

log = logging.getLogger("start")

LIMIT = 2  # starts in a row that died, after which one is careful


class StartGuard:
    """A file that is there while the program starts, and still there when it died meanwhile.

    Attributes:
        died: how many starts in a row died before this one.
    """

    def __init__(self, path: Path) -> None:
        """Read the count; use only while holding the data folder's lock. What cannot be read counts as none."""
        self._path = path
        self.died = 0
        with suppress(OSError, ValueError):
            self.died = min(1000, max(0, int(path.read_text(encoding="ascii")[:16])))

    @property
    def careful(self) -> bool:
        """Whether this start should leave out what may have ended the last ones."""
        return self.died >= LIMIT

    def begin(self) -> None:
        """From here to :meth:`usable`, an end of the process counts as a start that died."""
        try:
            self._path.write_text(f"{self.died + 1}\n", encoding="ascii")
        except OSError as problem:
            log.warning("%s: %s", self._path, problem)

    def usable(self) -> None:
        """The window can be used, or the program ends as it should."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
