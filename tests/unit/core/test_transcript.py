"""The branch shown: what the engine is to know of it, where marks stand, titles."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app.core.pictures import Pictures
from app.core.transcript import TITLE_LENGTH, Transcript, title_of, undone
from app.core.types import ChatView, CompactionMark, CompactionReport, Message, new_id
from tests.unit.core.store_helpers import a_chat, reply, user

NONE = Pictures(Path("none"))
REPORT = CompactionReport(0, 90, 90, 10, 9000, 1000, 9.0, 0.01, 0.02, 5.0)


def transcript(*texts: str) -> Transcript:
    chat, messages = a_chat(), list[Message]()
    for index, text in enumerate(texts):
        parent = messages[-1].id if messages else ""
        messages.append((user if index % 2 == 0 else reply)(chat, text, parent))
    return Transcript(ChatView(chat, tuple(messages)))


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


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Hello", "Hello"),
        ("\n\n  two   words \nmore", "two words"),
        ("", ""),
        ("word " * 40, "word word word word word word word word word word word word…"),
        ("x" * 200, "x" * TITLE_LENGTH + "…"),
    ],
)
def test_title(text: str, title: str) -> None:
    assert title_of(text) == title


def test_ids_sort_by_creation() -> None:
    ids = [new_id() for _ in range(1000)]
    assert ids == sorted(ids)
    assert len(set(ids)) == 1000


def test_marks_of_what_is_not_in_the_memory_any_more() -> None:
    first = CompactionMark.of("c", "a", msgspec.structs.replace(REPORT, token_start=0, token_end=90))
    second = CompactionMark.of("c", "b", msgspec.structs.replace(REPORT, token_start=90, token_end=150))
    assert undone([first, second], 150, None) == ()
    assert undone([first, second], 149, None) == (second.id,)
    assert undone([first, second], 500, frozenset()) == (first.id, second.id)
    assert undone([first, second], 500, frozenset({(0, 90)})) == (second.id,)
