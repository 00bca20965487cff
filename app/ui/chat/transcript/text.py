"""Prose of a message: text, tables and formulas as documents that are as high as what they show."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDesktopServices,
    QFocusEvent,
    QFont,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget

from app.ui.chat.transcript import lists
from app.ui.chat.transcript.cites import HAS
from app.ui.chat.transcript.formulas import FormulaObject, WantedFormula, formulas
from app.ui.chat.transcript.fragments import part_html, rich_data
from app.ui.chat.transcript.markdown import (
    CITE,
    CITE_OPEN,
    DELIMITERS,
    LAST,
    NOTE,
    Chunk,
    code_html,
    safe_link,
    to_html,
)
from app.ui.chat.transcript.overlay import text_between
from app.ui.theme import colors, font, qcolor, theme
from app.ui.theme.theme import NO_LIGATURES
from app.ui.widgets.tips import show_tip


def line_height() -> int:
    """Of prose, in per cent."""
    return 135 if theme().compact else 150


CODE = re.compile("<code|<pre")
LONG_WORD = 500  # characters; longer ones count
MOST_SOUGHT = 5_000_000  # characters; about 20 ms


def document_style() -> str:
    """The style sheet of prose documents."""
    scheme = colors()
    kinds = theme().text
    line, after = line_height(), 8 if theme().compact else 12
    mono = ", ".join(f"'{name}'" for name in kinds.mono)
    return f"""
    p {{ margin: 0 0 {after}px 0; line-height: {line}%; }}
    p.item {{ margin: 0 0 6px 0; line-height: {line}%; }}
    li {{ margin: 0 0 6px 0; line-height: {line}%; }}
    ul, ol {{ margin: 0; }}
    p.h1 {{ font-size: {kinds.display}px; font-weight: 600; margin: 6px 0 12px 0; line-height: 130%; }}
    p.h2 {{ font-size: {kinds.title}px; font-weight: 600; margin: 6px 0 10px 0; line-height: 130%; }}
    p.h3 {{ font-size: {kinds.body + 1}px; font-weight: 600; margin: 4px 0 8px 0; line-height: 130%; }}
    strong {{ font-weight: 600; }}
    code, pre {{ font-family: {mono}; font-size: {kinds.base}px; color: {scheme.accent}; }}
    pre {{ color: {scheme.text}; margin: 0; }}
    a {{ color: {scheme.accent}; text-decoration: underline; }}
    s {{ text-decoration: line-through; color: {scheme.dim}; }}
    table.grid {{ border-collapse: collapse; border-style: solid; border-color: {scheme.line_strong};
        margin: 0 0 {after}px 0; }}
    table.grid td.head {{ font-weight: 600; color: {scheme.dim}; background-color: {scheme.code_bg}; }}
    table.quote {{ margin: 10px 0 12px 0; }}
    table.rule {{ margin: 4px 0 14px 0; border-top: 1px solid {scheme.line_strong}; }}
    table.rule td {{ font-size: 1px; border-top: 1px solid {scheme.line_strong}; }}
    td.bar {{ background-color: {scheme.line_strong}; }}
    td.quoted {{ padding-left: 14px; color: {scheme.dim}; }}
    td.codebox {{ background-color: {scheme.code_bg}; }}
    p.note {{ font-size: {kinds.base}px; color: {scheme.dim}; margin: 0 0 6px 0; line-height: 145%; }}
    a.note, a.cite {{ text-decoration: none; }}
    a.cite {{ font-weight: 600; }}
    li.last {{ margin-bottom: {LAST}px; }}
    p.math {{ margin: 0; line-height: 100%; }}
    p.end {{ margin: 0; line-height: {line}%; }}
    """


def letters_apart(document: QTextDocument) -> None:
    """Draw each character of code by itself, as in code of its own: no sign for "!=" or "->"."""
    mono = theme().text.mono[0]
    shape = QTextCharFormat()
    shape.setFontFeatures(dict.fromkeys(map(QFont.Tag, NO_LIGATURES), 0))
    cursor = QTextCursor(document)
    cursor.beginEditBlock()  # else all is laid out again for each piece of code
    block = document.begin()
    while block.isValid():
        found = block.begin()
        while not found.atEnd():
            fragment = found.fragment()
            if mono in fragment.charFormat().font().families():
                cursor.setPosition(fragment.position())
                cursor.setPosition(fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(shape)
            found += 1
        block = block.next()
    cursor.endEditBlock()


def wrap_mode(text: str) -> QTextOption.WrapMode:
    """Lines are broken between words, but anywhere where words are so long that Qt would seek for a border for minutes.

    That takes the square of a word's length: 100,000 characters without a blank take a minute.
    """
    sought = sum(len(word) ** 2 for word in text.split() if len(word) > LONG_WORD)
    modes = QTextOption.WrapMode
    return modes.WrapAnywhere if sought > MOST_SOUGHT else modes.WrapAtWordBoundaryOrAnywhere


class TextBlock(QTextBrowser):
    """Read-only prose that is as high as its text. Links open in the system's browser, only when clicked.

    Signals: ``grown``: formulas were drawn and the height may have changed; ``pointed(address)``: the link under the
    pointer or the focus, "" if there is none; ``source_pointed(words)``: so is the number of a source;
    ``note_asked(label)``: go to a footnote; ``cite_asked(number)``: show a source.

    Attributes:
        renders: how often the document was set, for tests.
        sources: LaTeX of each formula drawn, in order of their place.
        cite_tips: what a tooltip says of the sources whose numbers stand here.
        room: the width that it will have, px, where that is known: it is laid out for it at once.
        room_below: what the last paragraph wants below it, px; not part of the height.
    """

    grown = Signal()
    pointed = Signal(str)
    source_pointed = Signal(str)
    note_asked = Signal(str)
    cite_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.renders = 0
        self.sources: list[str] = []
        self.cite_tips: Mapping[int, str] = {}
        self.room = self.room_below = 0
        self._source: str | None = None
        self._rich = True
        self._apart = False
        self._quiet = False
        self._lists = False  # there are some in the document
        self._measured = 0  # the width that the height is of; 0: none
        self._high = 0
        self._pending: set[WantedFormula] = set()
        self._formulas = FormulaObject(self)
        self.document().documentLayout().registerHandler(QTextFormat.ObjectTypes.ImageObject.value, self._formulas)
        formulas().ready.connect(self._drawn)
        self.highlighted.connect(self._point)
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
        self.setFont(font(theme().text.body))
        self.document().setDefaultFont(font(theme().text.body))
        self.anchorClicked.connect(self._open)
        theme().changed.connect(self._restyle)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Nothing is ever fetched for a message, neither from the net nor from the disk."""
        return None

    @property
    def pending(self) -> bool:
        """Whether formulas of it are still being drawn."""
        return bool(self._pending)

    @property
    def edit(self) -> QTextEdit:
        """What holds the text, for selections and marks."""
        return self

    def show_chunk(self, chunk: Chunk) -> None:
        """Show a piece of a message: prose, a table or a formula."""
        if chunk.kind == "math":
            self._show(chunk.source, rich=chunk.closed, apart=chunk.closed)
        elif chunk.kind == "plain":
            self.show_plain(chunk.source.rstrip("\n"))
        else:
            self._show(chunk.source, rich=True)

    def release(self) -> None:
        """Hold no text: what is shown next is rendered, also if it is the same."""
        if self._source is not None:
            self._source = None
            self._measured = 0
            self._pending.clear()
            self.sources.clear()
            self._formulas.drawings.clear()
            self._lists = False
            self.clear()

    def show_plain(self, text: str, quiet: bool = False) -> None:
        """Show ``text`` as it is; ``quiet``: in the colour of what matters less."""
        self._quiet = quiet
        self._show(text, rich=False)

    def _show(self, source: str, rich: bool, apart: bool = False) -> None:
        if (source, rich, apart) == (self._source, self._rich, self._apart):
            return
        self._source, self._rich, self._apart = source, rich, apart
        self._render()

    def _render(self) -> None:
        self.renders += 1
        self._measured = 0
        self._pending.clear()
        self.sources.clear()
        self._formulas.drawings.clear()
        self._formulas.apart = self._apart
        source = self._source or ""
        wrapping = self._wrapping(source)
        moved = bool(self.room) and self.lineWrapColumnOrWidth() != self.room
        if moved or wrapping != self.wordWrapMode():
            self.clear()  # else what is shown no more would be laid out once more
        if moved:
            self._wrap_at(self.room)
        self.document().setProperty(HAS, self._rich and CITE_OPEN in source)
        self.setWordWrapMode(wrapping)
        if self._rich:
            self.document().setDefaultStyleSheet(document_style())
            html = self._formula(source) if self._apart else self._html(source)
            self.setHtml(html)
            self._lists = lists.hide_own(self.document())
            if CODE.search(html):
                letters_apart(self.document())
        else:
            self._lists = False
            self.setPlainText(self._source or "")
            self._space_lines()

    def _wrapping(self, source: str) -> QTextOption.WrapMode:
        return wrap_mode(source)

    def _html(self, source: str) -> str:
        return to_html(source, self._draw)

    def _formula(self, tex: str) -> str:
        """A formula that is a block of its own; its source until it is drawn, or if it cannot be."""
        made = self._draw(tex, True)
        return f'<p class="math" align="center">{made}</p>' if made else code_html(tex)

    def _draw(self, tex: str, display: bool) -> str:
        wanted = formulas().want(tex, display)
        drawing = formulas().get(wanted)
        if drawing is None:
            if formulas().pending(wanted):
                self._pending.add(wanted)
            return ""
        self._formulas.drawings.append(drawing)
        opening, closing = DELIMITERS[display]
        self.sources.append(f"{opening}{tex.strip()}{closing}")
        return f'<img src="formula:{len(self.sources) - 1}"/>'

    def _drawn(self, news: frozenset[WantedFormula]) -> None:
        if not self._pending.isdisjoint(news):
            self._render()
            self.grown.emit()

    def _space_lines(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        shape = cursor.blockFormat()
        shape.setLineHeight(line_height(), QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setBlockFormat(shape)
        if self._quiet:
            tone = QTextCharFormat()
            tone.setForeground(qcolor(colors().dim))
            cursor.mergeCharFormat(tone)

    def _restyle(self) -> None:
        self._measured = 0
        self.document().setDefaultFont(font(theme().text.body))
        if self._source is not None:
            self._render()

    def ideal_width(self, limit: int) -> int:
        """The width the text would take on lines of at most ``limit`` px."""
        self._measured = 0
        self._wrap_at(limit)
        return min(limit, int(self.document().idealWidth()) + 2)

    def height_for(self, width: int) -> int:
        """The exact height of the text in a column of ``width`` px; of what was rendered since, it is measured."""
        if self._measured != width:
            self._high = self._measure(width)
            self.room_below = round(self.document().lastBlock().blockFormat().bottomMargin())
            self._measured = width
        return self._high

    def _measure(self, width: int) -> int:
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

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointed.emit("")

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        note_focus(self, event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """The Tab key goes from link to link; Qt tells only of those that the mouse is on."""
        moved = super().focusNextPrevChild(forward)
        cursor = self.textCursor()
        chosen = self.hasFocus() and cursor.hasSelection()
        cursor.setPosition(cursor.selectionEnd())  # where its format is that of what is selected
        self._point(QUrl(cursor.charFormat().anchorHref() if chosen else ""))
        return moved

    def createMimeDataFromSelection(self) -> QMimeData:
        cursor = self.textCursor()
        span = cursor.selectionStart(), cursor.selectionEnd()
        return rich_data(text_between(self, *span), part_html(self, *span))

    def cite_tip(self, address: str) -> str:
        """What is said of the source that a link leads to; "" of other links."""
        number = address.removeprefix(CITE)
        return self.cite_tips.get(int(number), "") if address.startswith(CITE) and number.isdecimal() else ""

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            show_tip(event.globalPos(), self.cite_tip(self.anchorAt(event.pos())), self)
            return True
        return super().viewportEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.ignore()  # the transcript has one for all its parts

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._lists:
            painter = QPainter(self.viewport())
            shift = QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
            painter.translate(-shift)
            lists.paint_signs(painter, self.document(), QRectF(event.rect()).translated(shift))
            painter.end()
        paint_focus(self)

    def _point(self, address: QUrl) -> None:
        self.pointed.emit(address.toString())
        if tip := self.cite_tip(address.toString()):
            self.source_pointed.emit(tip)

    def _open(self, address: QUrl) -> None:
        text = address.toString()
        if text.startswith(NOTE):
            self.note_asked.emit(text.removeprefix(NOTE))
        elif text.startswith(CITE):
            self.cite_asked.emit(text.removeprefix(CITE))
        elif safe_link(text):
            QDesktopServices.openUrl(address)


def scroll_sideways(edit: QTextEdit, event: QWheelEvent) -> None:
    """Take what a wheel turns sideways; the rest is the transcript's."""
    delta = event.angleDelta()
    if abs(delta.x()) > abs(delta.y()):
        edit.horizontalScrollBar().setValue(edit.horizontalScrollBar().value() - delta.x())
        event.accept()
    else:
        event.ignore()


def paint_focus(edit: QTextEdit) -> None:
    """A ring around a text that has the focus from the keyboard."""
    if edit.hasFocus() and edit.property("ring"):
        painter = QPainter(edit.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(colors().accent, 0.8), 1))
        painter.drawRoundedRect(edit.viewport().rect().adjusted(0, 0, -1, -1), 6, 6)
        painter.end()


def note_focus(edit: QTextEdit, event: QFocusEvent) -> None:
    """Remember whether the focus came by the keyboard; call from ``focusInEvent``."""
    keys = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
    edit.setProperty("ring", event.reason() in keys)
    edit.viewport().update()
