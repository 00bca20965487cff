"""Calls as the families of models write them, whole, garbled and cut anywhere."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.prompt.marks import PLAIN, MarkReader, marks_of
from engine.prompt.template import ChatTemplate
from engine.prompt.tools.events import CallArguments, Tool, ToolCall, ToolEvent, joined
from engine.prompt.tools.formats import FAMILIES, ToolFormat, format_of
from engine.prompt.tools.turns import calls_piece
from tests.engine.test_families import templates

__all__ = ["templates"]

NAMED = {family.name: family for family in FAMILIES}
TOOLS = (
    Tool("look", parameters={"properties": {"word": {"type": "string"}, "n": {"type": "integer"}}}),
    Tool("time"),
)
LOOK: tuple[str, Any] = ("look", {"word": 'a "b" }', "n": 2})
TIME: tuple[str, Any] = ("time", {})
JSON = json.dumps(LOOK[1])

WHOLE = {"lfm2", "gemma"}  # families whose arguments are known only when a call is whole

Call = tuple[str, Any]

REPLIES: list[tuple[str, str, str, list[Call]]] = [
    ("mistral", f'[TOOL_CALLS][{{"name": "look", "arguments": {JSON}, "id": "abcdefghi"}}]', "", [LOOK]),
    ("mistral", '[TOOL_CALLS] [{"name": "time", "arguments": {}}, {"name": "time"}]', "", [TIME, TIME]),
    ("mistral", f"So.[TOOL_CALLS]look[ARGS]{JSON}[TOOL_CALLS]time[CALL_ID]abcdefghi[ARGS]{{}}", "So.", [LOOK, TIME]),
    ("mistral", "[TOOL_CALLS] is a mark.", "[TOOL_CALLS] is a mark.", []),
    (
        "deepseek",
        f"So.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>look<｜tool▁sep｜>{JSON}<｜tool▁call▁end｜>"
        "<｜tool▁call▁begin｜>time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "So.", [LOOK, TIME],
    ),
    (
        "deepseek",
        f"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>look\n```json\n{JSON}\n```<｜tool▁call▁end｜>\n"
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>time\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "", [LOOK, TIME],
    ),
    ("deepseek", "<｜tool▁calls▁begin｜>none", "<｜tool▁calls▁begin｜>none", []),
    (
        "kimi",
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.look:0<|tool_call_argument_begin|>"
        f"{JSON}<|tool_call_end|><|tool_call_begin|>functions.time:1<|tool_call_argument_begin|>{{}}<|tool_call_end|>"
        "<|tool_calls_section_end|>",
        "", [LOOK, TIME],
    ),
    (
        "command",
        f'So.<|START_ACTION|>[\n {{"tool_call_id": "0", "tool_name": "look", "parameters": {JSON}}}\n]<|END_ACTION|>',
        "So.", [LOOK],
    ),
    ("granite", f'<|tool_call|>[{{"name": "look", "arguments": {JSON}}}, {{"name": "time"}}]', "", [LOOK, TIME]),
    ("granite", "<|tool_call|>[1, 2]", "<|tool_call|>[1, 2]", []),
    ("nemotron", f'<TOOLCALL>[{{"name": "look", "arguments": {JSON}}}]</TOOLCALL> So.', "So.", [LOOK]),
    ("firefunction", f'So. functools[{{"name": "look", "arguments": {JSON}}}]', "So.", [LOOK]),
    ("firefunction", "import functools [sic]", "import functools [sic]", []),
    (
        "listed",
        f'<tool_calls>\n{{"name": "look", "arguments": {JSON}}}\n{{"name": "time", "arguments": {{}}}}\n</tool_calls>',
        "", [LOOK, TIME],
    ),
    ("listed", f'<tool_calls>[{{"name": "look", "arguments": {JSON}}}]</tool_calls>', "", [LOOK]),
    ("hermes", f'[{{"name": "look", "arguments": {JSON}}}, {{"name": "time", "arguments": {{}}}}]', "", [LOOK, TIME]),
    ("hermes", '[{"name": "else", "arguments": {}}]', '[{"name": "else", "arguments": {}}]', []),
    ("hermes", 'So. <tool_call>none</tool_call>', 'So. <tool_call>none</tool_call>', []),
    ("hermes", '<tool_call>{"name": "time", "arguments": {}} I wait.', "I wait.", [TIME]),
    (
        "coder",
        'So.\n<tool_call>\n<function=look>\n<parameter=word>\na "b" }\n</parameter>\n<parameter=n>\n2\n</parameter>\n'
        "</function>\n</tool_call>\n<tool_call>\n<function=time>\n</function>\n</tool_call>",
        "So.", [LOOK, TIME],
    ),
    (
        "coder",
        "<seed:tool_call>\n<function=look>\n<parameter=word>\n\na\n<b>\n\n</parameter>\n<parameter=n>None</parameter>\n"
        "<parameter=more>[1, 2]</parameter><parameter=else>x\ny</parameter>\n</function>\n</seed:tool_call>",
        "", [("look", {"word": "\na\n<b>\n", "n": None, "more": [1, 2], "else": "x\ny"})],
    ),
    ("coder", f"<function=look>{JSON}</function> So.", "So.", [LOOK]),
    ("coder", '<tool_call>{"name": "time", "arguments": {}}</tool_call>', "", [TIME]),
    ("coder", "<tool_call>\n<function a>\n</tool_call> x", "<tool_call>\n<function a>\n</tool_call> x", []),
    (
        "glm",
        'So.\n<tool_call>look\n<arg_key>word</arg_key>\n<arg_value>a "b" }</arg_value>\n<arg_key>n</arg_key>\n'
        "<arg_value>2</arg_value>\n</tool_call><tool_call>time</tool_call>",
        "So.", [LOOK, TIME],
    ),
    ("glm", "<tool_call>no name at all</tool_call>", "<tool_call>no name at all</tool_call>", []),
    (
        "minimax",
        '<minimax:tool_call>\n<invoke name="look">\n<parameter name="word">a "b" }</parameter>\n'
        '<parameter name="n">2</parameter>\n</invoke>\n<invoke name="time">\n</invoke>\n</minimax:tool_call>',
        "", [LOOK, TIME],
    ),
    (
        "dsml",
        '<｜DSML｜function_calls>\n<｜DSML｜invoke name="look">\n<｜DSML｜parameter name="word" string="true">a "b" }'
        '</｜DSML｜parameter>\n<｜DSML｜parameter name="n" string="false">2</｜DSML｜parameter>\n</｜DSML｜invoke>\n'
        '<｜DSML｜invoke name="time">\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
        "", [LOOK, TIME],
    ),
    (
        "lfm2", "So.<|tool_call_start|>[look(word='a \"b\" }', n=2), time()]<|tool_call_end|>Then.",
        "So.Then.", [LOOK, TIME],
    ),
    ("lfm2", f'<|tool_call_start|>[{{"name": "look", "arguments": {JSON}}}]<|tool_call_end|>', "", [LOOK]),
    ("lfm2", "<|tool_call_start|>[a.b(c=[-1, {'d': (true, None)}])]", "", [("a.b", {"c": [-1, {"d": [True, None]}]})]),
    ("lfm2", "<|tool_call_start|>[look(2)]<|tool_call_end|>", "<|tool_call_start|>[look(2)]<|tool_call_end|>", []),
    ("llama", f'{{"name": "look", "parameters": {JSON}}}', "", [LOOK]),
    ("llama", f'{{"type": "function", "name": "look", "parameters": {JSON}}}; {{"name": "time", "parameters": {{}}}}',
     "", [LOOK, TIME]),
    ("llama", f'<|python_tag|>{{"name": "look", "parameters": {JSON}}}', "", [LOOK]),
    ("llama", "<|python_tag|>look.call(word='a \"b\" }', n=2)", "", [LOOK]),
    ("llama", "<|python_tag|>print(1 + 1)", "<|python_tag|>print(1 + 1)", []),
    ("gemma", 'So.<|tool_call>call:look{n:2,word:<|"|>a "b" }<|"|>}<tool_call|><|tool_call>call:time{}<tool_call|>',
     "So.", [LOOK, TIME]),
    ("gemma", '<|tool_call>call:f{a:[1.5,{<|"|>b c<|"|>:null}],d:true,e:word}<tool_call|>',
     "", [("f", {"a": [1.5, {"b c": None}], "d": True, "e": "word"})]),
    ("gemma", "<|tool_call>call:f{a:<b}<tool_call|>", "<|tool_call>call:f{a:<b}<tool_call|>", []),
    ("minicpm", 'So.\n<function name="look"><param name="word">a "b" }</param><param name="n">2</param></function>\n'
     '<function name="time"></function>', "So.", [LOOK, TIME]),
    (
        "hunyuan",
        "<tool_calls:opensource>\n<tool_call:opensource>look<tool_sep:opensource>\n<arg_key:opensource>word"
        '</arg_key:opensource>\n<arg_value:opensource>a "b" }</arg_value:opensource>\n<arg_key:opensource>n'
        "</arg_key:opensource>\n<arg_value:opensource>2</arg_value:opensource>\n</tool_call:opensource>\n"
        "<tool_call:opensource>time<tool_sep:opensource>\n</tool_call:opensource>\n</tool_calls:opensource>",
        "", [LOOK, TIME],
    ),
    (
        "minimax tags",
        'So.]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="look">]<]minimax[>[<word>a "b" }]<]minimax[>[</word>'
        ']<]minimax[>[<n>2]<]minimax[>[</n>]<]minimax[>[</invoke>\n]<]minimax[>[<invoke name="time">'
        "]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>",
        "So.", [LOOK, TIME],
    ),
    (
        "minimax tags",
        ']<]minimax[>[<invoke name="f">]<]minimax[>[<a>]<]minimax[>[<item>]<]minimax[>[<item>1]<]minimax[>[</item>'
        "]<]minimax[>[</item>]<]minimax[>[<item>]<]minimax[>[<k>b c]<]minimax[>[</k>]<]minimax[>[</item>"
        "]<]minimax[>[</a>]<]minimax[>[</invoke>",
        "", [("f", {"a": [[1], {"k": "b c"}]})],
    ),
    (
        "kimi tags",
        'So.<|open|>tools<|sep|><|open|>call tool="look" index="1"<|sep|><|open|>argument key="word" type="string"'
        '<|sep|>a "b" }<|close|>argument<|sep|><|open|>argument key="n" type="number"<|sep|>2<|close|>argument<|sep|>'
        '<|close|>call<|sep|><|open|>call tool="time" index="2"<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
        "So.", [LOOK, TIME],
    ),
    (
        "atem",
        'So.<atem:function_calls>\n<atem:invoke name="look">\n<atem:parameter name="word">a "b" }</atem:parameter>\n'
        '<atem:parameter name="n">2</atem:parameter>\n</atem:invoke>\n<atem:invoke name="time">\n</atem:invoke>\n'
        "</atem:function_calls>",
        "So.", [LOOK, TIME],
    ),
    ("apertus", f'So.<|tools_prefix|>[{{"look": {JSON}}}, {{"time": {{}}}}]<|tools_suffix|>', "So.", [LOOK, TIME]),
    ("apertus", '<|tools_prefix|>["look"]', '<|tools_prefix|>["look"]', []),
    ("gigachat", f'So.<|function_call|>{{"name": "look", "arguments": {JSON}}}', "So.", [LOOK]),
    ("gigachat roles", f'So.<|message_sep|>\n\nfunction call<|role_sep|>\n{{"name": "look", "arguments": {JSON}}}',
     "So.", [LOOK]),
    (
        "solar",
        f"<|tool_calls|><|tool_call:begin|>983396b5f<|tool_call:name|>look<|tool_call:args|>{JSON}<|tool_call:end|>"
        "<|tool_call:begin|>e0c4<|tool_call:name|>time<|tool_call:args|>{}<|tool_call:end|>",
        "", [LOOK, TIME],
    ),
    ("harmony", f"<|channel|>commentary to=functions.look <|constrain|>json<|message|>{JSON}<|call|>", "", [LOOK]),
    ("harmony", f"<|channel|>commentary to=functions.look<|channel|>commentary json<|message|>{JSON}", "", [LOOK]),
    ("harmony", f"So.\n\n<|channel|>commentary to=look<|message|>{JSON}\n\n<|channel|>commentary to=functions.time"
     " <|constrain|>json<|message|>{}", "So.", [LOOK, TIME]),
    ("harmony", "<|channel|>commentary to=all of you", "<|channel|>commentary to=all of you", []),
]  # fmt: skip
TEXTS = st.sampled_from([(name, reply) for name, reply, _, _ in REPLIES])
CUTS = st.lists(st.integers(0, 300), max_size=20)


def read(family: ToolFormat, pieces: list[str]) -> list[ToolEvent]:
    parser = family.parser(TOOLS)
    events = [event for piece in pieces for event in parser.feed(piece)]
    return events + parser.finish()


def cut(text: str, cuts: list[int]) -> list[str]:
    places = sorted({0, len(text), *(at for at in cuts if at < len(text))})
    return [text[a:b] for a, b in itertools.pairwise(places)]


@pytest.mark.parametrize(("name", "reply", "text", "calls"), REPLIES)
def test_calls_of_a_family_are_read(name: str, reply: str, text: str, calls: list[Call]) -> None:
    for pieces in ([reply], list(reply)):
        said, found = joined(read(NAMED[name], pieces))
        assert said == text
        assert [(call.name, json.loads(call.arguments)) for call in found] == calls


@given(TEXTS, st.integers(0, 400), CUTS)
def test_a_reply_that_ends_anywhere_reads_the_same_however_it_is_cut(
    reply: tuple[str, str], end: int, cuts: list[int]
) -> None:
    name, text = reply[0], reply[1][:end]
    assert joined(read(NAMED[name], cut(text, cuts))) == joined(read(NAMED[name], [text]))


@given(st.sampled_from(FAMILIES), st.data())
def test_garbled_replies_lose_no_text(family: ToolFormat, data: st.DataObject) -> None:
    marks = st.sampled_from([*family.marks, "look", "time", "{", "}", "[", "]", '"name": ', '"look"', ", ", " ", "\n"])
    text = "".join(data.draw(st.lists(marks | st.text(max_size=3), max_size=12)))
    said, calls = joined(read(family, [text]))
    assert joined(read(family, list(text))) == (said, calls)
    if not calls:
        assert said == text


@pytest.mark.parametrize("name", [name for name in NAMED if name not in WHOLE])
def test_arguments_stream(name: str) -> None:
    reply = next(reply for family, reply, _, calls in REPLIES if family == name and LOOK in calls)
    parser = NAMED[name].parser(TOOLS)
    pieces = [event for letter in reply for event in parser.feed(letter) if isinstance(event, CallArguments)]
    assert len(pieces) > 10


@pytest.mark.parametrize(
    ("schema", "said", "meant"),
    [
        ({"type": ["string", "null"]}, "12345", "12345"),
        ({"type": ["string", "null"]}, "null", None),
        ({"type": ["string", "null"]}, '"a"', "a"),
        ({"type": ["string", "integer"]}, "12345", 12345),
        ({"type": ["string", "integer"]}, "true", "true"),
        ({"type": ["string", "integer"]}, "1.5", "1.5"),
        ({"type": ["string", "number"]}, "1.5", 1.5),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "[1]", "[1]"),
        ({"anyOf": [{"type": "string"}, {"type": "array"}]}, "[1]", [1]),
        ({"anyOf": [{"type": "string"}, {"$ref": "#/x"}]}, "1", 1),
        ({"oneOf": [{"type": "string"}, {"type": "null"}]}, "1e999", "1e999"),
        ({"type": 5}, "1", 1),
        ({"anyOf": [5]}, "1", 1),
    ],
)
def test_a_value_that_may_be_a_string_is_one_if_it_is_nothing_else_that_is_declared(
    schema: dict[str, Any], said: str, meant: Any
) -> None:
    tools = [Tool("f", parameters={"properties": {"a": schema}})]
    for family, reply in (
        ("coder", f"<function=f>\n<parameter=a>\n{said}\n</parameter>\n</function>"),
        ("glm", f"<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>{said}</arg_value>\n</tool_call>"),
    ):
        parser = NAMED[family].parser(tools)
        _, (call,) = joined([*parser.feed(reply), *parser.finish()])
        assert json.loads(call.arguments) == {"a": meant}


@pytest.mark.parametrize(
    ("family", "reply"),
    [
        ("hermes", '<tool_call>{"name": "look\\ud800", "arguments": {}}</tool_call>'),
        ("hermes", '<tool_call>{"name": "look", "id": 1, "arguments": {"word": "\\ud800"}}</tool_call>'),
        ("coder", '<function=look>\n<parameter=n>"\\ud800"</parameter>\n</function>'),
        ("lfm2", '<|tool_call_start|>[look(word="\\ud800")]<|tool_call_end|>'),
        ("gemma", '<|tool_call>call:look{word:"\\ud800"}<tool_call|>'),
        ("mistral", '[TOOL_CALLS][{"name": "look", "arguments": "{\\"word\\": \\"\\ud800\\"}"}]'),
    ],
)
def test_halves_of_characters_in_calls_are_told_as_protocols_take_them(family: str, reply: str) -> None:
    _, (call,) = joined(read(NAMED[family], [reply]))
    assert "\ufffd" in call.name + call.arguments
    assert (call.name + call.arguments).encode()


def test_both_halves_of_a_character_are_one() -> None:
    reply = '<|tool_call_start|>[look(word="\\ud83d\\ude00")]<|tool_call_end|>'
    assert joined(read(NAMED["lfm2"], [reply]))[1] == [ToolCall("look", '{"word": "\U0001f600"}')]


def test_a_call_that_is_cut_off_is_no_whole_json() -> None:
    for end in ("wor", "<", "", "<parameter=wo", "<parameter=word>a"):
        _, (call,) = joined(read(NAMED["coder"], [f"<tool_call><function=look>{end}"]))
        assert call.arguments.startswith("{") and (end == "wor") == call.arguments.endswith("}")


THOUGHT, TURN = "<|channel|>analysis<|message|>Hm.", "<|end|><|start|>assistant"
ARGUMENTS = f"<|constrain|>json<|message|>{JSON}<|call|>"


@pytest.mark.parametrize(
    ("reply", "before"),
    [
        (f"{THOUGHT}{TURN}<|channel|>commentary to=functions.look {ARGUMENTS}", "<think>\nHm.\n</think>"),
        (f"{THOUGHT}{TURN} to=functions.look<|channel|>commentary {ARGUMENTS}", "<think>\nHm.\n</think>"),
        (f"{THOUGHT}{TURN}<|channel|>analysis to=functions.look {ARGUMENTS}", "<think>\nHm.\n</think>"),
        (f" to=functions.look<|channel|>commentary {ARGUMENTS}", ""),
        (f"{THOUGHT}{TURN}<|channel|>commentary<|message|>I look.{TURN}"
         f"<|channel|>commentary to=functions.look {ARGUMENTS}",
         "<think>\nHm.\n</think>\n\nI look."),
        (f"{THOUGHT} a to=b{TURN}<|channel|>final<|message|>I look to=b.",
         "<think>\nHm. a to=b\n</think>\n\nI look to=b."),
    ],
)  # fmt: skip
def test_reasoning_ends_before_a_call(reply: str, before: str) -> None:
    marks = marks_of("<|channel|>analysis<|message|>").with_calls()
    for pieces in ([reply], list(reply)):
        reader = MarkReader(marks)
        told = (b"".join(reader.feed(piece.encode()) for piece in pieces) + reader.finish()).decode()
        text, calls = joined(read(NAMED["harmony"], [told]))
        assert text == before
        assert [(call.name, json.loads(call.arguments)) for call in calls] == ([LOOK] if "functions" in reply else [])


def test_families_without_channels_keep_their_marks() -> None:
    assert PLAIN.with_calls() is PLAIN


def test_code_goes_to_the_tool_that_runs_code() -> None:
    parser = NAMED["llama"].parser([Tool("python"), *TOOLS])
    _, (call,) = joined([*parser.feed("<|python_tag|>print(1 + 1)\n"), *parser.finish()])
    assert (call.name, json.loads(call.arguments)) == ("python", {"code": "print(1 + 1)"})


@pytest.mark.parametrize(
    "body", ["(" * 5000, "[" * 100_000, "f(a=" + "-" * 5000 + "1)", "f(a=1e999)", "f(a='\\d')", "\0"]
)
def test_hostile_calls_are_text_or_calls(body: str) -> None:
    for name in WHOLE:
        mark = NAMED[name].signs[0]
        text, calls = joined(read(NAMED[name], [f"{mark}{body}"]))
        assert calls or text == mark + body


FAMILY_OF = {
    "openai-gpt-oss-120b": "harmony",
    "LFM2-8B-A1B": "lfm2",
    "LFM2.5-8B-A1B": "lfm2",
    "LFM2.5-Instruct": "lfm2",
    "meta-llama-Llama-3.1-8B-Instruct": "llama",
    "meta-llama-Llama-3.2-3B-Instruct": "llama",
    "meta-llama-Llama-3.3-70B-Instruct": "llama",
    "google-gemma-4-31B-it": "gemma",
    "google-gemma-4-31B-it-interleaved": "gemma",
    "ByteDance-Seed-OSS": "coder",
    "NVIDIA-Nemotron-3-Nano-30B-A3B-BF16": "coder",
    "Qwen3-Coder": "coder",
    "Qwen3.5-4B": "coder",
    "StepFun3.5-Flash": "coder",
    "meetkai-functionary-medium-v3.1": "coder",
    "GLM-4.6": "glm",
    "GLM-4.7-Flash": "glm",
    "Spark2.5": "glm",
    "inclusionai-ling-3.0-flash": "glm",
    "poolside-Laguna-XS.2": "glm",
    "MiniMax-M2": "minimax",
    "deepseek-ai-DeepSeek-V3.2": "dsml",
    "deepseek-ai-DeepSeek-V4": "dsml",
    "Mistral-Small-3.2-24B-Instruct-2506": "mistral",
    "mistralai-Ministral-3-14B-Reasoning-2512": "mistral",
    "mistralai-Mistral-Nemo-Instruct-2407": "mistral",
    "unsloth-mistral-Devstral-Small-2507": "mistral",
    "deepseek-ai-DeepSeek-R1-Distill-Llama-8B": "deepseek",
    "deepseek-ai-DeepSeek-R1-Distill-Qwen-32B": "deepseek",
    "deepseek-ai-DeepSeek-V3.1": "deepseek",
    "llama-cpp-deepseek-r1": "deepseek",
    "Kimi-K2-Instruct": "kimi",
    "Kimi-K2-Thinking": "kimi",
    "moonshotai-Kimi-K2": "kimi",
    "Cohere2MoE": "command",
    "CohereForAI-c4ai-command-r7b-12-2024-tool_use": "command",
    "ibm-granite-granite-3.3-2B-Instruct": "granite",
    "NVIDIA-Nemotron-Nano-v2": "nemotron",
    "fireworks-ai-llama-3-firefunction-v2": "firefunction",
    "Apriel-1.6-15b-Thinker-fixed": "listed",
    "MiniMax-M1": "listed",
    "unsloth-Apriel-1.5": "listed",
    "ibm-granite-granite-4.0": "hermes",
    "Qwen-Qwen3-0.6B": "hermes",
    "google-gemma-2-2b-it": "hermes",
}


@pytest.mark.native
def test_the_template_tells_the_family(templates: dict[str, str]) -> None:
    assert {name: format_of(templates[name]).name for name in FAMILY_OF} == FAMILY_OF
    others = {format_of(source).name for name, source in templates.items() if name not in FAMILY_OF}
    assert others <= set(NAMED)


# formats whose calls are text so far, and why
UNREAD = {
    "meetkai-functionary-medium-v3.2",  # every reply begins with whom it is for, which chats do not take off either
    "muse-glimmer",  # the same: whom it is for stands in front of the mark that begins a message
}


@pytest.mark.native
def test_calls_are_read_as_templates_write_them(templates: dict[str, str]) -> None:
    wrong, right = [], 0
    call = ToolCall("look", '{"word": "a b", "n": 2}')
    for name, source in templates.items():
        family, template = format_of(source), ChatTemplate(source, "<s>", "</s>")
        variables = {"tools": [tool.declared() for tool in TOOLS]}
        piece = calls_piece(template, variables, "", [call], family.marks)
        if piece is None or name in UNREAD:  # a template that writes no calls alone
            continue
        marks = MarkReader(marks_of(source).with_calls())
        text = (marks.feed(piece.encode()) + marks.finish()).decode()
        text = text.rpartition("<|end_header_id|>")[2]  # bare calls are told at the beginning of a reply
        _, calls = joined(read(family, [text]))
        try:
            same = [(one.name, json.loads(one.arguments)) for one in calls] == [("look", {"word": "a b", "n": 2})]
        except ValueError:
            same = False
        right += same
        wrong += [] if same else [name]
    assert not wrong
    assert right > 40
