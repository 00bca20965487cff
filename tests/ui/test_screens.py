"""Every state that is pictured can be painted, in both schemes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.theme import Theme
from tests.ui.screens import SCENES, render

pytestmark = pytest.mark.scenes


class Windows(QObject):
    """Notes what is shown as a window of its own: a part that is shown before it has a parent is, for a moment."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: set[str] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.add(type(watched).__name__)
        return False


@pytest.fixture
def windows(qapp: QApplication) -> Iterator[Windows]:
    windows = Windows()
    qapp.installEventFilter(windows)
    yield windows
    qapp.removeEventFilter(windows)


@pytest.mark.parametrize("name", SCENES)
def test_scene_is_painted(name: str, look: Theme, tmp_path: Path, windows: Windows) -> None:
    pictures = {}
    for mode in ("dark", "light"):
        picture = QImage(str(render(name, mode, tmp_path)))
        assert picture.width() >= 760
        colors = {picture.pixel(x, y) for x in range(0, picture.width(), 8) for y in range(0, picture.height(), 7)}
        assert len(colors) > 40
        pictures[mode] = picture
    dark, light = (pictures[mode].pixelColor(400, 3).lightness() for mode in ("dark", "light"))  # above all words
    assert dark < 60 < 200 < light
    assert windows.shown <= {"MainWindow", "AttachmentPreview", "QMenu", "Menu"}


def test_the_pictures_can_be_asked_for_from_a_shell() -> None:
    """As its first lines say: by its path, where nothing is importable yet."""
    script = Path(__file__).with_name("screens.py")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    told = subprocess.run(
        [sys.executable, script, "--help"], capture_output=True, text=True, check=True, env=environment
    )
    assert "--out" in told.stdout
