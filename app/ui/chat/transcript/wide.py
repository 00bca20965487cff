"""Tables and formulas that stand by themselves, as wide as they want to be; what is copied of them and of prose."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QTextOption, QWheelEvent
from PySide6.QtWidgets import QTextEdit, QWidget

from app.ui.chat.transcript import tables
from app.ui.chat.transcript.folding import FoldingBlock, ProseBlock, words_of
from app.ui.chat.transcript.fragments import part_html
from app.ui.chat.transcript.markdown import Chunk
from app.ui.chat.transcript.overlay import length, text_between
from app.ui.chat.transcript.plain import chunk_text
from app.ui.chat.transcript.rich import chunk_html
from app.ui.chat.transcript.text import scroll_sideways, wrap_mode


class WideBlock(FoldingBlock):
    """A table or a formula: scrolls sideways where the column is too narrow for it (``scrolls``).

    Attributes:
        whole: the table of which only the first rows are shown; None: all that there is is shown.
    """

    COLUMN = 96  # px that each column of a table has at least before it scrolls
    BAR = 12

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self._columns = 1
        self._widths: list[tables.TextWidths] = []  # of a table with words that are too long for it
        self._natural = 0  # px of a table whose texts need no second line: more room changes nothing
        self.scrolls = False
        self.whole: Chunk | None = None

    @property
    def space(self) -> tuple[int, int]:
        """Room above and below, px."""
        if self._apart:
            return 6, 18
        return 0, 14 if self.scrolls else 4

    def fold(self, chunk: Chunk, source: str, more: int) -> str:
        shown, rows = tables.first_rows(source, more) if chunk.kind == "table" else (source, 0)
        if (self.whole is not None) != bool(rows):
            self._measured = 0  # the link takes some of the height, though the text may be the same
        if rows or self.whole is not None:
            self._show_links([words_of(rows, more)] if rows else [])
            self.setViewportMargins(0, 0, 0, self.LINK if rows else 0)
            self._place_link()
        self.whole = chunk if rows else None
        return shown

    def show_chunk(self, chunk: Chunk) -> None:
        self.setProperty("grid", chunk.kind == "table")
        self._columns = chunk.source.partition("\n")[0].count("|") - 1 if chunk.kind == "table" else 1
        super().show_chunk(chunk)

    def _wrapping(self, source: str) -> QTextOption.WrapMode:
        modes = QTextOption.WrapMode  # without long words, a table is as wide as its words are
        return wrap_mode(source) if self._has_long_words(source) else modes.WordWrap

    def _has_long_words(self, source: str) -> bool:
        return bool(self.property("grid")) and tables.has_long_words(source)

    def _render(self) -> None:
        self._natural = 0
        super()._render()
        self._widths = tables.measure(self.document()) if self._has_long_words(self._source or "") else []

    def _measure(self, width: int) -> int:
        document = self.document()
        if self._widths:
            widths = tables.shares(self._widths, width)
            tables.set_widths(document, widths)
            needed = max(float(width), sum(widths) + tables.EDGES)
            self._wrap_at(int(needed + 0.999))
            return self._high_with(needed > width + 1)
        if 0 < self._natural <= width:
            self._wrap_at(self._natural)
            return self._high_with(False)
        needed = 0.0
        if self._columns * self.COLUMN > width:
            self._wrap_at(self._columns * self.COLUMN)
            needed = document.idealWidth()
        if needed <= width:
            self._wrap_at(width)
            needed = document.size().width()
            self._find_natural(width)
        if needed > width + 1:
            self._wrap_at(int(needed + 0.999))
        return self._high_with(needed > width + 1)

    def _find_natural(self, width: int) -> None:
        """A table that leaves some of its room has all that its texts want."""
        ideal = int(self.document().idealWidth()) + 2
        if self.property("grid") and ideal < width:
            self._natural = ideal

    def _high_with(self, scrolls: bool) -> int:
        self.scrolls = scrolls
        link = self.LINK if self.whole is not None else 0
        return int(self.document().size().height() + 0.999) + (self.BAR if scrolls else 0) + link

    def _place_link(self) -> None:
        for link in self.links:
            self._place(link, self.viewport().geometry().bottom() + 3)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_link()

    def wheelEvent(self, event: QWheelEvent) -> None:
        scroll_sideways(self, event)


def copied_text(edit: QTextEdit, start: int, end: int) -> str:
    """What is copied of a part of a message: all rows of tables, also where only the first ones are shown."""
    whole = _whole(edit, start, end)
    return text_between(*_stretch(edit, start, end)) if whole is None else chunk_text(whole, marks=True)


def copied_html(edit: QTextEdit, start: int, end: int) -> str:
    """The same as HTML."""
    whole = _whole(edit, start, end)
    return part_html(*_stretch(edit, start, end)) if whole is None else chunk_html(whole)


def _whole(edit: QTextEdit, start: int, end: int) -> Chunk | None:
    return edit.whole if isinstance(edit, WideBlock) and (start, end) == (0, length(edit)) else None


def _stretch(edit: QTextEdit, start: int, end: int) -> tuple[QTextEdit, int, int]:
    return edit.whole_span(start, end) if isinstance(edit, ProseBlock) else (edit, start, end)
