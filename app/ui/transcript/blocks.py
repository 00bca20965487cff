"""The widgets a message is made of: prose, and a code card."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QDesktopServices,
    QFocusEvent,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QTextBrowser, QTextEdit, QVBoxLayout, QWidget

from app.ui.theme import colors, font, qcolor, theme
from app.ui.transcript.markdown import Chunk, safe_link, to_html
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.labels import dim

HIGHLIGHT_LIMIT = 60_000  # characters; longer code stays plain


def document_style() -> str:
    """The style sheet of prose documents."""
    scheme = colors()
    kinds = theme().tokens.type
    mono = ", ".join(f"'{name}'" for name in kinds.mono)
    return f"""
    p {{ margin: 0 0 12px 0; line-height: 150%; }}
    p.item {{ margin: 0 0 6px 0; line-height: 150%; }}
    li {{ margin: 0 0 6px 0; line-height: 150%; }}
    ul, ol {{ margin: 0 0 12px 0; }}
    p.h1 {{ font-size: {kinds.display}px; font-weight: 600; margin: 6px 0 12px 0; line-height: 130%; }}
    p.h2 {{ font-size: {kinds.title}px; font-weight: 600; margin: 6px 0 10px 0; line-height: 130%; }}
    p.h3 {{ font-size: {kinds.body + 1}px; font-weight: 600; margin: 4px 0 8px 0; line-height: 130%; }}
    strong {{ font-weight: 600; }}
    code, pre {{ font-family: {mono}; font-size: {kinds.base}px; color: {scheme.accent}; }}
    pre {{ color: {scheme.text}; margin: 0; }}
    a {{ color: {scheme.accent}; text-decoration: underline; }}
    s {{ text-decoration: line-through; color: {scheme.dim}; }}
    table.grid {{ border-collapse: collapse; border-style: solid; border-color: {scheme.line_strong};
        margin: 0 0 12px 0; }}
    table.grid th {{ font-weight: 600; color: {scheme.dim}; background-color: {scheme.code_bg}; }}
    table.quote {{ margin: 0 0 12px 0; }}
    td.bar {{ background-color: {scheme.line_strong}; }}
    td.quoted {{ padding-left: 14px; color: {scheme.dim}; }}
    td.codebox {{ background-color: {scheme.code_bg}; }}
    """


class TextBlock(QTextBrowser):
    """Read-only prose that is as high as its text. Links open in the system's browser, only when clicked.

    Attributes:
        renders: how often the document was set, for tests.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.renders = 0
        self._source: str | None = None
        self._rich = True
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setOpenLinks(False)
        self.setAcceptDrops(False)  # the window takes what is dropped
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.document().setUndoRedoEnabled(False)
        self.setFont(font(theme().tokens.type.body))
        self.document().setDefaultFont(font(theme().tokens.type.body))
        self.anchorClicked.connect(self._open)
        theme().changed.connect(self._restyle)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Nothing is ever fetched for a message, neither from the net nor from the disk."""
        return None

    def show_markdown(self, source: str) -> None:
        """Render ``source`` as Markdown; nothing is done when it is shown already."""
        self._show(source, rich=True)

    def show_plain(self, text: str) -> None:
        """Show ``text`` as it is."""
        self._show(text, rich=False)

    def _show(self, source: str, rich: bool) -> None:
        if source == self._source and rich == self._rich:
            return
        self._source = source
        self._rich = rich
        self._render()

    def _render(self) -> None:
        self.renders += 1
        if self._rich:
            self.document().setDefaultStyleSheet(document_style())
            self.setHtml(to_html(self._source or ""))
        else:
            self.setPlainText(self._source or "")
            self._space_lines()

    def _space_lines(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        shape = cursor.blockFormat()
        shape.setLineHeight(150, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setBlockFormat(shape)

    def _restyle(self) -> None:
        self.document().setDefaultFont(font(theme().tokens.type.body))
        if self._source is not None:
            self._render()

    def ideal_width(self, limit: int) -> int:
        """The width the text would take on lines of at most ``limit`` px."""
        self._wrap_at(limit)
        return min(limit, int(self.document().idealWidth()) + 2)

    def height_for(self, width: int) -> int:
        """The exact height of the text in a column of ``width`` px."""
        self._wrap_at(width)
        return int(self.document().size().height() + 0.999)

    def _wrap_at(self, width: int) -> None:
        """Lay out for ``width``, whatever the widget's own width is right now."""
        if self.lineWrapColumnOrWidth() != width:
            self.setLineWrapColumnOrWidth(width)

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the transcript scrolls, not its parts

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def _open(self, address: QUrl) -> None:
        if safe_link(address.toString()):
            QDesktopServices.openUrl(address)


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
        self.setAccessibleName("Code")
        self.setFont(font(theme().tokens.type.base, mono=True))
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self.document().setDefaultFont(font(theme().tokens.type.base, mono=True))
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        if abs(delta.x()) > abs(delta.y()):
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - delta.x())
            event.accept()
        else:
            event.ignore()


class CodeBlock(QWidget):
    """A card with the code's language, a copy button and coloured lines; ``copied`` carries what was copied."""

    HEADER = 34
    PAD = 12
    LINE = 23

    copied = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._code = ""
        self._language = ""
        self._coloured = False
        self._closed = False
        self._label = dim("", "dim")
        self._label.setFont(font(theme().tokens.type.small + 1))
        self._copy = IconButton("copy", "Copy code", size=15, box=26)
        self._copy.clicked.connect(self.copy)
        self._view = CodeView(self)
        top = QHBoxLayout()
        top.setContentsMargins(16, 0, 8, 0)
        top.addWidget(self._label)
        top.addStretch(1)
        top.addWidget(self._copy)
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
        theme().changed.connect(self._recolour)

    @property
    def code(self) -> str:
        return self._code

    @property
    def coloured(self) -> bool:
        return self._coloured

    def colour_at(self, place: int) -> str:
        """The colour of the character after ``place``, ``#rrggbb``."""
        cursor = QTextCursor(self._view.document())
        cursor.setPosition(place + 1)
        return cursor.charFormat().foreground().color().name()

    def show_code(self, chunk: Chunk) -> None:
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
            self._coloured = False
            self._code = chunk.source
            self._language = chunk.language
            self._label.setText(chunk.language or "text")
        self._closed = chunk.closed
        if chunk.closed and not self._coloured and self.isVisible():
            self._recolour()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._closed and not self._coloured:  # rows that are only measured need no colours
            self._recolour()

    def _space_lines(self) -> None:
        cursor = QTextCursor(self._view.document())
        cursor.select(QTextCursor.SelectionType.Document)
        shape = QTextBlockFormat()
        shape.setLineHeight(self.LINE, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor.setBlockFormat(shape)

    def _recolour(self) -> None:
        if not self._code:
            return
        self._coloured = True
        if len(self._code) > HIGHLIGHT_LIMIT:
            return
        from app.ui.transcript.highlight import spans

        document = self._view.document()
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        plain = QTextCharFormat()
        plain.setForeground(qcolor(colors().text))
        cursor.setCharFormat(plain)
        for start, length, color, italic in spans(self._code, self._language):
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
        self._copy.set_icon("check", "pinned")
        self._copy.set_label("Copied")
        self.copied.emit(self._code)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._copy.set_icon("copy", "dim")
        self._copy.set_label("Copy code")

    def height_for(self, width: int) -> int:
        """The exact height of the card; long lines scroll sideways, so ``width`` decides only about the scroll bar."""
        lines = self._view.document().blockCount()
        longest = max((len(text) for text in self._code.split("\n")), default=0)
        wide = longest * self._view.fontMetrics().horizontalAdvance("m") > width - 30
        return self.HEADER + self.PAD + lines * self.LINE + (24 if wide else 14) + 2

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(scheme.line), 1))
        painter.setBrush(qcolor(scheme.code_bg))
        radius = theme().tokens.radius.m
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawLine(1, self.HEADER, self.width() - 2, self.HEADER)
        painter.end()


def caption(text: str) -> QLabel:
    """A small quiet line under a message."""
    label = dim(text, "faint")
    label.setFont(font(theme().tokens.type.small))
    return label
