"""The language of the window: sentences from below, numbers, and what is found in the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from app.ui import language
from app.ui.widgets import labels

CATALOGUE = """<?xml version="1.0" encoding="utf-8"?><!DOCTYPE TS><TS version="2.1" language="de_DE"><context>
<name>Sentence</name>
<message><source>{name} is not complete.</source><translation>{name} ist unvollständig.</translation></message>
<message><source>“{name}” cannot be read: {why}.</source>
<translation>{why}: „{name}“ ist nicht lesbar.</translation></message>
<message><source>it is not JSON</source><translation>es ist kein JSON</translation></message>
<message><source>It needs {need}, {free} can be used.</source><translation>Nötig: {need}, frei: {free}.</translation>
</message><message><source>It is tried again. All is safe.</source>
<translation>Neuer Versuch, alles ist gut.</translation></message></context></TS>"""


@pytest.fixture
def german(
    qapp: QApplication, translations: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """German with a small catalogue."""
    for name in translations.LANGUAGES:
        (tmp_path / f"longthread_{name}.ts").write_text(CATALOGUE.replace("de_DE", name), encoding="utf-8")
    translations.compile_stale(tmp_path)
    monkeypatch.setattr(language, "resource_path", lambda *parts: tmp_path.joinpath(*parts[1:]))
    language.install(qapp, "de")
    yield
    monkeypatch.undo()
    language.install(qapp, "en")


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("it is not JSON", "es ist kein JSON"),
        ("a {b}.gguf is not complete.", "a {b}.gguf ist unvollständig."),
        ("“x.json” cannot be read: it is not JSON.", "es ist kein JSON: „x.json“ ist nicht lesbar."),
        ("It needs 1,203.5 MB, 7 kB can be used.", "Nötig: 1.203,5 MB, frei: 7 kB."),
        ("x is not complete. Nobody knows this sentence.", "x ist unvollständig. Nobody knows this sentence."),
        ("x is not complete. It needs 2 kB, 1 kB can be used.", "x ist unvollständig. Nötig: 2 kB, frei: 1 kB."),
        ("x is not complete. It is tried again. All is safe.", "x ist unvollständig. Neuer Versuch, alles ist gut."),
        ("It needs 39,091 tokens, -1,203 can be used.", "Nötig: 39.091 tokens, frei: -1.203."),
        ("20240131 is not complete.", "20240131 ist unvollständig."),
        ("12345 tokens.gguf is not complete.", "12345 tokens.gguf ist unvollständig."),
        ("1.5 small.gguf is not complete.", "1.5 small.gguf ist unvollständig."),
        ("“1,000 or 2.txt” cannot be read: it is not JSON.", "es ist kein JSON: „1,000 or 2.txt“ ist nicht lesbar."),
        ("Nobody knows this sentence.", "Nobody knows this sentence."),
        ("", ""),
    ],
)
def test_text_from_below_is_said_in_the_language_of_the_window(text: str, said: str) -> None:
    assert language.spoken(text) == said


def test_english_stays_as_it_is(qapp: QApplication) -> None:
    assert language.install(qapp, "en") == "en"
    assert language.spoken("x is not complete.") == "x is not complete."


def test_numbers_are_written_the_way_of_the_language(german: None, qapp: QApplication) -> None:
    words = (labels.count(51340), labels.short_count(6123), labels.size(5_600_000), labels.percent(0.007))
    assert words == ("51.340", "6,1k", "5,6 MB", "0,7 %")
    assert labels.duration(3.84) == "3,8 s" and labels.percent(0.0003) == "< 0,1 %"
    language.install(qapp, "en")
    assert (labels.count(51340), labels.duration(3.84)) == ("51,340", "3.8 s")
    assert QLocale().name() == "en_US"


def test_a_language_nobody_knows_here_is_english(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    here = QLocale("ja_JP")
    monkeypatch.setattr(QLocale, "system", lambda: here)
    assert language.chosen("system") == "en"
    there = QLocale("de_AT")
    monkeypatch.setattr(QLocale, "system", lambda: there)
    assert language.chosen("system") == "de"


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


def test_sentences_below_are_found_as_they_are_made(translations: ModuleType) -> None:
    code = '''
"""A docstring is not said."""
def f():
    """Nor this one."""
    log.info("A line of the log.")
    raise Problem(f"{path.name} cannot be read: {error.strerror or error}.", "Try again." if x else "Wait a while.")
    raise _broken(f"it has {n} dimensions")
    raise ValueError("This is for programmers.")
    raise BadForm(f"\\\\{escaped} is not known here.", 'Begin with { "type": "object", … }.')
    raise BadForm("No rule is there.", "Add a rule: root ::= …")
    key = "not.a.sentence."
'''
    found = sorted(text.source for text in translations.sentences(ast.parse(code)))
    assert found == [
        "Add a rule: root ::= …", 'Begin with { "type": "object", … }.', "No rule is there.", "Try again.",
        "Wait a while.", "\\{escaped} is not known here.",
        "it has {n} dimensions", "{name} cannot be read: {strerror}.",
    ]  # fmt: skip


COUNTED = re.compile(r" (more |free )?(tokens|bytes|characters|messages|rows|members|numbers|pages|folders|pixels)\b")


def test_numbers_in_sentences_below_have_separators(translations: ModuleType) -> None:
    """What is counted is written with ``:,``; the window says it the way of its language, and touches no name."""
    seen, bare = 0, []
    for file in translations.files(*translations.BELOW):
        for made in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(made, ast.JoinedStr) or not translations.is_sentence(translations.template(made)):
                continue
            for value, after in pairwise(made.values):
                if not isinstance(value, ast.FormattedValue) or not isinstance(after, ast.Constant):
                    continue
                if COUNTED.match(str(after.value)) and not isinstance(value.value, (ast.Call, ast.BoolOp)):
                    seen += 1
                    if value.format_spec is None or "," not in ast.unparse(value.format_spec):
                        bare.append(f"{file.name}:{value.lineno}: {ast.unparse(value.value)}")
    assert seen >= 12, "the sentences are written in another way now"
    assert not bare


def test_a_page_of_settings_may_have_a_name_in_the_code(translations: ModuleType) -> None:
    code = 'PAGE = "Replies"\nSETTINGS = (Setting("a", 1, "Seed", "What it is.", PAGE),)'
    found = sorted(
        text.source for text in translations.declared(ast.parse(code), ("key", "default", "label", "help", "page"))
    )
    assert found == ["Replies", "Seed", "What it is."]


def test_english_plurals_follow_from_their_source(translations: ModuleType) -> None:
    assert translations.english("%Ln match(es) in %Ln chat(s)", 1) == "%Ln match in %Ln chat"
    assert translations.english("%Ln match(es) in %Ln chat(s)", 2) == "%Ln matches in %Ln chats"
