"""The file of a cartridge: what it says of itself, checked before a byte of it reaches the library.

Little-endian::

    "LTDC" | u16 version | u32 header length | msgpack header | blake3 of everything before | the state's bytes

The header has the blake3 of the state, which is the saved state of a sequence that holds the document's blocks and
nothing else, from position 0 on. A part of a document that is still being read is such a file, too: its state is that
of the reading sequence.
"""

from __future__ import annotations

import errno
import math
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
from blake3 import blake3

from engine.compaction.prediction import NOT_KNOWN
from engine.errors import BadCartridge
from engine.files import open_file
from engine.model.buffers import buffer
from engine.protocol import UNREADABLE
from engine.texts import why

MAGIC = b"LTDC"
VERSION = 1
FRONT = 10  # bytes before the header
HASH = 32
MAX_HEADER = 1 << 20
MAX_TOKENS = (1 << 31) - 1  # positions that a sequence can have

T = TypeVar("T")
Bytes = npt.NDArray[np.uint8]

_DIGEST = re.compile(r"[0-9a-f]{64}")
_KEY = re.compile(r"[0-9a-f]{8,128}")


class Cartridge(msgspec.Struct, frozen=True):
    """What a cartridge says of itself.

    Attributes:
        digest: blake3 of the document's file, in hex.
        key: names the model and the layout of its cache (``ModelFacts.state_key``).
        name, model: of the document and the model, for people.
        tokens: of the text; ``token_digest``: of their numbers (:func:`digest_of`).
        read: how many of them it holds; fewer than ``tokens``: it is the part that was read so far.
        offset: positions in front of it, which only a part has.
        made: how it was read and compacted; a part is gone on with only in the same way.
        ratio, error: as in :class:`engine.protocol.CompactionReport`; the error is a mean over the text.
        nats: the predicted divergence of the next words, of all pieces together; -1: not known, as of older files.
        rows: summed over heads; ``cells``: uncompacted tokens that would take as many bytes.
        created: seconds since 1970.
        state_bytes, state_digest: of the state behind the header.
    """

    digest: str
    key: str
    tokens: int
    token_digest: str
    name: str = ""
    model: str = ""
    read: int = 0
    offset: int = 0
    made: str = ""
    ratio: float = 0.0
    error: float = 0.0
    nats: float = NOT_KNOWN
    rows: int = 0
    cells: int = 0
    created: float = 0.0
    state_bytes: int = 0
    state_digest: bytes = b""

    @property
    def whole(self) -> bool:
        """Whether it holds all of the text."""
        return self.read == self.tokens


def digest_of(tokens: Sequence[int]) -> str:
    """A name for these tokens."""
    return blake3(np.asarray(tokens, "<i4").tobytes()).hexdigest()


def are_names(digest: str, key: str) -> bool:
    """Whether both are what files may be named by."""
    return bool(_DIGEST.fullmatch(digest) and _KEY.fullmatch(key))


def write(file: BinaryIO, cartridge: Cartridge, state: Bytes) -> None:
    """Write a whole file."""
    sealed = msgspec.structs.replace(cartridge, state_bytes=len(state), state_digest=blake3(state.data).digest())
    header = msgspec.msgpack.encode(sealed)
    front = MAGIC + VERSION.to_bytes(2, "little") + len(header).to_bytes(4, "little") + header
    file.write(front + blake3(front).digest())
    file.write(state.data)


def read_header(path: Path) -> Cartridge:
    """What a file says of itself; its state is not read, its length is checked.

    Raises:
        BadCartridge: missing, cut, damaged, or of another version.
    """
    return _opened(path, _header)


def read(path: Path) -> tuple[Cartridge, Bytes]:
    """A whole file, checked to the last byte; raises as :func:`read_header`, also where there is no RAM for it."""
    return _opened(path, _whole)


def _opened(path: Path, reader: Callable[[BinaryIO, int], T]) -> T:
    try:
        with open_file(path) as file:
            return reader(file, os.fstat(file.fileno()).st_size)
    except FileNotFoundError:
        raise BadCartridge("cartridge.missing") from None
    except OSError as error:
        raise BadCartridge("cartridge.unreadable", reason=why(error)) from error
    except MemoryError:  # the file itself is as long as its header says
        lacking = OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))
        raise BadCartridge("cartridge.unreadable", reason=why(lacking)) from lacking


def _header(file: BinaryIO, size: int) -> Cartridge:
    front = file.read(FRONT)
    if len(front) < FRONT or front[:4] != MAGIC:
        raise BadCartridge("cartridge.damaged")
    if int.from_bytes(front[4:6], "little") != VERSION:
        raise BadCartridge("cartridge.version")
    length = int.from_bytes(front[6:10], "little")
    if length > MAX_HEADER or FRONT + length + HASH > size:
        raise BadCartridge("cartridge.damaged")
    body = file.read(length)
    if file.read(HASH) != blake3(front + body).digest():
        raise BadCartridge("cartridge.damaged")
    try:
        header = msgspec.msgpack.decode(body, type=Cartridge)
    except UNREADABLE as error:
        raise BadCartridge("cartridge.damaged") from error
    if header.state_bytes <= 0 or FRONT + length + HASH + header.state_bytes != size:
        raise BadCartridge("cartridge.damaged")
    if not _plausible(header):
        raise BadCartridge("cartridge.damaged")
    return header


def _plausible(header: Cartridge) -> bool:
    """Whether its numbers go together: its hash says only that whoever wrote them wrote these."""
    ratio, numbers = header.ratio, (header.ratio, header.error, header.created)
    if not are_names(header.digest, header.key) or not _DIGEST.fullmatch(header.token_digest):
        return False
    if not 0 < header.read <= header.tokens <= MAX_TOKENS or not 0 <= header.offset <= MAX_TOKENS:
        return False
    if (header.whole and header.offset) or not all(math.isfinite(number) and number >= 0 for number in numbers):
        return False
    if not math.isfinite(header.nats):
        return False
    if not 0 <= header.rows <= header.state_bytes or not 0 <= header.cells <= header.state_bytes:
        return False
    return header.cells == 0 if ratio == 0 else abs(header.cells * ratio - header.read) <= 1.01 * ratio


def _whole(file: BinaryIO, size: int) -> tuple[Cartridge, Bytes]:
    header = _header(file, size)
    state = buffer(header.state_bytes)
    view = state.data
    while view and (n := file.readinto(view)):  # type: ignore[attr-defined]
        view = view[n:]
    if view or blake3(state.data).digest() != header.state_digest:
        raise BadCartridge("cartridge.damaged")
    return header, state
