"""The form of JSON replies, over a vocabulary of all bytes and some longer tokens: what is let through is JSON."""

from __future__ import annotations

import contextlib
import json
import math
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadForm
from engine.model.vocabulary import Vocabulary
from engine.protocol import Sampling
from engine.sampling import json_matcher
from engine.sampling.json_matcher import JsonMatcher
from engine.sampling.output_format import form_of

LONGER = [
    b'{"', b'":', b'"}', b'"\n', b'\n"', b"a\nb", b'a"b', b'\\"', b"\\\\", b"\\u00", b"\\u", b"\\ud83d", b"\xc3",
    b"\xa9s", b"\xf0\x9f", b'\xc3"', b'\xc3\n', b"a\0", b"\x7f", b"\x1f", b"\t\t", b"  ", b", ", b": ", b"true",
    b"null", b"12", b"x" * 40, b" " * 40, b"\x85", "é".encode(), "\u2028".encode(), b"colours",
]  # fmt: skip


class SmallVocabulary(Vocabulary):
    """The bytes 0 to 255, ``LONGER``, two marks without text, and two tokens that end a reply."""

    def __init__(self) -> None:
        self._all = [*(bytes([value]) for value in range(256)), *LONGER, b"", b"", b"<end>", b""]
        self.n_vocab = len(self._all)

    @property
    def end_token(self) -> int:
        return self.n_vocab - 1

    def is_end(self, token: int) -> bool:
        return token >= self.n_vocab - 2

    def piece(self, token: int, *, special: bool = False) -> bytes:
        return self._all[token]

    def pieces(self) -> list[bytes]:
        return list(self._all)


VOCABULARY = SmallVocabulary()
NUMBERS = {piece: number for number, piece in enumerate(VOCABULARY.pieces()) if piece}


def matcher(schema: object = None) -> JsonMatcher:
    """For texts of ``schema``, of any JSON without one."""
    asked = Sampling(output="json") if schema is None else Sampling(output="schema", form=json.dumps(schema))
    form = form_of(asked)
    assert form is not None and form.kind == "json"
    return JsonMatcher(VOCABULARY, form.grammar)


def accepts(text: str | bytes, schema: object = None, *, longer: bool = False) -> bool:
    """Whether a whole reply may be ``text``, written byte by byte or in tokens that are as long as possible."""
    found, rest = matcher(schema), text.encode() if isinstance(text, str) else text
    while rest:
        size = next(size for size in range(40 if longer else 1, 0, -1) if rest[:size] in NUMBERS)
        if not found.allows(NUMBERS[rest[:size]]):
            return False
        found.accept(NUMBERS[rest[:size]])
        rest = rest[size:]
    return found.allows(VOCABULARY.end_token)


def value_of(text: bytes) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError: it is none, or holds half of a character.
    """
    value = json.loads(text.decode("utf-8"))
    json.dumps(value, ensure_ascii=False).encode("utf-8")
    return value


def is_json(text: bytes) -> bool:
    """Whether a text is JSON, an object or an array, without halves of characters."""
    try:
        return isinstance(value_of(text), (dict, list))
    except ValueError:
        return False


# --------------------------------------------------------------------------- strings

SCHEMAS: dict[str, object] = {
    "choose JSON": None,
    "a string": {"type": "array", "items": {"type": "string"}},
    "a short string": {"type": "array", "items": {"type": "string", "maxLength": 90}},
    "any character but one": {"type": "array", "items": {"type": "string", "pattern": "^[^x]*$"}},
    "any characters": {"type": "array", "items": {"type": "string", "pattern": "^(.|\\n)*$"}},
    "a part": {"type": "array", "items": {"type": "string", "pattern": "a|"}},
}


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_no_byte_stands_in_a_string_that_json_forbids(schema: object) -> None:
    """Alone and behind other bytes; what JSON has and the form does not is only what nobody misses."""
    for before in (b"", b"a", b"\\", b"\\u", b"\\u00", b"\\u00e", b"\xc3", b"\xe2\x80", b"\\\\", b'\\"', b"\\ud83d"):
        found = matcher(schema)
        for byte in b'["' + before:
            found.accept(byte)
        for byte in range(256):
            text = b'["' + before + bytes([byte]) + b'"]'
            let = found.allows(byte) and accepts(text, schema)
            assert not let or is_json(text), text
            assert let or not is_json(text) or byte == 0x7F or b"\\" in text or b"x" in text, text


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_no_longer_token_brings_in_what_json_forbids(schema: object) -> None:
    for start in (b"", b"\\", b"\\u", b"\xc3", b"\xf0\x9f"):
        for piece in LONGER:
            for end in (b"", b"\xa9", b"\x98\x80", b"0041", b"n"):
                text = b'["' + start + piece + end + b'"]'
                assert not accepts(text, schema, longer=True) or is_json(text), text


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x7f"), max_size=12)
VALUES = st.recursive(
    st.one_of(
        TEXT, st.integers(-(10**15), 10**15), st.booleans(), st.none(), st.floats(allow_nan=False, allow_infinity=False)
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXT, inner, max_size=4)),
    max_leaves=8,
)


@given(VALUES, st.booleans(), st.sampled_from([(",", ":"), (", ", ": ")]), st.booleans())
def test_all_json_can_be_written(value: object, ascii_only: bool, separators: tuple[str, str], longer: bool) -> None:
    text = json.dumps([value], ensure_ascii=ascii_only, separators=separators)
    assert accepts(text, longer=longer), text


HARMFUL = st.sampled_from(
    [bytes([value]) for value in range(32)]
    + [b'"', b"\\", b"\\u", b"\\u12", b"\\x41", b"\\ud800", b"\\'", b"\x7f", b"\xff", b"\xc3"]
    + [b"\xc0\x8a", b"\xed\xa0\x80"]
    + [b",", b":", b"}", b"]", b"{", b"[", b"1", b"-", b".", b"e", b"01", b"NaN", b"Infinity", b"tru", b" ", b"\n"]
)  # fmt: skip


HARMLESS = st.sampled_from([b"a", b"0", b",", b"}", b"[", b":", b"\\n", b"\\u00e9", "é".encode(), b'\\"', b" "])
PLACES = st.one_of(st.integers(0, 200), st.integers(10, 30))
CHANGES = st.lists(st.tuples(PLACES, st.one_of(HARMFUL, HARMLESS, HARMLESS), st.booleans()), min_size=1, max_size=3)
PLAIN = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=40, max_size=50)


@given(st.one_of(PLAIN, VALUES), st.booleans(), CHANGES)
def test_what_is_let_through_is_json(value: object, ascii_only: bool, changes: list[tuple[int, bytes, bool]]) -> None:
    text = json.dumps([value], ensure_ascii=ascii_only).encode()
    for at, put, replace in changes:
        at %= len(text)
        text = text[:at] + put + text[at + replace :]
    for longer in (False, True):
        assert not accepts(text, longer=longer) or is_json(text), text


PATTERNS = [
    r"^[^x]+$", r"^.{1,5}$", r'^"\\+$', r'^[\x00-\x1f"]+$', r'^(a|"b|\n)*$', r"^[^\\]*\\.$", r"^\w+\t\S$",
    r"^[^a-z]{3}$", r"^\d{4}-\d\d$", r'^["\\\]]{2,}$', "^[é-ü]+$",
]  # fmt: skip


@given(st.data(), st.sampled_from(PATTERNS), st.booleans())
def test_patterns_are_of_the_text_and_the_reply_is_json(data: st.DataObject, pattern: str, longer: bool) -> None:
    """Texts that match can be written, those that do not cannot, and what is written is JSON in any case."""
    schema = {"type": "string", "pattern": pattern}
    known = re.compile(pattern[1:-1], re.ASCII)
    allowed = st.characters(exclude_categories=["Cs"], exclude_characters="\x7f")
    text = data.draw(st.one_of(st.from_regex(known, fullmatch=True, alphabet=allowed), TEXT))
    assert accepts(json.dumps(text, ensure_ascii=False), schema, longer=longer) == bool(known.fullmatch(text)), text
    raw = b'"' + text.encode() + b'"'
    assert not accepts(raw, schema, longer=longer) or known.fullmatch(value_of(raw)), raw


CLOSING = (b'"', b"]", b"}", b'"}')


@given(
    st.data(), st.sampled_from([*SCHEMAS.values(), {"type": "object", "properties": {"colours": {"enum": ["red", 1]}}}])
)
def test_replies_by_chance_are_json(data: st.DataObject, schema: object) -> None:
    """Whatever the form offers can be taken, and a reply that may end is JSON."""
    found, text = matcher(schema), b""
    for _ in range(data.draw(st.integers(1, 30))):
        fits = [token for token, fit in enumerate(found.fitting()) if fit]
        assert fits
        assert all(found.allows(token) for token in fits)
        assert found.allows(VOCABULARY.end_token) == any(VOCABULARY.is_end(token) for token in fits)
        if found.allows(VOCABULARY.end_token):
            assert is_json(text), text
        going_on = [token for token in fits if not VOCABULARY.is_end(token)]
        if not going_on:
            break
        closing = [token for token in going_on if VOCABULARY.piece(token) in CLOSING]  # or few would ever end
        token = data.draw(st.sampled_from(closing if closing and data.draw(st.booleans()) else going_on))
        text += VOCABULARY.piece(token)
        found.accept(token)


def test_a_token_that_is_no_text_never_fits() -> None:
    marks = range(256 + len(LONGER), VOCABULARY.n_vocab)
    found = matcher()
    for token in (NUMBERS[b"["], NUMBERS[b'"']):
        assert not any(found.allows(mark) for mark in marks) and not found.fitting()[list(marks)].any()
        found.accept(token)
    for token in (NUMBERS[b'"'], NUMBERS[b"]"]):
        found.accept(token)
    ends = [mark for mark in marks if VOCABULARY.is_end(mark)]
    assert [mark for mark in marks if found.fitting()[mark]] == ends and all(map(found.allows, ends))


def test_space_has_an_end() -> None:
    """A model that may write space for ever does."""
    for text in ('{"a": [1, 2]}', '{ "a" : 1 }', '{\n  "a": [\n    1\n  ]\n}', "[]", "[ ]"):
        assert accepts(text), text
    for text in ('{"a":  1}', "[\n\n]", "[" + " " * 40 + "]", "[\n" + " " * 40 + "]", "[] ", " []"):
        assert not accepts(text) and is_json(text.encode()), text


# --------------------------------------------------------------------------- schemas

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


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ('{"name": "A", "age": 3}', True),
        ('{"name": "' + "é" * 40 + '", "age": -3}', True),
        ('{"name": "' + "a" * 41 + '", "age": 3}', False),
        ('{"name": "A"}', False),
        ('{"name": "A", "age": 3.5}', False),
        ('{"name": "A", "age": 3, "tags": []}', False),
        ('{"name": "A", "age": 3, "tags": ["a", "b"], "kind": "ab", "friend": {"name": "B"}}', True),
        ('{"name": "A", "age": 3, "kind": "abc"}', False),
        ('{"name": "A", "age": 3, "other": 1}', False),
        ('{"name": "A", "age": 3, "friend": {"age": 3}}', False),
    ],
)
def test_a_reply_is_as_its_schema_says(text: str, fits: bool) -> None:
    """Properties that the schema does not name are not invented."""
    assert accepts(text, PERSON) == accepts(text, PERSON, longer=True) == fits


def test_a_schema_may_allow_more_properties() -> None:
    one = {"properties": {"a": {"type": "integer"}}}
    assert not accepts('{"a": 1, "b": 2}', one)
    assert accepts('{"a": 1, "b": 2}', {**one, "additionalProperties": True})
    assert accepts('{"a": 1, "b": 2}', {**one, "patternProperties": {"^b$": {}}})
    assert accepts('{"a": 1, "b": 2}', {"allOf": [one, {"properties": {"b": {}}}]})
    assert not accepts('{"a": 1, "b": "x"}', {**one, "anyOf": [{"properties": {"b": {"type": "integer"}}}]})
    assert accepts('{"properties": {"x": 1}}', {"properties": {"properties": {"type": "object"}}})


def test_an_object_may_need_more_properties_than_are_named() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "minProperties": 2}
    assert accepts('{"a": 1, "b": 2}', schema)
    assert not accepts('{"a": 1}', schema)


@pytest.mark.parametrize("kind", ["integer", "number"])
@pytest.mark.parametrize("most", [2**63 - 1, 2**64 - 1, 3.4028234663852886e38, 1.7976931348623157e308])
def test_bounds_of_a_numbers_type_bound_nothing(kind: str, most: float) -> None:
    schema = {"type": "object", "properties": {"a": {"type": kind, "minimum": -most, "maximum": most}}}
    assert accepts('{"a": -12}', schema)
    assert accepts('{"a": 900}', schema)
    assert not accepts('{"a": 4}', {"properties": {"a": {"type": kind, "minimum": 5, "maximum": most}}})
    named = f'{{"minimum": {-(2**62)}}}'  # a value, which is kept as it is
    assert accepts(named, {"const": json.loads(named)}) and not accepts("{}", {"const": json.loads(named)})


def test_what_is_required_may_be_written_though_nothing_is_said_of_it() -> None:
    one = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["b"]}
    assert accepts('{"a": 1, "b": 2}', one) and not accepts('{"a": 1}', one)
    assert accepts('{"c": {"b": 2}}', {"properties": {"c": one}})
    assert not accepts('{"c": {"b": 2}, "d": 1}', {"properties": {"c": one}})
    options = [{"properties": {"a": {"type": "integer"}}}, {"properties": {"b": {"type": "string"}}}]
    several = {"type": "object", "required": ["x"], "anyOf": options}
    assert accepts('{"a": 1, "x": 2}', several) and not accepts('{"a": 1}', several)


def test_a_reference_means_what_it_refers_to_whatever_the_properties_are_called() -> None:
    street = {"type": "object", "properties": {"street": {"type": "string"}}, "required": ["street"]}
    schema = {
        "type": "object",
        "properties": {"address": {"type": "string"}, "home": {"$ref": "#/$defs/address"}},
        "required": ["address", "home"],
        "$defs": {"address": street},
    }
    assert accepts('{"address": "x", "home": {"street": "y"}}', schema)
    assert not accepts('{"address": "x", "home": "y"}', schema)
    assert not accepts('{"address": {"street": "y"}, "home": {"street": "y"}}', schema)


def test_a_schema_may_refer_to_itself_under_any_name() -> None:
    kids = {"type": "array", "items": {"$ref": "#/$defs/tree_node"}}
    node = {"type": "object", "properties": {"kids": kids}, "required": ["kids"]}
    schema = {"$ref": "#/$defs/tree_node", "$defs": {"tree_node": node}}
    assert accepts('{"kids": [{"kids": []}, {"kids": []}]}', schema)
    assert not accepts('{"kids": [{}]}', schema)


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"type": "integer", "minimum": 3, "maximum": 120}, ["3", "99", "120"], ["2", "121", "007", "3.5", "-4"]),
        ({"type": "number", "exclusiveMinimum": 0}, ["0.5", "1000"], ["0", "-1", ".5"]),
        ({"type": "string", "maxLength": 5000}, ['""', '"' + "a" * 5000 + '"'], ['"' + "a" * 5001 + '"']),
        ({"type": "string", "pattern": "^a{2000}$"}, ['"' + "a" * 2000 + '"'], ['"' + "a" * 1999 + '"']),
        ({"type": "string", "format": "date"}, ['"2024-02-28"'], ['"2024-13-01"', '"today"']),
        ({"const": {"a": [1, "\n"]}}, ['{"a": [1, "\\n"]}'], ['{"a": [1, "\n"]}', "{}"]),
        ({"enum": [{"$ref": "https://example.org"}, 1]}, ['{"$ref": "https://example.org"}', "1"], ["2"]),
        ({"type": "null", "default": {"$ref": "a.json"}, "examples": [{"a": {"$ref": "b"}}]}, ["null"], ["1"]),
        ({"enum": ["\u2028é", None]}, ['"\u2028é"', "null"], ['"é"']),
        ({"type": ["string", "null"]}, ["null", '"a"'], ["1"]),
        ({"anyOf": [{"type": "integer"}, True]}, ["1", '"a"'], ["x"]),
        ({"n" * 20_000: 1, "properties": {"n" * 9_000: {}}}, ['{"' + "n" * 9_000 + '": 1}'], ['{"n": 1}']),
    ],
)
def test_what_schemas_say_is_kept(schema: object, good: list[str], bad: list[str]) -> None:
    assert [text for text in good if not accepts(text, schema)] == []
    assert [text for text in bad if accepts(text, schema)] == []


def chain(link: Any, length: int = 390) -> dict[str, object]:
    """A schema that refers to another one, and that to the next."""
    links = {f"r{i}": link({"$ref": f"#/$defs/r{i + 1}"}) for i in range(length)}
    return {"$ref": "#/$defs/r0", "$defs": {**links, f"r{length}": {"type": "string"}}}


HOSTILE: dict[str, dict[str, object]] = {
    "references": chain(lambda end: end),
    "objects in objects": chain(lambda end: {"properties": {"x": end}}),
    "lists in lists": chain(lambda end: {"items": end}),
    "twice as many ways at each step": chain(lambda end: {"anyOf": [end, {"items": end}]}, 200),
    "all of all": chain(lambda end: {"allOf": [end, end]}, 200),
    "brackets in brackets": json.loads('{"items":' * 98 + "{}" + "}" * 98),
    "products": {
        "allOf": [
            {"anyOf": [{"properties": {f"{i}-{j}": {}}, "required": [f"{i}-{j}"]} for j in range(8)]} for i in range(8)
        ]
    },
    "many properties": {"properties": {f"k{i}": {} for i in range(399)}},
    "a pattern of many states": {"type": "string", "pattern": "^.*x.{1000}$"},
    "more states": {"type": "string", "pattern": "^(x?){500}x{500}$"},
    "repeated repetitions": {"type": "string", "pattern": "^((x{1,100}){1,100}){1,100}$"},
    "patterns at once": {"anyOf": [{"type": "string", "pattern": f"^.*x.{{{i}}}$"} for i in range(300)]},
    "patterns of one text": {"type": "string", "allOf": [{"pattern": f"(.*[a-{x}].{{9}})+"} for x in "bcdefghi"]},
    "a long list": {"type": "array", "minItems": 10**6, "items": {"type": "array", "minItems": 10**6}},
    "a long text": {"type": "string", "minLength": 10**8},
    "multiples": {"type": "integer", "multipleOf": 99_991, "minimum": 1},
    "a large number": {"type": "integer", "maximum": 10**300},
    "without end": {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}},
    "holding itself": {"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/a"}, "minItems": 1}}},
}  # fmt: skip


def test_of_a_text_without_a_choice_no_more_than_its_beginning_is_cut_into_tokens() -> None:
    """It is asked for anew with each token: all of it took seconds each time."""
    tokens = json_matcher._Tokens(VOCABULARY)
    assert tokens("x" * 10**6) == [NUMBERS[b"x" * 40]] * json_matcher.ENOUGH
    assert tokens("colours") == [NUMBERS[b"colours"]] and tokens("") == []
    text, found, written = "é漢\n😀" * 200, matcher({"const": "é漢\n😀" * 200}), b""
    while not found.allows(VOCABULARY.end_token):
        token = int(np.flatnonzero(found.fitting())[0])
        found.accept(token)
        written += VOCABULARY.piece(token)
    assert json.loads(written) == text


@pytest.mark.parametrize("schema", [{"pattern": "^(a{701}){100}$"}, {"patternProperties": {"^(a{701}){100}$": {}}}])
def test_counts_within_counts_are_bounded(schema: dict[str, object]) -> None:
    with pytest.raises(BadForm, match="multiply to 70,100"):
        matcher({"allOf": [schema]})
    matcher({"type": "string", "pattern": "^(?:[0-9a-f]{2}){1,8192}[a-z]{50000}$"})


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_schemas_are_refused_or_come_to_an_end(name: str) -> None:
    """The process lives, and the library gives up by itself where something takes too much."""
    try:
        found = matcher(HOSTILE[name])
    except BadForm:
        return
    for _ in range(30):
        fits = [token for token, fit in enumerate(found.fitting()) if fit and not VOCABULARY.is_end(token)]
        if not fits:
            break
        found.accept(max(fits, key=lambda token: len(VOCABULARY.piece(token))))


SIMPLE = st.sampled_from(
    [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}, {"type": "null"}, {"enum": ["x", 1, None]},
     {"const": "y"},
     {"type": "string", "minLength": 1, "maxLength": 9}, {"type": "string", "pattern": "^a+b$"},
     {"type": "string", "format": "date"}]
)  # fmt: skip
ANY_SCHEMA = st.recursive(
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


@given(ANY_SCHEMA)
def test_schemas_of_all_kinds_can_be_used(schema: dict[str, object]) -> None:
    """A reply can be begun; names that hold halves of characters cannot be written, and that is told."""
    halves = "\\ud" in json.dumps(schema)
    with contextlib.suppress(BadForm) if halves else contextlib.nullcontext():
        assert matcher(schema).fitting().any()


def test_numbers_beyond_all_bounds_are_no_schema() -> None:
    with pytest.raises(BadForm):
        matcher({"type": "number", "minimum": math.inf})


def test_long_strings_with_a_longest_length_come_to_their_end() -> None:
    shape = {
        "type": "object",
        "properties": {"title": {"type": "string"}, "essay": {"type": "string", "maxLength": 10_000}},
    }
    found = matcher({**shape, "required": ["title", "essay"]})
    for character in json.dumps({"title": "t", "essay": "word " * 1900}, separators=(",", ":")).encode():
        token = NUMBERS[bytes([character])]
        assert found.fitting()[token]
        found.accept(token)
    assert found.allows(VOCABULARY.end_token)
