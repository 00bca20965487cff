"""What a person does with chats, through the whole window: search and jump, trash, export and import."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from app.core.chat_values import Chat, Message, new_id
from app.core.work_values import Notice
from app.ui.trash.page import TrashPage, time_left
from app.ui.widgets.ask import SureSheet
from app.ui.window.main_window import MainWindow
from tests.ui import scenes
from tests.ui.conftest import Launch, Program

CONTROL = Qt.KeyboardModifier.ControlModifier


def talked(program: Program, *titles: str) -> list[str]:
    """Chats with these first messages; their ids."""
    ids = program.talk_in_new_chats(*titles)
    program.wait(lambda: len(program.context.chats.chats) == len(titles))
    return ids


def long_chat(program: Program) -> tuple[str, list[Message]]:
    """A stored chat of 120 messages, one of which has a rare word."""
    chat = Chat(id=new_id(), title="Long", created=1.0, updated=1.0)
    messages: list[Message] = []
    for at in range(120):
        text = f"message {at} " + "and so on " * 30 + ("about the grüne Eidechse" if at == 31 else "")
        parent = messages[-1].id if messages else ""
        role = "assistant" if at % 2 else "user"
        messages.append(
            Message(id=new_id(), chat=chat.id, parent=parent, role=role, content=text, created=1.0)  # type: ignore[arg-type]
        )
    store = program.context.store
    store.add_user_message(messages[0], chat)
    for message in messages[1:]:
        store.save_reply(message)
    program.context.chats.refresh()
    program.wait(lambda: chat.id in [one.id for one in program.context.chats.chats])
    return chat.id, messages


def test_from_a_search_to_its_message_by_keys(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    chat, messages = long_chat(program)
    window = program.window
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_F, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    side = window.sidebar
    qtbot.keyClicks(side.search_field, "gruene eidechse")
    program.wait(lambda: side.stack.currentWidget() is side.results)
    (hit,) = side.results.rows.found
    assert [hit.snippet[a:b] for a, b in hit.snippet_spans] == ["grüne", "Eidechse"]
    qtbot.keyClick(side.search_field, Qt.Key.Key_Return)
    program.wait(lambda: program.talk.view.chat.id == chat)
    transcript = program.chat.transcript
    program.wait(lambda: messages[31].id in transcript.visible_rows)
    top = transcript.visible_rows[messages[31].id].y()
    assert 0 <= top < transcript.viewport().height() // 2
    assert not transcript.at_end
    transcript.scroll_to_end()
    assert messages[31].id not in transcript.visible_rows
    side.results.open_row(side.results.currentIndex())  # again, in the chat that is shown
    assert messages[31].id in transcript.visible_rows
    window.escape()  # out of the search in the chat
    assert not program.chat.find_bar.isVisible()
    side.search_field.setFocus()
    window.escape()
    assert side.search_field.text() == ""
    program.wait(lambda: side.stack.currentWidget() is side.list)


def test_the_trash_from_throwing_away_to_gone_for_good(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    one, two, three = talked(program, "one", "two", "three")
    window = program.window
    window.chats.show_trash()
    page = window.chats.trash
    assert page.empty.isVisible()
    assert page.list.isHidden() and page.restore_button.isHidden() and page.hint.isHidden()
    program.context.chats.trash([one, two, three])
    program.wait(lambda: len(page.model.chats) == 3)
    assert page.restore_button.text().strip() == "Restore all"
    page.list.setFocus()
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)  # no single key deletes
    qtbot.keyClick(page.list, Qt.Key.Key_Delete, CONTROL)  # and nothing is chosen
    assert not window.findChildren(SureSheet)
    row = [chat.id for chat in page.model.chats].index(one)
    page.list.setCurrentIndex(page.model.index(row))
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    program.wait(lambda: [chat.id for chat in program.context.chats.chats] == [one])
    page.list.setCurrentIndex(page.model.index(0))
    gone = page.chosen()
    qtbot.keyClick(page.list, Qt.Key.Key_Delete, CONTROL)
    (sheet,) = window.findChildren(SureSheet)
    assert sheet.title.text() == "Permanently delete this chat?"
    assert sheet.no.isDefault()
    sheet.no.click()
    program.context.ops.flush()
    assert len(page.model.chats) == 2
    page.delete_asked.emit(gone)
    sheet = window.findChildren(SureSheet)[-1]
    assert sheet.yes.text() == "Delete permanently"
    sheet.yes.click()
    program.wait(lambda: len(page.model.chats) == 1)
    assert program.context.store.chat(gone[0]) is None
    page.list.clearSelection()
    qtbot.mouseClick(page.restore_button, Qt.MouseButton.LeftButton)
    program.wait(lambda: not page.model.chats)
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.chat


def test_what_is_chosen_in_the_trash_stays_chosen(launch: Launch) -> None:
    program = launch()
    one, two, three = talked(program, "one", "two", "three")
    program.context.chats.trash([one, two])
    program.window.chats.show_trash()
    page = program.window.chats.trash
    program.wait(lambda: len(page.model.chats) == 2)
    page.list.setCurrentIndex(page.model.index([chat.id for chat in page.model.chats].index(one)))
    program.context.chats.trash([three])
    program.wait(lambda: len(page.model.chats) == 3)
    assert page.chosen() == [one] and page.list.currentIndex() in page.list.selectionModel().selectedIndexes()
    assert page.restore_button.text().strip() == "Restore", "not all of them"


def test_keys_restore_one_chat_after_the_other(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.context.chats.trash(talked(program, "one", "two", "three"))
    program.window.activateWindow()
    program.window.chats.show_trash()
    page = program.window.chats.trash
    program.wait(lambda: len(page.model.chats) == 3)
    first, _, third = (chat.id for chat in page.model.chats)
    page.list.setFocus()
    page.list.setCurrentIndex(page.model.index(1))
    for left, chosen in (([first, third], third), ([first], first), ([], None)):
        qtbot.keyClick(page.list, Qt.Key.Key_Return)
        program.wait(lambda left=left: [chat.id for chat in page.model.chats] == left)
        assert page.chosen() == [one for one in left if one == chosen]


def undo(window: MainWindow, qtbot: QtBot) -> None:
    """Press the button of the notice that a chat is in the trash."""
    (card,) = [card for card in window.toasts.cards if card.notice.action == "undo_trash"]
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)


def test_undo_brings_the_open_chat_back_to_where_it_was_open(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    first, other = talked(program, "one", "two")
    program.window.sidebar.menus.trash.emit([other, first])
    program.wait(lambda: program.window.toasts.cards)
    assert program.talk.view.messages == ()
    undo(program.window, qtbot)
    program.wait(lambda: program.talk.view.chat.id == other)
    assert [message.content for message in program.talk.view.messages][:1] == ["two"]
    assert program.window.sidebar.delegate.open_id == other


def test_who_throws_chats_away_by_keys_stays_in_the_list(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    ids = talked(program, "one", "two", "three", "four")
    window, chats = program.window, program.window.sidebar.list
    window.activateWindow()
    chats.setFocus()
    chats.choose(ids[2])  # newest first: the second one

    def place() -> list[str]:
        return [chat.title for chat in chats.chosen()]

    for left, following in ((3, "two"), (2, "one"), (1, "four")):  # behind the last one: the one before
        qtbot.keyClick(chats, Qt.Key.Key_Delete, CONTROL)
        program.wait(lambda left=left: len(chats.rows.chats()) == left)
        assert place() == [following] and chats.hasFocus()
    undo_all = [card for card in window.toasts.cards if card.notice.action == "undo_trash"]
    assert len(undo_all) == 3


def test_the_open_chat_thrown_away_by_keys_leaves_the_keyboard_in_the_list(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    ids = talked(program, "one", "two")
    window, chats = program.window, program.window.sidebar.list
    window.activateWindow()
    chats.setFocus()
    chats.choose(ids[1])
    assert program.talk.view.chat.id == ids[1]
    qtbot.keyClick(chats, Qt.Key.Key_Delete, CONTROL)
    program.wait(lambda: len(chats.rows.chats()) == 1)
    assert program.talk.view.messages == ()
    assert [chat.id for chat in chats.chosen()] == ids[:1] and chats.hasFocus()


def test_the_last_chats_thrown_away_by_keys_leave_the_keyboard_where_one_writes(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    talked(program, "one", "two")
    window, chats = program.window, program.window.sidebar.list
    window.activateWindow()
    chats.setFocus()
    chats.selectAll()
    qtbot.keyClick(chats, Qt.Key.Key_Delete, CONTROL)
    program.wait(lambda: chats.rows.empty and window.sidebar.stack.currentWidget() is not chats)
    program.idle()
    assert window.focusWidget() is program.chat.composer.editor


def test_a_chat_that_is_back_from_the_trash_takes_no_keyboard_from_its_page(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    (chat,) = talked(program, "one")
    window = program.window
    window.activateWindow()
    window.chats.show_trash()
    page = window.chats.trash
    program.context.chats.trash([chat])
    program.wait(lambda: page.model.chats and program.talk.view.messages == ())
    assert page.list.hasFocus()
    page.list.setCurrentIndex(page.model.index(0))
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    program.wait(lambda: program.talk.view.chat.id == chat)
    assert window.pages.currentWidget() is page
    assert not program.chat.composer.editor.hasFocus(), "nobody sees what is written there"
    window.escape()
    assert program.chat.composer.editor.hasFocus()


def test_undo_changes_nothing_where_another_chat_was_open(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    first, other = talked(program, "one", "two")
    program.window.sidebar.menus.trash.emit([first])
    program.wait(lambda: program.window.toasts.cards)
    undo(program.window, qtbot)
    program.wait(lambda: len(program.context.chats.chats) == 2)
    program.idle()
    assert program.talk.view.chat.id == other
    program.window.new_chat()
    empty = program.talk.view.chat.id
    program.window.sidebar.menus.trash.emit([other])  # left before
    program.wait(lambda: any(card.notice.detail == other for card in program.window.toasts.cards))
    undo(program.window, qtbot)
    program.wait(lambda: len(program.context.chats.chats) == 2)
    program.idle()
    assert program.talk.view.chat.id == empty
    program.window.open_chat(other)
    program.wait(lambda: program.talk.view.chat.id == other)
    program.window.sidebar.menus.trash.emit([other])
    program.wait(lambda: program.talk.view.chat.id != other and program.window.toasts.cards)
    program.say("three")  # goes on elsewhere meanwhile
    program.idle()
    undo(program.window, qtbot)
    program.wait(lambda: len(program.context.chats.chats) == 3)
    program.idle()
    assert [message.content for message in program.talk.view.messages][:1] == ["three"]


def test_undo_leaves_what_is_being_written_in_place_of_the_chat(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    talked(program, "one", "two")
    program.window.sidebar.menus.trash.emit([program.talk.view.chat.id])
    program.wait(lambda: program.window.toasts.cards)
    program.chat.composer.editor.setPlainText("A new question")
    undo(program.window, qtbot)
    program.wait(lambda: len(program.context.chats.chats) == 2)
    program.idle()
    assert program.chat.composer.editor.toPlainText() == "A new question"
    assert program.talk.view.messages == ()


def test_menu_and_words_of_the_trash(qtbot: QtBot) -> None:
    page = TrashPage()
    qtbot.addWidget(page)
    page.resize(700, 600)
    page.show()
    page.show_chats(scenes.trash(1_000_000_000.0))
    left = [time_left(chat, 1_000_000_000.0) for chat in page.model.chats]
    assert left == ["30 days left", "28 days left", "1 day left", "expires today"]
    spot = page.list.visualRect(page.model.index(2)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, page.mapToGlobal(spot))
    QApplication.sendEvent(page.list.viewport(), event)
    menu = next(menu for menu in page.findChildren(QMenu) if menu.isVisible())
    restored: list[list[str]] = []
    page.restore.connect(restored.append)
    next(action for action in menu.actions() if action.text().startswith("Restore")).trigger()
    assert restored == [["t2"]]
    menu.close()
    page.list.selectAll()
    assert page.delete_button.text().strip() == "Delete 4 permanently…"


def test_export_and_import_through_the_dialogs(launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = launch()
    one, two = talked(program, "one: a/b", "two")
    offered: list[str] = []
    target = tmp_path / "out.json"

    def save(parent: object, title: str, name: str, kinds: str) -> tuple[str, str]:
        offered.append(Path(name).name)
        return str(target) if name.endswith(".json") else str(tmp_path / "out.md"), kinds

    monkeypatch.setattr(QFileDialog, "getSaveFileName", save)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *given: str(tmp_path / "texts"))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *given: ([str(target)], ""))
    (tmp_path / "texts").mkdir()
    menus, transfers = program.window.sidebar.menus, program.context.transfers
    ended: list[Notice] = []
    transfers.notice.connect(ended.append)
    menus.export_json.emit([one])
    program.wait(lambda: len(ended) == 1)
    assert [chat["title"] for chat in json.loads(target.read_text())["chats"]] == ["one: a/b"]
    menus.export_all.emit(False)
    program.wait(lambda: len(ended) == 2)
    assert [chat["title"] for chat in json.loads(target.read_text())["chats"]] == ["one: a/b", "two"]
    menus.export_markdown.emit([two])
    program.wait(lambda: len(ended) == 3)
    assert (tmp_path / "out.md").read_text().startswith("# two\n")
    menus.export_all.emit(True)
    program.wait(lambda: len(ended) == 4)
    assert {path.name for path in (tmp_path / "texts").iterdir()} == {"one a b.md", "two.md"}
    assert offered[0] == "one a b.json" and offered[1].startswith("Longthread chats 20") and offered[2] == "two.md"
    menus.import_chats.emit()
    program.wait(lambda: any(notice.action == "import_skipped" for notice in program.window.toasts.notices))
    assert len(program.context.chats.chats) == 2  # they are here already
    (card,) = (card for card in program.window.toasts.cards if card.notice.action == "import_skipped")
    assert card.button.text() == "Import anyway"
    card.button.click()
    program.wait(lambda: len(program.context.chats.chats) == 4)


def test_all_chats_are_exported_with_folders_that_hold_none(
    launch: Launch, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = launch()
    program.idle()
    target, ended = tmp_path / "out.json", list[Notice]()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given: (str(target), ""))
    program.context.transfers.notice.connect(ended.append)
    program.context.chats.create_folder("Empty")
    program.wait(lambda: program.context.chats.groups)
    program.window.chats.export_all()
    program.wait(lambda: ended)
    talked(program, "one")
    program.window.chats.export_all()
    program.wait(lambda: len(ended) == 2)
    written = json.loads(target.read_text())
    assert ([one["name"] for one in written["folders"]], len(written["chats"])) == (["Empty"], 1)


def test_dialogs_that_are_dismissed_do_nothing(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    program = launch()
    program.idle()
    actions = program.window.chats
    actions.export_all(False)
    assert program.window.toasts.notices[-1].text == "No chats to export."
    (one,) = talked(program, "one")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given: ("", ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *given: "")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *given: ([], ""))
    actions.export_json([one])
    actions.export_markdown([one, one])
    actions.choose_import()
    actions.choose_import_folder()
    assert program.context.transfers.present is None


def test_folders_and_drags_in_the_window(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    one, two = talked(program, "one", "two")
    side = program.window.sidebar
    side.menus.new_folder.emit("Work", [one])
    program.wait(lambda: program.context.chats.folders)
    (folder,) = program.context.chats.folders
    side.list.moved.emit([two], folder.id)
    program.wait(lambda: len(program.context.chats.groups) == 1)
    side.list.choose(folder.id)
    qtbot.keyClick(side.list, Qt.Key.Key_Left)
    program.wait(lambda: not side.list.rows.chats())
    qtbot.keyClick(side.list, Qt.Key.Key_Right)
    program.wait(lambda: len(side.list.rows.chats()) == 2)
    side.menus.delete_folder.emit(folder.id)
    program.wait(lambda: [group.key for group in program.context.chats.groups] == ["today"])


def test_progress_of_a_real_import_is_shown(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    shown: list[str] = []
    bar = program.window.sidebar.transfer_bar
    program.context.transfers.progress_changed.connect(lambda state: shown.append(bar.label.text()) if state else None)
    chat = {"title": "x", "messages": [{"id": "a", "role": "user", "content": "hi"}], "head": "a"}
    file = tmp_path / "many.json"
    file.write_text(json.dumps({"format": "longthread-chats", "version": 1, "chats": [chat] * 300}))
    program.context.transfers.import_paths([file])
    assert not bar.isHidden()
    program.wait(bar.isHidden)
    assert set(shown) == {"Importing many.json"}
    program.wait(lambda: len(program.context.chats.chats) == 300)
