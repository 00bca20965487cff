"""One click on a recommended model: its repository is looked up, its file downloaded, what goes wrong is said."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.core.curated import CuratedModel, CuratedModels
from app.services.background import Ops
from app.services.models.curated import CuratedDownloads
from app.services.models.downloads import Downloads
from app.services.secrets import Secrets
from app.services.web import Web
from tests.hub_server import HubServer
from tests.words import said

REPO = "owner/pack-GGUF"
DATA = b"GGUF" + bytes(range(256)) * 400
MODEL = CuratedModel("Pack", REPO, "pack-q4_k_m.gguf", 100_000, 200_000, 8192, "MIT", "quick")


class Fixture:
    def __init__(self, folder: Path, server: HubServer) -> None:
        self.root = QObject()
        self.ops = Ops(self.root)
        self.web = Web(self.root)
        secrets = Secrets(self.ops, self.root)
        self.downloads = Downloads(
            folder, self.web, secrets, self.ops, server.base, delays=(0.0, 0.0), parent=self.root
        )
        offer = CuratedModels("2026-11-22", (MODEL,))
        self.curated = CuratedDownloads(offer, self.web, secrets, self.downloads, server.base, self.root)
        self.arrived: list[str] = []
        self.downloads.arrived.connect(self.arrived.append)

    def close(self) -> None:
        self.downloads.shutdown()
        self.web.shutdown()
        self.ops.shutdown()


@pytest.fixture
def server() -> Iterator[HubServer]:
    made = HubServer({REPO: {"Pack-Q4_K_M.gguf": DATA, "pack-q8_0.gguf": DATA + DATA}})
    yield made
    made.close()


@pytest.fixture
def made(tmp_path: Path, server: HubServer, qtbot: QtBot) -> Iterator[Fixture]:
    fixture = Fixture(tmp_path, server)
    yield fixture
    fixture.close()


def test_nothing_is_asked_of_the_hub_before_the_click(made: Fixture, server: HubServer) -> None:
    assert made.curated.download(MODEL) is None and made.curated.problem(MODEL) is None
    assert server.asked == []


def test_one_click_brings_the_right_file(made: Fixture, qtbot: QtBot, tmp_path: Path) -> None:
    made.curated.get(MODEL)
    assert made.curated.looking_up(MODEL)
    qtbot.waitUntil(lambda: bool(made.arrived))
    assert not made.curated.looking_up(MODEL)
    path = Path(made.arrived[0])
    assert path == tmp_path / "owner" / "pack-GGUF" / "Pack-Q4_K_M.gguf"
    assert path.read_bytes() == DATA
    assert made.curated.started(str(path)) and not made.curated.started(str(tmp_path / "other.gguf"))
    download = made.curated.download(MODEL)
    assert download is not None and download.phase == "done"


def test_a_second_click_meanwhile_changes_nothing(made: Fixture, server: HubServer, qtbot: QtBot) -> None:
    made.curated.get(MODEL)
    made.curated.get(MODEL)
    qtbot.waitUntil(lambda: bool(made.arrived))
    assert len(server.files_asked()) == 1


def test_a_damaged_file_is_not_taken(made: Fixture, server: HubServer, qtbot: QtBot) -> None:
    server.lies = {"Pack-Q4_K_M.gguf"}
    made.curated.get(MODEL)

    def failed() -> bool:
        download = made.curated.download(MODEL)
        return download is not None and download.phase == "failed"

    qtbot.waitUntil(failed)
    assert made.arrived == []


def test_a_model_that_is_gone_says_so_and_can_be_tried_again(made: Fixture, server: HubServer, qtbot: QtBot) -> None:
    files = server.files[REPO]
    server.files[REPO] = {"other-q8_0.gguf": DATA}
    made.curated.get(MODEL)
    qtbot.waitUntil(lambda: made.curated.problem(MODEL) is not None)
    assert "no longer has pack-q4_k_m.gguf" in said(made.curated.problem(MODEL))
    server.files[REPO] = files
    made.curated.get(MODEL)
    assert made.curated.problem(MODEL) is None
    qtbot.waitUntil(lambda: bool(made.arrived))


def test_a_repository_that_is_not_there_says_so(made: Fixture, server: HubServer, qtbot: QtBot) -> None:
    del server.files[REPO]
    made.curated.get(MODEL)
    qtbot.waitUntil(lambda: made.curated.problem(MODEL) is not None)
    assert not made.curated.looking_up(MODEL)


def test_it_can_be_stopped_at_any_time(made: Fixture, server: HubServer, qtbot: QtBot, tmp_path: Path) -> None:
    made.curated.get(MODEL)
    made.curated.cancel(MODEL)
    assert not made.curated.looking_up(MODEL)
    server.gate = threading.Event()
    made.curated.get(MODEL)

    def running() -> bool:
        download = made.curated.download(MODEL)
        return download is not None and download.done > 0

    qtbot.waitUntil(running)
    made.curated.cancel(MODEL)
    server.gate.set()
    assert made.curated.download(MODEL) is None
    qtbot.waitUntil(lambda: list(tmp_path.rglob("*.gguf*")) == [])
