"""Gives a new chat what is saved of another one's memory, so that it need not be read again."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

import msgspec

from engine.chat.token_log import TokenLog
from engine.errors import BadSnapshot, EngineError
from engine.snapshots.snapshot import blocks_end, with_ids
from engine.snapshots.store import SnapshotStore

log = logging.getLogger("engine.process.fork")


def fork(source: Path, target: Path, chat_id: str, ids: Mapping[str, str], store: SnapshotStore) -> int:
    """Copy the token log in the folder ``source`` to ``target``, with the ids that messages have there, up to the first
    one that ``ids`` does not name, and give it the snapshot; no chunk of that is copied.

    Returns how many tokens the new log has: 0 when nothing could be used, and the new chat is read from its messages.
    """
    try:
        forked = TokenLog.load(source)
        if forked is None:
            return 0
        forked.cut(
            next((span.start for span in forked.spans if span.role != "system" and span.id not in ids), len(forked))
        )
        forked.spans = [
            span if span.role == "system" else msgspec.structs.replace(span, id=ids[span.id])
            for span in forked.spans
            if span.role == "system" or span.id in ids
        ]
        if len(forked) <= forked.system_end:
            return 0
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        forked.save(target)
    except (EngineError, OSError) as error:
        log.warning("a chat's memory could not be used for a copy of it: %s", error)
        return 0
    try:
        # a block that reaches beyond what the two share cannot be cut
        store.fork(
            source,
            target,
            chat_id,
            lambda header: blocks_end(header) <= len(forked),
            lambda header: with_ids(header, ids),
        )
    except (BadSnapshot, EngineError) as error:
        log.info("the copy of a chat has no snapshot: %s", error)
    return len(forked)
