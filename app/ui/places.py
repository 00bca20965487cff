"""Where the window was on the screens there are now; a laptop in its dock has another place than without."""

from __future__ import annotations

import hashlib

import msgspec
from PySide6.QtCore import QByteArray, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.core.settings import Settings
from engine.protocol import UNREADABLE

MOST = 8  # sets of screens whose places are kept
FIRST = QSize(1280, 820)


def screens_key() -> str:
    """Names the screens there are, with their places and sizes."""
    screens = []
    for screen in QGuiApplication.screens():
        place = screen.geometry()
        screens.append((screen.name(), place.x(), place.y(), place.width(), place.height()))
    return hashlib.sha256(repr(sorted(screens)).encode()).hexdigest()[:16]


def _places(settings: Settings) -> dict[str, str]:
    try:
        return msgspec.json.decode(settings.text("window.places") or "{}", type=dict[str, str])
    except UNREADABLE:
        return {}


def restore(window: QWidget, settings: Settings) -> None:
    """Put the window where it was with these screens, else where it was last, else in the middle."""
    stored = _places(settings).get(screens_key()) or settings.text("window.geometry")
    if not stored or not window.restoreGeometry(QByteArray.fromBase64(stored.encode("ascii", "ignore"))):
        room = window.screen().availableGeometry().size()
        window.resize(FIRST.boundedTo(room - QSize(20, 60)))  # the frame needs room, too


def keep(window: QWidget, settings: Settings) -> None:
    """Remember the place for the screens there are now."""
    place = bytes(window.saveGeometry().toBase64().data()).decode("ascii")
    key = screens_key()
    others = [(one, kept) for one, kept in _places(settings).items() if one != key]
    settings.set("window.places", msgspec.json.encode(dict([*others[1 - MOST :], (key, place)])).decode())
    settings.set("window.geometry", place)
