"""Shortcuts: one registry, listed, changed without losing others, told in tooltips and the palette."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.window.palette import commands
from app.ui.window.shortcuts import ShortcutsPage
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def opened(launch: Launch) -> tuple[Program, ShortcutsPage]:
    program = launch()
    program.idle()
    program.window.activateWindow()
    program.qtbot.keyClick(program.window, Qt.Key.Key_F1)
    page = program.window.pages.shortcuts
    assert program.window.pages.currentWidget() is page
    return program, page


def press(page: ShortcutsPage, action: str, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    button = page.rows[action].button
    button.click()
    assert button.hasFocus()
    QTest.keyClick(button, key, modifiers)


def test_defaults_have_no_conflicts_and_are_all_listed(launch: Launch) -> None:
    program, page = opened(launch)
    actions = program.window.action_list
    keys = [action.keys for action in actions.all.values() if action.keys]
    assert len(keys) == len(set(keys)) > 10
    assert set(page.rows) == set(actions.all)
    assert all(action.title and action.section for action in actions.all.values())


def test_new_keys_act_at_once_and_after_the_next_start(launch: Launch, qtbot: QtBot) -> None:
    program, page = opened(launch)
    press(page, "trash", Qt.Key.Key_T, CONTROL | SHIFT)
    assert page.rows["trash"].button.text() == "Ctrl+Shift+T"
    assert page.rows["trash"].reset.isVisible()
    qtbot.keyClick(program.window, Qt.Key.Key_T, CONTROL | SHIFT)
    assert program.window.pages.currentWidget() is program.window.chats.trash
    program.context.ops.flush()
    program.window.close()
    program.context.shutdown()
    again = launch()
    again.idle()
    assert again.window.action_list.keys("trash") == "Ctrl+Shift+T"


def test_while_keys_are_typed_nothing_else_acts(launch: Launch) -> None:
    program, page = opened(launch)
    page.rows["trash"].button.click()
    QTest.keyClick(page.rows["trash"].button, Qt.Key.Key_N, CONTROL)
    assert program.window.pages.currentWidget() is page  # no new chat was begun
    assert "New chat" in page.rows["trash"].words.text()


def test_taken_keys_are_asked_about(launch: Launch, qtbot: QtBot) -> None:
    program, page = opened(launch)
    actions = program.window.action_list
    row = page.rows["activity"]
    press(page, "activity", Qt.Key.Key_L, CONTROL)
    assert row.words.text() == "“Model library” already uses Ctrl+L."
    assert (actions.keys("activity"), actions.keys("library")) == ("Ctrl+Shift+A", "Ctrl+L")
    qtbot.mouseClick(row.keep, Qt.MouseButton.LeftButton)
    assert not row.question.isVisible()
    press(page, "activity", Qt.Key.Key_L, CONTROL)
    qtbot.mouseClick(row.take, Qt.MouseButton.LeftButton)
    assert (actions.keys("activity"), actions.keys("library")) == ("Ctrl+L", "")
    assert page.rows["library"].button.text() == "none"
    qtbot.keyClick(program.window, Qt.Key.Key_L, CONTROL)
    assert program.window.pages.currentWidget() is program.window.pages.activity
    program.window.show_shortcuts()
    qtbot.mouseClick(page.reset_all, Qt.MouseButton.LeftButton)
    assert (actions.keys("activity"), actions.keys("library")) == ("Ctrl+Shift+A", "Ctrl+L")
    assert not page.reset_all.isEnabled()


@pytest.mark.parametrize(
    ("key", "modifiers", "kept"),
    [
        (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier, "Ctrl+N"),
        (Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier, "none"),
        (Qt.Key.Key_G, Qt.KeyboardModifier.NoModifier, "Press keys…"),
        (Qt.Key.Key_C, CONTROL, "Press keys…"),
        (Qt.Key.Key_Shift, SHIFT, "Press keys…"),
        (Qt.Key.Key_F7, Qt.KeyboardModifier.NoModifier, "F7"),
    ],
)
def test_keys_that_mean_something_else(launch: Launch, key: Qt.Key, modifiers: Qt.KeyboardModifier, kept: str) -> None:
    program, page = opened(launch)
    press(page, "new_chat", key, modifiers)
    assert page.rows["new_chat"].button.text() == kept
    assert program.window.pages.currentWidget() is page


def test_tooltips_and_palette_say_the_keys_in_force(launch: Launch) -> None:
    program = launch()
    program.idle()
    actions = program.window.action_list
    assert program.chat.header.sidebar_button.toolTip().endswith("(Ctrl+B)")
    actions.set_keys("sidebar", "Ctrl+Alt+B")
    assert program.chat.header.sidebar_button.toolTip().endswith("(Ctrl+Alt+B)")
    said = {one.title: one.keys for one in commands(program.window, program.window.action_list)}
    assert said["Show or hide sidebar"] == "Ctrl+Alt+B"
    assert "Rename chat" not in said  # there is nothing in it yet


def test_search_finds_by_words_and_by_keys(launch: Launch) -> None:
    _, page = opened(launch)
    page.search.setText("ctrl+b")
    assert [row.action.id for row in page.rows.values() if row.isVisible()] == ["sidebar"]
    page.search.setText("backup")
    assert {row.action.id for row in page.rows.values() if row.isVisible()} == {"export", "export_all"}
    page.search.setText("nothing like it")
    assert page._none.isVisible()


def test_keys_go_from_chat_to_chat_and_copy(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    for text in ("one", "two"):
        program.window.new_chat()
        program.say(text)
        program.idle()
    program.wait(lambda: len(program.window.sidebar.list.rows.chats()) == 2)
    program.window.activateWindow()
    qtbot.keyClick(program.window, Qt.Key.Key_C, CONTROL | SHIFT)
    assert QGuiApplication.clipboard().text() == program.talk.view.messages[-1].content
    qtbot.keyClick(program.window, Qt.Key.Key_PageDown, CONTROL)
    program.wait(lambda: program.talk.view.messages and program.talk.view.messages[0].content == "one")
    qtbot.keyClick(program.window, Qt.Key.Key_PageUp, CONTROL)
    program.wait(lambda: program.talk.view.messages and program.talk.view.messages[0].content == "two")


@pytest.mark.parametrize("action", ["rename", "regenerate", "continue"])
def test_what_changes_a_chat_shows_it(launch: Launch, action: str) -> None:
    program = launch(Script(replies=(("one",), ("two",)), reply_reason="length"))
    program.idle()
    program.say("a question")
    program.idle()
    window = program.window
    window.activateWindow()
    window.show_settings()
    if action == "regenerate":
        QTest.keyClick(window.pages.settings.search, Qt.Key.Key_R, CONTROL | SHIFT)
    else:
        window.action_list.run(action)
    assert window.pages.currentWidget() is window.chat
    title = program.chat.header.title
    assert (action == "rename") == (title.currentWidget() is title.field)
    assert action != "rename" or title.field.hasFocus()
    program.idle()
    last = {"rename": "one", "regenerate": "two", "continue": "onetwo"}
    assert program.talk.view.messages[-1].content == last[action]


def test_what_changes_the_chat_in_sight_leaves_the_focus(launch: Launch) -> None:
    program = launch(Script(replies=(("one",), ("two",))))
    program.idle()
    program.say("a question")
    program.idle()
    field = program.window.sidebar.search_field
    field.setFocus()
    program.window.action_list.run("regenerate")
    assert field.hasFocus()
    program.idle()
