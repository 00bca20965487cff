"""OpenAI's and Anthropic's own packages as clients of the server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anthropic
import openai
import pytest
from pydantic import BaseModel, Field

from tests.engine.embedding_models import N_EMBD, embedding_model
from tests.engine.http_harness import ServerHarness, running
from tests.engine.scripted_replies import scripted

pytestmark = pytest.mark.native
CALL = 'Let me see.\n<tool_call>\n{"name": "weather", "arguments": {"city": "Brest", "days": 2}}\n</tool_call>'
ARGUMENTS = {"city": "Brest", "days": 2}
SCHEMA: dict[str, Any] = {
    "type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city"],
}  # fmt: skip
QUESTION: Any = [{"role": "user", "content": "How is the weather in Brest?"}]


class Boat(BaseModel):
    """What a reply has to be."""

    name: str = Field(max_length=8)  # the fixture model would never end one
    year: int = Field(ge=1000, le=2100)


BOAT = '{"name": "Heron", "year": 1847}'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHarness]:
    model = embedding_model(tmp_path_factory.mktemp("models") / "tiny-embed.gguf")
    yield from running(tmp_path_factory.mktemp("served"), n_ctx=2048, options={"embeddings": model})


@pytest.fixture
def client(served: ServerHarness) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{served.server.url}/v1", api_key="none", max_retries=0) as found:
        yield found


@pytest.fixture
def claude(served: ServerHarness) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(base_url=served.server.url, api_key="none", max_retries=0) as found:
        yield found


# --------------------------------------------------------------------------- openai


TOOL: Any = {"type": "function", "function": {"name": "weather", "description": "Tell it.", "parameters": SCHEMA}}


def test_openai_whole_and_streamed(served: ServerHarness, client: openai.OpenAI) -> None:
    with scripted(served, ["The heron came home."] * 2):
        whole = client.chat.completions.create(model="plain", messages=QUESTION)
        with client.chat.completions.create(
            model="plain", messages=QUESTION, stream=True, stream_options={"include_usage": True}
        ) as events:
            chunks = list(events)
    assert whole.choices[0].message.content == "The heron came home." and whole.choices[0].finish_reason == "stop"
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices) == "The heron came home."
    assert whole.usage is not None and chunks[-1].usage is not None
    assert chunks[-1].usage.completion_tokens == whole.usage.completion_tokens
    assert len({chunk.id for chunk in chunks}) == 1


def test_openai_calls_tools_over_several_turns(served: ServerHarness, client: openai.OpenAI) -> None:
    messages: list[Any] = list(QUESTION)
    with scripted(served, [CALL, "It will rain."]):
        with client.chat.completions.stream(model="plain", messages=messages, tools=[TOOL]) as stream:
            names = [event.type for event in stream]
            message = stream.get_final_completion().choices[0].message
        assert "tool_calls.function.arguments.delta" in names and message.content == "Let me see."
        assert message.tool_calls is not None
        call = message.tool_calls[0]
        assert (call.function.name, json.loads(call.function.arguments)) == ("weather", ARGUMENTS)
        messages += [message.to_dict(), {"role": "tool", "tool_call_id": call.id, "content": "Rain."}]
        last = client.chat.completions.create(model="plain", messages=messages, tools=[TOOL])
    assert last.choices[0].message.content == "It will rain."
    assert last.usage is not None and last.usage.prompt_tokens_details is not None
    assert last.usage.prompt_tokens_details.cached_tokens, "the session went on"


def test_openai_structured_output(served: ServerHarness, client: openai.OpenAI) -> None:
    with scripted(served, [BOAT]) as asked:
        parsed = client.chat.completions.parse(model="plain", messages=QUESTION, response_format=Boat)
    assert parsed.choices[0].message.parsed == Boat(name="Heron", year=1847)
    assert asked[0].sampling.output == "schema"
    real = client.chat.completions.parse(
        model="plain", messages=QUESTION, temperature=0, tools=[openai.pydantic_function_tool(Boat)],
        tool_choice={"type": "function", "function": {"name": "Boat"}}, max_tokens=200,
    )  # fmt: skip
    message = real.choices[0].message
    assert message.tool_calls and message.tool_calls[0].function.name == "Boat"


def test_openai_responses(served: ServerHarness, client: openai.OpenAI) -> None:
    tool: Any = {"type": "function", "name": "weather", "parameters": SCHEMA, "strict": False}
    with scripted(served, [CALL, "It will rain.", BOAT]):
        with client.responses.stream(model="plain", input=QUESTION, tools=[tool]) as stream:
            names = [event.type for event in stream]
            first = stream.get_final_response()
        assert names[0] == "response.created" and names[-1] == "response.completed"
        call = next(item for item in first.output if item.type == "function_call")
        assert json.loads(call.arguments) == ARGUMENTS
        items: Any = [
            *QUESTION, *(item.to_dict() for item in first.output),
            {"type": "function_call_output", "call_id": call.call_id, "output": "Rain."},
        ]  # fmt: skip
        assert client.responses.create(model="plain", input=items, tools=[tool]).output_text == "It will rain."
        parsed = client.responses.parse(model="plain", input="A boat.", text_format=Boat)
    assert parsed.output_parsed == Boat(name="Heron", year=1847)


def test_openai_gets_all_that_its_types_demand(served: ServerHarness, client: openai.OpenAI) -> None:
    """The package reads what lacks a field, and fails where a program asks for that."""
    tools: Any = [TOOL]
    own: Any = [{"type": "function", **TOOL["function"], "strict": False}]
    with scripted(served, ["<think>\nHm.\n</think>\n\n" + CALL] * 4):
        found: list[Any] = [
            client.chat.completions.create(model="plain", messages=QUESTION, tools=tools, logprobs=True),
            *client.chat.completions.create(
                model="plain", messages=QUESTION, tools=tools, stream=True, stream_options={"include_usage": True}
            ),
            client.responses.create(model="plain", input=QUESTION, tools=own),
            *client.responses.create(model="plain", input=QUESTION, tools=own, stream=True),
        ]  # fmt: skip
    found += [client.completions.create(model="plain", prompt="Once", max_tokens=2, logprobs=2)]
    found += [*client.models.list(), client.embeddings.create(model="tiny-embed", input="the heron")]
    assert len({type(one) for one in found}) > 15
    for one in found:
        type(one).model_validate(one.to_dict())


def test_openai_the_rest(served: ServerHarness, client: openai.OpenAI) -> None:
    assert [model.id for model in client.models.list()] == ["plain", "tiny-embed"]
    text = client.completions.create(model="plain", prompt="Once", max_tokens=4, temperature=0)
    assert text.usage is not None and text.usage.completion_tokens <= 4
    several = client.completions.create(model="plain", prompt=[[5, 6, 7], [8, 9]], n=2, max_tokens=2, temperature=0)
    assert [choice.index for choice in several.choices] == [0, 1, 2, 3]
    found = client.embeddings.create(model="tiny-embed", input=["the heron", "a boat"])
    assert [len(one.embedding) for one in found.data] == [N_EMBD, N_EMBD]
    logprobs = client.chat.completions.create(
        model="plain", messages=QUESTION, max_tokens=3, logprobs=True, top_logprobs=2
    )
    told = logprobs.choices[0].logprobs
    assert told is not None and told.content is not None and len(told.content[0].top_logprobs) == 2
    with pytest.raises(openai.BadRequestError, match="n must be 1"):
        client.chat.completions.create(model="plain", messages=QUESTION, n=2)
    with pytest.raises(openai.BadRequestError, match="writes text") as refused:
        client.embeddings.create(model="plain", input="a")
    assert refused.value.code == "model_not_supported"


def test_openai_asynchronous(served: ServerHarness) -> None:
    async def several() -> list[str]:
        async with openai.AsyncOpenAI(base_url=f"{served.server.url}/v1", api_key="none", max_retries=0) as client:

            async def one(n: int) -> str:
                schema: Any = {"type": "json_object"}
                stream = await client.chat.completions.create(
                    model="plain", stream=True, max_tokens=6, temperature=0, response_format=schema,
                    messages=[{"role": "user", "content": f"Number {n}."}],
                )  # fmt: skip
                return "".join([chunk.choices[0].delta.content or "" async for chunk in stream if chunk.choices])

            return list(await asyncio.gather(*(one(n) for n in range(4))))

    assert all(text.lstrip().startswith("{") for text in asyncio.run(several()))


# --------------------------------------------------------------------------- anthropic


SECOND = CALL + '\n<tool_call>\n{"name": "weather", "arguments": {"city": "Quimper"}}\n</tool_call>'


def test_a_reply_may_call_one_tool_alone(
    served: ServerHarness, client: openai.OpenAI, claude: anthropic.Anthropic
) -> None:
    with scripted(served, [SECOND] * 5 + ["It will rain."]) as asked:
        both = client.chat.completions.create(model="plain", messages=QUESTION, tools=[TOOL])
        calls = both.choices[0].message.tool_calls or []
        assert [json.loads(call.function.arguments)["city"] for call in calls if call.type == "function"] == [
            "Brest", "Quimper",
        ]  # fmt: skip
        one = client.chat.completions.create(model="plain", messages=QUESTION, tools=[TOOL], parallel_tool_calls=False)
        message = one.choices[0].message
        [call] = message.tool_calls or []
        assert call.type == "function" and json.loads(call.function.arguments) == ARGUMENTS
        assert (message.content, one.choices[0].finish_reason) == ("Let me see.", "tool_calls")
        assert one.usage is not None and both.usage is not None
        assert one.usage.completion_tokens < both.usage.completion_tokens  # the second was not written to its end
        with client.chat.completions.stream(
            model="plain", messages=QUESTION, tools=[TOOL], parallel_tool_calls=False
        ) as stream:
            assert len(stream.get_final_completion().choices[0].message.tool_calls or []) == 1
        tool: Any = {"type": "function", **TOOL["function"]}
        response = client.responses.create(model="plain", input=QUESTION, tools=[tool], parallel_tool_calls=False)
        assert [item.type for item in response.output] == ["message", "function_call"]
        assert not response.parallel_tool_calls
        theirs = claude.messages.create(
            model="plain", max_tokens=300, messages=QUESTION, tools=[CLAUDES_TOOL],
            tool_choice={"type": "auto", "disable_parallel_tool_use": True},
        )  # fmt: skip
        assert [block.type for block in theirs.content] == ["text", "tool_use"]
        messages = [*QUESTION, message.to_dict(), {"role": "tool", "tool_call_id": call.id, "content": "Rain."}]
        last = client.chat.completions.create(model="plain", messages=messages, tools=[TOOL], parallel_tool_calls=False)
        assert last.choices[0].message.content == "It will rain."
    assert [one.one_call for one in asked] == [False, True, True, True, True, True]


CLAUDES_TOOL: Any = {"name": "weather", "description": "Tell it.", "input_schema": SCHEMA}


def test_anthropic_whole_and_streamed(served: ServerHarness, claude: anthropic.Anthropic) -> None:
    asked: Any = {"model": "plain", "max_tokens": 64, "system": "Be brief.", "messages": QUESTION}
    with scripted(served, ["The heron came home."] * 2):
        whole = claude.messages.create(**asked)
        with claude.messages.stream(**asked) as stream:
            text = "".join(stream.text_stream)
            last = stream.get_final_message()
    assert whole.content[0].type == "text" and whole.content[0].text == text == "The heron came home."
    assert last.stop_reason == whole.stop_reason == "end_turn"
    counted = claude.messages.count_tokens(model="plain", system="Be brief.", messages=QUESTION)
    assert counted.input_tokens == whole.usage.input_tokens + (whole.usage.cache_read_input_tokens or 0)


def test_anthropic_calls_tools_over_several_turns(served: ServerHarness, claude: anthropic.Anthropic) -> None:
    messages: list[Any] = list(QUESTION)
    with scripted(served, [CALL, "It will rain."]):
        with claude.messages.stream(model="plain", max_tokens=100, messages=messages, tools=[CLAUDES_TOOL]) as stream:
            kinds = {event.type for event in stream}
            first = stream.get_final_message()
        assert "input_json" in kinds and first.stop_reason == "tool_use"
        use = next(block for block in first.content if block.type == "tool_use")
        assert use.input == ARGUMENTS
        messages += [
            {"role": "assistant", "content": [block.to_dict() for block in first.content]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": use.id, "content": "Rain."}]},
        ]
        last = claude.messages.create(model="plain", max_tokens=50, messages=messages, tools=[CLAUDES_TOOL])
    assert last.content[0].type == "text" and last.content[0].text == "It will rain."
    assert last.usage.cache_read_input_tokens, "the session went on"


def test_anthropic_must_call_a_tool(served: ServerHarness, claude: anthropic.Anthropic) -> None:
    called = claude.messages.create(
        model="plain", max_tokens=200, messages=QUESTION, tools=[CLAUDES_TOOL], extra_body={"temperature": 0},
        tool_choice={"type": "tool", "name": "weather"},
    )  # fmt: skip
    assert any(block.type == "tool_use" and block.name == "weather" for block in called.content)


def test_anthropic_tells_which_sequence_stopped(served: ServerHarness, claude: anthropic.Anthropic) -> None:
    asked: Any = {"model": "plain", "max_tokens": 60, "messages": QUESTION, "stop_sequences": ["zzz", "came", "home"]}
    with scripted(served, ["The heron came home."] * 2):
        whole = claude.messages.create(**asked)
        with claude.messages.stream(**asked) as stream:
            last = stream.get_final_message()
    assert (
        (whole.stop_reason, whole.stop_sequence) == (last.stop_reason, last.stop_sequence) == ("stop_sequence", "came")
    )
    assert whole.content[0].type == "text" and whole.content[0].text == "The heron "


def test_anthropic_asynchronous_and_its_errors(served: ServerHarness, claude: anthropic.Anthropic) -> None:
    async def streamed() -> str:
        async with (
            anthropic.AsyncAnthropic(base_url=served.server.url, api_key="none", max_retries=0) as client,
            client.messages.stream(model="plain", max_tokens=40, messages=QUESTION) as stream,
        ):
            return "".join([text async for text in stream.text_stream])

    with scripted(served, ["The heron came home."]):
        assert asyncio.run(streamed()) == "The heron came home."
    with pytest.raises(anthropic.BadRequestError) as refused:
        claude.messages.create(model="plain", max_tokens=4, messages=[])
    assert refused.value.body["type"] == "error"  # type: ignore[index, call-overload]


def test_the_scripts_are_written_by_the_model(served: ServerHarness, tmp_path: Path) -> None:
    """A grammar holds the model to them; what is told of tokens is of real ones."""
    with scripted(served, ['aé\n"quoted" \\ back']):
        reply = served.chat(QUESTION, max_tokens=60)
    assert reply["choices"][0]["message"]["content"] == 'aé\n"quoted" \\ back'
    assert reply["usage"]["completion_tokens"] > 3
