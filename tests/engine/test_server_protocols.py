"""Anthropic's protocol and OpenAI's responses: what is sent, what comes back, errors in their own shapes."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.chat.token_log import Span, exact_digest, text_digest
from engine.prompt.tools.events import CallArguments, CallBegun, CallEnded, Said, ToolCall
from engine.prompt.tools.reader import CallReader
from engine.protocol import Thinking
from engine.server import openai_requests
from engine.server.anthropic import turns_of
from engine.server.anthropic_bodies import AnthropicBlock, AnthropicMessage
from engine.server.bodies import ChatBody, ChatMessage
from engine.server.reply_reader import Piece, ReplyReader, Thought
from engine.server.responses import chat_of
from engine.server.responses_bodies import ResponsesBody, ResponsesItem
from engine.server.turns import Turn, chain_of, chain_of_spans, messages_of, said
from tests.engine.http_harness import ServerHarness, running, user
from tests.engine.scripted_replies import scripted

native = pytest.mark.native


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHarness]:
    yield from running(tmp_path_factory.mktemp("served"))


def test_a_picture_that_is_sent_again_is_kept_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_requests, "MOST_PICTURES", 2)
    first, second = (openai_requests.kept_picture(content, tmp_path) for content in (b"first", b"second"))
    for age, picture in ((2, first), (1, second)):
        os.utime(picture.path, (1e9 - age, 1e9 - age))
    assert openai_requests.kept_picture(b"first", tmp_path) == first
    third = openai_requests.kept_picture(b"third", tmp_path)
    assert {str(path) for path in tmp_path.iterdir()} == {first.path, third.path}


# --------------------------------------------------------------------------- Anthropic


@native
def test_a_message_comes_whole_or_as_events(served: ServerHarness) -> None:
    body: dict[str, Any] = {"messages": [user("A heron.")], "system": "Be brief.", "max_tokens": 6, "temperature": 0}
    whole = served.post("/v1/messages", body).json
    assert (whole["type"], whole["role"], whole["model"]) == ("message", "assistant", "plain")
    assert whole["stop_reason"] in ("end_turn", "max_tokens")
    events = served.post("/v1/messages", {**body, "stream": True}).events
    names = [name for name, _ in events]
    assert names[0] == "message_start" and names[-2:] == ["message_delta", "message_stop"]
    assert all(name == data["type"] for name, data in events)
    text = "".join(data["delta"]["text"] for name, data in events if name == "content_block_delta")
    assert text == "".join(block["text"] for block in whole["content"])
    assert events[-2][1]["usage"]["output_tokens"] == whole["usage"]["output_tokens"]
    usage = whole["usage"]
    counted = served.post("/v1/messages/count_tokens", {key: body[key] for key in ("messages", "system")}).json
    assert counted["input_tokens"] == usage["input_tokens"] + usage["cache_read_input_tokens"]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, Thinking()),
        ({"reasoning_effort": "low"}, Thinking(None, "low")),
        ({"reasoning_effort": "none"}, Thinking(False, "none")),
        ({"chat_template_kwargs": {"enable_thinking": False}}, Thinking(False)),
        ({"chat_template_kwargs": {"thinking": True, "other": 1}}, Thinking(True)),
        ({"enable_thinking": True, "chat_template_kwargs": {"enable_thinking": False}}, Thinking(True)),
    ],
)
def test_thinking_is_chosen_as_clients_choose_it(fields: dict[str, Any], told: Thinking) -> None:
    body = ChatBody(messages=[ChatMessage(role="user", content="Why?")], **fields)
    assert openai_requests.asked_of_chat(body, Path()).beginning.thinking == told


@native
def test_errors_have_the_shape_of_their_protocol(served: ServerHarness) -> None:
    theirs = served.post("/v1/messages", {"messages": [], "max_tokens": 4})
    assert theirs.status == 400
    assert theirs.json["type"] == "error" and theirs.json["error"]["type"] == "invalid_request_error"
    assert served.post("/v1/messages", {"messages": [user("a")]}).status == 400  # max_tokens is missing
    nothing = dict.fromkeys(("stream", "system", "tools", "tool_choice", "thinking", "stop_sequences"))
    assert served.post("/v1/messages", {"messages": [user("a")], "max_tokens": 1, **nothing}).status == 200
    assert set(served.post("/v1/chat/completions", {}).json["error"]) == {"message", "type", "param", "code"}


def test_blocks_become_turns() -> None:
    messages = [
        AnthropicMessage(role="user", content="Weather?"),
        AnthropicMessage(role="assistant", content=[
            AnthropicBlock(type="thinking", thinking="Hm."), AnthropicBlock(type="text", text="I look."),
            AnthropicBlock(type="tool_use", id="t1", name="weather", input={"city": "Bonn"}),
        ]),
        AnthropicMessage(role="user", content=[
            AnthropicBlock(type="tool_result", tool_use_id="t1", content=[AnthropicBlock(type="text", text="Sun")]),
            AnthropicBlock(type="text", text="Well?"),
        ]),
    ]  # fmt: skip
    assert turns_of(messages, Path(".")) == (
        Turn("user", "Weather?"),
        Turn("assistant", "I look.", (ToolCall("weather", '{"city": "Bonn"}', "t1"),), thoughts="Hm."),
        Turn("tool", "Sun", call_id="t1"),
        Turn("user", "Well?"),
    )


# --------------------------------------------------------------------------- responses


@native
def test_a_response_comes_whole_or_as_events(served: ServerHarness) -> None:
    body = {"input": "A heron.", "instructions": "Be brief.", "max_output_tokens": 6, "temperature": 0}
    whole = served.post("/v1/responses", body).json
    assert whole["status"] in ("completed", "incomplete")
    events = served.post("/v1/responses", {**body, "stream": True}).events
    assert [data["sequence_number"] for _, data in events] == list(range(len(events)))
    assert events[0][0] == "response.created"
    last = events[-1][1]["response"]
    assert last["output"][0]["content"][0]["text"] == whole["output"][0]["content"][0]["text"]
    deltas = "".join(data["delta"] for name, data in events if name == "response.output_text.delta")
    assert deltas == last["output"][0]["content"][0]["text"]
    refused = served.post("/v1/responses", {"input": "a", "previous_response_id": "resp_1"})
    assert refused.json["error"]["param"] == "previous_response_id"


@native
def test_a_response_tells_again_what_was_asked(served: ServerHarness) -> None:
    weather = {
        "type": "function", "name": "weather", "description": "Tell it.", "parameters": {"type": "object"},
        "strict": False,
    }  # fmt: skip
    schema = {"type": "object", "properties": {"a": {"type": "null"}}, "required": ["a"], "additionalProperties": False}
    asked = {
        "instructions": "Be brief.", "max_output_tokens": 40, "metadata": {"a": "b"}, "parallel_tool_calls": False,
        "reasoning": {"effort": "low"}, "temperature": 0.0, "text": {"format": {"type": "text"}},
        "tool_choice": {"type": "function", "name": "weather"}, "tools": [weather], "top_p": 0.5,
    }  # fmt: skip
    whole = served.post("/v1/responses", {"input": "A heron.", **asked}).json
    assert {key: whole[key] for key in asked} == asked
    form = {"format": {"type": "json_schema", "name": "it", "schema": schema}}
    formed = {"input": "A heron.", "text": form, "stream": True, "temperature": 0, "tools": [weather]}
    for _, data in served.post("/v1/responses", formed).events:
        if "response" in data:
            assert (data["response"]["text"], data["response"]["tool_choice"]) == (form, "auto")
    bare = served.post("/v1/responses", {"input": "A heron.", "max_output_tokens": 1, "tools": None}).json
    told = [bare[key] for key in ("instructions", "tools", "tool_choice", "text", "metadata", "parallel_tool_calls")]
    assert told == [None, [], "auto", {"format": {"type": "text"}}, {}, True]


@native
@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("A heron stands.", ["message"]),
        ('Let me see. <tool_call>\n{"name": "weather", "arguments": {"city": "Bre', ["message", "function_call"]),
    ],
)
def test_what_a_limit_cuts_off_is_no_completed_item(served: ServerHarness, said: str, kinds: list[str]) -> None:
    """Whoever carries out calls goes by it: what the arguments of one that was cut off say is not what was meant."""
    tool = {"type": "function", "name": "weather", "parameters": {"type": "object"}}
    n = len(served.post("/tokenize", {"content": said}).json["tokens"])
    body = {"input": "Weather?", "max_output_tokens": n, "tools": [tool]}
    with scripted(served, [f"{said} and more"] * 2):
        whole = served.post("/v1/responses", body).json
        events = served.post("/v1/responses", {**body, "stream": True}).events
    assert whole["status"] == "incomplete"
    assert [item["type"] for item in whole["output"]] == kinds
    statuses = ["completed"] * (len(kinds) - 1) + ["incomplete"]
    assert [item["status"] for item in whole["output"]] == statuses
    assert [data["item"]["status"] for name, data in events if name == "response.output_item.done"] == statuses
    assert events[-1][0] == "response.incomplete"


@native
@pytest.mark.parametrize(
    ("text", "limit"),
    [("<think>\nOne. Two.\n</think>\n\nI look.", 100), ("<think>\nOne. Two.", 9), ("I <think> so.", 100)],
)
def test_tokens_of_reasoning_are_counted(served: ServerHarness, text: str, limit: int) -> None:
    asked = {"messages": [user("Why?")], "max_tokens": limit, "logprobs": True}
    with scripted(served, [text] * 3):
        whole = served.post("/v1/chat/completions", asked).json
        stream = {**asked, "stream": True, "stream_options": {"include_usage": True}}
        chunks = served.post("/v1/chat/completions", stream).events
        response = served.post("/v1/responses", {"input": "Why?", "max_output_tokens": limit}).json
    written, reasoning = b"", 0
    for token in whole["choices"][0]["logprobs"]["content"]:
        reasoning += b"</think>" not in written
        written += bytes(token["bytes"])
    reasoning = reasoning if text.startswith("<think>") else 0
    assert whole["usage"]["completion_tokens_details"] == {"reasoning_tokens": reasoning}
    assert chunks[-2][1]["usage"]["completion_tokens_details"] == {"reasoning_tokens": reasoning}
    assert response["usage"]["output_tokens_details"] == {"reasoning_tokens": reasoning}


@native
@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/messages", "/v1/responses"])
def test_a_call_with_halves_of_characters_is_told(served: ServerHarness, path: str) -> None:
    """JSON can name them, no protocol takes them: what the model writes must not break its answer."""
    tool: dict[str, Any] = {"name": "weather", "parameters": {"type": "object"}}
    if path.endswith("messages"):
        tool = {"name": "weather", "input_schema": {"type": "object"}}
    elif path.endswith("responses"):
        tool = {"type": "function", **tool}
    else:
        tool = {"type": "function", "function": tool}
    said = '<tool_call>{"name": "weather", "id": 1, "arguments": {"city": "\\ud800"}}</tool_call>'
    body = {"messages": [user("Weather?")], "input": "Weather?", "max_tokens": 100, "tools": [tool]}
    with scripted(served, [said] * 2):
        whole = served.post(path, body)
        stream = served.post(path, {**body, "stream": True})
    assert whole.status == 200 and "\ufffd" in whole.data.decode()
    assert stream.status == 200 and "\ufffd" in stream.data.decode() and b'"error":{' not in stream.data


def test_items_become_messages() -> None:
    items = [
        ResponsesItem(content="Weather?"), ResponsesItem(type="reasoning"),
        ResponsesItem(type="function_call", call_id="c1", name="weather", arguments="{}"),
        ResponsesItem(type="function_call_output", call_id="c1", output="Sun"),
    ]  # fmt: skip
    body = chat_of(ResponsesBody(input=items, instructions="Be brief."))
    assert [message.role for message in body.messages] == ["system", "user", "assistant", "tool"]
    assert body.messages[2].tool_calls is not None and body.messages[2].tool_calls[0].id == "c1"


# --------------------------------------------------------------------------- replies and turns

REPLY = '<think>\nOne. Two.\n</think>\n\nI look.\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>'


def read(pieces: list[str]) -> list[Piece]:
    reader = ReplyReader(CallReader())
    return [piece for text in pieces for piece in reader.feed(text)] + reader.finish()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_reasoning_text_and_calls_are_told_apart_however_they_are_cut(size: int) -> None:
    pieces = read([REPLY[i : i + size] for i in range(0, len(REPLY), size)])
    assert "".join(piece.text for piece in pieces if isinstance(piece, Thought)) == "One. Two."
    assert "".join(piece.text for piece in pieces if isinstance(piece, Said)) == "I look."
    assert [piece.name for piece in pieces if isinstance(piece, CallBegun)] == ["f"]
    given = "".join(piece.text for piece in pieces if isinstance(piece, CallArguments))
    assert json.loads(given) == {"a": 1}
    assert isinstance(pieces[-1], CallEnded)


def test_reasoning_that_never_ends_is_no_text() -> None:
    assert read(["<think>\nOne"]) == [Thought("One")]
    assert said("<think>\nOne") == ""
    assert read(["<thin"]) == [Said("<thin")]


def test_spelling_of_calls_and_blanks_do_not_tell_conversations_apart() -> None:
    one = [Turn("user", "a"), Turn("assistant", "b", (ToolCall("f", '{"x": 1, "y": 2}', "1"),)), Turn("tool", "c")]
    other = [Turn("user", "a "), Turn("assistant", " b", (ToolCall("f", '{"y":2,"x":1}', "2"),)), Turn("tool", "c")]
    assert chain_of("r", messages_of(one)) == chain_of("r", messages_of(other))
    assert chain_of("r", messages_of(one)) != chain_of("s", messages_of(one))


def test_spacing_within_what_a_user_or_a_tool_says_tells_conversations_apart() -> None:
    for role in ("user", "tool"):
        one = [Turn("user", "a"), Turn("assistant", "b c"), Turn(role, "x\n  y")]  # type: ignore[arg-type]
        other = [Turn("user", "a"), Turn("assistant", "b  c"), Turn(role, "x\ny")]  # type: ignore[arg-type]
        chain, its = chain_of("r", messages_of(one)), chain_of("r", messages_of(other))
        assert chain[:2] == its[:2] and chain[2] != its[2]


def test_spans_that_an_earlier_version_wrote_are_no_message() -> None:
    asked = messages_of([Turn("user", "a b")])
    now = Span("0", "user", 0, 1, text_digest("a b"), exact_digest("a b"))
    assert chain_of_spans("r", [now]) == chain_of("r", asked)
    before = chain_of_spans("r", [Span("0", "user", 0, 1, text_digest("a b"))])
    assert before not in (chain_of("r", messages_of([Turn("user", text)])) for text in ("a b", "ab", ""))


def test_replies_in_a_row_are_one_and_are_put_together_at_once() -> None:
    replies = [
        Turn("assistant", "a", (ToolCall("f"),)), Turn("assistant", " "), Turn("assistant", "b\n", (ToolCall("g"),)),
    ]  # fmt: skip
    _, replied = messages_of([Turn("user", "q"), *replies])
    assert replied.turns == (Turn("assistant", "a\nb", (ToolCall("f"), ToolCall("g"))),)
    begun = time.process_time()
    assert len(messages_of([Turn("user", "q"), *replies * 1000])) == 2
    calls = [ResponsesItem(type="function_call", name="f", call_id=str(n)) for n in range(50_000)]
    assert len(chat_of(ResponsesBody(input=calls)).messages[0].tool_calls or []) == 50_000
    assert time.process_time() - begun < 2  # it was a minute


def test_turns_become_messages_that_alternate() -> None:
    turns = [Turn("user", "a"), Turn("user", "b"), Turn("assistant", "c"), Turn("tool", "d"), Turn("user", "e")]
    messages = messages_of(turns)
    assert [message.role for message in messages] == ["user", "assistant", "user"]
    assert messages[0].content == "a\n\nb"
    assert [turn.role for turn in messages[2].turns] == ["tool", "user"]
