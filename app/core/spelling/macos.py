"""The spell checker of macOS, NSSpellChecker, by the Objective-C runtime. Use from the main thread."""

from __future__ import annotations

import ctypes
import ctypes.util
import logging
from collections.abc import Sequence
from ctypes import c_bool, c_char_p, c_long, c_ulong, c_void_p
from typing import Any, Protocol

from app.core.spelling.words import SpellChecker, merged
from app.core.utf16 import units

log = logging.getLogger("spelling")

FRAMEWORK = "/System/Library/Frameworks/AppKit.framework/AppKit"
NONE = (1 << (8 * ctypes.sizeof(c_long) - 1)) - 1  # NSNotFound


class NSRange(ctypes.Structure):
    """UTF-16 units of a string."""

    _fields_ = [("location", c_ulong), ("length", c_ulong)]


class ObjcRuntime(Protocol):
    """What is called of Objective-C; objects are addresses, None is nil."""

    def named(self, name: str) -> int | None:
        """A class."""

    def send(self, to: int | None, selector: str, result: Any, *arguments: tuple[Any, Any]) -> Any:
        """A message with ``arguments`` as (type, value); ``result``: the type of what comes back."""


class ObjectiveC:
    """The runtime of this system."""

    def __init__(self) -> None:
        """
        Raises:
            OSError: this is not macOS.
        """
        ctypes.CDLL(FRAMEWORK)
        self._library = ctypes.CDLL(ctypes.util.find_library("objc") or "libobjc.dylib")
        self._library.objc_getClass.restype, self._library.objc_getClass.argtypes = c_void_p, [c_char_p]
        self._library.sel_registerName.restype, self._library.sel_registerName.argtypes = c_void_p, [c_char_p]

    def named(self, name: str) -> int | None:
        found: int | None = self._library.objc_getClass(name.encode())
        return found

    def send(self, to: int | None, selector: str, result: Any, *arguments: tuple[Any, Any]) -> Any:
        kinds = [kind for kind, _ in arguments]
        call = ctypes.CFUNCTYPE(result, c_void_p, c_void_p, *kinds)(("objc_msgSend", self._library))
        return call(to, self._library.sel_registerName(selector.encode()), *(value for _, value in arguments))


class MacChecker:
    """The dictionaries of macOS."""

    def __init__(self, runtime: ObjcRuntime) -> None:
        """
        Raises:
            LookupError: there is no checker.
        """
        self._runtime = runtime
        self._checker = runtime.send(runtime.named("NSSpellChecker"), "sharedSpellChecker", c_void_p)
        if not self._checker:
            raise LookupError("no NSSpellChecker")
        runtime.send(self._checker, "retain", c_void_p)
        self.there: Sequence[str] = self._texts(runtime.send(self._checker, "availableLanguages", c_void_p))
        self.tags: Sequence[str] = ()

    def use(self, tags: Sequence[str]) -> None:
        self.tags = tuple(tags)

    def check(self, word: str) -> bool:
        return not self.tags or any(self._wrong(word, tag) == NONE for tag in self.tags)

    def suggest(self, word: str) -> list[str]:
        return merged([self._guesses(word, tag) for tag in self.tags])

    def _wrong(self, word: str, tag: str) -> int:
        """Where the first wrong word begins, NONE without one."""
        text, language = self._text(word), self._text(tag)
        selector = "checkSpellingOfString:startingAt:language:wrap:inSpellDocumentWithTag:wordCount:"
        span = self._runtime.send(
            self._checker, selector, NSRange, (c_void_p, text), (c_long, 0), (c_void_p, language), (c_bool, False),
            (c_long, 0), (c_void_p, None),
        )  # fmt: skip
        self._let_go(text, language)
        return NONE if span.length == 0 else int(span.location)

    def _guesses(self, word: str, tag: str) -> list[str]:
        text, language = self._text(word), self._text(tag)
        selector = "guessesForWordRange:inString:language:inSpellDocumentWithTag:"
        whole = NSRange(0, units(word))
        found = self._runtime.send(
            self._checker, selector, c_void_p, (NSRange, whole), (c_void_p, text), (c_void_p, language), (c_long, 0)
        )
        self._let_go(text, language)
        return self._texts(found)

    def _text(self, text: str) -> int:
        """An NSString that is let go afterwards."""
        new = self._runtime.send(self._runtime.named("NSString"), "alloc", c_void_p)
        made: int = self._runtime.send(new, "initWithUTF8String:", c_void_p, (c_char_p, text.encode()))
        return made

    def _texts(self, array: int | None) -> list[str]:
        if not array:
            return []
        count = self._runtime.send(array, "count", c_ulong)
        items = [self._runtime.send(array, "objectAtIndex:", c_void_p, (c_ulong, at)) for at in range(count)]
        return [self._runtime.send(item, "UTF8String", c_char_p).decode() for item in items]

    def _let_go(self, *objects: int) -> None:
        for one in objects:
            self._runtime.send(one, "release", None)


def find_macos() -> SpellChecker | None:
    """The checker of macOS; None on another system."""
    try:
        return MacChecker(ObjectiveC())
    except (OSError, AttributeError, LookupError) as problem:
        log.info("no spell checker: %s", problem)
        return None
