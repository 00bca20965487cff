"""Every page and state in small and large windows, in both languages: nothing is cut off or over something else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.exceptions import TimeoutError as WaitedInVain
from pytestqt.qtbot import QtBot

from app.ui import language
from tests.ui.clipping import faults, needed, outside, overlaps
from tests.ui.screens import SCENES, Stage

# the smallest window, some as high as a screen of 900 px is at 200 %, and a usual one
SIZES = ((560, 340), (560, 450), (800, 450), (1280, 820))
GERMAN = ((560, 450), (760, 820))  # its words are longer
SETTLED_MS = 10_000


def cut_off(name: str, sizes: tuple[tuple[int, int], ...], folder: Path, qtbot: QtBot) -> dict[str, list[str]]:
    """What is not seen whole of a scene, by the size of the window."""
    stage = Stage(folder)
    found: dict[str, list[str]] = {}
    try:
        stage.window.resize(*sizes[0])
        stage.window.show()
        SCENES[name](stage)
        for wide, high in sizes:
            stage.window.resize(wide, high)
            stage.settle()
            try:
                qtbot.waitUntil(lambda: not faults(stage.window), timeout=SETTLED_MS)  # counts and pictures come later
            except WaitedInVain:
                found[f"{wide}x{high}"] = faults(stage.window)
    finally:
        stage.close()
    return found


@pytest.mark.scenes
@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_cut_off(name: str, qtbot: QtBot, tmp_path: Path) -> None:
    assert cut_off(name, SIZES, tmp_path, qtbot) == {}


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    language.install(qapp, "de")
    yield
    language.install(qapp, "en")


@pytest.mark.scenes
@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("name", SCENES)
def test_german_is_not_cut_off(name: str, qtbot: QtBot, tmp_path: Path) -> None:
    assert cut_off(name, GERMAN, tmp_path, qtbot) == {}


def test_what_is_cut_off_is_found(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    label, button = QLabel("A line of words that needs some room"), QPushButton("Another one, below it")
    column.addWidget(label)
    column.addWidget(button)
    page.show()
    qtbot.waitExposed(page)
    assert not list(overlaps(column))
    assert not outside(label) and needed(label).width() <= label.width()
    label.setGeometry(button.geometry().translated(-80, 0))
    assert list(overlaps(column)) == [(label, button)]
    assert outside(label)
    label.setGeometry(0, 0, 20, 20)
    assert needed(label).width() > label.width()
