"""The spell checker of Windows (8 and later), ISpellChecker, by COM. Use from the main thread."""

from __future__ import annotations

import ctypes
import logging
import uuid
from collections.abc import Callable, Sequence
from ctypes import POINTER, byref, c_int32, c_uint32, c_void_p, c_wchar_p
from typing import Any

from app.core.spelling.words import SpellChecker, merged

log = logging.getLogger("spelling")

FACTORY = uuid.UUID("7ab36653-1796-484b-bdfa-e74f1db7c1dc")  # SpellCheckerFactory
IFACTORY = uuid.UUID("8e018a9d-2415-4677-bf08-794ea61f94bb")  # ISpellCheckerFactory
IN_PROCESS = 1  # CLSCTX_INPROC_SERVER
RELEASE = 2  # places of methods in their interfaces' tables
LANGUAGES, CREATE = 3, 5  # ISpellCheckerFactory
CHECK, SUGGEST = 4, 5  # ISpellChecker
NEXT = 3  # IEnumString, IEnumSpellingError
MOST = 32  # suggestions looked at
KIND = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)

Free = Callable[[Any], object]


def call(one: int, place: int, *arguments: tuple[Any, Any]) -> int:
    """Call a method of a COM object; its HRESULT, 0 for S_OK."""
    table = ctypes.cast(one, POINTER(POINTER(c_void_p))).contents
    method = KIND(c_int32, c_void_p, *(kind for kind, _ in arguments))(table[place])
    result: int = method(one, *(value for _, value in arguments))
    return result


def release(one: int) -> None:
    call(one, RELEASE)


class WindowsChecker:
    """The dictionaries of Windows; one object for each language in use."""

    def __init__(self, factory: int, free: Free) -> None:
        """``factory``: an ISpellCheckerFactory, which it owns; ``free``: gives back the memory of a text."""
        self._factory, self._free = factory, free
        self.there: Sequence[str] = self._texts(factory, LANGUAGES)
        self._used: list[int] = []

    def use(self, tags: Sequence[str]) -> None:
        for one in self._used:
            release(one)
        self._used = []
        for tag in tags:
            made = c_void_p()
            if call(self._factory, CREATE, (c_wchar_p, tag), (c_void_p, byref(made))) == 0 and made.value:
                self._used.append(made.value)

    def check(self, word: str) -> bool:
        return not self._used or any(self._right(one, word) for one in self._used)

    def suggest(self, word: str) -> list[str]:
        return merged([self._texts(one, SUGGEST, (c_wchar_p, word)) for one in self._used])

    def _right(self, checker: int, word: str) -> bool:
        errors = c_void_p()
        if call(checker, CHECK, (c_wchar_p, word), (c_void_p, byref(errors))) != 0 or not errors.value:
            return True  # what cannot be checked is not marked
        wrong = c_void_p()
        found = call(errors.value, NEXT, (c_void_p, byref(wrong))) == 0 and bool(wrong.value)
        if wrong.value:
            release(wrong.value)
        release(errors.value)
        return not found

    def _texts(self, one: int, place: int, *arguments: tuple[Any, Any]) -> list[str]:
        """The texts that a method hands out in an IEnumString."""
        listed = c_void_p()
        if call(one, place, *arguments, (c_void_p, byref(listed))) < 0 or not listed.value:
            return []
        found: list[str] = []
        text, got = c_void_p(), c_uint32()
        asked = (c_uint32, 1), (c_void_p, byref(text)), (c_void_p, byref(got))
        while call(listed.value, NEXT, *asked) == 0 and got.value and text.value:
            found.append(ctypes.wstring_at(text.value))
            self._free(text)
            if place == SUGGEST and len(found) >= MOST:
                break
        release(listed.value)
        return found


def find_windows() -> SpellChecker | None:
    """The checker of Windows; None on another system."""
    try:
        ole = ctypes.WinDLL("ole32")  # type: ignore[attr-defined,unused-ignore]
        ole.CoInitialize(None)  # Qt has done so on the main thread; then it only counts
        ole.CoTaskMemFree.argtypes = [c_void_p]
        ids = [(ctypes.c_ubyte * 16).from_buffer_copy(one.bytes_le) for one in (FACTORY, IFACTORY)]
        factory = c_void_p()
        if ole.CoCreateInstance(byref(ids[0]), None, IN_PROCESS, byref(ids[1]), byref(factory)) != 0:
            raise LookupError("no SpellCheckerFactory")
        if not factory.value:
            raise LookupError("no SpellCheckerFactory")
        return WindowsChecker(factory.value, ole.CoTaskMemFree)
    except (OSError, AttributeError, LookupError) as problem:
        log.info("no spell checker: %s", problem)
        return None
