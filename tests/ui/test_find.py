"""The library's way to the hub: what is shown, and that nothing is asked before the person asks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.services.web import WebProblem
from app.ui.library.downloads import words_for
from app.ui.library.find import FileRow, FindPanel, HubRow
from app.ui.library.page import LibraryPage
from tests.hub_server import HubServer
from tests.ui import hub_scenes
from tests.ui.conftest import Launch

DATA = b"GGUF" + random.Random(3).randbytes(50_000)
REPO = "owner/tiny-GGUF"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    made = HubServer(files={REPO: {"tiny-Q4_1.gguf": DATA}})
    monkeypatch.setenv("HF_ENDPOINT", made.base)
    yield made
    made.close()


@pytest.fixture
def panel(qtbot: QtBot) -> FindPanel:
    made = FindPanel("https://hub.test", lambda size: "fits" if size < 3e9 else "too_big")
    qtbot.addWidget(made)
    made.show()
    return made


def badges(row: FileRow) -> list[str]:
    return [label.text() for label in row.findChildren(QLabel) if label.text() in ("fits", "tight", "too big")]


def test_a_search_goes_to_files_and_to_the_models_folder(launch: Launch, server: HubServer, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    window = program.window
    window.show_library()
    page = window.library
    qtbot.mouseClick(page.find_tab, Qt.MouseButton.LeftButton)
    assert server.asked == []
    qtbot.keyClicks(page.hub.field, "tiny")
    qtbot.keyClick(page.hub.field, Qt.Key.Key_Return)
    program.wait(lambda: page.hub.findChildren(HubRow))
    qtbot.mouseClick(page.hub.findChildren(HubRow)[0].button, Qt.MouseButton.LeftButton)
    program.wait(lambda: page.hub.findChildren(FileRow))
    qtbot.mouseClick(page.hub.findChildren(FileRow)[0].button, Qt.MouseButton.LeftButton)
    file = Path(program.context.paths.models) / "owner_tiny-GGUF" / "tiny-Q4_1.gguf"
    program.wait(lambda: any(entry.path == str(file) for entry in program.context.models.entries))
    assert file.read_bytes() == DATA
    assert program.context.models.state.path != str(file)  # it is in the library, not in use
    assert [row.words.text() for row in page.downloads.lines.values()] == ["50.0 kB · in the library"]
    assert window.sidebar._network.text() == "Offline · private"


def test_files_show_what_fits_and_how_large_they_are(panel: FindPanel) -> None:
    panel.show_repo(hub_scenes.REPO)
    rows = panel.findChildren(FileRow)
    assert [badges(row) for row in rows] == [["fits"], ["too big"], ["too big"], ["too big"], []]
    assert rows[0].button.accessibleName() == "Download Qwen3-4B-Instruct-Q4_K_M.gguf, 2.5 GB"
    wanted: list[object] = []
    panel.download.connect(lambda repo, file: wanted.append((repo.repo, file.label)))
    rows[0].button.click()
    assert wanted == [("Qwen/Qwen3-4B-Instruct-GGUF", "Qwen3-4B-Instruct-Q4_K_M.gguf")]


def test_nothing_found_says_so(panel: FindPanel) -> None:
    panel.show_found(())
    assert "No model" in panel.words.text()


def test_a_token_is_asked_for_only_when_it_is_needed(panel: FindPanel) -> None:
    panel.show_found(hub_scenes.FOUND)
    assert panel.key.isHidden()
    panel.show_problem(WebProblem("Refused.", "Enter an access token.", 401, needs="token"))
    assert panel.key.isVisible()
    given: list[str] = []
    panel.token.connect(given.append)
    panel.key.field.setText(" hf_abc ")
    panel.key._give()
    assert given == ["hf_abc"]
    assert panel.key.field.text() == ""
    panel.show_token(False, True)
    assert "forgotten when the program ends" in panel.key.words.text()


def test_missing_parts_are_named(panel: FindPanel) -> None:
    panel.show_repo(msgspec.structs.replace(hub_scenes.REPO, files=(), incomplete=("half.gguf",)))
    assert "half.gguf" in panel.words.text()


def test_leaving_the_tab_stops_the_search(qtbot: QtBot) -> None:
    page = LibraryPage("https://hub.test", lambda size: "unknown")
    qtbot.addWidget(page)
    stopped: list[bool] = []
    page.hub.stop.connect(lambda: stopped.append(True))
    page.show_find()
    page.mine_tab.click()
    assert stopped == [True]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"phase": "running", "done": 924_000_000, "bytes_per_second": 23.4e6},
         "924 MB of 2.5 GB · 23.4 MB/s · 1 min 7 s left"),
        ({"phase": "paused", "done": 924_000_000}, "924 MB of 2.5 GB · paused"),
        ({"phase": "failed", "problem": "It failed.", "hint": "Try."}, "It failed. Try."),
        ({"phase": "retrying", "done": 0, "problem": "The connection was lost."},
         "0 bytes of 2.5 GB · The connection was lost. Trying again…"),
        ({"phase": "checking"}, "Checking that it arrived whole…"),
        ({"phase": "done"}, "2.5 GB · in the library"),
    ],
)  # fmt: skip
def test_words_of_a_download(changes: dict[str, object], words: str) -> None:
    assert words_for(msgspec.structs.replace(hub_scenes.DOWNLOADS[0], **changes)) == words


def test_rows_of_downloads_follow_their_state(qtbot: QtBot) -> None:
    page = LibraryPage("https://hub.test", lambda size: "unknown")
    qtbot.addWidget(page)
    page.downloads.show_downloads(hub_scenes.DOWNLOADS)
    row = page.downloads.lines["Qwen3-4B-Instruct-Q4_K_M.gguf"]
    told: list[tuple[str, str]] = []
    for name in ("pause", "resume", "cancel"):
        getattr(page.downloads, name).connect(lambda id_, name=name: told.append((name, id_)))
    row.toggle.click()
    row.show_download(msgspec.structs.replace(hub_scenes.DOWNLOADS[0], phase="paused"))
    row.toggle.click()
    row.away.click()
    assert [name for name, _ in told] == ["pause", "resume", "cancel"]
    page.downloads.show_downloads(())
    assert page.downloads.isHidden()
