"""What a person typed into a search: words for the two indexes, and the places where they stand in a text.

Accents do not matter ("Munchen" and "muenchen" find "München", "cafe" finds "café"), nor does case. The indexes give
candidates; :class:`Words` decides, so that what is found can always be shown.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from functools import cache

from app.core.found import Spans

MAX_LENGTH = 200  # characters of a query that are looked at
MAX_WORDS = 8
MAX_SPELLINGS = 24
BEFORE, AFTER = 36, 150  # characters of a snippet around its first place
_MARKS = "[̀-ͯ]*"
_UNIT = re.compile("ae|oe|ue|ss|[aouäöüß]")
_SPELLINGS = {
    "ae": ("ae", "ä"), "oe": ("oe", "ö"), "ue": ("ue", "ü"), "ss": ("ss", "ß"),
    "a": ("a", "ä"), "o": ("o", "ö"), "u": ("u", "ü"),
    "ä": ("ä", "ae", "a"), "ö": ("ö", "oe", "o"), "ü": ("ü", "ue", "u"), "ß": ("ß", "ss"),
}  # fmt: skip
_MARKUP = re.compile(r"\*{1,3}|`+|~~|(?:^|(?<=\s))#{1,6} |</?think>\s?")
_PAIRS = {"ae": "äæ", "oe": "öœ", "ue": "ü", "ss": "ßẞ"}


@cache
def _accented() -> dict[str, str]:
    """Base letter -> all letters that are it with accents."""
    found: dict[str, str] = {}
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        letter = chr(code)
        base = fold(letter)
        if len(base) == 1 and base != letter:
            found[base] = found.get(base, "") + letter
    return found


def fold(text: str) -> str:
    """``text`` without accents and case; "ß" is "ss"."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def clean(text: str) -> str:
    """``text`` as it can be stored and searched: no halves of characters, no control characters."""
    whole = text.encode("utf-8", "ignore").decode("utf-8")
    return "".join(letter if letter >= " " and letter != "\x7f" else " " for letter in whole)


def spellings(word: str) -> list[str]:
    """``word`` and how it may be written otherwise in German; never more than ``MAX_SPELLINGS``."""
    options: list[tuple[str, ...]] = []
    count, at = 1, 0
    for unit in _UNIT.finditer(word):
        options.append((word[at : unit.start()],))
        choice = _SPELLINGS[unit[0]]
        if count * len(choice) > MAX_SPELLINGS:
            choice = choice[:1]
        count *= len(choice)
        options.append(choice)
        at = unit.end()
    options.append((word[at:],))
    return list(dict.fromkeys("".join(parts) for parts in itertools.product(*options)))


def _pattern(word: str) -> str:
    plain = fold(word) or word
    parts, at = [], 0
    while at < len(plain):
        pair = plain[at : at + 2]
        if pair == "ss":
            parts.append(f"(?:ss|[{_PAIRS[pair]}])")
            at += 2
        elif pair in _PAIRS:
            one, two = (_letter(letter) for letter in pair)
            parts.append(f"(?:{one}{two}|[{_PAIRS[pair]}]|{pair[0]}\u0308)")
            at += 2
        else:
            parts.append(_letter(plain[at]))
            at += 1
    return "".join(parts)


def _letter(letter: str) -> str:
    more = _accented().get(letter, "")
    return f"[{re.escape(letter)}{more}]{_MARKS}" if more else f"{re.escape(letter)}{_MARKS}"


def wide(word: str) -> bool:
    """Whether ``word`` is of a script that puts no spaces between words."""
    return any(letter >= "\u2e80" for letter in word)


class Words:
    """The words of a search; all must be found."""

    def __init__(self, text: str) -> None:
        text = unicodedata.normalize("NFC", clean(text[:MAX_LENGTH]))
        self.words = list(dict.fromkeys(text.casefold().split()))[:MAX_WORDS]
        self._each = [re.compile(_pattern(word), re.IGNORECASE) for word in self.words]
        longest = sorted(self.words, key=len, reverse=True)
        self._any = re.compile("|".join(_pattern(word) for word in longest) or "(?!)", re.IGNORECASE)

    def __bool__(self) -> bool:
        return bool(self.words)

    def has(self, at: int, text: str) -> bool:
        """Whether the word number ``at`` stands in ``text``."""
        return self._each[at].search(text) is not None

    def count(self, text: str) -> int:
        """How many of the words stand in ``text``."""
        return sum(pattern.search(text) is not None for pattern in self._each)

    def spans(self, text: str) -> Spans:
        """Where words stand in ``text``, ``[start, end)``, not overlapping."""
        return tuple(found.span() for found in self._any.finditer(text))

    def snippet(self, text: str) -> tuple[str, Spans]:
        """The text around the first place with a word on one line, and the places in it."""
        first = self._any.search(text)
        start = max(0, (first.start() if first else 0) - BEFORE)
        if start:
            gap = re.search(r"\s", text[start : start + BEFORE])
            start += gap.end() if gap else 0
        end = start + BEFORE + AFTER
        piece = " ".join(text[start:end].split())
        for shown in (_MARKUP.sub("", piece), piece):  # its signs are left out unless they are what was looked for
            shown = ("… " if start else "") + shown + (" …" if end < len(text) else "")
            spans = self.spans(shown)
            if spans:
                break
        return shown, spans
