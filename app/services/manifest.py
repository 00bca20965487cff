"""A signed manifest on its way, and the package it names: the same for new versions and for add-ons."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.core.network_log import Why
from app.core.part_file import DownloadSource, PartFile
from app.core.texts import Text, say
from app.core.updates import LONGEST, UpdatePackage
from app.services.web import Call, Web, WebProblem


class ManifestCall(QObject):
    """Asks for one manifest at a time, and gives it up where it is longer than any is.

    Signals:
        came(bytes): all of it, its signature not looked at
        failed(Text)
    """

    came = Signal(object)
    failed = Signal(object)

    def __init__(self, web: Web, parent: QObject) -> None:
        super().__init__(parent)
        self._web = web
        self._call: Call | None = None
        self._answer = b""

    @property
    def busy(self) -> bool:
        return self._call is not None

    def ask(self, url: str, why: Why) -> None:
        """``why``: for the log of what the network was asked."""
        self._answer = b""
        self._call = self._web.get(url, why=why)
        self._call.data.connect(self._take)
        self._call.done.connect(self._ended)
        self._call.failed.connect(self._failed)

    def _take(self, data: bytes) -> None:
        self._answer += data
        if len(self._answer) > LONGEST and self._call is not None:
            self._call.abort()
            self._fail(say("update.too_long"))

    def _failed(self, problem: WebProblem) -> None:
        self._fail(problem.text)

    def _fail(self, problem: Text) -> None:
        self._call = None
        self.failed.emit(problem)

    def _ended(self) -> None:
        self._call = None
        self.came.emit(self._answer)

    def abort(self) -> None:
        """End it where it is; nothing is told any more."""
        if self._call is not None:
            call, self._call = self._call, None
            call.abort()


def part_of(folder: Path, package: UpdatePackage) -> PartFile:
    """A package on its way into ``folder``."""
    source = DownloadSource("", "", package.name, package.size, package.sha256, package.url)
    return PartFile(folder / package.name, source)
