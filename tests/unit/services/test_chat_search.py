"""The search of a window: what was found first, then the places in chat after chat."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.found import SearchPlaces
from app.core.store.errors import StoreUnavailable
from app.core.texts import Text
from app.services.chat import chat_search
from app.services.chat.chat_search import ChatSearch
from tests.unit.core.store_helpers import converse
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness


class Heard:
    def __init__(self, h: Harness) -> None:
        self.search = ChatSearch(h.context.store, h.context.ops, h.context.chats, h.context)
        self.told: list[Any] = []
        self.search.found.connect(lambda text, hits: self.told.append((text, len(hits))))
        self.search.placed.connect(self._placed)

    def _placed(self, text: str, places: SearchPlaces) -> None:
        self.told.append((text, places.chat, len(places.hits)))


def test_places_follow_chat_after_chat(start: Start) -> None:
    h = start()
    h.wait_idle()
    chats = [converse(h.context.store, *["a heron"] * n, updated=1000.0 + n)[0].id for n in (2, 4)]
    heard = Heard(h)
    heard.search.search("heron")
    h.wait(lambda: len(heard.told) == 3)
    assert heard.told == [("heron", 2), ("heron", chats[1], 4), ("heron", chats[0], 2)]


def test_no_more_is_looked_up_for_a_search_that_is_over(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    h.wait_idle()
    chats = [converse(h.context.store, "a heron", "a tern", updated=1000.0 + n)[0].id for n in range(3)]
    heard = Heard(h)
    heard.search.search("heron")
    heard.search.search("tern")
    h.wait(lambda: len(heard.told) == 4)
    h.settle()
    assert {one[0] for one in heard.told} == {"tern"}
    heard.told.clear()
    monkeypatch.setattr(chat_search, "COUNTED", 1)
    heard.search.search("heron")
    h.wait(lambda: len(heard.told) == 2)
    h.settle()
    assert len(heard.told) == 2
    heard.search.look_up(chats[0])  # the person opened it
    h.wait(lambda: heard.told[-1] == ("heron", chats[0], 1))


def test_places_that_cannot_be_read_are_told_once_and_looked_up_with_the_next_change(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    h.wait_idle()
    chats = [converse(h.context.store, *["a heron"] * 2, updated=1000.0 + n)[0].id for n in range(3)]
    heard = Heard(h)

    def fails(*_: str) -> SearchPlaces:
        raise StoreUnavailable("store.busy", reason="locked")

    with monkeypatch.context() as patch:
        patch.setattr(h.context.store, "places", fails)
        heard.search.search("heron")
        h.wait(lambda: h.notices)
        h.settle()
    told = [notice.text.code for notice in h.notices if isinstance(notice.text, Text)]
    assert told == ["store.busy"] and heard.told == [("heron", 3)]
    heard.told.clear()
    h.context.chats.refresh()
    h.wait(lambda: len(heard.told) == 4)
    assert {one[1] for one in heard.told[1:]} == set(chats)
