"""Measuring a model's heads on request: beside other work, told as it goes, stopped at once, stored at the end."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from engine import protocol as p
from engine.errors import Cancelled
from engine.heads import calibration, profile
from engine.process import measuring
from engine.process.host import Host
from engine.texts import english
from tests.engine.gguf_files import LLAMA, gguf, write
from tests.engine.http_harness import TINY

RANKED = profile.Profile([profile.HeadProfile(0, 0, 0.25)])
FULL = profile.Profile([profile.HeadProfile(0, 0, 0.25, [0.1], [0.2])], tokens=100, rows=[16])


class HostHarness:
    """A host with what it emitted; measurements go as ``steps`` says."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.host = Host(self.events.append)
        self.steps = 3
        self.result = FULL
        self.closed = 0
        self.asked: list[float | None] = []

    def calibrate_steps(
        self, path: str, *, seconds: float | None, cancelled: Any
    ) -> Generator[float, None, profile.Profile]:
        self.asked.append(seconds)
        try:
            for i in range(self.steps):
                yield i / self.steps
        except GeneratorExit:
            self.closed += 1
            raise
        return self.result

    def of(self, request_id: int) -> list[Any]:
        return [event for event in self.events if event.id == request_id]


@pytest.fixture
def harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostHarness:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    harness = HostHarness()
    monkeypatch.setattr(calibration, "calibrate_steps", harness.calibrate_steps)
    return harness


def test_a_measurement_tells_how_far_it_is_and_is_stored(harness: HostHarness, tmp_path: Path) -> None:
    path = write(tmp_path, gguf())
    harness.host.handle(p.Measure(id=1, path=str(path), seconds=20))
    told = harness.of(1)
    assert [(event.what, event.done) for event in told[:-1]] == [("measure", 0), ("measure", 333), ("measure", 667)]
    assert isinstance(told[-1], p.Measured)
    assert told[-1].heads == "measured"
    assert profile.load(told[-1].fingerprint) == FULL
    assert harness.asked == [20]


def test_a_ranking_alone_is_told_from_the_whole(harness: HostHarness, tmp_path: Path) -> None:
    harness.result = RANKED
    harness.host.handle(p.Measure(id=1, path=str(write(tmp_path, gguf())), seconds=0))
    assert harness.of(1)[-1].heads == "ranked"


def test_other_requests_do_not_wait_and_two_measurements_do(harness: HostHarness, tmp_path: Path) -> None:
    path = str(write(tmp_path, gguf()))
    first, second = harness.host.submit(p.Measure(id=1, path=path)), harness.host.submit(p.Measure(id=2, path=path))
    harness.host.step()
    harness.host.submit(p.Unload(id=3))
    harness.host.step()
    assert isinstance(harness.of(3)[-1], p.Done), "even what wants the engine for itself"
    assert not first.closed
    assert harness.of(2) == []
    while not second.closed:
        harness.host.step()
    assert first.closed
    assert [event.id for event in harness.events if isinstance(event, p.Measured)] == [1, 2]


def test_a_measurement_is_stopped_and_leaves_nothing(harness: HostHarness, tmp_path: Path) -> None:
    ticket = harness.host.submit(p.Measure(id=1, path=str(write(tmp_path, gguf()))))
    harness.host.step()
    harness.host.cancel(1)
    harness.host.step()
    assert ticket.closed
    assert (harness.of(1)[-1].code, harness.closed) == ("cancelled", 1)
    assert not (tmp_path / "data" / "profiles").exists()
    assert not harness.host.busy


def test_the_end_of_the_engine_gives_the_model_back(harness: HostHarness, tmp_path: Path) -> None:
    harness.host.submit(p.Measure(id=1, path=str(write(tmp_path, gguf()))))
    harness.host.step()
    harness.host.handle(p.Quit(id=2))
    assert harness.host.finished
    assert harness.closed == 1
    assert (harness.of(1)[-1].code, harness.of(2)) == ("cancelled", [p.Done(id=2)]), "it was stopped, nothing failed"
    assert not harness.host.busy


def test_what_was_measured_in_vain_is_told_and_counts_for_nothing(
    harness: HostHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a person believes it is known, and after the next start it is not."""
    path, used = write(tmp_path, gguf()), []
    monkeypatch.setattr(harness.host, "_heads_measured", lambda *found: used.append(found))
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "profiles").write_text("in the way")
    harness.host.handle(p.Measure(id=1, path=str(path), seconds=0))
    assert harness.of(1)[-1].text.code == "heads.not_stored" and used == []
    (tmp_path / "data" / "profiles").unlink()
    harness.host.handle(p.Measure(id=2, path=str(path), seconds=0))
    assert isinstance(harness.of(2)[-1], p.Measured) and len(used) == 1


def test_nothing_is_measured_without_memory_for_it(
    harness: HostHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "available", lambda: 1 << 10)
    harness.host.handle(p.Measure(id=1, path=str(write(tmp_path, gguf()))))
    assert [event.code for event in harness.of(1)] == ["model_too_large"] and harness.asked == []
    assert not harness.host.busy


@pytest.mark.parametrize(
    ("content", "seconds", "words"),
    [
        (b"nonsense", 300.0, "isn't a GGUF"),
        (gguf({**LLAMA, "general.architecture": "mamba"}), 300.0, "doesn't need a head profile"),
        (gguf(), float("nan"), "no time"),
        (gguf(), -1.0, "no time"),
    ],
    ids=["no model", "nothing to measure", "nan", "negative"],
)
def test_what_cannot_be_measured_is_refused(
    harness: HostHarness, tmp_path: Path, content: bytes, seconds: float, words: str
) -> None:
    harness.host.handle(p.Measure(id=1, path=str(write(tmp_path, content)), seconds=seconds))
    (told,) = harness.of(1)
    assert isinstance(told, p.Error)
    assert words in english.sentence(told.text)
    assert not harness.host.busy


@pytest.mark.native
def test_what_is_known_of_the_heads_is_part_of_an_estimate(
    harness: HostHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(write(tmp_path, gguf()))

    def heads() -> str:
        harness.host.handle(p.Estimate(id=9, path=path))
        return str(harness.of(9)[-1].heads)

    assert heads() == "none"
    profile.save(harness.of(9)[-1].model.fingerprint, RANKED)
    assert heads() == "ranked"
    profile.save(harness.of(9)[-1].model.fingerprint, FULL)
    assert heads() == "measured"
    own, shipped = profile.folders()
    monkeypatch.setattr(profile, "folders", lambda: [shipped, own])
    assert heads() == "measured"
    monkeypatch.setattr(profile, "_measured_folder", lambda: shipped)
    assert heads() == "built_in"
    mamba = write(tmp_path, gguf({**LLAMA, "general.architecture": "mamba"}), "mamba.gguf")
    harness.host.handle(p.Estimate(id=10, path=str(mamba)))
    assert harness.of(10)[-1].heads == "needless"


@pytest.mark.model
@pytest.mark.native
def test_a_batch_that_takes_long_is_stopped_within(model_path: Path) -> None:
    stop = False
    steps = calibration.calibrate_steps(str(model_path), seconds=0, cancelled=lambda: stop)
    next(steps)
    next(steps)
    stop = True
    with pytest.raises(Cancelled):
        next(steps)


@pytest.mark.native
def test_the_loaded_model_is_measured_while_it_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(profile, "folders", lambda: [tmp_path / "data" / "profiles"])
    events: list[Any] = []
    host = Host(events.append)
    host.handle(p.Load(id=1, path=str(TINY), n_ctx=512))
    host.handle(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "chat")))
    measuring = host.submit(p.Measure(id=3, path=str(TINY), seconds=0))
    while not any(isinstance(event, p.Progress) and event.what == "measure" for event in events):
        host.step()
    greedy = p.Sampling(temperature=0, max_tokens=8)
    host.handle(
        p.Generate(id=4, chat_id="c", reply_id="r", user=p.PromptMessage("u", "user", "Hello."), sampling=greedy)
    )
    assert isinstance(next(event for event in events if event.id == 4 and isinstance(event, p.Replied)), p.Replied)
    assert not measuring.closed, "it waited"
    while not measuring.closed:
        host.step()
    assert isinstance(events[-1], p.Measured)
    assert events[-1].heads == "ranked"
    assert len(host.chats["c"].session.shares.heads) == 8, "the open chat uses it"  # type: ignore[union-attr]
    host.unload()
