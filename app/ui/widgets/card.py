"""A card: a rounded surface that holds rows."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.ui.theme import colors, qcolor, theme


class Card(QFrame):
    """Rows one under the other with hairlines between them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(1, 1, 1, 1)
        self.rows.setSpacing(1)
        theme().changed.connect(self.update)

    def add(self, row: QWidget) -> None:
        self.rows.addWidget(row)

    def clear(self) -> None:
        while (place := self.rows.takeAt(0)) is not None:
            widget = place.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(scheme.line), 1))
        painter.setBrush(qcolor(scheme.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        shown = [self.rows.itemAt(at).widget() for at in range(self.rows.count())]
        for widget in [w for w in shown if w is not None and not w.isHidden()][:-1]:
            y = widget.geometry().bottom() + 1
            painter.drawLine(1, y, self.width() - 2, y)
        painter.end()


def plain(widget: QWidget) -> QWidget:
    """A row without a background of its own."""
    widget.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
    return widget
