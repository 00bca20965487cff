"""Names as they are compared: without case, accents, articles, titles and legal forms; short forms of a name are of the
one long form in the same text that they fit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from app.core.documents.terms import fold
from app.core.knowledge.values import KINDS, EntityKind


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_TOKEN = re.compile(r"[^\W_]+[+#]*")
_POSSESSIVE = re.compile(r"['’]s\b|(?<=s)['’](?=\s|$)")
_ARTICLES = _set("the an der die das dem den des ein eine einem einen einer eines")
_TITLES = _set(
    "dr prof professor professorin doktor doctor mr mrs ms miss sir dame lord lady herr frau hr fr dipl ing mag"
)
_FORMS = _set("inc incorporated ltd limited llc llp plc gmbh mbh ag kg kgaa ug se ev corp corporation co company")
_AFTER_NAMES = _set("jr sr phd md")
_ACRONYM = re.compile(r"[A-ZÄÖÜ][A-ZÄÖÜ0-9]{1,6}")
_SMALL = _set("of for and the de von und für der des")

MOST_FIRST = 4  # names before the last one that short forms may have initials of

Named = tuple[str, EntityKind]


def tokens_of(name: str) -> list[str]:
    """The words of a name as they are compared."""
    return _TOKEN.findall(fold(_POSSESSIVE.sub("", name)).replace("’", "'"))


@lru_cache(maxsize=1 << 16)
def key_of(name: str) -> str:
    """A name as it is compared, "" if nothing of it can be; of what is a key already, the same.

    >>> key_of("the Dr. Ana Ruiz's"), key_of("Norda Werke GmbH")
    ('ana ruiz', 'norda werke')
    """
    tokens = tokens_of(name)
    while len(tokens) > 1 and (tokens[0] in _ARTICLES or tokens[0] in _TITLES):
        del tokens[0]
    while len(tokens) > 1 and (tokens[-1] in _FORMS or tokens[-1] in _AFTER_NAMES):
        del tokens[-1]
    return " ".join(tokens)


def singular(key: str) -> str:
    """A key whose last word is in the singular, as far as English endings tell."""
    head, gap, last = key.rpartition(" ")
    if len(last) > 4 and last.endswith("ies"):
        last = last[:-3] + "y"
    elif len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us", "is", "as", "os")):
        last = last[:-1]
    return f"{head}{gap}{last}"


def may_be_short_for(short: str, full: str) -> bool:
    """Whether a person's key may be a short form of another one.

    >>> may_be_short_for("ruiz", "ana ruiz"), may_be_short_for("a ruiz", "ana ruiz"), may_be_short_for("bo", "ana ruiz")
    (True, True, False)
    """
    return short != full and " " in full and _short_for(short.split(), full.split())


def short_forms(key: str) -> set[str]:
    """The keys that a person's key may have as a short form: those of which :func:`may_be_short_for` holds."""
    tokens = key.split()
    if len(tokens) < 2:
        return set()
    found = {token for token in (tokens[0], tokens[-1]) if len(token) > 1}
    starts: list[list[str]] = [[]]
    for token in tokens[: min(len(tokens) - 1, MOST_FIRST)]:
        starts = [[*start, form] for start in starts for form in dict.fromkeys((token, token[0]))]
        found |= {" ".join((*start, tokens[-1])) for start in starts if any(len(one) == 1 for one in start)}
    return found - {key}


def main_kind(kinds: Iterable[str]) -> EntityKind:
    """The kind that most of ``kinds`` are; of equals the first in the order of ``KINDS``."""
    counts = Counter(kinds)
    return max(KINDS, key=lambda kind: (counts[kind], -KINDS.index(kind)))


def keys_in(named: Iterable[Named]) -> dict[str, str]:
    """Name -> key, for all names of one source (with the kinds that they were taken for), in any order.

    "Ruiz", "Dr. Ruiz" and "A. Ruiz" have the key of "Ana Ruiz" if she is the only one they may be in this source; so
    has "Norda" that of "Norda Werke GmbH", and "ESA" that of "European Space Agency".
    """
    kinds: dict[str, list[str]] = {}
    bases: dict[str, str] = {}
    for name, kind in named:
        base = bases[name] = key_of(name)
        kinds.setdefault(base, []).append(kind)
        if _titled(name):
            kinds[base].append("person")
    kind_of = {base: main_kind(found) for base, found in kinds.items()}
    single = {base: singular(base) if kind_of[base] in ("thing", "idea") else base for base in kind_of}
    for base in [one for one in kind_of if single[one] not in kind_of]:
        kind_of.setdefault(single[base], kind_of[base])
    long = _LongNames(kind_of)
    for name, base in bases.items():
        long.take_initials(name, base)
    found: dict[str, str] = {}
    for name, base in bases.items():
        fitting = long.fitting(name, base)
        found[name] = fitting.pop() if len(fitting) == 1 else single[base]
    return found


class _LongNames:
    """The keys of several words among the names of a source, by what a short form of them may be."""

    def __init__(self, kinds: dict[str, EntityKind]) -> None:
        self._kinds = kinds
        self._tokens = {base: base.split() for base in kinds if " " in base}
        self._initials: dict[str, set[str]] = {}
        self._by_end: dict[str, set[str]] = {}  # people, by their first and last word
        self._by_start: dict[str, set[str]] = {}  # organizations, by their first word
        for base, tokens in self._tokens.items():
            if kinds[base] == "person":
                for token in (tokens[0], tokens[-1]):
                    self._by_end.setdefault(token, set()).add(base)
            elif kinds[base] == "organization":
                self._by_start.setdefault(tokens[0], set()).add(base)

    def take_initials(self, name: str, base: str) -> None:
        """A name of several words may be known by its initials."""
        if base in self._tokens:
            self._initials.setdefault(_initials(name), set()).add(base)

    def fitting(self, name: str, base: str) -> set[str]:
        """The keys of longer names that a name may be a short form of."""
        tokens, kind = base.split(), self._kinds[base]
        if kind == "person" and tokens:
            found = {
                other for other in self._by_end.get(tokens[-1], ()) if other != base and self._is_short(base, other)
            }
            return {other for other in found if all(len(token) > 1 for token in self._tokens[other])} or found
        if kind == "organization" and tokens:
            firms = ((other, self._tokens[other]) for other in self._by_start.get(tokens[0], ()))
            whole = {other for other, full in firms if len(full) > len(tokens) and full[: len(tokens)] == tokens}
            if whole:
                return whole
        if _ACRONYM.fullmatch(name.strip()):
            return {other for other in self._initials.get(base, ()) if self._kinds[other] != "person"}
        return set()

    def _is_short(self, base: str, other: str) -> bool:
        return _short_for(base.split(), self._tokens[other])


@lru_cache(maxsize=1 << 16)
def _titled(name: str) -> bool:
    tokens = tokens_of(name)
    return len(tokens) > 1 and tokens[0] in _TITLES


@lru_cache(maxsize=1 << 16)
def _initials(name: str) -> str:
    return "".join(token[0] for token in key_of(name).split() if token not in _SMALL)


def _short_for(short: list[str], full: list[str]) -> bool:
    """Whether a person's name may be a short form of another one: a part of it, or with initials."""
    if len(short) == 1:
        return len(short[0]) > 1 and short[0] in (full[0], full[-1])
    if len(full) < len(short) or short[-1] != full[-1] or not any(len(token) == 1 for token in short):
        return False
    return all(
        token == other or (len(token) == 1 and other.startswith(token))
        for token, other in zip(short[:-1], full[:-1], strict=False)
    )
