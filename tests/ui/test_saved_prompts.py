"""Saved prompts in the window: "/" in the composer, the page that manages them, files, and getting rid of them."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from app.core.draft import WrittenPrompt
from app.core.saved_prompts import TEXT_LENGTH, SavedPrompt, to_file
from app.core.work_values import Notice
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


def test_tab_goes_through_prompts_and_the_form_as_they_stand(program: Program) -> None:
    program.window.activateWindow()
    program.window.show_prompts()
    page = program.window.pages.prompts
    pencil(program, "Recap")
    form = page.form
    assert form is not None
    program.wait(form.save.isVisible)
    page.new.setFocus()
    passed = []
    for _ in range(8):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        passed.append(QApplication.focusWidget().accessibleName())
    assert passed[:2] == ["Edit “Fix grammar”", "Delete “Fix grammar”"]
    assert passed[2:] == ["Prompt name", "Prompt text", "Cancel", "Save", "Export…", "Import…"]


def test_prompts_are_deleted_one_after_the_other_by_keys(program: Program) -> None:
    program.window.activateWindow()
    program.window.show_prompts()
    page = program.window.pages.prompts
    program.wait(page.rows[0].away.isVisible)
    page.rows[0].away.setFocus()
    QTest.keyClick(page.rows[0].away, Qt.Key.Key_Space)
    assert [row.prompt.name for row in page.rows] == ["Recap"] and page.rows[0].away.hasFocus()


def test_who_writes_a_prompt_goes_on_where_others_change(program: Program) -> None:
    program.window.activateWindow()
    program.window.show_prompts()
    page = program.window.pages.prompts
    page.new.click()
    form = page.form
    assert form is not None
    program.wait(form.isVisible)
    form.text.setFocus()
    QTest.keyClicks(form.text, "Half a sen")
    assert program.context.prompts.save("Another window's", "Be brief.")
    assert len(page.rows) == 3 and page.form is form and form.isVisible() and form.text.hasFocus()
    QTest.keyClicks(form.text, "tence")
    QTest.keyClicks(form.name, "Mine")
    form.save.click()
    assert [prompt.text for prompt in program.context.prompts.all if prompt.name == "Mine"] == ["Half a sentence"]
    assert page.form is None


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


def pencil(program: Program, name: str) -> None:
    next(row for row in program.window.pages.prompts.rows if row.prompt.name == name).change.click()


def test_another_form_takes_nothing_of_what_was_written_in_the_one_before(program: Program) -> None:
    program.window.show_prompts()
    page, toasts = program.window.pages.prompts, program.window.toasts
    pencil(program, "Recap")
    pencil(program, "Fix grammar")
    assert page.form.name.text() == "Fix grammar" and toasts.notices == [], "nothing was written"
    page.form.text.setPlainText("Better grammar")
    pencil(program, "Recap")
    page.form.text.setPlainText("A better recap")
    page.new.click()
    assert page.form.written == ("", "")
    page.form.text.setPlainText("All new")
    page.new.click()
    assert page.form.text.toPlainText() == "All new", "that form is open already"
    assert [card.notice.text for card in toasts.cards] == ["Changes discarded."] * 2
    toasts.cards[0].button.click()
    assert page.form.written == ("Fix grammar", "Better grammar")
    assert len(toasts.cards) == 2, "the new one is offered now"
    toasts.cards[-1].button.click()
    assert page.form.written == ("", "All new")
    toasts.cards[0].button.click()
    assert page.form.written == ("Recap", "A better recap")
    page.form.save.click()
    assert {prompt.text for prompt in program.context.prompts.all} == {
        "Correct the grammar of this text:", "A better recap"
    }  # fmt: skip


def test_new_prompts_that_are_left_one_after_the_other_are_all_offered(program: Program) -> None:
    program.window.show_prompts()
    page, toasts = program.window.pages.prompts, program.window.toasts
    for text in ("first", "second"):
        page.new.click()
        page.form.text.setPlainText(text)
        page.form.cancel.click()
    toasts.cards[0].button.click()
    assert page.form.text.toPlainText() == "first"
    toasts.cards[0].button.click()
    assert page.form.text.toPlainText() == "second" and len(toasts.cards) == 1


def test_a_form_outlives_its_prompt(program: Program) -> None:
    program.window.show_prompts()
    page, prompts = program.window.pages.prompts, program.context.prompts
    fix, recap = prompts.all
    pencil(program, "Recap")
    prompts.save("Recap", "changed elsewhere", recap.id)
    assert page.form.text.toPlainText() == "changed elsewhere", "nothing was written here"
    prompts.delete(recap.id)
    assert page.form is None
    pencil(program, "Fix grammar")
    page.form.text.setPlainText("Much better grammar")
    prompts.save("Fix grammar", "changed elsewhere", fix.id)
    prompts.delete(fix.id)
    assert page.form.written == ("Fix grammar", "Much better grammar")
    page.form.save.click()
    assert page.form is None and [prompt.text for prompt in prompts.all] == ["Much better grammar"]


def test_a_prompt_that_is_too_long_is_refused_and_stays_in_its_form(program: Program) -> None:
    program.window.show_prompts()
    page = program.window.pages.prompts
    page.new.click()
    page.form.name.setText("Long")
    page.form.text.setPlainText("x" * (TEXT_LENGTH + 5))
    page.form.save.click()
    (notice,) = program.window.toasts.notices
    assert notice.level == "warning" and "too long" in said(notice.text) and f"{TEXT_LENGTH:,}" in said(notice.hint)
    assert len(page.form.text.toPlainText()) == TEXT_LENGTH + 5 and len(program.context.prompts.all) == 2
    page.form.text.setPlainText("x" * TEXT_LENGTH + "\n")
    page.form.save.click()
    assert page.form is None
    assert [len(one.text) for one in program.context.prompts.all if one.name == "Long"] == [TEXT_LENGTH]


def test_prompts_outlive_the_program(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.context.prompts.save("Mine", "my own")
    program.context.shutdown()
    again = launch()
    again.idle()
    assert "mine" in [prompt.command for prompt in again.context.prompts.all]


def again(program: Program, launch: Launch) -> Program:
    """The program at its next start, with the page of prompts in sight."""
    program.context.shutdown()
    program = launch()
    program.idle()
    program.window.show_prompts()
    return program


def test_what_is_being_written_outlives_the_program(program: Program, launch: Launch) -> None:
    recap = next(prompt for prompt in program.context.prompts.all if prompt.name == "Recap")
    program.window.show_prompts()
    program.window.pages.prompts.new.click()
    program.window.pages.prompts.form.text.setPlainText("Half a prompt")
    program = again(program, launch)
    page = program.window.pages.prompts
    assert page.form.written == ("", "Half a prompt")
    page.form.name.setText("Half")
    program.window.show_chat()
    program = again(program, launch)
    page = program.window.pages.prompts
    assert page.form.written == ("Half", "Half a prompt") and page.form.save.isEnabled()
    page.form.save.click()
    pencil(program, "Recap")
    page.form.text.setPlainText("A better recap")
    program = again(program, launch)
    page = program.window.pages.prompts
    assert page.form.written == ("Recap", "A better recap")
    page.form.save.click()
    assert next(one for one in program.context.prompts.all if one.id == recap.id).text == "A better recap"
    program = again(program, launch)
    assert program.window.pages.prompts.form is None, "nothing is left of it"
    assert program.context.store.drafts() == []


def test_what_was_discarded_does_not_come_back(program: Program, launch: Launch) -> None:
    program.window.show_prompts()
    page = program.window.pages.prompts
    pencil(program, "Recap")
    page.form.text.setPlainText("A better recap")
    pencil(program, "Fix grammar")
    page.form.text.setPlainText("Better grammar")
    program.window.escape()
    program.window.toasts.cards[0].button.click()
    assert page.form.written == ("Recap", "A better recap")
    page.form.text.setPlainText("What did we decide?")
    program = again(program, launch)
    assert program.window.pages.prompts.form is None, "as it was before"


def test_a_form_that_was_left_outlives_its_prompt(program: Program, launch: Launch) -> None:
    program.window.show_prompts()
    pencil(program, "Recap")
    program.window.pages.prompts.form.text.setPlainText("A better recap")
    program.context.shutdown()
    program = launch()
    program.idle()
    program.context.prompts.wipe()
    program.window.show_prompts()
    page = program.window.pages.prompts
    assert page.form.written == ("Recap", "A better recap")
    page.form.save.click()
    assert [prompt.text for prompt in program.context.prompts.all] == ["A better recap"]


def test_several_forms_that_were_left_come_back_one_after_the_other(program: Program, launch: Launch) -> None:
    context = program.context
    recap = next(prompt for prompt in context.prompts.all if prompt.name == "Recap")
    context.drafts.forms[recap.id] = WrittenPrompt("Recap", "of another window")
    context.drafts.save()
    context.drafts.forms[""] = WrittenPrompt("", "new")
    program = again(program, launch)
    page = program.window.pages.prompts
    program.context.drafts.save()
    left = {one.text for one in (*program.context.drafts.forms.left.values(), *program.context.drafts.forms.values())}
    assert left == {"of another window", "new"} and page.form.written[1] in left
    first = page.form.written[1]
    page.empty()
    if first == "new":
        pencil(program, "Recap")
    else:
        page.new.click()
    assert {first, page.form.written[1]} == left


def test_a_form_in_which_nothing_is_written_takes_nothing_from_one_in_another_window(program: Program) -> None:
    forms = program.context.drafts.forms
    forms[""] = WrittenPrompt("", "of another window")
    program.window.show_prompts()
    page = program.window.pages.prompts
    page.new.click()
    page.form.cancel.click()
    assert forms[""].text == "of another window"


def test_forms_are_wiped_with_all_drafts(program: Program) -> None:
    program.window.show_prompts()
    page, drafts = program.window.pages.prompts, program.context.drafts
    page.new.click()
    page.form.text.setPlainText("Half a prompt")
    drafts.wipe()
    assert page.form is None and not drafts.forms and program.window.toasts.notices == []


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


def test_a_full_disk_costs_no_earlier_export(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, notices = tmp_path / "prompts.json", list[Notice]()
    path.write_text("earlier")
    program.context.notice.connect(notices.append)

    def refuse(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse)
        program.context.prompts.export(path)
        program.wait(lambda: notices)
    assert notices[-1].level == "error" and os.strerror(errno.ENOSPC) in said(notices[-1].text)
    assert path.read_text() == "earlier" and [one.name for one in tmp_path.iterdir() if one.is_file()] == [path.name]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_a_pipe_is_no_file_of_prompts(program: Program, tmp_path: Path) -> None:
    notices: list[Notice] = []
    program.context.notice.connect(notices.append)
    os.mkfifo(tmp_path / "prompts.json")
    program.context.prompts.import_from(tmp_path / "prompts.json")
    program.wait(lambda: notices)
    assert notices[-1].text == "Can't read prompts.json (it is no file)."


def test_what_there_is_no_room_for_can_be_brought_back_later(program: Program) -> None:
    prompts, notices = program.context.prompts, list[Notice]()
    program.context.notice.connect(notices.append)
    first = next(one for one in prompts.all if one.name == "Recap")
    prompts.delete(first.id)
    count = 0
    while prompts.save(f"more {count}", "z" * TEXT_LENGTH):
        count += 1
    length = TEXT_LENGTH
    while length := length // 2:
        prompts.save(f"rest {length}", "z" * length)
    program.context.act(notices[0])
    again = notices[-1]
    assert (again.level, again.action, again.detail) == ("error", "undo_prompt", first.id)
    prompts.delete(next(one.id for one in prompts.all if one.name == "more 0"))
    program.context.act(again)
    assert first in prompts.all


def imported(program: Program, path: Path, *prompts: SavedPrompt) -> list[Notice]:
    notices: list[Notice] = []
    program.context.notice.connect(notices.append)
    path.write_bytes(to_file(prompts))
    program.context.prompts.import_from(path)
    program.wait(lambda: notices)
    program.context.notice.disconnect(notices.append)
    return notices


def test_what_an_import_replaces_can_be_had_again(program: Program, tmp_path: Path) -> None:
    prompts, path = program.context.prompts, tmp_path / "prompts.json"
    before = prompts.all
    program.window.show_prompts()
    pencil(program, "Recap")
    program.window.pages.prompts.form.text.setPlainText("half written")
    same = SavedPrompt("a", "Fix grammar", "Correct the grammar of this text:")
    told, replaced = imported(program, path, same, SavedPrompt("b", "recap", "theirs"), SavedPrompt("c", "New", "new"))
    assert said(told.text).startswith("Imported 3") and not told.action
    assert (replaced.text, replaced.action) == ("Replaced prompt “Recap”.", "undo_prompt")
    assert {prompt.text for prompt in prompts.all} == {before[0].text, "theirs", "new"}
    assert program.window.pages.prompts.form.text.toPlainText() == "half written"
    program.context.act(replaced)
    assert {prompt.text for prompt in prompts.all} == {before[0].text, "What did we decide?", "new"}
    both = imported(program, path, *(SavedPrompt(one.id, one.name, "theirs") for one in before))
    assert said(both[1].text).startswith("Replaced 2")
    program.context.act(both[1])
    assert set(before) < set(prompts.all)
    assert len(imported(program, path, *before)) == 1, "all of it was here"


def test_what_is_too_long_in_a_file_is_said_and_not_cut(program: Program, tmp_path: Path) -> None:
    path, long = tmp_path / "prompts.json", SavedPrompt("a", "Long", "x" * (TEXT_LENGTH + 1))
    notices = imported(program, path, long, SavedPrompt("b", "Short", "x"))
    assert [(one.level, said(one.text).split(" prompt")[0]) for one in notices] == [
        ("info", "Imported 1"), ("warning", "Skipped 1")
    ]  # fmt: skip
    assert f"{TEXT_LENGTH:,}" in said(notices[1].hint)
    assert [one.level for one in imported(program, path, long)] == ["warning"]
    assert [one.name for one in program.context.prompts.all] == ["Fix grammar", "Recap", "Short"]


def test_the_privacy_page_deletes_them_for_good(program: Program) -> None:
    program.context.prompts.save("Secret", "the heron's nest is under the bridge")
    program.window.show_prompts()
    pencil(program, "Secret")
    page = program.window.pages.prompts
    page.form.text.setPlainText("the heron's nest is in the reeds")
    program.context.drafts.save()
    program.context.privacy.wipe("prompts")
    program.wait(lambda: not program.context.privacy.busy)
    assert program.context.prompts.all == () and page.form is None
    program.context.shutdown()
    data = program.context.paths.database
    for file in data.parent.glob(f"{data.name}*"):
        assert b"heron's nest" not in file.read_bytes()
