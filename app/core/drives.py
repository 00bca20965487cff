"""On which drive a path lies, told without asking the drive, which may not answer."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import psutil  # type: ignore[import-untyped]


def mount_points() -> tuple[str, ...]:
    """Where drives are mounted, as the system's table has it; (): Windows, where paths begin with their drive."""
    if sys.platform == "win32":  # it would ask each of them for its name
        return ()
    return tuple(part.mountpoint for part in psutil.disk_partitions(all=True))


def drive_of(path: str, mounts: Sequence[str]) -> str:
    """The mount point, or the drive, that ``path`` (absolute) lies on; links in it are not followed."""
    drive, _ = os.path.splitdrive(path)
    if drive:
        return drive + os.sep
    on = [mount for mount in mounts if path == mount or path.startswith(mount.rstrip("/") + "/")]
    return max(on, key=len, default="/")
