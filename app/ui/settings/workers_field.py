"""The addresses of computers that lend their RAM or VRAM, with what one has to know before any is entered."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLineEdit, QVBoxLayout

from app.core.settings import Setting, Value, workers_of
from app.ui.language import of_setting
from app.ui.settings.fields import Field
from app.ui.theme import font, theme
from app.ui.widgets.labels import dim

translate = QCoreApplication.translate


class WorkersField(Field):
    """Addresses, apart by commas; told when the editing ends, and only what is some.

    Attributes:
        problem: says what is wrong with the text, as long as it is.
        warning: what people risk.
    """

    wide = True

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._kept = ""
        self.control = QLineEdit()
        self.control.setPlaceholderText("192.168.1.20:50052, 192.168.1.21:50052")
        self.control.setAcceptDrops(False)
        self.control.setAccessibleName(of_setting(setting.label))
        small = font(theme().tokens.type.small)
        self.problem = dim(translate("Workers", "One of these isn't an address."), "error", wrap=True)
        self.warning = dim(
            translate(
                "Workers",
                "Workers have no password and no encryption: anyone in the network can read your chats on the way "
                "and use the worker. Enter only computers in a network you trust, or use a tunnel.",
            ),
            "warn",
            wrap=True,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for part in (self.control, self.problem, self.warning):
            part.setFont(small if part is not self.control else part.font())
            column.addWidget(part)
        self.problem.hide()
        self.control.editingFinished.connect(self._edited)

    def _edited(self) -> None:
        found = workers_of(self.control.text())
        self.problem.setVisible(found is None)
        if found is None:
            return
        text = ", ".join(found)
        self.control.setText(text)
        if text != self._kept:
            self._kept = text
            self.changed.emit(text)

    def show_value(self, value: Value) -> None:
        self._kept = str(value)
        self.control.setText(self._kept)
        self.problem.hide()
