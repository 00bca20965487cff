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
from engine.model import Model

_Q8_0, _F16 = 8, 1
_SLOT = struct.Struct("<iIIi")  # position, recent, number of sequences, sequence
_LAYER = struct.Struct("<iQ")  # type, bytes of a row


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
    """The queries' section, which ends the state: u32 layers, n_recent, rotated, strides[], slots[], rows per layer.

    ``elements``: elements of a query row in each layer.
    """
    sizes = [n // 32 * 34 if n % 32 == 0 else 2 * n for n in elements]
    for n in range(1, len(data) // sum(sizes) + 1):
        start = len(data) - sum(_LAYER.size + n * size for size in sizes) - n * _SLOT.size - 4
        head = start - 4 * 4 - 8  # one stride: one sequence
        if head < 0:
            break
        n_layers, _, _, n_strides = struct.unpack_from("<4I", data, head)
        if (n_layers, n_strides) != (len(sizes), 1) or struct.unpack_from("<I", data, start) != (n,):
            continue
        positions = [_SLOT.unpack_from(data, start + 4 + i * _SLOT.size)[0] for i in range(n)]
        layers, at = [], start + 4 + n * _SLOT.size
        for size in sizes:
            kind, row_bytes = _LAYER.unpack_from(data, at)
            if row_bytes != size or kind not in (_Q8_0, _F16):
                break
            layers.append((at + _LAYER.size, kind, row_bytes))
            at += _LAYER.size + n * size
        if len(layers) == len(sizes):
            return _Queries(positions, layers)
    raise BenchError("The saved memory holds no sampled queries that could be replaced.")


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
