"""Escape does what the part with the keyboard says of it, and only then what the window does with it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.core.work_values import Phase
from tests.fake_engine import Script
from tests.ui import hub_scenes
from tests.ui.conftest import Launch, Program


def press_escape() -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Escape)


def replying(launch: Launch) -> Program:
    """Two chats, in one of which a reply is written."""
    program = launch(Script(replies=(("one heron ", "two ", "three"),)))
    program.talk_in_new_chats("the first")
    program.engine.scripted.script = Script(hold_at=2)
    program.window.new_chat()
    program.say("the second")
    program.wait(lambda: program.engine.holding)
    program.wait(lambda: len(program.window.sidebar.list.rows.chats()) == 2)
    program.window.activateWindow()
    return program


@pytest.mark.parametrize("within", ["list", "bar"])
def test_it_clears_a_selection_of_chats_and_lets_the_reply_go_on(launch: Launch, within: str) -> None:
    program = replying(launch)
    side = program.window.sidebar
    side.list.setFocus()
    side.list.selectAll()
    assert side.chosen_bar.isVisible()
    if within == "bar":
        side.chosen_bar.trash_button.setFocus()
    press_escape()
    assert len(side.list.chosen()) == 1 and not side.chosen_bar.isVisible()
    assert side.list.hasFocus()
    assert program.talk.phase is Phase.REPLYING
    press_escape()  # nothing is left to clear
    program.wait(lambda: program.talk.phase is Phase.IDLE)
    assert program.talk.view.messages[-1].state == "interrupted"


def test_it_leads_from_the_results_back_to_the_search(launch: Launch) -> None:
    program = replying(launch)
    side = program.window.sidebar
    side.search_field.setText("heron")
    program.wait(lambda: side.stack.currentWidget() is side.results)
    side.results.setFocus()
    press_escape()
    assert side.search_field.hasFocus() and side.search_field.text() == "heron"
    press_escape()
    assert side.search_field.text() == ""
    assert program.talk.phase is Phase.REPLYING


def test_it_leads_from_the_files_of_a_repository_to_the_results(launch: Launch) -> None:
    program = launch()
    program.idle()
    window = program.window
    window.activateWindow()
    window.find_models()
    panel = window.pages.library.hub
    panel.show_found(hub_scenes.FOUND)
    panel.show_repo(hub_scenes.REPO)
    panel.back.setFocus()
    press_escape()
    assert window.pages.currentWidget() is window.pages.library
    assert panel.card.isVisible() and not panel.back.isVisible()
    window.escape()
    assert window.pages.currentWidget() is window.chat
