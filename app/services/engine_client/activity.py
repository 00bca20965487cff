"""What the engine did in each chat and how long it took."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.core.store import Store, StoreError
from app.core.work_values import Activity
from app.services.background import Ops
from app.services.engine_client.process import Engine
from engine import protocol

log = logging.getLogger("activity")

Clock = Callable[[], float]


class ActivityLog(QObject):
    """Keeps the timings of all that the engine does, in the store, chat by chat.

    Signals:
        added(Activity): the engine just did something.
    """

    added = Signal(object)

    def __init__(self, store: Store, ops: Ops, engine: Engine, parent: QObject, *, clock: Clock = time.time) -> None:
        super().__init__(parent)
        self._store, self._ops, self._clock = store, ops, clock
        engine.timed.connect(self._timed)

    def recent(self, chat: str | None, then: Callable[[list[Activity]], None], limit: int = 100) -> None:
        """Give ``then`` what was done last in ``chat`` (None: anywhere; "": in no chat, as loads are), newest first."""
        self._ops.store(lambda: self._store.activities(chat, limit), then)

    def _timed(self, event: protocol.AnyEvent) -> None:
        activity = activity_of(event, self._clock())
        if activity is not None:
            self._ops.store(lambda: self._store.add_activity(activity), None, self._not_stored)
            self.added.emit(activity)

    def _not_stored(self, problem: Exception) -> None:
        """Nobody is told of each on a full disk: what counts is told by those who store it."""
        if isinstance(problem, StoreError):
            log.warning("what the engine did is not kept: %s", problem.text.code)
        else:
            self._ops.pass_on(problem)


def activity_of(event: protocol.AnyEvent, at: float) -> Activity | None:
    """What an event of the engine tells of its work, done at ``at``; None for other events."""
    match event:
        case protocol.Loaded():
            return Activity(kind="load", at=at, ms=event.ms, how=event.model.name, bytes=event.model.bytes)
        case protocol.Opened() if event.unread and not event.tokens:
            return None  # it waits to be read
        case protocol.Opened():
            return Activity(kind="open", chat=event.chat_id, at=at, ms=event.ms, how=event.how, tokens=event.tokens)
        case protocol.Replied():
            return Activity(
                kind="reply",
                chat=event.chat_id,
                at=at,
                ms=event.prefill_ms + event.decode_ms,
                how=event.reason,
                tokens=event.tokens,
                prompt_tokens=event.prompt_tokens,
                prefill_ms=event.prefill_ms,
                first_token_ms=event.first_token_ms,
                decode_ms=event.decode_ms,
            )
        case protocol.Compacted():
            report = event.report
            saved = report.bytes_before - report.bytes_after
            return Activity(
                kind="compact",
                chat=event.chat_id,
                at=at,
                ms=report.ms,
                how=report.preset,
                tokens=report.tokens,
                bytes=saved,
            )
        case protocol.Undone():
            return Activity(kind="undo", chat=event.chat_id, at=at, tokens=event.token_end - event.token_start)
        case protocol.SnapshotWritten():
            return Activity(kind="save", chat=event.chat_id, at=at, ms=event.ms, tokens=event.tokens, bytes=event.bytes)
    return None
