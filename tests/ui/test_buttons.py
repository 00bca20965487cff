"""Buttons that open something, or take turns: what they look like afterwards, and who has the focus."""

from __future__ import annotations

from typing import Literal

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QCursor
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.ui.theme import Theme, colors
from app.ui.widgets.buttons import IconButton, Switch, let_go
from app.ui.widgets.controls import ChoiceSegment, Slider
from app.ui.widgets.focus import hand_over
from tests.ui.test_theme import contrast


def test_a_button_is_let_go_when_its_menu_is_closed_elsewhere(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(200, 100)
    button = IconButton("ellipsis", "More", parent=window)
    window.show()
    qtbot.waitExposed(window)
    for place, under in ((QPoint(150, 80), False), (QPoint(10, 10), True)):
        menu = QMenu(window)
        menu.addAction("Something")
        QApplication.sendEvent(button, QEvent(QEvent.Type.Enter))
        button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, True)
        let_go(button, menu)
        menu.popup(window.mapToGlobal(QPoint(0, 40)))
        QCursor.setPos(window.mapToGlobal(place))
        menu.close()
        qtbot.waitUntil(lambda under=under: button.underMouse() == under)  # type: ignore[misc]


def test_a_word_that_is_clicked_has_no_ring(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    line = QHBoxLayout(window)
    words = [ChoiceSegment(text) for text in ("Light", "Dark")]
    for word in words:
        line.addWidget(word)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    words[1].setFocus(Qt.FocusReason.MouseFocusReason)
    assert words[1].hasFocus() and not words[1].ringed
    qtbot.keyClick(words[1], Qt.Key.Key_Left)
    assert words[0].ringed
    qtbot.keyClick(words[0], Qt.Key.Key_Tab)
    assert words[1].ringed


def test_a_button_that_goes_leaves_its_focus_to_the_one_that_comes(qtbot: QtBot) -> None:
    whole = QWidget()
    line = QHBoxLayout(whole)
    fetch, stop, after = QPushButton("Download"), QPushButton("Cancel"), QPushButton("Download the next one")
    for button in (fetch, stop, after):
        line.addWidget(button)
    qtbot.addWidget(whole)
    stop.hide()
    whole.show()
    whole.activateWindow()
    qtbot.waitUntil(whole.isActiveWindow)
    fetch.setFocus()
    hand_over(fetch, False, stop, True)
    assert stop.hasFocus() and fetch.isHidden()
    hand_over(fetch, True, stop, False)
    assert fetch.hasFocus() and stop.isHidden()
    after.setFocus()
    hand_over(fetch, False, stop, True)
    assert after.hasFocus(), "nobody else's is taken"


def test_a_switch_that_has_the_keyboard_shows_it_on_and_off(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    line = QHBoxLayout(window)
    switch, other = Switch("One"), Switch("Other")
    for one in (switch, other):
        line.addWidget(one)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()

    def border() -> str:
        """The colour at the top."""
        image = switch.grab().toImage()
        return image.pixelColor(image.width() // 2, 2).name()

    for on, ring in ((False, colors().accent), (True, colors().text)):
        switch.setChecked(on)
        other.setFocus()
        assert border() != ring.lower()
        switch.setFocus()
        assert border() == ring.lower(), on


def test_a_screen_reader_finds_a_slider_and_moves_it(qtbot: QtBot) -> None:
    slider = Slider("Compact down to", 0.3, 0.9, 0.01)
    qtbot.addWidget(slider)
    moved: list[float] = []
    slider.moved.connect(moved.append)
    slider.set_value(0.45)
    heard = QAccessible.queryAccessibleInterface(slider)
    assert heard.role() == QAccessible.Role.Slider
    value = heard.valueInterface()
    assert (value.minimumValue(), value.currentValue(), value.maximumValue()) == (30, 45, 90)
    assert moved == []
    value.setCurrentValue(60)
    assert slider.value == pytest.approx(0.6) and moved == [pytest.approx(0.6)]
    qtbot.keyClick(slider, Qt.Key.Key_End)
    assert slider.value == pytest.approx(0.9) and moved[1:] == [pytest.approx(0.9)]
    slider.set_high(0.5)
    assert (slider.value, value.currentValue()) == (pytest.approx(0.5), 50)
    assert len(moved) == 2


@pytest.mark.parametrize("mode", ["dark", "light"])
@pytest.mark.parametrize("role", ["accent", "compacted", "warn"])
def test_a_slider_shows_that_it_has_the_keyboard(
    mode: Literal["dark", "light"], role: str, look: Theme, qtbot: QtBot
) -> None:
    look.set_mode(mode)
    window = QWidget()
    qtbot.addWidget(window)
    line = QHBoxLayout(window)
    slider, other = Slider("One", 0, 1, 0.5), Slider("Other", 0, 1, 0.5)
    slider.role = role
    for one in (slider, other):
        line.addWidget(one)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    slider.set_value(0.5)

    def knob() -> str:
        return slider.grab().toImage().pixelColor(slider.rect().center()).name()

    other.setFocus()
    without = knob()
    slider.setFocus()
    assert contrast(without, knob()) >= 3
