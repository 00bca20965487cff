"""The graph of who and what: facts extracted by the loaded model while nothing else is to do, and questions to it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.document_values import Passage
from app.core.documents.chunks import passages_of
from app.core.knowledge.extraction import INSTRUCTIONS, MAX_TOKENS, SCHEMA, question, statements_in
from app.core.knowledge.values import Entity, KnowledgeSize, KnowledgeWork, Neighbourhood, Relation, Statement
from app.core.model_values import ModelPhase, ModelState
from app.core.settings import Settings
from app.core.store import Store
from app.services.background import Failed, Ops
from app.services.documents.documents import Documents
from app.services.engine_client.process import DIED, Engine
from app.services.models.models import Models
from app.services.power.saving import PowerSaving
from engine import protocol

log = logging.getLogger("knowledge")

EXTRACT, CHATS, PAUSED = "knowledge.extract", "knowledge.chats", "knowledge.paused"
QUIET_MS = 20_000  # without anything else to do before extraction begins
AT_ONCE, BATCH = 3, 1600  # passages, and characters, that one request is about
MOST_OF_A_MESSAGE = 8  # parts of a message of a chat
MOST_TRIES = 2  # of a batch that the engine died of
MOST_REFUSED = 3  # requests in a row that the loaded model cannot carry out
PASSING = ("cancelled", "memory_full", "no_model", DIED)  # errors that say nothing of the text
_NO_TEXT = ("code", "folder")  # kinds of documents that are code

T = TypeVar("T")


class _Batch:
    """What one request is about: passages of a document, or a part of a chat's message."""

    def __init__(self, document: str, passages: Sequence[Passage], message: str = "", text: str = "") -> None:
        self.document, self.passages, self.message, self.text = document, list(passages), message, text
        self.said: list[Statement] = []  # of the parts of a message that are done
        self.part = 0

    @property
    def key(self) -> tuple[str, int]:
        """What it is known by."""
        return self.document or self.message, self.passages[0].start

    @property
    def now(self) -> list[Passage]:
        """The passages that the model is asked about now."""
        return self.passages[self.part : self.part + 1] if self.message else self.passages


class Knowledge(QObject):
    """``ctx.knowledge``: entities and relations of documents, and of chats where the person wants that.

    Documents that are mounted anywhere (text, no code) are extracted by the loaded model once nothing else was to do
    for a while; others when ``extract`` is called. What is done is in the store: it goes on there after the end of the
    program. A reply, or anything else, has the engine at once: what was extracted of a batch is begun again later.
    While power is saved, only documents that were asked for are extracted.

    Methods return at once; ``then`` gets what was asked for. Settings: ``knowledge.extract``, ``knowledge.chats``.

    Signals:
        changed(): there is more, less or another thing known: ask again for what is shown.
        progress(str, KnowledgeWork): how far a document is.
        paused_changed(bool)
        working_changed(bool): a text is being extracted, or none is.

    Attributes:
        idle: whether the engine may be asked now; set by whoever knows.
        quiet_ms: without anything else to do before extraction begins.
    """

    changed = Signal()
    progress = Signal(str, object)
    paused_changed = Signal(bool)
    working_changed = Signal(bool)

    def __init__(
        self,
        documents: Documents,
        store: Store,
        ops: Ops,
        engine: Engine,
        models: Models,
        settings: Settings,
        power: PowerSaving,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._documents, self._store, self._ops = documents, store, ops
        self._engine, self._models, self._settings, self._power = engine, models, settings, power
        self.idle: Callable[[], bool] = lambda: True
        self.quiet_ms = QUIET_MS
        self._counts: dict[str, tuple[int, int, int]] = {}
        self._wanted: dict[str, bool] = {}
        self._tries: Counter[tuple[str, int]] = Counter()
        self._refused = 0
        self._lost = 0  # how often chats had lost facts, when the store was asked last
        self._batch: _Batch | None = None
        self._request = 0
        self._busy = self._asked_again = self._closed = False
        self._quiet = QTimer(self, singleShot=True)
        self._quiet.timeout.connect(self._next)
        documents.changed.connect(lambda _: self._look_again())
        documents.removed.connect(lambda _: self._removed())
        documents.mounts.changed.connect(lambda *_: self._wait())
        engine.ready.connect(lambda _: self._wait())
        models.state_changed.connect(self._model_changed)
        settings.watch(lambda *_: self._settings_changed(), EXTRACT, CHATS)
        power.changed.connect(lambda _: self._power_changed())

    def start(self) -> None:
        """Look at what is there."""
        self._ops.store(self._read_wanted)
        self._look_again()

    # what is known --------------------------------------------------------------------

    def search(self, text: str, then: Callable[[list[Entity]], None], limit: int = 50, kind: str = "") -> None:
        """Look for entities by words of their names ("": those named most often), best first."""
        self._ops.store(lambda: self._store.search_entities(text, limit, kind), then)

    def neighbours(self, entity: int, hops: int, then: Callable[[Neighbourhood], None], most: int = 80) -> None:
        """Look up what is linked with an entity, at most ``most`` entities; an empty one if it is gone."""
        self._ops.store(lambda: self._store.neighbours(entity, hops, most), then)

    def entities(self, ids: Iterable[int], then: Callable[[list[Entity]], None]) -> None:
        """Look up entities by number; those that are gone are left out."""
        wanted = list(ids)
        self._ops.store(lambda: self._store.entities(wanted), then)

    def facts_of(self, entity: int, then: Callable[[list[Relation]], None]) -> None:
        """Look up the relations of an entity, with where they stand."""
        self._ops.store(lambda: self._store.facts_of(entity), then)

    def facts_between(self, first: int, second: int, then: Callable[[list[Relation]], None]) -> None:
        """Look up the relations between two entities, with where they stand."""
        self._ops.store(lambda: self._store.facts_between(first, second), then)

    def size(self, then: Callable[[KnowledgeSize], None]) -> None:
        """Measure how much there is."""
        self._ops.store(self._store.knowledge_size, then)

    def work_of(self, document: str) -> KnowledgeWork | None:
        """How far a document is; None: it is not to be extracted, and nothing of it was."""
        mounted = self._settings.flag(EXTRACT) and bool(self._documents.mounts.users(document))
        return self._work(document, (document,) if self._is_wanted(document, mounted) else ())

    def works(self) -> list[KnowledgeWork]:
        """How far the documents are that are to be extracted or of which something was; for all of them at once."""
        to_do = frozenset(self._to_do())
        found = (self._work(entry.id, to_do) for entry in self._documents.entries)
        return [work for work in found if work is not None]

    def _work(self, document: str, to_do: Collection[str]) -> KnowledgeWork | None:
        done, total, facts = self._counts.get(document, (0, 0, 0))
        wanted = document in to_do
        if not wanted and not done:
            return None
        at_work = self._batch is not None and self._batch.document == document
        return KnowledgeWork(done, total, facts, wanted and done < total and not at_work)

    @property
    def working(self) -> bool:
        """Whether a text is being extracted."""
        return self._batch is not None

    @property
    def paused(self) -> bool:
        """Whether the person paused extraction; kept over the end of the program."""
        return self._settings.flag(PAUSED)

    # what the person wants --------------------------------------------------------------

    def pause(self, paused: bool = True) -> None:
        """Stop extraction until it is resumed (``paused`` False); it goes on where it was."""
        if paused != self.paused:
            self._settings.set(PAUSED, paused)
            if paused:
                self._stop()
            self.paused_changed.emit(paused)
            self._tell_all()
            self._wait()

    def extract(self, document: str) -> None:
        """Have the loaded model extract a document, also one that is mounted nowhere or was forgotten."""
        self._wanted[document] = True
        if not self.paused:
            self._models.wake()
        self._ops.store(lambda: self._store.want_knowledge(document, True), lambda _: self._look_again())

    def forget(self, document: str) -> None:
        """Delete what a document told, and leave it out until ``extract`` is called."""
        self._wanted[document] = False
        if self._batch is not None and self._batch.document == document:
            self._stop()
        self._change(lambda: self._store.want_knowledge(document, False))

    def forget_entity(self, entity: int) -> None:
        """Delete an entity with all facts that name it."""
        self._change(lambda: self._store.delete_entities([entity]))

    def forget_relation(self, relation: int) -> None:
        """Delete a relation with all that states it."""
        self._change(lambda: self._store.delete_relation(relation))

    def join(self, first: int, second: int) -> None:
        """Make two entities one, now and for what is extracted later."""
        self._change(lambda: self._store.join_entities(first, second))

    def split(self, entity: int, source: str) -> None:
        """Make what a document or chat says of an entity an entity of its own."""
        self._change(lambda: self._store.split_entity(entity, source))

    def wipe(self, then: Callable[[], None], failed: Failed) -> None:
        """Forget all, and leave out the documents and chats there are; ``then`` once the store has, ``failed`` gets why
        it could not.
        """
        self._stop()
        self._wanted = {entry.id: False for entry in self._documents.entries}
        if self._settings.flag(CHATS):
            self._settings.set(CHATS, False)
        self._change(self._store.forget_knowledge, then, failed)

    def _change(
        self, work: Callable[[], object], then: Callable[[], None] = lambda: None, failed: Failed | None = None
    ) -> None:
        def done(_: object) -> None:
            self._look_again()
            self.changed.emit()
            then()

        self._ops.store(work, done, failed)

    # what is to be done -------------------------------------------------------------------

    def _to_do(self) -> tuple[str, ...]:
        """Documents to be extracted, in their order: those mounted, then those asked for."""
        mounted: Iterable[str] = self._documents.mounts.documents if self._settings.flag(EXTRACT) else ()
        asked = [one for one, wanted in self._wanted.items() if wanted]
        found = []
        for document in dict.fromkeys((*mounted, *asked)):
            if self._is_wanted(document, True):
                found.append(document)
        return tuple(found)

    def _is_wanted(self, document: str, mounted: bool) -> bool:
        """Whether a document is to be extracted; ``mounted``: and documents that are mounted are."""
        entry = self._documents.get(document)
        usual = entry is not None and mounted and entry.kind not in _NO_TEXT
        return entry is not None and bool(entry.digest) and self._wanted.get(document, usual)

    def _still_wanted(self, batch: _Batch) -> bool:
        """Whether facts of a batch are to be kept: what was forgotten while it was read is not to come back."""
        return self._settings.flag(CHATS) if batch.message else batch.document in self._to_do()

    def _read_wanted(self) -> None:
        self._wanted = {**self._store.knowledge_wanted(), **self._wanted}

    def _look_again(self) -> None:
        """Ask the store how far documents are, and go on."""

        def looked(counts: dict[str, tuple[int, int, int]]) -> None:
            before, self._counts = self._counts, counts
            if {one: facts for one, (_, _, facts) in counts.items() if facts} != {
                one: facts for one, (_, _, facts) in before.items() if facts
            }:
                self.changed.emit()
            self._tell(*(one for one in counts if counts[one] != before.get(one)))
            self._wait()

        if not self._closed:
            self._ops.store(self._store.extracted_counts, looked)

    def chats_changed(self) -> None:
        """Chats went to the trash, were deleted or restored."""
        if self._settings.flag(CHATS):
            self._change(self._store.tidy_knowledge)

    def chats_said(self) -> None:
        """Something was said in a chat: its turn comes. Or what was said is gone, and what was known of it."""

        def told(lost: int) -> None:
            before, self._lost = self._lost, lost
            if lost != before:
                self.changed.emit()

        if self._settings.flag(CHATS):
            self._wait()
            self._ops.store(lambda: self._store.facts_lost, told)

    def _removed(self) -> None:
        self._change(self._store.tidy_knowledge)

    def _settings_changed(self) -> None:
        if not self._settings.flag(CHATS):
            if self._batch is not None and self._batch.message:
                self._stop()
            self._change(self._store.forget_chats)
        if not self._settings.flag(EXTRACT) and self._batch is not None and self._batch.document not in self._to_do():
            self._stop()
        self._tell_all()
        self._wait()

    def _power_changed(self) -> None:
        self._tell_all()
        self._wait()

    def _model_changed(self, state: ModelState) -> None:
        if state.phase is ModelPhase.LOADED:
            self._refused = 0
            self._wait()

    def _tell(self, *documents: str) -> None:
        to_do = frozenset(self._to_do())
        for document in documents:
            if (work := self._work(document, to_do)) is not None:
                self.progress.emit(document, work)

    def _tell_all(self) -> None:
        self._tell(*self._counts)

    # extraction -----------------------------------------------------------------------------

    def _wait(self) -> None:
        """Begin once it was quiet for a while."""
        if self._busy:
            self._asked_again = True
        elif not self._closed:
            self._quiet.start(self.quiet_ms)

    def _ready(self) -> bool:
        if self._closed or self.paused or self._refused >= MOST_REFUSED or not self._engine.running:
            return False
        return self._models.state.phase is ModelPhase.LOADED

    def _next(self) -> None:
        """Look for what is to be extracted next."""
        if self._busy or not self._ready():
            return
        documents, chats = self._to_do(), self._settings.flag(CHATS) and not self._power.saving
        if self._power.saving:
            documents = tuple(one for one in documents if self._wanted.get(one))
        if not documents and not chats:
            return
        if not self.idle():
            self._wait()
            return
        self._busy, self._asked_again = True, False

        def look() -> _Batch | None:
            for document in documents:
                if passages := self._store.to_extract(document, AT_ONCE):
                    return _Batch(document, _together(passages))
            said = self._store.said_to_extract() if chats else None
            if said is None:
                return None
            message, _, text = said
            parts = list(passages_of(text, "markdown", ""))[:MOST_OF_A_MESSAGE]
            return _Batch("", parts, message, text) if parts else _Batch("", [Passage()], message, text)

        def found(batch: _Batch | None) -> None:
            if batch is None or not self._ready() or not self._still_wanted(batch):
                self._busy = False
                if batch is not None or self._asked_again:  # there may be more by now
                    self._wait()
                return
            self._set_batch(batch)
            self._ask(batch)

        self._ops.store(look, found, lambda _: self._over())

    def _ask(self, batch: _Batch) -> None:
        text = "".join(one.text for one in batch.now)
        if not any(letter.isalpha() for letter in text) or self._tries[batch.key] >= MOST_TRIES:
            self._take(batch, "")
            return
        sampling = protocol.Sampling(temperature=0.0, max_tokens=MAX_TOKENS, output="schema", form=SCHEMA)
        request = protocol.Complete(
            id=0, prompt=question(text), system_prompt=INSTRUCTIONS, sampling=sampling, idle=True
        )
        self._request = self._engine.request(request, lambda event: self._answered(batch, event))

    def _answered(self, batch: _Batch, event: protocol.AnyEvent) -> None:
        self._request = 0
        if isinstance(event, protocol.Completed):
            self._refused = 0
            if self._still_wanted(batch):
                self._take(batch, event.text)
            else:  # its facts were deleted while the reply was on its way
                self._over()
            return
        code = event.code if isinstance(event, protocol.Error) else ""
        if code == DIED:
            self._tries[batch.key] += 1
        elif code not in PASSING:
            log.warning("no facts: %s", code)
            self._refused += 1
        self._over()

    def _take(self, batch: _Batch, reply: str) -> None:
        """Keep what a model said of a batch."""
        model = self._models.state.name

        def work() -> tuple[bool, bool]:
            """Whether there is something new, and whether the batch is over."""
            said = [statements_in(reply, one.text, one.start) for one in batch.now]
            if not batch.message:
                return self._store.add_statements(batch.passages, said, model) and any(said), True
            batch.said += said[0]
            batch.part += 1
            if batch.part < len(batch.passages):
                return False, False
            return self._store.add_said(batch.message, batch.text, batch.said, model) and bool(batch.said), True

        def kept(result: tuple[bool, bool]) -> None:
            new, over = result
            if not over and self._ready() and self.idle() and self._batch is batch and self._still_wanted(batch):
                self._ask(batch)
                return
            if over and batch.document in self._counts:
                done, total, facts = self._counts[batch.document]
                self._counts[batch.document] = (min(total, done + len(batch.passages)), total, facts)
            self._set_batch(None)
            self._busy = False
            if new:
                self._look_again()
                self.changed.emit()
            else:
                self._tell(batch.document)
            if over and self._ready() and self.idle():
                self._next()
            else:
                self._wait()

        self._ops.store(work, kept, lambda _: self._over())

    def _over(self) -> None:
        """The batch was given up; it has its turn again."""
        self._set_batch(None)
        self._busy = False
        self._wait()

    def _set_batch(self, batch: _Batch | None) -> None:
        was, self._batch = self._batch, batch
        if (was is None) != (batch is None):
            self.working_changed.emit(batch is not None)
        for one in (was, batch):
            if one is not None and one.document:
                self._tell(one.document)

    def _stop(self) -> None:
        """Give up what the model is asked now."""
        if self._request:
            self._engine.cancel(self._request)

    def shutdown(self) -> None:
        """The program ends: what is not done is at the next start."""
        self._closed = True
        self._quiet.stop()


def _together(passages: Sequence[Passage]) -> list[Passage]:
    """As many passages as one request takes, at least one."""
    chosen: list[Passage] = []
    length = 0
    for one in passages:
        if chosen and length + len(one.text) > BATCH:
            break
        chosen.append(one)
        length += len(one.text)
    return chosen
