"""Sentences of the German window that are not English ones word by word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from app.core.settings import SETTINGS
from app.core.work_values import Notice, WorkProgress
from app.ui import language
from app.ui.chat.meter import words
from app.ui.library import fit_words
from app.ui.settings.fields import NumberField
from app.ui.window.drop import judge
from engine.protocol import Estimated
from tests.ui.conftest import Launch, facts_of


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


def test_the_library_has_one_name(tmp_path: Path) -> None:
    model = tmp_path / "owl.gguf"
    model.write_bytes(b"GGUF" + bytes(100))
    title = judge([str(model)], use=False).title
    assert title == "owl.gguf zu den Modellen hinzufügen"
    assert QCoreApplication.translate("Window", "Added {name} to the library.").startswith("{name} zu den Modellen")


def test_what_a_model_takes_is_a_part_of_what_is_free() -> None:
    told = Estimated(facts_of("a.gguf"), 156_000_000, 190_000_000, 10_000_000, 23_200_000_000)
    assert fit_words.read(told).sentence.startswith("Benötigt etwa 356 MB der verfügbaren 23,2 GB. ")


def test_an_exported_chat_has_headings_in_the_language_of_the_window(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    program.say("Hallo")
    program.idle()
    ended: list[Notice] = []
    program.context.transfers.notice.connect(ended.append)
    program.context.transfers.export_markdown([program.talk.view.chat.id], tmp_path / "a.md")
    program.wait(lambda: ended)
    lines = (tmp_path / "a.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("## ")] == ["## Sie", "## Assistent"]


def test_numbers_of_a_chat_stand_beside_their_names_one_below_the_other(launch: Launch) -> None:
    """Those that have a unit need all the width."""
    program = launch()
    program.idle()
    program.window.toggle_chat_settings()
    rows = program.chat.drawer.rows.values()
    numbers = [row for row in rows if isinstance(row.field, NumberField) and not row.setting.unit]
    below = [row.label for row in numbers if row.layout().itemAt(0).layout().indexOf(row.field) < 0]
    assert len(numbers) > 6 and below == ["Zunahme des Wendungsabzugs"], "a name that long leaves no room"
