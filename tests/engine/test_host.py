"""What the host does when nobody asks: saving, and measuring a model it does not know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import calibration, profile
from engine import protocol as p
from engine.host import Host

pytestmark = [pytest.mark.model, pytest.mark.native]


class Desk:
    """A host with what it emitted."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.host = Host(self.events.append)

    def ask(self, request: p.AnyRequest) -> Any:
        self.host.handle(request)
        return self.events[-1]


@pytest.fixture
def desk(model_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(profile, "folders", lambda: [tmp_path / "data" / "profiles"])  # not what is shipped
    desk = Desk()
    assert isinstance(desk.ask(p.Load(id=1, path=str(model_path), n_ctx=512)), p.Loaded)
    yield desk
    desk.host.unload()


def test_an_unknown_model_is_measured_when_it_is_quiet(
    desk: Desk, model_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    measured: list[float] = []
    ranked = profile.Profile([profile.HeadProfile(0, 0, 0.25), profile.HeadProfile(0, 1, 0.5)])

    def calibrate(path: str, *, seconds: float, progress: Any) -> profile.Profile:
        assert progress(0.5) is False
        assert path == str(model_path)
        measured.append(seconds)
        return ranked

    monkeypatch.setattr(calibration, "calibrate", calibrate)
    desk.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "chat")))
    desk.host.idle()
    assert measured == [0.0], "the quick ranking first"
    desk.host.idle()
    desk.host.idle()
    assert measured == [0.0, calibration.SECONDS], "then what the heads lose, once"
    fingerprint = next(event for event in desk.events if isinstance(event, p.Loaded)).model.fingerprint
    assert profile.load(fingerprint) == ranked


def test_a_request_that_comes_stops_the_measuring(desk: Desk) -> None:
    desk.host.submit(p.Hello(id=9))
    desk.host.idle()  # the real measurement gives up at its first step
    fingerprint = next(event for event in desk.events if isinstance(event, p.Loaded)).model.fingerprint
    assert profile.load(fingerprint) is None


def test_a_quiet_moment_saves_what_is_unsaved(desk: Desk, tmp_path: Path) -> None:
    desk.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "chat")))
    greedy = p.Sampling(temperature=0, max_tokens=4)
    done = desk.ask(p.Generate(id=3, chat_id="c", reply_id="a", user=p.Message("u", "user", "Hi."), sampling=greedy))
    assert isinstance(done, p.Replied)
    desk.host.submit(p.Hello(id=9))
    desk.host.idle()
    desk.host.idle()
    saved = [event for event in desk.events if isinstance(event, p.SnapshotWritten)]
    assert [event.id for event in saved] == [0]


def test_a_message_sent_twice_is_taken_once(desk: Desk, tmp_path: Path) -> None:
    desk.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "chat")))
    message = p.Message("u", "user", "Hi.")
    greedy = p.Sampling(temperature=0, max_tokens=4)
    desk.host._chats["c"].session.add(message)
    done = desk.ask(p.Generate(id=3, chat_id="c", reply_id="a", user=message, sampling=greedy))
    assert [span.id for span in done.spans] == ["system", "u", "a"]
