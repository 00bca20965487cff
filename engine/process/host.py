"""Carries out requests: one loaded model, the chats that are open. Worker process and terminal chat both use it.

What takes long goes to the scheduler in steps, so that several chats and requests go on at once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

from engine import protocol as p
from engine.chat.cached_chats import CachedChat, CachedChats
from engine.compaction.history import CompactionHistory
from engine.errors import Cancelled, EngineError, Internal, NoModel
from engine.heads.profile import Profile
from engine.model.buffers import let_go
from engine.model.model import Model
from engine.model.runtime import runtime
from engine.process.chatless import check_form, complete, count
from engine.process.devices import devices
from engine.process.documents import DocumentReading
from engine.process.embedding import Embedding
from engine.process.failures import error_event
from engine.process.fork import fork
from engine.process.load_plan import connect, device_names, estimated, held_workers, loaded_facts, planned, told_choice
from engine.process.loaded_model import LoadedModel
from engine.process.measuring import Measurement, ModelHeads
from engine.process.model_opening import joined, open_model, tuned
from engine.process.open_chat import OpenedChat
from engine.process.open_chats import OpenChats
from engine.process.queue import Order, QuietMoments, Ticket, Work
from engine.scheduling.scheduler import Scheduler
from engine.scheduling.steps import Steps
from engine.sizing.footprint import Watch
from engine.texts import say

log = logging.getLogger("engine.process.host")

IDLE_SECONDS = 5.0  # after that long without a request even little is saved
FINISH_SECONDS = 20.0  # for the disk, before the model is given up; the snapshots before are whole


class Host:
    """Carries out requests and emits events.

    ``emit`` is called with every event, on the thread that calls :meth:`step`, or on the one that writes snapshots;
    :meth:`submit`, :meth:`cancel` and :meth:`end` may be called from any.

    Attributes:
        finished: Quit was carried out.
        chats: those that are open.
    """

    def __init__(self, emit: Callable[[p.AnyEvent], None]) -> None:
        self._emit = emit
        self._serve: Callable[[p.ServerRequest], p.ServerState] | None = None
        self._order = Order()
        self._ending = False
        self.finished = False
        self._heads = ModelHeads()
        self._measuring: Measurement | None = None
        self._embedding = Embedding(self._close)
        self._watch: Watch | None = None  # of the model that is loaded
        self._history = CompactionHistory()
        self._model: Model | None = None
        self._scheduler: Scheduler | None = None
        self._cached_chats: CachedChats | None = None
        self.chats = OpenChats(emit)
        self._documents = DocumentReading(emit, self._close, self._order)
        self._quiet = QuietMoments()
        self._saving_power = False

    # ------------------------------------------------------------------ requests

    def serve_with(self, serve: Callable[[p.ServerRequest], p.ServerState]) -> None:
        """Have requests about the local server carried out by ``serve``."""
        self._serve = serve

    def submit(self, request: p.AnyRequest | Work) -> Ticket:
        """Take a request; it is carried out by :meth:`step`. Its closing event is the last one with its id."""
        return self._order.add(request)

    def cancel(self, target: int = 0) -> None:
        """Stop the request of that id (0: whatever runs); it ends with its own event."""
        self._order.cancel(target)

    def end(self) -> None:
        """Stop everything: nobody is there to hear of it any more."""
        self._ending = True
        self._order.cancel_all()

    @property
    def busy(self) -> bool:
        """Whether a request waits or runs."""
        return bool(self._order)

    @property
    def tidying(self) -> bool:
        """Whether there is work in the background that nobody waits for."""
        return self._scheduler is not None and self._scheduler.busy

    def step(self) -> None:
        """Begin what can begin, and go on with everything by one step."""
        while ticket := self._order.next():
            self._begin(ticket)
        beside = self._scheduler is not None and self._scheduler.busy_beside(self._documents.task)
        if self._scheduler is not None and self._scheduler.busy:
            self._scheduler.step()
        if self._measuring is not None and not beside:
            self._measure_on(self._measuring)
        self._embedding.step()
        if self._measuring is not None and self._measuring.stopped:
            self._measure_on(self._measuring)
        if self._quiet.begin(self._order.quiet, IDLE_SECONDS):
            self.chats.save_dirty()

    def handle(self, request: p.AnyRequest) -> None:
        """Carry out a request to its end; errors become Error events."""
        ticket = self.submit(request)
        while not ticket.closed:
            self.step()

    def _begin(self, ticket: Ticket) -> None:
        if ticket.cancel.is_set():
            self._close(ticket, Cancelled("request.withdrawn"))
            return
        try:
            if isinstance(ticket.request, p.ReadDocument):
                self._documents.read(ticket.request, ticket)
                return
            if isinstance(ticket.request, p.Measure):
                self._measuring = Measurement(ticket.request, ticket, self._emit, self._heads_measured)
                return
            embed = ticket.request.embed if isinstance(ticket.request, Work) else ticket.request
            if isinstance(embed, p.Embed):
                self._embedding.add(embed, ticket)
                return
            work = self._dispatch(ticket)
        except Exception as error:
            self._close(ticket, error)
            return
        if isinstance(work, p.Event):
            self._close(ticket, work)
            return
        assert self._scheduler is not None
        aside = isinstance(ticket.request, p.Complete)
        stopped = self._gives_way(ticket) if aside else ticket.cancel.is_set
        self._scheduler.add(
            work,
            lambda task: self._close(ticket, task.error or task.outcome()),
            background=aside,
            cancelled=stopped,
        )

    def _gives_way(self, ticket: Ticket) -> Callable[[], bool]:
        """Whether a question that belongs to no chat was stopped, or is an idle one and something else is to do."""
        request = ticket.request
        idle = isinstance(request, p.Complete) and request.idle
        return lambda: ticket.cancel.is_set() or (idle and not self._order.quiet)

    def _measure_on(self, measuring: Measurement) -> None:
        outcome: p.AnyEvent | Exception | None
        try:
            outcome = measuring.step()
        except Exception as error:
            outcome = error
        if outcome is not None:
            self._measuring = None
            self._close(measuring.ticket, outcome)

    def _close(self, ticket: Ticket, outcome: p.AnyEvent | Exception) -> None:
        self._order.close(ticket)
        if isinstance(ticket.request, Work):
            ticket.request.done(outcome)
            return
        self._emit(outcome if isinstance(outcome, p.Event) else error_event(ticket.request.id, outcome))

    def _dispatch(self, ticket: Ticket) -> p.AnyEvent | Steps[p.AnyEvent]:
        request = ticket.request
        match request:
            case p.Hello():
                return self.ready(request.id)
            case p.Load():
                return self.load(request, ticket)
            case p.Unload():
                self.unload()
                return p.Done(id=request.id)
            case p.OpenChat():
                self._loaded()
                self.chats.saver.quota = request.policy.disk_quota
                return self.chats.open_steps(request, ticket)
            case p.Read():
                return self.chats.in_chat(request, ticket, OpenedChat.read_steps)
            case p.Fork():
                store = self.chats.saver.store(Path(request.folder), Path(request.chunks) if request.chunks else None)
                fork(Path(request.source), Path(request.folder), request.chat_id, request.ids, store)
                return p.Done(id=request.id)
            case p.CloseChat():
                if request.chat_id:
                    self.chats.close(request.chat_id)
                else:
                    self.chats.close_own()
                return p.Done(id=request.id)
            case p.Generate():
                return self.chats.in_chat(request, ticket, OpenedChat.generate_steps)
            case p.Compact():
                return self.chats.in_chat(request, ticket, OpenedChat.compact_steps)
            case p.Preview():
                speed = self._scheduler.speed.seconds if self._scheduler is not None else 0.0
                return self.chats.in_chat(request, ticket, lambda chat, asked: chat.preview_steps(asked, speed))
            case p.Undo():
                return self.chats.in_chat(request, ticket, OpenedChat.undo_steps)
            case p.Truncate():
                return self.chats.in_chat(request, ticket, OpenedChat.truncate_steps)
            case p.Snapshot():
                return self.chats.in_chat(request, ticket, OpenedChat.save_steps)
            case p.TidySnapshots():
                self.chats.saver.tidy(Path(request.chunks))
                return p.Done(id=request.id)
            case p.SetPolicy():
                self.chats.saver.quota = request.policy.disk_quota
                self.chats.set_policy(request.policy)
                return p.Done(id=request.id)
            case p.SavePower():
                self._saving_power = request.on
                if self._cached_chats is not None:
                    self._cached_chats.saving_power = request.on
                return p.Done(id=request.id)
            case p.Complete():
                model, cached_chats = self._loaded(), self._cached_chats
                assert cached_chats is not None
                return complete(request, self._gives_way(ticket), model, cached_chats)
            case p.CheckForm():
                return check_form(request)
            case p.Tokenize():
                return count(request, ticket.cancel.is_set, self._loaded(), self._cached_chats)
            case p.Estimate():
                return estimated(request, self._watch)
            case p.Measure() | p.Embed():
                raise AssertionError("it does not go through here")
            case p.ReadDocument():
                raise AssertionError("it does not go through here")
            case p.StopReading() | p.ListCartridges() | p.DeleteCartridge() | p.KeepCartridge():
                return self._documents.answer(request)
            case p.Quit():
                self.unload()
                if self._measuring is not None:
                    self._measuring.ticket.cancel.set()
                    self._measure_on(self._measuring)
                self.finished = True
                return p.Done(id=request.id)
            case p.Cancel():
                self.cancel(request.target)
                return p.Done(id=request.id)
            case p.ServerStart() | p.ServerStop() | p.ServerStatus():
                if self._serve is None:
                    raise Internal("server.not_started")
                return self._serve(request)
            case Work():
                return request.begin(ticket)

    def ready(self, request_id: int = 0) -> p.Ready:
        """What the engine says of itself; loads the native library."""
        rt = runtime()
        return p.Ready(id=request_id, engine=rt.version, devices=device_names())

    def load(self, request: p.Load, ticket: Ticket) -> p.Loaded:
        start = time.perf_counter()
        held = held_workers()
        unused = connect((*held, *request.workers))  # a worker that is let go takes back no model that still lies there
        try:
            planned(request, self._watch)  # what cannot be loaded at all costs nobody the model there is
        except BaseException:
            connect(held)
            raise
        self._drop_model()
        connect([worker for worker in held_workers() if worker in request.workers])
        last = -1

        def progress(share: float) -> bool:
            nonlocal last
            if round(share * 50) != last:
                last = round(share * 50)
                self._emit(p.Progress(id=request.id, what="load", done=round(share * 1000), total=1000))
            return not ticket.cancel.is_set()

        model, plan, watch, notes = open_model(request, progress, unused)
        try:
            if request.mmproj:
                try:
                    model.open_vision(request.mmproj, n_gpu_layers=plan.n_gpu_layers, n_threads=plan.choice.n_threads)
                except EngineError as error:
                    log.warning("%s", error)
                    notes.append(say("load.without_projector", why=error.text))
            if request.measure:
                plan = tuned(plan, request, model, ticket.cancel.is_set)
        except BaseException:
            model.close()
            raise
        self._watch = watch
        self._model, self._scheduler, self._cached_chats = model, Scheduler(model), CachedChats(model, self._evicted)
        self._cached_chats.saving_power = self._saving_power
        self._heads = ModelHeads.of(model)
        self._cached_chats.prepare_steps = lambda: self._heads.rank_steps(model, self.chats.share_heads)
        self._history = CompactionHistory.load(model.facts.fingerprint)
        loaded = LoadedModel(model, self._cached_chats, self._scheduler, self._heads, self._history)
        self.chats.use(loaded)
        self._documents.use(loaded, self.chats.share_heads)
        ms = (time.perf_counter() - start) * 1000
        self._emit(devices(model.facts.n_layer, plan.n_gpu_layers, request.n_gpu_layers, plan.used))
        return p.Loaded(
            id=request.id, model=loaded_facts(model), n_ctx=model.n_ctx, ms=ms, devices=device_names(),
            note=joined(notes), choice=told_choice(plan, request),
        )  # fmt: skip

    # ------------------------------------------------------------------ state

    @property
    def model(self) -> Model | None:
        """The model that is loaded."""
        return self._model

    @property
    def embeds(self) -> bool:
        """Whether an embedding model is loaded."""
        return self._embedding.loaded

    def _evicted(self, memory: CachedChat) -> None:
        """The memory of an idle chat is needed for another one."""
        if not self._documents.evicted(memory):
            self.chats.evicted(memory)

    def _loaded(self) -> Model:
        if self._model is None:
            raise NoModel("model.none")
        return self._model

    def unload(self) -> None:
        """Close all chats, wait until they are saved, and free the model and the workers."""
        held = self._model is not None
        self._drop_model()
        if held:
            connect(())

    def _drop_model(self) -> None:
        self.chats.drop()
        self._embedding.unload()
        self._documents.drop()
        if not self.chats.saver.finish(FINISH_SECONDS):
            log.warning("the disk is slow: a memory is not saved yet")
        if self._scheduler is not None:
            self._scheduler.close()
        if self._model is not None:
            self._history.save(self._model.facts.fingerprint)
            self._model.close()
        self._model = self._scheduler = self._cached_chats = self._watch = None

    def idle(self) -> None:
        """Called when nothing was asked for a while: save what is not saved yet, then get to know the model."""
        self.chats.save_dirty()
        if self._model is not None:
            self._model.trim()
            if self._model.vision is not None:
                self._model.vision.forget()
            self._history.save(self._model.facts.fingerprint)
        let_go()
        if self._saving_power or self._model is None:
            return
        if self._heads.measure(self._model, lambda: self.busy or self._ending):
            self.chats.share_heads()

    def _heads_measured(self, fingerprint: str, profile: Profile) -> None:
        """Use what was measured, if it is the loaded model's."""
        if self._model is None or self._model.facts.fingerprint != fingerprint:
            return
        self._heads.profile, self._heads.done = profile, bool(profile.rows)
        self.chats.share_heads()
