"""Blocks that show the first rows of very long tables, with a link to more; among them prose with such tables in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication, QMimeData, Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextDocument, QTextFrame, QTextTable
from PySide6.QtWidgets import QTextEdit, QWidget

from app.ui.chat.transcript import tables
from app.ui.chat.transcript.fragments import part_html, rich_data
from app.ui.chat.transcript.markdown import GRID, Chunk
from app.ui.chat.transcript.overlay import text_between
from app.ui.chat.transcript.text import TextBlock
from app.ui.numbers import count
from app.ui.widgets.buttons import TextButton

translate = QCoreApplication.translate

BELOW = 49  # px below a table in prose that is not shown whole; no other has as many


def words_of(rows: int, more: int) -> str:
    """What the link says below a table of which so many rows are shown beyond the first ones."""
    if rows > tables.SHOWN + more + tables.STEP + tables.SPARE:
        words = translate("Transcript", "Show {more} more of {rows} rows")
        return words.format(more=count(tables.STEP), rows=count(rows))
    return translate("Transcript", "Show all %Ln row(s)", "", rows)


class FoldingBlock(TextBlock):
    """A text that leaves out rows of very long tables.

    Signals: ``rest_asked``: show more of them.

    Attributes:
        links: to more rows, one for each table that is not shown whole, in their order.
    """

    LINK = 36  # px that a link takes

    rest_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._made: list[TextButton] = []
        self.links: list[TextButton] = []

    def fold(self, chunk: Chunk, source: str, more: int) -> str:
        """What is to be shown of ``source``, the Markdown of ``chunk``: of very long tables the first rows and so many
        ``more``, with a link below."""
        raise NotImplementedError

    def _show_links(self, words: Sequence[str]) -> None:
        while len(self._made) < len(words):
            link = TextButton("", "link", parent=self)
            link.clicked.connect(partial(self._ask_rest, link))
            self._made.append(link)
        self.links = self._made[: len(words)]
        for link in self._made:
            link.setVisible(link in self.links)
        for link, text in zip(self.links, words, strict=True):
            link.set_text(text)

    def _ask_rest(self, link: TextButton) -> None:
        focused = link.hasFocus()
        if focused:
            self.setFocus(Qt.FocusReason.OtherFocusReason)  # the link may go
        self.rest_asked.emit()
        if focused and link in self.links:
            link.setFocus(Qt.FocusReason.OtherFocusReason)

    def _place(self, link: TextButton, top: int, left: int = 0) -> None:
        hint = link.sizeHint()
        link.setGeometry(left, top, min(hint.width(), self.width() - left), hint.height())


class ProseBlock(FoldingBlock):
    """Prose, whose lists and quotes may hold very long tables."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cut: Mapping[int, int] = {}  # rows of the tables that are not shown whole, by their numbers
        self._whole: Chunk | None = None  # with all rows

    def fold(self, chunk: Chunk, source: str, more: int) -> str:
        shown, cut = tables.first_rows_inside(source, more) if chunk.kind == "text" else (source, {})
        if cut.keys() != self._cut.keys():
            self.release()  # there is room below other tables, though the text may be the same
        self._cut, self._whole = cut, replace(chunk, source=source) if cut else None
        self._show_links([words_of(rows, more) for rows in cut.values()])
        return shown

    @property
    def seen(self) -> int | None:
        """Up to where nothing is left out before, as a place in the document; None: all that there is is shown."""
        return next((table.lastPosition() for table in self._tables(self.document())), None)

    def whole_span(self, start: int, end: int) -> tuple[QTextEdit, int, int]:
        """A text in which all rows stand between these two places of this one, and the two places in it."""
        ours = self._tables(self.document())
        if self._whole is None or not any(start <= table.lastPosition() < end for table in ours):
            return self, start, end
        made = ProseBlock()
        made._cut = self._cut
        made.show_chunk(self._whole)
        longer = [
            (table.lastPosition(), _length(whole) - _length(table))
            for table, whole in zip(ours, self._tables(made.document()), strict=True)
        ]
        first, last = (place + sum(more for end, more in longer if end < place) for place in (start, end))
        return made, first, last

    def _tables(self, document: QTextDocument) -> list[QTextTable]:
        """Those that are not shown whole here."""
        return _deep_tables(document.rootFrame()) if self._cut else []

    def _html(self, source: str) -> str:
        """Room for the links."""
        first, *others = super()._html(source).split(GRID)
        room = f' style="margin-bottom: {BELOW}px"'
        return first + "".join(GRID + room * (at in self._cut) + other for at, other in enumerate(others))

    def _measure(self, width: int) -> int:
        high = super()._measure(width)
        self._place_links()
        return high

    def _place_links(self) -> None:
        layout = self.document().documentLayout()
        for table, link in zip(self._tables(self.document()), self.links, strict=False):
            box = layout.frameBoundingRect(table)
            self._place(link, round(box.bottom()) - BELOW + 2, round(box.left()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_links()

    def createMimeDataFromSelection(self) -> QMimeData:
        cursor = self.textCursor()
        span = self.whole_span(cursor.selectionStart(), cursor.selectionEnd())
        return rich_data(text_between(*span), part_html(*span))


def _length(table: QTextTable) -> int:
    return table.lastPosition() - table.firstPosition()


def _deep_tables(frame: QTextFrame) -> list[QTextTable]:
    """The tables with room for a link, from top to bottom; quotes are tables, too, around what they hold."""
    found: list[QTextTable] = []
    for inner in frame.childFrames():
        if isinstance(inner, QTextTable) and inner.format().bottomMargin() == BELOW:
            found.append(inner)
        found += _deep_tables(inner)
    return found
