"""Fuzzy matching: letters in their order, best where words begin or where they stand together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from app.core.found import Spans
from app.core.store.words import fold

TOGETHER, FIRST, WORD = 16, 12, 10  # a letter of a word found whole; at the very beginning; where a word begins
BEGIN, NEXT, GAP = 18, 8, 2  # a letter that begins a word; one right after the last; one further on in that word
LONGEST = 120  # letters of a text that are looked at one by one
Places = Sequence[int]


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """``text`` without accents and case, as long as it was: a letter for a letter."""
    return "".join((fold(letter) or letter)[0] for letter in text)


def match(query: str, text: str) -> tuple[int, Spans] | None:
    """How well ``query`` fits ``text`` (more is better) and where, ``[start, end)``; None if it does not.

    Each word of the query is looked for by itself, the words in any order.
    """
    plain = folded(text)
    score, places = 0, set[int]()
    for word in folded(query).split():
        found = _word(word, plain)
        if found is None:
            return None
        score += found[0]
        places.update(found[1])
    return score - len(text) // 24, _spans(places)


def _word(word: str, text: str) -> tuple[int, Places] | None:
    best: tuple[int, Places] | None = _pieces(word, text[:LONGEST])
    at = text.find(word)
    while at >= 0:
        score = TOGETHER * len(word) + (FIRST + WORD if at == 0 else WORD if _begins(text, at) else 0)
        if best is None or score > best[0]:
            best = score, range(at, at + len(word))
        at = text.find(word, at + 1)
    return best


def _pieces(word: str, text: str) -> tuple[int, Places] | None:
    """``word`` put together of beginnings of words: each letter begins one, or goes on in the one that was begun."""
    if not _in_order(word, text):
        return None
    begins = [_begins(text, at) for at in range(len(text))]
    steps: list[dict[int, tuple[int, int]]] = []  # for each letter: place -> score, and the place of the letter before
    for number, letter in enumerate(word):
        before = steps[-1] if steps else {}
        now: dict[int, tuple[int, int]] = {}
        anywhere: tuple[int, int] | None = (0, -1) if number == 0 else None  # best before this place
        inside: tuple[int, int] | None = None  # best before it in the same word
        for at, here in enumerate(text):
            if begins[at]:
                inside = None
            if here == letter:
                fits = []
                if begins[at] and anywhere is not None:
                    fits.append((anywhere[0] + BEGIN, anywhere[1]))
                if at - 1 in before and not begins[at]:
                    fits.append((before[at - 1][0] + NEXT, at - 1))
                if inside is not None:
                    fits.append((inside[0] - GAP, inside[1]))
                if fits:
                    now[at] = max(fits)
            if at in before:
                reached = before[at][0], at
                anywhere = max(anywhere or reached, reached)
                inside = max(inside or reached, reached)
        if not now:
            return None
        steps.append(now)
    at = max(steps[-1], key=lambda place: steps[-1][place][0])
    score, places = steps[-1][at][0], []
    for step in reversed(steps):
        places.append(at)
        at = step[at][1]
    return score, places[::-1]


def _begins(text: str, at: int) -> bool:
    return text[at].isalnum() and (at == 0 or not text[at - 1].isalnum())


def _in_order(letters: str, text: str) -> bool:
    start = 0
    for letter in letters:
        start = text.find(letter, start) + 1
        if not start:
            return False
    return True


def _spans(places: set[int]) -> Spans:
    spans: list[tuple[int, int]] = []
    for at in sorted(places):
        if spans and spans[-1][1] == at:
            spans[-1] = (spans[-1][0], at + 1)
        else:
            spans.append((at, at + 1))
    return tuple(spans)
