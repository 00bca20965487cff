"""The file of a snapshot: read and checked with no native library, so that the program can list snapshots.

Versions 2 to 4 are manifests: the memory's bytes lie in chunks beside it (:mod:`engine.snapshots`), since version 3
in fewer bytes where that pays, rows since version 4. Little-endian::

    "KVS1" | u16 major | u16 minor | u32 header length | msgpack header
    footer: xxh3-128 of everything before it | "KVSE"

Version 1 held the memory in the file; it is read, not written any more::

    "KVS1" | u16 major | u16 minor | u32 header length | msgpack header | zeros to a multiple of 4096
    sections, each starting at a multiple of 4096
    footer: xxh3-128 of everything up to the first section | "KVSE"

The header holds everything that must match before the saved memory may be given to the library, which checks nothing
of it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
import xxhash

from engine.errors import BadSnapshot
from engine.files import open_file
from engine.protocol import UNREADABLE
from engine.snapshots.plan import StatePlan
from engine.texts import why

MAGIC = b"KVS1"
END_MAGIC = b"KVSE"
MAJOR, MINOR = 4, 0
OLDEST_MAJOR = 1
PAGE = 4096
MAX_HEADER = 64 * 1024 * 1024
FOOTER = 20
FILE_NAME = "memory.kvs"
BEFORE_NAME = "before.kvs"  # the snapshot before the last compaction, for an undo of it
OTHERS = "models"  # folder in a chat's folder: the snapshots of models that it was used with before

TOKENS, LOG, STATE = "tokens", "log", "state"


class NewerSnapshot(BadSnapshot):
    """A snapshot that a newer program wrote."""


class Section(msgspec.Struct, frozen=True):
    """Where a section of a file of version 1 lies, in bytes, and its xxh3-128."""

    id: str
    offset: int
    length: int
    checksum: bytes


class Layout(msgspec.Struct, frozen=True):
    """What the memory's bytes mean; it must match exactly, but for ``compaction``, which may grow, and ``n_ctx``."""

    architecture: str
    layers: list[tuple[int, int, int, int]]  # per layer: KV heads, key and value elements, window
    kv_type: str
    rope: dict[str, float | str]
    n_swa: int
    compaction: int  # version of the compaction functions, 0: a library without them
    n_ctx: int


class SavedCheckpoint(msgspec.Struct, frozen=True, array_like=True):
    """``size`` bytes of the state's end, of the checkpoint at ``tokens`` tokens (:mod:`engine.chat.checkpoints`)."""

    tokens: int
    size: int


class SnapshotHeader(msgspec.Struct, frozen=True):
    """What a snapshot says of itself.

    ``tokens``: logical tokens in the memory; ``created``: seconds since 1970; ``log``: the token log's spans and
    marks, ``token_bytes``: its tokens; ``state``: where the memory's bytes are. ``sections``: of version 1, which has
    the last three in sections. ``checkpoints``: in the order in which they stand behind the library's own state.
    ``compactions``: what tells the marks in ``log`` apart.
    """

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
    log: bytes = b""
    token_bytes: bytes = b""
    state: StatePlan | None = None
    checkpoints: list[SavedCheckpoint] = []
    compactions: list[str] = []

    def section(self, section_id: str) -> Section:
        """The table's entry; raises BadSnapshot when there is none."""
        for section in self.sections:
            if section.id == section_id:
                return section
        raise BadSnapshot("snapshot.no_section", section=repr(section_id))


def key_of(fingerprint: str, layout: Layout) -> str:
    """A name for a model and the layout of its cache, as far as snapshots of it can take the place of one another."""
    rope = {name: value if isinstance(value, str) else float(value) for name, value in layout.rope.items()}
    alike = msgspec.structs.replace(layout, n_ctx=0, compaction=0, rope=rope)  # equal numbers, equal bytes
    return xxhash.xxh3_128_hexdigest(msgspec.msgpack.encode((fingerprint, alike), order="deterministic"))


def snapshots_in(folder: Path) -> Iterator[Path]:
    """The snapshot files in a chat's folder: of the model used last (it may be missing), and of others before."""
    yield folder / FILE_NAME
    with contextlib.suppress(OSError), os.scandir(folder / OTHERS) as models:
        yield from sorted(Path(model.path) / FILE_NAME for model in models if model.is_dir())


def encode_manifest(header: SnapshotHeader) -> bytes:
    """A whole file of the newest version."""
    body = msgspec.msgpack.encode(header)
    front = MAGIC + MAJOR.to_bytes(2, "little") + MINOR.to_bytes(2, "little") + len(body).to_bytes(4, "little") + body
    return front + xxhash.xxh3_128_digest(front) + END_MAGIC


def read_snapshot_header(path: str | os.PathLike[str]) -> SnapshotHeader:
    """The header of a snapshot file; the file's ends are checked, what it points to is not.

    Raises:
        BadSnapshot: missing, cut, damaged, or of another version.
    """
    try:
        with open_file(path) as file:
            return read_front(file, os.fstat(file.fileno()).st_size)
    except OSError as error:
        raise BadSnapshot("snapshot.file_unreadable", name=Path(path).name, reason=why(error)) from error


def read_front(file: BinaryIO, size: int) -> SnapshotHeader:
    """The header from an open snapshot file of ``size`` bytes; raises as :func:`read_snapshot_header`."""
    start = file.read(12)
    if len(start) < 12 or start[:4] != MAGIC:
        raise BadSnapshot("snapshot.not_snapshot")
    major = int.from_bytes(start[4:6], "little")
    if major > MAJOR:
        raise NewerSnapshot("snapshot.newer_version", version=major, newest=MAJOR)
    if major < OLDEST_MAJOR:
        raise BadSnapshot("snapshot.no_version", version=major)
    length = int.from_bytes(start[8:12], "little")
    front_size = 12 + length if major >= 2 else -(-(12 + length) // PAGE) * PAGE
    if length > MAX_HEADER or front_size + FOOTER > size or (major >= 2 and front_size + FOOTER != size):
        raise BadSnapshot("snapshot.cut")
    front = start + file.read(front_size - 12)
    file.seek(size - FOOTER)
    if file.read(FOOTER) != xxhash.xxh3_128_digest(front) + END_MAGIC:
        raise BadSnapshot("snapshot.cut_or_damaged")
    try:
        header = msgspec.msgpack.decode(front[12 : 12 + length], type=SnapshotHeader)
    except UNREADABLE as error:
        raise BadSnapshot("snapshot.header_damaged") from error
    if (header.state is None) == (major >= 2) or bool(header.sections) == (major >= 2):
        raise BadSnapshot("snapshot.header_damaged")
    for section in header.sections:
        if section.offset < front_size or section.offset % PAGE or section.length < 0:
            raise BadSnapshot("snapshot.table_damaged")
        if section.offset + section.length > size - FOOTER:
            raise BadSnapshot("snapshot.table_damaged")
    return header
