"""The look is installed once; windows get the program behind them with a scripted engine."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.library import Library
from app.core.paths import Paths
from app.core.spelling.words import SpellChecker
from app.core.store import Store
from app.core.work_values import Phase
from app.services.app_context import AppContext
from app.services.background import Ops
from app.services.chat.drafts import Drafts
from app.services.global_shortcut import FindGrabber
from app.services.speech import FindVoice
from app.ui.chat.transcript import TranscriptView
from app.ui.theme import Theme
from app.ui.window.main_window import MainWindow
from app.ui.window.windows import Windows
from engine.protocol import ModelFacts
from tests.copied_store import copied_store as copied_store
from tests.fake_engine import InProcessEngine, Script, in_process_engine

STARTER = "SmolLM2-135M-Instruct.Q4_1.gguf"
PATIENCE_MS = 60_000


@pytest.fixture(autouse=True)
def look(qapp: QApplication, limits_once: None) -> Iterator[Theme]:
    """A dark theme without motion, whatever the machine's own is."""
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    theme = Theme.install(qapp, "dark")
    theme.set_mode("dark")
    theme.reduced_motion = True
    yield theme
    qapp.clipboard().clear()  # without a desktop it would be freed after Python has ended
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def drafts(tmp_path: Path, qapp: QApplication) -> Iterator[Drafts]:
    """Drafts with a store of their own, for a composer without a window."""
    store, ops = Store(tmp_path / "longthread.db", tmp_path / "backups"), Ops()
    made = Drafts(store, ops)
    yield made
    made.close()
    ops.shutdown()
    store.close()


@pytest.fixture
def view(qtbot: QtBot) -> TranscriptView:
    """A transcript alone, shown."""
    made = TranscriptView()
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    qtbot.waitExposed(made)
    return made


class Program:
    """A window and what is behind it, in the words of a test."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot
        self.context = window.context
        self.chat = window.chat
        self.talk = window.context.conversation

    @property
    def engine(self) -> InProcessEngine:
        engine = self.context.engine
        assert isinstance(engine, InProcessEngine)
        return engine

    def wait(self, condition: Callable[[], object]) -> None:
        """Run the loop until ``condition`` holds; fails after a minute."""
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=PATIENCE_MS)

    def idle(self) -> None:
        """Until the model is there and nothing runs."""
        self.wait(
            lambda: self.talk.phase is Phase.IDLE and all(m.state != "streaming" for m in self.talk.view.messages)
        )
        for _ in range(3):
            self.context.ops.flush()

    def say(self, text: str) -> None:
        """Write and send."""
        self.chat.composer.editor.setPlainText(text)
        self.chat.composer.submit()

    def talk_in_new_chats(self, *questions: str) -> list[str]:
        """A new chat for each of them, answered; their ids. The last one is shown."""
        self.idle()
        ids = []
        for text in questions:
            self.window.new_chat()
            self.say(text)
            self.idle()
            ids.append(self.talk.view.chat.id)
        return ids


Launch = Callable[..., Program]


def facts_of(path: str) -> ModelFacts:
    """Facts of a file that only needs to exist."""
    return ModelFacts(path=path, name=Path(path).stem, architecture="fake")


@pytest.fixture
def launch(tmp_path: Path, qtbot: QtBot) -> Iterator[Launch]:
    """Opens the program on the test's data folder; call again after ``shutdown`` for the next launch."""
    opened: list[Program] = []

    def start(
        script: Script | None = None,
        *,
        models: int = 1,
        facts: Callable[[str], ModelFacts] = facts_of,
        checker: SpellChecker | None = None,
        voice: FindVoice | None = None,
        grabber: FindGrabber | None = None,
    ) -> Program:
        paths = Paths(tmp_path / "data")
        paths.create()
        for index in range(models):
            (paths.models / (STARTER if index == 0 else f"other{index}.gguf")).write_bytes(b"GGUF")
        context = AppContext(
            paths,
            engine=in_process_engine(script or Script()),
            library=Library(paths.models, facts),
            find_checker=lambda: checker,
            find_voice=voice,
            find_grabber=grabber,
        )
        window = Windows(context).first
        qtbot.addWidget(window)
        window.show()
        qtbot.waitExposed(window)
        context.start()
        program = Program(window, qtbot)
        opened.append(program)
        return program

    yield start
    for program in opened:
        for window in program.window.windows.all:  # one that a test left open would be painted with those of others
            window.close()
        program.window.close()
        program.context.shutdown()
