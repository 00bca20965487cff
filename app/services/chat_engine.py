"""Keeps the engine on the chat that is shown: opens it, cuts it to the branch shown, answers what waits.

There is no list of steps that could go wrong half-way. After each answer of the engine, and after each wish of the
person, :meth:`ChatEngine.pump` compares what the engine holds with what is wanted and asks for the next step.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Literal

import msgspec
from PySide6.QtCore import QObject, Signal

from app.core.types import MemoryState, ModelPhase, ModelState, Notice, Phase, Resumed, WorkProgress
from app.services.engine_process import DIED, Engine, EngineDied
from app.services.models import Models
from engine import protocol
from engine.errors import Cancelled


class Job(msgspec.Struct, frozen=True):
    """Something to do in a chat: answer ``user`` with the reply ``reply``, go on with it, compact, or undo that."""

    kind: Literal["answer", "continue", "compact", "undo"]
    chat: str
    reply: str = ""
    user: protocol.Message | None = None


class _Active(msgspec.Struct):
    """The request that runs. ``phase``: what the person is told meanwhile."""

    kind: Literal["open", "close", "cut", "job"]
    chat: str
    phase: Phase
    number: int = 0
    job: Job | None = None
    known: tuple[str, ...] = ()  # messages the engine holds if this goes well
    stopping: bool = False
    blocks: set[tuple[int, int]] = set()  # compacted while it ran


class ChatEngine(QObject):
    """Signals:
    phase_changed(Phase), progress_changed(WorkProgress | None), memory_changed(MemoryState), resumed(Resumed)
    started(Job), token(str, str), compacted(Job, Compacted): reply id and text, of the job that runs
    closed(Job, Replied | Compacted | Error): a job is over, or was dropped before it began
    undone(str, tuple[int, int]): chat, and the tokens whose compaction was taken back
    memory_built(str, int, frozenset | None): chat, tokens its memory holds after a cut or an opening, and the blocks
        in it if it was built anew (see transcript.undone)
    queue_changed(int), notice(Notice)
    """

    phase_changed = Signal(object)
    progress_changed = Signal(object)
    memory_changed = Signal(object)
    resumed = Signal(object)
    started = Signal(object)
    token = Signal(str, str)
    compacted = Signal(object, object)
    closed = Signal(object, object)
    undone = Signal(str, object)
    memory_built = Signal(str, int, object)
    queue_changed = Signal(int)
    notice = Signal(object)

    def __init__(
        self, engine: Engine, models: Models, policy: Callable[[], protocol.MemoryPolicy],
        sampling: Callable[[str], protocol.Sampling], parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._engine, self._models = engine, models
        self._policy, self._sampling = policy, sampling
        self._describe: Callable[[], protocol.OpenChat] | None = None
        self._wanted = ""  # chat to have open
        self._open = ""  # chat the engine has open
        self._known: tuple[str, ...] | None = ()  # ids of the messages the engine holds, in order; None: not certain
        self._refused = ""  # chat that could not be opened: not tried again before the next wish
        self._jobs: deque[Job] = deque()
        self._active: _Active | None = None
        self._down = False
        self._was_up = False
        self._phase = Phase.NO_MODEL
        self._memory: MemoryState | None = None
        engine.ready.connect(self._on_ready)
        engine.died.connect(self._on_died)
        engine.unasked.connect(self._on_event)
        engine.unresponsive.connect(self._on_unresponsive)
        models.state_changed.connect(self._on_model)

    # wishes -----------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        return self._phase

    @property
    def memory(self) -> MemoryState | None:
        return self._memory

    @property
    def running_reply(self) -> str:
        """Id of the reply that streams, "" if none does."""
        return self._active.job.reply if self._active is not None and self._active.job is not None else ""

    def answers(self, reply: str) -> bool:
        """Whether that reply streams or waits for its turn."""
        return self.running_reply == reply or any(job.reply == reply for job in self._jobs)

    def want(self, chat: str, describe: Callable[[], protocol.OpenChat] | None) -> None:
        """Have ``chat`` open ("": none); ``describe`` gives its messages whenever they are needed.

        What runs or waits in another chat is stopped.
        """
        if chat != self._wanted:
            self._drop_jobs(Cancelled("Another chat was opened."), keep=chat)
            if self._active is not None and self._active.chat != chat:
                self._cancel(self._active)
            self._memory = None
        self._wanted, self._describe, self._refused = chat, describe, ""
        self.pump()

    def add(self, job: Job) -> None:
        """Do ``job`` after those that wait already."""
        self._refused = ""
        self._jobs.append(job)
        self.pump()

    def stop(self) -> None:
        """Stop what runs, or drop what waits if nothing runs."""
        if self._active is not None:
            self._cancel(self._active)
            self._update()
        else:
            self._drop_jobs(Cancelled("Stopped."))

    def withdraw(self, reply: str) -> None:
        """Stop or drop the job of a reply that is not wanted any more."""
        for job in [job for job in self._jobs if job.reply == reply]:
            self._jobs.remove(job)
            self.closed.emit(job, protocol.Error(code=Cancelled.code, message="Withdrawn."))
        if reply and self.running_reply == reply and self._active is not None:
            self._cancel(self._active)

    def reopen(self) -> None:
        """The branch was changed under the engine: compare again before the next job (pump does), open if needed."""
        self._refused = ""
        self.pump()

    def set_policy(self) -> None:
        """The memory settings changed."""
        if self._engine.running and self._open:
            self._engine.request(protocol.SetPolicy(id=0, policy=self._policy()), lambda event: None)
        if self._memory is not None:
            self._memory = msgspec.structs.replace(self._memory, threshold=self._policy().threshold)
            self.memory_changed.emit(self._memory)

    # the next step ------------------------------------------------------------

    def pump(self) -> None:
        """Ask for the next step towards what is wanted, if nothing runs."""
        if self._active is None and self._engine.running and self._models.state.phase is ModelPhase.LOADED:
            self._next()
        self._update()

    def _next(self) -> None:
        if not self._wanted or self._describe is None or self._refused == self._wanted:
            return
        if self._open != self._wanted:
            if self._open:
                self._request(_Active("close", self._open, Phase.OPENING), protocol.CloseChat(id=0))
            else:
                self._open_wanted()
            return
        if not self._jobs:
            return
        job = self._jobs[0]
        if job.kind in ("compact", "undo"):
            self._jobs.popleft()
            if job.kind == "compact":
                self._start(job, protocol.Compact(id=0, chat_id=job.chat), Phase.COMPACTING, self._known or ())
            else:
                self._start(job, protocol.Undo(id=0, chat_id=job.chat), Phase.READING, self._known or ())
            return
        wanted = tuple(message.id for message in self._describe().messages)
        if wanted == self._known:
            self._jobs.popleft()
            request = protocol.Generate(
                id=0,
                chat_id=job.chat,
                reply_id=job.reply,
                user=job.user,
                continue_reply=job.kind == "continue",
                sampling=self._sampling(job.chat),
            )
            known = wanted if job.user is None else (*wanted, job.user.id, job.reply)
            self._start(job, request, Phase.READING, known)
        elif self._known is not None and self._known[: len(wanted)] == wanted:
            keep = wanted[-1] if wanted else ""
            cut = protocol.Truncate(id=0, chat_id=job.chat, keep_last=keep)
            self._request(_Active("cut", job.chat, Phase.OPENING, known=wanted), cut)
        else:
            self._open_wanted()  # another branch: the engine finds out what of its memory still fits

    def _open_wanted(self) -> None:
        assert self._describe is not None
        request = self._describe()
        known = tuple(message.id for message in request.messages)
        self._request(_Active("open", request.chat_id, Phase.OPENING, known=known), request)

    def _start(self, job: Job, request: protocol.AnyRequest, phase: Phase, known: tuple[str, ...]) -> None:
        self._request(_Active("job", job.chat, phase, job=job, known=known), request)
        self.queue_changed.emit(len(self._jobs))
        self.started.emit(job)

    def _request(self, active: _Active, request: protocol.AnyRequest) -> None:
        self._active = active
        active.number = self._engine.request(
            request, lambda event: self._on_closed(active, event), lambda event: self._on_step(active, event)
        )

    def _cancel(self, active: _Active) -> None:
        if not active.stopping and active.kind in ("open", "job", "cut"):
            active.stopping = True
            self._engine.cancel(active.number)

    # what the engine tells ------------------------------------------------------

    def _on_step(self, active: _Active, event: protocol.AnyEvent) -> None:
        match event:
            case protocol.Token():
                if active.job is not None:
                    active.phase = Phase.REPLYING
                    self.token.emit(active.job.reply, event.text)
                    self.progress_changed.emit(None)
            case protocol.Progress():
                if active.kind == "job" and event.what != "snapshot":
                    active.phase = Phase.COMPACTING if event.what == "compact" else Phase.READING
                if active.chat == self._wanted:
                    self.progress_changed.emit(
                        WorkProgress(event.what, event.done, event.total, event.tokens_per_second)
                    )
            case protocol.Compacted():
                active.blocks.add((event.report.token_start, event.report.token_end))
                self.compacted.emit(active.job or Job("compact", active.chat), event)
            case _:
                self._on_event(event)
        self._update()

    def _on_event(self, event: protocol.AnyEvent) -> None:
        if isinstance(event, protocol.Memory) and event.chat_id == self._wanted:
            self._memory = MemoryState(
                event.chat_id, event.segments, event.tokens, event.bytes_used, event.bytes_total, event.free_tokens,
                event.fill, self._policy().threshold,
            )  # fmt: skip
            self.memory_changed.emit(self._memory)
        elif isinstance(event, protocol.Compacted):  # ahead of need, while nothing was asked
            self.compacted.emit(Job("compact", event.chat_id), event)
        elif isinstance(event, protocol.Error):  # what the engine does by itself failed: saving a snapshot
            self.notice.emit(Notice("warning", event.message, event.hint))

    def _on_closed(self, active: _Active, event: protocol.AnyEvent) -> None:
        self._active = None
        self.progress_changed.emit(None)
        error = event if isinstance(event, protocol.Error) else None
        if error is not None and error.code == DIED:
            self._open, self._known = "", ()
        elif active.kind == "open":
            self._opened(active, event)
        elif active.kind == "close":
            self._open, self._known = "", ()
        elif active.kind in ("cut", "job") and error is None:
            self._known = active.known
        elif self._open == active.chat and not (active.job is not None and active.job.kind in ("compact", "undo")):
            self._known = None  # the chat is opened again before the next job
        if isinstance(event, protocol.Done) and active.kind == "cut":
            self.memory_built.emit(active.chat, event.spans[-1].end if event.spans else 0, None)
        if active.job is not None:
            if active.job.kind == "compact" and isinstance(event, protocol.Compacted):
                self.compacted.emit(active.job, event)
            elif isinstance(event, protocol.Undone):
                self.undone.emit(active.chat, (event.token_start, event.token_end))
            elif active.job.kind in ("compact", "undo") and error is not None and error.code != Cancelled.code:
                self.notice.emit(Notice("warning", error.message, error.hint))
            self.closed.emit(active.job, event)
        self.pump()

    def _opened(self, active: _Active, event: protocol.AnyEvent) -> None:
        if isinstance(event, protocol.Opened):
            self._open, self._known = active.chat, active.known
            new = event.how != "resumed" or not self._has_block
            self.memory_built.emit(active.chat, event.tokens, frozenset(active.blocks) if new else None)
            if active.chat == self._wanted:
                self.resumed.emit(Resumed(event.chat_id, event.how, event.ms, event.tokens, event.note))
        elif isinstance(event, protocol.Error):
            self._open, self._known = "", ()
            if active.chat == self._wanted:
                self._refused = active.chat
                self._drop_jobs(event)
                if event.code != Cancelled.code:
                    self.notice.emit(Notice("error", event.message, event.hint))

    @property
    def _has_block(self) -> bool:
        return self._memory is not None and any(part.kind == "compacted" for part in self._memory.segments)

    def _drop_jobs(self, why: protocol.Error | Cancelled, keep: str = "") -> None:
        event = why if isinstance(why, protocol.Error) else protocol.Error(code=why.code, message=why.message)
        dropped = [job for job in self._jobs if not keep or job.chat != keep]
        self._jobs = deque(job for job in self._jobs if job not in dropped)
        for job in dropped:
            self.closed.emit(job, event)
        if dropped:
            self.queue_changed.emit(len(self._jobs))

    # engine and model come and go -------------------------------------------------

    def _on_ready(self) -> None:
        self._down, self._was_up = False, True
        self.pump()

    def _on_died(self, death: EngineDied) -> None:
        self._open, self._known, self._down = "", (), True
        self._drop_jobs(protocol.Error(code=DIED, message=death.reason, hint=death.hint))
        next_step = (
            "It is being started again. Your chats are safe."
            if death.restarting
            else "Your chats are safe. Try again, or choose other settings or another model."
        )
        self.notice.emit(
            Notice(
                "warning" if death.restarting else "error",
                death.reason,
                f"{death.hint} {next_step}".strip(),
                "" if death.restarting else "retry_engine",
                "\n".join(death.lines[-40:]),
            )
        )
        self._update()

    def _on_model(self, state: ModelState) -> None:
        if state.phase is ModelPhase.LOADED:
            self._refused = ""
        else:
            self._open, self._known = "", ()  # a Load drops what the engine had open
            if state.phase is ModelPhase.LOADING and self._active is not None and not self._down:
                self._cancel(self._active)
        self.pump()

    def _on_unresponsive(self, number: int) -> None:
        if self._active is not None and self._active.number == number:
            self.notice.emit(
                Notice("warning", "The engine does not stop.", "Stop it by force; the text is kept.", "force_stop")
            )

    def _update(self) -> None:
        phase = self._compute()
        if phase is not self._phase:
            self._phase = phase
            self.phase_changed.emit(phase)

    def _compute(self) -> Phase:
        if self._down or (self._was_up and not self._engine.running):
            return Phase.DOWN
        if self._models.state.phase is ModelPhase.LOADING:
            return Phase.LOADING
        if self._models.state.phase is not ModelPhase.LOADED:
            return Phase.NO_MODEL
        if self._active is None:
            return Phase.IDLE
        return Phase.STOPPING if self._active.stopping else self._active.phase
