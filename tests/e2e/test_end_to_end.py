"""The real window, the real engine process and the starter model: chat, fill, compact, quit, resume, crash."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.chat_values import Message
from app.core.model_values import ModelPhase
from app.core.paths import Paths
from app.core.work_values import Notice, Phase, Resumed, WorkProgress
from app.services.app_context import AppContext
from app.services.chat.follower import ChatFollower
from app.ui.chat.transcript import MarkerItem, MessageItem
from app.ui.theme import Theme
from app.ui.window.windows import Windows
from engine.protocol import Ready
from tests.words import said

pytestmark = [pytest.mark.e2e, pytest.mark.model, pytest.mark.native]

PATIENCE_MS = 180_000
N_CTX = 512


def piece(number: int) -> str:
    """About 150 tokens of a log, different each time."""
    lines = [
        f"Day {number}, hour {hour}: the tide stood at {number * 7 + hour} feet, wind {hour + 3} knots from the "
        f"{('north', 'east', 'south', 'west')[(number + hour) % 4]}, {number + hour} gulls counted."
        for hour in range(4)
    ]
    return "Remember this log. " + " ".join(lines) + " Answer with OK."


class Launched:
    """One launch of the program."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.context = AppContext(Paths(folder))
        self.notices: list[Notice] = []
        self.resumed: list[Resumed] = []
        self.progress: list[WorkProgress] = []
        self.pids: list[int] = []
        self.context.notice.connect(self.notices.append)
        self.talk = self.context.conversation
        self.follow(
            resumed=self.resumed.append,
            progress_changed=lambda now: self.progress.append(now) if now is not None else None,
        )
        self.context.engine.ready.connect(self._ready)
        settings = self.context.settings
        settings.set("model.n_ctx", N_CTX)
        settings.set("memory.keep_recent", 64)
        settings.set("memory.reserve", 64)
        settings.set("sampling.temperature", 0.0)
        settings.set("sampling.max_tokens", 24)
        self.window = Windows(self.context).first
        qtbot.addWidget(self.window)
        self.window.show()
        qtbot.waitExposed(self.window)
        self.context.start()

    def follow(self, **slots: Callable[..., object]) -> None:
        """Have slots called for the chat that is shown."""
        ChatFollower(self.talk, self.talk, **slots)

    def _ready(self, ready: Ready) -> None:
        self.pids.append(ready.pid)

    def wait(self, condition: Callable[[], object]) -> None:
        try:
            self.qtbot.waitUntil(lambda: bool(condition()), timeout=PATIENCE_MS)
        except Exception:
            print("\n".join(self.context.engine.lines()[-40:]), self.notices)
            raise

    @property
    def messages(self) -> tuple[Message, ...]:
        return self.talk.view.messages

    def answered(self) -> bool:
        return self.talk.phase is Phase.IDLE and all(message.state != "streaming" for message in self.messages)

    def say(self, text: str) -> Message:
        """Send through the composer; the whole reply."""
        count = len(self.messages)
        self.window.chat.composer.editor.setPlainText(text)
        self.qtbot.keyClick(self.window.chat.composer.editor, Qt.Key.Key_Return)
        self.wait(lambda: len(self.messages) == count + 2 and self.answered())
        return self.messages[-1]

    def marks(self) -> list[MarkerItem]:
        return [item for item in self.window.chat.transcript.items if isinstance(item, MarkerItem)]

    def quit(self) -> None:
        self.window.close()
        self.context.shutdown()


@pytest.fixture
def program(tmp_path: Path, qtbot: QtBot, qapp: QApplication, starter_path: Path) -> Iterator[Callable[[], Launched]]:
    """Launches the program on one data folder; the starter model is added at the first launch."""
    Theme.install(qapp, "dark").reduced_motion = True
    launches: list[Launched] = []

    def launch() -> Launched:
        first = not launches
        launched = Launched(tmp_path / "data", qtbot)
        launches.append(launched)
        if first:
            launched.context.models.add([str(starter_path)])
        launched.wait(lambda: launched.context.models.state.phase is ModelPhase.LOADED)
        return launched

    yield launch
    for launched in launches:
        launched.quit()


def test_fill_compact_quit_resume(program: Callable[[], Launched]) -> None:
    first = program()
    chat = first.window.chat
    reply = first.say("Hello! My name is Ada and I keep a lighthouse.")
    assert reply.state == "done"
    assert reply.content.strip()

    for number in range(1, 13):
        reply = first.say(piece(number))
        assert reply.state == "done", reply.meta
        if first.marks():
            break
    marks = first.marks()
    assert marks, "the memory was filled, but nothing was compacted"
    mark = marks[0].marks[0]
    assert mark.bytes_after < mark.bytes_before
    assert mark.tokens > 64
    assert mark.error < 0.5
    legend = dict(chat.meter.reading.legend)
    assert "compacted" in legend
    assert "×" in chat.meter.reading.right
    memory = first.talk.memory
    assert memory is not None
    assert memory.fill < 0.85
    above = [item for item in chat.transcript.items if isinstance(item, MessageItem) and item.compacted]
    assert above

    reply = first.say("Thank you. Say one short sentence.")  # the chat goes on
    assert reply.state == "done"
    assert reply.content.strip()
    logical = first.talk.memory.tokens if first.talk.memory else 0
    texts = [message.content for message in first.messages]
    marked = len(first.marks())
    first.quit()

    second = program()
    second.wait(lambda: second.resumed and second.answered())
    assert [message.content for message in second.messages] == texts
    assert len(second.marks()) == marked
    assert [(back.how, back.tokens) for back in second.resumed] == [("resumed", logical)], second.resumed
    assert second.window.chat.meter.status.startswith("Resumed in")
    assert not [now for now in second.progress if now.what in ("prefill", "rebuild")]
    reply = second.say("And one more sentence, please.")
    assert reply.state == "done"
    assert reply.content.strip()
    assert reply.meta.prompt_tokens < 60, "the history was read again"


def test_engine_killed_in_mid_reply(program: Callable[[], Launched]) -> None:
    running = program()
    running.context.settings.set("sampling.max_tokens", 400)
    killed: list[int] = []

    def kill(message: str, text: str) -> None:
        if not killed:
            killed.append(running.pids[-1])
            os.kill(running.pids[-1], signal.SIGKILL)

    running.follow(text_streamed=kill)
    running.window.chat.composer.editor.setPlainText("Tell me a long story about a lighthouse.")
    running.window.chat.composer.submit()
    running.wait(lambda: killed and len(running.pids) > 1 and running.answered())
    assert running.window.isVisible()
    assert any("engine" in said(notice.text) for notice in running.notices)
    reply = running.messages[-1]
    assert reply.state == "interrupted"
    assert reply.can_continue
    before = reply.content
    assert before
    running.context.settings.set("sampling.max_tokens", 16)
    running.talk.continue_reply()
    running.wait(lambda: running.messages[-1].content != before and running.answered())
    after = running.messages[-1]
    assert after.content.startswith(before)
    assert after.state == "done"


def test_stop_answers_at_once_and_a_second_chat_keeps_its_own_memory(program: Callable[[], Launched]) -> None:
    running = program()
    running.context.settings.set("sampling.max_tokens", 600)
    stopped: list[str] = []

    def stop(message: str, text: str) -> None:
        if not stopped:
            stopped.append(message)
            running.window.escape()

    running.follow(text_streamed=stop)
    running.window.chat.composer.editor.setPlainText("Count to one thousand.")
    running.window.chat.composer.submit()
    running.wait(lambda: stopped and running.answered())
    assert running.messages[-1].state == "interrupted"
    assert running.messages[-1].meta.tokens < 400
    running.context.settings.set("sampling.max_tokens", 12)
    first = running.talk.view.chat.id
    tokens = running.talk.memory.tokens if running.talk.memory else 0
    running.window.new_chat()
    running.say("Hello there.")
    memory = running.talk.memory
    assert memory is not None
    assert memory.chat == running.talk.view.chat.id != first
    running.window.sidebar.open_chat.emit(first, "")
    running.wait(lambda: running.talk.memory is not None and running.talk.memory.chat == first and running.answered())
    assert running.talk.view.chat.id == first
    assert running.talk.memory is not None and running.talk.memory.tokens == tokens > 0
    before = running.messages[0].content
    running.say(
        "And then?"
    )  # the memory is the one of this chat, whether it stayed in the engine or came from its file
    assert running.messages[0].content == before and running.talk.memory.tokens > tokens
    assert not [message for message in running.messages if message.state == "failed"]
