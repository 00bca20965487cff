"""The few functions of ggml that are called beside llama.h: backends, their devices, and a graph to try one with."""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import sys
from collections.abc import Container, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_POINTER, _SIZE, _INT, _FLOAT = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_float
_KINDS = {0: "cpu", 1: "gpu", 2: "igpu", 3: "accel"}

F32, F16 = 0, 1  # ggml's types


class InitParams(ctypes.Structure):
    """``ggml_init_params``."""

    _fields_ = (("mem_size", _SIZE), ("mem_buffer", _POINTER), ("no_alloc", ctypes.c_bool))


class DeviceProperties(ctypes.Structure):
    """``ggml_backend_dev_props``, with room for more than it has now."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("description", ctypes.c_char_p),
        ("free", ctypes.c_size_t),
        ("total", ctypes.c_size_t),
        ("type", ctypes.c_int),
        ("id", ctypes.c_char_p),
        ("capabilities", ctypes.c_uint8 * 64),
    )


# result and arguments
_SIGNATURES: dict[str, tuple[Any, ...]] = {
    "ggml_backend_load": (_POINTER, ctypes.c_char_p),
    "ggml_backend_reg_name": (ctypes.c_char_p, _POINTER),
    "ggml_backend_reg_by_name": (_POINTER, ctypes.c_char_p),
    "ggml_backend_reg_get_proc_address": (_POINTER, _POINTER, ctypes.c_char_p),
    "ggml_backend_register": (None, _POINTER),
    "ggml_backend_reg_dev_count": (_SIZE, _POINTER),
    "ggml_backend_reg_dev_get": (_POINTER, _POINTER, _SIZE),
    "ggml_backend_dev_count": (_SIZE,),
    "ggml_backend_dev_get": (_POINTER, _SIZE),
    "ggml_backend_dev_name": (ctypes.c_char_p, _POINTER),
    "ggml_backend_dev_description": (ctypes.c_char_p, _POINTER),
    "ggml_backend_dev_memory": (None, _POINTER, ctypes.POINTER(_SIZE), ctypes.POINTER(_SIZE)),
    "ggml_backend_dev_get_props": (None, _POINTER, ctypes.POINTER(DeviceProperties)),
    "ggml_backend_dev_type": (_INT, _POINTER),
    "ggml_backend_dev_init": (_POINTER, _POINTER, ctypes.c_char_p),
    "ggml_backend_dev_supports_op": (ctypes.c_bool, _POINTER, _POINTER),
    "ggml_backend_alloc_ctx_tensors": (_POINTER, _POINTER, _POINTER),
    "ggml_backend_tensor_set": (None, _POINTER, _POINTER, _SIZE, _SIZE),
    "ggml_backend_tensor_get": (None, _POINTER, _POINTER, _SIZE, _SIZE),
    "ggml_backend_graph_compute": (_INT, _POINTER, _POINTER),
    "ggml_backend_buffer_free": (None, _POINTER),
    "ggml_backend_free": (None, _POINTER),
    "ggml_init": (_POINTER, InitParams),
    "ggml_free": (None, _POINTER),
    "ggml_new_tensor_3d": (_POINTER, _POINTER, _INT, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64),
    "ggml_mul_mat": (_POINTER, _POINTER, _POINTER, _POINTER),
    "ggml_flash_attn_ext": (_POINTER, *[_POINTER] * 5, _FLOAT, _FLOAT, _FLOAT),
    "ggml_new_graph": (_POINTER, _POINTER),
    "ggml_build_forward_expand": (None, _POINTER, _POINTER),
    "ggml_set_abort_callback": (_POINTER, _POINTER),
}


@dataclass(frozen=True)
class Device:
    """A device of the native library; ``total`` and ``free`` in bytes (0: the device does not tell).

    ``index``: its place in the library's list; ``id``: the same for one that several backends see, "" if not known.
    ``worker``: address of the computer that lends it, "" for one of this computer.
    """

    name: str
    description: str
    kind: str
    free: int
    total: int
    index: int = 0
    id: str = ""
    worker: str = ""

    @property
    def shares_ram(self) -> bool:
        """Whether its memory is this computer's RAM: of an integrated GPU, and of any with an Apple processor."""
        unified = sys.platform == "darwin" and platform.machine() == "arm64"
        return self.kind == "igpu" or (unified and not self.worker)


def placeable(devices: Sequence[Device]) -> tuple[Device, ...]:
    """The devices that layers can be put on, in the order that the library itself would take them: those of other
    machines, then cards, each once; devices that share the computer's memory only where there is no card.
    """
    far = [device for device in devices if device.worker]
    cards: list[Device] = []
    for device in devices:
        known = {card.id for card in cards if card.id}
        if device.kind == "gpu" and device not in far and device.id not in known:
            cards.append(device)
    shared = [] if cards else [device for device in devices if device.kind == "igpu"]
    families = {device.name.rstrip("0123456789") for device in shared[:1]}
    return (*far, *cards, *(device for device in shared if device.name.rstrip("0123456789") in families))


class Ggml:
    """ggml's functions by their names, from whichever of the libraries in ``folder`` has them.

    Attributes:
        missing: those that none has.
    """

    def __init__(self, folder: Path, *first: Any) -> None:
        """``first``: libraries that are open already and looked into before."""
        libraries = [*first, *_beside(folder, "ggml"), *_beside(folder, "ggml-base")]
        self.missing: list[str] = []
        for name, (result, *arguments) in _SIGNATURES.items():
            function = next((getattr(library, name) for library in libraries if hasattr(library, name)), None)
            if function is None:
                self.missing.append(name)
                continue
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def load(self, file: Path) -> int:
        """Load the backend in ``file`` and take its devices into the list; 0: it could not be."""
        return int(self.ggml_backend_load(loadable_path(file)) or 0)

    def devices(self, backend: int = 0, without: Container[int] = ()) -> tuple[Device, ...]:
        """The devices of one backend, or all there are; ``without``: pointers of those that are not asked."""
        pointers = enumerate(self.device_pointers(backend))
        return tuple(self.device(pointer, i) for i, pointer in pointers if pointer not in without)

    def device_pointers(self, backend: int = 0) -> list[int]:
        if backend:
            count = self.ggml_backend_reg_dev_count(backend)
            return [self.ggml_backend_reg_dev_get(backend, i) for i in range(count)]
        return [self.ggml_backend_dev_get(i) for i in range(self.ggml_backend_dev_count())]

    def device(self, pointer: int, index: int) -> Device:
        """A device as it tells of itself; ``index``: its place in the library's list."""
        free, total = _SIZE(0), _SIZE(0)
        self.ggml_backend_dev_memory(pointer, ctypes.byref(free), ctypes.byref(total))
        name = self.ggml_backend_dev_name(pointer).decode("utf-8", "replace")
        text = self.ggml_backend_dev_description(pointer).decode("utf-8", "replace")
        kind = _KINDS.get(self.ggml_backend_dev_type(pointer), "other")
        found = DeviceProperties()
        self.ggml_backend_dev_get_props(pointer, ctypes.byref(found))
        known_by = (found.id or b"").decode("utf-8", "replace")
        return Device(name, text, kind, free.value, total.value, index, known_by)


def _beside(folder: Path, name: str) -> list[Any]:
    for file in (f"lib{name}.so", f"lib{name}.dylib", f"{name}.dll"):
        if (folder / file).exists():
            return [ctypes.CDLL(str(folder / file))]
    return []


def loadable_path(
    file: Path, *, windows: bool = sys.platform == "win32", code_page: str = "mbcs", load: Any = ctypes.CDLL
) -> bytes:
    """A path as the library reads it.

    On Windows it is loaded by ctypes first, which looks for what it needs beside the file, where an add-on has CUDA's
    libraries; the library itself looks beside the program and on the search path. The path is read in the system's code
    page, which lacks the letters of some people's folders: there what is loaded already is found by its name alone.
    """
    if not windows:
        return os.fsencode(file)
    with contextlib.suppress(OSError):  # then the library says what it thinks of the file
        load(str(file))
    try:
        return str(file).encode(code_page)
    except UnicodeEncodeError:
        return file.name.encode(code_page, "replace")
