"""What a call of a tool that is asked for may look like, in parts that a grammar is made of."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

ANYTHING = "(?s:.*)"
MOST_DEPTH = 16  # of schemas in schemas; deeper ones are any value


@dataclass(frozen=True, eq=False)
class JsonOf:
    """A JSON text of a schema."""

    schema: dict[str, Any]


@dataclass(frozen=True)
class Bounds:
    """What a string's schema says of its text. ``least``, ``most``: characters, None: any; ``searched``: a regular
    expression that the whole text matches if what the schema's pattern looks for is in it, "": none.
    """

    least: int = 0
    most: int | None = None
    searched: str = ""

    @property
    def counted(self) -> str:
        """So often, as regular expressions say it."""
        return f"{{{self.least},{'' if self.most is None else self.most}}}"

    def __bool__(self) -> bool:
        return self != Bounds()


@dataclass(frozen=True, eq=False)
class FreeText:
    """Any text up to the first ``end``, which is part of it; with ``bounds`` without ``barred`` ("": the end) in it."""

    end: str
    bounds: Bounds = Bounds()
    barred: str = ""


@dataclass(frozen=True, eq=False)
class Matching:
    """A text that a regular expression matches, and so does ``also``, if there is one."""

    pattern: str
    also: str = ""


@dataclass(frozen=True, eq=False)
class OneOf:
    """One of several."""

    options: tuple[Shape, ...]


@dataclass(frozen=True, eq=False)
class Perhaps:
    """It, or nothing."""

    inner: Shape


@dataclass(frozen=True, eq=False)
class Repeated:
    """It, as often as one likes, also never; ``between`` two of them."""

    inner: Shape
    between: str = ""


class Later:
    """A shape that may hold itself; ``meant`` is set when it is known."""

    meant: Shape = ""


Shape = str | JsonOf | FreeText | Matching | OneOf | Perhaps | Repeated | Later | tuple["Shape", ...]


def members(shapes: Sequence[tuple[bool, Shape]], between: str = "") -> Shape:
    """Some in their order; those that are not required (first of each pair) may be left out."""
    rest: Shape = ""  # all behind one that is there
    behind: list[Shape] = []
    for required, shape in reversed(shapes):
        behind.append(rest)
        one = (between, shape)
        rest = (one if required else Perhaps(one), rest)
    behind.reverse()
    options: list[Shape] = []
    for (required, shape), after in zip(shapes, behind, strict=True):
        options.append((shape, after))
        if required:
            break
    else:
        options.append("")
    return options[0] if len(options) == 1 else OneOf(tuple(options))


def properties_of(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The properties that an object's schema declares, those it refers to defined in each of them."""
    declared = schema.get("properties")
    if not isinstance(declared, dict):
        return {}
    definitions: dict[str, Any] = {key: schema[key] for key in ("$defs", "definitions") if key in schema}
    return {
        name: ({**found, **definitions} if _refers(found) else found) if isinstance(found, dict) else {}
        for name, found in declared.items()
    }


def _refers(schema: Any) -> bool:
    """Whether a schema has a reference anywhere in it."""
    todo = [schema]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            if "$ref" in node:
                return True
            todo += node.values()
        elif isinstance(node, list):
            todo += node
    return False


def required_of(schema: dict[str, Any]) -> set[str]:
    """The names of the properties that an object must have."""
    found = schema.get("required")
    return {name for name in found if isinstance(name, str)} if isinstance(found, list) else set()


def bounds_of(schema: dict[str, Any]) -> Bounds:
    """What a string's schema says of its text, as far as it can be kept."""
    least, most, pattern = (schema.get(key) for key in ("minLength", "maxLength", "pattern"))
    return Bounds(
        least if _is_count(least) else 0,
        most if _is_count(most) else None,
        searched(pattern) if isinstance(pattern, str) else "",
    )


def _is_count(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def searched(pattern: str) -> str:
    """A regular expression for all of a text in which ``pattern`` is found, as a grammar writes it; "" if there is
    none: ends of a text in the midst of a pattern, or a pattern that is cut off.
    """
    options = [""]
    depth, in_class, at = 0, False, 0
    while at < len(pattern):
        sign = pattern[at]
        if sign == "\\":
            options[-1] += pattern[at : at + 2].replace("\\\n", r"\n").replace("\\\r", r"\r")
            at += 2
            continue
        in_class = sign != "]" if in_class else sign == "["
        depth += 0 if in_class else (sign == "(") - (sign == ")")
        if sign == "|" and not depth and not in_class:
            options.append("")
        elif sign in "^$" and not in_class:
            options[-1] += f"\0{sign}"
        else:
            options[-1] += {"\n": r"\n", "\r": r"\r", "/": r"\/", "\0": r"\x00"}.get(sign, sign)
        at += 1
    found = []
    for option in options:
        first, last = option.startswith("\0^"), option.endswith("\0$")
        inner = option[2 if first else 0 : -2 if last else None]
        if "\0" in inner or depth or in_class or (len(inner) - len(inner.rstrip("\\"))) % 2:
            return ""
        found.append(f"{'' if first else ANYTHING}(?:{inner}){'' if last else ANYTHING}")
    return "|".join(found)


@dataclass(frozen=True)
class Notation:
    """How a family writes values that are not JSON.

    Attributes:
        text: a string; bounded: the same where its schema says more.
        spelled: how one that is known is written; key: the same of an object's key.
        words: for true, false and null.
        colon, comma: between a key and its value, and between two values.
    """

    text: Shape
    bounded: Callable[[Bounds], Shape]
    spelled: Callable[[str], str]
    key: Callable[[str], str]
    words: tuple[str, str, str] = ("true", "false", "null")
    colon: str = ": "
    comma: str = ", "

    def value(self, schema: Any, depth: int = 0) -> Shape:
        """A value as ``schema`` says; what it says beyond types, texts, lists of values and properties isn't kept."""
        if not isinstance(schema, dict) or depth > MOST_DEPTH or "$ref" in schema:
            return self.anything()
        if "const" in schema:
            return self.known(schema["const"])
        if isinstance(schema.get("enum"), list) and schema["enum"]:
            return OneOf(tuple(map(self.known, schema["enum"])))
        for several in ("anyOf", "oneOf"):
            if isinstance(schema.get(several), list) and schema[several]:
                return OneOf(tuple(self.value(one, depth + 1) for one in schema[several]))
        kind = schema.get("type")
        if isinstance(kind, list):  # each type once: the values in it are written for each
            kinds = dict.fromkeys(one for one in kind if isinstance(one, str))
            return (
                OneOf(tuple(self.value({**schema, "type": one}, depth + 1) for one in kinds))
                if kinds
                else self.anything()
            )
        match kind:
            case "string":
                bounds = bounds_of(schema)
                return self.bounded(bounds) if bounds else self.text
            case "integer":
                return INTEGER
            case "number":
                return NUMBER
            case "boolean":
                return OneOf(self.words[:2])
            case "null":
                return self.words[2]
            case "array":
                return ("[", Repeated(self.value(schema.get("items"), depth + 1), self.comma), "]")
            case "object" if isinstance(schema.get("properties"), dict):
                needed = required_of(schema)
                inner = [
                    (name in needed, (self.key(name), self.colon, self.value(one, depth + 1)))
                    for name, one in schema["properties"].items()
                ]
                return ("{", members(inner, self.comma), "}")
        return self.anything()

    def known(self, value: Any) -> str:
        """A value that is known."""
        if value is None or isinstance(value, bool):
            return self.words[2] if value is None else self.words[not value]
        if isinstance(value, str):
            return self.spelled(value)
        if isinstance(value, list):
            return f"[{self.comma.join(map(self.known, value))}]"
        if isinstance(value, dict):
            inner = (f"{self.key(str(key))}{self.colon}{self.known(one)}" for key, one in value.items())
            return f"{{{self.comma.join(inner)}}}"
        return json.dumps(value)

    def anything(self) -> Shape:
        """Any value that needs no keys: texts, numbers, words, and lists of them."""
        found = Later()
        found.meant = OneOf((self.text, NUMBER, *self.words, ("[", Repeated(found, self.comma), "]")))
        return found


INTEGER = Matching("-?(0|[1-9][0-9]{0,17})")
NUMBER = Matching(r"-?(0|[1-9][0-9]{0,15})(\.[0-9]{1,15})?([eE][-+]?[0-9]{1,2})?")
