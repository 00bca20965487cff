"""Key combinations under X11, by the libraries that Qt itself uses there: libxcb and libxcb-keysyms.

xcb, because it answers each request with its own error: Xlib has one handler for the whole process, which is Qt's.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from ctypes import POINTER, Structure, c_char_p, c_int, c_uint, c_uint8, c_uint16, c_uint32, c_void_p
from typing import Any

from app.core.global_keys.keys import Combination, KeysRefused

MASKS = {"Shift": 1, "Ctrl": 4, "Alt": 8, "Meta": 64}
LOCKS = (0, 2, 16, 18)  # Caps Lock and Num Lock, on or off: they make other combinations
KEYSYMS = {
    "Space": 0x20, "Backspace": 0xFF08, "Tab": 0xFF09, "Return": 0xFF0D, "Esc": 0xFF1B, "Home": 0xFF50, "Left": 0xFF51,
    "Up": 0xFF52, "Right": 0xFF53, "Down": 0xFF54, "PgUp": 0xFF55, "PgDown": 0xFF56, "End": 0xFF57, "Print": 0xFF61,
    "Ins": 0xFF63, "Pause": 0xFF13, "Del": 0xFFFF,
    **{f"F{number}": 0xFFBD + number for number in range(1, 36)},
}  # fmt: skip
ASYNCHRONOUS, PRESSED, BAD_ACCESS = 1, 2, 10


class Cookie(Structure):
    _fields_ = [("sequence", c_uint)]


class Screens(Structure):
    _fields_ = [("data", POINTER(c_uint32)), ("rem", c_int), ("index", c_int)]


FUNCTIONS = {
    "xcb_connect": (c_void_p, [c_char_p, c_void_p]),
    "xcb_connection_has_error": (c_int, [c_void_p]),
    "xcb_disconnect": (None, [c_void_p]),
    "xcb_get_file_descriptor": (c_int, [c_void_p]),
    "xcb_get_setup": (c_void_p, [c_void_p]),
    "xcb_setup_roots_iterator": (Screens, [c_void_p]),
    "xcb_grab_key_checked": (
        Cookie, [c_void_p, c_uint8, c_uint32, c_uint16, c_uint8, c_uint8, c_uint8],
    ),
    "xcb_ungrab_key_checked": (Cookie, [c_void_p, c_uint8, c_uint32, c_uint16]),
    "xcb_request_check": (POINTER(c_uint8), [c_void_p, Cookie]),
    "xcb_poll_for_event": (POINTER(c_uint8), [c_void_p]),
}  # fmt: skip
KEYSYM_FUNCTIONS = {
    "xcb_key_symbols_alloc": (c_void_p, [c_void_p]),
    "xcb_key_symbols_free": (None, [c_void_p]),
    "xcb_key_symbols_get_keycode": (POINTER(c_uint8), [c_void_p, c_uint32]),
}


def keysym(key: str) -> int:
    """What X11 calls a key.

    Raises:
        KeysRefused: it has no name for it.
    """
    if len(key) == 1 and 0x20 < ord(key) < 0x7F:
        return ord(key.lower())
    if key not in KEYSYMS:
        raise KeysRefused("keys.unknown")
    return KEYSYMS[key]


class X11Keys:
    """A connection to the X server of its own. ``fileno``: readable when something happened; then call ``pressed``."""

    def __init__(self, display: str | None = None) -> None:
        """
        Raises:
            OSError: the libraries or the server are not there.
        """
        self._xcb = _library("libxcb.so.1", FUNCTIONS)
        self._keysyms = _library("libxcb-keysyms.so.1", KEYSYM_FUNCTIONS)
        self._free = ctypes.CDLL(None).free
        self._free.argtypes = [c_void_p]
        self._connection = self._xcb.xcb_connect(display.encode() if display else None, None)
        if self._xcb.xcb_connection_has_error(self._connection):
            self._xcb.xcb_disconnect(self._connection)
            raise OSError("no X server")
        setup = self._xcb.xcb_get_setup(self._connection)
        self._root = self._xcb.xcb_setup_roots_iterator(setup).data[0]
        self._held: list[tuple[int, int]] = []  # key codes and masks

    def fileno(self) -> int:
        number: int = self._xcb.xcb_get_file_descriptor(self._connection)
        return number

    def grab(self, keys: Combination) -> None:
        self.release()
        mask = sum(MASKS[name] for name in keys.modifiers)
        codes = self._codes(keysym(keys.key))
        if not codes:
            raise KeysRefused("keys.unknown")
        for code in codes:
            for lock in LOCKS:
                cookie = self._xcb.xcb_grab_key_checked(
                    self._connection, 1, self._root, mask | lock, code, ASYNCHRONOUS, ASYNCHRONOUS
                )
                error = self._error(cookie)
                if error:
                    self.release()
                    raise KeysRefused("keys.taken" if error == BAD_ACCESS else "keys.unknown")
                self._held.append((code, mask | lock))

    def release(self) -> None:
        for code, mask in self._held:
            self._error(self._xcb.xcb_ungrab_key_checked(self._connection, code, self._root, mask))
        self._held = []

    def pressed(self) -> bool:
        """Whether the keys were pressed since the last call."""
        found = False
        while event := self._xcb.xcb_poll_for_event(self._connection):
            found |= event[0] & 0x7F == PRESSED
            self._free(ctypes.cast(event, c_void_p))
        return found

    def close(self) -> None:
        """Let go of the server; nothing may be called afterwards."""
        self._xcb.xcb_disconnect(self._connection)

    def _codes(self, symbol: int) -> list[int]:
        """The keys of this keyboard that make a symbol."""
        symbols = self._keysyms.xcb_key_symbols_alloc(self._connection)
        found = self._keysyms.xcb_key_symbols_get_keycode(symbols, symbol)
        codes: list[int] = []
        while found and found[len(codes)]:
            codes.append(int(found[len(codes)]))
        self._free(ctypes.cast(found, c_void_p))
        self._keysyms.xcb_key_symbols_free(symbols)
        return codes

    def _error(self, cookie: Cookie) -> int:
        """The code of what went wrong with a request, 0 for nothing."""
        error = self._xcb.xcb_request_check(self._connection, cookie)
        if not error:
            return 0
        code = int(error[1])
        self._free(ctypes.cast(error, c_void_p))
        return code


def _library(name: str, functions: Mapping[str, tuple[Any, Any]]) -> ctypes.CDLL:
    library = ctypes.CDLL(name)
    for function, (result, arguments) in functions.items():
        declared = getattr(library, function)
        declared.restype, declared.argtypes = result, arguments
    return library
