"""Several windows in any order: whatever is done, each chat is shown once, and what is shown is what is stored."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import QCoreApplication

from app.core.chat_values import ChatView, Message
from app.core.work_values import Phase
from app.services.chat.conversation import Conversation
from app.services.chat.follower import ChatFollower
from tests.fake_engine import Script
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness

STEPS = 60
OFTEN = ("send", "open", "turn")  # three times as often as the others


class Told:
    """What a window was told of the chat that it shows."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk
        self.messages: dict[str, Message] = {}
        talk.chat_opened.connect(self._opened)
        ChatFollower(talk, talk, message_added=self._put, message_changed=self._put, messages_removed=self._remove)
        self._opened(talk.view)

    def _opened(self, view: ChatView) -> None:
        self.chat = view.chat.id
        self.messages = {message.id: message for message in view.messages}

    def _put(self, message: Message) -> None:
        self.messages[message.id] = message

    def _remove(self, ids: Sequence[str]) -> None:
        for one in ids:
            del self.messages[one]


class Person:
    """Does things without waiting for what they lead to."""

    def __init__(self, h: Harness, seed: int) -> None:
        self.h, self.any = h, random.Random(seed)
        self.talks = h.context.conversations
        self.told = [Told(talk) for talk in self.talks.all]
        self.log: list[str] = []

    def one(self, of: Sequence[str]) -> str:
        return self.any.choice(of) if of else ""

    def message(self, talk: Conversation, role: str = "") -> str:
        return self.one([message.id for message in talk.view.messages if role in ("", message.role)])

    def chat(self) -> str:
        return self.one([chat.id for chat in self.h.context.store.chats()])

    def turn(self) -> None:
        for _ in range(self.any.choice((1, 3, 10))):
            QCoreApplication.processEvents()

    def window(self) -> None:
        aside = [told.talk for told in self.told if told.talk not in self.talks.all]
        if aside:
            self.talks.take_back(aside[0])
        elif len(self.told) < 4:
            self.told.append(Told(self.talks.add()))

    def move(self, talk: Conversation) -> None:
        chat = talk.stored_chat
        if chat:
            talk.new_chat()
            self.any.choice(self.talks.all).open_chat(chat)

    def version(self, talk: Conversation) -> None:
        versions = [one for message in talk.view.messages for one in message.siblings]
        if versions:
            talk.select_version(self.one(versions))

    def undo(self) -> None:
        offered = [notice for notice in self.h.notices if notice.action.startswith("undo")]
        if offered:
            self.h.context.act(self.any.choice(offered))

    def act(self) -> None:
        talk = self.any.choice(self.talks.all)
        number = len(self.log)
        deeds: dict[str, Callable[[], object]] = {
            "send": lambda: talk.send(f"question {number}"),
            "open": lambda: (chat := self.chat()) and talk.open_chat(chat),
            "turn": self.turn,
            "new": talk.new_chat,
            "fork": lambda: talk.fork(self.message(talk)),
            "regenerate": lambda: talk.regenerate(self.message(talk)),
            "edit": lambda: talk.edit(self.message(talk, "user"), f"edit {number}"),
            "delete": lambda: talk.delete_from(self.message(talk)),
            "continue": talk.continue_reply,
            "stop": talk.stop,
            "version": lambda: self.version(talk),
            "undo": self.undo,
            "trash": lambda: self.h.context.chats.trash([self.chat()]),
            "prompt": lambda: talk.set_system_prompt(f"prompt {number}"),
            "close": lambda: self.talks.put_aside(talk),
            "window": self.window,
            "move": lambda: self.move(talk),
            "release": self.h.engine.release,
        }
        deed = self.one([*deeds, *OFTEN, *OFTEN])
        self.log.append(f"{deed} in {self.talks.all.index(talk)}")
        deeds[deed]()

    def check(self) -> None:
        shown = [talk.stored_chat for talk in self.talks.all if talk.stored_chat]
        assert len(shown) == len(set(shown)), self.log
        assert not any(told.talk.stored_chat for told in self.told if told.talk not in self.talks.all), self.log

    def rest(self) -> bool:
        self.h.engine.release()
        return not self.talks.at_work and all(talk.phase is Phase.IDLE for talk in self.talks.all)


def text_of(message: Message) -> tuple[str, str, str]:
    return message.id, message.content, message.state


@pytest.mark.parametrize("seed", range(40))
def test_in_any_order(start: Start, seed: int) -> None:
    h = start(Script(hold_at=3 * (seed % 2)))
    h.wait_idle()
    person = Person(h, seed)
    for _ in range(STEPS):
        person.act()
        person.check()
    for _ in range(2):
        h.wait(person.rest)
        h.settle()
    person.check()
    for told in person.told:
        view, messages = told.talk.view, list(told.messages.values())
        assert told.chat == view.chat.id
        assert [(one.id, one.state) for one in messages] == [(one.id, one.state) for one in view.messages], person.log
        if told.talk.stored_chat:
            kept = h.context.store.view(view.chat.id)
            assert kept is not None and kept.chat.trashed_at is None, person.log
            assert [text_of(one) for one in kept.messages] == [text_of(one) for one in view.messages], person.log
    for chat in h.context.store.chats():
        messages = h.context.store.messages_of(chat.id)
        assert all(one.state != "streaming" for one in messages), person.log
    assert not [notice for notice in h.notices if notice.level == "error"], person.log
