"""A text in parts that a viewer shows one at a time: the pages of a PDF, else stretches that end with a line."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

LONGEST = 40_000  # characters of a part of a text without pages
_PAGE = re.compile(r"^\[Page (\d{1,6})\]\n", re.MULTILINE)


@dataclass(frozen=True)
class TextPart:
    """``[start, end)`` in characters of the text; ``page``: from 1, 0 where there are none."""

    start: int
    end: int
    page: int = 0


def parts_of(text: str, pages: bool) -> tuple[TextPart, ...]:
    """The parts of ``text``, at least one; ``pages``: it may be of several, each below a line with its number."""
    marks = list(_PAGE.finditer(text)) if pages else []
    if marks:
        ends = [mark.start() for mark in marks[1:]] + [len(text)]
        return tuple(TextPart(mark.end(), end, int(mark[1])) for mark, end in zip(marks, ends, strict=True))
    found, start = [], 0
    while len(text) - start > LONGEST:
        end = text.rfind("\n", start, start + LONGEST) + 1
        end = end if end > start else start + LONGEST
        found.append(TextPart(start, end, int(pages)))
        start = end
    return (*found, TextPart(start, len(text), int(pages)))


def part_at(parts: tuple[TextPart, ...], place: int) -> int:
    """Which of ``parts`` holds the character ``place``: the last that begins before it."""
    return max(0, bisect_right([part.start for part in parts], place) - 1)
