"""How often the regular expressions of a schema repeat what is in them."""

from __future__ import annotations

import re

from engine.errors import BadForm

MOST_REPEATED = 70_000  # times, by counts within counts; one count alone may be larger
MOST_TOLD = 10**18
_COUNT = re.compile(r"\{\s*(?:([0-9]+)\s*)?(?:,\s*([0-9]*)\s*)?\}")
_CODE = re.compile(r"\\[pPxuU]\{[^}]*\}")  # whose braces count nothing
_VERBOSE = re.compile(r"\(\?[a-zA-Z]*x")


def check_pattern(pattern: str) -> None:
    """Refuse a pattern whose repetitions within one another come to more than there may be.

    Raises:
        BadForm: it is one.
    """
    if (times := nested_repetitions(pattern)) > MOST_REPEATED:
        raise BadForm("schema.repeats_nested", times=min(times, MOST_TOLD), most=MOST_REPEATED)


def nested_repetitions(pattern: str) -> int:
    """How often a part of a pattern is repeated that stands in two counts or more, at most (0: none does).

    ``(a{20}){30}`` is 600, ``a{600}`` none; ``{n,}`` counts as n, ``*`` and ``+`` as nothing.
    """
    verbose = _VERBOSE.search(pattern) is not None
    around: list[tuple[int, int]] = []  # of the groups that are open
    most = last = (1, 0)  # in this group, and of its last part: by one count, and by counts within counts
    at = 0
    while at < len(pattern):
        sign, end = pattern[at], at + 1
        if sign == "{" and (count := _COUNT.match(pattern, at)):
            end = count.end()
            times = max([1, *(int(number[:9]) for number in count.groups() if number)])
            inner = max(last)
            last = (times, times * inner if inner > 1 else 0)
        elif sign == "(":
            around.append(most)
            most = last = (1, 0)
        elif sign == ")":
            last, most = most, around.pop() if around else (1, 0)
        elif sign == "\\":
            code = _CODE.match(pattern, at)
            last, end = (1, 0), code.end() if code else at + 2
        elif sign == "[":
            last, end = (1, 0), _end_of_class(pattern, at)
        elif verbose and sign == "#":
            end = pattern.find("\n", at) + 1 or len(pattern)
        elif sign not in "*+?" and not (verbose and sign.isspace()):
            last = (1, 0)
        most = (max(most[0], last[0]), max(most[1], last[1]))
        at = end
    return most[1]


def _end_of_class(pattern: str, at: int) -> int:
    """Where the class of characters ends that begins at ``at``; others may stand in it."""
    depth = 0
    while at < len(pattern):
        sign = pattern[at]
        if sign == "[":
            depth += 1
            at += 1 + pattern.startswith("^", at + 1)
            at += pattern.startswith("]", at)  # at first it stands for itself
            continue
        if sign == "]":
            depth -= 1
            if not depth:
                return at + 1
        at += 2 if sign == "\\" else 1
    return at
