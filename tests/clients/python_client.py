"""What litellm and LangChain make of the server at argv[1]; told as JSON. Runs with locks/clients.txt installed."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import litellm
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from pydantic import BaseModel

URL = sys.argv[1]
QUESTION = [{"role": "user", "content": "How is the weather in Brest?"}]
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOLS = [{"type": "function", "function": {"name": "weather", "description": "Tell it.", "parameters": SCHEMA}}]


class Boat(BaseModel):
    """A boat."""

    name: str
    year: int


@tool
def weather(city: str) -> str:
    """Tell it."""
    return f"Rain in {city}."


def with_litellm() -> dict[str, Any]:
    openai: dict[str, Any] = {"model": "openai/plain", "api_base": f"{URL}/v1", "api_key": "none"}
    claude: dict[str, Any] = {"model": "anthropic/plain", "api_base": URL, "api_key": "none"}
    found: dict[str, Any] = {"text": litellm.completion(messages=QUESTION, **openai).choices[0].message.content}
    chunks = litellm.completion(messages=QUESTION, stream=True, **openai)
    found["streamed"] = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    message = litellm.completion(messages=QUESTION, tools=TOOLS, **openai).choices[0].message
    call = message.tool_calls[0]
    found["call"] = json.loads(call.function.arguments)
    result = {"role": "tool", "tool_call_id": call.id, "content": "Rain."}
    second = litellm.completion(messages=[*QUESTION, message.model_dump(), result], tools=TOOLS, **openai)
    found["after"] = second.choices[0].message.content
    parsed = litellm.completion(messages=QUESTION, response_format=Boat, **openai).choices[0].message.content
    found["boat"] = Boat.model_validate_json(parsed).model_dump()
    message = litellm.completion(messages=QUESTION, tools=TOOLS, max_tokens=100, **claude).choices[0].message
    found["claudes_call"] = json.loads(message.tool_calls[0].function.arguments)

    async def asynchronous() -> str:
        reply = await litellm.acompletion(messages=QUESTION, **openai)
        return str(reply.choices[0].message.content)

    found["async"] = asyncio.run(asynchronous())
    return found


def with_langchain() -> dict[str, Any]:
    model = ChatOpenAI(model="plain", base_url=f"{URL}/v1", api_key="none", max_retries=0)
    found: dict[str, Any] = {"streamed": "".join(str(chunk.content) for chunk in model.stream("A heron."))}
    acting = model.bind_tools([weather])
    messages: list[BaseMessage] = [HumanMessage("How is the weather in Brest?")]
    called = acting.invoke(messages)
    assert isinstance(called, AIMessage)
    found["call"] = called.tool_calls[0]["args"]
    messages += [
        called,
        ToolMessage(weather.invoke(called.tool_calls[0]["args"]), tool_call_id=called.tool_calls[0]["id"]),
    ]
    found["after"] = acting.invoke(messages).content
    boat = model.with_structured_output(Boat).invoke("A boat.")
    assert isinstance(boat, Boat)
    found["boat"] = boat.model_dump()
    embeddings = OpenAIEmbeddings(
        model="tiny-embed", base_url=f"{URL}/v1", api_key="none", check_embedding_ctx_length=False
    )
    found["vectors"] = [len(vector) for vector in embeddings.embed_documents(["the heron", "a boat"])]
    return found


print(json.dumps({"litellm": with_litellm(), "langchain": with_langchain()}))
