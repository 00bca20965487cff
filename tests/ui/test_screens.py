"""The pictures of the states of the window; test_every_scene.py paints all of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.ui.screens import render


@pytest.mark.parametrize("mode", ["dark", "light"])
def test_a_picture_is_written(mode: str, tmp_path: Path) -> None:
    file = render("chat", mode, tmp_path)
    assert file.parent == tmp_path
    picture = QImage(str(file))
    assert picture.width() == 1280
    assert (picture.pixelColor(400, 3).lightness() < 128) is (mode == "dark")
    assert QImage(str(render("chat", mode, tmp_path, 900))).width() == 900


def test_the_pictures_can_be_asked_for_from_a_shell() -> None:
    """As its first lines say: by its path, where nothing is importable yet."""
    script = Path(__file__).with_name("screens.py")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    told = subprocess.run(
        [sys.executable, script, "--help"], capture_output=True, text=True, check=True, env=environment
    )
    assert "--out" in told.stdout
