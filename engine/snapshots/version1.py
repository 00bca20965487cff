"""Reads snapshots of version 1, which held the memory in one file."""

from __future__ import annotations

from typing import BinaryIO

import msgspec
import numpy as np
import numpy.typing as npt
import xxhash

from engine.errors import BadSnapshot
from engine.snapshots.header import LOG, STATE, TOKENS, Section, SnapshotHeader


def read(file: BinaryIO, header: SnapshotHeader, most: int) -> tuple[SnapshotHeader, npt.NDArray[np.uint8]]:
    """The header as one of today, and the state of at most ``most`` bytes, all checked.

    Raises:
        BadSnapshot: a section is missing, cut or damaged.
    """
    state = header.section(STATE)
    if state.length > most:
        raise BadSnapshot("snapshot.larger_than_context")
    full = msgspec.structs.replace(
        header,
        sections=[],
        log=_read(file, header.section(LOG)).tobytes(),
        token_bytes=_read(file, header.section(TOKENS)).tobytes(),
    )
    return full, _read(file, state)


def _read(file: BinaryIO, section: Section) -> npt.NDArray[np.uint8]:
    data = np.empty(section.length, np.uint8)
    file.seek(section.offset)
    n = file.readinto(data.data)  # type: ignore[attr-defined]
    if n != section.length or xxhash.xxh3_128_digest(data.data) != section.checksum:
        raise BadSnapshot("snapshot.section_damaged", section=section.id)
    return data
