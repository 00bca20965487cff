"""In which ratio several GPUs share the layers of a model."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLineEdit

from app.core.settings import Setting, Value, split_of
from app.ui.language import of_setting
from app.ui.settings.fields import Field

WIDTH = 172  # px


class SplitField(Field):
    """Shares, as "3, 1"; told when the editing ends, and only what is a ratio."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._kept = ""
        self.control = QLineEdit()
        self.control.setFixedWidth(WIDTH)
        self.control.setPlaceholderText("1, 1")
        self.control.setAcceptDrops(False)
        self.control.setAccessibleName(of_setting(setting.label))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.control)
        self.control.editingFinished.connect(self._edited)

    def _edited(self) -> None:
        shares = split_of(self.control.text())
        if shares is None:
            self.control.setText(self._kept)
            return
        text = ", ".join(f"{share:g}" for share in shares)
        self.control.setText(text)
        if text != self._kept:
            self._kept = text
            self.changed.emit(text)

    def show_value(self, value: Value) -> None:
        self._kept = str(value)
        self.control.setText(self._kept)
