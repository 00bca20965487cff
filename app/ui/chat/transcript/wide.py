"""Tables and formulas that stand by themselves: as wide as they want to be, and of very long tables the first rows."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextOption, QWheelEvent
from PySide6.QtWidgets import QTextEdit, QWidget

from app.ui.chat.transcript import tables
from app.ui.chat.transcript.fragments import part_html
from app.ui.chat.transcript.markdown import Chunk
from app.ui.chat.transcript.overlay import length, text_between
from app.ui.chat.transcript.plain import chunk_text
from app.ui.chat.transcript.rich import chunk_html
from app.ui.chat.transcript.text import TextBlock, scroll_sideways, wrap_mode
from app.ui.widgets.buttons import TextButton

translate = QCoreApplication.translate


class WideBlock(TextBlock):
    """A table or a formula: scrolls sideways where the column is too narrow for it (``scrolls``).

    Signals: ``rest_asked``: show the whole table, of which only the first rows are shown.

    Attributes:
        whole: the table of which only the first rows are shown; None: all that there is is shown.
        more: asks for the others; None: there never were any.
    """

    COLUMN = 96  # px that each column of a table has at least before it scrolls
    BAR = 12
    LINK = 36  # px below a table that is not shown whole

    rest_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self._columns = 1
        self._widths: list[tables.TextWidths] = []  # of a table with words that are too long for it
        self._natural = 0  # px of a table whose texts need no second line: more room changes nothing
        self.scrolls = False
        self.whole: Chunk | None = None
        self.more: TextButton | None = None

    @property
    def space(self) -> tuple[int, int]:
        """Room above and below, px."""
        if self._apart:
            return 6, 18
        return 0, 14 if self.scrolls else 4

    def fold(self, chunk: Chunk, source: str, unfolded: bool) -> str:
        """What is to be shown of ``source``, the Markdown of ``chunk``: of a very long table the first rows, with a
        link below, until it is ``unfolded``."""
        shown, rows = tables.first_rows(source) if chunk.kind == "table" and not unfolded else (source, 0)
        if (self.whole is not None) != bool(rows):
            self._measured = 0  # the link takes some of the height, though the text may be the same
        self.whole = chunk if rows else None
        if rows or self.more is not None:
            self._show_link(rows)
        return shown

    def _show_link(self, rows: int) -> None:
        """The link to all ``rows``; 0: none."""
        if self.more is None:
            self.more = TextButton("", "link", parent=self)
            self.more.clicked.connect(self._ask_rest)
        self.more.setVisible(bool(rows))
        self.more.set_text(translate("Transcript", "Show all %Ln row(s)", "", rows) if rows else "")
        self.setViewportMargins(0, 0, 0, self.LINK if rows else 0)
        self._place_link()

    def _ask_rest(self) -> None:
        if self.more is not None and self.more.hasFocus():
            self.setFocus(Qt.FocusReason.OtherFocusReason)  # the link goes
        self.rest_asked.emit()

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
        if self.more is not None:
            hint = self.more.sizeHint()
            below = self.viewport().geometry().bottom() + 1
            self.more.setGeometry(0, below + 2, min(hint.width(), self.width()), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_link()

    def wheelEvent(self, event: QWheelEvent) -> None:
        scroll_sideways(self, event)


def copied_text(edit: QTextEdit, start: int, end: int) -> str:
    """What is copied of a part of a message; of a table that is copied as far as it is shown, all rows."""
    whole = _whole(edit, start, end)
    return text_between(edit, start, end) if whole is None else chunk_text(whole, marks=True)


def copied_html(edit: QTextEdit, start: int, end: int) -> str:
    """The same as HTML."""
    whole = _whole(edit, start, end)
    return part_html(edit, start, end) if whole is None else chunk_html(whole)


def _whole(edit: QTextEdit, start: int, end: int) -> Chunk | None:
    return edit.whole if isinstance(edit, WideBlock) and (start, end) == (0, length(edit)) else None
