"""A folder of chats as a project: its system prompt, documents and notes, and the chats in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from app.core.chat_values import Folder
from app.core.document_values import DocumentEntry, Project
from app.services.documents import watching
from app.ui.documents.project_sheet import ProjectSheet
from app.ui.documents.viewer import DocumentViewer, open_document
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


def click(sheet: ProjectSheet, document: str) -> None:
    """On the name of a document."""
    rows = sheet.documents
    place = rows.visualRect(rows.index_of(document)).center()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_project_keeps_what_is_saved(program: Program) -> None:
    sheet = settings(program)
    sheet.prompt.setPlainText("Be brief.")
    sheet.notes.setPlainText("For the talk in June")
    mills = program.context.documents.entries[1].id
    click(sheet, mills)
    sheet.yes.click()
    kept = program.context.documents.mounts.project(folder(program).id)
    assert (kept.system_prompt, kept.notes) == ("Be brief.", "For the talk in June")
    assert kept.documents == (mills,)
    again = settings(program)
    assert again.prompt.toPlainText() == "Be brief."
    assert again.chosen == list(kept.documents)
    click(again, mills)
    again.yes.click()
    assert program.context.documents.mounts.project(folder(program).id).documents == ()


def test_documents_of_a_project_are_chosen_by_keys(program: Program) -> None:
    sheet = settings(program)
    first, second = (entry.id for entry in program.context.documents.entries)
    QTest.keyClick(sheet.prompt, Qt.Key.Key_Tab)
    assert sheet.documents.hasFocus()
    QTest.keyClick(sheet.documents, Qt.Key.Key_Space)
    assert sheet.chosen == [first]
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, " ", autorep=True)
    QApplication.sendEvent(sheet.documents, held)
    assert sheet.chosen == [first], "a key that is held down turns it once"
    QTest.keyClicks(sheet.documents, "mi")
    QTest.keyClick(sheet.documents, Qt.Key.Key_Space)
    assert sheet.chosen == [first, second]
    QTest.keyClick(sheet.documents, Qt.Key.Key_Up)
    QTest.keyClick(sheet.documents, Qt.Key.Key_Space)
    QTest.keyClick(sheet.documents, Qt.Key.Key_Tab)
    assert sheet.notes.hasFocus()
    QTest.keyClick(sheet.notes, Qt.Key.Key_Tab)
    QTest.keyClick(sheet.no, Qt.Key.Key_Tab)
    QTest.keyClick(sheet.yes, Qt.Key.Key_Return)
    assert program.context.documents.mounts.project(folder(program).id).documents == (second,)


def test_a_screen_reader_hears_which_documents_a_project_has(program: Program) -> None:
    sheet = settings(program)
    second = program.context.documents.entries[1].id
    click(sheet, second)
    rows = QAccessible.queryAccessibleInterface(sheet.documents)
    heard = [(one.text(QAccessible.Text.Name), one.state()) for one in (rows.child(0), rows.child(1))]
    assert [(name, bool(state.checkable), bool(state.checked)) for name, state in heard] == [
        ("flood.txt", True, False), ("mills.txt", True, True),
    ]  # fmt: skip


def test_names_of_documents_and_folders_are_shown_letter_by_letter(program: Program) -> None:
    markup = '<img src="file:/home/anna/secret.png">'
    entry = DocumentEntry(id="m", name=markup, source="x")
    sheet = ProjectSheet(program.window, "x[*] and more", Project("f", "", "", ()), [entry])
    tip = sheet.documents.index_of("m").data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;img" in tip and "<img" not in tip
    sheet.setParent(None, Qt.WindowType.Window)
    sheet.show()
    handle = sheet.windowHandle()
    assert handle is not None and handle.title() == "Folder “x[*] and more”"


def test_thousands_of_documents_are_as_many_widgets_as_a_few(program: Program) -> None:
    entries = [DocumentEntry(id=str(number), name=f"{number}.txt", source="x") for number in range(3000)]
    kept = Project("f", "", "", ("2999",))
    few, many = (ProjectSheet(program.window, "Floods", kept, some) for some in (entries[-1:], entries))
    assert len(many.findChildren(QWidget)) == len(few.findChildren(QWidget))
    assert many.chosen == ["2999"] and many.documents.index_of("2999").row() == 0, "those that it has come first"
    assert many.documents.height() < 220


@pytest.mark.parametrize("name", ["Floods", "The floods of the upper valley " * 6, "W W" * 66])
def test_fields_of_a_project_end_above_its_buttons(program: Program, name: str) -> None:
    sheet = ProjectSheet(program.window, name, Project("f"), program.context.documents.entries)
    sheet.open()
    program.window.resize(program.window.minimumSize())
    program.wait(lambda: sheet.height() == program.window.minimumHeight())
    title, fields, yes = (part.geometry() for part in (sheet.title, sheet.findChildren(QScrollArea)[0], sheet.yes))
    assert title.bottom() < fields.top() and fields.bottom() < yes.top() and yes.bottom() < sheet.card.height()


def test_fields_of_a_project_end_where_its_buttons_do(program: Program) -> None:
    def right(part: QWidget) -> int:
        return part.mapTo(sheet, part.rect().topRight()).x()

    sheet = settings(program)
    bar = sheet.findChildren(QScrollArea)[0].verticalScrollBar()
    assert not bar.isVisible() and right(sheet.prompt) == right(sheet.yes)
    sheet.reject()
    program.window.resize(program.window.width(), program.window.minimumHeight())
    sheet = settings(program)
    bar = sheet.findChildren(QScrollArea)[0].verticalScrollBar()
    program.wait(bar.isVisible)
    assert right(sheet.prompt) < bar.mapTo(sheet, bar.rect().topLeft()).x() and right(bar) <= right(sheet.yes)


def test_a_project_that_is_left_stays_as_it_was(program: Program) -> None:
    sheet = settings(program)
    sheet.prompt.setPlainText("Be brief.")
    sheet.no.click()
    assert program.context.documents.mounts.project(folder(program).id).system_prompt == ""


def test_what_was_written_in_a_project_that_is_left_can_be_had_again(program: Program) -> None:
    toasts = program.window.toasts
    program.context.documents.mounts.set_system_prompt(folder(program).id, "R\xe9pondez\xa0!")
    settings(program).reject()
    assert toasts.notices == []
    sheet = settings(program)
    sheet.prompt.setPlainText("Be brief.")
    mills = program.context.documents.entries[1].id
    click(sheet, mills)
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


def open_sheets(program: Program) -> list[ProjectSheet]:
    windows = program.window.windows.all
    return [sheet for window in windows for sheet in window.findChildren(ProjectSheet) if sheet.isVisible()]


def test_what_was_discarded_in_a_project_is_offered_each_time(program: Program) -> None:
    for text in ("first", "second"):
        sheet = settings(program)
        sheet.notes.setPlainText(text)
        sheet.no.click()
    first, second = program.window.toasts.cards
    first.button.click()
    assert [sheet.notes.toPlainText() for sheet in open_sheets(program)] == ["first"]
    second.button.click()
    assert [sheet.notes.toPlainText() for sheet in open_sheets(program)] == ["second"]
    assert len(program.window.toasts.cards) == 1, "the first one is offered again"


def test_what_was_discarded_in_a_project_takes_the_place_of_a_sheet_in_another_window(program: Program) -> None:
    sheet = settings(program)
    sheet.notes.setPlainText("first")
    sheet.no.click()
    other = program.window.windows.open()
    other.chats.show_project(folder(program))
    open_sheets(program)[0].prompt.setPlainText("Be brief.")
    program.window.toasts.cards[0].button.click()
    (sheet,) = open_sheets(program)
    assert (sheet.prompt.toPlainText(), sheet.notes.toPlainText()) == ("", "first")
    assert [card.notice.text for card in other.toasts.cards] == ["Changes discarded."]
    sheet.reject()
    other.close()


def test_the_sheet_of_a_folder_that_is_removed_waits_for_it(program: Program) -> None:
    work, chats = folder(program), program.context.chats
    sheet = settings(program)
    sheet.prompt.setPlainText("Be brief.")
    sheet.no.click()
    settings(program).notes.setPlainText("For the talk in June")
    chats.delete_folder(work.id)
    program.wait(lambda: not chats.folders)
    assert open_sheets(program) == [], "it could save nothing"
    (discarded, _) = program.window.toasts.cards
    chats.restore_folder(work.id)
    program.wait(lambda: chats.folders)
    sheet = settings(program)
    assert sheet.notes.toPlainText() == "For the talk in June"
    sheet.yes.click()
    program.context.ops.flush()
    assert program.context.store.projects()[work.id].notes == "For the talk in June"
    chats.delete_folder(work.id)
    program.wait(lambda: not chats.folders)
    discarded.button.click()
    assert open_sheets(program) == []
    chats.restore_folder(work.id)
    program.wait(lambda: chats.folders)
    assert settings(program).prompt.toPlainText() == "Be brief."


def test_what_was_written_in_a_project_outlives_the_program(program: Program, launch: Launch) -> None:
    sheet = settings(program)
    sheet.prompt.setPlainText("Be brief.")
    mills = program.context.documents.entries[1].id
    click(sheet, mills)
    program.window.windows.quit()
    program.context.shutdown()

    program = launch()
    program.idle()
    assert program.context.documents.mounts.project(folder(program).id).system_prompt == "", "nobody saved it"
    sheet = settings(program)
    assert sheet.prompt.toPlainText() == "Be brief." and sheet.chosen == [mills]
    program.window.close()
    program.context.shutdown()

    program = launch()
    program.idle()
    sheet = settings(program)
    assert sheet.prompt.toPlainText() == "Be brief.", "it was read, and not changed"
    sheet.yes.click()
    program.window.close()
    program.context.shutdown()

    program = launch()
    program.idle()
    kept = program.context.documents.mounts.project(folder(program).id)
    assert kept.system_prompt == "Be brief." and kept.documents == (mills,)
    assert program.context.store.drafts() == []


def test_what_was_written_in_a_project_goes_with_its_folder(program: Program, launch: Launch) -> None:
    settings(program).notes.setPlainText("For the talk in June")
    program.context.chats.delete_folder(folder(program).id)
    program.wait(lambda: not program.context.chats.folders)
    program.window.close()
    program.context.ops.flush()
    assert [one.unsent.text for one in program.context.store.drafts()] != [], "the folder may be restored yet"
    program.context.shutdown()

    program = launch()
    program.idle()
    program.context.drafts.save()
    program.context.ops.flush()
    assert program.context.store.drafts() == []


def test_what_was_discarded_in_a_project_does_not_come_back(program: Program, launch: Launch) -> None:
    sheet = settings(program)
    sheet.notes.setPlainText("For the talk in June")
    program.context.drafts.save()
    sheet.no.click()
    assert settings(program).notes.toPlainText() == ""
    program.window.close()
    program.context.shutdown()

    program = launch()
    program.idle()
    assert settings(program).notes.toPlainText() == ""


def test_a_folder_has_one_sheet_in_all_windows(program: Program) -> None:
    sheet = settings(program)
    sheet.notes.setPlainText("For the talk in June")
    other = program.window.windows.open()
    other.chats.show_project(folder(program))
    assert other.findChildren(ProjectSheet) == [] and sheet.isVisible()
    sheet.yes.click()
    other.chats.show_project(folder(program))
    assert other.findChildren(ProjectSheet)[-1].notes.toPlainText() == "For the talk in June"
    other.close()
    settings(program).reject()


def test_the_sheet_of_a_folder_is_called_as_the_folder_is(program: Program) -> None:
    old, chats = folder(program), program.context.chats
    sheet = settings(program)
    sheet.notes.setPlainText("For the talk in June")
    chats.rename_folder(old.id, "Dry years [*]")
    program.wait(lambda: sheet.title.text() == "Folder “Dry years [*]”")
    area = sheet.findChildren(QScrollArea)[0]
    assert sheet.accessibleName() == area.accessibleName() == "Folder “Dry years [*]”"
    high = sheet.card.height()
    chats.rename_folder(old.id, "The floods of the upper valley " * 6)
    program.wait(lambda: sheet.card.height() > high)
    assert sheet.title.geometry().bottom() < area.y() and sheet.notes.toPlainText() == "For the talk in June"
    sheet.no.click()
    chats.rename_folder(old.id, "Mills")
    program.wait(lambda: chats.folders[0].name == "Mills")
    program.window.toasts.cards[0].button.click()
    assert program.window.findChildren(ProjectSheet)[-1].title.text() == "Folder “Mills”"


def test_what_is_written_in_a_project_goes_with_all_drafts(program: Program) -> None:
    sheet = settings(program)
    sheet.notes.setPlainText("For the talk in June")
    program.context.drafts.wipe()
    assert not sheet.isVisible() and program.window.toasts.notices == []
    sheet.notes.setPlainText("For the talk in July")
    assert program.context.drafts.projects == {}


def test_a_window_that_is_closed_leaves_nothing_open_over_it(program: Program) -> None:
    """It is used again: what was written and not saved is offered by the window that is left."""
    windows = program.window.windows
    other = windows.open()
    other.chats.show_project(folder(program))
    sheet = other.findChildren(ProjectSheet)[-1]
    sheet.prompt.setPlainText("Be brief.")
    entry = program.context.documents.entries[0].id
    open_document(program.context, other, entry)
    program.wait(lambda: other.findChild(DocumentViewer) is not None)
    other.close()
    assert windows.open() is other
    program.wait(lambda: other.findChild(DocumentViewer) is None and other.findChild(ProjectSheet) is None)
    assert other.chat.composer.editor.hasFocus()
    other.close()
    (card,) = program.window.toasts.cards
    assert card.notice.text == "Changes discarded."
    card.button.click()
    assert program.window.findChildren(ProjectSheet)[-1].prompt.toPlainText() == "Be brief."


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
