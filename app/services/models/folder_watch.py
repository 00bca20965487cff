"""Keeps the library equal to its folders: what is put there appears, what goes away is marked."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QFileSystemWatcher, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from app.core import model_folders
from app.core.library import LibraryScan
from app.core.settings import Settings, Value
from app.services.background import Ops
from app.services.models.models import Models

GATHER_MS = 400  # changes of a folder come in many small ones
SETTLE_S = 2.0  # a file that was written to less than that ago may not be whole yet
AGAIN_MS = 2500  # while something is being written


class FolderWatch(QObject):
    """Watches the folders of the library; those that the person chose are the setting ``library.folders``."""

    def __init__(self, models: Models, settings: Settings, ops: Ops, parent: QObject) -> None:
        super().__init__(parent)
        self._models, self._settings, self._ops = models, settings, ops
        self._watcher = QFileSystemWatcher(self)
        self._above: dict[str, dict[str, bool]] = {}  # folders that ours lie in, and whether ours were there
        self._soon = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._soon.timeout.connect(self.look)
        self._asking = self._ask_again = self._stopped = False
        self._again = QTimer(self, singleShot=True, interval=AGAIN_MS)
        self._again.timeout.connect(self.look)
        self._watcher.directoryChanged.connect(self._changed)
        self._watcher.fileChanged.connect(lambda _: self._soon.start())
        models.looked.connect(self._looked)
        settings.apply({model_folders.KEY: self._folders_changed})
        app = QCoreApplication.instance()
        if isinstance(app, QGuiApplication):
            app.applicationStateChanged.connect(self._state_changed)

    @property
    def folders(self) -> tuple[str, ...]:
        """Those that the person chose."""
        return model_folders.chosen(self._settings)

    @property
    def places(self) -> frozenset[str]:
        """What is being watched: folders, and files that are still being written."""
        return frozenset(self._watcher.directories() + self._watcher.files())

    def add(self, folder: str) -> None:
        """Look for models in a folder, too."""
        model_folders.choose(self._settings, [*self.folders, str(Path(folder).expanduser().resolve())])

    def remove(self, folder: str) -> None:
        """Look there no more; its models leave the library, its files stay."""
        model_folders.choose(self._settings, [one for one in self.folders if one != folder])

    def look(self) -> None:
        """Look at the folders now."""
        self._models.refresh(settle=SETTLE_S)

    def stop(self) -> None:
        """Watch no more: the program ends."""
        for timer in (self._soon, self._again):
            timer.stop()
        self._watcher.blockSignals(True)
        if self.places:
            self._watcher.removePaths(sorted(self.places))
        self._stopped = True

    def _changed(self, folder: str) -> None:
        if folder not in self._above:
            self._soon.start()
        elif self._asking:
            self._ask_again = True
        else:  # much goes on in the folders above ours that does not concern them
            self._asking, above = True, {**self._above}
            self._ops.outside(lambda: _is_other(above), self._asked)

    def _asked(self, other: bool) -> None:
        self._asking, again = False, self._ask_again
        self._ask_again = False
        if self._stopped:
            return
        if other:
            self._soon.start()
        elif again and self._above:
            self._changed(next(iter(self._above)))

    def _looked(self, found: LibraryScan) -> None:
        if self._stopped:
            return
        self._above = found.above
        wanted = {*found.places, *found.arriving, *self._above}
        now = self.places
        if gone := sorted(now - wanted):
            self._watcher.removePaths(gone)
        if new := sorted(wanted - now):
            self._watcher.addPaths(new)
        if found.arriving:
            self._again.start()

    def _folders_changed(self, _: Value) -> None:
        if not self._stopped:
            self._models.refresh()

    def _state_changed(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive and not self._stopped:
            self._soon.start()


def _is_other(above: dict[str, dict[str, bool]]) -> bool:
    """Whether a folder of ours came or went since; asks the disk."""
    return any(os.path.isdir(one) != was for ours in above.values() for one, was in ours.items())
