"""``/v1/chat/completions`` and ``/v1/completions``."""

from __future__ import annotations

import codecs
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from engine import protocol as p
from engine.prompt.tools.events import CallArguments, CallBegun, Said, Tool
from engine.server.bodies import ChatBody, CompletionBody, Sampled
from engine.server.openai_requests import TextChoice, asked_of_chat, asked_of_text
from engine.server.replies import Finished, usage_of
from engine.server.reply_reader import ReplyReader, Thought
from engine.server.serving import ServedReply, Serving, json_response
from engine.server.streaming import Event, stream, stream_all

REASONS = {"eos": "stop", "stop": "stop", "length": "length", "memory": "length"}
ID_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def call_id() -> str:
    """An id for a call; of nine letters, as Mistral's templates take no other."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(9))


class Completions:
    """The handlers."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving

    async def chat(self, request: Request) -> Response:
        """``POST /v1/chat/completions``."""
        body = await self._serving.body(request, ChatBody)
        asked = asked_of_chat(body, self._serving.pictures())
        answer = _ChatAnswer(body, () if body.tool_choice == "none" else asked.beginning.tools)
        if body.stream:
            return await stream(self._serving, request, asked, body.wanted, answer.events)

        async def whole() -> Response:
            async with self._serving.reply(request, asked, body.wanted) as reply:
                return json_response(await answer.whole(reply), headers=_session(reply))

        return await self._serving.unless_gone(request, whole())

    async def text(self, request: Request) -> Response:
        """``POST /v1/completions``."""
        body = await self._serving.body(request, CompletionBody)
        choices = asked_of_text(body)
        answer = _TextAnswer(body, choices)
        if body.stream:
            asked = [choice.asked for choice in choices]
            return await stream_all(self._serving, request, asked, body.wanted, answer.events)

        async def whole() -> Response:
            session: dict[str, str] = {}
            async with self._serving.models.use(body.wanted) as held:  # one model for all of them
                for number, choice in enumerate(choices):
                    async with self._serving.reply(request, choice.asked, body.wanted, held) as reply:
                        await answer.add(reply, number)
                        session = session or _session(reply)
            return json_response(answer.whole(), headers=session)

        return await self._serving.unless_gone(request, whole())


def _session(reply: ServedReply) -> dict[str, str]:
    return {"X-Longthread-Session": reply.end.session}


class _ChatAnswer:
    """One chat completion, whole or in chunks."""

    def __init__(self, body: ChatBody, tools: Sequence[Tool]) -> None:
        self._head = {"id": f"chatcmpl-{secrets.token_hex(12)}", "created": int(time.time()), "model": ""}
        self._body, self._tools = body, tools
        self._later = _later(body)

    async def whole(self, reply: ServedReply) -> dict[str, Any]:
        """The completion."""
        self._head["model"] = reply.model
        thoughts, said = "", ""
        calls: list[dict[str, Any]] = []
        logprobs: list[p.TokenLogprob] = []
        async for pieces, token in _pieces(reply, reply.reader(self._tools)):
            logprobs += token.logprobs if token is not None else ()
            for piece in pieces:
                match piece:
                    case Thought():
                        thoughts += piece.text
                    case Said():
                        said += piece.text
                    case CallBegun():
                        function = {"name": piece.name, "arguments": ""}
                        calls.append({"id": call_id(), "type": "function", "function": function})
                    case CallArguments():
                        calls[piece.index]["function"]["arguments"] += piece.text
        message: dict[str, Any] = {"role": "assistant", "content": said if said or not calls else None}
        if thoughts:
            message["reasoning_content"] = thoughts
        for call in calls:
            call["function"]["arguments"] = call["function"]["arguments"] or "{}"
        if calls:
            message["tool_calls"] = calls
        choice = {
            "index": 0,
            "message": message,
            "logprobs": {"content": logprobs_of(logprobs)} if self._body.logprobs else None,
            "finish_reason": _reason(reply.end, bool(calls)),
        }
        head = {**self._head, "object": "chat.completion"}
        return {**head, "choices": [choice], "usage": usage_of(reply.end)}

    async def events(self, reply: ServedReply) -> AsyncIterator[Event]:
        """The chunks."""
        self._head["model"] = reply.model
        yield self._chunk({"role": "assistant", "content": ""})
        called = False
        async for pieces, token in _pieces(reply, reply.reader(self._tools)):
            logprobs = token.logprobs if token is not None and self._body.logprobs else ()
            for piece in pieces:
                delta = self._delta(piece)
                called = called or isinstance(piece, CallBegun)
                if delta is not None:
                    yield self._chunk(delta, logprobs=logprobs)
                    logprobs = ()
            if logprobs:
                yield self._chunk({"content": ""}, logprobs=logprobs)
        yield self._chunk({}, reason=_reason(reply.end, called))
        if self._body.tells_usage:
            head = {**self._head, "object": "chat.completion.chunk"}
            yield "", {**head, "choices": [], "usage": usage_of(reply.end)}
        yield "", "[DONE]"

    def _delta(self, piece: Any) -> dict[str, Any] | None:
        match piece:
            case Thought():
                return {"reasoning_content": piece.text}
            case Said():
                return {"content": piece.text}
            case CallBegun():
                function = {"name": piece.name, "arguments": ""}
                call = {"index": piece.index, "id": call_id(), "type": "function", "function": function}
                return {"tool_calls": [call]}
            case CallArguments():
                return {"tool_calls": [{"index": piece.index, "function": {"arguments": piece.text}}]}
        return None

    def _chunk(
        self, delta: dict[str, Any], reason: str | None = None, logprobs: Sequence[p.TokenLogprob] = ()
    ) -> Event:
        choice: dict[str, Any] = {"index": 0, "delta": delta, "finish_reason": reason}
        if logprobs:
            choice["logprobs"] = {"content": logprobs_of(logprobs)}
        return "", {**self._head, "object": "chat.completion.chunk", "choices": [choice], **self._later}


class _TextAnswer:
    """Completions of plain text, whole or in chunks."""

    def __init__(self, body: CompletionBody, choices: Sequence[TextChoice]) -> None:
        self._head = {
            "id": f"cmpl-{secrets.token_hex(12)}", "object": "text_completion", "created": int(time.time()),
            "model": "",
        }  # fmt: skip
        self._body, self._choices = body, choices
        self._found: list[dict[str, Any]] = []
        self._prompt_tokens = self._read_tokens = self._tokens = 0

    async def add(self, reply: ServedReply, number: int) -> None:
        """The choice of that number."""
        self._head["model"] = reply.model
        text = await self._before(reply, number)
        told = await self._likelihoods(reply, number)
        logprobs: list[p.TokenLogprob] = []
        async for token in reply.tokens():
            text += token.text
            logprobs += token.logprobs
        self._count(reply.end, number)
        self._found.append(self._choice(number, text, REASONS[reply.end.reason], told.of(logprobs) if told else None))

    def whole(self) -> dict[str, Any]:
        """The completion, once all choices were added."""
        return {**self._head, "choices": self._found, "usage": self._usage()}

    async def events(self, reply: ServedReply, number: int) -> AsyncIterator[Event]:
        """The chunks of the choice of that number."""
        self._head["model"] = reply.model
        later = _later(self._body)
        if before := await self._before(reply, number):
            yield "", {**self._head, "choices": [self._choice(number, before, None)], **later}
        told = await self._likelihoods(reply, number)
        async for token in reply.tokens():
            choice = self._choice(number, token.text, None, told.of(token.logprobs) if told else None)
            yield "", {**self._head, "choices": [choice], **later}
        yield "", {**self._head, "choices": [self._choice(number, "", REASONS[reply.end.reason])], **later}
        self._count(reply.end, number)
        if number < len(self._choices) - 1:
            return
        if self._body.tells_usage:
            yield "", {**self._head, "choices": [], "usage": self._usage()}
        yield "", "[DONE]"

    async def _before(self, reply: ServedReply, number: int) -> str:
        """What stands in front of a choice."""
        return await self._prompt(reply, number) if self._body.echo else ""

    async def _prompt(self, reply: ServedReply, number: int) -> str:
        prompt = self._choices[number].prompt
        return prompt if isinstance(prompt, str) else await reply.text_of(prompt)

    async def _likelihoods(self, reply: ServedReply, number: int) -> _Likelihoods | None:
        """What tells how likely the tokens of a choice were, where that is asked for."""
        return None if self._body.logprobs is None else _Likelihoods(len(await self._prompt(reply, number)))

    def _count(self, end: Finished, number: int) -> None:
        """A prompt counts once, however many choices go on from it."""
        self._tokens += end.tokens
        if self._choices[number].first:
            self._prompt_tokens += end.prompt_tokens
            self._read_tokens += end.read_tokens

    def _usage(self) -> dict[str, Any]:
        return usage_of(Finished(prompt_tokens=self._prompt_tokens, read_tokens=self._read_tokens, tokens=self._tokens))

    def _choice(
        self, number: int, text: str, reason: str | None, logprobs: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        return {"index": number, "text": text, "logprobs": logprobs, "finish_reason": reason}


class _Likelihoods:
    """How likely the tokens of one choice were, as completions tell it: with the characters that stand before each, its
    prompt's among them.
    """

    def __init__(self, begins: int) -> None:
        """``begins``: characters of the prompt."""
        self._at = begins
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")  # tokens may be parts of characters

    def of(self, logprobs: Sequence[p.TokenLogprob]) -> dict[str, Any] | None:
        """Of the next tokens; None: there are none."""
        offsets = []
        for one in logprobs:
            offsets.append(self._at)
            self._at += len(self._decoder.decode(one.piece))
        return {
            "tokens": [_named(one.piece) for one in logprobs],
            "token_logprobs": [one.logprob for one in logprobs],
            "top_logprobs": [{_named(option.piece): option.logprob for option in one.top} for one in logprobs],
            "text_offset": offsets,
        } if logprobs else None  # fmt: skip


def _later(body: Sampled) -> dict[str, None]:
    """What every chunk but the last says of usage where that one tells it."""
    return {"usage": None} if body.tells_usage else {}


async def _pieces(reply: ServedReply, reader: ReplyReader) -> AsyncIterator[tuple[list[Any], p.Token | None]]:
    """What each token makes known, and last what was held back."""
    async for token in reply.tokens():
        yield reader.feed(token.text), token
    yield reader.finish(), None


def _reason(finished: Finished, called: bool) -> str:
    return "tool_calls" if called and finished.reason in ("eos", "stop") else REASONS[finished.reason]


def logprobs_of(logprobs: Sequence[p.TokenLogprob]) -> list[dict[str, Any]]:
    """Log-probabilities as chat completions tell them."""
    return [
        {
            "token": _text(one.piece), "bytes": list(one.piece), "logprob": one.logprob,
            "top_logprobs": [
                {"token": _text(option.piece), "bytes": list(option.piece), "logprob": option.logprob}
                for option in one.top
            ],
        }
        for one in logprobs
    ]  # fmt: skip


def _text(piece: bytes) -> str:
    return piece.decode("utf-8", "replace")


def _named(piece: bytes) -> str:
    """A token as completions name it: by its text, or by its bytes where they are no whole characters, as there may be
    several.
    """
    try:
        return piece.decode()
    except UnicodeDecodeError:
        return "bytes:" + "".join(f"\\x{byte:02x}" for byte in piece)
