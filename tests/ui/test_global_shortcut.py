"""The global shortcut: recorded in the settings, refused with a sentence, and the window comes to the front."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from app.core.global_keys.keys import Combination, KeyGrabber, KeysRefused, combination
from app.core.global_keys.x11 import X11Keys
from app.services.global_shortcut import KEY, system_grabber
from app.ui.settings.keys_field import KeysField
from tests.ui.conftest import Launch, Program

CONTROL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class Grabber:
    """A system that has one combination already."""

    def __init__(self) -> None:
        self.held: list[Combination] = []
        self.press: Callable[[], None] = lambda: None

    def find(self, owner: QObject, pressed: Callable[[], None]) -> KeyGrabber:
        self.press = pressed
        return self

    def grab(self, keys: Combination) -> None:
        self.release()
        if keys.key == "T":
            raise KeysRefused("keys.taken")
        self.held.append(keys)

    def release(self) -> None:
        self.held.clear()


def field_of(program: Program) -> KeysField:
    program.window.show_settings()
    page = program.window.pages.settings
    page.show_section("Appearance")
    field = page.rows[KEY].field
    assert isinstance(field, KeysField)
    return field


def test_keys_are_recorded_and_bring_the_window(launch: Launch, qtbot: QtBot) -> None:
    grabber = Grabber()
    program = launch(grabber=grabber.find)
    field = field_of(program)
    assert grabber.held == [] and field.control.text() == "none" and not field.clear.isVisible()
    field.control.click()
    qtbot.keyClick(field.control, Qt.Key.Key_L, CONTROL_ALT)
    assert program.context.settings.text(KEY) == "Ctrl+Alt+L"
    assert grabber.held == [combination("Ctrl+Alt+L")]
    program.window.showMinimized()
    grabber.press()
    program.wait(lambda: not program.window.isMinimized())
    field.clear.click()
    assert program.context.settings.text(KEY) == "" and grabber.held == []


def test_who_turns_them_off_by_keys_stays_at_the_setting(launch: Launch, qtbot: QtBot) -> None:
    program = launch(grabber=Grabber().find)
    program.context.settings.set(KEY, "Ctrl+Alt+L")
    program.window.activateWindow()
    field = field_of(program)
    program.wait(lambda: field.clear.isVisible() and program.window.isActiveWindow())
    field.clear.setFocus()
    qtbot.keyClick(field.clear, Qt.Key.Key_Space)
    assert program.context.settings.text(KEY) == "" and field.control.hasFocus()


def test_keys_of_another_program_are_refused_with_a_sentence(launch: Launch, qtbot: QtBot) -> None:
    grabber = Grabber()
    program = launch(grabber=grabber.find)
    field = field_of(program)
    field.control.click()
    qtbot.keyClick(field.control, Qt.Key.Key_T, CONTROL_ALT)
    assert field.why.text() == "Another program already uses these keys. Choose other keys."
    assert field.why.isVisible() and grabber.held == []
    field.control.click()
    qtbot.keyClick(field.control, Qt.Key.Key_L, CONTROL_ALT)
    assert not field.why.isVisible() and grabber.held == [combination("Ctrl+Alt+L")]


def test_keys_that_are_taken_at_the_start_are_told(launch: Launch) -> None:
    program = launch()
    program.context.settings.set(KEY, "Ctrl+Alt+T")
    program.window.close()
    program.context.shutdown()
    program = launch(grabber=Grabber().find)
    told = [notice.text for notice in program.window.toasts.notices]
    assert any(getattr(text, "code", "") == "keys.taken" for text in told)


@pytest.mark.parametrize(
    ("platform", "begins"), [("wayland", "Wayland doesn't let"), ("offscreen", "Global shortcuts")]
)
def test_where_there_is_no_way_the_setting_says_so(launch: Launch, platform: str, begins: str) -> None:
    program = launch(grabber=system_grabber(platform))
    field = field_of(program)
    assert field.why.text().startswith(begins) and not field.control.isEnabled()
    program.context.settings.set(KEY, "Ctrl+Alt+L")  # of another day, on another system
    assert field.why.text().startswith(begins)


# the real thing -----------------------------------------------------------------


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An X server of its own."""
    missing = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if missing or sys.platform != "linux":
        pytest.skip(f"needs {' and '.join(missing) or 'Linux'}")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "320x240x24", "-nolisten", "tcp"],
        pass_fds=[writing], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    monkeypatch.setenv("DISPLAY", f":{number}")
    yield f":{number}"
    server.terminate()
    server.wait()


def press(keys: str) -> None:
    subprocess.run(["xdotool", "key", keys], check=True, timeout=60)


def test_x11_tells_of_the_keys_and_of_no_others(display: str, qtbot: QtBot) -> None:
    owner = QObject()
    told: list[bool] = []
    keys = system_grabber("xcb")(owner, lambda: told.append(True))
    assert isinstance(keys, X11Keys)
    keys.grab(combination("Ctrl+Alt+L"))
    press("ctrl+alt+l")
    qtbot.waitUntil(lambda: len(told) == 1, timeout=60_000)
    press("ctrl+alt+k")
    press("Num_Lock")
    press("ctrl+alt+l")
    qtbot.waitUntil(lambda: len(told) == 2, timeout=60_000)
    other = X11Keys(display)
    with pytest.raises(KeysRefused, match="Another program already uses these keys"):
        other.grab(combination("Ctrl+Alt+L"))
    keys.release()
    other.grab(combination("Ctrl+Alt+L"))
    press("ctrl+alt+l")
    qtbot.waitUntil(other.pressed, timeout=60_000)
    assert len(told) == 2
    owner.deleteLater()
    other.close()


def test_without_a_server_there_is_no_way() -> None:
    if sys.platform != "linux":
        pytest.skip("needs Linux")
    with pytest.raises(OSError):
        X11Keys(":4711")
