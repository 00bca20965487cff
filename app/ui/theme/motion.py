"""Whether the system asks programs to leave out animations."""

from __future__ import annotations

import logging
import plistlib
import sys
from pathlib import Path

from PySide6.QtGui import QGuiApplication

log = logging.getLogger("theme")

WAIT_MS = 300
NAMESPACE, ANIMATIONS = "org.gnome.desktop.interface", "enable-animations"


def system_reduces_motion() -> bool:
    """What the system's own setting says; False where none is known."""
    try:
        if sys.platform == "win32":
            return _windows()
        if sys.platform == "darwin":
            kept = Path.home() / "Library" / "Preferences" / "com.apple.universalaccess.plist"
            return bool(plistlib.loads(kept.read_bytes()).get("reduceMotion", False))
        return QGuiApplication.platformName() in ("xcb", "wayland") and _portal()
    except Exception as problem:  # a hint must never stop the program
        log.info("the system's wish about motion is not known: %s", problem)
        return False


def _windows() -> bool:
    import ctypes

    animated = ctypes.c_int(1)
    asked = ctypes.windll.user32.SystemParametersInfoW(0x1042, 0, ctypes.byref(animated), 0)  # type: ignore[attr-defined]
    return bool(asked) and not animated.value  # SPI_GETCLIENTAREAANIMATION


def _portal() -> bool:
    from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return False
    call = QDBusMessage.createMethodCall(
        "org.freedesktop.portal.Desktop",
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.Settings",
        "ReadOne",
    )
    call.setArguments([NAMESPACE, ANIMATIONS])
    answer = bus.call(call, QDBus.CallMode.Block, WAIT_MS)
    values = answer.arguments()
    return answer.type() == QDBusMessage.MessageType.ReplyMessage and bool(values) and values[0] is False
