"""Questions of the program: over the window, by keyboard alone, and out of the way afterwards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.ui.theme import Theme
from app.ui.widgets.ask import SureSheet, TextSheet, ask_sure, ask_text
from app.ui.widgets.sheet import Sheet

ROOT = Path(__file__).parents[2]


class Room(QWidget):
    """A window with a field, a button and a key."""

    def __init__(self, qtbot: QtBot) -> None:
        super().__init__()
        qtbot.addWidget(self)
        self.field, self.button = QLineEdit(), QPushButton("below")
        column = QVBoxLayout(self)
        column.addWidget(self.field)
        column.addWidget(self.button)
        self.told: list[str] = []
        QShortcut(QKeySequence("Ctrl+N"), self).activated.connect(lambda: self.told.append("new"))
        QShortcut(QKeySequence("Esc"), self).activated.connect(lambda: self.told.append("escape"))
        self.resize(600, 400)
        self.show()
        self.activateWindow()
        qtbot.waitUntil(self.isActiveWindow)
        self.field.setFocus()


@pytest.fixture
def room(qtbot: QtBot) -> Room:
    return Room(qtbot)


def sure(room: Room) -> SureSheet:
    return ask_sure(room.field, "Delete it?", "This cannot be undone.", "Delete", lambda: room.told.append("deleted"))


def gone(room: Room) -> bool:
    return room.findChild(Sheet) is None


def focus() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def test_enter_alone_deletes_nothing(room: Room, qtbot: QtBot) -> None:
    sheet = sure(room)
    assert sheet.no.hasFocus()
    qtbot.keyClick(focus(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: gone(room))
    assert room.told == []
    assert room.field.hasFocus(), "the focus is where it was"


def test_the_button_that_has_the_focus_is_pressed(room: Room, qtbot: QtBot) -> None:
    sheet = sure(room)
    qtbot.keyClick(focus(), Qt.Key.Key_Tab)
    assert sheet.yes.hasFocus()
    qtbot.keyClick(focus(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: gone(room))
    assert room.told == ["deleted"]


def test_escape_leaves_the_question_only(room: Room, qtbot: QtBot) -> None:
    sure(room)
    qtbot.keyClick(focus(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: gone(room))
    assert room.told == []
    qtbot.keyClick(focus(), Qt.Key.Key_Escape)
    assert room.told == ["escape"], "the window has its keys again"


def test_keyboard_and_mouse_stay_in_the_question(room: Room, qtbot: QtBot) -> None:
    sheet = sure(room)
    for _ in range(5):
        qtbot.keyClick(focus(), Qt.Key.Key_Tab)
        assert sheet.isAncestorOf(focus())
    for _ in range(3):
        qtbot.keyClick(focus(), Qt.Key.Key_Backtab)
        assert sheet.isAncestorOf(focus())
    qtbot.keyClick(focus(), Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    qtbot.mouseClick(sheet, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert room.told == [] and sheet.isVisible()
    assert room.childAt(room.button.geometry().center()) is not room.button
    room.button.setFocus()  # as a chat that is opened meanwhile does with its field
    assert sheet.isAncestorOf(focus())
    sheet.reject()
    assert room.button.hasFocus()


def test_a_line_of_text_is_asked_for(room: Room, qtbot: QtBot) -> None:
    sheet = ask_text(room.field, "Rename", "Title", "Old", room.told.append, "Rename")
    assert sheet.field.hasFocus() and sheet.field.selectedText() == "Old"
    qtbot.keyClicks(sheet.field, "  ")
    assert not sheet.yes.isEnabled()
    qtbot.keyClick(sheet.field, Qt.Key.Key_Return)
    assert sheet.isVisible() and room.told == []
    qtbot.keyClicks(sheet.field, "New")
    qtbot.keyClick(sheet.field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert sheet.field.selectedText() == "  New", "keys of the field work"
    qtbot.keyClick(sheet.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: gone(room))
    assert room.told == ["  New"]


def test_it_says_what_it_is_to_a_screen_reader(room: Room) -> None:
    sheet = sure(room)
    said = QAccessible.queryAccessibleInterface(sheet)
    assert said.role() == QAccessible.Role.Dialog
    assert said.text(QAccessible.Text.Name) == "Delete it?"
    assert said.text(QAccessible.Text.Description) == "This cannot be undone."


def test_it_stays_inside_the_window(room: Room, look: Theme, qtbot: QtBot) -> None:
    words = "A long sentence that says what will be gone. " * 6
    sheet = ask_sure(room, "Delete everything?", words, "Delete", lambda: None)
    for wide, high in ((600, 400), (320, 480), (1200, 900)):
        room.resize(wide, high)
        qtbot.waitUntil(lambda: sheet.size() == room.size())
        assert room.rect().contains(sheet.card.geometry())
        detail = sheet.detail
        assert detail.height() >= detail.heightForWidth(detail.width())


def test_without_a_window_it_is_one(qtbot: QtBot) -> None:
    sheet = Sheet(None, "Longthread is already open.", "Use the window that is open.")
    qtbot.addWidget(sheet)
    button = sheet.add_button("Close", "accent")
    button.setDefault(True)
    sheet.open()
    assert sheet.isWindow() and sheet.isVisible()
    assert sheet.detail.geometry().bottom() < button.mapTo(sheet, QPoint(0, 0)).y()
    qtbot.keyClick(sheet, Qt.Key.Key_Return)
    assert sheet.result() == Sheet.DialogCode.Accepted


def test_what_had_the_focus_may_be_hidden(room: Room, qtbot: QtBot) -> None:
    page = QWidget()
    room.layout().addWidget(page)
    inside = QLineEdit(page)
    page.show()
    inside.setFocus()
    sheet = sure(room)
    page.hide()
    qtbot.keyClick(sheet.no, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: gone(room))
    assert focus().isVisible()


def test_what_had_the_focus_may_be_gone(room: Room, qtbot: QtBot) -> None:
    sheet = sure(room)
    delete(room.field)
    sheet.yes.click()
    qtbot.waitUntil(lambda: gone(room))
    assert room.told == ["deleted"]


@pytest.mark.parametrize("file", sorted(ROOT.glob("app/ui/**/*.py")), ids=lambda file: file.name)
def test_no_box_of_another_look(file: Path) -> None:
    assert not re.search("QMessageBox|QInputDialog|QErrorMessage|QProgressDialog", file.read_text(encoding="utf-8"))


def test_the_later_of_two_questions_has_the_keyboard(room: Room, qtbot: QtBot) -> None:
    sure(room)
    later = ask_text(room, "Name", "Name", "", room.told.append)
    assert isinstance(focus().window(), Room) and later.field.hasFocus()
    qtbot.keyClicks(focus(), "x")
    qtbot.keyClick(focus(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: room.findChild(TextSheet) is None)
    assert room.told == ["x"]
    assert room.findChild(SureSheet) is not None
