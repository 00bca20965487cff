"""The model of a start: the one used last, as soon as its own file was seen, else the starter."""

from __future__ import annotations

from pathlib import Path

from app.core.library import Library, first_choice, real
from app.core.model_values import ModelEntry, ModelPhase, ModelState
from app.core.settings import Settings
from app.core.store import Store, StoredModel
from app.core.texts import say
from app.core.work_values import Notice
from app.services.background import Ops
from app.services.models.models import Models


class FirstModel:
    """Loads a model where the person has chosen none in this run."""

    def __init__(self, models: Models, library: Library, store: Store, settings: Settings, ops: Ops) -> None:
        self._models, self._library, self._store = models, library, store
        self._settings, self._ops = settings, ops
        self._tried = False  # a model was chosen, or was loaded without a look, since the start
        models.state_changed.connect(self._changed)

    @property
    def _last(self) -> str:
        return self._settings.text("model.last")

    def load_ahead(self) -> None:
        """Load the model used last as soon as its own file was seen: a look waits for all folders, of which one may lie
        on a drive that does not answer.
        """
        last, self._tried = self._last, False

        def seen(entry: ModelEntry | None) -> None:
            models = self._models
            free = models.state.phase is ModelPhase.NONE and not self._tried and not models.entries
            if entry is not None and free and not models.careful(last):
                models.load_known(entry)

        def look(rows: list[StoredModel]) -> None:
            self._ops.outside(lambda: self._library.alone(last, rows), seen)

        if last:
            self._ops.store(self._store.models, look)

    def load(self) -> None:
        """There was a look: load the model used last, else the starter; a notice if there is none. Nothing where one
        was chosen, or was tried before the look was over.
        """
        models, last = self._models, self._last
        if self._tried or models.state.phase in (ModelPhase.LOADING, ModelPhase.LOADED):
            return
        choice = first_choice(models.entries, last)
        if last and (choice is None or real(choice.path) != real(last)):
            models.notice.emit(Notice("warning", say("model.last_gone", name=Path(last).name), "", "open_library"))
        if choice is not None and models.careful(choice.path):
            models.leave_alone(choice.path)
        elif choice is not None:
            models.load(choice.path)
        else:
            models.none()
            models.notice.emit(Notice("info", say("model.choose"), "", "open_library"))

    def _changed(self, state: ModelState) -> None:
        if state.phase is not ModelPhase.NONE:
            self._tried = True
