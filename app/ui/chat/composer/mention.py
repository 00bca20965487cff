"""The list of documents that opens behind an "@": the one chosen is added to the chat."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.core.document_values import DocumentEntry
from app.core.utf16 import units
from app.ui.chat.composer.offers import Offer, OfferMenu
from app.ui.documents.document_words import facts_of

translate = QCoreApplication.translate

LONGEST = 60  # characters of the beginning of a name
_TYPED = re.compile(rf"(?:^|.*\s)@(\S{{0,{LONGEST}}})", re.DOTALL)


def mentioned(before: str) -> str | None:
    """The beginning of a name behind an "@" that stands before the cursor; None: there is none."""
    match = _TYPED.fullmatch(before)
    return match[1] if match else None


def fitting(entries: Sequence[DocumentEntry], beginning: str) -> list[DocumentEntry]:
    """Those whose name begins so, then those that have it inside."""
    beginning = beginning.casefold()
    first = [entry for entry in entries if entry.name.casefold().startswith(beginning)]
    return first + [entry for entry in entries if beginning in entry.name.casefold() and entry not in first]


class MentionMenu(OfferMenu):
    """Signals: ``chosen(id)``: a document is wanted in the chat.

    Attributes:
        offer: gives the documents that the chat has not yet.
    """

    chosen = Signal(str)

    def __init__(self, editor: QPlainTextEdit, composer: QWidget) -> None:
        self.offer: Callable[[], Sequence[DocumentEntry]] = tuple
        name, manage = translate("Composer", "Documents"), translate("Composer", "Manage documents…")
        super().__init__(editor, composer, name, manage, "files")

    def _before(self) -> str:
        cursor = self._editor.textCursor()
        if cursor.hasSelection():
            return ""
        first = max(0, cursor.positionInBlock() - LONGEST - 2)  # a blank, an "@" and a name; a line may be long
        cursor.setPosition(cursor.block().position() + first, QTextCursor.MoveMode.KeepAnchor)  # Qt counts in its units
        return cursor.selectedText()

    def _found(self, before: str) -> Sequence[Offer] | None:
        beginning = mentioned(before)
        found = fitting(self.offer(), beginning) if beginning is not None else []
        if not found and beginning != "":
            return None
        manage, add = translate("Composer", "Manage documents…"), translate("Composer", "Add documents…")
        self.button.set_text(manage if found else add)
        return [Offer(entry.id, entry.name, facts_of(entry)) for entry in found]

    def _choose(self, offer: Offer) -> None:
        """What was typed goes: the document is shown above the chat."""
        cursor, beginning = self._editor.textCursor(), mentioned(self._before())
        if beginning is not None:
            # in Qt's units: a step of a cursor takes an accent or a vowel sign together with its letter
            cursor.setPosition(cursor.position() - units(f"@{beginning}"), QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        self._editor.setTextCursor(cursor)
        self.chosen.emit(offer.key)
