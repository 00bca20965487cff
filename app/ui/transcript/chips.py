"""What came with a message, as chips: an icon, a name and a detail."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.transcript.items import Chip

translate = QCoreApplication.translate

HIGH = 30
GAP = 6
WIDEST = 260


class Chips(QWidget):
    """Lays chips out in lines and paints them.

    Attributes:
        taken: the width that the longest line takes, px, after ``height_for``.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: tuple[Chip, ...] = ()
        self._places: list[QRectF] = []
        self.setFont(font(theme().tokens.type.small))
        self.taken = 0
        theme().changed.connect(self.update)

    def show_chips(self, chips: tuple[Chip, ...]) -> None:
        """Show these; none hides the widget."""
        self._chips = chips
        self.setVisible(bool(chips))
        words = ", ".join(f"{chip.name} {chip.detail}".strip() for chip in chips)
        self.setAccessibleName(translate("Transcript", "Attached: {words}").format(words=words) if chips else "")
        self.setToolTip("\n".join(f"{chip.name}  {chip.detail}".strip() for chip in chips))
        self.update()

    def height_for(self, width: int) -> int:
        """The height in a column of ``width`` px, room below included; 0 without chips."""
        self._places, self.taken = [], 0
        if not self._chips:
            return 0
        metrics = self.fontMetrics()
        left = top = 0
        for chip in self._chips:
            words = f"{chip.name}  {chip.detail}".strip()
            wide = min(width, WIDEST, metrics.horizontalAdvance(words) + 48)
            if left and left + wide > width:
                left, top = 0, top + HIGH + GAP
            self._places.append(QRectF(left + 0.5, top + 0.5, wide - 1, HIGH - 1))
            left += wide + GAP
            self.taken = max(self.taken, left - GAP)
        return top + HIGH + 10

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(theme().tokens.type.small))
        metrics = painter.fontMetrics()
        ratio = self.devicePixelRatioF()
        for chip, place in zip(self._chips, self._places, strict=True):
            painter.setPen(QPen(qcolor(scheme.line_strong), 1))
            painter.setBrush(qcolor(scheme.bg))
            painter.drawRoundedRect(place, 8, 8)
            painter.drawPixmap(
                int(place.left()) + 10, int(place.top()) + 7, icon_pixmap(chip.icon, scheme.dim, 15, ratio)
            )
            room = place.adjusted(32, 0, -12, 0)
            detail = metrics.horizontalAdvance(f"  {chip.detail}") if chip.detail else 0
            name = metrics.elidedText(chip.name, Qt.TextElideMode.ElideMiddle, int(room.width()) - detail)
            painter.setPen(qcolor(scheme.text))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
            painter.setPen(qcolor(scheme.faint))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, chip.detail)
        painter.end()
