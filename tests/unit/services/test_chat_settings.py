"""The settings of chats and models over a scripted engine: what the engine is given, and what comes back."""

from __future__ import annotations

from engine import protocol as p
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness


def last_sampling(h: Harness) -> p.Sampling:
    request = h.requests(p.Generate)[-1]
    assert isinstance(request, p.Generate)
    return request.sampling


def test_a_chats_own_sampling_is_what_the_engine_is_given(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.conversation.settings.set("sampling.temperature", 0.2)  # before the chat is stored
    h.send("one")
    first = h.conversation.view.chat.id
    assert last_sampling(h).temperature == 0.2
    h.conversation.new_chat()
    h.send("two")
    assert last_sampling(h).temperature == 0.7
    h.context.settings.set("sampling.temperature", 1.0)
    h.conversation.settings.set("sampling.top_k", 3)
    h.send("three")
    assert (last_sampling(h).temperature, last_sampling(h).top_k) == (1.0, 3)
    h.open(first)
    h.wait_idle()
    h.send("four")
    assert (last_sampling(h).temperature, last_sampling(h).top_k) == (0.2, 40)


def test_they_are_there_after_a_restart(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    h.conversation.settings.set("sampling.seed", 11)
    h.context.settings.scoped(model=h.context.models.fingerprint).set("memory.threshold", 0.5)
    h.settle()
    h.context.shutdown()
    again = start()
    again.wait_idle()
    assert again.conversation.settings.integer("sampling.seed") == 11
    assert again.context.settings.scoped(model=again.context.models.fingerprint).number("memory.threshold") == 0.5


def test_a_copy_has_them_and_its_own(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    h.conversation.settings.set("sampling.seed", 11)
    first = h.conversation.view.chat.id
    copies: list[str] = []
    h.context.chats.duplicated.connect(copies.append)
    h.context.chats.duplicate(first)
    h.wait(lambda: copies)
    h.open(copies[0])
    assert h.conversation.settings.integer("sampling.seed") == 11
    h.conversation.settings.set("sampling.seed", 12)
    h.open(first)
    assert h.conversation.settings.integer("sampling.seed") == 11
