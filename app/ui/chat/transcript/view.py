"""The transcript: what lies over its texts, and what the person does in it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.chat.transcript import focus
from app.ui.chat.transcript.edit_row import EditRow
from app.ui.chat.transcript.find import Finder
from app.ui.chat.transcript.items_view import ItemsView
from app.ui.chat.transcript.link_hint import LinkHint
from app.ui.chat.transcript.menu import menu_for
from app.ui.chat.transcript.overlay import dress, length, selected_text
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.rows import MessageRow, RowPart, TranscriptRow
from app.ui.chat.transcript.selection import Selection
from app.ui.theme import theme
from app.ui.widgets.keys import writes

translate = QCoreApplication.translate


class TranscriptView(ItemsView):
    """Shows items. ``action(what, key, argument)``: what the person asked of a row (copy, regenerate, edit, ...);
    ``typed(QKeyEvent)``: a character or Paste, which a transcript has no use for."""

    action = Signal(str, str, str)
    typed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(translate("Transcript", "Chat messages"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.reads_aloud = False  # whether there is a voice
        self.reading: str | None = None  # what it reads
        self._hint = LinkHint(self)
        self.finder = Finder(self, self.dress)
        self.selection = Selection(self, self.dress, self.take_key)
        self.row_bound.connect(self._dress_row)
        theme().changed.connect(self._restyle)
        self._restyle()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)

    # what lies over the text ------------------------------------------------------

    def dress(self) -> None:
        """Show selection and places found in all rows in sight."""
        for row in self._rows.values():
            self._dress_row(row)

    def _dress_row(self, row: TranscriptRow) -> None:
        if isinstance(row, EditRow):
            row.adopt()
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hint.place()

    # rows -------------------------------------------------------------------------

    def _prepare(self, row: TranscriptRow) -> None:
        super()._prepare(row)
        row.action.connect(self._act)
        row.pointed.connect(self._hint.show_address)
        row.source_pointed.connect(self._hint.show_source)

    def _act(self, what: str, key: str, argument: str) -> None:
        row = self._rows.get(key)
        if what == "footnote" and isinstance(row, AssistantRow):
            at = row.part_of_footnote(argument)
            if at is not None:
                self.show_text(key, at, f"{argument}.")
        elif what == "code_copied":
            self.announce(translate("Transcript", "Copied"))
        else:
            self.action.emit(what, key, argument)
            if what == "copy" and isinstance(row, MessageRow):
                row.tools.copy.confirm()
                self.announce(translate("Transcript", "Copied"))

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
        if self.selection.key(event):
            return True
        if writes(event):
            self.typed.emit(event)
            return True
        return False

    def step_message(self, by: int) -> None:
        """Give the keyboard to the message after (1) or before (-1) the one that has it; if none has, to the first or
        the last in sight."""
        focus.message(self, by)

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
        read = self.action.emit if self.reads_aloud else None
        menu = menu_for(self, self.selection, row, part, event.globalPos(), read, self.reading)
        menu.popup(event.globalPos())

    def selected_line(self) -> str:
        """What is selected inside one text, if it is one short line."""
        for row in self._rows.values():
            for part in row.parts():
                text = selected_text(part.edit)
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
        self._pool.release()  # before they hear of it: nobody sees them
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
