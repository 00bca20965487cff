"""What came with a message, as chips: an icon, a name and a detail, or a small view of a picture.

A click or the Enter key shows one.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from app.services.wording import in_a_row
from app.ui.chat.transcript.items import MessageChip
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.thumbnails import paint, thumbnails
from app.ui.widgets.tips import show_tip

translate = QCoreApplication.translate

HIGH = 30
GAP = 6
WIDEST = 260


class Chips(QWidget):
    """Lays chips out in lines and paints them. ``opened(number)``: the person wants to see one.

    Attributes:
        taken: the width that the longest line takes, px, after ``height_for``.
    """

    opened = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, cited: bool = False) -> None:
        """``cited``: they are places of documents that support a reply, else what came with a message."""
        super().__init__(parent)
        self._cited = cited
        self._chips: tuple[MessageChip, ...] = ()
        self._places: list[QRectF] = []
        self._current = 0  # the one that the keyboard is on
        self._pointed = -1
        self.setFont(font(theme().tokens.type.small))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.taken = 0
        theme().changed.connect(self.update)
        thumbnails().changed.connect(self._picture_there)

    def _picture_there(self) -> None:
        if any(chip.picture for chip in self._chips):
            self.update()

    def show_chips(self, chips: tuple[MessageChip, ...]) -> None:
        """Show these; none hides the widget."""
        self._chips = chips
        self._current, self._pointed = 0, -1
        self.setVisible(bool(chips))
        self._describe()
        self.update()

    def _describe(self) -> None:
        """The name of all, as there is one widget, and what Enter does with the one the keyboard is on."""
        words = in_a_row(f"{chip.name} {chip.detail}".strip() for chip in self._chips)
        label = translate("Transcript", "Sources: {words}") if self._cited else translate(
            "Transcript", "Attached: {words}"
        )  # fmt: skip
        self.setAccessibleName(label.format(words=words) if words else "")
        name = self._chips[self._current].name if self._chips else ""
        self.setAccessibleDescription(
            translate("Transcript", "Press Enter to view {name}.").format(name=name) if name else ""
        )

    def height_for(self, width: int) -> int:
        """The height in a column of ``width`` px, room below included; 0 without chips."""
        self._places, self.taken = [], 0
        if not self._chips:
            return 0
        metrics = self.fontMetrics()
        left = top = 0
        line = 0  # how high the one is that is filled
        for chip in self._chips:
            words = f"{chip.name}  {chip.detail}".strip()
            wide = min(width, chip.wide or min(WIDEST, metrics.horizontalAdvance(words) + 48))
            high = chip.high or HIGH
            if left and left + wide > width:
                left, top, line = 0, top + line + GAP, 0
            self._places.append(QRectF(left + 0.5, top + 0.5, wide - 1, high - 1))
            left, line = left + wide + GAP, max(line, high)
            self.taken = max(self.taken, left - GAP)
        return top + line + 10

    def place(self, number: int) -> QRectF:
        """Where a chip lies."""
        return self._places[number]

    def _at(self, point: QPointF) -> int:
        return next((number for number, place in enumerate(self._places) if place.contains(point)), -1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self._at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.setAccepted(event.button() == Qt.MouseButton.LeftButton and self._at(event.position()) >= 0)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        number = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and number >= 0:
            self.opened.emit(number)

    def leaveEvent(self, event: QEvent) -> None:
        self._point(-1)

    def _point(self, number: int) -> None:
        if number != self._pointed:
            self._pointed = number
            self.setCursor(Qt.CursorShape.PointingHandCursor if number >= 0 else Qt.CursorShape.ArrowCursor)
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._chips:
            self.opened.emit(self._current)
        elif event.key() in steps and self._chips:
            self._current = max(0, min(len(self._chips) - 1, self._current + steps[Qt.Key(event.key())]))
            self._describe()
            self.update()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self._at(QPointF(event.pos()))
            if number >= 0:
                chip = self._chips[number]
                show_tip(event.globalPos(), chip.tip or f"{chip.name}\n{chip.detail}".strip(), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(theme().tokens.type.small))
        metrics = painter.fontMetrics()
        ratio = self.devicePixelRatioF()
        for number, (chip, place) in enumerate(zip(self._chips, self._places, strict=True)):
            focus = self.hasFocus() and number == self._current
            if chip.picture:
                paint(painter, chip.picture, place, 8, ratio)
                if focus or number == self._pointed:
                    painter.setPen(QPen(qcolor(scheme.accent if focus else scheme.line_strong), 1.5))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
                continue
            painter.setPen(QPen(qcolor(scheme.accent if focus else scheme.line_strong), 1.5 if focus else 1))
            painter.setBrush(qcolor(scheme.hover if number == self._pointed else scheme.bg))
            painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5) if focus else place, 8, 8)
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
