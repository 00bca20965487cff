"""Documents in the engine process: reading them once while nobody waits, and mounting them into chats.

A document is read in a sequence of its own, as work in the background: any request comes first, also in the middle of
a batch, and chats that need its cells get them. What is lost then is the piece that was being read; the pieces before
it lie on disk, where reading goes on, also after a restart.
"""

from __future__ import annotations

import functools
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from engine import protocol as p
from engine.cartridges import mounting
from engine.cartridges.cartridge import Cartridge
from engine.cartridges.reading import LEAST_PIECE, MARGIN, MAX_PIECE, Reading, Step, read_steps
from engine.cartridges.refining import Refining
from engine.cartridges.store import CartridgeStore, StoredCartridge
from engine.chat.attached import document_tokens
from engine.chat.cached_chats import CachedChat, CachedChats
from engine.chat.checkpoints import Checkpoints
from engine.chat.long_texts import is_long, tokenize_steps
from engine.chat.token_log import TokenLog
from engine.chat.usage import free_cells
from engine.compaction.prediction import same_words
from engine.errors import (
    BadCartridge,
    Cancelled,
    CannotCompact,
    ContextChanged,
    ContextFull,
    ContextTooSmall,
    EngineError,
    NoModel,
)
from engine.files import data_folder
from engine.model.model import Model
from engine.process.loaded_model import LoadedModel
from engine.process.queue import Order, Ticket
from engine.scheduling.scheduler import Task
from engine.scheduling.steps import PAUSE, Decode, StepResult, Steps
from engine.snapshots.header import key_of
from engine.snapshots.quota import usual_quota
from engine.snapshots.snapshot import layout_of

log = logging.getLogger("engine.process.documents")

T = TypeVar("T")

AT_ONCE, LEAST_AT_ONCE = 4.0, 128  # seconds of reading in a batch, which are lost when a request comes; and tokens
PROGRESS_SECONDS = 0.2
LONGEST_NAME = 255
TRIES = 5  # of a piece whose compaction another one spoiled


def cartridges_folder() -> Path:
    """Where what was read of documents lies."""
    return data_folder() / "cartridges"


def facts_of_stored(stored: StoredCartridge) -> p.CartridgeFacts:
    """What is told of a cartridge."""
    one = stored.cartridge
    return p.CartridgeFacts(
        digest=one.digest, model_key=one.key, name=_shown(one.name), model=_shown(one.model), tokens=one.tokens,
        cells=one.cells, bytes=stored.bytes, ratio=round(one.ratio, 3), error=round(one.error, 5), used=stored.used,
        kept=stored.kept, same=round(same_words(one.nats), 4),
    )  # fmt: skip


def _shown(name: str) -> str:
    """A name that a terminal can be given: files of others may have any."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in name[:LONGEST_NAME])


class CartridgeMounts:
    """The documents that were read for a loaded model; see :class:`engine.chat.cached_chats.Mounts`."""

    def __init__(
        self,
        model: Model,
        key: str,
        store: CartridgeStore,
        cached_chats: CachedChats,
        needed: Callable[[str], None] = lambda _digest: None,
    ) -> None:
        self._model, self._key, self._store, self._cached_chats = model, key, store, cached_chats
        self._needed = needed

    def needed(self, digest: str) -> None:
        self._needed(digest)

    def find(self, digest: str, tokens: Sequence[int]) -> Cartridge | None:
        return self._store.find(digest, self._key, tokens)

    def mount(self, digest: str, tokens: Sequence[int], seq_id: int, position: int) -> None:
        found = self.find(digest, tokens)
        spare = self._cached_chats.free_sequence(beside=seq_id)
        if found is None or spare is None:
            raise ContextTooSmall("cartridge.no_room")
        neighbour = self._cached_chats.mounted_at(digest, tokens, position, seq_id)
        if neighbour is not None:
            try:
                mounting.mount_shared(self._model, *neighbour, seq_id, position, spare)
                self._store.use(found)
                return
            except EngineError as error:
                log.info("a document is not shared with a neighbour: %s", error)
        mounting.mount(self._model, self._store, found, seq_id, position, spare)


class ReadersSequence:
    """A sequence that a document is read in, as the chats in the model's memory know it: always idle, so that it gives
    way to whoever needs its cells.
    """

    active = reading = waiting = False
    background = True

    def __init__(self, model: Model, seq_id: int) -> None:
        self._model = model
        self.seq_id = seq_id
        self.log = TokenLog()
        self.checkpoints = Checkpoints(model)

    @property
    def cached(self) -> int:
        return 0

    def close(self) -> None:
        self._model.clear(self.seq_id)


class _RefiningBesideChats(Refining):
    """Refines a document as the one compaction that chats know of, which any of them may end."""

    def __init__(self, cached_chats: CachedChats) -> None:
        super().__init__()
        self._cached_chats = cached_chats

    def begins(self) -> bool:
        self._cached_chats.commit_others()
        free = self._cached_chats.compacting is None
        if free:
            self._cached_chats.compacting = self
        return free

    def ended(self) -> None:
        if self._cached_chats.compacting is self:
            self._cached_chats.compacting = None


@dataclass(eq=False)
class _ReadingRun:
    """A request that is carried out.

    Attributes:
        tokens: of the text, once they are known.
        saved: how often what was read was saved.
        refining: of what is read now.
        lost: a piece was lost while it was refined: none is refined any more, which takes longer than all else.
    """

    request: p.ReadDocument
    ticket: Ticket
    task: Task[p.AnyEvent] | None = None
    tokens: Sequence[int] | None = None
    saved: int = 0
    refining: Refining | None = None
    lost: bool = False

    def piece_lost(self) -> None:
        """What was read since the last save has to be read again."""
        piece = self.refining.piece if self.refining is not None else None
        self.lost = self.lost or (piece is not None and not piece.concluded)


@dataclass
class _ReadingModel(LoadedModel):
    """The loaded model as reading documents needs it."""

    key: str
    found_heads: Callable[[], None]


class DocumentReading:
    """Carries out requests about documents.

    ``emit`` gets their events, ``close`` a ticket with what closes it; ``order`` tells who else waits for the engine.

    Attributes:
        store: what was read so far.
    """

    def __init__(
        self,
        emit: Callable[[p.AnyEvent], None],
        close: Callable[[Ticket, p.AnyEvent | Exception], None],
        order: Order,
    ) -> None:
        self._emit, self._close, self._order = emit, close, order
        self.store = CartridgeStore(cartridges_folder())
        self._loaded: _ReadingModel | None = None
        self._running: _ReadingRun | None = None
        self._held: list[ReadersSequence] = []
        self._told: tuple[float, str] = (0.0, "")

    def use(self, loaded: LoadedModel, found_heads: Callable[[], None]) -> None:
        """A model was loaded: its chats can mount what was read for it. ``found_heads`` is called when its heads, which
        are ranked before the first compaction, are known.
        """
        key = key_of(loaded.model.facts.fingerprint, layout_of(loaded.model))
        self._loaded = _ReadingModel(**vars(loaded), key=key, found_heads=found_heads)
        if mounting.why_not_mountable(loaded.model) is None:
            loaded.cached_chats.mounts = CartridgeMounts(
                loaded.model, key, self.store, loaded.cached_chats, self._needed
            )

    def drop(self) -> None:
        """The model goes; who reads with it is told."""
        if self._running is not None:
            self._end(self._running, Cancelled("request.stopped"))
        self._loaded = None

    @property
    def task(self) -> Task[p.AnyEvent] | None:
        """The work of the document that is read now."""
        return self._running.task if self._running is not None else None

    # ------------------------------------------------------------------ requests

    def read(self, request: p.ReadDocument, ticket: Ticket) -> None:
        """Begin to read a document; raises NoModel."""
        if self._loaded is None:
            raise NoModel("model.none")
        self.store.quota = request.quota or usual_quota(self.store.folder, self.store.bytes())
        self._emit(p.DocumentProgress(id=request.id, digest=request.digest, done=0, total=0, step="waiting"))
        self._running = _ReadingRun(request, ticket)
        self._start(self._running)

    def answer(
        self, request: p.StopReading | p.ListCartridges | p.DeleteCartridge | p.KeepCartridge
    ) -> p.Cartridges | p.Done:
        """Carry out a request that takes no time; raises DiskFull."""
        match request:
            case p.ListCartridges():
                found = tuple(facts_of_stored(stored) for stored in self.store.all())
                return p.Cartridges(id=request.id, cartridges=found, bytes=self.store.bytes())
            case p.StopReading():
                self._order.cancel_reading(request.digest)
            case p.DeleteCartridge():
                self._order.cancel_reading(request.digest)
                self.store.delete(request.digest, request.model_key)
            case p.KeepCartridge():
                self.store.keep(request.digest, request.keep)
        return p.Done(id=request.id)

    # ------------------------------------------------------------------ one reading

    def evicted(self, memory: CachedChat) -> bool:
        """Whether it was a sequence of the reading's, whose cells are wanted: it begins anew behind the last piece."""
        if not any(held is memory for held in self._held):
            return False
        running = self._running
        if running is not None and running.task is not None and self._loaded is not None:
            running.piece_lost()
            self._loaded.scheduler.drop(running.task)
            self._start(running)
        return True

    def _needed(self, digest: str) -> None:
        """A chat is about to mount it: nobody is held up by refining its last piece."""
        running = self._running
        refining = running.refining if running is not None and running.request.digest == digest else None
        if refining is not None and refining.piece is not None and refining.piece.last:
            refining.commit_ready()

    def _start(self, running: _ReadingRun) -> None:
        assert self._loaded is not None
        running.task = self._loaded.scheduler.add(
            self._steps(running, self._loaded),
            lambda task: self._end(running, task.error or task.outcome()),
            background=True,
            cancelled=running.ticket.cancel.is_set,
        )

    def _end(self, running: _ReadingRun, outcome: p.AnyEvent | Exception) -> None:
        if isinstance(outcome, Cancelled):
            outcome = Cancelled("document.reading_stopped", name=running.request.name)
        if self._running is running:
            self._running = None
        if running.task is not None and not running.task.done and self._loaded is not None:
            self._loaded.scheduler.drop(running.task)
        self._close(running.ticket, outcome)

    def _steps(self, running: _ReadingRun, loaded: _ReadingModel) -> Steps[p.AnyEvent]:
        start, request, stopped = time.perf_counter(), running.request, running.ticket.cancel.is_set
        if running.tokens is None:  # not again each time that its sequence was wanted
            part = p.DocumentPart(request.digest, request.name, request.path)
            tokens = functools.partial(document_tokens, loaded.model, part)
            running.tokens = yield from tokenize_steps(loaded.model, is_long(part), tokens, stopped)
        if reason := mounting.why_not_mountable(loaded.model):
            raise CannotCompact("cartridge.not_mounted", reason=reason)
        reading = Reading(request.digest, loaded.key, request.name, loaded.model.facts.name, request.ratio)
        yield from loaded.heads.rank_steps(loaded.model, loaded.found_heads)
        tries = 0
        while True:
            while loaded.cached_chats.compacting is not None:
                if stopped():
                    raise Cancelled("request.stopped")
                loaded.cached_chats.commit_others()  # one that is refined would keep a person waiting
                yield PAUSE
            saved = running.saved
            try:
                cartridge = yield from self._read_steps(running, loaded, running.tokens, reading)
                break
            except ContextChanged as error:
                running.lost = True
                tries = tries + 1 if running.saved == saved else 1
                if tries == TRIES:
                    raise
                log.info("a piece of a document is read again: %s", error)
        named = (one for one in self.store.all() if (one.cartridge.digest, one.cartridge.key) == _name(cartridge))
        if (stored := next(named, None)) is None:
            raise BadCartridge("cartridge.missing")
        ms = (time.perf_counter() - start) * 1000
        return p.DocumentReady(id=request.id, cartridge=facts_of_stored(stored), ms=ms)

    def _read_steps(
        self, running: _ReadingRun, loaded: _ReadingModel, tokens: Sequence[int], reading: Reading
    ) -> Steps[Cartridge]:
        model, stopped = loaded.model, running.ticket.cancel.is_set
        seq_id, spare = yield from self._hold_steps(loaded, len(tokens), stopped)

        def progress(step: Step, done: int, total: int) -> None:
            running.saved += step == "saving"
            now, (last, before) = time.monotonic(), self._told
            if step != before or now - last >= PROGRESS_SECONDS:
                self._told = now, step
                request = running.request
                self._emit(p.DocumentProgress(id=request.id, digest=request.digest, done=done, total=total, step=step))

        refines = running.request.refine and not running.lost
        refining = running.refining = _RefiningBesideChats(loaded.cached_chats) if refines else None
        steps = read_steps(
            model, tokens, reading, self.store, seq_id=seq_id, spare=spare, shares=loaded.heads.profile,
            progress=progress, cancelled=stopped,
            give_way=lambda: loaded.cached_chats.evict(None, spared=self._held), refining=refining,
        )  # fmt: skip
        try:
            return (yield from self._giving_way_steps(steps, loaded, stopped))
        finally:
            held, self._held = self._held, []
            for sequence in held:
                loaded.cached_chats.leave(sequence)

    def _hold_steps(self, loaded: _ReadingModel, n_tokens: int, stopped: Callable[[], bool]) -> Steps[tuple[int, int]]:
        """Two sequences, and some room for a first piece, for which idle chats give way; others are waited for."""
        cached_chats, model = loaded.cached_chats, loaded.model
        if model.n_seq_max < 2:
            raise ContextTooSmall("cartridge.one_chat")
        while not self._order.only(p.ReadDocument) or len(cached_chats.free_sequences(2)) < 2:
            if stopped():
                raise Cancelled("request.stopped")
            yield PAUSE
        least = min(n_tokens, MAX_PIECE, max(LEAST_PIECE, model.n_ctx // 4)) + 2 * MARGIN
        while free_cells(model) < least and cached_chats.evict(None):
            pass
        free = cached_chats.free_sequences(2)
        self._held = [ReadersSequence(model, seq_id) for seq_id in free]
        for sequence in self._held:
            cached_chats.admit(sequence, first=True)
        return free[0], free[1]

    def _giving_way_steps(self, steps: Steps[T], loaded: _ReadingModel, stopped: Callable[[], bool]) -> Steps[T]:
        """``steps`` in batches that are given up as soon as somebody waits, to come again.

        Chats that have grown since a piece was begun give way to it.
        """
        with closing(steps):
            try:
                work = next(steps)
                while True:
                    while not self._order.only(p.ReadDocument) and not stopped():
                        yield PAUSE
                    if isinstance(work, Decode):
                        n = max(LEAST_AT_ONCE, loaded.scheduler.speed.tokens_in(AT_ONCE, len(work.tokens)))
                        give_up = lambda: self._order.waited_for or stopped()  # noqa: E731
                        work = replace(work, tokens=work.tokens[:n], cancelled=give_up)
                    try:
                        done: StepResult = yield work
                    except Cancelled:
                        if stopped():
                            raise
                        continue
                    except EngineError as error:
                        full = isinstance(error, ContextFull)
                        if not (full and loaded.cached_chats.evict(None, spared=self._held)):
                            work = steps.throw(error)
                        continue
                    work = steps.send(done)
            except StopIteration as end:
                result: T = end.value
                return result


def _name(cartridge: Cartridge) -> tuple[str, str]:
    return cartridge.digest, cartridge.key
