"""What a person does to the messages of a chat, through the window."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from app.core.found import SearchHit, Spans
from app.core.work_values import Phase
from app.ui.chat.presenter import message_item
from app.ui.chat.transcript.message_tools import MessageTools
from app.ui.chat.transcript.rows import MessageRow
from app.ui.sidebar.sidebar import to_mark
from tests.fake_engine import Script
from tests.ui import scenes
from tests.ui.conftest import Launch, Program

CODE = Script(replies=(("Here:\n\n```python\n", "x = 1\n```\n"), ("A second ", "answer.")))


@pytest.fixture
def program(launch: Launch) -> Program:
    """Two questions and their replies."""
    made = launch(CODE)
    made.idle()
    for text in ("first question", "second question"):
        made.say(text)
        made.idle()
    return made


def texts(program: Program) -> list[str]:
    return [item.text for item in program.chat.transcript.items]  # type: ignore[attr-defined]


def press(program: Program, at: int, tool: str) -> None:
    """Click a tool under the message with this number."""
    view = program.chat.transcript
    view.bring(view.items[at].key, None)
    row = view.visible_rows[view.items[at].key]
    assert isinstance(row, MessageRow)
    row.set_focus_inside(True)
    program.qtbot.mouseClick(row.tools.buttons[tool], Qt.MouseButton.LeftButton)


def test_the_keyboard_goes_to_the_message_field_with_the_last_message(program: Program) -> None:
    program.chat.transcript.setFocus()
    assert program.chat.transcript.hasFocus()
    press(program, 0, "delete")
    program.wait(lambda: program.chat.stack.currentWidget() is program.chat.empty)
    assert program.chat.composer.editor.hasFocus()


def test_a_chat_that_opens_behind_a_page_leaves_it_the_keyboard(program: Program) -> None:
    program.window.find_in_chat()
    program.window.show_library()
    library = QApplication.focusWidget()
    assert program.window.pages.library.isAncestorOf(library)
    program.talk.new_chat()
    program.wait(lambda: not program.talk.view.messages)
    assert program.chat.find_bar.isHidden()
    assert QApplication.focusWidget() is library


def test_messages_are_deleted_and_brought_back(program: Program) -> None:
    before = texts(program)
    press(program, 2, "delete")
    assert texts(program) == before[:2]
    program.wait(lambda: program.window.toasts.cards)
    card = program.window.toasts.cards[-1]
    assert card.notice.text == "Deleted 2 messages."
    assert [button.text() for button in card.findChildren(QPushButton)] == ["Undo"]
    program.qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    program.wait(lambda: texts(program) == before)
    press(program, 0, "delete")
    assert program.chat.stack.currentWidget() is program.chat.empty
    program.wait(lambda: program.window.toasts.cards)
    program.qtbot.mouseClick(program.window.toasts.cards[-1].button, Qt.MouseButton.LeftButton)
    program.wait(lambda: texts(program) == before)
    assert program.chat.stack.currentWidget() is program.chat.transcript


def test_a_chat_goes_on_from_a_message_in_a_chat_of_its_own(program: Program) -> None:
    before, first = texts(program), program.talk.view.chat
    press(program, 1, "branch")
    program.wait(lambda: program.talk.view.chat.id != first.id)
    assert texts(program) == before[:2]
    assert program.window.windowTitle() == f"Branch of {first.title}"
    program.context.conversation.open_chat(first.id)
    program.wait(lambda: texts(program) == before)


def test_code_is_written_to_the_file_chosen(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def choose(parent: object, title: str, name: str) -> tuple[str, str]:
        asked.append(name)
        return answer, ""

    def refuse(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    view = program.chat.transcript
    answer = str(tmp_path / "saved.py")
    view.action.emit("save_code", view.items[1].key, "python\nx = 1")
    assert asked == ["code.py"]
    assert (tmp_path / "saved.py").read_text() == "x = 1\n"
    answer = ""
    view.action.emit("save_code", view.items[1].key, "python\nx = 2")
    assert (tmp_path / "saved.py").read_text() == "x = 1\n"
    answer = str(tmp_path / "no" / "such" / "folder.py")
    view.action.emit("save_code", view.items[1].key, "python\nx = 1")
    assert program.window.toasts.notices[-1].text.startswith("Can't save the file there")
    assert not (tmp_path / "no").exists()
    answer = str(tmp_path / "saved.py")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse)
        view.action.emit("save_code", view.items[1].key, "python\nx = 3")
    assert program.window.toasts.notices[-1].text.endswith(f"({os.strerror(errno.ENOSPC)}).")
    assert (tmp_path / "saved.py").read_text() == "x = 1\n", "a full disk costs nothing that was there"


def test_ctrl_f_finds_and_escape_leaves_one_thing_at_a_time(program: Program, qtbot: QtBot) -> None:
    window, chat = program.window, program.chat
    QTest.keySequence(window, "Ctrl+F")
    assert chat.find_bar.isVisible() and chat.find_bar.field.hasFocus()
    QTest.keyClicks(chat.find_bar.field, "QUESTION")
    qtbot.waitUntil(lambda: chat.find_bar.label.text() == "1 of 2")
    chat.transcript.selection.select_all()
    window.escape()
    assert not chat.find_bar.isVisible() and chat.composer.editor.hasFocus()
    assert chat.transcript.selection.active
    window.escape()
    assert not chat.transcript.selection.active
    QTest.keySequence(window, "Ctrl+F")
    program.talk.new_chat()
    assert not chat.find_bar.isVisible()
    QTest.keySequence(window, "Ctrl+F")
    assert not chat.find_bar.isVisible(), "there is nothing to find anything in"


def test_a_hit_of_the_sidebar_shows_all_places_in_its_chat(program: Program, qtbot: QtBot) -> None:
    window, chat = program.window, program.chat
    found_in, hit = program.talk.view.chat.id, program.talk.view.messages[2].id
    program.window.new_chat()
    window.sidebar.search_field.setText("question")
    program.wait(lambda: window.sidebar.results.rows.rowCount() == 1)
    window.sidebar.results.open_row(window.sidebar.results.rows.index(0))
    program.wait(lambda: program.talk.view.chat.id == found_in and chat.find_bar.isVisible())
    program.wait(lambda: chat.find_bar.label.text().endswith(" of 2"))
    assert chat.transcript.finder.query == "question"
    assert {one.key for one in chat.transcript.finder.hits} == {program.talk.view.messages[0].id, hit}
    chat.find_bar.leave()
    program.window.new_chat()
    program.window.open_chat(found_in, hit)
    program.wait(lambda: program.talk.view.chat.id == found_in)
    assert not chat.find_bar.isVisible(), "what was looked for is asked for once"


def test_a_place_of_the_sidebar_is_the_one_that_is_shown(program: Program) -> None:
    """Also where earlier messages with the word stay in sight above it, and when it is in the chat shown already."""
    window, chat = program.window, program.chat
    ids = [message.id for message in program.talk.view.messages]
    window.sidebar.search_field.setText("question")
    results = window.sidebar.results
    program.wait(lambda: results.rows.rowCount() == 1 and results.rows.knows(program.talk.view.chat.id))
    assert results.open_places(results.rows.index(0), True)
    assert results.rows.rowCount() == 3
    for row, key in ((2, ids[2]), (1, ids[0]), (2, ids[2])):
        results.open_row(results.rows.index(row))
        program.wait(lambda key=key: chat.transcript.finder.current and chat.transcript.finder.current.key == key)
        assert chat.find_bar.isVisible() and len(chat.transcript.finder.hits) == 2
        assert key in chat.transcript.visible_rows


@pytest.mark.parametrize(
    ("query", "snippet", "spans", "marked"),
    [
        ("night train", "the Night Train to", ((4, 9), (10, 15)), "night train"),
        ("train munchen", "train to München", ((0, 5), (9, 16)), "München"),
        ("title", "words", (), ""),
    ],
)
def test_what_is_marked_in_a_chat_that_was_found(query: str, snippet: str, spans: Spans, marked: str) -> None:
    assert to_mark(query, SearchHit(scenes.GROUPS[0].chats[0], "m", snippet, (), spans)) == marked


def test_a_reply_is_edited_and_marked(program: Program) -> None:
    before = texts(program)
    press(program, 1, "edit")
    (card,) = program.chat.editing.cards.values()
    assert card.editor.toPlainText().startswith("Here:") and not card.ask.isVisible()
    card.editor.setPlainText("Mine.")
    program.qtbot.mouseClick(card.save, Qt.MouseButton.LeftButton)
    program.idle()
    assert texts(program) == ["first question", "Mine.", *before[2:]]
    row = program.chat.transcript.visible_rows[program.chat.transcript.items[1].key]
    assert isinstance(row, MessageRow)
    assert row.tools.version == "Edited 2/2"


def test_a_message_of_ones_own_is_marked_once_edited(program: Program) -> None:
    press(program, 2, "edit")
    (card,) = program.chat.editing.cards.values()
    card.editor.setPlainText("another question")
    program.qtbot.keyClick(card.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    program.idle()
    view = program.chat.transcript
    versions = [row.tools.version for row in view.visible_rows.values() if isinstance(row, MessageRow)]
    assert versions.count("Edited 2/2") == 1 and texts(program)[2] == "another question"


def test_a_greeting_cannot_be_generated_again(program: Program) -> None:
    """Chats of other programs may begin with one: it follows no question."""
    reply = program.talk.view.messages[1]
    tools = MessageTools(False, program.window)
    for parent in (reply.parent, ""):
        tools.show_for(message_item(msgspec.structs.replace(reply, parent=parent)))
        assert tools.buttons["regenerate"].isHidden() == (not parent)


def test_a_version_that_cannot_be_had_leaves_the_keyboard_where_it_is(program: Program) -> None:
    press(program, 3, "regenerate")
    program.idle()
    program.window.activateWindow()
    view = program.chat.transcript
    before, key = texts(program), view.items[3].key
    row = view.visible_rows[key]
    assert isinstance(row, MessageRow) and row.tools.version == "2/2"
    older = program.talk.view.messages[3].siblings[0]
    program.context.store.delete_from(program.talk.view.chat.id, older)
    row.tools.back.setFocus()
    QTest.keyClick(row.tools.back, Qt.Key.Key_Space)
    program.idle()
    assert texts(program) == before
    assert row.tools.back.hasFocus(), "what is not there changes nothing"
    program.talk.compact_now()
    program.wait(lambda: program.talk.phase is not Phase.IDLE)
    program.idle()
    assert row.tools.back.hasFocus(), "and the button gets the keyboard back after other work"


def test_another_version_stands_where_the_one_before_stood(launch: Launch) -> None:
    """Also where a long chat follows it; by keys, the next step is the next press."""
    program = launch(Script(replies=tuple((f"{number} " + "word " * 30 * number,) for number in range(9))))
    program.idle()
    for number in range(6):
        program.say(f"question {number}")
        program.idle()
    program.window.activateWindow()
    view = program.chat.transcript
    long = [item.key for item in view.items]
    press(program, 7, "regenerate")
    program.idle()
    assert len(view.items) == 8
    view.scroll_to(view.items[7].key)
    row = view.visible_rows[view.items[7].key]
    assert isinstance(row, MessageRow)
    place = row.tools.mapTo(view, QPoint(0, 0)).y()
    row.tools.back.setFocus()
    QTest.keyClick(row.tools.back, Qt.Key.Key_Space)
    program.wait(lambda: [item.key for item in view.items] == long)
    row = view.visible_rows[long[7]]
    assert isinstance(row, MessageRow)
    assert row.tools.mapTo(view, QPoint(0, 0)).y() == place, "the next click needs no other place"
    assert row.tools.version == "1/2"
    program.wait(lambda: QApplication.focusWidget() is row.tools.forth)  # the other way is left
    QTest.keyClick(row.tools.forth, Qt.Key.Key_Space)
    program.wait(lambda: len(view.items) == 8)
    program.idle()
    row = view.visible_rows[view.items[7].key]
    assert isinstance(row, MessageRow)
    program.wait(lambda: QApplication.focusWidget() is row.tools.back)
    program.idle()
    program.chat.composer.editor.setFocus()
    program.qtbot.mouseClick(row.tools.back, Qt.MouseButton.LeftButton)
    program.wait(lambda: [item.key for item in view.items] == long)
    assert program.chat.composer.editor.hasFocus(), "who uses the mouse goes on writing"
    program.window.new_chat()
    program.talk.open_chat(program.context.chats.chats[0].id)
    program.wait(lambda: [item.key for item in view.items] == long)
    assert view.at_end, "a chat that is opened is shown from its end"
