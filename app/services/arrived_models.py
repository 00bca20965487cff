"""What becomes of models that were downloaded: they join the library, and where nothing answers, they are loaded."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.model_values import ModelPhase, ModelState
from app.core.texts import say
from app.core.work_values import Notice
from app.services.chat.conversations import Conversations
from app.services.chat.switching import ModelSwitch
from app.services.models.curated import CuratedDownloads
from app.services.models.downloads import Downloads
from app.services.models.models import Models
from app.services.models.starter import Starter


class ArrivedModels(QObject):
    """Signals:
    notice(Notice): a chat that waited for a model goes on with the one that came.
    """

    notice = Signal(object)

    def __init__(
        self, downloads: Downloads, starter: Starter, curated: CuratedDownloads, models: Models,
        conversations: Conversations, switching: ModelSwitch, parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._starter, self._curated, self._models = starter, curated, models
        self._conversations = conversations
        self._chat = ""  # that waits for the model that is being loaded
        downloads.arrived.connect(self._arrived)
        starter.arrived.connect(lambda path: self._take(path, switching.nothing_loaded))
        models.state_changed.connect(self._model_changed)

    def _arrived(self, path: str) -> None:
        if not self._starter.owns(path):
            wanted = self._curated.started(path) or bool(self._conversations.waiting_chat)
            self._take(path, wanted and self._models.state.phase is ModelPhase.NONE)

    def _take(self, path: str, load: bool) -> None:
        self._chat = self._conversations.waiting_chat if load else ""
        self._models.add([path], load=load)

    def _model_changed(self, state: ModelState) -> None:
        if state.phase is ModelPhase.LOADED and self._chat:
            chat, self._chat = self._chat, ""
            waits = self._conversations.states.of(chat)
            if waits is not None and waits.awaits:  # else it was taken back meanwhile
                self.notice.emit(Notice("info", say("model.answers", name=state.name), "", "show_chat", chat=chat))
        elif state.phase is ModelPhase.FAILED:
            self._chat = ""
