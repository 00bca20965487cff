"""Sampled queries in a bit and a half a number: rounded to steps of their own, and what is left coded.

A query counts by its products with keys, which do not see what lies where keys are all alike. So each dimension of a
head's queries has a step, a power of two, that goes by how far the head's keys are spread in that dimension
(:class:`QuerySteps`): the error of a product is the same from each, which is what takes fewest bits for an error of all
(reverse water-filling, Shannon 1959). They stand for the queries of later text, which they are not: what rounding adds
is small beside how these differ.

A chunk of them is named by what it holds, rows of Q8_0 layer by layer, as the library reads them. On disk it is::

    "LTQ2" | u8 0 | u8 0 | u16 layers | u32 bytes that it holds | deflate of
    u32 rows | u32 numbers of a row, per layer | i8 exponents of the steps | u8 kinds of columns | i8 their means |
    numbers of steps from the mean

the last column by column (a dimension of a head in all rows), columns of a kind together: those within two steps four
numbers to a byte, within seven two, the others one. "LTQ1" had no means, and no four to a byte.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.snapshots.coding_format import HEAD, MOST, Form, inflated
from engine.snapshots.row_types import Q8_0, SIZES, Bytes, Numbers, numbers_of

MAGIC, OLDER_MAGIC = b"LTQ2", b"LTQ1"
STEP = 0.7  # of what a dimension has to do with a head's logits, were all dimensions alike: their standard deviation
FIRST = 128  # rows that steps go by: the oldest, so that they stay the same while a chat grows

_BYTES, _BLOCK = SIZES[Q8_0]
# columns by their kinds, from the first one on: numbers to a byte, and their least
_CLASSES = ((0, 4, -1), (0x40, 2, -8), (0x80, 1, 0))
_OLDER_CLASSES = ((0, 2, -8), (0x80, 1, 0))
_LEAST_EXPONENT, _MOST_EXPONENT = -40, 15  # what scales in 16 bits can tell

Exponents = npt.NDArray[np.int8]
Steps = npt.NDArray[np.int8]  # numbers of steps [columns, rows]


@dataclass(frozen=True)
class QuerySteps:
    """The form of sampled queries. ``exponents``: of the steps, per layer, one for each number of a row."""

    exponents: list[Exponents]

    def written(self, data: Bytes) -> tuple[Bytes, Form]:
        """A chunk of queries (Q8_0, layer by layer) with rounded numbers, and its form, which may take more.

        A second time changes nothing beyond what Q8_0 rounds.
        """
        widths = [len(of) for of in self.exponents]
        rows = len(data) * _BLOCK // (_BYTES * sum(widths))
        found, at = [], 0
        for exponents in self.exponents:
            size = rows * len(exponents) // _BLOCK * _BYTES
            numbers = _numbers(data[at : at + size].reshape(rows, -1))
            found.append(np.rint(numbers / _powers(exponents)).clip(-127, 127).astype(np.int8).T)
            at += size
        held = _held_bytes(found, self.exponents)
        return held, lambda: _coded(found, self.exponents, len(held)) if len(held) <= MOST else None


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
        magic, _, _, layers, size = HEAD.unpack_from(data)
        if size != len(into):
            return False
        body = inflated(memoryview(data)[HEAD.size :], 4 * size + 8 * layers + 64)
        rows, *widths = struct.unpack_from(f"<{1 + layers}I", body)
    except (struct.error, zlib.error):
        return False
    total = sum(widths)
    if not widths or any(width == 0 or width % _BLOCK for width in widths) or rows * total // _BLOCK * _BYTES != size:
        return False
    older = magic == OLDER_MAGIC
    tables = (2 if older else 3) * total
    about = np.frombuffer(body[4 + 4 * layers :][:tables], np.uint8)
    numbers = np.frombuffer(body[4 + 4 * layers + tables :], np.uint8)
    if len(about) != tables:
        return False
    exponents, kinds, means = about[:total].view(np.int8), about[total : 2 * total], about[2 * total :].view(np.int8)
    if not ((exponents >= _LEAST_EXPONENT) & (exponents <= _MOST_EXPONENT)).all():
        return False
    columns = _unpacked(numbers, kinds, rows, _OLDER_CLASSES if older else _CLASSES)
    if columns is None:
        return False
    if not older:
        columns += means[:, None]
    ends = np.cumsum(widths)[:-1]
    into[:] = _held_bytes(np.split(columns, ends), np.split(exponents, ends))
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
        rows = of_layer.shape[1]
        numbers = (of_layer * powers[:, None]).reshape(len(of_layer) // _BLOCK, _BLOCK, rows)
        scales = (np.abs(numbers).max(1) / np.float32(127)).astype("<f2")
        some = np.where(scales > 0, scales, 1).astype(np.float32)
        levels = np.rint(numbers / some[:, None]).clip(-127, 127).astype(np.int8)
        blocks = np.empty((rows, len(scales), _BYTES), np.uint8)
        blocks[:, :, :2] = np.ascontiguousarray(scales.T)[:, :, None].view(np.uint8)
        blocks[:, :, 2:] = levels.transpose(2, 0, 1).view(np.uint8)
        parts.append(blocks.ravel())
    return np.concatenate(parts)


def _coded(steps: Sequence[Steps], exponents: Sequence[Exponents], size: int) -> bytes:
    columns = np.concatenate(steps)
    means = np.rint(columns.mean(1)).astype(np.int8)
    numbers = np.ascontiguousarray(columns.astype(np.int16) - means[:, None])
    least, most = numbers.min(1), numbers.max(1)
    classes = sum((least < low) | (most >= low + (1 << 8 // each)) for _, each, low in _CLASSES[:-1])
    spread = np.rint(3 * np.log2(1 + 16 * np.abs(numbers).mean(1))).clip(0, _CLASSES[1][0] - 1)
    kinds = (np.array([first for first, _, _ in _CLASSES])[classes] + spread).astype(np.uint8)
    order = np.argsort(kinds, kind="stable")
    parts = [
        struct.pack(f"<{1 + len(steps)}I", columns.shape[1], *(len(of) for of in exponents)),
        *(of.tobytes() for of in exponents),
        kinds.tobytes(),
        means.tobytes(),
        *(_packed(numbers[order[classes[order] == i]], *of) for i, (_, *of) in enumerate(_CLASSES)),
    ]
    writer = zlib.compressobj(6, zlib.DEFLATED, -15, 9, zlib.Z_RLE)
    body = b"".join(map(writer.compress, parts))
    return HEAD.pack(MAGIC, 0, 0, len(steps), size) + body + writer.flush()


def _packed(columns: npt.NDArray[np.int16], each: int, low: int) -> bytes:
    n, rows = columns.shape
    apart = np.full((n, -(-rows // each) * each), -low, np.uint8)
    apart[:, :rows] = (columns - low).astype(np.uint8)
    res: Bytes = np.bitwise_or.reduce(apart.reshape(n, apart.shape[1] // each, each) << _shifts(each), axis=2)
    return res.tobytes()


def _unpacked(numbers: Bytes, kinds: Bytes, rows: int, classes: Sequence[tuple[int, int, int]]) -> Steps | None:
    """Columns [n, rows] of those kinds; None: there are more or fewer numbers."""
    order = np.argsort(kinds, kind="stable")
    columns = np.empty((len(kinds), rows), np.int8)
    for (first, each, low), end in zip(classes, [of[0] for of in classes[1:]] + [256], strict=True):
        those = order[(kinds[order] >= first) & (kinds[order] < end)]
        pairs = -(-rows // each)
        part, numbers = numbers[: len(those) * pairs], numbers[len(those) * pairs :]
        if len(part) != len(those) * pairs:
            return None
        every = np.arange(256, dtype=np.uint8)[:, None] >> _shifts(each) & np.uint8(255 >> 8 - 8 // each)
        of_byte = (every.view(np.int8) + np.int8(low)).view(f"V{each}")[:, 0]
        columns[those] = of_byte.take(part).view(np.int8).reshape(len(those), pairs * each)[:, :rows]
    return None if len(numbers) else columns


def _shifts(each: int) -> Bytes:
    """Of the numbers in a byte, the first one highest."""
    return np.arange(each - 1, -1, -1, dtype=np.uint8) * np.uint8(8 // each)
