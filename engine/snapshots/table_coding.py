"""Chunks in fewer bytes, where that pays: tables of numbers, which become less than two thirds, queries and rows.

A chunk is named by what it holds, so its form on disk is free. What is smaller than what it holds is coded::

    "LTZ1" | u8 columns | u8 planes | u16 0 | u32 bytes that it holds | deflate

The bytes are rows of ``columns``; the first ``planes`` columns stand one after the other, then the rest row by row. So
numbers that are alike come together: scales of quantized rows, low and high bytes of positions. Forms of their own have
sampled queries of a memory with blocks (:mod:`engine.snapshots.query_coding`), and rows of keys and values
(:mod:`engine.snapshots.row_coding`).
"""

from __future__ import annotations

import zlib

import numpy as np
import numpy.typing as npt

from engine.snapshots import query_coding, row_coding
from engine.snapshots.coding_format import HEAD, MOST, inflated

MAGIC = b"LTZ1"
LEAST_GAIN = 1 / 3  # of the bytes; less is not worth the time that loading takes
QUERY_STEPS = 8  # to each side of zero that are left of the 127 of a number in a sampled query, see rounded()

_SAMPLE = 1 << 16
_SHAPES = ((1, 0), (2, 2), (4, 4), (34, 2))  # bytes, numbers of two and four, blocks of Q8_0
_STRATEGIES = (zlib.Z_HUFFMAN_ONLY, zlib.Z_DEFAULT_STRATEGY)
_Q8_0 = 34

Bytes = npt.NDArray[np.uint8]

_OWN = {
    query_coding.MAGIC: query_coding.decoded,
    query_coding.OLDER_MAGIC: query_coding.decoded,
    row_coding.MAGIC: row_coding.decoded,
}

_numbers = np.clip(np.arange(256, dtype=np.uint8).view(np.int8).astype(np.float64), -127, 127)
_ROUNDED = np.rint(np.rint(_numbers * QUERY_STEPS / 127) * 127 / QUERY_STEPS).astype(np.int8).view(np.uint8)


def rounded(rows: Bytes) -> None:
    """Round sampled queries (blocks of Q8_0, in place) so that they take fewer bits; a second time changes nothing.

    That is done where no block says how keys are spread. They stand for the queries of later text, which they are not:
    what rounding adds is small beside how these differ.
    """
    numbers = rows.reshape(-1, _Q8_0)[:, 2:]
    numbers[:] = _ROUNDED[numbers]


def coded(data: Bytes) -> bytes | None:
    """What to write in place of ``data``, None where that does not pay."""
    if not 256 <= len(data) <= MOST:
        return None
    sample = data[:_SAMPLE]
    tried = [
        (len(_deflated(_sorted(sample, *shape), strategy)), shape, strategy)
        for shape in _SHAPES
        for strategy in _STRATEGIES
    ]
    size, (columns, planes), strategy = min(tried)
    if size > (1 - LEAST_GAIN) * len(sample):
        return None
    body = _deflated(_sorted(data, columns, planes), strategy)
    if len(body) + HEAD.size > (1 - LEAST_GAIN) * len(data):
        return None
    return HEAD.pack(MAGIC, columns, planes, 0, len(data)) + body


def held(head: bytes) -> int | None:
    """Bytes that a chunk with this beginning holds, None where it is not coded."""
    if len(head) < HEAD.size:
        return None
    magic, columns, planes, zero, size = HEAD.unpack_from(head)
    if magic in _OWN:
        return int(size) if size <= MOST and not (columns or planes) else None
    if magic != MAGIC or zero or columns < 1 or planes > columns or size > MOST:
        return None
    return int(size)


def decoded(data: bytes, into: Bytes) -> bool:
    """Decode a chunk; False where it does not hold ``len(into)`` bytes. Never takes more than twice as many."""
    if held(data[: HEAD.size]) != len(into):
        return False
    if own := _OWN.get(data[:4]):
        return own(data, into)
    _, columns, planes, _, size = HEAD.unpack_from(data)
    try:
        body = inflated(memoryview(data)[HEAD.size :], size)
    except zlib.error:
        return False
    if len(body) != size:
        return False
    found = np.frombuffer(body, np.uint8)
    rows = size // columns
    table = into[: rows * columns].reshape(rows, columns)
    at = planes * rows
    table[:, :planes] = found[:at].reshape(planes, rows).T
    table[:, planes:] = found[at : rows * columns].reshape(rows, columns - planes)
    into[rows * columns :] = found[rows * columns :]
    return True


def _sorted(data: Bytes, columns: int, planes: int) -> Bytes:
    rows = len(data) // columns
    table = data[: rows * columns].reshape(rows, columns)
    return np.concatenate([table[:, :planes].T.ravel(), table[:, planes:].ravel(), data[rows * columns :]])


def _deflated(data: Bytes, strategy: int) -> bytes:
    writer = zlib.compressobj(1, zlib.DEFLATED, -15, 9, strategy)
    return writer.compress(data.data) + writer.flush()
