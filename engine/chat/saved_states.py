"""Where a chat's memory is saved, as far as an undo needs it."""

from __future__ import annotations

from typing import Protocol


class SavedStates(Protocol):
    """The saved states of one chat; see :class:`engine.process.open_chat.OpenedChat`."""

    def keep(self, *, asked: bool) -> None:
        """Before a compaction, ``asked`` for by a person: see to it that all is saved or on its way. Never raises."""

    def put_back(self) -> bool:
        """Put the memory back as it was saved with none but the log's first compactions, whose marks alone the log has
        then, beside those of documents. False: not possible; the memory may be empty.
        """
