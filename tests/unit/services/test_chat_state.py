"""A chat as it is now: what the engine is to know of it, where marks stand, and who is told of what."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.core.chat_values import ChatView, CompactionMark, CompactionReport, Message
from app.core.pictures import Pictures
from app.services.chat.chat_state import ChatEvent, ChatState, ChatStates
from app.services.chat.follower import ChatFollower
from tests.unit.core.store_helpers import a_chat, reply, user
from tests.unit.services.conftest import Start

NONE, FOLDER = Pictures(Path("none")), Path("documents")
REPORT = CompactionReport(0, 90, 90, 10, 9000, 1000, 9.0, 0.01, 0.02, 5.0)


def transcript(*texts: str) -> ChatState:
    chat, messages = a_chat(), list[Message]()
    for index, text in enumerate(texts):
        parent = messages[-1].id if messages else ""
        messages.append((user if index % 2 == 0 else reply)(chat, text, parent))
    return ChatState(ChatView(chat, tuple(messages)))


def test_the_engine_knows_answered_questions_only() -> None:
    shown = transcript("q1", "a1", "q2", "", "q3", "a3")
    assert [message.content for message in shown.for_engine(NONE, FOLDER)] == ["q1", "a1", "q3", "a3"]
    assert [message.content for message in transcript("q1", "a1", "q2").for_engine(NONE, FOLDER)] == ["q1", "a1"]
    assert transcript().for_engine(NONE, FOLDER) == ()


def test_a_part_of_a_reply_is_known_too() -> None:
    shown = transcript("q1", "a1")
    last = shown.last
    assert last is not None
    shown.replace(msgspec.structs.replace(last, content="a", state="interrupted"))
    assert [message.content for message in shown.for_engine(NONE, FOLDER)] == ["q1", "a"]


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


def test_text_streams_into_a_reply_until_it_ends(qapp: QApplication) -> None:
    states, chat = ChatStates(), a_chat()
    asked = user(chat, "q")
    answer = msgspec.structs.replace(reply(chat, "", asked.id), state="streaming")
    state = states.make(ChatView(chat, (asked, answer)))
    streamed: list[tuple[str, str]] = []
    state.text_streamed.connect(lambda *told: streamed.append(told))
    state.stream(answer.id, "too early ")
    parent = QObject()
    states.begin(answer, lambda _: None, parent)
    state.stream(answer.id, "one ")
    again = states.make(ChatView(chat, (asked, answer)))  # read anew while it is written: the same text
    again.stream(answer.id, "two")
    assert streamed == [(answer.id, "one ")], "those who follow the other state are told of what comes through it"
    for now in (state, again):
        assert now.text(answer.id) == "one two"
        assert [message.content for message in now.view().messages] == ["q", "one two"]
    ended = states.end(answer.id)
    assert ended is not None and ended.text == "one two"
    again.stream(answer.id, " too late")
    assert ended.text == "one two" and states.end(answer.id) is None


def test_one_who_fails_keeps_no_other_from_being_told(monkeypatch: pytest.MonkeyPatch) -> None:
    event, told, failed = ChatEvent[[int]](), list[int](), list[BaseException]()
    monkeypatch.setattr("sys.excepthook", lambda _kind, problem, _where: failed.append(problem))

    def fail(_: int) -> None:
        raise LookupError

    event.connect(fail)
    event.connect(told.append)
    event.emit(3)
    assert told == [3] and [type(problem) for problem in failed] == [LookupError]
    event.disconnect(fail)
    event.emit(4)
    assert told == [3, 4] and len(failed) == 1


def test_a_follower_hears_of_the_chat_shown_until_its_owner_is_gone(start: Start) -> None:
    h = start()
    talk, owner, told = h.conversation, QObject(), list[str]()
    ChatFollower(talk, owner, chat_changed=lambda chat: told.append(chat.id))
    first = talk.state
    first.update_chat(title="one")
    talk.new_chat()
    first.update_chat(title="left")
    talk.state.update_chat(title="two")
    assert told == [first.id, talk.state.id]
    owner.deleteLater()
    h.wait(lambda: not isValid(owner))
    talk.state.update_chat(title="three")
    talk.new_chat()
    talk.state.update_chat(title="four")
    assert len(told) == 2
