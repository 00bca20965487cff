"""What cannot be used without a mouse or without eyes is found; test_every_scene.py looks for it in every state."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.reach import RING, climbs, differs, missed, nameless, walked


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    """A field and two buttons, which have names."""
    made = QWidget()
    qtbot.addWidget(made)
    column = QVBoxLayout(made)
    for part in (QLabel("Above"), QLineEdit(), QPushButton("Save"), QPushButton("Close")):
        part.setAccessibleName("Part")
        column.addWidget(part)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def test_a_control_without_a_name_is_found(page: QWidget) -> None:
    assert nameless(page) == []
    page.findChildren(QPushButton)[1].setAccessibleName(" ")
    assert nameless(page) == ["QPushButton ' ' in QWidget"]
    page.findChildren(QPushButton)[1].hide()
    assert nameless(page) == []


def test_a_control_that_tab_misses_is_found(page: QWidget) -> None:
    field, last = page.findChildren(QLineEdit)[0], page.findChildren(QPushButton)[1]
    assert missed(page, walked(page, field)) == []
    last.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    assert missed(page, walked(page, field)) == ["QPushButton 'Part' in QWidget"]


def test_a_control_that_keeps_the_focus_is_found(page: QWidget) -> None:
    field, first = page.findChildren(QLineEdit)[0], page.findChildren(QPushButton)[0]
    first.keyPressEvent = lambda event: None  # type: ignore[method-assign]
    first.event = lambda event: True  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="Tab does not leave"):
        walked(page, field)


def test_a_control_to_which_tab_goes_up_is_found(page: QWidget, qtbot: QtBot) -> None:
    area = QScrollArea()
    area.setWidget(page)
    qtbot.addWidget(area)
    field, (first, last) = page.findChildren(QLineEdit)[0], page.findChildren(QPushButton)
    assert climbs([field, first, last]) == []
    assert climbs([field, last, first]) == ["QPushButton 'Part' in QWidget -> QPushButton 'Part' in QWidget"]
    assert climbs([last, field]) != []
    area.takeWidget()


def test_a_ring_is_told_from_none() -> None:
    plain = QImage(40, 40, QImage.Format.Format_RGB32)
    plain.fill(QColor(30, 30, 30))
    ringed = plain.copy()
    assert differs(plain, ringed) == 0
    for at in range(RING):
        ringed.setPixelColor(at, 0, QColor(90, 90, 200))
    assert differs(plain, ringed) == RING
    plain.fill(QColor(30, 30, 50))  # no more than a shade
    ringed.fill(QColor(30, 30, 60))
    assert differs(plain, ringed) == 0
