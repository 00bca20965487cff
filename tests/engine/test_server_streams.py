"""Streams begin when their prompt begins to be read, and are never silent for long."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import openai
import pytest

from engine.server import local
from engine.server.streaming import Event, kept_alive
from tests.engine.http_harness import ServerHarness, running, until, user

native = pytest.mark.native
CIRCLE = {"schema": {"$ref": "#"}}
COMMENT, PING = b": keep-alive\n\n", b'event: ping\ndata: {"type":"ping"}\n\n'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHarness]:
    yield from running(tmp_path_factory.mktemp("streams"), options={"silent_seconds": 0.01})


@pytest.fixture
def held(served: ServerHarness, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Nothing is computed before it is set."""
    model, go_on = served.loop.host.model, threading.Event()
    assert model is not None
    decode = model.decode_batch

    def wait_and_decode(*asked: Any) -> list[int]:
        assert go_on.wait(60)
        return decode(*asked)

    monkeypatch.setattr(model, "decode_batch", wait_and_decode)
    yield go_on
    go_on.set()


@native
@pytest.mark.parametrize(
    ("path", "asked", "first", "sign", "last"),
    [
        ("chat/completions", {"messages": [user("A crane.")]}, b'"role":"assistant"', COMMENT, b"data: [DONE]"),
        ("completions", {"prompt": "A crane"}, b"200 OK", COMMENT, b"data: [DONE]"),
        ("responses", {"input": "A crane."}, b"event: response.in_progress", COMMENT, b"event: response.incomplete"),
        ("messages", {"messages": [user("A crane.")]}, b"event: message_start", PING, b"event: message_stop"),
    ],
)
def test_a_stream_begins_and_stays_alive_while_its_prompt_is_read(
    served: ServerHarness, held: threading.Event, path: str, asked: Any, first: bytes, sign: bytes, last: bytes
) -> None:
    limit = "max_output_tokens" if path == "responses" else "max_tokens"
    with served.begin(f"/v1/{path}", {**asked, limit: 2, "stream": True}) as client:
        told = b""
        while told.count(sign) < 3:
            told += client.recv(4096)
        assert first in told and told.index(first) < told.index(sign)
        assert b"delta" not in told.replace(b'"delta":{"role":"assistant","content":""}', b"")
        held.set()
        while last not in told:
            told += client.recv(4096)


@native
def test_a_client_that_leaves_while_its_prompt_is_read_is_not_waited_for(
    served: ServerHarness, held: threading.Event
) -> None:
    body = {"messages": [user("An egret.")], "stream": True}
    with served.begin("/v1/chat/completions", body) as client:
        told = b""
        while COMMENT not in told:
            told += client.recv(4096)
    until(lambda: not served.get("/slots").json["running"])
    held.set()
    until(lambda: not any(entry["busy"] for entry in served.get("/v1/sessions").json["data"]))


@native
def test_clients_that_never_read_keep_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent to them fills the buffers of both ends, and then waits."""
    monkeypatch.setattr(local, "UNREAD_SECONDS", 0.05)
    body = {"prompt": "1 2 3", "max_tokens": 300, "n": 32, "temperature": 1.5, "logprobs": 20, "stream": True}
    data = json.dumps(body).encode()
    head = b"POST /v1/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    options = {"at_once": 2, "wait_seconds": 20}
    with ServerHarness(tmp_path, options=options) as served, contextlib.ExitStack() as stack:
        served.server._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        for _ in range(2):
            silent = stack.enter_context(socket.socket())
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            silent.connect(("127.0.0.1", served.server.port))
            silent.sendall(head + b"Content-Length: %d\r\n\r\n" % len(data) + data)
        until(lambda: len(served.get("/slots").json["running"]) == 2)
        assert served.chat([user("A heron.")])["usage"]["completion_tokens"]
        until(lambda: not served.get("/slots").json["running"])
        until(lambda: not any(entry["busy"] for entry in served.get("/v1/sessions").json["data"]))


def test_a_client_that_reads_slowly_is_waited_for() -> None:
    """As long as it reads something: a long answer takes its time on a slow line."""
    left = [100_000, 80_000, 60_000, 60_000]
    ends, waits = list[bool](), list[Any]()

    class Transport:
        def get_write_buffer_size(self) -> int:
            return left.pop(0)

        def abort(self) -> None:
            ends.append(True)

    class Loop:
        def call_later(self, _seconds: float, *what: Any) -> None:
            waits.append(what)

    connection: Any = object.__new__(local._Connection)
    connection.transport, connection.loop = Transport(), Loop()
    connection._wait_for_client()
    while waits:
        look, before = waits.pop()
        assert not ends
        look(before)
    assert ends == [True] and not left


def test_events_are_told_once_each_whatever_stands_between_them() -> None:
    async def found() -> list[Event | None]:
        heard = asyncio.Event()

        async def events() -> AsyncIterator[Event]:
            yield "", 1
            await heard.wait()
            yield "", 2

        told: list[Event | None] = []
        async for event in kept_alive(events(), 0.001):
            told.append(event)
            if told.count(None) == 2:
                heard.set()
        return told

    told = asyncio.run(found())
    assert [event for event in told if event is not None] == [("", 1), ("", 2)]
    assert told[:3] == [("", 1), None, None]


def test_whoever_stops_listening_ends_the_events() -> None:
    async def ended() -> bool:
        closed = asyncio.Event()

        async def events() -> AsyncIterator[Event]:
            try:
                await asyncio.Event().wait()
                yield "", 1
            finally:
                closed.set()

        told = kept_alive(events(), 0.001)
        assert await anext(told) is None
        await told.aclose()  # type: ignore[attr-defined]
        return closed.is_set()

    assert asyncio.run(ended())


@native
@pytest.mark.parametrize(
    ("question", "fields", "code"),
    [
        ("Well?", {"response_format": {"type": "json_schema", "json_schema": CIRCLE}}, "invalid_schema"),
        ("heron " * 20_000, {"overflow": "refuse"}, "context_length_exceeded"),
    ],
)
def test_what_is_refused_after_an_earlier_conversation_has_a_status(
    served: ServerHarness, question: str, fields: Any, code: str
) -> None:
    messages = [user("A dunlin."), {"role": "assistant", "content": f"Is it? {code}"}, user(question)]
    refused = served.post("/v1/chat/completions", {"messages": messages, "stream": True, **fields})
    assert (refused.status, refused.json["error"]["code"]) == (400, code)


@native
@pytest.mark.parametrize(
    ("question", "begun", "fields", "code"),
    [
        ("Well?", "no JSON", {"response_format": {"type": "json_object"}}, "invalid_schema"),
        ("heron " * 20_000, "Well, I", {"overflow": "refuse"}, "context_length_exceeded"),
    ],
)
def test_a_reply_to_go_on_with_that_is_refused_has_a_status(
    served: ServerHarness, question: str, begun: str, fields: Any, code: str
) -> None:
    messages = [user(f"A heron. {code}"), {"role": "assistant", "content": "Is it?"}, user(question)]
    messages.append({"role": "assistant", "content": begun})
    refused = served.post("/v1/chat/completions", {"messages": messages, "stream": True, **fields})
    assert (refused.status, refused.json["error"]["code"]) == (400, code)


REFUSES = """{%- for m in messages -%}{%- if "a crane" in m.content -%}{{ raise_exception("No cranes.") }}{%- endif -%}
<|{{ m.role }}|>{{ m.content }}<|end|>{%- endfor -%}{%- if add_generation_prompt -%}<|assistant|>{%- endif -%}"""


@native
@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize(
    ("system", "question", "code"),
    [(0, "Is it a crane?", "template_failed"), (560, "heron " * 80, "context_length_exceeded")],
)
def test_a_question_that_cannot_be_read_is_refused_before_what_comes_before_it_is(
    tmp_path: Path, opened: bool, system: int, question: str, code: str
) -> None:
    begin = [{"role": "system", "content": "s" * system}] if system else []
    known = [*begin, user("A dunlin.")]
    messages = [
        *known,
        {"role": "assistant", "content": "Is it?"},
        user("Well?"),
        {"role": "assistant", "content": "No"},
    ]
    for served in running(tmp_path):
        if system == 0:
            served.loop.host.model.template = REFUSES  # type: ignore[union-attr]
        if opened:
            served.chat(known)
        body = {"messages": [*messages, user(question)], "overflow": "refuse", "stream": True}
        refused = served.post("/v1/chat/completions", body)
        assert (refused.status, refused.json["error"]["code"]) == (400, code), refused.data
        assert served.chat(messages)["usage"]["completion_tokens"], "the conversation itself is fine"


def begun(bird: str) -> list[dict[str, Any]]:
    return [user(f"A {bird}. " * 20), {"role": "assistant", "content": "Is it?"}, user("Well?")]


def refused(bird: str) -> list[dict[str, Any]]:
    """A conversation of which ``REFUSES`` refuses a message in the middle."""
    rest = [{"role": "assistant", "content": "Yes."}, user("Is it a crane?")]
    return [*begun(bird), *rest, {"role": "assistant", "content": "No."}, user("And now?")]


@native
def test_an_earlier_message_that_is_refused_ends_a_stream_with_an_error_and_costs_nothing(tmp_path: Path) -> None:
    """Templates refuse what stands in the middle of a conversation once what comes before it is read."""
    why = "The model's chat template failed: No cranes."
    error = {"type": "invalid_request_error", "message": why}
    for served in running(tmp_path):
        served.loop.host.model.template = REFUSES  # type: ignore[union-attr]
        served.chat(begun("dunlin"))
        asked = {"max_tokens": 2, "stream": True}
        chat = served.post("/v1/chat/completions", {**asked, "messages": refused("dunlin")}).events
        assert chat[0][1]["choices"][0]["delta"]["role"] == "assistant"
        assert chat[1:] == [("", {"error": {**error, "param": "messages", "code": "template_failed"}})]
        messages = served.post("/v1/messages", {**asked, "messages": refused("heron")}).events
        assert messages[0][0] == "message_start"
        assert messages[-1] == ("error", {"type": "error", "error": error})
        answer = served.post("/v1/responses", {"input": refused("egret"), "stream": True}).events
        assert [name for name, _ in answer] == ["response.created", "response.in_progress", "error", "response.failed"]
        assert [event["sequence_number"] for _, event in answer] == [0, 1, 2, 3]
        assert all(event["type"] == name for name, event in answer)
        assert (answer[2][1]["code"], answer[2][1]["message"]) == ("template_failed", why)
        failed = answer[3][1]["response"]
        assert (failed["status"], failed["error"]) == ("failed", {"code": "template_failed", "message": why})
        usage = served.chat(begun("dunlin"))["usage"]
        opening = len("\n<|assistant|>")
        assert usage["prompt_tokens_details"]["cached_tokens"] >= usage["prompt_tokens"] - opening, "it stays"


@native
def test_openais_package_raises_what_ends_a_response(tmp_path: Path) -> None:
    asked: Any = refused("dunlin")
    for served in running(tmp_path):
        served.loop.host.model.template = REFUSES  # type: ignore[union-attr]
        with openai.OpenAI(base_url=f"{served.server.url}/v1", api_key="none", max_retries=0) as client:
            events = iter(client.responses.create(model="", input=asked, stream=True))
            assert next(events).type == "response.created"
            with pytest.raises(openai.APIError, match="No cranes"):
                list(events)
