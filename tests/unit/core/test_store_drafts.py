"""Drafts in the store: kept as they were, gone with what they became, and never in the way of messages."""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.chat_values import Attachment, Chat, Message
from app.core.draft import EDIT, PROMPT, StoredDraft, Unsent
from app.core.pictures import Pictures
from app.core.store import Store, StoreFull
from app.core.transfer import JsonExport, markdown
from tests.effort import dear
from tests.unit.core.store_helpers import a_chat, a_file, converse, copy_of, delete_for_good, open_store, purge, user

FILES = (a_file("egrets on the coast"), a_file("x = 1", "b.py"), a_file("", "picture of a crane.png"))


def kept(store: Store) -> dict[str, Unsent]:
    return {one.chat: one.unsent for one in store.drafts()}


def count(store: Store, table: str) -> int:
    with store._read() as db:
        return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def begun(store: Store, title: str = "Birds") -> Chat:
    return converse(store, "hello", "hi", title=title)[0]


def asked(chat: Chat, text: str, *files: Attachment) -> Message:
    return msgspec.structs.replace(user(chat, text), attachments=files)


DRAFTS = st.builds(
    Unsent, st.text(), st.lists(st.sampled_from(FILES), unique_by=lambda file: file.id, max_size=3).map(tuple)
)


@dear(20)
@given(st.lists(st.tuples(st.sampled_from("ab"), DRAFTS), max_size=8))
def test_what_was_put_last_comes_back(written: list[tuple[str, Unsent]]) -> None:
    expected: dict[str, Unsent] = {}
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        for chat, unsent in written:
            store.put_draft(chat, unsent)
            expected[chat] = unsent
        expected = {chat: unsent for chat, unsent in expected.items() if unsent.text.strip() or unsent.attachments}
        owned = {file.id for unsent in expected.values() for file in unsent.attachments}
        store.close()
        store = open_store(Path(folder))
        assert kept(store) == expected
        assert count(store, "document") == len(owned)
        store.close()


def test_what_is_known_of_their_chats_and_their_order(store: Store) -> None:
    chat = begun(store)
    store.put_draft(chat.id, Unsent("first"))
    store.put_draft("nowhere", Unsent("second"))
    store.trash_chats([chat.id])
    assert store.drafts() == [
        StoredDraft(chat.id, Unsent("first"), True), StoredDraft("nowhere", Unsent("second"), False)
    ]  # fmt: skip
    store.restore_chats([chat.id])
    store.move_draft("nowhere", "elsewhere")
    store.put_draft(chat.id, Unsent("again"))
    assert [(one.chat, one.begun) for one in store.drafts()] == [("elsewhere", False), (chat.id, True)]


def test_a_message_takes_its_draft_with_it_and_keeps_its_files(store: Store) -> None:
    chat = a_chat("Birds")
    store.put_draft(chat.id, Unsent("What is", FILES[:2]))
    question = asked(chat, "What is it?", *FILES[:1])
    store.add_user_message(question, chat, True)
    assert store.drafts() == []
    assert store.messages_of(chat.id)[0].attachments == FILES[:1]
    assert count(store, "document") == 1, "the file that was not sent is gone"
    assert [found.chat.id for found in store.search("egrets")] == [chat.id]


def test_an_edited_message_leaves_the_draft_alone(store: Store) -> None:
    chat = begun(store)
    store.put_draft(chat.id, Unsent("next", FILES[:1]))
    store.add_user_message(asked(chat, "other words", *FILES[:1]))
    assert kept(store) == {chat.id: Unsent("next", FILES[:1])}
    store.put_draft(chat.id, Unsent())
    assert store.messages_of(chat.id)[-1].attachments == FILES[:1]


def test_a_message_that_finds_no_room_leaves_its_draft(store: Store) -> None:
    chat = begun(store)
    store.put_draft(chat.id, Unsent("short"))
    with store._read() as db:
        db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
    with pytest.raises(StoreFull):
        store.add_user_message(user(chat, "a long text " * 5000), None, True)
    assert kept(store) == {chat.id: Unsent("short")}


def test_a_draft_goes_with_its_chat_for_good_and_not_before(store: Store) -> None:
    chat, other = begun(store), begun(store, "Other")
    store.put_draft(chat.id, Unsent("unsaid", FILES[:1]))
    store.put_draft(other.id, Unsent("stays", FILES[:1]))
    store.trash_chats([chat.id])
    assert set(kept(store)) == {chat.id, other.id}
    delete_for_good(store, [chat.id])
    assert kept(store) == {other.id: Unsent("stays", FILES[:1])}
    store.trash_chats([other.id], now=1.0)
    with store._write() as db:
        db.execute("UPDATE chat SET created = 0")
    assert purge(store, 2.0) == [other.id]
    assert (store.drafts(), count(store, "document")) == ([], 0)


def test_neither_search_nor_copies_nor_exports_hold_drafts(store: Store) -> None:
    chat = begun(store)
    store.put_draft(chat.id, Unsent("unsaid words", FILES[:1]))
    assert store.search("unsaid") == store.search("egrets") == []
    copy = copy_of(store, chat.id, "copy")
    assert copy is not None
    assert list(kept(store)) == [chat.id]
    view = store.view(chat.id)
    assert view is not None
    assert "unsaid" not in markdown(view)
    out = JsonExport()
    data = out.begin(0.0) + out.chat(chat, store.messages_of(chat.id), "") + out.end()
    assert b"unsaid" not in data and b"egrets" not in data


def test_a_picture_that_only_a_draft_has_is_kept(store: Store, tmp_path: Path) -> None:
    Pictures(tmp_path / "pictures").keep(b"a picture")
    digest = Pictures(tmp_path / "pictures").keep(b"a picture")
    picture = Attachment(id="p", name="p.png", kind="picture", text="", digest=digest, width=1, height=1)
    store.put_draft("nowhere", Unsent("", (picture,)))
    pictures = Pictures(tmp_path / "pictures")  # of a later launch: nothing waits
    assert pictures.sweep(store.picture_digests()) == 0
    assert pictures.path(digest).is_file()
    store.put_draft("nowhere", Unsent())
    assert pictures.sweep(store.picture_digests()) == 1


def test_wiping_leaves_no_word(store: Store) -> None:
    chat = begun(store)
    store.put_draft(chat.id, Unsent("unspoken-kittiwake", (a_file("document-cormorant"),)))
    store.put_draft("nowhere", Unsent("unspoken-guillemot"))
    store.wipe_drafts()
    store.tidy_file()
    assert store.drafts() == []
    stored = store.path.read_bytes()
    for word in (b"unspoken-kittiwake", b"document-cormorant", b"cormor", b"unspoken-guillemot"):
        assert word not in stored


def test_drafts_are_read_out_of_a_damaged_file(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    chat = begun(store)
    store.put_draft(chat.id, Unsent("unsaid", FILES[:2]))
    store.put_draft("nowhere", Unsent("", FILES[2:]))
    with store._write() as db:
        db.execute("PRAGMA foreign_keys = OFF")
    with store._read() as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        root = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'activity'").fetchone()[0]
        size = db.execute("PRAGMA page_size").fetchone()[0]
    store.close()
    data = bytearray((tmp_path / "longthread.db").read_bytes())
    data[(root - 1) * size : root * size] = b"\xff" * size
    (tmp_path / "longthread.db").write_bytes(bytes(data))
    store = open_store(tmp_path)
    try:
        assert store.damaged is not None
        assert kept(store) == {chat.id: Unsent("unsaid", FILES[:2]), "nowhere": Unsent("", FILES[2:])}
        assert [chat.title for chat in store.chats()] == ["Birds"], "their files are in no chat"
    finally:
        store.close()


def test_what_is_to_replace_something_goes_with_it(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    first, messages = converse(store, "hello", "hi", title="Birds")
    second, others = converse(store, "who", "me", title="Fish")
    edits = {EDIT + messages[0].id: Unsent("hello there", FILES[:1]), EDIT + others[1].id: Unsent("you")}
    for key, unsent in (edits | {PROMPT + first.id: Unsent("Be brief."), second.id: Unsent("and?")}).items():
        store.put_draft(key, unsent)
    found = {one.chat: (one.begun, one.place) for one in store.drafts()}
    assert found == {
        EDIT + messages[0].id: (True, first.id), EDIT + others[1].id: (True, second.id),
        PROMPT + first.id: (True, ""), second.id: (True, ""),
    }  # fmt: skip
    store.delete_from(second.id, others[1].id)
    assert {one.chat for one in store.drafts() if not one.begun} == {EDIT + others[1].id}
    store.trash_chats([first.id])
    delete_for_good(store, [first.id])
    assert set(kept(store)) == {EDIT + others[1].id, second.id} and count(store, "document") == 0
