"""The lower edge of the transcript: text fades where more follows, and the way to the end never stands on text."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.ui.theme import colors, qcolor, theme

FADE = 32  # px over which text fades
BESIDE = 12  # px between the text and the button beside it
BELOW = 8  # px below the button


class LowerEdge(QWidget):
    """Lies over the rows and takes no events."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._solid = 0
        theme().changed.connect(self.update)
        self.hide()

    def place(self, area: QRect, text: QRect, button: QWidget, *, more: bool) -> None:
        """Fade the end of ``area`` where ``more`` follows; put ``button``, if it is shown, beside ``text`` or below it.

        ``area``: what is seen of the rows; ``text``: the column of text in it, its height does not count.
        """
        left = text.right() + BESIDE
        beside = left + button.width() + BESIDE <= area.right()
        down = area.bottom() - BELOW - button.height()
        button.move(left if beside else area.center().x() - button.width() // 2, down)
        self._solid = 0 if beside or button.isHidden() else button.height() + 2 * BELOW
        high = FADE + self._solid
        self.setGeometry(area.left(), area.bottom() + 1 - high, area.width(), high)
        self.setVisible(more)
        self.raise_()
        button.raise_()
        self.update()

    @property
    def solid(self) -> int:
        """Px at the lower edge in which no text is seen at all."""
        return self._solid

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = colors().bg
        fade = QLinearGradient(0, 0, 0, FADE)
        fade.setColorAt(0, qcolor(ground, 0.0))
        fade.setColorAt(1, qcolor(ground))
        painter = QPainter(self)
        painter.fillRect(QRectF(0, 0, self.width(), FADE), fade)
        painter.fillRect(QRectF(0, FADE, self.width(), self.height() - FADE), qcolor(ground))
        painter.end()
