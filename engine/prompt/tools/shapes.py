"""What a call of a tool that is asked for may look like, in parts that a grammar is made of."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

MOST_DEPTH = 16  # of schemas in schemas; deeper ones are any value


@dataclass(frozen=True, eq=False)
class JsonOf:
    """A JSON text of a schema."""

    schema: dict[str, Any]


@dataclass(frozen=True, eq=False)
class FreeText:
    """Any text up to the first ``end``, which is part of it."""

    end: str


@dataclass(frozen=True, eq=False)
class Matching:
    """A text that a regular expression matches."""

    pattern: str


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


@dataclass(frozen=True)
class Notation:
    """How a family writes values that are not JSON.

    Attributes:
        text: a string; spelled: how one that is known is written; key: the same of an object's key.
        words: for true, false and null.
        colon, comma: between a key and its value, and between two values.
    """

    text: Shape
    spelled: Callable[[str], str]
    key: Callable[[str], str]
    words: tuple[str, str, str] = ("true", "false", "null")
    colon: str = ": "
    comma: str = ", "

    def value(self, schema: Any, depth: int = 0) -> Shape:
        """A value as ``schema`` says; what it says beyond types, lists of values and properties is not kept."""
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
                return self.text
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
