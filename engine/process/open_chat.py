"""A chat that is open in the engine: what can be asked of it, what it tells, and how it is saved."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from engine import protocol as p
from engine.chat.limits import unread
from engine.chat.preview import preview_steps, reading_steps
from engine.chat.reply import Reply
from engine.chat.session import Session
from engine.errors import BadSnapshot, Cancelled, ContextFull, EngineError
from engine.process.event_relay import Relay
from engine.process.failures import error_event
from engine.process.opening import UNREADABLE, go_on_steps
from engine.scheduling.scheduler import Task
from engine.scheduling.steps import PAUSE, Steps
from engine.snapshots.writer import ChatSnapshots, Outcome, SaveJob
from engine.texts import Text

log = logging.getLogger("engine.process.open_chat")

WORTH_SAVING = 512  # new tokens after a reply that are worth a snapshot at once
LOOK_SECONDS = 0.005  # waited for the disk between two steps of others


class OpenedChat:
    """An open chat.

    Attributes:
        session, relay: its conversation, and the listener that turns what it tells into events.
        chat_snapshots: where it is kept.
        evicted: its memory had to give way; it comes back from the folder.
        settling: the work that goes on for it in the background.
        served: it is a session of the local server, none of the program's chats.
    """

    def __init__(
        self,
        chat_id: str,
        chat_snapshots: ChatSnapshots,
        session: Session,
        relay: Relay,
        emit: Callable[[p.AnyEvent], None],
    ) -> None:
        self.id, self.chat_snapshots, self.session, self.relay = chat_id, chat_snapshots, session, relay
        self._emit = emit
        self._refused: p.Error | None = None  # why the last save could not begin, as it was told
        self.evicted = False
        self.settling: Task[None] | None = None
        self.served = False
        session.saved = self
        relay.attach(session, chat_snapshots.folder)

    # ------------------------------------------------------------------ requests

    def read_steps(self, request: p.Read) -> Steps[p.AnyEvent]:
        """Go on with a reading that was stopped."""
        start, before = time.perf_counter(), self.session.cached
        note = yield from go_on_steps(self.session)
        self.relay.memory(force=True)
        ms, read = (time.perf_counter() - start) * 1000, self.session.cached - before
        return self.opened(request.id, "rebuilt", ms, note, max(0, read))

    def generate_steps(self, request: p.Generate) -> Steps[p.AnyEvent]:
        """Answer; raises as :meth:`Session.generate`."""
        session, relay = self.session, self.relay
        relay.reply_id = request.reply_id
        session.set_thinking(request.thinking)
        behind = unread(session) > 0
        try:
            reply = yield from self._reply_steps(request)
        except UNREADABLE:
            taken_in = request.user is None or (bool(session.messages) and session.messages[-1].id == request.user.id)
            if not behind or not taken_in:
                raise
            yield from go_on_steps(session)
            reply = yield from self._reply_steps(request)
        finally:
            relay.flush()
            relay.memory(force=True)
        self.save_if_worth_it()
        return p.Replied(
            id=request.id,
            chat_id=self.id,
            reply_id=request.reply_id,
            reason=reply.reason,
            tokens=reply.tokens,
            prompt_tokens=reply.prompt_tokens,
            prefill_ms=reply.prefill_ms,
            decode_ms=reply.decode_ms,
            first_token_ms=reply.first_token_ms,
            thoughts_dropped=reply.thoughts_dropped,
            spans=session.log.message_spans(),
        )

    def _reply_steps(self, request: p.Generate) -> Steps[Reply]:
        return self.session.generate_steps(
            request.reply_id,
            request.user,
            continue_reply=request.continue_reply,
            sampling=request.sampling,
            anyway=request.anyway,
        )

    def compact_steps(self, request: p.Compact) -> Steps[p.AnyEvent]:
        """Compact; raises as :meth:`Session.compact`."""
        yield from self.session.read_for_compaction_steps()  # which ends what was begun before, to be told as that
        self.relay.announce_compactions = False  # the closing event does
        report, after = yield from self.session.compact_steps(request.ratio)
        self.save_quietly()
        return p.Compacted(id=request.id, chat_id=self.id, report=report, after=after)

    def preview_steps(self, request: p.Preview, reading_seconds: float) -> Steps[p.AnyEvent]:
        """Tell what a compaction would do; raises as :func:`engine.chat.preview.preview_steps`."""
        if request.incoming:
            preview = yield from reading_steps(self.session, request.incoming)
        else:
            preview = yield from preview_steps(self.session, request.ratios, reading_seconds)
        preview.id, preview.chat_id = request.id, self.id
        return preview

    def undo_steps(self, request: p.Undo) -> Steps[p.AnyEvent]:
        """Take back the last compaction, or that turns left the memory.

        Raises as :meth:`Session.undo`, but not once that is done, whatever is still to be read.
        """
        mark, forgotten = self.session.log.last_compaction, self.session.log.forgotten
        try:
            mark = yield from self.session.undo_steps(request.tokens)
        except (Cancelled, ContextFull, *UNREADABLE) as error:
            token_log = self.session.log
            if (mark is None or mark in token_log.marks) and token_log.forgotten == forgotten:
                raise
            log.info("the memory is behind its log after an undo: %s", error)
            if not self._holds_something:  # nothing that could take the place of what still has the compaction
                self.chat_snapshots.discard(self.session.model)
        self.save_quietly()
        self.relay.memory(force=True)
        p0, p1 = (mark.p0, mark.p1) if mark is not None else (-1, -1)
        return p.Undone(id=request.id, chat_id=self.id, token_start=p0, token_end=p1)

    def truncate_steps(self, request: p.Truncate) -> Steps[p.AnyEvent]:
        """Cut after a message; raises NoChat when there is no such message."""
        try:
            yield from self.session.truncate_steps(request.keep_last)
        except (Cancelled, ContextFull) as error:
            log.info("the memory is behind its log after a cut: %s", error)
        self.relay.memory(force=True)
        return p.Done(id=request.id, spans=self.session.log.message_spans())

    def save_steps(self, request: p.Snapshot) -> Steps[p.AnyEvent]:
        """Save log and memory, and wait until they are on disk.

        Raises:
            BadSnapshot: there is nothing to save. Internal, DiskFull: as :meth:`ChatSnapshots.save`.
        """
        if not self._holds_something:
            raise BadSnapshot("snapshot.nothing_to_save")
        job = self._save()
        while not job.ended(LOOK_SECONDS):
            yield PAUSE
        job.result()
        assert job.outcome is not None
        return job.outcome.event(request.id)

    # ------------------------------------------------------------------ saving

    @property
    def _holds_something(self) -> bool:
        """Whether the memory is worth saving: a snapshot without any message never replaces a good one."""
        return self.session.cached > self.session.log.system_end

    def _save(self, on_done: Callable[[Outcome], None] | None = None) -> SaveJob:
        job = self.chat_snapshots.save(self.session, self.id, on_done)
        self.relay.saved(job.tokens)
        self._refused = None
        return job

    def save_quietly(self) -> None:
        """Save in the background, without being asked to; a failure is told, and tried again at the next occasion."""
        self.relay.dirty = False
        if not self._holds_something:
            return
        try:
            self._save(lambda outcome: self._emit(outcome.event()))
        except (EngineError, MemoryError) as error:
            self.relay.dirty = True
            refused = error_event(0, error)
            if refused != self._refused:  # quiet moments come every few seconds, and a disk may stay full
                self._emit(refused)
            self._refused = refused

    def keep(self, *, asked: bool) -> None:
        """Before a compaction: see to it that an undo finds what it replaces."""
        self.chat_snapshots.keep(self.session, self.id, asked=asked)

    def put_back(self) -> bool:
        """Put the memory back as it was before; see :class:`engine.chat.saved_states.SavedStates`."""
        return self.chat_snapshots.put_back(self.session)

    def save_if_worth_it(self) -> None:
        """After a reply: save what would take long to read again."""
        if self.relay.compacted_since_save or self.relay.new_tokens() >= WORTH_SAVING:
            self.save_quietly()

    def save_at_last(self) -> None:
        """Before the memory is given up."""
        if self.relay.dirty or self.chat_snapshots.failed:
            self.save_quietly()

    def opened(self, request_id: int, how: str, ms: float, note: Text | None, read: int = -1) -> p.Opened:
        """The answer to the request that opened it, or read on in it."""
        return p.Opened(
            id=request_id,
            chat_id=self.id,
            how=how,  # type: ignore[arg-type]
            ms=ms,
            tokens=self.session.cached,
            spans=self.session.log.message_spans(),
            note=note,
            read=read,
            unread=unread(self.session),
        )
