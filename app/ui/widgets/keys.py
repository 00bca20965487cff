"""Keys as the system writes them: "Ctrl+K", on macOS "⌘K", in German "Strg+K"."""

from __future__ import annotations

import sys

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget


def shown(keys: str) -> str:
    """``keys`` (portable: "Ctrl+K") the way of this system, "" for none."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def with_keys(words: str, keys: str) -> str:
    """What a tooltip says of something that ``keys`` (portable) do, too: "Close (Esc)"."""
    return f"{words} ({shown(keys)})" if keys else words


def in_menu(words: str, keys: str) -> str:
    """The text of an entry of a menu that ``keys`` (portable) do, too; they stand at its right."""
    return f"{words}\t{shown(keys)}"


def writes(event: QKeyEvent) -> bool:
    """Whether a key is Paste, or a character that a message may begin with; AltGr counts as Ctrl and Alt on Windows."""
    if event.matches(QKeySequence.StandardKey.Paste):
        return True
    held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    text = event.text()
    return text.isprintable() and bool(text.strip()) and held in (Qt.KeyboardModifier.NoModifier, both)


def moves_in_text(event: QEvent, focus: QWidget | None) -> bool:
    """Whether ``event`` asks who wants a key that moves the cursor of a text on macOS, where Option and an arrow go to
    the end of a paragraph; then the text keeps it. ``focus``: the widget with the keyboard."""
    if sys.platform != "darwin" or event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier  # which arrows have there
    if held != Qt.KeyboardModifier.AltModifier or event.key() not in (Qt.Key.Key_Down, Qt.Key.Key_Up):
        return False
    fields = isinstance(focus, (QPlainTextEdit, QTextEdit, QLineEdit)) and not focus.isReadOnly()
    if fields or isinstance(focus, QAbstractSpinBox):
        event.accept()
        return True
    return False
