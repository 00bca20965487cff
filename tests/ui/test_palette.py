"""The command palette: what fits, in which order, and all of it by keys alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.settings import SETTINGS
from app.ui.widgets.sheet import Sheet
from app.ui.window.palette import Command
from app.ui.window.palette.fuzzy import folded, match
from app.ui.window.palette.palette import ranked
from tests.ui.conftest import Launch, Program

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize(
    ("query", "better", "worse"),
    [
        ("trip", "Trip to Lisbon", "Descriptions of birds"),
        ("lis", "Trip to Lisbon", "Realism in film"),
        ("nc", "New chat", "Once upon a time"),
        ("set", "Settings", "Second test"),
        ("reis", "Reise nach München", "Preis der Karten"),
        ("com", "Compact now…", "Madame Bovary and more"),
    ],
)
def test_the_better_fit_comes_first(query: str, better: str, worse: str) -> None:
    one, other = match(query, better), match(query, worse)
    assert one is not None
    assert other is None or one[0] > other[0]


@pytest.mark.parametrize(
    ("query", "text", "shown"),
    [
        ("lis tri", "Trip to Lisbon", ["Tri", "Lis"]),
        ("munch", "Reise nach München", ["Münch"]),
        ("nch", "New chat", ["N", "ch"]),
        ("STRASSE", "Straße", None),
        ("", "anything", []),
        ("zzz", "anything", None),
    ],
)
def test_what_is_marked(query: str, text: str, shown: list[str] | None) -> None:
    fit = match(query, text)
    assert (None if fit is None else [text[start:end] for start, end in fit[1]]) == shown


def test_letters_scattered_over_a_text_are_no_match() -> None:
    assert match("salt", "this was all about the weather at last") is None


@given(st.text(max_size=20), st.text(max_size=80))
def test_places_lie_in_the_text(query: str, text: str) -> None:
    assert len(folded(text)) == len(text)
    fit = match(query, text)
    last = -1
    for start, end in fit[1] if fit is not None else ():
        assert last < start < end <= len(text)
        last = end


def test_other_words_find_less_than_the_title() -> None:
    offered = [
        Command("Show all", "Action", "x", list, also="backup"),
        Command("Backup", "Action", "x", list),
        Command("No", "Action", "x", list),
    ]
    assert [hit[0].title for hit in ranked("backup", offered)] == ["Backup", "Show all"]
    assert [hit[0].title for hit in ranked(" ", offered)] == ["Show all", "Backup", "No"]


def open_palette(program: Program, qtbot: QtBot) -> list[str]:
    program.window.activateWindow()
    qtbot.keyClick(program.window, Qt.Key.Key_K, CONTROL)
    assert program.window.finder.isVisible()
    return titles(program)


def titles(program: Program) -> list[str]:
    return [hit[0].title for hit in program.window.finder.model.hits]


def choose(program: Program, qtbot: QtBot, text: str) -> None:
    """Open it, type and press Enter."""
    open_palette(program, qtbot)
    qtbot.keyClicks(program.window.finder.field, text)
    qtbot.keyClick(program.window.finder.field, Qt.Key.Key_Return)
    assert not program.window.finder.isVisible()


def test_to_a_chat_and_back_by_keys(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    program.say("the grey heron")
    program.idle()
    first = program.talk.view.chat.id
    program.window.new_chat()
    program.say("the white stork")
    program.idle()
    program.wait(lambda: len(program.context.chats.chats) == 2)
    names = open_palette(program, qtbot)
    assert names[0] == "the grey heron"  # chats first, the one that is shown left out
    assert "the white stork" not in names
    qtbot.keyClick(program.window.finder.field, Qt.Key.Key_Escape)
    assert not program.window.finder.isVisible()
    assert program.talk.phase.value == "idle"
    choose(program, qtbot, "gr her")
    program.wait(lambda: program.talk.view.chat.id == first)
    choose(program, qtbot, "new chat")
    assert program.talk.view.messages == ()


def test_actions_settings_models_and_search(launch: Launch, qtbot: QtBot) -> None:
    program = launch(models=2)
    program.idle()
    window = program.window
    choose(program, qtbot, "settings context")
    assert window.pages.currentWidget() is window.pages.settings
    choose(program, qtbot, "minimum unchanged words")  # a setting by its name
    assert window.pages.currentWidget() is window.pages.settings
    choose(program, qtbot, "trash")
    assert window.pages.currentWidget() is window.chats.trash
    choose(program, qtbot, "theme: light")
    assert program.context.settings.text("appearance.theme") == "light"
    choose(program, qtbot, "load other1")
    program.wait(lambda: program.context.models.state.path.endswith("other1.gguf"))
    program.idle()
    choose(program, qtbot, "surely nowhere at all")
    assert window.sidebar.search_field.text() == "surely nowhere at all"
    assert QApplication.focusWidget() is window.sidebar.search_field
    program.wait(lambda: window.sidebar.stack.currentWidget() is not window.sidebar.list)


def test_things_of_the_chat_that_is_shown(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    assert "Duplicate chat" not in open_palette(program, qtbot)
    program.window.finder.close_palette()
    program.say("the grey heron")
    program.idle()
    chat = program.talk.view.chat.id
    choose(program, qtbot, "rename chat")
    title = program.chat.header.title
    assert title.currentWidget() is title.field
    title.field.clear()
    qtbot.keyClicks(title.field, "Birds")
    qtbot.keyClick(title.field, Qt.Key.Key_Return)
    program.wait(lambda: [one.title for one in program.context.chats.chats] == ["Birds"])
    choose(program, qtbot, "pin chat")
    program.wait(lambda: program.context.chats.groups[0].key == "pinned")
    choose(program, qtbot, "duplicate chat")
    program.wait(lambda: program.talk.view.chat.title == "Copy of Birds")
    program.window.open_chat(chat)
    program.wait(lambda: program.talk.view.chat.id == chat)
    choose(program, qtbot, "delete chat")
    program.wait(lambda: [one.id for one in program.context.chats.trash_can] == [chat])


def test_keys_go_round_and_the_focus_comes_back(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    palette, editor = program.window.finder, program.chat.composer.editor
    editor.setFocus()
    names = open_palette(program, qtbot)
    rows = palette.list
    qtbot.keyClick(palette.field, Qt.Key.Key_Up)
    assert rows.currentIndex().row() == len(names) - 1
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    assert rows.currentIndex().row() == 0
    qtbot.keyClick(palette.field, Qt.Key.Key_PageDown)
    assert rows.currentIndex().row() == 8
    qtbot.keyClick(palette.field, Qt.Key.Key_PageUp)
    assert rows.currentIndex().row() == 0
    qtbot.keyClick(palette.field, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is palette.field
    qtbot.keyClick(palette.field, Qt.Key.Key_K, CONTROL)
    assert not palette.isVisible()
    assert QApplication.focusWidget() is editor


@pytest.mark.parametrize(
    ("key", "modifiers", "page"),
    [
        (Qt.Key.Key_N, CONTROL, "chat"),
        (Qt.Key.Key_J, CONTROL, "chat"),
        (Qt.Key.Key_L, CONTROL, "library"),
        (Qt.Key.Key_Comma, CONTROL, "settings"),
        (Qt.Key.Key_F1, Qt.KeyboardModifier.NoModifier, "shortcuts"),
        (Qt.Key.Key_B, CONTROL, "chat"),  # moves no focus
    ],
)
def test_the_keys_of_an_action_close_it(
    launch: Launch, qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier, page: str
) -> None:
    program = launch()
    program.idle()
    window = program.window
    open_palette(program, qtbot)
    qtbot.keyClick(window.finder.field, key, modifiers)
    assert not window.finder.isVisible()
    assert window.pages.currentWidget() is getattr(window.pages, page)


def test_it_covers_nothing_that_has_the_keyboard(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    window = program.window
    open_palette(program, qtbot)
    window.bring_chat()  # as a notice of the system does
    assert not window.finder.isVisible()
    assert QApplication.focusWidget() is program.chat.composer.editor
    open_palette(program, qtbot)
    sheet = Sheet(window, "A question?")
    sheet.add_button("Yes", "accent")
    sheet.open()
    sheet.buttons[0].setFocus()
    assert window.finder.isVisible(), "a sheet lies above it"
    sheet.reject()
    assert QApplication.focusWidget() is window.finder.field
    window.escape()
    assert not window.finder.isVisible()


def test_a_click_beside_it_closes_one_on_a_row_runs(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    palette = program.window.finder
    open_palette(program, qtbot)
    qtbot.mouseClick(palette.card, Qt.MouseButton.LeftButton, pos=QPoint(30, palette.card.height() - 6))
    assert palette.isVisible()
    program.window.resize(900, 700)
    assert palette.geometry() == program.window.rect()
    qtbot.mouseClick(palette, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert not palette.isVisible()
    open_palette(program, qtbot)
    qtbot.keyClicks(palette.field, "model library")
    place = palette.list.visualRect(palette.model.index(0)).center()
    qtbot.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert program.window.pages.currentWidget() is program.window.pages.library


def test_every_page_of_the_settings_is_offered(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    names = set(open_palette(program, qtbot))
    assert {f"Settings: {one.page}" for one in SETTINGS if not one.hidden} <= names
    spoken = [
        program.window.finder.model.data(program.window.finder.model.index(row), Qt.ItemDataRole.AccessibleTextRole)
        for row in range(len(names))
    ]
    assert all(spoken)
