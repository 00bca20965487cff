"""What is stored can be seen and be gone; the network is asked only when asked for, and that is written down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from pytestqt.qtbot import QtBot

from app.core.addons import folder_of
from app.core.model_values import ModelPhase
from app.core.texts import say
from app.core.updates import Update, UpdatePackage
from app.core.version import VERSION
from app.core.work_values import Notice
from app.services.models import hub
from app.services.updates import UpdateState
from app.ui.privacy import PrivacyPage
from app.ui.privacy.update_card import UpdateCard
from app.ui.widgets.ask import SureSheet
from tests.hub_server import HubServer
from tests.ui.conftest import Launch, Program
from tests.words import said


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    made = HubServer({"owner/tiny-GGUF": {"tiny-Q4_1.gguf": b"GGUF" + bytes(100_000)}})
    monkeypatch.setenv(hub.ENDPOINT_ENV, made.base)
    yield made
    made.close()


def opened(launch: Launch, chats: int = 1) -> tuple[Program, PrivacyPage]:
    program = launch()
    program.idle()
    for number in range(chats):
        program.window.new_chat()
        program.say(f"secret {number}")
        program.idle()
    program.window.show_privacy()
    page = program.window.pages.privacy
    program.wait(lambda: page.rows["models"].amount.text() not in ("", "…"))
    return program, page


def answer(program: Program, page: PrivacyPage, part: str, yes: bool) -> list[Notice]:
    told: list[Notice] = []
    program.context.notice.connect(told.append)
    page.rows[part].button.click()
    (sheet,) = [one for one in program.window.findChildren(SureSheet) if one.isVisible()]
    assert sheet.no.isDefault() and sheet.no.hasFocus()
    (sheet.yes if yes else sheet.no).click()
    if yes:
        program.wait(lambda: told and not program.context.privacy.busy)
    return told


def test_places_and_sizes_are_shown(launch: Launch) -> None:
    program, page = opened(launch)
    assert page.rows["chats"].place.text() == str(program.context.paths.data)
    assert page.rows["models"].amount.text().startswith("4 bytes")
    assert page.rows["chats"].button.isEnabled()


def test_nothing_goes_without_a_yes(launch: Launch) -> None:
    program, page = opened(launch)
    assert answer(program, page, "chats", yes=False) == []
    assert len(program.context.chats.chats) == 1


def test_chats_go_with_all_that_holds_them(launch: Launch) -> None:
    program, page = opened(launch, chats=2)
    paths = program.context.paths
    (paths.backups / "old.db").write_bytes(b"secret 0")
    program.context.settings.set("appearance.theme", "light")
    program.window.new_chat()
    program.chat.composer.set_text("a secret draft")
    program.talk.set_system_prompt("Keep the secret.")
    program.talk.settings.set("sampling.temperature", 0.25)
    told = answer(program, page, "chats", yes=True)
    assert [said(notice.text) for notice in told] == ["The data was deleted."]
    program.wait(lambda: not program.context.chats.chats)
    assert list(paths.backups.iterdir()) == []
    left = [file for file in paths.chats.rglob("*") if file.is_file() and b"secret" in file.read_bytes()]
    assert left == []
    assert program.context.store.chats() == []
    kept = paths.database.parent.glob(paths.database.name + "*")
    assert [file.name for file in kept if b"secret" in file.read_bytes()] == []
    assert program.context.settings.text("appearance.theme") == "light"
    program.wait(lambda: program.context.models.state.phase is ModelPhase.LOADED)
    assert program.talk.view.messages == ()
    assert program.chat.composer.text == program.talk.view.chat.system_prompt == ""
    assert program.talk.settings.number("sampling.temperature") == 0.7


def test_memories_go_and_the_chat_is_read_again(launch: Launch) -> None:
    program, page = opened(launch)
    chat = program.context.chats.chats[0].id
    (program.context.paths.chats / "left").mkdir()
    (program.context.paths.chats / "left" / "memory.kvs").write_bytes(b"kv")
    program.context.privacy.look()
    program.wait(page.rows["memories"].button.isEnabled)
    answer(program, page, "memories", yes=True)
    program.wait(lambda: program.context.models.state.phase is ModelPhase.LOADED)
    assert not (program.context.paths.chats / "left").exists()
    program.window.open_chat(chat)
    program.wait(lambda: program.talk.view.messages)
    program.say("and now?")
    program.idle()
    assert [one.content for one in program.talk.view.messages if one.role == "user"] == ["secret 0", "and now?"]


def test_models_go_but_not_those_used_in_place(launch: Launch, tmp_path: Path) -> None:
    mine = tmp_path / "mine.gguf"
    mine.write_bytes(b"GGUF")
    program, page = opened(launch)
    program.context.models.add([str(mine)], load=False)
    program.wait(lambda: len(program.context.models.entries) == 2)
    answer(program, page, "models", yes=True)
    program.wait(lambda: len(program.context.models.entries) == 1)
    assert program.context.models.entries[0].path == str(mine.resolve())
    assert mine.exists()
    assert list(program.context.paths.models.iterdir()) == []
    assert program.context.models.state.phase is ModelPhase.NONE


def test_every_request_is_written_down_with_its_host(launch: Launch, server: HubServer) -> None:
    program, page = opened(launch, chats=0)
    assert page.none.isVisible()
    assert program.context.web.log.requests == []
    hub.Hub(program.context.web, program.context.secrets, parent=page).search("tiny")
    program.wait(lambda: server.asked)
    asked = program.context.web.log.requests
    assert [(one.host, one.why) for one in asked] == [("127.0.0.1", "search")]
    program.wait(lambda: page.requests.isVisible())


def test_offline_nothing_is_asked_and_the_way_back_is_said(launch: Launch, server: HubServer, qtbot: QtBot) -> None:
    program, page = opened(launch, chats=0)
    qtbot.mouseClick(page.switch, Qt.MouseButton.LeftButton)
    assert program.context.settings.flag("privacy.offline")
    problems: list[str] = []
    asker = hub.Hub(program.context.web, program.context.secrets, parent=page)
    asker.failed.connect(lambda problem: problems.append(f"{problem.message} {problem.hint}"))
    asker.search("tiny")
    program.wait(lambda: problems)
    assert "Stay offline" in problems[0]
    assert "in Privacy" in problems[0]
    assert server.asked == []
    assert program.context.web.log.requests == []
    assert not program.context.web.active
    qtbot.mouseClick(page.switch, Qt.MouseButton.LeftButton)
    asker.search("tiny")
    program.wait(lambda: server.asked)


def test_a_download_under_way_ends_when_the_program_goes_offline(launch: Launch, server: HubServer) -> None:
    import threading

    server.gate = threading.Event()
    program, _ = opened(launch, chats=0)
    context = program.context
    asker = hub.Hub(context.web, context.secrets, parent=context)
    asker.listed.connect(lambda repo: context.downloads.start(repo, repo.files[0]))
    asker.list_files("owner/tiny-GGUF")
    program.wait(lambda: context.downloads.downloads and context.downloads.downloads[0].done > 0)
    context.settings.set("privacy.offline", True)
    program.wait(lambda: context.downloads.downloads[0].phase == "failed")
    assert "Stay offline" in said(context.downloads.downloads[0].problem)
    assert not context.web.active
    server.gate.set()
    context.settings.set("privacy.offline", False)
    context.downloads.resume(context.downloads.downloads[0].id)
    program.wait(lambda: context.downloads.downloads[0].phase == "done")


def test_the_choice_to_stay_offline_outlasts_the_program(launch: Launch) -> None:
    program, _ = opened(launch, chats=0)
    program.context.settings.set("privacy.offline", True)
    program.context.ops.flush()
    program.window.close()
    program.context.shutdown()
    assert launch().context.web.offline


def test_updates_are_looked_for_when_asked_and_the_switch_is_off_at_first(launch: Launch) -> None:
    program, page = opened(launch, 0)
    card = page.updates
    assert not card.switch.isChecked()
    assert not program.context.updates.able, "no key in this tree"
    card.button.click()
    program.wait(lambda: "can't check for updates" in card.words.text())
    card.weekly.emit(True)
    assert program.context.settings.flag("privacy.updates")
    assert card.switch.isChecked()
    assert program.context.web.log.requests == []


def test_an_update_is_shown_with_its_notes_and_what_can_be_done(qtbot: QtBot) -> None:
    card = UpdateCard()
    qtbot.addWidget(card)
    package = UpdatePackage("linux", "x86_64", "L-2.0.0-linux-x86_64.tar.gz", "https://x/y", 2_000_000, "0" * 64)
    found = Update("2.0.0", "2026-12-01", "- <b>New</b>", (package,))
    told: list[str] = []
    for name in ("check", "download", "stop", "install"):
        getattr(card, name).connect(lambda name=name: told.append(name))
    states = [
        UpdateState("idle"), UpdateState("offered", found, package), UpdateState("offered", found),
        UpdateState("downloading", found, package), UpdateState("ready", found, package),
        UpdateState("failed", found, package, problem=say("update.changed")), UpdateState("current"),
    ]  # fmt: skip
    for state in states:
        card.show_state(state)
        card.button.click()
    assert told == ["check", "download", "check", "stop", "install", "download", "check"]
    card.show_state(states[1])
    assert (card.notes.text(), card.notes.textFormat()) == ("- <b>New</b>", Qt.TextFormat.PlainText)
    card.show_state(UpdateState("checking"))
    assert not card.button.isEnabled()


def test_add_ons_go_and_are_offered_again(launch: Launch) -> None:
    program, page = opened(launch)
    paths = program.context.paths
    folder = folder_of(paths.addons, VERSION, "cuda")
    folder.mkdir(parents=True)
    (folder / "libggml-cuda.so").write_bytes(bytes(5000))
    (folder / "addon.json").write_text("{}")
    program.context.privacy.look()
    program.wait(lambda: page.rows["addons"].button.isEnabled())
    assert page.rows["addons"].place.text() == str(paths.addons)
    told = answer(program, page, "addons", yes=True)
    assert [said(notice.text) for notice in told] == ["The data was deleted."]
    assert list(paths.addons.iterdir()) == []


def test_all_sizes_stand_one_below_the_other(launch: Launch) -> None:
    """Also those of parts that lie in no folder, which have no button that opens it."""
    program = launch()
    program.window.show_privacy()
    page = program.window.pages.privacy
    program.wait(lambda: page.rows["words"].amount.text() not in ("", "…"))
    QCoreApplication.processEvents()
    edges = {part: row.amount.mapTo(page, row.amount.rect().topRight()).x() for part, row in page.rows.items()}
    assert len(set(edges.values())) == 1, edges
