"""What a model is asked for the facts of a text, and what is taken of its reply: only names that stand in that text."""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from app.core.documents.sentences import sentences
from app.core.documents.terms import LETTERS, UNSPACED, content_words, is_stop, words
from app.core.knowledge.names import key_of
from app.core.knowledge.values import KINDS, EntityKind, Statement

MOST_FACTS = 12  # that a reply may have
LONGEST_NAME, LONGEST_VERB = 80, 60  # characters
MOST_WORDS = 10  # of a name: more are a sentence
REACH = 400  # characters between two names of a fact, at most
MAX_TOKENS = 640  # of a reply
LONGEST_REPLY = 40_000  # characters of one that are looked at

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "facts": {
                "type": "array",
                "maxItems": MOST_FACTS,
                "items": {
                    "type": "object",
                    "properties": {
                        "subject": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
                        "subject_kind": {"enum": list(KINDS)},
                        "relation": {"type": "string", "minLength": 1, "maxLength": LONGEST_VERB},
                        "object": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
                        "object_kind": {"enum": list(KINDS)},
                    },
                    "required": ["subject", "subject_kind", "relation", "object", "object_kind"],
                    "additionalProperties": False,
                },
            }
        },
        "required": ["facts"],
        "additionalProperties": False,
    }
)

INSTRUCTIONS = (
    "You list facts that a text states. A fact links two names that both stand in the text: people, organizations,"
    " places, things or ideas. Copy names exactly as the text writes them. Never use a pronoun as a name, and never"
    " add what the text does not state."
)
_EXAMPLE_TEXT = "Mira Toll repairs clocks. She works for Brandt & Sons, a workshop in Lund."
_EXAMPLE = json.dumps(
    {
        "facts": [
            {
                "subject": "Mira Toll", "subject_kind": "person", "relation": "works for", "object": "Brandt & Sons",
                "object_kind": "organization",
            },
            {
                "subject": "Brandt & Sons", "subject_kind": "organization", "relation": "is in", "object": "Lund",
                "object_kind": "place",
            },
        ]
    }
)  # fmt: skip
_ARTICLE = re.compile(r"^an?\s+(?=[^\W\d_A-ZÄÖÜ])")  # "A. Ruiz" has none
_SPACE = re.compile(r"\s+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def question(text: str) -> str:
    """What the model is asked for the facts of ``text``."""
    return f"Text: {_EXAMPLE_TEXT}\nFacts: {_EXAMPLE}\n\nText: {text.strip()}\nFacts:"


def statements_in(reply: str, text: str, offset: int = 0) -> list[Statement]:
    """The facts of a model's reply that ``text`` has the names of, near each other; each once, at most ``MOST_FACTS``.

    ``offset``: where ``text`` begins in the whole text. A reply may be cut off, or be anything.
    """
    found: dict[tuple[str, str, str], Statement] = {}
    places = sentences(text)
    for fact in _facts(reply[:LONGEST_REPLY]):
        one = _statement(fact, text, places, offset)
        if one is not None:
            found.setdefault((key_of(one.subject), one.verb.casefold(), key_of(one.object)), one)
        if len(found) == MOST_FACTS:
            break
    return list(found.values())


def _facts(reply: str) -> Iterator[dict[str, Any]]:
    """Every object of strings in a reply, also where it is cut off."""
    decoder = json.JSONDecoder()
    at = reply.find("{")
    while at != -1:
        try:
            value, end = decoder.raw_decode(reply, at)
        except (ValueError, RecursionError):
            at = reply.find("{", at + 1)
            continue
        facts = value.get("facts") if isinstance(value, dict) else None
        yield from (one for one in (facts if isinstance(facts, list) else [value]) if isinstance(one, dict))
        at = reply.find("{", end)


def _statement(fact: dict[str, Any], text: str, places: Sequence[tuple[int, int]], offset: int) -> Statement | None:
    subject, verb, other = (_plain(fact.get(key)) for key in ("subject", "relation", "object"))
    subject, other = _ARTICLE.sub("", subject), _ARTICLE.sub("", other)
    if not (_is_name(subject) and _is_name(other)) or key_of(subject) == key_of(other):
        return None
    if not verb or len(verb) > LONGEST_VERB or not words(verb):
        return None
    near = _nearest(_found(subject, text), _found(other, text))
    if near is None:
        return None
    (s0, s1), (o0, o1) = near
    start, end = min(s0, o0), max(s1, o1)
    start = max((a for a, b in places if a <= start < b), default=start)
    end = min((b for a, b in places if a < end <= b), default=end)
    return Statement(
        subject=_SPACE.sub(" ", text[s0:s1]), verb=verb, object=_SPACE.sub(" ", text[o0:o1]),
        subject_kind=_kind(fact.get("subject_kind")), object_kind=_kind(fact.get("object_kind")),
        start=offset + start, end=offset + end,
    )  # fmt: skip


def _plain(value: object) -> str:
    return _SPACE.sub(" ", _CONTROL.sub(" ", value)).strip(" \"'“”„,;:.") if isinstance(value, str) else ""


def _kind(value: object) -> EntityKind:
    return next((kind for kind in KINDS if kind == value), "thing")


def _is_name(name: str) -> bool:
    """Whether it is something's name: no pronoun, no sentence, no bare number."""
    if not 0 < len(name) <= LONGEST_NAME or not key_of(name):
        return False
    if len(name) == 1 and UNSPACED.match(name):  # a part of any word
        return False
    every = words(name)
    if not every or len(every) > MOST_WORDS or all(is_stop(word) for word in every):
        return False
    return any(letter.isalpha() for letter in name) and bool(content_words(name))


def _found(name: str, text: str) -> list[tuple[int, int]]:
    """Where a name stands in ``text`` as whole words, in any case and with any space between.

    Where words have no spaces between them, it may begin and end anywhere.
    """
    pattern = r"\s+".join(re.escape(part) for part in name.split())
    before = "" if UNSPACED.match(name[0]) else f"(?<![^\\W{LETTERS}])"
    behind = "" if UNSPACED.match(name[-1]) else f"(?![^\\W{LETTERS}])"
    return [match.span() for match in re.finditer(f"{before}{pattern}{behind}", text, re.IGNORECASE)]


def _nearest(
    subjects: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The pair of places that is nearest, if it is near enough; they do not overlap. Both are in order.

    A text may be two words again and again: each place is compared only with those next to it.
    """
    starts, ends = [other[0] for other in others], [other[1] for other in others]
    best = (REACH + 1, (0, 0), (0, 0))
    for one in subjects:
        before, after = bisect_right(ends, one[0]) - 1, bisect_left(starts, one[1])
        if before >= 0:
            best = min(best, (one[0] - ends[before], one, others[before]))
        if after < len(starts):
            best = min(best, (starts[after] - one[1], one, others[after]))
    gap, one, other = best
    return (one, other) if gap <= REACH else None
