"""New versions of the program: looked for when the person asks, or weekly where that is switched on; never forced."""

from __future__ import annotations

import datetime
import logging
import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec
from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from app.core.settings import Settings
from app.core.texts import Text, say
from app.core.updates import (
    Update,
    UpdatePackage,
    UpdateProblem,
    UpdateSource,
    numbered,
    offered,
    opened,
    package_for,
    tidy,
)
from app.core.version import VERSION
from app.core.work_values import Notice
from app.services.background import Ops
from app.services.manifest import ManifestCall, part_of
from app.services.models.downloads import Download, Downloads
from app.services.secrets import Secrets
from app.services.web import Web
from engine.files import discard

log = logging.getLogger("updates")

WEEK = 7 * 86_400.0  # seconds
LOOK_MS = 3_600_000  # how often a program that runs for long sees whether a week is over

UpdatePhase = Literal["idle", "checking", "current", "offered", "downloading", "ready", "failed"]


class UpdateState(msgspec.Struct, frozen=True):
    """``update``: the newer version, once there is one; ``download`` while its package comes; ``package`` None: there
    is none for this system; ``file``: the package, downloaded and found right.
    """

    phase: UpdatePhase = "idle"
    update: Update | None = None
    package: UpdatePackage | None = None
    download: Download | None = None
    file: str = ""
    problem: Text | None = None
    checked: float = 0.0


class Updates(QObject):
    """Signals:
    changed(UpdateState)
    notice(Notice): a weekly check found a newer version, or could not tell since what came has expired.
    """

    changed = Signal(object)
    notice = Signal(object)

    def __init__(
        self,
        source: UpdateSource,
        folder: Path,
        settings: Settings,
        web: Web,
        secrets: Secrets,
        ops: Ops,
        *,
        version: str = VERSION,
        open_file: Callable[[QUrl], bool] = QDesktopServices.openUrl,
        delays: tuple[float, ...] | None = None,
        parent: QObject | None = None,
    ) -> None:
        """``folder``: where packages are kept; ``open_file``: hands one to the system's installer or file manager."""
        super().__init__(parent)
        self._source, self._folder, self._settings = source, folder, settings
        self._web, self._ops, self._version, self._open = web, ops, version, open_file
        more = {} if delays is None else {"delays": delays}
        self.downloads = Downloads(folder, web, secrets, ops, "", parent=self, **more)
        self.downloads.changed.connect(self._followed)
        self.downloads.arrived.connect(self._arrived)
        self._manifest = ManifestCall(web, self)
        self._manifest.came.connect(self._came)
        self._manifest.failed.connect(self._fail)
        self._asked = False  # by the person
        self._state = UpdateState(checked=settings.number("updates.last_check"))
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)
        settings.apply({"privacy.updates": lambda _on: self.look()})

    @property
    def state(self) -> UpdateState:
        return self._state

    @property
    def able(self) -> bool:
        """Whether this build knows where to look, and whose signature to believe."""
        return bool(self._source.url and self._source.public_key)

    def start(self) -> None:
        """Begin to look weekly, where that is switched on; packages of versions that are installed by now go."""
        folder, version = self._folder, self._version
        self._ops.run(lambda: tidy(folder, version))
        self._timer.start()
        self.look()

    def look(self) -> None:
        """Check if a week is over since the last time; a clock that was set back does not keep it from that."""
        if not self._settings.flag("privacy.updates") or not self.able or self._web.offline:
            return
        last = max(self._settings.number("updates.last_check"), self._settings.number("updates.last_told"))
        if not 0 <= time.time() - last < WEEK:
            self._check(asked=False)

    def check(self) -> None:
        """Look for a newer version, since the person asks for it."""
        if self.able:
            self._check(asked=True)
        else:
            self._set(phase="failed", problem=say("update.no_key"))

    def _check(self, *, asked: bool) -> None:
        if self._manifest.busy:
            self._asked = self._asked or asked  # what comes of the weekly check is an answer to the person, too
            return
        if self._state.phase in ("downloading", "ready"):
            return
        self._asked = asked
        self._set(phase="checking", problem=None)
        self._manifest.ask(self._source.url, "update")

    def _fail(self, problem: Text) -> None:
        """Tell it; a check that nobody asked for is tried again with the next one.

        What has expired is told then, too, once a week: else whoever repeats an old manifest hides newer versions.
        """
        log.info("no update: %s", problem.code)
        if problem.code == "update.expired":
            if not self._asked:
                self._settings.set("updates.last_told", time.time())
                self.notice.emit(Notice("warning", problem))
            self._set(phase="failed", problem=problem, update=None, package=None)  # it can be checked again
            return
        before: UpdatePhase = "offered" if self._state.update is not None else "idle"
        self._set(phase="failed" if self._asked else before, problem=problem if self._asked else None)

    def _came(self, answer: bytes) -> None:
        try:
            update = opened(answer, self._source.public_key)
            today = datetime.datetime.now(datetime.UTC).date()
            newer = offered(update, self._version, self._settings.text("updates.seen"), today)
        except UpdateProblem as problem:
            self._fail(problem.text)
            return
        now = time.time()
        self._settings.set("updates.last_check", now)
        if numbered(update.version) > numbered(self._settings.text("updates.seen")):
            self._settings.set("updates.seen", update.version)
        if not newer:
            self._set(phase="current", update=None, package=None, checked=now)
            return
        package = package_for(update, sys.platform, platform.machine(), "APPIMAGE" in os.environ)
        self._set(phase="offered", update=update, package=package, checked=now)
        if not self._asked:
            self.notice.emit(Notice("info", say("update.available", version=update.version), "", "show_update"))

    # ------------------------------------------------------------------ the package

    def download(self) -> None:
        """Fetch the package that was offered, or go on with it."""
        package = self._state.package
        if package is None or self._state.phase not in ("offered", "downloading", "failed"):
            return
        self._set(phase="downloading", problem=None)
        self.downloads.start_alone(package.name, QUrl(package.url).host(), part_of(self._folder, package))

    def stop(self) -> None:
        """Give the download up; what has come goes, and all of it is offered again."""
        self.downloads.give_up()
        if self._state.phase in ("downloading", "ready"):
            self._set(phase="offered", download=None, file="")

    def _followed(self, downloads: tuple[Download, ...]) -> None:
        one = next(iter(downloads), None)
        if self._state.phase != "downloading" or one is None:
            return
        if one.phase == "failed":
            self._set(phase="failed", download=None, problem=one.problem)
        elif one.phase != "done":
            self._set(download=one)

    def _arrived(self, path: str) -> None:
        self.downloads.give_up()  # a finished one only leaves the list
        self._set(phase="ready", download=None, file=path)

    def install(self) -> None:
        """Hand the package to the system's installer, if it is still what was downloaded.

        An archive is shown in its folder: unpacking it is the person's.
        """
        package = self._state.package
        if package is None or self._state.phase != "ready":
            return
        part = part_of(self._folder, package)

        def checked(whole: bool | None) -> None:
            if not (whole and part.present):
                discard(part.target)
                self._set(phase="failed", file="", problem=say("update.changed"))
                return
            archive = package.name.endswith((".tar.gz", ".AppImage"))
            place = part.target.parent if archive else part.target
            if not self._open(QUrl.fromLocalFile(str(place))):
                self._set(problem=say("update.not_opened", name=package.name))

        self._ops.run(part.whole, checked)

    def shutdown(self) -> None:
        """End what is under way; a package that has come in part stays for the next time."""
        self._timer.stop()
        self._manifest.abort()
        self.downloads.shutdown()

    def _set(self, **changes: object) -> None:
        state = msgspec.structs.replace(self._state, **changes)
        if state != self._state:
            self._state = state
            self.changed.emit(state)
