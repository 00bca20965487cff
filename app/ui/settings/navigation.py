"""The sections of the settings: a column at the left, or a box to choose from where there is little room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QComboBox, QVBoxLayout, QWidget

from app.ui.language import of_setting
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme

translate = QCoreApplication.translate

WIDTH, ROW, ICON = 184, 34, 16
ICONS = {
    "Appearance": "sun",
    "Context": "layers",
    "Chat": "message-square",
    "Replies": "sparkles",
    "Model": "box",
    "Privacy": "shield-check",
}
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class SectionButton(QAbstractButton):
    """One section. Tab leads to the chosen one, arrows to the others."""

    def __init__(self, section: str) -> None:
        super().__init__()
        self.section = section
        self.setText(of_setting(section))
        self.setAccessibleName(self.text())
        self.setCheckable(True)
        self.setFixedHeight(ROW)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._clicked = False  # the focus came by the mouse

    def sizeHint(self) -> QSize:
        return QSize(WIDTH - 24, ROW)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._clicked = event.reason() == Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        ringed = self.hasFocus() and not self._clicked
        radius = theme().tokens.radius.s
        if self.isChecked() or self.underMouse() or ringed:
            painter.setPen(QPen(qcolor(scheme.accent), 1.5) if ringed else Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(scheme.accent, 0.14) if self.isChecked() else qcolor(scheme.hover))
            painter.drawRoundedRect(place, radius, radius)
        tint = scheme.accent if self.isChecked() else scheme.dim
        name = ICONS.get(self.section, "settings")
        painter.drawPixmap(10, (ROW - ICON) // 2, icon_pixmap(name, tint, ICON, self.devicePixelRatioF()))
        painter.setFont(font(theme().tokens.type.base, 600 if self.isChecked() else 500))
        painter.setPen(qcolor(scheme.text if self.isChecked() else scheme.dim))
        room = QRectF(36, 0, self.width() - 40, ROW)
        words = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, LEFT, words)
        painter.end()


class SectionColumn(QWidget):
    """``chosen(section)``: by the person. ``box`` is the same for narrow windows; its place is the page's."""

    chosen = Signal(str)

    def __init__(self, sections: Sequence[str]) -> None:
        super().__init__()
        self.setFixedWidth(WIDTH)
        self.setAccessibleName(translate("Settings", "Sections"))
        self.group = QButtonGroup(self)
        self.buttons: dict[str, SectionButton] = {}
        self.box = QComboBox()
        self.box.setAccessibleName(translate("Settings", "Section"))
        self.box.setPlaceholderText(translate("Settings", "All sections"))  # while a search shows several
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 20, 10, 14)
        column.setSpacing(2)
        for section in sections:
            button = SectionButton(section)
            button.clicked.connect(lambda _=False, section=section: self.chosen.emit(section))
            self.group.addButton(button)
            self.buttons[section] = button
            column.addWidget(button)
            self.box.addItem(of_setting(section), section)
        column.addStretch(1)
        self.box.activated.connect(lambda at: self.chosen.emit(self.box.itemData(at)))
        theme().changed.connect(self.update)

    def show_section(self, section: str) -> None:
        """Mark one, or none (""): what is shown is of several."""
        self.group.setExclusive(bool(section))
        for name, button in self.buttons.items():
            button.setChecked(name == section)
        self.box.setCurrentIndex(self.box.findData(section) if section else -1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(qcolor(colors().line))
        painter.drawLine(self.width() - 1, 0, self.width() - 1, self.height())
        painter.end()
