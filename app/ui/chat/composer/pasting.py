"""Long pastes become files of the message, and text again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor

from app.core.attachments import ReadProblem, from_text
from app.ui.chat.composer.editor import Editor
from app.ui.chat.composer.paste import PasteOffer

PASTED = "Pasted text"  # a file's name, which the model sees too: the same in every language


class Converted(NamedTuple):
    """A paste that became the file ``key``: its text, where it stood, and the editor's undo steps just after.

    ``replaced``: it took the place of selected text, without having been in the editor itself.
    """

    key: str
    text: str
    at: int
    steps: int
    replaced: bool


class Pasting(QObject):
    """Signals: ``made(Attachment)``: a paste is a file now; ``unmade(key)``: it is text again; ``refused(problem)``.

    Attributes:
        names: of the files that the message has; set by whoever knows.
    """

    made = Signal(object)
    unmade = Signal(str)
    refused = Signal(object)

    def __init__(self, editor: Editor, offer: PasteOffer, parent: QObject) -> None:
        super().__init__(parent)
        self._editor, self._offer = editor, offer
        self._converted: Converted | None = None
        self._span: QTextCursor | None = None
        self.names: Callable[[], Iterable[str]] = tuple
        editor.pasted.connect(self._pasted)
        editor.flooded.connect(self._flooded)
        editor.take_back = self._undo
        offer.accepted.connect(self._accept)
        offer.taken_back.connect(self._put_back)
        offer.left.connect(editor.setFocus)  # its buttons are gone, and the keyboard would go to what is beside them
        editor.textChanged.connect(self._changed)

    def leave(self) -> None:
        """Another text is shown: what was offered, or could be taken back, belongs to the one before."""
        self._converted = self._span = None
        self._offer.hide()

    def removed(self, key: str) -> None:
        """A file was taken out by hand."""
        if self._converted is not None and self._converted.key == key:
            self._converted = None
            self._offer.hide()

    def _changed(self) -> None:
        """Nothing is offered for a paste that was undone or deleted."""
        if self._span is not None and not self._span.hasSelection():
            self.leave()

    def _pasted(self, span: QTextCursor) -> None:
        self._span = span
        self._offer.offer(len(span.selectedText()))

    def _flooded(self, text: str) -> None:
        selection = self._editor.textCursor()
        self._convert(text, selection, replaces=selection.hasSelection())

    def _accept(self) -> None:
        span, self._span = self._span, None
        text = span.selectedText().replace("\u2029", "\n") if span is not None else ""
        if span is not None and text.strip():
            self._convert(text, span)

    def _convert(self, text: str, span: QTextCursor, *, replaces: bool = False) -> None:
        """Make a file of a text that was pasted. ``span``: what goes from the editor, which is the text itself, or
        the selection that it ``replaces``.
        """
        number = sum(name.startswith(PASTED) for name in self.names()) + 1
        try:
            file = from_text(text, PASTED if number == 1 else f"{PASTED} {number}")
        except ReadProblem as problem:
            self.refused.emit(problem)
            return
        span.removeSelectedText()
        steps = self._editor.document().availableUndoSteps()
        self._converted = Converted(file.id, text, span.position(), steps, replaces)
        self._offer.confirm()
        self.made.emit(file)
        self._editor.setFocus()

    def _undo(self) -> bool:
        """Whether the last thing that was done is the conversion, which is taken back then."""
        steps = self._editor.document().availableUndoSteps()
        if self._converted is None or steps != self._converted.steps:
            return False
        self._put_back()
        return True

    def _put_back(self) -> None:
        made, self._converted = self._converted, None
        self._offer.hide()
        if made is None:
            return
        self.unmade.emit(made.key)
        cursor = self._editor.textCursor()
        cursor.setPosition(min(made.at, self._editor.document().characterCount() - 1))
        if made.replaced and self._editor.document().availableUndoSteps() == made.steps:
            cursor.joinPreviousEditBlock()  # one step, as of any paste over a selection
        else:
            cursor.beginEditBlock()
        cursor.insertText(made.text)
        cursor.endEditBlock()
        self._editor.setTextCursor(cursor)
        self._editor.setFocus()
