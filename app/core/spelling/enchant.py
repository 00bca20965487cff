"""The spell checker of Linux desktops: Enchant 2, which knows the dictionaries that are installed.

The library is the system's own, called where it is installed; nothing of it comes with the program.
"""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Sequence
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_size_t, c_ssize_t, c_void_p

from app.core.spelling.words import SpellChecker, merged

log = logging.getLogger("spelling")

LIBRARY = "libenchant-2.so.2"
Describe = CFUNCTYPE(None, c_char_p, c_char_p, c_char_p, c_char_p, c_void_p)  # tag, provider, its words, file, ours
FUNCTIONS = {
    "enchant_broker_init": (c_void_p, []),
    "enchant_broker_free": (None, [c_void_p]),
    "enchant_broker_list_dicts": (None, [c_void_p, Describe, c_void_p]),
    "enchant_broker_request_dict": (c_void_p, [c_void_p, c_char_p]),
    "enchant_broker_free_dict": (None, [c_void_p, c_void_p]),
    "enchant_dict_check": (c_int, [c_void_p, c_char_p, c_ssize_t]),
    "enchant_dict_suggest": (POINTER(c_char_p), [c_void_p, c_char_p, c_ssize_t, POINTER(c_size_t)]),
    "enchant_dict_free_string_list": (None, [c_void_p, POINTER(c_char_p)]),
}


class EnchantChecker:
    """Dictionaries of Enchant; they are read at the first use and stay until others are used."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library
        self._broker = library.enchant_broker_init()
        there: list[str] = []
        library.enchant_broker_list_dicts(self._broker, Describe(lambda tag, *_: there.append(tag.decode())), None)
        self.there: Sequence[str] = sorted(set(there))
        self.tags: Sequence[str] = ()
        self._dicts: list[int] | None = None

    def use(self, tags: Sequence[str]) -> None:
        for one in self._dicts or ():
            self._library.enchant_broker_free_dict(self._broker, one)
        self.tags, self._dicts = tuple(tags), None

    def check(self, word: str) -> bool:
        text = word.encode()
        # below 0: the dictionary cannot say, which is no reason to mark the word
        return not self._all() or any(self._library.enchant_dict_check(d, text, len(text)) <= 0 for d in self._all())

    def suggest(self, word: str) -> list[str]:
        return merged([self._suggest(one, word.encode()) for one in self._all()])

    def _all(self) -> list[int]:
        if self._dicts is None:
            asked = [self._library.enchant_broker_request_dict(self._broker, tag.encode()) for tag in self.tags]
            self._dicts = [one for one in asked if one]
            log.info("dictionaries: %s", ", ".join(self.tags))
        return self._dicts

    def _suggest(self, dictionary: int, text: bytes) -> list[str]:
        count = c_size_t(0)
        found = self._library.enchant_dict_suggest(dictionary, text, len(text), ctypes.byref(count))
        if not found:
            return []
        words = [found[n].decode("utf-8", "replace") for n in range(count.value)]
        self._library.enchant_dict_free_string_list(dictionary, found)
        return words


def find_enchant() -> SpellChecker | None:
    """The checker; None where Enchant is not installed."""
    try:
        library = ctypes.CDLL(LIBRARY)
        for name, (result, arguments) in FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        return EnchantChecker(library)
    except (OSError, AttributeError) as problem:
        log.info("no spell checker: %s", problem)
        return None
