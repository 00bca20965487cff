"""The checkers of macOS and Windows against stand-ins of what the systems offer: what is asked, read and let go."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import POINTER, c_int32, c_uint32, c_void_p, c_wchar_p
from typing import Any

import pytest

from app.core.spelling import system, windows
from app.core.spelling.macos import NONE, MacChecker, NSRange, find_macos
from app.core.spelling.windows import WindowsChecker, find_windows

WORDS = {"en": ["house", "receive"], "de": ["Haus"]}


class Cocoa:
    """Objects by number, as the Objective-C runtime hands them out."""

    def __init__(self, there: bool = True) -> None:
        self.objects: dict[int, Any] = {}
        self.alive: set[int] = set()
        self.there = there

    def put(self, thing: Any) -> int:
        self.objects[len(self.objects) + 1] = thing
        return len(self.objects)

    def named(self, name: str) -> int | None:
        return self.put(name)

    def send(self, to: int | None, selector: str, result: Any, *arguments: tuple[Any, Any]) -> Any:
        values = [value for _, value in arguments]
        thing = self.objects[to] if to else None
        match selector:
            case "sharedSpellChecker":
                return self.put("checker") if self.there else None
            case "retain" | "alloc":
                return to if selector == "retain" else self.put("")
            case "release":
                self.alive.remove(to or 0)
                return None
            case "initWithUTF8String:":
                made = self.put(values[0].decode())
                self.alive.add(made)
                return made
            case "availableLanguages":
                return self.put([self.put(tag) for tag in WORDS])
            case "count":
                return len(thing)
            case "objectAtIndex:":
                return thing[values[0]]
            case "UTF8String":
                return thing.encode()
            case "checkSpellingOfString:startingAt:language:wrap:inSpellDocumentWithTag:wordCount:":
                word, language = self.objects[values[0]], self.objects[values[2]]
                return NSRange(NONE, 0) if word in WORDS[language] else NSRange(0, len(word))
            case "guessesForWordRange:inString:language:inSpellDocumentWithTag:":
                word, language = self.objects[values[1]], self.objects[values[2]]
                assert (values[0].location, values[0].length) == (0, len(word.encode("utf-16-le")) // 2)
                return self.put([self.put(one) for one in WORDS[language] if one[0].lower() == word[0].lower()])
        raise AssertionError(f"unknown message {selector}")


def test_macos_checks_and_suggests_in_the_languages_in_use() -> None:
    cocoa = Cocoa()
    checker = MacChecker(cocoa)
    assert checker.there == ["en", "de"]
    assert checker.check("recieve"), "without a dictionary nothing is wrong"
    checker.use(["en"])
    assert checker.check("house") and not checker.check("Haus")
    checker.use(["de", "en"])
    assert checker.check("Haus") and checker.check("house") and not checker.check("hous")
    assert checker.suggest("hous") == ["Haus", "house"]
    assert checker.suggest("😀") == []
    assert cocoa.alive == set(), "each text that was made is let go"


def test_macos_without_a_checker_has_none() -> None:
    with pytest.raises(LookupError):
        MacChecker(Cocoa(there=False))


class Com:
    """COM objects made of tables of functions, and how many of them are in use."""

    def __init__(self) -> None:
        self.kept: list[Any] = []
        self.alive = 0
        self.texts: dict[int, Any] = {}

    def make(self, **methods: tuple[int, Callable[..., int], tuple[Any, ...]]) -> int:
        """An object; ``methods``: place in the table, function, types of its arguments."""
        table = (c_void_p * 16)()
        self.alive += 1
        for place, function, kinds in (*methods.values(), (2, self._release, ())):
            call = windows.KIND(c_int32, c_void_p, *kinds)(function)
            table[place] = ctypes.cast(call, c_void_p).value
            self.kept.append(call)
        holder = (c_void_p * 1)(ctypes.addressof(table))
        self.kept += [table, holder]
        return ctypes.addressof(holder)

    def _release(self, _: int) -> int:
        self.alive -= 1
        return 0

    def strings(self, texts: list[str]) -> int:
        """An IEnumString."""
        left = list(texts)

        def step(_: int, count: int, text: Any, got: Any) -> int:
            assert count == 1
            got[0] = 1 if left else 0
            if not left:
                return 1  # S_FALSE
            buffer = ctypes.create_unicode_buffer(left.pop(0))
            self.texts[ctypes.addressof(buffer)] = buffer
            text[0] = ctypes.addressof(buffer)
            return 0

        return self.make(next=(3, step, (c_uint32, POINTER(c_void_p), POINTER(c_uint32))))

    def free(self, text: c_void_p) -> None:
        del self.texts[text.value or 0]

    def errors(self, wrong: bool) -> int:
        """An IEnumSpellingError of one error, or none."""

        def step(_: int, error: Any) -> int:
            error[0] = self.make() if wrong else None
            return 0 if wrong else 1

        return self.make(next=(3, step, (POINTER(c_void_p),)))

    def checker(self, tag: str) -> int:
        """An ISpellChecker."""

        def check(_: int, word: str, errors: Any) -> int:
            errors[0] = self.errors(word not in WORDS[tag])
            return 0

        def suggest(_: int, word: str, found: Any) -> int:
            found[0] = self.strings([one for one in WORDS[tag] if one[0].lower() == word[0].lower()])
            return 0

        kinds = (c_wchar_p, POINTER(c_void_p))
        return self.make(check=(4, check, kinds), suggest=(5, suggest, kinds))

    def factory(self) -> int:
        """An ISpellCheckerFactory."""

        def languages(_: int, found: Any) -> int:
            found[0] = self.strings(list(WORDS))
            return 0

        def create(_: int, tag: str, made: Any) -> int:
            if tag not in WORDS:
                return -1
            made[0] = self.checker(tag)
            return 0

        return self.make(
            languages=(3, languages, (POINTER(c_void_p),)), create=(5, create, (c_wchar_p, POINTER(c_void_p)))
        )


def test_windows_checks_and_suggests_in_the_languages_in_use() -> None:
    com = Com()
    checker = WindowsChecker(com.factory(), com.free)
    assert checker.there == ["en", "de"]
    assert checker.check("recieve"), "without a dictionary nothing is wrong"
    checker.use(["en", "fr"])
    assert checker.check("house") and not checker.check("Haus")
    checker.use(["de", "en"])
    assert checker.check("Haus") and checker.check("house") and not checker.check("hous")
    assert checker.suggest("hous") == ["Haus", "house"]
    checker.use([])
    assert com.texts == {}, "each text is given back"
    assert com.alive == 1, "only the factory is left"


def test_other_systems_have_neither() -> None:
    if system.sys.platform == "darwin":
        assert find_windows() is None
    elif system.sys.platform == "win32":
        assert find_macos() is None
    else:
        assert find_macos() is None and find_windows() is None


def test_each_system_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "FINDERS", {"darwin": lambda: "mac", "win32": lambda: "windows"})
    monkeypatch.setattr(system, "find_enchant", lambda: "enchant")
    assert [system.find_checker(name) for name in ("darwin", "win32", "linux")] == ["mac", "windows", "enchant"]
