"""Reads the header of a GGUF file: metadata and tensor table, nothing else, with no native library.

Everything read from the file is checked before it is used as a size, so a broken file costs no more memory than
its own length and always ends in :class:`BadModelFile`.
"""

from __future__ import annotations

import errno
import mmap
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BadModelFile, IncompleteModelFile

MAGIC = b"GGUF"
MAX_KEY = 64 * 1024
MAX_TENSORS = 1 << 20
MAX_METADATA = 1 << 16
MAX_DIMS = 4
KEPT_ARRAY = 1 << 14  # longer arrays (the vocabulary) are skipped, only their length is kept

_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9

# ggml type -> (elements per block, bytes per block)
TYPE_SIZES: dict[int, tuple[int, int]] = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34),
    10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210),
    16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18), 21: (256, 110), 22: (256, 82),
    23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8), 29: (256, 56), 30: (1, 2),
    34: (256, 54), 35: (256, 66), 39: (32, 17), 40: (64, 36), 41: (128, 18), 42: (64, 18),
}  # fmt: skip


@dataclass(frozen=True)
class SkippedArray:
    """An array that was too long to keep: how many elements it has and of which GGUF type."""

    length: int
    element_type: int


@dataclass(frozen=True)
class Tensor:
    """One row of the tensor table. ``offset`` counts from the start of the file; ``size`` 0: type not known."""

    name: str
    shape: tuple[int, ...]
    type: int
    offset: int
    size: int

    @property
    def elements(self) -> int:
        count = 1
        for n in self.shape:
            count *= n
        return count


@dataclass(frozen=True)
class GgufHeader:
    """What a GGUF file says of itself; ``data_offset`` is where the tensor data starts."""

    path: Path
    version: int
    metadata: dict[str, Any]
    tensors: tuple[Tensor, ...]
    data_offset: int
    file_size: int

    def integer(self, key: str, default: int = 0) -> int:
        """An integer of the metadata, or ``default`` when it is missing or something else."""
        value = self.metadata.get(key, default)
        return value if isinstance(value, int) and not isinstance(value, bool) else default

    def text(self, key: str, default: str = "") -> str:
        value = self.metadata.get(key, default)
        return value if isinstance(value, str) else default


class _Cursor:
    """Reads little-endian values from a buffer and never past its end."""

    def __init__(self, data: mmap.mmap, size: int) -> None:
        self.data = data
        self.size = size
        self.at = 0

    def need(self, count: int) -> None:
        if count > self.size - self.at:
            raise _cut()

    def scalar(self, code: str) -> Any:
        width = struct.calcsize("<" + code)
        self.need(width)
        value = struct.unpack_from("<" + code, self.data, self.at)[0]
        self.at += width
        return value

    def u32(self) -> int:
        return int(self.scalar("I"))

    def u64(self) -> int:
        return int(self.scalar("Q"))

    def string(self, limit: int | None = None) -> str:
        length = self.u64()
        if limit is not None and length > limit:
            raise _broken(f"a name in it has an impossible length ({length})")
        self.need(length)
        raw = self.data[self.at : self.at + length]
        self.at += length
        return raw.decode("utf-8", "replace")

    def skip_strings(self, count: int) -> None:
        at, size, data = self.at, self.size, self.data
        unpack = struct.Struct("<Q").unpack_from
        for _ in range(count):
            if size - at < 8:
                raise _cut()
            at += 8 + unpack(data, at)[0]
            if at > size:
                raise _cut()
        self.at = at

    def value(self, kind: int) -> Any:
        if kind in _SCALARS:
            return self.scalar(_SCALARS[kind])
        if kind == _STRING:
            return self.string()
        if kind == _ARRAY:
            return self.array()
        raise _broken(f"its metadata has a value of unknown type {kind}")

    def array(self) -> Any:
        kind, count = self.u32(), self.u64()
        if kind == _STRING:
            self.need(count * 8)  # each string has at least its length
            if count > KEPT_ARRAY:
                self.skip_strings(count)
                return SkippedArray(count, kind)
            return [self.string() for _ in range(count)]
        if kind not in _SCALARS:
            raise _broken(f"its metadata has an array of unknown type {kind}")
        width = struct.calcsize("<" + _SCALARS[kind])
        self.need(count * width)
        start = self.at
        self.at += count * width
        if count > KEPT_ARRAY:
            return SkippedArray(count, kind)
        return list(struct.unpack_from(f"<{count}{_SCALARS[kind]}", self.data, start))


def _broken(why: str) -> BadModelFile:
    return BadModelFile(f"This model file is broken: {why}.", "Download it again and compare its size with the source.")


def _cut() -> IncompleteModelFile:
    return IncompleteModelFile(
        "This model file is broken: it ends in the middle of its header.",
        "Download it again and compare its size with the source.",
    )


def read_header(path: str | os.PathLike[str]) -> GgufHeader:
    """The header of one GGUF file, checked against the file's size.

    Raises:
        BadModelFile: it is missing, not a GGUF, broken, or shorter than its tensor table says.
    """
    path = Path(path)
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            begin = file.read(len(MAGIC))
            if begin != MAGIC:
                kind = IncompleteModelFile if MAGIC.startswith(begin) else BadModelFile
                raise kind(
                    f"{path.name} is not a GGUF model file.", "Choose a file that ends in .gguf, made for llama.cpp."
                )
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return _parse(path, data, size)
    except OSError as error:
        full = error.errno == errno.ENOMEM
        raise BadModelFile(
            f"{path.name} cannot be read: {error.strerror or error}.",
            "Close other programs and try again." if full else "Check that the file is still there.",
        ) from error


def _parse(path: Path, data: mmap.mmap, size: int) -> GgufHeader:
    cursor = _Cursor(data, size)
    cursor.at = len(MAGIC)
    version = cursor.u32()
    if version not in (2, 3):
        if version & 0xFFFF == 0:
            raise BadModelFile(f"{path.name} is a big-endian GGUF.", "Choose a build for little-endian machines.")
        raise BadModelFile(f"{path.name} has GGUF version {version}; 2 and 3 are known.", "Choose a current build.")
    n_tensors, n_metadata = cursor.u64(), cursor.u64()
    if n_tensors > MAX_TENSORS or n_metadata > MAX_METADATA:
        raise _broken("it announces an impossible number of tensors or values")
    metadata: dict[str, Any] = {}
    for _ in range(n_metadata):
        key = cursor.string(MAX_KEY)
        metadata[key] = cursor.value(cursor.u32())
    alignment = metadata.get("general.alignment", 32)
    if not isinstance(alignment, int) or alignment < 1 or alignment & (alignment - 1):
        raise _broken("its alignment is not a power of two")
    rows = [_tensor_row(cursor) for _ in range(n_tensors)]
    data_offset = -(-cursor.at // alignment) * alignment
    tensors = tuple(_placed(row, data_offset, size) for row in rows)
    return GgufHeader(path, version, metadata, tensors, data_offset, size)


def _tensor_row(cursor: _Cursor) -> tuple[str, tuple[int, ...], int, int]:
    name = cursor.string(MAX_KEY)
    n_dims = cursor.u32()
    if n_dims > MAX_DIMS:
        raise _broken(f"a tensor has {n_dims} dimensions")
    shape = tuple(cursor.u64() for _ in range(n_dims))
    return name, shape, cursor.u32(), cursor.u64()


def _placed(row: tuple[str, tuple[int, ...], int, int], data_offset: int, file_size: int) -> Tensor:
    name, shape, kind, offset = row
    tensor = Tensor(name, shape, kind, data_offset + offset, 0)
    if kind in TYPE_SIZES:
        per_block, block_bytes = TYPE_SIZES[kind]
        if shape and shape[0] % per_block:
            raise _broken(f"the tensor {name[:80]!r} has rows of {shape[0]} elements, not a multiple of {per_block}")
        tensor = Tensor(name, shape, kind, data_offset + offset, tensor.elements // per_block * block_bytes)
    if tensor.offset + tensor.size > file_size:
        raise IncompleteModelFile(
            f"This model file is incomplete: it holds {file_size:,} bytes and needs at least "
            f"{tensor.offset + tensor.size:,}.",
            "The download probably stopped early; download it again.",
        )
    return tensor
