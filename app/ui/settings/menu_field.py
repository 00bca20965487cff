"""One of many choices: a button that says which, and opens a menu of them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from app.core.scopes import Setting, Value
from app.ui.language import of_choice, of_setting
from app.ui.settings.fields import Field, line_of
from app.ui.widgets.buttons import TextButton


class MenuField(Field):
    """More choices than stand side by side."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._setting, self._chosen = setting, str(setting.default)
        self.control = TextButton("", "", "chevron-down")
        self.control.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the sign stands behind the text
        self.control.clicked.connect(self._open)
        line_of(self).addWidget(self.control)
        self.show_value(self._chosen)

    def show_value(self, value: Value) -> None:
        self._chosen = str(value)
        words = of_choice(self._setting, self._chosen)
        self.control.set_text(words)
        self.control.setAccessibleName(f"{of_setting(self._setting.label)}: {words}")

    def menu(self) -> QMenu:
        """All of them, the one chosen marked."""
        menu = QMenu(self)
        group = QActionGroup(menu)
        for choice in self._setting.choices:
            action = menu.addAction(of_choice(self._setting, choice), partial(self._choose, choice))
            action.setCheckable(True)
            action.setChecked(choice == self._chosen)
            group.addAction(action)
        return menu

    def _open(self) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.control.mapToGlobal(self.control.rect().bottomLeft()))

    def _choose(self, choice: str) -> None:
        self.show_value(choice)
        self.changed.emit(choice)
