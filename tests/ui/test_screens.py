"""Every state that is pictured can be painted, in both schemes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from app.ui.theme import Theme
from tests.ui.screens import SCENES, render


@pytest.mark.parametrize("name", SCENES)
def test_scene_is_painted(name: str, look: Theme, tmp_path: Path) -> None:
    pictures = {}
    for mode in ("dark", "light"):
        picture = QImage(str(render(name, mode, tmp_path)))
        assert picture.width() >= 760
        colors = {picture.pixel(x, y) for x in range(0, picture.width(), 8) for y in range(0, picture.height(), 7)}
        assert len(colors) > 40
        pictures[mode] = picture
    dark, light = (pictures[mode].pixelColor(400, 3).lightness() for mode in ("dark", "light"))  # above all words
    assert dark < 60 < 200 < light
