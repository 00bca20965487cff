"""A chat that is open in the engine: its session, what it tells, and how it is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine import protocol as p
from engine import snapshot
from engine.errors import BadSnapshot, DiskFull
from engine.relay import Relay
from engine.session import Session

WORTH_SAVING = 512  # new tokens after a reply that are worth a snapshot at once
QUICK_BYTES = 2 << 30  # a larger memory is not saved at the last moment


class OpenedChat:
    """An open chat.

    Attributes:
        session, relay: its conversation, and the listener that turns what it tells into events.
        folder: where it is kept.
        evicted: its memory had to give way; it comes back from the folder.
    """

    def __init__(self, chat_id: str, folder: Path, session: Session, relay: Relay) -> None:
        self.id, self.folder, self.session, self.relay = chat_id, folder, session, relay
        self.evicted = False
        relay.attach(session, folder)

    def save(self, request_id: int = 0) -> p.SnapshotWritten:
        """Write log and memory into the chat's folder; raises as :func:`engine.snapshot.save`."""
        self.session.log.save(self.folder)
        written = snapshot.save(self.session, self.folder, self.id)
        self.relay.saved(written.tokens)
        return p.SnapshotWritten(
            id=request_id, chat_id=self.id, path=str(written.path), bytes=written.bytes, tokens=written.tokens,
            ms=written.ms,
        )  # fmt: skip

    def save_quietly(self, emit: Callable[[p.AnyEvent], None]) -> None:
        """Save without being asked to; a failure is told, and tried again at the next occasion."""
        try:
            if self.session.cached > self.session.log.system_end:
                emit(self.save())
            self.relay.dirty = False
        except (DiskFull, BadSnapshot) as error:
            self.relay.dirty = False
            emit(p.Error(code=error.code, message=error.message, hint=error.hint))

    def save_if_worth_it(self, emit: Callable[[p.AnyEvent], None]) -> None:
        """After a reply: save what would take long to read again."""
        if self.relay.compacted_since_save or self.relay.new_tokens() >= WORTH_SAVING:
            self.save_quietly(emit)

    def save_at_last(self, emit: Callable[[p.AnyEvent], None]) -> None:
        """Before the memory is given up."""
        if self.relay.dirty and self.session.fill().bytes_used <= QUICK_BYTES:
            self.save_quietly(emit)

    def opened(self, request_id: int, how: str, ms: float, note: str) -> p.Opened:
        """The answer to the request that opened it."""
        return p.Opened(
            id=request_id,
            chat_id=self.id,
            how=how,  # type: ignore[arg-type]
            ms=ms,
            tokens=self.session.cached,
            spans=self.session.log.message_spans(),
            note=note,
        )
