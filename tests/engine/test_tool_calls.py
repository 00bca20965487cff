"""Calls of tools in replies: read as they stream, the same wherever the text is cut."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.prompt.tools.events import CallArguments, CallBegun, CallEnded, Said, Tool, ToolCall, ToolEvent, joined
from engine.prompt.tools.formats import format_of
from engine.prompt.tools.reader import CallReader

WEATHER = '<tool_call>\n{"name": "weather", "arguments": {"city": "Köln \\"Süd\\" }", "days": [1, 2]}}\n</tool_call>'
TIME = '<tool_call>{"arguments": {}, "name": "time"}</tool_call>'

REPLIES = [
    ("", "", []),
    ("Hello there.", "Hello there.", []),
    ("1 < 2 <tool", "1 < 2 <tool", []),
    (WEATHER, "", ["weather"]),
    (f"I look.\n{WEATHER}\n{TIME}\n", "I look.", ["weather", "time"]),
    (f"{WEATHER}\nThat is all.", "That is all.", ["weather"]),
    ('{"name": "bare", "arguments": {"a": {}}}', "", ["bare"]),
    ('{"arguments": {}, "name": "bare"}', "", ["bare"]),
    ('{"name": "bare", "arguments": {}} Done.', "Done.", ["bare"]),
    ('```json\n{\n  "name": "bare",\n  "arguments": {"a": 1}\n}\n```', "", ["bare"]),
    ('```\n[{"name": "bare", "arguments": {}}, {"name": "bare", "arguments": {}}]\n```\n', "", ["bare", "bare"]),
    (' ```json\n{"name": "bare", "arguments": {}}\n```\n```json\n{"a": 1}\n```', '```json\n{"a": 1}\n```', ["bare"]),
    ('```json\n{"name": "bare", "arguments": {}}\n```\nDone.', "Done.", ["bare"]),
    ('```json\n{"name": "other", "arguments": {}}\n```', '```json\n{"name": "other", "arguments": {}}\n```', []),
    ("```python\nprint()\n```", "```python\nprint()\n```", []),
    ("``", "``", []),
    ('{"name": "other", "arguments": {}}', '{"name": "other", "arguments": {}}', []),
    ('{"a": 1}', '{"a": 1}', []),
    ("<tool_call>no JSON</tool_call> so", "<tool_call>no JSON</tool_call> so", []),
    ('<tool_call>{"name": "cut", "arguments": {"a": "b', "", ["cut"]),
    ('<tool_call>{"name": "none"}</tool_call>', "", ["none"]),
]


def read(pieces: list[str]) -> list[ToolEvent]:
    parser = CallReader([Tool("bare")])
    events = [event for piece in pieces for event in parser.feed(piece)]
    return events + parser.finish()


@pytest.mark.parametrize(("reply", "text", "names"), REPLIES)
def test_text_and_calls_are_told_apart(reply: str, text: str, names: list[str]) -> None:
    said, calls = joined(read([reply]))
    assert said == text
    assert [call.name for call in calls] == names


@pytest.mark.parametrize("given", ["null", '""', "{}"])
@pytest.mark.parametrize("key", ["arguments", "parameters"])
def test_arguments_are_an_object_where_a_call_has_none(key: str, given: str) -> None:
    events = read([f'<tool_call>{{"name": "time", "{key}": {given}}}</tool_call>'])
    assert "".join(event.text for event in events if isinstance(event, CallArguments)) == "{}"


@given(st.sampled_from([reply for reply, _, _ in REPLIES]), st.lists(st.integers(0, 200), max_size=12))
def test_where_the_text_is_cut_changes_nothing(reply: str, cuts: list[int]) -> None:
    places = sorted({0, len(reply), *(cut for cut in cuts if cut < len(reply))})
    pieces = [reply[a:b] for a, b in itertools.pairwise(places)]
    assert joined(read(pieces)) == joined(read([reply]))


def test_arguments_come_as_they_are_written() -> None:
    parser = CallReader()
    seen = [event for letter in WEATHER for event in parser.feed(letter)]
    assert seen[0] == CallBegun(0, "weather")
    assert seen[-1] == CallEnded(0)
    assert sum(isinstance(event, CallArguments) for event in seen) > 10
    assert json.loads(joined(seen)[1][0].arguments) == {"city": 'Köln "Süd" }', "days": [1, 2]}


@given(st.text(alphabet='<tool_cal>/{}"name:,argumets\\ \n'), st.text(alphabet="<tool_cal>/x \n"))
def test_no_text_is_lost_or_raises(one: str, other: str) -> None:
    said, calls = joined(read([one, other]))
    if not calls:
        assert said == one + other


def test_the_family_is_told_by_the_template() -> None:
    assert format_of("{{ '<tool_call>' }}").name == "hermes"
    assert isinstance(format_of("").parser(()), CallReader)


def test_calls_and_tools_have_the_usual_defaults() -> None:
    assert joined([CallBegun(0, "a"), CallEnded(0)]) == ("", [ToolCall("a", "{}")])
    assert joined([Said("a"), Said("b")]) == ("ab", [])
