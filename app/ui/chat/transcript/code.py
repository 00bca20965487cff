"""Code of a message: a card with its language, tools and coloured lines."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QShowEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTextEdit, QVBoxLayout, QWidget

from app.ui.chat.transcript.highlight import Span, spans
from app.ui.chat.transcript.markdown import Chunk
from app.ui.chat.transcript.text import note_focus, paint_focus, scroll_sideways
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.copy_button import CopyButton
from app.ui.widgets.labels import dim
from app.ui.widgets.paint import paint_panel

translate = QCoreApplication.translate

HIGHLIGHT_LIMIT = 200_000  # characters; longer code stays plain
TAB = 4  # letters
AT_ONCE = 300  # lines; longer code gets its colours from another thread


class CodeView(QTextEdit):
    """The lines of a code card: as high as they are, scrolling sideways only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setAcceptDrops(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QTextEdit.LineWrapMode.NoWrap)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setTabChangesFocus(True)
        self.setAccessibleName(translate("Transcript", "Code"))
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self.write_in(font(theme().text.base, mono=True))
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def write_in(self, letters: QFont) -> None:
        """Show the lines in these letters; a tab goes to the next of the columns that are ``TAB`` letters apart."""
        self.setFont(letters)
        self.document().setDefaultFont(letters)
        self.setTabStopDistance(TAB * QFontMetricsF(letters).horizontalAdvance(" "))

    def wheelEvent(self, event: QWheelEvent) -> None:
        scroll_sideways(self, event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.ignore()  # the transcript has one for all its parts

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        note_focus(self, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        paint_focus(self)


class CodeBlock(QWidget):
    """A card with the code's language, its tools and coloured lines.

    Signals: ``copied(code)``; ``save_asked(language, code)``; ``wrap_changed(bool)``: fold long lines, or no longer.
    """

    HEADER = 34
    PAD = 12
    LINE = 23

    copied = Signal(str)
    save_asked = Signal(str, str)
    wrap_changed = Signal(bool)
    _lexed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._code = ""
        self._language = ""
        self._coloured = False
        self._closed = False
        self._wrapped = False
        self._label = dim("", "dim")
        self._label.setFont(font(theme().tokens.type.small + 1))
        self.wrap = IconButton("wrap-text", translate("Transcript", "Wrap long lines"), size=15, box=26)
        self.wrap.clicked.connect(lambda: self.wrap_changed.emit(not self._wrapped))
        self.save = IconButton("download", translate("Transcript", "Save code to file"), size=15, box=26)
        self.save.clicked.connect(lambda: self.save_asked.emit(self._language, self._code))
        self._copy = CopyButton(translate("Transcript", "Copy code"))
        self._copy.clicked.connect(self.copy)
        self._view = CodeView(self)
        top = QHBoxLayout()
        top.setContentsMargins(16, 0, 8, 0)
        top.setSpacing(2)
        top.addWidget(self._label)
        top.addStretch(1)
        for button in (self.wrap, self.save, self._copy):
            top.addWidget(button)
        bar = QWidget(self)
        bar.setFixedHeight(self.HEADER)
        bar.setLayout(top)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        inner = QHBoxLayout()
        inner.setContentsMargins(15, self.PAD, 8, 4)
        inner.addWidget(self._view)
        column.addLayout(inner, 1)
        theme().changed.connect(self._restyle)
        self._lexed.connect(self._late_colours, Qt.ConnectionType.QueuedConnection)

    @property
    def line(self) -> int:
        """Height of a line in px."""
        return round(self.LINE * theme().text.base / theme().tokens.type.base)

    @property
    def edit(self) -> QTextEdit:
        """What holds the lines, for selections and marks."""
        return self._view

    @property
    def buttons(self) -> list[QWidget]:
        return [self.wrap, self.save, self._copy]

    @property
    def code(self) -> str:
        return self._code

    @property
    def coloured(self) -> bool:
        return self._coloured

    @property
    def wrapped(self) -> bool:
        return self._wrapped

    def colour_at(self, place: int) -> str:
        """The colour of the character after ``place``, ``#rrggbb``."""
        cursor = QTextCursor(self._view.document())
        cursor.setPosition(place + 1)
        return cursor.charFormat().foreground().color().name()

    def show_chunk(self, chunk: Chunk) -> None:
        """Show a code chunk. While its fence is open, new text is appended; colours come when it closes."""
        grown = chunk.source.startswith(self._code) and self._code and not self._coloured
        if chunk.source != self._code or chunk.language != self._language:
            if grown and chunk.language == self._language:
                cursor = QTextCursor(self._view.document())
                cursor.movePosition(QTextCursor.MoveOperation.End)
                cursor.insertText(chunk.source[len(self._code) :])
            else:
                self._view.setPlainText(chunk.source)
                self._space_lines()
            if not grown:
                self._copy.calm()
            self._coloured = False
            self._code = chunk.source
            self._language = chunk.language
            self._label.setText(chunk.language or "text")
        self._closed = chunk.closed
        if chunk.closed and not self._coloured and self.isVisible():
            self._recolour()

    def release(self) -> None:
        """Hold no code: what is shown next is set, also if it is the same."""
        if self._code:
            self._code = self._language = ""
            self._coloured = self._closed = False
            self._label.clear()
            self._view.clear()

    def set_wrapped(self, wrapped: bool) -> None:
        """Fold long lines, or let them run on sideways."""
        if wrapped == self._wrapped:
            return
        self._wrapped = wrapped
        mode = QTextEdit.LineWrapMode.FixedPixelWidth if wrapped else QTextEdit.LineWrapMode.NoWrap
        self._view.setWordWrapMode(
            QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere if wrapped else QTextOption.WrapMode.NoWrap
        )
        self._view.setLineWrapMode(mode)
        self.wrap.set_icon("wrap-text", "accent" if wrapped else "dim")
        self.wrap.set_label(
            translate("Transcript", "Don't wrap lines") if wrapped else translate("Transcript", "Wrap long lines")
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._closed and not self._coloured:  # rows that are only measured need no colours
            self._recolour()

    def _space_lines(self) -> None:
        cursor = QTextCursor(self._view.document())
        cursor.select(QTextCursor.SelectionType.Document)
        shape = QTextBlockFormat()
        shape.setLineHeight(self.line, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor.setBlockFormat(shape)

    def _restyle(self) -> None:
        made = font(theme().text.base, mono=True)
        if made != self._view.font():
            self._view.write_in(made)
            self._space_lines()
        self._recolour()

    def _recolour(self) -> None:
        if not self._code:
            return
        self._coloured = True
        if len(self._code) > HIGHLIGHT_LIMIT:
            return
        if self._view.document().blockCount() <= AT_ONCE:
            self._colour(spans(self._code, self._language))
            return
        code, language = self._code, self._language
        future = _lexing().submit(lambda: list(spans(code, language)))
        future.add_done_callback(lambda done: self._lexed.emit(code, done.result()))

    def _late_colours(self, code: str, found: list[Span]) -> None:
        if code == self._code:
            self._colour(found)

    def _colour(self, found: Iterable[Span]) -> None:
        document = self._view.document()
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        plain = QTextCharFormat()
        plain.setForeground(qcolor(colors().text))
        cursor.setCharFormat(plain)
        for start, length, color, italic in found:
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            shape = QTextCharFormat()
            shape.setForeground(qcolor(color))
            shape.setFontItalic(italic)
            cursor.mergeCharFormat(shape)
        cursor.endEditBlock()

    def copy(self) -> None:
        """Put the code on the clipboard and say so for a moment."""
        QGuiApplication.clipboard().setText(self._code)
        self._copy.confirm()
        self.copied.emit(self._code)

    def height_for(self, width: int) -> int:
        """The exact height in a column of ``width`` px; long lines scroll sideways unless they are folded."""
        inner = width - 26
        if self._wrapped:
            if self._view.lineWrapColumnOrWidth() != inner:
                self._view.setLineWrapColumnOrWidth(inner)
            block, lines = self._view.document().begin(), 0
            self._view.document().size()  # lays it out
            while block.isValid():
                lines += max(1, block.layout().lineCount())
                block = block.next()
            return self.HEADER + self.PAD + lines * self.line + 16
        lines = self._view.document().blockCount()
        longest = max((len(text.expandtabs(TAB)) for text in self._code.split("\n")), default=0)
        wide = longest * self._view.fontMetrics().horizontalAdvance("m") > inner - 4
        return self.HEADER + self.PAD + lines * self.line + (24 if wide else 14) + 2

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        radius = theme().tokens.radius.m
        paint_panel(painter, self.rect(), radius, qcolor(scheme.code_bg), qcolor(scheme.line))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawLine(1, self.HEADER, self.width() - 2, self.HEADER)
        painter.end()


@cache
def _lexing() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="highlight")
