"""Attachments in the store: kept with their messages through every copy, found, and gone with the last of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from app.core.chat_values import Attachment, Chat, Message
from app.core.store import Store
from app.core.transcript import title_of
from app.core.transfer import ImportProgress, JsonExport, TransferError, imported, markdown, sources
from tests.unit.core.store_helpers import (
    a_chat,
    a_file,
    converse,
    copy_of,
    delete_for_good,
    fork_of,
    open_store,
    reply,
    user,
)

NOTES = "The kittiwake nests on cliffs.\nSchöne Küste."


def with_files(store: Store, *files: Attachment, text: str = "What is in it?") -> tuple[Chat, list[Message]]:
    chat = a_chat("Birds")
    question = msgspec.structs.replace(user(chat, text), attachments=files)
    answer = reply(chat, "A note on birds.", question.id)
    store.add_user_message(question, chat)
    store.save_reply(answer)
    return chat, [question, answer]


def documents(store: Store) -> int:
    with store._read() as db:
        return int(db.execute("SELECT count(*) FROM document").fetchone()[0])


def branch(store: Store, chat_id: str) -> tuple[Message, ...]:
    view = store.view(chat_id)
    assert view is not None
    return view.messages


def check_indexes(store: Store) -> None:
    with store._write() as db:
        for index in ("document_search", "document_words"):
            db.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)")


def test_files_come_back_as_they_were_in_their_order(store: Store) -> None:
    files = a_file(NOTES), a_file("x = 1\n", "b.py"), a_file(NOTES)
    chat, messages = with_files(store, *files)
    shown = branch(store, chat.id)
    assert shown[0].attachments == files
    assert shown[1].attachments == ()
    assert store.messages_of(chat.id)[0].attachments == files
    assert messages[0].attachments == files


def test_copies_of_a_message_share_the_text(store: Store) -> None:
    file = a_file(NOTES)
    chat, messages = with_files(store, file)
    fork = fork_of(store, chat.id, messages[1].id, "fork")
    copy = copy_of(store, chat.id, "copy")
    assert fork is not None and copy is not None
    edited = msgspec.structs.replace(user(chat, "And now?"), attachments=(file,))
    store.add_user_message(edited)
    for chat_id in (chat.id, fork.id, copy.id):
        assert branch(store, chat_id)[0].attachments == (file,)
    assert documents(store) == 1


def test_a_text_goes_with_the_last_message_that_has_it(store: Store) -> None:
    chat, messages = with_files(store, a_file(NOTES))
    fork = fork_of(store, chat.id, messages[1].id, "fork")
    assert fork is not None
    for left, chat_id in ((1, chat.id), (0, fork.id)):
        store.trash_chats([chat_id])
        delete_for_good(store, [chat_id])
        assert documents(store) == left
        assert store.merge_indexes(60.0)
        check_indexes(store)
    store.close()
    with closing(sqlite3.connect(store.path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for file in store.path.parent.glob("longthread.db*"):
        assert b"kittiwake" not in file.read_bytes()


def test_deleting_a_message_hides_its_files_and_undo_brings_them_back(store: Store) -> None:
    chat, messages = with_files(store, a_file(NOTES))
    ids = store.delete_from(chat.id, messages[0].id)
    assert store.search("kittiwake") == []
    assert store.restore_messages(chat.id, ids, messages[1].id)
    assert branch(store, chat.id)[0].attachments[0].text == NOTES
    assert store.search("kittiwake")


def test_files_are_searched_by_text_and_name(store: Store) -> None:
    chat, messages = with_files(store, a_file(NOTES, "coast.md"), a_file("nothing here", "other.md"))
    converse(store, "something else", "fine")
    for typed in ("kittiwake", "ittiwak", "kuste", "Küste cliffs", "kittiwake cliffs", "ki"):
        (found,) = store.search(typed)
        assert (found.chat.id, found.message) == (chat.id, messages[0].id), typed
        assert found.snippet.startswith("coast.md: ")
        words = typed.lower().split()
        shown = [found.snippet[start:end].lower() for start, end in found.snippet_spans]
        assert any(word[:2] == part[:2] or "ü" in part or "ittiwak" in part for part in shown for word in words)
    (found,) = store.search("coast")
    assert found.snippet[slice(*found.snippet_spans[0])] == "coast"
    assert store.search("kittiwake elephant") == []
    store.trash_chats([chat.id])
    assert store.search("kittiwake") == []


def test_a_message_of_its_own_words_is_shown_with_those(store: Store) -> None:
    chat, _ = with_files(store, a_file("herons"), text="herons and egrets")
    (found,) = store.search("herons")
    assert found.snippet == "herons and egrets"
    assert chat.id == found.chat.id


def test_export_and_import(store: Store, tmp_path: Path) -> None:
    files = a_file(NOTES), a_file("print('```')\n", "b.py")
    chat, _ = with_files(store, *files)
    out = JsonExport()
    whole = store.chat(chat.id)
    assert whole is not None
    data = out.begin(1.0) + out.chat(whole, store.messages_of(chat.id), "") + out.end()
    path = tmp_path / "chats.json"
    path.write_bytes(data)
    (found,) = [entry for entry in imported(sources([path]), ImportProgress()) if entry is not None]
    came = found.messages[0].attachments
    bare = [msgspec.structs.replace(file, id="") for file in came]
    assert bare == [msgspec.structs.replace(file, id="") for file in files]
    assert {file.id for file in came}.isdisjoint({file.id for file in files})
    store.stage_chats([(found.chat, found.messages)])
    store.finish_import([(found.chat.id, "")])
    assert branch(store, found.chat.id)[0].attachments == came
    assert documents(store) == 4


def test_versions_of_a_message_share_a_file_in_an_export_too(store: Store, tmp_path: Path) -> None:
    file = a_file(NOTES * 1000)
    chat, _ = with_files(store, file)
    store.add_user_message(msgspec.structs.replace(user(chat, "And now?"), attachments=(file, a_file("x"))))
    out = JsonExport()
    whole = store.chat(chat.id)
    assert whole is not None
    data = out.begin(1.0) + out.chat(whole, store.messages_of(chat.id), "") + out.end()
    assert data.count(b"cliffs") == 1000
    path = tmp_path / "chats.json"
    path.write_bytes(data)
    (found,) = [entry for entry in imported(sources([path]), ImportProgress()) if entry is not None]
    first, _, second = found.messages
    assert [len(message.attachments) for message in found.messages] == [1, 0, 2]
    assert first.attachments[0] is second.attachments[0] and second.attachments[1].text == "x"
    store.stage_chats([(found.chat, found.messages)])
    assert documents(store) == 4
    path.write_bytes(data.replace(b'"attachments":[0,1]', b'"attachments":[0,2]'))
    with pytest.raises(TransferError, match="a file of a message is not there"):
        list(imported(sources([path]), ImportProgress()))


def test_a_file_of_text_shows_what_came_with_a_message(store: Store) -> None:
    chat, _ = with_files(store, a_file("a\n````\nb", "fence.md"), text="")
    view = store.view(chat.id)
    assert view is not None
    text = markdown(view)
    assert "**fence.md**\n\n`````\na\n````\nb\n`````\n" in text
    assert "(empty)" not in text


def test_a_chat_without_words_is_called_by_its_file() -> None:
    assert title_of(" ", (a_file("x", "plan.pdf"),)) == "plan.pdf"
    assert title_of("Why?", (a_file("x"),)) == "Why?"


def test_files_are_taken_out_of_a_damaged_database(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    chat, _ = with_files(store, a_file(NOTES))
    with_files(store, a_file("a text whose message is lost", "lost.md"))
    store.close()
    path = tmp_path / "longthread.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        (lost,) = db.execute(
            "SELECT message FROM attachment JOIN document ON document.id = document WHERE name = 'lost.md'"
        ).fetchone()
        db.execute("DELETE FROM message WHERE id = ?", (lost,))
        db.execute("PRAGMA writable_schema = ON")
        db.execute("DELETE FROM sqlite_master WHERE name = 'message_place'")  # the check finds it, all rows can be read
        root = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'mark_chat'").fetchone()[0]
        size = db.execute("PRAGMA page_size").fetchone()[0]
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    data[(root - 1) * size : root * size] = b"\xff" * size
    path.write_bytes(bytes(data))
    store = open_store(tmp_path)
    try:
        assert store.damaged is not None
        assert branch(store, chat.id)[0].attachments[0].text == NOTES
        (found,) = store.search("whose message is lost")
        assert found.chat.title == "Recovered files"
        assert branch(store, found.chat.id)[0].attachments[0].name == "lost.md"
        with store._read() as db:
            assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        check_indexes(store)
    finally:
        store.close()
