"""The transcript without a mouse."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.services.chat.drafts import Drafts
from app.ui.chat.composer.composer import Composer
from app.ui.chat.transcript import ErrorItem, MarkerItem, MessageItem, TranscriptView
from app.ui.chat.transcript.items import MessageChip
from tests.ui import scenes, transcript_texts
from tests.ui.conftest import Launch


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    """A transcript between two buttons."""
    made = QWidget()
    column = QVBoxLayout(made)
    made.before, made.view, made.after = QPushButton("before"), TranscriptView(), QPushButton("after")  # type: ignore[attr-defined]
    for part in (made.before, made.view, made.after):  # type: ignore[attr-defined]
        column.addWidget(part)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    made.activateWindow()
    qtbot.waitExposed(made)
    return made


def names(view: TranscriptView, forward: bool, start: QWidget, limit: int = 400) -> list[str]:
    """The accessible names that the Tab key passes, from ``start`` until it leaves the transcript."""
    passed = []
    start.setFocus()
    for _ in range(limit):
        focus = QApplication.focusWidget()
        assert focus is not None
        key = Qt.Key.Key_Tab if forward else Qt.Key.Key_Backtab
        QTest.keyClick(focus, key)
        focus = QApplication.focusWidget()
        assert focus is not None
        if not view.isAncestorOf(focus):
            return [*passed, focus.text() if isinstance(focus, QPushButton) else "?"]
        assert focus.isVisible()
        spot = focus.mapTo(view.viewport(), focus.rect().center())
        assert 0 <= spot.y() <= view.viewport().height() or focus.height() > 200
        passed.append(focus.accessibleName())
    raise AssertionError("the focus does not leave the transcript")


def test_tab_reaches_all_texts_and_tools_in_order(page: QWidget) -> None:
    view: TranscriptView = page.view  # type: ignore[attr-defined]
    view.set_items(
        [
            MessageItem("q", role="user", text="hi"),
            MarkerItem("k", marks=(scenes.MARK,)),
            MessageItem("a", role="assistant", text="```py\nx\n```\n\nyes", last=True),
        ]
    )
    assert names(view, True, view) == [
        "Your message", "Copy message", "Edit message", "Branch from here",
        "Delete this message and all that follow", view.visible_rows["k"].accessibleName(), "Wrap long lines",
        "Save code to file", "Copy code", "Code", "Reply", "Copy message", "Regenerate", "Edit reply",
        "Branch from here", "Delete this message and all that follow", "after",
    ]  # fmt: skip
    last = view.visible_rows["a"].focusables()[-1]
    back = names(view, False, last)
    assert back[:4] == ["Branch from here", "Edit reply", "Regenerate", "Copy message"]
    assert back[-1] == "before"


def test_tab_goes_through_messages_that_are_not_in_sight(page: QWidget) -> None:
    view: TranscriptView = page.view  # type: ignore[attr-defined]
    view.set_items([MessageItem(f"m{n}", role="user", text=f"text {n}") for n in range(40)])
    view.scroll_to("m0")
    passed = names(view, True, view)
    assert passed.count("Your message") == 40
    assert passed[-1] == "after"


def test_keys_go_from_message_to_message(page: QWidget) -> None:
    view: TranscriptView = page.view  # type: ignore[attr-defined]
    view.set_items([MessageItem(f"m{n}", role="user", text=f"text {n}") for n in range(40)])
    view.scroll_to("m10")
    view.setFocus()

    def shown() -> str:
        focus = QApplication.focusWidget()
        assert isinstance(focus, QTextEdit)
        return focus.toPlainText()

    for by, text in ((1, "text 10"), (1, "text 11"), (-1, "text 10")):
        view.step_message(by)
        assert shown() == text
    for _ in range(12):
        view.step_message(-1)
    assert shown() == "text 0"


def test_they_do_so_from_the_message_field_and_from_the_buttons_of_a_message(
    launch: Launch, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = launch()
    program.talk_in_new_chats("one")
    program.say("two")
    program.idle()
    window, editor, transcript = program.window, program.chat.composer.editor, program.chat.transcript
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    keys = [message.id for message in program.talk.view.messages]
    editor.setFocus()

    def press(key: Qt.Key, also: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> str:
        """The message that the keyboard is in then; "": none."""
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key, Qt.KeyboardModifier.AltModifier | also)
        focus = QApplication.focusWidget()
        return next((key for key, row in transcript.visible_rows.items() if focus and row.isAncestorOf(focus)), "")

    assert press(Qt.Key.Key_Up) == keys[-1], "the one just above"
    row = transcript.visible_rows[keys[-1]]
    row.focusables()[-1].setFocus()
    assert press(Qt.Key.Key_Up) == keys[-2] and press(Qt.Key.Key_Up) == keys[-3]
    assert press(Qt.Key.Key_Down) == keys[-2]
    window.action_list.set_keys("previous_message", "Ctrl+Shift+U")
    assert press(Qt.Key.Key_Up) == keys[-2], "it has other keys now"
    window.action_list.reset_all()
    window.chat.toggle_drawer()
    field = next(one for one in window.chat.drawer.findChildren(QPlainTextEdit) if one.isVisible())
    field.setFocus()
    assert press(Qt.Key.Key_Up) == "" and field.hasFocus(), "the settings keep the keyboard"
    window.chat.toggle_drawer()
    editor.setFocus()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert press(Qt.Key.Key_Up) == "" and editor.hasFocus(), "there it moves the cursor"
    assert press(Qt.Key.Key_Up, Qt.KeyboardModifier.KeypadModifier) == "" and editor.hasFocus()
    row.focusables()[-1].setFocus()
    assert press(Qt.Key.Key_Up) == keys[-2], "of a text that is read, it does not"


def test_every_part_has_a_name(page: QWidget) -> None:
    view: TranscriptView = page.view  # type: ignore[attr-defined]
    everything = transcript_texts.WIDE + transcript_texts.CODE + transcript_texts.FORMULAS
    view.resize(900, 4000)
    page.resize(900, 4000)
    view.set_items(
        [
            MessageItem("q", role="user", text="word " * 1000, chips=(MessageChip("a.md"),), siblings=("p", "q")),
            MarkerItem("k", marks=(scenes.MARK,), opened=True),
            MessageItem("a", role="assistant", text=transcript_texts.THINKING, thinking_open=True),
            MessageItem("b", role="assistant", text=everything, can_continue=True, state="interrupted", last=True),
            ErrorItem("e", text="It failed.", action="continue", action_label="Try again"),
        ]
    )
    QApplication.processEvents()
    for row in view.visible_rows.values():
        assert row.accessibleName()
        for widget in row.focusables():
            assert widget.accessibleName(), widget
        for button in row.findChildren(QAbstractButton):
            assert button.accessibleName(), button


def test_what_is_typed_in_the_transcript_goes_to_the_composer(qtbot: QtBot, page: QWidget, drafts: Drafts) -> None:
    view: TranscriptView = page.view  # type: ignore[attr-defined]
    composer = Composer(drafts)
    page.layout().addWidget(composer)
    view.typed.connect(composer.take_key)
    view.set_items([MessageItem("a", role="assistant", text="A reply.")])
    text = view.visible_rows["a"].findChild(QTextEdit)
    assert text is not None

    for place in (view, text):
        place.setFocus()
        QTest.keyClick(place, "W", Qt.KeyboardModifier.ShiftModifier)
        assert QApplication.focusWidget() is composer.editor
    assert composer.text == "WW"

    QApplication.clipboard().setText("pasted")
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert composer.text == "WWpasted"

    for key, held in (
        (Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_X, Qt.KeyboardModifier.AltModifier),
        (Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier),
    ):
        view.setFocus()
        QTest.keyClick(view, key, held)
        assert QApplication.focusWidget() is view
    assert composer.text == "WWpasted"


@pytest.mark.parametrize("begun", [False, True])
def test_tab_goes_through_a_chat_from_its_header_down(launch: Launch, qtbot: QtBot, begun: bool) -> None:
    program = launch(models=1 if begun else 0)
    if begun:
        program.talk_in_new_chats("hello")
    window, chat = program.window, program.chat
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    middle = chat.transcript if begun else chat.empty
    chat.composer.editor.setFocus()
    passed = []
    for _ in range(60):
        focus = QApplication.focusWidget()
        assert focus is not None
        part = next((one for one in (chat.header, middle, chat.composer) if one.isAncestorOf(focus)), None)
        if part is not None and part not in passed[-1:]:
            passed.append(part)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        if len(passed) > 1 and chat.composer.editor.hasFocus():
            break
    assert passed == [chat.composer, chat.header, middle]
