"""Compacts a chat's memory: begun ahead of need, worked on in slices between its tokens, or all at once.

A compaction that was begun takes a slice after each step of the chat, so long that it will be done before the memory
is full; nobody waits for more than a slice. While nobody waits at all it is refined before it is committed, until
something is asked. Whatever changes the text it works on drops it.
"""

from __future__ import annotations

import logging
import math
import time
from contextlib import closing
from dataclasses import dataclass, replace

import msgspec

from engine.chat import ranges, usage
from engine.chat.ranges import CompactableChat, CompactionRequest
from engine.chat.token_log import BlockMark
from engine.compaction import pipeline, policy
from engine.compaction.plan import CompactionPlan, Planner
from engine.compaction.prediction import same_words
from engine.compaction.quality import LimitedJob, mean_error
from engine.errors import Cancelled, CannotCompact, ContextChanged
from engine.protocol import CompactionReport
from engine.scheduling.steps import PAUSE, Steps
from engine.texts import Text, say

log = logging.getLogger("engine.chat.compactor")

LEAST_SLICE, SLICE, WAITED_SLICE = 0.004, 0.02, 0.05  # seconds
MOST_SLICE = 0.08
TRIES = 4  # of a compaction that is waited for and ended by other chats
IN_TIME = 0.5  # share of the room left by whose end a compaction should be done

Outcome = tuple[CompactionReport, str]  # and the last message inside


@dataclass
class _Running:
    """A compaction that was begun, to be done when ``until`` cells are still free.

    ``ready``: all heads are fitted; ``refined``: as well as can be. ``worked``: seconds that it took, without what was
    refined. ``stretch``, ``longest``: seconds that a reply was held up at once, and at most.
    """

    request: CompactionRequest
    merged: list[BlockMark]
    job: LimitedJob
    until: float
    worked: float = 0.0
    ready: bool = False
    refined: bool = False
    stretch: float = 0.0
    longest: float = 0.0


class Compactor:
    """The compactions of one chat.

    Attributes:
        outcome: report of the last one done, and the last message inside.
        held: one was undone: none by policy before the memory is really full.
    """

    def __init__(self, chat: CompactableChat) -> None:
        self._chat = chat
        self._running: _Running | None = None
        self._refused_at = -1
        self.outcome: Outcome | None = None
        self.held = False

    @property
    def running(self) -> bool:
        """Whether one was begun and is neither done nor dropped."""
        return self._running is not None

    @property
    def wanted(self) -> bool:
        """Whether its chat is at work, so that other chats let it finish."""
        return self._chat.active

    # ------------------------------------------------------------------ what and when

    def due(self, incoming: int) -> bool:
        """Whether the policy wants one before ``incoming`` more tokens."""
        chat = self._chat
        fill = chat.fill()
        if self.held and fill.free_tokens >= incoming + chat.policy.reserve:
            return False
        return chat.can_compact and policy.must_compact(fill, chat.policy, incoming)

    def by_policy(self) -> CompactionRequest | None:
        """What the policy compacts now: a new block, and the older ones with it when they have to be."""
        return ranges.by_policy(self._chat, self._chat.policy.keep_recent)

    def requested_range(self, ratio: float) -> CompactionRequest:
        """What a person's wish compacts; ``ratio`` 0: as far as the policy says.

        Raises:
            CannotCompact: there is nothing.
        """
        keep_recent = self._chat.policy.keep_recent
        if ratio:
            return ranges.by_wish(self._chat, min(max(ratio, 1.0), policy.MAX_RATIO))
        request = ranges.by_policy(self._chat, keep_recent) or ranges.by_policy(self._chat, ranges.LEAST_RECENT)
        if request is None:
            raise CannotCompact("compact.nothing_old")
        request.least, request.reason = policy.MIN_RATIO, "asked"
        return request

    def nothing_old(self) -> int:
        """Tokens still to come before there is anything to compact; 0: there is something."""
        return ranges.nothing_old(self._chat)

    def waits(self) -> Text | None:
        """Why nothing is compacted though the memory is as full as the policy allows; None where that is not so."""
        chat = self._chat
        full = chat.can_compact and policy.must_compact(chat.fill(), chat.policy, 0)
        if not full or self.running:
            return None
        if self.held:
            return say("compact.held")
        return say("compact.nothing_old") if self.nothing_old() else None

    @property
    def progress(self) -> float:
        """Share of what was begun, 0 to 1; -1: nothing was."""
        return self._running.job.progress if self._running is not None else -1.0

    @property
    def refined(self) -> float:
        """Share that is refined of what was begun and is fitted, 0 to 1; -1: there is nothing to refine yet."""
        return self._running.job.refined if self._running is not None and self._running.ready else -1.0

    # ------------------------------------------------------------------ all at once, others in between

    def steps(self, request: CompactionRequest) -> Steps[Outcome]:
        """Compact ``request`` now; what was begun before is dropped.

        Raises:
            CannotCompact: refused, or failed; the memory is as it was.
            Cancelled: the listener asked; the memory is as it was.
        """
        yield from self._turn_steps()
        yield from self._prepare_steps()
        self.drop()
        self.outcome = None
        try:
            for left in reversed(range(TRIES)):
                yield from self._turn_steps()  # another one may have begun meanwhile, for which this one gave way
                self._begin(request)
                if (yield from self._finished_steps(last=not left)) and self.outcome is not None:
                    break
        finally:
            self.drop()
        if self.outcome is None:
            raise ContextChanged("compact.context_changed")
        return self.outcome

    def by_policy_steps(self) -> Steps[bool]:
        """Compact what the policy says, or finish what was begun; False when there is nothing, or it was refused."""
        yield from self._turn_steps()
        if self._running is None and self._chat.can_compact and self.by_policy() is not None:
            yield from self._prepare_steps()
        for _ in range(TRIES):
            if not self.begin_by_policy():
                return False
            try:
                if (yield from self._finished_steps()):
                    return True
            except CannotCompact as error:
                log.warning("%s", error)
                return False
        return False

    def _finished_steps(self, *, last: bool = False) -> Steps[bool]:
        """:meth:`finish_steps`. False: another chat had the cache laid out anew, and what was begun is to be begun
        again, since its text is still there; in the ``last`` try that is raised.
        """
        try:
            yield from self.finish_steps()
        except ContextChanged as error:
            if last:
                raise
            log.info("a compaction is begun again: %s", error)
            return False
        return True

    def _turn_steps(self) -> Steps[None]:
        """Wait while another chat that is at work is compacted."""
        while not self._is_free():
            yield from self._chat.wait_steps()

    def _prepare_steps(self) -> Steps[None]:
        """Find out what has to be known of the model before its first compaction; Cancelled: the listener asked."""
        cached_chats, listener = self._chat.cached_chats, self._chat.listener
        if cached_chats.prepare_steps is None or self._chat.shares is not None:
            return
        with closing(cached_chats.prepare_steps()) as steps:
            for step in steps:
                if listener.cancelled():
                    raise Cancelled("compact.stopped")
                listener.progress("compact", 0, 1000, 0.0)
                yield step
        cached_chats.prepare_steps = None

    def _is_free(self) -> bool:
        """Whether no other chat is compacted; one that is idle gives way."""
        other = self._chat.cached_chats.compacting
        if other is None or other is self:
            return True
        if other.wanted:
            return False
        with self._chat.cached_chats.staying(self._chat):
            other.give_way()
        return True

    def finish_steps(self) -> Steps[None]:
        """Wait for what was begun.

        Raises:
            CannotCompact: it failed, or the memory was changed; it is as it was.
            Cancelled: the listener asked; it was begun all the same.
        """
        listener = self._chat.listener
        while self._running is not None:
            if listener.cancelled():
                raise Cancelled("compact.stopped")
            self._slice(WAITED_SLICE)
            if self._running is not None:
                listener.progress("compact", round(self._running.job.progress * 1000), 1000, 0.0)
            yield PAUSE

    # ------------------------------------------------------------------ in slices

    def begin_if_due(self, incoming: int, *, ahead: bool = False) -> None:
        """Begin what the policy wants before ``incoming`` more tokens, unless one was begun or it is refused.

        ``ahead``: they are only expected. Nothing is begun in passing while the model's heads are to be ranked first.
        """
        unknown = self._chat.shares is None and self._chat.cached_chats.prepare_steps is not None
        if self.due(incoming) and not unknown:
            self.begin_by_policy(ahead=ahead and not self.due(0))

    def begin_by_policy(self, *, ahead: bool = False) -> bool:
        """Begin what the policy says, unless one was begun. False: there is nothing, or it was refused."""
        if self._running is not None:
            return True
        chat = self._chat
        possible = chat.can_compact and chat.cached >= self._refused_at and self.by_policy() is not None
        request = self.by_policy() if possible and self._is_free() else None  # anew: what gave way left room
        if request is None:
            return False
        if ahead:
            request.reason = "ahead"
        try:
            self._begin(request)
        except CannotCompact as error:
            self._refused_at = chat.cached + policy.MIN_BLOCK
            log.warning("%s", error)
            return False
        return True

    def go_on(self, decoded: int) -> None:
        """The slice that is due after ``decoded`` tokens, so that all is done long before the memory is full."""
        running = self._running
        if running is None:
            return
        running.stretch = 0.0
        share = running.job.progress
        left = running.worked * (1 - share) / share if share else math.inf
        room = usage.free_cells(self._chat.model) - running.until
        seconds = SLICE if math.isinf(left) else left * decoded / max(1.0, room)
        self._try_slice(min(max(seconds, LEAST_SLICE), MOST_SLICE))

    def idle_steps(self) -> Steps[None]:
        """Go on while nobody waits, and refine what is fitted before it is committed."""
        while self._running is not None:
            running = self._running
            running.stretch = -math.inf
            if running.ready and not running.refined and not self._chat.cached_chats.saving_power:
                self._refine(running)
            else:
                self._try_slice(WAITED_SLICE)
            self._chat.listener.memory_changed()
            yield PAUSE

    def _refine(self, running: _Running) -> None:
        """A slice of refining; what was fitted goes if the text it works on is gone."""
        try:
            running.refined = running.job.refine(WAITED_SLICE)
        except ContextChanged as error:
            log.info("a compaction was given up: %s", error)
            self.drop()

    def give_way(self, upto: int | None = None) -> None:
        """End what was begun: committed if all heads are fitted, else given up. ``upto``: given up also where it takes
        in tokens from there on, which are about to go.
        """
        running = self._running
        if running is not None and (upto is None or running.request.p1 <= upto):
            self.commit_ready()
        self.drop()

    def commit_ready(self) -> None:
        """Commit what was begun if all heads are fitted."""
        if self._running is not None and self._running.ready:
            self._try_slice(0.0)

    def drop(self) -> None:
        """Give up what was begun; the memory is as it was."""
        self._refused_at = -1
        if self._running is not None:
            self._running.job.cancel()
            self._running = None
            self._chat.cached_chats.compacting = None

    def _try_slice(self, seconds: float) -> None:
        try:
            self._slice(seconds)
        except CannotCompact as error:
            log.info("a compaction was given up: %s", error)

    def _slice(self, seconds: float) -> None:
        """A slice, or the commit when only that is left. A failure drops it."""
        running = self._running
        assert running is not None
        start = time.perf_counter()
        try:
            if running.ready:
                self._commit(running)
            else:
                running.ready = running.job.step(seconds)
        except CannotCompact as error:
            self.drop()
            if not isinstance(error, ContextChanged):
                self._refused_at = self._chat.cached + policy.MIN_BLOCK
            raise
        finally:
            self._worked(running, time.perf_counter() - start)

    def _worked(self, running: _Running, seconds: float) -> None:
        running.worked += seconds
        running.stretch += seconds
        running.longest = max(running.longest, running.stretch)

    # ------------------------------------------------------------------ begin and end

    def _begin(self, request: CompactionRequest) -> None:
        chat = self._chat
        chat.cached_chats.evict(chat, everything=True)
        self.begin(request, self._merged(request))

    def begin(self, request: CompactionRequest, merged: list[BlockMark]) -> None:
        """Begin ``request`` with the blocks ``merged`` into it; raises CannotCompact."""
        chat = self._chat

        def begin(ratio: float) -> pipeline.CompactionJob:
            plan = self.planned(self.planner(request), replace(request, ratio=ratio))
            return pipeline.carry_out(chat.model, plan, seq_id=chat.seq_id)

        job = LimitedJob(begin, request.ratio, *self._limit(request))
        self._running = _Running(request, merged, job, (1 - IN_TIME) * usage.free_cells(chat.model))
        chat.cached_chats.compacting = self

    def _merged(self, request: CompactionRequest) -> list[BlockMark]:
        return ranges.inside(self._chat.log.blocks, request.p0, request.p1)

    def planner(self, request: CompactionRequest, *, alone: bool = False, more: int = 0) -> Planner:
        """Plans the range of ``request``; ``alone``: as if idle chats had given way, as they do before it begins, and
        ``more`` tokens had been read.

        Raises:
            CannotCompact: this cache cannot be compacted.
        """
        chat = self._chat
        first, last = chat.position(request.p0), chat.position(request.p1)
        live = chat.fill().n_live + more if alone else None
        return Planner(
            chat.model, first, last, seq_id=chat.seq_id, preset=chat.preset, shares=chat.shares, n_live=live,
            alone=alone, no_larger=request.wished, n_tokens=request.p1 - request.p0,
        )  # fmt: skip

    def planned(self, planner: Planner, request: CompactionRequest) -> CompactionPlan:
        """What is done for ``request``, and what a preview of it tells."""
        return planner.at(self._size(planner, request))

    def bytes_after(self, request: CompactionRequest) -> float:
        """Bytes that the memory as it is now is to take after a compaction of ``request``."""
        return self._size(self.planner(request), request)

    def _size(self, planner: Planner, request: CompactionRequest) -> float:
        if request.wished:
            return planner.bytes_for(request.ratio)
        fill, merged = self._chat.fill(), self._merged(request)
        size = (request.p1 - request.p0 - sum(mark.p1 - mark.p0 for mark in merged)) * fill.bytes_per_token
        if merged:
            size += ranges.bytes_of(self._chat, merged)
        return fill.bytes_used - size + size / request.ratio

    def _limit(self, request: CompactionRequest) -> tuple[float, float]:
        """The least ratio and the least share of next words that stay (0: any)."""
        if request.least is None:
            return request.ratio, 0.0
        return request.least, self._chat.policy.least_same

    def _commit(self, running: _Running) -> None:
        start = time.perf_counter()
        saved = self._chat.saved
        if saved is not None and running.request.least is not None:  # else it is one that is repeated
            saved.keep(asked=running.request.reason == "asked")
        report = running.job.commit()
        self._worked(running, time.perf_counter() - start)
        self._running = None
        self._chat.cached_chats.compacting = None
        report = msgspec.structs.replace(report, pause_ms=max(0.0, running.longest) * 1000, ms=running.worked * 1000)
        self.done(running.request, running.merged, report, running.job.ratio, running.job.work)

    def done(
        self, request: CompactionRequest, merged: list[BlockMark], report: CompactionReport, ratio: float, work: float
    ) -> None:
        """Note a compaction of ``request`` that was done at ``ratio`` with so much ``work``, and tell the listener."""
        chat = self._chat
        report = msgspec.structs.replace(report, token_start=request.p0, token_end=request.p1, reason=request.reason)
        # what merged blocks had lost before is not in the report: steps add up as independent ones do, and nothing
        # that was lost comes back
        if report.nats >= 0:
            nats = max([report.nats, *(mark.nats for mark in merged)])
            report = msgspec.structs.replace(report, nats=nats, same=same_words(nats))
        error = math.hypot(report.error, mean_error([(mark.p1 - mark.p0, mark.error) for mark in merged]))
        chat.history.add(report, work)
        mark = BlockMark(
            chat.cached, request.p0, request.p1, ratio, chat.preset, error, request.wished, report.ratio,
            nats=report.nats,
        )  # fmt: skip
        chat.note_compaction(mark, repeated=request.least is None)
        log.info(
            "compacted %d tokens %.1fx in %.0f ms, error %.3f, %d queries",
            report.tokens, report.ratio, report.ms, report.error, report.queries,
        )  # fmt: skip
        self.held = self.held and request.least is None  # a repeated one tells nothing
        self.outcome = report, chat.log.message_at(request.p1)
        chat.listener.log_changed()
        chat.listener.compacted(*self.outcome)
        chat.listener.memory_changed()
