"""Mounts documents that were read once into a chat, in place of reading their text.

A mounted document is compacted text like any: blocks in the memory, and a mark in the token log, so that cuts, saved
states, shared beginnings and later compactions know it. Where there is nothing to mount, its text is read.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Protocol

from engine.chat.cached_chats import Mounts
from engine.chat.prefix_sharing import SharingChat, alone_steps, cells_steps
from engine.chat.token_log import BlockMark, DocumentRun, TokenLog
from engine.errors import Cancelled, EngineError
from engine.model.vision import ImageChunk
from engine.protocol import DocumentInView
from engine.scheduling.steps import Steps

log = logging.getLogger("engine.chat.mounting")


class MountingChat(SharingChat, Protocol):
    """A chat as far as its mounting knows it; see :class:`engine.chat.chat_context.ChatContext`."""

    @property
    def following(self) -> int: ...


def next_start(token_log: TokenLog, at: int) -> int:
    """Where the next document after ``at`` begins; at the latest the log's end."""
    run = token_log.document_from(at + 1)
    return run.start if run is not None else len(token_log)


def mount_steps(chat: MountingChat, at: int, end: int, planned: Sequence[BlockMark]) -> Steps[int]:
    """Mount the document whose text begins at ``at`` and ends at ``end`` at the latest; how many tokens that is.

    0: no document begins there, none can be mounted, or one of the compactions ``planned`` parts it.
    Raises Cancelled when the listener asks; nothing was changed.
    """
    run, mounts = chat.log.document_from(at), chat.mounts
    if run is None or run.start != at or run.end > end or mounts is None:
        return 0
    tokens = chat.log.tokens[run.start : run.end]
    with chat.cached_chats.staying(chat):
        mounts.needed(run.digest)
    found = mounts.find(run.digest, tokens)
    if found is None or any(_parts(mark, run) for mark in planned):
        return 0
    try:
        cells = round(found.cells)
        yield from cells_steps(chat, cells, cells)
        chat.compactor.give_way()
        with chat.cached_chats.staying(chat):
            chat.cached_chats.commit_others()
        chat.cached_chats.evict_whole(chat)
        try:
            mounts.mount(run.digest, tokens, chat.seq_id, chat.following)
        except EngineError as error:  # others may be in its way
            log.info("a document is mounted once this chat is alone: %s", error)
            yield from alone_steps(chat)
            mounts.mount(run.digest, tokens, chat.seq_id, chat.following)
    except Cancelled:
        raise
    except EngineError as error:
        log.warning("the text of a document is read, since it could not be mounted: %s", error)
        return 0
    chat.log.mark(
        BlockMark(
            run.end, run.start, run.end, found.ratio, error=found.error, measured=found.ratio, document=run.digest
        )
    )  # fmt: skip
    chat.listener.log_changed()
    return run.end - run.start


def _parts(mark: BlockMark, run: DocumentRun) -> bool:
    """Whether a compaction would take in some of a document's text and leave some."""
    return mark.p0 < run.end and run.start < mark.p1 and not (mark.p0 <= run.start and run.end <= mark.p1)


def room_taken(mounts: Mounts | None, chunks: Sequence[ImageChunk]) -> tuple[int, int]:
    """Tokens of a message that are read, and the uncompacted ones that mounted documents in it take the room of."""
    read = cells = 0
    for chunk in chunks:
        found = mounts.find(chunk.digest, chunk.tokens) if mounts and chunk.digest and not chunk.rows else None
        if found is None:
            read += len(chunk.tokens)
        else:
            cells += round(found.cells)
    return read, cells


def in_view(token_log: TokenLog, cached: int) -> tuple[DocumentInView, ...]:
    """The documents of a log that are among the ``cached`` tokens a memory holds."""
    return tuple(_seen(run, token_log.blocks) for run in token_log.documents if run.end <= cached)


def _seen(run: DocumentRun, blocks: Sequence[BlockMark]) -> DocumentInView:
    tokens, cells, mounted = run.end - run.start, 0.0, False
    live = tokens
    for mark in blocks:
        inside = min(mark.p1, run.end) - max(mark.p0, run.start)
        if inside > 0:
            live -= inside
            cells += mark.cells * inside / (mark.p1 - mark.p0)
            mounted = mounted or mark.document == run.digest
    return DocumentInView(run.digest, tokens, round(cells + live), mounted)
