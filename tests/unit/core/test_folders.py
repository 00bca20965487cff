"""Folders, the trash, titles and copies in the store."""

from __future__ import annotations

import msgspec

from app.core.chat_values import Folder, Message, new_id
from app.core.document_values import Project
from app.core.store import Store, grouped
from tests.unit.core.store_helpers import converse, copy_of, delete_for_good, purge, reply, user


def test_chats_go_into_a_folder_and_stay_when_it_goes(store: Store) -> None:
    one, _ = converse(store, "a", "b")
    two, _ = converse(store, "c", "d")
    folder = Folder(new_id(), "Work")
    store.create_folder(folder)
    store.move_chats([one.id, two.id], folder.id)
    assert {chat.folder for chat in store.chats()} == {folder.id}
    store.rename_folder(folder.id, "Job")
    store.collapse_folder(folder.id, True)
    assert store.folders() == [Folder(folder.id, "Job", True)]
    store.trash_chats([two.id])
    store.delete_folder(folder.id)
    assert store.folders() == []
    assert [chat.folder for chat in store.chats()] == [""]
    store.restore_chats([two.id])
    assert {chat.id: chat.folder for chat in store.chats()} == {one.id: "", two.id: ""}


def test_a_folder_that_was_taken_away_comes_back_with_its_chats(store: Store) -> None:
    one, two, moved, other = (converse(store, "a", "b")[0] for _ in range(4))
    folder, elsewhere = Folder(new_id(), "Work"), Folder(new_id(), "Elsewhere")
    for made in (folder, elsewhere):
        store.create_folder(made)
    store.move_chats([one.id, two.id, moved.id], folder.id)
    store.trash_chats([two.id])
    store.collapse_folder(folder.id, True)
    store.put_project(Project(folder.id, "Be brief.", "Ask Anna."))
    removed = store.delete_folder(folder.id)
    assert removed is not None and store.delete_folder(folder.id) is None
    store.move_chats([moved.id], elsewhere.id)
    store.restore_folder(removed)
    assert store.folders() == [Folder(folder.id, "Work", True), elsewhere], "in its old place"
    assert store.projects()[folder.id] == Project(folder.id, "Be brief.", "Ask Anna.")
    store.restore_chats([two.id])
    assert {chat.id: chat.folder for chat in store.chats()} == {
        one.id: folder.id, two.id: folder.id, moved.id: elsewhere.id, other.id: ""
    }  # fmt: skip


def test_a_folder_that_is_gone_takes_nothing(store: Store) -> None:
    chat, _ = converse(store, "a", "b")
    folder = Folder(new_id(), "Work")
    store.create_folder(folder)
    store.move_chats([chat.id], folder.id)
    store.move_chats([chat.id], "nothing")
    assert store.chats()[0].folder == folder.id
    store.move_chats([chat.id], "")
    assert store.chats()[0].folder == ""


def test_groups_with_folders(store: Store) -> None:
    zoo, art = Folder("1", "zoo"), Folder("2", "Art")
    one, two, three = (converse(store, "q", "a", title=name)[0] for name in ("one", "two", "three"))
    one = msgspec.structs.replace(one, folder="1")
    two = msgspec.structs.replace(two, folder="1", pinned=True)
    groups = grouped([one, two, three], [zoo, art], now=1000.0)
    assert [(group.key, group.folder, [chat.title for chat in group.chats]) for group in groups] == [
        ("pinned", None, ["two"]),
        ("folder", art, []),
        ("folder", zoo, ["one"]),
        ("today", None, ["three"]),
    ]


def test_a_title_of_the_person_is_never_replaced(store: Store) -> None:
    chat, _ = converse(store, "a", "b", title="a")
    assert store.title_chat(chat.id, "Made up")
    assert store.title_chat(chat.id, "Made up again")
    store.rename_chat(chat.id, "Mine")
    assert not store.title_chat(chat.id, "Theirs")
    assert store.chats()[0].title == "Mine"


def test_trash_keeps_restores_and_deletes_for_good(store: Store) -> None:
    one, _ = converse(store, "first", "b")
    two, _ = converse(store, "second", "d")
    kept, _ = converse(store, "third", "f")
    assert store.trash_chats([one.id, two.id, one.id], now=5.0) == [one.id, two.id]
    assert store.trash_chats([one.id], now=9.0) == []  # its time counts from the first
    assert [chat.id for chat in store.trashed()] == sorted([one.id, two.id])
    assert delete_for_good(store, [two.id, kept.id]) == [two.id]
    assert store.chat(two.id) is None and store.chat(kept.id) is not None
    store.restore_chats([one.id])
    assert store.trashed() == []
    assert {chat.id for chat in store.chats()} == {one.id, kept.id}


def test_a_copy_has_all_branches_and_a_life_of_its_own(store: Store) -> None:
    chat, (question, answer) = converse(store, "question", "first answer", title="Talk")
    other = reply(chat, "second answer", question.id, "streaming")
    store.save_reply(other)
    folder = Folder(new_id(), "Work")
    store.create_folder(folder)
    store.move_chats([chat.id], folder.id)
    store.pin_chats([chat.id], True)
    store.set_chat_memory(chat.id, 100, 0.5, True)
    copy = copy_of(store, chat.id, "Talk (copy)")
    assert copy is not None
    assert (copy.title, copy.folder, copy.pinned, copy.tokens) == ("Talk (copy)", folder.id, False, 0)
    view = store.view(copy.id)
    assert view is not None
    assert [(one.content, one.state) for one in view.messages] == [
        ("question", "done"),
        ("second answer", "interrupted"),
    ]
    assert len(view.messages[1].siblings) == 2
    ids = {message.id for message in store.messages_of(copy.id)}
    assert not ids & {question.id, answer.id, other.id}
    store.delete_from(copy.id, view.messages[0].id)
    assert len(store.messages_of(chat.id)) == 3
    assert store.duplicate_chat("nothing", "x") is None


def test_a_copy_leaves_deleted_messages_behind(store: Store) -> None:
    chat, (_, answer) = converse(store, "question", "answer")
    more = user(chat, "gone", answer.id)
    store.add_user_message(more)
    store.delete_from(chat.id, more.id)
    copy = copy_of(store, chat.id, "copy")
    assert copy is not None
    assert [message.content for message in store.messages_of(copy.id)] == ["question", "answer"]


def test_an_import_is_seen_only_when_it_is_whole(store: Store) -> None:
    chat = msgspec.structs.replace(converse(store, "a", "b")[0], id=new_id(), title="Imported", head="")
    question = Message(id=new_id(), chat=chat.id, role="user", content="flamingo", created=5.0)
    chat = msgspec.structs.replace(chat, head=question.id)
    store.stage_chats([(chat, [question])])
    assert [one.title for one in store.chats()] == ["Chat"]
    assert store.trashed() == [] and store.search("flamingo") == []
    store.delete_hidden([chat.id])
    assert store.chat(chat.id) is None
    store.stage_chats([(chat, [question])])
    store.finish_import([(chat.id, "From afar")])
    assert {one.title for one in store.chats()} == {"Chat", "Imported"}
    assert [folder.name for folder in store.folders()] == ["From afar"]
    assert store.search("flamingo")[0].chat.folder == store.folders()[0].id
    store.delete_hidden([chat.id])  # too late: it is a chat like any other
    assert store.chat(chat.id) is not None


def test_emptying_the_trash_leaves_an_import_alone(store: Store) -> None:
    """It is neither deleted nor shown as if somebody had thrown it away."""
    chat = msgspec.structs.replace(converse(store, "a", "b")[0], id=new_id(), head="")
    store.stage_chats([(chat, [])])
    assert purge(store, before=chat.created + 1e6) == []
    assert store.trashed() == [] and store.hide_trashed([chat.id]) == []
    store.restore_chats([chat.id])
    assert store.finish_import([(chat.id, "")]) == 0
    assert chat.id in {one.id for one in store.chats()}


def test_what_an_import_left_behind_is_deleted(store: Store) -> None:
    kept = converse(store, "a", "b")[0]
    chat = msgspec.structs.replace(kept, id=new_id(), head="")
    store.stage_chats([(chat, [])])
    assert store.hidden() == [chat.id]
    store.delete_hidden(store.hidden())
    assert store.chat(chat.id) is None and store.chat(kept.id) is not None
