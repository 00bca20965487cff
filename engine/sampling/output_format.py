"""The form that a reply is to have: any JSON, JSON as a schema says, or a GBNF grammar; checked before it is used."""

from __future__ import annotations

import functools
import itertools
import json
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from urllib.parse import unquote

from engine.errors import BadForm
from engine.protocol import Sampling
from engine.sampling import gbnf
from engine.sampling.json_matcher import problem
from engine.sampling.patterns import check_pattern
from engine.sampling.schema_refusals import refused

if TYPE_CHECKING:
    from llguidance._lib import JsonCompileOptions

MAX_SCHEMA = 1 << 16  # characters
MAX_NODES = 2000
MAX_NESTING = 100
MAX_MEMBERS = 400  # of one object: where all may be left out, the library looks at each after each
MAX_NAME_PATTERNS = 50
WIDE = 10**18  # of a number's bounds
MAX_COMBINED_PATTERNS = 8  # where several may be of one text: each takes three times as long as the one before
_ASSERTIONS = {
    "pattern", "format", "properties", "patternProperties", "additionalProperties", "items", "prefixItems", "required",
}  # fmt: skip
_NAMED = {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}  # schemas by their names
_VALUES = {"const", "default", "enum", "examples"}  # hold what is no schema, whatever it looks like

# A model that may write any amount of space may never write anything else. Escapes of any character: one that wants to
# write "\u00e9" would be led to a control character otherwise.
JSON_STYLE: JsonCompileOptions = {
    "whitespace_pattern": r" |\n[ \t]{0,20}",
    "json_allow_general_unicode_escapes": True,
    "lenient": True,
}


class OutputGrammar(NamedTuple):
    """A form that can be used. ``grammar``: GBNF, or for JSON what llguidance reads. ``thoughts``: it has room for
    them, else it begins where they end.
    """

    kind: Literal["gbnf", "json"]
    grammar: str
    thoughts: bool = False


def form_of(sampling: Sampling) -> OutputGrammar | None:
    """The form that ``sampling`` asks for, None for free text.

    Raises:
        BadForm: it cannot be used; the message says where it is wrong.
    """
    if sampling.output == "text":
        return None
    if sampling.output == "json":
        return OutputGrammar("json", any_json())
    if sampling.output == "schema":
        return OutputGrammar("json", schema_grammar(sampling.form))
    if not sampling.form.strip():
        raise BadForm("grammar.none")
    gbnf.check(sampling.form)
    return OutputGrammar("gbnf", sampling.form)


@functools.cache
def any_json() -> str:
    """The grammar of all JSON texts that are objects or arrays."""
    return _from_schema({"type": ["object", "array"]})


@functools.lru_cache(maxsize=16)
def schema_grammar(text: str) -> str:
    """The grammar of a JSON schema's texts.

    What the library cannot keep (unique items, conditions and the like) is not kept.

    Raises:
        BadForm: it is no JSON, no schema, too large, or refers to something outside of it.
    """
    if not text.strip():
        raise BadForm("schema.none")
    if len(text) > MAX_SCHEMA:
        raise BadForm("schema.too_long", length=len(text), most=MAX_SCHEMA)
    try:
        schema = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadForm("schema.not_json", line=error.lineno, column=error.colno, reason=error.msg) from None
    except (RecursionError, ValueError):
        raise BadForm("schema.nested") from None
    if not isinstance(schema, dict):
        raise BadForm("schema.not_object")
    _bound(schema)
    _check_references(schema)
    nodes = list(_nodes(schema))
    for part in _parts(schema):
        _leave_out_wide_bounds(part)
    combined = any(_combines(node) for node in nodes)
    _bound_patterns(nodes, combined=combined)
    if not combined:  # what is left out means that others are welcome, which no model should be led to
        for part in _parts(schema):
            if _names_all(part):
                part.setdefault("additionalProperties", False)
    return _from_schema(schema)


def _from_schema(schema: dict[str, Any]) -> str:
    from llguidance import LLMatcher  # late: most replies are text

    try:
        found = LLMatcher.grammar_from_json_schema(schema, overrides=JSON_STYLE)
        why = problem(found)
    except ValueError as error:  # halves of characters, numbers beyond all bounds
        why = str(error)
    if why:
        raise refused(why)
    return found


def _bound(schema: dict[str, Any]) -> None:
    nodes = 0
    todo: list[tuple[Any, int]] = [(schema, 0)]
    while todo:
        node, depth = todo.pop()
        nodes += 1
        if nodes > MAX_NODES or depth > MAX_NESTING:
            raise BadForm("schema.too_large")
        if isinstance(node, dict):
            if len(node) > MAX_MEMBERS:
                raise BadForm("schema.members", most=MAX_MEMBERS)
            todo += [(child, depth + 1) for child in node.values()]
        elif isinstance(node, list):
            todo += [(child, depth + 1) for child in node]


def _check_references(schema: dict[str, Any]) -> None:
    """Refuse references to what is elsewhere, and those that lead back to themselves with nothing said on the way: no
    text would ever fit.

    Raises:
        BadForm: there is one, or they are longer than can be followed.
    """
    referring = [node for node in _schemas(schema) if isinstance(node.get("$ref"), str)]
    for node in referring:
        if not (reference := node["$ref"]).startswith("#"):
            raise BadForm("schema.reference", reference=reference[:80])
    endless: dict[int, bool] = {}  # by the id of a node; one that is followed just now counts as endless

    def follow(node: Any) -> bool:
        if not isinstance(node, dict):
            return False
        if id(node) not in endless:
            endless[id(node)] = True
            reference = node.get("$ref")
            same = [_referred(schema, reference)] if isinstance(reference, str) else []
            for key in ("allOf", "anyOf", "oneOf"):
                options = node.get(key)
                if isinstance(options, list) and (key == "allOf" or len(options) == 1):
                    same += options
            endless[id(node)] = any(map(follow, same))
        return endless[id(node)]

    try:
        found = next((node["$ref"] for node in referring if follow(node)), None)
    except RecursionError:
        raise BadForm("schema.nested") from None
    if found is not None:
        raise BadForm("schema.endless_reference", reference=found[:80])


def _referred(schema: dict[str, Any], reference: str) -> Any:
    """What a reference within a schema leads to; None: nothing that is there by that path."""
    node: Any = schema
    for part in unquote(reference.removeprefix("#")).split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(node, list) and key.isdecimal() and len(key) < 10 and int(key) < len(node):
            node = node[int(key)]
        else:
            node = node.get(key) if isinstance(node, dict) else None
    return node


def _nodes(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All objects in a schema, itself among them."""
    todo: list[Any] = [schema]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            yield node
            todo += node.values()
        elif isinstance(node, list):
            todo += node


def _schemas(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All objects in a schema that may be one, itself among them: not the values in it, but where it refers to one."""
    todo: list[tuple[Any, bool]] = [(schema, False)]  # and whether its keys are names
    seen = set()
    while todo:
        node, named = todo.pop()
        if isinstance(node, list):
            todo += [(child, False) for child in node]
        if not isinstance(node, dict) or (id(node), named) in seen:
            continue
        seen.add((id(node), named))
        if not named:
            yield node
            if isinstance(node.get("$ref"), str):
                todo.append((_referred(schema, node["$ref"]), False))
        todo += [(child, key in _NAMED and not named) for key, child in node.items() if named or key not in _VALUES]


def _parts(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schemas that a schema is made of, itself among them; not what stands for values in it."""
    todo: list[Any] = [schema]
    while todo:
        part = todo.pop()
        if not isinstance(part, dict):
            continue
        yield part
        for key in ("properties", "patternProperties", "$defs", "definitions"):
            if isinstance(part.get(key), dict):
                todo += part[key].values()
        for key in ("anyOf", "oneOf", "prefixItems"):
            if isinstance(part.get(key), list):
                todo += part[key]
        todo += [part.get(key) for key in ("items", "additionalItems", "additionalProperties")]


def _names_all(part: dict[str, Any]) -> bool:
    """Whether a schema of an object names the properties that one needs: others may be required, and then written."""
    declared, required, least = part.get("properties"), part.get("required"), part.get("minProperties")
    if not isinstance(declared, dict) or "patternProperties" in part:
        return False
    if isinstance(least, int | float) and least > len(declared):
        return False
    return not isinstance(required, list) or all(name in declared for name in required if isinstance(name, str))


def _leave_out_wide_bounds(part: dict[str, Any]) -> None:
    """Leave out bounds of numbers that bound next to nothing, as generators write those of a type (int64, double): the
    library makes no range of them.
    """
    for key, sign in (("minimum", -1), ("exclusiveMinimum", -1), ("maximum", 1), ("exclusiveMaximum", 1)):
        bound = part.get(key)
        if isinstance(bound, int | float) and WIDE < sign * bound < math.inf:
            del part[key]


def _combines(node: dict[str, Any]) -> bool:
    """Whether two schemas in it are of the same text."""
    others = {key for key in ("anyOf", "oneOf") if isinstance(node.get(key), list)}
    others |= {key for key in ("$ref",) if isinstance(node.get(key), str)}
    return isinstance(node.get("allOf"), list) or bool(others and (len(others) > 1 or _ASSERTIONS & node.keys()))


def _bound_patterns(nodes: list[dict[str, Any]], *, combined: bool) -> None:
    """Refuse as many patterns as the library would compare without end: those of one text, those of names; and those
    that repeat too much.
    """
    named = [node["patternProperties"] for node in nodes if isinstance(node.get("patternProperties"), dict)]
    for pattern in itertools.chain((node.get("pattern") for node in nodes), *named):
        if isinstance(pattern, str):
            check_pattern(pattern)
    of_names = sum(map(len, named))
    of_texts = sum(isinstance(node.get(key), str) for node in nodes for key in ("pattern", "format"))
    if of_names > MAX_NAME_PATTERNS or (combined and of_names + of_texts > MAX_COMBINED_PATTERNS):
        raise BadForm("schema.too_many_patterns")
