"""The meter is one line in the composer; its details open by a click, for longer work, or for good."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.core.work_values import Phase, Resumed, WorkProgress
from app.services.chat.drafts import Drafts
from app.ui.chat.composer import Composer
from app.ui.chat.composer.cost import Cost
from app.ui.chat.meter import MeterFold, MeterLine, MeterStrip, fold
from app.ui.chat.meter.line import line_words
from app.ui.chat.meter.words import empty, read
from tests.fake_engine import Script
from tests.ui import scenes
from tests.ui.conftest import Launch, Program

READING = WorkProgress("prefill", 1240, 3856, 41.0)


class Meter:
    """A composer with a meter in it."""

    def __init__(self, drafts: Drafts, qtbot: QtBot) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.composer, self.strip, self.line = Composer(drafts), MeterStrip(), MeterLine()
        self.composer.add_meter(self.line, self.strip)
        self.fold = MeterFold(self.strip, self.line)
        QVBoxLayout(self.window).addWidget(self.composer, 0, Qt.AlignmentFlag.AlignBottom)
        self.window.resize(700, 300)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        self.strip.set_memory(scenes.memory())


@pytest.fixture
def meter(drafts: Drafts, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Meter:
    monkeypatch.setattr(fold, "LINGER_MS", 0)
    monkeypatch.setattr(fold, "SHORT_MS", 0)
    return Meter(drafts, qtbot)


def opened(program: Program) -> bool:
    return not program.chat.meter.isHidden()


def test_line_says_how_full_and_how_much_smaller() -> None:
    reading = read(scenes.memory(), 256, auto=True)
    assert line_words(reading, None, "") == "Context 58 % · 52.7× compacted"
    assert line_words(read(scenes.memory(compacted=False), 256, auto=True), None, "") == "Context 47 %"
    assert line_words(empty(), None, "") == "Context empty"
    assert line_words(reading, READING, "") == "Reading 32 %"
    assert line_words(reading, WorkProgress("snapshot", 1, 2), "") == "Context 58 % · 52.7× compacted"
    assert line_words(reading, None, "Resumed in 0.02 s") == "Context 58 % · Resumed in 0.02 s"


def test_details_open_and_close_by_a_click(meter: Meter, qtbot: QtBot) -> None:
    assert meter.strip.isHidden() and meter.line.isVisible()
    low = meter.composer.height()
    qtbot.mouseClick(meter.line, Qt.MouseButton.LeftButton)
    assert meter.strip.isVisible() and meter.composer.isAncestorOf(meter.strip)
    qtbot.waitUntil(lambda: meter.composer.height() > low)
    qtbot.mouseClick(meter.line, Qt.MouseButton.LeftButton)
    assert meter.strip.isHidden()


def test_keyboard_opens_passes_through_and_closes(meter: Meter, qtbot: QtBot) -> None:
    meter.line.setFocus(Qt.FocusReason.TabFocusReason)
    assert meter.line.accessibleName() == "Context 58 %, 52.7× compacted"
    assert meter.line.accessibleDescription() == "Show context details"
    qtbot.keyClick(meter.line, Qt.Key.Key_Space)
    assert meter.strip.isVisible()
    assert meter.line.accessibleDescription() == "Hide context details"
    said = QAccessible.queryAccessibleInterface(meter.line)
    assert said.role() == QAccessible.Role.Button
    passed = []
    for _ in range(3):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        passed.append(QApplication.focusWidget())
    assert {meter.strip.compact_button, meter.strip.pin_button} <= set(passed)
    meter.strip.pin_button.setFocus()
    assert meter.fold.leave(), "Esc closes what was opened"
    assert meter.strip.isHidden()
    assert meter.line.hasFocus(), "the focus does not go with the details"
    assert not meter.fold.leave()


def test_compaction_opens_the_details_and_they_close_afterwards(meter: Meter, qtbot: QtBot) -> None:
    meter.strip.set_compacting(True)
    assert meter.strip.isVisible() and meter.strip.stop_button.isVisible()
    meter.strip.set_compacting(False)
    qtbot.waitUntil(meter.strip.isHidden)


def test_what_the_person_opened_stays_after_the_work(meter: Meter, qtbot: QtBot) -> None:
    meter.line.click()
    meter.strip.set_compacting(True)
    meter.strip.set_compacting(False)
    qtbot.waitUntil(lambda: not meter.fold._end.isActive())
    assert meter.strip.isVisible()


def test_closed_by_hand_stays_closed_until_the_next_work(meter: Meter, qtbot: QtBot) -> None:
    meter.strip.set_compacting(True)
    meter.line.click()
    meter.strip.set_progress(WorkProgress("compact", 500, 1000))
    assert meter.strip.isHidden()
    assert meter.line.text() == "Compacting 50 %", "the line says it then"
    meter.strip.set_progress(None)
    meter.strip.set_compacting(False)
    meter.strip.set_compacting(True)
    assert meter.strip.isVisible()


def test_only_longer_reading_opens_the_details(meter: Meter, qtbot: QtBot) -> None:
    meter.fold._begin.setInterval(60_000)
    meter.strip.set_progress(READING)
    assert meter.strip.isHidden() and meter.fold._begin.isActive()
    meter.strip.set_progress(None)
    assert not meter.fold._begin.isActive(), "it was over before"
    meter.fold._begin.setInterval(0)
    meter.strip.set_progress(READING)
    qtbot.waitUntil(meter.strip.isVisible)
    meter.strip.set_progress(None)
    qtbot.waitUntil(meter.strip.isHidden)


def test_details_do_not_close_under_the_hands(meter: Meter, qtbot: QtBot) -> None:
    meter.strip.set_compacting(True)
    meter.strip.pin_button.setFocus()
    meter.strip.set_compacting(False)
    with qtbot.waitSignal(meter.fold._end.timeout):
        pass
    assert meter.strip.isVisible()
    meter.composer.editor.setFocus()
    qtbot.waitUntil(meter.strip.isHidden)


def test_pinned_details_stay_open_over_a_restart(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(n_ctx=1000))
    program.idle()
    program.say("one two three")
    program.idle()
    assert not opened(program)
    program.chat.meter_line.click()
    qtbot.mouseClick(program.chat.meter.pin_button, Qt.MouseButton.LeftButton)
    assert program.context.settings.text("appearance.meter") == "always open"
    assert opened(program) and program.chat.meter_line.isHidden()
    assert not program.chat.meter_fold.leave()
    program.window.close()
    program.context.shutdown()
    again = launch(Script(n_ctx=1000))
    again.idle()
    assert opened(again)
    again.chat.meter.pin_button.setFocus()
    qtbot.mouseClick(again.chat.meter.pin_button, Qt.MouseButton.LeftButton)
    assert again.context.settings.text("appearance.meter") == "one line"
    assert again.chat.meter_line.isVisible()
    again.window.escape()
    assert not opened(again)


def test_details_are_closed_in_a_new_chat(launch: Launch) -> None:
    program = launch(Script(n_ctx=1000))
    first, _ = program.talk_in_new_chats("one two three", "four")
    window, line = program.window, program.chat.meter_line
    line.click()
    assert opened(program)
    window.new_chat()
    assert not opened(program), "there is nothing in them"
    assert not program.chat.meter_fold.leave(), "nor is there anything to leave"
    window.open_chat(first)
    program.wait(lambda: opened(program))
    window.new_chat()
    line.click()
    assert opened(program), "asked for, they open"
    line.click()
    assert not opened(program)
    program.context.settings.set("appearance.meter", "always open")
    window.open_chat(first)
    program.idle()
    window.new_chat()
    assert opened(program), "pinned"
    program.chat.meter.pin_button.setFocus()
    program.chat.meter.pin_button.click()
    assert opened(program), "not out of the person's hands"


def test_compaction_in_the_window(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fold, "LINGER_MS", 0)
    program = launch(Script(n_ctx=1000))
    program.idle()
    program.talk.state.phase_changed.emit(Phase.COMPACTING)
    assert opened(program)
    program.talk.state.phase_changed.emit(Phase.IDLE)
    program.wait(lambda: not opened(program))


def test_resume_is_said_in_the_line(meter: Meter) -> None:
    meter.strip.set_resumed(Resumed(scenes.CHAT, "resumed", 21.0, 51_340))
    assert meter.line.text() == "Context 58 % · Resumed in 0.02 s"


def test_line_says_less_where_there_is_less_room(meter: Meter) -> None:
    line = meter.line
    metrics = line.fontMetrics()
    assert line.words_in(1000) == "Context 58 % · 52.7× compacted"
    assert line.words_in(metrics.horizontalAdvance("Context 58 %") + 1) == "Context 58 %"
    assert line.words_in(10) == "58 %"
    assert line.minimumSizeHint().width() < line.sizeHint().width() - 100


def test_a_key_opens_the_details(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(n_ctx=1000))
    program.idle()
    key = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    qtbot.keyClick(program.chat.composer.editor, Qt.Key.Key_M, key)
    assert opened(program)
    program.window.escape()
    assert not opened(program)


def test_what_a_message_costs_comes_before_the_key_that_sends_it(meter: Meter, qtbot: QtBot) -> None:
    meter.composer.set_text("Hello")
    meter.composer._timer.stop()
    meter.composer.set_cost("Hello", Cost("4,026 tokens · will compact first", "warn"))
    hint = meter.composer._hint
    assert hint.isVisible()
    meter.window.resize(440, 300)
    qtbot.waitUntil(hint.isHidden)
    tokens = meter.composer._tokens
    qtbot.waitUntil(lambda: tokens.width() >= tokens.sizeHint().width())
