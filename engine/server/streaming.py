"""Server-sent events: a reply as it is written, given up as soon as its client leaves."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from engine.logs import error_text
from engine.server.context import ServedReply, Serving
from engine.server.problems import problem_of, shape_of
from engine.server.replies import Asked

log = logging.getLogger("engine.server")

Event = tuple[str, Any]  # its name ("": none) and what it holds; a text is sent as it is
Write = Callable[[ServedReply], AsyncIterator[Event]]
WriteNumbered = Callable[[ServedReply, int], AsyncIterator[Event]]


async def stream(serving: Serving, request: Request, asked: Asked, model: str, write: Write) -> Response:
    """The events that ``write`` makes of a reply. What goes wrong before the first of them is a usual error."""
    return await stream_all(serving, request, [asked], model, lambda reply, _: write(reply))


async def stream_all(
    serving: Serving, request: Request, asked: Sequence[Asked], model: str, write: WriteNumbered
) -> Response:
    """The events that ``write`` makes of several replies, one after the other, each with its number."""
    stack = contextlib.AsyncExitStack()
    try:
        events, session = await serving.unless_gone(request, _begin(serving, request, asked, model, write, stack))
    except BaseException:
        await stack.aclose()
        raise
    shape = shape_of(request.url.path)

    async def sent() -> AsyncIterator[bytes]:
        try:
            async for event in events:
                yield encoded(event)
        except Exception as error:
            problem = problem_of(error)
            if problem.status >= 500:
                log.warning("a reply failed while it was sent: %s", error_text(error))
            yield encoded(("error" if shape == "anthropic" else "", problem.body(shape)))

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
    """The events, once the first one is there, and the id of the session."""
    held = await stack.enter_async_context(serving.models.use(model))  # one model for all of them
    at_work = await stack.enter_async_context(contextlib.AsyncExitStack())
    first = await at_work.enter_async_context(serving.reply(request, asked[0], model, held))
    await first.ready()

    async def events() -> AsyncIterator[Event]:
        async for event in write(first, 0):
            yield event
        for number, one in enumerate(asked[1:], 1):
            await at_work.aclose()  # the one before
            reply = await at_work.enter_async_context(serving.reply(request, one, model, held))
            async for event in write(reply, number):
                yield event

    return events(), first.session


def encoded(event: Event) -> bytes:
    """An event as it is sent."""
    name, data = event
    body = data.encode() if isinstance(data, str) else msgspec.json.encode(data)
    return (f"event: {name}\n".encode() if name else b"") + b"data: " + body + b"\n\n"
