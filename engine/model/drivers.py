"""What shows from outside that a graphics driver came, went or changed. No driver is loaded for it."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

# on Linux: what any library changes that is installed, and where drivers are listed
_CHANGED = (
    "etc/ld.so.cache", "etc/vulkan/icd.d", "usr/share/vulkan/icd.d", "usr/local/share/vulkan/icd.d", "usr/lib/wsl/lib",
)  # fmt: skip
_VERSIONS = ("sys/module/nvidia/version", "sys/module/amdgpu/srcversion")  # of those that the kernel has loaded
_DEVICES = ("dev/dri/renderD*", "dev/nvidia[0-9]*", "dev/kfd", "dev/dxg")  # a person may not be allowed to use them
# on Windows, in System32
_SYSTEM32 = ("vulkan-1.dll", "nvcuda.dll", "DriverStore/FileRepository")


def driver_signs(root: Path | None = None, *, windows: bool = sys.platform == "win32") -> str:
    """A digest that changes when a driver does, as far as that can be seen.

    Args:
        root: where the system lies: the root of its files, or on Windows its folder.
    """
    if windows:
        root = root or Path(os.environ.get("SYSTEMROOT", "C:\\Windows"))
        signs = [_changed(root / "System32" / name) for name in _SYSTEM32]
    else:
        root = root or Path("/")
        signs = [*(_changed(root / name) for name in _CHANGED), *(_content(root / name) for name in _VERSIONS)]
        signs += [f"{path} {os.access(path, os.R_OK | os.W_OK)}" for path in _matching(root)]
    return hashlib.sha256("\n".join(signs).encode()).hexdigest()[:24]


def _changed(path: Path) -> str:
    try:
        state = path.stat()
    except OSError:
        return "-"
    return f"{state.st_mtime_ns} {state.st_size}"


def _content(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return "-"


def _matching(root: Path) -> Iterator[Path]:
    for pattern in _DEVICES:
        yield from sorted(root.glob(pattern))
