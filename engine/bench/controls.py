"""A negative control: the keys of the cache in place of the queries that were sampled.

Using keys as reference queries is a tempting shortcut (nothing has to be captured) and worse than dropping old text.
The sampled queries of a saved state are overwritten with the keys of the same tokens, and the state is loaded again:
everything after that is the engine's own pipeline.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.bench.harness import SEQ, BenchError, SavedState
from engine.model.model import Model

_Q8_0, _F16 = 8, 1
_SLOT = struct.Struct("<iiiIIi")  # position, the one rotated for, index, recent, number of sequences, sequence
_LAYER = struct.Struct("<iQ")  # type, bytes of a row
_HEAD = struct.Struct("<4IiIiI")  # layers, n_recent, rotated, strides, one (sequence, step, moved), slots


@dataclass(frozen=True)
class _Queries:
    """Where the sampled queries lie in a saved state: positions of the samples, (offset, type, row bytes) per layer."""

    positions: list[int]
    layers: list[tuple[int, int, int]]


def use_keys_as_queries(model: Model, n_tokens: int, keep_all: Callable[[], None], block: tuple[int, int]) -> None:
    """Overwrite the sampled queries of an uncompacted memory of ``n_tokens`` with its keys.

    Args:
        keep_all: compacts ``block`` so that every row stays (keys can only be read out of a compacted memory).

    Raises:
        BenchError: the memory holds blocks already, or its saved state does not look as expected.
    """
    info = model.info(SEQ)
    if info is None or info.n_blocks:
        raise BenchError("Keys can only be used as queries before anything is compacted.")
    saved = SavedState(model)
    api = model.compact_api
    heads = api.heads(model.context)
    layers = list(dict.fromkeys(head.layer for head in heads))
    group = model.facts.n_head // model.facts.n_head_kv
    queries = _find(saved.data, [model.layers[layer].d_k * model.facts.n_head for layer in layers])
    keep_all()
    order = [*range(*block), *range(block[0]), *range(block[1], n_tokens)]
    row_of = {position: row for row, position in enumerate(order)}
    wanted = [row_of[position] for position in queries.positions]
    for layer, (offset, kind, row_bytes) in zip(layers, queries.layers, strict=True):
        shape = model.layers[layer]
        parts = []
        for entry, head in enumerate(heads):
            if head.layer == layer:
                keys = api.keys(model.context, entry, shape.d_k, shape.d_v, n_tokens)
                rows = np.asarray(keys, dtype=np.float32).reshape(n_tokens, shape.d_k)[wanted]
                parts.append(np.tile(rows, (1, group)))
        packed = _pack(np.concatenate(parts, axis=1), kind)
        assert packed.shape == (len(wanted), row_bytes)
        saved.data[offset : offset + packed.size] = packed.tobytes()
    saved.restore()


def _find(data: bytearray, elements: list[int]) -> _Queries:
    """The section of the queries: u32 layers, n_recent, rotated, strides[], slots[], then the rows of each layer.

    It lies at the end of a state, or before the part of a sliding window's cache. ``elements``: elements of a query
    row in each layer.
    """
    sizes = [n // 32 * 34 if n % 32 == 0 else 2 * n for n in elements]
    mark = struct.pack("<I", len(sizes))
    head = len(data)
    while (head := data.rfind(mark, 0, head + len(mark) - 1)) >= 0:
        found = _read(data, head, sizes)
        if found is not None:
            return found
    raise BenchError("The saved memory holds no sampled queries that could be replaced.")


def _read(data: bytearray, head: int, sizes: list[int]) -> _Queries | None:
    """The section if one begins at ``head``."""
    if head + _HEAD.size > len(data):
        return None
    n_layers, _, rotated, n_strides, _, _, _, n = _HEAD.unpack_from(data, head)
    at = head + _HEAD.size
    end = at + n * _SLOT.size + sum(_LAYER.size + n * size for size in sizes)
    if n_layers != len(sizes) or rotated > 1 or n_strides != 1 or n < 1 or end > len(data):
        return None
    slots = [_SLOT.unpack_from(data, at + i * _SLOT.size) for i in range(n)]
    if any(position < 0 or recent > 1 or n_seqs != 1 for position, _, _, recent, n_seqs, _ in slots):
        return None
    at += n * _SLOT.size
    layers = []
    for size in sizes:
        kind, row_bytes = _LAYER.unpack_from(data, at)
        if row_bytes != size or kind not in (_Q8_0, _F16):
            return None
        layers.append((at + _LAYER.size, kind, row_bytes))
        at += _LAYER.size + n * size
    return _Queries([slot[0] for slot in slots], layers)


def _pack(rows: NDArray[np.float32], kind: int) -> NDArray[np.uint8]:
    """Rows [n, elements] as stored: [n, bytes]."""
    if kind == _F16:
        return rows.astype("<f2").view(np.uint8)
    blocks = rows.reshape(len(rows), -1, 32)
    scale = (np.abs(blocks).max(axis=-1, keepdims=True) / 127).astype("<f2")
    inverse = np.divide(1, scale.astype(np.float32), out=np.zeros_like(scale, dtype=np.float32), where=scale > 0)
    quants = np.clip(np.rint(blocks * inverse), -127, 127).astype(np.int8)
    packed = np.concatenate([scale.view(np.uint8), quants.view(np.uint8)], axis=-1)
    return packed.reshape(len(rows), -1)
