"""Fetches the starter model when the person asks for it, with the same care as any other download."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.core.part_file import DownloadSource, PartFile, PartProblem
from app.core.starter import StarterModel, unpack
from app.core.work_values import Notice
from app.services.background import Ops
from app.services.models.downloads import Download, Downloads

FOLDER = "starter"


class Starter(QObject):
    """Signals:
    changed(Download | None): how far it is; None when nothing is under way.
    arrived(str): path of the model.
    notice(Notice): it could not be unpacked.
    """

    changed = Signal(object)
    arrived = Signal(str)
    notice = Signal(object)

    def __init__(
        self, model: StarterModel, folder: Path, downloads: Downloads, ops: Ops, parent: QObject | None = None
    ) -> None:
        """``folder``: the models folder."""
        super().__init__(parent)
        self.model = model
        self._ops, self._downloads = ops, downloads
        self._archive = folder / FOLDER / model.archive
        self._target = folder / model.file
        self._state: Download | None = None
        downloads.changed.connect(self._look)

    @property
    def state(self) -> Download | None:
        return self._state

    def get(self) -> None:
        """Fetch it, or go on where the last try stopped."""
        source = DownloadSource("", "", self.model.archive, self.model.size, self.model.sha256, self.model.url)
        self._downloads.start_parts(self.model.name, self.model.place, [PartFile(self._archive, source)])

    def cancel(self) -> None:
        """Stop, and throw away what has come."""
        if self._state is not None:
            self._downloads.cancel(self._state.id)

    def owns(self, path: str) -> bool:
        """Whether a complete download is the starter's archive; then it is unpacked, and ``arrived`` follows."""
        if Path(path) != self._archive:
            return False

        def failed(problem: Exception) -> None:
            if not isinstance(problem, PartProblem):
                raise problem
            self._put_away()
            self.notice.emit(Notice("error", problem.text))

        def done(_: None) -> None:
            self._put_away()
            self.arrived.emit(str(self._target))

        self._ops.run(lambda: unpack(self._archive, self.model, self._target), done, failed)
        return True

    def _put_away(self) -> None:
        """The archive leaves the list of downloads: the model is what counts."""
        if self._state is not None:
            self._downloads.cancel(self._state.id)

    def _look(self, downloads: tuple[Download, ...]) -> None:
        state = next((one for one in downloads if one.path == str(self._archive)), None)
        if state != self._state:
            self._state = state
            self.changed.emit(state)
