"""The global shortcut: keys that bring the window to the front from any program, where the system has a way to it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractNativeEventFilter, QCoreApplication, QObject, QSocketNotifier, Signal

from app.core.global_keys.keys import KeyGrabber, KeysRefused, combination
from app.core.global_keys.macos import MacKeys
from app.core.global_keys.windows import WindowsKeys
from app.core.global_keys.x11 import X11Keys
from app.core.problem import Problem
from app.core.settings import Settings
from app.core.texts import Text

log = logging.getLogger("keys")

KEY = "window.global_keys"

FindGrabber = Callable[[QObject, Callable[[], None]], KeyGrabber]
"""Given an owner, and what to call when the keys are pressed."""


class NoWay(Problem):
    """This system has no way to a global shortcut."""


class GlobalShortcut(QObject):
    """Signals:
        pressed: the keys were pressed, in whichever program.
        changed: they can be used now, or cannot.

    Attributes:
        problem: why the keys that are set, or any, cannot be used; None: they can, or none are set.
    """

    pressed = Signal()
    changed = Signal()

    def __init__(self, settings: Settings, find: FindGrabber, parent: QObject | None = None) -> None:
        """``find``: looks for the system's way.

        Raises (``find``):
            NoWay: there is none; its text says why.
        """
        super().__init__(parent)
        self._settings, self._find = settings, find
        self._grabber: KeyGrabber | None = None
        self.problem: Text | None = None
        settings.apply({KEY: lambda _: self.apply()})

    def apply(self) -> None:
        """Be told of the keys that are set now."""
        keys = self._settings.text(KEY)
        self.problem = None
        try:
            if keys:
                self._way().grab(combination(keys))
            elif self._grabber is not None:
                self._grabber.release()
        except (KeysRefused, NoWay) as refused:
            log.info("no global shortcut: %s", refused)
            self.problem = refused.text
        self.changed.emit()

    def explain(self) -> Text | None:
        """Why there can be none on this system; None: there can."""
        try:
            self._way()
        except NoWay as none:
            return none.text
        return None

    def close(self) -> None:
        """Be told of nothing any more."""
        if self._grabber is not None:
            self._grabber.release()

    def _way(self) -> KeyGrabber:
        if self._grabber is None:
            self._grabber = self._find(self, self.pressed.emit)
        return self._grabber


class _HotKeyFilter(QAbstractNativeEventFilter):
    """Looks through the messages of Windows."""

    def __init__(self, keys: WindowsKeys, pressed: Callable[[], None]) -> None:
        super().__init__()
        self._keys, self._pressed = keys, pressed

    def nativeEventFilter(self, kind: Any, message: int) -> Any:
        if bytes(kind) in (b"windows_generic_MSG", b"windows_dispatcher_MSG") and self._keys.hit(int(message)):
            self._pressed()
            return True, 0
        return False, 0


def _x11(owner: QObject, pressed: Callable[[], None]) -> KeyGrabber:
    keys = X11Keys()
    notifier = QSocketNotifier(keys.fileno(), QSocketNotifier.Type.Read, owner)
    notifier.activated.connect(lambda: pressed() if keys.pressed() else None)
    return keys


def _windows(owner: QObject, pressed: Callable[[], None]) -> KeyGrabber:
    keys = WindowsKeys()
    app = QCoreApplication.instance()
    assert app is not None
    kept = _HotKeyFilter(keys, pressed)
    app.installNativeEventFilter(kept)
    owner.destroyed.connect(lambda: app.removeNativeEventFilter(kept))  # and Qt does not keep it: this does
    return keys


WAYS: dict[str, FindGrabber] = {
    "xcb": _x11,
    "windows": _windows,
    "cocoa": lambda _owner, pressed: MacKeys(pressed),
}


def system_grabber(platform: str) -> FindGrabber:
    """The way of the platform that Qt runs on ("xcb", "wayland", "windows", "cocoa")."""

    def find(owner: QObject, pressed: Callable[[], None]) -> KeyGrabber:
        if platform not in WAYS:
            raise NoWay("keys.wayland" if platform.startswith("wayland") else "keys.no_way")
        try:
            return WAYS[platform](owner, pressed)
        except (OSError, AttributeError) as problem:
            log.info("no global shortcut: %s", problem)
            raise NoWay("keys.no_way") from problem

    return find
