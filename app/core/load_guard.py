"""Loads of a model that hung, or ended with the engine or the program, are counted, so that they are not repeated."""

from __future__ import annotations

import msgspec

from app.core.settings import Settings
from engine.protocol import UNREADABLE

KEY = "model.unfinished"
LIMIT = 2  # loads in a row that never ended, after which the model waits for the person


class LoadGuard:
    """Counts per model file, kept in the settings: a load counts from its begin until it is known how it ended."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def _counts(self) -> dict[str, int]:
        try:
            return msgspec.json.decode(self._settings.text(KEY) or "{}", type=dict[str, int])
        except UNREADABLE:
            return {}

    def _put(self, counts: dict[str, int]) -> None:
        self._settings.set(KEY, msgspec.json.encode(counts).decode() if counts else "")

    def begun(self, path: str) -> None:
        """A load begins."""
        counts = self._counts()
        self._put({**counts, path: counts.get(path, 0) + 1})

    def ended(self, path: str) -> None:
        """The engine answered, with a model or an error: it lives."""
        counts = self._counts()
        if counts.pop(path, None) is not None:
            self._put(counts)

    def given_up(self, path: str) -> None:
        """The load was not waited for while it went on: it tells nothing."""
        counts = self._counts()
        if counts.get(path, 0) > 1:
            self._put({**counts, path: counts[path] - 1})
        else:
            self.ended(path)

    def hung(self, path: str) -> None:
        """A load that was given up never ended: it counts after all."""
        self.begun(path)

    def times(self, path: str) -> int:
        """How many loads in a row never ended."""
        return self._counts().get(path, 0)

    def careful(self, path: str) -> bool:
        """Whether the model is to be loaded only when the person asks for it."""
        return self.times(path) >= LIMIT
