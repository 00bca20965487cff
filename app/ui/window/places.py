"""Where the window was on the screens there are now; a laptop in its dock has another place than without."""

from __future__ import annotations

import hashlib

import msgspec
from PySide6.QtCore import QByteArray, QPoint, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.core.settings import Settings
from engine.protocol import UNREADABLE

MOST = 16  # places that are kept, of windows on sets of screens
FIRST = QSize(1280, 820)
BESIDE = QPoint(36, 36)


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


def _key(number: int) -> str:
    return f"{screens_key()}:{number}" if number else screens_key()


def restore(window: QWidget, settings: Settings, number: int = 0, beside: QWidget | None = None) -> None:
    """Put the window where it was with these screens, else where it was last, else in the middle.

    ``number``: of the window, 0 the first; a further one that was nowhere yet stands a little off ``beside``.
    """
    stored = _places(settings).get(_key(number)) or (settings.text("window.geometry") if not number else "")
    if not stored and beside is not None:
        window.resize(beside.size())
        if not beside.pos().isNull():  # else the system has not told where it put it
            window.move(beside.pos() + BESIDE)
    elif not stored or not window.restoreGeometry(QByteArray.fromBase64(stored.encode("ascii", "ignore"))):
        room = window.screen().availableGeometry().size()
        window.resize(FIRST.boundedTo(room - QSize(20, 60)))  # the frame needs room, too


def keep(window: QWidget, settings: Settings, number: int = 0) -> None:
    """Remember the place for the screens there are now, of the window with this ``number``."""
    place = bytes(window.saveGeometry().toBase64().data()).decode("ascii")
    key = _key(number)
    others = [(one, kept) for one, kept in _places(settings).items() if one != key]
    settings.set("window.places", msgspec.json.encode(dict([*others[1 - MOST :], (key, place)])).decode())
    if not number:
        settings.set("window.geometry", place)
