"""Documents as models read them: read once by the loaded model and compacted, to be mounted into its chats."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec
from PySide6.QtCore import QObject, Signal

from app.core.document_values import DocumentEntry, DocumentWork, KeptDocument
from app.core.model_values import ModelPhase, ModelState
from app.core.problem import Problem
from app.core.settings import Settings
from app.core.texts import Text, say
from app.services.documents.documents import Documents
from app.services.engine_client.process import DIED, Engine
from app.services.models.models import Models
from app.services.power.saving import PowerSaving
from engine import protocol
from engine.errors import DiskFull, EngineError

log = logging.getLogger("documents")

READ, PAUSED, QUOTA = "documents.compact", "documents.paused", "documents.disk_quota"
MOST_OF_CONTEXT = 0.5  # that documents may take of a model's context
PER_MILLE = 1000


class CartridgeState(msgspec.Struct, frozen=True):
    """Where a document stands with the loaded model.

    ``phase``: none (nobody asked for it), waiting (its turn, or for a model), reading (``work`` says how far), ready
    (``facts``: tokens, room, size, ratio, error; ``model``: "ready for ..."), failed (``problem``). ``models``: names
    of all models it was read by. ``bytes``: on disk, for all of them. ``paused``: its turn comes when reading goes on;
    ``saving``: when the computer is plugged in.
    """

    phase: Literal["none", "waiting", "reading", "ready", "failed"] = "none"
    model: str = ""
    facts: protocol.CartridgeFacts | None = None
    work: DocumentWork | None = None
    problem: Text | None = None
    models: tuple[str, ...] = ()
    bytes: int = 0
    paused: bool = False
    saving: bool = False


class DocumentCartridges(QObject):
    """``ctx.cartridges``: what a row of the Documents page says of a document and the loaded model.

    Documents that are mounted anywhere are read by the loaded model while it has nothing else to do; others when
    ``read`` is called. After another model was loaded, it reads them too, and passages alone serve until then. What is
    read so far survives the end of the program and of the engine. While power is saved, only what a person asked for
    is read.

    Signals:
        changed(str): another :class:`CartridgeState` of a document ("": of all), see ``state_of``.
        paused_changed(bool): reading is paused, or goes on.
    """

    changed = Signal(str)
    paused_changed = Signal(bool)

    def __init__(
        self,
        documents: Documents,
        engine: Engine,
        models: Models,
        settings: Settings,
        power: PowerSaving,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._documents, self._engine, self._models, self._settings = documents, engine, models, settings
        self._power = power
        self._facts: dict[tuple[str, str], protocol.CartridgeFacts] = {}  # by digest and model
        self._problems: dict[tuple[str, str], Text] = {}
        self._asked: deque[str] = deque()  # documents that the person wants read, though they are mounted nowhere
        self._reading = ""  # digest
        self._digests = {entry.id: entry.digest for entry in documents.entries}  # of the texts that there are
        self._gone: set[str] = set()  # texts that are gone, while no engine could delete what was made of them
        self._preparing = self._closed = False
        self._work: DocumentWork | None = None
        self._key = ""
        engine.ready.connect(lambda _: self.refresh())
        engine.died.connect(lambda _: self._engine_died())
        models.state_changed.connect(self._model_changed)
        documents.changed.connect(self._text_changed)
        documents.removed.connect(self._removed)
        documents.mounts.changed.connect(lambda *_: self._next())
        settings.watch(lambda *_: self._next(), READ)
        power.changed.connect(self._power_changed)

    # what is known ----------------------------------------------------------------------

    def state_of(self, document: str) -> CartridgeState:
        """Where a document stands with the loaded model."""
        entry = self._documents.get(document)
        if entry is None or not entry.digest:
            return CartridgeState()
        of_all = [facts for (digest, _), facts in self._facts.items() if digest == entry.digest]
        names = tuple(dict.fromkeys(facts.model for facts in of_all))
        size = sum(facts.bytes for facts in of_all)
        facts = self._facts.get((entry.digest, self._key)) if self._key else None
        problem = self._problems.get((entry.digest, self._key))
        if facts is not None:
            return CartridgeState("ready", facts.model, facts, None, None, names, size)
        if self._reading == entry.digest:
            return CartridgeState("reading", self._models.state.name, None, self._work, None, names, size)
        if problem is not None:
            return CartridgeState("failed", self._models.state.name, None, None, problem, names, size)
        waits = document in self._wanted()
        return CartridgeState(
            "waiting" if waits else "none",
            self._models.state.name,
            models=names,
            bytes=size,
            paused=waits and self.paused,
            saving=waits and self._power.saving and document not in self._asked,
        )

    @property
    def bytes(self) -> int:
        """All of them on disk, as far as it is known."""
        return sum(facts.bytes for facts in self._facts.values())

    def ready_in(self, chat: str, folder: str) -> tuple[KeptDocument, ...]:
        """The documents mounted in a chat that the loaded model has read, as many as its context has room for."""
        room = self._models.state.n_ctx * MOST_OF_CONTEXT
        found: list[KeptDocument] = []
        for document in self._documents.mounts.of_chat(chat, folder):
            entry = self._documents.get(document)
            facts = self._facts.get((entry.digest, self._key)) if entry is not None and self._key else None
            if entry is not None and facts is not None and facts.cells <= room:
                room -= facts.cells
                found.append(KeptDocument(entry.digest, entry.name, self._key))
        return tuple(found)

    def refresh(self) -> None:
        """Ask the engine what there is."""
        if not self._engine.running or self._closed:
            return

        def listed(event: protocol.AnyEvent) -> None:
            if isinstance(event, protocol.Cartridges):
                self._facts = {(facts.digest, facts.model_key): facts for facts in event.cartridges}
                gone, self._gone = self._gone - self._texts, set()
                for digest in gone:
                    self._delete(digest)
                self.changed.emit("")
                self._next()

        self._engine.request(protocol.ListCartridges(id=0), listed)

    # what the person wants ----------------------------------------------------------------

    def read(self, document: str) -> None:
        """Have the loaded model read a document, also one that is mounted nowhere, and one that failed."""
        entry = self._documents.get(document)
        if entry is not None:
            self._problems.pop((entry.digest, self._key), None)
            if document not in self._asked:
                self._asked.append(document)
            self.changed.emit(document)
            if not self.paused:
                self._models.wake()
            self._next()

    @property
    def waiting(self) -> bool:
        """Whether the loaded model reads a document, or would now if it was not paused."""
        if self._reading or not self._key:
            return bool(self._reading)
        entries = map(self._documents.get, self._due())
        keys = ((entry.digest, self._key) for entry in entries if entry is not None and entry.digest)
        return any(key not in self._facts and key not in self._problems for key in keys)

    @property
    def paused(self) -> bool:
        """Whether the person paused reading; kept over the end of the program."""
        return self._settings.flag(PAUSED)

    def pause(self, paused: bool = True) -> None:
        """Stop reading until it is resumed (``paused`` False); it goes on where it was."""
        if paused != self.paused:
            self._settings.set(PAUSED, paused)
            if paused and self._reading:
                self._engine.request(protocol.StopReading(id=0, digest=""), lambda _: None)
            self.paused_changed.emit(paused)
            self.changed.emit("")
            self._next()

    def keep(self, document: str, keep: bool) -> None:
        """Never delete what models made of a document to save space, or do so again."""
        entry = self._documents.get(document)
        if entry is None:
            return
        self._documents.keep(document, keep)
        if entry.digest and self._engine.running:
            self._engine.request(protocol.KeepCartridge(id=0, digest=entry.digest, keep=keep), lambda _: self.refresh())

    def delete(self, document: str) -> None:
        """Delete what models made of a document; its passages stay. It is read again when it is asked for."""
        entry = self._documents.get(document)
        if entry is not None and entry.digest:
            if document in self._asked:
                self._asked.remove(document)
            self._delete(entry.digest)

    def _delete(self, digest: str) -> None:
        if self._reading == digest:
            self._engine.request(protocol.StopReading(id=0, digest=digest), lambda _: None)
        self._facts = {key: facts for key, facts in self._facts.items() if key[0] != digest}
        if self._engine.running:
            self._engine.request(protocol.DeleteCartridge(id=0, digest=digest), lambda _: self.refresh())
        self.changed.emit("")

    def _text_changed(self, entry: DocumentEntry) -> None:
        """A document may have been read again, and say something else."""
        before, self._digests[entry.id] = self._digests.get(entry.id, ""), entry.digest
        self._drop(before)
        self._next()

    def _removed(self, document: str) -> None:
        gone = self._digests.pop(document, "")
        if not self._engine.running:
            self._drop(gone)
        self._sweep()

    def _drop(self, digest: str) -> None:
        """Delete what was made of a text, unless a document has it; without an engine, once there is one."""
        if not digest or digest in self._texts:
            return
        if not self._engine.running:
            self._gone.add(digest)
        elif digest == self._reading or any(one == digest for one, _ in self._facts):
            self._delete(digest)

    @property
    def _texts(self) -> set[str]:
        """Digests of the texts that there are."""
        return {entry.digest for entry in self._documents.entries}

    def _sweep(self) -> None:
        """Delete what was made of texts that no document has any more."""
        known = self._texts
        for digest in {digest for digest, _ in self._facts} | ({self._reading} if self._reading else set()):
            if digest not in known:
                self._delete(digest)

    def wipe(self, then: Callable[[], None]) -> None:
        """Forget all; ``then`` once the engine has let go of what it was reading."""
        self._asked.clear()
        self._facts.clear()
        if not self._engine.running:
            then()
            return
        self._engine.request(protocol.StopReading(id=0, digest=""), lambda _: then())

    # reading ----------------------------------------------------------------------------

    def _wanted(self) -> tuple[str, ...]:
        """Documents to be read, in their order: those mounted, then those asked for."""
        mounted: Iterable[str] = ()
        if self._settings.flag(READ):
            mounted = self._documents.mounts.documents
        return tuple(dict.fromkeys((*mounted, *self._asked)))

    def _due(self) -> tuple[str, ...]:
        """Those of them that are read now: while power is saved, those asked for."""
        return tuple(self._asked) if self._power.saving else self._wanted()

    def _power_changed(self, saving: bool) -> None:
        if saving and self._reading:
            asked = map(self._documents.get, self._asked)
            if all(entry is None or entry.digest != self._reading for entry in asked):
                self._engine.request(protocol.StopReading(id=0, digest=""), lambda _: None)
        self.changed.emit("")
        self._next()

    def _next(self) -> None:
        if self._reading or self._preparing or self._closed or self.paused:
            return
        if not self._key or not self._engine.running:
            return
        for document in self._due():
            entry = self._documents.get(document)
            if entry is None or not entry.digest:
                continue
            key = entry.digest, self._key
            if key not in self._facts and key not in self._problems:
                self._preparing = True
                self._documents.ensure_copy(document, partial(self._begin, entry), partial(self._begin, entry, None))
                return

    def _begin(self, entry: DocumentEntry, copy: Path | None, problem: Exception | None = None) -> None:
        self._preparing = False
        now, key = self._documents.get(entry.id), self._key
        if self._closed or self.paused or not key or not self._engine.running or self._reading:
            return
        if now is None or now.digest != entry.digest or now.id not in self._due():
            self._next()  # it is gone, not to be read now, or was read from its source again: then it has its turn
            return
        if copy is None:
            log.warning("the text of a document is not where the model reads it: %s", type(problem).__name__)
            self._problems[entry.digest, key] = _why_no_copy(entry, problem)
            self.changed.emit(entry.id)
            self._next()
            return
        self._reading, self._work = entry.digest, DocumentWork("compact")
        self.changed.emit(entry.id)
        quota = self._settings.integer(QUOTA) * 10**9
        request = protocol.ReadDocument(
            id=0, digest=entry.digest, name=entry.name, path=str(copy), quota=quota, refine=not self._power.saving
        )
        self._engine.request(
            request, lambda event: self._over(entry, key, event), lambda event: self._told(entry, event)
        )

    def _told(self, entry: DocumentEntry, event: protocol.AnyEvent) -> None:
        if isinstance(event, protocol.DocumentProgress) and self._reading == entry.digest:
            share = round(PER_MILLE * event.done / event.total) if event.total else 0
            self._work = DocumentWork("compact", share, PER_MILLE)
            self.changed.emit(entry.id)

    def _over(self, entry: DocumentEntry, key: str, event: protocol.AnyEvent) -> None:
        self._reading, self._work = "", None
        if isinstance(event, protocol.DocumentReady):
            facts = event.cartridge
            self._facts[facts.digest, facts.model_key] = facts
            if entry.id in self._asked:
                self._asked.remove(entry.id)
            now = self._documents.get(entry.id)
            if now is not None and now.keep:  # as the person wants it by now
                keep = protocol.KeepCartridge(id=0, digest=entry.digest)
                self._engine.request(keep, lambda _: None)
            if entry.digest not in self._texts:
                self._delete(entry.digest)
        elif isinstance(event, protocol.Error) and event.code not in ("cancelled", DIED):
            log.warning("a document was not read by the model: %s", event.code)
            self._problems[entry.digest, key] = event.text
        self.changed.emit(entry.id)
        self._next()

    def _model_changed(self, state: ModelState) -> None:
        key = state.state_key if state.phase is ModelPhase.LOADED else ""
        if key != self._key:
            self._key = key
            self.changed.emit("")
            if key:
                self._problems = {one: problem for one, problem in self._problems.items() if one[1] != key}
                self.refresh()

    def _engine_died(self) -> None:
        self._key = ""
        self.changed.emit("")

    def shutdown(self) -> None:
        """The program ends: what is being read goes on at the next start."""
        self._closed = True


def _why_no_copy(entry: DocumentEntry, problem: Exception | None) -> Text:
    """``problem``: why the text could not be written; None: it is not the one that the document had."""
    if problem is None:
        return say("document.changed", name=entry.name)
    if isinstance(problem, DiskFull):  # names the copy, which nobody knows
        return msgspec.structs.replace(problem.text, args={**problem.text.args, "name": entry.name})
    if isinstance(problem, Problem | EngineError):
        return problem.text
    return say("source.not_read", name=entry.name, reason=type(problem).__name__)
