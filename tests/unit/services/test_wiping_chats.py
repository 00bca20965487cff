"""Deleting all chats takes a while where there are many: others use the store meanwhile, and a kill does not end it."""

from __future__ import annotations

import pytest

from app.services import privacy
from app.services.chat import deletion
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
