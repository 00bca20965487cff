"""A chat that is read again message by message is told as one course, from its beginning to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import protocol as p
from engine.chat.prefill_progress import PrefillProgress
from engine.process import event_relay
from tests.engine.host_harness import HostHarness
from tests.engine.http_harness import TINY


def test_parts_add_up_to_a_whole() -> None:
    course = PrefillProgress(ahead=100)
    course.begin()
    assert course.told(10, 40)[:2] == (10, 140)
    course.add(40)
    course.ahead = 50
    done, total, speed = course.told(25, 50)
    assert (done, total) == (65, 140)
    assert speed > 0


@pytest.mark.native
def test_a_chat_without_a_saved_state_is_read_in_one_course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_relay, "PROGRESS_SECONDS", 0.0)
    harness = HostHarness()
    harness.ask(p.Load(id=1, path=str(TINY), n_ctx=2048))
    messages = tuple(
        p.PromptMessage(f"m{at}", "assistant" if at % 2 else "user", "One more thing that was said. " * (at + 1))
        for at in range(8)
    )
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "c"), messages=messages))
    told = [event for event in harness.events if isinstance(event, p.Progress) and event.what == "rebuild"]
    assert len(told) >= len(messages)
    assert [event.done for event in told] == sorted({event.done for event in told}), "it never goes back"
    assert told[-1].done == told[-1].total == harness.host.chats["c"].session.cached
    assert all(abs(event.total - told[-1].total) < 0.25 * told[-1].total for event in told)
    assert sum(event.done == event.total for event in told) == 1, "it is done once"
    harness.host.unload()
