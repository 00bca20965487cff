"""Has the search indexes merged after something was deleted, a slice at a time: what else waits for the store comes
between two of them.
"""

from __future__ import annotations

import logging

from app.core.store import Store
from app.services.background import Ops

log = logging.getLogger("store")


class IndexMerging:
    """What is not done when the program ends is done after the next start."""

    def __init__(self, store: Store, ops: Ops) -> None:
        self._store, self._ops = store, ops
        self._running = self._again = self._closed = False

    def go_on(self, *_: object) -> None:
        """Merge what is left to be merged; also called as a slot, whatever the signal tells."""
        if self._running:
            self._again = True
        elif not self._closed:
            self._running, self._again = True, False
            self._ops.store(self._store.merge_indexes, self._done, self._failed)

    def shutdown(self) -> None:
        """Merge no more."""
        self._closed = True

    def _done(self, whole: bool) -> None:
        self._running = False
        if not whole or self._again:
            self.go_on()

    def _failed(self, problem: Exception) -> None:
        log.warning("the search indexes could not be merged", exc_info=problem)
        self._running = False
