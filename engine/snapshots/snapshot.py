"""Takes a chat's memory out of the library to be saved, and puts it back, without a second of prefill.

A snapshot is checked completely before the library sees a byte of it. Whatever is wrong with one costs time (the
memory is rebuilt from the token log), never text.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from engine.chat.chat_context import ChatContext
from engine.chat.checkpoints import Checkpoint
from engine.chat.token_log import BlockMark, DocumentRun, PictureRun, Span, TokenLog, pack_tokens, unpack_tokens
from engine.errors import BadSnapshot, Internal
from engine.files import open_file
from engine.model.model import Model
from engine.model.sequences import State
from engine.protocol import UNREADABLE
from engine.sizing.checkpoint_limits import LEAST_KEPT, MOST_BYTES
from engine.sizing.estimate import available
from engine.snapshots import version1
from engine.snapshots.header import (
    FILE_NAME,
    Layout,
    SavedCheckpoint,
    SnapshotHeader,
    read_front,
    read_snapshot_header,
)
from engine.snapshots.plan import with_behind
from engine.snapshots.state_map import plan_of
from engine.snapshots.store import CHUNKS, SnapshotStore
from engine.texts import why

SLACK = 1 << 30  # bytes of a state beside keys and values: tables, and sampled queries


class _LogPart(msgspec.Struct, omit_defaults=True):
    spans: list[Span]
    marks: list[BlockMark]
    pictures: list[PictureRun] = []
    documents: list[DocumentRun] = []
    forgotten: int = 0
    began: float = 0.0
    unread: bytes = b""  # tokens of the log that the memory did not hold yet


@dataclass(frozen=True)
class Capture:
    """A chat's memory at a moment, out of the library's reach. ``ms``: how long taking it took."""

    header: SnapshotHeader
    state: npt.NDArray[np.uint8]
    ms: float


@dataclass(frozen=True)
class Written:
    """What a save wrote: bytes of the snapshot, those of them not on disk before, logical tokens.

    ``ms``: milliseconds in all, ``blocking_ms``: those in which the library could do nothing else.
    """

    path: Path
    bytes: int
    new_bytes: int
    tokens: int
    ms: float
    blocking_ms: float


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


def capture(session: ChatContext, chat_id: str) -> Capture:
    """Copy the session's memory, with what a snapshot says of it.

    Raises:
        Internal: the library failed, or there is no room for a copy.
    """
    start = time.perf_counter()
    model, log, n = session.model, session.log, session.cached
    kept = [checkpoint for checkpoint in session.checkpoints.all if checkpoint.tokens <= n]
    behind = [len(checkpoint.data) for checkpoint in kept]
    if model.state_size(session.seq_id) + sum(behind) > available():
        raise Internal("snapshot.no_free_memory")
    # where a reply is to go on, the memory may hold less by now than when it was compacted
    marks = [msgspec.structs.replace(mark, at=min(mark.at, n)) for mark in log.marks if mark.p1 <= n]
    unread = pack_tokens(log.tokens[n:])
    part = _LogPart(log.spans, marks, log.pictures, log.documents, log.forgotten, log.began, unread)
    state = model.state(session.seq_id, sum(behind))
    at = len(state) - sum(behind)
    plan = with_behind(plan_of(state[:at]), behind)
    for checkpoint in kept:
        state[at : at + len(checkpoint.data)] = checkpoint.data
        at += len(checkpoint.data)
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
        log=msgspec.msgpack.encode(part),
        token_bytes=pack_tokens(log.tokens[:n]),
        state=plan,
        checkpoints=[SavedCheckpoint(checkpoint.tokens, len(checkpoint.data)) for checkpoint in kept],
        compactions=compactions_of(marks),
    )
    return Capture(header, state, (time.perf_counter() - start) * 1000)


def compactions_of(marks: Sequence[BlockMark]) -> list[str]:
    """What tells compactions apart, whatever was cut behind them; mounted documents are none."""
    return [f"{mark.p0}-{mark.p1}-{mark.ratio}-{mark.error}" for mark in marks if not mark.document]


def write(taken: Capture, folder: Path, store: SnapshotStore) -> Written:
    """Save a memory in a chat's folder, in place of the snapshot before. Raises DiskFull; nothing changed then."""
    start = time.perf_counter()
    stored = store.write(folder, taken.header, taken.state)
    ms = taken.ms + (time.perf_counter() - start) * 1000
    return Written(stored.path, stored.bytes, stored.new_bytes, taken.header.tokens, ms, taken.ms)


def save(session: ChatContext, folder: Path, chat_id: str, store: SnapshotStore | None = None) -> Written:
    """Save the session's memory at once; ``store`` None: the chunks lie in the chat's folder, too.

    Raises:
        DiskFull: it could not be written; the snapshot before is untouched.
    """
    return write(capture(session, chat_id), folder, store or SnapshotStore(folder / CHUNKS))


def restore(
    session: ChatContext,
    folder: Path,
    log: TokenLog | None,
    store: SnapshotStore | None = None,
    taken: Capture | None = None,
    *,
    name: str = FILE_NAME,
    fits: Callable[[Sequence[BlockMark]], bool] | None = None,
) -> SnapshotHeader | None:
    """Put the memory saved in a chat's folder into an empty session; None when there is none.

    ``log``: the chat's token log, whose beginning the snapshot holds. If they part somewhere, what they share is
    used, as long as the snapshot's last compacted block is in it. None: the snapshot's own log is taken.
    ``taken``: a memory that is still being saved, to be used instead of what is on disk, which is the file ``name``.
    ``fits``: asked about the marks of its compactions; nothing is touched where it says no.

    Raises:
        BadSnapshot: cut, damaged, from another model, library or chat history; the session is as it was, or empty
            when the library itself refused it.
    """
    if taken is not None:
        header, state = taken.header, taken.state
        _check_match(header, session.model)
        own = _own_log(header)
        n = _usable(log, own, fits)
    else:
        try:
            with open_file(folder / name) as file:
                header = read_front(file, os.fstat(file.fileno()).st_size)
                _check_match(header, session.model)
                most = _most_bytes(session.model)
                if header.state is None:
                    header, state = version1.read(file, header, most)
                    own = _own_log(header)
                    n = _usable(log, own, fits)
                else:
                    own = _own_log(header)
                    n = _usable(log, own, fits)
                    state = (store or SnapshotStore(folder / CHUNKS)).read(header, most)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise BadSnapshot("snapshot.unreadable", reason=why(error)) from error
        except MemoryError as error:  # reading the text anew takes less at a time
            lacking = OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))
            raise BadSnapshot("snapshot.unreadable", reason=why(lacking)) from error
    state, kept = _checkpoints(header, state)
    session.cached_chats.commit_others()
    session.model.clear(session.seq_id)
    session.model.set_state(state, session.seq_id)
    session.checkpoints.put(kept)
    if (_held(session, own), session.model.length(session.seq_id)) != (header.tokens, header.next_position):
        _forget(session)
        raise BadSnapshot("snapshot.other_length")
    if n < len(own) and not session.forget_after(n):
        _forget(session)
        raise BadSnapshot("snapshot.not_cuttable")
    own.cut(min(n, session.cached) if n < len(own) else n)
    if log is None:
        session.log = own
    else:
        log.marks = own.marks  # later ones are not in this memory
        session.log = log
    return header


def _held(session: ChatContext, own: TokenLog) -> int:
    """Tokens that the memory holds, which was built from the log ``own``."""
    session.log, there = own, session.log
    try:
        return session.cached
    finally:
        session.log = there


def _forget(session: ChatContext) -> None:
    session.model.clear(session.seq_id)
    session.checkpoints.put([])


def _checkpoints(header: SnapshotHeader, state: State) -> tuple[State, list[Checkpoint]]:
    """The library's own state, and the checkpoints behind it."""
    at = len(state) - sum(saved.size for saved in header.checkpoints)
    order = [0, *(saved.tokens for saved in header.checkpoints), header.tokens + 1]
    if any(saved.size <= 0 for saved in header.checkpoints) or at < 0 or any(a >= b for a, b in pairwise(order)):
        raise BadSnapshot("snapshot.contradiction")
    own = state[:at]
    kept = []
    for saved in header.checkpoints:
        kept.append(Checkpoint(saved.tokens, state[at : at + saved.size].copy()))
        at += saved.size
    return own, kept


def blocks_end(header: SnapshotHeader) -> int:
    """Tokens up to the end of a snapshot's last compacted block; raises BadSnapshot when its log is damaged."""
    return _own_log(header).blocks_end


def with_ids(header: SnapshotHeader, ids: Mapping[str, str]) -> SnapshotHeader:
    """What a snapshot says of itself with the ids that messages have in a copy of their chat: its own log is what the
    copy goes by when its model is used again after another one. Raises BadSnapshot when that log is damaged.
    """
    try:
        part = msgspec.msgpack.decode(header.log, type=_LogPart)
    except UNREADABLE as error:
        raise BadSnapshot("snapshot.log_damaged") from error
    part.spans = [
        span if span.role == "system" else msgspec.structs.replace(span, id=ids.get(span.id, span.id))
        for span in part.spans
    ]
    last = ids.get(header.last_message, header.last_message)
    return msgspec.structs.replace(header, log=msgspec.msgpack.encode(part), last_message=last)


def log_in(folder: Path, model: Model, taken: Capture | None = None) -> TokenLog | None:
    """The token log that the snapshot in a chat's folder brings along, or ``taken``, which is still being saved; None
    if there is none for this model.
    """
    try:
        header = taken.header if taken is not None else read_snapshot_header(folder / FILE_NAME)
        _check_match(header, model)
        return _own_log(header, whole=True)
    except BadSnapshot:
        return None


def _check_match(header: SnapshotHeader, model: Model) -> None:
    if header.fingerprint != model.facts.fingerprint:
        raise BadSnapshot("snapshot.other_model")
    here = layout_of(model)
    if msgspec.structs.replace(header.layout, n_ctx=here.n_ctx, compaction=here.compaction) != here:
        raise BadSnapshot("snapshot.other_layout")
    if header.layout.compaction > here.compaction:  # of older ones the library knows the format, and checks it
        raise BadSnapshot("snapshot.newer_library")
    if header.layout.n_ctx > here.n_ctx and header.tokens > here.n_ctx:
        raise BadSnapshot("snapshot.too_large")
    if _rotates_long(here, header.layout.n_ctx) != _rotates_long(here, here.n_ctx):
        raise BadSnapshot("snapshot.other_layout")


def _rotates_long(layout: Layout, n_ctx: int) -> bool:
    """Whether a context of ``n_ctx`` tokens has the rotations of long ones (LongRoPE, as Phi-3 has them)."""
    original = layout.rope.get("scaling.original_context_length", 0)
    return layout.rope.get("scaling.type") != "yarn" and isinstance(original, int | float) and 0 < original < n_ctx


def _own_log(header: SnapshotHeader, *, whole: bool = False) -> TokenLog:
    """The token log that a snapshot brings along, checked: what the memory held, or the ``whole`` of it."""
    try:
        part = msgspec.msgpack.decode(header.log, type=_LogPart)
        tokens, unread = unpack_tokens(header.token_bytes), unpack_tokens(part.unread)
    except (*UNREADABLE, ValueError) as error:
        raise BadSnapshot("snapshot.log_damaged") from error
    own = TokenLog(header.fingerprint)
    own.tokens, own.spans, own.marks, own.pictures = tokens, part.spans, part.marks, part.pictures
    own.documents, own.forgotten, own.began = part.documents, part.forgotten, part.began
    if len(tokens) != header.tokens or own.digest(len(tokens)) != header.token_digest:
        raise BadSnapshot("snapshot.contradiction")
    if whole:
        tokens += unread
    own.cut(len(tokens))
    if not own.is_sound():
        raise BadSnapshot("snapshot.contradiction")
    return own


def _usable(log: TokenLog | None, own: TokenLog, fits: Callable[[Sequence[BlockMark]], bool] | None) -> int:
    """As :func:`_shared`, for a snapshot whose compactions are wanted."""
    if fits is not None and not fits(own.marks):
        raise BadSnapshot("snapshot.other_course")
    return _shared(log, own)


def _shared(log: TokenLog | None, own: TokenLog) -> int:
    """How many of the snapshot's tokens can be used for a chat with that log."""
    n = len(own)
    if log is None or own.tokens == log.tokens[:n]:
        return n
    n = common(own.tokens, log.tokens)
    if n <= own.system_end or n < own.blocks_end:
        raise BadSnapshot("snapshot.other_course")
    return n


def common(a: npt.ArrayLike, b: npt.ArrayLike) -> int:
    """How many first tokens two logs have in common."""
    x, y = np.asarray(a, np.int32), np.asarray(b, np.int32)
    n = min(len(x), len(y))
    differ = np.flatnonzero(x[:n] != y[:n])
    return int(differ[0]) if len(differ) else n


def _most_bytes(model: Model) -> int:
    """More than a state of this model can have: what drives an allocation is never taken from a file alone."""
    states = (1 + LEAST_KEPT) * sum(layer.state for layer in model.layers) + MOST_BYTES
    return 4 * model.n_ctx * sum(layer.elements + 64 * layer.n_head_kv for layer in model.layers) + states + SLACK
