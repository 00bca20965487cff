"""The way from nothing to a first reply: a model fetched, chosen or dropped in, and an example that is sent."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.core.curated import CuratedModel, CuratedModels
from app.core.model_values import ModelPhase, ModelState
from app.core.work_values import Phase
from app.services import app_context
from app.services.models import downloads
from app.ui.chat import prompts
from app.ui.library.curated import CuratedRow, suits
from engine import protocol as p
from tests.hub_server import REVISION, HubServer
from tests.ui import scenes
from tests.ui.conftest import Launch, Program
from tests.unit.core.test_starter import MODEL, offer, packed

REPO, FILE = "owner/pack", "starter.whl"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    """The server of the starter model, here."""
    archive = packed(tmp_path / FILE)
    made = HubServer({REPO: {FILE: archive}})
    starter = offer(archive, f"{made.base}/{REPO}/resolve/{REVISION}/{FILE}")
    monkeypatch.setattr(app_context, "read_starter", lambda path: starter)
    monkeypatch.setattr(downloads.Downloads.__init__, "__kwdefaults__", {"delays": (0.0, 0.0), "parent": None})
    yield made
    made.close()


def nothing(launch: Launch) -> Program:
    program = launch(models=0)
    program.wait(lambda: program.talk.phase is Phase.NO_MODEL and program.chat.empty.fetch.isVisible())
    program.wait(lambda: program.chat.empty.title.text() == "Welcome to Longthread")
    return program


def click(qtbot: QtBot, button: object) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)  # type: ignore[arg-type]


def test_from_nothing_to_a_reply_in_two_clicks(launch: Launch, server: HubServer, qtbot: QtBot) -> None:
    program = nothing(launch)
    empty = program.chat.empty
    assert server.asked == []  # nothing is fetched before it is asked for
    server.drops = 1
    click(qtbot, empty.fetch)
    program.wait(lambda: program.context.models.state.phase is ModelPhase.LOADED)
    assert server.asked[-1].start > 0  # it went on where the connection was lost
    model = program.context.paths.models / "SmolLM2-135M-Instruct.Q4_1.gguf"
    assert model.read_bytes() == MODEL
    assert program.context.models.state.path == str(model.resolve())
    assert program.context.downloads.downloads == ()
    assert empty.title.text() == "Ready for your first message"
    assert "good for a first try" in empty.foot.text()
    click(qtbot, empty.prompts.cards[1])
    program.idle()
    question, reply = program.talk.view.messages
    assert question.content.startswith("Let's write a story")
    assert reply.state == "done"
    assert program.chat.stack.currentWidget() is program.chat.transcript


def test_a_fetch_shows_how_far_it_is_and_can_be_stopped(launch: Launch, server: HubServer, qtbot: QtBot) -> None:
    server.gate = threading.Event()
    program = nothing(launch)
    empty = program.chat.empty
    click(qtbot, empty.fetch)
    program.wait(lambda: empty.cancel.isVisible() and " of " in empty.foot.text())
    assert not empty.fetch.isVisible()
    click(qtbot, empty.cancel)
    server.gate.set()
    program.wait(lambda: empty.fetch.isVisible())
    assert list(program.context.paths.models.rglob("*.part")) == []


def test_a_fetch_that_fails_says_why_and_can_be_tried_again(launch: Launch, server: HubServer, qtbot: QtBot) -> None:
    program = nothing(launch)
    empty = program.chat.empty
    server.statuses = [404]
    click(qtbot, empty.fetch)
    program.wait(lambda: "doesn't have this file" in empty.text.text())
    assert empty.text.property("role") == "error"
    click(qtbot, empty.fetch)
    program.wait(lambda: program.context.models.state.phase is ModelPhase.LOADED)
    assert empty.text.property("role") == "dim" and "doesn't have this file" not in empty.text.text()


def test_a_fetch_that_fails_says_so_in_a_low_window_and_aloud(
    launch: Launch, server: HubServer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []

    def update(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            heard.append(event.message())

    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", update)
    program = nothing(launch)
    empty = program.chat.empty
    program.window.resize(800, 400)
    program.wait(lambda: not empty.foot.isVisible())  # there is no room for it
    server.statuses = [404]
    click(qtbot, empty.fetch)
    program.wait(lambda: heard)
    shown = [label.text() for label in empty.findChildren(QLabel) if label.isVisible()]
    assert heard[0] in shown and "doesn't have this file" in heard[0]


def test_a_message_written_meanwhile_is_answered_when_the_model_is_there(launch: Launch, server: HubServer) -> None:
    program = nothing(launch)
    program.say("hello?")
    program.chat.empty.get_starter.emit()
    program.idle()
    program.wait(lambda: program.talk.view.messages[-1].state == "done")


def test_models_that_are_there_are_one_click_away(launch: Launch, qtbot: QtBot) -> None:
    program = launch(models=2)
    program.idle()
    program.context.models.unload()
    empty = program.chat.empty
    shown = [button for button in empty.choices if button.isVisible()]
    assert len(shown) == 2
    assert shown[0].text().strip().startswith("Load ")
    click(qtbot, shown[1])
    program.wait(lambda: program.context.models.state.phase is ModelPhase.LOADED)
    assert program.context.models.state.path == shown[1].property("path")


def test_models_with_long_names_stand_under_each_other(launch: Launch) -> None:
    program = launch(models=3)
    program.idle()
    program.context.models.unload()
    program.wait(lambda: program.context.models.state.phase is ModelPhase.NONE)
    empty = program.chat.empty
    assert empty.title.text() == "Choose a model" and empty.text.height() < 30  # one line, after texts of several
    long = [
        msgspec.structs.replace(entry, name=entry.name + "-and-more" * 9) for entry in program.context.models.entries
    ]
    empty.show_entries(long)
    program.window.resize(760, 820)
    shown = [button for button in empty.choices if button.isVisible()]
    program.wait(lambda: len({button.x() for button in shown}) == 1 and len({button.y() for button in shown}) == 3)
    program.wait(lambda: all(button.width() <= empty.width() - 40 for button in shown))
    for button in shown:
        assert "…" in button.text() and "and-more" in button.toolTip()
        assert button.accessibleName().endswith("-and-more")


def test_an_example_about_a_file_asks_for_the_file_and_is_not_sent(
    launch: Launch, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = launch()
    program.idle()
    (tmp_path / "notes.txt").write_text("The heron stands.")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(tmp_path / "notes.txt")], ""))
    click(qtbot, program.chat.empty.prompts.cards[0])
    composer = program.chat.composer
    assert composer.editor.toPlainText().startswith("Summarize the attached document")
    program.wait(lambda: [file.name for file in composer.draft.files] == ["notes.txt"])
    assert composer.editor.hasFocus()
    assert program.talk.view.messages == ()


def test_after_an_example_the_person_can_write(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    click(qtbot, program.chat.empty.prompts.cards[-1])
    program.idle()
    assert len(program.talk.view.messages) == 2
    assert program.chat.composer.editor.hasFocus()


def test_welcome_is_for_the_first_time_only(launch: Launch) -> None:
    program = launch()
    program.idle()
    empty = program.chat.empty
    program.wait(lambda: empty.title.text() == "Ready for your first message")
    program.say("hello")
    program.idle()
    program.window.new_chat()
    program.wait(lambda: empty.title.text() == "What would you like to talk about?")


@pytest.mark.parametrize("size", [(560, 480), (760, 600), (1280, 820), (1600, 1000)])
def test_all_of_it_fits_every_size(launch: Launch, size: tuple[int, int]) -> None:
    program = launch(models=0)
    program.window.resize(*size)
    empty = program.chat.empty
    for state in (ModelState(), scenes.LOADED):
        empty.show_first(True)
        empty.show_model(state)
        program.wait(lambda: all(inside(part, empty) for part in empty.findChildren(QWidget) if part.isVisible()))


def inside(part: QWidget, place: QWidget) -> bool:
    return place.rect().contains(QRect(part.mapTo(place, QPoint(0, 0)), part.size()))


def test_the_find_button_opens_the_search(launch: Launch, qtbot: QtBot) -> None:
    program = nothing(launch)
    click(qtbot, program.chat.empty.search)
    assert program.window.pages.currentWidget() is program.window.pages.library
    assert program.window.pages.library.find_tab.isChecked()


# --------------------------------------------------------------------------- recommended models

OFFER = CuratedModels(
    "2026-11-22",
    (
        CuratedModel("Small", "owner/small-GGUF", "small-q4_k_m.gguf", 100_000, 200_000, 8192, "MIT", "quick"),
        CuratedModel("Huge", "owner/huge-GGUF", "huge-q4_k_m.gguf", 1 << 50, 1 << 51, 8192, "MIT", "strong"),
    ),
)


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    """The hub with one of the two recommended models, here."""
    made = HubServer({"owner/small-GGUF": {"Small-Q4_K_M.gguf": MODEL}})
    monkeypatch.setenv("HF_ENDPOINT", made.base)
    monkeypatch.setattr(app_context, "read_curated", lambda path: OFFER)
    yield made
    made.close()


def rows(panel: QWidget) -> list[CuratedRow]:
    return [row for row in panel.findChildren(CuratedRow) if row.isVisible()]


def test_a_recommended_model_is_downloaded_and_loaded_with_one_click(
    launch: Launch, hub: HubServer, qtbot: QtBot
) -> None:
    program = nothing(launch)
    empty = program.chat.empty
    program.wait(lambda: empty.curated.isVisible())
    (row,) = rows(empty.curated)  # the one that runs well here
    assert row.model.name == "Small" and row.badge is not None and row.badge.text() == "Runs well"
    assert hub.asked == []
    click(qtbot, row.button)
    assert row.facts.text() == "Looking up the file…" and row.stop.isVisible() and not row.button.isVisible()
    program.wait(lambda: program.context.models.state.phase is ModelPhase.LOADED)
    assert program.context.models.state.path.endswith("Small-Q4_K_M.gguf")
    assert not empty.curated.isVisible()


@pytest.mark.parametrize(("cores", "word"), [(2, "Runs slowly"), (4, "Runs well")])
def test_what_fits_but_writes_slowly_here_does_not_run_well(launch: Launch, cores: int, word: str) -> None:
    models = nothing(launch).context.models
    models.cores = cores
    large = CuratedModel("L", "a/b", "l.gguf", 18_600_000_000, 30_500_000_000, 8192, "MIT", "strong", 3_300_000_000)
    assert suits(large, models, "fits")[0] == word


def test_the_library_recommends_all_and_says_what_suits(launch: Launch, hub: HubServer, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    before = program.context.models.state.path
    program.window.find_models()
    library = program.window.pages.library
    small, huge = rows(library)
    assert huge.badge is not None and huge.badge.text() == "Too large"
    click(qtbot, huge.button)
    program.wait(lambda: huge.problem.isVisible() and "doesn't have" in huge.problem.text())
    assert huge.button.isVisible()
    click(qtbot, small.button)
    program.wait(lambda: small.badge is not None and small.badge.text() == "On this computer")
    assert not small.button.isVisible()
    assert program.context.models.state.path == before  # a chat goes on with its model
    library.hub.field.setText("tiny")
    library.hub.button.click()
    program.wait(lambda: not rows(library))  # the answer to a search takes their place


def test_what_suits_is_said_again_when_the_engine_tells_of_a_card(launch: Launch, hub: HubServer) -> None:
    """It does so after the window has come."""
    program = nothing(launch)
    welcome = program.chat.empty.curated
    assert [row.model.name for row in welcome.rows] == ["Small"]
    program.engine.unasked.emit(p.Devices(found=("CUDA0: RTX 9", "CPU: EPYC"), vram=1 << 52))
    assert [row.model.name for row in welcome.rows] == ["Small", "Huge"]
    badges = [row.badge.text() for row in welcome.rows if row.badge is not None]
    assert badges == ["Runs well"] * 2


def test_a_recommended_download_shows_how_far_it_is_and_stops(launch: Launch, hub: HubServer, qtbot: QtBot) -> None:
    hub.gate = threading.Event()
    program = nothing(launch)
    (row,) = rows(program.chat.empty.curated)
    click(qtbot, row.button)
    program.wait(lambda: " of " in row.facts.text() and row.bar.isVisible())
    click(qtbot, row.stop)
    hub.gate.set()
    program.wait(lambda: row.button.isVisible() and "MIT" in row.facts.text())
    assert list(program.context.paths.models.rglob("*.part")) == []


def test_cards_stand_one_below_another_where_a_title_would_be_cut(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def high(room: int) -> list[int]:
        made = prompts.Prompts()
        qtbot.addWidget(made)
        made.set_room(760, room)
        return [card.height() for card in made.cards]

    assert high(400) == [prompts.TALL] * 3
    titles = [replace(one, title="Wochenlang an einer Geschichte schreiben") for one in prompts.prompts()]
    monkeypatch.setattr(prompts, "prompts", lambda: titles)
    assert high(400) == [prompts.HIGH] * 3
    assert high(150) == [prompts.TALL] * 3, "where there is no room below, a cut title is better than none"


def test_recommended_models_stand_apart_from_what_belongs_to_the_search(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.window.find_models()
    panel = program.window.pages.library.hub
    QApplication.processEvents()
    above = panel.ask_key.geometry().bottom()
    heading = panel._curated.findChildren(QLabel)[0]
    assert heading.mapTo(panel, QPoint(0, 0)).y() - above > 15
