"""Key combinations for the whole system: what each system is asked for, and what is said where it refuses."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import pytest

from app.core.global_keys import windows
from app.core.global_keys.keys import Combination, KeysRefused, combination
from app.core.global_keys.macos import CODES, MacKeys
from app.core.global_keys.windows import HOT_KEY, NO_REPEAT, OURS, WindowsKeys, WindowsMessage
from app.core.global_keys.x11 import keysym


@pytest.mark.parametrize(
    ("text", "modifiers", "key"),
    [
        ("Ctrl+Alt+Space", {"Ctrl", "Alt"}, "Space"),
        ("Meta+L", {"Meta"}, "L"),
        ("F9", set(), "F9"),
        ("Ctrl++", {"Ctrl"}, "+"),
        ("Ctrl+Shift+,", {"Ctrl", "Shift"}, ","),
    ],
)
def test_portable_text_is_taken_apart(text: str, modifiers: set[str], key: str) -> None:
    assert combination(text) == Combination(frozenset(modifiers), key)


@pytest.mark.parametrize("text", ["", "Ctrl+", "Hyper+L", "Ctrl+K, Ctrl+L+"])
def test_what_is_no_combination_is_refused(text: str) -> None:
    with pytest.raises(KeysRefused):
        combination(text)


def test_keys_have_the_names_of_x11() -> None:
    assert [keysym(key) for key in ("A", "7", ",", "Space", "F1", "F12", "PgDown", "Del")] == [
        ord("a"), ord("7"), ord(","), 0x20, 0xFFBE, 0xFFC9, 0xFF56, 0xFFFF,
    ]  # fmt: skip
    with pytest.raises(KeysRefused):
        keysym("Volume Up")


class User32:
    """Windows' table of hot keys; ``taken``: what another program has."""

    def __init__(self, *taken: tuple[int, int]) -> None:
        self.taken = set(taken)
        self.held: dict[int, tuple[int, int]] = {}

    def RegisterHotKey(self, window: Any, number: int, modifiers: int, key: int) -> int:
        assert window is None and number not in self.held
        if (modifiers & ~NO_REPEAT, key) in self.taken:
            return 0
        self.held[number] = (modifiers, key)
        return 1

    def UnregisterHotKey(self, window: Any, number: int) -> int:
        del self.held[number]
        return 1

    def VkKeyScanW(self, sign: str) -> int:
        return {",": 0x00BC, "?": 0x01BF}.get(sign, -1)


def test_windows_registers_one_hot_key_and_knows_its_message() -> None:
    user32 = User32()
    keys = WindowsKeys(user32)
    keys.grab(combination("Ctrl+Alt+Space"))
    assert user32.held == {OURS: (NO_REPEAT + 1 + 2, 0x20)}
    keys.grab(combination("Meta+Shift+l"))
    assert user32.held == {OURS: (NO_REPEAT + 4 + 8, ord("L"))}
    keys.grab(combination("Ctrl+,"))
    assert user32.held[OURS][1] == 0xBC
    for kind, number, ours in ((HOT_KEY, OURS, True), (HOT_KEY, 1, False), (0x100, OURS, False)):
        message = WindowsMessage(message=kind, number=number)
        assert keys.hit(ctypes.addressof(message)) is ours
    keys.release()
    keys.release()
    assert user32.held == {}


def test_windows_says_when_another_program_has_the_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "_last_error", lambda: windows.TAKEN)
    user32 = User32((2, ord("K")))
    keys = WindowsKeys(user32)
    keys.grab(combination("Ctrl+J"))
    with pytest.raises(KeysRefused, match="Another program already uses these keys"):
        keys.grab(combination("Ctrl+K"))
    assert user32.held == {}, "the old ones are not the person's wish any more"
    with pytest.raises(KeysRefused, match="can't use these keys"):
        keys.grab(combination("Ctrl+ß"))


class Carbon:
    """Carbon's table of hot keys."""

    def __init__(self, status: int = 0) -> None:
        self.status = status
        self.held: list[tuple[int, int]] = []
        self.handler: Callable[..., int] | None = None

    def GetApplicationEventTarget(self) -> int:
        return 7

    def InstallEventHandler(self, target: int, handler: Any, count: int, kinds: Any, data: Any, out: Any) -> int:
        assert target == 7 and count == 1
        self.handler = handler
        return 0

    def RegisterEventHotKey(self, code: int, mask: int, own: Any, target: int, options: int, out: Any) -> int:
        if not self.status:
            self.held.append((code, mask))
            out._obj.value = 99
        return self.status

    def UnregisterEventHotKey(self, held: Any) -> int:
        assert held.value == 99
        self.held.pop()
        return 0


def test_macos_registers_one_hot_key_and_is_called() -> None:
    pressed: list[bool] = []
    carbon = Carbon()
    keys = MacKeys(lambda: pressed.append(True), carbon)
    keys.grab(combination("Ctrl+Shift+Space"))
    assert carbon.held == [(49, 0x100 + 0x200)], "Command and Shift"
    keys.grab(combination("Meta+Alt+L"))
    assert carbon.held == [(37, 0x1000 + 0x800)], "Control and Option"
    assert carbon.handler is not None and carbon.handler(None, None, None) == 0
    assert pressed == [True]
    keys.release()
    keys.release()
    assert carbon.held == []


def test_macos_says_why_not() -> None:
    with pytest.raises(KeysRefused, match="Another program already uses these keys"):
        MacKeys(lambda: None, Carbon(-9878)).grab(combination("Ctrl+L"))
    with pytest.raises(KeysRefused, match="can't use these keys"):
        MacKeys(lambda: None, Carbon()).grab(combination("Ctrl+Ins"))


def test_places_on_a_mac_keyboard_are_those_of_its_header() -> None:
    """Some of kVK_ANSI_... in HIToolbox/Events.h."""
    some = {"A": 0, "V": 9, "B": 11, "T": 17, "1": 18, "=": 24, "9": 25, "0": 29, "P": 35, "L": 37, "/": 44, ".": 47}
    assert {key: CODES[key] for key in some} == some
    assert len(set(CODES.values())) == len(CODES)
