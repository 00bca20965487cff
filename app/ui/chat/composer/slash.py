"""The list of saved prompts that opens when a message begins with a slash."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.core.saved_prompts import SavedPrompt, matching, typed
from app.ui.chat.composer.offers import Offer, OfferMenu

translate = QCoreApplication.translate


class SlashMenu(OfferMenu):
    """The prompts while a message begins with a command.

    Attributes:
        offer: gives the prompts there are.
    """

    def __init__(self, editor: QPlainTextEdit, composer: QWidget) -> None:
        self.offer: Callable[[], Sequence[SavedPrompt]] = tuple
        name, manage = translate("Composer", "Saved prompts"), translate("Composer", "Manage prompts…")
        super().__init__(editor, composer, name, manage, "bookmark")

    @property
    def prompts(self) -> list[SavedPrompt]:
        """What is offered now."""
        there = {prompt.id: prompt for prompt in self.offer()}
        return [there[one.key] for one in self.model.offers if one.key in there]

    def _before(self) -> str:
        cursor = self._editor.textCursor()
        if cursor.blockNumber() or cursor.hasSelection():
            return ""
        return cursor.block().text()[: cursor.positionInBlock()]

    def _found(self, before: str) -> Sequence[Offer] | None:
        beginning = typed(before)
        if beginning is None:
            return None
        found = matching(self.offer(), beginning)
        if not found and beginning:
            return None
        return [Offer(prompt.id, f"/{prompt.command}", prompt.text) for prompt in found]

    def _choose(self, offer: Offer) -> None:
        """Put the prompt in the place of its command; the rest of the message stays behind it."""
        cursor = self._editor.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.Start, QTextCursor.MoveMode.KeepAnchor)
        rest = bool(self._editor.toPlainText()[cursor.selectionEnd() :].strip())
        text = offer.detail
        cursor.insertText(text if rest else text.rstrip() + "\n\n" * text.rstrip().endswith(":"))
        self._editor.setTextCursor(cursor)
