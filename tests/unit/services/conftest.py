"""The program behind the window, with a scripted engine, in a temporary data folder."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.core.library import Library
from app.core.paths import Paths
from app.services.app_context import AppContext
from app.services.engine_client.process import Engine
from app.services.power.awake import FindInhibitor
from app.services.power.saving import OnBattery
from app.services.speech import FindVoice
from engine.protocol import ModelFacts
from tests.copied_store import copied_store as copied_store
from tests.fake_engine import Script, fake_command, in_process_engine
from tests.unit.services.harness import Harness

STARTER = "SmolLM2-135M-Instruct.Q4_1.gguf"

Start = Callable[..., Harness]


def read_anything(path: str) -> ModelFacts:
    """Facts of a file that only needs to exist."""
    return ModelFacts(path=path, name=Path(path).stem, architecture="fake")


def card_lost(once: Path) -> Script:
    """An engine whose graphics driver fails in the middle of a reply, the first time; ``once`` marks that it did."""
    return Script(
        replies=(("one ", "two ", "three "),), crash_at=3, crash_signal=signal.SIGABRT, once=str(once),
        stderr=("vk::Queue::submit: ErrorDeviceLost",), devices=("CPU: a processor", "Vulkan0: a card"),
    )  # fmt: skip


@pytest.fixture
def start(tmp_path: Path, qtbot: QtBot, limits_once: None) -> Iterator[Start]:
    """Starts the program on the test's data folder; call it again after ``shutdown`` for the next launch.

    ``child=True``: the scripted engine as a real child process, else inside this process.
    """
    started: list[Harness] = []

    def launch(
        script: Script | None = None, *, child: bool = False, models: int = 1,
        facts: Callable[[str], ModelFacts] = read_anything, find_voice: FindVoice | None = None, safe: bool = False,
        on_battery: OnBattery | None = None, find_inhibitor: FindInhibitor | None = None,
    ) -> Harness:  # fmt: skip
        paths = Paths(tmp_path / "data")
        paths.create()
        for index in range(models):
            (paths.models / (STARTER if index == 0 else f"other{index}.gguf")).write_bytes(b"GGUF")
        engine: Engine | None = None if child else in_process_engine(script or Script())
        context = AppContext(
            paths,
            engine_command=fake_command(script or Script()) if child else None,
            engine=engine,
            library=Library(paths.models, facts),
            find_voice=find_voice,
            on_battery=on_battery,
            find_inhibitor=find_inhibitor,
        )
        harness = Harness(context, qtbot)
        started.append(harness)
        context.start(safe)
        return harness

    yield launch
    for harness in started:
        harness.context.shutdown()
