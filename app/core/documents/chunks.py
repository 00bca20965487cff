"""A text is cut into passages where its structure says: pages, headings, paragraphs, definitions of code.

The passages of a text are all of it, in order and without gaps. None ends in the middle of a word; only a "word" of
thousands of characters (data as text) is cut, where it has signs between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.core.document_values import DocumentKind, Passage

TARGET = 900  # characters of a passage, about 220 tokens
MOST = 1400
LEAST = 240  # a section that is shorter is joined by the next one
TITLE = 80  # of a section that is no more than its heading; what follows says better what the passage is of
LONGEST_WORD = 4000
LONGEST_HEADING = 160
DEEPEST = 6
FILE_MARK = "=== "  # before the name of each file in the text of a folder of code

_PAGE = re.compile(r"\[Page (\d{1,6})\]")
_MARKDOWN = re.compile(r"(#{1,6})[ \t]+(\S.*)")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,3}){0,4})\.?[ \t]+[A-ZÄÖÜ]\S*(?:[ \t]+\S+){0,11}")
_NAMED = re.compile(
    r"(?:§{1,2}|chapter|part|book|section|appendix|article|act|scene|volume|letter|adventure|story"
    r"|kapitel|teil|buch|abschnitt|anhang|artikel|akt|szene|band)"
    r"[ \t]+(?:\d{1,4}[a-z]?|[IVXLC]{1,8}|[A-Z])(?:[ \t.:\u2013\u2014-].*)?",
    re.IGNORECASE,
)
_PYTHON = re.compile(r"(?P<indent>[ \t]{0,8})(?:async[ \t]+)?(?:def|class)[ \t]+(?P<name>\w+)")
_DEFINED = re.compile(
    r"(?P<indent>[ \t]{0,8})(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|unsafe"
    r"|inline|virtual|override|const|pub(?:\([^)]*\))?|extern(?: \"C\")?|open|data|sealed|partial|readonly)[ \t]+)*"
    r"(?:class|struct|enum|interface|trait|impl|fn|func|function\*?|def|module|namespace|union|record|object|protocol"
    r"|extension|macro_rules!|sub|proc|type)[ \t]+(?:\([^)\n]*\)[ \t]*)?(?:<[^>\n]*>[ \t]*)?(?P<name>[A-Za-z_]\w*)"
)
_CALLABLE = re.compile(r"(?P<indent>)[A-Za-z_][\w:<>,&*~ \t]*?[\s*&](?P<name>~?[A-Za-z_]\w*(?:::~?\w+)?)[ \t]*\([^;]*$")
_CONTROL = frozenset(
    [
        "if",
        "for",
        "while",
        "switch",
        "return",
        "else",
        "do",
        "case",
        "catch",
        "sizeof",
        "new",
        "delete",
        "throw",
        "elif",
    ]
)
_SENTENCE = re.compile(r"[.!?…][\"'”’»)\]]*\s+|[。！？]")
_LOOSE = re.compile(r"[^\w\s]")


@dataclass(frozen=True)
class _Section:
    """A stretch that one passage must not begin before: ``hard``: nor end behind, however short it is."""

    start: int
    page: int
    heading: str
    symbol: str
    hard: bool


def passages_of(text: str, kind: DocumentKind, language: str = "") -> Iterator[Passage]:
    """The passages of ``text`` in order; see the module."""
    sections = list(_sections(text, kind, language))
    ordinal, at = 0, 0
    while at < len(sections):
        first, end_at = sections[at], at + 1
        while end_at < len(sections) and not sections[end_at].hard and _joins(sections, at, end_at, len(text)):
            end_at += 1
        end = sections[end_at].start if end_at < len(sections) else len(text)
        named = next(one for one in reversed(sections[at:end_at]) if one.start - first.start < TITLE)
        for start, stop in _pieces(text, first.start, end, code=kind in ("code", "folder")):
            place = {"page": first.page, "heading": named.heading, "symbol": named.symbol}
            yield Passage(ordinal=ordinal, start=start, end=stop, text=text[start:stop], **place)  # type: ignore[arg-type]
            ordinal += 1
        at = end_at


def _joins(sections: list[_Section], first: int, then: int, end: int) -> bool:
    """Whether the section ``then`` goes into the passage that begins with ``first``, which is short by now."""
    stop = sections[then + 1].start if then + 1 < len(sections) else end
    begin = sections[first].start
    return sections[then].start - begin < LEAST and stop - begin <= MOST


def _lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    while at < len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop + 1
        yield at, text[at:stop]
        at = stop


def _sections(text: str, kind: DocumentKind, language: str) -> Iterator[_Section]:
    """Where parts of the text begin, in order; the first at 0."""
    page, file, symbol, fence, blank = 0, "", "", "", True
    headings: list[tuple[int, str]] = []
    code = kind == "code"
    last: _Section | None = None

    def here(at: int, hard: bool) -> _Section:
        path = [name for _, name in headings]
        return _Section(at, page, " › ".join([file, *path] if file else path), symbol, hard)

    for at, line in _lines(text):
        bare = line.strip()
        found: _Section | None = None
        if kind == "pdf" and (paged := _PAGE.fullmatch(bare)):
            page = int(paged[1])
            found = here(at, True)
        elif kind == "folder" and line.startswith(FILE_MARK) and bare.endswith(" ==="):
            file, symbol, headings, fence = bare[4:-4], "", [], ""
            code = not file.lower().endswith((".md", ".markdown", ".txt", ".rst"))
            found = here(at, True)
        elif code:
            name = _definition(line, language)
            if name:
                symbol = name
                found = here(at, False)
        elif opened := _FENCE.match(line):
            sign = opened[1][:3]
            fence = "" if fence == sign else fence or sign
        elif not fence and bare:
            level, title = _heading(bare, kind, blank)
            if level:
                headings = [*[one for one in headings if one[0] < level], (level, title)][-DEEPEST:]
                found = here(at, False)
        blank = not bare
        if last is None:
            found = found if found is not None and found.start == 0 else here(0, True)
        if found is not None:
            last = found
            yield found


def _heading(line: str, kind: DocumentKind, after_blank: bool) -> tuple[int, str]:
    """Level from 1 and title of a heading; 0 where the line is none."""
    if len(line) > LONGEST_HEADING:
        return 0, ""
    if kind != "pdf" and (marked := _MARKDOWN.fullmatch(line)):
        return len(marked[1]), marked[2].rstrip("# ").strip()
    if kind in ("markdown", "html", "docx") or not (after_blank or kind == "pdf"):
        return 0, ""
    if _NAMED.fullmatch(line) and line[-1] not in ",;":
        return 1, line
    numbered = _NUMBERED.fullmatch(line)
    if numbered and line[-1] not in ".,;:!?":
        return 1 + numbered[1].count("."), line
    return 0, ""


def _definition(line: str, language: str) -> str:
    """What a line of code begins to define, "" if nothing."""
    if not line[:1].strip() and not line[:8].strip():
        return ""
    patterns = (_PYTHON,) if language == "python" else (_DEFINED, _CALLABLE)
    for pattern in patterns:
        if len(line) <= 400 and (found := pattern.match(line)) and found["name"] not in _CONTROL:
            return found["name"]
    return ""


def _pieces(text: str, start: int, end: int, *, code: bool) -> Iterator[tuple[int, int]]:
    """``[start, end)`` in pieces of at most ``MOST`` characters, cut where it does least harm."""
    while end - start > MOST:
        stop = _cut(text, start, end, code)
        yield start, stop
        start = stop
    if end > start:
        yield start, end


def _cut(text: str, start: int, end: int, code: bool) -> int:
    """Where a piece that begins at ``start`` ends: behind a paragraph, a line, a sentence, a word; in this order."""
    low, goal, high = start + TARGET // 3, start + TARGET, min(end, start + MOST)
    for sign in ("\n\n", "\n"):
        if sign == "\n" and not code and _prose(text, low, high):
            break
        places = [at for at in (text.rfind(sign, low, goal), text.find(sign, goal, high)) if at >= 0]
        if places:
            at = min(places, key=lambda at: abs(at - goal)) + len(sign)
            while at < high and text[at] == "\n":
                at += 1
            if at - start <= MOST:
                return at
    ends = [found.end() for found in _SENTENCE.finditer(text, low, high)]
    if ends:
        return min(ends, key=lambda at: abs(at - goal))
    for at in range(min(high, end - 1), low, -1):
        if text[at - 1].isspace():
            return at
    return _end_of_word(text, high, start, end)


def _prose(text: str, low: int, high: int) -> bool:
    """Whether lines end where there is no more room in them, and not where something ends."""
    return _SENTENCE.search(text, low, high) is not None


def _end_of_word(text: str, at: int, start: int, end: int) -> int:
    """The end of the word in which ``at`` is; of one without an end, a place with a sign, or else any."""
    wide = re.compile(r"[\u2e80-\uffee]")
    for stop in range(at, max(start + 1, at - TARGET // 2), -1):  # scripts without spaces: any letter ends a word
        if wide.match(text[stop - 1]):
            return stop
    limit = min(end, start + LONGEST_WORD)
    space = re.compile(r"\s+").search(text, at, limit)
    if space:
        return space.end()
    if limit == end:
        return end
    for stop in range(limit, start + TARGET // 3, -1):
        if _LOOSE.match(text[stop - 1]):
            return stop
    return limit
