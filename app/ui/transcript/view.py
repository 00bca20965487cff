"""The transcript: a virtual column of rows.

Only the rows in sight are widgets, taken from a small pool. Heights are guessed until a row is laid out, then exact and
remembered; what has not been in sight is measured in idle slices. The place is kept by an *anchor* (a row and its
distance from the top edge), so a height that changes above never moves what is being read. At the end it sticks to the
end, but only if it was there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QScrollBar, QWidget

from app.ui.theme import theme
from app.ui.transcript.heights import TOP, Heights
from app.ui.transcript.items import Item, MessageItem
from app.ui.transcript.link_hint import LinkHint
from app.ui.transcript.pool import Pool
from app.ui.transcript.reply_row import AssistantRow
from app.ui.transcript.rows import GUTTER, MessageRow, Part, Row
from app.ui.widgets.buttons import IconButton

OVERSCAN = 160
FRAME_MS = 33
SLOW_FRAME_MS = 50
SLOW_TAIL = 4096
SLICE_MS = 8
IDLE_MS = 20
MARGIN = 50  # px from the edges at which a place counts as in sight


class TranscriptView(QAbstractScrollArea):
    """Shows items.

    Signals: ``action(what, key, argument)``: what the person asked of a row (copy, regenerate, edit, ...);
    ``at_end_changed(bool)``; ``row_bound(Row)``: a row in sight shows an item (again); ``changed``: items came, went or
    changed.
    """

    action = Signal(str, str, str)
    at_end_changed = Signal(bool)
    row_bound = Signal(object)
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # one that lies over the column instead
        self._bar = QScrollBar(Qt.Orientation.Vertical, self)
        self._bar.setAccessibleName("Conversation scroll bar")
        self.setAccessibleName("Conversation")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAutoFillBackground(False)
        self._items: list[Item] = []
        self._index: dict[str, int] = {}
        self._heights = Heights()
        self._pool = Pool(self.viewport(), self._prepare)
        self._rows = self._pool.used
        self._anchor: tuple[str, int] | None = None
        self._stick = True
        self._placing = False
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.timeout.connect(self._relayout)
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(IDLE_MS)
        self._idle.timeout.connect(self._measure_slice)
        self.verticalScrollBar().setSingleStep(40)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self._bar.valueChanged.connect(self.verticalScrollBar().setValue)
        self._to_end = IconButton("arrow-down", "Go to the end", size=16, box=34, parent=self)
        self._to_end.setObjectName("toEnd")
        self._to_end.clicked.connect(self.scroll_to_end)
        self._to_end.hide()
        self._hint = LinkHint(self)
        theme().changed.connect(self._restyle)
        self._restyle()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)

    # content -----------------------------------------------------------------

    @property
    def items(self) -> Sequence[Item]:
        return self._items

    @property
    def column_width(self) -> int:
        """Width of the text column in px."""
        return max(200, min(theme().tokens.size.column, self.viewport().width() - 2 * GUTTER - 8))

    @property
    def visible_rows(self) -> dict[str, Row]:
        """The row widgets in use, by item key."""
        return dict(self._rows)

    @property
    def row_widgets(self) -> int:
        """How many row widgets exist, in use, spare and for measuring."""
        return self._pool.size

    @property
    def measured(self) -> bool:
        """Whether all heights are exact."""
        return all(self._heights.exact(at) for at in range(len(self._items)))

    @property
    def at_end(self) -> bool:
        return self._stick

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
        self._relayout()

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

    def append_text(self, key: str, text: str) -> None:
        """Text of a streaming reply; gathered and painted at 30 Hz (20 Hz when its tail is long)."""
        item = self.item(key)
        if not isinstance(item, MessageItem):
            return
        item.text += text
        item.revision += 1
        if not self._frame.isActive():
            self._frame.start(SLOW_FRAME_MS if self._tail_length(key) > SLOW_TAIL else FRAME_MS)

    def scroll_to_end(self) -> None:
        self._stick = True
        self._relayout()
        self.at_end_changed.emit(True)

    def scroll_to(self, key: str) -> None:
        """Bring an item to the top edge."""
        if key in self._index:
            self._stick = False
            self._anchor = (key, TOP)
            self._relayout()

    def show_text(self, key: str, at: int, text: str) -> None:
        """Bring the first ``text`` in a part of an item into sight."""
        part = self.part(key, at)
        if part is not None:
            self.show_place(key, part, part.edit.document().find(text).selectionStart())

    def part(self, key: str, at: int) -> Part | None:
        """A part of an item in sight; unfolded if it was folded."""
        row = self._rows.get(key)
        if row is None:
            return None
        row.open_part(at)
        return next((part for part in row.parts() if part.at == at), None)

    def show_place(self, key: str, part: Part, place: int) -> None:
        """Bring a character of a part into sight; nothing moves if it is."""
        cursor = QTextCursor(part.edit.document())
        cursor.setPosition(max(0, place))
        rect = part.edit.cursorRect(cursor)
        row = self._rows[key]
        y = part.edit.viewport().mapTo(row, rect.topLeft()).y()
        if not MARGIN <= row.y() + y <= self.viewport().height() - MARGIN:
            self._stick = False
            self._anchor = (key, self.viewport().height() // 3 - y)
            self._relayout()
        side = part.edit.horizontalScrollBar()
        if not 0 <= rect.x() <= part.edit.viewport().width() - 20:
            side.setValue(side.value() + rect.x() - part.edit.viewport().width() // 2)

    def announce(self, text: str) -> None:
        """Tell screen readers, without moving the focus."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # layout ------------------------------------------------------------------

    def _reindex(self) -> None:
        self._index = {item.key: at for at, item in enumerate(self._items)}
        self.changed.emit()
        self._heights.arrange(self._items, self.column_width)
        self._idle.start()

    def _target(self) -> int:
        """The scroll place that the anchor (or the end) asks for."""
        end = max(0, self._heights.total - self.viewport().height())
        if self._stick:
            return end
        if self._anchor is not None and self._anchor[0] in self._index:
            key, offset = self._anchor
            return max(0, min(end, self._heights.top(self._index[key]) - offset))
        return max(0, min(end, self.verticalScrollBar().value()))

    def _range(self, value: int) -> range:
        return self._heights.between(value - OVERSCAN, value + self.viewport().height() + OVERSCAN)

    def _relayout(self) -> None:
        if self._placing:
            return
        self._frame.stop()
        self._placing = True
        try:
            if self.column_width != self._heights.width:
                self._reindex()
            value = self._target()
            shown = self._range(value)
            for _ in range(8):  # exact heights move the borders of what is in sight; settles after two or three rounds
                changed = False
                for at in shown:
                    changed |= self._lay_out(at)
                if not changed:
                    break
                self._heights.add_up()
                value = self._target()
                shown = self._range(value)
            keep = {self._items[at].key for at in shown}
            for key in [key for key in self._rows if key not in keep]:
                self._spare(key)
            self._place(value, shown)
        finally:
            self._placing = False

    def _place(self, value: int, shown: range) -> None:
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, self._heights.total - self.viewport().height()))
        bar.setPageStep(max(40, self.viewport().height() - 60))
        bar.setValue(value)
        self._bar.setRange(0, bar.maximum())
        self._bar.setPageStep(self.viewport().height())
        self._bar.setSingleStep(bar.singleStep())
        self._bar.setValue(value)
        self._bar.setVisible(bar.maximum() > 0)
        self._bar.setGeometry(self.width() - 12, 2, 11, self.height() - 4)
        self._bar.raise_()
        left = (self.viewport().width() - self._heights.width) // 2 - GUTTER
        heights = self._heights
        for at in shown:
            row = self._rows[self._items[at].key]
            row.setGeometry(left, heights.top(at) - value, heights.width + 2 * GUTTER, heights.height(at))
            if row.isHidden():
                row.show()
        self._to_end.setVisible(not self._stick and value < bar.maximum() - 60)
        self._to_end.move((self.viewport().width() - self._to_end.width()) // 2, self.viewport().height() - 44)
        self._to_end.raise_()
        self._hint.place()

    def _lay_out(self, at: int) -> bool:
        """Make sure the item's row is there and its height exact; whether the height changed."""
        item, width = self._items[at], self._heights.width
        row = self._pool.take(item)
        if self._pool.shows(row, item, width) and self._heights.exact(at):
            return False
        changed = self._heights.set(at, item, self._pool.bind(row, item, width))
        self.row_bound.emit(row)
        return changed

    def _prepare(self, row: Row) -> None:
        row.action.connect(self._act)
        row.resized.connect(self._row_resized)
        row.grown.connect(self._row_grown)
        row.pointed.connect(self._hint.show_address)

    def _spare(self, key: str) -> None:
        focus = QApplication.focusWidget()
        if focus is not None and self._rows[key].isAncestorOf(focus):
            self.setFocus()
        self._pool.give_back(key)

    def _act(self, what: str, key: str, argument: str) -> None:
        row = self._rows.get(key)
        if what == "footnote" and isinstance(row, AssistantRow):
            at = row.part_of_footnote(argument)
            if at is not None:
                self.show_text(key, at, f"{argument}.")
        else:
            self.action.emit(what, key, argument)

    def _row_grown(self, key: str) -> None:
        """Formulas came into a row: lay it out again; what is read stays where it is."""
        row = self._rows.get(key)
        if row is not None:
            if not self._stick:
                self._hold()
            self._heights.doubt(self._index[key])
            self._relayout()

    def _row_resized(self, key: str) -> None:
        if key in self._index:
            self._hold()
            self._stick = False
            self._heights.doubt(self._index[key])
            if key in self._rows:
                self._pool.forget(self._rows[key])
            self._relayout()
            bar = self.verticalScrollBar()
            self._stick = bar.value() >= bar.maximum() - 4

    def _hold(self) -> None:
        """Make the first row in sight the anchor."""
        value = self.verticalScrollBar().value()
        if not self._items:
            self._anchor = None
            return
        at = self._heights.row_at(value)
        following = at + 1
        begun = self._heights.top(at) < value - 40
        if begun and following < len(self._items) and self._heights.top(following) < value + 200:
            at = following  # a row that begins in sight is the better anchor
        self._anchor = (self._items[at].key, self._heights.top(at) - value)

    def _scrolled(self, value: int) -> None:
        if self._placing:
            return
        bar = self.verticalScrollBar()
        self._stick = value >= bar.maximum() - 4
        self._hold()
        self._relayout()
        self.at_end_changed.emit(self._stick)

    def _tail_length(self, key: str) -> int:
        row = self._rows.get(key)
        item = self.item(key)
        if not isinstance(row, AssistantRow) or not isinstance(item, MessageItem):
            return 0
        return len(item.text) - row.tail_start

    def _measure_slice(self) -> None:
        """Measure rows that were never in sight, nearest to the end first, for one slice of time."""
        if self._frame.isActive() or not self.isVisible():
            self._idle.start()
            return
        clock = QElapsedTimer()
        clock.start()
        changed = False
        for at in range(len(self._items) - 1, -1, -1):
            if self._heights.exact(at):
                continue
            if clock.elapsed() >= SLICE_MS:
                self._idle.start()
                break
            item = self._items[at]
            high = self._pool.measuring(item).height_for(self._heights.width)
            changed |= self._heights.set(at, item, high)
        if changed:
            if not self._stick and self._anchor is None:
                self._hold()
            self._heights.add_up()
            self._relayout()

    # events ------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._relayout()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Rows are placed by ``_relayout``."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_End:
            self.scroll_to_end()
        elif event.key() == Qt.Key.Key_Home:
            self.verticalScrollBar().setValue(0)
        else:
            super().keyPressEvent(event)

    def _focus_moved(self, old: QWidget | None, new: QWidget | None) -> None:
        for row in self._rows.values():
            if isinstance(row, MessageRow):
                row.set_focus_inside(new is not None and row.isAncestorOf(new))

    def _restyle(self) -> None:
        scheme = theme().colors
        self._to_end.setStyleSheet(
            f"QToolButton {{ background: {scheme.raised}; border: 1px solid {scheme.line_strong};"
            " border-radius: 17px; }"
        )
        self._pool.forget()
        self._heights.doubt_all()
        if self._items:
            self._relayout()
