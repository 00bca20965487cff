"""Sampled queries in about two bits a number: rounded to steps of their own, and what is left coded.

A query counts by its products with keys, which do not see what lies where keys are all alike. So each dimension of a
head's queries has a step, a power of two, that goes by how far the head's keys are spread in that dimension
(:class:`QuerySteps`): the error of a product is the same from each, which is what takes fewest bits for an error of all
(reverse water-filling, Shannon 1959). They stand for the queries of later text, which they are not: what rounding adds
is small beside how these differ.

A chunk of them is named by what it holds, rows of Q8_0 layer by layer, as the library reads them. On disk it is::

    "LTQ1" | u8 0 | u8 0 | u16 layers | u32 bytes that it holds | deflate of
    u32 rows | u32 numbers of a row, per layer | i8 exponents of the steps | u8 kinds of columns | numbers of steps

the last column by column (a dimension of a head in all rows), columns of a kind together: those of up to seven steps
two numbers to a byte, the others one.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.snapshots.coded_form import HEAD, MOST, inflated
from engine.snapshots.row_types import Q8_0, SIZES, Bytes, Numbers, numbers_of

MAGIC = b"LTQ1"
STEP = 0.5  # of what a dimension has to do with a head's logits, were all dimensions alike: their standard deviation
FIRST = 128  # rows that steps go by: the oldest, so that they stay the same while a chat grows

_BYTES, _BLOCK = SIZES[Q8_0]
_SMALL = 7  # steps that go into half a byte
_LARGE = 0x80  # kind of a column that has more
_LEAST_EXPONENT, _MOST_EXPONENT = -40, 15  # what scales in 16 bits can tell

Exponents = npt.NDArray[np.int8]
Steps = npt.NDArray[np.int8]  # numbers of steps


@dataclass(frozen=True)
class QuerySteps:
    """The form of sampled queries. ``exponents``: of the steps, per layer, one for each number of a row."""

    exponents: list[Exponents]

    def written(self, data: Bytes) -> tuple[Bytes, bytes | None]:
        """A chunk of queries (Q8_0, layer by layer) with rounded numbers, and the form it has on disk.

        None: itself, where that takes no more, as a single row with its tables may. A second time changes nothing
        beyond what Q8_0 rounds.
        """
        widths = [len(of) for of in self.exponents]
        rows = len(data) * _BLOCK // (_BYTES * sum(widths))
        found, at = [], 0
        for exponents in self.exponents:
            size = rows * len(exponents) // _BLOCK * _BYTES
            numbers = _numbers(data[at : at + size].reshape(rows, -1))
            found.append(np.rint(numbers / _powers(exponents)).clip(-127, 127).astype(np.int8))
            at += size
        held = _held_bytes(found, self.exponents)
        form = _coded(found, self.exponents, len(held)) if len(held) <= MOST else None
        return held, form if form is not None and len(form) < len(held) else None


def steps_of(queries: Bytes, keys: Sequence[Numbers], readers: int = 1) -> Exponents:
    """Exponents of the steps for each number of a row of ``queries``.

    Args:
        queries: [rows, bytes] in Q8_0, the oldest first: ``readers`` times the layer's query heads.
        keys: of each KV head, rows [n, d_k] as queries meet them; ``n`` > 0.
        readers: layers that read this one's keys.
    """
    numbers = _numbers(queries)
    d_k = keys[0].shape[1]
    groups = numbers.reshape(len(numbers), readers, len(keys), -1, d_k)  # of each KV head several queries
    spread = np.stack([of.var(0) for of in keys])
    spread = np.maximum(spread, 1e-6 * spread.mean(1, keepdims=True) + 1e-20)
    logits = np.einsum("nrhgd,hd->h", groups[:FIRST] ** 2, spread) / (groups[:FIRST].size / (len(keys) * d_k))
    base = np.rint(np.log2(STEP * np.sqrt(np.maximum(logits, 1e-20) / d_k)))
    wanted = np.broadcast_to((base[:, None] - np.rint(0.5 * np.log2(spread)))[None, :, None, :], groups.shape[1:])
    blocks = numbers[:FIRST].reshape(-1, numbers.shape[1] // _BLOCK, _BLOCK)
    scales = np.abs(blocks).max(2).mean(0) / 127  # what Q8_0 can tell apart
    finest = np.ceil(np.log2(np.maximum(scales, 2.0**_LEAST_EXPONENT))).repeat(_BLOCK)
    res: Exponents = np.maximum(wanted.reshape(-1), finest).clip(_LEAST_EXPONENT, _MOST_EXPONENT).astype(np.int8)
    return res


def decoded(data: bytes, into: Bytes) -> bool:
    """Decode a chunk; False where it does not hold ``len(into)`` bytes. Never takes more than a few times as many."""
    try:
        _, _, _, layers, size = HEAD.unpack_from(data)
        if size != len(into):
            return False
        body = inflated(memoryview(data)[HEAD.size :], 3 * size + 8 * layers + 64)
        rows, *widths = struct.unpack_from(f"<{1 + layers}I", body)
    except (struct.error, zlib.error):
        return False
    total = sum(widths)
    if not widths or any(width == 0 or width % _BLOCK for width in widths) or rows * total // _BLOCK * _BYTES != size:
        return False
    at = 4 + 4 * layers
    exponents = np.frombuffer(body[at : at + total], np.int8)
    kinds = np.frombuffer(body[at + total : at + 2 * total], np.uint8)
    numbers = np.frombuffer(body[at + 2 * total :], np.uint8)
    n_small = int((kinds < _LARGE).sum())
    pairs = -(-rows // 2)
    if len(kinds) != total or not ((exponents >= _LEAST_EXPONENT) & (exponents <= _MOST_EXPONENT)).all():
        return False
    if len(numbers) != n_small * pairs + (total - n_small) * rows:
        return False
    columns = np.empty((total, 2 * pairs), np.int8)
    order = np.argsort(kinds, kind="stable")
    two = numbers[: n_small * pairs].reshape(n_small, pairs)
    columns[order[:n_small]] = np.stack([two >> 4, two & 15], 2).reshape(n_small, -1).astype(np.int8) - 8
    columns[order[n_small:], :rows] = numbers[n_small * pairs :].view(np.int8).reshape(-1, rows)
    ends = np.cumsum(widths)[:-1]
    table = columns[:, :rows].T
    into[:] = _held_bytes(np.split(table, ends, 1), np.split(exponents, ends))
    return True


def _numbers(rows: Bytes) -> Numbers:
    numbers = numbers_of(rows, Q8_0)
    assert numbers is not None
    return numbers


def _powers(exponents: Exponents) -> Numbers:
    return np.ldexp(np.float32(1), exponents.astype(np.int32))


def _held_bytes(steps: Sequence[Steps], exponents: Sequence[Exponents]) -> Bytes:
    """Rows of Q8_0, layer by layer: the same bytes wherever they are computed."""
    parts = []
    for of_layer, powers in zip(steps, map(_powers, exponents), strict=True):
        numbers = (of_layer * powers).reshape(-1, _BLOCK)
        blocks = np.empty((len(numbers), _BYTES), np.uint8)
        scales = (np.abs(numbers).max(1, keepdims=True) / np.float32(127)).astype("<f2")
        blocks[:, :2] = scales.view(np.uint8)
        some = np.where(scales > 0, scales, 1).astype(np.float32)
        blocks[:, 2:] = np.rint(numbers / some).clip(-127, 127).astype(np.int8).view(np.uint8)
        parts.append(blocks.ravel())
    return np.concatenate(parts)


def _coded(steps: Sequence[Steps], exponents: Sequence[Exponents], size: int) -> bytes:
    columns = np.ascontiguousarray(np.concatenate(steps, 1).T)
    rows = columns.shape[1]
    lengths = np.abs(columns.astype(np.int16))
    kinds = np.rint(8 * np.log2(1 + 16 * lengths.mean(1))).clip(0, _LARGE - 1).astype(np.uint8)
    kinds |= np.where(lengths.max(1) > _SMALL, _LARGE, 0).astype(np.uint8)
    order = np.argsort(kinds, kind="stable")
    n_small = int((kinds < _LARGE).sum())
    two = np.full((n_small, rows + rows % 2), 8, np.uint8)
    two[:, :rows] = columns[order[:n_small]] + 8
    parts = [
        struct.pack(f"<{1 + len(steps)}I", rows, *(len(of) for of in exponents)),
        *(of.tobytes() for of in exponents),
        kinds.tobytes(),
        (two[:, ::2] << 4 | two[:, 1::2]).tobytes(),
        columns[order[n_small:]].tobytes(),
    ]
    writer = zlib.compressobj(6, zlib.DEFLATED, -15, 9, zlib.Z_RLE)
    body = b"".join(map(writer.compress, parts))
    return HEAD.pack(MAGIC, 0, 0, len(steps), size) + body + writer.flush()
