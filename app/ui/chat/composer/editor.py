"""The field in which the person writes."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QImage, QKeyEvent, QKeySequence, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QMenu, QPlainTextEdit, QWidget

from app.services.spelling import Spelling
from app.ui.chat.composer.paste import LONG
from app.ui.chat.composer.spell_marks import SpellMarks
from app.ui.theme import font, theme
from app.ui.widgets.text import follow_direction

translate = QCoreApplication.translate

MAX_LINES = 10
FLOOD = 200_000  # characters of a paste that would make the editor slow
LONG_LINE = 60_000  # characters of a line that would: with each key, Qt lays it out anew, 0.2 ms for each 1,000
LARGE = 8_000  # characters of a paste from which on it is worth a file
LINE_END = re.compile("[\n\r\u2029]")  # where Qt begins another line


class Editor(QPlainTextEdit):
    """A plain-text editor of one to ``lines`` lines. ``submitted``: the key that sends was pressed.

    ``pasted(QTextCursor)``: a long text was pasted and is what the cursor selects; ``flooded(text)``: one that is too
    long to be written here was pasted and was not put in, and the selection, which it replaces, is still there;
    ``files_pasted(paths)``, ``picture_pasted(QImage)``;
    ``undo_left``: Undo was pressed, not held, while nothing in the text can be undone.

    Attributes:
        take_back: asked before an undo; True: it has taken something back, and the text stays as it is.
    """

    submitted = Signal()
    focus_changed = Signal()
    pasted = Signal(object)
    flooded = Signal(str)
    files_pasted = Signal(object)
    picture_pasted = Signal(object)
    undo_left = Signal()

    def __init__(self, parent: QWidget | None = None, lines: int = MAX_LINES) -> None:
        super().__init__(parent)
        self._lines = lines
        self.enter_sends = True
        self.take_back: Callable[[], bool] = lambda: False
        self._room = 1 << 16
        self._placeholder = ""
        self._marks: SpellMarks | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setAccessibleName(translate("Composer", "Message"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(2)
        follow_direction(self)
        self.setAcceptDrops(False)  # the window takes what is dropped
        self.document().documentLayout().documentSizeChanged.connect(self.fit)
        theme().changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self.setFont(font(theme().text.body))
        self.viewport().setFont(self.font())  # of the placeholder: a style sheet keeps it from changing with the text
        self.fit()
        self._fit_placeholder()

    def show_placeholder(self, text: str) -> None:
        """What stands there while nothing is written, on one line."""
        self._placeholder = text
        self._fit_placeholder()
        self.viewport().update()  # Qt repaints only when a placeholder comes or goes

    def _fit_placeholder(self) -> None:
        room = self.viewport().width() - 2 * round(self.document().documentMargin())
        self.setPlaceholderText(self.fontMetrics().elidedText(self._placeholder, Qt.TextElideMode.ElideRight, room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_placeholder()
        self.fit()  # where another width makes other lines without a word

    def fit(self) -> None:
        """Be as high as the text, up to its most lines, or as many as there is room for."""
        line = self.fontMetrics().lineSpacing()
        most = min(self._lines, (self._room - 8) // line)
        lines = max(1, min(most, round(self.document().size().height())))
        self.setFixedHeight(lines * line + 8)

    def set_room(self, high: int) -> None:
        """How many px it may be high."""
        if high != self._room:
            self._room = high
            self.fit()

    def check_spelling(self, spelling: Spelling) -> None:
        """Mark misspelled words from now on, while there is a checker and the person wants it."""
        self._marks = SpellMarks(self, spelling)

    def menu_at(self, place: QPoint, by_key: bool) -> QMenu:
        """The menu at ``place`` of the viewport, or ``by_key`` at the cursor."""
        menu = self.createStandardContextMenu(place)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._marks is not None:
            self._marks.offer(menu, self.textCursor() if by_key else self.cursorForPosition(place))
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        self.menu_at(event.pos(), by_key).popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if control or shift != self.enter_sends:
                self.submitted.emit()
            else:
                self.insertPlainText("\n")
                self.ensureCursorVisible()
            return
        if event.matches(QKeySequence.StandardKey.Undo):
            if self.take_back():
                return
            if not self.document().isUndoAvailable():
                if not event.isAutoRepeat():  # held to undo what was written, it stops there
                    self.undo_left.emit()
                return
        super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasUrls() or source.hasImage() or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        paths = [url.toLocalFile() for url in source.urls() if url.isLocalFile()] if source.hasUrls() else []
        if paths:
            self.files_pasted.emit(paths)
        elif source.hasText():
            self.put(source.text())
        elif source.hasImage():
            self.picture_pasted.emit(QImage(source.imageData()))

    def _makes_long_line(self, text: str) -> bool:
        """Whether a line becomes too long if ``text`` replaces the selection, where none is yet."""
        cursor = self.textCursor()
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        first, last = self.document().findBlock(start), self.document().findBlock(end)
        lines = [len(line) for line in LINE_END.split(text)]
        lines[0] += start - first.position()
        lines[-1] += last.position() + last.length() - 1 - end
        return max(lines) > LONG_LINE >= max(first.length(), last.length()) - 1

    def put(self, text: str, before: str = "") -> None:
        """Put in a text that comes from elsewhere, where the cursor is. ``before``: what is to stand before it."""
        text = text.replace("\r\n", "\n")
        if len(text) >= FLOOD or (len(text) >= LARGE and self._makes_long_line(text)):
            self.flooded.emit(text)
            return
        start = self.textCursor().selectionStart() + len(before)
        self.insertPlainText(before + text)
        self.ensureCursorVisible()
        if len(text) >= LONG:
            end = self.textCursor().position()
            span = QTextCursor(self.document())
            span.setPosition(start)
            span.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            span.setKeepPositionOnInsert(True)  # what is written behind it is not part of it
            self.pasted.emit(span)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()
