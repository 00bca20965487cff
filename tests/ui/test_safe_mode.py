"""Starts that die before the window can be used: the real program in processes of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from app.core.start_guard import StartGuard
from app.core.work_values import Notice
from app.ui.application import open_windows, safe_notice
from app.ui.notices import Banner
from tests.ui.conftest import Launch

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
    import os, sys
    from PySide6.QtCore import QTimer
    from app.services import app_context
    from app.ui import application
    from tests.fake_engine import fake_command

    how, data, *options = sys.argv[1:]
    real = app_context.EngineProcess
    app_context.EngineProcess = lambda command, *rest, **more: real(fake_command(), *rest, **more)
    made = application.open_windows

    def opened(context, *rest, **more):
        windows = made(context, *rest, **more)
        window = windows.first
        if how == "dies":
            context.start = lambda **_: os._exit(9)
        def look():
            notice = window.chat.banner.notice
            print(f"safe={context.safe} notice={notice.action if notice else ''}", flush=True)
            window.close()
        context.settled.connect(look)
        return windows

    application.open_windows = opened
    sys.exit(application.run(["longthread", "--data", data, *options]))
"""


def run(how: str, data: Path, *options: str) -> tuple[int, str]:
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM), how, str(data), *options],
        cwd=ROOT, capture_output=True, text=True, timeout=60, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return ended.returncode, ended.stdout.strip()


def test_the_third_start_is_careful_and_the_fourth_is_not(tmp_path: Path) -> None:
    assert run("dies", tmp_path)[0] == 9
    assert run("dies", tmp_path)[0] == 9
    assert run("lives", tmp_path) == (0, "safe=True notice=start_as_usual")
    assert run("lives", tmp_path) == (0, "safe=False notice=")


def test_safe_mode_can_be_asked_for(tmp_path: Path) -> None:
    assert run("lives", tmp_path, "--safe-mode") == (0, "safe=True notice=start_as_usual")


def test_the_window_says_so_and_starts_as_usual_when_asked(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.say("remember me")
    program.idle()
    chat = program.talk.view.chat.id
    paths, library, engine = program.context.paths, program.context.library, program.engine
    program.window.close()
    program.context.shutdown()

    from app.services.app_context import AppContext

    context = AppContext(paths, engine=type(engine)(), library=library)
    guard = StartGuard(paths.starting)
    guard.begin()
    window = open_windows(context, guard, safe=True).first
    program.qtbot.addWidget(window)
    try:
        program.wait(lambda: window.chat.banner.card is not None)
        program.wait(lambda: not paths.starting.exists())
        card = window.chat.banner.card
        assert card is not None
        assert "safe mode" in card.notice.text
        card.button.click()
        assert paths.starting.exists()  # until it is seen that this start goes well
        program.wait(lambda: context.conversation.view.chat.id == chat)
        program.wait(lambda: not paths.starting.exists())
        assert window.chat.banner.card is None
    finally:
        window.close()
        context.shutdown()


@pytest.mark.parametrize("asked", [True, False])
def test_every_way_on_is_a_button(launch: Launch, asked: bool) -> None:
    program = launch()
    program.idle()
    program.chat.banner.tell(safe_notice(asked))
    card = program.chat.banner.card
    assert card is not None
    from app.ui.widgets.buttons import TextButton

    words = [button.text().strip() for button in card.findChildren(TextButton)]
    assert words == ["Start normally", "Open model library", "Save diagnostics…"]
    card.findChildren(TextButton)[1].click()
    assert program.window.pages.currentWidget() is program.window.pages.library


def test_what_waits_comes_when_the_first_was_dealt_with(qtbot: object) -> None:
    banner = Banner(lambda _: None)
    first, second = Notice("warning", "first"), Notice("warning", "second")
    banner.tell(first, wait=True)
    banner.tell(second, wait=True)
    assert banner.notice == first
    assert banner.card is not None
    banner.card.close_card()
    assert banner.notice == second
    banner.clear()
    assert banner.notice is None
    banner.deleteLater()
