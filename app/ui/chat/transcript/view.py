"""The transcript: what it shows, where it goes, and what the person does in it; the layout is the column's."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.chat.transcript import focus
from app.ui.chat.transcript.column import Column
from app.ui.chat.transcript.find import Finder
from app.ui.chat.transcript.heights import TOP
from app.ui.chat.transcript.items import Item, MessageItem
from app.ui.chat.transcript.link_hint import LinkHint
from app.ui.chat.transcript.menu import menu_for
from app.ui.chat.transcript.overlay import dress, length
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.rows import MessageRow, RowPart, TranscriptRow
from app.ui.chat.transcript.selection import Selection
from app.ui.theme import theme

translate = QCoreApplication.translate

FRAME_MS = 33
SLOW_FRAME_MS = 50
SLOW_TAIL = 4096
MARGIN = 50  # px from the edges at which a place counts as in sight


class TranscriptView(Column):
    """Shows items. ``action(what, key, argument)``: what the person asked of a row (copy, regenerate, edit, ...)."""

    action = Signal(str, str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(translate("Transcript", "Conversation"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._hint = LinkHint(self)
        self._covered = 0
        self.finder = Finder(self)
        self.selection = Selection(self)
        self.row_bound.connect(self._dress_row)
        theme().changed.connect(self._restyle)
        self._restyle()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)

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
            self.changed.emit()
            self._frame.start(SLOW_FRAME_MS if self._tail_length(key) > SLOW_TAIL else FRAME_MS)

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

    def part(self, key: str, at: int) -> RowPart | None:
        """A part of an item in sight; unfolded if it was folded."""
        row = self._rows.get(key)
        if row is None:
            return None
        if row.open_part(at):
            self.scroll_to(key)  # what was unfolded may have moved it away
            row = self._rows[key]
        return next((part for part in row.parts() if part.at == at), None)

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

    # what lies over the text ------------------------------------------------------

    def dress(self) -> None:
        """Show selection and places found in all rows in sight."""
        for row in self._rows.values():
            self._dress_row(row)

    def _dress_row(self, row: TranscriptRow) -> None:
        if row.item is None:
            return
        key, finder = row.item.key, self.finder
        for part in row.parts():
            cover = self.selection.cover(key, part.at, length(part.edit)) if self.selection.active else None
            dress(part.edit, key, part.at, cover, finder.query, finder.current)

    def announce(self, text: str) -> None:
        """Tell screen readers, without moving the focus."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # rows -------------------------------------------------------------------------

    def _prepare(self, row: TranscriptRow) -> None:
        super()._prepare(row)
        row.action.connect(self._act)
        row.pointed.connect(self._hint.show_address)

    def _act(self, what: str, key: str, argument: str) -> None:
        row = self._rows.get(key)
        if what == "footnote" and isinstance(row, AssistantRow):
            at = row.part_of_footnote(argument)
            if at is not None:
                self.show_text(key, at, f"{argument}.")
        else:
            self.action.emit(what, key, argument)

    def _tail_length(self, key: str) -> int:
        row = self._rows.get(key)
        item = self.item(key)
        if not isinstance(row, AssistantRow) or not isinstance(item, MessageItem):
            return 0
        return len(item.text) - row.tail_start

    # events ------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.take_key(event):
            return
        if event.key() == Qt.Key.Key_End:
            self.scroll_to_end()
        elif event.key() == Qt.Key.Key_Home:
            self.verticalScrollBar().setValue(0)
        else:
            super().keyPressEvent(event)

    def take_key(self, event: QKeyEvent) -> bool:
        """Whether a key, also one typed in a text, was one for the whole transcript, and was taken."""
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        if alt and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            focus.message(self, -1 if event.key() == Qt.Key.Key_Up else 1)
            return True
        return self.selection.key(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return focus.step(self, forward) or focus.leave(self, forward)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.selection.press(event.position().toPoint())
            self.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.selection.drag(event.position().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.selection.release()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        spot = self.viewport().mapFromGlobal(event.globalPos())
        row = next((row for row in self._rows.values() if row.geometry().contains(spot)), None)
        part = next((part for part in row.parts() if _under(part, event)), None) if row is not None else None
        menu_for(self, row, part, event.globalPos()).popup(event.globalPos())

    def selected_line(self) -> str:
        """What is selected inside one text, if it is one short line."""
        for row in self._rows.values():
            for part in row.parts():
                text = part.edit.textCursor().selectedText()
                if text and len(text) <= 80 and "\u2029" not in text and "\u2028" not in text:
                    return text.strip()
        return ""

    def clear_selection(self) -> bool:
        """Select nothing across messages; whether something was."""
        active = self.selection.active
        if active:
            self.selection.clear()
        return active

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
        self._measure_again()
        QTimer.singleShot(0, self, self._measure_again)  # rows hear of other sizes of text after this

    def _measure_again(self) -> None:
        self._heights.doubt_all()
        if self._items:
            self._relayout()
            self.dress()


def _under(part: RowPart, event: QContextMenuEvent) -> bool:
    return part.edit.viewport().rect().contains(part.edit.viewport().mapFromGlobal(event.globalPos()))
