"""Which words of a message a dictionary can judge: no code, no addresses, no names of files, no abbreviations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from app.core.utf16 import units

FALLBACK = "en"
COUNTRIES = {"en": "US"}  # of a language that names none; the others are spoken where they are called so: de_DE
INLINE_CODE = re.compile(r"(`+)(?:.*?\1|.*$)")  # to the end of the line while it is being typed
TOKEN = re.compile(r"\S+")
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
NO_PROSE = re.compile(
    r"[\d_@/\\#=]|\w[.:]\w|^[~-]|[^\W\d_]\("
)  # addresses, paths, names with an ending, options, calls
FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


class SpellChecker(Protocol):
    """The dictionaries of a system. Use from one thread at a time.

    Attributes:
        there: the languages of the dictionaries that are installed, as ``de_DE`` or ``de-DE``.
    """

    there: Sequence[str]

    def use(self, tags: Sequence[str]) -> None:
        """Judge by these of ``there`` from now on."""

    def check(self, word: str) -> bool:
        """Whether one of the dictionaries in use knows the word, which has no spaces."""

    def suggest(self, word: str) -> list[str]:
        """Words that may be meant, the likeliest first."""


FindChecker = Callable[[], SpellChecker | None]


class WordSpan(NamedTuple):
    """A word and its place in UTF-16 code units, as Qt counts."""

    start: int
    end: int
    word: str


def words_of(line: str) -> list[WordSpan]:
    """The words of a line of prose that can be looked up, with a plain apostrophe."""
    wide = bool(line) and max(line) > "\uffff"
    prose = INLINE_CODE.sub(lambda code: " " * len(code[0]), line)
    found = []
    for token in TOKEN.finditer(prose):
        if NO_PROSE.search(token[0].strip("\"'()[]{}<>“”„‚‘’«»*.,:;!?…")) or token[0].startswith("/"):
            continue
        for match in WORD.finditer(prose, token.start(), token.end()):
            if _plain(match[0]):
                start = units(line[: match.start()]) if wide else match.start()
                found.append(WordSpan(start, start + len(match[0]), match[0].replace("’", "'")))
    return found


def fence_after(line: str, fence: str) -> str:
    """The fence of the code that the next line is part of, "" for none; ``fence``: that of this line."""
    match = FENCE.match(line)
    if match is None:
        return fence
    if not fence:
        return match[1]
    ends = match[1][0] == fence[0] and len(match[1]) >= len(fence) and not line[match.end() :].strip()
    return "" if ends else fence


def best_dictionaries(wanted: Sequence[str], there: Iterable[str]) -> list[str]:
    """One of the dictionaries ``there`` ("de_DE") for each language ``wanted`` ("de-AT", "de"), in that order.

    English where there is none of them; nothing where English is missing, too.
    """
    names = {_name(tag): tag for tag in sorted(there, reverse=True)}
    found: dict[str, str] = {}
    for tag in map(_name, wanted):
        language = tag.split("_")[0]
        if language not in found and (match := _match(tag, names)):
            found[language] = match
    fallback = _match(FALLBACK, names)
    return list(found.values()) or ([fallback] if fallback else [])


def used_dictionaries(chosen: Sequence[str], wanted: Sequence[str], there: Sequence[str]) -> list[str]:
    """The dictionaries ``there`` that the person has ``chosen``; without any of those the best for ``wanted``."""
    return [tag for tag in chosen if tag in there] or best_dictionaries(wanted, there)


def merged(lists: Sequence[Sequence[str]]) -> list[str]:
    """The first of each list, then the second of each, and so on; each text once."""
    ranks = range(max(map(len, lists), default=0))
    return list(dict.fromkeys(some[rank] for rank in ranks for some in lists if rank < len(some)))


def _match(tag: str, names: dict[str, str]) -> str:
    language = tag.split("_")[0]
    usual = f"{language}_{COUNTRIES.get(language, language.upper())}"
    others = [name for name in sorted(names) if name.split("_")[0] == language]
    return next((names[name] for name in ("" if tag == language else tag, usual, *others) if name in names), "")


def _name(tag: str) -> str:
    """``de_DE`` of ``de-Latn-DE`` or ``de_DE.UTF-8``."""
    parts = re.split("[-_]", tag.split(".")[0])
    country = [part for part in parts[1:] if len(part) == 2]
    return "_".join((parts[0].lower(), *(one.upper() for one in country[:1])))


def _plain(word: str) -> bool:
    """Whether it is a word of a script with cases, neither one letter, nor capitals alone, nor aCamelCasedName."""
    script = all(sign <= "\u052f" or "\u1e00" <= sign <= "\u1fff" or sign == "’" for sign in word)
    return script and len(word) > 1 and not any(one.isupper() for one in word[1:])
