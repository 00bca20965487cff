"""Tries one backend in a process of its own, where a driver that hangs or dies takes nothing with it.

    python -m engine try-backend FOLDER FILE
    Longthread --try-backend FOLDER FILE

loads ``FILE`` with the ggml of ``FOLDER``, computes on each of its devices a product and an attention, compares both
with NumPy's, and prints a :class:`Trial` as JSON. :func:`tried` starts it.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.model.ggml import F16, F32, Ggml, InitParams
from engine.private import keep_private
from engine.protocol import UNREADABLE

SECONDS = 90.0  # a driver compiles its shaders at the first use
LATE = 5.0  # seconds after which a child ends that nobody waits for any more
WORST = 0.02  # of the largest number of a result: half precision over some hundred products
TENSORS = 1 << 20  # bytes for what describes tensors and a graph

# how a process ends by Ctrl-C: by Python's own way, by the signal, and on Windows
INTERRUPTED = (130, -signal.SIGINT, 0xC000013A, 0xC000013A - (1 << 32))
# what else tells a process to end, mostly with all that it started: by a service manager, or with its terminal
TOLD_TO_END = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))

Array = NDArray[np.float32]


class Trial(msgspec.Struct, frozen=True):
    """How it went. ``devices``: names with descriptions; ``why``: what the system said, "" when all went well.

    ``outcome``: "ok"; "no_device": it works, and has nothing to compute on; "absent": a library that it needs is not
    installed; "failed": it could not be loaded, died, hung, or computed something wrong.
    """

    outcome: Literal["ok", "no_device", "absent", "failed"]
    devices: tuple[str, ...] = ()
    why: str = ""


def tried(folder: Path, file: Path, *, seconds: float = SECONDS) -> Trial:
    """Try ``file`` in a child.

    Raises:
        KeyboardInterrupt: Ctrl-C ended it, which a terminal sends to all that run there; it tells nothing of a driver.
        SystemExit: this process or the child was told to end by another signal, which tells as little.
    """
    environment = {**os.environ, "GGML_NO_BACKTRACE": "1"}
    try:
        with _Signals() as signals, subprocess.Popen(
            [*_command(), str(folder), str(file)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
            cwd=Path(__file__).resolve().parents[2], creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        ) as child:  # fmt: skip
            try:
                signals.may_raise()
                stdout, stderr = child.communicate(timeout=seconds)
            except BaseException:
                child.kill()
                signals.may_raise()  # a child that cannot end is not waited for, either
                raise
    except subprocess.TimeoutExpired:
        return Trial("failed", why=f"no result within {seconds:g} s")
    except OSError as error:
        return Trial("failed", why=str(error))
    if child.returncode == 0:
        with contextlib.suppress(*UNREADABLE):
            return msgspec.json.decode(stdout.splitlines()[-1] if stdout else b"", type=Trial)
    if child.returncode in INTERRUPTED:
        raise KeyboardInterrupt
    if -child.returncode in TOLD_TO_END:
        raise SystemExit(128 - child.returncode)
    said = stderr.decode("utf-8", "replace").strip().splitlines()
    return Trial("failed", why=f"exit status {child.returncode}" + (f": {said[-1]}" if said else ""))


class _Signals:
    """Has signals that end this process raise while it waits for the child, which is killed by that: what they do
    otherwise would leave the child alone with the driver, or wait for it. Only the main thread hears of them.
    """

    def __init__(self) -> None:
        self._previous: dict[int, Any] = {}
        self._came, self._raises = 0, False

    def __enter__(self) -> _Signals:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, *TOLD_TO_END):
                handler = signal.getsignal(number)
                if handler not in (signal.SIG_IGN, None):
                    self._previous[number] = handler
                    signal.signal(number, self._hear)
        return self

    def __exit__(self, *_error: object) -> None:
        self._raises = False
        for number, handler in self._previous.items():
            signal.signal(number, handler)
        if self._came:
            self._raise()

    def may_raise(self) -> None:
        """From now on, one of them: there is a child that is killed then. Raises what came before."""
        self._raises = True
        if self._came:
            self._raise()

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        self._came = number
        if self._raises:
            self._raise()

    def _raise(self) -> None:
        came, self._came, self._raises = self._came, 0, False
        if came == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + came)


def _command() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, "--try-backend"]
    return [sys.executable, "-m", "engine", "try-backend"]


def main(argv: Sequence[str]) -> int:
    """Try the backend and print how it went."""
    keep_private()
    faulthandler.dump_traceback_later(SECONDS + LATE, exit=True, file=2)  # also where the driver holds everything up
    folder, file = Path(argv[0]), Path(argv[1])
    with open(os.dup(1), "wb") as output:  # drivers print
        os.dup2(2, 1)
        output.write(msgspec.json.encode(trial(folder, file)) + b"\n")
    return 0


def trial(folder: Path, file: Path) -> Trial:
    """Try ``file`` in this process."""
    ggml = Ggml(folder)
    if ggml.missing:
        return Trial("failed", why="not in this ggml: " + ", ".join(ggml.missing))
    try:
        ctypes.CDLL(str(file))  # for the reason: ggml does not give it on all systems
    except OSError as error:
        absent = isinstance(error, FileNotFoundError) if sys.platform == "win32" else str(file) not in str(error)
        return Trial("absent" if absent else "failed", why=str(error))
    backend = ggml.load(file)
    if not backend:
        return Trial("failed", why="it refused to be loaded")
    pointers = ggml.device_pointers(backend)
    names = tuple(f"{device.name}: {device.description}" for device in ggml.devices(backend))
    for pointer, name in zip(pointers, names, strict=True):
        if problem := _wrong(ggml, pointer):
            return Trial("failed", names, f"{name}: {problem}")
    return Trial("ok" if names else "no_device", names)


# --------------------------------------------------------------------------- what a device computes


def _wrong(ggml: Ggml, device: int) -> str:
    """What is wrong with a device's results, "" if nothing is."""
    backend = ggml.ggml_backend_dev_init(device, None)
    if not backend:
        return "it could not be initialised"
    try:
        return _product(ggml, device, backend) or _attention(ggml, device, backend)
    finally:
        ggml.ggml_backend_free(backend)


def _product(ggml: Ggml, device: int, backend: int) -> str:
    random = np.random.default_rng(1)
    a = random.standard_normal((64, 256)).astype(np.float16)
    b = random.standard_normal((7, 256)).astype(np.float32)

    def build(context: int, tensors: list[int]) -> int:
        return int(ggml.ggml_mul_mat(context, tensors[0], tensors[1]))

    return _compare(ggml, device, backend, "a product", [a[None], b[None]], build, b @ a.astype(np.float32).T)


def _attention(ggml: Ggml, device: int, backend: int) -> str:
    random = np.random.default_rng(2)
    n_queries, n_rows, heads, heads_kv, d = 3, 256, 4, 2, 64
    q = random.standard_normal((heads, n_queries, d)).astype(np.float32)
    k, v = random.standard_normal((2, heads_kv, n_rows, d)).astype(np.float16)
    mask = np.where(random.random((n_queries, n_rows)) < 0.3, -np.inf, random.standard_normal((n_queries, n_rows)))
    mask = mask.astype(np.float16)

    def build(context: int, tensors: list[int]) -> int:
        return int(ggml.ggml_flash_attn_ext(context, *tensors, d**-0.5, 0.0, 0.0))

    group = heads // heads_kv
    logits = np.einsum("hqd,hrd->hqr", q, np.repeat(k.astype(np.float32), group, 0)) * d**-0.5 + mask
    weights = np.exp(logits - logits.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    expected = np.einsum("hqr,hrd->qhd", weights, np.repeat(v.astype(np.float32), group, 0))
    return _compare(ggml, device, backend, "attention", [q, k, v, mask[None]], build, expected)


def _compare(
    ggml: Ggml, device: int, backend: int, what: str, inputs: list[NDArray[Any]], build: Any, expected: Array
) -> str:
    """Compute ``build(context, tensors)`` of ``inputs`` (of three dimensions each); "" if it is as ``expected``."""
    context = ggml.ggml_init(InitParams(TENSORS, None, True))
    try:
        tensors = [
            ggml.ggml_new_tensor_3d(context, F16 if array.dtype == np.float16 else F32, *reversed(array.shape))
            for array in inputs
        ]
        result = build(context, tensors)
        if not ggml.ggml_backend_dev_supports_op(device, result):
            return ""  # the scheduler gives it to the processor
        graph = ggml.ggml_new_graph(context)
        ggml.ggml_build_forward_expand(graph, result)
        buffer = ggml.ggml_backend_alloc_ctx_tensors(context, backend)
        if not buffer:
            return "no memory for a small graph"
        try:
            for tensor, array in zip(tensors, inputs, strict=True):
                array = np.ascontiguousarray(array)
                ggml.ggml_backend_tensor_set(tensor, array.ctypes.data, 0, array.nbytes)
            status = ggml.ggml_backend_graph_compute(backend, graph)
            if status != 0:
                return f"{what} failed with {status}"
            found = np.empty(expected.shape, np.float32)
            ggml.ggml_backend_tensor_get(result, found.ctypes.data, 0, found.nbytes)
        finally:
            ggml.ggml_backend_buffer_free(buffer)
    finally:
        ggml.ggml_free(context)
    worst = float(np.abs(found - expected).max() / np.abs(expected).max())
    return "" if worst < WORST else f"{what} is off by {worst:.2g}"
