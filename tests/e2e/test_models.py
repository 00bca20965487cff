"""A model's page over the real engine: what it would take, settings of its own that are really used, heads measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.core.model_values import ModelPhase
from app.core.paths import Paths
from app.services.app_context import AppContext
from app.ui.library.detail import ModelDetail
from app.ui.theme import Theme
from app.ui.window.main_window import MainWindow
from app.ui.window.windows import Windows

pytestmark = [pytest.mark.native, pytest.mark.model, pytest.mark.e2e]

PATIENCE_MS = 240_000
PER_CELL = 30 * 3 * 2 * 64 * 2  # 30 layers, 3 KV heads, K and V of 64 elements of f16


class ModelsHarness:
    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.context, self.qtbot = window, window.context, qtbot

    def wait(self, condition: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=PATIENCE_MS)

    def loaded(self) -> None:
        self.wait(lambda: self.context.models.state.phase in (ModelPhase.LOADED, ModelPhase.FAILED))
        assert self.context.models.state.phase is ModelPhase.LOADED, self.context.models.state.problem

    def page(self) -> ModelDetail:
        self.window.show_model(self.context.models.state.path)
        page = self.window.pages.library.detail
        assert page is not None
        self.wait(lambda: page.reading is not None)
        return page


@pytest.fixture
def harness(tmp_path: Path, qtbot: QtBot, starter_path: Path, qapp: object) -> Iterator[ModelsHarness]:
    Theme.install(qapp, "dark").reduced_motion = True  # type: ignore[arg-type]
    paths = Paths(tmp_path / "data")
    paths.create()
    (paths.models / starter_path.name).symlink_to(starter_path)
    context = AppContext(paths)
    context.settings.set("model.n_ctx", 1024)
    window = Windows(context).first
    qtbot.addWidget(window)
    window.show()
    context.start()
    harness = ModelsHarness(window, qtbot)
    harness.loaded()
    yield harness
    window.close()
    context.shutdown()


def test_what_it_takes_and_settings_of_its_own(harness: ModelsHarness) -> None:
    page = harness.page()
    assert page.reading is not None
    assert page.reading.fit == "fits"
    assert page.bars.main.words[1].endswith(f"{1024 * PER_CELL / 1e6:.1f} MB")
    assert not harness.context.models.stale
    page.settings.memory.numbers["tokens"].control.setValue(2048)
    page.settings.fields["model.kv_type"].changed.emit("q8_0")
    harness.wait(lambda: page.bars.main.words[1].endswith(f"{2048 * PER_CELL * 34 / 64 / 1e6:.1f} MB"))
    assert harness.context.models.stale
    page.button.click()
    harness.loaded()
    assert harness.context.models.state.n_ctx == 2048
    page.settings.memory.segments["share"].click()
    page.settings.memory.chosen.emit("share", 0.01)
    harness.wait(lambda: page.button.isVisible())
    page.button.click()
    harness.loaded()
    share = harness.context.models.state.n_ctx
    assert 512 <= share <= 8192
    page.settings.rows["memory"].reset.click()
    page.settings.rows["model.kv_type"].reset.click()
    page.button.click()
    harness.loaded()
    assert harness.context.models.state.n_ctx == 1024, "same as general settings"


def test_a_memory_that_is_of_no_use_is_told_at_once(harness: ModelsHarness) -> None:
    page = harness.page()
    page.settings.memory.chosen.emit("size", 1)
    harness.wait(lambda: "too small" in page.fit_words.text())
    page.settings.memory.chosen.emit("size", 100)
    harness.wait(lambda: page.reading is not None and not page.bars.isHidden())


def test_heads_are_measured_beside_a_reply_and_stopped(harness: ModelsHarness, tmp_path: Path) -> None:
    page = harness.page()
    assert page.heads.state.text() == "Head profile: built in"
    page.heads.button.click()
    harness.wait(lambda: harness.context.heads.state.share > 0)
    harness.context.conversation.send("Say hello.")
    harness.wait(lambda: [m.state for m in harness.context.conversation.view.messages][-1:] == ["done"])
    assert harness.context.heads.state.path, "it goes on after the reply"
    page.heads.button.click()
    harness.wait(lambda: not harness.context.heads.state.path)
    assert not (tmp_path / "data" / "profiles").exists()
