"""Rows of quantized numbers in the bits that they hold: what a chunk of them takes on disk, nothing lost.

The numbers of a block lie around zero, so they take less than their width; of its scale the upper byte does, seen from
the mean of its head. Both are coded by Huffman alone (there is nothing to match), a byte at a time, which is what takes
time when they are loaded: so numbers of few bits stay two or four to a byte. Of those with a bit apart that bit is
nearly the sign, as good as random, and the others are made to tell no more than the length. On disk::

    "LTR1" | u8 0 | u8 0 | u16 parts | u32 bytes that it holds | u32 of deflate | deflate of the parts:
    u8 types (ggml's, 255: bytes as they are) | u16 means of scales | u32 blocks
    for each type that there is, by its number:
    u32 of deflate of upper bytes of scales, u32 of deflate of numbers | lower bytes | bits apart | the two

A type's blocks stand one after the other there, from all parts; in the chunk the parts do.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.gguf.ggml_types import N2_0, N3_0, Q4_0, Q5_0, Q8_0
from engine.snapshots.coding_format import HEAD, MOST, Form, inflated
from engine.snapshots.row_types import SIZES, Bytes

MAGIC = b"LTR1"
LEAST_GAIN = 1 / 64  # of the bytes; less is not worth the time that loading takes

_PLAIN = 255
_PART_BYTES = 7
_MEMORY = 9  # of zlib: the longest stretches with one table of codes
_LENGTH, _LENGTHS = struct.Struct("<I"), struct.Struct("<II")

_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.uint64)[:, 0]
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)

Scales = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.uint32]


class _Layout(NamedTuple):
    """``block``: "scale", "numbers", and maybe "apart": bits of them that are apart.

    ``folded``: numbers without what the bits apart tell; done twice, they are as they were.
    """

    block: np.dtype[np.void]
    folded: Callable[[Bytes, Bytes], Bytes] = lambda numbers, apart: numbers

    def width(self, field: str) -> int:
        """Bytes of a field of a block."""
        return self.block[field].itemsize if field in (self.block.names or ()) else 0


class _Part(NamedTuple):
    kind: int
    at: int
    end: int


@dataclass(frozen=True)
class RowParts:
    """The form of a chunk of rows. ``parts``: type and bytes of what it has of each array, in order; None: any type."""

    parts: Sequence[tuple[int | None, int]]

    def written(self, data: Bytes) -> tuple[Bytes, Form]:
        """The chunk as it is, and what gives the form it has on disk."""
        return data, partial(coded, data, self.parts)


def knows(kind: int) -> bool:
    """Whether rows of a type (ggml's) are coded."""
    return kind in _LAYOUTS


def coded(data: Bytes, parts: Sequence[tuple[int | None, int]]) -> bytes | None:
    """What to write in place of ``data``, None where that does not pay. ``parts``: as :class:`RowParts` has them."""
    if len(data) > MOST or len(parts) >= 1 << 16:
        return None
    known = [kind if kind in _LAYOUTS and size % _size(kind) == 0 else _PLAIN for kind, size in parts]
    kinds = np.array(known, np.uint8)
    blocks = np.array([size // _size(kind) for kind, (_, size) in zip(known, parts, strict=True)], "<u4")
    means = np.zeros(len(parts), "<u2")
    where = _where(kinds, blocks)
    body: list[bytes] = []
    for kind in np.unique(kinds).tolist():
        rows = np.concatenate([data[part.at : part.end] for part in where if part.kind == kind])
        if kind == _PLAIN:
            body.append(rows.tobytes())
            continue
        of_kind = kinds == kind
        table = rows.view(_LAYOUTS[kind].block)
        means[of_kind] = _means(table["scale"], blocks[of_kind])
        body += _coded(table, means[of_kind].repeat(blocks[of_kind]), _LAYOUTS[kind])
    writer = zlib.compressobj(6, zlib.DEFLATED, -15)
    about = writer.compress(kinds.tobytes() + means.tobytes() + blocks.tobytes()) + writer.flush()
    form = b"".join([HEAD.pack(MAGIC, 0, 0, len(parts), len(data)), _LENGTH.pack(len(about)), about, *body])
    return form if len(form) <= (1 - LEAST_GAIN) * len(data) else None


def decoded(data: bytes, into: Bytes) -> bool:
    """Decode a chunk; False where it does not hold ``len(into)`` bytes. Never takes more than a few times as many,
    and 20 MB for its parts."""
    try:
        _, _, _, n, size = HEAD.unpack_from(data)
        reader = _Reader(memoryview(data)[HEAD.size :])
        about = _inflated(reader.take(*_LENGTH.unpack(reader.take(_LENGTH.size))), _PART_BYTES * n)
        kinds = np.frombuffer(about[:n], np.uint8)
        means, blocks = np.frombuffer(about[n : 3 * n], "<u2"), np.frombuffer(about[3 * n :], "<u4")
        there = np.unique(kinds).tolist()
        if any(kind != _PLAIN and kind not in _LAYOUTS for kind in there):
            return False
        where = _where(kinds, blocks)
        if size != len(into) or (where[-1].end if where else 0) != size:
            return False
        for kind in there:
            of_kind = [part for part in where if part.kind == kind]
            if kind == _PLAIN:
                rows = reader.bytes(sum(part.end - part.at for part in of_kind))
            else:
                rows = _decoded(reader, means[kinds == kind].repeat(blocks[kinds == kind]), _LAYOUTS[kind])
            taken = 0
            for _, at, end in of_kind:
                into[at:end] = rows[taken : taken + end - at]
                taken += end - at
    except (struct.error, zlib.error):
        return False
    return not reader.left


class _Reader:
    """Raises ``zlib.error`` where less is left than wanted."""

    def __init__(self, left: memoryview) -> None:
        self.left = left

    def take(self, n: int) -> memoryview:
        if n > len(self.left):
            raise zlib.error("cut")
        taken, self.left = self.left[:n], self.left[n:]
        return taken

    def bytes(self, n: int) -> Bytes:
        return np.frombuffer(self.take(n), np.uint8)


def _size(kind: int) -> int:
    return 1 if kind == _PLAIN else _LAYOUTS[kind].block.itemsize


def _where(kinds: Bytes, blocks: Counts) -> list[_Part]:
    parts, at = [], 0
    for kind, count in zip(kinds.tolist(), blocks.tolist(), strict=True):
        parts.append(_Part(kind, at, at + count * _size(kind)))
        at = parts[-1].end
    return parts


def _means(scales: Scales, blocks: Counts) -> Scales:
    """The mean of the scales, without signs, of as many blocks each."""
    sums = np.concatenate([[0], np.cumsum(scales & 0x7FFF, dtype=np.int64)])
    ends = np.cumsum(blocks, dtype=np.int64)
    res: Scales = ((sums[ends] - sums[ends - blocks]) // np.maximum(blocks, 1)).astype(np.uint16)
    return res


def _moved(scales: Scales, by: Scales) -> Scales:
    """Scales that keep their sign."""
    res: Scales = scales & np.uint16(0x8000) | scales + by & np.uint16(0x7FFF)
    return res


def _coded(blocks: npt.NDArray[np.void], means: Scales, layout: _Layout) -> list[bytes]:
    scales = _moved(blocks["scale"], -means)
    apart = blocks["apart"].tobytes() if layout.width("apart") else b""
    numbers = np.frombuffer(blocks["numbers"].tobytes(), np.uint8)
    upper = _deflated((scales >> 8).astype(np.uint8))
    body = _deflated(layout.folded(numbers, np.frombuffer(apart, np.uint8)))
    return [_LENGTHS.pack(len(upper), len(body)), scales.astype(np.uint8).tobytes(), apart, upper, body]


def _decoded(reader: _Reader, means: Scales, layout: _Layout) -> Bytes:
    n = len(means)
    n_upper, n_body = _LENGTHS.unpack(reader.take(_LENGTHS.size))
    blocks = np.empty(n, layout.block)
    lower = reader.bytes(n)
    apart = reader.bytes(n * layout.width("apart"))
    upper = np.frombuffer(_inflated(reader.take(n_upper), n), np.uint8)
    numbers = np.frombuffer(_inflated(reader.take(n_body), n * layout.width("numbers")), np.uint8)
    blocks["scale"] = _moved(lower | upper.astype(np.uint16) << np.uint16(8), means)
    blocks["numbers"] = layout.folded(numbers, apart).view(layout.block["numbers"])
    if len(apart):
        blocks["apart"] = apart.view(layout.block["apart"])
    return blocks.view(np.uint8)


def _folded_5(numbers: Bytes, apart: Bytes) -> Bytes:
    """Nibbles of Q5_0, those of numbers below zero negated: so -16, which every block has, stands beside zero."""
    low, high = (_BITS.take(half.copy().view(np.uint8)) for half in (~apart).view(np.uint16).reshape(-1, 2).T)
    turned = numbers.view(np.uint64) ^ (low * np.uint64(15) | high * np.uint64(240))
    res = (turned & _NIBBLES) + low & _NIBBLES | ((turned >> np.uint64(4) & _NIBBLES) + high & _NIBBLES) << np.uint64(4)
    return res.view(np.uint8)


def _folded_3(numbers: Bytes, apart: Bytes) -> Bytes:
    """Lower bits of N3_0, those of levels below zero turned over."""
    turned = numbers.view(np.uint64)
    for i, part in enumerate((~apart).view(np.uint16).reshape(-1, 4).T):
        turned = turned ^ _BITS.take(part.copy().view(np.uint8)) * np.uint64(3 << 2 * i)
    return turned.view(np.uint8)


def _block(kind: int, *fields: tuple[str, str]) -> np.dtype[np.void]:
    res = np.dtype([("scale", "<u2"), *fields])
    assert res.itemsize == SIZES[kind][0]
    return res


_LAYOUTS = {
    Q4_0: _Layout(_block(Q4_0, ("numbers", "V16"))),
    Q5_0: _Layout(_block(Q5_0, ("apart", "V4"), ("numbers", "V16")), _folded_5),
    Q8_0: _Layout(_block(Q8_0, ("numbers", "V32"))),
    N2_0: _Layout(_block(N2_0, ("numbers", "V16"))),
    N3_0: _Layout(_block(N3_0, ("numbers", "V16"), ("apart", "V8")), _folded_3),
}


def _deflated(data: Bytes) -> bytes:
    writer = zlib.compressobj(1, zlib.DEFLATED, -15, _MEMORY, zlib.Z_HUFFMAN_ONLY)
    return writer.compress(data.data) + writer.flush()


def _inflated(data: memoryview, size: int) -> bytes:
    body = inflated(data, size)
    if len(body) != size:
        raise zlib.error("cut")
    return body
