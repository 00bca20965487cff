"""Keys that are recorded by pressing them, and what keeps them from being used."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout

from app.core.scopes import Setting, Value
from app.ui.language import of_setting
from app.ui.sentences import whole
from app.ui.settings.fields import Field
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.key_button import KeyButton
from app.ui.widgets.labels import dim

translate = QCoreApplication.translate


class KeysField(Field):
    """The value is Qt's portable text, "" for none."""

    wide = True

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.control = KeyButton(of_setting(setting.label))
        self.clear = IconButton("x", translate("Keys", "Turn off"), size=15, box=28)
        self.why = dim("", "warn", wrap=True)
        self.why.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
        self.why.hide()
        self.control.chosen.connect(self._chosen)
        self.control.refused.connect(lambda why: self.show_problem(whole(why)))
        self.clear.clicked.connect(lambda: self._chosen(""))
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addWidget(self.control)
        line.addWidget(self.clear)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(line)
        column.addWidget(self.why)
        self.show_value("")

    def show_value(self, value: Value) -> None:
        self.control.show_keys(str(value))
        if self.clear.hasFocus() and not value:
            self.control.setFocus()  # else Qt gives it to the next control, of another setting
        self.clear.setVisible(bool(value))

    def show_problem(self, why: str, *, usable: bool = True) -> None:
        """``why`` the keys cannot be used, "" if they can; ``usable``: others may be chosen."""
        self.why.setText(why)
        self.why.setVisible(bool(why))
        self.control.setEnabled(usable)

    def _chosen(self, keys: str) -> None:
        self.show_problem("")
        self.show_value(keys)
        self.changed.emit(keys)
