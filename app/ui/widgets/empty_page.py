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
        self._title, self._text = dim(title, "display", wrap=True), dim(text, "dim", wrap=True)
        column = QVBoxLayout(self)
        column.setSpacing(6)
        column.addStretch(3)
        for label, space in ((self._picture, 8), (self._title, 0), (self._text, 0)):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
            column.addSpacing(space)
        column.addStretch(4)

    def add(self, button: QWidget) -> None:
        """Put a button below the words."""
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertSpacing(column.count() - 1, 10)
        column.insertWidget(column.count() - 1, button, 0, Qt.AlignmentFlag.AlignHCenter)

    def show_words(self, title: str, text: str) -> None:
        """Say something else."""
        self._title.setText(title)
        self._text.setText(text)

    def restyle(self) -> None:
        """Paint the picture in the colours of now."""
        self._picture.setPixmap(icon_pixmap(self._name, colors().faint, 40, self.devicePixelRatioF()))
