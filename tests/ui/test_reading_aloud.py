"""Replies and selections read aloud, from the window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu

from app.ui.chat.transcript.menu import menu_for
from app.ui.chat.transcript.rows import MessageRow
from app.ui.chat.transcript.spoken import spoken_markdown, spoken_reply, spoken_text
from app.ui.window.palette.commands import commands
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program

REPLY = "## Title\n\nSome **bold** text.\n\n```python\nx = 1\n```\n\nThe end."


class Reader:
    """A voice that notes what it is to read."""

    def __init__(self, _: QObject | None = None) -> None:
        self.texts: list[str] = []
        self.ended: Callable[[bool], None] | None = None

    def speak(self, text: str, ended: Callable[[bool], None]) -> None:
        self.texts.append(text)
        self.ended = ended

    def stop(self) -> None:
        self.ended = None


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def program(launch: Launch, reader: Reader) -> Program:
    made = launch(Script(replies=((REPLY,), ("A second reply.",))), voice=lambda _: reader)
    made.idle()
    for text in ("first question", "second question"):
        made.say(text)
        made.idle()
    return made


def row_of(program: Program, at: int) -> MessageRow:
    view = program.chat.transcript
    view.bring(view.items[at].key, None)
    row = view.visible_rows[view.items[at].key]
    assert isinstance(row, MessageRow)
    row.set_focus_inside(True)
    return row


def labels(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions()]


def test_the_button_reads_a_reply_and_stops(program: Program, reader: Reader) -> None:
    button = row_of(program, 1).tools.buttons["read_aloud"]
    assert button.isVisible() and button.accessibleName() == "Read aloud"
    program.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert reader.texts == ["Title.\nSome bold text.\nCode.\nThe end."]
    assert button.accessibleName() == "Stop reading aloud"
    program.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert reader.ended is None and button.accessibleName() == "Read aloud"
    program.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    last = row_of(program, 3).tools.buttons["read_aloud"]
    program.qtbot.mouseClick(last, Qt.MouseButton.LeftButton)
    assert reader.texts[-1] == "A second reply."
    assert [button.accessibleName(), last.accessibleName()] == ["Read aloud", "Stop reading aloud"], "one at a time"
    assert reader.ended is not None
    reader.ended(True)
    assert last.accessibleName() == "Read aloud"
    assert not row_of(program, 0).tools.buttons["read_aloud"].isVisibleTo(row_of(program, 0).tools)


def test_the_palette_reads_the_last_reply_and_stops(program: Program, reader: Reader) -> None:
    actions = program.window.action_list
    assert "Read last reply aloud, or stop" in [one.title for one in commands(program.window, actions)]
    actions.run("read_aloud")
    assert reader.texts == ["A second reply."] and program.context.speech.reading is not None
    actions.run("read_aloud")
    assert program.context.speech.reading is None


def test_the_menu_reads_a_selection(program: Program, reader: Reader) -> None:
    view, row = program.chat.transcript, row_of(program, 1)
    view.selection.select_all()
    view.action.emit("read_markdown", "", view.selection.text(markdown=True))
    assert reader.texts[-1].startswith("You:\nfirst question.\nReply:\nTitle.\n")
    menu = menu_for(
        view, view.selection, row, row.parts()[0], QPoint(), view.action.emit, program.context.speech.reading
    )
    assert {"Read selection aloud", "Read aloud", "Stop reading aloud"} <= set(labels(menu))
    next(action for action in menu.actions() if action.text() == "Stop reading aloud").trigger()
    assert program.context.speech.reading is None
    view.selection.clear()
    row.parts()[0].edit.selectAll()
    menu = menu_for(view, view.selection, row, row.parts()[0], QPoint(), view.action.emit, None)
    assert "Stop reading aloud" not in labels(menu)
    next(action for action in menu.actions() if action.text() == "Read selection aloud").trigger()
    assert reader.texts[-1] == "Title.\nSome bold text."


def test_a_message_that_is_gone_is_not_read_on(program: Program, reader: Reader) -> None:
    program.window.action_list.run("read_aloud")
    program.talk.new_chat()
    program.wait(lambda: program.context.speech.reading is None)
    assert reader.ended is None


def test_a_window_that_opens_while_something_is_read_can_stop_it(program: Program, reader: Reader) -> None:
    program.window.action_list.run("read_aloud")
    view = program.window.windows.open().chat.transcript
    menu = menu_for(view, view.selection, None, None, QPoint(), view.action.emit, view.reading)
    next(action for action in menu.actions() if action.text() == "Stop reading aloud").trigger()
    assert reader.ended is None and program.context.speech.reading is None


def test_without_a_voice_nothing_is_offered(launch: Launch) -> None:
    program = launch(Script(replies=((REPLY,),)))
    program.idle()
    program.say("question")
    program.idle()
    row = row_of(program, 1)
    assert not row.tools.buttons["read_aloud"].isVisible()
    assert "read_aloud" not in program.window.action_list.all
    view = program.chat.transcript
    assert not view.reads_aloud
    assert not [text for text in labels(menu_for(view, view.selection, row, None, QPoint())) if "ead" in text]


def test_markup_is_not_read() -> None:
    assert spoken_reply("<think>hidden</think>Seen.") == "Seen."
    source = (
        "1. [a link](https://example.org/x_y)\n2. `code` and ~~no~~\n   ```\n   y = 2\n   ```\n\n- [x] done\n\n"
        "| A | B |\n|---|---|\n| 1 | 2 |\n\nEnergy $E = mc^2$ holds[^1].\n\n$$\na\n$$\n\n[^1]: A note."
    )
    assert spoken_markdown(source).split("\n") == [
        "1. a link.", "2. code and no.", "Code.", "done.", "A, B.", "1, 2.", "Energy Formula holds.", "Formula.",
        "A note.",
    ]  # fmt: skip
    assert spoken_text("one \ufffc two\u2029three") == "one Formula two.\nthree."
