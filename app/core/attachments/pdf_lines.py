"""A page's text the way it reads: single blanks, words whole across lines, and code with its indentation.

PDFs place letters, not words: some writers put tabs where a line has blanks, hyphens stand where a line ended, and the
blanks that begin a line of code are only a distance. Each costs tokens or meaning.
"""

from __future__ import annotations

import itertools
import re
import statistics
from collections.abc import Iterable
from dataclasses import dataclass

import pypdfium2.raw as api  # type: ignore[import-untyped]
from pypdfium2 import PdfTextPage

from app.core.utf16 import units

HYPHEN = "\ufffe"  # what PDFium writes for a hyphen at the end of a line, joining the halves

_BLANKS = re.compile(r"(?<=\S)[^\S\n]+")
_CONTROLS = re.compile(r"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]")  # what stands for a drawing without a letter
_EMPTY_LINES = re.compile(r"\n{3,}")
_COMPOUND = re.compile(r"[^\W\d_]{1,40}-[^\W\d_]{1,40}")  # bounded: a page may be one endless word
_BROKEN = re.compile(rf"(\w{{0,40}})(?:{HYPHEN}|[\u2010\u00ad]\n)(\w{{0,40}})")

_SAMPLE = 24  # characters of a line whose widths are compared
_LETTERS = 4  # different ones that a line has at least, to tell its pitch
_MOST = 0.85  # share of them that have one width
_ALIKE = 0.02  # share by which the widths of a fixed pitch differ at most
_FALL = 0.6  # of a letter's height, by which the next one stands lower in a new line
_DEEPEST = 60  # columns; what stands further right is placed, not indented


def tidy_blanks(text: str) -> str:
    """``text`` with one blank between words, none at line ends, and at most one empty line in a row."""
    text = _BLANKS.sub(" ", _CONTROLS.sub("", text))
    text = "\n".join(line.rstrip() for line in text.split("\n"))
    return _EMPTY_LINES.sub("\n\n", text)


class Hyphens:
    """Joins the words that the ends of lines divided; a compound that also stands undivided keeps its hyphen."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._compounds = {found.lower() for text in texts for found in _COMPOUND.findall(text)}

    def joined(self, text: str) -> str:
        """``text`` with whole words."""
        return _BROKEN.sub(self._whole, text)

    def _whole(self, match: re.Match[str]) -> str:
        before, after = match[1], match[2]
        divided = before[-1:].isalpha() and after[:1].islower() and f"{before}-{after}".lower() not in self._compounds
        return before + ("" if divided else "-") + after


@dataclass(slots=True)
class _Line:
    text: str
    left: float = 0.0  # points, of its first character
    pitch: float = 0.0  # points, the width of each character; 0: of no fixed pitch


def lines_of(characters: PdfTextPage, text: str) -> str:
    """``text``, the whole of a page as PDFium gives it, with all its lines and the indentation of listings.

    PDFium writes a blank where a short line ends, as those of paragraphs do.
    """
    lines: list[_Line] = []
    at = 0  # in UTF-16 units, which PDFium counts by
    for line in text.split("\r\n"):
        for part in _parts(characters, line, at):
            lines.append(_measured(characters, part, at))
            at += units(part) + 1
        at += 1  # a line's end takes two
    start = 0
    for end in range(1, len(lines) + 1):
        if end == len(lines) or not _alike(lines[start], lines[end]):
            _indent(lines[start:end])
            start = end
    return "\n".join(line.text for line in lines)


def _parts(characters: PdfTextPage, line: str, at: int) -> list[str]:
    """``line``, divided at the blanks from where the text goes on further down and to the left."""
    words = line.split(" ")
    parts = words[:1]
    for before, word in itertools.pairwise(words):
        at += units(before) + 1
        if before and word and _falls(characters, at - 2, at):
            parts.append(word)
        else:
            parts[-1] += " " + word
    return parts


def _falls(characters: PdfTextPage, one: int, other: int) -> bool:
    first, second = (api.FPDFText_GetCharIndexFromTextIndex(characters.raw, at) for at in (one, other))
    if first < 0 or second < 0 or api.FPDFText_GetCharAngle(characters.raw, first):
        return False
    _, bottom, right, top = characters.get_charbox(first, loose=True)
    left, _, _, next_top = characters.get_charbox(second, loose=True)
    return bool(left < right and top - next_top > _FALL * (top - bottom))


def _measured(characters: PdfTextPage, line: str, at: int) -> _Line:
    """Most letters are of one width in a fixed pitch: all but those that a font draws together."""
    text = line.lstrip()
    at += len(line) - len(text)
    lefts: list[float] = []
    widths: list[float] = []
    for place, letter in enumerate(text[:_SAMPLE]):
        if letter.isspace():
            continue  # writers move to the next word as they like
        index = api.FPDFText_GetCharIndexFromTextIndex(characters.raw, at + place)
        if index < 0 or api.FPDFText_GetCharAngle(characters.raw, index):
            return _Line(text)  # turned letters are all of one width
        left, _, right, _ = characters.get_charbox(index, loose=True)
        lefts.append(left)
        widths.append(right - left)
    if len(set(text[:_SAMPLE])) < _LETTERS:
        return _Line(text)
    usual = statistics.median_low(widths)
    alike = sum(abs(width - usual) <= _ALIKE * usual for width in widths)
    return _Line(text, lefts[0], usual if alike >= _MOST * len(widths) else 0.0)


def _alike(one: _Line, other: _Line) -> bool:
    return one.pitch > 0 and abs(one.pitch - other.pitch) <= _ALIKE * one.pitch


def _indent(lines: list[_Line]) -> None:
    """Put blanks before the lines of one listing, counted from the leftmost."""
    edge = min(line.left for line in lines)
    for line in lines:
        if line.pitch:
            columns = round((line.left - edge) / line.pitch)
            line.text = " " * (columns if columns <= _DEEPEST else 0) + line.text
