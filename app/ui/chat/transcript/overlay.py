"""What lies over the text of the rows in sight: a selection that spans messages, and what was found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtGui import QColor, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from app.ui.chat.transcript.cells import cells_between
from app.ui.chat.transcript.cites import HAS, between, cite_spans
from app.ui.theme import colors, qcolor


class Hit(NamedTuple):
    """A place that was found: the ``nth`` in part ``at`` of the item ``key``."""

    key: str
    at: int
    nth: int


def plain_blanks(text: str) -> str:
    """``text`` with an ordinary blank for each that keeps words together, as Qt compares them."""
    return text.replace("\u00a0", " ")


def found_in(document: QTextDocument, query: str) -> Iterator[QTextCursor]:
    """Each place of ``query`` in a document, whatever its case; numbers of sources are passed over."""
    if query and document.property(HAS):
        yield from _found_around(document, query)
        return
    cursor = document.find(query) if query else QTextCursor()
    while not cursor.isNull():
        yield cursor
        cursor = document.find(query, cursor)


def _found_around(document: QTextDocument, query: str) -> Iterator[QTextCursor]:
    """The same where numbers of sources stand between the words."""
    pattern = re.compile(re.escape(query), re.IGNORECASE)
    spans = cite_spans(document)
    block = document.begin()
    while block.isValid():
        units: list[int] = []  # place of each character that counts, in the document
        text = ""
        at = block.position()
        for character in block.text():
            if not any(start <= at < end for start, end in spans):
                text += character
                units.append(at)
            at += 2 if character > "\uffff" else 1
        for match in pattern.finditer(plain_blanks(text).replace("\u2028", "\n")):
            last = match.end() - 1
            cursor = QTextCursor(document)
            cursor.setPosition(units[match.start()])
            cursor.setPosition(units[last] + (2 if text[last] > "\uffff" else 1), QTextCursor.MoveMode.KeepAnchor)
            yield cursor
        block = block.next()


def tint(cursor: QTextCursor, color: QColor, text: QColor | None) -> QTextEdit.ExtraSelection:
    """A piece of text on a colour, and in one if ``text`` is given."""
    made = QTextEdit.ExtraSelection()
    made.cursor = cursor  # type: ignore[attr-defined]
    made.format.setBackground(color)  # type: ignore[attr-defined]
    if text is not None:
        made.format.setForeground(text)  # type: ignore[attr-defined]
    return made


def dress(edit: QTextEdit, key: str, at: int, cover: tuple[int, int] | None, query: str, current: Hit | None) -> None:
    """Show in ``edit``, part ``at`` of the item ``key``, the characters selected (``cover``) and the places found."""
    extras = []
    if cover is not None and cover[0] < cover[1]:
        cursor = QTextCursor(edit.document())
        cursor.setPosition(cover[0])
        cursor.setPosition(cover[1], QTextCursor.MoveMode.KeepAnchor)
        # what has no colour of its own, such as the numbers of a list, is painted in that of the selection
        text = qcolor(colors().text) if isinstance(edit, QTextBrowser) else None
        extras.append(tint(cursor, qcolor(colors().selection), text))
    for nth, cursor in enumerate(found_in(edit.document(), query)):
        strong = current == Hit(key, at, nth)
        text = qcolor(colors().on_accent) if strong else None
        extras.append(tint(cursor, qcolor(colors().warn, 1.0 if strong else 0.28), text))
    if extras or edit.property("dressed"):
        edit.setExtraSelections(extras)
        edit.setProperty("dressed", bool(extras))


def length(edit: QTextEdit) -> int:
    """How many places a document has for a cursor, less one."""
    return edit.document().characterCount() - 1


def _plain(edit: QTextEdit, start: int, end: int) -> str:
    cursor = QTextCursor(edit.document())
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selection().toPlainText()


def selected_text(edit: QTextEdit) -> str:
    """What is selected inside one text, without numbers of sources; paragraphs are U+2029 apart."""
    cursor = edit.textCursor()
    text = ""
    for start, end in between(edit.document(), cursor.selectionStart(), cursor.selectionEnd()):
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        text += cursor.selectedText()
    return text


def text_between(edit: QTextEdit, start: int, end: int) -> str:
    """The text from ``start`` to ``end``; formulas as their sources, cells of a table with tabs between them,
    without numbers of sources."""
    cells = cells_between(edit, start, end, lambda span: text_between(edit, *span)) if edit.property("grid") else None
    if cells is not None:
        return cells
    text = "".join(_plain(edit, *stretch) for stretch in between(edit.document(), start, end))
    sources = getattr(edit, "sources", [])
    if sources and "\ufffc" in text:
        document = edit.document()
        skip = sum(document.characterAt(at) == "\ufffc" for at in range(start))
        for source in sources[skip:]:
            text = text.replace("\ufffc", source, 1)
    return text
