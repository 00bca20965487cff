"""Schemas that a reply cannot be held to, and why."""

from __future__ import annotations

import json
import re

import pytest

from engine.errors import BadForm
from engine.protocol import Sampling
from engine.sampling.output_format import MAX_SCHEMA, form_of
from engine.texts import Text, say


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ("", "no schema yet"),
        ("{", "Line 1, column 2: not valid JSON"),
        ('{\n  "type": string\n}', "Line 2, column 11: not valid JSON"),
        ("[1]", "a JSON object"),
        ('{"$ref": "https://example.com/a.json"}', "doesn't contain"),
        ('{"$ref": "#/nowhere"}', "Can't use the schema: Pointer '/nowhere' does not exist"),
        ('{"a": {"$ref": "#/a"}, "$ref": "#/a"}', "in a circle"),
        ('{"$ref": "#"}', "“#” in a circle"),
        ('{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}', "in a circle"),
        ('{"anyOf": [{"type": "string"}], "$ref": "#/anyOf/' + "9" * 5000 + '"}', "Can't use the schema"),
        ('{"properties": {"x": {"$ref": "#/$defs/a~1b"}}, "$defs": {"a/b": {"allOf": [{"$ref": "#/$defs/a~1b"}]}}}',
         "in a circle"),
        (json.dumps({"$ref": "#/$defs/0", "$defs": {
            str(i): {"$ref": f"#/$defs/{i + 1}"} for i in range(399)
        } | {"399": {"$ref": "#"}}}), "in a circle"),
        ('{"type": "unheard-of"}', "Can't use the schema: Invalid type: unheard-of"),
        ('{"type": "string", "maxLength": 1e3}', "positive integer for 'maxLength'"),
        ('{"type": "string", "minLength": 5, "maxLength": 2}', "minLength (5) is greater than maxLength (2)"),
        ('{"type": "integer", "minimum": 5, "maximum": 1}', "minimum (5) is greater than maximum (1)"),
        ('{"type": "array", "items": {"type": "string"}, "minItems": -1}', "positive integer for 'minItems'"),
        ('{"type": "string", "pattern": "^a{0,99999999999999}$"}', "“^a{0,99999999999999}$” isn't a valid"),
        ('{"type": "string", "pattern": "^a{1_000_000}$"}', "“^a{1_000_000}$” isn't a valid"),
        ('{"type": "string", "pattern": "^a{4,2}$"}', "invalid repetition count range"),
        ('{"type": "string", "pattern": "["}', "unclosed character class"),
        ('{"type": "string", "pattern": "(?=a)"}', "before or after a place"),
        ('{"enum": ["\\ud800"]}', "Can't use"),
        ('{"properties": {' + ",".join(f'"k{i}": {{}}' for i in range(500)) + "}}", "more than 400 members"),
        (json.dumps({"allOf": [{"pattern": f"(.*[a-{x}].{{9}})+"} for x in "bcdefghijklmnop"]}), "too many patterns"),
        (json.dumps({"patternProperties": {f"^{i}.*$": {} for i in range(99)}}), "too many patterns"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "nested too deeply"),
        ('{"a":' * 110 + "1" + "}" * 110, "nested too deeply"),
        ('{"const": ' + "9" * 6000 + "}", "too long"),
        (" " * (MAX_SCHEMA + 1), "no schema yet"),
        ("{" + " " * MAX_SCHEMA, "too long"),
    ],
)  # fmt: skip
def test_schemas_that_cannot_be_used(schema: str, told: str) -> None:
    with pytest.raises(BadForm, match=re.escape(told)):
        form_of(Sampling(output="schema", form=schema))


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"pattern": "(a{1000}){71}"}, say("schema.repeats_nested", times=71_000, most=70_000)),
        ({"pattern": "(?<=a)b"}, say("schema.look_around", pattern="(?<=a)b")),
        ({"pattern": r"a\bb"}, say("schema.look_around", pattern=r"a\bb")),
        ({"pattern": "a$b"}, say("schema.look_around", pattern="a$b")),
        ({"pattern": r"(a)\1"}, say("schema.backreference", pattern=r"(a)\1")),
        ({"pattern": "x" * 90 + "("}, say("schema.pattern", pattern="x" * 80, reason="unclosed group")),
        ({"pattern": "(?x)a\n("}, say("schema.pattern", pattern=r"(?x)a\n(", reason="unclosed group")),
        ({"patternProperties": {"[": {}}}, say("schema.pattern", pattern="[", reason="unclosed character class")),
        ({"enum": []}, say("schema.unsatisfiable", reason="anyOf is empty")),
        ({"properties": {"default": {"$ref": "a.json"}}}, say("schema.reference", reference="a.json")),
        ({"$ref": "#/default", "default": {"$ref": "b.json"}}, say("schema.reference", reference="b.json")),
        ({"$ref": "#/const", "const": {"$ref": "#/const"}}, say("schema.endless_reference", reference="#/const")),
        ({"type": "unheard-of"}, say("schema.unusable", reason="Invalid type: unheard-of")),
    ],
)
def test_why_a_schema_cannot_be_used_is_told_in_no_language(schema: dict[str, object], text: Text) -> None:
    with pytest.raises(BadForm) as caught:
        form_of(Sampling(output="schema", form=json.dumps(schema)))
    assert caught.value.text == text
