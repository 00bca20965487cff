"""Several chats at once: a reply goes on while another chat is shown, and nothing of either is lost."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from app.core.work_values import Phase
from app.services.chat import engine_sync
from engine import protocol as p
from tests.fake_engine import Script
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness

WHOLE = "Hello from the fake engine."


def two_at_once(h: Harness) -> tuple[str, str]:
    """Two chats with a reply held at its third piece; the second is shown."""
    h.wait_idle()
    h.conversation.send("chat one")
    h.wait(lambda: h.engine.held)
    first = h.conversation.view.chat.id
    h.conversation.new_chat()
    h.conversation.send("chat two")
    h.wait(lambda: len(h.engine.held) == 2)
    return first, h.conversation.view.chat.id


def texts_of(h: Harness, chat: str) -> list[tuple[str, str]]:
    h.settle()
    view = h.context.store.view(chat)
    assert view is not None
    return [(message.content, message.state) for message in view.messages]


def test_a_reply_goes_on_while_another_chat_is_shown(start: Start) -> None:
    h = start(Script(hold_at=3))
    told: list[tuple[frozenset[str], frozenset[str]]] = []
    h.context.conversations.work_changed.connect(lambda work, unread: told.append((work, unread)))
    first, second = two_at_once(h)
    assert h.texts == ["chat two", "Hello from "]
    assert h.context.conversations.at_work == {first, second}
    shown_streams = dict(h.streamed)
    h.engine.release()
    h.wait(lambda: not h.context.conversations.at_work)
    assert [text for text, _ in texts_of(h, first)] == ["chat one", WHOLE]
    assert [text for text, _ in texts_of(h, second)] == ["chat two", WHOLE]
    assert h.context.conversations.unread == {first}, "nobody has seen that reply"
    assert len(h.streamed) == len(shown_streams), "text of the other chat was not streamed into this one"
    assert not h.requests(p.CloseChat) and not h.requests(p.Cancel)
    h.open(first)
    assert h.context.conversations.unread == frozenset()
    assert h.texts == ["chat one", WHOLE] and h.states == ["done", "done"]
    assert told[-1] == (frozenset(), frozenset())


def test_chats_that_are_neither_shown_nor_open_are_let_go_of(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else all that was shown since the start would stay in memory, with every message."""
    monkeypatch.setattr(engine_sync, "MOST_OPEN", 2)
    h = start()
    h.wait_idle()
    states = []
    for number in range(5):
        h.conversation.new_chat()
        h.send(f"chat {number}")
        states.append(weakref.ref(h.conversation.state))
    h.wait(lambda: len(h.requests(p.CloseChat)) == 3)
    h.wait_idle()
    gc.collect()
    assert [state() is not None for state in states] == [False, False, False, True, True]


def test_a_compaction_that_is_repeated_in_a_chat_that_was_left_has_one_mark(start: Start) -> None:
    """The engine does that while nobody waits, where what it had saved lacks one that the transcript knows."""
    h = start()
    h.wait_idle()
    h.send("chat one")
    chat = h.conversation.view.chat.id
    h.conversation.compact_now()
    h.wait(lambda: h.marks)
    h.wait_idle()
    (mark,) = h.marks
    h.conversation.new_chat()
    for end in (mark.token_end, mark.token_end + 1):
        report = p.CompactionReport(
            mark.token_start, end, mark.tokens, mark.rows, mark.bytes_before, mark.bytes_after, mark.ratio,
            mark.error, mark.error_max, mark.ms,
        )  # fmt: skip
        h.engine.unasked.emit(p.Compacted(id=0, chat_id=chat, report=report, after=mark.after))
    h.settle()
    marks = h.context.store.marks(chat)
    assert marks[0] == mark and [one.token_end for one in marks] == [mark.token_end, mark.token_end + 1]


def test_back_at_once_in_a_chat_that_is_open_in_the_engine(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("chat one")
    first = h.conversation.view.chat.id
    memory = h.conversation.memory
    h.conversation.new_chat()
    assert h.conversation.memory is None
    h.send("chat two")
    asked = len(h.engine.requests)
    h.open(first)
    assert h.conversation.memory == memory
    assert h.conversation.phase is Phase.IDLE
    h.settle()
    assert h.engine.requests[asked:] == [], "its memory is there: nothing has to be asked"
    h.send("more")
    assert h.states == ["done"] * 4
    assert h.requests(p.OpenChat)[0].chat_id == first and len(h.requests(p.OpenChat)) == 2  # type: ignore[attr-defined]


def test_coming_back_shows_what_came_meanwhile_and_what_comes(start: Start) -> None:
    h = start(Script(hold_at=3))
    first, second = two_at_once(h)
    h.conversation.open_chat(first)
    assert h.conversation.view.chat.id == first, "at once: it is at work, so it is at hand"
    assert h.texts == ["chat one", "Hello from "]
    assert h.conversation.phase is Phase.REPLYING
    h.engine.release()
    h.wait_idle()
    assert h.texts == ["chat one", WHOLE]
    h.wait(lambda: not h.context.conversations.at_work)
    assert h.context.conversations.unread == {second}


def test_stop_stops_the_reply_in_the_chat_shown_alone(start: Start) -> None:
    h = start(Script(hold_at=3))
    first, second = two_at_once(h)
    h.conversation.stop()
    h.wait(lambda: h.states == ["done", "interrupted"])
    assert h.engine.held == [first]
    h.engine.release()
    h.wait(lambda: not h.context.conversations.at_work)
    assert texts_of(h, first)[1] == (WHOLE, "done")
    assert texts_of(h, second)[1] == ("Hello from ", "interrupted")


def test_an_engine_that_dies_takes_nothing_of_either_chat(start: Start) -> None:
    h = start(Script(hold_at=3))
    first, second = two_at_once(h)
    h.engine.die()
    h.wait(lambda: not h.context.conversations.at_work)
    for chat, question in ((first, "chat one"), (second, "chat two")):
        assert texts_of(h, chat) == [(question, "done"), ("Hello from ", "interrupted")]
    h.engine.scripted.script = Script()
    h.wait_idle()
    h.conversation.continue_reply()
    h.wait_idle()
    assert h.texts[1].startswith("Hello from Hello from")
    h.open(first)
    h.wait_idle()
    h.conversation.continue_reply()
    h.wait_idle()
    assert h.states == ["done", "done"]


def test_the_end_of_the_program_keeps_what_both_replies_have(start: Start, tmp_path: Path) -> None:
    h = start(Script(hold_at=3))
    first, second = two_at_once(h)
    h.context.shutdown()
    again = start(Script())
    again.wait_idle()
    for chat, question in ((first, "chat one"), (second, "chat two")):
        assert texts_of(again, chat) == [(question, "done"), ("Hello from ", "interrupted")]


def test_messages_that_wait_in_a_chat_that_was_left_are_answered_in_order(start: Start) -> None:
    h = start(Script(hold_at=2))
    h.wait_idle()
    h.conversation.send("one")
    h.wait(lambda: h.engine.held)
    h.conversation.send("two")
    h.settle()
    first = h.conversation.view.chat.id
    h.conversation.new_chat()
    h.engine.release()
    h.wait(lambda: len(h.requests(p.Generate)) == 2 and h.engine.held == [first])
    h.engine.release()
    h.wait(lambda: not h.context.conversations.at_work)
    assert texts_of(h, first) == [("one", "done"), (WHOLE, "done"), ("two", "done"), (WHOLE, "done")]


def test_a_chat_put_into_the_trash_is_stopped_and_closed(start: Start) -> None:
    h = start(Script(hold_at=3))
    first, second = two_at_once(h)
    h.context.chats.trash([first])
    h.wait(lambda: [r.chat_id for r in h.requests(p.CloseChat)] == [first])  # type: ignore[attr-defined]
    assert h.context.conversations.at_work == {second}
    assert h.context.conversations.unread == frozenset()
    h.context.chats.restore([first])
    h.settle()
    assert texts_of(h, first) == [("chat one", "done"), ("Hello from ", "interrupted")]
    h.engine.release()
    h.wait_idle()
    assert h.texts == ["chat two", WHOLE]


def test_a_chat_left_while_it_is_opened_is_opened_when_it_is_shown_again(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("chat one")
    first = h.conversation.view.chat.id
    h.context.shutdown()
    again = start(Script())
    again.wait_idle()
    again.conversation.new_chat()
    again.engine.die()  # nothing is open in the new engine
    again.wait_idle()
    again.engine.paused = True
    again.open(first)
    again.conversation.new_chat()
    again.open(first)
    again.engine.paused = False
    again.engine._go()
    again.wait_idle()
    again.send("more")
    assert again.states == ["done"] * 4


def test_chats_shown_long_ago_are_closed(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_sync, "MOST_OPEN", 2)
    h = start()
    h.wait_idle()
    ids = []
    for n in range(4):
        h.conversation.new_chat()
        h.send(f"chat {n}")
        ids.append(h.conversation.view.chat.id)
    h.wait(lambda: [r.chat_id for r in h.requests(p.CloseChat)] == ids[:2])  # type: ignore[attr-defined]
    h.open(ids[0])
    h.wait(lambda: h.resumed[-1].chat == ids[0] and h.resumed[-1].how == "resumed")


def test_the_memory_follows_the_branch_shown_without_being_asked_for_a_reply(start: Start) -> None:
    h = start(Script(n_ctx=100))
    h.wait_idle()
    h.send("one")
    h.send("two")
    old = h.messages[2].id
    h.conversation.edit(old, "three")
    h.wait_idle()
    h.conversation.compact_now()
    h.wait(lambda: h.marks)
    h.wait_idle()
    assert h.conversation.view.marks
    opened = len(h.requests(p.OpenChat))
    h.conversation.select_version(old)
    h.wait(lambda: len(h.requests(p.OpenChat)) == opened + 1)
    h.wait_idle()
    assert h.texts[2] == "two"
    assert h.conversation.view.marks == (), "what was compacted is of the other branch"
    assert len(h.requests(p.Generate)) == 3


def test_a_chat_whose_beginning_was_changed_is_opened_anew(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    opened = len(h.requests(p.OpenChat))
    h.context.conversations._chats.renew()
    h.wait(lambda: len(h.requests(p.OpenChat)) == opened + 1)
    h.wait_idle()
    h.send("two")
    assert len(h.requests(p.OpenChat)) == opened + 1
    assert h.states == ["done"] * 4


def test_the_folder_of_a_deleted_chat_goes_once_the_engine_writes_no_more(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    first = h.conversation.view.chat.id
    folder = h.context.paths.chat(first)
    h.engine.paused = True
    h.context.chats.trash([first])
    h.context.chats.delete_for_good([first])
    h.wait(lambda: h.requests(p.CloseChat))
    h.settle()
    h.engine.paused = False
    h.engine._go()  # it closes the chat, and saves it
    h.wait(lambda: h.engine.scripted.chats == {} and not folder.exists())
    h.send("two")
    second = h.conversation.view.chat.id
    h.engine.paused = True
    h.context.chats.trash([second])
    h.context.chats.delete_for_good([second])
    h.wait(lambda: len(h.requests(p.CloseChat)) == 2)
    h.settle()
    h.context.shutdown()
    assert not h.context.paths.chat(second).exists()


def test_a_message_sent_while_its_chat_goes_to_the_trash_is_kept_and_not_answered(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    chat = h.conversation.view.chat.id
    h.context.chats.trash([chat])
    h.conversation.send("two")
    h.wait_idle()
    assert len(h.requests(p.Generate)) == 1
    assert [state for _, state in texts_of(h, chat)] == ["done", "done", "done", "interrupted"]


def test_a_reply_that_ends_after_its_chat_was_deleted_for_good_is_no_error(start: Start) -> None:
    h = start(Script(hold_at=3))
    h.wait_idle()
    h.conversation.send("one")
    h.wait(lambda: h.engine.held)
    chat = h.conversation.view.chat.id
    h.engine.paused = True
    h.context.chats.trash([chat])
    h.context.chats.delete_for_good([chat])
    h.settle()
    h.engine.paused = False
    h.engine._go()
    h.engine.release()
    h.wait(lambda: not h.engine.scripted.chats)
    h.settle()
    assert [notice for notice in h.notices if notice.level == "error"] == []
    assert h.context.store.chat(chat) is None
