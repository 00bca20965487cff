"""What the window says and offers while there is no model, or after its engine ended for good."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.core.model_values import ModelPhase
from app.core.texts import say
from app.core.work_values import Notice, Phase
from app.ui.chat.transcript.reply_row import AssistantRow
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program
from tests.words import said

KILLED = say("engine.killed")


def note(program: Program) -> str | None:
    """What stands under the last reply; None while there is none in sight."""
    messages = program.talk.view.messages
    row = program.chat.transcript.visible_rows.get(messages[-1].id) if messages else None
    return row.note if isinstance(row, AssistantRow) else None


def test_a_death_for_good_is_said_everywhere_and_can_be_left(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script())
    program.idle()
    program.engine.die(KILLED, restarting=False)
    assert program.chat.header.model_chip.label.endswith("stopped")
    assert "stopped working" in program.chat.empty.title.text()
    assert not program.chat.empty.again.isHidden()
    card = program.chat.banner.card
    assert card is not None
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    program.idle()
    assert program.context.models.state.phase is ModelPhase.LOADED
    assert program.chat.banner.card is None


def test_a_reply_that_waits_for_a_model_shows_no_dots(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script())
    program.idle()
    program.say("hello")
    program.idle()
    program.context.models.unload()
    program.talk.regenerate()
    program.wait(lambda: note(program) == "Waiting for a model")
    assert program.chat.banner.notice is not None
    assert program.chat.banner.notice.action == "open_library"
    versions = program.talk.view.messages[-1].siblings
    row = program.chat.transcript.visible_rows[program.talk.view.messages[-1].id]
    assert isinstance(row, AssistantRow) and row.tools.buttons["regenerate"].isHidden(), "it waits to be written yet"
    qtbot.keyClick(
        program.window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert program.talk.view.messages[-1].siblings == versions
    program.context.models.load(program.context.models.entries[0].path)
    program.idle()
    assert note(program) == ""
    assert program.chat.banner.card is None


def test_a_reply_that_waits_for_a_model_that_failed_offers_to_try_again(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(load_error="load.refused"))
    program.wait(lambda: program.context.models.state.phase is ModelPhase.FAILED)
    program.say("is someone there?")
    program.wait(lambda: note(program) == "Waiting for a model")
    program.wait(lambda: (notice := program.chat.banner.notice) and "Load a model" in str(notice.text))
    notice = program.chat.banner.notice
    assert notice is not None
    assert (notice.action, notice.also) == ("retry_model", ("model_settings", "open_library"))
    assert notice.hint
    program.engine.scripted.script = Script()
    card = program.chat.banner.card
    assert card is not None
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    program.idle()
    assert note(program) == ""


def test_a_first_message_without_any_model_waits_and_a_small_one_is_offered(
    launch: Launch, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = launch(Script(), models=0)
    program.wait(lambda: program.talk.phase is Phase.NO_MODEL)
    program.say("is someone there?")
    program.wait(lambda: note(program) == "Waiting for a model")
    assert not program.context.conversations.at_work, "nothing is written in the list of chats, either"
    banner = program.chat.banner
    program.wait(lambda: banner.notice)
    assert banner.notice is not None
    assert (banner.notice.action, banner.notice.also) == ("get_starter", ("open_library",))
    program.window.show_library()
    banner.clear()
    program.window.show_chat()
    assert banner.notice is not None and banner.notice.action == "get_starter", "said again to who comes back"
    program.window.tell(Notice("warning", "No loaded model can see images.", "", "open_library"))
    assert program.window.toasts.cards, "what is said of something else is not swallowed"
    asked: list[bool] = []
    monkeypatch.setattr(program.context.starter, "get", lambda: asked.append(True))
    assert banner.card is not None
    qtbot.mouseClick(banner.card.button, Qt.MouseButton.LeftButton)
    assert asked and program.window.pages.currentWidget() is program.window.pages.library


def asked_without_model(launch: Launch) -> Program:
    """No model was found, and a first message waits for one."""
    program = launch(Script(), models=0)
    program.wait(lambda: program.context._settled)
    program.say("is someone there?")
    program.wait(lambda: waiting(program))
    return program


def arrive(program: Program) -> None:
    """A model that was chosen in the library is there."""
    path = program.context.paths.models / "new.gguf"
    path.write_bytes(b"GGUF")
    program.context.downloads.arrived.emit(str(path))


def test_a_download_that_a_chat_waits_for_answers_it_and_leads_back(launch: Launch, qtbot: QtBot) -> None:
    program = asked_without_model(launch)
    program.window.show_library()
    arrive(program)
    program.wait(lambda: any(card.notice.action == "show_chat" for card in program.window.toasts.cards))
    program.idle()
    assert program.talk.view.messages[-1].state == "done"
    assert program.window.pages.currentWidget() is program.window.pages.library, "the person may be looking around"
    card = next(card for card in program.window.toasts.cards if card.notice.action == "show_chat")
    assert said(card.notice.text) == "new is loaded. Your chat continues."
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    assert program.window.pages.currentWidget() is program.chat


def test_who_sees_the_reply_is_not_told_of_it(launch: Launch) -> None:
    program = asked_without_model(launch)
    told: list[Notice] = []
    program.context.notice.connect(told.append)
    arrive(program)
    program.idle()
    assert program.talk.view.messages[-1].state == "done" and [one for one in told if one.action == "show_chat"]
    assert not [card for card in program.window.toasts.cards if card.notice.action == "show_chat"]


def test_a_chat_that_waits_no_more_is_not_said_to_continue(launch: Launch, tmp_path: Path) -> None:
    program = asked_without_model(launch)
    told: list[Notice] = []
    program.context.notice.connect(told.append)
    program.context.downloads.arrived.emit(str(program.context.paths.models / "gone.gguf"))
    program.wait(lambda: told)  # it was deleted by now
    program.talk.stop()
    program.wait(lambda: not program.talk.state.awaits)
    mine = tmp_path / "mine.gguf"
    mine.write_bytes(b"GGUF")
    program.context.models.add([str(mine)])
    program.idle()
    assert program.context.models.state.path == str(mine)
    assert not [one for one in told if one.action == "show_chat"]


def test_a_download_that_nothing_waits_for_is_not_loaded(launch: Launch) -> None:
    program = launch(Script(), models=0)
    program.wait(lambda: program.context._settled)  # no model was found
    arrive(program)
    program.wait(lambda: program.context.models.entries)
    program.context.ops.flush()
    assert program.context.models.state.phase is ModelPhase.NONE


def waiting(program: Program) -> bool:
    return note(program) == "Waiting for a model"


def test_what_waits_for_a_model_is_taken_back_by_the_button_or_escape(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(hold_at=2))
    program.idle()
    program.say("count")
    program.wait(lambda: program.engine.holding)
    program.talk.stop()
    program.idle()
    half = program.talk.view.messages[-1]
    assert half.content and half.can_continue
    program.context.models.unload()
    program.wait(lambda: program.talk.phase is Phase.NO_MODEL)
    composer, actions = program.chat.composer, program.window.action_list
    assert not program.talk.stoppable and not composer.button.isEnabled()

    def taken_back() -> None:
        program.wait(lambda: not waiting(program))
        last = program.talk.view.messages[-1]
        assert (last.state, last.content, last.can_continue) == ("interrupted", half.content, True)
        assert not program.talk.stoppable and not composer.button.stops

    program.talk.continue_reply()
    program.wait(lambda: waiting(program))
    assert composer.button.stops and composer.button.isEnabled() and actions.all["stop"].can()
    row = program.chat.transcript.visible_rows[half.id]
    assert isinstance(row, AssistantRow) and row.tools.isVisible() and row.tools.copy.isVisible()
    qtbot.mouseClick(composer.button, Qt.MouseButton.LeftButton)
    taken_back()
    program.talk.continue_reply()
    program.wait(lambda: waiting(program))
    qtbot.keyClick(program.window, Qt.Key.Key_Escape)
    taken_back()


def test_a_new_message_that_waits_is_taken_back_and_stays(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(), models=0)
    program.wait(lambda: program.talk.phase is Phase.NO_MODEL)
    program.say("is someone there?")
    program.wait(lambda: waiting(program) and program.talk.stoppable)
    kept = program.talk.view.chat.id
    program.window.new_chat()
    assert not program.talk.stoppable and not program.chat.composer.button.stops, "of another chat"
    program.window.open_chat(kept)
    program.wait(lambda: program.talk.view.messages and program.chat.composer.button.stops)
    qtbot.keyClick(program.window, Qt.Key.Key_Escape)
    program.wait(lambda: not waiting(program))
    question, reply = program.talk.view.messages
    assert question.content == "is someone there?"
    assert reply.state == "interrupted" and reply.can_continue
    assert not program.chat.composer.button.stops


def test_writing_wakes_a_model_that_rests(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    program.window.activateWindow()
    models, composer = program.context.models, program.chat.composer
    models.rest()
    name = models.state.name
    assert program.chat.header.model_chip.label == f"{name} is unloaded"
    assert program.chat.empty.text.text() == f"{name} is unloaded. It loads again when you write."
    button = program.chat.meter.compact_button
    assert not button.isEnabled() and button.toolTip().startswith("Unloaded because it wasn't used")
    composer.editor.setFocus()
    composer.editor.setPlainText("  ")
    assert models.state.phase is ModelPhase.RESTING
    qtbot.keyClicks(composer.editor, "Hello")
    program.idle()
    assert models.state.phase is ModelPhase.LOADED and composer.text.strip() == "Hello"


def test_examples_stay_while_the_model_rests_and_bring_it_back(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    models, prompts = program.context.models, program.chat.empty.prompts
    assert prompts.isVisible()
    models.rest()
    assert prompts.isVisible()
    card = next(card for card in prompts.cards if card.prompt.whole)
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    program.idle()
    assert models.state.phase is ModelPhase.LOADED
