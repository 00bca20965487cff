"""Downloads recommended models: one click looks a repository's files up and starts the download."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.core.curated import CuratedModel, CuratedModels, file_of
from app.core.hub import HubRepo
from app.core.texts import Text, say
from app.services.models.downloads import Download, Downloads
from app.services.models.hub import Hub
from app.services.secrets import Secrets
from app.services.web import Web


class CuratedDownloads(QObject):
    """Signals:
    changed(): what is known of some model's download is another.
    """

    changed = Signal()

    def __init__(
        self,
        offer: CuratedModels,
        web: Web,
        secrets: Secrets,
        downloads: Downloads,
        base: str = "",
        parent: QObject | None = None,
    ) -> None:
        """``base``: address of the hub."""
        super().__init__(parent)
        self.offer = offer
        self._web, self._secrets, self._downloads, self._base = web, secrets, downloads, base
        self._lookups: dict[CuratedModel, Hub] = {}
        self._problems: dict[CuratedModel, Text] = {}
        self._started: dict[CuratedModel, str] = {}  # ids of downloads
        downloads.changed.connect(lambda _: self.changed.emit())

    def get(self, model: CuratedModel) -> None:
        """Download it, or go on where the last try stopped."""
        if model in self._lookups:
            return
        self._problems.pop(model, None)
        hub = Hub(self._web, self._secrets, self._base, self)
        self._lookups[model] = hub
        hub.listed.connect(lambda repo: self._listed(model, repo))
        hub.failed.connect(lambda problem: self._failed(model, problem.text))
        hub.list_files(model.repo)
        self.changed.emit()

    def cancel(self, model: CuratedModel) -> None:
        """Stop, and delete what has come."""
        hub = self._lookups.pop(model, None)
        if hub is not None:
            hub.cancel()
            hub.deleteLater()
        download = self.download(model)
        if download is not None:
            self._downloads.cancel(download.id)
        self.changed.emit()

    def give_up(self) -> None:
        """:meth:`cancel` all that are looked up: none begins a download later."""
        for model in tuple(self._lookups):
            self.cancel(model)

    def looking_up(self, model: CuratedModel) -> bool:
        """Whether the hub is asked for its files."""
        return model in self._lookups

    def problem(self, model: CuratedModel) -> Text | None:
        """Why its download could not begin."""
        return self._problems.get(model)

    def download(self, model: CuratedModel) -> Download | None:
        """Its download, one that an earlier run began included."""
        started = self._started.get(model)
        for one in self._downloads.downloads:
            if one.id == started or (one.repo == model.repo and one.name.casefold() == model.file.casefold()):
                return one
        return None

    def started(self, path: str) -> bool:
        """Whether ``path``, which has arrived, is a recommended model that was asked for in this run."""
        ids = set(self._started.values())
        return any(one.id in ids and Path(one.path) == Path(path) for one in self._downloads.downloads)

    def _listed(self, model: CuratedModel, repo: HubRepo) -> None:
        self._end(model)
        file = file_of(repo, model)
        if file is None:
            self._failed(model, say("curated.gone", name=model.file, repo=model.repo))
            return
        self._started[model] = self._downloads.start(repo, file)
        self.changed.emit()

    def _failed(self, model: CuratedModel, problem: Text) -> None:
        self._end(model)
        self._problems[model] = problem
        self.changed.emit()

    def _end(self, model: CuratedModel) -> None:
        hub = self._lookups.pop(model, None)
        if hub is not None:
            hub.deleteLater()
