"""The words that people read: one for each idea, and none that the program has a better one for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from installers.translations import texts

ROOT = Path(__file__).parents[2]
PLACEHOLDER = re.compile(r"\{[^}]*\}|conversations\.json")  # names of values and of files are no words
REFUSED = {
    "memor(y|ies)": "context, KV cache, RAM or saved state",
    "answer(s|ed|ing)?": "reply",
    "word for word|verbatim": "full detail",
    "(by|of) (itself|themselves)": "automatically",
    "snapshots?": "saved state",
    "thinn?(s|ed|ing)?|shr[aiu]nk(s|ing)?|squeez(e|es|ed|ing)": "compact",
    "merg(e|es|ed|ing)": "compact",
    "thoughts?|thinks?": "reasoning",
    "eyes?|vision part": "vision projector (mmproj)",
    "fetch(es|ed|ing)?": "download",
    "take (out|back)|taken (out|back)|throw(n)? away": "remove, undo, trash",
    "given up|gives? up": "deleted, stopped",
    "told|tells": "shown, says",
    "stands? for": "remembered",
    "quality floor": "maximum error",
    "choice of words": "sampling",
    "as the settings say": "Use default",
    "where it lies": "stays where it is",
    "made anew": "recreated",
    "the hub": "Hugging Face",
    "pictures?": "image",
    "is to": "the plain verb",
}
REFUSED_GERMAN = {
    "Gedächtnis(se|ses)?": "Kontext, KV-Cache, RAM oder gespeicherter Stand",
    "wörtlich|Wort für Wort": "vollständig erhalten",
    "von selbst": "automatisch",
    "Gedanken?": "Denkschritte",
    "ausdünnen|ausgedünnt|schrumpf\\w*": "verdichten",
    "du|dich|dir|deine?[mnrs]?": "Sie",
}


def refused(text: str, words: dict[str, str]) -> list[str]:
    """The words of ``text`` that are not used, each with what to say."""
    plain = PLACEHOLDER.sub("", text)
    found = ((re.search(rf"\b({word})\b", plain, re.IGNORECASE), better) for word, better in words.items())
    return [f"“{match[0]}” in “{text}”: say {better}" for match, better in found if match]


OF_THE_PERSON = ("Prompts", "SavedPrompts")  # what a person says to the model


def english() -> Iterator[str]:
    for found in texts().values():
        yield from (text.source for text in found if text.context not in OF_THE_PERSON)


def german() -> Iterator[str]:
    tree = ElementTree.parse(ROOT / "resources" / "translations" / "longthread_de.ts").getroot()
    for context in tree.findall("context"):
        if context.findtext("name") not in OF_THE_PERSON:
            for translation in context.iter("translation"):
                yield from (text for text in translation.itertext() if text.strip())


def test_the_window_uses_one_word_for_each_idea() -> None:
    every = list(english())
    assert len(every) > 1000
    assert not [problem for text in every for problem in refused(text, REFUSED)]


def test_german_does_too() -> None:
    every = list(german())
    assert len(every) > 1000
    assert not [problem for text in every for problem in refused(text, REFUSED_GERMAN)]


@pytest.mark.parametrize("name", ["README.md", "docs/TOUR.md"])
def test_so_do_the_pages_for_people(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8").split("## Developing")[0]
    paragraphs = [" ".join(block.split()) for block in text.split("\n\n")]
    shown = {word: better for word, better in REFUSED.items() if word not in ("pictures?", "answer(s|ed|ing)?")}
    assert not [problem for block in paragraphs for problem in refused(block, shown)]


def test_a_refused_word_is_found_and_a_name_of_a_value_is_not() -> None:
    assert refused("The memory is full.", REFUSED) and refused("Das Gedächtnis ist voll.", REFUSED_GERMAN)
    assert not refused("It needs {need:memory}; see conversations.json.", REFUSED)
