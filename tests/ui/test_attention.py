"""A person who looks elsewhere hears that a reply is there; one who looks here, or waited briefly, does not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from tests.ui.conftest import Launch, Program


class Seen:
    """What the system is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.badges: list[int] = []
        self.alerts = 0
        self.messages: list[tuple[str, str]] = []
        monkeypatch.setattr(QGuiApplication, "setBadgeNumber", staticmethod(self.badges.append))
        monkeypatch.setattr(QApplication, "alert", staticmethod(self._alert))
        monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: True))
        monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", staticmethod(lambda: True))
        monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda tray, title, text, *rest: self._say(title, text))

    def _alert(self, window: object) -> None:
        self.alerts += 1

    def _say(self, title: str, text: str) -> None:
        self.messages.append((title, text))


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    return Seen(monkeypatch)


def said(program: Program, monkeypatch: pytest.MonkeyPatch, waited: float, front: bool) -> None:
    """Have a reply that took so long by the clock."""
    now = [0.0]

    def clock() -> float:
        now[0] += waited
        return now[0]

    program.window.attention._clock = clock
    monkeypatch.setattr(program.window, "isActiveWindow", lambda: front)
    program.say("tell me something secret")
    program.idle()


@pytest.mark.parametrize(
    ("waited", "front", "wanted", "told"),
    [(60, False, True, True), (1, False, True, False), (60, True, True, False), (60, False, False, False)],
)
def test_only_after_a_long_wait_behind_other_windows(
    launch: Launch, seen: Seen, monkeypatch: pytest.MonkeyPatch, waited: float, front: bool, wanted: bool, told: bool
) -> None:
    program = launch()
    program.idle()
    program.context.settings.set("window.notify", wanted)
    said(program, monkeypatch, waited, front)
    assert (seen.alerts, seen.badges, program.window.attention.waiting) == ((1, [1], 1) if told else (0, [], 0))
    assert seen.messages == []  # there is no icon in the tray


# the offscreen plugin has no tray
@pytest.mark.qt_log_ignore("propagateSizeHints", "systemTrayWindowChanged", extend=True)
def test_a_notification_says_nothing_of_the_reply(launch: Launch, seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    program = launch()
    program.idle()
    program.context.settings.set("window.tray", True)
    tray = program.window.windows.news.tray
    assert tray is not None
    assert [action.text() for action in tray.contextMenu().actions()] == ["Show Longthread", "Quit"]
    said(program, monkeypatch, 60, front=False)
    ((title, text),) = seen.messages
    assert title in ("tell me something secret", program.talk.view.chat.title)  # of before there was a title, or after
    assert text == "Your reply is ready."
    QApplication.sendEvent(program.window, QEvent(QEvent.Type.WindowActivate))
    assert seen.badges == [1, 0]
    program.context.settings.set("window.tray", False)
    assert program.window.windows.news.tray is None


def test_without_a_tray_there_is_no_icon(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: False))
    program = launch()
    program.context.settings.set("window.tray", True)
    assert program.window.windows.news.tray is None
