"""Titles that the model makes."""

from __future__ import annotations

import pytest

from app.core.chat_values import Message
from app.services.chat.titles import MOST, fits, question, topic_of
from engine import protocol as p
from tests.fake_engine import Script
from tests.unit.services.conftest import Start


def test_the_first_reply_brings_a_title(start: Start) -> None:
    h = start(Script(title='Title: "Greetings among friends."\n'))
    h.wait_idle()
    h.send("how do friends greet?")
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


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("Why is the sky blue?", ""),
        ("keep me", ""),
        ("How do I sort a list of dicts by a key in Python?", "Sort a list of dicts by a key…"),
        ("Hi there, can you please help me with my tax return? It is late.", "My tax return"),
        ("Give me a recipe for pancakes with buttermilk please", "Recipe for pancakes with buttermilk"),
        ("Write a short poem about autumn leaves.", "Short poem about autumn leaves"),
        ("What are the main sights of Node.js 2.0?", "Main sights of Node.js 2.0"),
        ("Was sind die wichtigsten Sehenswürdigkeiten in Berlin?", "Wichtigsten Sehenswürdigkeiten in Berlin"),
        ("Erkläre mir bitte die Photosynthese in Pflanzen", "Photosynthese in Pflanzen"),
        ("hello there", ""),
        ("hi", ""),
        ("\n\n", ""),
    ],
)
def test_a_title_out_of_a_first_message(message: str, title: str) -> None:
    assert topic_of(message) == title


@pytest.mark.parametrize(
    ("answer", "about"),
    [
        ("Rayleigh scattering and the blue sky", True),
        ("The French Revolution", False),
        ("A Mysterious and Unsettling Tale", False),
        ("User", False),
        ("天空为什么是蓝色的", True),
    ],
)
def test_a_title_is_about_the_chat(answer: str, about: bool) -> None:
    said = [
        Message(id="u", chat="c", role="user", content="Why is the sky blue?"),
        Message(id="a", chat="c", role="assistant", content="Because of Rayleigh scattering, and questions of light."),
    ]
    assert fits(answer, said) is about


@pytest.mark.parametrize("answer", ["", "I'm sorry for your loss, but I'm unable to do that.", "The French Revolution"])
def test_what_the_model_cannot_name_is_named_by_the_first_message(start: Start, answer: str) -> None:
    h = start(Script(title=answer))
    h.wait_idle()
    h.send("Give me a recipe for pancakes with buttermilk please")
    h.wait(lambda: h.conversation.view.chat.title == "Recipe for pancakes with buttermilk")
