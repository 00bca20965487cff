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
from collections.abc import Sequence
from pathlib import Path
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
    """
    environment = {**os.environ, "GGML_NO_BACKTRACE": "1"}
    try:
        done = subprocess.run(
            [*_command(), str(folder), str(file)],
            stdin=subprocess.DEVNULL, capture_output=True, env=environment, timeout=seconds, check=False,
            cwd=Path(__file__).resolve().parents[2], creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Trial("failed", why=f"no result within {seconds:g} s")
    except OSError as error:
        return Trial("failed", why=str(error))
    if done.returncode == 0:
        with contextlib.suppress(*UNREADABLE):
            return msgspec.json.decode(done.stdout.splitlines()[-1] if done.stdout else b"", type=Trial)
    if done.returncode in INTERRUPTED:
        raise KeyboardInterrupt
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return Trial("failed", why=f"exit status {done.returncode}" + (f": {said[-1]}" if said else ""))


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
