"""Rows of keys as they are stored in a saved state: their bytes, and the numbers they stand for.

The formats are ggml's, and two of our own (``native/compaction/compute/few_bits.h``).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from engine.gguf.ggml_types import BLOCKS, F16, F32, N2_0, N3_0, Q4_0, Q5_0, Q8_0, ROW_TYPES

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float32]

__all__ = ["Q8_0", "SIZES", "Bytes", "Numbers", "numbers_of", "unrotated"]

SIZES = {kind: BLOCKS[kind][::-1] for kind in ROW_TYPES}  # bytes and elements of a block

_LEVELS_3 = np.array([-127, -79, -45, -14, 14, 45, 79, 127], np.float32)
_LEVELS_2 = np.array([-127, -38, 38, 127], np.float32)


def numbers_of(rows: Bytes, kind: int) -> Numbers | None:
    """What ``rows`` [n, bytes] hold [n, elements], as they are stored; None: not known of that type.

    Blocks whose scale is no number hold zeros.
    """
    if kind in (F32, F16):
        return np.ascontiguousarray(rows).view("<f4" if kind == F32 else "<f2").astype(np.float32)
    levels = _READERS.get(kind)
    if levels is None:
        return None
    size, elements = SIZES[kind]
    blocks = np.ascontiguousarray(rows).reshape(-1, size)
    scales = np.nan_to_num(blocks[:, :2].copy().view("<f2").astype(np.float32), nan=0, posinf=0, neginf=0)
    return (levels(blocks[:, 2:]) * scales).reshape(len(rows), rows.shape[1] // size * elements)


def unrotated(rows: Numbers) -> Numbers:
    """Rows [n, elements] that were rotated by Hadamard's matrix, as they were: it is its own inverse."""
    n, elements = rows.shape
    order = elements & -elements
    done = 1
    while done < order:
        pairs = rows.reshape(-1, order // (2 * done), 2, done)
        rows = np.stack([pairs[:, :, 0] + pairs[:, :, 1], pairs[:, :, 0] - pairs[:, :, 1]], 2)
        done *= 2
    return rows.reshape(n, elements) / np.float32(np.sqrt(order))


def _bits(packed: Bytes) -> Bytes:
    return np.unpackbits(packed, axis=1, bitorder="little")


def _nibbles(packed: Bytes) -> Bytes:
    return np.concatenate([packed & 15, packed >> np.uint8(4)], 1)


def _pairs(packed: Bytes) -> Bytes:
    return np.concatenate([packed >> np.uint8(shift) & 3 for shift in (0, 2, 4, 6)], 1)


# what the bytes of a block behind its scale hold, as multiples of the scale
_READERS: dict[int, Callable[[Bytes], Numbers]] = {
    Q4_0: lambda rest: _nibbles(rest).astype(np.float32) - 8,
    Q5_0: lambda rest: _nibbles(rest[:, 4:]) + 16 * _bits(rest[:, :4]).astype(np.float32) - 16,
    Q8_0: lambda rest: rest.view(np.int8).astype(np.float32),
    N3_0: lambda rest: _LEVELS_3[_pairs(rest[:, :16]) + 4 * _bits(rest[:, 16:])],
    N2_0: lambda rest: _LEVELS_2[_pairs(rest)],
}
