"""The form that a reply is to have: any JSON, JSON as a schema says, or a grammar; each becomes GBNF."""

from __future__ import annotations

import functools
import importlib
import itertools
import json
import re
from typing import Any

from engine.errors import BadForm
from engine.protocol import Sampling
from engine.sampling import gbnf

MAX_SCHEMA = 1 << 16  # characters
MAX_NODES = 2000
MAX_NESTING = 24
MAX_MEMBERS = 100  # of one object: the grammar grows with their square where they may be left out
MAX_WRITTEN = 10_000  # times that the patterns of a schema have something repeated: it is written out
MAX_NAME = 60  # characters of a rule's name: those of what is inside begin with it

JSON = r"""
root   ::= object | array
value  ::= object | array | string | number | "true" | "false" | "null"
object ::= "{" ws ( member ( "," ws member )* )? "}"
member ::= string ":" ws value ws
array  ::= "[" ws ( value ws ( "," ws value ws )* )? "]"
string ::= "\"" ( [^"\\\x00-\x1F\x7F] | "\\" ( ["\\/bfnrt] | "u" [0-9a-fA-F]{4} ) )* "\""
number ::= "-"? ( "0" | [1-9] [0-9]{0,15} ) ( "." [0-9]{1,15} )? ( [eE] [-+]? [0-9]{1,3} )?
ws     ::= " "? | "\n" [ \t]{0,20}
"""


def grammar_of(sampling: Sampling) -> str:
    """The grammar of the form that ``sampling`` asks for, "" for free text; checked.

    Raises:
        BadForm: it cannot be used; the message says where it is wrong.
    """
    if sampling.output == "text":
        return ""
    if sampling.output == "json":
        return JSON
    if sampling.output == "grammar":
        if not sampling.form.strip():
            raise BadForm("There is no grammar yet.", "Write one, or let the reply be text.")
        gbnf.check(sampling.form)
        return sampling.form
    source = schema_grammar(sampling.form)
    try:
        gbnf.check(source)
    except BadForm as error:  # lines and columns are of a text that the person did not write
        reason = error.message.partition(": ")[2] if error.message.startswith("Line ") else error.message
        raise BadForm(f"The schema cannot be used: {reason}", "Simplify it.") from None
    return source


@functools.lru_cache(maxsize=16)
def schema_grammar(text: str) -> str:
    """The grammar of a JSON schema's texts.

    What a grammar cannot say (bounds of numbers, unique items and the like) is not kept.

    Raises:
        BadForm: it is no JSON, no schema, too large, or refers to something outside of it.
    """
    if not text.strip():
        raise BadForm("There is no schema yet.", "Write one, or let the reply be any JSON.")
    if len(text) > MAX_SCHEMA:
        raise BadForm(f"The schema is too long ({len(text):,} characters).", f"Keep it below {MAX_SCHEMA:,}.")
    try:
        schema = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadForm(
            f"Line {error.lineno}, column {error.colno}: this is not JSON ({error.msg}).", "Correct the schema."
        ) from None
    except (RecursionError, ValueError):
        raise BadForm("The schema is nested too deeply, or holds a number that is too long.", "Simplify it.") from None
    if not isinstance(schema, dict):
        raise BadForm("A schema is a JSON object.", 'Begin with { "type": "object", … }.')
    _bound(schema)
    return _converted(schema)


def _bound(schema: dict[str, Any]) -> None:
    nodes = 0
    todo: list[tuple[Any, int]] = [(schema, 0)]
    while todo:
        node, depth = todo.pop()
        nodes += 1
        if nodes > MAX_NODES or depth > MAX_NESTING:
            raise BadForm("The schema is too large or nested too deeply.", "Simplify it.")
        if isinstance(node, dict):
            if len(node) > MAX_MEMBERS:
                raise BadForm(f"An object of the schema has more than {MAX_MEMBERS:,} members.", "Split it.")
            reference = node.get("$ref")
            if isinstance(reference, str) and not reference.startswith("#/"):
                raise BadForm(
                    f"The schema refers to “{reference[:80]}”, which is not inside of it.",
                    "Refer to definitions of its own, as in #/$defs/name.",
                )
            for key in ("minLength", "maxLength", "minItems", "maxItems"):
                bound = node.get(key, 0)
                if isinstance(bound, dict):
                    continue  # a property of that name
                if type(bound) is not int or bound < 0:
                    raise BadForm(f"{key} must be a whole number.", "Correct the schema.")
                if bound > gbnf.MAX_REPEAT:
                    raise BadForm(
                        f"{key} is {bound}; up to {gbnf.MAX_REPEAT:,} can be kept.", "Lower it, or leave it out."
                    )
            todo += [(child, depth + 1) for child in node.values()]
        elif isinstance(node, list):
            todo += [(child, depth + 1) for child in node]


def _converted(schema: dict[str, Any]) -> str:
    converters: Any = importlib.import_module("llama_cpp.llama_grammar")  # late: it loads the library

    class Converter(converters.SchemaConverter):  # type: ignore[misc]
        """Repetitions with their bounds instead of brackets in brackets, and characters as they are meant.

        What a reference stands for is a rule of its own, whatever the properties beside it are called.
        """

        def __init__(self) -> None:
            super().__init__(prop_order={}, allow_fetch=False, dotall=False, raw_pattern=False)
            self._named: dict[str, str] = {}  # reference -> rule
            self._written = 0

        def _add_rule(self, name: str, rule: str) -> str:
            return str(super()._add_rule(name[:MAX_NAME], rule))

        def _resolve_ref(self, ref: str) -> str:
            if ref not in self._named:
                # the name is taken before its rule is made, which may refer to it
                name = self._named[ref] = self._add_rule("ref", json.dumps(ref))
                self._rules[name] = str(self.visit(self._refs[ref], name))
            return self._named[ref]

        def _format_literal(self, literal: str) -> str:
            text = json.dumps(json.loads(literal), ensure_ascii=False)
            for char, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\r", "\\r"), ("\n", "\\n")):
                text = text.replace(char, escaped)
            return f'"{text}"'

        def _visit_pattern(self, pattern: str, name: str) -> str:
            spelt, repeated = _pattern(pattern)
            self._written += repeated
            if self._written > MAX_WRITTEN:
                raise BadForm("The patterns of the schema repeat too much.", "Simplify it.")
            return str(super()._visit_pattern(spelt, name))

        def visit(self, schema: Any, name: str) -> str:
            if not isinstance(schema, dict):
                raise BadForm(f"“{json.dumps(schema)[:80]}” is no schema.", "Give an object, as in { }.")
            rule = f"{name}-" if name in converters.RESERVED_NAMES else name or "root"
            items, kind = schema.get("items"), schema.get("type")
            plain = not {"$ref", "oneOf", "anyOf", "const", "enum", "pattern", "format"} & schema.keys()
            if plain and kind == "string" and {"minLength", "maxLength"} & schema.keys():
                char = self._add_primitive("char", converters.PRIMITIVE_RULES["char"])
                bounds = _bounds(schema.get("minLength", 0), schema.get("maxLength"))
                return str(self._add_rule(rule, rf'"\"" {char}{bounds} "\"" space'))
            if plain and kind in (None, "array") and isinstance(items, dict):
                item = self.visit(items, f"{name}-item" if name else "item")
                least, most = schema.get("minItems", 0), schema.get("maxItems")
                more = _bounds(max(0, least - 1), None if most is None else max(0, most - 1))
                inside = f'{item} ( "," space {item} ){more}' if most is None or most > 1 else item
                if most == 0:
                    return str(self._add_rule(rule, '"[" space "]" space'))
                return str(self._add_rule(rule, f'"[" space ( {inside} ){"" if least else "?"} "]" space'))
            return str(super().visit(schema, name))

    converter: Any = Converter()
    try:
        converter.visit(converter.resolve_refs(schema, ""), "")
        return str(converter.format_grammar())
    except BadForm:
        raise
    except Exception as error:  # the converter asserts, indexes and recurses its way through what it is given
        reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise BadForm(f"The schema cannot be used: {reason}.", "Simplify it.") from None


_CLASSES = {"d": "0-9", "w": "A-Za-z0-9_", "s": " \\t\\n\\r", "D": "^0-9", "W": "^A-Za-z0-9_", "S": "^ \\t\\n\\r"}


def _pattern(pattern: str) -> tuple[str, int]:
    """A regular expression in what the converter and GBNF know of one: classes spelt out, fewer escapes.

    With it the times that its parts will be written out.

    Raises:
        BadForm: it asks for something that neither has.
    """
    if not (pattern.startswith("^") and pattern.endswith("$")):
        raise BadForm(f"The pattern {pattern[:80]} does not stand for a whole text.", "Begin it with ^, end it with $.")
    found: list[str] = []
    inside, times = False, 0
    rest = iter(pattern)
    for char in rest:
        if char == "\\":
            escaped = next(rest, "")
            if escaped in _CLASSES and escaped:
                spelt = _CLASSES[escaped]
                if inside and spelt.startswith("^"):
                    raise BadForm(f"\\{escaped} cannot stand inside brackets in a pattern.", "Spell it out.")
                found.append(spelt if inside else f"[{spelt}]")
            elif escaped.isalnum() and escaped not in "tnr":
                raise BadForm(f"\\{escaped} in a pattern is not known here.", "Spell it out.")
            elif inside:
                found.append(
                    r"\x2D"
                    if escaped == "-"
                    else r"\x5E"
                    if escaped == "^"
                    else f"\\{escaped}"
                    if escaped in "\\]tnr["
                    else escaped
                )
            else:
                found.append("[.]" if escaped == "." else char + escaped if escaped in "\\[]()|{}*+?tnr" else escaped)
            continue
        if char == "{" and not inside:
            bounds = "".join(itertools.takewhile(lambda letter: letter != "}", rest))
            times += _times(bounds)
            found.append(f"{{{bounds}}}")
            continue
        inside = char == "[" or (inside and char != "]")
        found.append(char)
    return "".join(found), times


def _times(bounds: str) -> int:
    """How often a repetition in a pattern, without its brackets, has its part written out.

    Raises:
        BadForm: it is none, or too often.
    """
    found = re.fullmatch("([0-9]*)(?:,([0-9]*))?", bounds)
    if found is None or bounds in ("", ","):
        raise BadForm(
            f"“{bounds[:80]}” in a pattern does not say how often something comes.",
            "Write a number, or two with a comma between them.",
        )
    numbers = [number.lstrip("0") for number in found.groups(default="")]
    if any(len(number) > 6 or int(number or 0) > gbnf.MAX_REPEAT for number in numbers):
        raise BadForm(f"A pattern repeats something more than {gbnf.MAX_REPEAT:,} times.", "Lower it.")
    least, most = (int(number or 0) for number in numbers)
    if found[2] and most < least:
        raise BadForm(f"A bound of {most} is below its minimum of {least}.", "Correct the schema.")
    return max(least, most)


def _bounds(least: int, most: int | None) -> str:
    if most is not None and most < least:
        raise BadForm(f"A bound of {most} is below its minimum of {least}.", "Correct the schema.")
    return f"{{{least},{'' if most is None else most}}}"
