"""Documents with planted facts that answer a question only two at a time: who works for whom, and where that is."""

from __future__ import annotations

import random
from dataclasses import dataclass

from app.core.knowledge.values import EntityKind, Statement

_SOUNDS = "bar bel dor fen gal hol jor kas lem lun mar mel nor osk pel quin ras sel tam tor ulm vas wil yar zel"
_FIRST = """
Mara Tobias Ines Ruben Sigrid Anton Leila Pascal Greta Milo Noemi Oskar Priya Quentin Rosalind Stefan Talia Ulrich Vera
Wanda Yusuf Zelda Bruno Celeste Dario Edda Fabio Gesa Hugo Ida
"""
_WORKS = ("{a} works for {b}.", "{b} employs {a}.", "{a} has a position at {b}.", "{a} joined {b} some years ago.")
_STANDS = ("{a} is located in {b}.", "The head office of {a} is in {b}.", "{a} has its workshops in {b}.",
           "Visitors find {a} in {b}.")  # fmt: skip
_FILLER = (
    "The weather in {town} was mild that week.", "{person} liked to take the early train.",
    "A letter about the meeting arrived late.", "Nobody at the table remembered the year.",
    "{person} once spent a summer in {town}.", "The report lists what was ordered and what it cost.",
    "Of the plans for the bridge little came to be built.", "{firm} was mentioned in the newspaper in spring.",
    "The town of {town} has a market on Thursdays.", "Some of the papers were lost when the cellar was flooded.",
)  # fmt: skip


@dataclass(frozen=True)
class PlantedFact:
    """``person`` works for ``firm`` (a sentence of document ``works_in``), which is in ``town`` (of ``stands_in``)."""

    person: str
    firm: str
    town: str
    works: str
    stands: str
    works_in: int
    stands_in: int

    @property
    def question(self) -> str:
        """What needs both sentences."""
        return f"In which town does {self.person} work?"

    def statements(self) -> tuple[tuple[str, Statement], ...]:
        """Both sentences with what they state: what a faultless extraction gives."""
        return (
            (self.works, _statement(self.person, "works for", self.firm, "person", "organization")),
            (self.stands, _statement(self.firm, "is located in", self.town, "organization", "place")),
        )


@dataclass(frozen=True)
class PlantedSet:
    """Texts of documents, and the facts in them."""

    texts: tuple[str, ...]
    facts: tuple[PlantedFact, ...]


def planted(n: int = 60, documents: int = 8, words: int = 700, seed: int = 1) -> PlantedSet:
    """``n`` facts of two hops over so many documents of at least ``words`` words; the same for the same seed.

    The two sentences of a fact are in different documents, in random places. People, firms and towns are named in
    sentences beside the point, too.
    """
    source, firsts = random.Random(seed), _FIRST.split()
    lasts, firms, towns = (_names(source, 2 * n) for _ in range(3))
    people = [f"{source.choice(firsts)} {last}" for last in lasts]
    kinds = ("Works", "Shipping", "Bakery", "Institute", "Print", "Optics", "Mills", "Archive")
    firms = [f"{firm} {source.choice(kinds)}" for firm in firms]
    facts = []
    lines: list[list[str]] = [[] for _ in range(documents)]
    for person, firm, town in zip(people[:n], firms[:n], towns[:n], strict=True):
        here, there = source.sample(range(documents), 2)
        works = source.choice(_WORKS).format(a=person, b=firm)
        stands = source.choice(_STANDS).format(a=firm, b=town)
        facts.append(PlantedFact(person, firm, town, works, stands, here, there))
        lines[here].append(works)
        lines[there].append(stands)
    texts = []
    for number, said in enumerate(lines, 1):
        while sum(len(line.split()) for line in said) < words:
            filler = source.choice(_FILLER)
            line = filler.format(person=source.choice(people), firm=source.choice(firms), town=source.choice(towns))
            said.insert(source.randrange(len(said) + 1), line)
        source.shuffle(said)
        parts = [" ".join(said[at : at + 8]) for at in range(0, len(said), 8)]
        texts.append(f"# Notes, part {number}\n\n" + "\n\n".join(parts) + "\n")
    return PlantedSet(tuple(texts), tuple(facts))


def _names(source: random.Random, n: int) -> list[str]:
    found: dict[str, None] = {}
    sounds = _SOUNDS.split()
    while len(found) < n:
        found["".join(source.choice(sounds) for _ in range(source.choice((2, 2, 3)))).capitalize()] = None
    return list(found)


def _statement(subject: str, verb: str, other: str, kind: EntityKind, other_kind: EntityKind) -> Statement:
    return Statement(subject=subject, verb=verb, object=other, subject_kind=kind, object_kind=other_kind)
