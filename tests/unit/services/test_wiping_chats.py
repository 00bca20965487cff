"""Deleting all chats takes a while where there are many: others use the store meanwhile, and a kill does not end it."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.model_values import ModelPhase
from app.services import privacy
from app.services.chat import deletion
from engine import protocol
from tests.unit.core.store_helpers import converse
from tests.unit.services.conftest import Start


def test_all_chats_go_though_the_program_ends_meanwhile(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked for once holds: after the next start nothing of them is in a list, in the file or in a copy."""
    h = start()
    h.wait_idle()
    store = h.context.store
    chats = [converse(store, "unforgettable", "noted")[0].id for _ in range(3)]
    h.context.chats.create_folder("Project", chats[:1])
    h.context.chats.trash(chats[1:2])
    h.settle()
    h.context.paths.chat(chats[0]).mkdir()
    store.wipe_copies()
    copy = store.backup_if_due()
    assert copy is not None and b"unforgettable" in copy.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(privacy, "delete_hidden", lambda *_: None)  # killed before it got to any
        h.context.privacy.wipe("chats")
        h.wait(lambda: not store.chats())
        h.settle()
        h.context.shutdown()
    again = start()
    again.wait(lambda: not again.context.privacy.busy and not again.context.store.is_wiping())
    again.wait(lambda: not again.context.paths.chat(chats[0]).exists())
    again.settle()
    store = again.context.store
    assert store.hidden() == store.chats() == store.trashed() == store.folders() == []
    assert again.context.chats.groups == () and again.context.chats.trash_can == ()
    held = [store.path, *again.context.paths.backups.iterdir()]
    assert not any(b"unforgettable" in file.read_bytes() for file in held)
    again.send("a new one")
    again.context.shutdown()
    third = start()
    third.wait_idle()
    assert [chat.title for chat in third.context.store.chats()] == ["a new one"]


def test_others_use_the_store_while_all_chats_go(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    h.wait_idle()
    monkeypatch.setattr(deletion, "SLICE_S", 0.0)  # one chat at a time
    store = h.context.store
    chats = [converse(store, "question", "reply")[0].id for _ in range(5)]
    left: list[int] = []
    shares: list[float] = []

    def look(_: str, share: float) -> None:
        shares.append(share)
        h.context.ops.store(lambda: sum(store.chat(one) is not None for one in chats), left.append)

    h.context.privacy.working.connect(look)
    h.context.privacy.wipe("chats")
    h.wait(lambda: not h.context.privacy.busy)
    assert {2, 3, 4} & set(left), "all of them were deleted before anybody else had a turn"
    assert shares == sorted(shares) and shares[-1] == 1.0 and len(set(shares)) > 4
    assert not any(map(store.chat, chats))


def test_who_talks_on_while_all_chats_go_has_the_model_and_keeps_what_it_saves(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    h.wait_idle()
    monkeypatch.setattr(deletion, "SLICE_S", 0.0)  # one chat at a time
    chats = [converse(h.context.store, "question", "reply")[0].id for _ in range(5)]
    for chat in chats:
        h.context.paths.chat(chat).mkdir()
    real, new = deletion.delete_hidden, h.context.paths.chat("new")

    phases: list[ModelPhase] = []

    def talk(*given: Any) -> None:
        phases.append(h.context.models.state.phase)
        new.mkdir()  # by the engine, for a chat that is begun now
        real(*given)

    monkeypatch.setattr(privacy, "delete_hidden", talk)
    h.context.privacy.wipe("chats")
    h.wait(lambda: not h.context.privacy.busy)
    assert phases and phases[0] in (ModelPhase.LOADING, ModelPhase.LOADED)
    assert new.exists() and not any(map(h.context.store.chat, chats))
    assert not any(h.context.paths.chat(chat).exists() for chat in chats)


def test_a_reply_that_waited_for_a_model_goes_with_its_chat(start: Start) -> None:
    """Else the next model reads the chat once more, and keeps a saved state of it."""
    h = start()
    h.wait_idle()
    models, talks = h.context.models, h.context.conversations
    path = models.state.path
    models.unload()
    h.conversation.send("unforgettable")
    h.settle()
    gone = h.conversation.stored_chat
    assert talks.waiting_chat == gone
    h.context.privacy.wipe("chats")
    h.wait(lambda: not h.context.privacy.busy)
    assert talks.waiting_chat == "" and talks.unread == frozenset()
    models.load(path)
    h.wait_idle()
    h.send("a new one")
    opened = [request.chat_id for request in h.engine.requests if isinstance(request, protocol.OpenChat)]
    assert opened and gone not in opened
    assert [chat.title for chat in h.context.store.chats()] == ["a new one"]
