"""The rules of a GBNF grammar, and whether the engine library can follow them.

It looks for left recursion along every path, and its state while a reply is written is a set of stacks that an
ambiguous grammar can double with every character.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.errors import BadForm

MAX_DEPTH = 500  # rules that begin with one another
MAX_PATHS = 2_000_000  # ways from rule to rule that the library walks in search of left recursion
MAX_STACKS = 400  # places in the grammar that a text may have reached at once
LOOK_AHEAD = 20  # characters for which that is tried
MAX_WORK = 150_000  # places looked at while it is tried
# Parts in a row that may be empty: the library is at all of them at once, and looks from each at each. Those of a
# repetition, and all together
MAX_EMPTY, MAX_EMPTY_PLAIN = 60, 100
RANGES_PER_PLACE = 256  # ranges of characters that take as long to be looked at as a place


class Chars(NamedTuple):
    """One character: any in the ranges, or (``negated``) any other."""

    ranges: tuple[tuple[int, int], ...]
    negated: bool = False

    def has(self, code: int) -> bool:
        return any(low <= code <= high for low, high in self.ranges) != self.negated


class Ref(NamedTuple):
    """What another rule says. ``rounds``: how often in a row, where a repetition is shortened; the others that are left
    have 0.
    """

    rule: int
    rounds: int = 1


Item = Chars | Ref
Alternatives = list[list[Item]]


@dataclass
class Grammar:
    """The rules, with groups and repetitions as rules of their own; ``names`` holds those the text names.

    Repetitions are shortened to two rounds, which is enough to see how they begin, end and follow one another;
    ``elements`` and ``rules_written_out`` count them as the library will make them.
    """

    rules: list[Alternatives] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    elements: int = 0
    rules_written_out: int = 0


def _nullable(grammar: Grammar) -> list[bool]:
    """Which rules may say nothing; each use of a rule is looked at once."""
    empty = [False] * len(grammar.rules)
    uses: list[list[int]] = [[] for _ in grammar.rules]  # rule -> the sequences that it stands in
    open_sequences: list[
        list[int]
    ] = []  # those made of rules alone: whose it is, and rules in it not known to be empty
    todo: list[int] = []
    for rule, alternatives in enumerate(grammar.rules):
        for sequence in alternatives:
            refs = [item.rule for item in sequence if isinstance(item, Ref)]
            if not sequence:
                todo.append(rule)
            elif len(refs) == len(sequence):
                for other in refs:
                    uses[other].append(len(open_sequences))
                open_sequences.append([rule, len(refs)])
    while todo:
        rule = todo.pop()
        if not empty[rule]:
            empty[rule] = True
            for number in uses[rule]:
                open_sequences[number][1] -= 1
                if not open_sequences[number][1]:
                    todo.append(open_sequences[number][0])
    return empty


def check_recursion(grammar: Grammar) -> None:
    """Refuse left recursion, also through rules that may say nothing, and rules that begin with too many others."""
    empty = _nullable(grammar)
    names = {rule: name for name, rule in grammar.names.items()}
    paths: dict[int, int] = {}
    depth: dict[int, int] = {}
    for start in range(len(grammar.rules)):
        way: list[tuple[int, Iterator[int]]] = [] if start in paths else [(start, iter(_begins(grammar, start, empty)))]
        open_rules = {start} if way else set()
        while way:
            rule, rest = way[-1]
            following = next(rest, None)
            if following is None:
                begins = _begins(grammar, rule, empty)
                paths[rule] = 1 + sum(paths[other] for other in begins)
                depth[rule] = 1 + max((depth[other] for other in begins), default=0)
                if paths[rule] > MAX_PATHS or depth[rule] > MAX_DEPTH:
                    raise BadForm("grammar.tangled")
                open_rules.discard(rule)
                way.pop()
            elif following in open_rules:
                known = [names[one] for one, _ in way if one in names]
                if known:
                    raise BadForm("grammar.left_recursion_in", name=known[-1])
                raise BadForm("grammar.left_recursion")
            elif following not in paths:
                way.append((following, iter(_begins(grammar, following, empty))))
                open_rules.add(following)
    if sum(paths.values()) > MAX_PATHS:
        raise BadForm("grammar.tangled")


def check_empty_runs(grammar: Grammar) -> None:
    """Refuse too many parts in a row that may say nothing: a text that has come to one of them has come to all.

    Those of a repetition count with each of its rounds, and weigh more: what one of them reads, all of them read, while
    parts that are written out differ.

    Raises:
        BadForm: there are too many.
    """
    empty = _nullable(grammar)
    known: dict[int, _Edges] = {}
    for start in range(len(grammar.rules)):
        way = [start]
        while way:
            rule = way[-1]
            refs = [item.rule for sequence in grammar.rules[rule] for item in sequence if isinstance(item, Ref)]
            if rule not in known:
                known[rule] = _Edges()  # a rule that comes back to itself has come on by a character at least
                way += [other for other in refs if other not in known]
                continue
            way.pop()
            edges = [_edges_of(sequence, known, empty) for sequence in grammar.rules[rule]]
            first = functools.reduce(_Run.plus, (edge.first for edge in edges), _Run())
            known[rule] = _Edges(first.checked(), max((edge.last for edge in edges), default=_Run()))


class _Run(NamedTuple):
    """Parts in a row that may be empty: those of repetitions, and those that are written out."""

    repeated: int = 0
    plain: int = 0

    def plus(self, other: _Run) -> _Run:
        return _Run(self.repeated + other.repeated, self.plain + other.plain)

    def checked(self) -> _Run:
        if self.repeated > MAX_EMPTY or self.repeated + self.plain > MAX_EMPTY_PLAIN:
            raise BadForm("grammar.empty_repeats", most=MAX_EMPTY if self.repeated > MAX_EMPTY else MAX_EMPTY_PLAIN)
        return self


class _Edges(NamedTuple):
    """The runs that a rule begins with, in all of its alternatives together, and that one of them ends with."""

    first: _Run = _Run()
    last: _Run = _Run()


def _edges_of(sequence: Sequence[Item], known: Mapping[int, _Edges], empty: Sequence[bool]) -> _Edges:
    """Those of one alternative, whose runs are checked."""
    first: _Run | None = None
    now = _Run()
    for item in sequence:
        own = known[item.rule] if isinstance(item, Ref) else _Edges()
        if isinstance(item, Ref) and empty[item.rule]:
            within = own.first if sum(own.first) else _Run(plain=1)
            now = now.plus(within if item.rounds == 1 else _Run(repeated=item.rounds * sum(within))).checked()
            continue
        now = now.plus(own.first).checked()
        first, now = now if first is None else first, own.last
    return _Edges(now if first is None else first, now)


def _begins(grammar: Grammar, rule: int, empty: list[bool]) -> list[int]:
    """Rules that ``rule`` may begin with, once for each way."""
    found: list[int] = []
    for sequence in grammar.rules[rule]:
        for item in sequence:
            if isinstance(item, Chars):
                break
            found.append(item.rule)
            if not empty[item.rule]:
                break
    return found


Place = tuple[int, int, int]  # rule, alternative, item
Stack = tuple[Place, ...]


class _Places:
    """The places that a text may have reached, found as the library finds them: stacks of what is to come."""

    def __init__(self, grammar: Grammar) -> None:
        self._rules = grammar.rules
        self._work = 0

    def begin(self, rule: int) -> set[Stack]:
        return self._reach([((rule, number, 0),) for number in range(len(self._rules[rule]))])

    def after(self, stacks: set[Stack], code: int) -> set[Stack]:
        going_on = []
        for stack in stacks:
            if stack:
                rule, alternative, at = stack[-1]
                item = self._rules[rule][alternative][at]
                if isinstance(item, Chars) and item.has(code):
                    going_on.append((*stack[:-1], (rule, alternative, at + 1)))
        return self._reach(going_on)

    def codes(self, stacks: set[Stack]) -> list[int]:
        """Characters that tell the places apart, those that most of them take first."""
        expected = [
            item for stack in stacks if stack
            for item in (self._rules[stack[-1][0]][stack[-1][1]][stack[-1][2]],) if isinstance(item, Chars)
        ]  # fmt: skip
        bounds = {low for item in expected for low, _ in item.ranges[:2]} | {ord(" "), ord("a"), ord("0")}
        self._worked(sum(len(item.ranges) for item in expected[:64]) * min(64, len(bounds)) // RANGES_PER_PLACE)
        taken = {code: sum(item.has(code) for item in expected[:64]) for code in list(bounds)[:64]}
        return sorted(taken, key=lambda code: (-taken[code], code))[:3]

    def _worked(self, places: int) -> None:
        self._work += places
        if self._work > MAX_WORK:
            raise BadForm("grammar.too_large")

    def _reach(self, todo: list[Stack]) -> set[Stack]:
        found: set[Stack] = set()
        seen: set[Stack] = set()
        while todo:
            stack = todo.pop()
            while stack and stack[-1][2] >= len(self._rules[stack[-1][0]][stack[-1][1]]):
                stack = stack[:-1]
            if stack in seen:
                continue
            seen.add(stack)
            self._worked(1)
            if len(found) > MAX_STACKS:
                raise BadForm("grammar.ambiguous")
            if not stack:
                found.add(stack)
                continue
            rule, alternative, at = stack[-1]
            item = self._rules[rule][alternative][at]
            if isinstance(item, Chars):
                found.add(stack)
                continue
            below = stack[:-1]
            if at + 1 < len(self._rules[rule][alternative]):
                below = (*below, (rule, alternative, at + 1))
            todo += [(*below, (item.rule, number, 0)) for number in range(len(self._rules[item.rule]))]
        return found


def check_ambiguity(grammar: Grammar) -> None:
    """Follow the texts that keep the most places open, from each rule that has a name.

    Raises:
        BadForm: there are too many.
    """
    places = _Places(grammar)
    for rule in grammar.names.values():
        stacks = places.begin(rule)
        for _ in range(LOOK_AHEAD):
            stacks = max((places.after(stacks, code) for code in places.codes(stacks)), key=len, default=set())
            if len(stacks) < 2:
                break
