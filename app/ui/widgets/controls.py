"""Controls that the platform's own do not cover: a slider with a filled track, and words to choose among."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider

from app.ui.numbers import decimal
from app.ui.theme import colors, font, qcolor, theme

PALE = 0.45  # opacity of what cannot be set now


class Slider(QAbstractSlider):
    """A slider with a filled track; ``moved(value)``, values between ``low`` and ``high``.

    Qt's own value, which screen readers read and set, counts its steps.
    """

    moved = Signal(float)

    def __init__(self, label: str, low: float, high: float, step: float) -> None:
        super().__init__()
        self._low, self._high, self._by = low, high, step
        self._value = low
        self.role = "accent"
        self.setAccessibleName(label)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(170, 24)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_value(low)
        self.valueChanged.connect(self._stepped)

    @property
    def value(self) -> float:  # type: ignore[override]
        return self._value

    def set_high(self, high: float) -> None:
        """Values go up to ``high`` from now on."""
        self._high = max(self._low, high)
        self.set_value(self._value)

    def set_value(self, value: float) -> None:
        self._value = min(self._high, max(self._low, round(value / self._by) * self._by))
        self.setAccessibleDescription(decimal(self._value, 2))
        with QSignalBlocker(self):
            self.setRange(round(self._low / self._by), round(self._high / self._by))
            self.setValue(round(self._value / self._by))
        self.update()

    def _stepped(self, steps: int) -> None:
        """Moved by a screen reader, or to an end by a key."""
        self._move(steps * self._by)

    def sizeHint(self) -> QSize:
        return self.size()

    def _at(self, x: float) -> None:
        self._move(self._low + (x - 9) / max(1, self.width() - 18) * (self._high - self._low))

    def _move(self, value: float) -> None:
        before = self._value
        self.set_value(value)
        if self._value != before:
            self.moved.emit(self._value)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus()
        self._at(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._at(event.position().x())

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1,
            Qt.Key.Key_PageDown: -5, Qt.Key.Key_PageUp: 5,
        }  # fmt: skip
        by = steps.get(Qt.Key(event.key()))
        if by is None:
            super().keyPressEvent(event)
        else:
            self._move(self._value + by * self._by)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else PALE)
        middle = self.height() / 2
        track = QRectF(9, middle - 3, self.width() - 18, 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(scheme.track))
        painter.drawRoundedRect(track, 3, 3)
        share = (self._value - self._low) / (self._high - self._low) if self._high > self._low else 0
        fill = QRectF(track)
        fill.setWidth(max(6.0, track.width() * share))
        tint = getattr(scheme, self.role)
        painter.setBrush(qcolor(tint))
        painter.drawRoundedRect(fill, 3, 3)
        x = track.left() + track.width() * share
        painter.setPen(QPen(qcolor(scheme.text if self.hasFocus() else tint), 2))
        painter.setBrush(qcolor(scheme.text if self.hasFocus() else scheme.card))  # a ring alone is like some tints
        painter.drawEllipse(QRectF(x - 7, middle - 7, 14, 14))
        painter.end()


class ChoiceSegment(QAbstractButton):
    """One of the words of a choice."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setFont(font(theme().tokens.type.base, 500))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._clicked = False  # the focus came by the mouse: whoever clicks sees what is chosen

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._clicked = event.reason() == Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._clicked = False
        self.update()
        super().keyPressEvent(event)

    @property
    def ringed(self) -> bool:
        """Whether a ring tells that the keyboard is here."""
        return self.hasFocus() and not self._clicked

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 28, 30)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else PALE)
        place = QRectF(self.rect()).adjusted(2.5, 2.5, -2.5, -2.5)
        if self.isChecked():
            painter.setPen(QPen(qcolor(scheme.text), 2) if self.ringed else QPen(qcolor(scheme.accent), 1))
            painter.setBrush(qcolor(scheme.accent, 0.14))
            painter.drawRoundedRect(place, 6, 6)
        elif self.ringed or self.underMouse():
            painter.setPen(QPen(qcolor(scheme.accent if self.ringed else scheme.line_strong), 1))
            painter.drawRoundedRect(place, 6, 6)
        painter.setPen(qcolor(scheme.text if self.isChecked() else scheme.dim))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()
