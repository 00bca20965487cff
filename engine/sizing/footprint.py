"""What loaded models really took: measured in the process that loads them, kept per model for the next estimate.

The cache is left out, since it is known exactly for any size. What remains, weights that were read in, vocabulary,
sampled queries and buffers, is measured at rest after text was read, when all of it has been touched.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import psutil  # type: ignore[import-untyped]

from engine.errors import DiskFull
from engine.files import data_folder, replacing
from engine.protocol import UNREADABLE

log = logging.getLogger("engine.sizing.footprint")

VERSION = 1
_MOST = 1 << 50
_NAME = re.compile(r"[0-9A-Za-z._-]{1,128}")


class Footprint(msgspec.Struct, frozen=True):
    """Bytes a model took besides its cache, in main memory and on devices, at the last load of that kind."""

    fixed: int
    device: int = 0
    version: int = VERSION

    @property
    def total(self) -> int:
        return self.fixed + self.device


class Watch:
    """Measures one load of a model. Make it before the model is loaded.

    ``device_free`` tells the free bytes of all devices with memory of their own, 0 without one.
    """

    def __init__(self, gpu_layers: int, device_free: Callable[[], int] = lambda: 0) -> None:
        self._process = psutil.Process()
        self._gpu_layers = gpu_layers
        self._device_free = device_free
        self._rss, self._free = self._now()
        self._own = self._held()
        self._kept: Footprint | None = None

    def _now(self) -> tuple[int, int]:
        return int(self._process.memory_info().rss), self._device_free()

    def _held(self) -> int:
        """Bytes of main memory that nobody else can have: pages of files, which the system takes back, left out."""
        memory = self._process.memory_info()
        return int(memory.rss) - int(getattr(memory, "shared", 0))

    def freed_by_unloading(self) -> tuple[int, int]:
        """Bytes that are not free now because of this load: of main memory, and of devices."""
        return max(0, self._held() - self._own), max(0, self._free - self._device_free())

    def remember(self, fingerprint: str, held: int) -> Footprint:
        """Measure, and keep the result if it tells something new. ``held``: bytes of the cache now."""
        rss, free = self._now()
        device = max(0, self._free - free)
        on_device = min(held, device)  # the cache lies where the layers are computed
        found = Footprint(max(0, rss - self._rss - (held - on_device)), device - on_device)
        kept = self._kept
        if kept is None or found.total > 1.02 * kept.total:
            save(fingerprint, self._gpu_layers, found)
            self._kept = found
        return self._kept or found


def load(fingerprint: str, gpu_layers: int = -1) -> Footprint | None:
    """What the last load of the model with that fingerprint took; None when unknown or not readable."""
    found = _read(fingerprint).get(str(gpu_layers))
    if found is None or found.version != VERSION or not 0 < found.total < _MOST or min(found.fixed, found.device) < 0:
        return None
    return found


def save(fingerprint: str, gpu_layers: int, footprint: Footprint) -> None:
    """Keep a measurement in the data folder; a failure is only logged."""
    path = _path(fingerprint)
    if path is None:
        return
    table = {**_read(fingerprint), str(gpu_layers): footprint}
    try:
        with replacing(path) as file:
            file.write(msgspec.json.encode(table))
    except DiskFull as error:
        log.warning("%s", error)


def _read(fingerprint: str) -> dict[str, Footprint]:
    path = _path(fingerprint)
    if path is None:
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Footprint])
    except FileNotFoundError:
        return {}
    except (OSError, *UNREADABLE) as error:
        log.warning("what the model took last time cannot be read: %s", error)
        return {}


def _path(fingerprint: str) -> Path | None:
    if not _NAME.fullmatch(fingerprint):
        return None
    return data_folder() / "loads" / f"{fingerprint}.json"
