"""Random facts to plant in a text and to ask for after a compaction."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

_FIRST = (
    "Mara", "Tobias", "Ines", "Ruben", "Sigrid", "Anton", "Leila", "Pascal", "Greta", "Milo", "Noemi", "Oskar",
    "Priya", "Quentin", "Rosalind", "Stefan", "Talia", "Ulrich", "Vera", "Wanda", "Yusuf", "Zelda", "Bruno", "Celeste",
)  # fmt: skip
_LAST = (
    "Quill", "Hollander", "Brandt", "Ferreira", "Okafor", "Lindqvist", "Marchetti", "Novak", "Pemberton", "Rasmussen",
    "Sandoval", "Tanaka", "Ulbricht", "Vasquez", "Whitlock", "Yilmaz", "Abernathy", "Castellan", "Drummond", "Eriksen",
)  # fmt: skip

_SENTENCE_END = re.compile(r"[.!?]['\")]*\s+")


@dataclass(frozen=True)
class Fact:
    """``statement`` is planted; the model has to go on from ``question`` and should say ``answer``."""

    name: str
    statement: str
    question: str
    answer: str


def make_facts(n: int, seed: int) -> list[Fact]:
    """``n`` facts with different names and different four-digit codes, the same for the same seed.

    Raises:
        ValueError: more facts than there are names.
    """
    source = random.Random(seed)
    if not 0 < n <= len(_LAST):
        raise ValueError(f"between 1 and {len(_LAST)} facts, not {n}")
    lasts = source.sample(_LAST, n)
    firsts = source.sample(_FIRST, n)
    codes = source.sample(range(1000, 10000), n)
    facts = []
    for first, last, code in zip(firsts, lasts, codes, strict=True):
        name = f"{first} {last}"
        stem = f"The access code of {name} is"
        facts.append(Fact(name, f"{stem} {code}.", f"\n\n{stem}", f" {code}"))
    return facts


def plant(text: str, statements: Sequence[str]) -> str:
    """``text`` with the statements in it at even depths, each between two sentences, in order.

    Statement i of n goes to the sentence end nearest to (i + 1/2) / n of the text.

    Raises:
        ValueError: the text has fewer sentence ends than there are statements.
    """
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    if len(ends) < len(statements):
        raise ValueError(f"{len(ends)} sentences are too few to plant {len(statements)} facts between them")
    parts: list[str] = []
    done = 0
    for i, statement in enumerate(statements):
        wanted = len(text) * (i + 0.5) / len(statements)
        # leave an end for each statement still to come, so that no two share one
        left = len(statements) - i - 1
        free = [end for end in ends if end > done]
        free = free[: len(free) - left]
        at = min(free, key=lambda end: abs(end - wanted))
        parts.append(text[done:at] + statement + " ")
        done = at
    return "".join(parts) + text[done:]
