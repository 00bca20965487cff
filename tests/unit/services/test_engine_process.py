"""The engine as a real child process: answers, crashes, garbage, hangs, restart and the guard against crash loops."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from pytestqt.qtbot import QtBot

from app.services.engine_client.failure import EngineDied, explain
from app.services.engine_client.process import DIED, LONGEST_LINE, EngineProcess
from engine import protocol as p
from tests.fake_engine import Script, fake_command
from tests.words import advised, said

USER = p.PromptMessage("u1", "user", "a b c")


class Rig:
    """An engine process and all it told."""

    def __init__(self, qtbot: QtBot, command: list[str], clock: list[float]) -> None:
        self.qtbot = qtbot
        self.clock = clock
        self.engine = EngineProcess(command, clock=lambda: clock[0])
        self.ready: list[p.Ready] = []
        self.deaths: list[EngineDied] = []
        self.unresponsive: list[int] = []
        self.events: list[p.AnyEvent] = []
        self.closed: list[p.AnyEvent] = []
        self.engine.ready.connect(self.ready.append)
        self.engine.died.connect(self.deaths.append)
        self.engine.unresponsive.connect(self.unresponsive.append)

    def start(self) -> None:
        count = len(self.ready)
        self.engine.start()
        self.wait(lambda: len(self.ready) > count)

    def wait(self, condition) -> None:  # type: ignore[no-untyped-def]
        self.qtbot.waitUntil(lambda: bool(condition()))

    def ask(self, request: p.AnyRequest) -> p.AnyEvent:
        """Send and wait for the closing event."""
        count = len(self.closed)
        self.engine.request(request, self.closed.append, self.events.append)
        self.wait(lambda: len(self.closed) > count)
        return self.closed[-1]

    def begin_reply(self, folder: Path, model: str = "m.gguf") -> int:
        self.ask(p.Load(id=0, path=model))
        self.ask(p.OpenChat(id=0, chat_id="c", folder=str(folder)))
        return self.engine.request(
            p.Generate(id=0, chat_id="c", reply_id="r", user=USER), self.closed.append, self.events.append
        )

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, p.Token))


@pytest.fixture
def rigs(qtbot: QtBot) -> Iterator[list[Rig]]:
    made: list[Rig] = []
    yield made
    for rig in made:
        rig.engine.stop()


def make(rigs: list[Rig], qtbot: QtBot, script: Script | None = None, command: list[str] | None = None) -> Rig:
    rigs.append(Rig(qtbot, command or fake_command(script or Script()), [0.0]))
    return rigs[-1]


def test_requests_and_answers(rigs: list[Rig], qtbot: QtBot, tmp_path: Path) -> None:
    rig = make(rigs, qtbot)
    assert not rig.engine.running
    rig.start()
    assert rig.engine.running
    assert rig.engine.pid == rig.ready[0].pid
    rig.begin_reply(tmp_path)
    rig.wait(lambda: isinstance(rig.closed[-1], p.Replied))
    assert rig.text == "Hello from the fake engine."
    assert isinstance(rig.ask(p.Tokenize(id=0, text="a b")), p.Tokenized)
    assert isinstance(rig.ask(p.Hello(id=0)), p.Ready)


def test_what_is_too_large_for_the_pipe_is_answered_and_nothing_is_stuck(
    rigs: list[Rig], qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = make(rigs, qtbot)
    rig.start()
    monkeypatch.setattr(p.frames, "MAX_FRAME", 1000)
    told = rig.ask(p.Tokenize(id=0, text="word " * 1000))
    assert isinstance(told, p.Error) and told.code == "message_too_long" and advised(told.text)
    assert isinstance(rig.ask(p.Tokenize(id=0, text="a b")), p.Tokenized)


def test_a_compaction_inside_a_reply_does_not_end_it(rigs: list[Rig], qtbot: QtBot, tmp_path: Path) -> None:
    rig = make(rigs, qtbot, Script(n_ctx=3))
    rig.start()
    rig.begin_reply(tmp_path)
    rig.wait(lambda: isinstance(rig.closed[-1], p.Replied))
    assert any(isinstance(event, p.Compacted) for event in rig.events)
    assert isinstance(rig.ask(p.Compact(id=0, chat_id="c")), p.Compacted)


def test_a_preview_is_answered(rigs: list[Rig], qtbot: QtBot, tmp_path: Path) -> None:
    rig = make(rigs, qtbot)
    rig.start()
    rig.begin_reply(tmp_path)
    rig.wait(lambda: isinstance(rig.closed[-1], p.Replied))
    told = rig.ask(p.Preview(id=0, chat_id="c", ratios=(4.0,)))
    assert isinstance(told, p.Previewed) and [point.ratio for point in told.points] == [4.0]


def test_every_event_that_closes_a_request_is_known_to_close_one() -> None:
    steps = {p.Progress, p.Token, p.Memory, p.Log, p.Error, p.Devices, p.DocumentProgress}
    assert {kind.closes for kind in get_args(p.AnyRequest)} == {*get_args(p.AnyEvent)} - steps


def test_stop_lets_it_save_and_is_no_death(rigs: list[Rig], qtbot: QtBot, tmp_path: Path) -> None:
    rig = make(rigs, qtbot, Script(stderr=("loading things",)))
    rig.start()
    rig.begin_reply(tmp_path)
    rig.wait(lambda: isinstance(rig.closed[-1], p.Replied))
    rig.engine.stop()
    assert rig.deaths == []
    assert not rig.engine.running
    assert (tmp_path / "fake.snapshot").exists()
    assert "loading things" in rig.engine.lines()


def test_stop_does_not_wait_for_ever(rigs: list[Rig], qtbot: QtBot) -> None:
    rig = make(rigs, qtbot, Script(ignore_quit=True))
    rig.start()
    pid = rig.engine.pid
    rig.engine.stop(timeout_ms=50)
    assert rig.deaths == []
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_request_to_no_engine_is_answered(rigs: list[Rig], qtbot: QtBot) -> None:
    rig = make(rigs, qtbot)
    answer = rig.ask(p.Tokenize(id=0, text="a"))
    assert isinstance(answer, p.Error)
    assert answer.code == DIED


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_crash_in_mid_reply_closes_it_and_restarts(rigs: list[Rig], qtbot: QtBot, tmp_path: Path) -> None:
    script = Script(
        crash_at=3, crash_signal=signal.SIGABRT, once=str(tmp_path / "once"), stderr=("GGML_ASSERT(x > 0) failed",)
    )
    rig = make(rigs, qtbot, script)
    rig.start()
    rig.begin_reply(tmp_path)
    rig.wait(lambda: len(rig.ready) == 2)
    assert rig.text == "Hello from "
    last = rig.closed[-1]
    assert isinstance(last, p.Error)
    assert last.code == DIED
    (death,) = rig.deaths
    assert death.signal == "SIGABRT"
    assert death.restarting
    assert "GGML_ASSERT(x > 0) failed" in death.lines
    assert "internal check" in said(death.reason)
    rig.begin_reply(tmp_path)
    rig.wait(lambda: isinstance(rig.closed[-1], p.Replied))


def test_a_crash_loop_ends_after_the_second_death(rigs: list[Rig], qtbot: QtBot) -> None:
    rig = make(rigs, qtbot, Script(crash_on="load"))
    rig.start()
    assert isinstance(rig.ask(p.Load(id=0, path="m.gguf")), p.Error)
    rig.wait(lambda: len(rig.ready) == 2)
    rig.clock[0] = 30.0
    assert isinstance(rig.ask(p.Load(id=0, path="m.gguf")), p.Error)
    rig.wait(lambda: len(rig.deaths) == 2)
    assert [death.restarting for death in rig.deaths] == [True, False]
    assert not rig.engine.running
    assert rig.engine.pid == 0
    rig.start()  # the person tries again
    assert rig.engine.running


def test_deaths_far_apart_or_of_other_models_are_no_loop(rigs: list[Rig], qtbot: QtBot) -> None:
    rig = make(rigs, qtbot, Script(crash_on="load"))
    rig.start()
    for number, (model, at) in enumerate([("a.gguf", 0.0), ("a.gguf", 61.0), ("b.gguf", 62.0)], 2):
        rig.clock[0] = at
        rig.ask(p.Load(id=0, path=model))
        rig.wait(lambda number=number: len(rig.ready) == number)
    assert [death.restarting for death in rig.deaths] == [True, True, True]


def test_a_death_after_one_by_force_is_its_own(rigs: list[Rig], qtbot: QtBot) -> None:
    """Else a model that ends the engine each time would be loaded without end, and the person be blamed for it."""
    rig = make(rigs, qtbot, Script(crash_on="load"))
    rig.start()
    rig.engine.force_stop()
    rig.wait(lambda: len(rig.ready) == 2)
    for number in (2, 3):
        rig.ask(p.Load(id=0, path="a.gguf"))
        rig.wait(lambda number=number: len(rig.deaths) == number)
        rig.wait(lambda: rig.engine.running or not rig.deaths[-1].restarting)
    assert [death.restarting for death in rig.deaths] == [True, True, False]
    assert [death.reason.code == "engine.forced" for death in rig.deaths] == [True, False, False]


def test_deaths_far_apart_end_with_the_third_unless_a_reply_was_finished(
    rigs: list[Rig], qtbot: QtBot, tmp_path: Path
) -> None:
    rig = make(rigs, qtbot, Script(crash_on="compact"))
    rig.start()

    def die(at: float) -> bool:
        rig.clock[0] = at
        count = len(rig.deaths)
        rig.ask(p.Load(id=0, path="m.gguf"))
        rig.ask(p.OpenChat(id=0, chat_id="c", folder=str(tmp_path)))
        rig.engine.request(p.Compact(id=0, chat_id="c"), rig.closed.append)
        rig.wait(lambda: len(rig.deaths) > count)
        restarting = rig.deaths[-1].restarting
        if restarting:
            rig.wait(lambda: rig.engine.running)
        return restarting

    assert [die(0.0), die(61.0)] == [True, True]
    rig.begin_reply(tmp_path)
    rig.wait(lambda: isinstance(rig.closed[-1], p.Replied))
    assert [die(122.0), die(183.0), die(244.0)] == [True, True, False]
    assert not rig.engine.running


def test_garbage_ends_the_process_and_a_new_one_is_started(rigs: list[Rig], qtbot: QtBot, tmp_path: Path) -> None:
    rig = make(rigs, qtbot, Script(garbage_at=2, once=str(tmp_path / "once")))
    rig.start()
    rig.begin_reply(tmp_path)
    rig.wait(lambda: len(rig.ready) == 2)
    assert "invalid message" in said(rig.deaths[0].reason)
    assert isinstance(rig.closed[-1], p.Error)


def test_a_valid_frame_of_an_unknown_kind_is_garbage_too(rigs: list[Rig], qtbot: QtBot) -> None:
    program = "import os, msgspec; b = msgspec.msgpack.encode({'ev': 'surprise'}); "
    program += "os.write(1, len(b).to_bytes(4, 'little') + b); os.read(0, 1)"
    rig = make(rigs, qtbot, command=[sys.executable, "-c", program])
    rig.engine.start()
    rig.wait(lambda: rig.deaths)
    assert "invalid message" in said(rig.deaths[0].reason)
    assert not rig.deaths[0].restarting


def test_cancel_ends_a_reply(rigs: list[Rig], qtbot: QtBot, tmp_path: Path) -> None:
    rig = make(rigs, qtbot, Script(hold_at=2))
    rig.start()
    number = rig.begin_reply(tmp_path)
    rig.wait(lambda: rig.text)
    rig.engine.cancel(number)
    rig.wait(lambda: isinstance(rig.closed[-1], p.Replied))
    assert rig.closed[-1].reason == "cancelled"
    assert rig.text == "Hello "
    rig.engine.cancel(number)  # over already: nothing happens


ANSWERS_TOGETHER = """
import sys
from engine import protocol as p
out, frames, asked = sys.stdout.buffer, p.FrameBuffer(), []
out.write(p.encode(p.Ready(engine="test", pid=1))); out.flush()
while data := sys.stdin.buffer.raw.read(4096):
    asked += map(p.decode_request, frames.feed(data))
    if len(asked) == 3:
        out.write(b"".join(p.encode(p.Tokenized(id=request.id, tokens=1)) for request in asked)); out.flush()
"""


def fail(_: p.AnyEvent) -> None:
    """Of a handler: what it raises is what an unreadable event raises, too."""
    b"\xff".decode()


def test_one_that_fails_to_take_its_answer_keeps_no_other_from_its_own(rigs: list[Rig], qtbot: QtBot) -> None:
    """Nor is it taken for an engine that sends what nobody understands."""
    rig = make(rigs, qtbot, command=[sys.executable, "-c", ANSWERS_TOGETHER])
    rig.start()
    with qtbot.captureExceptions() as caught:
        for closed in (fail, rig.closed.append, rig.closed.append):
            rig.engine.request(p.Tokenize(id=0, text="a"), closed)
        rig.wait(lambda: len(rig.closed) == 2 or rig.deaths)
    assert [kind for kind, *_ in caught] == [UnicodeDecodeError] and not rig.deaths


def test_one_that_fails_to_take_a_death_keeps_no_other_from_it_nor_a_new_engine(rigs: list[Rig], qtbot: QtBot) -> None:
    rig = make(rigs, qtbot, command=[sys.executable, "-c", ANSWERS_TOGETHER])
    rig.start()
    with qtbot.captureExceptions() as caught:
        for closed in (fail, rig.closed.append):
            rig.engine.request(p.Tokenize(id=0, text="a"), closed)
        rig.engine.force_stop()
        rig.wait(lambda: len(rig.ready) == 2)
    assert [kind for kind, *_ in caught] == [UnicodeDecodeError] and len(rig.deaths) == 1
    assert [event.code for event in rig.closed if isinstance(event, p.Error)] == [DIED]


def test_a_hang_on_cancel_is_told_and_can_be_ended_by_force(
    rigs: list[Rig], qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.engine_client.process.PATIENCE_MS", 20)
    rig = make(rigs, qtbot, Script(hold_at=2, ignore_cancel=True))
    rig.start()
    number = rig.begin_reply(tmp_path)
    rig.wait(lambda: rig.text)
    rig.engine.cancel(number)
    rig.wait(lambda: rig.unresponsive == [number])
    rig.engine.force_stop()
    rig.wait(lambda: len(rig.ready) == 2)
    assert rig.deaths[0].restarting
    assert "forced the engine to stop" in said(rig.deaths[0].reason)
    assert isinstance(rig.closed[-1], p.Error)


def test_a_program_that_is_not_there(rigs: list[Rig], qtbot: QtBot, tmp_path: Path) -> None:
    rig = make(rigs, qtbot, command=[str(tmp_path / "no-such-engine")])
    rig.engine.start()
    rig.wait(lambda: rig.deaths)
    assert "Can't start" in said(rig.deaths[0].reason)
    assert not rig.deaths[0].restarting


def test_an_engine_that_cannot_be_imported_says_so(rigs: list[Rig], qtbot: QtBot) -> None:
    rig = make(rigs, qtbot, command=[sys.executable, "-c", "import no_such_module_anywhere"])
    rig.engine.start()
    rig.wait(lambda: rig.deaths)
    death = rig.deaths[0]
    assert "isn't installed" in said(death.reason)
    assert not death.restarting
    assert death.code == 1
    assert any("no_such_module_anywhere" in line for line in death.lines)


def test_an_engine_of_another_version_is_refused(rigs: list[Rig], qtbot: QtBot) -> None:
    rig = make(rigs, qtbot, Script(version=99))
    rig.engine.start()
    rig.wait(lambda: rig.deaths)
    assert "version 99" in said(rig.deaths[0].reason)
    assert rig.ready == []


def test_an_engine_that_never_gets_ready(rigs: list[Rig], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.services.engine_client.process.START_MS", 50)
    rig = make(rigs, qtbot, Script(never_ready=True))
    rig.engine.start()
    rig.wait(lambda: rig.deaths)
    assert "didn't respond" in said(rig.deaths[0].reason)
    assert not rig.deaths[0].restarting


def test_only_the_last_lines_are_kept(rigs: list[Rig], qtbot: QtBot) -> None:
    rig = make(rigs, qtbot, Script(stderr=tuple(f"line {n}" for n in range(500))))
    rig.start()
    rig.wait(lambda: rig.engine.lines() and rig.engine.lines()[-1] == "line 499")
    assert len(rig.engine.lines()) == 200


def test_lines_that_do_not_end_are_cut(rigs: list[Rig], qtbot: QtBot) -> None:
    written = f'"\\u00e9" * {LONGEST_LINE} + "\\n" + "x" * 3_000_000 + "\\r\\nlast\\n" + "y" * 3_000_000'
    program = f"import sys; sys.stderr.reconfigure(encoding='utf-8'); sys.stderr.write({written})"
    rig = make(rigs, qtbot, command=[sys.executable, "-c", program])
    held: list[int] = []
    real = rig.engine._on_stderr

    def watched() -> None:
        real()
        held.append(len(rig.engine._partial))

    rig.engine._on_stderr = watched  # type: ignore[method-assign]
    rig.engine.start()
    rig.wait(lambda: rig.deaths)
    assert [len(line) for line in rig.engine.lines()] == [LONGEST_LINE // 2, LONGEST_LINE, 4, LONGEST_LINE]
    assert max(held) <= LONGEST_LINE


@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_the_child_ends_when_the_program_is_gone(qtbot: QtBot, tmp_path: Path) -> None:
    import subprocess

    child = subprocess.Popen(fake_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdin is not None
    assert child.stdout is not None
    with child.stdout:
        child.stdout.read(4)
        child.stdin.close()
        assert child.wait(timeout=10) == 0


@pytest.mark.parametrize(
    ("code", "crashed", "lines", "words"),
    [
        (9, True, (), "lack of RAM"),
        (11, True, (), "SIGSEGV"),
        (1, False, ("ggml: failed to allocate buffer",), "out of RAM"),
        (1, False, ("CUDA error: device lost",), "graphics driver"),
        (6, True, ("ABORT ggml-rpc.cpp:569: Remote RPC server crashed",), "connection to a worker broke"),
        (3, False, (), "code 3"),
        (77, True, (), "code 77"),
    ],
)
def test_a_death_in_words(code: int, crashed: bool, lines: tuple[str, ...], words: str) -> None:
    death = explain(code, crashed, lines)
    assert words in said(death.reason)
    assert death.lines == lines
