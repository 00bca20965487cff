"""Another model for a chat: what it costs is said first; models that are added change nothing by the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.core.model_values import ModelPhase
from app.services.chat.switching import SwitchCost
from app.ui.chat.transcript.items import MessageItem
from app.ui.widgets.ask import SureSheet
from app.ui.window.switching import cost_words
from engine import protocol as p
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program
from tests.unit.core.test_library import gguf
from tests.unit.services.test_switching import told_apart


def other(program: Program) -> str:
    """The path of the model that is not in use."""
    models = program.context.models
    return next(entry.path for entry in models.entries if entry.path != models.state.path)


def long_chat(launch: Launch) -> Program:
    """A chat whose context takes two minutes to read."""
    program = launch(models=2, facts=told_apart)
    program.idle()
    program.say("hello there")
    program.idle()
    chat = program.talk.stored_chat
    program.engine.unasked.emit(p.Memory(
        chat_id=chat, segments=(), tokens=12_000, bytes_used=1, bytes_total=2, free_tokens=3, fill=0.5
    ))  # fmt: skip
    program.engine.timed.emit(p.Replied(
        chat_id=chat, reply_id="r", reason="eos", tokens=1, prompt_tokens=1000, prefill_ms=10_000, decode_ms=1,
        first_token_ms=1,
    ))  # fmt: skip
    return program


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        (SwitchCost(12_000, 118.0), "about 2 minutes"),
        (SwitchCost(3000, 44.0), "about 40 seconds"),
        (SwitchCost(12_000, None), "12,000 tokens"),
    ],
)
def test_a_cost_in_words(cost: SwitchCost, words: str) -> None:
    assert words in cost_words(cost)


def test_a_long_chat_is_asked_for_first(launch: Launch, qtbot: QtBot) -> None:
    program = long_chat(launch)
    before, wanted = program.context.models.state.path, other(program)
    program.chat.header.load.emit(wanted)
    sheet = program.window.findChild(SureSheet)
    assert isinstance(sheet, SureSheet)
    assert "about 2 minutes" in sheet.accessibleName() + sheet.accessibleDescription()
    assert program.context.models.state.path == before
    qtbot.mouseClick(sheet.yes, Qt.MouseButton.LeftButton)
    program.idle()
    assert program.context.models.state.path == wanted


def test_a_short_chat_is_not_asked_for(launch: Launch) -> None:
    program = launch(models=2, facts=told_apart)
    program.idle()
    program.say("hello there")
    program.idle()
    wanted = other(program)
    program.chat.header.load.emit(wanted)
    assert program.context.models.state.path == wanted


def test_replies_that_are_written_are_asked_for_first(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(hold_at=3), models=2, facts=told_apart)
    program.idle()
    program.say("hello there")
    program.wait(lambda: program.engine.held)
    before, wanted = program.context.models.state.path, other(program)
    program.chat.header.load.emit(wanted)
    sheet = program.window.findChild(SureSheet)
    assert isinstance(sheet, SureSheet)
    assert "interrupts the reply in 1 chat" in sheet.accessibleName() + sheet.accessibleDescription()
    assert program.context.models.state.path == before and program.engine.held
    qtbot.mouseClick(sheet.yes, Qt.MouseButton.LeftButton)
    program.idle()
    assert program.context.models.state.path == wanted


def test_a_model_that_is_added_changes_nothing(launch: Launch, tmp_path: Path, qtbot: QtBot) -> None:
    program = long_chat(launch)
    before = program.context.models.state.path
    file = tmp_path / "mine.gguf"
    file.write_bytes(gguf())
    assert not program.window.incoming.adding_loads
    program.window.incoming.take([str(file)])
    program.wait(lambda: any(notice.action == "use_model" for notice in program.window.toasts.notices))
    assert program.context.models.state.path == before
    card = next(card for card in program.window.toasts.cards if card.notice.action == "use_model")
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    assert program.window.findChild(SureSheet) is not None, "the chat is long"


def test_a_first_model_is_loaded_at_once(launch: Launch, tmp_path: Path) -> None:
    program = launch(models=0)
    program.wait(lambda: program.talk.phase.value == "no_model")
    file = tmp_path / "mine.gguf"
    file.write_bytes(gguf())
    program.window.incoming.take([str(file)])
    program.wait(lambda: program.context.models.state.phase is ModelPhase.LOADED)


def test_replies_name_their_model_where_a_chat_has_several(launch: Launch) -> None:
    program = launch(models=2, facts=told_apart)
    program.idle()
    program.say("hello")
    program.idle()

    def named() -> list[str]:
        return [item.model for item in program.chat.transcript.items if isinstance(item, MessageItem)]

    assert named() == ["", ""]
    program.context.models.load(other(program))
    program.idle()
    program.say("and again")
    program.idle()
    models = [message.meta.model for message in program.talk.view.messages]
    assert len(set(models)) == 3
    program.wait(lambda: named() == models)


def test_a_chat_of_another_model_offers_it(launch: Launch, qtbot: QtBot) -> None:
    program = launch(models=2, facts=told_apart)
    program.idle()
    program.say("hello")
    program.idle()
    chat, own = program.talk.stored_chat, program.context.models.state.path
    program.window.new_chat()
    assert program.chat.banner.card is None
    program.context.models.load(other(program))
    program.idle()
    program.talk.open_chat(chat)
    program.wait(lambda: program.chat.banner.notice)
    card = program.chat.banner.card
    assert card is not None and card.notice.detail == own
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    program.wait(lambda: program.context.models.state.path == own)
    program.idle()
    assert program.chat.banner.card is None
