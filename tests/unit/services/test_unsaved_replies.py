"""Replies that end on a full disk: all of them is stored as soon as there is room, and nothing older after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from app.core.store import StoreFull
from app.services import retried_writes
from app.services.background import Ops
from app.services.retried_writes import RetriedWrites
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.unit.services.test_faults import read_only, refused_end
from tests.words import hint_of, said


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


@pytest.fixture
def regenerated(start: Start) -> Harness:
    """A chat with room again, whose last reply was written once more on a full disk: the store has no such message."""
    h = start()
    h.wait_idle()
    h.send("before")
    with read_only(h.context.store):
        h.conversation.regenerate()
        h.wait_idle()
        h.settle()
    assert h.messages[-1].content and h.stored()[-1].id != h.messages[-1].id
    return h


def test_a_reply_that_waits_to_be_stored_is_followed(regenerated: Harness) -> None:
    h = regenerated
    told = len(h.notices)
    h.send("next")
    assert h.texts[2] == "next" and h.stored() == list(h.messages)
    assert len(h.notices) == told


def test_a_reply_that_waits_to_be_stored_is_amended(regenerated: Harness) -> None:
    h = regenerated
    h.conversation.amend(h.messages[-1].id, "Written by a person.")
    h.wait_idle()
    h.settle()
    assert h.texts[1] == "Written by a person." and h.stored() == list(h.messages)


def test_a_reply_that_was_stored_late_is_not_shown_again_behind_another_question(regenerated: Harness) -> None:
    h = regenerated
    h.conversation.edit(h.messages[0].id, "another question")
    h.wait_idle()
    h.settle()
    assert h.texts[0] == "another question" and h.stored() == list(h.messages)


def test_a_reply_that_was_stored_late_is_not_shown_in_place_of_a_version_chosen(regenerated: Harness) -> None:
    h = regenerated
    first, late = h.stored()[-1].id, h.messages[-1].id
    h.conversation.select_version(first)
    h.wait(lambda: h.messages[-1].id == first)
    h.wait_idle()
    h.settle()
    assert h.stored() == list(h.messages) and h.messages[-1].siblings == (first, late)


def test_a_reply_that_waits_to_be_stored_comes_in_no_other_branch(regenerated: Harness) -> None:
    h = regenerated
    with read_only(h.context.store):
        h.conversation.edit(h.messages[0].id, "in vain")
        h.wait_idle()
        h.settle()
    h.wait(lambda: h.texts[0] == "before")
    shown = [message.id for message in h.messages]
    h.conversation._replies.retry()
    h.settle()
    assert [message.id for message in h.stored()] == shown


def test_a_reply_that_waits_to_be_stored_is_deleted(regenerated: Harness) -> None:
    h = regenerated
    h.conversation.delete_from(h.messages[-1].id)
    h.settle()
    h.settle()
    assert h.texts == ["before"] and h.stored() == list(h.messages) and h.notices[-1].action == "undo_delete"


def test_the_last_of_several_replies_that_wait_is_shown(regenerated: Harness) -> None:
    h = regenerated
    with read_only(h.context.store):
        h.conversation.regenerate()
        h.wait_idle()
        h.settle()
    h.conversation._replies.retry()
    h.settle()
    h.settle()
    assert [message.id for message in h.stored()] == [message.id for message in h.messages]


def test_a_reply_of_a_chat_that_was_left_is_shown_there(regenerated: Harness) -> None:
    h = regenerated
    chat, late = h.conversation.view.chat.id, h.messages[-1].id
    h.conversation.new_chat()
    h.conversation._replies.retry()
    h.settle()
    h.open(chat)
    assert h.messages[-1].id == late


def test_a_reply_that_waits_to_be_stored_is_branched_from(regenerated: Harness) -> None:
    h = regenerated
    chat, texts = h.conversation.view.chat.id, h.texts
    h.conversation.fork(h.messages[-1].id)
    h.wait(lambda: h.conversation.view.chat.id != chat)
    assert h.texts == texts and [message.content for message in h.stored()] == texts


def test_it_is_said_where_a_reply_cannot_be_branched_from_yet(regenerated: Harness) -> None:
    h = regenerated
    chat, told = h.conversation.view.chat.id, len(h.notices)
    with read_only(h.context.store):
        h.conversation.fork(h.messages[-1].id)
        h.settle()
        h.settle()
    assert h.conversation.view.chat.id == chat and len(h.notices) == told + 1
    assert "isn't saved yet" in said(h.notices[-1].text) and "space" in hint_of(h.notices[-1])


def test_it_is_said_where_a_version_is_not_stored(regenerated: Harness) -> None:
    h = regenerated
    shown, told = h.messages, len(h.notices)
    h.conversation.select_version("not stored")
    h.settle()
    assert [message.id for message in h.messages] == [message.id for message in shown]
    assert [said(notice.text) for notice in h.notices[told:]] == ["Can't show this version because it isn't saved yet."]
    assert "space" in hint_of(h.notices[-1])


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
