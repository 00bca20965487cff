"""States of the page of the local server."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.core.texts import say
from app.services.local_server import LocalServerView
from app.ui.server import ServerPage
from engine.protocol import ServedRequest

if TYPE_CHECKING:
    from tests.ui.screens import Stage

AT = 1_790_000_000.0
KEY = "lt-0123456789abcdefghijklmnopqrstuv"
RUNNING = (ServedRequest(AT + 64, "/v1/messages", "claude-cli/2.1.4", 0, 0.0, 18_240, 412, 96),)
RECENT = (
    ServedRequest(AT + 40, "/v1/chat/completions", "OpenAI/Python 2.3.0", 200, 4.21, 8_904, 212, 318),
    ServedRequest(AT + 21, "/v1/chat/completions", "a program with a name that goes on for very long", 401, 0.002),
    ServedRequest(AT, "/v1/models", "", 200, 0.001),
)
ON = LocalServerView(
    on=True, url="http://127.0.0.1:8080", running=RUNNING, recent=RECENT, waiting=2, answered=1_214, sessions=7
)


def _page(stage: Stage, view: LocalServerView) -> ServerPage:
    stage.window.show_server()
    page = stage.window.pages.server
    page.show_model(True)
    page.show_view(view)
    stage.settle()
    return page


def server_off(stage: Stage) -> None:
    """As everybody finds it first."""
    _page(stage, LocalServerView())


def server_on(stage: Stage) -> None:
    """Some programs use it; the key is shown, and will be another one with the next start."""
    page = _page(stage, ON)
    page.show_key("", lasts=False)
    page._set_key(KEY)


def server_connect(stage: Stage) -> None:
    """What is copied for other programs."""
    page = _page(stage, ON)
    page.area.verticalScrollBar().setValue(page.area.verticalScrollBar().maximum())


def server_port_taken(stage: Stage) -> None:
    """It can't be started, and why."""
    _page(stage, LocalServerView(on=True, problem=say("server.port_taken", port="8080")))


SCENES: tuple[Callable[[Stage], None], ...] = (server_off, server_on, server_connect, server_port_taken)
