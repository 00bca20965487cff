"""The button that sends, or stops."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolButton, QWidget

from app.ui.theme import colors, icon, qcolor, theme
from app.ui.widgets.keys import with_keys
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate


class SendButton(QToolButton):
    """Send, or stop while the engine is at work."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(34, 34)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._stop = False
        theme().changed.connect(self.update)
        self.show_state(False)

    @property
    def stops(self) -> bool:
        return self._stop

    def show_state(self, stop: bool, why_not: str = "") -> None:
        """``stop``: it stops. ``why_not``: why what is written cannot be sent, "": it can, or nothing is."""
        self._stop = stop
        label = translate("Composer", "Stop") if stop else translate("Composer", "Send")
        set_tip(self, with_keys(label, "Esc") if stop else why_not or label)
        self.setAccessibleName(label)
        self.setAccessibleDescription(why_not)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        live = self.isEnabled()
        fill = scheme.line if not live else scheme.accent_hover if self.underMouse() else scheme.accent
        painter.setPen(QPen(qcolor(scheme.text), 1.6) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(fill))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        ink = scheme.on_accent if live else scheme.faint
        if self._stop:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(ink))
            painter.drawRoundedRect(QRectF(11.5, 11.5, 11, 11), 2.5, 2.5)
        else:
            icon("arrow-up", ink, 18).paint(painter, 8, 8, 18, 18)
        painter.end()
