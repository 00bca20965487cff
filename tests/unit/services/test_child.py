"""The whole behind the window with the engine as a real child: killed in mid-reply, resumed at the next launch."""

from __future__ import annotations

import os
import signal

import pytest

from app.core.types import Phase
from app.services.engine_process import EngineProcess
from tests.fake_engine import Script
from tests.unit.services.conftest import Start


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_kill_of_the_engine_in_mid_reply(start: Start) -> None:
    h = start(Script(hold_at=3), child=True)
    h.wait_idle()
    h.conversation.send("tell me")
    h.wait(lambda: h.streamed)
    engine = h.context.engine
    assert isinstance(engine, EngineProcess)
    h.wait(lambda: h.texts[1] == "Hello from ")
    os.kill(engine.pid, signal.SIGKILL)
    h.wait(lambda: h.states[1] == "interrupted")
    assert h.texts == ["tell me", "Hello from "]
    assert "ended by the system" in h.notices[-1].text
    h.wait_idle()
    assert h.stored() == list(h.messages)
    assert Phase.DOWN in h.phases
    assert h.resumed[-1].how == "rebuilt"
    h.conversation.continue_reply()
    h.wait(lambda: h.conversation.phase is Phase.REPLYING and h.texts[1] != "Hello from ")
    h.conversation.stop()
    h.wait_idle()
    assert h.texts[1] == "Hello from Hello from "


def test_next_launch_resumes_from_the_saved_memory(start: Start) -> None:
    h = start(child=True)
    h.wait_idle()
    h.send("one")
    h.send("two")
    messages = h.messages
    h.context.shutdown()
    again = start(child=True)
    again.wait(lambda: again.resumed)
    assert again.resumed[0].how == "resumed"
    assert again.messages == messages
    again.send("three")
    assert len(again.messages) == 6


def test_a_crash_loop_leaves_the_chat_readable_and_offers_a_retry(start: Start) -> None:
    h = start(Script(crash_on="load"), child=True)
    h.conversation.send("anyone there?")
    h.wait(lambda: any(notice.action == "retry_engine" for notice in h.notices))
    assert h.conversation.phase is Phase.DOWN
    assert h.texts[0] == "anyone there?"
    assert [message.content for message in h.stored()] == ["anyone there?", ""]
