"""A damaged database: how much is read out of it, and that nothing which interrupts this costs anything."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import textwrap
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.core.chat_values import Chat, Message, MessageMeta
from app.core.document_values import GivenPassage
from app.core.draft import Unsent
from app.core.store import LOST_AT, Store, StoreBroken, StoreFull, database
from app.core.store.connection import connect
from app.core.store.damaged_tables import Gaps
from app.core.store.errors import told
from app.core.store.indexes import MendingConnection
from tests.unit.core.store_helpers import a_chat, a_file, converse, delete_for_good, open_store, reply, user

ROOT = Path(__file__).resolve().parents[3]
PAGE = 4096


def leaves(path: Path) -> list[int]:
    """Numbers of the pages that hold messages, in order."""
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'message'").fetchone()
    data = path.read_bytes()
    start = (root - 1) * PAGE
    assert data[start] == 5, "it has one level of pages below"
    (count,) = struct.unpack_from(">H", data, start + 3)
    cells = struct.unpack_from(f">{count}H", data, start + 12)
    return [struct.unpack_from(">I", data, start + at)[0] for at in (*cells, 8)]


def destroy(path: Path, *pages: int) -> None:
    with path.open("rb+") as file:
        for page in pages:
            file.seek((page - 1) * PAGE)
            file.write(b"\xfa\x11" * (PAGE // 2))


def change(path: Path, old: bytes, new: bytes) -> None:
    data = path.read_bytes()
    assert old in data and len(old) == len(new)
    path.write_bytes(data.replace(old, new))


def filled(folder: Path, chats: int = 20, *, copy: bool = False) -> list[Chat]:
    store = open_store(folder)
    made = [
        converse(store, *[f"text {n} {m} " + "x" * 300 for m in range(20)], title=f"c{n}", updated=1000.0 + n)[0]
        for n in range(chats)
    ]
    if copy:
        assert store.backup_if_due() is not None
    store.close()
    return made


def lengths(store: Store) -> dict[str, int]:
    return {chat.title: len(store.messages_of(chat.id)) for chat in store.chats()}


def agrees(store: Store) -> None:
    with store._read() as db:
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_gaps_that_touch_are_one() -> None:
    gaps = Gaps.of([(5, 8), (0, 3), (2, 5), (9, 11)])
    assert gaps.pairs == ((0, 5), (5, 8), (9, 11)), "5, 8 and 9 are in none"
    assert [number for number in range(12) if gaps.has(number)] == [1, 2, 3, 4, 6, 7, 10]
    assert gaps.common(Gaps(((3, 7),))).pairs == ((3, 5), (5, 7))


def test_what_lies_between_two_damaged_places_is_read(tmp_path: Path) -> None:
    filled(tmp_path)
    path = tmp_path / "longthread.db"
    pages = leaves(path)
    destroy(path, pages[2], pages[-3])
    store = open_store(tmp_path)
    assert store.damaged is not None
    assert 370 <= store.rescued < 400
    assert sum(lengths(store).values()) == store.rescued
    assert min(lengths(store).values()) > 0
    agrees(store)
    store.close()


def test_the_last_page_is_damaged(tmp_path: Path) -> None:
    filled(tmp_path)
    path = tmp_path / "longthread.db"
    destroy(path, leaves(path)[-1], leaves(path)[0])
    store = open_store(tmp_path)
    assert 380 <= store.rescued < 400
    store.close()


def test_what_is_lost_is_taken_from_the_copy_but_not_what_was_deleted_since(tmp_path: Path) -> None:
    chats = filled(tmp_path, copy=True)
    store = open_store(tmp_path)
    store.trash_chats([chats[10].id])
    assert delete_for_good(store, [chats[10].id]) == [chats[10].id]
    store.close()
    path = tmp_path / "longthread.db"
    pages = leaves(path)
    destroy(path, *pages[2:6], *pages[-6:-2])
    store = open_store(tmp_path)
    assert store.damaged is not None and store.copy is None
    assert store.rescued == 380
    assert lengths(store) == {f"c{n}": 20 for n in range(20) if n != 10}
    agrees(store)
    store.close()


def root(path: Path, name: str) -> int:
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    return int(page)


def delete(folder: Path, chats: list[Chat]) -> None:
    """Delete chats for good; something is stored afterwards."""
    store, ids = open_store(folder), [chat.id for chat in chats]
    store.trash_chats(ids)
    assert delete_for_good(store, ids) == ids
    store.put_setting("since", "1")
    store.close()


def test_chats_that_were_all_deleted_do_not_come_back_for_damage_elsewhere(tmp_path: Path) -> None:
    delete(tmp_path, filled(tmp_path, 3, copy=True))
    destroy(tmp_path / "longthread.db", root(tmp_path / "longthread.db", "setting"))
    store = open_store(tmp_path)
    assert store.damaged is not None and store.copy is None
    assert lengths(store) == {}
    store.close()


@pytest.mark.parametrize("index", ["", "sqlite_autoindex_chat_1", "message_place"])
def test_chats_that_were_deleted_do_not_come_back_if_an_index_tells_which_live(tmp_path: Path, index: str) -> None:
    delete(tmp_path, filled(tmp_path, copy=True)[15:])
    path = tmp_path / "longthread.db"
    destroy(path, *([root(path, index)] if index else ()), root(path, "chat"), leaves(path)[-1])
    store = open_store(tmp_path)
    assert lengths(store) == {f"c{n}": 20 for n in range(15)}
    agrees(store)
    store.close()


def test_messages_that_are_all_lost_come_back_for_the_chats_that_an_index_tells(tmp_path: Path) -> None:
    delete(tmp_path, filled(tmp_path, copy=True)[15:])
    path = tmp_path / "longthread.db"
    destroy(path, root(path, "chat"), root(path, "message"))
    store = open_store(tmp_path)
    assert lengths(store) == {f"c{n}": 20 for n in range(15)}
    agrees(store)
    store.close()


def test_all_chats_come_back_if_nothing_tells_which_were_deleted(tmp_path: Path) -> None:
    delete(tmp_path, filled(tmp_path, copy=True)[15:])
    path = tmp_path / "longthread.db"
    indexes = ("sqlite_autoindex_chat_1", "message_place")
    destroy(path, *(root(path, name) for name in (*indexes, "chat", "message")))
    store = open_store(tmp_path)
    assert len(lengths(store)) == 20
    store.close()


def test_a_deleted_chat_does_not_come_back_without_its_messages(tmp_path: Path) -> None:
    delete(tmp_path, filled(tmp_path, copy=True)[15:])
    destroy(tmp_path / "longthread.db", root(tmp_path / "longthread.db", "chat"))
    store = open_store(tmp_path)
    assert lengths(store) == {f"c{n}": 20 for n in range(15)}
    store.close()


def test_drafts_of_deleted_chats_do_not_come_back(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    gone, kept = (converse(store, "q", "a")[0] for _ in range(2))
    store.put_draft(gone.id, Unsent("of a deleted chat", (a_file("deleted file"),)))
    store.put_draft(kept.id, Unsent("of a chat", (a_file("kept file"),)))
    store.put_draft("not begun", Unsent("of no chat yet"))
    assert store.backup_if_due() is not None
    store.close()
    delete(tmp_path, [gone])
    path = tmp_path / "longthread.db"
    destroy(path, *(root(path, name) for name in ("draft", "draft_file", "document")))
    store = open_store(tmp_path)
    found = {one.chat: one.unsent for one in store.drafts()}
    assert {chat: unsent.text for chat, unsent in found.items()} == {
        kept.id: "of a chat",
        "not begun": "of no chat yet",
    }
    assert [file.text for file in found[kept.id].attachments] == ["kept file"]
    assert [chat.id for chat in store.chats()] == [kept.id], "none for files either"
    agrees(store)
    store.close()


def test_files_of_deleted_messages_do_not_come_back(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    gone, kept = a_chat("gone"), a_chat("kept")
    for chat in (gone, kept):
        said = user(chat, "see this")
        store.add_user_message(replace(said, attachments=(a_file(f"file of {chat.title}"),)), chat)
    assert store.backup_if_due() is not None
    store.close()
    delete(tmp_path, [gone])
    path = tmp_path / "longthread.db"
    destroy(path, *(root(path, name) for name in ("attachment", "document")))
    store = open_store(tmp_path)
    assert [chat.title for chat in store.chats()] == ["kept"]
    (message,) = store.messages_of(kept.id)
    assert [file.text for file in message.attachments] == ["file of kept"]
    with store._read() as db:
        assert db.execute("SELECT count(*) FROM document").fetchone() == (1,)
    agrees(store)
    store.close()


def test_a_message_written_since_the_copy_is_kept(tmp_path: Path) -> None:
    chats = filled(tmp_path, copy=True)
    path = tmp_path / "longthread.db"
    store = open_store(tmp_path)
    view = store.view(chats[0].id)
    assert view is not None
    store.add_user_message(user(chats[0], "since then", view.messages[-1].id))
    store.close()
    destroy(path, *leaves(path)[:-2])
    store = open_store(tmp_path)
    assert store.rescued == 401
    view = store.view(chats[0].id)
    assert view is not None
    assert [message.content for message in view.messages][-1] == "since then"
    assert len(view.messages) == 21
    store.close()


KILLED = """
    import os, signal, sys
    from pathlib import Path
    from app.core.store import rebuild, salvage
    from tests.unit.core.store_helpers import open_store

    def killed(*_):
        os.kill(os.getpid(), signal.SIGKILL)

    def half(source, target, move=rebuild.shutil.move):
        move(source, target)
        killed()

    place = rebuild.put_in_place
    def last(source, target):
        killed() if target.name == "longthread.db" else place(source, target)

    if sys.argv[2] == "reading": salvage._mend = killed
    if sys.argv[2] == "made": rebuild._place = killed
    if sys.argv[2] == "named": rebuild._set_aside = killed
    if sys.argv[2] == "half": rebuild.shutil.move = half
    if sys.argv[2] == "last": rebuild.put_in_place = last
    open_store(Path(sys.argv[1]))
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
@pytest.mark.parametrize("when", ["reading", "made", "named", "half", "last"])
def test_a_kill_in_the_recovery_costs_nothing(tmp_path: Path, when: str) -> None:
    filled(tmp_path, 4)
    path = tmp_path / "longthread.db"
    destroy(path, leaves(path)[2])
    child = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path), when],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=False,
    )  # fmt: skip
    assert child.returncode == -signal.SIGKILL, child.stderr
    left = list(tmp_path.glob("longthread.db.for-*"))
    assert len(left) == (when in ("named", "half", "last"))
    assert path.exists() == (when not in ("half", "last"))
    store = open_store(tmp_path)
    assert LOST_AT in store.all_settings()
    assert store.damaged is not None and store.damaged.exists()
    assert 60 <= store.rescued < 80
    assert sum(lengths(store).values()) == store.rescued
    agrees(store)
    store.close()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["backups", "longthread.db"]
    assert [entry.name for entry in (tmp_path / "backups").iterdir()] == [store.damaged.name]


def test_the_journal_of_the_damaged_file_goes_with_it(tmp_path: Path) -> None:
    """Even if only its file was moved when something interrupted that: beside a new one it would be taken for its."""
    filled(tmp_path, 2)
    path, backups = tmp_path / "longthread.db", tmp_path / "backups"
    backups.mkdir(exist_ok=True)
    path.rename(path.with_name("longthread.db.for-damaged-1.db"))
    (backups / "damaged-1.db").write_bytes(b"old")
    path.with_name("longthread.db-wal").write_bytes(b"its journal")
    store = open_store(tmp_path)
    assert store.damaged == backups / "damaged-1.db"
    assert (backups / "damaged-1.db-wal").read_bytes() == b"its journal"
    assert store.rescued == 40
    store.close()


def test_a_new_database_whose_old_one_is_there_still_is_made_anew(tmp_path: Path) -> None:
    filled(tmp_path, 2)
    left = tmp_path / "longthread.db.for-damaged-1.db"
    left.write_bytes(b"from a start that was interrupted")
    store = open_store(tmp_path)
    assert store.damaged is None
    assert lengths(store) == {"c0": 20, "c1": 20}
    store.close()
    assert not left.exists()


def test_a_new_database_is_put_in_place_though_the_old_one_is_gone(tmp_path: Path) -> None:
    """It is the only one that there is."""
    filled(tmp_path, 2)
    path = tmp_path / "longthread.db"
    path.rename(path.with_name("longthread.db.for-damaged-1.db"))
    path.with_name("longthread.db-wal").write_bytes(b"of the old one")
    store = open_store(tmp_path)
    assert lengths(store) == {"c0": 20, "c1": 20}
    assert (tmp_path / "backups" / "damaged-1.db-wal").exists()
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_after_a_kill_it_is_known_of_which_copy_the_messages_are(tmp_path: Path) -> None:
    filled(tmp_path, 4, copy=True)
    path = tmp_path / "longthread.db"
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'message'").fetchone()
    destroy(path, root)
    child = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path), "last"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=False,
    )  # fmt: skip
    assert child.returncode == -signal.SIGKILL, child.stderr
    (copy,) = (tmp_path / "backups").glob("longthread-*.db")
    store = open_store(tmp_path)
    assert (store.copy, store.rescued) == (copy, 80)
    assert store.damaged is not None
    store.close()
    destroy(path, leaves(path)[2])
    store = open_store(tmp_path)
    assert store.damaged is not None and store.copy is None
    assert [key for key in store.all_settings() if key.startswith("store.")] == [LOST_AT], "nothing of the time before"
    store.close()


def test_a_database_that_is_recovered_says_since_when_it_is(tmp_path: Path) -> None:
    filled(tmp_path, 4)
    path = tmp_path / "longthread.db"
    store = open_store(tmp_path)
    assert LOST_AT not in store.all_settings()
    store.put_setting(LOST_AT, "5.0")  # of an earlier time
    store.put_setting("store.lost_pictures", "[]")
    store.close()
    destroy(path, leaves(path)[2])
    before = time.time()
    store = open_store(tmp_path)
    assert before <= float(store.all_settings()[LOST_AT]) <= time.time()
    assert "store.lost_pictures" not in store.all_settings()
    store.close()


@pytest.mark.parametrize("gone", [False, True])
def test_a_full_disk_in_the_recovery_is_told_and_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gone: bool
) -> None:
    filled(tmp_path, copy=True)
    path = tmp_path / "longthread.db"
    if gone:
        path.unlink()
    else:
        destroy(path, leaves(path)[2])

    def small(path: Path) -> MendingConnection:
        connection = connect(path)
        connection.execute("PRAGMA max_page_count = 150")
        return connection

    monkeypatch.setattr(database, "connect", small)
    with pytest.raises(StoreFull):
        open_store(tmp_path)
    monkeypatch.undo()
    assert path.exists() != gone
    assert {entry.name for entry in tmp_path.iterdir()} <= {"backups", "longthread.db"}
    store = open_store(tmp_path)
    assert store.rescued == 400
    assert (store.copy is not None) == gone
    store.close()


def test_no_room_to_set_the_damaged_file_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path, 4)
    path = tmp_path / "longthread.db"
    destroy(path, leaves(path)[2])

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "move", full)
    with pytest.raises(StoreFull):
        open_store(tmp_path)
    monkeypatch.undo()
    store = open_store(tmp_path)
    assert store.damaged is not None and store.rescued >= 60
    store.close()


def test_a_move_that_fails_half_way_leaves_the_new_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the damaged file is away, it is the only one."""
    filled(tmp_path, 4)
    path = tmp_path / "longthread.db"
    destroy(path, leaves(path)[2])
    path.with_name("longthread.db-shm").write_bytes(b"of the old one")
    move = shutil.move

    def full(source: Path, target: Path) -> None:
        if source.name != "longthread.db":
            raise OSError(28, "No space left on device")
        move(source, target)
        source.with_name("longthread.db-shm").write_bytes(b"of the old one")

    monkeypatch.setattr(shutil, "move", full)
    with pytest.raises(StoreFull):
        open_store(tmp_path)
    monkeypatch.undo()
    assert not path.exists() and len(list(tmp_path.glob("longthread.db.for-*"))) == 1
    store = open_store(tmp_path)
    assert store.damaged is not None and store.rescued >= 60
    store.close()


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (b"CREATE TABLE setting (\n    key   TEXT PRIMARY KEY NOT", 46),
        (b"CREATE TABLE model (", 8),
        (b"CREATE INDEX message_place ON message", 33),
    ],
)
def test_a_byte_of_the_schema_that_is_no_text_keeps_no_start_from_being_one(
    tmp_path: Path, text: bytes, at: int
) -> None:
    """SQLite's words quote it, and Python cannot read them."""
    filled(tmp_path, 2)
    change(tmp_path / "longthread.db", text, text[:at] + b"\xc8" + text[at + 1 :])
    with pytest.raises(StoreBroken), told(), closing(sqlite3.connect(tmp_path / "longthread.db")) as db:
        db.execute("SELECT count(*) FROM message")
    with pytest.raises(sqlite3.DatabaseError) as raised:
        connect(tmp_path / "longthread.db")
    assert raised.value.sqlite_errorcode == sqlite3.SQLITE_CORRUPT
    store = open_store(tmp_path)
    assert store.damaged is not None and store.rescued == 40
    assert lengths(store) == {"c0": 20, "c1": 20}
    store.close()


@pytest.mark.parametrize("byte", [b"z", b"\xc8"])
@pytest.mark.parametrize(
    ("text", "at"),
    [
        (b"CREATE TABLE setting (\n    key   TEXT", 28),
        (b"    content    TEXT NOT NULL", 6),
        (b"    parent     TEXT", 6),
        (b"    title             TEXT", 6),
        (b"    meta       TEXT NOT NULL", 6),
    ],
    ids=["a setting", "text", "parent", "title", "meta"],
)
def test_a_byte_in_the_name_of_a_column_costs_nothing(tmp_path: Path, text: bytes, at: int, byte: bytes) -> None:
    filled(tmp_path, 2)
    change(tmp_path / "longthread.db", text, text[:at] + byte + text[at + 1 :])
    store = open_store(tmp_path)
    assert store.damaged is not None and store.rescued == 40
    assert lengths(store) == {"c0": 20, "c1": 20}
    assert all(message.content for chat in store.chats() for message in store.messages_of(chat.id))
    store.close()


def damaged_row(folder: Path, message: Message, at: int, new: bytes) -> None:
    """Write over what lies behind the id of a message: its chat, then its parent."""
    path = folder / "longthread.db"
    data = path.read_bytes()
    old = message.id.encode() + message.chat.encode() + (message.parent or "").encode()
    assert data.count(old) == 1
    start = data.index(old) + len(message.id) + at
    path.write_bytes(data[:start] + new + data[start + len(new) :])


def test_a_head_whose_chat_is_damaged_stays_the_end_of_its_branch(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    chat, said = converse(store, *[f"text {n}" for n in range(10)], title="Mine")
    converse(store, "of another chat", "its reply")
    store.save_reply(reply(chat, "other version", said[0].id))
    store.select_version(chat.id, said[1].id)
    store.close()
    damaged_row(tmp_path, said[9], 3, b"z")
    store = open_store(tmp_path)
    view = store.view(chat.id)
    assert view is not None and [one.content for one in view.messages] == [f"text {n}" for n in range(10)]
    store.close()


def test_a_row_whose_chat_and_parent_are_damaged_hides_nothing_before_it(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    chat, said = converse(store, *[f"text {n}" for n in range(10)], title="Mine")
    converse(store, "of another chat", "its reply")
    store.close()
    damaged_row(tmp_path, said[4], len(chat.id) - 2, b"zzzz")
    for week in range(3):
        store = open_store(tmp_path)
        store.backup_if_due(now=time.time() + week * 8 * 86400)
        view = store.view(chat.id)
        assert view is not None and len(view.messages) == 10, week
        store.close()


def test_a_byte_that_is_no_text_keeps_nothing_from_being_read(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    chat, _ = converse(store, "question of mine", "reply of its", title="MYTITLE")
    store.put_draft(chat.id, Unsent("MYDRAFT"))
    store.close()
    for text in (b"MYTITLE", b"MYDRAFT", b"question of mine"):
        change(tmp_path / "longthread.db", text, b"\xff" + text[1:])
    store = open_store(tmp_path)
    assert [found.title for found in store.chats()] == ["\N{REPLACEMENT CHARACTER}YTITLE"]
    assert [kept.unsent.text for kept in store.drafts()] == ["\N{REPLACEMENT CHARACTER}YDRAFT"]
    view = store.view(chat.id)
    assert view is not None
    assert [message.content[1:] for message in view.messages] == ["uestion of mine", "eply of its"]
    assert [found.chat.id for found in store.search("reply")] == [chat.id]
    store.close()


def stale(folder: Path, index: str) -> Chat:
    """A chat of which a page of ``index`` is as it was 20 messages ago."""
    store = open_store(folder)
    chat, messages = converse(store, *[f"text {n} " + "x" * 300 for n in range(30)])
    with store._read() as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (index,)).fetchone()
    path, place = folder / "longthread.db", slice((root - 1) * PAGE, root * PAGE)
    before = path.read_bytes()[place]
    last: Message = messages[-1]
    for n in range(20):
        last = (user(chat, f"later {n}", last.id), reply(chat, f"later {n}", last.id))[n % 2]
        (store.add_user_message, store.save_reply)[n % 2](last)
    store.close()
    data = bytearray(path.read_bytes())
    data[place] = before
    path.write_bytes(bytes(data))
    return chat


INDEXES = ["sqlite_autoindex_message_1", "message_place", "message_parent"]


@pytest.mark.parametrize("index", INDEXES)
def test_a_start_sees_an_index_that_hides_messages(tmp_path: Path, index: str) -> None:
    chat = stale(tmp_path, index)
    store = open_store(tmp_path)
    view = store.view(chat.id)
    assert view is not None
    assert store.damaged is None
    assert len(view.messages) == len(store.messages_of(chat.id)) == 50
    store.close()


@pytest.mark.parametrize("index", INDEXES)
def test_all_indexes_are_looked_into_on_the_day_of_the_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, index: str
) -> None:
    chat = stale(tmp_path, index)
    monkeypatch.setattr(database, "unequal", lambda _: ())
    store = open_store(tmp_path)
    assert store.backup_if_due() is not None
    view = store.view(chat.id)
    assert view is not None
    assert len(view.messages) == len(store.messages_of(chat.id)) == 50
    agrees(store)
    store.close()


def test_there_is_no_copy_of_what_is_damaged(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    converse(store, "hello", "hi")
    with store._write() as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("UPDATE message SET role = 'usar' WHERE role = 'user'")
    assert store.backup_if_due() is None
    store.close()
    store = open_store(tmp_path)
    assert store.damaged is not None and store.rescued == 2
    assert store.backup_if_due() is not None
    store.close()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"assistanttext 21", b"assistauttext 21"),
        (b"usertext 20", b"\xff\xff\xff\xfftext 20"),
        (b"text 20done", b"text 20dond"),
    ],
)
def test_a_row_that_the_rules_refuse_is_kept(tmp_path: Path, old: bytes, new: bytes) -> None:
    store = open_store(tmp_path)
    texts = [f"text {n}" for n in range(10, 30)]
    chat, messages = converse(store, *texts)
    store.close()
    change(tmp_path / "longthread.db", old, new)
    store = open_store(tmp_path)
    assert store.damaged is not None
    view = store.view(chat.id)
    assert view is not None
    assert [message.content for message in view.messages] == texts
    assert [message.role for message in view.messages] == [message.role for message in messages]
    assert {message.state for message in view.messages} == {"done"}
    store.close()


def test_a_chat_keeps_its_title_when_another_value_of_it_is_damaged(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    chat, _ = converse(store, "hello", "hi")
    store.rename_chat(chat.id, "Mine")
    store.close()
    change(tmp_path / "longthread.db", b"\x03\xe8person", b"\x03\xe8qerson")
    store = open_store(tmp_path)
    assert store.damaged is not None
    assert [(found.id, found.title, found.titled_by) for found in store.chats()] == [(chat.id, "Mine", "person")]
    store.close()


def test_a_message_whose_text_can_be_read_is_kept_whatever_is_lost_beside_it(tmp_path: Path) -> None:
    """The passages of documents that go with a message may take many pages, of which one is damaged."""
    filled(tmp_path, 3)
    store = open_store(tmp_path)
    chat, passage = a_chat("c3"), GivenPassage("d", "book.txt", "y" * 6000 + "damaged here" + "z" * 30_000)
    asked = replace(user(chat, "Who was it?"), meta=MessageMeta(passages=(passage,)))
    store.add_user_message(asked, chat)
    store.save_reply(reply(chat, "The gardener.", asked.id))
    store.close()
    path = tmp_path / "longthread.db"
    destroy(path, path.read_bytes().index(b"damaged here") // PAGE + 1)
    store = open_store(tmp_path)
    assert store.damaged is not None and lengths(store) == {"c0": 20, "c1": 20, "c2": 20, "c3": 2}
    assert [one.content for one in store.messages_of(chat.id)] == ["Who was it?", "The gardener."]
    agrees(store)
    store.close()


def test_what_follows_a_lost_message_follows_the_one_before_it(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    chat, messages = converse(store, *[f"text {n} " + "x" * 300 for n in range(100)])
    other = reply(chat, "another version", messages[50].id)
    store.save_reply(other, shown=False)
    store.close()
    path = tmp_path / "longthread.db"
    pages = leaves(path)
    destroy(path, pages[len(pages) // 2])
    store = open_store(tmp_path)
    assert 80 < store.rescued <= 100
    view = store.view(chat.id)
    assert view is not None
    numbers = [int(message.content.split()[1]) for message in view.messages]
    assert numbers == sorted(numbers)
    assert (numbers[0], numbers[-1]) == (0, 99)
    assert len(numbers) == store.rescued - 1
    agrees(store)
    store.close()


def test_a_damaged_id_hides_nothing(tmp_path: Path) -> None:
    """In the index it is as it was, so that no check of a start sees it."""
    store = open_store(tmp_path)
    chat, messages = converse(store, *[f"text {n}" for n in range(10)])
    store.close()
    place = messages[4].id.encode() + chat.id.encode()
    change(tmp_path / "longthread.db", place, b"z" + place[1:])
    store = open_store(tmp_path)
    assert store.backup_if_due() is not None
    view = store.view(chat.id)
    assert view is not None
    assert [message.content for message in view.messages] == [f"text {n}" for n in range(10)]
    agrees(store)
    store.close()


def test_a_damaged_id_that_is_no_text_loses_no_message(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    chat, messages = converse(store, *[f"text {n}" for n in range(10)])
    store.close()
    place = messages[4].id.encode() + chat.id.encode()
    change(tmp_path / "longthread.db", place, b"\xc8" + place[1:])
    store = open_store(tmp_path)
    assert store.backup_if_due() is not None
    view = store.view(chat.id)
    assert view is not None and len(view.messages) == 10
    agrees(store)
    store.close()


@pytest.mark.parametrize("byte", [b"z", b"\xc8"])
@pytest.mark.parametrize("what", ["chat", "head", "message", "first", "last"])
def test_a_damaged_id_of_a_chat_takes_nothing_from_it(tmp_path: Path, what: str, byte: bytes) -> None:
    store = open_store(tmp_path)
    chat, messages = converse(store, *[f"text {n}" for n in range(10)], title="Mine")
    converse(store, "another", "chat")
    store.close()
    own, ids = chat.id.encode(), [message.id.encode() for message in messages]
    before, then, after = {
        "chat": (b"", own, b"Mine"),
        "head": (own + b"Mine", ids[-1], b""),
        "message": (ids[4], own, ids[3]),
        "first": (ids[0], own, b"user"),
        "last": (ids[-1], own, ids[-2]),
    }[what]
    change(tmp_path / "longthread.db", before + then + after, before + then[:3] + byte + then[4:] + after)
    for start in range(2):
        store = open_store(tmp_path)
        store.backup_if_due(now=time.time() + start * 8 * 86400)  # the day on which all is read
        (found,) = (one for one in store.chats() if one.title == "Mine")
        view = store.view(found.id)
        assert found.id == chat.id and view is not None
        assert [message.content for message in view.messages] == [f"text {n}" for n in range(10)]
        assert len(store.messages_of(found.id)) == 10
        assert store.damaged is None and len(store.chats()) == 2
        agrees(store)
        store.close()


def test_a_chat_with_a_damaged_id_has_its_messages_in_a_new_database_too(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    chat, _ = converse(store, *[f"text {n}" for n in range(10)], title="Mine")
    store.close()
    with closing(sqlite3.connect(tmp_path / "longthread.db", isolation_level=None)) as db:
        db.execute("DROP TABLE mark")
    change(tmp_path / "longthread.db", chat.id.encode() + b"Mine", b"z" + chat.id.encode()[1:] + b"Mine")
    store = open_store(tmp_path)
    assert store.damaged is not None
    assert lengths(store) == {"Mine": 10}
    store.close()


def test_messages_whose_chat_is_lost_are_in_one_of_their_own(tmp_path: Path) -> None:
    filled(tmp_path, 2)
    with closing(sqlite3.connect(tmp_path / "longthread.db", isolation_level=None)) as db:
        db.execute("DELETE FROM chat WHERE title = 'c0'")
    store = open_store(tmp_path)
    assert store.damaged is not None
    assert lengths(store) == {"Recovered chat": 20, "c1": 20}
    for chat in store.chats():
        view = store.view(chat.id)
        assert view is not None and len(view.messages) == 20
    agrees(store)
    store.close()


def test_a_file_that_was_cut_off_is_read_up_to_there(tmp_path: Path) -> None:
    filled(tmp_path)
    path = tmp_path / "longthread.db"
    pages = leaves(path)
    os.truncate(path, sorted(pages)[len(pages) // 2] * PAGE)
    store = open_store(tmp_path)
    assert store.damaged is not None
    assert 150 < store.rescued < 300
    assert sum(lengths(store).values()) == store.rescued
    store.close()


def test_versions_of_one_lost_message_stay_side_by_side(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    chat, messages = converse(store, "one", "two", "three", "four")
    store.save_reply(reply(chat, "four again", messages[2].id))
    store.close()
    with closing(sqlite3.connect(tmp_path / "longthread.db", isolation_level=None)) as db:
        db.execute("DELETE FROM message WHERE content = 'three'")
        db.execute("DROP TABLE mark")
    store = open_store(tmp_path)
    assert store.damaged is not None
    parents = {message.content: message.parent for message in store.messages_of(chat.id)}
    assert parents["four"] == parents["four again"] == messages[1].id
    store.close()


def days(path: Path, days: float) -> Path:
    """Let a copy be of so many days from today."""
    moment = path.stat().st_mtime + days * 86400
    os.utime(path, (moment, moment))
    return path.rename(path.with_name(f"longthread-weekly-{days}.db"))


def test_copies_made_while_the_clock_was_ahead_do_not_take_the_place_of_the_others(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    converse(store, "hello", "hi")
    due = partial(store.backup_if_due, now=2e9)
    for ago in (-40, -32, -24, -16):
        made = due()
        assert made is not None
        days(made, ago)
    made = due()
    assert made is not None
    days(made, 3650)
    made = store.backup_if_due()
    assert made is not None, "a copy of days to come is none of this week"
    assert store.backup_if_due() is None
    names = {entry.name for entry in (tmp_path / "backups").glob("*.db")}
    assert names == {made.name, *(f"longthread-weekly-{ago}.db" for ago in (-40, -32, -24, -16))}
    store.close()


def test_a_copy_of_days_to_come_is_read_last(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    converse(store, "hello", "hi", title="old")
    made = store.backup_if_due()
    assert made is not None
    days(made, 3650)
    converse(store, "hello", "hi", title="new")
    newest = store.backup_if_due()
    store.close()
    (tmp_path / "longthread.db").unlink()
    store = open_store(tmp_path)
    assert store.copy == newest
    assert {chat.title for chat in store.chats()} == {"old", "new"}
    store.close()


def test_what_an_interrupted_copy_left_goes_with_the_next(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    converse(store, "hello", "hi")
    backups = tmp_path / "backups"
    backups.mkdir()
    for name in ("longthread-weekly-20200101-000000.part", "longthread-weekly-20200101-000000.part-journal"):
        (backups / name).write_bytes(b"half")
    made = store.backup_if_due()
    assert made is not None
    assert list(backups.iterdir()) == [made]
    store.close()
