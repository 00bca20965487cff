"""Several windows: each shows a chat of its own, and no chat is shown by two."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from app.core.work_values import Phase
from app.services.chat.conversation import Conversation
from app.services.chat.conversations import LAST, MORE
from app.services.chat.follower import ChatFollower
from engine import protocol as p
from tests.fake_engine import Script
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness

WHOLE = "Hello from the fake engine."


def texts(talk: Conversation) -> list[str]:
    return [message.content for message in talk.view.messages]


def stored(h: Harness, chat: str) -> list[tuple[str, str]]:
    h.settle()
    view = h.context.store.view(chat)
    assert view is not None
    return [(message.content, message.state) for message in view.messages]


def two_windows(h: Harness) -> tuple[Conversation, Conversation]:
    """Two conversations with a reply each, held at its third piece."""
    h.wait_idle()
    one, two = h.conversation, h.context.conversations.add()
    one.send("in one")
    h.wait(lambda: len(h.engine.held) == 1)
    two.send("in two")
    h.wait(lambda: len(h.engine.held) == 2)
    return one, two


def chats_of(h: Harness, *names: str) -> list[str]:
    """Ids of new chats with one question each; an empty one is shown afterwards."""
    ids = []
    for name in names:
        h.conversation.new_chat()
        h.send(name)
        ids.append(h.conversation.view.chat.id)
    h.conversation.new_chat()
    return ids


def test_each_is_told_of_its_own_chat_alone(start: Start) -> None:
    h = start(Script(hold_at=3))
    one, two = two_windows(h)
    told: dict[str, list[str]] = {"one": [], "two": []}
    phases: list[Phase] = []
    for name, talk in (("one", one), ("two", two)):
        ChatFollower(talk, talk, text_streamed=lambda _id, text, kept=told[name]: kept.append(text))
    ChatFollower(one, one, phase_changed=phases.append)
    assert one.phase is two.phase is Phase.REPLYING
    two.stop()
    h.wait(lambda: two.phase is Phase.IDLE)
    assert one.phase is Phase.REPLYING and not phases, "the other was not stopped"
    assert [message.state for message in two.view.messages] == ["done", "interrupted"]
    h.engine.release()
    h.wait(lambda: one.phase is Phase.IDLE)
    assert told == {"one": ["the ", "fake ", "engine."], "two": []}
    assert texts(one) == ["in one", WHOLE] and texts(two) == ["in two", "Hello from "]
    assert one.memory is not None and one.memory.chat == one.view.chat.id
    assert two.memory is not None and two.memory.chat == two.view.chat.id
    assert h.context.conversations.unread == frozenset(), "both are looked at"


def test_a_chat_that_another_window_shows_is_called_up_there(start: Start) -> None:
    h = start()
    h.wait_idle()
    first, second = chats_of(h, "one", "two")
    h.open(first)
    other = h.context.conversations.add()
    called: list[str] = []
    sought: list[str] = []
    h.conversation.called_up.connect(lambda: called.append("first window"))
    h.conversation.message_sought.connect(sought.append)
    other.open_chat(second)
    h.wait(lambda: other.view.chat.id == second)
    message = h.messages[1].id
    other.open_chat(first, message)
    assert called == ["first window"] and sought == [message]
    h.settle()
    assert other.view.chat.id == second, "it stays where it was"


def test_a_chat_asked_for_twice_at_once_is_shown_once(start: Start) -> None:
    h = start()
    h.wait_idle()
    (chat,) = chats_of(h, "one")
    other = h.context.conversations.add()
    called: list[str] = []
    h.conversation.called_up.connect(lambda: called.append("first"))
    other.called_up.connect(lambda: called.append("second"))
    h.conversation.open_chat(chat)
    other.open_chat(chat)
    h.wait(lambda: called)
    h.settle()
    shown = [talk.shows(chat) for talk in h.context.conversations.all]
    assert shown == [True, False] and called == ["first"]


def test_a_reply_goes_on_from_one_window_to_the_other(start: Start) -> None:
    h = start(Script(hold_at=3))
    h.wait_idle()
    h.conversation.send("chat one")
    h.wait(lambda: h.engine.held)
    chat = h.conversation.view.chat.id
    other = h.context.conversations.add()
    h.conversation.new_chat()
    other.open_chat(chat)
    assert texts(other) == ["chat one", "Hello from "] and other.phase is Phase.REPLYING
    h.engine.release()
    h.wait(lambda: other.phase is Phase.IDLE)
    assert texts(other) == ["chat one", WHOLE] and h.texts == []
    assert len(h.requests(p.OpenChat)) == 1, "the engine had it all the time"


def test_a_window_that_is_closed_leaves_its_reply_to_be_written(start: Start) -> None:
    h = start(Script(hold_at=3))
    one, two = two_windows(h)
    talks, chat = h.context.conversations, two.view.chat.id
    talks.put_aside(two)
    assert talks.all == (one,)
    h.engine.release()
    h.wait(lambda: not talks.at_work)
    assert stored(h, chat) == [("in two", "done"), (WHOLE, "done")]
    assert talks.unread == {chat}
    talks.take_back(two)
    two.open_chat(chat)
    h.wait(lambda: two.view.chat.id == chat)
    assert texts(two) == ["in two", WHOLE] and talks.unread == frozenset()
    talks.put_aside(two)
    talks.put_aside(one)
    assert talks.all == (one,), "the last one stays"


def test_the_trash_empties_the_window_that_shows_the_chat_alone(start: Start) -> None:
    h = start(Script(hold_at=3))
    one, two = two_windows(h)
    chat = two.view.chat.id
    h.context.chats.trash([chat])
    h.wait(lambda: two.view.chat.id != chat)
    assert texts(two) == [] and texts(one) == ["in one", "Hello from "]
    h.engine.release()
    h.wait(lambda: one.phase is Phase.IDLE)
    assert texts(one) == ["in one", WHOLE]


def test_titles_and_deletions_reach_the_window_that_shows_the_chat(start: Start) -> None:
    h = start()
    h.wait_idle()
    first, second = chats_of(h, "one", "two")
    h.open(first)
    other = h.context.conversations.add()
    other.open_chat(second)
    h.wait(lambda: other.view.chat.id == second)
    h.context.chats.rename(second, "Mine")
    h.wait(lambda: other.view.chat.title == "Mine")
    assert h.conversation.view.chat.title == "one"
    gone = other.view.messages[1].id
    other.delete_from(gone)
    h.wait(lambda: h.notices and h.notices[-1].action == "undo_delete")
    assert texts(other) == ["two"]
    h.context.act(h.notices[-1])
    h.wait(lambda: texts(other) == ["two", WHOLE])
    assert h.texts == ["one", WHOLE]


def test_a_branch_opens_in_the_window_in_which_it_was_asked_for(start: Start) -> None:
    h = start()
    h.wait_idle()
    (chat,) = chats_of(h, "one")
    other = h.context.conversations.add()
    other.open_chat(chat)
    h.wait(lambda: other.view.chat.id == chat)
    other.fork(other.view.messages[1].id)
    h.wait(lambda: other.view.chat.id != chat)
    assert texts(other) == ["one", WHOLE] and h.texts == []


def test_what_is_shown_is_kept_for_the_next_start(start: Start) -> None:
    h = start()
    h.wait_idle()
    first, second, third = chats_of(h, "one", "two", "three")
    settings = h.context.settings

    def kept() -> tuple[str, str]:
        return settings.text(LAST), settings.text(MORE)

    h.open(first)
    talks = [h.context.conversations.add() for _ in range(2)]
    unsent = ",".join(talk.state.id for talk in talks)
    assert kept() == (first, unsent), "they come back if there is a draft in them"
    for talk, chat in zip(talks, (second, third), strict=True):
        talk.open_chat(chat)
        h.wait(lambda talk=talk, chat=chat: talk.shows(chat))
    assert kept() == (first, f"{second},{third}")
    h.context.conversations.put_aside(talks[0])
    assert kept() == (first, third)
    h.context.conversations.put_aside(h.conversation)
    assert kept() == (third, "")
    talks[1].new_chat()
    talks[1].send("four")
    h.wait(lambda: kept() == (talks[1].view.chat.id, ""))


def test_a_chat_that_comes_back_has_the_figures_of_its_memory(start: Start) -> None:
    h = start()
    h.wait_idle()
    (chat,) = chats_of(h, "one two three")
    known = h.context.store.chat(chat)
    assert known is not None and known.tokens > 0
    h.context.store.set_chat_memory(chat, 0, 0.0, False)  # as after a kill in mid-reply
    h.context.shutdown()
    again = start()
    again.open(chat)
    again.wait_idle()
    stored = again.context.store.chat(chat)
    assert stored is not None and stored.tokens == again.conversation.view.chat.tokens == known.tokens
    (row,) = again.context.chats.chats
    assert row.tokens == known.tokens


def test_a_memory_that_is_being_built_is_kept_once(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    h.wait_idle()
    (chat,) = chats_of(h, "one two three")
    known = h.context.store.chat(chat)
    assert known is not None
    h.context.shutdown()
    h = start()
    h.wait_idle()
    kept: list[int] = []
    monkeypatch.setattr(h.context.store, "set_chat_memory", lambda _chat, tokens, *_: kept.append(tokens))
    request = h.engine.request

    def slowly(
        asked: p.AnyRequest,
        closed: Callable[[p.AnyEvent], None],
        step: Callable[[p.AnyEvent], None] | None = None,
    ) -> int:
        number = request(asked, closed, step)
        for tokens in range(1, 20) if isinstance(asked, p.OpenChat) and step is not None else ():
            step(
                p.Memory(
                    id=number,
                    chat_id=chat,
                    segments=(),
                    tokens=tokens,
                    bytes_used=0,
                    bytes_total=1,
                    free_tokens=0,
                    fill=0.0,
                )
            )
        return number

    monkeypatch.setattr(h.engine, "request", slowly)
    h.follow(memory_changed=lambda memory: shown.append(memory.tokens))
    shown: list[int] = []
    h.open(chat)
    h.wait_idle()
    assert shown[:19] == list(range(1, 20)), "it is seen all the time"
    assert kept == [], "the chat has these figures"
    assert h.conversation.view.chat.tokens == known.tokens


def test_settings_of_memory_write_nothing_about_chats(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    h.wait_idle()
    chats_of(h, "one", "two", "three")
    h.settle()
    kept: list[str] = []
    monkeypatch.setattr(h.context.store, "set_chat_memory", lambda chat, *_: kept.append(chat))
    h.context.settings.set("memory.threshold", 0.7)
    h.settle()
    assert kept == []


def test_a_chat_that_was_renamed_while_its_reply_went_on_has_its_new_title(start: Start) -> None:
    h = start(Script(hold_at=3))
    h.wait_idle()
    h.conversation.send("one")
    h.wait(lambda: h.engine.held)
    chat = h.conversation.view.chat.id
    h.conversation.new_chat()
    h.context.chats.rename(chat, "Mine")
    h.settle()
    h.conversation.open_chat(chat)
    assert h.conversation.view.chat.title == "Mine"
    h.engine.release()
    h.wait_idle()


def test_a_first_message_that_was_taken_back_before_it_was_stored_leaves_a_chat_to_go_on_with(start: Start) -> None:
    h = start(Script(hold_at=3))
    h.wait_idle()
    gate = threading.Event()
    h.context.ops.store(lambda: gate.wait(10))
    h.conversation.send("one")
    h.conversation.regenerate()  # the store is still busy
    gate.set()
    h.wait(lambda: h.engine.held)
    assert h.conversation.phase is Phase.REPLYING
    h.conversation.stop()
    h.wait(lambda: h.conversation.phase is Phase.IDLE)
    assert texts(h.conversation) == ["one", "Hello from "]


def test_a_reply_is_stopped_whose_chat_is_stored_only_now(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start(Script(hold_at=3))
    h.wait_idle()
    monkeypatch.setattr(h.conversation, "_want", lambda: None)  # what the store has done is told later
    gate = threading.Event()
    h.context.ops.store(lambda: gate.wait(10))
    h.conversation.send("one")
    h.conversation.regenerate()  # the store is still busy
    gate.set()
    h.wait(lambda: h.engine.held)
    h.conversation.stop()
    h.wait(lambda: not h.context.conversations.at_work)
    assert texts(h.conversation) == ["one", "Hello from "]


def test_a_version_that_is_chosen_is_shown_wherever_the_chat_went(start: Start) -> None:
    h = start(Script(hold_at=3))
    h.wait_idle()
    h.conversation.send("one")
    h.wait(lambda: h.engine.held)
    chat, first = h.conversation.view.chat.id, h.messages[1].id
    h.conversation.regenerate()
    h.wait(lambda: h.engine.held and h.messages[1].content)
    h.conversation.select_version(first)
    h.conversation.new_chat()
    other = h.context.conversations.add()
    other.open_chat(chat)
    h.wait(lambda: other.view.messages[1:] and other.view.messages[1].id == first)
    h.wait(lambda: not h.context.conversations.at_work)
    assert [one.id for one in other.view.messages] == [one for one, _ in ids_of(h, chat)]


def ids_of(h: Harness, chat: str) -> list[tuple[str, str]]:
    h.settle()
    view = h.context.store.view(chat)
    assert view is not None
    return [(message.id, message.state) for message in view.messages]


def with_versions(h: Harness) -> tuple[str, str]:
    """A chat that is shown, with two replies to its question, and the reply that is not shown."""
    h.send("one")
    first = h.messages[1].id
    h.conversation.regenerate()
    h.wait_idle()
    assert h.messages[1].id != first
    return h.conversation.view.chat.id, first


def test_a_version_is_shown_though_a_chat_that_is_gone_was_asked_for(start: Start) -> None:
    h = start()
    h.wait_idle()
    chat, first = with_versions(h)
    h.conversation.select_version(first)
    h.context.ops.flush()  # it was chosen, and is being read
    h.conversation.open_chat("gone")
    h.settle()
    assert h.messages[1].id == first
    assert [(one.id, one.state) for one in h.messages] == ids_of(h, chat)


def test_a_version_takes_no_chat_away_that_was_asked_for_since(start: Start) -> None:
    h = start()
    h.wait_idle()
    (other,) = chats_of(h, "another")
    with_versions(h)
    h.conversation.select_version(h.messages[1].siblings[0])
    h.conversation.open_chat(other)
    h.settle()
    assert h.conversation.view.chat.id == other


def test_what_comes_back_into_a_chat_that_was_left_is_shown(start: Start) -> None:
    h = start(Script(hold_at=3))
    h.wait_idle()
    h.conversation.send("one")
    h.wait(lambda: h.engine.held)
    h.engine.release()
    h.wait_idle()
    chat, question = h.conversation.view.chat.id, h.messages[0].id
    h.conversation.delete_from(question)
    h.settle()
    h.conversation.send("two")
    h.wait(lambda: h.engine.held)
    h.conversation.new_chat()
    h.context.conversations.undo_delete(question)
    h.settle()
    h.open(chat)
    assert h.texts[0] == "one"
    h.wait(lambda: not h.context.conversations.at_work)
    assert [(one.id, one.state) for one in h.messages] == ids_of(h, chat)
