"""Calls that are asked for: what the grammar of a family lets through, the family's reader reads as that call."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.errors import BadForm
from engine.prompt.marks import MarkReader, marks_of
from engine.prompt.tools import shapes
from engine.prompt.tools.asked import AskedCall, asked_call
from engine.prompt.tools.events import Tool, joined
from engine.prompt.tools.formats import FAMILIES, ToolFormat, call_schema, format_of
from engine.protocol import Sampling
from engine.sampling.call_form import controls, form_with
from engine.sampling.json_matcher import JsonMatcher
from engine.sampling.output_format import OutputGrammar, schema_grammar
from engine.server import conversation
from engine.server.conversation import form_of_reply
from engine.server.openai_requests import forced
from engine.server.problems import HttpProblem
from engine.server.replies import Asked
from engine.server.turns import TurnBeginning
from tests.engine.test_families import templates
from tests.engine.test_json_matcher import SmallVocabulary

__all__ = ["templates"]

WORD, COUNT, SURE = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
KIND = {"type": "string", "enum": ["grey heron", "owl"]}
SIZES = {"type": "array", "items": {"type": "number"}}
PLACE = {"type": "object", "properties": {"name": WORD, "far": SURE}, "required": ["name"]}
TOOLS = (
    Tool("look", parameters={
        "type": "object", "required": ["word", "sizes"],
        "properties": {"kind": KIND, "word": WORD, "n": COUNT, "sizes": SIZES, "place": PLACE, "sure": SURE},
    }),
    Tool("count-all", parameters={"type": "object", "properties": {"n": COUNT}, "additionalProperties": False}),
)  # fmt: skip
VARIANTS = {  # what in a template has a family write otherwise
    "mistral": ("", "[ARGS]", "[CALL_ID] [ARGS]"), "deepseek": ("", "```json"), "listed": ("", "<tool_calls>["),
    "coder": ("", "<parameter=", "<parameter= <seed:tool_call>"), "dsml": ("", "function_calls"),
}  # fmt: skip
WRITERS = [(family, template) for family in FAMILIES for template in VARIANTS.get(family.name, ("",))]
BARE = {"llama", "firefunction", "minicpm", "atem"}  # no mark of a call is a control token
NO_FORM = {"gigachat roles"}  # its calls are messages of a role of their own
CONTROL = re.compile(r'<[^<>\s="]+>|<\|"\|>|\[[A-Z_]+\]')  # as control tokens are named
MARKS = sorted({mark for family in FAMILIES for mark in family.marks if CONTROL.fullmatch(mark)}, key=len, reverse=True)
MARKS += ["]<]minimax[>[", "<|open|>", "<|close|>", "<|sep|>"]


class MarkedVocabulary(SmallVocabulary):
    """Bytes and longer tokens, and each of ``marks`` as a control token, or only as bytes without any."""

    def __init__(self, marks: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._marks = {mark: self.n_vocab - 2 + n for n, mark in enumerate(marks)}
        self._all[-2:-2] = [b""] * len(marks)
        self.n_vocab = len(self._all)
        self._texts = {token: mark.encode() for mark, token in self._marks.items()}

    def piece(self, token: int, *, special: bool = False) -> bytes:
        return self._texts.get(token, b"") if special and token in self._texts else self._all[token]

    def tokenize(self, text: str, *, special: bool = True, marked: bool = False) -> list[int]:
        found: list[int] = []
        while text:
            mark = next((mark for mark in self._marks if text.startswith(mark)), "")
            found += [self._marks[mark]] if mark else text[0].encode()
            text = text[len(mark) or 1 :]
        return found


class ServedVocabulary(MarkedVocabulary):
    """What the form of a reply needs of a model."""

    bos_text = eos_text = ""

    def __init__(self, marks: tuple[str, ...], template: str) -> None:
        super().__init__(marks)
        self.template = template


def served(*marks: str, template: str = "") -> Any:
    """The same in place of a model."""
    return ServedVocabulary(marks, template)


def form_of_call(call: AskedCall, vocabulary: MarkedVocabulary, marks: tuple[str, ...]) -> OutputGrammar:
    return form_with(call, controls(vocabulary, marks))


def matcher(call: AskedCall, vocabulary: MarkedVocabulary, family: ToolFormat) -> JsonMatcher:
    return JsonMatcher(vocabulary, form_of_call(call, vocabulary, family.marks).grammar)


def accepted(text: str, found: JsonMatcher, vocabulary: MarkedVocabulary) -> bool:
    for token in vocabulary.tokenize(text):
        if not found.allows(token):
            return False
        found.accept(token)
    return found.allows(vocabulary.end_token)


def called(family: ToolFormat, template: str, text: str) -> tuple[str, list[tuple[str, Any]]]:
    """Text and calls of a reply, as the program is told it."""
    marks = MarkReader(marks_of("<|channel|>analysis<|message|>" if family.name == "harmony" else "").with_calls())
    told = (marks.feed(text.encode()) + marks.finish()).decode()
    parser = family.parser(TOOLS)
    said, calls = joined([*parser.feed(told), *parser.finish()])
    return said, [(call.name, json.loads(call.arguments)) for call in calls]


# --------------------------------------------------------------------------- replies made from shapes

PROSE = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12)


def value(draw: st.DrawFn, schema: dict[str, Any]) -> Any:
    match schema.get("type"):
        case "string":
            return draw(st.sampled_from(schema["enum"]) if "enum" in schema else PROSE)
        case "integer":
            return draw(st.integers(-9, 9999))
        case "number":
            return draw(st.sampled_from([0, -3, 2.5, 1e20]))
        case "boolean":
            return draw(st.booleans())
        case "array":
            return [value(draw, schema["items"]) for _ in range(draw(st.integers(0, 3)))]
    needed = schema.get("required", [])
    return {
        name: value(draw, one) for name, one in schema.get("properties", {}).items()
        if name in needed or draw(st.booleans())
    }  # fmt: skip


def written(draw: st.DrawFn, shape: shapes.Shape) -> str:
    """A text of a shape."""
    match shape:
        case str():
            return shape
        case tuple():
            return "".join(written(draw, part) for part in shape)
        case shapes.OneOf():
            return written(draw, draw(st.sampled_from(shape.options)))
        case shapes.Perhaps():
            return written(draw, shape.inner) if draw(st.booleans()) else ""
        case shapes.Repeated():
            return shape.between.join(written(draw, shape.inner) for _ in range(draw(st.integers(0, 3))))
        case shapes.JsonOf():
            return json.dumps(value(draw, shape.schema), ensure_ascii=False)
        case shapes.FreeText():
            text = draw(PROSE)
            return (text if not any(mark in text + shape.end[:-1] for mark in (shape.end,)) else "") + shape.end
        case shapes.Matching():
            return draw(st.from_regex(shape.pattern, fullmatch=True).filter(lambda text: "\\" not in text))
        case shapes.Later():
            return written(draw, shape.meant)


@st.composite
def replies(draw: st.DrawFn) -> tuple[ToolFormat, str, AskedCall, str]:
    family, template = draw(st.sampled_from([pair for pair in WRITERS if pair[0].name not in NO_FORM]))
    call = asked_call(family.name, template, TOOLS)
    assert call is not None
    return family, template, call, written(draw, call.shape)


@settings(max_examples=80)
@given(replies(), st.booleans())
def test_what_a_family_writes_fits_its_grammar_and_is_read_as_the_call(
    reply: tuple[ToolFormat, str, AskedCall, str], controls: bool
) -> None:
    family, template, call, text = reply
    vocabulary = MarkedVocabulary(tuple(MARKS) if controls else ())
    assert accepted(text, matcher(call, vocabulary, family), vocabulary), text
    said, [(name, arguments)] = called(family, template, text)
    assert not said.strip() or said.startswith("<think>")
    if name == "count-all":
        assert set(arguments) <= {"n"}
        return
    assert name == "look"
    assert {"word", "sizes"} <= set(arguments) <= {"kind", "word", "n", "sizes", "place", "sure"}
    assert isinstance(arguments["word"], str) and isinstance(arguments["sizes"], list)
    assert arguments.get("kind", "owl") in KIND["enum"]
    assert isinstance(arguments.get("n", 0), int) and isinstance(arguments.get("sure", True), bool)
    assert isinstance(arguments.get("place", {"name": ""})["name"], str)


@pytest.mark.parametrize("family", [family for family in FAMILIES if family.name not in NO_FORM], ids=lambda f: f.name)
@pytest.mark.parametrize("seed", range(2))
def test_what_the_grammar_lets_through_is_read_as_the_call(family: ToolFormat, seed: int) -> None:
    tool = Tool("look", parameters={
        "type": "object", "properties": {"kind": KIND, "n": COUNT, "sure": SURE}, "required": ["kind"],
        "additionalProperties": False,
    })  # fmt: skip
    call, chance, vocabulary = asked_call(family.name, "", [tool]), random.Random(seed), MarkedVocabulary(tuple(MARKS))
    assert call is not None
    if call.thoughts:
        call = AskedCall(call.shape[1])  # type: ignore[index]
    found, text = matcher(call, vocabulary, family), b""
    while not found.allows(vocabulary.end_token):
        token = chance.choice([int(at) for at in np.flatnonzero(found.fitting()) if not vocabulary.is_end(int(at))])
        found.accept(token)
        text += vocabulary.piece(token, special=True)
        assert len(text) < 4000
    said, [(name, arguments)] = called(family, "", text.decode())
    assert (said.strip(), name) == ("", "look")
    assert arguments["kind"] in KIND["enum"] and set(arguments) <= {"kind", "n", "sure"}


@pytest.mark.parametrize("family", [family for family in FAMILIES if family.name not in NO_FORM], ids=lambda f: f.name)
def test_the_marks_of_a_call_are_control_tokens_where_the_model_has_them(family: ToolFormat) -> None:
    call = asked_call(family.name, "", TOOLS)
    assert call is not None
    vocabulary = MarkedVocabulary(tuple(MARKS))
    grammar = form_of_call(call, vocabulary, family.marks).grammar
    known = controls(vocabulary, family.marks)
    text = json.loads(grammar)["grammars"][0]["lark_grammar"]
    assert not any(json.dumps(mark, ensure_ascii=False)[1:-1] in text for mark in known)
    assert any(f"<[{token}]>" in text for token in known.values()) or family.name in BARE


def test_a_tool_or_a_family_without_a_form_is_asked_for_json() -> None:
    assert asked_call("gigachat roles", "", TOOLS) is None
    assert asked_call("hermes", "", [*TOOLS, Tool("look it up")]) is None
    assert asked_call("coder", "<parameter=", [Tool("f", parameters={"properties": {"a b": WORD}})]) is None


@pytest.mark.parametrize("n", [1, 2])
def test_references_of_a_tool_hold_where_it_is_asked_for_in_json(n: int) -> None:
    node = {"type": "object", "properties": {"n": COUNT, "next": {"$ref": "#/$defs/node"}}, "required": ["n"]}
    parameters = {
        "$id": "https://example.org/tool.json", "type": "object", "required": ["list"],
        "properties": {"list": {"$ref": "#/$defs/node"}}, "$defs": {"node": node},
    }  # fmt: skip
    tools = [Tool(f"look it up {i}", parameters=parameters) for i in range(n)]
    vocabulary = MarkedVocabulary()
    for text, fits in (('{"n": 1, "next": {"n": 2}}', True), ('{"n": 1, "next": {}}', False)):
        reply = f'{{"name": "look it up {n - 1}", "arguments": {{"list": {text}}}}}'
        found = JsonMatcher(vocabulary, schema_grammar(call_schema(tools)))
        assert accepted(reply, found, vocabulary) is fits
    assert parameters["properties"] == {"list": {"$ref": "#/$defs/node"}}


TAGGED = ("coder", "glm", "minimax", "dsml", "minicpm", "hunyuan", "minimax tags", "kimi tags", "atem", "lfm2", "gemma")


@pytest.mark.parametrize("marked", [False, True], ids=["", "with control tokens"])
@pytest.mark.parametrize("name", TAGGED)
def test_what_a_schema_says_of_a_text_is_kept_in_tags(name: str, marked: bool) -> None:
    family = next(one for one in FAMILIES if one.name == name)
    vocabulary = MarkedVocabulary(tuple(MARKS) if marked else ())
    template = "<parameter=" if name == "coder" else ""

    def fits(schema: dict[str, Any], text: str) -> bool:
        said = {"type": "object", "properties": {"a": {"type": "string", **schema}}, "required": ["a"]}
        call = asked_call(name, template, [Tool("look", parameters=said)])
        known = {**said, "properties": {"a": {"type": "string", "const": text}}}
        written_out = asked_call(name, template, [Tool("look", parameters=known)])
        assert call is not None and written_out is not None
        told = "".join(str(part) for part in _flat(written_out.shape))
        found = accepted(told, matcher(call, vocabulary, family), vocabulary)
        if found:
            assert called(family, template, told)[1] == [("look", {"a": text})]
        return found

    said = {"minLength": 2, "maxLength": 3}
    assert [text for text in ("a", "äb", "abc", "abcd") if fits(said, text)] == ["äb", "abc"]
    assert [text for text in ("abc", "abd") if fits({"pattern": "^[a-c]+$"}, text)] == ["abc"]
    assert [text for text in ("ab/c", "xa", "ax", "b") if fits({"pattern": "b/|^x"}, text)] == ["ab/c", "xa"]
    assert fits({"pattern": "^a", "maxLength": 2}, "ab") and not fits({"pattern": "^a", "maxLength": 2}, "abc")
    assert fits({"pattern": "(^a)b"}, "zzz"), "what can't be kept isn't"


@example("[|^/]b", "/b")
@example("\\", "")
@given(st.text(st.sampled_from("ab|^$()\\/\n."), max_size=8), st.text(st.sampled_from("ab/\n"), max_size=4))
def test_a_pattern_that_is_kept_is_looked_for_anywhere(pattern: str, text: str) -> None:
    told = shapes.searched(pattern)
    try:
        wanted = re.compile(pattern)
    except re.error:
        return  # the grammar's library says so
    if told:
        assert "\n" not in told and not re.search(r"(?<!\\)(\\\\)*/", told)
        assert bool(re.fullmatch(told.replace("\\/", "/"), text)) == bool(wanted.search(text)) or "$" in pattern


def test_names_that_python_does_not_take_are_written_as_json() -> None:
    call = asked_call("lfm2", "", [Tool("look", parameters={"properties": {"from": WORD}})])
    assert call is not None
    family, vocabulary = next(one for one in FAMILIES if one.name == "lfm2"), MarkedVocabulary()
    text = '<|tool_call_start|>[{"name": "look", "arguments": {"from": "here"}}]<|tool_call_end|>'
    assert accepted(text, matcher(call, vocabulary, family), vocabulary)
    assert called(family, "", text) == ("", [("look", {"from": "here"})])


def test_numbers_beyond_all_bounds_stay_json() -> None:
    family = next(one for one in FAMILIES if one.name == "coder")
    parser = family.parser([Tool("look")])
    text = "<function=look>\n<parameter=n>\n[1e999]\n</parameter>\n<parameter=m>\nNaN\n</parameter>\n</function>"
    _, [call] = joined([*parser.feed(text), *parser.finish()])
    assert call.arguments == '{"n": [1e999], "m": "NaN"}'


def test_numbers_beyond_all_bounds_stay_json_in_tags_in_tags() -> None:
    family, mark = next(one for one in FAMILIES if one.name == "minimax tags"), "]<]minimax[>["
    listed = f"{mark}<n>{mark}<item>1e999{mark}</item>{mark}<item>2{mark}</item>{mark}</n>"
    text = f'{mark}<tool_call>\n{mark}<invoke name="look">{mark}<o>{mark}<a>1e999{mark}</a>{mark}</o>{listed}'
    parser = family.parser([Tool("look")])
    _, [call] = joined([*parser.feed(f"{text}{mark}</invoke>\n{mark}</tool_call>"), *parser.finish()])
    assert call.arguments == '{"o": {"a": 1e999}, "n": [1e999, 2]}'


# --------------------------------------------------------------------------- schemas of clients that mean no good


@pytest.mark.parametrize("name", ["gemma", "glm", "lfm2"])
def test_a_tool_may_have_more_parameters_than_calls_go_deep(name: str) -> None:
    properties = {f"p{i}": COUNT for i in range(600)}
    family, vocabulary = next(one for one in FAMILIES if one.name == name), MarkedVocabulary()
    call = asked_call(name, "", [Tool("look", parameters={"type": "object", "properties": properties})])
    assert call is not None
    assert form_of_call(call, vocabulary, family.marks).grammar


def test_a_type_that_is_said_many_times_is_one_type() -> None:
    schema: dict[str, Any] = WORD
    for _ in range(shapes.MOST_DEPTH):  # each of them as often as that in each of those before it
        schema = {"type": ["array"] * 30, "items": schema}
    shape = asked_call("gemma", "", [Tool("look", parameters={"type": "object", "properties": {"a": schema}})])
    assert shape is not None
    assert len(form_of_call(shape, MarkedVocabulary(), ()).grammar) < 4000


def test_a_known_value_that_is_nested_too_deeply_is_refused_as_in_json() -> None:
    deep: list[Any] = []
    for _ in range(700):
        deep = [deep]
    tool = Tool("look", parameters={"type": "object", "properties": {"a": {"const": deep}}})
    model = served(template="{{ tools }}{{ messages }}<|tool_call>")
    assert format_of(model.template).name == "gemma"
    with pytest.raises(BadForm):
        form_of_reply(model, Sampling(output="schema", form=json.dumps(tool.parameters)), (tool,))


def test_definitions_stand_only_with_what_refers_to_them() -> None:
    parameters = {"properties": {"a": COUNT, "b": {"$ref": "#/$defs/c"}}, "$defs": {"c": COUNT}}
    found = shapes.properties_of(parameters)
    assert found == {"a": COUNT, "b": {"$ref": "#/$defs/c", "$defs": {"c": COUNT}}}


@pytest.mark.parametrize("name", TAGGED)
def test_patterns_are_bounded_in_tags_too(name: str) -> None:
    said = {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(a{1000}){71}$"}}, "required": ["a"]}
    call = asked_call(name, "<parameter=" if name == "coder" else "", [Tool("look", parameters=said)])
    assert call is not None
    with pytest.raises(BadForm, match="multiply to 71,000"):
        form_of_call(call, MarkedVocabulary(), ())


@pytest.mark.parametrize(
    ("pattern", "code"),
    [
        ("(a{1000}){71}", "schema.repeats_nested"),
        ("(?=a)b", "schema.look_around"),
        (r"\q", "schema.pattern"),
    ],
)
def test_why_a_pattern_in_tags_cannot_be_used_is_told_by_its_code(pattern: str, code: str) -> None:
    said = {"type": "object", "properties": {"a": {"type": "string", "pattern": pattern}}, "required": ["a"]}
    call = asked_call("coder", "<parameter=", [Tool("look", parameters=said)])
    assert call is not None
    with pytest.raises(BadForm) as caught:
        form_of_call(call, MarkedVocabulary(), ())
    assert caught.value.text.code == code


def test_schemas_of_all_tools_are_bounded_before_each_is_looked_at() -> None:
    told = {"type": "object", "properties": {"n": {"type": "integer", "description": "x" * 40_000}}}
    call = asked_call("hermes", "", [Tool(f"look{i}", parameters=told) for i in range(10)])
    assert call is not None
    with pytest.raises(BadForm):
        form_of_call(call, MarkedVocabulary(), ())


def test_the_form_of_the_same_tools_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(family: str, template: str, tools: tuple[Tool, ...]) -> AskedCall | None:
        made.append(tools[0].name)
        return asked_call(family, template, tools)

    monkeypatch.setattr("engine.server.conversation.asked_call", counted)
    conversation._form_of.cache_clear()
    found = []
    for name, marks in (("look", ()), ("look", ()), ("find", ()), ("look", ("<tool_call>",)), ("find", ())):
        found.append(form_of_reply(served(*marks), Sampling(output="schema", form="{}"), (Tool(name),)))
    assert made == ["look", "find", "look"]
    assert found[0] == found[1] != found[3] and found[2] == found[4]


def test_tools_that_are_too_long_to_be_held_to_are_refused_with_numbers() -> None:
    told = {"type": "object", "properties": {"n": {"type": "integer", "description": "x" * 30_000}}}
    asked = Asked(TurnBeginning(tools=tuple(Tool(f"look{i}", parameters=told) for i in range(10))), (), Sampling())
    with pytest.raises(HttpProblem, match=r"302,\d+ characters\. The limit is 262,144\. Name one") as refused:
        forced(asked)
    assert (refused.value.status, refused.value.param) == (400, "tools")
    assert forced(asked, "look3").calls == (asked.beginning.tools[3],)


@pytest.mark.native
def test_every_template_with_a_form_is_asked_in_what_its_reader_reads(templates: dict[str, str]) -> None:
    tool, asked = Tool("time", parameters={"type": "object", "properties": {}, "additionalProperties": False}), 0
    for source in templates.values():
        family = format_of(source)
        call = asked_call(family.name, source, [tool])
        if call is None:
            continue
        parser = family.parser([tool])
        text = "".join(part if isinstance(part, str) else "{}" for part in _flat(call.shape))
        _, calls = joined([*parser.feed(text), *parser.finish()])
        assert [one.name for one in calls] == ["time"], text
        asked += 1
    assert asked > 40


def _flat(shape: shapes.Shape) -> list[shapes.Shape]:
    """Its parts, without those that may be left out, the first of several."""
    if isinstance(shape, tuple):
        return [part for one in shape for part in _flat(one)]
    if isinstance(shape, shapes.OneOf):
        return _flat(shape.options[0])
    if isinstance(shape, shapes.Matching):
        return ["abcdefghi"]
    return [] if isinstance(shape, shapes.Perhaps) else [shape]
