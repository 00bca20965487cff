"""Sizes, density, motion, and where the window stands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.paths import Paths
from app.core.peek import peek
from app.core.settings import Settings
from app.ui import application
from app.ui.chat.transcript.text import TextBlock
from app.ui.theme import Theme, motion
from app.ui.window import places
from tests.ui.conftest import Launch

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def as_it_was(look: Theme) -> Iterator[None]:
    yield
    look.set_text_size(look.tokens.type.body)
    look.set_compact(False)


def test_text_of_chats_grows_at_once_and_all_of_it_is_seen(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.say("some words " * 60)
    program.idle()
    view = program.chat.transcript
    row = view.visible_rows[program.talk.view.messages[0].id]
    before = row.height()
    program.context.settings.set("appearance.text_size", 22)
    program.wait(lambda: view.visible_rows[program.talk.view.messages[0].id].height() > before * 1.2)
    row = view.visible_rows[program.talk.view.messages[0].id]
    (text,) = row.findChildren(TextBlock)
    assert text.document().defaultFont().pixelSize() == 22
    assert text.document().size().height() <= text.height() + 1
    editor = program.chat.composer.editor
    assert editor.font().pixelSize() == editor.viewport().font().pixelSize() == 22, "also where nothing is written yet"
    program.context.settings.set("appearance.text_size", 15)
    program.wait(lambda: view.visible_rows[program.talk.view.messages[0].id].height() == before)


def test_compact_rows_are_lower(launch: Launch, look: Theme) -> None:
    program = launch()
    program.idle()
    program.say("hello " * 200)
    program.idle()
    side, first = program.window.sidebar.list, program.talk.view.messages[0].id
    program.wait(lambda: side.rows.chats())

    def heights() -> tuple[int, int]:
        return program.chat.transcript.visible_rows[first].height(), side.sizeHintForRow(1)

    before = heights()
    program.context.settings.set("appearance.density", "compact")
    program.wait(lambda: all(now < then for now, then in zip(heights(), before, strict=True)))
    program.context.settings.set("appearance.density", "comfortable")
    program.wait(lambda: heights() == before)


@pytest.mark.parametrize(
    ("setting", "system", "reduced"), [(True, False, False), (True, True, True), (False, False, True)]
)
def test_motion_is_left_out_if_either_wants_it(
    launch: Launch, look: Theme, monkeypatch: pytest.MonkeyPatch, setting: bool, system: bool, reduced: bool
) -> None:
    monkeypatch.setattr("app.ui.look.system_reduces_motion", lambda: system)
    program = launch()
    program.context.settings.set("appearance.motion", not setting)
    program.context.settings.set("appearance.motion", setting)
    assert look.reduced_motion is reduced
    application.apply_look(look, program.context.settings)
    assert look.reduced_motion is reduced


def test_a_system_that_tells_nothing_is_taken_to_like_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    assert motion.system_reduces_motion() is False  # offscreen: no system to ask
    for platform in ("win32", "darwin"):
        monkeypatch.setattr(sys, "platform", platform)
        assert motion.system_reduces_motion() is False  # what it would ask is not there


def test_each_set_of_screens_has_its_place(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, here = Settings({}), ["desk"]
    monkeypatch.setattr(places, "screens_key", lambda: here[0])
    window = QWidget()
    qtbot.addWidget(window)
    for here[0], size in (("desk", QSize(700, 500)), ("train", QSize(400, 300))):
        window.resize(size)
        places.keep(window, settings)
    for here[0], size in (("desk", QSize(700, 500)), ("train", QSize(400, 300)), ("elsewhere", QSize(400, 300))):
        window.resize(50, 50)
        places.restore(window, settings)
        assert window.size() == size
    for number in range(20):
        here[0] = str(number)
        places.keep(window, settings)
    kept = json.loads(settings.text("window.places"))
    assert list(kept) == [str(number) for number in range(20 - places.MOST, 20)]
    settings.set("window.places", "[")
    places.restore(window, settings)
    assert window.size() == QSize(400, 300)


def test_the_size_of_everything_is_known_before_the_first_window(
    launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(application.SCALE_ENV, "1")
    monkeypatch.delenv(application.SCALE_ENV)
    paths = Paths(tmp_path / "data")
    application.set_scale(paths)  # there is no database yet
    assert application.SCALE_ENV not in os.environ
    program = launch()
    program.context.settings.set("appearance.scale", 125)
    program.context.ops.flush()
    assert peek(paths.database, "appearance.scale") == 125
    application.set_scale(paths)
    assert os.environ[application.SCALE_ENV] == "1.25"
    monkeypatch.setenv(application.SCALE_ENV, "2")
    application.set_scale(paths)
    assert os.environ[application.SCALE_ENV] == "2"  # the person's own wish


def test_a_file_that_is_no_database_tells_nothing(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"no database" * 100)
    assert peek(tmp_path / "x.db", "appearance.scale") is None
    assert peek(tmp_path / "y.db", "appearance.scale") is None


SCALED = """
    import json, sys
    from pathlib import Path
    from PySide6.QtWidgets import QApplication, QAbstractButton
    from app.ui.theme import Theme
    app = QApplication([])
    Theme.install(app, "dark").reduced_motion = True
    from tests.ui.screens import Stage, SCENES
    stage = Stage(Path(sys.argv[1]))
    stage.window.show()
    SCENES["compacted"](stage)
    stage.settle()
    picture = stage.window.grab().toImage()
    narrow = [b.text() for b in stage.window.findChildren(QAbstractButton)
              if b.isVisible() and b.text() and b.width() + 1 < b.minimumSizeHint().width()]
    rows = {key: row.height() for key, row in stage.transcript.visible_rows.items()}
    print(json.dumps([picture.devicePixelRatio(), picture.width(), picture.height(), narrow, rows]))
"""


def test_every_scale_shows_the_same_sharper(tmp_path: Path) -> None:
    shown = {}
    for scale in (1.0, 1.25, 1.5, 2.0):
        ended = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(SCALED), str(tmp_path / str(scale))], cwd=ROOT, capture_output=True,
            text=True, timeout=120, check=True,
            env={**os.environ, "QT_SCALE_FACTOR": str(scale), "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        ratio, width, height, narrow, rows = json.loads(ended.stdout)
        assert (ratio, width, height, narrow) == (scale, round(1280 * scale), round(820 * scale), [])
        shown[scale] = rows
    for rows in shown.values():
        assert rows.keys() == shown[1.0].keys()
        assert all(abs(high - shown[1.0][key]) <= 0.04 * shown[1.0][key] + 2 for key, high in rows.items())
