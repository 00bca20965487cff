"""An embedding model: texts in, a vector for each out. It is loaded beside the model that writes."""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import Cancelled, CannotEmbed, Internal, ModelLoadFailed
from engine.gguf.header import facts_of, read_model
from engine.model.batches import Batches, Piece
from engine.model.ggml import placeable
from engine.model.runtime import ABORTED, Runtime, runtime
from engine.model.vocabulary import Vocabulary
from engine.protocol import ModelFacts
from engine.sizing.estimate import available
from engine.sizing.machine import usual_threads

log = logging.getLogger("engine.model.embedder")

FIRST_TOKENS = 512  # that a context is made for; a longer text has a larger one made
AT_ONCE = 32  # texts
BYTES_PER_PAIR, BYTES_PER_NUMBER = 3, 64  # of a context, by pairs of tokens and by numbers of a token's vector
POOLING = {"mean": 1, "cls": 2, "last": 3}

Vectors = npt.NDArray[np.float32]


class Embedder(Vocabulary):
    """A loaded embedding model. Not for use from several threads at once.

    It goes to a graphics card, and where that has no room beside the model that writes, or none any more for a longer
    text, to the processor.

    Attributes:
        facts: what its file says.
        n_embd: numbers of a vector.
        longest: tokens that a text may have.
    """

    def __init__(self, rt: Runtime, facts: ModelFacts, path: str, n_threads: int) -> None:
        self._rt, self._c, self.facts, self._path = rt, rt.c, facts, path
        self._on_card = False
        self._model: Any = None
        self._ctx: Any = None
        self._batches: Batches | None = None
        self._room = 0  # tokens of a batch
        self._threads = n_threads
        self._stop: Callable[[], bool] | None = None  # asked while it computes
        self._abort = self._c.ggml_abort_callback(self._asked_to_stop)
        self.longest = facts.n_ctx_train or FIRST_TOKENS
        self.n_embd = 0

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        n_gpu_layers: int = -1,
        n_threads: int = 0,
        stop: Callable[[], bool] = lambda: False,
    ) -> Embedder:
        """Load a model file; ``n_threads`` 0: as many as there are cores.

        Raises:
            BadModelFile: the file is broken. CannotEmbed: its model makes no embeddings.
            ModelLoadFailed: the library refused it. Cancelled: ``stop`` said so.
        """
        parts = read_model(path)
        facts = facts_of(parts, Path(path))
        if not facts.pooling:
            raise CannotEmbed("embed.no_embedder", name=facts.name)
        embedder = cls(runtime(), facts, str(parts[0].path), n_threads or usual_threads())
        try:
            try:
                embedder._load(n_gpu_layers, stop)
            except ModelLoadFailed as error:
                if not embedder._on_card:
                    raise
                embedder._leave_card(str(error), stop)
            embedder._make_room(FIRST_TOKENS)
        except BaseException:
            embedder.close()
            raise
        return embedder

    def _leave_card(self, why: str, stop: Callable[[], bool] = lambda: False) -> None:
        """Load it anew, for the processor."""
        log.warning("%s is computed by the processor: %s", self.facts.name, why)
        self.close()
        self._load(0, stop)

    def _load(self, n_gpu_layers: int, stop: Callable[[], bool]) -> None:
        params = self._c.llama_model_default_params()
        params.n_gpu_layers = n_gpu_layers
        cards = [device.index for device in placeable(self._rt.devices()) if not device.worker]
        self._on_card = bool(cards) and n_gpu_layers != 0
        near = self._rt.device_list(cards, n_gpu_layers)
        if near is not None:  # a small model gains nothing from another computer
            params.devices = ctypes.cast(near, ctypes.c_void_p)
        callback = self._c.llama_progress_callback(lambda _share, _data: not stop())
        params.progress_callback = callback
        self._model = self._rt.load_model(self._path, params)
        if not self._model:
            if stop():
                raise Cancelled("load.stopped")
            raise ModelLoadFailed("load.refused", reason=self._rt.recent_complaints() or "no reason given")
        self.open_vocabulary(self._c, self._c.llama_model_get_vocab(self._model))
        self.n_embd = int(self._c.llama_model_n_embd_out(self._model))
        # a model of an encoder and nothing else is computed by another function
        decodes = self._c.llama_model_has_decoder(self._model) or not self._c.llama_model_has_encoder(self._model)
        self._compute = self._c.llama_decode if decodes else self._c.llama_encode

    def _make_room(self, tokens: int) -> None:
        """Have a context for batches of so many tokens: models that look both ways want a text whole."""
        if tokens <= self._room:
            return
        room = FIRST_TOKENS
        while room < tokens:
            room *= 2
        free = available() + self._bytes(self._room)
        if room > FIRST_TOKENS and self._bytes(room) > free:  # the system would end the process, not refuse it
            most = FIRST_TOKENS
            while self._bytes(2 * most) <= free:
                most *= 2
            raise CannotEmbed("embed.too_long", tokens=tokens, name=self.facts.name, most=most)
        self._drop_context()
        if not self._context(room) and self._on_card:
            self._leave_card(self._rt.recent_complaints())
            self._context(room)
        if not self._ctx:
            raise ModelLoadFailed("load.no_context", reason=self._rt.recent_complaints() or "no reason given")
        self._batches = Batches(self._c, room, self.n_embd)
        self._room = room

    def _context(self, room: int) -> bool:
        """Whether there is a context for batches of so many tokens."""
        params = self._c.llama_context_default_params()
        params.n_ctx = params.n_batch = params.n_ubatch = room
        params.n_seq_max = AT_ONCE
        params.n_threads = params.n_threads_batch = self._threads
        params.flash_attn_type = self._c.LLAMA_FLASH_ATTN_TYPE_AUTO
        params.embeddings = True
        params.pooling_type = POOLING[self.facts.pooling]
        params.kv_unified = True
        params.no_perf = True
        self._rt.forget_complaints()
        self._ctx = self._c.llama_init_from_model(self._model, params)
        if self._ctx:
            self._c.llama_set_abort_callback(self._ctx, self._abort, None)
        return bool(self._ctx)

    def _asked_to_stop(self, _data: Any) -> bool:
        return self._rt.stops(self._stop)

    def _bytes(self, room: int) -> int:
        """What a context for so many tokens takes, about: which token sees which, and what is computed of each."""
        return BYTES_PER_PAIR * room * room + BYTES_PER_NUMBER * self.n_embd * room

    def tokens_of(self, text: str | Sequence[int], *, cut: bool = False) -> list[int]:
        """The tokens that are read of a text, or the text's own if it is given as tokens; ``cut``: of too many, those
        from the beginning and the last, which marks the end.

        Raises:
            CannotEmbed: there are none, too many, or some that the model has not.
        """
        given = self.tokenize(text, special=False, marked=True) if isinstance(text, str) else list(text)
        if not given:
            raise CannotEmbed("embed.nothing")
        if not all(0 <= token < self.n_vocab for token in given):
            raise CannotEmbed("embed.no_such_token")
        if cut and len(given) > self.longest:
            given[self.longest - 1 :] = given[-1:]
        if len(given) > self.longest:
            raise CannotEmbed("embed.too_long", tokens=len(given), name=self.facts.name, most=self.longest)
        return given

    def batches(self, texts: Sequence[Sequence[int]]) -> Iterator[slice]:
        """The texts in stretches that :meth:`embed` takes at a time."""
        room = max(FIRST_TOKENS, self._room)
        start = tokens = 0
        for i, text in enumerate(texts):
            if i > start and (tokens + len(text) > room or i - start == AT_ONCE):
                yield slice(start, i)
                start, tokens = i, 0
            tokens += len(text)
        if start < len(texts):
            yield slice(start, len(texts))

    def embed(self, texts: Sequence[Sequence[int]], stop: Callable[[], bool] | None = None) -> Vectors:
        """A vector of length 1 for each text, [len(texts), n_embd]; ``texts``: a stretch of :meth:`batches`.

        One that came out as no numbers is all 0, like no other. ``stop`` is asked while it computes (on the CPU).

        Raises:
            CannotEmbed, ModelLoadFailed: there is no memory for texts so long. Internal: the backend failed, or no
                text's vector came out as numbers.
            Cancelled: ``stop`` said so.
        """
        self._make_room(sum(map(len, texts)))
        assert self._batches is not None
        memory = self._c.llama_get_memory(self._ctx)
        if memory:
            self._c.llama_memory_clear(memory, True)
        batch, _ = self._batches.of([Piece(text, 0, i, "all") for i, text in enumerate(texts)])
        self._stop = stop
        try:
            status = int(self._compute(self._ctx, batch))
        finally:
            self._stop = None
            self._rt.hush(False)
        if status == ABORTED:
            raise Cancelled("request.stopped")
        if status != 0:
            raise Internal("model.compute_failed", status=status, reason=self._rt.recent_complaints())
        found = np.empty((len(texts), self.n_embd), np.float32)
        for i in range(len(texts)):
            row = self._c.llama_get_embeddings_seq(self._ctx, i)
            found[i] = np.ctypeslib.as_array(row, (self.n_embd,))
        sound = np.isfinite(found).all(axis=1)
        if not sound.any():
            raise Internal("model.compute_failed", status=status, reason="not a number")
        if not sound.all():  # a search would compare every question with them, and JSON has no such numbers
            log.warning("%d of %d vectors came out as no numbers", len(texts) - int(sound.sum()), len(texts))
            found[~sound] = 0
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        return (found / np.where(lengths > 0, lengths, 1)).astype(np.float32)

    def _drop_context(self) -> None:
        if self._batches is not None:
            self._batches.close()
            self._batches = None
        if self._ctx:
            self._c.llama_free(self._ctx)
            self._ctx = None
        self._room = 0

    def close(self) -> None:
        """Free it; safe to call twice."""
        self._drop_context()
        if self._model:
            self.background.close()
            self._c.llama_model_free(self._model)
            self._model = None
