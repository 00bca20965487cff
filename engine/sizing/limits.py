"""What this process may take of the machine where a container or a service is given less than all: Linux's control
groups, of both versions. The system ends who takes more memory, and lets who computes with more threads wait.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

_NO_LIMIT = 1 << 60  # version 1 writes a number near 2^63
_GROUPS = Path("sys/fs/cgroup")
# what version 1 calls them, and what version 2 does
_LIMIT = ("memory.limit_in_bytes", "memory.max")
_TAKEN = ("memory.usage_in_bytes", "memory.current")
_OF_FILES = ("total_active_file", "total_inactive_file", "active_file", "inactive_file")


@dataclass(frozen=True)
class Limits:
    """Bytes of main memory in all, and of these free; processors. None: no limit is known."""

    total: int | None = None
    free: int | None = None
    processors: int | None = None


def limits(root: Path = Path("/")) -> Limits:
    """The limits in force now. ``root``: of the file system."""
    if not sys.platform.startswith("linux"):
        return Limits()
    memory = [one for folder in _folders(root, "memory") if (one := _memory(folder))]
    processors = [n for folder in _folders(root, "cpu") if (n := _processors(folder))]
    return Limits(
        min((total for total, _ in memory), default=None),
        min((free for _, free in memory), default=None),
        min(processors, default=None),
    )


def main_memory() -> tuple[int, int]:
    """Bytes of main memory that this process may have in all, and of these free."""
    memory, allowed = psutil.virtual_memory(), limits()
    total, free = int(memory.total), int(memory.available)
    return (
        total if allowed.total is None else min(total, allowed.total),
        free if allowed.free is None else min(free, allowed.free),
    )


def _folders(root: Path, controller: str) -> Iterator[Path]:
    """Of the group that this process is in and of all above it, as far as they can be seen from a container."""
    for line in _text(root / "proc/self/cgroup").splitlines():
        _, names, path = line.split(":", 2) if line.count(":") > 1 else ("", "none", "")
        if names and controller not in names.split(","):
            continue
        # "": version 2; of version 1, the folder may have the names in another order, with a link for each
        for name in dict.fromkeys((names, controller if names else "")):
            top = root / _GROUPS / name
            here = top / path.lstrip("/")
            yield from (folder for folder in (here, *here.parents) if folder.is_relative_to(top))


def _memory(folder: Path) -> tuple[int, int] | None:
    """Bytes that a group may have, and what is left of them; pages of files count as free, they are given back."""
    limit = _first(folder, _LIMIT)
    if limit is None or limit >= _NO_LIMIT:
        return None
    found = dict(line.split(" ", 1) for line in _text(folder / "memory.stat").splitlines() if " " in line)
    of_files = [int(found[name]) for name in _OF_FILES if found.get(name, "").isdigit()]
    taken = max(0, (_first(folder, _TAKEN) or 0) - sum(of_files[:2]))
    return limit, max(0, limit - taken)


def _processors(folder: Path) -> int | None:
    """How many a group may keep busy, at least one."""
    quota, _, period = _text(folder / "cpu.max").partition(" ")
    if not quota:
        quota, period = _text(folder / "cpu.cfs_quota_us"), _text(folder / "cpu.cfs_period_us")
    if not (quota.isdigit() and period.isdigit()) or not int(period):
        return None  # "max", or -1
    return max(1, int(quota) // int(period))


def _first(folder: Path, names: tuple[str, ...]) -> int | None:
    return next((int(text) for name in names if (text := _text(folder / name)).isdigit()), None)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
