"""An open model with its context: tokens in and out, decoding, and the raw operations on its memory.

Sequences are numbered from 0; positions count a sequence's tokens from 0, until :meth:`Model.squeeze` moves them.
"""

from __future__ import annotations

import ctypes
import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engine.errors import Cancelled, CannotCompact, ContextFull, Internal, ModelLoadFailed
from engine.gguf.facts import LayerCache, layers, rope_of
from engine.gguf.ggml_types import KV_TYPES
from engine.gguf.header import facts_of, read_model
from engine.gguf.reader import GgufHeader
from engine.model.batches import Batches, Piece
from engine.model.compact_api import CompactApi
from engine.model.compact_structs import Block, Params, Squeeze
from engine.model.runtime import ABORTED, Runtime, runtime
from engine.model.sequences import Sequences
from engine.model.vision import VisionEncoder
from engine.model.vocabulary import Vocabulary
from engine.protocol import FlashAttention, ModelFacts
from engine.sizing.cache import GRAIN, UBATCH, cache_bytes
from engine.sizing.file_sizes import reference_queries
from engine.sizing.footprint import Watch
from engine.sizing.machine import usual_threads
from engine.texts import Text, say

log = logging.getLogger("engine.model.model")

WHOLE_TYPES = ("f32", "f16", "bf16")  # of which a row can be read by its elements
DEFAULT_CTX = 8192
UNASKED_SECONDS = 0.02  # a token that takes no longer is not interrupted
FIRST_CELLS = 1024  # a memory starts with, where it can grow


class Model(Sequences, Vocabulary):
    """A loaded model and its context. Not for use from several threads at once.

    Attributes:
        facts: what its file says.
        n_ctx: cells its memory may have; it starts with fewer where it can be compacted.
        n_ubatch: most tokens of one :meth:`decode`.
        n_seq_max: sequences it can hold.
        kv_type: type of its cache, a key of ``KV_TYPES``.
        layers: cache shape per layer.
        rope: what the file says of its position encoding.
        template: the chat template of the file, "" when it has none.
        vision: its vision encoder, None without one.
        grows: whether its memory takes more with every token; not that of purely recurrent models.
        n_embd_inp: numbers in a row of embeddings that stands for a token.
        interrupt: asked in decodes that are given nothing else to ask whether to stop.
    """

    def __init__(self, rt: Runtime, parts: tuple[GgufHeader, ...], facts: ModelFacts) -> None:
        self._rt = rt
        self._c = rt.c
        self._model: Any = None
        self._ctx: Any = None
        self._batches: Batches | None = None
        self.vision: VisionEncoder | None = None
        self._token_seconds = 0.0  # what the last single token took
        self._watch: Watch | None = None
        self._decoded = False
        self._abort_armed = False
        self._abort_wanted: Callable[[], bool] | None = None
        self.interrupt: Callable[[], bool] | None = None
        self._abort = self._c.ggml_abort_callback(self._asked_to_stop)
        self._no_abort = self._c.ggml_abort_callback()
        self.facts = facts
        self.layers: list[LayerCache] = layers(parts[0])
        self.rope = rope_of(parts[0])
        self.template = parts[0].text("tokenizer.chat_template")
        self.n_ctx = 0
        self.n_ubatch = 0
        self.n_seq_max = 1
        self.kv_type = "f16"

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        n_ctx: int = 4096,
        n_threads: int = 0,
        n_gpu_layers: int = -1,
        devices: Sequence[int] = (),
        split: Sequence[float] = (),
        n_ubatch: int = 0,
        kv_type: str = "f16",
        flash_attention: FlashAttention = "on",
        n_seq_max: int = 1,
        n_recent_queries: int = 0,
        query_samples: int = 1,
        sample_queries: bool = True,
        parts: tuple[GgufHeader, ...] = (),
        watch: Watch | None = None,
        progress: Callable[[float], bool] | None = None,
    ) -> Model:
        """Load a model file and make its context.

        Args:
            n_ctx: cells of its memory, at least ``GRAIN``; 0: what it was trained for, at most ``DEFAULT_CTX``.
            n_threads: 0: as many as there are cores.
            n_gpu_layers: layers on the GPU; -1: all.
            devices: the places in :meth:`Runtime.devices` of those that are used; (): as the library thinks best.
            split: in which ratio these share the layers; (): by their free memory.
            n_ubatch: most tokens of one decode, no fewer than there are sequences; 0: as many as is usual for the
                device.
            flash_attention: off: attention in separate steps, which compaction and quantized caches cannot do with.
            query_samples: times as many queries are sampled as a compaction uses (to draw other ones from).
            n_recent_queries: queries of the most recent tokens to keep as well (only some presets need them).
            sample_queries: False: leave the compaction functions alone, as in a stock library.
            parts: the file's headers, where they were read before.
            watch: measures what it takes, for later estimates.
            progress: gets a share of 1 and returns False to give up.

        Raises:
            BadModelFile: the file is broken.
            ModelLoadFailed: the library refused it.
            Cancelled: ``progress`` gave up.
        """
        parts = parts or read_model(path)
        rt = runtime()
        model = cls(rt, parts, facts_of(parts, Path(path)))
        model._watch = watch
        try:
            model._load(str(parts[0].path), n_gpu_layers, devices, split, progress)
            model._make_context(n_ctx, n_threads, n_ubatch, kv_type, flash_attention, n_seq_max, grows=sample_queries)
            if sample_queries:
                model._sample_queries(n_recent_queries, query_samples)
        except BaseException:
            model.close()
            raise
        return model

    def _load(
        self,
        path: str,
        n_gpu_layers: int,
        devices: Sequence[int],
        split: Sequence[float],
        progress: Callable[[float], bool] | None,
    ) -> None:
        params = self._c.llama_model_default_params()
        params.n_gpu_layers = n_gpu_layers
        listed = self._rt.device_list(devices, n_gpu_layers)  # the arrays have to live until the model is loaded
        if listed is not None:
            params.devices = ctypes.cast(listed, ctypes.c_void_p)
        if split:
            ratio = (ctypes.c_float * max(len(split), int(self._c.llama_max_devices())))(*split)
            params.tensor_split = ctypes.cast(ratio, type(params.tensor_split))
        gave_up = False

        def report(share: float, _data: Any) -> bool:
            nonlocal gave_up
            gave_up = gave_up or (progress is not None and not progress(share))
            return not gave_up

        callback = self._c.llama_progress_callback(report)
        params.progress_callback = callback
        self._model = self._rt.load_model(path, params)
        if gave_up:
            raise Cancelled("load.stopped")
        if not self._model:
            reason = self._rt.recent_complaints() or "the library gave no reason"
            full = any(
                sign in reason for sign in ("allocate memory", "insufficient memory", "to allocate", "out of memory")
            )
            raise ModelLoadFailed("load.out_of_memory" if full else "load.refused", reason=reason)
        self.open_vocabulary(self._c, self._c.llama_model_get_vocab(self._model))
        self.n_embd_inp = int(self._c.llama_model_n_embd_inp(self._model))
        self.n_swa = int(self._c.llama_model_n_swa(self._model))
        self.grows = not self._c.llama_model_is_recurrent(self._model)
        self.recurrent = not self.grows or bool(self._c.llama_model_is_hybrid(self._model))

    def _make_context(
        self,
        n_ctx: int,
        n_threads: int,
        n_ubatch: int,
        kv_type: str,
        flash_attention: FlashAttention,
        n_seq_max: int,
        *,
        grows: bool,
    ) -> None:
        if kv_type not in KV_TYPES:
            raise ModelLoadFailed("load.cache_type", kv_type=repr(kv_type), choices=", ".join(KV_TYPES))
        if flash_attention == "off" and kv_type not in WHOLE_TYPES:
            raise ModelLoadFailed("load.needs_flash_attention", kv_type=kv_type)
        trained = self.facts.n_ctx_train
        gpu = any(device.kind in ("gpu", "igpu") for device in self._rt.devices())
        params = self._c.llama_context_default_params()
        # a batch is no longer than the context, and the library aborts where it is shorter than there are sequences
        params.n_ctx = max(GRAIN, n_ctx or min(trained or DEFAULT_CTX, DEFAULT_CTX))
        params.n_batch = params.n_ubatch = max(n_seq_max, n_ubatch or UBATCH[gpu])
        params.n_seq_max = n_seq_max
        params.n_threads = params.n_threads_batch = n_threads or usual_threads()
        params.flash_attn_type = {
            "on": self._c.LLAMA_FLASH_ATTN_TYPE_ENABLED,
            "auto": self._c.LLAMA_FLASH_ATTN_TYPE_AUTO,
            "off": self._c.LLAMA_FLASH_ATTN_TYPE_DISABLED,
        }[flash_attention]
        params.type_k = params.type_v = KV_TYPES[kv_type]
        params.offload_kqv = True
        params.kv_unified = True
        params.swa_full = False
        params.no_perf = True
        self._rt.forget_complaints()
        if self._rt.compact and grows and self.facts.compactable:
            self._ctx = self._rt.compact.new_context(self._model, params, FIRST_CELLS)
        else:
            self._ctx = self._c.llama_init_from_model(self._model, params)
        if not self._ctx:
            raise ModelLoadFailed("load.no_context", reason=self._rt.recent_complaints() or "no reason given")
        self._mem = self._c.llama_get_memory(self._ctx)
        self.n_ctx = int(self._c.llama_n_ctx(self._ctx))
        self.n_ubatch = int(self._c.llama_n_ubatch(self._ctx))
        self.n_seq_max = n_seq_max
        self.kv_type = kv_type
        self._batches = Batches(self._c, self.n_ubatch, self.n_embd_inp)

    def open_vision(self, path: str | Path, *, n_gpu_layers: int = -1, n_threads: int = 0) -> None:
        """Load the vision projector; raises as :class:`engine.model.vision.VisionEncoder`, the model stays loaded."""
        self.vision = VisionEncoder(self, path, use_gpu=n_gpu_layers != 0, n_threads=n_threads or usual_threads())

    def _sample_queries(self, n_recent: int, samples: int) -> None:
        api = self._rt.compact
        if api is None or not self.facts.compactable or api.unsupported_reason(self._ctx):
            return
        params = self.compaction_params()
        try:
            api.enable(self._ctx, samples * -(-(params.n_queries + params.n_held_out) // self._group), n_recent)
        except CannotCompact as error:
            log.warning("no queries are sampled: %s", error)

    def close(self) -> None:
        """Free the context and the model; safe to call twice."""
        self._remember()
        if self._model:
            self.background.close()
        if self.vision is not None:
            self.vision.close()
            self.vision = None
        if self._batches is not None:
            self._batches.close()
            self._batches = None
        if self._ctx:
            self._c.llama_free(self._ctx)
            self._ctx = None
        if self._model:
            self._c.llama_model_free(self._model)
            self._model = None

    def __enter__(self) -> Model:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    @property
    def context(self) -> Any:
        """The llama_context, for :mod:`engine.model.compact_api` and the samplers."""
        return self._ctx

    @property
    def library(self) -> str:
        """Version of the native library."""
        return self._rt.version

    @property
    def functions(self) -> Any:
        """The ctypes functions of llama.h."""
        return self._c

    @property
    def handle(self) -> Any:
        """The llama_model, for :mod:`engine.model.vision`."""
        return self._model

    @property
    def runtime(self) -> Runtime:
        """The native library, and what it complains of."""
        return self._rt

    # ------------------------------------------------------------------ decoding

    def decode(
        self,
        tokens: Sequence[int],
        pos: int,
        seq_id: int = 0,
        *,
        all_logits: bool = False,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        """Decode at most ``n_ubatch`` tokens at positions ``pos...``; the last one's logits can be sampled then.

        Raises as :meth:`decode_batch`.
        """
        self.decode_batch([Piece(tokens, pos, seq_id, "all" if all_logits else "last")], cancelled)

    def decode_batch(self, pieces: Sequence[Piece], cancelled: Callable[[], bool] | None = None) -> list[int]:
        """Decode tokens of several sequences at once, at most ``n_ubatch`` in all, each sequence at most once.

        ``cancelled`` is asked while it computes (on the CPU), unless that is a matter of milliseconds, or the model has
        a recurrent state, which cannot be taken back.

        Returns:
            For each piece the index of its last token's logits, for :meth:`logits` and the samplers; good until the
            next call.

        Raises:
            ContextFull: no cells for them. Cancelled: asked to stop. Internal: the backend failed. In all these
                cases the memory holds what it held before, but for sequences with a recurrent state where the backend
                failed: nothing is left of those.
        """
        if self._batches is None:
            raise ValueError("this model is closed")
        batch, last = self._batches.of(pieces)
        self.changed()
        n = sum(len(piece.tokens) for piece in pieces)
        worth_asking = (n > 1 or self._token_seconds > UNASKED_SECONDS) and not self.recurrent
        self._arm_abort((cancelled or self.interrupt) if worth_asking else None)
        start = time.perf_counter()
        try:
            if not pieces[0].causal:
                self._c.llama_set_causal_attn(self._ctx, False)
            status = int(self._c.llama_decode(self._ctx, batch))
        finally:
            self._abort_wanted = None  # what computes in this memory next is not stopped with it: a compaction
            self._rt.hush(False)
            if not pieces[0].causal:
                self._c.llama_set_causal_attn(self._ctx, True)
        if status == 0:
            self._decoded = True
            if n == 1:
                self._token_seconds = time.perf_counter() - start
            return last
        if status == 1:
            raise ContextFull("chat.no_room_for_tokens", n=n)
        if status == ABORTED:
            raise Cancelled("request.stopped")
        raise Internal("model.compute_failed", status=status, reason=self._rt.recent_complaints())

    def _asked_to_stop(self, _data: Any) -> bool:
        return self._rt.stops(self._abort_wanted)

    def _arm_abort(self, cancelled: Callable[[], bool] | None) -> None:
        """The library asks after every node of a graph, which is worth it in a batch but not for one quick token."""
        self._abort_wanted = cancelled
        armed = cancelled is not None
        if armed != self._abort_armed:
            self._c.llama_set_abort_callback(self._ctx, self._abort if armed else self._no_abort, None)
            self._abort_armed = armed

    def logits(self, index: int = -1) -> Any:
        """Pointer to the ``n_vocab`` floats of output ``index`` of the last decode (-1: the last one)."""
        return self._c.llama_get_logits_ith(self._ctx, index)

    # ------------------------------------------------------------------ memory

    @property
    def _group(self) -> int:
        """Query heads of a KV head."""
        return max(1, self.facts.n_head // max(1, self.facts.n_head_kv))

    def compaction_params(self) -> Params:
        """The library's parameters of a compaction, with as many queries as heads that share keys want."""
        params = self.compact_api.default_params(self._ctx)
        params.n_queries = reference_queries(self._group)
        return params

    @property
    def compact_api(self) -> CompactApi:
        """The compaction functions.

        Raises:
            CannotCompact: this library or this model's memory cannot be compacted, with the reason.
        """
        api = self._rt.compact
        if reason := self.why_not_compactable():
            raise CannotCompact("compact.model_unsupported", reason=reason)
        assert api is not None  # that would have been a reason
        return api

    def why_not_compactable(self) -> Text | None:
        """None when the memory can be compacted, else the reason."""
        if self._rt.compact is None:
            return say("no_compaction.not_built")
        return self.facts.why_not or self._rt.compact.unsupported_reason(self._ctx)

    def trim(self) -> None:
        """Give memory back that is not in use, but for a margin; measure what the model takes."""
        if self._rt.compact is not None and not self.why_not_compactable():
            self._rt.compact.resize(self._ctx, 0)
        self._remember()

    def _remember(self) -> None:
        if self._watch is None or not self._ctx or not self._decoded:
            return
        info = self.info()
        held = cache_bytes(self.layers, self.n_ctx, self.kv_type, self.n_seq_max)
        if info is not None:  # layers with a window have their size from the start
            held += info.bytes_held - info.bytes_total
        if self.vision is not None:  # counted by itself
            held += self.vision.bytes
        self._watch.remember(self.facts.fingerprint, held)

    def blocks(self, seq_id: int = 0) -> list[Block]:
        """The compacted blocks of a sequence in order of position."""
        if self._rt.compact is None or self.why_not_compactable():
            return []
        return self._rt.compact.blocks(self._ctx, seq_id)

    def squeeze(self, spans: Sequence[Squeeze], seq_id: int = 0) -> None:
        """Move compacted text together and what follows it to lower positions.

        Raises:
            CannotCompact: refused or failed; nothing changed.
        """
        self.compact_api.reposition(self._ctx, seq_id, spans)
