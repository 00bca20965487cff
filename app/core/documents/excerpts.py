"""A few words of a passage around what was looked for."""

from __future__ import annotations

import re

from app.core.documents.search import terms_of
from app.core.documents.terms import SHORTEST, fold, stem

LENGTH = 240  # characters of an excerpt
BEFORE = 60  # of them before the first hit
_MARKS = re.compile(r"^[ \t]*(?:\[Page \d{1,6}\][ \t]*$|#{1,6}[ \t]+)", re.MULTILINE)
_WORD = re.compile(r"\w+")

Spans = tuple[tuple[int, int], ...]


def hits(text: str, question: str) -> Spans:
    """Where the words of ``question`` stand in ``text``, in any of their forms: ``[start, end)`` in characters."""
    terms = terms_of(question)
    long = tuple(term for term in terms if len(term) >= SHORTEST)
    return tuple(
        match.span() for match in _WORD.finditer(text) if stem(match[0]) in terms or fold(match[0]).startswith(long)
    )


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
