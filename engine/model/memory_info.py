"""What a model's memory is, asked anew or as it was last seen, for as long as nothing changed in it.

Every chat that writes asks about itself and all others after each token. Who changes the memory says so.
"""

from __future__ import annotations

from typing import Any

from engine.model.compact_structs import Info
from engine.model.runtime import Runtime


class KnownMemory:
    """Part of a model."""

    _rt: Runtime
    _ctx: Any
    _known: dict[int, Info | None]
    _known_at = (-1, -1)
    _changes = 0

    def info(self, seq_id: int = 0) -> Info | None:
        """The memory as the compaction functions see it, None when it cannot be compacted."""
        return self._rt.compact.info(self._ctx, seq_id) if self._rt.compact else None

    def changed(self) -> None:
        """Something is about to change in the memory, or just did, other than by a compaction."""
        self._changes += 1

    def known_info(self, seq_id: int = 0) -> Info | None:
        """As :meth:`info`; the library is asked again once something has changed."""
        at = (self._changes, self._rt.compact.changes if self._rt.compact else 0)
        if at != self._known_at:
            self._known, self._known_at = {}, at
        if seq_id not in self._known:
            self._known[seq_id] = self.info(seq_id)
        return self._known[seq_id]
