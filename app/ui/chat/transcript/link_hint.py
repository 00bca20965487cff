"""Where a link or the number of a source leads, shown at the lower edge while it is pointed at or has the focus."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.ui.chat.transcript.markdown import safe_link
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.paint import paint_panel

translate = QCoreApplication.translate


class LinkHint(QWidget):
    """Lies over its parent; takes no clicks."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFont(font(theme().tokens.type.small))
        self._over = parent
        self.address = ""
        self.hide()

    def show_address(self, address: str) -> None:
        """Show where a link leads; "" or a link inside the message hides it."""
        shown = address if safe_link(address) else ""
        self._show(shown, translate("Transcript", "Link to {address}").format(address=shown) if shown else "")

    def show_source(self, words: str) -> None:
        """Show what a reply cites: the document, where in it, and what it says there, on lines of their own."""
        shown = " · ".join(words.split("\n"))
        self._show(shown, translate("Transcript", "Source: {words}").format(words=shown))

    def _show(self, shown: str, name: str) -> None:
        self.address = shown
        self.setAccessibleName(name)
        self.setVisible(bool(shown))
        self.place()

    def place(self) -> None:
        """Fit into the parent again."""
        if not self.isHidden():
            parent = self._over
            wide = min(self.fontMetrics().horizontalAdvance(self.address) + 22, parent.width() * 2 // 3)
            self.resize(QSize(wide, 26))
            self.move(QPoint(8, parent.height() - self.height() - 6))
            self.raise_()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        paint_panel(painter, self.rect(), 6, qcolor(scheme.raised), qcolor(scheme.line_strong))
        painter.setPen(qcolor(scheme.dim))
        room = self.rect().toRectF().adjusted(10.5, 0.5, -10.5, -0.5)
        shown = painter.fontMetrics().elidedText(self.address, Qt.TextElideMode.ElideMiddle, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.end()
