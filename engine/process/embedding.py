"""Requests for embeddings: the model that makes them, and one request after another by a batch at a time."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from engine import protocol as p
from engine.chat.long_texts import LONG, tokenize_steps
from engine.errors import Cancelled, CannotEmbed, ModelLoadFailed, ModelTooLarge
from engine.files import on_disk
from engine.gguf.header import read_facts
from engine.model.embedder import Embedder
from engine.process.queue import Ticket
from engine.scheduling.steps import PAUSE, Steps
from engine.sizing.estimate import available

MOST_TEXTS = 4096
BESIDE = 256 << 20  # bytes that a context and its buffers take, about


class Embedding:
    """Carries out :class:`engine.protocol.Embed`; for the engine's thread."""

    def __init__(self, close: Callable[[Ticket, p.AnyEvent | Exception], None]) -> None:
        """``close``: gets how a request ended."""
        self._close = close
        self._waiting: deque[tuple[Ticket, Steps[p.AnyEvent]]] = deque()
        self._embedder: Embedder | None = None
        self._loaded_with = (-1, 0)  # layers on devices and threads, as asked for
        self._file: tuple[int, ...] | None = None  # of the model: as it was when it was loaded
        self._tokenizing = 0  # requests whose texts a thread of the loaded model's is at

    def add(self, request: p.Embed, ticket: Ticket) -> None:
        """Take a request on."""
        self._waiting.append((ticket, self._steps(request, ticket)))

    def __bool__(self) -> bool:
        return bool(self._waiting)

    @property
    def loaded(self) -> bool:
        """Whether a model is."""
        return self._embedder is not None

    def step(self) -> None:
        """Go on by a batch."""
        if not self._waiting:
            return
        ticket, steps = self._waiting.popleft()
        try:
            next(steps)
        except StopIteration as end:
            self._close(ticket, end.value)
        except Exception as error:
            self._close(ticket, error)
        else:
            self._waiting.append((ticket, steps))  # requests take turns

    def _steps(self, request: p.Embed, ticket: Ticket) -> Steps[p.AnyEvent]:
        if len(request.texts) > MOST_TEXTS:
            raise CannotEmbed("embed.too_many", most=MOST_TEXTS)
        if not request.texts:
            raise CannotEmbed("embed.nothing")
        while True:
            texts, fingerprint = yield from self._tokens_steps(request, ticket)
            embedded = yield from self._vectors_steps(request, ticket, texts, fingerprint)
            if embedded is not None:
                return embedded

    def _vectors_steps(
        self, request: p.Embed, ticket: Ticket, texts: Sequence[Sequence[int]], fingerprint: str
    ) -> Steps[p.Embedded | None]:
        """The vectors of tokenized texts by the model with that fingerprint; None: its file is another one by now."""
        vectors: list[bytes] = []
        embedder = yield from self._loaded_steps(request, ticket)
        for part in list(embedder.batches(texts)):
            yield PAUSE
            if ticket.cancel.is_set():
                raise Cancelled("request.stopped")
            embedder = yield from self._loaded_steps(request, ticket)  # another request may have wanted another model
            if embedder.facts.fingerprint != fingerprint:
                return None
            try:
                found = embedder.embed(texts[part], ticket.cancel.is_set)
            except ModelLoadFailed:
                self.unload()  # it may have been freed to be loaded elsewhere, and could not
                raise
            vectors += [row.astype("<f4").tobytes() for row in found]
        return p.Embedded(id=request.id, vectors=tuple(vectors), n_embd=embedder.n_embd, n_tokens=sum(map(len, texts)))

    def _tokens_steps(self, request: p.Embed, ticket: Ticket) -> Steps[tuple[list[list[int]], str]]:
        """The tokens of each text, of long ones on a thread, while others go on; and the fingerprint of their model."""
        long = sum(map(len, request.texts)) > LONG
        while True:
            embedder = yield from self._loaded_steps(request, ticket)
            self._tokenizing += 1
            try:
                tokens = functools.partial(_tokens_of, embedder, request)
                texts = yield from tokenize_steps(embedder, long, tokens, ticket.cancel.is_set)
                return texts, embedder.facts.fingerprint
            except Cancelled:  # or the model was freed, since it could not be computed with for another request
                if ticket.cancel.is_set():
                    raise
            finally:
                self._tokenizing -= 1

    def _loaded_steps(self, request: p.Embed, ticket: Ticket) -> Steps[Embedder]:
        """The model that is asked for, once no thread needs another one."""
        while self._tokenizing and not self._has(request):
            if ticket.cancel.is_set():
                raise Cancelled("request.stopped")
            yield PAUSE
        return self._loaded(request, ticket)

    def _has(self, request: p.Embed) -> bool:
        """Whether the model that is asked for is loaded as it is asked for."""
        if self._embedder is None or Path(self._embedder.facts.path) != Path(request.path):
            return False
        if self._loaded_with != (request.n_gpu_layers, request.n_threads):
            return False
        return _state_of(request.path) in (None, self._file)  # one whose file is gone serves on

    def _loaded(self, request: p.Embed, ticket: Ticket) -> Embedder:
        if self._embedder is not None and self._has(request):
            return self._embedder
        self.unload()
        path = Path(request.path)
        self._file = _state_of(path)  # before it is read: what comes in its place meanwhile is another one
        facts = read_facts(path)
        need, free = facts.bytes + BESIDE, available()
        if facts.pooling and need > free:
            raise ModelTooLarge("load.model_too_large", name=facts.name, need=need, free=free)
        self._embedder = Embedder.open(
            path, n_gpu_layers=request.n_gpu_layers, n_threads=request.n_threads, stop=ticket.cancel.is_set
        )
        self._loaded_with = (request.n_gpu_layers, request.n_threads)
        return self._embedder

    def unload(self) -> None:
        """Free the model; the next request loads it again."""
        if self._embedder is not None:
            self._embedder.close()
            self._embedder = None


def _state_of(path: str | Path) -> tuple[int, ...] | None:
    """What changes when another file takes a file's place; None: there is none."""
    try:
        found = on_disk(Path(path)).stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _tokens_of(embedder: Embedder, request: p.Embed) -> list[list[int]]:
    return [embedder.tokens_of(text, cut=request.cut) for text in request.texts]
