"""The column of rows behind the transcript: which rows are widgets, where they lie, and what stays in place.

Only the rows in sight are widgets, taken from a small pool. Heights are guessed until a row is laid out, then exact and
remembered; what has not been in sight is measured in idle slices. The place is kept by an *anchor* (a row and its
distance from the top edge), so a height that changes above never moves what is being read. At the end it sticks to the
end, but only if it was there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QScrollBar, QWidget

from app.ui.chat.transcript.edge import LowerEdge
from app.ui.chat.transcript.formulas import formulas
from app.ui.chat.transcript.heights import TOP, Heights
from app.ui.chat.transcript.items import Item
from app.ui.chat.transcript.pool import Pool
from app.ui.chat.transcript.rows import GUTTER, TranscriptRow
from app.ui.theme import theme
from app.ui.widgets.buttons import IconButton

translate = QCoreApplication.translate

OVERSCAN = 160
SLICE_MS = 8
IDLE_MS = 20


class Column(QAbstractScrollArea):
    """Lays out items as rows. ``row_bound(Row)``: a row in sight shows an item (again);
    ``changed``: items came, went or changed."""

    row_bound = Signal(object)
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # one that lies over the column instead
        self._bar = QScrollBar(Qt.Orientation.Vertical, self)
        self._bar.setAccessibleName(translate("Transcript", "Chat scroll bar"))
        self.viewport().setAutoFillBackground(False)
        self._items: list[Item] = []
        self._index: dict[str, int] = {}
        self._heights = Heights()
        self._pool = Pool(self.viewport, self._prepare)
        self._rows = self._pool.used
        self._anchor: tuple[str, int] | None = None
        self._stick = True
        self._placing = False
        self._grown: set[str] = set()  # items that formulas came into
        formulas().settled.connect(self._lay_out_grown)
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
        self._to_end = IconButton("arrow-down", translate("Transcript", "Scroll to end"), size=16, box=34, parent=self)
        self._to_end.setObjectName("toEnd")
        self._to_end.clicked.connect(self.scroll_to_end)
        self._to_end.hide()
        self._edge = LowerEdge(self)

    @property
    def items(self) -> Sequence[Item]:
        return self._items

    @property
    def column_width(self) -> int:
        """Width of the text column in px."""
        return max(200, min(theme().tokens.size.column, self.viewport().width() - 2 * GUTTER - 8))

    @property
    def visible_rows(self) -> dict[str, TranscriptRow]:
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

    @property
    def first_in_sight(self) -> int:
        """The number of the first item of which more than a margin is seen; 0 if there are none."""
        return max(0, self._heights.row_at(self.verticalScrollBar().value() + TOP))

    @property
    def last_in_sight(self) -> int:
        """The number of the last item of which more than a margin is seen; -1 if there are none."""
        return self._heights.row_at(self.verticalScrollBar().value() + self.viewport().height() - TOP)

    def index(self, key: str) -> int:
        """The number of an item; -1 if there is none such."""
        return self._index.get(key, -1)

    def row_for(self, item: Item) -> TranscriptRow:
        """The row that shows ``item``, or one that does not show but is bound to it until the next call."""
        return self._rows.get(item.key) or self._pool.measuring(item)

    def scroll_to_end(self) -> None:
        self._stick = True
        self._relayout()

    def _prepare(self, row: TranscriptRow) -> None:
        """Called once for each row that is made."""
        row.resized.connect(self._row_resized)
        row.grown.connect(self._row_grown)

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
        text = QRect(left + GUTTER, 0, heights.width, 0)
        self._edge.place(self.viewport().geometry(), text, self._to_end, more=value < bar.maximum() - 4)
        self._bar.raise_()

    def _lay_out(self, at: int) -> bool:
        """Make sure the item's row is there and its height exact; whether the height changed."""
        item, width = self._items[at], self._heights.width
        spare = item.key not in self._rows
        row = self._pool.take(item)
        shows = self._pool.shows(row, item, width)
        if shows and self._heights.exact(at):
            if spare:
                self.row_bound.emit(row)
            return False
        height = row.height_for(width) if shows else self._pool.bind(row, item, width)
        changed = self._heights.set(at, item, height)
        self.row_bound.emit(row)
        return changed

    def _spare(self, key: str) -> None:
        focus = QApplication.focusWidget()
        if focus is not None and self._rows[key].isAncestorOf(focus):
            self.setFocus()
        self._pool.give_back(key)

    def _row_grown(self, key: str) -> None:
        self._grown.add(key)

    def _lay_out_grown(self) -> None:
        """Formulas came into rows, many at a time: lay those in sight out again, all in one go."""
        keys, self._grown = self._grown & self._rows.keys() & self._index.keys(), set()
        self._lay_out_again(keys)

    def _lay_out_again(self, keys: Collection[str]) -> None:
        """What these rows show may have another height now; what is read stays where it is."""
        if keys:
            if not self._stick:
                self._hold()
            for key in keys:
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._relayout()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Rows are placed by ``_relayout``."""
