"""Sentences of the German window that are not English ones word by word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.core.settings import SETTINGS
from app.core.work_values import WorkProgress
from app.ui import language
from app.ui.chat.meter import words
from tests.ui.conftest import Launch


@pytest.fixture(autouse=True)
def german(qapp: QApplication) -> Iterator[None]:
    language.install(qapp, "de")
    yield
    language.install(qapp, "en")


def test_a_sentence_with_places_has_its_words_in_another_order() -> None:
    done = words.working(WorkProgress("prefill", 1240, 3856, 41.0), 30)
    assert done == "1.240 / 3.856 gelesen · 41 Tok/s · noch 1 min"


def test_the_same_choice_of_two_settings_has_its_own_word() -> None:
    of = {setting.key: setting for setting in SETTINGS}
    said = [language.of_choice(of[key], "compact") for key in ("appearance.density", "memory.when_full")]
    assert said == ["Dicht", "Verdichten"]
    assert language.of_choice(of["appearance.meter"], "one line") == "Eine Zeile"
    assert language.of_choice(of["appearance.language"], "de") == "Deutsch"
    assert language.of_choice(of["model.kv_type"], "q8_0") == "q8_0"


def test_an_exported_chat_has_headings_in_the_language_of_the_window(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    program.say("Hallo")
    program.idle()
    ended: list[str] = []
    program.context.transfers.exported.connect(ended.append)
    program.context.transfers.export_markdown([program.talk.view.chat.id], tmp_path / "a.md")
    program.wait(lambda: ended)
    lines = (tmp_path / "a.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("## ")] == ["## Sie", "## Assistent"]
