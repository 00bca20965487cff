"""The world goes wrong around the program: the disk, the clock, the memory; nothing is lost and it is told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from app.core import store as store_module
from app.core.chat_values import new_id
from app.core.store import Store
from app.core.store.integrity import Faults
from engine import protocol
from tests.attachment_files import put
from tests.unit.core.store_helpers import a_chat, purge, put_chat
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.words import hint_of

DAY = 86400.0
NOW = 1_800_000_000.0


@contextmanager
def no_room(store: Store) -> Iterator[None]:
    """The disk is full: the database may not grow by a page."""
    with store._read() as db:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages}")
    yield
    with store._read() as db:
        db.execute("PRAGMA max_page_count = 1000000")


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    """The folder may only be read, as after the system found a fault in its file system."""
    with store._read() as db:
        db.execute("PRAGMA query_only = ON")
    yield
    with store._read() as db:
        db.execute("PRAGMA query_only = OFF")


@contextmanager
def refused_end(start: Start) -> Iterator[Harness]:
    """A chat whose last reply ended on a full disk, on which it goes on."""
    h = start()
    h.wait_idle()
    h.send("before")
    h.engine.paused = True
    h.conversation.send("question")
    h.wait(lambda: len(h.messages) == 4)
    h.settle()
    with read_only(h.context.store):
        h.engine.paused = False
        h.engine.step()
        h.wait_idle()
        assert h.messages[-1].content and h.stored()[-1].content == ""
        yield h


@pytest.mark.parametrize("fault", [no_room, read_only])
def test_a_setting_that_cannot_be_stored_is_told_and_holds_for_now(start: Start, fault: Callable[..., object]) -> None:
    h = start()
    h.wait_idle()
    h.send("hello")
    with fault(h.context.store):  # type: ignore[attr-defined]
        h.context.settings.set("chat.system_prompt", "long " * 4000)
        h.settle()
        assert h.notices[-1].level == "error"
        assert hint_of(h.notices[-1])
        assert h.context.settings.text("chat.system_prompt").startswith("long")
    h.send("and on it goes")
    assert h.stored() == list(h.messages)
    h.context.settings.set("model.n_ctx", 1024)
    h.context.shutdown()
    again = start()
    assert again.context.settings.integer("model.n_ctx") == 1024
    again.wait_idle()
    assert len(again.messages) == 4


def test_what_was_set_on_a_full_disk_is_stored_once_there_is_room(start: Start, tmp_path: Path) -> None:
    """Setting it once more would do nothing: it is so already."""
    h = start()
    h.wait_idle()
    h.send("hello")
    chat = h.conversation.view.chat.id
    h.context.chats.create_folder("Work")
    h.settle()
    (folder,) = (one.id for one in h.context.store.folders())
    model = h.context.models.state.path
    documents: list[tuple[str, ...]] = []
    h.context.documents.add([put(tmp_path, "flood.txt", "The dam broke in 1953.\n")], documents.append)
    h.wait(lambda: documents and h.context.documents.idle)

    def change() -> None:
        known = [prompt.id for prompt in h.context.prompts.all if prompt.name == "Shorten"]
        assert h.context.prompts.save("Shorten", "Make this shorter:", *known)
        h.context.documents.mounts.set_notes(folder, "Due in May.")
        h.context.documents.mounts.mount("chat", chat, documents[0])
        h.context.care.set_notes(model, "Good at lists.")
        h.conversation.set_system_prompt("Be brief.")
        h.settle()

    told = len(h.notices)
    with read_only(h.context.store):
        change()
    assert len(h.notices) > told
    change()
    h.context.shutdown()
    again = start()
    assert "Make this shorter:" in [prompt.text for prompt in again.context.prompts.all]
    assert again.context.documents.mounts.project(folder).notes == "Due in May."
    assert again.context.documents.mounts.of("chat", chat) == documents[0]
    assert {row.path: row.notes for row in again.context.store.models()}[model] == "Good at lists."
    kept = again.context.store.chat(chat)
    assert kept is not None and kept.system_prompt == "Be brief."


def test_a_compaction_on_a_full_disk_has_its_mark_once_there_is_room(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("hello")
    with read_only(h.context.store):
        h.conversation.compact_now()
        h.wait(lambda: h.marks)
        h.wait_idle()
    (mark,) = h.marks
    chat = h.conversation.view.chat.id
    h.send("and on it goes")
    assert [one.id for one in h.context.store.marks(chat)] == [mark.id]
    with read_only(h.context.store):
        h.conversation.undo_compaction()
        h.wait(lambda: h.conversation.view.marks == ())
        h.wait_idle()
    h.send("and on")
    assert h.context.store.marks(chat) == []


def test_a_mark_that_waits_for_room_does_not_outlive_its_compaction(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("hello")
    with read_only(h.context.store):
        h.conversation.compact_now()
        h.wait(lambda: h.marks)
        h.wait_idle()
    h.conversation.undo_compaction()
    h.wait(lambda: h.conversation.view.marks == ())
    h.wait_idle()
    h.send("and on it goes")
    assert h.context.store.marks(h.conversation.view.chat.id) == []


def test_what_cannot_be_written_comes_back_to_the_composer(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("before")
    with read_only(h.context.store):
        h.conversation.send("in vain")
        h.wait(lambda: h.refused)
        assert h.refused == ["in vain"]
        assert "is writable" in hint_of(h.notices[-1])
        assert len(h.messages) == 2
    h.send("in vain")
    assert h.texts[2] == "in vain"
    assert h.stored() == list(h.messages)


@contextmanager
def no_replies(store: Store) -> Iterator[None]:
    """The store takes questions, but has no room for what follows them."""
    with store._read() as db:
        db.execute(
            "CREATE TEMP TRIGGER no_replies BEFORE INSERT ON main.message WHEN new.role = 'assistant'"
            " BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
    yield
    with store._read() as db:
        db.execute("DROP TRIGGER no_replies")


@pytest.mark.parametrize("begun", [False, True])
def test_a_question_is_stored_with_its_reply_or_not_at_all(start: Start, begun: bool) -> None:
    """Else what is refused would be there all the same, and a new chat could never be sent to again."""
    h = start()
    h.wait_idle()
    if begun:
        h.send("before")
    before = h.messages
    with no_replies(h.context.store):
        h.conversation.send("question")
        h.wait(lambda: h.refused == ["question"])
        assert h.stored() == list(before) == list(h.messages)
    h.send("question")
    assert h.refused == ["question"] and h.texts[len(before)] == "question"
    assert h.stored() == list(h.messages)


def test_a_full_disk_is_not_told_with_all_that_the_engine_does(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("hello")
    chat = h.conversation.view.chat.id
    memory = msgspec.structs.replace(h.memory[-1], tokens=77)
    with read_only(h.context.store):
        for tokens in (1, 2, 3):
            h.engine.timed.emit(protocol.SnapshotWritten(id=0, chat_id=chat, path="", ms=1.0, tokens=tokens, bytes=9))
        h.context.conversations._replies.keep_memory(memory)
        h.settle()
    assert h.notices == []
    h.context.conversations._replies.keep_memory(memory)
    h.settle()
    stored = h.context.store.chat(chat)
    assert stored is not None and stored.tokens == memory.whole


@pytest.mark.parametrize("way", ["branch", "duplicate"])
def test_a_copy_of_a_chat_is_made_with_its_marks_or_not_at_all(start: Start, way: str) -> None:
    h = start()
    h.wait_idle()
    h.send("hello")
    h.conversation.compact_now()
    h.wait(lambda: h.marks)
    h.wait_idle()
    chat, last = h.conversation.view.chat.id, h.messages[-1].id
    store, copies = h.context.store, list[str]()

    def copy() -> None:
        if way == "branch":
            h.conversation.fork(last)
        else:
            h.context.chats.duplicate(chat, copies.append)
        h.settle()

    with store._read() as db:
        db.execute("CREATE TEMP TRIGGER full BEFORE INSERT ON main.mark BEGIN SELECT RAISE(ABORT, 'no room'); END")
    copy()
    assert [one.id for one in store.chats()] == [chat] and h.notices[-1].level == "error"
    with store._read() as db:
        db.execute("DROP TRIGGER full")
    copy()
    (made,) = (one.id for one in store.chats() if one.id != chat)
    assert [mark.range for mark in store.marks(made)] == [mark.range for mark in h.marks]
    assert [mark.after for mark in store.marks(made)] == [store.messages_of(made)[0].id]


def test_an_edit_that_cannot_be_written_leaves_the_chat_as_it_was(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    h.send("two")
    before = h.messages
    with read_only(h.context.store):
        h.conversation.edit(before[0].id, "in vain")
        h.wait(lambda: h.refused == ["in vain"])
    h.wait(lambda: h.messages == before)
    h.send("three")
    assert h.stored() == list(h.messages) and len(h.messages) == 6


def test_a_reply_whose_drafts_cannot_be_stored_is_shown_and_stored_at_the_next_occasion(start: Start) -> None:
    with refused_end(start) as h:
        assert h.messages[-1].content
        assert h.notices
    h.conversation.regenerate()
    h.wait_idle()
    assert h.stored() == list(h.messages)


class Clock:
    """A wall clock that can be set."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("time.time", clock)
    monkeypatch.setattr("time.time_ns", lambda: int(clock.now * 1e9))
    return clock


def trashed(h: Harness) -> str:
    h.send("keep me")
    chat = h.conversation.view.chat.id
    h.conversation.new_chat()
    h.context.store.trash_chats([chat])
    h.settle()
    return chat


def test_a_chat_stays_in_order_while_the_clock_jumps(start: Start, clock: Clock) -> None:
    h = start()
    h.wait_idle()
    for jump in (0.0, -400 * DAY, 8 * 3600.0, 5000 * DAY, -4600 * DAY):  # sleep, wake, a wrong battery clock, set right
        clock.now += jump
        h.send(f"after {jump}")
    assert [text for text in h.texts if text.startswith("after")] == [
        f"after {jump}" for jump in (0.0, -400 * DAY, 8 * 3600.0, 5000 * DAY, -4600 * DAY)
    ]
    assert h.stored() == list(h.messages)
    assert sorted(message.id for message in h.messages) == [message.id for message in h.messages]
    later = [new_id() for _ in range(3)]
    assert later == sorted(later)


def test_a_clock_far_ahead_once_does_not_empty_the_trash(start: Start, clock: Clock) -> None:
    h = start()
    h.wait_idle()
    chat = trashed(h)
    h.context.shutdown()
    for wrong_or_right in (NOW + 4000 * DAY, NOW + DAY):
        clock.now = wrong_or_right
        h = start()
        h.wait_idle()
        h.settle()
        assert h.context.store.chat(chat) is not None, wrong_or_right
        h.context.shutdown()
    for day in (31, 32):  # when it really is time, it goes at the second start that says so
        clock.now = NOW + day * DAY
        h = start()
        h.wait_idle()
        h.settle()
        assert (h.context.store.chat(chat) is None) == (day == 32)
        h.context.shutdown()


def test_a_clock_that_stood_at_its_beginning_does_not_empty_the_trash(start: Start, clock: Clock) -> None:
    h = start()
    h.wait_idle()
    clock.now = 100.0
    chat = a_chat(updated=NOW)
    put_chat(h.context.store, chat)
    h.context.store.trash_chats([chat.id], now=clock.now)
    clock.now = NOW
    assert purge(h.context.store, before=NOW - 30 * DAY) == []
    assert purge(h.context.store, before=NOW + DAY) == [chat.id]


def test_windows_do_not_wait_for_the_weekly_copy(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a large file it takes seconds, in which the store answers nobody: not who reads what they are to show."""
    copied: list[bool] = []
    monkeypatch.setattr(Store, "backup_if_due", lambda _store: copied.append(True))
    h = start()
    h.settle()  # all that the start asked of the store
    assert copied == []
    h.wait(lambda: copied)


def held_copy(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Holds the next copy while it is looked at: that it is, and what lets it go on."""
    copying, go_on = threading.Event(), threading.Event()
    real = store_module.look

    def look(copy: Path) -> Faults:
        copying.set()
        go_on.wait()
        return real(copy)

    monkeypatch.setattr(store_module, "look", look)
    return copying, go_on


def test_nobody_waits_for_the_weekly_copy(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    copying, go_on = held_copy(monkeypatch)
    h = start()
    h.wait(copying.is_set)
    h.wait_idle()
    h.conversation.send("Hello")
    h.wait(lambda: h.states == ["done", "done"])
    backups = h.context.paths.backups
    assert not list(backups.glob("*.db"))
    go_on.set()
    h.wait(lambda: list(backups.glob("longthread-weekly-*.db")))


def test_a_copy_that_is_being_made_is_wiped_with_the_others(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    h.wait_idle()
    h.settle()
    store, backups = h.context.store, h.context.paths.backups
    copying, go_on = held_copy(monkeypatch)
    h.context.ops.run(lambda: store.backup_if_due(now=NOW * 2))
    h.wait(copying.is_set)
    wiped: list[object] = []
    h.context.ops.store(store.wipe_copies, wiped.append)
    go_on.set()
    h.wait(lambda: wiped)
    assert list(backups.iterdir()) == []


def test_a_copy_of_the_future_does_not_stop_the_weekly_ones(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.settle()
    store = h.context.store
    assert store.backup_if_due(now=NOW * 2) is not None
    assert store.backup_if_due() is None
    assert store.backup_if_due(now=NOW / 2) is not None, "the last copy seems to come from the future"
