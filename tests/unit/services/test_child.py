"""The whole behind the window with the engine as a real child: killed in mid-reply, resumed at the next launch."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from app.core.work_values import Phase
from app.services.engine_client.process import EngineProcess
from tests.fake_engine import Script
from tests.unit.services.conftest import STARTER, Start
from tests.words import said

ROOT = Path(__file__).resolve().parents[3]


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
    assert "killed the engine" in said(h.notices[-1].text)
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


WINDOWLESS = """
    import sys
    from pathlib import Path
    from PySide6.QtCore import QCoreApplication
    import app.services.chat.reply
    from app.core.library import Library
    from app.core.paths import Paths
    from app.services.app_context import AppContext
    from tests.fake_engine import Script, fake_command
    from tests.unit.services.conftest import read_anything

    app.services.chat.reply.DRAFT_MS = 1
    qt = QCoreApplication([])
    paths = Paths(Path(sys.argv[1]))
    context = AppContext(
        paths, engine_command=fake_command(Script(hold_at=3)), library=Library(paths.models, read_anything)
    )
    save = context.store.save_reply

    def save_and_tell(message, *shown):
        save(message, *shown)
        print(message.content, flush=True)

    context.store.save_reply = save_and_tell
    context.start()
    context.conversation.send("the question")
    qt.exec()
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_kill_of_the_program_in_mid_reply(start: Start, tmp_path: Path) -> None:
    (tmp_path / "data" / "models").mkdir(parents=True)
    (tmp_path / "data" / "models" / STARTER).write_bytes(b"GGUF")
    program = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(WINDOWLESS), str(tmp_path / "data")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert program.stdout is not None
    with program.stdout:
        assert "Hello from \n" in program.stdout  # read up to the line: this draft is stored
        program.kill()
    program.wait()
    h = start()
    h.wait(lambda: h.messages)
    assert h.texts == ["the question", "Hello from "]
    assert h.states == ["done", "interrupted"]
    assert h.messages[1].meta.reason == "crash"
    h.wait_idle()
    h.conversation.continue_reply()
    h.wait_idle()
    assert h.texts[1] == "Hello from Hello from the fake engine."
