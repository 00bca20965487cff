"""``/v1/embeddings``."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import numpy as np
import numpy.typing as npt
from starlette.requests import Request
from starlette.responses import Response

from engine import protocol as p
from engine.server.bodies import EmbeddingsBody
from engine.server.problems import HttpProblem
from engine.server.queueing import Turnstile
from engine.server.serving import Serving, json_response

MOST_INPUTS = 2048
AT_ONCE = 4  # requests that the engine goes on with in turns


class EmbeddingHandlers:
    """The handler."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._turns = Turnstile(lambda: AT_ONCE, serving.options.waiting, serving.options.wait_seconds)

    async def create(self, request: Request) -> Response:
        """``POST /v1/embeddings``: vectors of length 1."""
        serving = self._serving
        body = await serving.body(request, EmbeddingsBody)
        texts = _texts(body)
        path = await asyncio.to_thread(serving.models.embedder, body.wanted)
        load = serving.options.load
        asked = p.Embed(
            id=0, path=str(path), texts=texts, n_gpu_layers=load.n_gpu_layers if load is not None else -1,
            n_threads=load.n_threads if load is not None else 0,
        )  # fmt: skip
        done = await serving.unless_gone(request, self._embedded(request, asked))
        serving.metrics.count("embedded_tokens_total", done.n_tokens)
        data = [
            {"object": "embedding", "index": i, "embedding": _told(vector, body)}
            for i, vector in enumerate(_cut(done, body.dimensions))
        ]
        usage = {"prompt_tokens": done.n_tokens, "total_tokens": done.n_tokens}
        return json_response({"object": "list", "data": data, "model": path.stem, "usage": usage})

    async def _embedded(self, request: Request, asked: p.Embed) -> p.Embedded:
        """The vectors, once it is the request's turn."""
        async with self._serving.at_work(request, self._turns) as flight:
            try:
                async with asyncio.timeout(self._serving.options.seconds):
                    done = await self._serving.gateway.embed(asked)
            except TimeoutError:
                raise HttpProblem(408, "The request took too long.", "timeout") from None
            flight.status, flight.prompt_tokens = 200, done.n_tokens
        return done


def _texts(body: EmbeddingsBody) -> tuple[str | tuple[int, ...], ...]:
    """What is to be embedded; raises HttpProblem."""
    given: list[Any] = [body.input] if isinstance(body.input, str) else body.input
    if given and all(isinstance(item, int) for item in given):
        given = [given]
    if any(isinstance(item, int) for item in given):
        raise HttpProblem(400, "input must be texts or lists of tokens.", "invalid_value", "input")
    if len(given) > MOST_INPUTS:
        raise HttpProblem(400, f"input may have {MOST_INPUTS:,} texts.", "too_many", "input")
    if not all(given):
        raise HttpProblem(400, "input may not be empty.", "invalid_value", "input")
    return tuple(item if isinstance(item, str) else tuple(item) for item in given)


def _cut(done: p.Embedded, dimensions: int | None) -> npt.NDArray[np.float32]:
    """The vectors, [texts, dimensions], of length 1 again.

    Raises:
        HttpProblem: they have not so many.
    """
    vectors = np.frombuffer(b"".join(done.vectors), "<f4").reshape(len(done.vectors), done.n_embd)
    if dimensions is None:
        return vectors
    if not 1 <= dimensions <= done.n_embd:
        told = f"dimensions must be from 1 to {done.n_embd} for this model."
        raise HttpProblem(400, told, "invalid_value", "dimensions")
    cut = vectors[:, :dimensions]
    lengths = np.linalg.norm(cut, axis=1, keepdims=True)
    return (cut / np.where(lengths > 0, lengths, 1)).astype("<f4")


def _told(vector: npt.NDArray[np.float32], body: EmbeddingsBody) -> str | list[float]:
    if body.encoding_format == "base64":
        return base64.b64encode(vector.tobytes()).decode()
    return [float(number) for number in vector]
