"""A few words of a passage around what was looked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator

from app.core.documents.search import is_long, pairs_of, spellings, terms_of
from app.core.documents.terms import fold, stem

LENGTH = 240  # characters of an excerpt
BEFORE = 60  # of them before the first hit
_MARKS = re.compile(r"^[ \t]*(?:\[Page \d{1,6}\][ \t]*$|#{1,6}[ \t]+)", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+")

Spans = tuple[tuple[int, int], ...]


def hits(text: str, question: str) -> Spans:
    """Where the words of ``question`` stand in ``text``, in any of their forms: ``[start, end)`` in characters."""
    pairs = frozenset(pairs_of(question))
    terms = {form for term in terms_of(question) if term not in pairs for form in spellings(term)}
    long = tuple(filter(is_long, terms))
    found = [match.span() for match in _WORD.finditer(text) if _holds(match[0], terms, long)]
    found += [(at, at + len(pair)) for pair in pairs for at in _places(pair, text)]
    return _merged(found)


def _holds(word: str, terms: Collection[str], long: tuple[str, ...]) -> bool:
    return stem(word) in terms or unicodedata.normalize("NFC", fold(word)).startswith(long)


def _places(part: str, text: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _merged(found: Iterable[tuple[int, int]]) -> Spans:
    """Stretches in order; those that touch are one."""
    spans: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if spans and start <= spans[-1][1]:
            spans[-1] = spans[-1][0], max(end, spans[-1][1])
        else:
            spans.append((start, end))
    return tuple(spans)


def without_marks(text: str) -> str:
    """What a person reads of prose: no signs of pages and headings, as PDFs and web pages are read with."""
    return _MARKS.sub("", text)


def excerpt(text: str, question: str, length: int = LENGTH) -> tuple[str, Spans]:
    """At most ``length`` characters of ``text`` on one line, from a little before the first hit; and the hits in it."""
    line = " ".join(text.split())
    first = next(iter(hits(line, question)), (0, 0))[0]
    start = max(0, first - BEFORE)
    if start:
        start = line.find(" ", start, first) + 1 or start
    end = start + length
    cut = ("…" if start else "") + line[start:end].rstrip() + ("…" if end < len(line) else "")
    return cut, hits(cut, question)
