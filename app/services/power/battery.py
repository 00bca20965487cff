"""Whether the computer runs on its battery."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import psutil  # type: ignore[import-untyped]

SUPPLIES = Path("/sys/class/power_supply")


def on_battery() -> bool:
    """Whether the computer runs on its battery, or on one that stands in when the power fails; False: it has none.

    Raises:
        OSError: the system does not say.
    """
    if sys.platform == "linux":
        return on_battery_of(SUPPLIES)
    found = psutil.sensors_battery()
    return found is not None and found.power_plugged is False


def on_battery_of(supplies: Path) -> bool:
    """The same by Linux's folder of power supplies.

    psutil takes the battery of a mouse for the computer's: those of devices say so in ``scope``.

    Raises:
        OSError: the folder cannot be read.
    """
    discharging = False
    for supply in supplies.iterdir() if supplies.exists() else ():
        kind = _read(supply / "type")
        if _read(supply / "scope") == "Device":
            continue
        if kind in ("Battery", "UPS"):
            discharging = discharging or _read(supply / "status") == "Discharging"
        elif _read(supply / "online") == "1":
            return False
    return discharging


def _read(file: Path) -> str:
    """What a file says; "": it is not there, or its driver refuses."""
    with suppress(OSError, UnicodeDecodeError):
        return file.read_text().strip()
    return ""
