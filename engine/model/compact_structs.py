"""Structs and enums of llama-compact.h, and what of them the engine works with."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum


class Queries(IntEnum):
    """Where the reference queries come from."""

    REROTATED = 0
    RECENT = 1


class Select(IntEnum):
    """Which keys of the block are kept."""

    ATTENTION = 0
    RECENT = 1
    POOLED = 2
    EXPECTED = 3
    OMP = 4


class Fit(IntEnum):
    """What is fitted for the kept keys."""

    NONE = 0
    BETA = 1
    VALUES = 2


class Reduce(IntEnum):
    """How scores over queries become one number per key."""

    RMS = 0
    MAX = 1


class HeadStruct(ctypes.Structure):
    _fields_ = [
        ("n_rows", ctypes.c_int32),
        ("type_k", ctypes.c_int32),
        ("type_v", ctypes.c_int32),
        ("lookups", ctypes.POINTER(ctypes.c_float)),
    ]


class SpanStruct(ctypes.Structure):
    _fields_ = [("p0", ctypes.c_int32), ("p1", ctypes.c_int32), ("n", ctypes.c_int32)]


ProgressCallback = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_float, ctypes.c_void_p)


class Params(ctypes.Structure):
    """``struct llama_compact_params``."""

    _fields_ = [
        ("p0", ctypes.c_int32),
        ("p1", ctypes.c_int32),
        ("n_rows", ctypes.c_int32),
        ("heads", ctypes.POINTER(HeadStruct)),
        ("n_heads", ctypes.c_int32),
        ("queries", ctypes.c_int),
        ("select", ctypes.c_int),
        ("fit", ctypes.c_int),
        ("n_queries", ctypes.c_int32),
        ("n_held_out", ctypes.c_int32),
        ("p_held_out", ctypes.c_int32),
        ("future_span", ctypes.c_int32),
        ("seed", ctypes.c_uint32),
        ("n_iter", ctypes.c_int32),
        ("beta_max", ctypes.c_float),
        ("ridge", ctypes.c_float),
        ("n_lookups", ctypes.c_float),
        ("n_query_positions", ctypes.c_int32),
        ("n_moves", ctypes.c_int32),
        ("dry_run", ctypes.c_bool),
        ("own_values", ctypes.c_bool),
        ("progress", ProgressCallback),
        ("progress_data", ctypes.c_void_p),
    ]


class Report(ctypes.Structure):
    """``struct llama_compact_report``."""

    _fields_ = [
        ("n_tokens", ctypes.c_int32),
        ("n_rows", ctypes.c_int64),
        ("bytes_before", ctypes.c_uint64),
        ("bytes_after", ctypes.c_uint64),
        ("capacity_before", ctypes.c_uint32),
        ("capacity_after", ctypes.c_uint32),
        ("peak_extra_bytes", ctypes.c_uint64),
        ("error", ctypes.c_float),
        ("error_max", ctypes.c_float),
        ("n_fallback", ctypes.c_int32),
        ("n_queries", ctypes.c_int32),
        ("t_select_us", ctypes.c_int64),
        ("t_fit_us", ctypes.c_int64),
        ("t_move_us", ctypes.c_int64),
        ("t_total_us", ctypes.c_int64),
    ]


class InfoStruct(ctypes.Structure):
    _fields_ = [
        ("n_blocks", ctypes.c_uint32),
        ("n_layers", ctypes.c_uint32),
        ("n_heads", ctypes.c_uint32),
        ("n_tokens", ctypes.c_uint64),
        ("n_block_tokens", ctypes.c_uint64),
        ("n_live", ctypes.c_uint32),
        ("capacity", ctypes.c_uint32),
        ("capacity_used", ctypes.c_uint32),
        ("n_block_rows", ctypes.c_uint64),
        ("bytes_blocks", ctypes.c_uint64),
        ("bytes_live", ctypes.c_uint64),
        ("bytes_total", ctypes.c_uint64),
        ("bytes_queries", ctypes.c_uint64),
        ("n_queries", ctypes.c_uint32),
        ("n_cells", ctypes.c_uint32),
        ("bytes_held", ctypes.c_uint64),
    ]


@dataclass(frozen=True)
class Info:
    """``struct llama_compact_info``; bytes are physical, tokens logical.

    ``capacity`` and ``bytes_total`` are those of a memory grown to its limit; ``n_cells`` and ``bytes_held`` what it
    has now.
    """

    n_blocks: int
    n_layers: int
    n_heads: int
    n_tokens: int
    n_block_tokens: int
    n_live: int
    capacity: int
    capacity_used: int
    n_block_rows: int
    bytes_blocks: int
    bytes_live: int
    bytes_total: int
    bytes_queries: int
    n_queries: int
    n_cells: int
    bytes_held: int


@dataclass(frozen=True)
class HeadRows:
    """One (layer, KV head): rows that the pool holds in blocks (those of removed sequences, too, until it is laid out
    anew; see :meth:`CompactApi.rows`), and the ggml types of its K and V rows."""

    layer: int
    head: int
    n_rows: int
    type_k: int
    type_v: int


@dataclass(frozen=True)
class HeadBudget:
    """Budget of one (layer, KV head): rows of the new block (-1: all), ggml types of its rows (-1: as they are).

    ``lookups``: what its keys tell of their being looked up (:mod:`engine.heads.lookups`), [d_k + 1]; empty: nothing.
    """

    n_rows: int
    type_k: int = -1
    type_v: int = -1
    lookups: Sequence[float] = ()


@dataclass(frozen=True)
class Block:
    """A compacted block: its positions ``[p0, p1)`` and the tokens it stands for (more, once it was squeezed)."""

    p0: int
    p1: int
    tokens: int


@dataclass(frozen=True)
class Squeeze:
    """Positions ``[p0, p1)`` that shrink to ``n``; what follows moves down by what is lost."""

    p0: int
    p1: int
    n: int
