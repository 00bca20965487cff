"""``/v1/messages`` of Anthropic's protocol."""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from engine.prompt.tools.events import CallArguments, CallBegun, CallEnded, Said, Tool, ToolCall
from engine.prompt.tools.turns import object_of
from engine.protocol import Picture, Sampling, Thinking
from engine.server.anthropic_bodies import AnthropicBlock, AnthropicMessage, AnthropicTool, CountBody, MessagesBody
from engine.server.bodies import Sampled
from engine.server.counting import prompt_tokens
from engine.server.openai_requests import NO_MESSAGE, forced, picture_of, sampling_of
from engine.server.problems import HttpProblem
from engine.server.replies import Asked, Finished
from engine.server.reply_reader import Piece, ReplyReader, Thought
from engine.server.serving import ServedReply, Serving, json_response
from engine.server.streaming import Event, stream
from engine.server.turns import Turn, TurnBeginning

REASONS = {"eos": "end_turn", "stop": "stop_sequence", "length": "max_tokens", "memory": "max_tokens"}


class Messages:
    """The handlers."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving

    async def create(self, request: Request) -> Response:
        """``POST /v1/messages``."""
        body = await self._serving.body(request, MessagesBody)
        asked = asked_of_messages(body, self._serving.pictures())
        quiet = body.tool_choice is not None and body.tool_choice.type == "none"
        answer = _Answer(() if quiet else asked.beginning.tools)
        if body.stream:
            return await stream(self._serving, request, asked, body.wanted, answer.events)

        async def whole() -> Response:
            async with self._serving.reply(request, asked, body.wanted) as reply:
                told = await answer.whole(reply)
                return json_response(told, headers={"X-Longthread-Session": reply.end.session})

        return await self._serving.unless_gone(request, whole())

    async def count(self, request: Request) -> Response:
        """``POST /v1/messages/count_tokens``."""
        body = await self._serving.body(request, CountBody)
        asked = Asked(beginning_of(body), turns_of(body.messages, self._serving.pictures()))
        gateway = self._serving.gateway
        sees = any(turn.pictures for turn in asked.turns)  # which the engine's thread alone may look at

        async def counted() -> int:
            async with self._serving.using(body.wanted):
                count = gateway.call if sees else gateway.beside
                return await count(lambda: prompt_tokens(gateway.served.model(), asked))

        return json_response({"input_tokens": await self._serving.unless_gone(request, counted())})


def asked_of_messages(body: MessagesBody, pictures: Path) -> Asked:
    """The reply that is asked for; raises HttpProblem."""
    sampled = Sampled(temperature=body.temperature, top_p=body.top_p, top_k=body.top_k, stop=body.stop_sequences)
    sampling: Sampling = sampling_of(sampled, body.max_tokens)
    beginning, choice = beginning_of(body), body.tool_choice
    one_call = choice is not None and bool(choice.disable_parallel_tool_use)
    asked = Asked(beginning, turns_of(body.messages, pictures), sampling, one_call=one_call)
    return forced(asked, choice.name or "") if choice is not None and choice.type in ("any", "tool") else asked


def beginning_of(body: CountBody) -> TurnBeginning:
    """System prompt and tools; raises HttpProblem."""
    system = body.system if isinstance(body.system, str) else "\n\n".join(part.text or "" for part in body.system or [])
    tools = tuple(map(_tool, body.tools or []))
    thinking = Thinking() if body.thinking is None else Thinking(body.thinking.type != "disabled")
    return TurnBeginning(system, tools, thinking)


def _tool(tool: AnthropicTool) -> Tool:
    if tool.type not in (None, "custom") and not tool.input_schema:  # the provider's: no model here knows it
        raise HttpProblem(400, f"Tools of the kind {tool.type[:40]!r} aren't supported.", "unsupported", "tools")
    return Tool(tool.name, tool.description or "", tool.input_schema or {"type": "object"})


def turns_of(messages: Sequence[AnthropicMessage], pictures: Path) -> tuple[Turn, ...]:
    """The turns of a conversation; raises HttpProblem."""
    turns: list[Turn] = []
    for message in messages:
        blocks = (
            [AnthropicBlock(type="text", text=message.content)] if isinstance(message.content, str) else message.content
        )
        if message.role == "assistant":
            turns.append(_replied(blocks))
        else:
            turns += _asked(blocks, pictures)
    if not turns:
        raise HttpProblem(400, NO_MESSAGE, "invalid_value", "messages")
    return tuple(turns)


def _replied(blocks: Sequence[AnthropicBlock]) -> Turn:
    calls = tuple(
        ToolCall(block.name or "", json.dumps(block.input or {}, ensure_ascii=False), block.id or "")
        for block in blocks
        if block.type == "tool_use"
    )
    text = "".join(block.text or "" for block in blocks if block.type == "text")
    thoughts = "\n".join(block.thinking or "" for block in blocks if block.type == "thinking")
    return Turn("assistant", text, calls, thoughts=thoughts)


def _asked(blocks: Sequence[AnthropicBlock], pictures: Path) -> list[Turn]:
    turns: list[Turn] = []
    texts: list[str] = []
    seen: list[Picture] = []
    for block in blocks:
        match block.type:
            case "text":
                texts.append(block.text or "")
            case "image":
                seen.append(_picture(block, pictures))
            case "tool_result":
                turns.append(Turn("tool", _result(block), call_id=block.tool_use_id or ""))
            case _:
                raise HttpProblem(
                    400, f"Blocks of the kind {block.type[:40]!r} aren't supported.", "unsupported", "messages"
                )
    if texts or seen:
        turns.append(Turn("user", "\n".join(texts), pictures=tuple(seen)))
    return turns


def _result(block: AnthropicBlock) -> str:
    if block.content is None or isinstance(block.content, str):
        text = block.content or ""
    elif all(part.type == "text" for part in block.content):
        text = "\n".join(part.text or "" for part in block.content)
    else:
        raise HttpProblem(400, "Results of tools have to be text.", "unsupported", "messages")
    return f"Error: {text}" if block.is_error else text


def _picture(block: AnthropicBlock, pictures: Path) -> Picture:
    source = block.source
    if source is None or source.type != "base64":
        raise HttpProblem(400, "Send pictures in base64. The server fetches none.", "invalid_image", "messages")
    return picture_of(f"data:{source.media_type};base64,{source.data or ''}", pictures)


class _Answer:
    """One message, whole or as events."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._head = {"id": f"msg_{secrets.token_hex(12)}", "type": "message", "role": "assistant", "model": ""}
        self._tools = tools

    async def whole(self, reply: ServedReply) -> dict[str, Any]:
        """The message."""
        self._head["model"] = reply.model
        blocks: list[dict[str, Any]] = []
        arguments = ""
        async for piece in _pieces(reply, reply.reader(self._tools)):
            kind = _kind(piece)
            match piece:
                case CallBegun():
                    blocks.append(_opened(piece))
                    arguments = ""
                case CallArguments():
                    arguments += piece.text
                case CallEnded():
                    blocks[-1]["input"] = object_of(arguments)
                case Thought() | Said():
                    if not blocks or blocks[-1]["type"] != kind:
                        blocks.append(_opened(piece))
                    blocks[-1]["thinking" if kind == "thinking" else "text"] += piece.text
        called = any(block["type"] == "tool_use" for block in blocks)
        return {**self._head, "content": blocks, **_end(reply.end, called), "usage": _usage(reply.end)}

    async def events(self, reply: ServedReply) -> AsyncIterator[Event]:
        """The events."""
        self._head["model"] = reply.model
        start: dict[str, Any] = {
            **self._head, "content": [], "stop_reason": None, "stop_sequence": None,
            "usage": {"input_tokens": 0, "output_tokens": 0},
        }  # fmt: skip
        yield "message_start", {"type": "message_start", "message": start}
        yield _event("ping")
        index, kind, called = -1, "", False
        async for piece in _pieces(reply, reply.reader(self._tools)):
            now = _kind(piece)
            if isinstance(piece, CallBegun) or (now != kind and not isinstance(piece, CallEnded)):
                if kind:
                    yield _event("content_block_stop", index=index)
                index, kind = index + 1, now
                yield _event("content_block_start", index=index, content_block=_opened(piece))
                called = called or isinstance(piece, CallBegun)
            delta = _delta(piece)
            if delta is not None:
                yield _event("content_block_delta", index=index, delta=delta)
        if kind:
            yield _event("content_block_stop", index=index)
        yield _event("message_delta", delta=_end(reply.end, called), usage=_usage(reply.end))
        yield _event("message_stop")


async def _pieces(reply: ServedReply, reader: ReplyReader) -> AsyncIterator[Piece]:
    async for token in reply.tokens():
        for piece in reader.feed(token.text):
            yield piece
    for piece in reader.finish():
        yield piece


def _event(kind: str, **fields: Any) -> Event:
    return kind, {"type": kind, **fields}


def _kind(piece: Piece) -> str:
    return {"Thought": "thinking", "Said": "text"}.get(type(piece).__name__, "tool_use")


def _opened(piece: Piece) -> dict[str, Any]:
    """A block as it begins."""
    match piece:
        case Thought():
            return {"type": "thinking", "thinking": "", "signature": ""}
        case CallBegun():
            return {"type": "tool_use", "id": f"toolu_{secrets.token_hex(12)}", "name": piece.name, "input": {}}
    return {"type": "text", "text": ""}


def _delta(piece: Piece) -> dict[str, Any] | None:
    match piece:
        case Thought():
            return {"type": "thinking_delta", "thinking": piece.text}
        case Said():
            return {"type": "text_delta", "text": piece.text}
        case CallArguments():
            return {"type": "input_json_delta", "partial_json": piece.text}
    return None


def _end(finished: Finished, called: bool) -> dict[str, Any]:
    used = called and finished.reason in ("eos", "stop")
    if used:
        return {"stop_reason": "tool_use", "stop_sequence": None}
    return {"stop_reason": REASONS[finished.reason], "stop_sequence": finished.stopped_by or None}


def _usage(finished: Finished) -> dict[str, int]:
    cached = max(0, finished.prompt_tokens - finished.read_tokens)
    return {
        "input_tokens": finished.prompt_tokens - cached, "output_tokens": finished.tokens,
        "cache_read_input_tokens": cached, "cache_creation_input_tokens": 0,
    }  # fmt: skip
