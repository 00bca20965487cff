"""What the server tells of itself and its model: health, models, slots, metrics, tokens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Container
from pathlib import Path
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from engine.model.model import Model
from engine.server.bodies import DetokenizeBody, TokenizeBody
from engine.server.problems import HttpProblem
from engine.server.serving import Serving, json_response

T = TypeVar("T")
MOST_TEXT = 2 << 20  # characters that are tokenized at a time, which take a second or two


class InfoHandlers:
    """The handlers."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving

    async def health(self, _request: Request) -> Response:
        """``GET /health``: whether it answers; needs no key."""
        return json_response({"status": "ok"})

    async def models(self, _request: Request) -> Response:
        """``GET /v1/models``."""
        listed, embedders = await self._found()
        return json_response({"object": "list", "data": [self._model(name, embedders) for name in listed]})

    async def model(self, request: Request) -> Response:
        """``GET /v1/models/{name}``."""
        name = request.path_params["name"]
        listed, embedders = await self._found()
        if name not in listed:
            raise HttpProblem(404, f"There is no model named {name[:100]!r}.", "model_not_found", "model")
        return json_response(self._model(name, embedders))

    async def _found(self) -> tuple[Collection[str], Collection[str]]:
        """Names of the models that there are, and of the embedding models; their files are read on another thread."""
        models = self._serving.models
        return await asyncio.to_thread(lambda: (models.listed(), models.embedders()))

    def _model(self, name: str, embedders: Container[str]) -> dict[str, Any]:
        found: dict[str, Any] = {"id": name, "object": "model", "created": 0, "owned_by": "local"}
        found["capabilities"] = ["embeddings"] if name in embedders else ["completion"]
        model = self._serving.gateway.host.model
        if model is not None and name == self._serving.models.loaded():
            found["meta"] = {
                "n_ctx": model.n_ctx, "n_ctx_train": model.facts.n_ctx_train, "n_vocab": model.n_vocab,
                "n_params": model.facts.parameters, "size": model.facts.bytes, "n_embd": model.facts.n_embd,
            }  # fmt: skip
        return found

    async def props(self, _request: Request) -> Response:
        """``GET /props``: the model, its template and its defaults. It loads none: programs that watch others ask."""
        model = self._loaded()
        return json_response({
            "model_path": Path(model.facts.path).name, "chat_template": model.template,
            "bos_token": model.bos_text, "eos_token": model.eos_text, "total_slots": model.n_seq_max,
            "n_ctx": model.n_ctx, "compactable": not model.why_not_compactable(),
            "modalities": {"vision": model.vision is not None, "audio": False},
        })  # fmt: skip

    async def slots(self, _request: Request) -> Response:
        """``GET /slots``: the requests at work and those that wait."""
        serving = self._serving
        flights = [
            {"id": number, "path": flight.path, "seconds": round(time.monotonic() - flight.begun, 3),
             "tokens": flight.tokens}
            for number, flight in serving.seen.running.items()
        ]  # fmt: skip
        return json_response({"running": flights, "waiting": serving.turnstile.waiting})

    async def metrics(self, _request: Request) -> Response:
        """``GET /metrics``, for Prometheus."""
        serving = self._serving
        host, served = serving.gateway.host, serving.gateway.served
        known = await serving.gateway.call(
            lambda: [(entry.id, host.chats.get(entry.id) is not None) for entry in served.sessions.all()]
        )
        serving.metrics.forget(session_id for session_id, is_open in known if not is_open)
        text = serving.metrics.text(
            requests_running=len(serving.seen.running), requests_waiting=serving.turnstile.waiting, sessions=len(known)
        )
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    async def tokenize(self, request: Request) -> Response:
        """``POST /tokenize``."""
        body = await self._serving.body(request, TokenizeBody)
        if len(body.content) > MOST_TEXT:
            raise HttpProblem(413, f"A text may have {MOST_TEXT:,} characters.", "request_too_large", "content")

        def tokens() -> list[int]:
            return list(self._loaded().tokenize(body.content, special=body.special is not False))

        return json_response({"tokens": await self._beside(request, tokens)})

    async def detokenize(self, request: Request) -> Response:
        """``POST /detokenize``."""
        body = await self._serving.body(request, DetokenizeBody)

        def text() -> str:
            model = self._loaded()
            if not all(0 <= token < model.n_vocab for token in body.tokens):
                raise HttpProblem(400, "The model has no such token.", "invalid_value", "tokens")
            return b"".join(model.piece(token, special=True) for token in body.tokens).decode("utf-8", "replace")

        return json_response({"content": await self._beside(request, text)})

    async def _beside(self, request: Request, function: Callable[[], T]) -> T:
        """What a function gives that is called with some model loaded, on a thread of its own."""

        async def work() -> T:
            async with self._serving.using(""):
                return await self._serving.gateway.beside(function)

        return await self._serving.unless_gone(request, work())

    def _loaded(self) -> Model:
        return self._serving.gateway.served.model()
