"""Server-sent events: a reply as it is read for and written, given up as soon as its client leaves."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from engine.logs import error_text
from engine.server.problems import HttpProblem, problem_of, shape_of
from engine.server.replies import Asked
from engine.server.serving import ServedReply, Serving

log = logging.getLogger("engine.server.streaming")

Event = tuple[str, Any]  # its name ("": none) and what it holds; a text is sent as it is
Write = Callable[[ServedReply], AsyncIterator[Event]]
WriteNumbered = Callable[[ServedReply, int], AsyncIterator[Event]]
TellProblem = Callable[[HttpProblem], Sequence[Event]]


# sent while there is nothing else, as no client and no proxy waits for ever: what Anthropic sends, and a comment
SIGNS_OF_LIFE = {"anthropic": b'event: ping\ndata: {"type":"ping"}\n\n', "openai": b": keep-alive\n\n"}


async def stream(
    serving: Serving, request: Request, asked: Asked, model: str, write: Write, failed: TellProblem | None = None
) -> Response:
    """The events that ``write`` makes of a reply. What goes wrong before its reading begins is a usual error; later,
    the stream ends with the events that ``failed`` makes of it (None: one that holds the usual error).
    """
    return await stream_all(serving, request, [asked], model, lambda reply, _: write(reply), failed)


async def stream_all(
    serving: Serving,
    request: Request,
    asked: Sequence[Asked],
    model: str,
    write: WriteNumbered,
    failed: TellProblem | None = None,
) -> Response:
    """The events that ``write`` makes of several replies, one after the other, each with its number; ``failed``: as of
    :func:`stream`.
    """
    stack = contextlib.AsyncExitStack()
    try:
        events, session = await serving.unless_gone(request, _begin(serving, request, asked, model, write, stack))
    except BaseException:
        await stack.aclose()
        raise
    shape = shape_of(request.url.path)

    async def sent() -> AsyncIterator[bytes]:
        try:
            async for event in kept_alive(events, serving.options.silent_seconds):
                yield encoded(event) if event is not None else SIGNS_OF_LIFE[shape]
        except Exception as error:
            problem = problem_of(error, request.url.path)
            if problem.status >= 500:
                log.warning("a reply failed while it was sent: %s", error_text(error))
            usual = ("error" if shape == "anthropic" else "", problem.body(shape))
            for event in failed(problem) if failed is not None else [usual]:
                yield encoded(event)

    return _EventStream(sent(), stack, session)


class _EventStream(StreamingResponse):
    """Events; whatever ends them, the reply is given up at once."""

    def __init__(self, content: AsyncIterator[bytes], stack: contextlib.AsyncExitStack, session: str) -> None:
        headers = {"X-Accel-Buffering": "no", "X-Longthread-Session": session}
        super().__init__(content, media_type="text/event-stream", headers=headers)
        self._stack = stack

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._stack.aclose()


async def _begin(
    serving: Serving,
    request: Request,
    asked: Sequence[Asked],
    model: str,
    write: WriteNumbered,
    stack: contextlib.AsyncExitStack,
) -> tuple[AsyncIterator[Event], str]:
    """The events, once reading for the first reply begins, and the id of its session."""
    held = await stack.enter_async_context(serving.models.use(model))  # one model for all of them
    at_work = await stack.enter_async_context(contextlib.AsyncExitStack())
    first = await at_work.enter_async_context(serving.reply(request, asked[0], model, held))
    await first.ready()

    async def events() -> AsyncIterator[Event]:
        async for event in write(first, 0):
            yield event
        for number, one in enumerate(asked[1:], 1):
            await at_work.aclose()  # the one before
            turn = at_work.enter_async_context(serving.reply(request, one, model, held))
            reply = await serving.unless_stopped(turn)
            async for event in write(reply, number):
                yield event

    return events(), first.session


async def kept_alive(events: AsyncIterator[Event], seconds: float) -> AsyncIterator[Event | None]:
    """``events``, and None each time that none came for so long."""
    while True:
        following = asyncio.ensure_future(anext(events, None))
        try:
            while not (await asyncio.wait({following}, timeout=seconds))[0]:
                yield None
        finally:
            if not following.done():
                following.cancel()
                await asyncio.gather(following, return_exceptions=True)
        event = following.result()
        if event is None:
            return
        yield event


def encoded(event: Event) -> bytes:
    """An event as it is sent."""
    name, data = event
    body = data.encode() if isinstance(data, str) else msgspec.json.encode(data)
    return (f"event: {name}\n".encode() if name else b"") + b"data: " + body + b"\n\n"
