"""Which mentions of a name are of the same entity: told from what the name is linked with in each source.

All is worked out from the set of sources, so that their order never matters, nor that some came later.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from app.core.knowledge.names import main_kind

# what somebody usually has one of: where two have different ones, they are two
_OF_ONE = {
    "works": re.compile(r"\b(?:work|employ|job|joined|arbeite|angestellt|beschäftigt)"),
    "born": re.compile(r"\b(?:born|birth|geboren|geburt)"),
    "lives": re.compile(r"\b(?:live|lives|reside|resident|home|wohn|lebt)"),
    "studied": re.compile(r"\b(?:studied|graduate|studiert)"),
    "married": re.compile(r"\b(?:married|husband|wife|spouse|verheiratet)"),
}


class NameContext(msgspec.Struct, frozen=True):
    """What a name is linked with in one source. ``kinds``: it was taken for, one of each mention; ``neighbours``: keys
    of names it is linked with; ``claims``: of what one usually has one of, see :func:`claim_of`, with such a key.
    """

    source: str
    kinds: tuple[str, ...] = ()
    neighbours: frozenset[str] = frozenset()
    claims: frozenset[tuple[str, str]] = frozenset()


def claim_of(verb: str) -> str:
    """What somebody has one of, told from the words of a relation; "" if it says nothing of the kind."""
    said = verb.casefold()
    return next((name for name, words in _OF_ONE.items() if words.search(said)), "")


def parted(contexts: Iterable[NameContext]) -> list[frozenset[str]]:
    """The sources of one name in groups, each of one entity, in a fixed order.

    Sources that link the name with the same other one are about the same. What is left is so, too, unless two of them
    contradict each other (a person of two employers, a person and a place): then only what belongs together does, and
    sources that say nothing go with the largest group.
    """
    ordered = sorted(contexts, key=lambda one: one.source)
    groups = _linked(ordered)
    telling = [group for group in groups if any(one.neighbours for one in group)]
    if not telling or not any(_contradict(one, other) for one, other in combinations(groups, 2)):
        return [frozenset(one.source for one in ordered)] if ordered else []
    silent = [one for group in groups for one in group if not any(member.neighbours for member in group)]
    largest = min(telling, key=lambda group: (-len(group), group[0].source))
    largest.extend(silent)
    return [frozenset(one.source for one in group) for group in telling]


def _linked(contexts: Sequence[NameContext]) -> list[list[NameContext]]:
    """Groups of contexts that share a neighbour, with one that shares one, and so on."""
    group_of: dict[str, list[NameContext]] = {}
    groups: list[list[NameContext]] = []
    for context in contexts:
        joined = [context]
        for key in context.neighbours:
            other = group_of.get(key)
            if other is not None and other is not joined:
                if len(other) > len(joined):
                    joined, other = other, joined
                joined.extend(other)
                for member in other:
                    group_of.update(dict.fromkeys(member.neighbours, joined))
                groups = [group for group in groups if group is not other]
        group_of.update(dict.fromkeys(context.neighbours, joined))
        if not any(group is joined for group in groups):
            groups.append(joined)
    for group in groups:
        group.sort(key=lambda one: one.source)
    return sorted(groups, key=lambda group: group[0].source)


def _contradict(one: Sequence[NameContext], other: Sequence[NameContext]) -> bool:
    mine, theirs = _kind(one), _kind(other)
    if "person" in (mine, theirs):
        if mine != theirs:
            return {mine, theirs} & {"place", "organization"} != set()
        here, there = _claims(one), _claims(other)
        return any(not here[name] & there[name] for name in here.keys() & there.keys())
    return False


def _kind(group: Sequence[NameContext]) -> str:
    return main_kind(kind for one in group for kind in one.kinds)


def _claims(group: Sequence[NameContext]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for one in group:
        for name, key in one.claims:
            found[name].add(key)
    return found
