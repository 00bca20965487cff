"""``/v1/responses`` of OpenAI's newer protocol, without what it stores for its clients."""

from __future__ import annotations

import itertools
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from engine.prompt.tools.events import CallArguments, CallBegun, CallEnded, Said, Tool
from engine.server.bodies import (
    CallBody,
    ChatBody,
    ChatMessage,
    ChosenFunction,
    ChosenTool,
    FunctionBody,
    FunctionCall,
    JsonSchemaBody,
    ResponseFormat,
    ToolBody,
)
from engine.server.openai_requests import asked_of_chat
from engine.server.problems import HttpProblem
from engine.server.replies import Finished
from engine.server.reply_reader import Piece, Thought
from engine.server.responses_bodies import NamedTool, ResponsesBody, ResponsesItem, ResponsesTool, TextFormat
from engine.server.serving import ServedReply, Serving, json_response
from engine.server.streaming import Event, stream


class Responses:
    """The handler."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving

    async def create(self, request: Request) -> Response:
        """``POST /v1/responses``."""
        body = await self._serving.body(request, ResponsesBody)
        asked = asked_of_chat(chat_of(body), self._serving.pictures())
        answer = _Answer(body, () if body.tool_choice == "none" else asked.beginning.tools)
        if body.stream:
            return await stream(self._serving, request, asked, body.wanted, answer.events, answer.failed)

        async def whole() -> Response:
            async with self._serving.reply(request, asked, body.wanted) as reply:
                async for _ in answer.events(reply):
                    pass
                headers = {"X-Longthread-Session": reply.end.session}
                return json_response(answer.whole(reply.end), headers=headers)

        return await self._serving.unless_gone(request, whole())


def chat_of(body: ResponsesBody) -> ChatBody:
    """The same as a chat completion; raises HttpProblem."""
    if body.previous_response_id:
        told = "This server stores no responses. Send the whole conversation as input."
        raise HttpProblem(400, told, "unsupported", "previous_response_id")
    items = [ResponsesItem(content=body.input)] if isinstance(body.input, str) else body.input
    messages = [ChatMessage(role="system", content=body.instructions)] if body.instructions else []
    for item in items:
        _add(messages, item)
    tools = [_tool(number, tool) for number, tool in enumerate(body.tools or [])]
    choice = body.tool_choice
    if isinstance(choice, NamedTool) and choice.type not in (None, "function"):
        told = f"A tool_choice of the kind {choice.type[:40]!r} isn't supported."
        raise HttpProblem(400, told, "unsupported", "tool_choice")
    named = ChosenTool(function=ChosenFunction(name=choice.name or "")) if isinstance(choice, NamedTool) else None
    form = body.text.format if body.text is not None else None
    return ChatBody(
        messages=messages, max_tokens=body.max_output_tokens, temperature=body.temperature, top_p=body.top_p,
        tools=tools or None, tool_choice=named or (choice if isinstance(choice, str) else None),
        parallel_tool_calls=body.parallel_tool_calls,
        reasoning_effort=body.reasoning.effort if body.reasoning is not None else None,
        response_format=None if form is None else ResponseFormat(
            type=form.type, json_schema=JsonSchemaBody(schema=form.schema or {}, name=form.name)
        ),
    )  # fmt: skip


def _tool(number: int, tool: ResponsesTool) -> ToolBody:
    if tool.type != "function":
        raise HttpProblem(400, f"Tools of the kind {tool.type[:40]!r} aren't supported.", "unsupported", "tools")
    if not tool.name:  # as of a tool that is declared as in chat completions
        raise HttpProblem(400, "A tool needs a name.", "invalid_value", f"tools[{number}].name")
    return ToolBody(function=FunctionBody(name=tool.name, description=tool.description, parameters=tool.parameters))


def _add(messages: list[ChatMessage], item: ResponsesItem) -> None:
    match item.type or "message":
        case "message":
            messages.append(ChatMessage(role=item.role or "user", content=item.content))
        case "function_call":
            call = CallBody(function=FunctionCall(name=item.name or "", arguments=item.arguments), id=item.call_id)
            last = messages[-1] if messages else None
            if last is not None and last.role == "assistant":
                last.tool_calls = last.tool_calls or []
                last.tool_calls.append(call)
            else:
                messages.append(ChatMessage(role="assistant", tool_calls=[call]))
        case "function_call_output":
            messages.append(ChatMessage(role="tool", content=item.output, tool_call_id=item.call_id))
        case "reasoning":
            pass
        case kind:
            raise HttpProblem(400, f"Items of the kind {kind[:40]!r} aren't supported.", "unsupported", "input")


class _Answer:
    """One response: its events make its output, whether or not anybody hears them."""

    def __init__(self, body: ResponsesBody, tools: Sequence[Tool]) -> None:
        self._head = {
            "id": f"resp_{secrets.token_hex(16)}", "object": "response", "created_at": int(time.time()), "model": "",
            **_told_again(body),
        }  # fmt: skip
        self._tools = tools
        self._numbers = itertools.count()
        self._output: list[dict[str, Any]] = []

    def whole(self, finished: Finished | None) -> dict[str, Any]:
        """The response as it is now; ``finished`` None: it is being written."""
        cut = finished is not None and _is_cut(finished)
        status = "in_progress" if finished is None else "incomplete" if cut else "completed"
        return {
            **self._head, "status": status, "output": self._output, "error": None,
            "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
            "usage": None if finished is None else _usage(finished),
        }  # fmt: skip

    async def events(self, reply: ServedReply) -> AsyncIterator[Event]:
        """The events."""
        self._head["model"] = reply.model
        reader = reply.reader(self._tools)
        yield self._event("response.created", response=self.whole(None))
        yield self._event("response.in_progress", response=self.whole(None))
        async for token in reply.tokens():
            for piece in reader.feed(token.text):
                for event in self._told(piece):
                    yield event
        status = "incomplete" if _is_cut(reply.end) else "completed"
        for piece in reader.finish():
            for event in self._told(piece, status):
                yield event
        for event in self._close(status):
            yield event
        done = self.whole(reply.end)
        yield self._event(f"response.{done['status']}", response=done)

    def failed(self, problem: HttpProblem) -> list[Event]:
        """The events that end it where something went wrong."""
        error = problem.body("openai")["error"]
        told = {"code": error["code"] or error["type"], "message": error["message"]}
        response = {**self.whole(None), "status": "failed", "error": told}
        return [
            self._event("error", **told, param=error["param"], error=error),  # SDKs raise what stands under "error"
            self._event("response.failed", response=response),
        ]

    def _event(self, kind: str, **fields: Any) -> Event:
        return kind, {"type": kind, "sequence_number": next(self._numbers), **fields}

    def _told(self, piece: Piece, status: str = "completed") -> list[Event]:
        """The events of a piece; ``status``: of the call that it ends."""
        found: list[Event] = []
        kind = {"Thought": "reasoning", "Said": "message"}.get(type(piece).__name__, "function_call")
        last = self._open()
        if isinstance(piece, CallBegun) or (not isinstance(piece, CallEnded) and (not last or last["type"] != kind)):
            found += [*self._close(), *self._begin(kind, piece)]
        item, where = self._output[-1], {"output_index": len(self._output) - 1, "item_id": self._output[-1]["id"]}
        match piece:
            case Thought():
                item["content"][0]["text"] += piece.text
                found.append(self._event("response.reasoning_text.delta", **where, content_index=0, delta=piece.text))
            case Said():
                item["content"][0]["text"] += piece.text
                found.append(self._event(
                    "response.output_text.delta", **where, content_index=0, delta=piece.text, logprobs=[]
                ))  # fmt: skip
            case CallArguments():
                item["arguments"] += piece.text
                found.append(self._event("response.function_call_arguments.delta", **where, delta=piece.text))
            case CallEnded():
                found += self._close(status)
        return found

    def _open(self) -> dict[str, Any] | None:
        return self._output[-1] if self._output and self._output[-1]["status"] == "in_progress" else None

    def _begin(self, kind: str, piece: Piece) -> list[Event]:
        item: dict[str, Any] = {"type": kind, "id": f"{kind[:3]}_{secrets.token_hex(12)}", "status": "in_progress"}
        if isinstance(piece, CallBegun):
            item |= {"call_id": f"call_{secrets.token_hex(12)}", "name": piece.name, "arguments": ""}
        elif kind == "reasoning":
            item |= {"summary": [], "content": [{"type": "reasoning_text", "text": ""}]}
        else:
            item |= {"role": "assistant", "content": []}
        index = len(self._output)
        self._output.append(item)
        found = [self._event("response.output_item.added", output_index=index, item=_copy(item))]
        if kind == "message":
            part = {"type": "output_text", "text": "", "annotations": []}
            item["content"].append(part)
            found.append(self._event(
                "response.content_part.added", output_index=index, item_id=item["id"], content_index=0, part=dict(part)
            ))  # fmt: skip
        return found

    def _close(self, status: str = "completed") -> list[Event]:
        item = self._open()
        if item is None:
            return []
        item["status"] = status
        where: dict[str, Any] = {"output_index": len(self._output) - 1, "item_id": item["id"]}
        found: list[Event] = []
        if item["type"] == "message":
            part = item["content"][0]
            found += [
                self._event("response.output_text.done", **where, content_index=0, text=part["text"], logprobs=[]),
                self._event("response.content_part.done", **where, content_index=0, part=dict(part)),
            ]
        elif item["type"] == "reasoning":
            text = item["content"][0]["text"]
            found.append(self._event("response.reasoning_text.done", **where, content_index=0, text=text))
        else:
            item["arguments"] = item["arguments"] or "{}"
            found.append(self._event(
                "response.function_call_arguments.done", **where, arguments=item["arguments"], name=item["name"]
            ))  # fmt: skip
        done = self._event("response.output_item.done", output_index=where["output_index"], item=_copy(item))
        return [*found, done]


def _told_again(body: ResponsesBody) -> dict[str, Any]:
    """What a response repeats of what was asked."""
    choice = body.tool_choice or "auto"
    form = body.text.format if body.text is not None and body.text.format is not None else TextFormat()
    schema = {"name": form.name or "", "schema": form.schema or {}} if form.type == "json_schema" else {}
    return {
        "instructions": body.instructions, "max_output_tokens": body.max_output_tokens, "metadata": body.metadata or {},
        "parallel_tool_calls": body.parallel_tool_calls is not False, "previous_response_id": None,
        "reasoning": {"effort": body.reasoning.effort} if body.reasoning is not None else None,
        "temperature": body.temperature, "text": {"format": {"type": form.type or "text", **schema}},
        "tool_choice": {"type": "function", "name": choice.name or ""} if isinstance(choice, NamedTool) else choice,
        "tools": [
            {
                "type": tool.type, "name": tool.name, "description": tool.description, "parameters": tool.parameters,
                "strict": tool.strict,
            }
            for tool in body.tools or []
        ],
        "top_p": body.top_p,
    }  # fmt: skip


def _is_cut(finished: Finished) -> bool:
    """Whether a limit ended a reply."""
    return finished.reason in ("length", "memory")


def _copy(item: dict[str, Any]) -> dict[str, Any]:
    return {key: [dict(part) for part in value] if isinstance(value, list) else value for key, value in item.items()}


def _usage(finished: Finished) -> dict[str, Any]:
    cached = max(0, finished.prompt_tokens - finished.read_tokens)
    return {
        "input_tokens": finished.prompt_tokens,
        "input_tokens_details": {"cached_tokens": cached, "cache_write_tokens": 0},  # no write costs anybody anything
        "output_tokens": finished.tokens, "output_tokens_details": {"reasoning_tokens": finished.reasoning_tokens},
        "total_tokens": finished.prompt_tokens + finished.tokens,
    }  # fmt: skip
