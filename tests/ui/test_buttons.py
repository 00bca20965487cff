"""Buttons that open something: what they look like afterwards."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets.buttons import IconButton, let_go
from app.ui.widgets.controls import ChoiceSegment


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
