"""What the handlers of requests share."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from engine import protocol as p
from engine.errors import Cancelled
from engine.prompt.characters import whole_characters
from engine.prompt.tools.events import Tool
from engine.prompt.tools.formats import format_of
from engine.server.gateway import Gateway, Running
from engine.server.metrics import Metrics
from engine.server.models import ServedModels
from engine.server.options import ServerOptions
from engine.server.problems import HttpProblem
from engine.server.queueing import Turnstile
from engine.server.replies import Asked, Finished, ReadingBegins
from engine.server.reply_reader import ReplyReader
from engine.server.requests_seen import Flight, SeenRequests

B = TypeVar("B")
T = TypeVar("T")
BODY_SECONDS = 30.0  # for a client to send all of it
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")  # of a character, in JSON
_PLACE = re.compile(r" - at `(?:key in )?\$\.?([^`]*)`$")  # of an error in a body
_MISSING = re.compile(r"Object missing required field `([^`]*)`")


class Serving:
    """The server as its handlers see it; for the event loop.

    Attributes:
        seen: the requests at work, and those that ended.
        last_used: when the last request ended (monotonic).
    """

    def __init__(self, options: ServerOptions, gateway: Gateway, turnstile: Turnstile, metrics: Metrics) -> None:
        self.options, self.gateway, self.turnstile, self.metrics = options, gateway, turnstile, metrics
        self.models = ServedModels(options, gateway)
        self.seen = SeenRequests()
        self.last_used = time.monotonic()
        self._stopping = asyncio.Event()

    def give_up(self) -> None:
        """Let all clients that wait hear that the server stops, those that wait for their turn or a model, too."""
        self._stopping.set()
        self.gateway.give_up()

    async def body(self, request: Request, kind: type[B]) -> B:
        """The body of a request, checked.

        Raises:
            HttpProblem: it is too long, comes too slowly, or is not what it should be.
            Cancelled: the server stops.
        """
        data = await self.unless_stopped(self._sent(request))
        try:
            try:
                return msgspec.json.decode(data, type=kind)
            except msgspec.DecodeError:
                if not _HALF.search(data):
                    raise
                return msgspec.json.decode(_with_whole_characters(data), type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise HttpProblem(400, _why(error), "invalid_request", _field(error)) from None

    async def _sent(self, request: Request) -> bytes:
        """The bytes of a request's body; raises HttpProblem."""
        data = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                async for piece in request.stream():
                    data += piece
                    if len(data) > self.options.body:
                        raise HttpProblem(413, f"A request may have {self.options.body:,} bytes.", "request_too_large")
        except TimeoutError:
            raise HttpProblem(408, "The request came too slowly.", "timeout") from None
        return bytes(data)

    @contextlib.asynccontextmanager
    async def reply(
        self, request: Request, asked: Asked, model: str, held: str | None = None
    ) -> AsyncIterator[ServedReply]:
        """A reply on its way, of the model of that name, once it is its turn; given up when the block is left.

        ``held``: the name of a model that stays loaded already (``models.use``); it is not asked for again.
        """
        use = self.models.use(model) if held is None else contextlib.nullcontext(held)
        async with use as name, self.at_work(request, self.turnstile) as flight:
            running = self.gateway.start(asked, self.options.seconds)
            try:
                yield ServedReply(self, running, flight, name, one_call=asked.one_call)
            finally:
                running.cancel()

    @contextlib.asynccontextmanager
    async def using(self, model: str) -> AsyncIterator[None]:
        """Inside, the model of that name is loaded, for what is no reply; where any will do ("") and one is, a switch
        to another is not waited for.
        """
        use = self.models.use(model) if model or not self.models.loaded() else contextlib.nullcontext(model)
        async with use:
            try:
                yield
            finally:
                self.last_used = time.monotonic()

    @contextlib.asynccontextmanager
    async def at_work(self, request: Request, turns: Turnstile) -> AsyncIterator[Flight]:
        """Inside, a request that waited for its turn among ``turns`` is at work."""
        async with turns.turn(_client(request)):
            number, flight = self.seen.begin(request.url.path, request.headers.get("user-agent", "")[:80])
            try:
                yield flight
            finally:
                flight.status = flight.status or 499
                self.seen.end(number)
                self.last_used = time.monotonic()

    def pictures(self) -> Path:
        """The folder for pictures that clients send."""
        return self.options.folder / "pictures"

    async def unless_gone(self, request: Request, work: Awaitable[T]) -> T:
        """The result of ``work``, which is cancelled when the client leaves or the server stops.

        Raises:
            ClientDisconnect: it left.
            Cancelled: the server stops.
        """

        async def left() -> None:
            await _gone(request)
            raise ClientDisconnect

        return await _unless(self.unless_stopped(work), left())

    async def unless_stopped(self, work: Awaitable[T]) -> T:
        """The result of ``work``, which is cancelled when the server stops.

        Raises:
            Cancelled: the server stops.
        """

        async def stopped() -> None:
            await self._stopping.wait()
            raise Cancelled("request.stopped")

        return await _unless(work, stopped())


class ServedReply:
    """A reply, counted as it comes.

    Attributes:
        model: the name of the model that writes it.
    """

    def __init__(
        self, serving: Serving, running: Running, flight: Flight, model: str, *, one_call: bool = False
    ) -> None:
        self._serving, self._running, self._flight, self.model = serving, running, flight, model
        self._one_call = one_call
        self._source: AsyncIterator[p.Token | None] | None = None
        self._head: p.Token | None = None
        self.finished: Finished | None = None

    def reader(self, tools: Sequence[Tool]) -> ReplyReader:
        """What tells it apart: reasoning, text, calls of ``tools``."""
        model = self._serving.gateway.host.model
        template = model.template if model is not None else ""
        return ReplyReader(format_of(template).parser(tools) if tools else None, one_call=self._one_call)

    @property
    def session(self) -> str:
        """The id of its session, once it is ready."""
        return self._running.session

    async def text_of(self, tokens: Sequence[int]) -> str:
        """The text of tokens of its model; raises HttpProblem."""
        gateway = self._serving.gateway
        return await gateway.call(lambda: gateway.served.text_of(tokens))

    async def ready(self) -> None:
        """Wait until reading for it begins, or its first token is there; what goes wrong before that is raised here."""
        self._source = self._counted()
        self._head = await anext(self._source, None)

    async def tokens(self) -> AsyncIterator[p.Token]:
        """Its tokens as they come; then ``finished`` says how it went. Raises what went wrong."""
        if self._source is None:
            self._source = self._counted()
        if self._head is not None:
            yield self._head
        async for token in self._source:
            if token is not None:
                yield token

    async def _counted(self) -> AsyncIterator[p.Token | None]:
        """Its tokens, counted; None when reading for it begins."""
        start = time.perf_counter()
        metrics = self._serving.metrics
        first = True
        async for event in self._running.events():
            if isinstance(event, p.Token):
                if first:
                    metrics.took("first_token_seconds", time.perf_counter() - start)
                    first = False
                self._flight.tokens = event.n
                yield event
            elif isinstance(event, ReadingBegins):
                yield None
            elif isinstance(event, Finished):
                if event.reason == "cancelled":  # while its client is there: what it has is not the whole reply
                    raise Cancelled("request.stopped")
                self.finished = event
                self._flight.status, self._flight.tokens = 200, event.tokens
                self._flight.prompt_tokens, self._flight.read_tokens = event.prompt_tokens, event.read_tokens
                metrics.took("reply_seconds", time.perf_counter() - start)
                metrics.count("prompt_tokens_total", event.prompt_tokens)
                metrics.count("read_tokens_total", event.read_tokens)
                metrics.count("cached_tokens_total", max(0, event.prompt_tokens - event.read_tokens))
                metrics.count("reply_tokens_total", event.tokens)

    @property
    def end(self) -> Finished:
        """How it went; for when it has ended."""
        assert self.finished is not None
        return self.finished


def json_response(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """``body`` as JSON."""
    return Response(msgspec.json.encode(body), status, headers, media_type="application/json")


Handler = Callable[[Request], Awaitable[Response]]


async def _unless(work: Awaitable[T], raises: Awaitable[None]) -> T:
    """The result of ``work``, which is cancelled when ``raises`` raises; that error then."""
    task, watch = asyncio.ensure_future(work), asyncio.ensure_future(raises)
    try:
        await asyncio.wait({task, watch}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            watch.result()
        return await task
    finally:
        for one in (task, watch):
            one.cancel()
        await asyncio.gather(task, watch, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _client(request: Request) -> str:
    """Who shares a turn: an address, and the program there."""
    return f"{request.client.host if request.client else ''} {request.headers.get('user-agent', '')[:80]}"


def _with_whole_characters(body: bytes) -> bytes:
    """JSON with U+FFFD for halves of characters: JavaScript writes them where a client cut a text in the midst of one.

    Raises:
        ValueError, RecursionError: it is no JSON, or nested too deeply.
    """
    return whole_characters(json.dumps(json.loads(body), ensure_ascii=False)).encode()


def _why(error: Exception) -> str:
    """What is wrong with a body, without quoting it."""
    text = str(error) if isinstance(error, msgspec.MsgspecError) else "The body isn't valid JSON."
    return text[:300]


def _field(error: Exception) -> str:
    """The field of a body that an error is about, as ``messages[0].role``; "": none, or what has no name."""
    text = str(error) if isinstance(error, msgspec.ValidationError) else ""
    place, missing = _PLACE.search(text), _MISSING.match(text)
    within = place[1].removesuffix("[...]") if place else ""
    return ".".join(filter(None, (within, missing[1] if missing else "")))
