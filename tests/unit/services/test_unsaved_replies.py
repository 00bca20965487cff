"""Replies that end on a full disk: all of them is stored as soon as there is room, and nothing older after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from app.core.store import StoreFull
from app.services.background import Ops
from app.services.chat import retried_writes
from app.services.chat.retried_writes import RetriedWrites
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.unit.services.test_faults import read_only


@contextmanager
def refused_end(start: Start) -> Iterator[Harness]:
    """A chat whose last reply ended on a full disk, on which it goes on."""
    h = start()
    h.wait_idle()
    h.send("before")
    h.engine.paused = True
    h.conversation.send("question")
    h.wait(lambda: len(h.messages) == 4)
    h.settle()
    with read_only(h.context.store):
        h.engine.paused = False
        h.engine.step()
        h.wait_idle()
        assert h.messages[-1].content and h.stored()[-1].content == ""
        yield h


def test_the_end_is_stored_with_the_next_thing_that_is(start: Start) -> None:
    with refused_end(start) as h:
        pass
    h.send("next")
    assert len(h.messages) == 6 and h.stored() == list(h.messages)


def test_the_end_is_stored_after_a_while(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retried_writes, "RETRY_MS", 10)
    with refused_end(start) as h:
        told = len(h.notices)
        for _ in range(3):  # in vain
            with h.qtbot.waitSignal(h.conversation._replies._writes._timer.timeout):
                pass
            h.settle()
        assert len(h.notices) == told, "it was told before"
    h.wait(lambda: h.stored() == list(h.messages))


def test_the_end_is_stored_when_the_program_ends(start: Start) -> None:
    with refused_end(start) as h:
        shown = h.messages
    chat = h.conversation.view.chat.id
    h.context.shutdown()
    again = start()
    again.wait_idle()
    again.open(chat)
    assert again.messages == shown


def test_a_chat_that_is_opened_again_meanwhile_has_the_end(start: Start) -> None:
    with refused_end(start) as h:
        shown, chat = h.messages, h.conversation.view.chat.id
        h.conversation.new_chat()
        h.open(chat)
        h.settle()
        assert h.messages == shown
    h.send("next")
    assert h.messages[:4] == shown and h.stored() == list(h.messages)


def test_an_end_that_waits_does_not_undo_what_was_amended(start: Start) -> None:
    with refused_end(start) as h:
        reply = h.messages[-1]
    h.conversation.amend(reply.id, "Written by a person.")
    h.wait_idle()
    h.send("next")
    assert h.texts[3] == "Written by a person." and h.stored() == list(h.messages)


def test_an_end_that_waits_survives_an_amendment_that_is_refused(start: Start) -> None:
    with refused_end(start) as h:
        shown = h.messages
        h.conversation.amend(shown[-1].id, "in vain")
        h.wait(lambda: h.messages == shown)
    h.send("next")
    assert h.messages[:4] == shown and h.stored() == list(h.messages)


class Disk:
    """Takes texts while there is room."""

    def __init__(self) -> None:
        self.full = False
        self.texts: list[str] = []

    def taking(self, text: str) -> Callable[[], None]:
        def work() -> None:
            if self.full:
                raise StoreFull("store.full")
            self.texts.append(text)

        return work


@pytest.fixture
def ops() -> Iterator[Ops]:
    ops = Ops()
    yield ops
    ops.shutdown()


def test_nothing_older_is_written_after_what_is_newer(ops: Ops) -> None:
    disk, told = Disk(), list[Exception]()
    writes = RetriedWrites(ops, told.append)
    disk.full = True
    writes.write("reply", disk.taking("draft"))
    writes.write("tokens", disk.taking("tokens"))
    ops.flush()
    disk.full = False
    writes.write("reply", disk.taking("end"))
    ops.flush()
    ops.flush()
    assert disk.texts == ["end", "tokens"] and len(told) == 1
    writes.retry()
    ops.flush()
    assert len(disk.texts) == 2, "there is nothing left to write"


def test_a_defect_is_told_and_not_tried_again(ops: Ops) -> None:
    told = list[Exception]()
    calls: list[str] = []

    def broken() -> None:
        calls.append("once")
        raise TypeError("a defect")

    writes = RetriedWrites(ops, told.append)
    writes.write("reply", broken)
    ops.flush()
    writes.close()
    ops.flush()
    assert calls == ["once"] and isinstance(told[0], TypeError)
