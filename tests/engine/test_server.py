"""The local server as its clients see it: OpenAI's protocol, sessions that nobody names, and who is let in."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.gguf.header import read_facts
from tests.engine.http_harness import TINY, ServerHarness, replied, running, user
from tests.engine.scripted_replies import scripted
from tests.vision_files import ROWS, make_mmproj, png

pytestmark = pytest.mark.native

ANSWER = {"role": "assistant", "content": "No."}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHarness]:
    yield from running(tmp_path_factory.mktemp("served"))


def test_it_tells_that_it_is_well_and_which_model_it_has(served: ServerHarness) -> None:
    assert served.get("/health").json == {"status": "ok"}
    [model] = served.get("/v1/models").json["data"]
    assert model["id"] == "plain"
    assert model["meta"]["n_ctx"] == 1024
    assert served.get("/v1/models/plain").json["id"] == "plain"
    assert served.get("/v1/models/other").json["error"]["code"] == "model_not_found"
    assert served.get("/props").json["total_slots"] == 4
    assert served.get("/slots").json == {"running": [], "waiting": 0}


def test_text_becomes_tokens_and_back(served: ServerHarness) -> None:
    tokens = served.post("/tokenize", {"content": "heron"}).json["tokens"]
    assert tokens
    assert served.post("/detokenize", {"tokens": tokens}).json == {"content": "heron"}
    assert served.post("/detokenize", {"tokens": [1 << 30]}).status == 400


def test_a_reply_comes_whole_or_in_pieces(served: ServerHarness) -> None:
    whole = served.chat([user("A heron by the river.")])
    message = whole["choices"][0]["message"]
    assert message["role"] == "assistant"
    assert whole["choices"][0]["finish_reason"] in ("length", "stop")
    assert whole["usage"]["completion_tokens"] <= 8
    body = {
        "messages": [user("A heron by the river.")], "temperature": 0, "max_tokens": 8, "stream": True,
        "stream_options": {"include_usage": True},
    }  # fmt: skip
    answer = served.post("/v1/chat/completions", body)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["x-longthread-session"]
    events = [data for _, data in answer.events]
    assert events[-1] == "[DONE]"
    assert events[-2]["usage"]["completion_tokens"] == whole["usage"]["completion_tokens"]
    said = "".join(event["choices"][0]["delta"].get("content", "") for event in events[:-2])
    assert said == message["content"]
    assert events[-3]["choices"][0]["finish_reason"] == whole["choices"][0]["finish_reason"]


@pytest.mark.parametrize(
    ("path", "asks"), [("chat/completions", {"messages": [user("A heron.")]}), ("completions", {"prompt": "A heron"})]
)
def test_each_chunk_tells_that_usage_is_still_to_come(served: ServerHarness, path: str, asks: dict[str, Any]) -> None:
    """As OpenAI documents it, and only for those who ask for it."""
    body = {**asks, "max_tokens": 3, "stream": True}
    asked = {**body, "stream_options": {"include_usage": True}}
    chunks = [data for _, data in served.post(f"/v1/{path}", asked).events if data != "[DONE]"]
    assert all(chunk["usage"] is None for chunk in chunks[:-1]) and chunks[-1]["usage"]["completion_tokens"]
    assert not any("usage" in data for _, data in served.post(f"/v1/{path}", body).events if data != "[DONE]")


def test_a_reply_without_a_limit_ends_with_the_context(served: ServerHarness) -> None:
    endless = {"grammar": 'root ::= "a" root', "max_tokens": None}
    completion = served.chat([user("A heron.")], **endless)
    assert completion["choices"][0]["finish_reason"] == "length"
    assert completion["usage"]["completion_tokens"] == served.n_ctx


def test_instructions_alone_are_answered(served: ServerHarness) -> None:
    alone = served.chat([{"role": "system", "content": "Name a bird."}])
    asked = served.chat([user("Name a bird.")])
    assert alone["usage"]["prompt_tokens"] == asked["usage"]["prompt_tokens"]


def test_the_next_turn_reads_what_is_new_alone(served: ServerHarness) -> None:
    messages = [user("Remember the otter, the mill and the orchard. " * 8)]
    first = served.chat(messages)
    messages += [replied(first), user("Which of them was first?")]
    second = served.chat(messages)
    usage = second["usage"]
    assert usage["prompt_tokens"] > first["usage"]["prompt_tokens"]
    assert usage["prompt_tokens_details"]["cached_tokens"] >= first["usage"]["prompt_tokens"] - 1
    before = served.post("/v1/chat/completions", {"messages": messages, "temperature": 0, "max_tokens": 8})
    assert before.headers["x-longthread-session"]


def test_empty_messages_keep_their_places(served: ServerHarness) -> None:
    """Left out, two replies would follow one another, and no turn would find the session of the one before."""
    messages = [user("A sanderling."), {"role": "assistant", "content": "Is it?"}, user(""), ANSWER, user("Well?")]
    body = {"messages": messages, "temperature": 0, "max_tokens": 4}
    answer = served.post("/v1/chat/completions", body)
    session = answer.headers["x-longthread-session"]
    log = served.loop.host.chats[session].session.log
    assert [span.id for span in log.spans[1:]] == ["0", "1", "2", "3", "4", "5"]
    empty = served.post("/v1/chat/completions", {"messages": [user("A ruff.")], "grammar": 'root ::= ""'})
    assert empty.json["choices"][0]["message"]["content"] == ""
    messages = [user("A ruff."), {"role": "assistant", "content": ""}, user("Well?")]
    later = served.post("/v1/chat/completions", {"messages": messages, "temperature": 0, "max_tokens": 4})
    assert later.headers["x-longthread-session"] == empty.headers["x-longthread-session"]
    begun = served.post("/v1/chat/completions", {"messages": messages[:2], "temperature": 0, "max_tokens": 4})
    assert begun.json["choices"][0]["message"]["content"], "an empty reply at the end is written anew"


def test_an_edited_turn_goes_on_from_the_last_common_point(served: ServerHarness) -> None:
    messages = [user("The badger slept beside the quarry. " * 6)]
    messages += [replied(served.chat(messages)), user("And the lynx?")]
    messages += [replied(served.chat(messages)), user("And the owl?")]
    served.chat(messages)
    edited = [*messages[:2], user("And the toad?")]
    usage = served.chat(edited)["usage"]
    assert usage["prompt_tokens_details"]["cached_tokens"] > usage["prompt_tokens"] // 2
    again = served.chat(messages)["usage"]  # the first branch is still there; the mark of the reply is read
    assert again["prompt_tokens"] - again["prompt_tokens_details"]["cached_tokens"] <= 32


def test_plain_text_goes_on(served: ServerHarness) -> None:
    body = {"prompt": "On day 1, the heron", "max_tokens": 6, "temperature": 0, "echo": True}
    answer = served.post("/v1/completions", body).json
    assert answer["choices"][0]["text"].startswith("On day 1, the heron")
    assert answer["usage"]["completion_tokens"] <= 6
    longer = served.post("/v1/completions", {**body, "prompt": "On day 1, the heron counted the stars"}).json
    assert longer["usage"]["prompt_tokens_details"]["cached_tokens"] > 0


def test_several_texts_go_on_in_one_request(served: ServerHarness) -> None:
    prompts = ["On day 1, the heron", "The mill by the river"]
    body = {"max_tokens": 6, "temperature": 0}
    alone = [served.post("/v1/completions", {**body, "prompt": prompt}).json for prompt in prompts]
    both = served.post("/v1/completions", {**body, "prompt": prompts, "n": 2, "echo": True}).json
    texts = [one["choices"][0]["text"] for one in alone]
    assert [(choice["index"], choice["text"]) for choice in both["choices"]] == [
        (0, prompts[0] + texts[0]), (1, prompts[0] + texts[0]), (2, prompts[1] + texts[1]), (3, prompts[1] + texts[1]),
    ]  # fmt: skip
    usage = both["usage"]
    assert usage["prompt_tokens"] == sum(one["usage"]["prompt_tokens"] for one in alone), "each prompt counts once"
    assert usage["completion_tokens"] == 2 * sum(one["usage"]["completion_tokens"] for one in alone)


def test_tokens_go_on_as_their_text_does(served: ServerHarness) -> None:
    text = "On day 1, the heron"
    tokens = served.post("/tokenize", {"content": text}).json["tokens"]
    body = {"max_tokens": 6, "temperature": 0, "echo": True}
    expected = served.post("/v1/completions", {**body, "prompt": text}).json["choices"][0]["text"]
    for given, n in ((tokens, 1), ([tokens], 1), ([tokens, tokens], 2), ([text, tokens], 2)):
        found = served.post("/v1/completions", {**body, "prompt": given}).json
        assert [choice["text"] for choice in found["choices"]] == [expected] * n
    chance = {"max_tokens": 6, "temperature": 2.0, "seed": 7, "n": 3, "prompt": tokens}
    one, again = (served.post("/v1/completions", chance).json["choices"] for _ in range(2))
    assert [choice["text"] for choice in one] == [choice["text"] for choice in again], "a seed for each choice"
    assert len({choice["text"] for choice in one}) > 1


def test_several_texts_stream_with_their_numbers(served: ServerHarness) -> None:
    body = {
        "prompt": ["On day 1, the heron", "The mill"], "max_tokens": 6, "temperature": 0, "stream": True, "n": 2,
        "stream_options": {"include_usage": True}, "echo": True,
    }  # fmt: skip
    answer = served.post("/v1/completions", body)
    events = [event for _, event in answer.events]
    assert events[-1] == "[DONE]" and events.count("[DONE]") == 1
    whole = served.post("/v1/completions", {**body, "stream": False, "stream_options": None}).json
    texts = {choice["index"]: "" for choice in whole["choices"]}
    for event in events[:-2]:
        texts[event["choices"][0]["index"]] += event["choices"][0]["text"]
    assert texts == {choice["index"]: choice["text"] for choice in whole["choices"]}
    assert events[-2]["usage"]["completion_tokens"] == whole["usage"]["completion_tokens"]
    assert not served.server.serving.seen.running


@pytest.mark.parametrize(
    "fields", [{"prompt": []}, {"prompt": [[]]}, {"prompt": ["a", 1]}, {"prompt": [1 << 30]}, {"prompt": [-1]},
               {"prompt": "a", "n": 0}, {"prompt": ["a"] * 33, "n": 2}],
)  # fmt: skip
def test_prompts_that_are_none_are_refused(served: ServerHarness, fields: Any) -> None:
    for stream in (False, True):
        refused = served.post("/v1/completions", {"max_tokens": 2, "stream": stream, **fields})
        assert refused.status == 400 and refused.json["error"]["param"] in ("prompt", "n")


def test_it_tells_how_likely_tokens_were(served: ServerHarness) -> None:
    completion = served.chat([user("A crane.")], logprobs=True, top_logprobs=2, max_tokens=4)
    told = completion["choices"][0]["logprobs"]["content"]
    assert len(told) == completion["usage"]["completion_tokens"]
    assert all(len(one["top_logprobs"]) == 2 and one["logprob"] <= 0 for one in told)


def test_tokens_of_texts_that_go_on_have_a_place(served: ServerHarness) -> None:
    """Behind the prompt, as OpenAI counts; of a character that several tokens make, all begin at its place."""
    prompt, said = "Café: ", "a cañón ☃ in Bonn"
    tokens = served.post("/tokenize", {"content": prompt}).json["tokens"]
    body = {"max_tokens": 60, "logprobs": 0}
    with scripted(served, [said] * 3):
        whole = served.post("/v1/completions", {**body, "prompt": prompt}).json["choices"][0]
        of_tokens = served.post("/v1/completions", {**body, "prompt": [tokens]}).json["choices"][0]
        events = served.post("/v1/completions", {**body, "prompt": prompt, "stream": True}).events
    assert whole["text"] == said
    told = whole["logprobs"]
    places = [place - len(prompt) for place in told["text_offset"]]
    assert len(places) == len(told["tokens"]) and places[0] == 0 and places == sorted(places)
    for place, token in zip(places, told["tokens"], strict=True):
        assert token.startswith("bytes:") or said[place:].startswith(token) or place == len(said)
    assert of_tokens["logprobs"]["text_offset"] == told["text_offset"]
    streamed = [event["choices"][0]["logprobs"] for _, event in events[:-1]]
    assert [place for one in streamed if one for place in one["text_offset"]] == told["text_offset"]


def test_options_that_are_parts_of_characters_are_told_apart(served: ServerHarness) -> None:
    said = "☃ é\u2028日"
    with scripted(served, [said]):
        body = {"prompt": "Say: ", "max_tokens": 60, "logprobs": 20}
        told = served.post("/v1/completions", body).json["choices"][0]["logprobs"]
    assert {len(options) for options in told["top_logprobs"]} == {20}
    parts = [token.removeprefix("bytes:") for token in told["tokens"]]
    assert b"".join(bytes.fromhex(one.replace("\\x", "")) if "\\" in one else one.encode() for one in parts) == (
        said.encode()
    )


def test_a_reply_can_have_a_form(served: ServerHarness) -> None:
    form = {"type": "json_schema", "json_schema": {"name": "n", "schema": {"type": "boolean"}}}
    completion = served.chat([user("Yes or no?")], response_format=form)
    assert completion["choices"][0]["message"]["content"] in ("true", "false")
    broken = {"type": "json_schema", "json_schema": {"name": "n", "schema": {"$ref": "http://elsewhere"}}}
    answer = served.post("/v1/chat/completions", {"messages": [user("?")], "response_format": broken})
    assert (answer.status, answer.json["error"]["code"]) == (400, "invalid_schema")


@pytest.mark.parametrize(
    ("body", "param"),
    [
        ({"messages": []}, "messages"),
        ({"messages": [user("a")], "n": 2}, "n"),
        ({"messages": [user("a")], "temperature": 99}, "temperature"),
        ({"messages": [user("a")], "max_tokens": 0}, "max_tokens"),
        ({"messages": [{"role": "user", "content": [{"type": "input_audio"}]}]}, "messages"),
    ],
)
def test_what_cannot_be_had_is_refused_by_name(served: ServerHarness, body: Any, param: str) -> None:
    answer = served.post("/v1/chat/completions", body)
    assert (answer.status, answer.json["error"]["param"]) == (400, param)


def test_no_address_is_opened_on_a_clients_word(served: ServerHarness) -> None:
    for url in ("http://127.0.0.1:1/a.png", "file:///etc/hostname", "/etc/hostname"):
        content = [{"type": "image_url", "image_url": {"url": url}}]
        answer = served.post("/v1/chat/completions", {"messages": [{"role": "user", "content": content}]})
        assert (answer.status, answer.json["error"]["code"]) == (400, "invalid_image")


def test_bodies_that_are_none_are_refused(served: ServerHarness) -> None:
    assert served.post("/v1/chat/completions", b"{").status == 400
    assert served.post("/v1/chat/completions", b"\xff").status == 400
    assert served.post("/v1/chat/completions", {"messages": "x"}).status == 400
    assert served.post("/nowhere", {}).json["error"]["message"]
    assert served.get("/v1/chat/completions").status == 405


def test_sessions_are_listed_copied_saved_and_deleted(served: ServerHarness) -> None:
    body = {"messages": [user("The marten painted the bridge.")], "temperature": 0, "max_tokens": 4}
    session = served.post("/v1/chat/completions", body).headers["x-longthread-session"]
    listed = {one["id"]: one for one in served.get("/v1/sessions").json["data"]}
    assert listed[session]["messages"] == 2
    copy = served.post(f"/v1/sessions/{session}/fork", {}).json
    assert (copy["parent"], copy["messages"]) == (session, 2)
    assert served.post(f"/v1/sessions/{session}/save", {}).json["tokens"] > 0
    assert served.ask("DELETE", f"/v1/sessions/{copy['id']}").json["deleted"]
    assert served.ask("DELETE", f"/v1/sessions/{copy['id']}").status == 404


def test_what_happened_is_counted(served: ServerHarness) -> None:
    served.chat([user("A hare.")])
    text = served.get("/metrics").data.decode()
    assert 'longthread_requests_total{path="/v1/chat/completions",status="200"}' in text
    assert "longthread_first_token_seconds_count" in text


def test_it_describes_itself(served: ServerHarness) -> None:
    document = served.get("/openapi.json").json
    assert document["paths"]["/v1/chat/completions"]["post"]["requestBody"]
    page = served.get("/")
    assert b"/v1/chat/completions" in page.data
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_sessions_are_found_again_after_a_restart(tmp_path: Path) -> None:
    messages = [user("The boar sold apples near the harbour, and the swift forgot. " * 8)]
    with ServerHarness(tmp_path) as served:
        messages += [replied(served.chat(messages)), user("Who sold apples?")]
        served.chat(messages)
    with ServerHarness(tmp_path) as served:
        usage = served.chat(messages)["usage"]
    assert usage["prompt_tokens"] - usage["prompt_tokens_details"]["cached_tokens"] <= 32


def test_a_picture_that_is_sent_along_is_seen(tmp_path: Path) -> None:
    data = base64.b64encode(png()).decode()
    part = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}
    shown = {"role": "user", "content": [{"type": "text", "text": "What is it?"}, part]}
    mmproj = make_mmproj(tmp_path / "mmproj.gguf", read_facts(TINY).n_embd)
    with ServerHarness(tmp_path / "served", mmproj=mmproj) as served:
        assert served.get("/props").json["modalities"]["vision"]
        alone = served.chat([user("What is it?")])["usage"]["prompt_tokens"]
        first = served.chat([shown])
        assert first["usage"]["prompt_tokens"] >= alone + ROWS
        again = served.chat([shown, replied(first), user("And then?")])["usage"]
        assert again["prompt_tokens_details"]["cached_tokens"] >= first["usage"]["prompt_tokens"] - 1
        block = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
        body = {"max_tokens": 4, "messages": [{"role": "user", "content": [{"type": "text", "text": "It?"}, block]}]}
        assert served.post("/v1/messages", body).json["usage"]["input_tokens"] > 0
        kept = [path.suffix for path in served.server.serving.pictures().iterdir()]
        assert kept == [".png"], "the same one, once"


def test_saved_sessions_have_a_quota_of_their_own(tmp_path: Path) -> None:
    with ServerHarness(tmp_path, options={"quota": 12_345_678}) as served:
        served.chat([user("A heron by the river.")])
        sessions = served.server.serving.gateway.served.sessions
        assert served.loop.host.chats.saver.store(sessions.folder, sessions.chunks).limit == 12_345_678
