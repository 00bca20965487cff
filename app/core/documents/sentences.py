"""The sentences of a text, where they stand; of a reply without its reasoning, code and headings."""

from __future__ import annotations

import re

from app.core.documents.terms import UNSPACED

_SHORT = """
abb abs apr art aug bd bzw ca co corp d.h dec dept dez dipl dr e.g ed etc evtl feb fig f.eks ggf gem geb gen hr i.d.r
i.e inc jan jr jul jun ltd mag max min mio mr mrd mrs ms no nov nr oct okt op p pp prof r resp rev s sep sept sog sr st
str tel u.a usw v vgl vol vs z.b zzgl z
"""
_ABBREVIATIONS = frozenset(_SHORT.split())
_MONTHS = """
januar jänner februar märz april mai juni juli august september oktober november dezember jahrhundert jahrhunderts
quartal quartals kapitel stock etage tag mal platz klasse auflage
"""
_ORDERED = frozenset(_MONTHS.split())  # what German ordinal numbers stand before: "3. Mai"
_END = re.compile(
    r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？]+[」』”’）]*|\n\s*\n|\n(?=\s*(?:[-*•+]|\d{1,3}[.)])\s)|\n(?=\s*[#|])"
)
_LEFT_OUT = re.compile(
    r"<think>.*?(?:</think>|\Z)|\A.*?</think>|^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1[ \t]*$|\Z)|^[ \t]*#{1,6}[ \t].*?$",
    re.DOTALL | re.MULTILINE,
)
_LEADING = re.compile(r"\s*(?:(?:[-*•+]|\d{1,3}[.)])\s+|>\s+|\|\s*)*")
LEAST, MOST = 12, 1200  # characters of a sentence


def sentences(text: str) -> list[tuple[int, int]]:
    """Where the sentences of ``text`` are, ``[start, end)``, in order, without the blanks around them."""
    found: list[tuple[int, int]] = []
    start = 0
    for end in _END.finditer(text):
        if end[0] == "." and _goes_on(text, start, end.start(), end.end()):
            continue
        stop = end.end() if end[0].strip() else end.start()
        _add(found, text, start, stop)
        start = end.end()
    _add(found, text, start, len(text))
    return found


def _goes_on(text: str, start: int, dot: int, after: int) -> bool:
    """Whether a full stop is that of an abbreviation, an initial or an ordinal number."""
    word = text[max(start, dot - 12) : dot].split()[-1:] or [""]
    bare = word[0].lstrip("(\"'„“«[").lower()
    rest = text[after : after + 2].strip()[:1]
    following = text[after : after + 24].split()[:1]
    if bare.isdigit() and len(bare) <= 2 and following and following[0].lower().strip(".,;:!?)") in _ORDERED:
        return True
    if bare in _ABBREVIATIONS or (len(bare) == 1 and bare.isalpha()) or ("." in bare and len(bare) <= 6):
        return True
    return bool(rest) and rest.islower() and (bare.isdigit() or len(bare) <= 4)


def _add(found: list[tuple[int, int]], text: str, start: int, stop: int) -> None:
    lead = _LEADING.match(text, start, stop)
    start = lead.end() if lead else start
    while stop > start and text[stop - 1].isspace():
        stop -= 1
    if stop > start:
        found.append((start, stop))


def spoken(reply: str) -> list[tuple[int, int]]:
    """The sentences of a reply that say something: no reasoning, code, headings, questions or scraps."""
    bare = _LEFT_OUT.sub(lambda left_out: re.sub(r"\S", "\0", left_out[0]), reply)
    return [(start, end) for start, end in sentences(bare) if _says_something(bare[start:end])]


def _says_something(sentence: str) -> bool:
    asked = sentence.rstrip("\"'”)」』）").endswith(("?", "？"))
    written = len(sentence) + sum(map(len, UNSPACED.findall(sentence)))  # such a letter says as much as two
    return written >= LEAST and len(sentence) <= MOST and "\0" not in sentence and not asked
