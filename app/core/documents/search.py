"""Which passages go with a question: what is asked of the index, rankings made one, and what a budget has room for."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from app.core.document_values import FoundPassage, GivenPassage, Passage
from app.core.documents.terms import SHORTEST, UNSPACED, content_words, fold, pairs, parts, stem

Key = TypeVar("Key", bound=Hashable)

MOST_TERMS = 24  # of a question, the first ones
LONGEST_TERM = 40
CONSTANT = 60.0  # of reciprocal rank fusion, as its authors chose it
LEAST_COVERED = 0.3  # of a question's words, weighed by how rare they are, that a passage has to hold
LEAST_OF_BEST = 0.35  # of the score of the best, for a passage to be given with it
MOST_NEAR = 10  # passages that a search by likeness of meaning gives
FEW, FEW_ALIKE = 20, 0.6  # among fewer than that nothing stands out; what is as alike is near
LEAST_ALIKE, STANDS_OUT = 0.3, 3.5  # the least likeness, and standard deviations above the mean
FRAME = 60  # characters around a passage in the prompt
WIDE = "\u2e80"  # from here on, letters are syllables or words

_JOINING = re.compile("[\u3040-\u309f的了是在和与或我你您他她它们这那什么怎哪谁吗呢吧啊请就也都很把被从何誰]+")


def terms_of(question: str, most: int = MOST_TERMS) -> list[str]:
    """The words of ``question`` that are looked for, as they are compared; each once, ``most`` of them.

    Of a script without spaces, all pairs of neighbouring letters: where its words end is not known.
    """
    found: dict[str, None] = {}
    for word in content_words(question):
        for part in parts(word):
            found.update(dict.fromkeys(_telling(part) if UNSPACED.match(part) else (stem(part)[:LONGEST_TERM],)))
    return [term for term in found if term][:most]


def pairs_of(question: str) -> list[str]:
    """Those of the terms of ``question`` that are written without spaces: FTS5 takes a whole clause for one word."""
    return [term for term in terms_of(question) if UNSPACED.match(term)]


def _telling(run: str) -> list[str]:
    """Pairs of letters; those with one that only joins or inflects say little beside others."""
    every = pairs(run)
    telling = [pair for pair in every if not _JOINING.search(pair)]
    return telling or [pair for pair in every if not _JOINING.fullmatch(pair)] or every


def spellings(term: str) -> list[str]:
    """``term``, and with the letters that umlauts are written as without them."""
    return [term, *(term.replace(pair, pair[0]) for pair in ("ae", "oe", "ue") if pair in term)]


def is_long(term: str) -> bool:
    """Whether ``term`` says enough to be looked for at the beginning of longer words: a syllable is several letters."""
    return len(term) >= SHORTEST or (len(term) > 1 and term > WIDE)


def clause(term: str) -> str:
    """``term`` as FTS5 looks for it: words that begin with it; short ones as they are."""
    forms = spellings(term)
    forms += [form.replace("ss", "ß") for form in forms if "ss" in form]
    star = " *" if is_long(term) else ""
    if not star:
        forms += [f"{form}s" for form in forms]
    return "(" + " OR ".join(f'"{form}"{star}' for form in forms if form) + ")"


def match_of(question: str) -> str:
    """What FTS5 is asked for ``question``; "" if nothing of it can be looked for there (see :func:`pairs_of`)."""
    return " OR ".join(clause(term) for term in terms_of(question) if not UNSPACED.match(term))


def covered(question: str, text: str, rarity: Mapping[str, float]) -> float:
    """Which share of the question's words ``text`` holds, 0 to 1; ``rarity``: the weight of each term, 1 if unknown."""
    terms = terms_of(question)
    whole = sum(rarity.get(term, 1.0) for term in terms)
    if not whole:
        return 0.0
    held = unicodedata.normalize("NFC", fold(text))
    present = {stem(word) for word in content_words(text)}

    def holds(term: str) -> bool:
        if UNSPACED.match(term):
            return term in text
        return any(one in present or (is_long(one) and one in held) for one in spellings(term))

    return sum(rarity.get(term, 1.0) for term in terms if holds(term)) / whole


def rarities(counts: Mapping[str, int], total: int) -> dict[str, float]:
    """Term -> weight: the inverse document frequency as BM25 has it, of ``total`` passages of which ``counts`` hold it.

    A term that no passage holds weighs as much as one that a single passage does.
    """
    return {
        term: math.log(1.0 + (total - max(1, count) + 0.5) / (max(1, count) + 0.5)) if total > 1 else 1.0
        for term, count in counts.items()
    }


def fused(rankings: Iterable[Sequence[Key]], constant: float = CONSTANT) -> list[tuple[Key, float]]:
    """Several rankings, best first, as one: reciprocal rank fusion. Equal scores keep the order of the first ranking.

    Each thing gets the sum of ``1 / (constant + rank)`` over the rankings that have it, ranks from 1.
    """
    scores: dict[Key, float] = {}
    for ranking in rankings:
        for rank, key in enumerate(dict.fromkeys(ranking), 1):
            scores[key] = scores.get(key, 0.0) + 1.0 / (constant + rank)
    return sorted(scores.items(), key=lambda entry: -entry[1])


def nearest(vectors: Mapping[int, bytes], question: bytes, limit: int = MOST_NEAR) -> tuple[int, ...]:
    """Which of ``vectors`` are near that of a question (both little-endian float32, of length 1), best first.

    Models differ in how alike all texts are to them: near is what stands out from the others, or, among few, what is
    very alike.
    """
    import numpy as np  # only needed here, and slow to import

    numbers = [number for number, vector in vectors.items() if len(vector) == len(question)]
    if not numbers:
        return ()
    rows = np.frombuffer(b"".join(vectors[number] for number in numbers), "<f4").reshape(len(numbers), -1)
    alike = rows @ np.frombuffer(question, "<f4")
    least = FEW_ALIKE
    if len(numbers) >= FEW:
        least = max(LEAST_ALIKE, float(alike.mean() + STANDS_OUT * alike.std()))
    order = np.argsort(-alike)[:limit]
    return tuple(numbers[at] for at in order if alike[at] >= least)


def within(found: Sequence[FoundPassage], budget: int, tokens_of: Callable[[str], int]) -> list[Passage]:
    """As many of the best passages as ``budget`` tokens have room for, in the order of their documents.

    One that is too long for what is left is passed over.
    """
    chosen: list[Passage] = []
    left = budget
    for one in found:
        cost = tokens_of(one.passage.text + "." * FRAME)
        if cost <= left:
            left -= cost
            chosen.append(one.passage)
    order = {name: at for at, name in enumerate(dict.fromkeys(passage.document for passage in chosen))}
    return sorted(chosen, key=lambda passage: (order[passage.document], passage.start))


def given(passage: Passage, *, linked: bool = False) -> GivenPassage:
    """A passage as it is put into a turn; ``linked``: found through linked facts alone."""
    return GivenPassage(
        document=passage.document, name=passage.name, text=passage.text.strip(), start=passage.start, end=passage.end,
        page=passage.page, heading=passage.heading, symbol=passage.symbol, linked=linked,
    )  # fmt: skip


def joined(passages: Iterable[Passage], linked: Collection[int] = ()) -> list[GivenPassage]:
    """Passages as they are given; those that follow one another on the same page of a document become one.

    ``linked``: numbers of those that were found through linked facts alone.
    """
    found: list[GivenPassage] = []
    for passage in passages:
        before = found[-1] if found else None
        here = passage.number in linked
        if before is not None and (before.document, before.end, before.page) == (
            passage.document,
            passage.start,
            passage.page,
        ):
            gap = passage.text[: len(passage.text) - len(passage.text.lstrip())]
            text = f"{before.text}{gap or ' '}{passage.text.strip()}"
            found[-1] = GivenPassage(
                before.document, before.name, text, before.start, passage.end, before.page, before.heading,
                before.symbol, before.linked or here,
            )  # fmt: skip
        else:
            found.append(given(passage, linked=here))
    return found
