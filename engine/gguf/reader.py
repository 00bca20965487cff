"""Reads the header of a GGUF file: metadata and tensor table, nothing else, with no native library.

Everything read from the file is checked before it is used as a size, and a header has bounds for its length, its
strings and the arrays kept of it: a file costs a few tens of megabytes and about a second at most, whatever it says,
and a broken one always ends in :class:`BadModelFile`. It is read, not mapped: a file that shrinks meanwhile is a
short read, not the end of the process.
"""

from __future__ import annotations

import math
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from engine.errors import BadModelFile, IncompleteModelFile
from engine.files import open_file
from engine.gguf.ggml_types import IN_FILES
from engine.texts import Arg, say, why

MAGIC = b"GGUF"
MAX_KEY = 64 * 1024
MAX_TENSORS = 1 << 16
MAX_METADATA = 1 << 16
MAX_DIMS = 4
MAX_HEADER = 1 << 28  # bytes of metadata and tensor table; vocabularies of 256K tokens with merges take 20 MB
MAX_STRING = 16 << 20  # bytes of one string; the longest chat templates have 100 KB
MAX_STRINGS = 1 << 22  # strings in arrays, those that are skipped included
KEPT_STRINGS = 64 << 20  # bytes of all strings that are kept
KEPT_ARRAY = 1 << 14  # longer arrays (the vocabulary) are skipped, only their length is kept
KEPT_ELEMENTS = 1 << 17  # of all arrays together; what comes after is skipped, too
MAX_INTEGER = 1 << 40  # of a count or a size in the metadata that is used
MAX_ELEMENTS = 1 << 50  # of one tensor
MAX_ALIGNMENT = 1 << 20

_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9


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
        return math.prod(self.shape)


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
        """An integer of the metadata, or ``default`` when it is missing or something else.

        Raises:
            BadModelFile: no count or size of a model is that large.
        """
        value = self.metadata.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            return default
        if abs(value) > MAX_INTEGER:
            raise _broken("model_file.bad_value", key=key, value=str(value))
        return value

    def integers(self, key: str) -> list[int] | None:
        """A list of integers of the metadata; None when it is missing or something else.

        Raises:
            BadModelFile: as :meth:`integer`.
        """
        value = self.metadata.get(key)
        if not isinstance(value, list) or not all(isinstance(item, int) for item in value):
            return None
        if any(abs(item) > MAX_INTEGER for item in value):
            raise _broken("model_file.bad_numbers", key=key)
        return [int(item) for item in value]

    def text(self, key: str, default: str = "") -> str:
        value = self.metadata.get(key, default)
        return value if isinstance(value, str) else default


class _Cursor:
    """Reads little-endian values of a file's beginning, a block at a time, and never past its bounds."""

    BLOCK = 1 << 20

    def __init__(self, file: BinaryIO, size: int) -> None:
        self.size = size
        self._file = file
        self._block = b""
        self._start = 0  # of the block in the file
        self._in_block = 0
        self._strings = 0
        self._string_bytes = 0
        self._elements = 0

    @property
    def at(self) -> int:
        """Bytes from the start of the file."""
        return self._start + self._in_block

    def need(self, count: int) -> None:
        """Raise unless the file and a header may hold ``count`` more bytes."""
        if count > self.size - self.at:
            raise _cut()
        if count > MAX_HEADER - self.at:
            raise _broken("model_file.header_length")

    def _have(self, count: int) -> None:
        """Bring ``count`` bytes into the block."""
        if len(self._block) - self._in_block >= count:
            return
        self.need(count)
        rest = self._block[self._in_block :]
        self._start += self._in_block
        self._in_block = 0
        self._block = rest + self._file.read(max(self.BLOCK, count - len(rest)))
        if len(self._block) < count:
            raise _cut()  # it became shorter while it was read

    def take(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        self._have(count)
        begin = self._in_block
        self._in_block += count
        return self._block[begin : begin + count]

    def skip(self, count: int) -> None:
        """Go on ``count`` bytes without reading them."""
        self.need(count)
        left = len(self._block) - self._in_block
        if count <= left:
            self._in_block += count
            return
        self._start = self.at + count
        self._block, self._in_block = b"", 0
        self._file.seek(self._start)

    def scalar(self, code: str) -> Any:
        form = "<" + code
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def u32(self) -> int:
        return int(self.scalar("I"))

    def u64(self) -> int:
        return int(self.scalar("Q"))

    def string(self, limit: int = MAX_STRING) -> str:
        length = self.u64()
        self.need(length)
        self._string_bytes += length
        if length > limit or self._string_bytes > KEPT_STRINGS:
            raise _broken("model_file.text_length", length=length)
        return self.take(length).decode("utf-8", "replace")

    def skip_strings(self, count: int) -> None:
        unpack = struct.Struct("<Q").unpack_from
        while count:
            self._have(8)
            block, at = self._block, self._in_block
            last = len(block) - 8
            while count and at <= last:  # the bulk of a header: all strings that begin in this block
                at += 8 + unpack(block, at)[0]
                count -= 1
            over = at - len(block)
            self._in_block = min(at, len(block))
            if over > 0:
                self.skip(over)

    def value(self, kind: int) -> Any:
        if kind in _SCALARS:
            return self.scalar(_SCALARS[kind])
        if kind == _STRING:
            return self.string()
        if kind == _ARRAY:
            return self.array()
        raise _broken("model_file.value_type", kind=kind)

    def array(self) -> Any:
        kind, count = self.u32(), self.u64()
        kept = count <= KEPT_ARRAY and self._elements + count <= KEPT_ELEMENTS
        if kept:
            self._elements += count
        if kind == _STRING:
            self.need(count * 8)  # each string has at least its length
            self._strings += count
            if self._strings > MAX_STRINGS:
                raise _broken("model_file.text_count")
            if not kept:
                self.skip_strings(count)
                return SkippedArray(count, kind)
            return [self.string() for _ in range(count)]
        if kind not in _SCALARS:
            raise _broken("model_file.array_type", kind=kind)
        width = struct.calcsize("<" + _SCALARS[kind])
        if not kept:
            self.skip(count * width)
            return SkippedArray(count, kind)
        return list(struct.unpack(f"<{count}{_SCALARS[kind]}", self.take(count * width)))


def _broken(code: str, /, **args: Arg) -> BadModelFile:
    return BadModelFile("model_file.broken", what=say(code, **args))


def _cut() -> IncompleteModelFile:
    return IncompleteModelFile("model_file.cut_in_header")


def read_header(path: str | os.PathLike[str]) -> GgufHeader:
    """The header of one GGUF file, checked against the file's size.

    Raises:
        BadModelFile: it is missing, not a GGUF, broken, or shorter than its tensor table says.
    """
    path = Path(path)
    try:
        with open_file(path) as file:
            size = os.fstat(file.fileno()).st_size
            begin = file.read(len(MAGIC))
            if begin != MAGIC:
                kind = IncompleteModelFile if MAGIC.startswith(begin) else BadModelFile
                raise kind("model_file.not_gguf", name=path.name)
            file.seek(0)
            return _parse(path, _Cursor(file, size))
    except OSError as error:
        raise BadModelFile("model_file.unreadable", name=path.name, reason=why(error)) from error


def _parse(path: Path, cursor: _Cursor) -> GgufHeader:
    cursor.skip(len(MAGIC))
    version = cursor.u32()
    if version not in (2, 3):
        if version & 0xFFFF == 0:
            raise BadModelFile("model_file.big_endian", name=path.name)
        raise BadModelFile("model_file.version", name=path.name, version=version)
    n_tensors, n_metadata = cursor.u64(), cursor.u64()
    if n_tensors > MAX_TENSORS or n_metadata > MAX_METADATA:
        raise _broken("model_file.tensor_count")
    metadata: dict[str, Any] = {}
    for _ in range(n_metadata):
        key = cursor.string(MAX_KEY)
        metadata[key] = cursor.value(cursor.u32())
    alignment = metadata.get("general.alignment", 32)
    if not isinstance(alignment, int) or not 1 <= alignment <= MAX_ALIGNMENT or alignment & (alignment - 1):
        raise _broken("model_file.alignment")
    rows = [_tensor_row(cursor) for _ in range(n_tensors)]
    data_offset = -(-cursor.at // alignment) * alignment
    tensors = tuple(_placed(row, data_offset) for row in rows)
    needed = max((tensor.offset + tensor.size for tensor in tensors), default=0)
    if needed > cursor.size:
        raise IncompleteModelFile("model_file.incomplete", size=cursor.size, needed=needed)
    return GgufHeader(path, version, metadata, tensors, data_offset, cursor.size)


def _tensor_row(cursor: _Cursor) -> tuple[str, tuple[int, ...], int, int]:
    name = cursor.string(MAX_KEY)
    n_dims = cursor.u32()
    if n_dims > MAX_DIMS:
        raise _broken("model_file.dimensions", found=n_dims)
    shape = tuple(cursor.u64() for _ in range(n_dims))
    if math.prod(shape) > MAX_ELEMENTS:
        raise _broken("model_file.tensor_size", name=name[:80])
    return name, shape, cursor.u32(), cursor.u64()


def _placed(row: tuple[str, tuple[int, ...], int, int], data_offset: int) -> Tensor:
    name, shape, kind, offset = row
    tensor = Tensor(name, shape, kind, data_offset + offset, 0)
    if kind in IN_FILES:
        per_block, block_bytes = IN_FILES[kind]
        if shape and shape[0] % per_block:
            raise _broken("model_file.row_length", name=name[:80], length=shape[0], multiple=per_block)
        tensor = Tensor(name, shape, kind, data_offset + offset, tensor.elements // per_block * block_bytes)
    return tensor
