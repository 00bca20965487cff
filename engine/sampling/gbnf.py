"""Reads GBNF grammars before the native library does, which takes what it is given on trust.

The library's reader recurses without bound, repeats without bound and looks for left recursion along every path; its
state while a reply is written is a set of stacks that an ambiguous grammar can double with every character. A grammar
that passes :func:`check` is small in all these respects, and whatever is wrong with one is told by line and column.

Grammar of GBNF: llama.cpp, ``grammars/README.md``; references to tokens (``<...>``) are left out.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from engine.errors import BadForm
from engine.sampling.gbnf_rules import (
    Alternatives,
    Chars,
    Grammar,
    Item,
    Ref,
    check_ambiguity,
    check_empty_runs,
    check_recursion,
)
from engine.texts import Arg, say

MAX_SOURCE = 1 << 18  # characters
MAX_NESTING = 64
MAX_REPEAT = 1000
MAX_ELEMENTS = 200_000  # of all rules, repetitions written out
MAX_RULES = 20_000  # the same

_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
_ESCAPES = {"t": 9, "r": 13, "n": 10, "\\": 92, '"': 34, "[": 91, "]": 93, "-": 45}
_CODES = {"x": 2, "u": 4, "U": 8}


@functools.lru_cache(maxsize=16)
def check(source: str) -> None:
    """Do nothing if ``source`` can be given to the library.

    Raises:
        BadForm: it is no grammar, has no rule ``root``, or would take too much.
    """
    grammar = _Reader(source).read()
    check_recursion(grammar)
    check_empty_runs(grammar)
    check_ambiguity(grammar)


class _Reader:
    def __init__(self, source: str) -> None:
        if len(source) > MAX_SOURCE:
            raise BadForm("grammar.too_long", length=len(source), most=MAX_SOURCE)
        self._text = source
        self._at = 0
        self._grammar = Grammar()
        self._defined: set[int] = set()
        self._used: dict[int, int] = {}  # rule -> where it is used first
        self._count: dict[int, int] = {}  # elements of a rule that was made for a group

    def read(self) -> Grammar:
        self._space(lines=True)
        while self._at < len(self._text):
            self._rule()
        names = {rule: name for name, rule in self._grammar.names.items()}
        for rule, at in self._used.items():
            if rule not in self._defined:
                self._at = at
                raise self._wrong("grammar.unknown_rule", name=names[rule])
        if self._grammar.names.get("root") not in self._defined:
            raise BadForm("grammar.no_root")
        return self._grammar

    def _rule(self) -> None:
        start = self._at
        name = self._name()
        if not name:
            raise self._wrong("grammar.rule_name")
        self._space()
        if not self._text.startswith("::=", self._at):
            raise self._wrong("grammar.rule_sign", name=name)
        self._at += 3
        rule = self._named(name)
        if rule in self._defined:
            self._at = start
            raise self._wrong("grammar.rule_twice", name=name)
        self._defined.add(rule)
        self._space(lines=True)
        self._grammar.rules[rule], _ = self._alternatives(0)
        if self._at < len(self._text):
            if self._text[self._at] not in "\r\n":
                raise self._wrong("grammar.unexpected", text=self._text[self._at])
            self._space(lines=True)

    def _alternatives(self, depth: int) -> tuple[Alternatives, int]:
        """What is between ``|``, and how many elements the library makes of it."""
        if depth > MAX_NESTING:
            raise self._wrong("grammar.too_nested", most=MAX_NESTING)
        found: Alternatives = []
        count = 0
        while True:
            sequence, size = self._sequence(depth)
            found.append(sequence)
            count += size + 1
            if not self._next_is("|"):
                return found, count
            self._at += 1
            self._space(lines=True)

    def _sequence(self, depth: int) -> tuple[list[Item], int]:
        nested = depth > 0
        items: list[Item] = []
        total = 0
        last: list[Item] = []
        size = 0  # elements of ``last``
        while self._at < len(self._text):
            char = self._text[self._at]
            if char in "*+?{":
                at = self._at
                least, most = self._bounds(nested)
                if not last:
                    self._at = at
                    raise self._wrong("grammar.nothing_to_repeat", char=char)
                total += self._repeat(items, last, size, least, most)
                last = []  # a repetition of a repetition needs brackets
                continue
            if char == '"':
                last = list(self._literal())
                size = len(last)
            elif char == "[":
                chars = self._class()
                last, size = [chars], 2 * len(chars.ranges)
            elif char == ".":
                self._at += 1
                last, size = [Chars((), negated=True)], 1
            elif char in _NAME:
                at = self._at
                rule = self._named(self._name())
                self._used.setdefault(rule, at)
                last, size = [Ref(rule)], 1
            elif char == "(":
                at = self._at
                self._at += 1
                self._space(lines=True)
                inside, count = self._alternatives(depth + 1)
                if not self._next_is(")"):
                    self._at = at
                    raise self._wrong("grammar.open_bracket")
                self._at += 1
                last, size = [Ref(self._made(inside, count))], 1
            elif char in "<!":
                raise self._wrong("grammar.tokens")
            else:
                break
            items += last
            total += size
            self._bound_elements(size)
            self._space(lines=nested)
        return items, total

    def _repeat(self, items: list[Item], last: list[Item], size: int, least: int, most: int | None) -> int:
        """Put the repetition of the last item in its place; how many elements that adds for the library."""
        rounds = 1 if most is None else most - least
        added = max(0, least - 1) * size + rounds * (size + 3)
        self._bound_elements(added)
        self._bound_rules(rounds)
        del items[len(items) - len(last) :]
        first, others = _shortened(last, least), _shortened(last, 0)
        items += [*first, *others][: len(last) * least]
        if most is None:
            rule = self._made([], 0)
            self._grammar.rules[rule] = [[*last, Ref(rule)], []]
            items.append(Ref(rule))
        elif most > least:
            inner: list[Item] = []
            if most - least > 1:
                inner = [Ref(self._made([others, []], 0))]
            items.append(Ref(self._made([[*_shortened(last, most - least), *inner], []], 0)))
        return added

    def _bounds(self, nested: bool) -> tuple[int, int | None]:
        char = self._text[self._at]
        self._at += 1
        if char != "{":
            self._space(lines=nested)
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[char]
        self._space(lines=nested)
        least = self._number()
        self._space(lines=nested)
        most: int | None = least
        if self._next_is(","):
            self._at += 1
            self._space(lines=nested)
            most = None if self._next_is("}") else self._number()
            self._space(lines=nested)
        if not self._next_is("}"):
            raise self._wrong("grammar.repetition_end")
        if most is not None and most < least:
            raise self._wrong("grammar.repetition_order", most=most, least=least)
        self._at += 1
        self._space(lines=nested)
        return least, most

    def _number(self) -> int:
        start = self._at
        while self._at < len(self._text) and self._text[self._at] in "0123456789":
            self._at += 1
        digits = self._text[start : self._at]
        if not digits:
            raise self._wrong("grammar.number")
        if len(digits) > 6 or int(digits) > MAX_REPEAT:
            self._at = start
            raise self._wrong("grammar.repetition_count", most=MAX_REPEAT)
        return int(digits)

    def _literal(self) -> Iterator[Chars]:
        start = self._at
        self._at += 1
        while not self._next_is('"'):
            if self._at >= len(self._text) or self._text[self._at] in "\r\n":
                self._at = start
                raise self._wrong("grammar.open_quote")
            code = self._char()
            yield Chars(((code, code),))
        self._at += 1

    def _class(self) -> Chars:
        start = self._at
        self._at += 1
        negated = self._next_is("^")
        self._at += negated
        ranges: list[tuple[int, int]] = []
        while not self._next_is("]"):
            if self._at >= len(self._text) or self._text[self._at] in "\r\n":
                self._at = start
                raise self._wrong("grammar.open_class")
            low = high = self._char()
            if self._next_is("-") and not self._text.startswith("-]", self._at):
                self._at += 1
                if self._at >= len(self._text):
                    raise self._wrong("grammar.open_range")
                high = self._char()
            ranges.append((low, high))
        self._at += 1
        if not ranges:
            self._at = start
            raise self._wrong("grammar.empty_class")
        return Chars(tuple(ranges), negated)

    def _char(self) -> int:
        char = self._text[self._at]
        self._at += 1
        if char != "\\":
            if char == "\0" or "\ud800" <= char <= "\udfff":
                self._at -= 1
                raise self._wrong("grammar.unwritable")
            return ord(char)
        kind = self._text[self._at : self._at + 1]
        self._at += 1
        if kind in _ESCAPES and kind:
            return _ESCAPES[kind]
        if kind in _CODES and kind:
            digits = self._text[self._at : self._at + _CODES[kind]]
            if len(digits) == _CODES[kind] and all(digit in "0123456789abcdefABCDEF" for digit in digits):
                self._at += len(digits)
                return min(int(digits, 16), 0x7FFFFFFF)
            raise self._wrong("grammar.hex_digits", digits=_CODES[kind], kind=kind)
        self._at -= 2
        raise self._wrong("grammar.unknown_escape", kind=kind)

    def _name(self) -> str:
        start = self._at
        while self._at < len(self._text) and self._text[self._at] in _NAME:
            self._at += 1
        return self._text[start : self._at]

    def _named(self, name: str) -> int:
        if name not in self._grammar.names:
            self._grammar.names[name] = self._made([], 0)
        return self._grammar.names[name]

    def _made(self, alternatives: Alternatives, count: int) -> int:
        self._bound_rules(1)
        self._grammar.rules.append(alternatives)
        return len(self._grammar.rules) - 1

    def _bound_rules(self, more: int) -> None:
        self._grammar.rules_written_out += more
        if self._grammar.rules_written_out > MAX_RULES:
            raise self._wrong("grammar.repeated_rules")

    def _bound_elements(self, more: int) -> None:
        self._grammar.elements += more
        if self._grammar.elements > MAX_ELEMENTS:
            raise self._wrong("grammar.repeated_length")

    def _space(self, *, lines: bool = False) -> None:
        text = self._text
        while self._at < len(text):
            char = text[self._at]
            if char == "#":
                while self._at < len(text) and text[self._at] not in "\r\n":
                    self._at += 1
            elif char in " \t" or (lines and char in "\r\n"):
                self._at += 1
            else:
                return

    def _next_is(self, char: str) -> bool:
        return self._text.startswith(char, self._at)

    def _wrong(self, code: str, /, **args: Arg) -> BadForm:
        before = self._text[: self._at]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        return BadForm("grammar.at", line=line, column=column, what=say(code, **args))


def _shortened(items: list[Item], rounds: int) -> list[Item]:
    """Items as what is left of a repetition of that many rounds."""
    return [Ref(item.rule, rounds) if isinstance(item, Ref) else item for item in items]
