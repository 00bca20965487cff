"""The file under the store: versions, migrations, damage, a full disk, a killed process."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.draft import Unsent
from app.core.store import Store, StoreFull, StoreTooNew, StoreUnavailable
from app.core.store.database import MAJOR, UserVersion, migrations, statements
from app.core.store.errors import StoreBroken, translate
from tests.unit.core.store_helpers import a_chat, a_file, converse, open_store, put_chat, user

ROOT = Path(__file__).resolve().parents[3]
FIXTURES = ROOT / "tests" / "fixtures" / "store"


@given(st.integers(0, 0x7FFF), st.integers(0, 0xFFFF))
def test_version_round_trip(major: int, minor: int) -> None:
    version = UserVersion(major, minor)
    assert UserVersion.of(int(version)) == version


def test_version_refuses_negative() -> None:
    with pytest.raises(ValueError, match="-1"):
        UserVersion.of(-1)


def test_migrations_are_numbered_without_gaps() -> None:
    assert [number for number, _, _ in migrations()] == list(range(1, len(migrations()) + 1))


def test_statements_keeps_triggers_whole_and_refuses_an_unfinished_one() -> None:
    sql = "-- note\nCREATE TRIGGER t AFTER INSERT ON a BEGIN\n  SELECT 1;\n  SELECT 2;\nEND;\nSELECT 3;\n-- end\n"
    parts = list(statements(sql))
    assert len(parts) == 2
    assert "SELECT 2" in parts[0]
    with pytest.raises(ValueError, match="unfinished"):
        list(statements("SELECT 1"))


def test_what_refers_to_a_row_is_found_by_an_index(store: Store) -> None:
    """Else each deleted message has all chats read, those that a chat brings along one by one."""
    found = []
    with store._read() as db:
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = db.execute(f"PRAGMA table_info({table})").fetchall()
            first = {name for _, name, _, _, _, place in columns if place == 1}
            for index in db.execute(f"PRAGMA index_list({table})").fetchall():
                first.add(db.execute(f"PRAGMA index_info({index[1]})").fetchone()[2])
            keys = db.execute(f"PRAGMA foreign_key_list({table})").fetchall()
            found += [f"{table}.{key[3]}" for key in keys if key[3] not in first]
    assert found == []


def test_fresh_file_has_the_settings_that_matter(store: Store) -> None:
    with store._read() as db:
        pragma = {
            name: db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "foreign_keys", "secure_delete", "synchronous", "user_version")
        }
    assert pragma == {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "secure_delete": 1,
        "synchronous": 1,
        "user_version": int(UserVersion(MAJOR, migrations()[-1][0])),
    }


@pytest.mark.skipif(os.name != "posix", reason="POSIX rights")
def test_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    store = open_store(tmp_path / "data")
    store.close()
    assert (tmp_path / "data" / "longthread.db").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("minor", [1, 4, 5, 7, 8, 10, 12, 14, 15, 16, 17, 18, 19, 20, 21])
def test_migration_from_earlier_schemas(tmp_path: Path, minor: int) -> None:
    shutil.copy(FIXTURES / f"v1.{minor}.db", tmp_path / "longthread.db")
    store = open_store(tmp_path)
    try:
        assert store.damaged is None
        assert [chat.title for chat in store.chats()] == ["Old chat"]
        assert [found.chat.id for found in store.search("heron")] == ["c1"]
        assert store.search("deleted question") == []  # deleted before the index was made
        assert store.search("Near wat") == []  # still streaming
        assert store.recover_replies() == 1
        assert [found.chat.id for found in store.search("near WAT")] == ["c1"]
        view = store.view("c1")
        assert view is not None
        assert [message.state for message in view.messages] == ["done", "done", "done", "interrupted"]
        settings = store.all_settings()
        assert settings.pop("appearance.theme") == '"dark"'
        if minor < 8:
            assert settings == {} and store.models() == [] and view.settings == {}
        else:
            memory_by = "size" if minor == 8 else "tokens"  # what was chosen in MB is told as such
            if minor == 14:  # what used to be the default is automatic now, what was chosen stays
                assert settings.pop("model.kv_type") == '"q8_0"'
            if minor >= 18:  # what was an error is how many of 100 words stay
                assert settings.pop("memory.same_words") == "90"
            assert settings == {"model.memory_mb": "512", "model.memory_by": f'"{memory_by}"'}
            limited = {"memory.same_words": "99"} if minor >= 18 else {}
            assert view.settings == {"sampling.temperature": "0.1", **limited}
            own = {"model.n_ctx": "2048"} if minor == 14 else {}
            own |= {"memory.same_words": "0"} if minor >= 18 else {}
            assert store.model_settings() == {"fp": {"sampling.top_k": "7", **own}}
            (model,) = store.models()
            mine = ("Mine", "slow", "", True) if minor >= 9 else ("", "", None, False)
            assert (model.title, model.notes, model.mmproj, model.hidden) == mine
            assert model.facts is None, "headers are read again"
        assert [(chat.folder, chat.titled_by) for chat in store.chats()] == [("", "person")]
        assert not store.title_chat("c1", "A title nobody asked for")
        assert len(store.marks("c1")) == (1 if minor >= 4 else 0)
        assert all(mark.same == -1 for mark in store.marks("c1"))
        assert [len(mark.heads) for mark in store.marks("c1")] == [int(minor >= 10)] * (minor >= 4)
        seen = msgspec.structs.replace(user(a_chat(), "with a file", "m4"), chat="c1", attachments=(a_file("egrets"),))
        store.add_user_message(seen)
        assert [found.chat.id for found in store.search("egrets")] == ["c1"]
        files = view.messages[0].attachments
        assert [file.text for file in files] == ["a note on storks"] * (minor >= 12)
        assert [found.chat.id for found in store.search("storks")] == ["c1"] * (minor >= 12)
        store.put_draft("c1", Unsent("next", files))
        assert [one.unsent.attachments for one in store.drafts()] == [files]
        check_index(store)
    finally:
        store.close()
    copies = list((tmp_path / "backups").glob("longthread-before-*.db"))
    assert len(copies) == 1
    with closing(sqlite3.connect(copies[0])) as copy:
        assert copy.execute("PRAGMA user_version").fetchone()[0] == int(UserVersion(1, minor))
        assert copy.execute("SELECT count(*) FROM message").fetchone()[0] == 5


def test_a_failing_migration_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    converse_and_close(tmp_path, "hello", "hi")
    broken = [*migrations(), (99, "0099_broken.sql", "CREATE TABLE extra (a);\nINSERT INTO nowhere VALUES (1);\n")]
    monkeypatch.setattr("app.core.store.database.migrations", lambda: broken)
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        open_store(tmp_path)
    monkeypatch.undo()
    store = open_store(tmp_path)
    assert len(store.search("hello")) == 1
    with store._read() as db:
        assert db.execute("SELECT name FROM sqlite_master WHERE name = 'extra'").fetchone() is None
    store.close()


def test_a_later_major_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    converse_and_close(tmp_path, "hello", "hi")
    with closing(sqlite3.connect(tmp_path / "longthread.db")) as db:
        db.execute(f"PRAGMA user_version = {int(UserVersion(2, 0))}")
    with pytest.raises(StoreTooNew) as refused:
        open_store(tmp_path)
    assert "newer version" in refused.value.message
    assert refused.value.hint
    with closing(sqlite3.connect(tmp_path / "longthread.db")) as db:
        assert db.execute("SELECT count(*) FROM message").fetchone()[0] == 2


def test_a_later_minor_version_opens(tmp_path: Path) -> None:
    converse_and_close(tmp_path, "hello", "hi")
    with closing(sqlite3.connect(tmp_path / "longthread.db")) as db:
        db.execute(f"PRAGMA user_version = {int(UserVersion(1, 900))}")
    store = open_store(tmp_path)
    assert len(store.chats()) == 1
    store.close()


@pytest.mark.parametrize("damage", [b"this is no database at all, but some other file" * 100, b"\0" * 8192])
def test_a_file_that_is_no_database_is_kept_aside(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "longthread.db").write_bytes(damage)
    store = open_store(tmp_path)
    try:
        assert store.damaged is not None
        assert store.damaged.read_bytes() == damage
        assert store.rescued == 0
        assert store.chats() == []
        converse(store, "it works", "again")
    finally:
        store.close()


def test_readable_messages_are_taken_out_of_a_damaged_file(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    _, messages = converse(store, *[f"message {n} " + "text " * 200 for n in range(60)])
    store.put_setting("a", "1")
    store.close()
    path = tmp_path / "longthread.db"
    with closing(sqlite3.connect(path)) as db:
        page_size = db.execute("PRAGMA page_size").fetchone()[0]
        root = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'message'").fetchone()[0]
    data = bytearray(path.read_bytes())
    middle = data.find(b"message 30 text")
    page = middle // page_size * page_size
    assert page // page_size + 1 != root
    data[page : page + page_size] = os.urandom(page_size)
    path.write_bytes(bytes(data))
    store = open_store(tmp_path)
    try:
        assert store.damaged is not None
        assert 40 <= store.rescued < 60
        with store._read() as db:
            ids = {row[0] for row in db.execute("SELECT id FROM message")}
        assert messages[0].id in ids
        assert messages[-1].id in ids
        assert [chat.title for chat in store.chats()] == ["Chat"]
        assert store.all_settings()["a"] == "1"
        assert store.search("message 59")
        check_index(store)
    finally:
        store.close()


def test_full_disk_is_told_and_loses_nothing(store: Store) -> None:
    chat, messages = converse(store, "hello", "hi")
    with store._read() as db:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFull) as full:
        store.add_user_message(user(chat, "a long text " * 5000, messages[-1].id))
    assert "disk is full" in full.value.message
    assert "Free some space" in full.value.hint
    view = store.view(chat.id)
    assert view is not None
    assert [message.content for message in view.messages] == ["hello", "hi"]
    with store._read() as db:
        db.execute("PRAGMA max_page_count = 1073741823")
    store.add_user_message(user(chat, "a long text " * 5000, messages[-1].id))
    view = store.view(chat.id)
    assert view is not None
    assert len(view.messages) == 3


def test_a_file_held_by_another_program_is_told(tmp_path: Path, store: Store) -> None:
    with store._read() as db:
        db.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(tmp_path / "longthread.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable):
            put_chat(store, a_chat())
        other.execute("ROLLBACK")
    put_chat(store, a_chat())
    assert len(store.chats()) == 1


def test_errors_of_ours_are_not_dressed_up() -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        with pytest.raises(sqlite3.OperationalError) as ours:
            db.execute("SELECT nonsense")
        assert translate(ours.value) is None
    assert isinstance(StoreBroken("x"), Exception)


def test_weekly_copy(store: Store, tmp_path: Path) -> None:
    converse(store, "hello", "hi")
    first = store.backup_if_due()
    assert first is not None
    assert store.backup_if_due() is None
    with closing(sqlite3.connect(first)) as copy:
        assert copy.execute("SELECT count(*) FROM message").fetchone()[0] == 2
    begin = first.stat().st_mtime
    for day in range(8, 80, 8):
        assert store.backup_if_due(now=begin + day * 86400) is not None
    assert len(list((tmp_path / "backups").glob("*.db"))) == 5


WRITER = """
    import sys
    from pathlib import Path
    import msgspec
    from tests.unit.core.store_helpers import a_chat, open_store, reply, user

    store = open_store(Path(sys.argv[1]))
    chat = a_chat("Killed")
    question = user(chat, "the question")
    store.add_user_message(question, chat)
    answer = reply(chat, "", question.id, "streaming")
    number = 0
    while True:
        store.save_reply(msgspec.structs.replace(answer, content=" ".join(str(n) for n in range(number))))
        print(number, flush=True)
        number += 1
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_kill_in_mid_stream_loses_only_what_was_not_saved(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(WRITER), str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            if int(line) == 40:
                break
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read()
    process.wait()
    saved = max([40, *(int(line) for line in rest.splitlines(keepends=True) if line.endswith("\n"))])
    store = open_store(tmp_path)
    try:
        assert store.damaged is None
        assert store.recover_replies() == 1
        (chat,) = store.chats()
        view = store.view(chat.id)
        assert view is not None
        question, answer = view.messages
        assert question.content == "the question"
        assert question.state == "done"
        assert answer.state == "interrupted"
        assert answer.meta.reason == "crash"
        assert answer.can_continue
        words = answer.content.split()
        assert len(words) >= saved
        assert words == [str(n) for n in range(len(words))]
        check_index(store)
    finally:
        store.close()


def converse_and_close(folder: Path, *texts: str) -> None:
    store = open_store(folder)
    converse(store, *texts)
    store.close()


def check_index(store: Store) -> None:
    """Raises if a search index does not agree with the messages."""
    with store._read() as db:
        for index in ("message_search", "message_words"):
            db.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)")
