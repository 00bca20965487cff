"""Keeps the engine on the chats that something is wanted in: those that are shown, and those with replies to write.

There is no list of steps that could go wrong half-way. After each answer of the engine, and after each wish of the
person, :meth:`ChatEngine.pump` compares, chat by chat, what the engine holds with what is wanted and asks for the next
step. Chats stay open in the engine, which keeps their memory as long as nobody needs the room: going back to one takes
no time, and a reply goes on while another chat is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
from PySide6.QtCore import QObject, Signal

from app.core.model_values import ModelPhase, ModelState
from app.core.texts import say
from app.core.work_values import MemoryState, Notice, NoticeAction, Phase, Resumed, WorkProgress
from app.services.chat.chat_state import ChatState, ChatStates
from app.services.chat.engine_chat import ChatJob, EngineChat, PendingRequest, ids_of, memory_of
from app.services.engine_client.process import DIED, Engine, EngineDied
from app.services.models.models import Models
from engine import protocol
from engine.errors import Cancelled, ContextFull, ContextTooSmall

MOST_OPEN = 8  # chats open in the engine, before the one shown longest ago is closed
MORE_MEMORY = (ContextFull.code, ContextTooSmall.code)  # would not have been with a larger memory of the model


class ChatEngine(QObject):
    """What happens in a chat, its ChatState tells. Signals, of all chats:
    memory_changed(MemoryState)
    started(ChatJob), compacted(ChatJob, Compacted): of a job that runs
    closed(ChatJob, Replied | Compacted | Error): a job is over, or was dropped before it began
    undone(str, tuple[int, int]): chat, and the tokens whose compaction was taken back
    memory_built(str, int, frozenset | None): chat, tokens its memory holds after a cut or an opening, and the blocks
        in it if it was built anew (see transcript.undone)
    notice(Notice)
    own_model(str, str): a shown chat, not read yet, and the path of the model that it was used with last
    work_changed(frozenset[str]): the chats in which something is being done or waits for what is
    """

    memory_changed = Signal(object)
    started = Signal(object)
    compacted = Signal(object, object)
    closed = Signal(object, object)
    undone = Signal(str, object)
    memory_built = Signal(str, int, object)
    notice = Signal(object)
    own_model = Signal(str, str)
    work_changed = Signal(object)

    def __init__(
        self, engine: Engine, models: Models, states: ChatStates, describe: Callable[[ChatState], protocol.OpenChat],
        policy: Callable[[], protocol.CompactionPolicy], sampling: Callable[[str], protocol.Sampling],
        thinking: Callable[[str], protocol.Thinking], own: Callable[[ChatState], str], parent: QObject,
    ) -> None:  # fmt: skip
        """``describe``: what the engine is told of a chat when it opens it; ``own``: path of the model, not in use,
        that is to be offered before a chat is read ("": none)."""
        super().__init__(parent)
        self._states, self._describe = states, describe
        self._engine, self._models = engine, models
        self._policy, self._sampling, self._thinking, self._own = policy, sampling, thinking, own
        self._model = ""  # fingerprint of the one that was loaded last
        self._wanted: set[str] = set()  # chats that are shown
        self._chats: dict[str, EngineChat] = {}  # the one shown last comes last
        self._down = self._was_up = False
        self._work: frozenset[str] = frozenset()
        engine.ready.connect(self._on_ready)
        engine.died.connect(self._on_died)
        engine.unasked.connect(self._on_event)
        engine.unresponsive.connect(self._on_unresponsive)
        models.state_changed.connect(self._on_model)

    # wishes -----------------------------------------------------------------

    def memory_of(self, chat: str) -> MemoryState | None:
        """The last state of the memory of a chat; None before the engine told one."""
        held = self._chats.get(chat)
        return held.memory if held is not None else None

    def behind(self, chat: str) -> int:
        """Tokens of a chat that are to be read before its next message."""
        held = self._chats.get(chat)
        return held.behind if held is not None else 0

    def rests(self, chat: str) -> bool:
        """Whether nothing that was asked for happens in a chat, not even its opening."""
        held = self._chats.get(chat)
        return held is None or held.active is None

    @property
    def at_work(self) -> frozenset[str]:
        """The chats in which something is being done or waits for what is; none while there is no model."""
        return self._work

    def want(self, state: ChatState) -> None:
        """The chat of ``state`` is shown."""
        chat = state.id
        self._wanted.add(chat)
        held = self._hold(state)
        if not held.open:
            held.memory = None
        held.refused = held.hung = False
        held.reads = True
        self._chats[chat] = self._chats.pop(chat)
        if held.memory is not None:
            self._tell_memory(held, held.memory)
        state.queue_changed.emit(len(held.jobs))
        self.pump()
        state.progress_changed.emit(held.progress)

    def leave(self, chat: str) -> None:
        """``chat`` is not shown any more. What runs or waits there goes on, unless it was only being opened."""
        self._wanted.discard(chat)
        held = self._chats.get(chat)
        if held is not None:
            held.accepted, held.offered = False, ""
        if held is not None and not held.jobs and held.active is not None and held.active.opens:
            held.active.left = True
            self._cancel(held.active)

    def waits(self, chat: str) -> bool:
        """Whether something that was asked for in a chat waits to be begun, maybe for a model."""
        held = self._chats.get(chat)
        return held is not None and bool(held.jobs)

    def answers(self, reply: str) -> bool:
        """Whether that reply is being written or waits to be."""
        return any(reply in self.replies_of(chat) for chat in self._chats)

    def replies_of(self, chat: str) -> list[str]:
        """The replies of a chat that are being written or wait to be."""
        held = self._chats.get(chat)
        return [job.reply for job in held.all_jobs if job.reply] if held is not None else []

    def add(self, job: ChatJob, state: ChatState) -> None:
        """Do ``job`` after those that wait already in its chat, which is that of ``state``."""
        held = self._hold(state)
        held.ask()
        held.jobs.append(job)
        self._models.wake()
        self.pump()
        if held.jobs:
            state.queue_changed.emit(len(held.jobs))
        if self._models.state.phase in (ModelPhase.NONE, ModelPhase.FAILED):
            state.model_missing.emit()

    def read(self, chat: str) -> None:
        """Read what is not read of a chat that is shown, however long that takes."""
        held = self._chats.get(chat)
        if held is not None:
            held.ask()
            held.reads = True
            self.pump()

    def _hold(self, state: ChatState) -> EngineChat:
        held = self._chats.setdefault(state.id, EngineChat(state.id, state))
        held.state, held.leaving = state, False  # it may be back from the trash before it was closed
        if held.open:
            state.read_with(self._models.state.state_key)
        return held

    def stop(self, chat: str) -> None:
        """Stop what runs in a chat, or drop what waits if no job runs: the chat is read for it."""
        held = self._chats.get(chat)
        if held is None or held.active is None or held.active.job is None:
            self.halt(chat)
        else:
            held.reads = False
            self._cancel(held.active)
            self._update()

    def halt(self, chat: str) -> None:
        """Stop what runs in a chat, and drop all that waits there."""
        held = self._chats.get(chat)
        if held is not None:
            held.reads = False
            self._drop_jobs(held, Cancelled("request.stopped"))
            if held.active is not None:
                self._cancel(held.active)
                self._update()

    def preview(
        self, chat: str, ratios: tuple[float, ...], then: Callable[[protocol.AnyEvent], None], incoming: int = 0
    ) -> None:
        """Ask what compacting ``chat``, or reading ``incoming`` tokens, comes to; ``then`` gets Previewed or Error."""
        held = self._chats.get(chat)
        if self._engine.running and held is not None and held.open:
            self._engine.request(protocol.Preview(id=0, chat_id=chat, ratios=ratios, incoming=incoming), then)
        else:
            then(protocol.Error(code="no_chat", text=say("chat.no_context_yet")))

    def withdraw(self, reply: str) -> None:
        """Stop or drop the job of a reply that is not wanted any more."""
        for held in list(self._chats.values()):
            for job in [job for job in held.jobs if job.reply == reply]:
                held.jobs.remove(job)
                held.state.queue_changed.emit(len(held.jobs))
                self.closed.emit(job, protocol.Error(code=Cancelled.code, text=Cancelled("request.withdrawn").text))
            active = held.active
            if reply and active is not None and active.job is not None and active.job.reply == reply:
                self._cancel(active)

    def renew(self, chat: str = "", amended: protocol.PromptMessage | None = None) -> None:
        """What a chat begins with was changed ("": of all), or ``amended``: it is opened anew, and read from there."""
        for held in self._chats.values():
            if chat in ("", held.chat):
                held.renew(amended)
        self.pump()

    def forget(self, chat: str) -> None:
        """Nothing is wanted of ``chat`` any more: stop what runs there, drop what waits, close it."""
        held = self._chats.get(chat)
        if held is None:
            return
        held.leaving = True
        self.halt(chat)
        self.pump()

    def when_closed(self, chat: str, then: Callable[[], None]) -> None:
        """Call ``then`` once the engine writes nothing more for a chat that is forgotten, maybe at once."""
        held = self._chats.get(chat)
        if held is None:
            then()
        else:
            held.after.append(then)

    def set_policy(self) -> None:
        """The memory settings changed."""
        if self._engine.running and any(held.open for held in self._chats.values()):
            self._engine.request(protocol.SetPolicy(id=0, policy=self._policy()), lambda event: None)
        for held in self._chats.values():
            if held.memory is not None:
                held.memory = msgspec.structs.replace(held.memory, threshold=self._policy().threshold)
                self._tell_memory(held, held.memory)

    # the next step ------------------------------------------------------------

    def pump(self) -> None:
        """Ask for the next step towards what is wanted, in each chat in which nothing runs."""
        for held in [held for held in self._chats.values() if self._is_over(held)]:
            del self._chats[held.chat]
            for then in held.after:
                then()
        if self._engine.running and self._models.state.phase is ModelPhase.LOADED:
            for held in list(self._chats.values()):
                if held.active is None:
                    self._next(held)
            self._close_one_too_many()
        self._update()

    def _is_over(self, held: EngineChat) -> bool:
        """Whether the engine does not have a chat, and nothing is wanted of it."""
        return held.idle and not held.open and (held.leaving or held.chat not in self._wanted)

    def _next(self, held: EngineChat) -> None:
        if held.leaving:
            self._request(held, PendingRequest("close", Phase.OPENING), protocol.CloseChat(id=0, chat_id=held.chat))
            return
        if held.refused:
            return
        if not held.open or (held.outdated and (held.chat in self._wanted or held.jobs)):
            if held.jobs or (held.chat in self._wanted and not self._waits_for_own(held)):
                self._open(held)
            return
        if not held.jobs:
            if held.chat in self._wanted and held.known is not None and self._follow(held) and held.reads:
                self._read(held)
            return
        job = held.jobs[0]
        question = job.user.id if job.user is not None else ""
        if job.kind in ("compact", "undo") or (self._follow(held, question) and not self._read(held)):
            held.jobs.popleft()
            self._start(held, job)

    def _waits_for_own(self, held: EngineChat) -> bool:
        """Whether a chat was used with another model, and is not to be read with this one before it is needed."""
        own = "" if held.accepted or held.open else self._own(held.state)
        if own and own != held.offered:
            held.offered = own
            self.own_model.emit(held.chat, own)
        return bool(own)

    def _follow(self, held: EngineChat, question: str = "") -> bool:
        """Whether the engine holds the branch that is wanted; if not, that is seen to.

        It may also hold the ``question`` behind it that comes next ("": the one without a reply), or a part of it.
        """
        wanted = ids_of(self._describe(held.state))
        asked = (*wanted, question or held.state.unanswered)
        if held.known in (wanted, asked):
            return True
        if held.known is not None and held.known[: len(wanted)] == wanted:
            kept = asked if held.known[: len(asked)] == asked else wanted  # another reply needs no question read again
            cut = protocol.Truncate(id=0, chat_id=held.chat, keep_last=kept[-1] if kept else "")
            self._request(held, PendingRequest("cut", Phase.OPENING, known=kept), cut)
        else:
            self._open(held)  # another branch: the engine finds out what of its memory still fits
        return False

    def _read(self, held: EngineChat) -> bool:
        """Whether a part of the branch is not read yet; then that is done now. (A question is read with its reply.)"""
        if held.memory is None or not held.memory.unfinished:
            return False
        wanted = self._describe(held.state)
        if held.known != ids_of(wanted) or (not held.asked and 0 <= wanted.read_most < held.memory.unread):
            return False
        active = PendingRequest("read", Phase.OPENING, known=held.known)
        self._request(held, active, protocol.Read(id=0, chat_id=held.chat))
        return True

    def _open(self, held: EngineChat) -> None:
        held.outdated = False
        held.state.read_with(self._models.state.state_key)
        request = self._describe(held.state)
        if held.asked:
            request = msgspec.structs.replace(request, read_most=-1)
        self._request(held, PendingRequest("open", Phase.OPENING, known=ids_of(request)), request)

    def _close_one_too_many(self) -> None:
        """Close the chat shown longest ago where more are open than are worth it."""
        there = [one for one in self._chats.values() if one.open and not one.closing]
        rest = [one for one in there if one.idle and one.chat not in self._wanted]
        if rest and len(there) > MOST_OPEN:
            close = protocol.CloseChat(id=0, chat_id=rest[0].chat)
            self._request(rest[0], PendingRequest("close", Phase.OPENING), close)

    def _start(self, held: EngineChat, job: ChatJob) -> None:
        phase = Phase.COMPACTING if job.kind == "compact" else Phase.READING
        request = job.request(self._sampling(job.chat), self._thinking(job.chat))
        self._request(held, PendingRequest("job", phase, job=job, known=held.known_with(job)), request)
        held.state.queue_changed.emit(len(held.jobs))
        self.started.emit(job)

    def _request(self, held: EngineChat, active: PendingRequest, request: protocol.AnyRequest) -> None:
        held.active = active
        ask = self._engine.watched if active.opens else self._engine.request
        closed, step = partial(self._on_closed, held, active), partial(self._on_step, held, active)
        active.number = ask(request, closed, step)

    def _cancel(self, active: PendingRequest, switched: bool = False) -> None:
        if not active.stopping and active.kind != "close":
            active.stopping, active.switched = True, switched
            self._engine.cancel(active.number)

    # what the engine tells ------------------------------------------------------

    def _on_step(self, held: EngineChat, active: PendingRequest, event: protocol.AnyEvent) -> None:
        match event:
            case protocol.Token():
                if active.job is not None:
                    first = active.phase is not Phase.REPLYING or held.progress is not None
                    active.phase = Phase.REPLYING
                    held.state.stream(active.job.reply, event.text, event.logprobs)
                    if first:
                        self._progress(held, None)
                        self._update()
                return
            case protocol.Progress():
                if active.kind == "job" and event.what != "snapshot":
                    active.phase = Phase.COMPACTING if event.what == "compact" else Phase.READING
                if not (event.what == "compact" and held.rebuilding):  # a part of that, which has its own course
                    self._progress(held, WorkProgress(event.what, event.done, event.total, event.tokens_per_second))
            case protocol.Compacted():
                active.blocks.add((event.report.token_start, event.report.token_end))
                self.compacted.emit(active.job or ChatJob("compact", held.chat), event)
            case _:
                self._on_event(event)
        self._update()

    def _progress(self, held: EngineChat, progress: WorkProgress | None) -> None:
        held.progress = progress
        held.state.progress_changed.emit(progress)

    def _tell_memory(self, held: EngineChat, memory: MemoryState) -> None:
        held.state.forgotten = memory.forgotten
        held.state.memory_changed.emit(memory)
        self.memory_changed.emit(memory)

    def _on_event(self, event: protocol.AnyEvent) -> None:
        if isinstance(event, protocol.Memory) and (held := self._chats.get(event.chat_id)) is not None:
            before = held.memory
            held.memory = memory_of(event, self._policy().threshold)
            if before is not None and before.forgotten != event.forgotten:  # no compacted block outlives that
                self.memory_built.emit(held.chat, event.tokens, frozenset())
            self._tell_memory(held, held.memory)
        elif isinstance(event, protocol.Compacted):  # ahead of need, while nothing was asked
            self.compacted.emit(ChatJob("compact", event.chat_id), event)
        elif isinstance(event, protocol.Error):  # what the engine does by itself failed: saving a snapshot
            self.notice.emit(Notice("warning", event.text))

    def _on_closed(self, held: EngineChat, active: PendingRequest, event: protocol.AnyEvent) -> None:
        held.active = None
        self._progress(held, None)
        error = event if isinstance(event, protocol.Error) else None
        if error is not None and error.code == DIED:
            held.lost()
            held.hung = active.opens and self._engine.watchdog.silent
        elif isinstance(event, protocol.Opened) and self._models.state.phase is not ModelPhase.LOADED:
            held.lost()  # with the model that it was opened in
        elif active.opens:
            self._opened(held, active, event)
        elif active.kind == "close":
            held.lost()
        elif error is None:
            held.known = active.known_after(event)
        elif active.kind == "cut" or (active.job is not None and active.job.kind not in ("compact", "undo")):
            held.known = None  # the chat is opened again before the next job
        if isinstance(event, protocol.Done) and active.kind == "cut":
            self.memory_built.emit(held.chat, event.spans[-1].end if event.spans else 0, None)
        if active.job is not None:
            if active.job.kind == "compact" and isinstance(event, protocol.Compacted):
                self.compacted.emit(active.job, event)
            elif isinstance(event, protocol.Undone):
                self.undone.emit(held.chat, (event.token_start, event.token_end))
            elif active.job.kind in ("compact", "undo") and error is not None and error.code != Cancelled.code:
                action: NoticeAction = "model_settings" if error.code in MORE_MEMORY else ""
                self.notice.emit(Notice("warning", error.text, "", action, chat=held.chat))
            self.closed.emit(active.ended_job, event)
        self.pump()

    def _opened(self, held: EngineChat, active: PendingRequest, event: protocol.AnyEvent) -> None:
        if isinstance(event, protocol.Opened):
            held.open, held.known = True, active.known
            new = active.kind == "open" and (event.how != "resumed" or not held.has_block)
            self.memory_built.emit(held.chat, event.tokens, frozenset(active.blocks) if new else None)
            if held.chat in self._wanted and not (active.left and event.unread):  # else it goes on in a moment
                came_back = Resumed(event.chat_id, event.how, event.ms, event.tokens, event.note, event.unread)
                held.state.resumed.emit(came_back)
        elif isinstance(event, protocol.Error):
            held.lost()
            if not active.left and (held.chat in self._wanted or held.jobs):
                held.refused = True
                self._drop_jobs(held, event)
                if event.code != Cancelled.code:
                    self.notice.emit(Notice("error", event.text, chat=held.chat))

    def _drop_jobs(self, held: EngineChat, why: protocol.Error | Cancelled) -> None:
        event = why if isinstance(why, protocol.Error) else protocol.Error(code=why.code, text=why.text)
        dropped = list(held.jobs)
        held.jobs.clear()
        for job in dropped:
            self.closed.emit(job, event)
        if dropped:
            held.state.queue_changed.emit(0)
            self._update()

    # engine and model come and go -------------------------------------------------

    def _on_ready(self) -> None:
        self._down, self._was_up = False, True
        self.pump()

    def _on_died(self, death: EngineDied) -> None:
        self._down = True
        for held in list(self._chats.values()):
            held.lost()
            self._drop_jobs(held, protocol.Error(code=DIED, text=death.reason))
        self.notice.emit(
            Notice(
                "warning" if death.restarting else "error",
                death.reason,
                say("engine.restarting" if death.restarting else "engine.stays_down"),
                "" if death.restarting else "retry_engine",
                "\n".join(death.lines[-40:]),
                () if death.restarting else self._models.ways_out,
            )
        )
        self._update()

    def _on_model(self, state: ModelState) -> None:
        if state.phase is ModelPhase.LOADED and self._model != self._models.fingerprint:
            if self._model:  # the person changed it, for the chats that are shown
                for chat in self._wanted & self._chats.keys():
                    self._chats[chat].accepted = self._chats[chat].asked = True
            self._model = self._models.fingerprint
        for held in self._chats.values():
            if state.phase is ModelPhase.LOADED:
                held.refused = held.hung
            else:
                held.lost()  # a Load drops what the engine had open
                if state.phase is not ModelPhase.FAILED and held.active is not None and not self._down:
                    self._cancel(held.active, switched=state.phase is ModelPhase.LOADING)  # else it would be waited for
        self.pump()

    def _on_unresponsive(self, number: int) -> None:
        if any(held.active is not None and held.active.number == number for held in self._chats.values()):
            self.notice.emit(Notice("warning", say("engine.does_not_stop"), "", "force_stop"))

    def _update(self) -> None:
        for state in self._states.shown:
            state.set_phase(self.phase_of(state.id))
        off = (Phase.NO_MODEL, Phase.DOWN)  # there is no model for what was asked for, and none comes
        work = frozenset(one.chat for one in self._chats.values() if one.at_work and self.phase_of(one.chat) not in off)
        if work != self._work:
            self._work = work
            self.work_changed.emit(work)

    def phase_of(self, chat: str) -> Phase:
        """What happens in ``chat`` right now, which need not be one that the engine knows."""
        if self._down or (self._was_up and not self._engine.running):
            return Phase.DOWN
        if self._models.state.phase is ModelPhase.LOADING:
            return Phase.LOADING
        if self._models.state.phase is not ModelPhase.LOADED:
            return Phase.NO_MODEL
        held = self._chats.get(chat)
        return held.phase if held is not None else Phase.IDLE
