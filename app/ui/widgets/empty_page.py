"""What stands in the middle of a page while it has nothing to show."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.ui.theme import colors, icon_pixmap
from app.ui.widgets.labels import dim


class EmptyPage(QWidget):
    """A picture, what the page is without, and how that comes to be otherwise."""

    def __init__(self, picture: str, title: str, text: str) -> None:
        """``picture``: the name of an icon."""
        super().__init__()
        self._name, self._picture = picture, QLabel()
        column = QVBoxLayout(self)
        column.setSpacing(6)
        column.addStretch(3)
        for label, space in ((self._picture, 8), (dim(title, "display"), 0), (dim(text, "dim", wrap=True), 0)):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
            column.addSpacing(space)
        column.addStretch(4)

    def restyle(self) -> None:
        """Paint the picture in the colours of now."""
        self._picture.setPixmap(icon_pixmap(self._name, colors().faint, 40, self.devicePixelRatioF()))
