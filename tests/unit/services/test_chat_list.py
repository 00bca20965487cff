"""Folders, several chats at once, the trash, copies, jumps to a message, and titles, through the services."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QObject
from shiboken6 import delete, isValid

from app.core.chat_values import Message
from app.core.store import StoreFull, merging
from app.core.texts import say
from app.core.work_values import Notice
from app.services.chat import deletion
from app.services.chat.chat_search import ChatSearch
from app.services.chat.titles import Told, tidy
from tests.fake_engine import Script
from tests.unit.core.store_helpers import converse
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness


def three(h: Harness) -> list[str]:
    """Ids of three stored chats."""
    ids = []
    for text in ("first heron", "second crane", "third stork"):
        h.conversation.new_chat()
        h.send(text)
        ids.append(h.conversation.view.chat.id)
    h.settle()
    return ids


def listed(h: Harness) -> list[tuple[str, list[str]]]:
    """Groups with the titles in them."""
    h.settle()
    return [
        (group.folder.name if group.folder else group.key, [chat.title for chat in group.chats])
        for group in h.context.chats.groups
    ]


def test_folders_from_beginning_to_end(start: Start) -> None:
    h = start()
    h.wait_idle()
    one, two, _ = three(h)
    chats = h.context.chats
    chats.create_folder("  Water \n birds ", [one, two])
    assert listed(h) == [("Water birds", ["second crane", "first heron"]), ("today", ["third stork"])]
    (folder,) = chats.folders
    chats.rename_folder(folder.id, "Birds")
    chats.rename_folder(folder.id, "   ")
    chats.collapse_folder(folder.id, True)
    chats.move([one], "")
    assert listed(h) == [("Birds", ["second crane"]), ("today", ["third stork", "first heron"])]
    assert chats.folders[0].collapsed
    chats.delete_folder(folder.id)
    chats.create_folder("   ")
    assert listed(h) == [("today", ["third stork", "second crane", "first heron"])]


def test_a_folder_that_was_removed_is_had_again_until_all_chats_are_wiped(start: Start) -> None:
    h = start()
    h.wait_idle()
    one, *_ = three(h)
    chats = h.context.chats
    chats.create_folder("Birds", [one])
    before = listed(h)
    (folder,) = chats.folders
    chats.delete_folder(folder.id)
    assert listed(h) == [("today", ["third stork", "second crane", "first heron"])]
    (notice,) = (notice for notice in h.notices if notice.action == "undo_folder")
    assert notice.text == "Removed folder “Birds”."
    for _ in range(2):  # the second time, it is there already
        h.context.act(notice)
        assert listed(h) == before and chats.folders == [folder]
    chats.delete_folder(folder.id)
    h.settle()
    h.context.privacy.wipe("chats")
    h.wait(lambda: not h.context.privacy.busy)
    h.context.act(notice)
    assert listed(h) == [] and h.context.store.folders() == []


def test_a_folder_that_a_full_disk_refuses_can_be_had_again(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    h.wait_idle()
    chats = h.context.chats
    chats.create_folder("Birds")
    h.settle()
    (folder,) = chats.folders
    chats.delete_folder(folder.id)
    h.settle()

    def full(*_: object) -> None:
        raise StoreFull("store.full")

    with monkeypatch.context() as patch:
        patch.setattr(h.context.store, "restore_folder", full)
        h.context.act(h.notices[-1])
        h.settle()
    again = h.notices[-1]
    assert (again.level, again.action, chats.folders) == ("error", "undo_folder", [])
    h.context.act(again)
    h.settle()
    assert chats.folders == [folder]


def test_several_go_to_the_trash_and_undo_brings_all_back(start: Start) -> None:
    h = start()
    h.wait_idle()
    ids = three(h)
    h.context.chats.trash(ids)
    assert listed(h) == []
    assert h.messages == ()  # the open one was among them
    notice = next(notice for notice in h.notices if notice.action == "undo_trash")
    assert notice.text == "Moved 3 chats to the trash."
    assert [chat.id for chat in h.context.chats.trash_can] == sorted(ids)
    h.context.act(notice)
    assert listed(h) == [("today", ["third stork", "second crane", "first heron"])]
    assert h.context.chats.trash_can == ()
    h.notices.clear()
    h.context.chats.trash(["nothing"])
    h.settle()
    assert h.notices == []


def test_deleted_for_good_with_what_the_engine_kept(start: Start) -> None:
    h = start()
    h.wait_idle()
    one, two, three_ = three(h)
    gone: list[tuple[str, ...]] = []
    h.context.chats.deleted.connect(gone.append)
    folder = h.context.paths.chat(one)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "memory").write_bytes(b"x")
    h.context.chats.trash([one, two])
    h.context.chats.delete_for_good([one, three_])  # the last is not in the trash
    h.wait(lambda: gone and not folder.exists())
    h.settle()  # the list is read again after that is told
    assert gone == [(one,)]
    assert [chat.id for chat in h.context.chats.trash_can] == [two]
    assert listed(h) == [("today", ["third stork"])]


def test_what_cannot_be_undone_since_the_chat_was_deleted_for_good_is_told(start: Start) -> None:
    h = start()
    h.wait_idle()
    other, *_ = three(h)
    chat = h.conversation.view.chat.id
    h.conversation.delete_from(h.messages[-1].id)
    h.settle()
    h.context.chats.trash([chat])
    h.settle()
    h.context.chats.delete_for_good([chat])
    h.settle()
    undo = {notice.action: notice for notice in h.notices if notice.action}
    gone = say("chat.gone")
    for action in ("undo_trash", "undo_delete"):
        h.notices.clear()
        h.context.act(undo[action])
        h.settle()
        assert [notice.text for notice in h.notices] == [gone], action
    h.context.chats.trash([other])
    h.settle()
    h.context.chats.restore([chat, other])  # one of them is there
    h.context.chats.restore([])
    h.settle()
    assert [notice.text for notice in h.notices if not notice.action] == [gone]
    assert h.context.store.chat(other).trashed_at is None  # type: ignore[union-attr]


def test_others_use_the_store_while_many_chats_are_deleted(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    h.wait_idle()
    monkeypatch.setattr(deletion, "SLICE_S", 0.0)  # one chat at a time
    ids = [converse(h.context.store, "question", "reply")[0].id for _ in range(3)]
    gone: list[tuple[str, ...]] = []
    h.context.chats.deleted.connect(gone.append)
    left: list[int] = []

    def look(_: object = None) -> None:
        h.context.ops.store(lambda: sum(h.context.store.chat(one) is not None for one in ids), left.append)

    h.context.chats.trash(ids)
    h.settle()
    h.context.chats.trash_changed.connect(look)  # once they are hidden
    h.context.chats.delete_for_good(ids)
    look()
    h.wait(lambda: gone)
    assert left[0] == 3 and 0 < left[1] < 3, "all of them were deleted before anybody else had a turn"
    assert gone == [tuple(ids)] and not any(map(h.context.store.chat, ids))


def test_what_was_deleted_before_the_disk_was_full_is_told(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    h.wait_idle()
    store = h.context.store
    ids = [converse(store, "question", "reply")[0].id for _ in range(4)]
    monkeypatch.setattr(deletion, "SLICE_S", 0.0)  # one chat at a time
    gone: list[tuple[str, ...]] = []
    h.context.chats.deleted.connect(gone.append)
    h.context.chats.trash(ids)
    h.settle()
    real = store.delete_hidden

    def delete(some: Sequence[str], seconds: float) -> list[str]:
        if some[0] != ids[0]:
            raise StoreFull("store.full")
        return real(some, seconds)

    monkeypatch.setattr(store, "delete_hidden", delete)
    h.context.chats.delete_for_good(ids)
    h.wait(lambda: gone)
    h.settle()
    assert gone == [(ids[0],)]
    assert h.notices[-1].level == "error"
    assert store.hidden() == ids[1:] and h.context.chats.trash_can == (), "the next start deletes them"


def test_what_the_end_of_the_program_left_of_a_deletion_is_done_by_the_next_start(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    h.wait_idle()
    store = h.context.store
    ids = [converse(store, "question", "reply")[0].id for _ in range(4)]
    folders = [h.context.paths.chat(one) for one in ids]
    for folder in folders:
        folder.mkdir()
    kept = converse(store, "question", "reply")[0]
    h.context.chats.trash(ids)
    h.settle()
    monkeypatch.setattr(store, "delete_hidden", lambda ids, _: ids)  # killed before it got to any
    h.context.chats.delete_for_good(ids)
    h.settle()
    h.context.chats.restore(ids)  # too late
    h.context.shutdown()
    again = start()
    again.wait(lambda: not again.context.store.hidden() and not any(folder.exists() for folder in folders))
    again.settle()
    assert [chat.id for chat in again.context.chats.chats] == [kept.id]
    assert again.context.chats.trash_can == () and not again.context.store.chat(ids[0])


def test_deleted_text_leaves_a_large_index_in_slices(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "SLICE_S", 0.0)
    h = start()
    h.wait_idle()
    store = h.context.store
    ids = [converse(store, f"question {number}", "reply")[0].id for number in range(3)]
    gone: list[tuple[str, ...]] = []
    h.context.chats.deleted.connect(gone.append)
    h.context.chats.trash(ids)
    h.context.chats.delete_for_good(ids)

    def left() -> bool:
        with store._read() as db:
            return merging.is_left(db)

    h.wait(lambda: gone and not left())
    with store._read() as db:
        assert not any(b"question" in block for (block,) in db.execute("SELECT block FROM message_words_data"))


def test_a_copy_is_shown_in_the_list(start: Start) -> None:
    h = start()
    h.wait_idle()
    one, *_ = three(h)
    made: list[str] = []
    h.context.chats.duplicate(one, made.append)
    h.context.chats.duplicate("nothing", made.append)
    h.wait(lambda: made)
    assert "Copy of first heron" in listed(h)[0][1]
    h.open(made[0])
    assert h.texts[0] == "first heron"
    h.send("goes on by itself")
    assert len(h.context.store.messages_of(one)) == 2


def test_search_tells_only_the_last_and_follows_the_list(start: Start) -> None:
    h = start()
    h.wait_idle()
    one, *_ = three(h)
    told: list[tuple[str, list[str]]] = []
    search = ChatSearch(h.context.store, h.context.ops, h.context.chats, h.context)
    search.found.connect(lambda text, hits: told.append((text, [hit.chat.title for hit in hits])))
    search.search("heron")
    h.settle()
    assert told == [("heron", ["first heron"])]
    h.context.chats.trash([one])
    h.settle()
    assert told[-1] == ("heron", [])
    search.search("  ")
    assert told[-1] == ("", [])
    assert len(told) == 3


def test_what_a_closed_windows_search_found_is_told_nobody(start: Start) -> None:
    h = start()
    h.wait_idle()
    window = QObject()
    search = ChatSearch(h.context.store, h.context.ops, h.context.chats, window)
    search.search("heron")
    delete(window)
    h.context.ops.flush()  # raised that the source of the signal has been deleted
    assert not isValid(search)


def test_a_search_leads_to_its_message(start: Start) -> None:
    h = start(Script(replies=(("an answer about ibises",), ("another answer",))))
    h.wait_idle()
    h.send("question")
    first = h.messages[1].id
    h.conversation.regenerate()
    h.wait_idle()
    assert h.texts == ["question", "another answer"]
    chat, second = h.conversation.view.chat.id, h.messages[1].id
    sought: list[str] = []
    h.conversation.message_sought.connect(sought.append)
    h.conversation.open_chat(chat, second)  # it is shown: nothing is opened anew
    assert sought == [second]
    (hit,) = h.context.store.search("ibises")
    h.conversation.open_chat(chat, hit.message)
    h.wait(lambda: sought == [second, first])
    assert h.texts == ["question", "an answer about ibises"]
    h.conversation.new_chat()
    h.conversation.open_chat(chat, second)
    h.wait(lambda: sought == [second, first, second])
    assert h.texts == ["question", "another answer"]
    h.wait_idle()
    h.send("and on")  # the memory follows the branch
    assert h.states == ["done"] * 4


def test_a_message_that_is_gone_opens_its_chat_all_the_same(start: Start) -> None:
    h = start()
    h.wait_idle()
    one, *_ = three(h)
    sought: list[str] = []
    h.conversation.message_sought.connect(sought.append)
    h.conversation.open_chat(one, "nothing")
    h.wait(lambda: h.conversation.view.chat.id == one)
    assert sought == []


# --------------------------------------------------------------------------- titles


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ("Grey birds", "Grey birds"),
        ('"Grey birds."\n\nBecause they are', "Grey birds"),
        ("**Title: Grey birds**", "Grey birds"),
        ("Titel: „Graue Vögel“", "Graue Vögel"),
        ("<think>\nhm\n</think>\n\n# Grey birds", "Grey birds"),
        ("<think>\nnever ends", ""),
        ("  \n ", ""),
        ("word " * 200, ""),
        ("Is it C++?", "Is it C++?"),
    ],
)
def test_a_title_out_of_an_answer(answer: str, title: str) -> None:
    assert tidy(answer) == title


class Asker:
    """Keeps who asked for a title, to answer when the test wants it."""

    def __init__(self, h: Harness) -> None:
        self.asked: list[tuple[str, int, Told]] = []
        h.context.titles.ask = self

    def __call__(self, chat: str, messages: Sequence[Message], told: Told) -> None:
        self.asked.append((chat, len(messages), told))


def test_a_title_is_asked_for_once_after_the_first_reply(start: Start) -> None:
    h = start()
    asker = Asker(h)
    h.wait_idle()
    h.send("Which birds live here?")
    h.send("second question")
    ((chat, messages, told),) = asker.asked
    assert messages == 2
    told("Birds of the lake\n")
    h.wait(lambda: h.conversation.view.chat.title == "Birds of the lake")
    assert listed(h) == [("today", ["Birds of the lake"])]
    told("")  # and nothing more
    h.settle()
    assert h.conversation.view.chat.id == chat
    assert h.conversation.view.chat.titled_by == "model"


def test_a_title_that_comes_late_leaves_that_of_the_person(start: Start) -> None:
    h = start()
    asker = Asker(h)
    h.wait_idle()
    h.send("first question")
    h.context.chats.rename(h.conversation.view.chat.id, "Mine")
    h.settle()
    asker.asked[0][2]("Theirs")
    h.settle()
    assert h.conversation.view.chat.title == "Mine"
    assert listed(h) == [("today", ["Mine"])]
    h.conversation.regenerate()
    h.wait_idle()
    assert len(asker.asked) == 1


def test_a_reply_that_was_stopped_asks_for_no_title(start: Start) -> None:
    h = start(Script(hold_at=2))
    asker = Asker(h)
    h.wait(lambda: h.conversation.phase.value == "idle")
    h.conversation.send("question")
    h.wait(lambda: h.engine.holding)
    h.conversation.stop()
    h.wait_idle()
    assert asker.asked == []
    assert not [notice for notice in h.notices if isinstance(notice, Notice) and notice.level == "error"]
