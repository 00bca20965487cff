"""Add-ons for graphics cards: offered where a driver was seen, looked for and fetched when the person asks for it."""

from __future__ import annotations

import logging
import platform
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec
from PySide6.QtCore import QObject, QUrl, Signal

from app.core import addons
from app.core.addons import AddOn, AddOnProblem, Backend
from app.core.problem import Problem
from app.core.texts import Text, say
from app.core.updates import UpdateProblem, UpdateSource
from app.core.version import VERSION
from app.services.background import Ops
from app.services.engine_client.devices import EngineDevices
from app.services.manifest import ManifestCall, part_of
from app.services.models.downloads import Download, Downloads
from app.services.secrets import Secrets
from app.services.web import Web
from engine.files import discard

log = logging.getLogger("addons")

CUDA: Backend = "cuda"

AddOnPhase = Literal["hidden", "offered", "checking", "found", "downloading", "unpacking", "installed", "failed"]


class AddOnState(msgspec.Struct, frozen=True):
    """``addon``: once it was found; ``download`` while it comes; ``share`` of 1 that is unpacked."""

    phase: AddOnPhase = "hidden"
    addon: AddOn | None = None
    download: Download | None = None
    share: float = 0.0
    problem: Text | None = None


class CudaAddOn(QObject):
    """The one for NVIDIA's cards.

    It is offered where their driver is installed, this build knows where to look, and the engine uses no CUDA yet.

    Signals:
        changed(AddOnState)
    """

    changed = Signal(object)
    _unpacked = Signal(float)  # share; from the thread that does it

    def __init__(
        self,
        source: UpdateSource,
        folder: Path,
        web: Web,
        secrets: Secrets,
        ops: Ops,
        devices: EngineDevices,
        *,
        version: str = VERSION,
        driver: Callable[[], bool] = addons.cuda_of_use,
        delays: tuple[float, ...] | None = None,
        parent: QObject | None = None,
    ) -> None:
        """``folder``: of all add-ons; ``driver``: whether there is an NVIDIA driver with a card, asked in a thread."""
        super().__init__(parent)
        self._source, self._folder, self._ops = source, folder, ops
        self._devices, self._version, self._driver = devices, version, driver
        more = {} if delays is None else {"delays": delays}
        self.downloads = Downloads(folder / addons.DOWNLOADS, web, secrets, ops, "", parent=self, **more)
        self.downloads.changed.connect(self._followed)
        self.downloads.arrived.connect(self._arrived)
        self._manifest = ManifestCall(web, self)
        self._manifest.came.connect(self._came)
        self._manifest.failed.connect(self._fail)
        self._seen = self._there = False  # a driver; the add-on
        self._stop = threading.Event()
        self._ended = False  # the program ends
        self._state = AddOnState()
        self._unpacked.connect(self._show_unpacked)
        devices.changed.connect(lambda _: self._offer())

    @property
    def state(self) -> AddOnState:
        return self._state

    @property
    def able(self) -> bool:
        """Whether this build knows where to look, and whose signature to believe."""
        return bool(self._source.addons and self._source.public_key)

    def start(self) -> None:
        """Delete add-ons of other versions, and see whether there is something to offer.

        Call it before the engine's start, which holds their files.
        """
        addons.tidy(self._folder, self._version)
        self.look()

    def look(self) -> None:
        """See anew what is installed; nothing is asked of the network."""
        folder, version, driver = self._folder, self._version, self._driver

        def found(there: tuple[bool, bool]) -> None:
            self._there, self._seen = there
            if self._state.phase == "installed" and not self._there:
                self._set(phase="hidden", addon=None)
            self._offer()

        self._ops.run(lambda: (addons.installed(folder, version, CUDA), driver()), found)

    def _offer(self) -> None:
        if self._state.phase not in ("hidden", "offered"):
            return
        used = any(name.upper().startswith(CUDA.upper()) for name in self._devices.said.found)
        self._set(phase="offered" if self.able and self._seen and not self._there and not used else "hidden")

    # ------------------------------------------------------------------ what a person does

    def check(self) -> None:
        """Ask for the add-on of this version: how large it is, and that it is ours."""
        if self._manifest.busy or self._state.phase not in ("offered", "failed"):
            return
        self._set(phase="checking", addon=None, problem=None)
        self._manifest.ask(self._source.addons.replace("{version}", self._version), "addon")

    def _fail(self, problem: Text) -> None:
        log.info("no add-on: %s", problem.code)
        self._set(phase="failed", download=None, problem=problem)

    def _came(self, answer: bytes) -> None:
        try:
            found = addons.opened(answer, self._source.public_key, self._version)
            addon = addons.fitting(found, CUDA, sys.platform, platform.machine())
        except (UpdateProblem, AddOnProblem) as problem:
            self._fail(problem.text)
            return
        self._set(phase="found", addon=addon)

    def download(self) -> None:
        """Fetch what was found, or go on with it; it is unpacked when it is here and right."""
        addon = self._state.addon
        if addon is None or self._state.phase not in ("found", "failed"):
            return
        self._set(phase="downloading", problem=None)
        package = addon.package
        part = part_of(self._folder / addons.DOWNLOADS, package)
        self.downloads.start_alone(package.name, QUrl(package.url).host(), part)

    def stop(self) -> None:
        """Give it up; what has come goes."""
        self._stop.set()
        self.downloads.give_up()
        if self._state.phase == "downloading":
            self._set(phase="found", download=None)

    def _followed(self, downloads: tuple[Download, ...]) -> None:
        one = next(iter(downloads), None)
        if self._state.phase != "downloading" or one is None:
            return
        if one.phase == "failed":
            self._fail(one.problem or say("addon.none", backend=addons.NAMES[CUDA]))
        elif one.phase != "done":
            self._set(download=one)

    def _arrived(self, path: str) -> None:
        self.downloads.give_up()  # a finished one only leaves the list
        addon = self._state.addon
        if addon is None:
            return
        self._stop = stop = threading.Event()
        archive, target = Path(path), addons.folder_of(self._folder, self._version, CUDA)
        self._set(phase="unpacking", download=None, share=0.0)

        def go_on(share: float) -> bool:
            self._unpacked.emit(share)
            return not stop.is_set()

        def work() -> bool:
            try:
                whole = addons.unpack(archive, addon, target, go_on)
            except AddOnProblem as problem:
                if problem.text.code == "addon.bad_archive":  # else it is good, and unpacked when there is room
                    discard(archive)
                raise
            if whole or not self._ended:
                discard(archive)
            return whole

        self._ops.run(work, self._over, self._not_unpacked)

    def _show_unpacked(self, share: float) -> None:
        if self._state.phase == "unpacking":
            self._set(share=share)

    def _over(self, whole: bool) -> None:
        self._there = whole
        self._set(phase="installed" if whole else "found", share=0.0)

    def _not_unpacked(self, problem: Exception) -> None:
        if not isinstance(problem, Problem):
            log.error("an add-on cannot be unpacked", exc_info=problem)
        text = problem.text if isinstance(problem, Problem) else None
        self._fail(text or say("addon.not_unpacked", name=addons.NAMES[CUDA], reason=str(problem)))

    def shutdown(self) -> None:
        """End what is under way; what has come stays for the next time."""
        self._ended = True
        self._stop.set()
        self._manifest.abort()
        self.downloads.shutdown()

    def _set(self, **changes: object) -> None:
        state = msgspec.structs.replace(self._state, **changes)
        if state != self._state:
            self._state = state
            self.changed.emit(state)
