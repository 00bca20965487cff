"""What a start finds of chats that are gone, and what it keeps of those that may come back."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from app.core.chat_values import new_id
from app.core.paths import Paths
from app.core.store import LOST_AT, Store, StoreFull
from app.services.left_behind import LAST_START
from engine import protocol
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness


def begin(start: Start) -> Harness:
    h = start()
    h.wait_idle()
    return h


def settle(h: Harness) -> None:
    """All that a start tidies, on other threads as well."""
    h.settle()
    for _ in range(4):  # there are two of them
        done = threading.Event()
        h.context.ops.run(done.set)
        h.wait(done.is_set)
    h.settle()


def a_picture(paths: Paths, digit: str) -> Path:
    paths.pictures.mkdir(exist_ok=True)
    picture = paths.pictures / f"{digit * 64}.png"
    picture.write_bytes(b"png")
    return picture


def a_folder(paths: Paths) -> Path:
    folder = paths.chat(new_id())
    folder.mkdir()
    (folder / "tokens.log").write_bytes(b"secret")
    return folder


def lose_database(paths: Paths) -> list[Path]:
    """Set the database aside, with nothing that it could be read from; where its files are."""
    away = paths.data / "away"
    away.mkdir()
    for copy in paths.backups.iterdir():
        copy.unlink()
    return [path.rename(away / path.name) for path in paths.data.glob("longthread.db*")]


@pytest.mark.parametrize("how", ["missing", "damaged", "copy"])
def test_pictures_and_saved_states_wait_for_a_database_that_is_lost(start: Start, how: str) -> None:
    h = begin(start)
    h.send("hello")
    paths = h.context.paths
    if how == "copy":
        for copy in paths.backups.iterdir():
            copy.unlink()
        assert h.context.store.backup_if_due() is not None
    h.context.shutdown()
    picture, folder = a_picture(paths, "a"), a_folder(paths)
    if how == "damaged":
        for copy in paths.backups.iterdir():
            copy.unlink()
        paths.database.write_bytes(b"SQLite format 3\0" + b"\1" * 9000)
    elif how == "missing":
        lose_database(paths)
    else:
        paths.database.unlink()
    h = begin(start)
    settle(h)
    assert picture.exists() and folder.exists()
    later = a_picture(paths, "b")
    h.context.remains.remove([])  # as after a chat was deleted for good
    settle(h)
    assert picture.exists() and not later.exists()
    h.context.shutdown()
    h = begin(start)
    settle(h)
    assert picture.exists() and folder.exists(), "the new database is whole, but not the one that was asked for"


def test_once_the_database_is_back_they_go_by_what_it_has(start: Start) -> None:
    h = begin(start)
    paths = h.context.paths
    h.context.shutdown()
    picture, folder = a_picture(paths, "a"), a_folder(paths)
    aside = lose_database(paths)
    h = begin(start)
    settle(h)
    h.context.shutdown()
    assert picture.exists() and folder.exists()
    for path in paths.data.glob("longthread.db*"):
        path.unlink()
    for path in aside:
        path.rename(paths.data / path.name)
    settle(begin(start))
    assert not picture.exists() and not folder.exists()


def damage(paths: Paths) -> None:
    for copy in paths.backups.iterdir():
        copy.unlink()
    paths.database.write_bytes(b"SQLite format 3\0" + b"\1" * 9000)


def test_a_start_that_is_refused_after_the_recovery_costs_no_pictures(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = begin(start)
    h.send("hello")
    paths = h.context.paths
    h.context.shutdown()
    picture, folder = a_picture(paths, "a"), a_folder(paths)
    damage(paths)

    def full(*_: object) -> None:
        raise StoreFull("store.full")

    for name in ("put_setting", "recover_replies"):  # whatever comes first, as a kill would
        monkeypatch.setattr(Store, name, full)
    with pytest.raises(StoreFull):
        start()
    monkeypatch.undo()
    settle(begin(start))
    assert picture.exists() and folder.exists()


def test_a_clock_that_was_ahead_on_that_day_keeps_nothing_for_years(start: Start) -> None:
    h = begin(start)
    paths = h.context.paths
    h.context.shutdown()
    picture = a_picture(paths, "a")
    lose_database(paths)
    h = begin(start)
    settle(h)
    ahead = str(time.time() + 3650 * 86400)
    h.context.store.put_setting(LOST_AT, ahead)
    h.context.store.put_setting(LAST_START, ahead)
    h.context.shutdown()
    for again in range(2):  # one start may be by a clock that is behind
        h = begin(start)
        settle(h)
        stored = float(h.context.store.all_settings()[LOST_AT])
        assert (stored <= time.time()) == bool(again)
        assert picture.exists()
        h.context.shutdown()


@pytest.mark.parametrize("days", [(0, 1000, 0, 0), (0, 1000, 1000, 0, 0), (1000, 0, 0)])
def test_a_clock_that_is_behind_shortens_no_time(
    start: Start, monkeypatch: pytest.MonkeyPatch, days: tuple[int, ...]
) -> None:
    """``days``: by how many it is, at each start from that on which finds the database lost."""
    h = begin(start)
    paths = h.context.paths
    h.context.shutdown()
    picture, folder = a_picture(paths, "a"), a_folder(paths)
    lose_database(paths)
    now = time.time
    for behind in days:
        monkeypatch.setattr(time, "time", lambda behind=behind: now() - behind * 86400)
        h = begin(start)
        settle(h)
        h.context.shutdown()
    assert picture.exists() and folder.exists()


def test_pictures_of_its_own_chats_go_with_these(start: Start) -> None:
    """Also those that were there when it began, out of a copy of the lost one."""
    h = begin(start)
    h.send("hello")
    chat = h.conversation.view.chat.id
    h.settle()
    paths = h.context.paths
    own, lost = a_picture(paths, "a"), a_picture(paths, "b")
    with h.context.store._write() as db:
        (message,) = db.execute("SELECT id FROM message WHERE chat = ? LIMIT 1", (chat,)).fetchone()
        db.execute(
            "INSERT INTO document (id, name, kind, text, digest) VALUES ('p', 'p', 'picture', '', ?)", (own.stem,)
        )
        db.execute("INSERT INTO attachment VALUES (?, 0, 'p')", (message,))
    for copy in paths.backups.iterdir():
        copy.unlink()
    assert h.context.store.backup_if_due() is not None
    h.context.shutdown()
    paths.database.unlink()
    h = begin(start)
    settle(h)
    assert own.exists() and lost.exists()
    h.context.shutdown()
    h = begin(start)
    settle(h)
    h.context.chats.trash([chat])
    h.settle()
    h.context.chats.delete_for_good([chat])
    settle(h)
    assert h.context.store.chat(chat) is None
    assert lost.exists() and not own.exists()


def test_what_saved_states_of_deleted_chats_had_is_deleted_at_once(start: Start) -> None:
    """The folder of a chat only lists it; until the next save it would stay, and could be read."""
    h = begin(start)
    ids = []
    for text in ("one", "two"):
        h.conversation.new_chat()
        h.send(text)
        ids.append(h.conversation.view.chat.id)
    folders = [h.context.paths.chat(one) for one in ids]
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
    h.settle()
    h.context.chats.trash(ids)
    h.settle()
    assert not h.requests(protocol.TidySnapshots)
    h.context.chats.delete_for_good(ids)
    h.wait(lambda: h.requests(protocol.TidySnapshots))
    assert {request.chunks for request in h.requests(protocol.TidySnapshots)} == {str(h.context.paths.pieces)}
    settle(h)
    assert not any(folder.exists() for folder in folders)


def test_they_do_not_wait_for_ever(start: Start) -> None:
    h = begin(start)
    paths = h.context.paths
    h.context.shutdown()
    picture, folder = a_picture(paths, "a"), a_folder(paths)
    lose_database(paths)
    h = begin(start)
    settle(h)
    h.context.store.put_setting(LOST_AT, str(time.time() - 31 * 86400))
    h.context.shutdown()
    h = begin(start)
    settle(h)
    assert not picture.exists() and not folder.exists()
    assert not [key for key in h.context.store.all_settings() if key.startswith("store.")]


def test_folders_of_chats_that_are_gone_go_with_the_next_start(start: Start) -> None:
    h = begin(start)
    h.send("kept")
    kept = h.context.paths.chat(h.conversation.view.chat.id)
    h.conversation.new_chat()
    h.send("in the trash")
    trashed = h.conversation.view.chat.id
    h.settle()
    h.context.chats.trash([trashed])
    h.settle()
    paths = h.context.paths
    h.context.shutdown()
    others = [paths.pieces, paths.chats / "something else", paths.chats / "others"]
    for folder in (kept, paths.chat(trashed), *others):
        folder.mkdir(exist_ok=True)
    gone = a_folder(paths)
    settle(begin(start))
    assert not gone.exists()
    assert all(folder.exists() for folder in (kept, paths.chat(trashed), *others))


def test_a_copy_that_has_no_room_keeps_no_saved_state(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = begin(start)
    h.send("secret")
    chat = h.conversation.view.chat.id
    h.settle()
    h.context.store.trash_chats([chat], now=time.time() - 40 * 86400)
    h.context.store._connection.execute("UPDATE chat SET created = 1.0")
    h.context.shutdown()
    folder = h.context.paths.chat(chat)
    folder.mkdir(exist_ok=True)

    def full(_: Store) -> None:
        raise StoreFull("store.full")

    monkeypatch.setattr(Store, "backup_if_due", full)
    h = begin(start)
    settle(h)
    assert h.context.store.chat(chat) is None and not folder.exists()
    assert h.notices[-1].level == "error", "it is told all the same"
