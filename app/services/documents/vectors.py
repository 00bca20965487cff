"""Likeness of meaning: vectors of passages, where the library has an embedding model. None is needed."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.core.document_values import Passage
from app.core.documents.search import nearest
from app.core.model_values import ModelEntry
from app.core.store import Store
from app.services.background import Ops
from app.services.documents.documents import Documents
from app.services.engine_client.process import DIED, Engine
from app.services.models.models import Models
from engine import protocol

log = logging.getLogger("documents")

AT_ONCE = 16  # passages that one request makes vectors of
AGAIN_MS = 5000  # while the engine has other things to do
LONGEST = 4000  # characters of a text
MOST_DEATHS = 2  # of the engine while it makes vectors with a model
Near = Callable[[tuple[int, ...]], None]


class PassageVectors(QObject):
    """Makes vectors of the passages of mounted documents while the engine has nothing else to do, and finds those that
    are near a question. The first model of the library that makes any is used; the engine loads it beside the other.

    Attributes:
        idle: whether the engine may be asked now; set by whoever knows.
    """

    def __init__(
        self, documents: Documents, store: Store, ops: Ops, engine: Engine, models: Models, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._documents, self._store, self._ops = documents, store, ops
        self._engine, self._models = engine, models
        self.idle: Callable[[], bool] = lambda: True
        self._busy = self._closed = False
        self._failed: set[str] = set()  # models that made none
        self._deaths: Counter[str] = Counter()  # by model
        self._again = QTimer(self, singleShot=True, interval=AGAIN_MS)
        self._again.timeout.connect(self.fill)
        documents.changed.connect(lambda _: self.fill())
        documents.mounts.changed.connect(lambda *_: self.fill())
        models.library_changed.connect(lambda _: self.fill())
        engine.ready.connect(lambda _: self.fill())

    @property
    def model(self) -> ModelEntry | None:
        """The model that makes vectors; None: the library has none."""
        return next((one for one in self._models.entries if one.embeds and one.path not in self._failed), None)

    def fill(self) -> None:
        """Make vectors of what has none yet, some at a time."""
        model, mounted = self.model, self._documents.mounts.documents
        if self._busy or self._closed or model is None or not mounted or not self._engine.running:
            return
        if not self.idle():
            self._again.start()
            return
        self._busy, key = True, _key(model)

        def ask(passages: list[Passage]) -> None:
            if not passages or self._closed or not self._engine.running:
                self._busy = False
                return
            texts = tuple((f"{one.heading}\n{one.text}".strip() or "-")[:LONGEST] for one in passages)
            self._engine.request(self._models.embed(model.path, texts), lambda event: made(passages, event))

        def made(passages: list[Passage], event: protocol.AnyEvent) -> None:
            self._busy = False
            if isinstance(event, protocol.Embedded) and len(event.vectors) == len(passages):
                vectors = list(zip(passages, event.vectors, strict=True))
                self._ops.store(lambda: self._store.put_vectors(key, vectors), lambda _: self.fill())
            elif isinstance(event, protocol.Error):
                log.warning("no vectors: %s", event.code)
                self._refused(model.path, event.code)

        def look() -> list[Passage]:
            return self._store.without_vector(key, mounted, AT_ONCE)

        self._ops.store(look, ask, lambda _: setattr(self, "_busy", False))

    def _refused(self, path: str, code: str) -> None:
        """A model made no vectors: it is asked again only if that may not be its fault."""
        if code == "cancelled":
            self._again.start()
            return
        self._deaths[path] += code == DIED
        if code != DIED or self._deaths[path] == MOST_DEATHS:
            self._failed.add(path)

    def serves(self, chat: str, folder: str) -> bool:
        """Whether there may be vectors for what a chat sees."""
        seen = self._documents.mounts.of_chat(chat, folder)
        return bool(seen) and self._engine.running and self.model is not None

    def near(self, question: str, chat: str, folder: str, then: Near) -> None:
        """The passages that a chat sees and that are near ``question``, best first; ``then`` gets their numbers."""
        model, seen = self.model, self._documents.mounts.of_chat(chat, folder)
        if model is None or not self._engine.running:
            then(())
            return

        def made(event: protocol.AnyEvent) -> None:
            if not isinstance(event, protocol.Embedded) or not event.vectors:
                then(())
                return
            vector = event.vectors[0]
            self._ops.store(lambda: nearest(self._store.vectors(_key(model), seen), vector), then, lambda _: then(()))

        self._engine.request(self._models.embed(model.path, (question[:LONGEST],)), made)

    def shutdown(self) -> None:
        """The program ends."""
        self._closed = True
        self._again.stop()


def _key(model: ModelEntry) -> str:
    return model.facts.fingerprint or model.path if model.facts is not None else model.path
