"""Backends that are libraries of their own: which there are, which of them can be trusted, and loading those.

Packages hold the processor's backend in several variants and one for each kind of graphics card. A driver can hang or
end the process that loads it, so each backend is first tried in a process of its own (:mod:`engine.model.trial`). How
that went is kept in the data folder until something changes that it depends on; a start that dies while backends are
loaded makes the next one try them all again.
"""

from __future__ import annotations

import _ctypes
import ctypes
import hashlib
import logging
import os
import platform
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import msgspec

from engine.errors import DiskFull, ModelLoadFailed
from engine.files import PLUGINS_ENV, data_folder, replacing
from engine.model.drivers import driver_signs
from engine.model.ggml import Ggml
from engine.model.trial import Trial, tried
from engine.protocol import UNREADABLE

log = logging.getLogger("engine.model.plugins")

ONLY_ENV = "LONGTHREAD_USE"  # "cpu": no backend of a device is loaded; "vulkan": none but that one
FOLDER_ENV = PLUGINS_ENV

UNFINISHED = 2  # trials of a backend that ended with the engine, after which it counts as one that hangs
AGAIN_SECONDS = 24 * 3600.0  # after that long, what did not work is tried once more: not all that changes is seen

_FILE = re.compile(r"(?:lib)?ggml-(?P<name>[a-z]+)(?:-(?P<variant>[\w.]+))?\.(?:so|dll)$")
_PARTS = ("base",)  # of ggml, and no backends
_RPC = "rpc"  # has no device and no driver: it is loaded when workers are wanted
NAMES = {"vulkan": "Vulkan", "cuda": "CUDA", "hip": "ROCm", "metal": "Metal", "sycl": "SYCL", "opencl": "OpenCL"}

Try = Callable[[Path, Path], Trial]


class Verdict(msgspec.Struct, frozen=True):
    """How a backend's trial went, ``at`` (seconds since the epoch), with the file and system of ``stamp``, and where it
    did not work with the :func:`driver_signs` of then.
    """

    trial: Trial
    stamp: str
    at: float
    drivers: str = ""


class Verdicts(msgspec.Struct, frozen=True):
    """What is known of the backends, by file name.

    ``loading``: files that a process was about to load. ``unfinished``: how many trials in a row have not come to an
    end, as the engine did: whoever waits for a driver that hangs may end it. Where somebody quit it does not count.
    """

    of: dict[str, Verdict] = {}
    loading: list[str] = []
    unfinished: dict[str, int] = {}


class LeftOut(msgspec.Struct, frozen=True):
    """A backend that is not used: its name for people and why. ``new``: that was found out just now."""

    name: str
    outcome: Literal["ok", "no_device", "absent", "failed"]
    why: str
    new: bool


class Plugin(msgspec.Struct, frozen=True, order=True):
    """A backend's library. ``name``: cpu, vulkan, cuda, ...; ``variant``: for which processors."""

    name: str
    variant: str
    file: Path

    @property
    def said(self) -> str:
        """The name for people."""
        return NAMES.get(self.name, self.name)


def find(folders: Iterable[Path]) -> list[Plugin]:
    """The backends in ``folders``, by name. A folder that cannot be read has none, and a link to nowhere is none."""
    found = [(match, file) for folder in folders for file in _files(folder) if (match := _FILE.fullmatch(file.name))]
    return sorted(
        Plugin(match["name"], match["variant"] or "", file) for match, file in found if match["name"] not in _PARTS
    )


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(file for file in folder.iterdir() if file.is_file())
    except OSError as error:
        if not isinstance(error, FileNotFoundError):
            log.warning("no backends from %s: %s", folder, error.strerror)
        return []


class _Quitting:
    """Whether this process ends since somebody quits, and what is to be done about that in the thread of whoever tells.

    A trial holds up its own thread, and this process may be killed before the trial is over.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._begun = False
        self._then: Callable[[], None] | None = None

    def begin(self) -> None:
        with self._lock:
            self._begun = True
            if self._then is not None:
                self._then()

    @contextmanager
    def watched(self, first: Callable[[], None], then: Callable[[], None]) -> Iterator[None]:
        """Do ``first``, and ``then`` if somebody quits while the block runs; neither, where somebody did before."""
        with self._lock:
            if not self._begun:
                first()
                self._then = then
        try:
            yield
        finally:
            with self._lock:
                self._then = None


_quitting = _Quitting()


def quit_begun() -> None:
    """Somebody quits: this process ends soon, and no driver is to blame for that. From any thread."""
    _quitting.begin()


class Plugins:
    """Loads what a package's folder holds into ``ggml``; nothing where the backends are linked.

    Attributes:
        left_out: backends that are there and not used.
        processor: the variant of the processor's backend; "" where it is linked.
    """

    def __init__(self, ggml: Ggml, folder: Path, *, attempt: Try | None = None) -> None:
        """``folder``: of the libraries. ``attempt``: tries a file in a process of its own."""
        self._ggml, self._folder = ggml, folder
        self._attempt = attempt or tried
        self.left_out: list[LeftOut] = []
        self.processor = ""
        self._path = data_folder() / "devices.json"
        self._verdicts = self._read()
        if self._verdicts.loading:
            log.warning("the last start ended while it loaded %s", ", ".join(self._verdicts.loading))
            self._keep(Verdicts(unfinished=self._verdicts.unfinished))

    def load_rpc(self) -> None:
        """Load the backend that reaches workers, where it is neither linked nor loaded yet."""
        if self._ggml.ggml_backend_reg_by_name(b"RPC"):
            return
        for plugin in find([self._folder, *_further()]):
            if plugin.name == _RPC and self._ggml.load(plugin.file):
                return

    def load(self) -> None:
        """Load the devices' backends, then the processor's, whose device has to be the last one.

        Raises:
            ModelLoadFailed: no variant of the processor's backend runs on this processor.
        """
        linked = bool(self._ggml.ggml_backend_dev_count())
        folders = [*([] if linked else [self._folder]), *_further()]
        plugins = find(folders)
        if not plugins:
            return
        only = os.environ.get(ONLY_ENV, "").lower()
        devices = [plugin for plugin in plugins if plugin.name not in ("cpu", _RPC) and only in ("", plugin.name)]
        trusted = [plugin for plugin in devices if self._trusted(plugin)]
        processor = None if linked else self._processor([plugin for plugin in plugins if plugin.name == "cpu"])
        wanted = [*trusted, *([processor] if processor else [])]
        self._keep(msgspec.structs.replace(self._verdicts, loading=[plugin.file.name for plugin in trusted]))
        for plugin in wanted:
            if not self._ggml.load(plugin.file):
                log.error("%s was tried and could be loaded, and cannot be loaded now", plugin.file.name)
        for device in self._ggml.devices():  # a driver that dies does so here at the latest
            log.info("device %s: %s", device.name, device.description)
        self._keep(msgspec.structs.replace(self._verdicts, loading=[]))
        if processor is None and not linked:
            raise ModelLoadFailed("load.processor")
        self.processor = processor.variant if processor else ""

    def _processor(self, variants: Sequence[Plugin]) -> Plugin | None:
        """The best variant that works; its score is 0 where the processor lacks an instruction of it."""
        scores = [(_score(plugin.file), plugin) for plugin in variants]
        for score, plugin in sorted(scores, key=lambda pair: pair[0], reverse=True):
            if score > 0 and self._trusted(plugin, told=False):
                return plugin
        return None

    def _trusted(self, plugin: Plugin, told: bool = True) -> bool:
        """Whether a backend passed its trial, which is made now unless it is known. ``told``: say so if not."""
        stamp = _stamp(plugin.file)
        known = self._verdicts.of.get(plugin.file.name)
        new = known is None or known.stamp != stamp or _worth_another(known)
        if new or known is None:
            trial = self._tried(plugin)
            known = Verdict(trial, stamp, time.time(), "" if trial.outcome == "ok" else driver_signs())
            self._keep(msgspec.structs.replace(self._verdicts, of={**self._verdicts.of, plugin.file.name: known}))
        trial = known.trial
        if trial.outcome == "failed":
            log.log(logging.WARNING if new else logging.INFO, "%s is left out: %s", plugin.file.name, trial.why)
        if trial.outcome != "ok" and told:
            self.left_out.append(LeftOut(plugin.said, trial.outcome, trial.why, new))
        return trial.outcome == "ok"

    def _tried(self, plugin: Plugin) -> Trial:
        """How a trial goes; none is made of a device's backend whose trials ended with the engine."""
        if plugin.name == "cpu":
            return self._attempt(self._folder, plugin.file)
        name, before = plugin.file.name, self._verdicts.unfinished
        others = {one: n for one, n in before.items() if one != name}
        trial = Trial("failed", why="no result before Longthread was ended")
        if before.get(name, 0) < UNFINISHED:
            counted = {**others, name: before.get(name, 0) + 1}
            with _quitting.watched(
                lambda: self._keep_unfinished(counted), lambda: self._keep_unfinished(before)
            ):  # fmt: skip
                try:
                    trial = self._attempt(self._folder, plugin.file)
                except (KeyboardInterrupt, SystemExit):  # on a terminal, or by a service manager
                    self._keep_unfinished(before)
                    raise
        self._keep_unfinished(others)
        return trial

    def _keep_unfinished(self, unfinished: dict[str, int]) -> None:
        self._keep(msgspec.structs.replace(self._verdicts, unfinished=unfinished))

    # ------------------------------------------------------------------ what is kept

    def _read(self) -> Verdicts:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=Verdicts)
        except FileNotFoundError:
            return Verdicts()
        except (OSError, *UNREADABLE) as error:
            log.warning("what is known of the devices cannot be read: %s", type(error).__name__)
            return Verdicts()

    def _keep(self, verdicts: Verdicts) -> None:
        if verdicts == self._verdicts:
            return
        self._verdicts = verdicts
        try:
            with replacing(self._path) as file:
                file.write(msgspec.json.encode(verdicts))
        except DiskFull as error:
            log.warning("%s", error)


def _further() -> list[Path]:
    """The folders that the environment names beside the package's."""
    return [Path(folder) for folder in os.environ.get(FOLDER_ENV, "").split(os.pathsep) if folder]


def _worth_another(known: Verdict) -> bool:
    """Whether what did not work may work by now. People are told to update the driver and to start again."""
    if known.trial.outcome == "ok":
        return False
    return known.drivers != driver_signs() or not 0 <= time.time() - known.at < AGAIN_SECONDS


def _score(file: Path) -> int:
    """How well a variant suits this processor, by its own word; 0: not at all."""
    try:
        library = ctypes.CDLL(str(file))
    except OSError:
        return 0
    try:
        return int(library.ggml_backend_score())
    except AttributeError:
        return 0
    finally:
        _close(library)


def _close(library: ctypes.CDLL) -> None:
    if sys.platform == "win32":
        _ctypes.FreeLibrary(library._handle)
    else:
        _ctypes.dlclose(library._handle)


def _stamp(file: Path) -> str:
    """Changes with the library, the processor and the system."""
    state = file.stat()
    visible = [f"{name}={value}" for name, value in sorted(os.environ.items()) if "VISIBLE_DEVICES" in name]
    parts = [str(state.st_size), str(state.st_mtime_ns), platform.platform(), _processor_name(), *visible]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]


def _processor_name() -> str:
    """The processor with what it can do: a data folder may be carried to another machine."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").split("\n\n", 1)[0].splitlines()
        return " ".join(line for line in lines if line.startswith(("model name", "flags", "Features")))
    except OSError:
        return f"{platform.processor()} {os.environ.get('PROCESSOR_IDENTIFIER', '')}"
