"""The row widgets of the transcript: those in use by item, spare ones, and one of each kind for measuring."""

from __future__ import annotations

from collections.abc import Callable, Container

from PySide6.QtWidgets import QWidget

from app.ui.chat.transcript.items import Item
from app.ui.chat.transcript.markers import row_type
from app.ui.chat.transcript.rows import TranscriptRow


class Pool:
    """Hands out rows, made in ``parent()``. ``prepare`` is called once for each that is made.

    The parent is asked for each time: PySide gives up its object for a view's viewport now and then, while the widget
    lives on.

    Attributes:
        used: the rows in use, by item key.
    """

    def __init__(self, parent: Callable[[], QWidget], prepare: Callable[[TranscriptRow], None]) -> None:
        self.used: dict[str, TranscriptRow] = {}
        self._parent, self._prepare = parent, prepare
        self._spare: dict[type[TranscriptRow], list[TranscriptRow]] = {}
        self._measuring: dict[type[TranscriptRow], TranscriptRow] = {}
        self._bound: dict[TranscriptRow, tuple[str, int, int]] = {}

    @property
    def size(self) -> int:
        """How many rows exist."""
        return len(self.used) + sum(len(spare) for spare in self._spare.values()) + len(self._measuring)

    def take(self, item: Item) -> TranscriptRow:
        """The row in use for ``item``; one is put to use if there is none of its kind."""
        row = self.used.get(item.key)
        kind = row_type(item)
        if row is not None and type(row) is not kind:
            self.give_back(item.key)
            row = None
        if row is None:
            row = self.used[item.key] = self._pick(kind, item.key)
        return row

    def _pick(self, kind: type[TranscriptRow], key: str) -> TranscriptRow:
        spare = self._spare.setdefault(kind, [])
        for at, row in enumerate(spare):
            if row.item is not None and row.item.key == key:  # shows it still
                return spare.pop(at)
        return spare.pop() if spare else self._make(kind)

    def give_back(self, key: str) -> None:
        """The row of an item is not needed any more."""
        row = self.used.pop(key)
        row.hide()
        self._spare.setdefault(type(row), []).append(row)

    def measuring(self, item: Item) -> TranscriptRow:
        """A row bound to ``item`` that is never shown."""
        kind = row_type(item)
        row = self._measuring.get(kind)
        if row is None:
            row = self._measuring[kind] = self._make(kind)
        row.bind(item)
        return row

    def release(self, kept: Container[str] = ()) -> None:
        """What is not in sight holds its texts no longer, but those of the items ``kept``."""
        for row in (*self._measuring.values(), *(row for spare in self._spare.values() for row in spare)):
            if row.item is not None and row.item.key not in kept:
                self._bound.pop(row, None)
                row.release()

    def _make(self, kind: type[TranscriptRow]) -> TranscriptRow:
        row = kind(self._parent())
        row.hide()
        self._prepare(row)
        return row

    # what each row shows ----------------------------------------------------------

    def shows(self, row: TranscriptRow, item: Item, width: int) -> bool:
        """Whether ``row`` is bound to ``item`` as it is now and laid out for ``width``."""
        return row.item is item and self._bound.get(row) == (item.key, item.revision, width)

    def bind(self, row: TranscriptRow, item: Item, width: int) -> int:
        """Show ``item`` in ``row``; the exact height for ``width``."""
        row.room = width
        row.bind(item)
        self._bound[row] = (item.key, item.revision, width)
        return row.height_for(width)

    def forget(self, row: TranscriptRow | None = None) -> None:
        """What this row (None: all) shows has to be laid out again."""
        if row is None:
            self._bound.clear()
        else:
            self._bound.pop(row, None)
