"""Key combinations under macOS: RegisterEventHotKey of Carbon, which needs no permission."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import POINTER, Structure, byref, c_int32, c_uint32, c_ulong, c_void_p
from typing import Any

from app.core.global_keys.keys import Combination, KeysRefused

CARBON = "/System/Library/Frameworks/Carbon.framework/Carbon"
MASKS = {"Ctrl": 0x100, "Shift": 0x200, "Alt": 0x800, "Meta": 0x1000}  # "Ctrl" is Command, "Meta" is Control
KEYBOARD, PRESSED = 0x6B657962, 5  # 'keyb', kEventHotKeyPressed
SIGNATURE = 0x4C546864  # 'LThd'
TAKEN = -9878  # eventHotKeyExistsErr
CODES = {
    **dict(zip("ASDFHGZXCV", range(10), strict=True)),
    **dict(zip("BQWERYT123465=97-80]OU[IP", range(11, 36), strict=True)),
    "Return": 36, **dict(zip("LJ'K;\\,/NM.", range(37, 48), strict=True)),
    "Tab": 48, "Space": 49, "`": 50, "Backspace": 51, "Esc": 53,
    "F1": 122, "F2": 120, "F3": 99, "F4": 118, "F5": 96, "F6": 97, "F7": 98, "F8": 100, "F9": 101, "F10": 109,
    "F11": 103, "F12": 111, "Home": 115, "PgUp": 116, "Del": 117, "End": 119, "PgDown": 121, "Left": 123,
    "Right": 124, "Down": 125, "Up": 126,
}  # fmt: skip  # of places on the keyboard: another layout than the US one has other letters on them


class EventKind(Structure):
    """EventTypeSpec."""

    _fields_ = [("of", c_uint32), ("kind", c_uint32)]


class HotKey(Structure):
    """EventHotKeyID."""

    _fields_ = [("signature", c_uint32), ("number", c_uint32)]


Handler = ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p)


class MacKeys:
    """``pressed`` is called on the main thread."""

    def __init__(self, pressed: Callable[[], None], carbon: Any = None) -> None:
        """
        Raises:
            OSError: this is not macOS.
        """
        self._carbon = _carbon() if carbon is None else carbon
        self._pressed = pressed
        self._handler = Handler(self._told)  # kept: Carbon holds its address only
        self._held = c_void_p()
        kind = EventKind(KEYBOARD, PRESSED)
        target = self._carbon.GetApplicationEventTarget()
        self._carbon.InstallEventHandler(target, self._handler, 1, byref(kind), None, None)

    def grab(self, keys: Combination) -> None:
        self.release()
        if keys.key not in CODES:
            raise KeysRefused("keys.unknown")
        mask = sum(MASKS[name] for name in keys.modifiers)
        held, target = c_void_p(), self._carbon.GetApplicationEventTarget()
        status = self._carbon.RegisterEventHotKey(CODES[keys.key], mask, HotKey(SIGNATURE, 1), target, 0, byref(held))
        if status:
            raise KeysRefused("keys.taken" if status == TAKEN else "keys.unknown")
        self._held = held

    def release(self) -> None:
        if self._held.value:
            self._carbon.UnregisterEventHotKey(self._held)
            self._held = c_void_p()

    def _told(self, _call: int, _event: int, _data: int) -> int:
        self._pressed()
        return 0


def _carbon() -> Any:
    library = ctypes.CDLL(CARBON)
    library.GetApplicationEventTarget.restype = c_void_p
    library.InstallEventHandler.argtypes = [c_void_p, Handler, c_ulong, POINTER(EventKind), c_void_p, c_void_p]
    library.RegisterEventHotKey.argtypes = [c_uint32, c_uint32, HotKey, c_void_p, c_uint32, POINTER(c_void_p)]
    library.UnregisterEventHotKey.argtypes = [c_void_p]
    return library
