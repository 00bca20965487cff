"""Numbers of sources in a drawn reply: no part of what it says. Copying, finding and reading aloud pass over them."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QTextCursor, QTextDocument

from app.ui.chat.transcript.markdown import CITE

HAS = "cites"  # property of a document that holds some


def cite_spans(document: QTextDocument) -> list[tuple[int, int]]:
    """Where the numbers stand in a document, ``[start, end)``."""
    found: list[tuple[int, int]] = []
    if not document.property(HAS):
        return found
    block = document.begin()
    while block.isValid():
        piece = block.begin()
        while not piece.atEnd():
            fragment = piece.fragment()
            if fragment.charFormat().anchorHref().startswith(CITE):
                found.append((fragment.position(), fragment.position() + fragment.length()))
            piece += 1
        block = block.next()
    return found


def between(document: QTextDocument, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches of ``[start, end)`` that are no such numbers."""
    for first, last in cite_spans(document):
        if start < min(first, end):
            yield start, min(first, end)
        start = max(start, last)
    if start < end:
        yield start, end


def without_cites(document: QTextDocument) -> None:
    """Delete the numbers from a document, a copy of one."""
    document.setProperty(HAS, True)
    for start, end in reversed(cite_spans(document)):
        cursor = QTextCursor(document)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
