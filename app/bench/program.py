"""The program without a window, with the real engine, driven by a bench."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QGuiApplication

from app.core.knowledge.values import KnowledgeWork
from app.core.model_values import ModelPhase
from app.core.paths import Paths
from app.core.work_values import Phase
from app.services.app_context import AppContext

STEP_MS = 50


class BenchProgram:
    """Starts the program on a folder of its own and loads a model.

    ``load``: tokens of context, and threads; ``patience``: s that anything may take; ``told`` gets what is to be said
    of progress.
    """

    def __init__(
        self, folder: Path, model: str, load: tuple[int, int], patience: float, told: Callable[[str], None]
    ) -> None:
        self._application = QGuiApplication.instance() or QGuiApplication([])
        self._patience, self._told = patience, told
        self._tick = QTimer(interval=STEP_MS)  # so that conditions are looked at where nothing else happens
        self._tick.start()
        self.context = AppContext(Paths(folder / "data"))
        settings = self.context.settings
        for key in ("chat.titles", "documents.compact", "knowledge.extract"):
            settings.set(key, False)
        for key, number in zip(("model.n_ctx", "model.threads"), load, strict=True):
            settings.set(key, number)
        self.context.start()
        self.context.models.load(str(Path(model).absolute()))
        self.wait(lambda: self.context.models.state.phase is ModelPhase.LOADED)

    def wait(self, condition: Callable[[], object]) -> None:
        """Run the loop until ``condition`` holds (TimeoutError: it does not, RuntimeError: the model failed)."""
        until = time.monotonic() + self._patience
        while not condition():
            if time.monotonic() > until:
                raise TimeoutError("the program did not get there in time")
            if self.context.models.state.phase is ModelPhase.FAILED:
                raise RuntimeError(str(self.context.models.state.problem))
            self._application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def add(self, files: Sequence[Path]) -> list[str]:
        """Have documents read and indexed; their ids, in that order."""
        found: list[str] = []
        documents = self.context.documents
        documents.add(files, found.extend)
        self.wait(lambda: len(found) == len(files) and documents.idle)
        self.wait(lambda: all((entry := documents.get(one)) and entry.digest for one in found))
        return found

    def extract(self, documents: Sequence[str]) -> None:
        """Have the model extract facts of documents."""
        knowledge = self.context.knowledge
        knowledge.quiet_ms = 4 * STEP_MS
        for document in documents:
            knowledge.extract(document)

        told = set[int]()

        def progress(document: str, work: KnowledgeWork) -> None:
            done = sum(one.done for one in works(documents))
            if done not in told:
                told.add(done)
                self._told(f"extracted {done} of {sum(one.total for one in works(documents))} passages")

        def works(wanted: Sequence[str]) -> list[KnowledgeWork]:
            return [work for one in wanted if (work := knowledge.work_of(one)) is not None]

        def over() -> bool:
            found = works(documents)
            return len(found) == len(documents) and all(one.done == one.total > 0 for one in found)

        knowledge.progress.connect(progress)
        self.wait(lambda: over() and not knowledge.working)
        knowledge.progress.disconnect(progress)

    def read(self, documents: Sequence[str]) -> int:
        """Have the model read documents, each once; how many it could."""
        for document in documents:
            self.context.cartridges.read(document)

        def known() -> list[str]:
            phases = (self.context.cartridges.state_of(one).phase for one in documents)
            return [phase for phase in phases if phase in ("ready", "failed")]

        def at_least(n: int) -> bool:
            return len(known()) >= n

        for n in range(1, len(documents) + 1):
            self.wait(partial(at_least, n))
            self._told(f"read {n} of {len(documents)} documents")
        return known().count("ready")

    def ask(self, question: str, documents: Sequence[str]) -> str:
        """Ask in a new chat with these documents, of which the model has all that it has read; the reply."""
        talk = self.context.conversation
        talk.new_chat()
        self.wait(lambda: talk.phase is Phase.IDLE)
        self.context.documents.mounts.mount("chat", talk.view.chat.id, documents)
        talk.send(question)
        self.wait(lambda: talk.phase is Phase.IDLE and len(talk.view.messages) == 2 and self._over())
        reply = talk.view.messages[-1].content
        self.context.chats.trash([talk.view.chat.id])  # in the background nothing takes the room that chats have
        return reply

    def _over(self) -> bool:
        return self.context.conversation.view.messages[-1].state != "streaming"

    def close(self) -> None:
        """End it."""
        self.context.shutdown()
