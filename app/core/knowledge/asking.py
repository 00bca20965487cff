"""Which entities a question names, and which of the facts around them it is about."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from app.core.documents.terms import UNSPACED, content_words, is_stop, stem, unit_places, words
from app.core.knowledge.names import key_of
from app.core.knowledge.values import EntityKind

LONGEST_NAME = 6  # words of a name that is looked for
LONGEST_UNSPACED = 12  # letters, where no spaces tell words apart
MOST_WORDS = 80  # of a question, or such letters
MOST_WAYS = 3  # to one entity between, the best
MOST_LINKED = 12  # passages that the graph gives
KIND_WORTH, NAMED_WORTH = 0.5, 1.0  # of a fact whose other end is of the kind that is asked for, or is named itself
PLAIN = 0.3  # what a fact is worth that has nothing of the question but an entity


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_ASKED: dict[EntityKind, frozenset[str]] = {
    "place": _set(
        "where town city country village place region located wo wohin woher stadt ort land dorf gegend region"
    ),
    "person": _set("who whom whose wer wem wen wessen person"),
    "organization": _set(
        "company firm organization organisation employer institute university firma unternehmen arbeitgeber verein"
        " institut universität"
    ),
}


class LinkedFact(msgspec.Struct, frozen=True):
    """A fact as the graph is walked: ``near`` is the end it is come to from, ``far`` the other one."""

    id: int
    near: int
    far: int
    verb: str
    far_kind: str
    passage: int


def spans_of(question: str) -> dict[str, list[tuple[int, int]]]:
    """Keys that names in the question may have -> the words they take, ``[start, end)``; where these have no spaces
    between them, each letter is one.
    """
    every = unit_places(question)[:MOST_WORDS]
    stops = [is_stop(question[begin:stop]) for begin, stop in every]
    found: dict[str, list[tuple[int, int]]] = {}
    for start, (begin, _) in enumerate(every):
        most = LONGEST_UNSPACED if UNSPACED.match(question, begin) else LONGEST_NAME
        for end in range(start + 1, min(len(every), start + most) + 1):
            if stops[start] or stops[end - 1]:
                continue
            key = key_of(question[begin : every[end - 1][1]])
            if key and len(key) > 1:
                found.setdefault(key, []).append((start, end))
    return found


def longest(spans: Mapping[str, Sequence[tuple[int, int]]], known: Iterable[str]) -> list[str]:
    """Of the keys that are names, those that do not only stand within a longer one, in the question's order."""
    hits = [(start, end, key) for key in set(known) for start, end in spans.get(key, ())]
    kept = [
        (start, end, key)
        for start, end, key in hits
        if not any(a <= start and end <= b and (b - a) > (end - start) for a, b, _ in hits)
    ]
    return list(dict.fromkeys(key for _, _, key in sorted(kept)))


def kinds_asked(question: str) -> frozenset[str]:
    """The kinds of entity that a question seems to ask for."""
    said = {word.casefold() for word in words(question)}
    return frozenset(kind for kind, signs in _ASKED.items() if said & signs)


def ranked(question: str, named: Sequence[int], first: Sequence[LinkedFact], second: Sequence[LinkedFact]) -> list[int]:
    """Numbers of passages by what their facts have to do with the question, best first, each once.

    ``named``: the entities of the question; ``first``: facts of these, ``second``: facts of those that they lead to.
    Both passages of a way of two facts count as much as the way: neither says anything alone.
    """
    terms = {stem(word) for word in content_words(question)}
    kinds, start = kinds_asked(question), set(named)
    degree = Counter(fact.near for fact in (*first, *second))
    overlaps: dict[str, float] = {}

    def worth(fact: LinkedFact) -> float:
        if fact.verb not in overlaps:
            said = {stem(word) for word in content_words(fact.verb)}
            overlaps[fact.verb] = len(said & terms) / len(said) if said else 0.0
        value = PLAIN + overlaps[fact.verb] + KIND_WORTH * (fact.far_kind in kinds) + NAMED_WORTH * (fact.far in start)
        return value / math.log2(2 + degree[fact.near])

    scores: dict[int, float] = {}

    def add(passage: int, score: float) -> None:
        scores[passage] = max(scores.get(passage, 0.0), score)

    leading: dict[int, list[tuple[float, LinkedFact]]] = {}
    for fact in first:
        value = worth(fact)
        add(fact.passage, value)
        ways = leading.setdefault(fact.far, [])
        ways.append((value, fact))
        ways.sort(key=lambda way: (-way[0], way[1].id))
        del ways[MOST_WAYS:]
    for fact in second:
        if fact.far in start and fact.near in start:
            continue
        value = worth(fact)
        for before_value, before in leading.get(fact.near, ()):
            if before.near != fact.far:
                add(before.passage, (before_value + value) / 2)
                add(fact.passage, (before_value + value) / 2)
    order = sorted(scores, key=lambda passage: (-scores[passage], passage))
    return order[:MOST_LINKED]
