"""Everything the engine does is kept with its timings, chat by chat; and the bundle can be written from the window."""

from __future__ import annotations

import json
import time
import zipfile
from pathlib import Path

from app.core.store.tables import KEPT_ACTIVITY
from app.core.work_values import Activity
from tests.fake_engine import Script
from tests.unit.core.store_helpers import purge
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.words import said


def recent(h: Harness, chat: str | None) -> list[Activity]:
    found: list[list[Activity]] = []
    h.context.activity.recent(chat, found.append)
    h.settle()
    return found[0]


def test_each_action_is_timed_and_kept(start: Start) -> None:
    h = start(Script(n_ctx=40, replies=(("one ", "two ", "three ", "four "),)))
    added: list[Activity] = []
    h.context.activity.added.connect(added.append)
    h.wait_idle()
    for _ in range(8):
        h.send("a question of some six words")
    chat = h.conversation.view.chat.id
    kinds = [activity.kind for activity in recent(h, chat)][::-1]
    assert kinds[0] == "open"
    assert kinds.count("reply") == 8
    assert "compact" in kinds
    reply = next(activity for activity in recent(h, chat) if activity.kind == "reply")
    meta = h.messages[-1].meta
    assert (reply.tokens, reply.decode_ms, reply.how) == (meta.tokens, meta.decode_ms, meta.reason)
    assert reply.tokens_per_second == meta.tokens_per_second
    assert [activity.kind for activity in recent(h, "")] == ["load"]
    assert recent(h, None)[::-1] == added
    h.context.shutdown()
    again = start(Script())
    again.wait_idle()
    assert "compact" in [activity.kind for activity in recent(again, chat)]


def test_nothing_is_kept_of_a_chat_that_is_gone_and_not_too_much_of_one_that_stays(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("hello")
    store, chat = h.context.store, h.conversation.view.chat.id
    store.add_activity(Activity(kind="save", chat="no such chat", at=1.0))
    assert not store.activities("no such chat")
    for number in range(KEPT_ACTIVITY + 20):
        store.add_activity(Activity(kind="save", chat=chat, at=float(number)))
    kept = store.activities(chat, 10_000)
    assert len(kept) == KEPT_ACTIVITY
    assert kept[0].at == KEPT_ACTIVITY + 19
    assert store.activities("", 10), "the load is of no chat and stays"
    h.conversation.new_chat()
    h.wait_idle()
    store.trash_chats([chat])
    purge(store, before=time.time() + 1)
    assert not store.activities(chat)


def test_the_bundle_is_written_from_the_window(start: Start, tmp_path: Path) -> None:
    h = start(Script(stderr=("loaded something",)))
    h.wait_idle()
    written: list[str] = []
    h.context.diagnostics.written.connect(written.append)
    h.context.diagnostics.write(tmp_path / "report.zip")
    h.wait(lambda: written)
    with zipfile.ZipFile(written[0]) as bundle:
        report = json.loads(bundle.read("report.json"))
    assert report["engine"]["model"]["phase"] == "loaded"
    assert report["database"]["activity"][0]["kind"]
    (tmp_path / "folder.zip").mkdir()
    h.context.diagnostics.write(tmp_path / "folder.zip")
    h.wait(lambda: h.notices)
    assert said(h.notices[-1].text) == "Can't save the diagnostics (Is a directory)."
