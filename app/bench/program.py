"""The program without a window, with the real engine, driven by a bench."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QGuiApplication

from app.core.paths import Paths
from app.core.types import ModelPhase, Phase
from app.services.app_context import AppContext

STEP_MS = 50


class BenchProgram:
    """Starts the program on a folder of its own and loads a model; ``patience``: s that anything may take."""

    def __init__(self, folder: Path, model: str, patience: float) -> None:
        self._application = QGuiApplication.instance() or QGuiApplication([])
        self._patience = patience
        self.context = AppContext(Paths(folder / "data"))
        settings = self.context.settings
        for key in ("chat.titles", "documents.compact", "knowledge.extract"):
            settings.set(key, False)
        self.context.start()
        self.context.models.load(str(Path(model).absolute()))
        self.wait(lambda: self.context.models.state.phase is ModelPhase.LOADED)
        self._read: set[str] = set()

    def wait(self, condition: Callable[[], object]) -> None:
        """Run the loop until ``condition`` holds (TimeoutError: it does not, RuntimeError: the model failed)."""
        until = time.monotonic() + self._patience
        while not condition():
            if time.monotonic() > until:
                raise TimeoutError("the program did not get there in time")
            if self.context.models.state.phase is ModelPhase.FAILED:
                raise RuntimeError(str(self.context.models.state.problem))
            self._application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, STEP_MS)
            time.sleep(0.002)

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
        knowledge.quiet_ms = 0
        for document in documents:
            knowledge.extract(document)

        def over() -> bool:
            counts = self.context.store.extracted_counts()
            return all(counts[one][0] == counts[one][1] > 0 for one in documents) and not knowledge.working

        self.wait(over)

    def ask(self, question: str, documents: Sequence[str], *, cartridges: bool) -> str:
        """Ask in a new chat with these documents; the reply."""
        talk = self.context.conversation
        talk.new_chat()
        self.wait(lambda: talk.phase is Phase.IDLE)
        self.context.documents.mounts.mount("chat", talk.view.chat.id, documents)
        if cartridges:
            for document in set(documents) - self._read:
                self.context.cartridges.read(document)
                self._read.add(document)
            state_of = self.context.cartridges.state_of
            self.wait(lambda: all(state_of(one).phase == "ready" for one in documents))
        talk.send(question)
        self.wait(lambda: talk.phase is Phase.IDLE and len(talk.view.messages) == 2 and self._over())
        return talk.view.messages[-1].content

    def _over(self) -> bool:
        return self.context.conversation.view.messages[-1].state != "streaming"

    def close(self) -> None:
        """End it."""
        self.context.shutdown()
