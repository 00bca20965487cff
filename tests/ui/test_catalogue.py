"""The catalogues hold all text of the window, and each translation in them is whole."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from app.core.settings import SETTINGS
from app.ui.language import LANGUAGES

Message = tuple[str, str, list[str], bool]  # context, source, forms of the translation, unfinished


def messages(file: Path) -> list[Message]:
    found = []
    for context in ElementTree.parse(file).iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
            unfinished = translation.get("type") is not None
            found.append((context.findtext("name", ""), message.findtext("source", ""), forms, unfinished))
    return found


def places(text: str) -> list[str]:
    """What is put into a text, in the order of its name."""
    return sorted(re.findall(r"\{\w*(?::\w+)?\}", text))


OTHERS = tuple(name for name in LANGUAGES if name != "en")


@pytest.fixture(scope="module", params=OTHERS)
def spoken(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def translated(translations: ModuleType, spoken: str) -> list[Message]:
    return messages(translations.FOLDER / f"longthread_{spoken}.ts")


def test_each_language_of_the_setting_has_a_catalogue(translations: ModuleType) -> None:
    choices = next(one.choices for one in SETTINGS if one.key == "appearance.language")
    assert choices == ("system", *LANGUAGES) and tuple(translations.LANGUAGES) == tuple(LANGUAGES)


def test_the_catalogues_are_up_to_the_code(translations: ModuleType, tmp_path: Path) -> None:
    for language in translations.LANGUAGES:
        shutil.copy(translations.FOLDER / f"longthread_{language}.ts", tmp_path)
    translations.update(tmp_path)
    for language in translations.LANGUAGES:
        name = f"longthread_{language}.ts"
        here = {message[:2] for message in messages(translations.FOLDER / name)}
        there = {message[:2] for message in messages(tmp_path / name)}
        assert not there - here, "text that is not in the catalogue: run dev.py translations"
        assert not here - there, "text the code does not have any more: run dev.py translations"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_unfinished(translations: ModuleType, language: str) -> None:
    file = translations.FOLDER / f"longthread_{language}.ts"
    missing = [message[:2] for message in messages(file) if message[3] or not all(message[2])]
    assert not missing, f"fill these in in {file.name}"


def test_a_translation_puts_in_what_english_puts_in(translated: list[Message], spoken: str) -> None:
    n_forms = 1 if spoken == "zh" else 2
    for context, source, forms, _ in translated:
        for form in forms:
            assert places(form) == places(source), (context, source)
            plural = bool(re.search("%L?n", source))
            assert not plural or len(forms) == n_forms, (context, source)
            assert not re.search("%L?n", form) or plural, (context, source)
        if re.search("%L?n", source):
            assert re.search("%L?n", forms[-1]), (context, source)


def test_a_translation_begins_and_ends_as_english_does(translated: list[Message], spoken: str) -> None:
    """A sentence stays one, a line break and a space at the border stay, and no English quote is left (Chinese
    has the same)."""
    stop = "。" if spoken == "zh" else "."
    for context, source, forms, _ in translated:
        for form in forms:
            assert form[-1:].isspace() == source[-1:].isspace(), (context, source)
            assert form.count("\n") == source.count("\n"), (context, source)
            assert form.count("\t") == source.count("\t"), (context, source)
            assert form.endswith(stop) == source.endswith("."), (context, source)
            assert spoken == "zh" or not re.search("[“”].*”", form), (context, source)


# what shows its arguments, or says them to a screen reader
SHOWS = {
    "setText", "set_text", "setToolTip", "set_label", "setAccessibleName", "setAccessibleDescription", "announce",
    "setPlaceholderText", "set_placeholder", "setWindowTitle", "setTitle", "setInformativeText", "setSuffix",
    "setPrefix", "setSpecialValueText", "addAction", "addMenu", "addTab", "QLabel", "dim", "QPushButton", "QCheckBox",
    "TextButton",
    "IconButton", "IconBadge", "Segment", "Notice", "Command", "Plan", "describe", "ask_sure", "ask_text", "drawText",
    "getOpenFileName", "getOpenFileNames", "getSaveFileName", "getExistingDirectory",
}  # fmt: skip
NAMES = re.compile(r"Longthread|Markdown \(\*\.md\)|(Ctrl|Shift|Alt)\+.*|Esc|F\d+")


def test_no_sentence_names_keys_that_differ_by_system_or_can_be_changed(translated: list[Message]) -> None:
    """They come from ``app.ui.widgets.keys``, which writes them the way of the system."""
    named = [one for one in translated if re.search(r"(Ctrl|Strg|Alt|Cmd)\+|\((Esc|F\d+|Del|Enter)\)|\t", one[1])]
    assert named == []


def literals(node: ast.AST) -> Iterator[str]:
    """The literals that an argument may be."""
    if isinstance(node, ast.IfExp):
        yield from (*literals(node.body), *literals(node.orelse))
    elif isinstance(node, ast.BinOp):
        yield from (*literals(node.left), *literals(node.right))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(part.value for part in node.values if isinstance(part, ast.Constant))


def test_text_of_the_window_is_wrapped(translations: ModuleType) -> None:
    """Dialogs and menus, too, that no scene opens."""
    bare = []
    for file in translations.files("app/ui"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or translations.called(node) not in SHOWS:
                continue
            for argument in (*node.args, *(keyword.value for keyword in node.keywords if keyword.arg != "also")):
                for text in literals(argument):
                    said = re.search("[A-Za-z]{2}", text) and (" " in text.strip() or re.search("[A-Z][a-z]", text))
                    if said and not NAMES.fullmatch(text.strip()):
                        bare.append(f"{file.name}:{node.lineno}: {text!r}")
    assert not bare, "wrap these: translate(context, text)"
