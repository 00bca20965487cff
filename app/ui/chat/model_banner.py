"""What the banner of a chat says of models: none is there to answer, another one was used last, the engine is back."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from app.core.model_values import ModelPhase
from app.core.work_values import Notice, Phase
from app.services.app_context import AppContext
from app.services.chat.conversation import Conversation
from app.services.chat.follower import ChatFollower
from app.ui.notices import Banner
from app.ui.sentences import whole

translate = QCoreApplication.translate

HEALED_MS = 15_000


class ModelBanner(QObject):
    """Tells it, and takes away what is done with."""

    def __init__(self, context: AppContext, talk: Conversation, banner: Banner, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._talk, self._banner = context, talk, banner
        self._healed: Notice | None = None
        ChatFollower(
            talk,
            self,
            phase_changed=self._phase_changed,
            model_missing=self._tell_missing,
            own_model_offered=self._offer_own,
        )

    def leave_own(self) -> None:
        """Offer the model that the chat was used with no more."""
        if self._banner.notice is not None and self._banner.notice.action == "use_model":
            self._banner.clear()

    def remind(self) -> None:
        """The chat is seen again: say once more that a reply waits for a model, since a button may have led away."""
        coming = self._context.starter.state
        waits = self._talk.phase is Phase.NO_MODEL and (coming is None or coming.stopped)
        if waits and self._banner.notice is None and self._talk.state.awaits:
            self._tell_missing()

    def _phase_changed(self, phase: Phase) -> None:
        if phase.busy or phase is Phase.LOADING:
            self.leave_own()
        notice = self._banner.notice
        if phase not in (Phase.IDLE, Phase.REPLYING) or notice is None or notice.action == "use_model":
            return
        if notice.action:
            self._banner.clear()  # what it offered has been done
        elif notice.detail and self._healed is not notice:
            self._healed = notice  # the engine came back by itself: said long enough to be read
            QTimer.singleShot(HEALED_MS, self, self._leave_healed)

    def _leave_healed(self) -> None:
        if self._banner.notice is self._healed:
            self._banner.clear()

    def _offer_own(self, path: str) -> None:
        """The chat was used with another model last: it is read with the one in use only when it is needed."""
        entry = self._context.models.entry(path)
        if entry is not None:
            now = self._context.models.state.name
            text = translate("Chat", "This chat was last used with {model}.").format(model=entry.name)
            hint = translate("Chat", "To stay with {model}, send a message.").format(model=now)
            self._banner.tell(Notice("info", text, hint, "use_model", path))

    def _tell_missing(self) -> None:
        models = self._context.models
        text = translate("Chat", "Load a model to get a reply.")
        if models.state.phase is ModelPhase.FAILED:
            notice = Notice("warning", text, whole(models.state.problem), "retry_model", also=models.ways_out)
        elif not models.entries:
            hint = translate("Chat", "You can also drop a .gguf file into the window.")
            notice = Notice("info", text, hint, "get_starter", also=("open_library",))
        else:
            hint = translate("Chat", "Drop a .gguf file into the window, or choose a model above.")
            notice = Notice("info", text, hint, "open_library")
        self._banner.tell(notice)
