"""Reading aloud with a command: one text at a time, stopped, ended, failed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.core.spoken import VoiceCommand
from app.core.work_values import Notice
from app.services.speech import CommandVoice, Speech
from tests.unit.services.conftest import Start
from tests.voice_command import heard, voice_script


def speech_with(command: VoiceCommand | None, parent: QObject) -> tuple[Speech, list[Notice]]:
    made = Speech(lambda owner: CommandVoice(command, owner) if command is not None else None, parent)
    notices: list[Notice] = []
    made.notice.connect(notices.append)
    return made, notices


@pytest.fixture
def owner(qapp: QObject) -> QObject:
    return QObject()


def test_a_text_arrives_and_reading_ends_with_the_command(tmp_path: Path, owner: QObject, qtbot: QtBot) -> None:
    speech, notices = speech_with(voice_script(tmp_path, waits=False), owner)
    text = "Grüße, $(rm -rf x) `y`.\n" * 20_000
    speech.read(text, "m1")
    assert speech.reading == "m1"
    qtbot.waitUntil(lambda: speech.reading is None, timeout=30_000)
    assert heard(tmp_path) == [text] and notices == []


def test_stop_ends_the_command_and_what_is_still_heard(tmp_path: Path, owner: QObject, qtbot: QtBot) -> None:
    speech, notices = speech_with(voice_script(tmp_path, waits=True), owner)
    speech.read("First.", "m1")
    qtbot.waitUntil(lambda: heard(tmp_path) == ["First."], timeout=30_000)
    speech.read("Second.", "m2")
    assert speech.reading == "m2"
    qtbot.waitUntil(lambda: heard(tmp_path) == ["First.", "Second."], timeout=30_000)
    speech.stop()
    assert speech.reading is None
    qtbot.waitUntil(lambda: len(list(tmp_path.glob("silence-*"))) == 2, timeout=30_000)
    assert not list(tmp_path.glob("end-*")), "no command came to its end"
    assert notices == []


@pytest.mark.parametrize("argv", [("/no/such/voice",), (sys.executable, "-c", "raise SystemExit(3)")])
def test_a_command_that_fails_is_told_once(argv: tuple[str, ...], owner: QObject, qtbot: QtBot) -> None:
    speech, notices = speech_with(VoiceCommand(argv), owner)
    speech.read("Text.", "m1")
    qtbot.waitUntil(lambda: bool(notices), timeout=30_000)
    assert speech.reading is None
    assert [notice.text for notice in notices] == ["Can't read this aloud."]


def test_without_a_voice_nothing_is_read(owner: QObject) -> None:
    speech, _ = speech_with(None, owner)
    speech.read("Text.", "m1")
    assert not speech.available and speech.reading is None


def test_reading_stops_when_the_program_ends(tmp_path: Path, start: Start, qtbot: QtBot) -> None:
    context = start(find_voice=lambda owner: CommandVoice(voice_script(tmp_path, waits=True), owner)).context
    context.speech.read("Text.", "m1")
    qtbot.waitUntil(lambda: heard(tmp_path) == ["Text."], timeout=30_000)
    context.shutdown()
    assert context.speech.reading is None
    qtbot.waitUntil(lambda: bool(list(tmp_path.glob("silence-*"))), timeout=30_000)
    assert not list(tmp_path.glob("end-*"))


def test_the_voice_of_qt_reads_where_it_is_installed(owner: QObject, qtbot: QtBot) -> None:
    texts = pytest.importorskip("PySide6.QtTextToSpeech", exc_type=ImportError)
    from app.services.speech import QtVoice

    speech = Speech(lambda parent: QtVoice(texts.QTextToSpeech("mock", parent)), owner)
    speech.read("One two three.", "m1")
    qtbot.waitUntil(lambda: speech.reading is None, timeout=30_000)
    speech.read("A much longer text that is stopped before its end. " * 50, "m2")
    assert speech.reading == "m2"
    speech.stop()
    assert speech.reading is None
