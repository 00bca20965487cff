"""What the window hears of turns that left the model's view."""

from __future__ import annotations

from engine import protocol as p
from tests.fake_engine import Script
from tests.unit.services.conftest import Start

WORDS = tuple(f"w{i} " for i in range(40))


def test_the_oldest_turns_leave_and_come_back(start: Start) -> None:
    h = start(Script(n_ctx=100, replies=(WORDS,)))
    h.wait_idle()
    h.context.settings.set("memory.when_full", "forget")
    for text in ("one", "two", "three", "four"):
        h.send(text)
    state = h.conversation.state
    last = h.memory[-1].forgotten
    assert h.memory[-1].forgets and last and state.forgotten == last
    messages = [message.id for message in h.messages]
    assert messages.index(last) % 2 == 1 and len(messages) == 8, "whole turns, and the text stays"
    assert not h.marks, "nothing is stored of it: the engine tells what it holds"

    h.conversation.undo_compaction()
    h.wait(lambda: not h.conversation.state.forgotten)
    h.wait(lambda: h.requests(p.Undo))
    assert len(h.messages) == 8


def test_marks_of_compactions_go_with_what_they_were_of(start: Start) -> None:
    h = start(Script(n_ctx=100, replies=(WORDS,)))
    h.wait_idle()
    h.send("one")
    h.send("two")
    h.conversation.compact_now()
    h.wait(lambda: h.conversation.state.marks)
    h.context.settings.set("memory.when_full", "forget")
    h.send("three")
    h.send("four")
    h.send("five")
    h.wait(lambda: h.conversation.state.forgotten)
    h.settle()
    assert not h.conversation.state.marks
    assert h.context.store.marks(h.conversation.view.chat.id) == []
