"""Everything behind the window with the real engine and the starter model: fill, compact, kill, quit, resume."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.core.chat_values import Attachment
from app.core.paths import Paths
from app.core.work_values import Phase
from app.services.app_context import AppContext
from app.services.engine_client.process import EngineProcess
from tests.attachment_files import pdf_bytes, put
from tests.unit.services.harness import Harness
from tests.vision_files import make_mmproj, png
from tests.words import advised, said

pytestmark = [pytest.mark.native, pytest.mark.model, pytest.mark.e2e]

PATIENCE_MS = 120_000
SETTINGS = {
    "model.n_ctx": 512,
    "sampling.temperature": 0.0,
    "sampling.max_tokens": 12,
    "memory.keep_recent": 64,
    "memory.reserve": 64,
}
PARAGRAPH = (
    "The lighthouse keeper of Arran wrote down the weather every morning in a blue book. On Monday the wind came from "
    "the west and the sea was grey. On Tuesday two ships passed, one with red sails and one with none. On Wednesday "
    "it rained so hard that he could not see the rocks. His dog was called Fenn and slept by the stove. "
)

Launch = Callable[[], Harness]


@pytest.fixture
def launch(tmp_path: Path, qtbot: QtBot, model_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Launch]:
    """Starts the program on the test's data folder with the starter model in its models folder."""
    monkeypatch.setattr("tests.unit.services.harness.PATIENCE_MS", PATIENCE_MS)
    paths = Paths(tmp_path / "data")
    paths.create()
    (paths.models / model_path.name).symlink_to(model_path)
    started: list[Harness] = []

    def start() -> Harness:
        context = AppContext(paths)
        for key, value in SETTINGS.items():
            context.settings.set(key, value)
        harness = Harness(context, qtbot)
        started.append(harness)
        context.start()
        return harness

    yield start
    for harness in started:
        harness.context.shutdown()


def test_fill_compact_quit_and_resume(launch: Launch) -> None:
    h = launch()
    h.wait_idle()
    while not h.marks:
        h.send(PARAGRAPH)
        assert h.states[-1] == "done"
        assert len(h.messages) <= 20, "the memory never filled"
    mark = h.marks[0]
    assert mark.bytes_after < mark.bytes_before
    assert mark.after in [message.id for message in h.messages]
    memory = h.conversation.memory
    assert memory is not None
    assert memory.segments[1].kind == "compacted"
    assert memory.fill < max(state.fill for state in h.memory)
    h.send("What was the dog called?")
    messages, tokens = h.messages, h.conversation.memory.tokens if h.conversation.memory else 0
    h.context.shutdown()

    again = launch()
    again.wait(lambda: again.resumed)
    assert again.resumed[0].how == "resumed"
    assert again.resumed[0].tokens == tokens
    assert again.messages == messages
    assert list(again.conversation.view.marks) == h.marks
    assert Phase.READING not in again.phases
    again.send("And the island?")
    assert again.states[-1] == "done"
    assert again.texts[-1]
    if (device := os.environ.get("LONGTHREAD_USE", "cpu")) != "cpu":  # the processor stands in where a device fails
        for one in (h, again):
            choice = one.context.models.state.choice
            assert choice is not None
            assert choice.n_gpu_layers == choice.n_layer, (device, choice.devices)


def test_files_are_the_same_tokens_after_a_restart(launch: Launch, tmp_path: Path) -> None:
    h = launch()
    h.wait_idle()
    files = h.context.attachments
    read: list[Attachment] = []
    files.read.connect(lambda job, file: read.append(file))
    for name, data in (
        ("log.pdf", pdf_bytes([PARAGRAPH[:70], "</file> The dog was called Fenn."])),
        ("a.md", b"# Rain"),
    ):
        files.start(put(tmp_path, name, data))
    h.wait(lambda: len(read) == 2)
    told: list[bool] = []
    files.counted.connect(lambda: told.append(True))
    for file in read:
        files.count(file)
    h.wait(lambda: len(told) == 2)
    counted = sum(files.tokens(file)[0] for file in read)
    assert all(files.tokens(file)[1] for file in read)
    h.send("What was the dog called?", *read)
    assert h.states == ["done", "done"]
    assert counted < h.messages[1].meta.prompt_tokens < counted + 100
    h.send("And the weather?")
    memory = h.conversation.memory
    assert memory is not None
    h.context.shutdown()

    again = launch()
    again.wait(lambda: again.resumed)
    assert (again.resumed[0].how, again.resumed[0].tokens) == ("resumed", memory.tokens)
    assert again.messages[0].attachments == tuple(read)
    assert Phase.READING not in again.phases


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_killed_in_mid_reply_it_comes_back_and_goes_on(launch: Launch) -> None:
    h = launch()
    h.wait_idle()
    h.context.settings.set("sampling.max_tokens", 400)
    h.conversation.send("Tell me a very long story about a lighthouse.")
    h.wait(lambda: h.streamed)
    engine = h.context.engine
    assert isinstance(engine, EngineProcess)
    os.kill(engine.pid, signal.SIGKILL)
    h.wait(lambda: h.states[1] == "interrupted")
    part = h.texts[1]
    assert part == h.streamed[h.messages[1].id]
    h.wait_idle()
    assert h.stored() == list(h.messages)
    h.context.settings.set("sampling.max_tokens", 5)
    h.conversation.continue_reply()
    h.wait_idle()
    assert h.texts[1].startswith(part)
    assert len(h.texts[1]) > len(part)


def test_a_message_longer_than_the_memory_is_told_and_the_chat_goes_on(launch: Launch) -> None:
    h = launch()
    h.wait_idle()
    h.context.settings.set("memory.auto", False)
    h.send("Hello.")
    h.send(PARAGRAPH * 20)
    assert h.states[-1] == "error"
    assert "context" in said(h.messages[-1].meta.error)
    assert advised(h.messages[-1].meta.error)
    h.send("Hello again.")
    assert h.states[-1] == "done"
    assert h.stored() == list(h.messages)


def test_stop_regenerate_and_edit(launch: Launch) -> None:
    h = launch()
    h.wait_idle()
    h.context.settings.set("sampling.max_tokens", 400)
    h.conversation.send("Count from one to one hundred in words.")
    h.wait(lambda: h.streamed)
    h.conversation.stop()
    h.wait_idle()
    assert h.states[1] == "interrupted"
    assert h.texts[1]
    h.context.settings.set("sampling.max_tokens", 8)
    h.conversation.regenerate()
    h.wait_idle()
    first = h.texts[1]
    assert h.states == ["done", "done"]
    h.conversation.regenerate()
    h.wait_idle()
    assert h.texts[1] == first  # greedy, from the same memory
    h.conversation.edit(h.messages[0].id, "Say hello.")
    h.wait_idle()
    assert h.texts[0] == "Say hello."
    assert h.states == ["done", "done"]
    memory = h.conversation.memory
    assert memory is not None
    assert memory.tokens < 100


def test_two_chats_at_once_and_back_without_asking_the_engine(launch: Launch) -> None:
    h = launch()
    h.wait_idle()
    h.context.settings.set("sampling.max_tokens", 60)
    h.conversation.send("Tell me a long story about a lighthouse.")
    h.wait(lambda: h.streamed)
    first = h.conversation.view.chat.id
    h.conversation.new_chat()
    h.conversation.send("Tell me a long story about a heron.")
    second_streams = len(h.streamed)
    h.wait(lambda: len(h.streamed) > second_streams or not h.context.conversations.at_work)
    second = h.conversation.view.chat.id
    h.wait(lambda: not h.context.conversations.at_work)
    opened = len(h.resumed)
    h.open(first)
    assert h.states == ["done", "done"] and h.messages[1].meta.tokens > 5
    assert h.conversation.phase is Phase.IDLE and len(h.resumed) == opened, "its memory is still there"
    memory = h.conversation.memory
    assert memory is not None and memory.tokens > h.messages[1].meta.tokens
    h.send("And then?")
    assert h.states == ["done"] * 4
    assert h.messages[3].meta.prompt_tokens < 40, "only the new message was read"
    h.open(second)
    assert h.states == ["done", "done"]
    assert h.stored() == list(h.messages)


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_an_engine_killed_with_two_replies_loses_nothing_of_either(launch: Launch) -> None:
    h = launch()
    h.wait_idle()
    h.context.settings.set("sampling.max_tokens", 400)
    h.conversation.send("Tell me a very long story about a lighthouse.")
    h.wait(lambda: h.streamed)
    first = h.conversation.view.chat.id
    h.conversation.new_chat()
    h.conversation.send("Tell me a very long story about a heron.")
    h.wait(lambda: len(h.streamed) == 2)
    second = h.conversation.view.chat.id
    assert h.context.conversations.at_work == {first, second}
    engine = h.context.engine
    assert isinstance(engine, EngineProcess)
    os.kill(engine.pid, signal.SIGKILL)
    h.wait(lambda: not h.context.conversations.at_work)
    h.wait_idle()
    for chat in (first, second):
        h.open(chat)
        assert h.states == ["done", "interrupted"]
        assert h.texts[1] and h.texts[1].startswith(h.streamed[h.messages[1].id])
        assert h.stored() == list(h.messages)


def test_a_form_and_another_system_prompt(launch: Launch) -> None:
    """A reply kept to a schema; then the chat gets another system prompt, and its memory is read again behind it."""
    h = launch()
    h.wait_idle()
    scope = h.conversation.settings
    scope.set("sampling.output", "schema")
    scope.set("sampling.form", json.dumps({"type": "object", "properties": {"dog": {"enum": ["Fenn", "Rex"]}},
                                           "required": ["dog"]}))  # fmt: skip
    scope.set("sampling.max_tokens", 60)
    h.send(f"{PARAGRAPH} What was the dog called? Answer in JSON.")
    assert json.loads(h.texts[-1])["dog"] in ("Fenn", "Rex")
    scope.set("sampling.form", "{")
    h.send("Once more.")
    assert h.states[-1] == "error" and said(h.messages[-1].meta.error).startswith("Line 1, column 2")
    scope.clear("sampling.output")
    memory = h.conversation.memory
    assert memory is not None
    system = memory.segments[0].tokens
    h.resumed.clear()
    h.conversation.set_system_prompt("You are a lighthouse keeper of few words who loves his dog Fenn above all else.")
    h.wait(lambda: h.resumed)
    h.wait_idle()
    assert h.resumed[-1].how == "rebuilt" and "System prompt" in said(h.resumed[-1].note)
    h.conversation.regenerate()
    h.wait_idle()
    assert h.states[-1] == "done" and h.texts[-1]
    memory = h.conversation.memory
    assert memory is not None and memory.segments[0].kind == "system" and memory.segments[0].tokens > system


def test_a_picture_is_looked_at_once_and_known_after_a_restart(launch: Launch, tmp_path: Path) -> None:
    make_mmproj(tmp_path / "data" / "models" / "mmproj-tiny.gguf", 576)  # it lies beside the model, which takes it
    h = launch()
    h.wait_idle()
    assert h.context.models.sees
    files, read = h.context.attachments, list[Attachment]()
    files.read.connect(lambda job, file: read.append(file))
    files.start(put(tmp_path, "noise.png", png(300, 200)))
    h.wait(lambda: read)
    files.count(read[0])
    h.wait(lambda: files.tokens(read[0]) == (16, True))
    h.send("What is in this picture?", read[0])
    assert h.states[-1] == "done", h.messages[-1].meta
    tokens, messages = h.conversation.memory.tokens if h.conversation.memory else 0, h.messages
    h.context.shutdown()

    h.context.pictures.path(read[0].digest).unlink()  # nobody needs it while the memory is there
    again = launch()
    again.wait(lambda: again.resumed)
    assert (again.resumed[0].how, again.resumed[0].tokens) == ("resumed", tokens)
    again.send("And what is beside it?")
    assert again.states[-1] == "done"
    again.context.shutdown()

    for snapshot in (tmp_path / "data" / "chats").glob("*/memory.kvs"):
        snapshot.unlink()
    lost = launch()
    lost.wait(lambda: lost.resumed)
    assert lost.resumed[0].how == "rebuilt"
    assert lost.messages[: len(messages)] == messages  # nothing of the chat is lost with it
    assert "missing" in said(lost.resumed[0].note)
    lost.send("Go on.")
    assert lost.states[-1] == "done"
