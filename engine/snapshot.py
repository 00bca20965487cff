"""Saves a chat's memory to a file and puts it back, without a second of prefill.

A file is checked completely before the library sees a byte of it. Whatever is wrong with one costs time (the memory
is rebuilt from the token log), never text.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec
import xxhash

from engine.errors import BadSnapshot
from engine.files import replacing
from engine.model import Model
from engine.session import Session
from engine.snapshot_header import (
    LOG,
    PAGE,
    REBUILT,
    STATE,
    TOKENS,
    Layout,
    Section,
    SnapshotHeader,
    encode_footer,
    encode_front,
    read_front,
)
from engine.token_log import Mark, Span, TokenLog, pack_tokens, unpack_tokens

FILE_NAME = "memory.kvs"


class _LogPart(msgspec.Struct):
    spans: list[Span]
    marks: list[Mark]


@dataclass(frozen=True)
class Written:
    """What :func:`save` wrote: bytes of the file, logical tokens in it, milliseconds."""

    path: Path
    bytes: int
    tokens: int
    ms: float


def layout_of(model: Model) -> Layout:
    """The layout of a model's memory, as snapshots record it."""
    api = None if model.why_not_compactable() else model.compact_api
    return Layout(
        architecture=model.facts.architecture,
        layers=[(layer.n_head_kv, layer.d_k, layer.d_v, layer.window) for layer in model.layers],
        kv_type=model.kv_type,
        rope=model.rope,
        n_swa=model.n_swa,
        compaction=api.version if api else 0,
        n_ctx=model.n_ctx,
    )


def save(session: Session, folder: Path, chat_id: str) -> Written:
    """Write the session's memory into a chat's folder, replacing the snapshot before in one step.

    Raises:
        DiskFull: it could not be written; the snapshot before is untouched.
    """
    start = time.perf_counter()
    model, log, n = session.model, session.log, session.cached
    state = memoryview(model.state(session.seq_id)).cast("B")
    part = _LogPart(log.spans, [mark for mark in log.marks if mark.at <= n])
    contents: list[tuple[str, bytes | memoryview]] = [
        (TOKENS, pack_tokens(log.tokens[:n])),
        (LOG, msgspec.msgpack.encode(part)),
        (STATE, state),
    ]
    header = SnapshotHeader(
        fingerprint=model.facts.fingerprint,
        layout=layout_of(model),
        library=model.library,
        chat_id=chat_id,
        tokens=n,
        next_position=model.length(session.seq_id),
        token_digest=log.digest(n),
        bytes_used=round(session.fill().bytes_used),
        last_message=log.message_at(n),
        created=time.time(),
    )
    front, sections = _front(header, contents)
    path = folder / FILE_NAME
    with replacing(path) as file:
        file.write(front)
        for section, (_, data) in zip(sections, contents, strict=True):
            file.write(bytes(section.offset - file.tell()))
            file.write(data)
        file.write(encode_footer(front))
        size = file.tell()
    return Written(path, size, n, (time.perf_counter() - start) * 1000)


def _front(header: SnapshotHeader, contents: Iterable[tuple[str, bytes | memoryview]]) -> tuple[bytes, list[Section]]:
    """The front and its section table. Offsets depend on the front's length and the other way round: settle both."""
    sections = [Section(name, 0, len(data), xxhash.xxh3_128_digest(data)) for name, data in contents]
    length = 0
    while True:
        front = encode_front(msgspec.structs.replace(header, sections=sections))
        if len(front) == length:
            return front, sections
        at = length = len(front)
        for i, section in enumerate(sections):
            sections[i] = msgspec.structs.replace(section, offset=at)
            at += -(-section.length // PAGE) * PAGE


def restore(session: Session, folder: Path, log: TokenLog | None) -> SnapshotHeader | None:
    """Put the memory saved in a chat's folder into an empty session; None when there is none.

    ``log``: the chat's token log; the snapshot must hold a beginning of it. None: the snapshot's own log is taken.

    Raises:
        BadSnapshot: cut, damaged, from another model, library or chat history; the session is as it was, or empty
            when the library itself refused it.
    """
    path = folder / FILE_NAME
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            header = read_front(file, size)
            _check_match(header, session.model)
            tokens = unpack_tokens(bytes(_read(file, header.section(TOKENS))))
            part = msgspec.msgpack.decode(_read(file, header.section(LOG)), type=_LogPart)
            state = _read(file, header.section(STATE))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadSnapshot(f"The saved memory cannot be read: {error.strerror or error}.", REBUILT) from error
    except (msgspec.DecodeError, ValueError) as error:
        raise BadSnapshot("The snapshot's log is damaged.", REBUILT) from error
    own = TokenLog(header.fingerprint)
    own.tokens, own.spans, own.marks = tokens, part.spans, part.marks
    own.cut(len(tokens))
    if len(tokens) != header.tokens or own.digest(len(tokens)) != header.token_digest or not own.is_sound():
        raise BadSnapshot("The snapshot contradicts itself.", REBUILT)
    if log is not None:
        _check_history(log, own)
    session.model.clear(session.seq_id)
    session.model.set_state(state, session.seq_id)
    if (session.cached, session.model.length(session.seq_id)) != (header.tokens, header.next_position):
        session.model.clear(session.seq_id)
        raise BadSnapshot("The saved memory has another length than its log.", REBUILT)
    if log is None:
        session.log = own
    else:
        log.marks = own.marks  # later ones are not in this memory
        session.log = log
    return header


def remove(folder: Path) -> None:
    """Delete a chat's snapshot, if there is one."""
    with contextlib.suppress(FileNotFoundError):
        (folder / FILE_NAME).unlink()


def _check_match(header: SnapshotHeader, model: Model) -> None:
    if header.fingerprint != model.facts.fingerprint:
        raise BadSnapshot("The saved memory belongs to another model.", REBUILT)
    here = layout_of(model)
    if msgspec.structs.replace(header.layout, n_ctx=here.n_ctx) != here:
        raise BadSnapshot("The saved memory has another layout than this model's memory has now.", REBUILT)
    if header.layout.n_ctx > here.n_ctx:
        raise BadSnapshot("The saved memory is larger than the memory the model was loaded with.", REBUILT)


def _check_history(log: TokenLog, own: TokenLog) -> None:
    n = len(own)
    if n > len(log) or own.tokens != log.tokens[:n]:
        raise BadSnapshot("The saved memory belongs to another course of this chat.", REBUILT)


def _read(file: BinaryIO, section: Section) -> bytearray:
    """A section's bytes, checked."""
    data = bytearray(section.length)
    file.seek(section.offset)
    if file.readinto(data) != section.length or xxhash.xxh3_128_digest(data) != section.checksum:  # type: ignore[attr-defined]
        raise BadSnapshot(f"The snapshot is damaged (section {section.id}).", REBUILT)
    return data
