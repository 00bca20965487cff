"""What the server can't do is said with a client's status, and costs no other client anything."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import shutil
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.prompt.tools.events import ToolCall
from engine.server import embeddings, info
from engine.server.bodies import ChatBody, ChatMessage, ResponseFormat, Sampled
from engine.server.openai_requests import asked_of_chat, sampling_of
from engine.server.problems import HttpProblem
from engine.server.replies import NO_LIMIT
from engine.server.serving import _with_whole_characters
from engine.server.turns import Turn
from tests.engine.http_harness import TINY, ServerHarness, running, until, user

pytestmark = pytest.mark.native

CIRCLE = {"type": "function", "function": {"name": "look", "parameters": {"$ref": "#"}}}
REPEATED = {"type": "string", "pattern": "^(a{1000}){1000}$"}  # each token would take seconds, for everybody
WITH_PATTERN = {"type": "function", "function": {"name": "look", "parameters": {"properties": {"at": REPEATED}}}}
LOOK = {"type": "function", "function": {"name": "look"}}
BEGUN = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "Well, I"}]
LONG = {"type": "string", "minLength": 100_000}  # no reply of this form ends


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHarness]:
    yield from running(tmp_path_factory.mktemp("refusals"))


def schema(content: dict[str, Any]) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "n", "schema": content}}


@pytest.mark.parametrize(
    ("path", "body", "param"),
    [
        ("completions", {"prompt": ""}, "prompt"),
        ("completions", {"prompt": [""]}, "prompt"),
        ("completions", {"prompt": "a", "best_of": 2}, "best_of"),
        ("completions", {"prompt": "a", "echo": True, "logprobs": 1}, "logprobs"),
        ("completions", {"prompt": "a", "logit_bias": {"5": 1}}, "logit_bias"),
        ("chat/completions", {"messages": [user("a")], "logit_bias": {"5": 1}}, "logit_bias"),
        ("chat/completions", {"messages": [user("a")], "top_logprobs": 2}, "top_logprobs"),
        ("chat/completions", {"messages": [{"role": "assistant", "content": ""}]}, "messages"),
        ("chat/completions", {"messages": [user("a")], "grammar": 'root ::= ("a"?){200}'}, "grammar"),
        ("chat/completions", {"messages": [user("a")], "response_format": schema({"$ref": "#"})}, "response_format"),
        ("chat/completions", {"messages": [user("a")], "tools": [CIRCLE], "tool_choice": "required"}, "tools"),
        ("completions", {"prompt": "a", "grammar": 'root ::= ("a"?){200}'}, "grammar"),
        ("chat/completions", {"messages": [user("a")], "response_format": schema(REPEATED)}, "response_format"),
        ("chat/completions", {"messages": [user("a")], "tools": [WITH_PATTERN], "tool_choice": "required"}, "tools"),
        ("chat/completions", {"messages": [user("a")], "max_completion_tokens": 0}, "max_completion_tokens"),
        ("responses", {"input": []}, "input"),
        ("chat/completions", {"messages": [user("a")], "functions": [{"name": "look"}]}, "functions"),
        ("responses", {"input": "a", "max_output_tokens": 0}, "max_output_tokens"),
        ("responses", {"input": "a", "text": {"format": {"type": "json_schema", "schema": {"$ref": "#"}}}}, "text"),
        ("chat/completions", {"messages": BEGUN, "tools": [LOOK], "tool_choice": "required"}, "tool_choice"),
        ("chat/completions", {"messages": BEGUN, "grammar": 'root ::= "a"'}, "grammar"),
        ("chat/completions", {"messages": BEGUN, "response_format": {"type": "json_object"}}, "response_format"),
        ("responses", {"input": BEGUN, "text": {"format": {"type": "json_object"}}}, "text"),
        ("responses", {"input": "a", "tools": [LOOK]}, "tools[0].name"),
        ("chat/completions", {"messages": [user("a")], "temperature": "hot"}, "temperature"),
        ("chat/completions", {"messages": [{"content": "a"}]}, "messages[0].role"),
        ("chat/completions", {"messages": [user("a"), {"role": "x - at `$.y`"}]}, "messages[1].role"),
        ("completions", {}, "prompt"),
        ("completions", {"prompt": "a", "logit_bias": {"5": "b"}}, "logit_bias"),
        ("responses", {"input": [{"content": [1]}]}, "input[0].content[0]"),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_what_cannot_be_done_is_refused(
    served: ServerHarness, path: str, body: dict[str, Any], param: str, stream: bool
) -> None:
    refused = served.post(f"/v1/{path}", {"max_tokens": 2, "stream": stream, **body})
    assert (refused.status, refused.json["error"]["param"]) == (400, param), refused.data
    assert served.get("/health").status == 200


def test_a_refusal_names_the_field_as_its_protocol_does(served: ServerHarness) -> None:
    refused = served.post("/v1/responses", {"input": "a", "max_output_tokens": 0}).json["error"]
    assert refused["message"] == "max_output_tokens must be at least 1."
    long = {"input": "heron " * 20_000, "max_output_tokens": 1, "instructions": "s" * 100_000}
    refused = served.post("/v1/responses", long).json["error"]
    assert (refused["code"], refused["param"]) == ("context_length_exceeded", "input")
    stops = {"messages": [user("a")], "max_tokens": 1, "stop_sequences": ["a"] * 17}
    refused = served.post("/v1/messages", stops).json["error"]
    assert refused["message"] == "stop_sequences may have 16 texts."


def test_a_call_that_is_asked_for_without_tools_is_refused(served: ServerHarness) -> None:
    refused = served.post("/v1/chat/completions", {"messages": [user("a")], "tool_choice": "required"}).json["error"]
    assert (refused["message"], refused["param"]) == ("tool_choice asks for a call, without tools.", "tool_choice")


def test_tools_that_a_provider_has_are_refused(served: ServerHarness) -> None:
    body = {"messages": [user("a")], "max_tokens": 2}
    hosted = {"type": "web_search_20250305", "name": "web_search"}
    for path in ("/v1/messages", "/v1/messages/count_tokens"):
        refused = served.post(path, {**body, "tools": [hosted]})
        assert refused.status == 400 and "web_search_20250305" in refused.json["error"]["message"]
    own = {"type": "custom", "name": "look", "input_schema": {"type": "object"}}
    assert served.post("/v1/messages", {**body, "tools": [own]}).status == 200
    mine = {"type": "function", "name": "look"}
    asked = {"input": "a", "max_output_tokens": 2, "tools": [mine], "tool_choice": {"type": "allowed_tools"}}
    refused = served.post("/v1/responses", asked)
    assert (refused.status, refused.json["error"]["param"]) == (400, "tool_choice")


def test_another_method_is_told_which_ones_there_are(served: ServerHarness) -> None:
    refused = served.ask("DELETE", "/v1/chat/completions")
    assert (refused.status, refused.headers["allow"]) == (405, "POST")


def test_a_message_without_content_is_refused(served: ServerHarness) -> None:
    refused = served.post("/v1/messages", {"messages": [{"role": "user", "content": []}], "max_tokens": 2})
    assert (refused.status, refused.json["error"]["type"]) == (400, "invalid_request_error")


def test_what_may_be_left_out_may_be_null(served: ServerHarness) -> None:
    call = {"id": None, "type": None, "function": {"name": "look", "arguments": None}}
    messages = [
        {"role": "user", "content": [{"type": "text", "text": "A heron."}], "name": None, "tool_call_id": None},
        {"role": "assistant", "content": None, "tool_calls": [call], "tool_call_id": None},
        {"role": "tool", "content": [{"type": "text", "text": None}], "tool_call_id": None},
    ]
    body = {"messages": messages, "max_tokens": 2, "stream_options": {"include_usage": None}, "stream": True}
    answer = served.post("/v1/chat/completions", body)
    assert answer.status == 200 and answer.events[-1][1] == "[DONE]", answer.data


@pytest.mark.parametrize(
    "fields",
    [
        {"model": None, "functions": None, "overflow": None, "response_format": {"type": None}},
        {"tools": [{"type": None, "function": {"name": "look", "description": None, "parameters": None}}]},
        {"response_format": {"type": "json_schema", "json_schema": {"name": None, "schema": None, "strict": None}}},
    ],
)
def test_fields_of_a_chat_may_be_null(served: ServerHarness, fields: dict[str, Any]) -> None:
    answer = served.post("/v1/chat/completions", {"messages": [user("A heron.")], "max_tokens": 2, **fields})
    assert answer.status == 200, answer.data


def test_fields_of_other_requests_may_be_null(served: ServerHarness) -> None:
    assert served.post("/tokenize", {"content": "A heron.", "special": None}).status == 200
    assert served.post("/v1/completions", {"prompt": "A heron.", "model": None, "max_tokens": 2}).status == 200
    assert served.post("/v1/responses", {"input": "A heron.", "model": None, "max_output_tokens": 2}).status == 200
    asked = {"messages": [user("A heron.")], "model": None, "thinking": {"type": "enabled", "budget_tokens": None}}
    choice = {"type": "auto", "disable_parallel_tool_use": None}
    assert served.post("/v1/messages", {**asked, "max_tokens": 2, "tool_choice": choice}).status == 200
    refused = served.post("/v1/embeddings", {"input": "A heron.", "model": None, "encoding_format": None})
    assert refused.json["error"]["code"] == "model_not_supported"


def test_parts_of_other_requests_may_be_null(served: ServerHarness) -> None:
    """Clients with one type for all kinds of parts write all of its fields."""
    item = dict.fromkeys(("type", "role", "content", "call_id", "name", "arguments", "output"))
    call = {**item, "type": "function_call", "call_id": "c", "name": "look"}
    items = [{**item, "content": "A heron."}, call, {**item, "type": "function_call_output", "call_id": "c"}]
    text, choice = {"format": dict.fromkeys(("type", "name", "schema"))}, {"type": None, "name": "look"}
    body = {"input": items, "max_output_tokens": 60, "text": text, "tools": [{"type": "function", "name": "look"}]}
    answer = served.post("/v1/responses", {**body, "tool_choice": choice})
    assert answer.status == 200, answer.data
    assert answer.json["text"] == {"format": {"type": "text"}}
    assert answer.json["tool_choice"] == {"type": "function", "name": "look"}
    block = dict.fromkeys(("text", "source", "id", "name", "input", "tool_use_id", "content", "is_error", "thinking"))
    use, result = {**block, "type": "tool_use", "id": "c", "name": "look"}, {**block, "type": "tool_result"}
    messages = [user("A heron."), {"role": "assistant", "content": [{**block, "type": "text"}, use]}]
    messages += [{"role": "user", "content": [{**result, "content": [{**block, "type": "text"}]}]}]
    asked = {"messages": messages, "max_tokens": 2, "tools": [{"name": "look", "input_schema": None}]}
    answer = served.post("/v1/messages", {**asked, "tool_choice": {"type": "auto", "name": None}})
    assert answer.status == 200, answer.data


@pytest.mark.parametrize(
    "message",
    [
        {"role": "assistant", "content": [{"type": "refusal", "refusal": "I can't."}]},
        {"role": "assistant", "content": None, "refusal": "I can't."},
    ],
)
def test_a_refusal_of_an_earlier_reply_is_what_it_said(message: dict[str, Any]) -> None:
    body = msgspec.convert({"messages": [user("a"), message, user("b")]}, ChatBody)
    assert [turn.text for turn in asked_of_chat(body, Path()).turns] == ["a", "I can't.", "b"]


def test_calls_are_read_as_they_were_written_before_tools() -> None:
    call = {"role": "assistant", "content": None, "function_call": {"name": "look", "arguments": '{"n": 1}'}}
    given = {"role": "function", "name": "look", "content": "5"}
    asked = asked_of_chat(msgspec.convert({"messages": [user("a"), call, given]}, ChatBody), Path())
    assert asked.turns[1].calls == (ToolCall("look", '{"n": 1}', ""),)
    assert asked.turns[2] == Turn("tool", "5", name="look")


def test_halves_of_characters_are_no_reason_to_refuse_a_text(served: ServerHarness) -> None:
    """JavaScript writes them where a client cut a text in the midst of a character, and then in each request."""
    whole = json.dumps({"messages": [user("A \ud83d heron \\ud83d \U0001f600.")], "max_tokens": 2, "temperature": 0})
    assert "\\ud83d heron" in whole
    answer = served.ask("POST", "/v1/chat/completions", whole.encode(), {"Content-Type": "application/json"})
    assert answer.status == 200, answer.data
    last = json.dumps({"max_tokens": 2, "messages": [user("A heron \ud83d")]}).encode()
    answer = served.ask("POST", "/v1/chat/completions", last, {"Content-Type": "application/json"})
    assert answer.status == 200, answer.data
    mended = json.loads(_with_whole_characters(whole.encode()))
    assert mended["messages"][0]["content"] == "A \ufffd heron \\ud83d \U0001f600."
    broken = whole.replace("}", ",")
    assert (
        served.ask("POST", "/v1/chat/completions", broken.encode(), {"Content-Type": "application/json"}).status == 400
    )


def test_nothing_is_counted_for_a_client_that_has_left(served: ServerHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    model = served.loop.host.model
    assert model is not None
    tokenize, counted = model.tokenize, list[str]()
    entered, go_on = threading.Event(), threading.Event()

    def slowly(text: str, **rest: Any) -> list[int]:
        if "left" in text:
            counted.append(text)
            entered.set()
            assert go_on.wait(60)
        return tokenize(text, **rest)

    monkeypatch.setattr(model, "tokenize", slowly)
    replies = [user("left"), {"role": "assistant", "content": "left"}]
    connection = served.begin("/v1/messages/count_tokens", {"messages": replies * 500})
    assert entered.wait(60)
    connection.close()
    until(lambda: served.loop.host._order._tickets[0].cancel.is_set())
    go_on.set()
    until(lambda: not served.loop.host.busy)
    assert len(counted) < 20


def test_any_seed_may_be_said_as_other_local_servers_have_it() -> None:
    """Taken for a number, each reply to the same question would be the same."""
    assert [sampling_of(Sampled(seed=seed), 1).seed for seed in (None, -1, 0, 7)] == [-1, -1, 0, 7]


def test_no_limit_may_be_said_as_other_local_servers_have_it() -> None:
    sampling = sampling_of(Sampled(top_k=-1), -1)
    assert (sampling.top_k, sampling.max_tokens) == (0, NO_LIMIT)
    for wrong, limit in ((Sampled(top_k=-2), 1), (Sampled(top_k=1 << 21), 1), (Sampled(), 0), (Sampled(), -2)):
        with pytest.raises(HttpProblem, match=r"must be (from -1 to 1048576|at least 1)"):
            sampling_of(wrong, limit)


@pytest.mark.parametrize("form", [ResponseFormat(type="json_object"), ResponseFormat(type="json_schema", schema={})])
def test_json_objects_are_no_lists(form: ResponseFormat) -> None:
    body = ChatBody(messages=[ChatMessage(role="user", content="A list.")], response_format=form)
    sampling = asked_of_chat(body, Path()).sampling
    assert (sampling.output, json.loads(sampling.form)) == ("schema", {"type": "object"})


def test_a_reply_that_cannot_go_on_in_its_form_is_no_whole_one(served: ServerHarness) -> None:
    dead = schema({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]})
    refused = served.post("/v1/chat/completions", {"messages": [user("a")], "response_format": dead})
    assert (refused.status, refused.json["error"]["code"]) == (400, "invalid_schema")


@pytest.mark.parametrize(
    "arguments", ["[" * 1_200, '{"a":' * 400 + "1" + "}" * 400, r'{"a": "\ud800"}', '{"a": ' + "9" * 30 + "}"]
)
def test_arguments_of_any_kind_are_read(served: ServerHarness, arguments: str) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "look", "arguments": arguments}}
    messages = [user("Look."), {"role": "assistant", "tool_calls": [call]}]
    messages += [{"role": "tool", "tool_call_id": "c", "content": "A heron."}]
    tools = [{"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}]
    answer = served.post("/v1/chat/completions", {"messages": messages, "tools": tools, "max_tokens": 2})
    too_long = answer.status == 400 and answer.json["error"]["code"] == "context_length_exceeded"
    assert answer.status == 200 or too_long, answer.data


def test_a_long_system_prompt_is_not_blamed_on_the_message(served: ServerHarness) -> None:
    messages = [{"role": "system", "content": "The heron counted the stars. " * 300}, user("Hello")]
    refused = served.post("/v1/chat/completions", {"messages": messages})
    assert refused.status == 400 and "system prompt and tools take" in refused.json["error"]["message"]


def test_whether_a_system_prompt_fits_does_not_hang_on_other_conversations(tmp_path: Path) -> None:
    """Once text was compacted, rows take less: what was refused before would fit until the next start."""
    large = [{"role": "system", "content": "The heron counted the stars. " * 33}, user("Hello")]
    for served in running(tmp_path):
        refused = [served.post("/v1/chat/completions", {"messages": large, "max_tokens": 2})]
        served.chat([user("The heron paid 7 coins. " * 80)])
        refused.append(served.post("/v1/chat/completions", {"messages": large, "max_tokens": 2}))
        assert [(one.status, one.json["error"]["code"]) for one in refused] == 2 * [(400, "context_length_exceeded")]
        assert refused[0].data == refused[1].data


@pytest.mark.parametrize(
    ("system", "question", "told"),
    [(300, "Hello", "system prompt and tools take"), (20, "The heron. " * 3000, "This message has about")],
)
def test_a_reply_to_go_on_with_is_refused_for_what_does_not_fit(
    served: ServerHarness, system: int, question: str, told: str
) -> None:
    begun = {"role": "assistant", "content": "Well, I"}
    messages = [{"role": "system", "content": "The heron counted the stars. " * system}, user(question), begun]
    refused = served.post("/v1/chat/completions", {"messages": messages, "max_tokens": 2})
    assert (refused.status, refused.json["error"]["code"]) == (400, "context_length_exceeded")
    assert told in refused.json["error"]["message"]


@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/responses"])
def test_a_system_prompt_that_cannot_fit_is_not_read(served: ServerHarness, path: str) -> None:
    """A second for each million of characters would pass, on the thread that works for everybody."""
    system, told = {"role": "system", "content": "a" + " " * 3_000_000 + "b"}, "3,000,002 characters"
    turns = {"messages" if "chat" in path else "input": [system, user("Hello")]}
    begun = time.monotonic()
    refused = served.post(path, turns)
    assert (refused.status, refused.json["error"]["code"]) == (400, "context_length_exceeded")
    assert told in refused.json["error"]["message"] and time.monotonic() - begun < 3


def test_long_texts_hold_up_nobody(served: ServerHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    model = served.loop.host.model
    assert model is not None
    entered, go_on = threading.Event(), threading.Event()
    tokenize = model.tokenize

    def slowly(text: str, **rest: Any) -> list[int]:
        if text == "slow":
            entered.set()
            assert go_on.wait(60)
        return tokenize(text, **rest)

    monkeypatch.setattr(model, "tokenize", slowly)
    counted: list[int] = []
    client = threading.Thread(
        target=lambda: counted.extend(served.post("/tokenize", {"content": "slow"}).json["tokens"])
    )
    client.start()
    assert entered.wait(60)
    served.chat([user("A heron.")], max_tokens=2)
    go_on.set()
    client.join()
    assert counted == tokenize("slow")
    asked = {"messages": [user("A heron.")]}
    assert served.post("/v1/messages/count_tokens", asked).json["input_tokens"] > 2
    assert served.post("/tokenize", {"content": "a" * (info.MOST_TEXT + 1)}).status == 413


def test_a_long_system_prompt_holds_up_nobody(served: ServerHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    model = served.loop.host.model
    assert model is not None
    entered, go_on = threading.Event(), threading.Event()
    tokenize, system = model.tokenize, "The heron counts. " * 2_500
    cut: list[str] = []

    def slowly(text: str, **rest: Any) -> list[int]:
        if system[:1_000] in text:
            cut.append(threading.current_thread().name)
            entered.set()
            assert go_on.wait(60)
        return tokenize(text, **rest)

    monkeypatch.setattr(model, "tokenize", slowly)
    turns = [{"role": "system", "content": system}, user("Hello")]
    answers: list[int] = []
    client = threading.Thread(
        target=lambda: answers.append(served.post("/v1/chat/completions", {"messages": turns}).status)
    )
    client.start()
    assert entered.wait(60)
    served.chat([user("A heron.")], max_tokens=2)
    go_on.set()
    client.join()
    assert answers == [400] and len(set(cut)) == 1  # too long for the context, which is known once it is cut


def test_a_full_disk_costs_no_reply(tmp_path: Path) -> None:
    folder = tmp_path / "served"
    with ServerHarness(folder) as served:
        messages = [user("A heron.")]
        served.chat(messages)
        shutil.rmtree(folder)
        folder.touch()  # nothing can be written into it
        served.chat([user("An otter.")])
        served.chat(messages)
        folder.unlink()


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("ended", ["engine", "server"])
def test_a_reply_that_the_end_cuts_off_is_an_error(tmp_path: Path, stream: bool, ended: str) -> None:
    with ServerHarness(tmp_path / "served") as served:
        body = {"messages": [user("Count.")], "max_tokens": 100_000, "stream": stream, "response_format": schema(LONG)}
        connection = served.connection()
        connection.request("POST", "/v1/chat/completions", json.dumps(body), {"Content-Type": "application/json"})
        until(lambda: any(flight.tokens > 2 for flight in served.server.serving.seen.running.values()))
        if ended == "engine":
            served.loop.end()
        else:
            served.server.stop()
        response = connection.getresponse()
        told = _everything(response)
        connection.close()
        assert "[DONE]" not in told and "The server is stopping." in told
        assert response.status == (200 if stream else 503)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("waits_for", ["turn", "model"])
def test_a_client_that_waits_for_its_turn_hears_that_the_server_stops(
    tmp_path: Path, stream: bool, waits_for: str
) -> None:
    models = tmp_path / "models"
    models.mkdir()
    for name in ("plain", "sinks"):
        shutil.copy(TINY.with_name(f"{name}.gguf"), models)
    with ServerHarness(tmp_path / "served", options={"at_once": 1, "models": models}) as served:
        long = {"model": "plain", "messages": [user("Count.")], "max_tokens": 100_000, "response_format": schema(LONG)}
        at_work = served.begin("/v1/chat/completions", long)
        until(lambda: any(flight.tokens > 2 for flight in served.server.serving.seen.running.values()))
        connection = served.connection()
        body = {"model": "sinks" if waits_for == "model" else "plain", "messages": [user("A heron.")], "stream": stream}
        connection.request("POST", "/v1/chat/completions", json.dumps(body), {"Content-Type": "application/json"})
        serving = served.server.serving
        until(lambda: serving.models._switch.locked() if waits_for == "model" else serving.turnstile.waiting)
        served.server.stop()
        response = connection.getresponse()
        assert (response.status, "The server is stopping." in _everything(response)) == (503, True)
        connection.close()
        at_work.close()


@pytest.mark.parametrize("place", ["embeddings", "embeddings of one that left", "tokenize", "count"])
def test_a_client_that_waits_for_anything_hears_that_the_server_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setattr(embeddings, "AT_ONCE", 0)  # nobody's turn comes
    path, body = {
        "embeddings": ("/v1/embeddings", {"input": "A heron."}),
        "tokenize": ("/tokenize", {"content": "A heron."}),
        "count": ("/v1/messages/count_tokens", {"messages": [user("A heron.")]}),
    }[place.partition(" ")[0]]
    with ServerHarness(tmp_path) as served:
        models, waiting = served.server.serving.models, threading.Event()

        @contextlib.asynccontextmanager
        async def use(_name: str) -> AsyncIterator[str]:
            waiting.set()
            await asyncio.Event().wait()  # as for a model that takes minutes to load
            yield ""

        def embedder(_name: str) -> Path:
            waiting.set()
            return TINY

        monkeypatch.setattr(models, "use", use)
        monkeypatch.setattr(models, "loaded", lambda: "")
        monkeypatch.setattr(models, "embedder", embedder)
        connection = served.connection()
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        assert waiting.wait(60)
        if place.endswith("left"):
            connection.close()
            until(lambda: not served.server._server.server_state.tasks)
            return
        served.server.stop()
        response = connection.getresponse()
        assert (response.status, "The server is stopping." in _everything(response)) == (503, True)
        connection.close()


def test_a_client_that_still_sends_its_request_hears_that_the_server_stops(tmp_path: Path) -> None:
    with ServerHarness(tmp_path) as served:
        connection, tasks = served.connection(), served.server._server.server_state.tasks
        connection.putrequest("POST", "/v1/chat/completions")
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", "500")
        connection.endheaders(b"{")
        until(lambda: tasks)
        served.server.stop()
        response = connection.getresponse()
        assert (response.status, "The server is stopping." in _everything(response)) == (503, True)
        connection.close()


def test_a_stream_whose_next_reply_waits_for_its_turn_hears_that_the_server_stops(tmp_path: Path) -> None:
    with ServerHarness(tmp_path) as served:
        turnstile, connection = served.server.serving.turnstile, served.connection()
        body = {"prompt": ["A heron.", "A crane."], "max_tokens": 100, "stream": True}
        connection.request("POST", "/v1/completions", json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        turnstile._at_once = lambda: 0  # others' turn has come
        until(lambda: turnstile.waiting)
        served.server.stop()
        assert "The server is stopping." in _everything(response)
        connection.close()


def _everything(response: http.client.HTTPResponse) -> str:
    try:
        return response.read().decode()
    except http.client.IncompleteRead as error:
        return error.partial.decode()


def test_what_is_no_model_is_left_out(tmp_path: Path) -> None:
    models = tmp_path / "models"
    models.mkdir()
    shutil.copy(TINY, models / "plain.gguf")
    (models / "cut.gguf").write_bytes(TINY.read_bytes()[:5000])
    if sys.platform != "win32":
        os.mkfifo(models / "pipe.gguf")
    with ServerHarness(tmp_path / "served", n_ctx=512, options={"models": models}) as served:
        begun = time.monotonic()
        assert [one["id"] for one in served.get("/v1/models").json["data"]] == ["plain"]
        assert time.monotonic() - begun < 30
        refused = served.post("/v1/chat/completions", {"messages": [user("a")], "model": "cut"})
        assert (refused.status, refused.json["error"]["param"]) == (400, "model")
        assert "Download the file again" in refused.json["error"]["message"]
        assert served.chat([user("a")], model="plain")["model"] == "plain"
