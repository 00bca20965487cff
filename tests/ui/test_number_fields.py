"""A number is what was typed, with a point or with a comma, in either language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.settings import SETTINGS, Setting
from app.ui import language
from app.ui.settings.fields import NumberField
from app.ui.settings.reply_fields import SeedField

TEMPERATURE = next(one for one in SETTINGS if one.key == "sampling.temperature")
RECENT = next(one for one in SETTINGS if one.key == "memory.keep_recent")
SEED = next(one for one in SETTINGS if one.key == "sampling.seed")


@pytest.fixture(params=["en", "de", "fr"])
def spoken(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    language.install(qapp, request.param)
    yield request.param
    language.install(qapp, "en")


def shown(setting: Setting, qtbot: QtBot) -> NumberField:
    field = NumberField(setting)
    qtbot.addWidget(field)
    field.show()
    field.activateWindow()
    qtbot.waitUntil(field.isActiveWindow)
    field.control.setFocus()
    field.control.selectAll()
    return field


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize("paste", [False, True])
@pytest.mark.parametrize(
    ("setting", "text", "meant"),
    [
        (TEMPERATURE, "0.5", 0.5),
        (TEMPERATURE, "0,5", 0.5),
        (TEMPERATURE, ",75", 0.75),
        (TEMPERATURE, "1.", 1.0),
        (RECENT, "1.5", 2),
        (RECENT, "1,4", 1),
        (RECENT, "1.50", 2),
        (RECENT, "4.096", 4096),
        (RECENT, "4,096", 4096),
        (RECENT, "4096", 4096),
    ],
)
def test_points_and_commas_mean_the_same(setting: Setting, text: str, meant: float, paste: bool, qtbot: QtBot) -> None:
    field = shown(setting, qtbot)
    if paste:
        QGuiApplication.clipboard().setText(text)
        field.control.lineEdit().paste()
    else:
        qtbot.keyClicks(field.control, text)
    qtbot.keyClick(field.control, Qt.Key.Key_Return)
    assert field.control.value() == meant


@pytest.mark.usefixtures("spoken")
def test_what_is_no_number_changes_nothing(qtbot: QtBot) -> None:
    huge = "9" * 4310 + ".5"  # more digits than Python takes for a number
    for setting, text in (
        (TEMPERATURE, "0.5.5"), (RECENT, "1.2.3"), (RECENT, "999999.5"), (RECENT, "."), (RECENT, "16,3840"),
        (RECENT, huge), (TEMPERATURE, huge), (RECENT, "." * 16_000 + "x"), (RECENT, "1," * 16_000 + "x"),
    ):  # fmt: skip
        field = shown(setting, qtbot)
        before = field.control.value()
        QGuiApplication.clipboard().setText(text)
        field.control.lineEdit().paste()
        qtbot.keyClick(field.control, Qt.Key.Key_Return)
        assert field.control.value() == before, text


def test_thousands_are_grouped_only_while_nobody_types(spoken: str, qtbot: QtBot) -> None:
    grouped = {"en": "8,192 tokens", "de": "8.192 Token", "fr": "8\u202f192 tokens"}[spoken]
    field = shown(RECENT, qtbot)
    field.show_value(8192)
    assert field.control.text().startswith("8192 "), "a point that stands there is one that was typed"
    qtbot.keyClick(field.control, Qt.Key.Key_End)
    field.control.clearFocus()
    assert field.control.text() == grouped
    assert field.control.value() == 8192
    field.control.setFocus()
    field.control.selectAll()
    qtbot.keyClicks(field.control, "16384")
    field.control.clearFocus()
    assert field.control.value() == 16384


@pytest.mark.usefixtures("spoken")
def test_a_seed_is_never_grouped(qtbot: QtBot) -> None:
    field = SeedField(SEED)
    qtbot.addWidget(field)
    field.show()
    field.show_value(12345)
    for focused in (True, False):
        (field.control.setFocus if focused else field.control.clearFocus)()
        assert field.control.text() == "12345"


def test_groups_of_the_persons_own_language(qtbot: QtBot) -> None:
    field = shown(RECENT, qtbot)
    field.control.setLocale(QLocale("en_IN"))
    for text, meant in (("31,072", 31_072), ("0,31,072", 31_072), ("4,096", 4096)):
        field.control.selectAll()
        qtbot.keyClicks(field.control, text)
        qtbot.keyClick(field.control, Qt.Key.Key_Return)
        assert field.control.value() == meant, text
