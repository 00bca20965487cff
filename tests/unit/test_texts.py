"""Codes and their sentences: each code that is told has a sentence, which names what it is given, and nothing else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import msgspec
import pytest

import engine.protocol as p
from app.core.texts import EVERYTHING, Sentences, Text, column, english, from_column, say, strings_of
from app.core.texts.files import FILES
from app.core.texts.models import MODELS
from app.core.texts.program import PROGRAM
from engine.texts import ENGINE
from engine.texts.chat import CHAT
from engine.texts.device import DEVICE
from engine.texts.document import DOCUMENT
from engine.texts.model import MODEL
from engine.texts.output import OUTPUT
from engine.texts.picture import PICTURE
from engine.texts.server import SERVER
from engine.texts.snapshot import SNAPSHOT

ROOT = Path(__file__).parents[2]
TABLES = (MODEL, DEVICE, CHAT, DOCUMENT, PICTURE, OUTPUT, SNAPSHOT, SERVER, FILES, MODELS, PROGRAM)
CODE = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+|both")
TELLING = {"say", "Text", "_broken", "_wrong", "Forbidden"}  # beside errors: what takes a code and its arguments
ERRORS = {"EngineError", "Problem"}
BESIDE = {"answer", "passing", "after", "needs"}  # arguments of WebProblem that no sentence names
SPECS = {"", "size", "memory", "hint", "whole"}


def trees() -> Iterator[tuple[str, ast.Module]]:
    for folder in ("engine", "app"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            if "/texts/" not in name:
                yield name, ast.parse(file.read_text(encoding="utf-8"))


TREES = list(trees())


def error_names() -> set[str]:
    """The classes of errors that are told to people, by what they derive from."""
    names, bases = set(ERRORS), {}
    for _, tree in TREES:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = {getattr(base, "id", "") for base in node.bases}
    while more := {name for name, above in bases.items() if above & names} - names:
        names |= more
    return names - {"BenchError", "NotMeasured"}  # benchmarks speak English, on a terminal alone


def codes_in(node: ast.expr) -> list[str] | None:
    """The codes that an argument may be; None: it is none of these."""
    if isinstance(node, ast.IfExp):
        first, second = codes_in(node.body), codes_in(node.orelse)
        return None if first is None or second is None else first + second
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def told() -> Iterator[tuple[str, list[str], set[str]]]:
    """Where something is told, by which codes, and the names of what is given for the sentence."""
    tellers = TELLING | error_names()
    for name, tree in TREES:
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args or name == "engine/bench/harness.py":
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            widget = name.startswith("app/ui/")  # which may give an icon's name to its base class
            inherited = called == "__init__" and not widget and bool(codes_in(node.args[0]))
            codes = codes_in(node.args[0]) if called in tellers or inherited else None
            if codes is not None:
                yield f"{name}:{node.lineno}", codes, {one.arg or "**" for one in node.keywords} - BESIDE


def fields(code: str) -> dict[str, set[str]]:
    """What the sentence and the hint of a code name, and how it is written."""
    entry = EVERYTHING[code]
    found: dict[str, set[str]] = {}
    for template in entry if isinstance(entry, tuple) else (entry,):
        for _, name, spec, _ in Formatter().parse(template):
            if name is not None:
                found.setdefault(name, set()).add(spec or "")
        if "%Ln" in template:
            found.setdefault("n", set()).add("")
    return found


def test_each_code_has_a_sentence_that_names_what_it_is_given() -> None:
    places, wrong = 0, []
    for where, codes, given in told():
        places += 1
        for code in codes:
            if code not in EVERYTHING:
                wrong.append(f"{where}: no sentence for {code}")
            elif missing := set(fields(code)) - given:
                wrong.append(f"{where}: {code} names {sorted(missing)}, which it is not given")
        if unnamed := given - {name for code in codes if code in EVERYTHING for name in fields(code)}:
            wrong.append(f"{where}: no sentence of {codes} names {sorted(unnamed)}")
    assert places > 250, "texts are made in another way now"
    assert not wrong


def test_each_sentence_is_told_somewhere() -> None:
    used = {
        node.value
        for _, tree in TREES
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not set(EVERYTHING) - used


def test_the_tables_are_in_order() -> None:
    assert sum(map(len, TABLES)) == len(EVERYTHING), "two tables have the same code"
    assert set(ENGINE) == set().union(*(TABLES[:8]))
    for code, entry in EVERYTHING.items():
        assert CODE.fullmatch(code), code
        for name, specs in fields(code).items():
            assert name.isidentifier() and specs <= SPECS, code
        for part in entry if isinstance(entry, tuple) else (entry,):
            assert part and part == part.strip(), code


def begins_like_a_sentence(text: str) -> bool:
    return bool(re.match(r"(?!SELECT |WITH |INSERT |DELETE |UPDATE )[A-Z“][^.]* .*[\w)”][.?]$", text))


# calls whose text is for programmers or the log, or that wrap it for translation
APART = {"translate", "Setting", "ValueError", "RuntimeError", "AssertionError", "FrameError", "_Unknown"}
LOGGED = {"debug", "info", "warning", "error", "exception"}


def test_no_sentence_stands_outside_of_the_tables() -> None:
    found = []

    def look(name: str, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                continue
            if isinstance(child, ast.Call):
                called = getattr(child.func, "attr", "") or getattr(child.func, "id", "")
                if called in APART | LOGGED:
                    continue
            if isinstance(child, ast.Constant) and isinstance(child.value, str) and begins_like_a_sentence(child.value):
                found.append(f"{name}:{child.lineno}: {child.value}")
            look(name, child)

    apart = (
        "engine/cli/",
        "engine/bench/",
        "engine/server/",  # it answers programs, by protocols that are English
        "engine/__main__",
        "app/core/knowledge/extraction.py",  # what a model is told
        "app/bench/",  # for those who build the program
        "app/diagnostics.py",
        "app/ui/",
        "app/services/chat/titles.py",
    )
    for name, tree in TREES:
        if not name.startswith(apart):
            look(name, tree)
    assert not found


# what becomes of a text -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence", "hint"),
    [
        (say("model.none"), "No model is loaded.", "Load a model first."),
        (
            say("chat.no_room_for_tokens", n=12345),
            "There is no room for 12,345 more tokens in this model's context.",
            "",
        ),
        (
            say("load.model_too_large", name="a {b}", need=3 << 30, free=700 << 20),
            "a {b} needs about 3.0 GB of RAM or VRAM, but only 700 MB is free.",
            "Choose a smaller model or a smaller quantization.",
        ),
        (
            say("grammar.at", line=1, column=2, what=say("grammar.rule_twice", name="x")),
            "Line 1, column 2: the rule “x” is defined twice.",
            "Correct the grammar.",
        ),
        (say("compact.not_put_back", why=say("snapshot.cut")), None, "Longthread rereads the chat instead."),
        (say("schema.not_object"), "The schema must be a JSON object.", 'Start with { "type": "object", … }.'),
        (say("model.compute_failed", status=3, reason=""), "The model's computation failed (status 3).", None),
        (say("rescue.some", n=1), "Recovered 1 message.", ""),
        (say("rescue.some", n=2500), "Recovered 2,500 messages.", ""),
    ],
)
def test_a_text_becomes_its_sentence_and_hint(text: Text, sentence: str | None, hint: str | None) -> None:
    assert sentence is None or english.sentence(text) == sentence
    assert hint is None or english.hint(text) == hint


def test_nothing_has_no_words() -> None:
    assert english.sentence(None) == english.hint(None) == english.whole(None) == ""


def test_a_code_of_another_version_still_says_something() -> None:
    assert english.whole(say("model.too_clever", name="x", size=4096)) == "Model: too clever (name x, size 4,096)."
    assert english.whole(say("new.thing")) == "New: thing."
    assert Sentences({"a.b": "{name} and {other}."}).sentence(say("a.b", name="one")) == "one and ?."


def test_texts_cross_the_pipe_with_what_is_in_them() -> None:
    text = say("grammar.at", line=1, column=2.5, what=say("grammar.rule_twice", name="x"))
    event = p.Error(id=1, code="bad_form", text=text)
    assert p.decode_event(p.encode(event)[4:]) == event


def test_texts_lie_in_a_column_beside_sentences_of_before() -> None:
    text = say("both", first=say("attachment.blank_pages", blank=1, total=2), second="x")
    assert from_column(column(text)) == text
    assert from_column(column("Read as latin-1.")) == "Read as latin-1."
    assert from_column("") == "" and from_column('{"cod') == ""


@pytest.mark.parametrize("number", [float("inf"), float("nan"), 1e300])
def test_numbers_of_a_foreign_file_can_be_shown(number: float) -> None:
    assert list(strings_of(say("a.b", name="x", inner=say("c.d", n=3)))) == ["a.b", "name", "x", "inner", "c.d", "n"]
    with pytest.raises(ValueError, match="out of bounds"):
        list(strings_of(msgspec.convert({"code": "a.b", "args": {"n": number}}, Text)))
