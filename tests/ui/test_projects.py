"""A folder of chats as a project: its system prompt, documents and notes, and the chats in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.core.chat_values import Folder
from app.services.documents import watching
from app.ui.documents.project_sheet import ProjectSheet
from tests.attachment_files import put
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program


@pytest.fixture
def program(launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """With a folder and two documents."""
    monkeypatch.setattr(watching, "SETTLE_S", -1.0)
    started = launch(Script(replies=(("Fine.",),)))
    started.idle()
    documents = started.context.documents
    documents.add([put(tmp_path, "flood.txt", "The dam broke.\n"), put(tmp_path, "mills.txt", "Mills stood still.\n")])
    started.wait(lambda: [entry.status for entry in documents.entries] == ["indexed", "indexed"])
    started.context.chats.create_folder("Floods")
    started.wait(lambda: started.context.chats.folders)
    return started


def folder(program: Program) -> Folder:
    return program.context.chats.folders[0]


def settings(program: Program) -> ProjectSheet:
    menu = program.window.sidebar.menus.for_folder(folder(program), [])
    next(one for one in menu.actions() if one.text() == "Folder settings…").trigger()
    sheet = program.window.findChildren(ProjectSheet)[-1]
    assert sheet.isVisible()
    return sheet


def test_a_project_keeps_what_is_saved(program: Program) -> None:
    sheet = settings(program)
    sheet.prompt.setPlainText("Be brief.")
    sheet.notes.setPlainText("For the talk in June")
    mills = program.context.documents.entries[1].id
    sheet.documents[mills].click()
    sheet.yes.click()
    kept = program.context.documents.mounts.project(folder(program).id)
    assert (kept.system_prompt, kept.notes) == ("Be brief.", "For the talk in June")
    assert kept.documents == (mills,)
    again = settings(program)
    assert again.prompt.toPlainText() == "Be brief."
    assert again.chosen == list(kept.documents)
    again.documents[mills].click()
    again.yes.click()
    assert program.context.documents.mounts.project(folder(program).id).documents == ()


def test_a_project_that_is_left_stays_as_it_was(program: Program) -> None:
    sheet = settings(program)
    sheet.prompt.setPlainText("Be brief.")
    sheet.no.click()
    assert program.context.documents.mounts.project(folder(program).id).system_prompt == ""


def test_what_was_written_in_a_project_that_is_left_can_be_had_again(program: Program) -> None:
    toasts = program.window.toasts
    settings(program).reject()
    assert toasts.notices == []
    sheet = settings(program)
    sheet.prompt.setPlainText("Be brief.")
    mills = program.context.documents.entries[1].id
    sheet.documents[mills].click()
    QTest.keyClick(sheet.prompt, Qt.Key.Key_Escape)
    (card,) = toasts.cards
    assert card.notice.text == "Changes discarded." and not sheet.isVisible()
    card.button.click()
    again = program.window.findChildren(ProjectSheet)[-1]
    assert again.isVisible() and again.prompt.toPlainText() == "Be brief." and again.chosen == [mills]
    again.reject()
    assert [card.notice.text for card in toasts.cards] == ["Changes discarded."], "it is still not kept"
    toasts.cards[0].button.click()
    program.window.findChildren(ProjectSheet)[-1].yes.click()
    kept = program.context.documents.mounts.project(folder(program).id)
    assert kept.system_prompt == "Be brief." and kept.documents == (mills,) and toasts.cards == []


def test_a_folder_that_was_removed_comes_back_as_the_same_project(program: Program) -> None:
    work, mounts = folder(program), program.context.documents.mounts
    mounts.set_system_prompt(work.id, "Be brief.")
    mounts.set_notes(work.id, "For the talk in June")
    mounts.mount("folder", work.id, [program.context.documents.entries[0].id])
    project = mounts.project(work.id)
    program.say("How are you?")
    program.idle()
    program.context.chats.move([program.talk.view.chat.id], work.id)
    program.wait(lambda: program.chat.documents.bar.chips)
    menu = program.window.sidebar.menus.for_folder(work, [])
    next(one for one in menu.actions() if one.text() == "Remove folder, keep chats").trigger()
    program.wait(lambda: not program.context.chats.folders and not program.chat.documents.bar.chips)
    (card,) = program.window.toasts.cards
    assert card.notice.text == "Removed folder “Floods”." and card.button.text() == "Undo"
    card.button.click()
    program.wait(lambda: program.context.chats.folders == [work])
    program.wait(lambda: [chip.entry.name for chip in program.chat.documents.bar.chips] == ["flood.txt"])
    assert program.talk.view.chat.folder == work.id
    assert mounts.project(work.id) == project == program.context.store.projects()[work.id]


def test_a_new_chat_in_a_folder_has_what_the_project_has(program: Program) -> None:
    mounts = program.context.documents.mounts
    mounts.set_system_prompt(folder(program).id, "Be brief.")
    mounts.mount("folder", folder(program).id, [program.context.documents.entries[0].id])
    menu = program.window.sidebar.menus.for_folder(folder(program), [])
    next(one for one in menu.actions() if one.text() == "New chat in folder").trigger()
    assert program.talk.view.chat.folder == folder(program).id
    assert program.talk.view.chat.system_prompt == "Be brief."
    assert [chip.entry.name for chip in program.chat.documents.bar.chips] == ["flood.txt"]


def test_an_open_chat_that_is_moved_knows_its_folder(program: Program) -> None:
    program.say("How are you?")
    program.idle()
    program.context.chats.move([program.talk.view.chat.id], folder(program).id)
    program.wait(lambda: program.talk.view.chat.folder == folder(program).id)
    program.context.chats.move([program.talk.view.chat.id], "")
    program.wait(lambda: program.talk.view.chat.folder == "")
