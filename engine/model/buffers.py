"""Large buffers that are used again: copies of a memory on the way to the disk, and back.

Memory fresh from the system costs more to touch for the first time than the copy itself (measured on a virtual machine:
270 ms for 100 MB against 6 ms for memory used before). So the last few buffers stay, until :func:`let_go` in a quiet
moment.
"""

from __future__ import annotations

import threading
import weakref

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]

KEPT = 2  # one that is being written, one that is being read
LEAST = 1 << 20  # bytes; smaller ones are not worth it
STEP = 8 << 20  # a chat that grows finds its buffer large enough

_lock = threading.Lock()
_kept: list[tuple[Bytes, weakref.ref[Bytes]]] = []


def buffer(size: int) -> Bytes:
    """``size`` bytes with any content; they are used again once the array returned is gone.

    Views of it must not outlive it.
    """
    if size < LEAST:
        return np.empty(size, np.uint8)
    with _lock:
        free = [i for i, (whole, lent) in enumerate(_kept) if lent() is None and size <= len(whole) <= 2 * size + STEP]
        whole = _kept.pop(min(free, key=lambda i: len(_kept[i][0])))[0] if free else None
        if whole is None:
            whole = np.empty(-(-size // STEP) * STEP, np.uint8)
        lent = whole[:size]
        _kept.append((whole, weakref.ref(lent)))
        for i in [i for i, entry in enumerate(_kept) if entry[1]() is None][: max(0, len(_kept) - KEPT)][::-1]:
            del _kept[i]
        return lent


def let_go() -> int:
    """Give back what nobody uses; returns the bytes."""
    with _lock:
        unused = [entry for entry in _kept if entry[1]() is None]
        _kept[:] = [entry for entry in _kept if entry[1]() is not None]
        return sum(len(whole) for whole, _ in unused)
