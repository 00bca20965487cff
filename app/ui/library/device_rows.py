"""What the engine computes on, as rows of the model page."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.ui.sentences import sentence, whole
from engine.protocol import Devices

translate = QCoreApplication.translate


def device_rows(devices: Devices, loaded: bool) -> list[tuple[str, str]]:
    """Names and values; ``loaded``: the model of the page is the one in use."""
    rows = []
    if loaded and devices.used is not None:
        rows.append((translate("ModelPage", "In use"), sentence(devices.used)))
    if devices.found:
        rows.append((translate("ModelPage", "Found"), "\n".join(devices.found)))
    if devices.left_out:
        rows.append((translate("ModelPage", "Not used"), "\n".join(whole(text) for text in devices.left_out)))
    return rows
