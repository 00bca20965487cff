"""A number with a button at either side that makes it smaller and larger."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QSpinBox, QWidget

from app.ui.theme import colors, qcolor, theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.paint import paint_panel

translate = QCoreApplication.translate

BUTTON, HIGH, WIDTH, WIDE = 26, 34, 172, 248
NARROW_BUTTON, NARROW_HIGH, NARROW = 22, 30, 100  # where a column has little room, of numbers without a unit


class Stepper(QWidget):
    """Frames ``spin``; a button that is held goes on. The keyboard has the arrow keys in the number itself."""

    def __init__(self, spin: QSpinBox | QDoubleSpinBox, label: str) -> None:
        super().__init__()
        self.spin = spin
        spin.setProperty("kind", "bare")
        spin.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.less, self.more = IconButton("minus", "", size=14, box=BUTTON), IconButton("plus", "", size=14, box=BUTTON)
        self.less.set_label(translate("Stepper", "Decrease {label}").format(label=label))
        self.more.set_label(translate("Stepper", "Increase {label}").format(label=label))
        for button, step in ((self.less, spin.stepDown), (self.more, spin.stepUp)):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setAutoRepeat(True)
            button.clicked.connect(step)
        self.setFixedSize(WIDTH, HIGH)
        line = QHBoxLayout(self)
        line.setContentsMargins(3, 2, 3, 2)
        line.setSpacing(0)
        line.addWidget(self.less)
        line.addWidget(spin, 1)
        line.addWidget(self.more)
        spin.installEventFilter(self)
        spin.valueChanged.connect(self.refresh)
        theme().changed.connect(self.update)
        self.refresh()

    def set_narrow(self) -> None:
        """Take little room."""
        self.setFixedSize(NARROW, NARROW_HIGH)
        for button in (self.less, self.more):
            button.setFixedSize(NARROW_BUTTON, NARROW_BUTTON)

    def set_wide(self) -> None:
        """Take the room that some words need."""
        self.setFixedSize(WIDE, HIGH)

    def refresh(self) -> None:
        """Which buttons lead anywhere from here."""
        self.less.setEnabled(self.spin.value() > self.spin.minimum())
        self.more.setEnabled(self.spin.value() < self.spin.maximum())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        edge = scheme.accent if self.spin.hasFocus() else scheme.line_strong if self.underMouse() else scheme.line
        paint_panel(painter, self.rect(), theme().tokens.radius.s, qcolor(scheme.card), qcolor(edge))
        painter.end()
