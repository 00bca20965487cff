"""``bench stall``: how long a person waits when a chat compacts, and how evenly its replies come.

A scripted chat of some turns, in a context that it fills several times: a message, a reply, and then ``think`` seconds
in which the person reads and types. ``pause`` is the longest time at one stretch that the chat was held up by one
compaction; gaps are times between two tokens of a reply, with compaction and (``_without``) in a context that holds the
whole chat. Then a text of ``paste`` tokens is read in one chat while another one's reply is being written: the same for
that reply (``paste_``), whose pauses are its longest gaps in the time of each compaction.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.bench.harness import BenchError
from engine.bench.progress import BenchProgress
from engine.chat.cached_chats import CachedChats
from engine.chat.listener import Silent
from engine.chat.session import Session
from engine.heads import profile
from engine.heads.calibration import random_tokens
from engine.model.model import Model
from engine.protocol import CompactionPolicy, CompactionReport, PromptMessage, Sampling
from engine.scheduling.scheduler import Scheduler

PASTES = 2  # with compaction and without
LONG = 1 << 20  # tokens of a reply that goes on until it is stopped


@dataclass(frozen=True)
class StallOptions:
    model: str
    turns: int = 30
    context: int = 2048
    message: int = 100
    reply: int = 64
    think: float = 2.0
    paste: int = 3000
    threads: int = 0


def steps(options: StallOptions) -> int:
    """Of the progress bar."""
    return 2 * options.turns + PASTES


def run(options: StallOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Times in milliseconds."""
    if min(options.turns, options.message, options.reply, options.paste) < 1 or options.think < 0:
        raise BenchError("--turns, --message, --reply and --paste must be at least 1, --think not negative.")
    whole = options.turns * (options.message + options.reply + 32) + 64
    with _open(options, options.context) as model:
        progress.stage("a chat that compacts")
        chat = _chat(model, options, progress)
        progress.stage("a paste that compacts")
        paste = _paste(model, options)
        progress.step()
    with _open(options, max(whole, options.context + options.paste)) as model:
        progress.stage("the same in a large context")
        alone = _chat(model, options, progress)
        paste_alone = _paste(model, options)
        progress.step()
    return {
        **chat.numbers(),
        "gap_p99_ms_without": alone.numbers()["gap_p99_ms"],
        "first_token_ms": float(np.median(chat.first)),
        "first_token_ms_without": float(np.median(alone.first)),
        **{f"paste_{name}": value for name, value in paste.numbers().items()},
        "paste_gap_p99_ms_without": paste_alone.numbers()["gap_p99_ms"],
        "paste_read_ms": paste.first[0],
        "paste_read_ms_without": paste_alone.first[0],
    }


@dataclass
class _Seen(Silent):
    """What a person sees of a chat: when tokens come, and what was compacted."""

    gaps: list[float] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    stop: bool = False
    _last: float = 0.0

    def started(self) -> None:
        self._last = 0.0

    def token(self, text: str, n: int) -> None:
        now = time.perf_counter()
        if self._last:
            self.gaps.append((now - self._last) * 1000)
        self._last = now

    def compacted(self, report: CompactionReport, after: str) -> None:
        self.pauses.append(report.pause_ms)
        self.work.append(report.ms)

    def cancelled(self) -> bool:
        return self.stop

    def numbers(self) -> dict[str, Any]:
        gaps, pauses = self.gaps or [0.0], self.pauses or [0.0]
        return {
            "compactions": len(self.pauses),
            "compaction_ms": float(np.median(self.work or [0.0])),
            "median_pause_ms": float(np.median(pauses)),
            "max_pause_ms": max(pauses),
            "gap_p50_ms": float(np.percentile(gaps, 50)),
            "gap_p99_ms": float(np.percentile(gaps, 99)),
            "gap_max_ms": max(gaps),
        }


def _open(options: StallOptions, n_ctx: int) -> Model:
    return Model.open(options.model, n_ctx=n_ctx, n_threads=options.threads, n_seq_max=2)


def _session(model: Model, seen: _Seen, cached_chats: CachedChats, seq_id: int) -> Session:
    shares = profile.load_for(model.facts)
    chat = Session(
        model, policy=CompactionPolicy(), listener=seen, shares=shares, seq_id=seq_id, cached_chats=cached_chats
    )
    cached_chats.admit(chat)
    return chat


def _chat(model: Model, options: StallOptions, progress: BenchProgress) -> _Seen:
    model.clear()
    seen, work, cached_chats = _Seen(), Scheduler(model), CachedChats(model)
    chat = _session(model, seen, cached_chats, 0)
    tokens = random_tokens(model, options.turns * options.message)
    for turn in range(options.turns):
        text = model.text(tokens[turn * options.message : (turn + 1) * options.message])
        seen.started()
        chat.active = True
        reply = work.run(
            chat.generate_steps(
                f"a{turn}", PromptMessage(f"u{turn}", "user", text), sampling=_sampling(options.reply, turn)
            )
        )
        seen.first.append(reply.first_token_ms)
        chat.active = False
        work.add(chat.settle_steps(), background=True)
        _wait(work, options.think)
        progress.step()
    chat.close()
    return seen


def _paste(model: Model, options: StallOptions) -> _Seen:
    """A reply that is written while a text is read in another chat; its ``first`` is the time that took."""
    model.clear()
    seen, work, cached_chats = _Seen(), Scheduler(model), CachedChats(model)
    writing = _session(model, seen, cached_chats, 0)
    seen.started()
    writing.active = True
    task = work.add(
        writing.generate_steps("a", PromptMessage("u", "user", "Tell a long story."), sampling=_sampling(LONG, 1))
    )
    while len(seen.gaps) < 2 and not task.done:
        work.step()
    seen.gaps.clear()

    class Listening(Silent):
        """Notes the other one's longest gap in the time of each compaction."""

        since = 0

        def compacted(self, report: CompactionReport, after: str) -> None:
            seen.pauses.append(max(seen.gaps[self.since :], default=0.0))
            seen.work.append(report.ms)
            self.since = len(seen.gaps)

    reading = Session(model, listener=Listening(), seq_id=1, cached_chats=cached_chats, shares=writing.shares)
    cached_chats.admit(reading)
    reading.log.open_span("paste", "user")
    reading.log.append(random_tokens(model, options.paste, seed=2))
    reading.active = True
    start = time.perf_counter()
    work.run(reading.catch_up_steps("prefill"))
    seen.first.append((time.perf_counter() - start) * 1000)
    seen.stop = True
    while work.busy:
        work.step()
    for chat in (writing, reading):
        chat.close()
    return seen


def _sampling(n: int, seed: int) -> Sampling:
    return Sampling(temperature=1.0, min_p=0.0, top_p=1.0, top_k=200, max_tokens=n, seed=seed)


def _wait(work: Scheduler, seconds: float) -> None:
    """The person reads and types; what is to do in the background goes on."""
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        if work.busy:
            work.step()
        else:
            time.sleep(left)
