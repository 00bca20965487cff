"""A page beside the conversation: a head with a way back, and a scrolling column."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.keys import with_keys
from app.ui.widgets.labels import dim

translate = QCoreApplication.translate


class Page(QWidget):
    """``body`` is the column to fill, ``middle`` the line that it scrolls in, ``head`` the line with the title;
    ``closed`` when the person goes back."""

    closed = Signal()
    WIDTH = 720

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        bar = QWidget()
        bar.setObjectName("header")
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        bar.setFixedHeight(theme().tokens.size.header + 1)
        self.head = QHBoxLayout(bar)
        self.head.setContentsMargins(14, 0, 16, 0)
        self.head.setSpacing(8)
        back = IconButton("arrow-left", with_keys(translate("Page", "Back to chat"), "Esc"), size=18, box=32)
        back.clicked.connect(self.closed)
        name = dim(title, "")
        name.setFont(font(theme().tokens.type.body, 600))
        self.head.addWidget(back)
        self.head.addWidget(name)
        self.head.addStretch(1)
        inner = QWidget()
        inner.setMaximumWidth(self.WIDTH + 48)
        inner.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.body = QVBoxLayout(inner)
        self.body.setContentsMargins(24, 22, 24, 40)
        self.body.setSpacing(10)
        outer = QWidget()
        outer.setObjectName("page")
        line = QHBoxLayout(outer)
        line.setContentsMargins(0, 0, 0, 0)
        line.addStretch(1)
        line.addWidget(inner, 1000)
        line.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidget(outer)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName(title)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        self.middle = QHBoxLayout()
        self.middle.addWidget(self.area, 1)
        column.addLayout(self.middle, 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
