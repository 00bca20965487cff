"""Notices that leave by themselves: how long they stay, the way to them without a mouse, what they cover."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget

from app.core.texts import say
from app.core.work_values import Notice
from app.ui import notices
from app.ui.chat.transcript import MessageItem
from app.ui.window.palette import commands
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def program(launch: Launch) -> Program:
    """A chat of four messages."""
    made = launch(Script(replies=(("one",), ("two",), ("three",))))
    made.idle()
    for text in ("first", "second"):
        made.say(text)
        made.idle()
    made.window.activateWindow()
    return made


def texts(program: Program) -> list[str]:
    return [item.text for item in program.chat.transcript.items if isinstance(item, MessageItem)]


def delete_from(program: Program, at: int) -> None:
    first = program.talk.view.messages[at].id
    program.talk.delete_from(first)
    program.wait(lambda: any(notice.detail == first for notice in program.window.toasts.notices))


def run_out(card: QWidget) -> None:
    """Its time is over."""
    timer = card.findChild(QTimer)
    assert isinstance(timer, QTimer)
    timer.timeout.emit()


def test_what_can_be_undone_stays_longer() -> None:
    assert notices.seconds_of(Notice("info", "Moved.", "", "undo_trash", "x")) == 20
    assert notices.seconds_of(Notice("info", "Deleted.", "", "undo_delete", "x")) == 20
    assert notices.seconds_of(Notice("info", "Copied.")) == 5
    assert notices.seconds_of(Notice("warning", "Full.", "", "open_library")) == 9


def test_a_deletion_comes_back_by_its_key_after_the_notice_is_gone(program: Program) -> None:
    before = texts(program)
    delete_from(program, 3)
    delete_from(program, 2)
    for card in program.window.toasts.cards:
        run_out(card)
    editor = program.chat.composer.editor
    assert QApplication.focusWidget() is editor
    QTest.keyClicks(editor, "x")
    QTest.keyClick(editor, Qt.Key.Key_Z, CONTROL)
    assert (editor.toPlainText(), texts(program)) == ("", before[:2]), "what was written comes first"
    QTest.keyClick(editor, Qt.Key.Key_Z, CONTROL)
    program.wait(lambda: texts(program) == before[:3])
    QTest.keyClick(editor, Qt.Key.Key_Z, CONTROL)
    program.wait(lambda: texts(program) == before)
    assert not program.window.action_list.all["undo_delete"].can()


def test_a_key_held_to_undo_what_was_written_brings_no_deletion_back(program: Program) -> None:
    before = texts(program)
    delete_from(program, 3)
    delete_from(program, 2)
    editor = program.chat.composer.editor
    editor.setFocus()
    QTest.keyClicks(editor, "x")
    for again in (False, True, True):
        press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Z, CONTROL, "", again)
        QApplication.sendEvent(editor, press)
    for _ in range(3):
        program.context.ops.flush()  # a deletion that came back would be here by now
    assert (editor.toPlainText(), texts(program)) == ("", before[:2])
    held = {id for id, one in program.window.action_list._shortcuts.items() if not one.autoRepeat()}
    assert held == {"undo_delete"}


def test_a_deletion_comes_back_from_the_palette_and_takes_its_notice_away(program: Program) -> None:
    before = texts(program)
    actions = program.window.action_list

    def offered() -> list[str]:
        return [one.title for one in commands(program.window, actions)]

    assert "Undo delete" not in offered()
    delete_from(program, 2)
    assert "Undo delete" in offered()
    program.window.show_settings()
    assert "Undo delete" not in offered(), "nothing comes back out of sight"
    program.window.show_chat()
    next(one for one in commands(program.window, actions) if one.title == "Undo delete").run()
    program.wait(lambda: texts(program) == before)
    assert not [one for one in program.window.toasts.notices if one.action == "undo_delete"]


def test_a_deletion_of_another_chat_stays(program: Program) -> None:
    delete_from(program, 2)
    program.window.new_chat()
    assert not program.window.action_list.all["undo_delete"].can()


def test_a_notice_is_reached_by_its_key_and_stays_while_it_has_the_keyboard(program: Program) -> None:
    before, toasts = texts(program), program.window.toasts
    delete_from(program, 2)
    (card,) = toasts.cards
    QTest.keyClick(program.window, Qt.Key.Key_F8)
    focus = QApplication.focusWidget()
    assert isinstance(focus, QPushButton) and focus.text() == "Undo"
    run_out(card)
    assert toasts.cards == [card]
    QTest.keyClick(focus, Qt.Key.Key_Space)
    program.wait(lambda: texts(program) == before)
    assert QApplication.focusWidget() is program.chat.composer.editor
    assert not toasts.cards


def test_a_notice_takes_no_keyboard_that_a_button_left(program: Program) -> None:
    program.window.show_settings()
    program.context.notice.emit(Notice("info", "Deleted.", "", "undo_trash", "x"))
    card = program.window.toasts.cards[-1]
    before = card.previousInFocusChain()
    while not (before.isVisible() and before.focusPolicy() & Qt.FocusPolicy.TabFocus and before.isEnabled()):
        before = before.previousInFocusChain()
    before.setFocus()
    QTest.keyClick(before, Qt.Key.Key_Tab)
    assert card.has_keyboard, "Tab leads there"
    before.setFocus()
    before.hide()
    assert not card.has_keyboard, "nothing else does"


def test_a_notice_that_was_clicked_gives_the_keyboard_back(program: Program) -> None:
    program.chat.composer.editor.setFocus()
    program.context.notice.emit(Notice("info", "Deleted.", "", "undo_trash", "x"))
    QTest.mouseClick(program.window.toasts.cards[-1].button, Qt.MouseButton.LeftButton)
    assert not program.window.toasts.cards
    assert QApplication.focusWidget() is program.chat.composer.editor


def test_a_notice_gives_the_keyboard_to_no_page_that_was_left(program: Program) -> None:
    program.context.notice.emit(Notice("info", "Something."))
    QTest.keyClick(program.window, Qt.Key.Key_F8)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    program.window.show_documents()
    program.context.notice.emit(Notice("info", "Deleted.", "", "undo_trash", "x"))
    QTest.mouseClick(program.window.toasts.cards[-1].button, Qt.MouseButton.LeftButton)
    assert QApplication.focusWidget() is program.window.pages.documents.files_button


def test_a_notice_that_outlives_its_page_leaves_the_keyboard_in_sight(program: Program) -> None:
    program.context.notice.emit(Notice("info", "Something."))
    QTest.keyClick(program.window, Qt.Key.Key_F8)
    program.window.pages.setCurrentWidget(program.window.pages.documents)
    card = program.window.toasts.cards[-1]
    assert card.has_keyboard
    card.close_card()
    assert QApplication.focusWidget().isVisible()


def test_a_notice_gives_the_keyboard_back_in_its_own_window(program: Program) -> None:
    window = program.window
    window.chat.composer.editor.setFocus()
    program.context.notice.emit(Notice("info", "Something."))
    QTest.keyClick(window, Qt.Key.Key_F8)
    card = window.toasts.cards[-1]
    window.action_list.run("new_window")
    other = next(one for one in window.windows.all if one is not window)
    program.wait(other.isActiveWindow)
    assert other.isAncestorOf(QApplication.focusWidget())
    window.activateWindow()
    program.wait(window.isActiveWindow)
    assert card.has_keyboard
    card.close_card()
    assert QApplication.focusWidget() is window.chat.composer.editor


def test_escape_leaves_a_notice_and_nothing_else(program: Program) -> None:
    program.engine.scripted.script = Script(hold_at=1)
    program.say("third")
    program.wait(lambda: program.engine.holding)
    program.context.notice.emit(Notice("info", "Something."))
    QTest.keyClick(program.window, Qt.Key.Key_F8)
    assert program.window.toasts.cards[-1].has_keyboard
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not program.window.toasts.cards and program.talk.phase.busy
    assert QApplication.focusWidget() is program.chat.composer.editor
    program.engine.release()
    program.idle()


def test_notices_stand_above_the_composer_however_high_it_is(program: Program) -> None:
    window, composer = program.window, program.chat.composer
    window.resize(560, 420)
    program.context.notice.emit(Notice("info", "Something."))

    def free() -> int:
        """px between the last notice and the composer."""
        card = window.toasts.cards[-1]
        return composer.mapTo(window, QPoint(0, 0)).y() - card.mapTo(window, QPoint(0, card.height())).y()

    assert free() == window.toasts.GAP
    composer.set_text("one\ntwo\nthree")
    program.wait(lambda: free() == window.toasts.GAP)
    window.show_settings()
    card = window.toasts.cards[-1]
    assert card.mapTo(window, QPoint(0, card.height())).y() == window.height() - 2 * window.toasts.GAP


def test_notices_cover_no_button_of_a_compaction(program: Program) -> None:
    program.say("How are you?")
    program.idle()
    program.context.notice.emit(Notice("info", "Moved “Trip to Lisbon” to the trash.", "", "undo_trash", "c"))
    toasts, panel = program.window.toasts, program.chat.compaction
    below = toasts.geometry()
    program.window.compact()
    program.wait(panel.go.isEnabled)
    place = QRect(panel.mapTo(program.window, QPoint()), panel.size())
    assert toasts.isVisible() and not toasts.geometry().intersects(place)
    panel.leave()
    assert toasts.geometry() == below


def test_what_stands_above_the_chat_is_reached_and_left_by_keys(program: Program) -> None:
    window, banner, editor = program.window, program.chat.banner, program.chat.composer.editor
    notice = Notice("warning", "Something failed.", "Choose.", "save_diagnostics", "details")
    banner.tell(notice)
    banner.tell(Notice("warning", "And something else.", "", "save_diagnostics", "more"), wait=True)
    window.show_settings()
    QTest.keyClick(window, Qt.Key.Key_F8)
    assert banner.card is not None and banner.card.has_keyboard, "also from another page"
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert editor.hasFocus() and banner.notice == notice, "it stays until it is dealt with"
    program.chat.header.findChildren(QAbstractButton)[-1].setFocus()
    reached = []
    for _ in range(3):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        reached.append(focus.accessibleName() if banner.isAncestorOf(focus) else "")
    assert reached == ["Copy diagnostics", "Save diagnostics…", "Dismiss"], "in the order in which they stand"
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert banner.card is not None and banner.card.notice.text == "And something else." and banner.card.has_keyboard
    banner.card.stops[-1].setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert banner.card is None and editor.hasFocus()


@pytest.mark.parametrize("reason", ["out_of_memory", "killed", "graphics_driver", "signal"])
def test_the_end_of_the_engine_is_told_without_saying_anything_twice(program: Program, reason: str) -> None:
    notice = Notice("error", say(f"engine.{reason}", signal="SIGSEGV"), say("engine.stays_down"), "retry_engine")
    program.chat.banner.tell(notice)
    card = program.chat.banner.card
    assert card is not None
    words = card.accessibleName().lower()
    assert words.count("choose") + words.count("try again") <= 1
    assert words.endswith("restart the engine to continue. your chats are safe.")


def test_notices_are_told_to_screen_readers(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, QAccessible.AnnouncementPoliteness]] = []
    active = [True]

    def update(event: QAccessibleAnnouncementEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            told.append((event.message(), event.politeness()))

    monkeypatch.setattr(notices.QAccessible, "isActive", lambda: active[0])
    monkeypatch.setattr(notices.QAccessible, "updateAccessibility", update)
    toasts, banner, level = program.window.toasts, program.chat.banner, QAccessible.AnnouncementPoliteness
    toasts.tell(Notice("info", "Copied.", "All of it."))
    toasts.tell(Notice("error", "Not written."))
    banner.tell(Notice("error", "The engine ended.", "", "retry_engine"))
    banner.tell(Notice("warning", "Started without a model.", "", "start_as_usual"), wait=True)
    expected = [("Copied. All of it.", level.Polite), ("Not written.", level.Assertive)]
    expected.append(("The engine ended.", level.Assertive))
    assert told == expected
    banner.clear()
    assert told == [*expected, ("Started without a model.", level.Polite)], "once it is shown"
    active[0] = False
    toasts.tell(Notice("info", "Nobody listens."))
    assert len(told) == 4
