"""Folders that are watched: what is put there appears by itself, what goes away is marked."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.core.library import Library
from app.core.model_values import ModelEntry
from app.services.models import folder_watch
from tests.unit.core.test_library import gguf, long_ago
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.unreachable import shut
from tests.words import said


@pytest.fixture
def h(start: Start, monkeypatch: pytest.MonkeyPatch) -> Harness:
    monkeypatch.setattr(folder_watch, "GATHER_MS", 10)
    monkeypatch.setattr(folder_watch, "AGAIN_MS", 50)
    harness = start()
    harness.wait_idle()
    harness.context.models._library = Library(harness.context.paths.models)
    return harness


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    return folder


def entry(h: Harness, name: str) -> ModelEntry | None:
    return next((one for one in h.context.models.entries if Path(one.path).name == name), None)


def test_a_chosen_folder_is_looked_through_and_given_up(h: Harness, mine: Path, start: Start) -> None:
    (mine / "a.gguf").write_bytes(gguf("A"))
    h.context.folders.add(str(mine))
    h.wait(lambda: entry(h, "a.gguf"))
    h.context.folders.add(str(mine / ".." / "mine"))
    assert h.context.folders.folders == (str(mine),)
    h.context.shutdown()
    again = start()
    again.wait_idle()
    assert entry(again, "a.gguf") is not None
    again.context.folders.remove(str(mine))
    again.wait(lambda: entry(again, "a.gguf") is None)
    assert (mine / "a.gguf").exists()


def test_files_appear_once_they_are_whole_and_are_marked_when_they_go(h: Harness, mine: Path) -> None:
    h.context.folders.add(str(mine))
    h.wait(lambda: str(mine) in h.context.folders.places)
    file, whole = mine / "new.gguf", gguf("New")
    file.write_bytes(whole[:-100])
    h.wait(lambda: entry(h, "new.gguf"))
    assert entry(h, "new.gguf").status == "arriving"  # type: ignore[union-attr]
    h.wait(lambda: str(file) in h.context.folders.places)
    file.write_bytes(whole)
    long_ago(file)
    h.wait(lambda: entry(h, "new.gguf").status == "ok")  # type: ignore[union-attr]
    h.wait(lambda: str(file) not in h.context.folders.places)
    file.unlink()
    h.wait(lambda: entry(h, "new.gguf").status == "missing")  # type: ignore[union-attr]


def test_new_folders_in_a_folder_are_watched_too(h: Harness, mine: Path) -> None:
    h.context.folders.add(str(mine))
    h.wait(lambda: str(mine) in h.context.folders.places)
    (mine / "owner").mkdir()
    h.wait(lambda: str(mine / "owner") in h.context.folders.places)
    (mine / "owner" / "b.gguf").write_bytes(gguf("B"))
    long_ago(mine / "owner" / "b.gguf")
    h.wait(lambda: entry(h, "b.gguf"))


def test_it_is_looked_again_when_the_program_comes_to_the_front(h: Harness, mine: Path) -> None:
    h.context.folders.add(str(mine))
    h.wait(lambda: str(mine) in h.context.folders.places)
    h.context.folders._watcher.removePaths(h.context.folders._watcher.directories())  # as on a network disk
    (mine / "b.gguf").write_bytes(gguf("B"))
    long_ago(mine / "b.gguf")
    QGuiApplication.instance().applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)  # type: ignore[union-attr]
    h.wait(lambda: entry(h, "b.gguf"))


def test_the_window_does_not_ask_a_drive_that_may_sleep(
    h: Harness, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h.context.folders.add(str(mine))
    h.wait(lambda: str(mine.parent) in h.context.folders.places)
    askers: list[bool] = []
    real = os.path.isdir

    def isdir(path: str) -> bool:
        if str(path) == str(mine):
            askers.append(threading.current_thread() is threading.main_thread())
        return real(path)

    monkeypatch.setattr(os.path, "isdir", isdir)
    (mine.parent / "something else").mkdir()
    h.wait(lambda: askers)
    assert not any(askers)
    mine.rename(mine.with_name("away"))
    h.wait(lambda: h.context.models.folders[1].problem)


def test_a_folder_that_vanishes_is_told(h: Harness, mine: Path) -> None:
    (mine / "a.gguf").write_bytes(gguf("A"))
    h.context.folders.add(str(mine))
    h.wait(lambda: entry(h, "a.gguf"))
    mine.rename(mine.with_name("away"))
    h.wait(lambda: entry(h, "a.gguf").status == "missing")  # type: ignore[union-attr]
    folder = next(one for one in h.context.models.folders if one.path == str(mine))
    assert "missing" in said(folder.problem)


def test_a_folder_that_cannot_be_reached_any_more_is_told_and_the_others_stay(
    h: Harness, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = mine / "lost"
    for folder in (mine / "seen", lost):
        folder.mkdir()
    (mine / "seen" / "a.gguf").write_bytes(gguf("A"))
    for folder in (mine / "seen", lost):
        h.context.folders.add(str(folder))
    h.wait(lambda: entry(h, "a.gguf") and str(mine) in h.context.folders.places)
    shut(monkeypatch, lost)
    (mine / "another").mkdir()
    h.wait(lambda: "Permission denied" in said(h.context.models.folders[2].problem))
    assert entry(h, "a.gguf").status == "ok"  # type: ignore[union-attr]
    assert str(mine / "seen") in h.context.folders.places


def test_the_program_starts_with_a_folder_that_cannot_be_reached(
    h: Harness, mine: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    h.context.folders.add(str(mine / "deep" / "models"))
    h.settle()
    h.context.shutdown()
    shut(monkeypatch, mine)
    again = start()
    again.wait_idle()
    assert len(again.context.models.entries) == 1
    assert not [notice for notice in again.notices if notice.level == "error"]
