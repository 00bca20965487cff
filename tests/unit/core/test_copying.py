"""Copies of chats are stored a part at a time, and are chats once they are whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.chat_values import CompactionMark
from app.core.store import Store, StoreFull
from app.core.store.copying import ChatCopy
from engine.protocol import CompactionReport
from tests.unit.core.store_helpers import converse, open_store, reply

REPORT = CompactionReport(0, 9, 9, 1, 90, 10, 9.0, 0.01, 0.02, 5.0)


def begun(store: Store, whole: bool) -> tuple[str, list[str], ChatCopy]:
    """A chat, what is said in it, and a copy of it of which one message is stored; ``whole``: of all its branches."""
    chat, messages = converse(store, "one heron", "two", "three", "four")
    store.add_mark(CompactionMark.of(chat.id, messages[1].id, REPORT))
    last = messages[-1].id
    copy = store.duplicate_chat(chat.id, "Copy", 0.0) if whole else store.fork_chat(chat.id, last, "Copy", 0.0)
    assert copy is not None and not copy.whole and len(copy.left) == 3
    return chat.id, [message.content for message in messages], copy


@pytest.mark.parametrize("whole", [True, False])
def test_half_a_copy_is_no_chat(tmp_path: Path, whole: bool) -> None:
    store = open_store(tmp_path)
    chat, texts, copy = begun(store, whole)
    assert [one.id for one in store.chats()] == [chat] and store.trashed() == []
    assert [hit.chat.id for hit in store.search("heron")] == [chat]
    store.rename_chat(chat, "Said since")  # others use the store meanwhile
    while not copy.whole:
        store.go_on_copying(copy, 0.0)
    view = store.view(copy.chat.id)
    assert view is not None and view.chat.title == "Copy" and view.chat.trashed_at is None
    assert [message.content for message in view.messages] == texts
    assert [mark.after for mark in view.marks] == [view.messages[1].id]
    assert copy.ids == {old.id: new.id for old, new in zip(store.messages_of(chat), view.messages, strict=True)}
    assert {hit.chat.id for hit in store.search("heron")} == {chat, copy.chat.id}
    store.close()


def test_half_a_copy_is_deleted_by_the_next_start(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    chat, _, copy = begun(store, True)
    store.close()
    store = open_store(tmp_path)
    assert store.hidden() == [copy.chat.id]
    assert store.delete_hidden(store.hidden()) == [copy.chat.id]
    assert [one.id for one in store.chats()] == [chat] and len(store.messages_of(chat)) == 4
    store.close()


def test_a_copy_that_was_deleted_meanwhile_does_not_come_back(store: Store) -> None:
    chat, _, copy = begun(store, True)
    store.delete_hidden(store.begin_wiping()[0])
    store.go_on_copying(copy)
    assert copy.deleted and not copy.whole
    assert store.chats() == [] and store.messages_of(copy.chat.id) == [] and store.chat(chat) is None


def test_a_copy_whose_turn_comes_while_all_chats_are_deleted_does_not_come_back(store: Store) -> None:
    _, _, copy = begun(store, True)
    hidden, _ = store.begin_wiping()
    store.go_on_copying(copy)
    assert copy.deleted and not copy.whole
    store.delete_hidden(hidden)
    assert store.chats() == [] and store.chat(copy.chat.id) is None


def test_nothing_is_copied_of_a_chat_of_which_a_part_may_be_gone(store: Store) -> None:
    chat, messages = converse(store, "one heron", "two")
    store.begin_wiping()
    assert store.duplicate_chat(chat.id, "Copy") is None
    assert store.fork_chat(chat.id, messages[0].id, "Branch") is None
    assert store.view(chat.id) is None
    new, _ = converse(store, "said since", "three")
    assert store.duplicate_chat(new.id, "Copy") is not None
    assert {one.title for one in store.chats()} == {"Chat", "Copy"}


def test_what_is_told_of_a_chat_that_is_being_deleted_is_not_stored(store: Store) -> None:
    """Its reply may end in between: the message that it followed is gone by then."""
    chat, messages = converse(store, *[f"heron {number}" for number in range(50)])
    store.trash_chats([chat.id])
    hidden = store.hide_trashed([chat.id])
    assert store.delete_hidden(hidden, 0.0) == []
    late = reply(chat, "late heron", messages[0].id)
    store.save_reply(late)
    assert late.id not in {one.id for one in store.messages_of(chat.id)}
    assert store.delete_hidden(hidden) == hidden


def test_a_part_that_is_refused_is_stored_when_it_is_tried_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    _, texts, copy = begun(store, False)

    def full(*_: object) -> None:
        raise StoreFull("store.full")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "_copy_settings", full)  # the last step
        with pytest.raises(StoreFull):
            store.go_on_copying(copy)
    assert len(copy.left) == 3 and not copy.whole and len(store.messages_of(copy.chat.id)) == 1
    store.go_on_copying(copy)
    assert [message.content for message in store.messages_of(copy.chat.id)] == texts


def test_a_long_chat_is_deleted_a_part_at_a_time(store: Store) -> None:
    chat, _ = converse(store, *[f"heron {number}" for number in range(50)])
    kept, _ = converse(store, "heron", "stays")
    store.trash_chats([chat.id])
    hidden = store.hide_trashed([chat.id])
    counts = [len(store.messages_of(chat.id))]
    while not (gone := store.delete_hidden(hidden, 0.0)):
        counts.append(len(store.messages_of(chat.id)))
        assert store.merge_indexes(60.0), "the merge would begin anew with each part"
    assert gone == hidden and len(counts) > 2 and counts == sorted(counts, reverse=True)
    assert store.chat(chat.id) is None and [one.id for one in store.chats()] == [kept.id]
    with store._read() as db:
        assert db.execute("SELECT count(*) FROM message").fetchone()[0] == 2
        assert db.execute("SELECT count(*) FROM setting WHERE key = 'store.merging'").fetchone()[0] == 1
    assert store.merge_indexes(60.0)
