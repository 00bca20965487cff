"""A chat as it is now: what the engine is to know of it, where marks stand, and who is told of what."""

from __future__ import annotations

from pathlib import Path

import msgspec

from app.core.pictures import Pictures
from app.core.types import ChatView, CompactionMark, CompactionReport, Message
from app.services.chat.chat_state import ChatState
from tests.unit.core.store_helpers import a_chat, reply, user

NONE = Pictures(Path("none"))
REPORT = CompactionReport(0, 90, 90, 10, 9000, 1000, 9.0, 0.01, 0.02, 5.0)


def transcript(*texts: str) -> ChatState:
    chat, messages = a_chat(), list[Message]()
    for index, text in enumerate(texts):
        parent = messages[-1].id if messages else ""
        messages.append((user if index % 2 == 0 else reply)(chat, text, parent))
    return ChatState(ChatView(chat, tuple(messages)))


def test_the_engine_knows_answered_questions_only() -> None:
    shown = transcript("q1", "a1", "q2", "", "q3", "a3")
    assert [message.content for message in shown.for_engine(NONE)] == ["q1", "a1", "q3", "a3"]
    assert [message.content for message in transcript("q1", "a1", "q2").for_engine(NONE)] == ["q1", "a1"]
    assert transcript().for_engine(NONE) == ()


def test_a_part_of_a_reply_is_known_too() -> None:
    shown = transcript("q1", "a1")
    last = shown.last
    assert last is not None
    shown.replace(msgspec.structs.replace(last, content="a", state="interrupted"))
    assert [message.content for message in shown.for_engine(NONE)] == ["q1", "a"]


def test_cut_takes_messages_and_their_marks() -> None:
    shown = transcript("q1", "a1", "q2", "a2")
    ids = [message.id for message in shown.messages]
    for after in (ids[1], ids[3]):
        shown.add_mark(CompactionMark.of(shown.id, after, REPORT))
    assert shown.cut(ids[2]) == (ids[2], ids[3])
    assert [mark.after for mark in shown.view().marks] == [ids[1]]
    assert shown.cut("unknown") == ()
    assert not shown.replace(reply(shown.chat, "late", ids[2]))


def test_a_mark_stands_after_the_last_message_inside_or_before_the_turn() -> None:
    shown = transcript("q1", "a1", "q2", "a2")
    ids = [message.id for message in shown.messages]
    assert shown.mark_place(ids[0], ids[3]) == ids[0]
    assert shown.mark_place("", ids[3]) == ids[1]
    assert shown.mark_place("gone", ids[3]) == ids[1]
    assert shown.mark_place("", ids[1]) == ""


def test_before() -> None:
    shown = transcript("q1", "a1")
    first, second = shown.messages
    assert shown.before(first.id) is None
    assert shown.before(second.id) == first
    assert shown.before("x") is None
