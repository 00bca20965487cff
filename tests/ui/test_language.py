"""The language of the window: sentences of codes, numbers, and what is found in the code."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.core.hub import HubModel
from app.core.settings import MB
from app.core.texts import Text, say
from app.services.wording import said_together
from app.ui import language, numbers, sentences
from app.ui.library.find import HubRow
from engine.texts import Entry

# what only exists here: the real sentences are in the tables of the engine and the program
ENTRIES: dict[str, Entry] = {
    "file.incomplete": "{name} is not complete.",
    "file.unreadable": ("“{name}” cannot be read: {why}.", "It needs {need:size}, {free:memory} can be used."),
    "json.none": "not valid JSON",
    "chats.found": "%Ln chat(s) of {total} found.",
}
CATALOGUE = """<?xml version="1.0" encoding="utf-8"?><!DOCTYPE TS><TS version="2.1" language="de_DE"><context>
<name>Sentence</name>
<message><source>{name} is not complete.</source><translation>{name} ist unvollständig.</translation></message>
<message><source>“{name}” cannot be read: {why}.</source>
<translation>{why}: „{name}“ ist nicht lesbar.</translation></message>
<message><source>not valid JSON</source><translation>es ist kein JSON</translation></message>
<message><source>It needs {need:size}, {free:memory} can be used.</source>
<translation>Nötig: {need:size}, frei: {free:memory}.</translation></message>
<message numerus="yes"><source>%Ln chat(s) of {total} found.</source>
<translation><numerusform>%Ln Chat von {total} gefunden.</numerusform>
<numerusform>%Ln Chats von {total} gefunden.</numerusform></translation></message></context></TS>"""


@pytest.fixture
def german(
    qapp: QApplication, translations: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """German with a small catalogue."""
    for name in translations.LANGUAGES:
        (tmp_path / f"longthread_{name}.ts").write_text(CATALOGUE.replace("de_DE", name), encoding="utf-8")
    translations.compile_stale(tmp_path)
    monkeypatch.setattr(language, "resource_path", lambda *parts: tmp_path.joinpath(*parts[1:]))
    monkeypatch.setattr(sentences, "_sentences", sentences._WindowSentences(ENTRIES))
    language.install(qapp, "de")
    yield
    monkeypatch.undo()
    language.install(qapp, "en")


def test_days_on_the_hub_are_written_as_elsewhere(qtbot: QtBot) -> None:
    def facts(updated: str) -> str:
        row = HubRow(HubModel("Qwen/Qwen3-4B", 1, 1, updated))
        qtbot.addWidget(row)
        return " ".join(label.text() for label in row.findChildren(QLabel))

    assert "updated 8/3/26" in facts("2026-08-03")
    before = QLocale()
    QLocale.setDefault(language.PLACES["de"])
    said = facts("2026-08-03")
    QLocale.setDefault(before)
    assert "updated 03.08.26" in said
    assert "updated" not in facts("soon")


UNREADABLE = say("file.unreadable", name="1,000 or 2.txt", why=say("json.none"), need=1_203_500_000, free=3 << 29)


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (say("json.none"), "es ist kein JSON"),
        (say("file.incomplete", name="a {b}.gguf"), "a {b}.gguf ist unvollständig."),
        (say("file.incomplete", name="20240131"), "20240131 ist unvollständig."),
        (say("file.incomplete", name="not valid JSON"), "not valid JSON ist unvollständig."),
        (UNREADABLE, "es ist kein JSON: „1,000 or 2.txt“ ist nicht lesbar. Nötig: 1,2 GB, frei: 1,6 GB."),
        (say("chats.found", n=1, total=39091), "1 Chat von 39.091 gefunden."),
        (say("chats.found", n=1203, total=2.5), "1.203 Chats von 2,5 gefunden."),
        (say("file.odd", name="x", n=1203), "File: odd (name x, n 1.203)."),
    ],
)
def test_a_text_is_said_in_the_language_of_the_window(text: Text, words: str) -> None:
    assert sentences.whole(text) == words


@pytest.mark.usefixtures("german")
def test_a_sentence_of_before_there_were_codes_is_said_where_it_is_known() -> None:
    assert sentences.sentence("not valid JSON") == "es ist kein JSON"
    assert sentences.sentence("Nobody knows this sentence.") == "Nobody knows this sentence."
    assert sentences.hint("not valid JSON") == ""
    assert sentences.sentence("") == sentences.sentence(None) == sentences.hint(None) == sentences.whole(None) == ""


def test_english_is_as_the_tables_have_it(qapp: QApplication) -> None:
    assert language.install(qapp, "en") == "en"
    assert sentences.whole(say("model.none")) == "No model is loaded. Load a model first."
    assert sentences.sentence(say("rescue.some", n=1)) == "Recovered 1 message."


def test_numbers_are_written_the_way_of_the_language(german: None, qapp: QApplication) -> None:
    words = (numbers.count(51340), numbers.short_count(6123), numbers.size(5_600_000), numbers.percent(0.007))
    assert words == ("51.340", "6,1k", "5,6 MB", "0,7 %")
    assert numbers.duration(3.84) == "3,8 s" and numbers.percent(0.0003) == "< 0,1 %"
    language.install(qapp, "en")
    assert (numbers.count(51340), numbers.duration(3.84)) == ("51,340", "3.8 s")
    assert QLocale().name() == "en_US"


def test_a_language_nobody_knows_here_is_english(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    here = QLocale("ja_JP")
    monkeypatch.setattr(QLocale, "system", lambda: here)
    assert language.chosen("system") == "en"
    there = QLocale("de_AT")
    monkeypatch.setattr(QLocale, "system", lambda: there)
    assert language.chosen("system") == "de"


@pytest.mark.parametrize(
    ("place", "spoken"),
    [("fr_CA", "fr"), ("es_MX", "es"), ("zh_CN", "zh"), ("zh_SG", "zh"), ("zh_TW", "en"), ("zh_HK", "en")],
)
def test_a_place_has_its_language_but_not_in_another_script(
    place: str, spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = QLocale(place)
    monkeypatch.setattr(QLocale, "system", lambda: here)
    assert language.chosen("system") == spoken


@pytest.mark.parametrize(
    ("tags", "spoken"),
    [
        (["zh-Hans-CN", "zh-CN", "zh-Hans", "zh", "zh-Hant-TW", "zh-TW", "en-US", "en"], "zh"),
        (["zh-Hant-TW", "zh-TW", "zh-Hant", "zh", "fr-FR", "fr"], "fr"),
        (["en-US", "en", "zh-Hant-HK", "zh-HK", "zh"], "en"),
    ],
)
def test_of_several_languages_the_first_known_one_counts(
    tags: list[str], spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = SimpleNamespace(uiLanguages=lambda: tags)
    monkeypatch.setattr(QLocale, "system", lambda: here)
    assert language.chosen("system") == spoken


@pytest.mark.parametrize("name", [name for name in language.LANGUAGES if name != "en"])
def test_qt_says_its_own_words_in_the_same_language(
    name: str, qapp: QApplication, caplog: pytest.LogCaptureFixture
) -> None:
    language.install(qapp, name)
    said = QCoreApplication.translate("QPlatformTheme", "Cancel")
    language.install(qapp, "en")
    assert said not in ("", "Cancel") and not caplog.records


@pytest.mark.skipif(sys.platform == "darwin", reason="keys have signs there")
def test_keys_have_the_names_that_stand_on_them(qapp: QApplication) -> None:
    def said(name: str) -> list[str]:
        language.install(qapp, name)
        keys = ("Ctrl+Shift+D", "Return", "Backspace", "Del", "Esc", "PgDown")
        return [QKeySequence(one).toString(QKeySequence.SequenceFormat.NativeText) for one in keys]

    spanish, english = said("es"), said("en")
    assert spanish[:5] == ["Ctrl+Mayús+D", "Intro", "Retroceso", "Supr", "Esc"]
    assert spanish[5] not in ("", "PgDown"), "the others are Qt's"
    assert english[0] == "Ctrl+Shift+D"


@pytest.mark.parametrize(
    ("name", "size", "time", "both"),
    [
        ("en", "5.6 MB", "1 min 34 s", "One. Two."),
        ("de", "5,6 MB", "1 min 34 s", "One. Two."),
        ("fr", "5,6\u00a0Mo", "1\u00a0min\u00a034\u00a0s", "One. Two."),
        ("es", "5,6 MB", "1 min 34 s", "One. Two."),
        ("zh", "5.6 MB", "1 分 34 秒", "One.Two."),
    ],
)
def test_units_and_sentences_in_a_row_are_written_the_way_of_the_language(
    name: str, size: str, time: str, both: str, qapp: QApplication
) -> None:
    language.install(qapp, name)
    said = numbers.size(5_600_000), numbers.duration(94), said_together("One.", "", "Two.")
    language.install(qapp, "en")
    assert said == (size, time, both)


# what is found in the code ------------------------------------------------------------------


def wrapped(translations: ModuleType, code: str) -> list[tuple[str, str, bool]]:
    return [(text.context, text.source, text.plural) for text in translations.wrapped(ast.parse(code), "x.py")]


def test_wrapped_text_is_found_with_any_number(translations: ModuleType) -> None:
    code = """
translate("Trash", "One " "text")
QCoreApplication.translate("Trash", "%Ln chat(s)", "", len(self.chats))
"abc".translate(table)
"""
    assert sorted(wrapped(translations, code)) == [("Trash", "%Ln chat(s)", True), ("Trash", "One text", False)]


@pytest.mark.parametrize(
    "code",
    [
        "translate('Trash', f'{n} chats')",
        "translate('Trash', text)",
        "translate(context, 'text')",
        "translate('Trash', 'one ' + two)",
        "translate('Trash', '%n chat(s)')",
        "translate('Trash', 'chats', '', n)",
    ],
)
def test_text_that_cannot_be_translated_is_refused(translations: ModuleType, code: str) -> None:
    with pytest.raises(translations.Unfit, match=r"x\.py:1"):
        wrapped(translations, code)


def test_the_sentences_of_a_table_are_found(translations: ModuleType) -> None:
    code = """
_AGAIN = "Try again."
TABLE: dict[str, Entry] = {
    "a.one": "{name} is gone.",
    "a.two": ("%Ln file(s) are left.", _AGAIN),
    "a.three": ("{why}", 'Start with {{ "type": "object", … }}.'),
}
ALL: dict[str, Entry] = {**TABLE}
"""
    found = sorted((text.source, text.plural) for text in translations.sentences(ast.parse(code)))
    assert found == [
        ("%Ln file(s) are left.", True), ("Start with {{ \"type\": \"object\", … }}.", False), ("Try again.", False),
        ("{name} is gone.", False),
    ]  # fmt: skip
    with pytest.raises(translations.Unfit, match=r"a\.one"):
        list(translations.sentences(ast.parse('T: dict[str, Entry] = {"a.one": f"{name} is gone."}')))


def test_a_page_of_settings_may_have_a_name_in_the_code(translations: ModuleType) -> None:
    code = 'PAGE = "Replies"\nSETTINGS = (Setting("a", 1, "Seed", "What it is.", PAGE),)'
    found = sorted(
        text.source for text in translations.declared(ast.parse(code), ("key", "default", "label", "help", "page"))
    )
    assert found == ["Replies", "Seed", "What it is."]


def test_english_plurals_follow_from_their_source(translations: ModuleType) -> None:
    assert translations.english("%Ln match(es) in %Ln chat(s)", 1) == "%Ln match in %Ln chat"
    assert translations.english("%Ln match(es) in %Ln chat(s)", 2) == "%Ln matches in %Ln chats"


def test_ram_is_written_in_the_units_of_the_meter() -> None:
    kv = 8192 * 23_040
    choice = say("choice.none", tokens=8192, layers=30, threads=2, kv=kv, kv_type="f16")
    assert numbers.size(kv) == "189 MB"
    assert "189 MB" in sentences.sentence(choice)
    small = say("load.budget_too_small", budget=16 * MB, name="Llama", tokens=512, least=20 * MB)
    assert "16.0 MB" in sentences.sentence(small)
