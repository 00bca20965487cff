"""Key combinations under Windows: RegisterHotKey, whose messages come to the thread that called it."""

from __future__ import annotations

import ctypes
from ctypes import c_size_t, c_ssize_t, c_uint32, c_void_p
from typing import Any, Protocol

from app.core.global_keys.keys import Combination, KeysRefused

MASKS = {"Alt": 1, "Ctrl": 2, "Shift": 4, "Meta": 8}
NO_REPEAT = 0x4000
HOT_KEY = 0x0312  # WM_HOTKEY
OURS = 0x4C54  # the number of our combination
TAKEN = 1409  # ERROR_HOTKEY_ALREADY_REGISTERED
VIRTUAL = {
    "Backspace": 0x08, "Tab": 0x09, "Return": 0x0D, "Pause": 0x13, "Esc": 0x1B, "Space": 0x20, "PgUp": 0x21,
    "PgDown": 0x22, "End": 0x23, "Home": 0x24, "Left": 0x25, "Up": 0x26, "Right": 0x27, "Down": 0x28, "Print": 0x2C,
    "Ins": 0x2D, "Del": 0x2E,
    **{f"F{number}": 0x6F + number for number in range(1, 25)},
}  # fmt: skip


class WindowsMessage(ctypes.Structure):
    """MSG."""

    _fields_ = [
        ("window", c_void_p), ("message", c_uint32), ("number", c_size_t), ("data", c_ssize_t), ("time", c_uint32),
        ("x", ctypes.c_int32), ("y", ctypes.c_int32),
    ]  # fmt: skip


class User32(Protocol):
    """What is called of user32.dll."""

    def RegisterHotKey(self, window: Any, number: int, modifiers: int, key: int) -> int: ...

    def UnregisterHotKey(self, window: Any, number: int) -> int: ...

    def VkKeyScanW(self, sign: str) -> int: ...


class WindowsKeys:
    """Use from the thread whose messages are looked at. ``hit`` tells our message from others."""

    def __init__(self, user32: User32 | None = None) -> None:
        """
        Raises:
            OSError: this is not Windows.
        """
        if user32 is None:
            user32 = _user32()
        self._user32 = user32
        self._held = False

    def grab(self, keys: Combination) -> None:
        self.release()
        mask = NO_REPEAT + sum(MASKS[name] for name in keys.modifiers)
        if not self._user32.RegisterHotKey(None, OURS, mask, self._virtual(keys.key)):
            raise KeysRefused("keys.taken" if _last_error() == TAKEN else "keys.unknown")
        self._held = True

    def release(self) -> None:
        if self._held:
            self._user32.UnregisterHotKey(None, OURS)
            self._held = False

    def hit(self, message: int) -> bool:
        """Whether the MSG at this address says that the keys were pressed."""
        seen = WindowsMessage.from_address(message)
        return bool(seen.message == HOT_KEY and seen.number == OURS)

    def _virtual(self, key: str) -> int:
        if len(key) == 1 and key.isascii() and key.isalnum():
            return ord(key.upper())
        if len(key) == 1:
            found = self._user32.VkKeyScanW(key)
            if found not in (-1, 0xFFFF):
                return found & 0xFF
        if key not in VIRTUAL:
            raise KeysRefused("keys.unknown")
        return VIRTUAL[key]


def _user32() -> Any:
    if not hasattr(ctypes, "WinDLL"):
        raise OSError("not Windows")
    library = ctypes.WinDLL("user32", use_last_error=True)
    library.VkKeyScanW.argtypes = [ctypes.c_wchar]
    library.VkKeyScanW.restype = ctypes.c_short
    return library


def _last_error() -> int:
    return int(getattr(ctypes, "get_last_error", lambda: TAKEN)())
