"""Grammars and schemas before the native library sees them: what is wrong is said, and nothing hostile gets through."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadForm
from engine.protocol import Sampling
from engine.sampling import gbnf
from engine.sampling.output_format import JSON, MAX_SCHEMA, grammar_of, schema_grammar

LIST = 'root ::= item+\nitem ::= "- " [^\\r\\n]+ "\\n"  # a line\n'


@pytest.mark.parametrize(
    "source",
    [
        LIST,
        JSON,
        'root ::= "yes" | "no"',
        'root ::= ("a" | "b"){2,5} [^\\x00-\\x1F"\\\\]{3} .? "\\u00e9"',
        'root ::= (\n  "a"\n  | b\n)\nb ::=\n  "c"',
        "root ::= [a\\]^-]+",
        'root ::= expr\nexpr ::= term ([-+*/] term)*\nterm ::= [0-9]+ | "(" expr ")"',
    ],
)
def test_grammars_that_are_good(source: str) -> None:
    gbnf.check(source)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("", "no rule “root”"),
        ('first ::= "a"', "no rule “root”"),
        ('root = "a"', "Line 1, column 6: “::=” must follow"),
        ('root ::= "a"\nroot ::= "b"', "Line 2, column 1: there are two rules “root”"),
        ('root ::= a\n  "b" ::= c', "Line 2, column 3"),
        ('root ::= one\none ::= "a" two', "Line 2, column 13: “two” is used"),
        ('root ::= "a', "Line 1, column 10: this text has no closing quote"),
        ("root ::= [a", "never closed"),
        ("root ::= []", "nothing in these brackets"),
        ('root ::= ("a"', "Line 1, column 10: this bracket is never closed"),
        ('root ::= "a")', "does not belong here"),
        ("root ::= *", "repeats what stands before it"),
        ('root ::= "a"**', "repeats what stands before it"),
        ('root ::= ""*', "repeats what stands before it"),
        ('root ::= "a"{x}', "a number must stand here"),
        ('root ::= "a"{3,1}', "cannot end at 1"),
        ('root ::= "a"{1,', "a number must stand here"),
        ('root ::= "a"{1001}', "more than 1,000 times"),
        (r'root ::= "\q"', "“\\q” is not known"),
        (r'root ::= "\x4"', "hexadecimal digits"),
        ('root ::= "\\', "closing quote or not known"),
        ("root ::= <think>", "tokens of a model"),
        ('root ::= "\0"', "cannot be written"),
        ('root ::= "\ud800"', "cannot be written"),
    ],
)
def test_mistakes_are_told_where_they_are(source: str, told: str) -> None:
    assert any(part in problem(source) for part in told.split(" or ")), problem(source)


def problem(source: str) -> str:
    """What is wrong with a grammar, "" if nothing is."""
    try:
        gbnf.check(source)
    except BadForm as error:
        return error.message or "?"
    return ""


HOSTILE = {
    "brackets": "root ::= " + "(" * 100_000 + '"a"' + ")" * 100_000,
    "endless recursion": 'root ::= root "a" | "b"',
    "recursion through nothing": 'root ::= b root "x" | "y"\nb ::= c\nc ::= ""',
    "empty rounds": 'root ::= ("a"*)*',
    "ways to the same rule": "root ::= r0\n"
    + "\n".join(f"r{i} ::= r{i + 1} | r{i + 1}" for i in range(60))
    + '\nr60 ::= "a"',
    "a long chain": "root ::= r0\n" + "\n".join(f"r{i} ::= r{i + 1}" for i in range(5000)) + '\nr5000 ::= "a"',
    "a long chain to nothing": "root ::= r0\n"
    + "\n".join(f"r{i} ::= r{i + 1}" for i in range(8000))
    + '\nr8000 ::= ""',
    "many sets of characters": "root ::= r0\n"
    + "\n".join(f"r{i} ::= set set set set set set" for i in range(500))
    + "\nset ::= " + " | ".join(f"[{chr(1000 + i)}{'b' * 1000}x]" for i in range(64)),
    "doubles with each character": 'root ::= "a" root "x" | "a" root "y" | "z"',
    "doubles late": 'root ::= "' + "q" * 200 + '" s\ns ::= "b" s "x" | "b" s "y" | "z"',
    "doubles at once": "root ::= r0\n"
    + "\n".join(f'r{i} ::= r{i + 1} "x" | r{i + 1} "y"' for i in range(40))
    + '\nr40 ::= "a"',
    "repetitions": "root ::= " + " ".join("[a-z]{0,1000}" for _ in range(5000)),
    "long repetitions": "root ::= " + ("[" + "ab" * 5000 + "]{1000} ") * 20,
    "length": 'root ::= "a"' * 100_000,
    "a number": 'root ::= "a"{' + "9" * 5000 + "}",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_grammars_are_refused(name: str) -> None:
    with pytest.raises(BadForm):
        gbnf.check(HOSTILE[name])


PIECES = st.sampled_from(
    ["root", " ::= ", "a", "b", '"x"', '"', "[a-z]", "[^", "(", ")", "|", "*", "+", "?", "{2}", "{", ",", "}",
     "\n", " ", "#"]
)  # fmt: skip


@settings(max_examples=300)
@given(st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=40).map("".join)))
def test_any_text_is_judged(text: str) -> None:
    assert problem("root ::= " + text) != "?"


# --------------------------------------------------------------------------- JSON and schemas

PERSON = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 40},
        "age": {"type": "integer"},
        "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 5},
        "kind": {"enum": ["a", "ab"]},
        "friend": {"$ref": "#/$defs/person"},
    },
    "required": ["name", "age"],
    "$defs": {"person": {"type": "object", "properties": {"name": {"type": "string"}}}},
}


@pytest.mark.native
def test_a_schema_becomes_a_grammar() -> None:
    source = grammar_of(Sampling(output="schema", form=json.dumps(PERSON)))
    assert "char{0,40}" in source and "root ::=" in source


def rules_of(schema: dict[str, object]) -> dict[str, str]:
    """The rules of a schema's grammar by name."""
    source = grammar_of(Sampling(output="schema", form=json.dumps(schema)))
    return dict(line.split(" ::= ", 1) for line in source.splitlines())  # type: ignore[misc]


@pytest.mark.native
def test_a_reference_means_what_it_refers_to_whatever_the_properties_are_called() -> None:
    street = {"type": "object", "properties": {"street": {"type": "string"}}, "required": ["street"]}
    rules = rules_of(
        {
            "type": "object",
            "properties": {"address": {"type": "string"}, "home": {"$ref": "#/$defs/address"}},
            "required": ["address", "home"],
            "$defs": {"address": street},
        }
    )
    assert rules["address-kv"].endswith(" string")
    step = rules["home-kv"].split()[-1]
    while " " not in rules[step]:
        step = rules[step]
    assert "street" in rules[step]


@pytest.mark.native
def test_a_schema_may_refer_to_itself_under_any_name() -> None:
    kids = {"type": "array", "items": {"$ref": "#/$defs/tree_node"}}
    node = {"type": "object", "properties": {"kids": kids}, "required": ["kids"]}
    assert rules_of({"$ref": "#/$defs/tree_node", "$defs": {"tree_node": node}})


@pytest.mark.native
def test_names_of_any_length_make_short_rules() -> None:
    name = "n" * 20_000
    assert max(map(len, rules_of({"type": "object", "properties": {name: {"properties": {name: {}}}}}))) < 100


@pytest.mark.native
@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ("", "no schema yet"),
        ("{", "Line 1, column 2: this is not JSON"),
        ("[1]", "a JSON object"),
        ('{"$ref": "https://example.com/a.json"}', "not inside of it"),
        ('{"$ref": "#/nowhere"}', "cannot be used"),
        ('{"a": {"$ref": "#/a"}, "$ref": "#/a"}', "itself"),
        ('{"type": "unheard-of"}', "cannot be used"),
        ('{"type": "string", "maxLength": 5000}', "up to 1,000"),
        ('{"type": "string", "maxLength": 1e3}', "whole number"),
        ('{"type": "string", "minLength": 5, "maxLength": 2}', "below its minimum"),
        ('{"type": "array", "items": {"type": "string"}, "minItems": -1}', "whole number"),
        ('{"type": "string", "pattern": "^a{2000}$"}', "more than 1,000 times"),
        ('{"type": "string", "pattern": "^a{0,99999999999999}$"}', "more than 1,000 times"),
        ('{"type": "string", "pattern": "^a{1_000_000}$"}', "does not say how often"),
        ('{"type": "string", "pattern": "^a{4,2}$"}', "below its minimum"),
        ('{"type": "string", "pattern": "^' + "[ab]{900}" * 20 + '$"}', "repeat too much"),
        ('{"oneOf": [true]}', "is no schema"),
        ('{"properties": {' + ",".join(f'"k{i}": {{}}' for i in range(200)) + "}}", "more than 100 members"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "nested too deeply"),
        ('{"a":' * 100 + "1" + "}" * 100, "nested too deeply"),
        ('{"const": ' + "9" * 6000 + "}", "too long"),
        (" " * (MAX_SCHEMA + 1), "no schema yet"),
        ("{" + " " * MAX_SCHEMA, "too long"),
    ],
)  # fmt: skip
def test_schemas_that_cannot_be_used(schema: str, told: str) -> None:
    with pytest.raises(BadForm, match=re.escape(told)):
        grammar_of(Sampling(output="schema", form=schema))


SIMPLE = st.sampled_from(
    [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}, {"type": "null"}, {"enum": ["x", 1, None]},
     {"const": "y"},
     {"type": "string", "minLength": 1, "maxLength": 9}, {"type": "string", "pattern": "^a+b$"},
     {"type": "string", "format": "date"}]
)  # fmt: skip
SCHEMAS = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.fixed_dictionaries(
            {"type": st.just("object"), "properties": st.dictionaries(st.text(max_size=6), inner, max_size=4)}
        ),
        st.fixed_dictionaries(
            {"type": st.just("array"), "items": inner, "minItems": st.integers(0, 2), "maxItems": st.integers(2, 4)}
        ),
        st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=1, max_size=3)}),
    ),
    max_leaves=8,
)


@pytest.mark.native
@settings(max_examples=100, deadline=None)
@given(SCHEMAS)
def test_what_schemas_become_can_be_read(schema: dict[str, object]) -> None:
    """The converter's grammars pass the check, or the person is told why they do not."""
    source = schema_grammar(json.dumps(schema))
    assert re.search("^$|ambiguous|too large", problem(source)), (problem(source), source)


def test_text_has_no_grammar_and_json_has_one() -> None:
    assert grammar_of(Sampling()) == ""
    assert grammar_of(Sampling(output="json", form="ignored")) == JSON
    assert grammar_of(Sampling(output="grammar", form=LIST)) == LIST
    with pytest.raises(BadForm, match="no grammar yet"):
        grammar_of(Sampling(output="grammar", form=" "))
