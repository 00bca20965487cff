"""Keys as the system writes them: "Ctrl+K", on macOS "⌘K", in German "Strg+K"."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence


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
