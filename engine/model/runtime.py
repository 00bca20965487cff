"""Loads the native library once, and late: importing this module costs nothing.

``runtime()`` is the only way to the library. Its functions are ``runtime().c`` (the ctypes functions of llama.h);
the compaction functions are reached through :mod:`engine.model.compact_api` alone.
"""

from __future__ import annotations

import collections
import ctypes
import importlib
import logging
import os
import sys
import threading
from collections.abc import Callable, MutableMapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import ModelLoadFailed
from engine.files import long_path
from engine.model.compact_api import CompactApi
from engine.model.ggml import Device, Ggml
from engine.model.plugins import LeftOut, Plugins
from engine.model.workers import Workers

log = logging.getLogger("engine.native")

# ggml levels: 1 debug, 2 info, 3 warning, 4 error, 5 continues the line before. All of them tell more than ours do.
ABORTED = 2  # what the library returns where it was stopped

_LEVELS = {0: logging.DEBUG, 1: logging.DEBUG, 2: logging.DEBUG, 3: logging.INFO, 4: logging.WARNING}

_lock = threading.Lock()
_instance: Runtime | None = None


class Runtime:
    """The loaded native library.

    Attributes:
        c: module of the ctypes functions of llama.h.
        compact: the compaction functions, None when the library was built without them.
        workers: other computers that lend their memory.
    """

    def __init__(self) -> None:
        # The window and the engine share the cores: threads that wait for each other by spinning for long would take
        # the core from the one they wait for (measured on two busy cores: 0.3 tokens/s against 60). A short spin
        # loses nothing on busy cores and saves the sleep between operations on idle ones (18 ms a token against 11).
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        os.environ.setdefault("GOMP_SPINCOUNT", "10000")
        os.environ.setdefault("GGML_NO_BACKTRACE", "1")  # a debugger started by a dying process would hold its end up
        forget_missing_toolkits(os.environ)
        try:
            self.c: Any = importlib.import_module("llama_cpp.llama_cpp")
        except (ImportError, OSError, RuntimeError) as error:
            raise ModelLoadFailed("load.no_library", reason=str(error)) from error
        self._keep = _LogRelay()
        self._log_callback = self.c.llama_log_callback(self._keep)
        self.c.llama_log_set(self._log_callback, ctypes.c_void_p(0))
        self._ggml = Ggml(Path(self.c._base_path), self.c._lib)
        if self._ggml.missing:
            raise ModelLoadFailed("load.no_library", reason=", ".join(self._ggml.missing))
        self._abort_callback = _write_abort_text(self._ggml)
        self._plugins = Plugins(self._ggml, Path(self.c._base_path))
        self._plugins.load()
        self.workers = Workers(self._ggml, self._plugins.load_rpc)
        self.c.llama_backend_init()
        self.compact: CompactApi | None = CompactApi.find(self.c)

    @property
    def version(self) -> str:
        """Version of the native library, with what it can do beyond the stock one."""
        version = str(self.c.llama_version().decode())
        return f"llama.cpp {version}" + (f", compaction {self.compact.version}" if self.compact else ", no compaction")

    def recent_complaints(self) -> str:
        """The library's last warnings and errors, one line; what it says when it refuses a model."""
        return " ".join(self._keep.complaints)

    def forget_complaints(self) -> None:
        self._keep.complaints.clear()

    def load_model(self, path: str, params: Any) -> Any:
        """The library's model of a file, None where it refuses it: :meth:`recent_complaints` has its reason.

        What cannot be mapped into memory, as on some network drives, is read.
        """
        name = os.fsencode(long_path(path))
        self.forget_complaints()
        model = self.c.llama_model_load_from_file(name, params)
        if not model and "mmap failed" in self.recent_complaints():
            params.load_mode, params.lazy_mode = self.c.LLAMA_LOAD_MODE_NONE, self.c.LLAMA_LAZY_MODE_OFF
            self.forget_complaints()
            model = self.c.llama_model_load_from_file(name, params)
        return model

    def attach_log(self, setter: Any) -> None:
        """Hear what a library beside it logs as well; ``setter``: that one's function for a log callback."""
        setter(self._log_callback, ctypes.c_void_p(0))

    def hush(self, quiet: bool) -> None:
        """Log the library's complaints as what they are while it is stopped on purpose: nothing."""
        self._keep.quiet = quiet

    def stops(self, wanted: Callable[[], bool] | None) -> bool:
        """Whether what computes is to stop, as ``wanted`` says; the library reports that as if it were a failure."""
        stop = wanted is not None and wanted()
        if stop:
            self.hush(True)
        return stop

    def devices(self) -> tuple[Device, ...]:
        """The devices the library can compute on, and those of the workers that are held."""
        return (*self._ggml.devices(without=self.workers.pointers), *self.workers.devices())

    def device_list(self, indices: Sequence[int] = (), n_gpu_layers: int = -1) -> Any:
        """A list of devices as the library takes it, by their places in its own list; (): none.

        Where a model has no layers on devices, the list is empty: the library computes long batches on any device that
        it is given, and has buffers there, whether layers lie on it or not.

        None: no list is needed, as the library's own choice has the same ones. It lists all workers it ever met,
        whether they are there or not.
        """
        if n_gpu_layers == 0:
            indices = ()
        elif not indices and not self.workers.pointers:
            return None
        handles = [self._ggml.ggml_backend_dev_get(i) for i in indices]
        return (ctypes.c_void_p * (len(handles) + 1))(*handles, None)

    def card_with_room(self, n_bytes: int) -> int:
        """The first graphics card of this computer where so many bytes are free, the library's pointer; 0: there is
        none. One that does not tell its memory counts.

        Where the library chooses by type, it takes any worker it ever met for a card, before graphics that are part of
        the processor, and ends the process if that worker has gone.
        """
        near = self._ggml.devices(without=self.workers.pointers)
        cards = [device for kind in ("gpu", "igpu") for device in near if device.kind == kind]
        found = next((card for card in cards if not card.total or card.free >= n_bytes), None)
        return int(self._ggml.ggml_backend_dev_get(found.index)) if found is not None else 0

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Backends that this installation has and does not use, and why."""
        return tuple(self._plugins.left_out)

    @property
    def processor(self) -> str:
        """For which processors the code is that runs on this one; "" in a build for this machine alone."""
        return self._plugins.processor


def runtime() -> Runtime:
    """The native library, loaded by the first call.

    Raises:
        ModelLoadFailed: it is missing or does not fit this system.
    """
    global _instance
    with _lock:
        if _instance is None:
            _instance = Runtime()
        return _instance


def forget_missing_toolkits(environment: MutableMapping[str, str], *, windows: bool = sys.platform == "win32") -> None:
    """Take out of ``environment`` where a toolkit of graphics cards was that is not there any more.

    On Windows the library's package searches its folders, and is not imported where one of them is missing, which an
    uninstalled toolkit leaves behind.
    """
    for name in ("CUDA_PATH", "HIP_PATH") if windows else ():
        root = environment.get(name)
        if root is not None and not all(os.path.isdir(os.path.join(root, folder)) for folder in ("bin", "lib")):
            log.info("%s names a folder without libraries", name)
            del environment[name]


class _LogRelay:
    """Passes the library's log, which comes in pieces of lines, on to Python's."""

    def __init__(self) -> None:
        self._line = ""
        self._level = logging.DEBUG
        self.quiet = False
        self.complaints: collections.deque[str] = collections.deque(maxlen=4)

    def __call__(self, level: int, text: bytes, _data: Any) -> None:
        if level != 5:
            self._level = _LEVELS.get(level, logging.INFO)
        self._line += text.decode("utf-8", "replace")
        while "\n" in self._line:
            line, self._line = self._line.split("\n", 1)
            if line.strip():
                log.log(logging.DEBUG if self.quiet else self._level, "%s", line.rstrip())
                if not self.quiet and self._level >= logging.WARNING:
                    self.complaints.append(line.strip())


def _write_abort_text(ggml: Ggml) -> Any:
    """Have the text of a failed native assertion written to stderr in one piece before the process dies."""

    def write(text: bytes) -> None:
        os.write(2, b"ABORT " + text + b"\n")

    callback = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(write)
    ggml.ggml_set_abort_callback(callback)
    return callback
