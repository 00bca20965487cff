"""What is told of a chat's context while it is read again, cut, and compacted on the way."""

from __future__ import annotations

import pytest

from app.core.work_values import WorkProgress
from app.services.chat import conversation
from engine import protocol as p
from tests.unit.services.conftest import Start


def test_a_deleted_reply_leaves_the_meter_at_once(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one two three")
    h.send("four five")
    assert h.memory[-1].tokens == 15
    h.conversation.delete_from(h.messages[2].id)
    h.wait(lambda: h.memory[-1].tokens == 8)
    assert len(h.requests(p.Truncate)) == 1


def test_a_cut_into_compacted_text_waits_until_it_will_not_be_undone(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    h.wait_idle()
    h.send("one two three")
    h.send("four five")
    h.conversation.compact_now()
    h.wait(lambda: h.marks)
    h.wait_idle()
    after = h.marks[0].after
    h.conversation.delete_from(after)
    h.settle()
    h.wait(lambda: any(notice.action == "undo_delete" for notice in h.notices))
    assert not h.requests(p.Truncate)
    h.context.conversations.undo_delete(after)
    h.wait(lambda: len(h.messages) == 4)
    h.wait_idle()
    assert not h.requests(p.Truncate), "undone: nothing was cut"
    monkeypatch.setattr(conversation, "UNDO_MS", 1)
    h.conversation.delete_from(after)
    h.wait(lambda: h.requests(p.Truncate))


def test_compactions_are_repeated_within_the_course_of_a_rebuild(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one two three")
    told: list[WorkProgress | None] = []
    h.engine.paused = True
    h.conversation.regenerate()
    h.wait(lambda: h.engine._runs)
    h.follow(progress_changed=told.append)
    number = h.engine.requests[-1].id
    for what, done in (("rebuild", 100), ("compact", 500), ("rebuild", 200), ("rebuild", 300), ("compact", 500)):
        h.engine.emit_event(p.Progress(id=number, what=what, done=done, total=300))  # type: ignore[arg-type]
    assert [(one.what, one.done) for one in told if one] == [
        ("rebuild", 100), ("rebuild", 200), ("rebuild", 300), ("compact", 500),
    ]  # fmt: skip
    h.engine.paused = False
    h.engine.release()
    h.engine._go()
    h.wait_idle()
