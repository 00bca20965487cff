"""Escape for a part of the window, which has a shortcut of its own for that key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent


def keeps_escape(event: QEvent) -> bool:
    """Whether ``event`` asks who wants Escape; then it is taken: else the window's shortcut would stop a reply by it.

    The key press itself comes next.
    """
    asks = event.type() == QEvent.Type.ShortcutOverride
    if not (asks and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape):
        return False
    event.accept()
    return True
