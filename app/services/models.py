"""The model in use and the library as the window sees them. (Interface; the implementation follows.)"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from app.core.types import ModelEntry, ModelState


class Models(QObject):
    """Signals:
    state_changed(ModelState): the model in use, with load progress.
    library_changed(tuple[ModelEntry, ...])
    added(ModelEntry): a file was dropped in and is fine.
    notice(Notice): a file was refused, a load failed, ...
    """

    state_changed = Signal(object)
    library_changed = Signal(object)
    added = Signal(object)
    notice = Signal(object)

    @property
    def state(self) -> ModelState:
        raise NotImplementedError

    @property
    def entries(self) -> tuple[ModelEntry, ...]:
        raise NotImplementedError

    def refresh(self) -> None:
        """Look at the models folder and the referenced files again; ``library_changed`` follows."""
        raise NotImplementedError

    def add(self, paths: Iterable[str], load: bool = True) -> None:
        """Check files that were dropped in by their header, reference them in place, load the first good one."""
        raise NotImplementedError

    def remove(self, path: str) -> None:
        """Forget a referenced file; the file itself is left alone."""
        raise NotImplementedError

    def load(self, path: str) -> None:
        """Load a model in place of the loaded one."""
        raise NotImplementedError

    def unload(self) -> None:
        raise NotImplementedError
