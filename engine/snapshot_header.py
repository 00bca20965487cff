"""The front of a snapshot file: read and checked with no native library, so that the program can list snapshots.

Layout, little-endian::

    "KVS1" | u16 major | u16 minor | u32 header length | msgpack header | zeros to a multiple of 4096
    sections, each starting at a multiple of 4096
    footer: xxh3-128 of everything up to the first section | "KVSE"

The header holds the table of sections (id, offset, length, xxh3-128) and everything that must match before the saved
memory may be given to the library, which checks nothing of it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

import msgspec
import xxhash

from engine.errors import BadSnapshot

MAGIC = b"KVS1"
END_MAGIC = b"KVSE"
MAJOR, MINOR = 1, 0
PAGE = 4096
MAX_HEADER = 16 * 1024 * 1024
FOOTER = 20

TOKENS, LOG, STATE = "tokens", "log", "state"
REBUILT = "The memory will be rebuilt from the messages."


class Section(msgspec.Struct, frozen=True):
    """Where a section lies in the file, in bytes, and its xxh3-128."""

    id: str
    offset: int
    length: int
    checksum: bytes


class Layout(msgspec.Struct, frozen=True):
    """What the memory's bytes mean; it must match exactly, but for ``n_ctx``, which may have grown."""

    architecture: str
    layers: list[tuple[int, int, int, int]]  # per layer: KV heads, key and value elements, window
    kv_type: str
    rope: dict[str, float | str]
    n_swa: int
    compaction: int  # version of the compaction functions, 0: a library without them
    n_ctx: int


class SnapshotHeader(msgspec.Struct, frozen=True):
    """What a snapshot says of itself. ``tokens``: logical tokens in the memory; ``created``: seconds since 1970."""

    fingerprint: str
    layout: Layout
    library: str
    chat_id: str
    tokens: int
    next_position: int
    token_digest: str
    bytes_used: int
    last_message: str
    created: float
    sections: list[Section] = []

    def section(self, section_id: str) -> Section:
        """The table's entry; raises BadSnapshot when there is none."""
        for section in self.sections:
            if section.id == section_id:
                return section
        raise BadSnapshot(f"The snapshot has no section {section_id!r}.", REBUILT)


def encode_front(header: SnapshotHeader) -> bytes:
    """Magic, version and header, padded to whole pages."""
    body = msgspec.msgpack.encode(header)
    front = MAGIC + MAJOR.to_bytes(2, "little") + MINOR.to_bytes(2, "little") + len(body).to_bytes(4, "little") + body
    return front + bytes(-len(front) % PAGE)


def encode_footer(front: bytes) -> bytes:
    return xxhash.xxh3_128_digest(front) + END_MAGIC


def read_snapshot_header(path: str | os.PathLike[str]) -> SnapshotHeader:
    """The header of a snapshot file; the file's ends are checked, its sections are not.

    Raises:
        BadSnapshot: missing, cut, damaged, or of another version.
    """
    try:
        with open(path, "rb") as file:
            return read_front(file, os.fstat(file.fileno()).st_size)
    except OSError as error:
        raise BadSnapshot(f"{Path(path).name} cannot be read: {error.strerror or error}.", REBUILT) from error


def read_front(file: BinaryIO, size: int) -> SnapshotHeader:
    """The header from an open snapshot file of ``size`` bytes; raises as :func:`read_snapshot_header`."""
    start = file.read(12)
    if len(start) < 12 or start[:4] != MAGIC:
        raise BadSnapshot("This file is not a snapshot of a chat's memory.", REBUILT)
    major = int.from_bytes(start[4:6], "little")
    if major != MAJOR:
        raise BadSnapshot(f"The snapshot has version {major}; this program reads version {MAJOR}.", REBUILT)
    length = int.from_bytes(start[8:12], "little")
    padded = -(-(12 + length) // PAGE) * PAGE
    if length > MAX_HEADER or padded + FOOTER > size:
        raise BadSnapshot("The snapshot is cut off.", REBUILT)
    front = start + file.read(padded - 12)
    file.seek(size - FOOTER)
    if file.read(FOOTER) != encode_footer(front):
        raise BadSnapshot("The snapshot is cut off or damaged.", REBUILT)
    try:
        header = msgspec.msgpack.decode(front[12 : 12 + length], type=SnapshotHeader)
    except msgspec.DecodeError as error:
        raise BadSnapshot("The snapshot's header is damaged.", REBUILT) from error
    for section in header.sections:
        if section.offset < padded or section.offset % PAGE or section.offset + section.length > size - FOOTER:
            raise BadSnapshot("The snapshot's table of sections is damaged.", REBUILT)
    return header
