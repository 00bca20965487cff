"""Choices behind a button: it says what is chosen, and opens a menu."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from app.core.scopes import Setting, Value
from app.ui.language import of_choice, of_setting
from app.ui.settings.fields import Field, line_of
from app.ui.widgets.buttons import TextButton


class MenuButtonField(Field):
    """A button that says what is chosen and opens a menu; who inherits fills both."""

    def __init__(self) -> None:
        super().__init__()
        self.control = TextButton("", "", "chevron-down")
        self.control.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the sign stands behind the text
        self.control.clicked.connect(self._open)
        line_of(self).addWidget(self.control)

    def menu(self) -> QMenu:
        """What there is to choose from, with what is chosen marked."""
        raise NotImplementedError

    def say(self, label: str, words: str) -> None:
        """Show what is chosen; ``label``: of the setting."""
        self.control.set_text(words)
        self.control.setAccessibleName(f"{label}: {words}")

    def _open(self) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.control.mapToGlobal(self.control.rect().bottomLeft()))


class MenuField(MenuButtonField):
    """One of more choices than stand side by side."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._setting = setting
        self.show_value(setting.default)

    def show_value(self, value: Value) -> None:
        self._chosen = str(value)
        self.say(of_setting(self._setting.label), of_choice(self._setting, self._chosen))

    def menu(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        for choice in self._setting.choices:
            action = menu.addAction(of_choice(self._setting, choice), partial(self._choose, choice))
            action.setCheckable(True)
            action.setChecked(choice == self._chosen)
            group.addAction(action)
        return menu

    def _choose(self, choice: str) -> None:
        self.show_value(choice)
        self.changed.emit(choice)
