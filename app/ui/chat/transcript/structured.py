"""Structured output in the chat: a chip that names the format, and JSON as code."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.paint import paint_panel
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate


def format_name(output: str) -> str:
    """What a format is called; "" for free text."""
    match output:
        case "json":
            return translate("Transcript", "JSON")
        case "schema":
            return translate("Transcript", "JSON schema")
        case "grammar":
            return translate("Transcript", "Grammar")
    return ""


class FormatChip(QWidget):
    """Stands above a reply that was held to a format."""

    HEIGHT, BELOW = 24, 10

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = ""
        self.setFont(font(theme().tokens.type.small))
        theme().changed.connect(self.update)

    def show_format(self, output: str) -> None:
        """Name the format ``output``; "" hides the chip."""
        self.name = format_name(output)
        self.setVisible(bool(self.name))
        words = translate("Transcript", "Structured output: {name}").format(name=self.name)
        self.setAccessibleName(words if self.name else "")
        set_tip(self, words if self.name else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.name) + 40, self.HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        paint_panel(painter, self.rect(), self.HEIGHT // 2, qcolor(scheme.card), qcolor(scheme.line_strong))
        painter.drawPixmap(10, 5, icon_pixmap("file-code", scheme.dim, 14, self.devicePixelRatioF()))
        painter.setPen(qcolor(scheme.dim))
        painter.setFont(self.font())
        place = QRectF(29, 0, self.width() - 29, self.HEIGHT)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.name)
        painter.end()
