"""What a machine has to compute with: its main memory, its cores, and the devices with their memory.

Drivers tell what they like; :meth:`MemoryDevice.of` believes only what can be.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from engine.sizing.limits import limits

_MOST = 1 << 46  # bytes of one device; more is no size
_SYSFS = Path("/sys/devices")


@dataclass(frozen=True)
class MemoryDevice:
    """A device that layers can be put on. ``free`` and ``total`` in bytes, 0: it does not tell.

    ``shared``: its memory is the computer's, so that what it takes is gone from main memory.
    """

    name: str
    free: int
    total: int
    shared: bool = False

    @classmethod
    def of(cls, name: str, free: int, total: int, *, shared: bool = False) -> MemoryDevice:
        """As a driver tells it; what cannot be counts as not told, and there is never more free than there is."""
        total = total if 0 < total <= _MOST else 0
        return cls(name, max(0, min(free, total)), total, shared)


@dataclass(frozen=True)
class Machine:
    """``ram_free``: bytes. ``usable``: logical processors that this process may use; ``physical``:
    cores, and ``performance``: fast ones where there are two kinds (0: not known).
    """

    ram_free: int
    usable: int
    physical: int = 0
    performance: int = 0
    devices: tuple[MemoryDevice, ...] = ()

    @property
    def key(self) -> str:
        """What measurements of speed are kept by: another processor, or other devices, have another one."""
        parts = [platform.machine(), platform.processor(), self.usable, self.physical, self.performance]
        parts += [(device.name, device.total) for device in self.devices]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def this_machine(devices: Sequence[MemoryDevice], ram_free: int) -> Machine:
    """The machine this runs on. ``ram_free``: bytes of main memory that a model could use."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    physical = psutil.cpu_count(logical=False) or 0
    usable = min(usable, limits().processors or usable)
    return Machine(ram_free, usable, physical, _performance_cores(), tuple(devices))


def default_threads(machine: Machine) -> int:
    """Threads for computing: the fast cores where there are two kinds, else all cores; hyperthreads are left out on
    larger machines.
    """
    if 0 < machine.performance <= machine.usable:
        return machine.performance
    if machine.usable <= 4:
        return max(1, machine.usable)
    return max(1, min(machine.usable, machine.physical or machine.usable))


def usual_threads() -> int:
    """:func:`default_threads` of this machine."""
    return default_threads(this_machine((), 0))


def thread_candidates(machine: Machine) -> tuple[int, ...]:
    """Numbers of threads that are worth measuring, the likeliest first."""
    usual = default_threads(machine)
    others = (machine.performance, machine.physical, machine.usable, usual // 2 if usual > 4 else 0)
    return tuple(dict.fromkeys(n for n in (usual, *others) if 0 < n <= machine.usable))


def _performance_cores() -> int:
    """Physical cores of the faster kind, 0 where all are alike, or nobody tells."""
    if sys.platform == "darwin":
        return performance_cores_macos(_sysctl)
    if sys.platform.startswith("linux"):
        return performance_cores_linux(_SYSFS)
    return 0


def performance_cores_linux(sysfs: Path) -> int:
    """By the list of ``cpu_core`` processors that kernels give where there are also ``cpu_atom`` ones; hyperthreads of
    one core count once.
    """
    listed = _read(sysfs / "cpu_core" / "cpus")
    if not listed or not _read(sysfs / "cpu_atom" / "cpus"):
        return 0
    cores = {_read(sysfs / "system" / "cpu" / f"cpu{n}" / "topology" / "core_id") or str(n) for n in processors(listed)}
    return len(cores)


def processors(listed: str) -> list[int]:
    """The numbers in a kernel's list of processors, as "0-3,8"; what is none of that is left out."""
    found: list[int] = []
    for part in listed.strip().split(","):
        match = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", part.strip())
        if match:
            found += range(int(match[1]), int(match[2] or match[1]) + 1)
    return found


def performance_cores_macos(sysctl: Callable[[str], str]) -> int:
    """By the levels of performance that macOS names, the fastest first."""
    levels = sysctl("hw.nperflevels")
    fast = sysctl("hw.perflevel0.physicalcpu")
    return int(fast) if levels.isdigit() and int(levels) > 1 and fast.isdigit() else 0


def _sysctl(name: str) -> str:
    try:
        done = subprocess.run(["/usr/sbin/sysctl", "-n", name], capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
