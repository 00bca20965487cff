"""Which words are checked, which dictionaries are used, and the checker of the system where it is installed."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from app.core.spelling import enchant
from app.core.spelling.enchant import EnchantChecker, find_enchant
from app.core.spelling.words import best_dictionaries, fence_after, used_dictionaries, words_of


def words(line: str) -> list[str]:
    return [span.word for span in words_of(line)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Hello, wrold! (really)", ["Hello", "wrold", "really"]),
        ("don't don’t 'quoted' **bold** _no", ["don't", "don't", "quoted", "bold"]),
        ("well-known naïve Größe", ["well", "known", "naïve", "Größe"]),
        ("see https://exmaple.org/pth or www.exmaple.org, mail me@exmaple.org", ["see", "or", "mail"]),
        ("open notes.tx, /etc/pssswd, C:\\Usrs and app/cor", ["open", "and"]),
        ("x2 mp3 2nd aVariabel snake_caes NASA I call(ths) a=bb --optoin #tga", []),
        ("a `smoe code` b and ``mroe ` code`` or `not yte closed", ["and", "or"]),
        ("/summarzie ths", ["ths"]),
        ("これは 中文字 한국어", []),
    ],
)
def test_words_that_a_dictionary_can_judge(line: str, found: list[str]) -> None:
    assert words(line) == found


def test_places_count_as_qt_does() -> None:
    line = "😀 teh `😀` wrd"
    units = line.encode("utf-16-le")
    assert [units[2 * s.start : 2 * s.end].decode("utf-16-le") for s in words_of(line)] == ["teh", "wrd"]


def test_a_fence_ends_with_one_of_its_kind_that_is_as_long() -> None:
    assert fence_after("```python", "") == "```"
    assert fence_after("~~~", "```") == "```"
    assert fence_after("``` not the end", "```") == "```"
    assert fence_after("```", "````") == "````"
    assert fence_after("`````  ", "````") == ""
    assert fence_after("text", "") == ""


def test_one_dictionary_for_each_language_that_the_person_writes() -> None:
    there = ["de_AT", "de_DE", "en_GB", "en_US", "fr", "pt_BR"]
    assert best_dictionaries(["de-AT", "de"], there) == ["de_AT"]
    assert best_dictionaries(["de", "en-Latn-GB"], there) == ["de_DE", "en_GB"]
    assert best_dictionaries(["en", "fr-CA", "pt"], there) == ["en_US", "fr", "pt_BR"]
    assert best_dictionaries(["en_US.UTF-8"], there) == ["en_US"]


def test_english_where_there_is_none_of_them() -> None:
    assert best_dictionaries(["C"], ["de_DE", "en_GB"]) == ["en_GB"]
    assert best_dictionaries(["fr"], ["de_DE"]) == []


def test_no_checker_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enchant, "LIBRARY", "libenchant-that-nobody-has.so")
    assert find_enchant() is None


@pytest.fixture
def english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> EnchantChecker:
    """The real one, with a folder of its own for the words that are added."""
    try:
        ctypes.CDLL(enchant.LIBRARY)
    except OSError:
        pytest.skip("Enchant 2 is not installed")
    monkeypatch.setenv("ENCHANT_CONFIG_DIR", str(tmp_path))
    found = find_enchant()
    assert isinstance(found, EnchantChecker)
    found.use(best_dictionaries(["en-US"], found.there))
    if not found.tags or not found.tags[0].startswith("en"):
        pytest.skip("Enchant has no English dictionary")
    return found


def test_enchant_checks_and_suggests(english: EnchantChecker) -> None:
    assert english.check("house") and english.check("don't")
    assert not english.check("recieve")
    assert "receive" in english.suggest("recieve")
    english.use([])
    assert english.check("recieve") and english.suggest("recieve") == []


def test_the_chosen_dictionaries_come_before_those_of_the_system() -> None:
    there = ["de_DE", "en_GB", "en_US"]
    assert used_dictionaries(["en_US", "en_GB"], ["de"], there) == ["en_US", "en_GB"]
    assert used_dictionaries(["fr_FR"], ["de"], there) == ["de_DE"], "it is no longer installed"
    assert used_dictionaries([], ["de"], there) == ["de_DE"]
