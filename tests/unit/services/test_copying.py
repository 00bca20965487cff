"""Branching and copying a long chat: others use the store meanwhile, and half of it is never a chat."""

from __future__ import annotations

import pytest

from app.core.store import Store, StoreFull
from app.services.chat import copying
from tests.unit.core.store_helpers import converse
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.words import said


@pytest.fixture(autouse=True)
def a_message_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "SLICE_S", 0.0)


def with_chats(start: Start) -> tuple[Harness, str, str]:
    """A program that shows a chat, which is the first of two."""
    h = start()
    h.wait_idle()
    one, two = (converse(h.context.store, title, "b", "c", "d", title=title)[0].id for title in ("One", "Two"))
    h.open(one)
    h.wait_idle()
    return h, one, two


def copies(h: Harness) -> list[str]:
    return [chat.id for chat in h.context.store.chats() if " of " in chat.title]


def test_others_use_the_store_while_a_chat_is_branched(start: Start) -> None:
    h, one, _ = with_chats(start)
    h.conversation.fork(h.messages[-1].id)
    seen: list[int] = []
    h.context.ops.store(lambda: len(copies(h)), seen.append)  # asked for while the branch is begun
    h.wait(lambda: h.conversation.stored_chat not in ("", one))
    assert seen == [0], "all of it was copied before anybody else had a turn"
    assert h.conversation.view.chat.title == "Branch of One" and h.texts == ["One", "b", "c", "d"]
    assert any("Copying a long chat" in said(notice.text) for notice in h.notices)


def test_a_branch_does_not_take_the_place_of_what_was_opened_meanwhile(start: Start) -> None:
    h, _, two = with_chats(start)
    h.conversation.fork(h.messages[-1].id)
    h.conversation.open_chat(two)
    h.wait(lambda: copies(h) and h.conversation.stored_chat == two)
    h.wait(lambda: any("Branched" in said(notice.text) for notice in h.notices))
    h.settle()
    h.wait_idle()
    assert h.conversation.stored_chat == two


@pytest.mark.parametrize("fork", [True, False])
def test_what_was_copied_goes_where_the_rest_is_refused(
    start: Start, monkeypatch: pytest.MonkeyPatch, fork: bool
) -> None:
    h, one, two = with_chats(start)
    real, calls = Store.go_on_copying, 0

    def refuse(*given: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise StoreFull("store.full")
        real(h.context.store, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(h.context.store, "go_on_copying", refuse)
    if fork:
        h.conversation.fork(h.messages[-1].id)
    else:
        h.context.chats.duplicate(one)
    h.wait(lambda: h.notices and h.notices[-1].level == "error")
    h.settle()
    assert h.context.store.hidden() == [] and copies(h) == []
    assert {chat.id for chat in h.context.store.chats()} == {one, two}
    assert h.conversation.stored_chat == one


def test_a_copy_that_the_end_of_the_program_cut_off_is_gone_after_the_next_start(start: Start) -> None:
    h, one, two = with_chats(start)
    copy = h.context.store.duplicate_chat(one, "Copy of One", 0.0)
    assert copy is not None and h.context.store.hidden() == [copy.chat.id]
    h.context.shutdown()
    again = start()
    again.wait(lambda: not again.context.store.hidden())
    again.settle()
    assert {chat.id for chat in again.context.chats.chats} == {one, two}
