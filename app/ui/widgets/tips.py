"""Texts that Qt would read as HTML if they look like it: tooltips, message boxes, labels of dialogs; and titles.

A name or a title may come from anywhere; ``<img src="file:...">`` in it would open that file when the mouse rests
there. So tooltips are set through here alone, which a test holds the window to.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import Qt  # its functions for rich text are here
from PySide6.QtWidgets import QToolTip, QWidget


def plain(text: str) -> str:
    """``text`` so that a place that takes plain and rich text shows it letter by letter."""
    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text


def set_title(window: QWidget, text: str) -> None:
    """Make ``text`` the title of a window, in which Qt would leave out "[*]", its mark of unsaved changes."""
    window.setWindowTitle(text.replace("[*]", "[*][*]"))


def set_tip(widget: QWidget, text: str) -> None:
    """Make ``text`` the tooltip of ``widget``."""
    widget.setToolTip(plain(text))


def show_tip(at: QPoint, text: str, widget: QWidget) -> None:
    """Show ``text`` as a tooltip at a point of the screen; an empty one hides what is shown."""
    QToolTip.showText(at, plain(text), widget)
