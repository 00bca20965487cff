"""Titles that the model makes."""

from __future__ import annotations

from app.core.types import Message
from app.services.chat.titles import MOST, question
from engine import protocol as p
from tests.fake_engine import Script
from tests.unit.services.conftest import Start


def test_the_first_reply_brings_a_title(start: Start) -> None:
    h = start(Script(title='Title: "Greetings among friends."\n'))
    h.wait_idle()
    h.send("hello there")
    h.wait(lambda: h.conversation.view.chat.title == "Greetings among friends")
    h.send("and again")
    assert len(h.requests(p.Complete)) == 1
    stored = h.context.store.chat(h.conversation.view.chat.id)
    assert stored is not None and stored.title == "Greetings among friends"


def test_a_title_that_says_nothing_changes_nothing(start: Start) -> None:
    h = start(Script(title=" \n"))
    h.wait_idle()
    h.send("hello there")
    h.wait(lambda: h.requests(p.Complete))
    h.settle()
    assert h.conversation.view.chat.title == "hello there"


def test_an_answer_instead_of_a_title_changes_nothing(start: Start) -> None:
    h = start(Script(title="The sky is blue because the human eye can only perceive the colour of the air."))
    h.wait_idle()
    h.send("hello there")
    h.wait(lambda: h.requests(p.Complete))
    h.settle()
    assert h.conversation.view.chat.title == "hello there"


def test_nothing_is_asked_where_titles_are_off(start: Start) -> None:
    h = start(Script(title="Never"))
    h.wait_idle()
    h.context.settings.set("chat.titles", False)
    h.send("hello there")
    h.settle()
    assert h.requests(p.Complete) == []


def test_the_question_is_short() -> None:
    messages = [Message(id=str(i), chat="c", role="user", content="x" * 9000) for i in range(3)]
    assert len(question(messages)) < 2 * MOST + 200
