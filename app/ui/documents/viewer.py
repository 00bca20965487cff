"""A document as it was read, opened at a place: the passage is marked, page by page or stretch by stretch."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.core.attachments.page_image import PageImage, draw_page
from app.core.document_values import DocumentEntry
from app.core.documents.parts import part_at, parts_of
from app.core.utf16 import units
from app.services.app_context import AppContext
from app.ui.documents.document_words import facts_of, words_to_open
from app.ui.documents.page_view import ZOOM_STEP, PageView
from app.ui.numbers import count
from app.ui.opening import open_original
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.labels import ElidedLabel, dim
from app.ui.widgets.long_lines import folded
from app.ui.widgets.text import follow_direction
from app.ui.widgets.tips import set_title

translate = QCoreApplication.translate


DrawPage = Callable[[int, str, Callable[[PageImage | None], None]], None]
"""Called with the number of a page and the words to mark; hands over the page, None if it cannot be drawn."""


class DocumentViewer(QDialog):
    """The text of a document to read and copy; ``show_place`` marks ``[start, end)`` of it.

    Pages of a PDF are shown as they look where ``draw`` is given; a button shows their text.
    """

    def __init__(self, entry: DocumentEntry, text: str, parent: QWidget, draw: DrawPage | None = None) -> None:
        super().__init__(parent)
        self._draw = draw
        self._wants_page = draw is not None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.entry, self._text = entry, text
        self._parts = parts_of(text, entry.kind == "pdf")
        self._at = 0
        self._marked = (0, 0)
        set_title(self, entry.name)
        self.setAccessibleName(translate("Documents", "Document {name}").format(name=entry.name))
        kinds = theme().tokens.type
        name = ElidedLabel(entry.name)
        name.setFont(font(kinds.title, 600))
        self.moved = dim("", "warn", wrap=True)
        self.moved.hide()
        self.view = QPlainTextEdit()
        self.view.setReadOnly(True)
        follow_direction(self.view)
        self.view.setProperty("kind", "field")
        self.view.setFont(font(kinds.base, mono=entry.kind in ("code", "folder")))
        self.view.setTabChangesFocus(True)
        self.view.setAccessibleName(translate("Documents", "Text of the document"))
        flags = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        self.view.setTextInteractionFlags(flags)
        self.page = PageView()
        self.page.hide()
        self.as_text = TextButton(translate("Documents", "Show text"), "", "file-text", parent=self)
        self.as_text.setVisible(draw is not None)
        self.as_text.clicked.connect(self._switch)
        self.before = IconButton("chevron-left", translate("Documents", "Previous page"), size=18, box=32)
        self.after = IconButton("chevron-right", translate("Documents", "Next page"), size=18, box=32)
        self.before.clicked.connect(lambda: self._go(self._at - 1))
        self.after.clicked.connect(lambda: self._go(self._at + 1))
        self.where = dim("", "dim")
        self.original = TextButton(words_to_open(entry), "", "app-window")
        self.original.clicked.connect(lambda: open_original(entry.source))
        close = TextButton(translate("Documents", "Close"), "accent")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        self.original.setEnabled(entry.origin != "gone")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for part in (self.before, self.where, self.after):
            buttons.addWidget(part)
        buttons.addStretch(1)
        buttons.addWidget(self.as_text)
        buttons.addWidget(self.original)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 18)
        column.setSpacing(8)
        column.addWidget(name)
        column.addWidget(dim(facts_of(entry), "dim", wrap=True))
        column.addWidget(self.moved)
        column.addSpacing(4)
        column.addWidget(self.view, 1)
        column.addWidget(self.page, 1)
        column.addLayout(buttons)
        keys = QKeySequence.StandardKey
        for key, factor in (
            (keys.ZoomIn, ZOOM_STEP),
            (keys.ZoomOut, 1 / ZOOM_STEP),
            ("Ctrl+=", ZOOM_STEP),
            ("Ctrl+0", 0),
        ):
            QShortcut(QKeySequence(key), self, partial(self._zoom, factor))
        room = parent.window().size()
        self.resize(QSize(760, 640).boundedTo(room - QSize(40, 40)))
        self._go(0)

    @property
    def marked_text(self) -> str:
        """What is marked on the page that is shown."""
        return "".join(one.cursor.selectedText().replace("\u2029", "\n") for one in self.view.extraSelections())

    def show_place(self, start: int, end: int, digest: str = "", quote: str = "") -> None:
        """Go to a place, and mark it. ``digest``: of the text in which that is the place, ``quote``: what stands there:
        if the document has another text by now, or says something else there, ``quote`` is looked for instead."""
        if (digest and digest != self.entry.digest) or (quote and _words(self._text[start:end]) != _words(quote)):
            at = self._text.find(quote) if quote else -1
            start, end = (at, at + len(quote)) if at >= 0 else (0, 0)
            if at < 0:
                words = translate("Documents", "The document has changed, and this passage is no longer in it.")
                self.moved.setText(words)
                self.moved.show()
        self._marked = (start, end)
        self._go(part_at(self._parts, start))

    def _go(self, at: int) -> None:
        self._at = max(0, min(at, len(self._parts) - 1))
        part = self._parts[self._at]
        shown = self._text[part.start : part.end].rstrip("\n")
        self.view.setPlainText(_folded(shown))
        self._mark(part.start, shown)
        self._show_page(part.page)
        several = len(self._parts) > 1
        for widget in (self.before, self.after, self.where):
            widget.setVisible(several)
        self.before.setEnabled(self._at > 0)
        self.after.setEnabled(self._at < len(self._parts) - 1)
        words = translate("Documents", "Page {number} of {total}") if part.page else translate(
            "Documents", "Part {number} of {total}"
        )  # fmt: skip
        total = max(self.entry.pages, self._parts[-1].page) if part.page else len(self._parts)
        self.where.setText(words.format(number=count(part.page or self._at + 1), total=count(total)))

    def _zoom(self, factor: float) -> None:
        """Show the page or the text larger or smaller; 0: as at first."""
        if not self.page.isHidden():
            self.page.zoom_by(factor)
            return
        usual = theme().tokens.type.base
        now = self.view.font().pixelSize()
        high = max(usual // 2, min(3 * usual, round(now * factor))) if factor else usual
        self.view.setStyleSheet(f"QPlainTextEdit {{ font-size: {high}px; }}")  # the program's has a size, too

    def _switch(self) -> None:
        self._wants_page = not self._wants_page
        self._show_page(self._parts[self._at].page)

    def _show_page(self, number: int) -> None:
        """Show the page as it looks, once it is drawn; until then, and where it cannot be, its text."""
        words = translate("Documents", "Show text") if self._wants_page else translate("Documents", "Show page")
        self.as_text.set_text(words)
        if self._draw is None or not self._wants_page or not number:
            self.page.hide()
            self.view.show()
            return
        start, end = self._marked
        part = self._parts[self._at]
        quote = self._text[max(start, part.start) : min(end, part.end)] if start < part.end and end > part.start else ""
        self._draw(number, quote, partial(self._drawn, number))

    def _drawn(self, number: int, page: PageImage | None) -> None:
        if not isValid(self) or number != self._parts[self._at].page or not self._wants_page:
            return  # another page is wanted by now
        self.page.setVisible(page is not None)
        self.view.setVisible(page is None)
        if page is not None:
            self.page.show_page(page)
        else:
            self.as_text.hide()

    def _mark(self, first: int, shown: str) -> None:
        start, end = (min(max(0, place - first), len(shown)) for place in self._marked)
        chosen: list[QTextEdit.ExtraSelection] = []
        if end > start:
            cursor = QTextCursor(self.view.document())
            cursor.setPosition(_units(shown, start))
            cursor.setPosition(_units(shown, end), QTextCursor.MoveMode.KeepAnchor)
            mark = QTextEdit.ExtraSelection()
            look = QTextCharFormat()
            look.setBackground(qcolor(colors().warn, 0.30))
            mark.cursor, mark.format = cursor, look  # type: ignore[attr-defined]
            chosen = [mark]
            there = QTextCursor(self.view.document())
            there.setPosition(cursor.selectionStart())
            self.view.setTextCursor(there)
            self.view.centerCursor()
        self.view.setExtraSelections(chosen)


def _words(text: str) -> list[str]:
    """What is compared of a passage: passages that are given lose blanks around them."""
    return text.split()


def _folded(text: str) -> str:
    """``text`` with its longest lines in pieces."""
    return "\n".join(folded(line) for line in text.split("\n"))


def _units(text: str, place: int) -> int:
    """Where a character of ``text`` stands in what is shown of it, as Qt counts."""
    before, there = _folded(text[: place + 1]), text[place : place + 1]
    return units(before) - units(there)


def page_drawer(context: AppContext, entry: DocumentEntry) -> DrawPage:
    """Draws pages of the file that a document was read from, in the background."""
    stop = threading.Event()

    def draw(number: int, quote: str, then: Callable[[PageImage | None], None]) -> None:
        nonlocal stop
        stop.set()  # the page before is not wanted any more
        stop = mine = threading.Event()

        def failed(_: Exception) -> None:
            if not mine.is_set():
                then(None)

        context.ops.outside(lambda: draw_page(Path(entry.source), number, quote, mine), then, failed)

    return draw


def open_document(
    context: AppContext, parent: QWidget, document: str, start: int = 0, end: int = 0, digest: str = "", quote: str = ""
) -> None:
    """Open a document over ``parent`` at a place once its text is there; nothing if the document is gone.

    Where it has no text, its original is shown instead.

    ``digest`` and ``quote``: see :meth:`DocumentViewer.show_place`.
    """

    def there(text: str) -> None:
        entry = context.documents.get(document)
        if entry is not None and text:
            draws = entry.kind == "pdf" and entry.origin == "same"
            viewer = DocumentViewer(entry, text, parent.window(), page_drawer(context, entry) if draws else None)
            viewer.open()
            viewer.show_place(start, end, digest, quote)
            viewer.view.setFocus()
        elif entry is not None:
            open_original(entry.source)

    context.documents.text_of(document, there)
