"""Probabilities of tokens: asked for where the person wants them, stored with the reply, gone with it."""

from __future__ import annotations

from typing import Any

from engine import protocol as p
from tests.fake_engine import Script
from tests.unit.core.store_helpers import copy_of, delete_for_good
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness

REPLIES = (("one ", "two "), ("three ", "four ", "five "), ("six ",))


def pieces(h: Harness, at: int = -1) -> str:
    """The text of the tokens that are kept of a message."""
    return b"".join(token.piece for token in h.context.store.logprobs(h.messages[at].id)).decode()


def test_they_are_kept_with_the_replies_they_are_asked_for(start: Start) -> None:
    h = start(Script(replies=REPLIES))
    h.wait_idle()
    h.send("no")
    assert pieces(h) == "" and not h.messages[-1].meta.probabilities
    h.conversation.settings.set("reply.probabilities", True)
    h.send("yes")
    request = h.requests(p.Generate)[-1]
    assert isinstance(request, p.Generate) and request.sampling.top_logprobs == 5
    assert pieces(h) == h.messages[-1].content == "three four five "
    assert h.messages[-1].meta.probabilities and h.stored() == list(h.messages)
    found: list[Any] = []
    h.conversation.look_up_tokens(h.messages[-1].id, found.append)
    h.wait(lambda: found)
    assert [len(token.top) for token in found[0]] == [5, 5, 5]
    h.conversation.new_chat()
    h.send("elsewhere")
    assert not h.messages[-1].meta.probabilities, "it was set for one chat"


def test_those_of_a_reply_that_was_continued_follow_one_another(start: Start) -> None:
    h = start(Script(hold_at=2, replies=(("one ", "two ", "three "),)))
    h.wait_idle()
    h.conversation.settings.set("reply.probabilities", True)
    h.conversation.send("go")
    h.wait(lambda: h.engine.holding)
    h.conversation.stop()
    h.wait_idle()
    first = h.messages[-1].content
    assert pieces(h) == first != ""
    h.engine.release()
    h.conversation.continue_reply()
    h.wait(lambda: h.engine.holding)
    h.engine.release()
    h.wait_idle()
    assert pieces(h) == h.messages[-1].content and len(pieces(h)) > len(first)


def test_those_there_are_stay_with_a_reply_that_was_continued_without_any(start: Start) -> None:
    h = start(Script(hold_at=2, replies=(("one ", "two ", "three "),)))
    h.wait_idle()
    h.conversation.settings.set("reply.probabilities", True)
    h.conversation.send("go")
    h.wait(lambda: h.engine.holding)
    h.conversation.stop()
    h.wait_idle()
    first = pieces(h)
    h.conversation.settings.set("reply.probabilities", False)
    h.conversation.continue_reply()
    h.wait(lambda: h.engine.holding)
    h.engine.release()
    h.wait_idle()
    assert pieces(h) == first != ""
    assert h.messages[-1].meta.probabilities and h.stored() == list(h.messages)


def test_an_amended_reply_leaves_them_to_its_earlier_version(start: Start) -> None:
    h = start(Script(replies=REPLIES))
    h.wait_idle()
    h.conversation.settings.set("reply.probabilities", True)
    h.send("one")
    h.conversation.amend(h.messages[1].id, "Mine.")
    h.wait_idle()
    h.settle()
    assert pieces(h) == "" and not h.messages[1].meta.probabilities
    earlier = h.messages[1].siblings[0]
    assert len(h.context.store.logprobs(earlier)) == 2


def test_a_branch_takes_them_along_and_a_copy_does_not(start: Start) -> None:
    h = start(Script(replies=REPLIES))
    h.wait_idle()
    h.conversation.settings.set("reply.probabilities", True)
    h.send("one")
    chat, reply = h.conversation.stored_chat, h.messages[1]
    h.conversation.fork(reply.id)
    h.wait(lambda: h.conversation.stored_chat not in ("", chat))
    assert pieces(h) == reply.content and h.messages[1].meta.probabilities
    copy = copy_of(h.context.store, chat, "copy")
    assert copy is not None
    assert not h.context.store.messages_of(copy.id)[1].meta.probabilities
    h.context.store.trash_chats([chat])
    delete_for_good(h.context.store, [chat])
    assert h.context.store.logprobs(reply.id) == ()
