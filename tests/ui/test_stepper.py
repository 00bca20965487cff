"""Numbers have buttons of the program's own at their sides."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox
from pytestqt.qtbot import QtBot

from app.core.settings import SETTINGS
from app.ui.settings.fields import NumberField
from app.ui.theme import Theme
from app.ui.widgets.stepper import Stepper

SETTING = next(one for one in SETTINGS if one.key == "memory.keep_recent")


@pytest.fixture
def field(qtbot: QtBot, look: Theme) -> NumberField:
    made = NumberField(SETTING)
    qtbot.addWidget(made)
    made.show_value(256)
    made.show()
    return made


def press(qtbot: QtBot, stepper: Stepper, *, more: bool) -> None:
    qtbot.mouseClick(stepper.more if more else stepper.less, Qt.MouseButton.LeftButton)


def test_buttons_step_and_tell(field: NumberField, qtbot: QtBot) -> None:
    told: list[object] = []
    field.changed.connect(told.append)
    press(qtbot, field.stepper, more=True)
    press(qtbot, field.stepper, more=False)
    press(qtbot, field.stepper, more=False)
    assert told == [320, 256, 192]


def test_buttons_say_where_it_ends(field: NumberField, qtbot: QtBot) -> None:
    assert field.stepper.less.isEnabled() and field.stepper.more.isEnabled()
    field.show_value(0)
    assert not field.stepper.less.isEnabled()
    press(qtbot, field.stepper, more=True)
    assert field.stepper.less.isEnabled()
    field.show_value(65536)
    assert not field.stepper.more.isEnabled()


def test_keyboard_has_the_arrows_and_passes_the_buttons_by(field: NumberField, qtbot: QtBot) -> None:
    field.activateWindow()
    qtbot.waitUntil(field.isActiveWindow)
    field.control.setFocus()
    qtbot.keyClick(field.control, Qt.Key.Key_Up)
    assert field.control.value() == 320
    assert field.stepper.less.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert field.stepper.less.accessibleName() == "Decrease Keep recent tokens"


@pytest.mark.parametrize("setting", [one for one in SETTINGS if type(one.default) in (int, float) and not one.hidden],
                         ids=lambda one: one.key)  # fmt: skip
def test_the_longest_number_has_room(setting: object, qtbot: QtBot, look: Theme) -> None:
    made = NumberField(setting)  # type: ignore[arg-type]
    qtbot.addWidget(made)
    made.show()
    spin = made.control
    assert isinstance(spin, (QSpinBox, QDoubleSpinBox))
    edit = spin.lineEdit()
    for value in (spin.minimum(), spin.maximum()):
        made.show_value(value)
        assert edit.fontMetrics().horizontalAdvance(edit.text()) <= edit.width() - 4, edit.text()
