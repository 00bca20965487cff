"""The items of the transcript: put in, taken out, written on, brought into sight; the layout is the column's."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.chat.transcript.column import Column
from app.ui.chat.transcript.heights import TOP
from app.ui.chat.transcript.items import Item, MessageItem
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.rows import RowPart, TranscriptRow

FRAME_MS = 33
SLOW_FRAME_MS = 50
SLOW_TAIL = 4096
MARGIN = 50  # px from the edges at which a place counts as in sight


class ItemsView(Column):
    """A column of items that can be changed. What finds, selects and leads through its texts is made for this."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._covered = 0

    # content -----------------------------------------------------------------

    def item(self, key: str) -> Item | None:
        at = self._index.get(key)
        return None if at is None else self._items[at]

    def set_items(self, items: Iterable[Item]) -> None:
        """Replace everything and go to the end."""
        self._items = list(items)
        self._heights.clear()
        self._pool.forget()
        self._stick = True
        self._anchor = None
        self._reindex()
        self._relayout()
        self._pool.release(kept=self._index)

    def append(self, item: Item) -> None:
        self.insert_after(self._items[-1].key if self._items else "", item)

    def insert_after(self, key: str, item: Item) -> None:
        """Put ``item`` after ``key`` ("": at the top; unknown: at the end)."""
        if item.key in self._index:
            self._items[self._index[item.key]] = item
        else:
            at = self._index.get(key, len(self._items) - 1) + 1 if key else 0
            self._items.insert(at, item)
        self._reindex()
        self._relayout()

    def remove(self, keys: Iterable[str]) -> None:
        gone = set(keys)
        self._items = [item for item in self._items if item.key not in gone]
        self._reindex()
        self._relayout()

    def refresh(self, *keys: str) -> None:
        """The items changed in place; lay them out again."""
        for key in keys:
            at = self._index.get(key)
            if at is not None:
                self._items[at].revision += 1
                self._heights.doubt(at)
        self.changed.emit()
        self._relayout()

    def grow(self, key: str) -> None:
        """The card in a row wants another height; it stays in sight while something is written there."""
        row = self._rows.get(key)
        self._lay_out_again([key] if row is not None else [])
        focus = QApplication.focusWidget()
        if row is not None and focus is not None and row.isAncestorOf(focus):
            self.show_widget(row, row)

    def rebind(self, keys: Iterable[str]) -> None:
        """Flags of these items changed; only those in sight cost anything."""
        for key in keys:
            at = self._index.get(key)
            if at is not None:
                self._items[at].revision += 1
                if key in self._rows:
                    self._heights.doubt(at)
                else:
                    self._heights.keep(at, self._items[at])
        self._relayout()

    def set_text(self, key: str, text: str) -> None:
        """A streaming reply has grown to ``text``; painted at 30 Hz (20 Hz when its tail is long)."""
        item = self.item(key)
        if not isinstance(item, MessageItem):
            return
        item.text = text
        item.revision += 1
        if not self._frame.isActive():
            self.changed.emit()
            self._frame.start(SLOW_FRAME_MS if self._tail_length(key) > SLOW_TAIL else FRAME_MS)

    def scroll_to(self, key: str) -> None:
        """Bring an item to the top edge."""
        if key in self._index:
            self._stick = False
            self._anchor = (key, TOP)
            self._relayout()

    def place_bottom(self, key: str, y: int) -> None:
        """Bring the lower edge of an item ``y`` px below the upper edge of the view, as far as there is text for it."""
        self.scroll_to(key)  # its height is exact now
        if key in self._index:
            self._anchor = (key, y - self._heights.height(self._index[key]))
            self._relayout()
            bar = self.verticalScrollBar()
            self._stick = bar.value() >= bar.maximum() - 4

    def show_text(self, key: str, at: int, text: str) -> None:
        """Bring the first ``text`` in a part of an item into sight."""
        part = self.part(key, at)
        if part is not None:
            self.show_place(key, part, part.edit.document().find(text).selectionStart())

    def part(self, key: str, at: int) -> RowPart | None:
        """A part of an item in sight; unfolded if it was folded."""
        row = self._rows.get(key)
        if row is None:
            return None
        if row.open_part(at):
            self.scroll_to(key)  # what was unfolded may have moved it away
            row = self._rows[key]
        return next((part for part in row.parts() if part.at == at), None)

    def whole_part(self, key: str, at: int) -> RowPart | None:
        """A part of an item in sight, with all of the rows if it is a table."""
        row = self._rows.get(key)
        if row is not None:
            row.show_rest(at)
        return self.part(key, at)

    def cover(self, height: int) -> None:
        """So many px at the top edge are under something else: what is sought is shown below them, first rows too."""
        if height != self._covered:
            if not self._stick:
                self._hold()
            self._covered = height
            self._heights.room = max(TOP, height)
            self._heights.add_up()
            self._relayout()

    def show_place(self, key: str, part: RowPart, place: int) -> None:
        """Bring a character of a part into sight; nothing moves if it is."""
        cursor = QTextCursor(part.edit.document())
        cursor.setPosition(max(0, place))
        rect = part.edit.cursorRect(cursor)
        row = self._rows[key]
        y = part.edit.viewport().mapTo(row, rect.topLeft()).y()
        if not max(MARGIN, self._covered) <= row.y() + y <= self.viewport().height() - MARGIN:
            self._stick = False
            self._anchor = (key, self.viewport().height() // 3 - y)
            self._relayout()
        side = part.edit.horizontalScrollBar()
        if not 0 <= rect.x() <= part.edit.viewport().width() - 20:
            side.setValue(side.value() + rect.x() - part.edit.viewport().width() // 2)

    def bring(self, key: str, at: int | None) -> RowPart | None:
        """Have the row of an item in sight, and unfold what hides part ``at``; the part."""
        row = self._rows.get(key)
        if row is None or row.y() >= self.viewport().height() or row.geometry().bottom() <= 0:
            self.scroll_to(key)
        return None if at is None else self.part(key, at)

    def show_widget(self, row: TranscriptRow, widget: QWidget) -> None:
        """Bring a part of a row into sight; nothing moves if enough of it is."""
        if row.item is None:
            return
        top = widget.mapTo(row, widget.rect().topLeft()).y() if widget is not row else 0
        above, below = row.y() + top, row.y() + top + widget.height()
        room = self.viewport().height()
        if above < 0 or (below > room and above > room // 2):
            self._stick = False
            self._anchor = (row.item.key, max(TOP, min(room // 3, room - widget.height() - TOP)) - top)
            self._relayout()

    def _tail_length(self, key: str) -> int:
        row = self._rows.get(key)
        item = self.item(key)
        if not isinstance(row, AssistantRow) or not isinstance(item, MessageItem):
            return 0
        return len(item.text) - row.tail_start
