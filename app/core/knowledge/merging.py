"""Which mentions of a name are of the same entity: told from what the name is linked with in each source.

All is worked out from the set of sources, so that their order never matters, nor that some came later.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

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
    if not telling or not _contradict(groups):
        return [frozenset(one.source for one in ordered)] if ordered else []
    silent = [one for group in groups for one in group if not any(member.neighbours for member in group)]
    largest = min(telling, key=lambda group: (-len(group), group[0].source))
    largest.extend(silent)
    return [frozenset(one.source for one in group) for group in telling]


def of_whole(contexts: Iterable[NameContext], whole: Iterable[NameContext]) -> frozenset[str]:
    """The sources in which a short form of a person's name is of the one of the whole name: they, or sources that are
    about the same as they, link it with something that the whole name is linked with, and nothing contradicts that.
    """
    full = list(whole)
    near = frozenset[str]().union(*(one.neighbours for one in full))
    found: set[str] = set()
    for group in _linked(sorted(contexts, key=lambda one: one.source)):
        shared = any(one.neighbours & near for one in group)
        if shared and _kind(group) == _kind(full) == "person" and not _contradict([full, group]):
            found |= {one.source for one in group}
    return frozenset(found)


def _linked(contexts: Sequence[NameContext]) -> list[list[NameContext]]:
    """Groups of contexts that share a neighbour, with one that shares one, and so on."""
    above = list(range(len(contexts)))  # each one's way to the first of its group

    def first_of(at: int) -> int:
        while above[at] != at:
            above[at] = above[above[at]]
            at = above[at]
        return at

    seen: dict[str, int] = {}
    for at, context in enumerate(contexts):
        for key in context.neighbours:
            one, other = sorted((first_of(at), first_of(seen.setdefault(key, at))))
            above[other] = one
    groups: dict[int, list[NameContext]] = defaultdict(list)
    for at, context in enumerate(contexts):
        groups[first_of(at)].append(context)
    for group in groups.values():
        group.sort(key=lambda one: one.source)
    return sorted(groups.values(), key=lambda group: group[0].source)


def _contradict(groups: Sequence[Sequence[NameContext]]) -> bool:
    """Whether two groups cannot be about the same: looked at once each, for a name may be in thousands of sources."""
    kinds = [_kind(group) for group in groups]
    if "person" not in kinds:
        return False
    if "place" in kinds or "organization" in kinds:
        return True
    said: dict[str, list[set[str]]] = defaultdict(list)
    for group, kind in zip(groups, kinds, strict=True):
        for name, keys in _claims(group).items() if kind == "person" else ():
            if any(not keys & other for other in said[name]):
                return True
            said[name].append(keys)
    return False


def _kind(group: Sequence[NameContext]) -> str:
    return main_kind(kind for one in group for kind in one.kinds)


def _claims(group: Sequence[NameContext]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for one in group:
        for name, key in one.claims:
            found[name].add(key)
    return found
