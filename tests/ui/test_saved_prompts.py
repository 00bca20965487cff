"""Saved prompts in the window: "/" in the composer, the page that manages them, files, and getting rid of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program
from tests.words import said


@pytest.fixture
def program(launch: Launch) -> Program:
    started = launch(Script(replies=(("Done.",),)))
    started.idle()
    started.chat.composer.editor.setFocus()
    prompts = started.context.prompts
    prompts.wipe()
    assert prompts.save("Fix grammar", "Correct the grammar of this text:")
    assert prompts.save("Recap", "What did we decide?")
    return started


def type_(program: Program, text: str) -> None:
    QTest.keyClicks(program.chat.composer.editor, text)


def press(program: Program, key: Qt.Key) -> None:
    QTest.keyClick(program.chat.composer.editor, key)


def offered(program: Program) -> list[str]:
    menu = program.chat.composer.slash
    return [prompt.command for prompt in menu.prompts] if menu.isVisible() else []


def test_a_slash_offers_the_prompts_and_letters_filter_them(program: Program) -> None:
    type_(program, "/")
    assert offered(program) == ["fix-grammar", "recap"]
    type_(program, "re")
    assert offered(program) == ["recap"]
    type_(program, "x")
    assert offered(program) == []
    press(program, Qt.Key.Key_Backspace)
    assert offered(program) == ["recap"]


def test_the_list_lies_above_the_composer_inside_the_window(program: Program) -> None:
    type_(program, "/")
    menu, composer = program.chat.composer.slash, program.chat.composer
    assert program.window.rect().contains(menu.geometry())
    top = composer.mapTo(program.window, composer.rect().topLeft()).y()
    assert menu.geometry().bottom() < top
    program.window.resize(560, 480)
    program.wait(lambda: menu.width() <= composer.width() and program.window.rect().contains(menu.geometry()))


def test_enter_takes_a_prompt_instead_of_sending(program: Program) -> None:
    type_(program, "/")
    press(program, Qt.Key.Key_Down)
    press(program, Qt.Key.Key_Return)
    assert program.chat.composer.text == "What did we decide?"
    assert program.talk.view.messages == () and offered(program) == []
    press(program, Qt.Key.Key_Return)
    program.idle()
    assert program.talk.view.messages[0].content == "What did we decide?"


def test_up_goes_round_and_tab_takes_with_room_for_the_text(program: Program) -> None:
    type_(program, "/")
    press(program, Qt.Key.Key_Up)
    press(program, Qt.Key.Key_Up)
    press(program, Qt.Key.Key_Tab)
    assert program.chat.composer.text == "Correct the grammar of this text:\n\n"
    assert program.chat.composer.editor.hasFocus()


def test_what_stands_behind_the_command_stays(program: Program) -> None:
    type_(program, "i has a cat")
    program.chat.composer.editor.moveCursor(program.chat.composer.editor.textCursor().MoveOperation.Start)
    type_(program, "/fix")
    press(program, Qt.Key.Key_Return)
    assert program.chat.composer.text == "Correct the grammar of this text:i has a cat"


def test_escape_closes_it_and_the_text_is_sent_as_it_is(program: Program) -> None:
    type_(program, "/re")
    press(program, Qt.Key.Key_Escape)
    assert offered(program) == []
    assert program.window.pages.currentWidget() is program.chat
    press(program, Qt.Key.Key_Return)
    program.idle()
    assert program.talk.view.messages[0].content == "/re"


@pytest.mark.parametrize("text", ["/etc/passwd", "see /recap", "/recap please"])
def test_a_slash_elsewhere_is_a_slash(program: Program, text: str) -> None:
    type_(program, text)
    assert offered(program) == []


def test_the_mouse_takes_one(program: Program, qtbot: QtBot) -> None:
    type_(program, "/")
    menu = program.chat.composer.slash
    place = menu.list.visualRect(menu.model.index(1)).center()
    qtbot.mouseClick(menu.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert program.chat.composer.text == "What did we decide?"


def test_ctrl_z_takes_a_prompt_back(program: Program) -> None:
    type_(program, "/recap")
    press(program, Qt.Key.Key_Return)
    program.chat.composer.editor.undo()
    assert program.chat.composer.text == "/recap"


def test_without_a_prompt_the_way_to_them_is_offered(program: Program, qtbot: QtBot) -> None:
    program.context.prompts.wipe()
    type_(program, "/")
    menu = program.chat.composer.slash
    assert menu.isVisible() and not menu.list.isVisible()
    qtbot.mouseClick(menu.button, Qt.MouseButton.LeftButton)
    assert program.window.pages.currentWidget() is program.window.pages.prompts
    assert not menu.isVisible()


def test_there_are_examples_until_the_person_has_prompts(launch: Launch) -> None:
    program = launch()
    program.idle()
    assert [prompt.command for prompt in program.context.prompts.all] == [
        "proofread",
        "recap",
        "summarize",
        "translate",
    ]
    program.context.prompts.delete("example-0")
    assert len(program.context.prompts.all) == 3
    program.context.prompts.wipe()
    assert program.context.prompts.all == ()


def test_prompts_are_made_changed_and_deleted_on_their_page(program: Program, qtbot: QtBot) -> None:
    program.window.action_list.run("prompts")
    page = program.window.pages.prompts
    assert [row.prompt.name for row in page.rows] == ["Fix grammar", "Recap"]
    page.new.click()
    form = page.form
    assert form is not None and form.name.hasFocus() and not form.save.isEnabled()
    form.name.setText("Explain like I'm five")
    assert form.command.text() == "/explain-like-i-m-five"
    form.text.setPlainText("Explain this simply:")
    form.save.click()
    assert page.form is None
    assert [row.prompt.name for row in page.rows] == ["Explain like I'm five", "Fix grammar", "Recap"]
    page.rows[2].change.click()
    assert page.form is not None and page.form.text.toPlainText() == "What did we decide?"
    page.form.name.setText("Fix  GRAMMAR")
    page.form.save.click()
    assert page.form is not None  # the command is taken
    assert any("/fix-grammar" in said(notice.text) for notice in program.window.toasts.notices)
    page.form.name.setText("Summary")
    page.form.save.click()
    assert [prompt.command for prompt in program.context.prompts.all][-1] == "summary"
    page.rows[0].away.click()
    assert len(page.rows) == 2
    notice = next(one for one in program.window.toasts.notices if one.action == "undo_prompt")
    program.context.act(notice)
    assert len(page.rows) == 3


def test_escape_leaves_a_form_and_what_was_written_can_be_had_again(program: Program) -> None:
    program.window.show_prompts()
    page = program.window.pages.prompts
    for _ in range(2):
        page.new.click()
        assert page.form is not None
        program.window.escape()
        assert page.form is None and program.window.pages.currentWidget() is page, "nothing was written"
    assert program.window.toasts.notices == []
    page.new.click()
    page.form.text.setPlainText("Half a prompt")
    program.window.escape()
    assert page.form is None and program.window.pages.currentWidget() is page
    program.window.escape()
    assert program.window.pages.currentWidget() is program.chat
    (card,) = program.window.toasts.cards
    card.button.click()
    assert program.window.pages.currentWidget() is page and page.form.text.toPlainText() == "Half a prompt"
    page.form.cancel.click()
    next(row for row in page.rows if row.prompt.name == "Recap").change.click()
    page.form.name.setText("Summary")
    program.window.escape()
    program.window.toasts.cards[-1].button.click()
    assert page.form.name.text() == "Summary" and page.form.text.toPlainText() == "What did we decide?"
    page.form.save.click()
    assert {prompt.name for prompt in program.context.prompts.all} == {"Fix grammar", "Summary"}


def test_prompts_outlive_the_program(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.context.prompts.save("Mine", "my own")
    program.context.shutdown()
    again = launch()
    again.idle()
    assert "mine" in [prompt.command for prompt in again.context.prompts.all]


def test_a_file_of_prompts_is_written_and_read(
    program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "prompts.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    program.window.show_prompts()
    page = program.window.pages.prompts
    page.save_file.click()
    program.wait(lambda: path.exists() and b"recap" in path.read_bytes().lower())
    program.context.prompts.wipe()
    program.context.prompts.save("Recap", "older")
    page.read_file.click()
    program.wait(lambda: len(program.context.prompts.all) == 2)
    assert {prompt.text for prompt in program.context.prompts.all} == {
        "Correct the grammar of this text:", "What did we decide?"
    }  # fmt: skip
    path.write_text("nothing")
    page.read_file.click()
    program.wait(lambda: any("contains no prompts" in said(one.text) for one in program.window.toasts.notices))


def test_the_privacy_page_deletes_them_for_good(program: Program) -> None:
    program.context.prompts.save("Secret", "the heron's nest is under the bridge")
    program.context.privacy.wipe("prompts")
    program.wait(lambda: not program.context.privacy.busy)
    assert program.context.prompts.all == ()
    program.context.shutdown()
    data = program.context.paths.database
    for file in data.parent.glob(f"{data.name}*"):
        assert b"heron's nest" not in file.read_bytes()
