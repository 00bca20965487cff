"""The page of the local server: switched on, its key shown when asked for, what it does, what is copied."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.services.local_server import LocalServerView
from app.services.secrets import SERVER_KEY
from app.ui.server import ServerPage
from app.ui.server.snippets import HIDDEN
from app.ui.widgets.buttons import IconButton
from engine.protocol import ServedRequest, ServerStart
from tests.fake_engine import Script
from tests.secret_store import stand_in
from tests.ui.conftest import Launch, Program


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    return stand_in(monkeypatch)


def opened(launch: Launch, script: Script | None = None) -> tuple[Program, ServerPage]:
    program = launch(script)
    program.idle()
    program.window.action_list.all["server"].run()
    page = program.window.pages.server
    assert program.window.pages.currentWidget() is page
    return program, page


def clipboard() -> str:
    return QApplication.clipboard().text()


def test_a_switch_starts_and_stops_it(launch: Launch) -> None:
    program, page = opened(launch)
    assert not page.switch.isChecked() and page.state.text().startswith("Off.")
    page.switch.click()
    program.wait(lambda: page.state.text() == "On. Programs on this computer can use your model.")
    assert page.address.text() == "http://127.0.0.1:8080"
    page.switch.click()
    program.wait(lambda: not program.context.server.view.url)
    assert page.state.text().startswith("Off.")


def test_the_key_is_shown_when_asked_for_and_hidden_with_the_page(launch: Launch, kept: dict[str, str]) -> None:
    program, page = opened(launch)
    assert page.key.text() == HIDDEN and kept == {}  # made when it is needed
    page.reveal.click()
    program.wait(lambda: page.key.text() != HIDDEN)
    assert page.key.text() == kept[SERVER_KEY]
    assert kept[SERVER_KEY] in page.snippets["python"].text.toPlainText()
    page.renewing.click()
    program.wait(lambda: page.key.text() == kept[SERVER_KEY])
    program.window.show_chat()
    assert page.key.text() == HIDDEN
    assert kept[SERVER_KEY] not in page.snippets["python"].text.toPlainText()


def test_copies_hold_address_and_key(launch: Launch, kept: dict[str, str]) -> None:
    program, page = opened(launch)
    page.copy_key.click()
    program.wait(lambda: page.copy_key.confirmed)
    assert clipboard() == kept[SERVER_KEY]
    page.copy_address.click()
    assert clipboard() == "http://127.0.0.1:8080"
    for row in page.snippets.values():
        assert HIDDEN in row.text.toPlainText()
        row.copy.click()
        program.wait(lambda row=row: row.copy.confirmed)
        assert clipboard() == row.text.toPlainText().replace(HIDDEN, kept[SERVER_KEY])


def test_requests_are_listed_without_what_was_said(launch: Launch) -> None:
    served = (
        ServedRequest(2.0, "/v1/chat/completions", "agent/1", 200, 1.5, 1000, 40, 12),
        ServedRequest(1.0, "/v1/models", "", 401, 0.001),
    )
    program, page = opened(launch, Script(served=served))
    page.switch.click()
    program.wait(lambda: len(page.rows) == 2)
    assert [row.outcome.text() for row in page.rows] == ["done in 1.5 s", "error 401"]
    assert "2 done since the start" in page.numbers.text()


def test_a_taken_port_says_what_to_do_and_a_new_one_helps(launch: Launch) -> None:
    program, page = opened(launch, Script(server_error="server.port_taken"))
    page.switch.click()
    program.wait(page.problem.isVisible)
    assert page.problem.text() == "Can't listen on port 8080. Choose another port."
    program.engine.scripted.script = Script()
    page.number.control.setValue(9000)
    program.wait(lambda: program.context.server.view.url == "http://127.0.0.1:9000")
    assert not page.problem.isVisible() and not page.again.isVisible()
    assert "http://127.0.0.1:9000/v1" in page.snippets["continue"].text.toPlainText()


def test_try_again_tries_again(launch: Launch) -> None:
    program, page = opened(launch, Script(server_error="server.not_started"))
    page.switch.click()
    program.wait(page.again.isVisible)
    program.engine.scripted.script = Script()
    page.again.click()
    program.wait(lambda: program.context.server.view.url)
    assert len([one for one in program.engine.requests if isinstance(one, ServerStart)]) == 2


def test_without_a_model_it_says_so(launch: Launch) -> None:
    program, page = opened(launch)
    page.show_view(LocalServerView(on=True, url="http://127.0.0.1:8080"))
    page.show_model(False)
    assert "no model is loaded" in page.state.text()
    page.show_view(LocalServerView(on=True, engine=False))
    assert "when you load a model" in page.state.text()
    assert program.window.pages.currentWidget() is page


def test_the_privacy_page_says_whether_it_is_on(launch: Launch) -> None:
    program, page = opened(launch)
    program.window.show_privacy()
    privacy = program.window.pages.privacy
    assert "server is off" in privacy.server.text()
    page.switch.click()
    program.wait(lambda: "http://127.0.0.1:8080" in privacy.server.text())
    privacy.to_server.click()
    assert program.window.pages.currentWidget() is page


def test_the_settings_lead_there(launch: Launch) -> None:
    program, page = opened(launch)
    program.window.show_settings()
    (button,) = [
        one for one in program.window.pages.settings.findChildren(IconButton) if one.accessibleName() == "Local server"
    ]
    button.click()
    assert program.window.pages.currentWidget() is page
