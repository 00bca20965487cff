"""The C functions of llama-compact.h seen from Python. Nothing else in the engine calls them.

A library without them is fine: :meth:`CompactApi.find` is None then, and only compaction is refused.
"""

from __future__ import annotations

import ctypes
import dataclasses
import logging
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import Cancelled, CannotCompact, ContextChanged, EngineError
from engine.model.compact_structs import (
    Block,
    HeadBudget,
    HeadRows,
    HeadStruct,
    Info,
    InfoStruct,
    Params,
    ProgressCallback,
    Reduce,
    Report,
    SpanStruct,
    Squeeze,
)  # fmt: skip
from engine.texts import Text, say

log = logging.getLogger("engine.model.compact_api")

API_VERSION = 8

_OK, _UNSUPPORTED, _INVALID, _NOTHING, _ABORTED, _MEMORY, _COMPUTE, _CHANGED = 0, -1, -2, -3, -4, -5, -6, -7
_MORE = 1


_SLICE = 0.02  # seconds between two looks at a caller's wish to stop

_numbers = operator.attrgetter(*(field.name for field in dataclasses.fields(Info)))

# a library without them has no devices, no values beside keys, or does not count
_NEWER = (
    "llama_kv_compact_classes", "llama_kv_compact_fast_types", "llama_kv_compact_own_values",
    "llama_kv_compact_job_walked", "llama_kv_compact_live_types",
)  # fmt: skip


class CompactApi:
    """The compaction functions of a library that has them.

    Attributes:
        changes: counts what may have changed a memory.
    """

    def __init__(self, library: Any, version: int) -> None:
        self._lib = library
        self.version, self.changes = version, 0
        ctx, i32 = ctypes.c_void_p, ctypes.c_int32
        p_i32, p_f32 = ctypes.POINTER(ctypes.c_int32), ctypes.POINTER(ctypes.c_float)
        p_params, p_report, p_info = ctypes.POINTER(Params), ctypes.POINTER(Report), ctypes.POINTER(InfoStruct)
        prototypes: dict[str, tuple[Any, list[Any]]] = {
            "llama_kv_compact_default_params": (Params, []),
            "llama_kv_compact_unsupported_reason": (ctypes.c_char_p, [ctx]),
            "llama_kv_compact_last_error": (ctypes.c_char_p, [ctx]),
            "llama_kv_compact_enable": (i32, [ctx, ctypes.c_uint32, ctypes.c_uint32]),
            "llama_kv_compact_begin": (ctypes.c_void_p, [ctx, i32, p_params, p_i32]),
            "llama_kv_compact_step": (i32, [ctypes.c_void_p, ctypes.c_int64]),
            "llama_kv_compact_commit": (i32, [ctypes.c_void_p, p_report]),
            "llama_kv_compact_free": (None, [ctypes.c_void_p]),
            "llama_kv_compact_refine": (i32, [ctypes.c_void_p, ctypes.c_int64]),
            "llama_kv_compact_job_progress": (ctypes.c_float, [ctypes.c_void_p]),
            "llama_kv_compact_job_refined": (ctypes.c_float, [ctypes.c_void_p]),
            "llama_kv_compact_job_message": (ctypes.c_char_p, [ctypes.c_void_p]),
            "llama_kv_compact_job_report": (i32, [ctypes.c_void_p, p_report, p_f32, i32]),
            "llama_kv_compact_job_walked": (ctypes.c_int64, [ctypes.c_void_p]),
            "llama_kv_compact_resize": (i32, [ctx, ctypes.c_uint32]),
            "llama_kv_cache_compact_info": (ctypes.c_bool, [ctx, i32, p_info]),
            "llama_kv_compact_heads": (i32, [ctx, p_i32, p_i32, p_i32, p_i32, p_i32, i32]),
            "llama_kv_compact_own_values": (i32, [ctx, p_i32, p_i32, i32]),
            "llama_kv_compact_live_types": (i32, [ctx, p_i32, i32]),
            "llama_kv_compact_classes": (i32, [ctx]),
            "llama_kv_compact_fast_types": (ctypes.c_bool, [ctx, i32, i32]),
            "llama_kv_compact_rows": (i32, [ctx, i32, i32, i32, p_i32, i32]),
            "llama_kv_compact_errors": (i32, [ctx, p_f32, i32]),
            "llama_kv_compact_blocks": (i32, [ctx, i32, p_i32, p_i32, p_i32, i32]),
            "llama_kv_compact_reposition": (i32, [ctx, i32, ctypes.POINTER(SpanStruct), i32]),
            "llama_kv_compact_get_rows": (i32, [ctx, i32, p_f32, p_f32, p_f32, i32]),
            "llama_kv_compact_keys": (i32, [ctx, i32, i32, i32, i32, p_f32]),
            "llama_kv_compact_scores": (i32, [ctx, i32, i32, i32, i32, i32, ctypes.c_int, p_f32]),
        }
        for name, (result, arguments) in prototypes.items():
            if name in _NEWER and not hasattr(library, name):
                continue
            function = getattr(library, name)
            function.restype = result
            function.argtypes = arguments

    @classmethod
    def find(cls, c: Any) -> CompactApi | None:
        """The functions in the library behind ``c`` (llama_cpp.llama_cpp), None when it has none or other ones."""
        library = c._lib
        version = API_VERSION
        if hasattr(library, "llama_kv_compact_api_version"):
            library.llama_kv_compact_api_version.restype = ctypes.c_int32
            version = int(library.llama_kv_compact_api_version())
        if version != API_VERSION:
            log.warning("the native library has version %d of the compaction functions, not %d", version, API_VERSION)
            return None
        try:
            return cls(library, version)
        except AttributeError:
            return None

    def unsupported_reason(self, ctx: Any) -> Text | None:
        """Why this context's cache cannot be compacted; None when it can."""
        reason = self._lib.llama_kv_compact_unsupported_reason(ctx)
        return say("no_compaction.library", reason=reason.decode("utf-8", "replace")) if reason else None

    def enable(self, ctx: Any, n_uniform: int, n_recent: int) -> None:
        """Sample reference queries from now on; call it before the first decode.

        Raises:
            CannotCompact: the library refused.
        """
        self._check(ctx, self._lib.llama_kv_compact_enable(ctx, n_uniform, n_recent))

    def new_context(self, model: Any, params: ctypes.Structure, n_cells: int) -> Any:
        """A context whose memory starts with ``n_cells`` and grows up to ``params.n_ctx``; None when it failed."""
        function = self._lib.llama_kv_compact_init_from_model
        function.restype = ctypes.c_void_p
        function.argtypes = [ctypes.c_void_p, type(params), ctypes.c_uint32]
        return function(model, params, n_cells)

    def resize(self, ctx: Any, n_cells: int) -> bool:
        """Give a memory that grows that many cells (0: those in use and a margin); False: refused, nothing changed."""
        self.changes += 1
        return int(self._lib.llama_kv_compact_resize(ctx, n_cells)) == _OK

    def default_params(self, ctx: Any) -> Params:
        """The library's, with values of their own where :meth:`fits_own_values`."""
        params: Params = self._lib.llama_kv_compact_default_params()
        params.own_values = self.fits_own_values(ctx)
        return params

    def fits_own_values(self, ctx: Any) -> bool:
        """Whether values that are part of keys are fitted beside them: in RAM, where attention reads both as fast."""
        return hasattr(self._lib, "llama_kv_compact_own_values") and self.classes(ctx) == 0

    def own_values(self, ctx: Any) -> list[tuple[int, int]]:
        """Per entry of the head table: numbers of a value that a block row may have beside its key (0: values are no
        part of keys), and the ggml type of those that block rows have now (-1: none).

        Raises:
            CannotCompact: this cache has no such table.
        """
        if not hasattr(self._lib, "llama_kv_compact_own_values"):
            return [(0, -1)] * len(self.heads(ctx))
        n = self._check(ctx, self._lib.llama_kv_compact_own_values(ctx, None, None, 0))
        size, kind = (ctypes.c_int32 * n)(), (ctypes.c_int32 * n)()
        self._check(ctx, self._lib.llama_kv_compact_own_values(ctx, size, kind, n))
        return list(zip(size, kind, strict=True))

    def begin(self, ctx: Any, seq_id: int, params: Params, heads: Sequence[HeadBudget] | None) -> NativeJob:
        """Begin to compact the block ``[params.p0, params.p1)`` of a sequence; nothing changes before the commit.

        Raises:
            CannotCompact: refused.
        """
        table = None
        if heads is not None:
            table = (HeadStruct * len(heads))(*[_head_struct(head) for head in heads])
            params.heads = ctypes.cast(table, ctypes.POINTER(HeadStruct))
            params.n_heads = len(heads)
        params.progress = ProgressCallback()
        status = ctypes.c_int32()
        handle = self._lib.llama_kv_compact_begin(ctx, seq_id, ctypes.byref(params), ctypes.byref(status))
        if not handle:
            self._check(ctx, status.value)
            raise CannotCompact("compact.unsupported")
        return NativeJob(self._lib, handle, self._changed)

    def compact(
        self,
        ctx: Any,
        seq_id: int,
        params: Params,
        heads: Sequence[HeadBudget] | None,
        progress: Callable[[float], bool] | None = None,
    ) -> Report:
        """Compact the block ``[params.p0, params.p1)`` of a sequence. Blocks until done.

        ``progress`` gets a share of 1 and returns True to stop.

        Raises:
            CannotCompact: refused or failed; the cache is as it was.
            Cancelled: ``progress`` asked to stop; the cache is as it was.
        """
        with self.begin(ctx, seq_id, params, heads) as job:
            done = False
            while True:
                if progress is not None and progress(job.progress):
                    raise Cancelled("compact.stopped")
                if done:
                    return job.commit()
                done = job.step(_SLICE)

    def _changed(self) -> None:
        self.changes += 1

    def info(self, ctx: Any, seq_id: int) -> Info | None:
        """State of the cache for a sequence; None when it cannot be compacted."""
        raw = InfoStruct()
        if not self._lib.llama_kv_cache_compact_info(ctx, seq_id, ctypes.byref(raw)):
            return None
        return Info(*_numbers(raw))

    def heads(self, ctx: Any) -> list[HeadRows]:
        """The table of (layer, KV head), layer-major; the order of every head table of this module.

        Raises:
            CannotCompact: this cache has no such table.
        """
        n = self._check(ctx, self._lib.llama_kv_compact_heads(ctx, None, None, None, None, None, 0))
        columns = [(ctypes.c_int32 * n)() for _ in range(5)]
        self._check(ctx, self._lib.llama_kv_compact_heads(ctx, *columns, n))
        return [HeadRows(*row) for row in zip(*columns, strict=True)]

    def live_types(self, ctx: Any) -> list[int]:
        """Per entry of the head table the ggml type that live rows have beside block rows of fewer bits.

        -1: live rows always have the types of block rows, as on devices whose attention takes one part.

        Raises:
            CannotCompact: this cache has no such table.
        """
        if not hasattr(self._lib, "llama_kv_compact_live_types"):
            return [-1] * len(self.heads(ctx))
        n = self._check(ctx, self._lib.llama_kv_compact_live_types(ctx, None, 0))
        kinds = (ctypes.c_int32 * n)()
        self._check(ctx, self._lib.llama_kv_compact_live_types(ctx, kinds, n))
        return list(kinds)

    def classes(self, ctx: Any) -> int:
        """Kinds of heads (row types and rows) that a layer should have at most; 0: each head may be another one."""
        known = hasattr(self._lib, "llama_kv_compact_classes")
        return int(self._lib.llama_kv_compact_classes(ctx)) if known else 0

    def fast_types(self, ctx: Any, type_k: int, type_v: int) -> bool:
        """Whether attention reads rows of these ggml types as they are stored, on every device that holds some."""
        known = hasattr(self._lib, "llama_kv_compact_fast_types")
        return not known or bool(self._lib.llama_kv_compact_fast_types(ctx, type_k, type_v))

    def rows(self, ctx: Any, seq_id: int = -1, span: tuple[int, int] = (0, -1)) -> list[int]:
        """Rows in the blocks of a sequence within positions ``span`` (-1: to the end), per entry of the head table.

        ``seq_id`` -1: in all blocks that any sequence carries. Those of removed sequences do not count.

        Raises:
            CannotCompact: this cache has none.
        """
        n = self._check(ctx, self._lib.llama_kv_compact_rows(ctx, seq_id, *span, None, 0))
        rows = (ctypes.c_int32 * n)()
        self._check(ctx, self._lib.llama_kv_compact_rows(ctx, seq_id, *span, rows, n))
        return list(rows)

    def blocks(self, ctx: Any, seq_id: int) -> list[Block]:
        """The compacted blocks of a sequence, in order of position.

        Raises:
            CannotCompact: this cache has none.
        """
        n = self._check(ctx, self._lib.llama_kv_compact_blocks(ctx, seq_id, None, None, None, 0))
        columns = [(ctypes.c_int32 * n)() for _ in range(3)]
        self._check(ctx, self._lib.llama_kv_compact_blocks(ctx, seq_id, *columns, n))
        return [Block(*row) for row in zip(*columns, strict=True)]

    def reposition(self, ctx: Any, seq_id: int, spans: Sequence[Squeeze]) -> None:
        """Move a sequence to lower positions: ``spans`` of compacted text shrink, live text follows, keys are turned.

        Raises:
            CannotCompact: refused or failed; the cache is as it was.
        """
        table = (SpanStruct * len(spans))(*[SpanStruct(span.p0, span.p1, span.n) for span in spans])
        self.changes += 1
        self._check(ctx, self._lib.llama_kv_compact_reposition(ctx, seq_id, table, len(spans)))

    def errors(self, ctx: Any, n_heads: int) -> list[float]:
        """Held-out relative output error per head of the last compaction."""
        values = (ctypes.c_float * n_heads)()
        n = self._lib.llama_kv_compact_errors(ctx, values, n_heads)
        return [float(value) for value in values[: max(0, min(n, n_heads))]]

    def keys(self, ctx: Any, entry: int, d_k: int, d_v: int, n_rows: int) -> ctypes.Array[ctypes.c_float]:
        """Keys of one entry of the head table, float32 [n_rows, d_k]: block rows in order, then live rows.

        Raises:
            CannotCompact: nothing was compacted yet, or the number of rows is another one.
        """
        k = (ctypes.c_float * (n_rows * d_k))()
        v = (ctypes.c_float * (n_rows * d_v))() if d_v else None  # part of the keys
        n = self._check(ctx, self._lib.llama_kv_compact_get_rows(ctx, entry, k, v, (ctypes.c_float * n_rows)(), n_rows))
        if n != n_rows:
            raise CannotCompact("compact.row_count", found=n, expected=n_rows)
        return k

    def scores(
        self, ctx: Any, seq_id: int, keys: tuple[int, int], queries: tuple[int, int], reduce: Reduce, n_heads: int
    ) -> list[list[float]]:
        """Attention that sampled queries at ``queries`` pay to each key at ``keys`` (positions): [n_heads][keys].

        Raises:
            CannotCompact: refused or failed.
        """
        n_keys = keys[1] - keys[0]
        values = (ctypes.c_float * (n_heads * n_keys))()
        self._check(ctx, self._lib.llama_kv_compact_scores(ctx, seq_id, *keys, *queries, int(reduce), values))
        return [list(values[h * n_keys : (h + 1) * n_keys]) for h in range(n_heads)]

    def keys_before_rope(
        self, ctx: Any, seq_id: int, span: tuple[int, int], entry: int, d_k: int
    ) -> NDArray[np.float32]:
        """Keys of live tokens at positions ``span`` as they were before RoPE, of an entry of the head table: [n, d_k].

        Raises:
            CannotCompact: refused or failed.
        """
        keys = np.empty((span[1] - span[0], d_k), np.float32)
        to = keys.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        self._check(ctx, self._lib.llama_kv_compact_keys(ctx, seq_id, *span, entry, to))
        return keys

    def _check(self, ctx: Any, status: int) -> int:
        if status >= _OK:
            return int(status)
        raise _failure(status, self._lib.llama_kv_compact_last_error(ctx))


def _head_struct(head: HeadBudget) -> HeadStruct:
    lookups = (ctypes.c_float * len(head.lookups))(*head.lookups) if head.lookups else None
    return HeadStruct(head.n_rows, head.type_k, head.type_v, lookups)


def _failure(status: int, text: bytes | None) -> EngineError:
    detail = text.decode("utf-8", "replace") if text else f"status {status}"
    if status == _ABORTED:
        return Cancelled("compact.stopped")
    if status == _CHANGED:
        return ContextChanged("compact.changed", reason=detail)
    if status == _UNSUPPORTED:
        return CannotCompact("compact.refused_unsupported", reason=detail)
    if status == _NOTHING:
        return CannotCompact("compact.refused_nothing_old", reason=detail)
    if status == _MEMORY:
        return CannotCompact("compact.refused_no_memory", reason=detail)
    return CannotCompact("compact.refused", reason=detail)


class NativeJob:
    """A compaction of the library that was begun: steps, then a commit. Any other end leaves the cache as it was.

    A context manager; it may outlive its context. Tokens may be decoded between steps.
    """

    def __init__(self, library: Any, handle: int, changed: Callable[[], None]) -> None:
        """``changed``: called whenever the memory may be another one afterwards."""
        self._lib, self._changed = library, changed
        self._handle: int | None = handle
        changed()

    def step(self, seconds: float) -> bool:
        """Work for about that long (some milliseconds at least); True when all heads are done.

        Raises:
            ContextChanged: what it works on is not there any more.
            CannotCompact: it failed; the cache is as it was.
        """
        self._changed()
        return self._checked(self._lib.llama_kv_compact_step(self._handle, max(1, round(seconds * 1e6)))) != _MORE

    def refine(self, seconds: float) -> bool:
        """Fit heads once more, with keys that move, for about that long; True when nothing is left to refine.

        Once :meth:`step` said True. The commit may come at any time.

        Raises:
            ContextChanged: what it works on is not there any more.
            CannotCompact: it failed; what was fitted stays.
        """
        self._changed()
        return self._checked(self._lib.llama_kv_compact_refine(self._handle, max(1, round(seconds * 1e6)))) != _MORE

    def commit(self) -> Report:
        """Replace the block.

        Raises:
            ContextChanged, CannotCompact: the cache is as it was.
        """
        report = Report()
        self._changed()
        self._checked(self._lib.llama_kv_compact_commit(self._handle, ctypes.byref(report)))
        return report

    @property
    def progress(self) -> float:
        """Share of the heads that are done."""
        return float(self._lib.llama_kv_compact_job_progress(self._handle))

    @property
    def refined(self) -> float:
        """Share of the heads that are refined."""
        return float(self._lib.llama_kv_compact_job_refined(self._handle))

    @property
    def walked(self) -> int:
        """Cells it looked at so far to see what the sequence holds; 0: the library does not count them."""
        walked = getattr(self._lib, "llama_kv_compact_job_walked", None)
        return int(walked(self._handle)) if walked is not None else 0

    def known(self) -> tuple[Report, list[float]]:
        """The report without bytes and capacities, and the held-out error of each head: final once all are done."""
        report = Report()
        n = self._checked(self._lib.llama_kv_compact_job_report(self._handle, ctypes.byref(report), None, 0))
        errors = (ctypes.c_float * n)()
        self._checked(self._lib.llama_kv_compact_job_report(self._handle, None, errors, n))
        return report, [float(error) for error in errors]

    def close(self) -> None:
        """Give it up, or let it go after the commit."""
        if self._handle is not None:
            self._changed()
            self._lib.llama_kv_compact_free(self._handle)
            self._handle = None

    def __enter__(self) -> NativeJob:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def _checked(self, status: int) -> int:
        if status < _OK:
            raise _failure(status, self._lib.llama_kv_compact_job_message(self._handle))
        return int(status)
