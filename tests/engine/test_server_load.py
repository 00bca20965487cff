"""Many clients at once, clients that leave, conversations longer than the context, and tools."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from engine.server.problems import HttpProblem
from engine.server.queueing import Turnstile
from tests.engine.http_harness import ServerHarness, replied, running, until, user

native = pytest.mark.native
TOOL = {
    "type": "function",
    "function": {"name": "look", "description": "Look up a word", "parameters": {"type": "object", "properties": {}}},
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHarness]:
    yield from running(tmp_path_factory.mktemp("served"), n_ctx=2048, chats=8)


@native
def test_sixteen_clients_at_once_each_get_their_own_reply(served: ServerHarness) -> None:
    prompts = [f"Tell me of animal {n} and of the number {n * 37}." for n in range(16)]
    bodies = [{"messages": [user(prompt)], "temperature": 0, "max_tokens": 12, "stream": True} for prompt in prompts]
    alone = [_said(served.post("/v1/chat/completions", body).events) for body in bodies]
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda body: served.post("/v1/chat/completions", body), bodies))
    assert [answer.status for answer in answers] == [200] * 16
    assert [_said(answer.events) for answer in answers] == alone
    ids = {event["id"] for answer in answers for _, event in answer.events if event != "[DONE]"}
    assert len(ids) == 16


@native
@pytest.mark.parametrize("stream", [True, False])
def test_a_client_that_leaves_ends_its_request(served: ServerHarness, stream: bool) -> None:
    form = {"type": "json_schema", "json_schema": {"schema": {"type": "string", "minLength": 100_000}}}
    body = {"messages": [user("Count.")], "max_tokens": 100_000, "stream": stream, "response_format": form}
    client = served.begin("/v1/chat/completions", body)
    until(lambda: served.get("/slots").json["running"])
    if stream:
        assert client.recv(64)
    client.close()
    until(lambda: not served.get("/slots").json["running"])
    until(lambda: not any(entry["busy"] for entry in served.get("/v1/sessions").json["data"]))
    usage = served.chat([user("Count.")])["usage"]  # the session's log is what was read, no more
    assert usage["prompt_tokens"] > 0


@native
def test_a_conversation_longer_than_the_context_goes_on(tmp_path: Path) -> None:
    with ServerHarness(tmp_path, n_ctx=512) as served:
        messages: list[dict[str, Any]] = []
        reads: list[int] = []
        for turn in range(7):
            messages.append(user(f"On day {turn} the heron left a letter at the mill. " * 5))
            completion = served.chat(messages)
            usage = completion["usage"]
            reads.append(usage["prompt_tokens"] - usage["prompt_tokens_details"]["cached_tokens"])
            messages.append(replied(completion))
        assert usage["prompt_tokens"] > 3 * 512
        assert max(reads) < 512  # each reads its own turn alone, or little more
        text = served.get("/metrics").data.decode()
        assert "longthread_compactions_total 0" not in text
    with ServerHarness(tmp_path, n_ctx=512) as served:  # compacted blocks are found again, too
        usage = served.chat([*messages, user("Who left it?")])["usage"]
        assert usage["prompt_tokens"] - usage["prompt_tokens_details"]["cached_tokens"] < 200


@native
def test_a_conversation_that_begins_longer_than_the_context_is_answered(tmp_path: Path) -> None:
    messages: list[dict[str, Any]] = []
    for turn in range(7):
        messages += [
            user(f"On day {turn} the otter counted the stars. " * 5),
            {"role": "assistant", "content": "Yes."},
        ]
    with ServerHarness(tmp_path, n_ctx=512) as served:
        assert served.chat([*messages, user("How many?")])["usage"]["prompt_tokens"] > 1024


@native
def test_a_session_is_compacted_when_that_is_asked_for(served: ServerHarness) -> None:
    messages = [user("The lynx slept beside the chapel and paid 12 coins. " * 20)]
    body = {"messages": messages, "temperature": 0, "max_tokens": 4}
    answer = served.post("/v1/chat/completions", body)
    session = answer.headers["x-longthread-session"]
    report = served.post("/compact", {"session": session, "ratio": 4}).json
    assert report["tokens"] > 256
    assert report["bytes_after"] < report["bytes_before"]
    messages += [replied(answer.json), user("Where did it sleep?")]
    usage = served.chat(messages)["usage"]  # what was compacted is the same conversation
    assert usage["prompt_tokens"] - usage["prompt_tokens_details"]["cached_tokens"] < 100
    assert served.post("/compact", {"session": "none"}).json["error"]["code"] == "session_not_found"
    assert served.post("/compact", {"session": session, "ratio": 0.5}).status == 400
    little = served.post("/v1/chat/completions", {"messages": [user("A toad.")], "max_tokens": 4})
    refused = served.post("/compact", {"session": little.headers["x-longthread-session"]})
    assert (refused.status, refused.json["error"]["code"]) == (409, "cannot_compact")


@native
def test_a_message_that_text_would_not_bear_is_refused_with_numbers_on_request(served: ServerHarness) -> None:
    body = {"messages": [user("heron " * 60_000)], "overflow": "refuse"}
    answer = served.post("/v1/chat/completions", body)
    assert (answer.status, answer.json["error"]["code"]) == (400, "context_length_exceeded")
    assert "360,0" in answer.json["error"]["message"]


@native
def test_calls_and_their_results_go_on_in_one_session(served: ServerHarness) -> None:
    first = [user("Which word?")]
    completion = served.chat(first, tools=[TOOL])
    call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"word": "heron"}'}}
    turns = [
        *first, replied(completion), user("Look."),
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "A grey bird. <|im_end|>"},
    ]  # fmt: skip
    second = served.chat(turns, tools=[TOOL])
    spelled = json.loads(json.dumps(turns))
    spelled[3]["tool_calls"][0]["function"]["arguments"] = '{ "word" : "heron" }'
    third = served.chat([*spelled, replied(second), user("Thanks.")], tools=[TOOL])
    usage = third["usage"]
    assert usage["prompt_tokens_details"]["cached_tokens"] >= second["usage"]["prompt_tokens"] - 1


@native
@pytest.mark.parametrize("knows_tools", [False, True])
def test_results_are_told_by_the_names_of_their_tools(tmp_path: Path, knows_tools: bool) -> None:
    """The client's id of a call says which; the model wrote none."""
    template = "{%- for m in messages -%}<|{{ m.role }} {{ m.name }}|>{{ m.content }}<|end|>{%- endfor -%}<|assistant|>"
    if not knows_tools:
        template = "{%- if messages[-1].role == 'tool' -%}{{ raise_exception('No.') }}{%- endif -%}" + template
    sure = {"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]}
    tools = [{"type": "function", "function": {"name": "look", "parameters": {**sure, "additionalProperties": False}}}]
    for served in running(tmp_path):
        served.loop.host.model.template = template  # type: ignore[union-attr]
        body = {"messages": [user("A dunlin.")], "tools": tools, "tool_choice": "required", "temperature": 0}
        called = served.post("/v1/chat/completions", body).json["choices"][0]["message"]
        (call,) = called["tool_calls"]
        body["messages"] += [called, {"role": "tool", "tool_call_id": call["id"], "content": "grey"}]
        answer = served.post("/v1/chat/completions", {**body, "tool_choice": "none", "max_tokens": 1})
        session = served.loop.host.chats[answer.headers["x-longthread-session"]].session
        told = session.model.text(list(session.log.tokens), special=True)
        assert ("<|tool look|>grey" if knows_tools else "Result of look:\ngrey") in told


@native
@pytest.mark.parametrize("choice", ["required", {"type": "function", "function": {"name": "look"}}])
def test_a_reply_that_has_to_call_a_tool_does(served: ServerHarness, choice: Any) -> None:
    parameters = {"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]}
    tool = {"type": "function", "function": {"name": "look", "parameters": parameters}}
    fields = {"tools": [tool], "tool_choice": choice, "max_tokens": 200}
    messages = [user("Which word?")]
    completion = served.chat(messages, **fields)
    [choice] = completion["choices"]
    [call] = choice["message"]["tool_calls"]
    assert choice["finish_reason"] == "tool_calls"
    assert call["function"]["name"] == "look"
    assert set(json.loads(call["function"]["arguments"])) == {"sure"}
    result = {"role": "tool", "tool_call_id": call["id"], "content": "A bird."}
    again = served.chat([*messages, choice["message"], result], tools=[tool])
    told = again["usage"]["prompt_tokens_details"]["cached_tokens"]
    assert told >= completion["usage"]["prompt_tokens"] + completion["usage"]["completion_tokens"] - 1


@native
def test_a_tool_that_is_not_there_cannot_be_chosen(served: ServerHarness) -> None:
    choice = {"type": "function", "function": {"name": "other"}}
    body = {"messages": [user("a")], "tools": [TOOL], "tool_choice": choice}
    assert served.post("/v1/chat/completions", body).json["error"]["param"] == "tool_choice"


def _said(events: list[tuple[str, Any]]) -> str:
    return "".join(
        choice["delta"].get("content", "") for _, event in events if event != "[DONE]" for choice in event["choices"]
    )


# --------------------------------------------------------------------------- whose turn it is


def test_clients_take_turns() -> None:
    async def main() -> list[str]:
        turnstile, order = Turnstile(lambda: 1, 10, 60.0), []

        async def request(client: str) -> None:
            async with turnstile.turn(client):
                order.append(client)
                await asyncio.sleep(0)

        await asyncio.gather(*(request(client) for client in "aaaabc"))
        assert (turnstile.inside, turnstile.waiting) == (0, 0)
        return order

    assert asyncio.run(main()) == ["a", "a", "b", "c", "a", "a"]


def test_too_many_that_wait_are_told_to_come_back() -> None:
    async def main() -> None:
        turnstile = Turnstile(lambda: 1, 1, 60.0)
        async with turnstile.turn("a"):
            waiting = asyncio.create_task(_turn(turnstile, "b"))
            await asyncio.sleep(0)
            with pytest.raises(HttpProblem, match="Too many"):
                await _turn(turnstile, "c")
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        assert (turnstile.inside, turnstile.waiting) == (0, 0)

    asyncio.run(main())


def test_who_waits_too_long_is_told() -> None:
    async def main() -> None:
        turnstile = Turnstile(lambda: 1, 1, 0.0)
        async with turnstile.turn("a"):
            with pytest.raises(HttpProblem, match="too long"):
                await _turn(turnstile, "b")
        await _turn(turnstile, "b")
        assert (turnstile.inside, turnstile.waiting) == (0, 0)

    asyncio.run(main())


@pytest.mark.parametrize("steps", range(6))
def test_a_client_that_leaves_when_its_turn_comes_leaves(steps: int) -> None:
    async def leave() -> None:
        turnstile = Turnstile(lambda: 1, 10, 60.0)
        async with turnstile.turn("first"):
            waiting = asyncio.ensure_future(_stay(turnstile))
            await asyncio.sleep(0)
            assert turnstile.waiting == 1
        for _ in range(steps):
            await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(waiting, 10)
        assert (turnstile.inside, turnstile.waiting) == (0, 0)

    asyncio.run(leave())


async def _stay(turnstile: Turnstile) -> None:
    async with turnstile.turn("second"):
        await asyncio.sleep(60)


async def _turn(turnstile: Turnstile, client: str) -> None:
    async with turnstile.turn(client):
        pass


@native
def test_a_server_that_nobody_asks_does_not_look_whether_it_should_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = []
    tick = uvicorn.Server.on_tick

    async def counted(self: uvicorn.Server, counter: int) -> bool:
        ticks.append(counter)
        return await tick(self, counter)

    monkeypatch.setattr(uvicorn.Server, "on_tick", counted)
    with ServerHarness(tmp_path) as served:
        served.chat([user("A heron.")], max_tokens=64)
        assert served.get("/health").status == 200
    assert ticks == [0]
