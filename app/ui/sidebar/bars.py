"""Strips above the foot of the sidebar: what can be done with several chats, and an import or export that goes on."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.services.chat.transfer import Transfer
from app.ui.numbers import share
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.escape import keeps_escape
from app.ui.widgets.keys import with_keys
from app.ui.widgets.labels import ElidedLabel
from app.ui.widgets.paint import paint_panel

translate = QCoreApplication.translate


class _Strip(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme().changed.connect(self.update)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        place = self.rect().adjusted(14, 4, -14, -4)
        paint_panel(painter, place, 10, qcolor(scheme.raised), qcolor(scheme.line_strong))
        painter.end()


class ChosenBar(_Strip):
    """Shown while more than one chat is chosen. ``more(QPoint)``: show the rest of what can be done, there."""

    more = Signal(QPoint)
    trash = Signal()
    cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = ElidedLabel()
        self.label.setFont(font(theme().tokens.type.small, 500))
        self.more_button = IconButton("ellipsis", translate("Sidebar", "Move, export and more"), size=16, box=28)
        to_trash = with_keys(translate("Sidebar", "Move to trash"), "Ctrl+Del")
        self.trash_button = IconButton("trash-2", to_trash, size=16, box=28)
        self.clear_button = IconButton("x", with_keys(translate("Sidebar", "Clear selection"), "Esc"), size=16, box=28)
        self.more_button.clicked.connect(lambda: self.more.emit(self.more_button.mapToGlobal(QPoint(0, 30))))
        self.trash_button.clicked.connect(self.trash)
        self.clear_button.clicked.connect(self.cleared)
        line = QHBoxLayout(self)
        line.setContentsMargins(26, 9, 20, 9)
        line.setSpacing(2)
        line.addWidget(self.label, 1)
        for button in (self.more_button, self.trash_button, self.clear_button):
            line.addWidget(button)

    def show_count(self, chosen: int) -> None:
        self.label.setText(translate("Sidebar", "{chosen} selected").format(chosen=chosen))
        self.setVisible(chosen > 1)

    def event(self, event: QEvent) -> bool:
        """Escape does here what it does in the list."""
        return keeps_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cleared.emit()
        else:
            super().keyPressEvent(event)


class TransferBar(_Strip):
    """Shown while an import or export goes on. ``cancelled``: the person wants it to stop."""

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        kinds = theme().tokens.type
        self.label = ElidedLabel()
        self.label.setFont(font(kinds.small, 500))
        self.detail = ElidedLabel()
        self.detail.setProperty("role", "dim")
        self.detail.setFont(font(kinds.tiny))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(4)
        self.bar.setRange(0, 1000)
        self.cancel_button = IconButton("x", translate("Sidebar", "Cancel"), size=15, box=26)
        self.cancel_button.clicked.connect(self.cancelled)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.label)
        words.addWidget(self.detail)
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addLayout(words, 1)
        head.addWidget(self.cancel_button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(26, 12, 20, 14)
        column.setSpacing(7)
        column.addLayout(head)
        column.addWidget(self.bar)

    def show_transfer(self, transfer: Transfer | None) -> None:
        """What goes on; None: nothing."""
        self.setVisible(transfer is not None)
        if transfer is None:
            return
        words = {
            "import": translate("Sidebar", "Importing {name}"),
            "export": translate("Sidebar", "Exporting to {name}"),
            "print": translate("Sidebar", "Printing on {name}"),
        }[transfer.kind]
        self.label.setText(words.format(name=transfer.name))
        part = transfer.done / transfer.total if transfer.total else 0.0
        self.bar.setValue(round(part * 1000))
        text = translate("Sidebar", "{share} · %Ln chat(s)", "", transfer.chats)
        self.detail.setText(text.format(share=share(part)))
        self.bar.setAccessibleName(f"{self.label.text()}, {self.detail.text()}")
