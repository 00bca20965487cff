"""Buttons with line icons, and a switch."""

from __future__ import annotations

from PySide6.QtCore import Property, QEvent, QPropertyAnimation, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QCursor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QPushButton, QToolButton, QWidget

from app.ui.theme import colors, icon, qcolor, theme
from app.ui.widgets.tips import set_tip


class IconButton(QToolButton):
    """A square button with an icon; ``label`` is its tooltip and accessible name."""

    def __init__(self, name: str, label: str, size: int = 18, box: int = 30, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._role = "dim"
        self._icon_px = size
        self.setIconSize(QSize(size, size))
        self.setFixedSize(box, box)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_label(label)
        theme().changed.connect(self._refresh)
        self._refresh()

    def set_label(self, label: str) -> None:
        set_tip(self, label)
        self.setAccessibleName(label)

    def set_icon(self, name: str, role: str = "") -> None:
        """Show another icon, in the colour ``role`` of the scheme."""
        self._name = name
        self._role = role or self._role
        self._refresh()

    def _refresh(self) -> None:
        self.setIcon(icon(self._name, getattr(colors(), self._role), self._icon_px))


class TextButton(QPushButton):
    """A push button of the design. ``kind``: "", accent, ghost, small, link, chip or fold."""

    def __init__(self, text: str, kind: str = "", icon_name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self.setProperty("kind", kind)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_text(text)
        self.setAutoDefault(False)
        if icon_name:
            self.setIconSize(QSize(16, 16))
            theme().changed.connect(self._refresh)
            self._refresh()

    def set_text(self, text: str) -> None:
        words = text.replace("&", "&&")  # names may hold one; no button has a key of its own
        if self._icon_name and words:  # room between icon and words
            behind = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            words = f"{words} " if behind else f" {words}"
        self.setText(words)
        self.setAccessibleName(text)

    def set_icon(self, name: str) -> None:
        """Show another icon."""
        self._icon_name = name
        self._refresh()

    def _refresh(self) -> None:
        role = {"accent": "on_accent", "link": "accent", "": "text"}.get(self.property("kind"), "dim")
        self.setIcon(icon(self._icon_name, getattr(colors(), role), 16))


def let_go(button: QAbstractButton, menu: QMenu) -> None:
    """When ``menu``, opened by ``button``, is closed somewhere else: a popup keeps the pointer's leaving from it."""

    def settle() -> None:
        if not button.rect().contains(button.mapFromGlobal(QCursor.pos())):
            QApplication.sendEvent(button, QEvent(QEvent.Type.Leave))
            button.update()

    menu.aboutToHide.connect(lambda: QTimer.singleShot(0, button, settle))


SWITCH = QSize(38, 22)  # px
PALE = 0.45  # opacity of a switch that cannot be used now


class Switch(QAbstractButton):
    """An on/off switch."""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setAccessibleName(label)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedSize(SWITCH)
        self._knob = 0.0
        self._motion = QPropertyAnimation(self, b"knob", self)
        self._motion.setDuration(120)
        self.toggled.connect(self._slide)

    def _slide(self, on: bool) -> None:
        if theme().reduced_motion or not self.isVisible():
            self._motion.stop()
            self._set_knob(float(on))
            return
        self._motion.stop()
        self._motion.setStartValue(self._knob)
        self._motion.setEndValue(float(on))
        self._motion.start()

    def _get_knob(self) -> float:
        return self._knob

    def _set_knob(self, value: float) -> None:
        self._knob = value
        self.update()

    knob = Property(float, _get_knob, _set_knob)

    def sizeHint(self) -> QSize:
        return self.size()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setOpacity(1.0 if self.isEnabled() else PALE)
        paint_switch(painter, QRectF(self.rect()), self.isChecked(), self._knob, self.hasFocus())
        painter.end()


def paint_switch(painter: QPainter, place: QRectF, on: bool, knob: float, ring: bool) -> None:
    """A switch that fills ``place``. ``knob``: where it stands, 0 to 1; ``ring``: it has the keyboard."""
    scheme = colors()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    track = place.adjusted(2, 2, -2, -2)
    # as the ring of buttons in that colour: it would not be seen in the same one
    if ring:
        painter.setPen(QPen(qcolor(scheme.text if on else scheme.accent), 2))
    else:
        painter.setPen(Qt.PenStyle.NoPen if on else QPen(qcolor(scheme.faint), 1))
    painter.setBrush(qcolor(scheme.accent if on else scheme.track))
    edge = 0.0 if on or ring else 0.5  # a line of one pixel is sharp in the middle of a pixel
    painter.drawRoundedRect(track.adjusted(edge, edge, -edge, -edge), track.height() / 2, track.height() / 2)
    side = track.height() - 6
    left = track.left() + 3 + knob * (track.width() - side - 6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(scheme.on_accent if on else scheme.faint))
    painter.drawEllipse(QRectF(left, track.top() + 3, side, side))
