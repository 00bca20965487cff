"""Fields of text: what they get from the program instead of the keyboard, and the side that their lines begin at."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit


def rewrite(edit: QPlainTextEdit, text: str) -> None:
    """Another text for what the field holds; Ctrl+Z takes it back."""
    if edit.toPlainText() != text:
        cursor = QTextCursor(edit.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)


def begin(edit: QPlainTextEdit, text: str) -> None:
    """The text of something else, which Ctrl+Z does not turn into that of what the field held before."""
    if edit.toPlainText() != text:
        edit.setPlainText(text)
    edit.document().clearUndoRedoStacks()


def quietly(edit: QPlainTextEdit, text: str, anew: bool) -> None:
    """Show ``text`` without telling of a change: :func:`begin` where it is ``anew``, else :func:`rewrite`."""
    blocked = edit.blockSignals(True)
    (begin if anew else rewrite)(edit, text)
    edit.blockSignals(blocked)


def follow_direction(edit: QPlainTextEdit) -> None:
    """Let each line begin at the side that its own text is read from, Arabic and Hebrew at the right.

    Qt orders the words of a line by its text, but leaves all lines of such a field at the left. Where both of these
    flags are set, only lines read from the right go there; nothing is stretched, which takes the second alone.
    """
    option = edit.document().defaultTextOption()
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    option.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignJustify)
    edit.document().setDefaultTextOption(option)
