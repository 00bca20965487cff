"""Turns what a session does into events, gathered so that neither side drowns in them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

from engine import protocol as p
from engine.chat.limits import limits_of, unread
from engine.chat.listener import ProgressKind
from engine.chat.session import Session
from engine.chat.usage import measured_once
from engine.compaction.policy import Fill
from engine.errors import DiskFull

log = logging.getLogger("engine.process.event_relay")

TOKEN_SECONDS = 0.02
MEMORY_SECONDS = 0.1
PROGRESS_SECONDS = 0.05


class Relay:
    """The listener of one open chat.

    Attributes:
        request_id: the request that events answer.
        reply_id: the reply being written.
        dirty: the memory changed since it was last saved.
        announce_compactions: send Compacted events (a request to compact closes with its own).
        compacted_since_save: it was compacted since then.
        saved_tokens: tokens in the last snapshot.
    """

    def __init__(self, chat_id: str, emit: Callable[[p.AnyEvent], None]) -> None:
        self._chat_id = chat_id
        self._emit = emit
        self._cancelled: Callable[[], bool] = lambda: False
        self._session: Session | None = None
        self._folder = Path()
        self._text = ""
        self._logprobs: list[p.TokenLogprob] = []
        self._n = 0
        self._sent_text = self._sent_memory = self._sent_progress = 0.0
        self.request_id = 0
        self.reply_id = ""
        self.dirty = False
        self.compacted_since_save = False
        self.announce_compactions = True
        self.saved_tokens = 0

    def attach(self, session: Session, folder: Path) -> None:
        self._session, self._folder = session, folder

    def begin(self, request_id: int, cancelled: Callable[[], bool]) -> None:
        """From now on events answer this request, and ``cancelled`` tells whether it should stop."""
        self.request_id, self._cancelled = request_id, cancelled
        self.announce_compactions = True

    def rest(self) -> None:
        """From now on events answer no request."""
        self.request_id, self._cancelled = 0, lambda: False
        self.announce_compactions = True

    def saved(self, n_tokens: int) -> None:
        self.saved_tokens, self.dirty, self.compacted_since_save = n_tokens, False, False

    def new_tokens(self) -> int:
        """Tokens in the memory that the last snapshot lacks."""
        return abs(self._session.cached - self.saved_tokens) if self._session else 0

    # ------------------------------------------------------------------ what a session tells

    def cancelled(self) -> bool:
        return self._cancelled()

    def progress(self, what: ProgressKind, done: int, total: int, tokens_per_second: float) -> None:
        now = time.monotonic()
        if done < total and now - self._sent_progress < PROGRESS_SECONDS:
            return
        self._sent_progress = now
        self._emit(
            p.Progress(id=self.request_id, what=what, done=done, total=total, tokens_per_second=tokens_per_second)
        )

    def token(self, text: str, n: int) -> None:
        self._text += text
        self._n = n
        if time.monotonic() - self._sent_text >= TOKEN_SECONDS:
            self.flush()

    def sampled(self, logprob: p.TokenLogprob) -> None:
        self._logprobs.append(logprob)

    def flush(self) -> None:
        """Send what was gathered so far."""
        self._sent_text = time.monotonic()
        if self._text or self._logprobs:
            text, self._text = self._text, ""
            logprobs, self._logprobs = tuple(self._logprobs), []
            self._emit(
                p.Token(
                    id=self.request_id, chat_id=self._chat_id, reply_id=self.reply_id, text=text, n=self._n,
                    logprobs=logprobs,
                )
            )  # fmt: skip

    def memory_changed(self) -> None:
        self.dirty = True
        self.memory()

    def memory(self, *, force: bool = False) -> None:
        """Send the state of the memory, unless that was done a moment ago."""
        now = time.monotonic()
        if self._session is None or (not force and now - self._sent_memory < MEMORY_SECONDS):
            return
        self._sent_memory = now
        with measured_once(self._session) as fill:
            self._emit(self._memory_of(self._session, fill))

    def _memory_of(self, session: Session, fill: Fill) -> p.Memory:
        limits, undoable = limits_of(session), session.undoable()
        return p.Memory(
            id=self.request_id,
            chat_id=self._chat_id,
            segments=session.segments(),
            documents=session.documents,
            tokens=session.cached,
            bytes_used=round(fill.bytes_used),
            bytes_total=fill.bytes_total,
            free_tokens=fill.free_tokens,
            fill=fill.share,
            positions=session.model.length(session.seq_id),
            room=limits.room,
            longest=limits.longest,
            most=limits.most,
            compacting=round(session.compactor.progress, 3),
            refining=round(session.compactor.refined, 3),
            waits=session.compactor.waits(),
            undo=(undoable.p0, undoable.p1) if undoable is not None else None,
            undo_fits=session.undo_fits,
            forgotten=session.log.last_forgotten,
            forgets=session.forgets,
            unread=unread(session),
        )

    def compacted(self, report: p.CompactionReport, after: str) -> None:
        self.flush()
        self.dirty = self.compacted_since_save = True
        if self.announce_compactions:
            self._emit(p.Compacted(id=self.request_id, chat_id=self._chat_id, report=report, after=after))
        self.memory(force=True)

    def log_changed(self) -> None:
        if self._session is None:
            return
        try:
            self._session.save_log(self._folder)
        except DiskFull as error:
            self._emit(p.Log(level="warning", text=error.message))
