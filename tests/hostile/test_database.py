"""A database that something has damaged: nothing is refused, uncaught, lost, or shown as if it never was."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.core.chat_values import new_id
from app.core.paths import Paths
from app.core.store import Store
from app.core.store.database import MAJOR, UserVersion, migrations
from app.core.texts import english
from tests.unit.core.store_helpers import a_file, converse, delete_for_good, open_store, reply, user
from tests.unit.services.conftest import Start

INDEXES = ("message_search", "message_words", "document_search", "document_words")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with two chats."""
    store = open_store(tmp_path)
    converse(store, "a question about whales", "whales are large", title="First")
    converse(store, "another question", "another answer", title="Second")
    store.close()
    return tmp_path


def damage(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "longthread.db", isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


@pytest.fixture
def reopened(folder: Path) -> Iterator[list[Store]]:
    stores: list[Store] = []
    yield stores
    for store in stores:
        store.close()


def texts(store: Store) -> set[str]:
    return {message.content for chat in store.chats() for message in store.messages_of(chat.id)}


ALL = {"a question about whales", "whales are large", "another question", "another answer"}

# --------------------------------------------------------------------------- the search index

WAYS = {
    "emptied": "DELETE FROM {0}_data",
    "structure": "UPDATE {0}_data SET block = x'ff0203' WHERE id = 10",
    "averages": "UPDATE {0}_data SET block = x'ffffffffffffffffff' WHERE id = 1",
    "segments": "UPDATE {0}_data SET block = x'0102030405' WHERE id > 10",
    "doesn't exist": "DELETE FROM {0}_config",
    "no data": "DROP TABLE {0}_data",
    "no config": "DROP TABLE {0}_config",
    "no sizes": "DROP TABLE {0}_docsize",
    "no list": "DROP TABLE {0}_idx",
}


def use(store: Store) -> None:
    """Everything that touches the indexes: messages come, change, go, are found, with files and without."""
    first = next(chat for chat in store.chats() if chat.title == "First")
    view = store.view(first.id)
    assert view is not None
    asked = user(first, "what of dolphins", view.messages[-1].id)
    store.add_user_message(asked)
    answer = reply(first, "dolphins are", asked.id)
    store.save_reply(answer)
    store.save_reply(replace(answer, content="dolphins are clever"))
    assert {hit.chat.title for hit in store.search("clever")} == {first.title}
    assert {hit.chat.title for hit in store.search("whale")} == {first.title}
    assert {hit.chat.title for hit in store.search("hale")} == {first.title}, "in the middle of a word"
    store.delete_from(first.id, answer.id)
    assert store.search("clever") == []
    with_file = user(first, "see this", asked.id)
    store.add_user_message(replace(with_file, attachments=(a_file("krill and plankton"),)))
    assert {hit.chat.title for hit in store.search("plankton")} == {first.title}
    store.trash_chats([first.id])
    assert delete_for_good(store, [first.id]) == [first.id]
    assert store.search("whale") == []
    with store._read() as db:
        for index in INDEXES:
            sqlite3.Connection.execute(db, f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)")


@pytest.mark.parametrize("index", INDEXES)
@pytest.mark.parametrize("way", WAYS)
def test_a_damaged_index_refuses_nothing_at_the_next_start(
    folder: Path, reopened: list[Store], way: str, index: str
) -> None:
    damage(folder, WAYS[way].format(index))
    store = open_store(folder)
    reopened.append(store)
    assert store.damaged is None
    assert texts(store) == ALL
    use(store)


@pytest.mark.parametrize("index", INDEXES)
@pytest.mark.parametrize("way", WAYS)
def test_an_index_damaged_while_it_is_open_refuses_nothing(
    folder: Path, reopened: list[Store], way: str, index: str
) -> None:
    store = open_store(folder)
    reopened.append(store)
    damage(folder, WAYS[way].format(index))
    use(store)


def test_a_transaction_is_whole_when_an_index_took_it_back(folder: Path, reopened: list[Store]) -> None:
    """What came before the statement that was refused is done once more, or nothing is."""
    store = open_store(folder)
    reopened.append(store)
    damage(folder, WAYS["structure"].format("message_search"))
    with store._write() as db:
        db.execute("INSERT INTO setting VALUES ('before', '1')")
        db.executemany("INSERT INTO setting VALUES (?, '2')", [("b",), ("c",)])
        chat = store.chats()[0].id
        for n in range(3):
            db.execute(
                "INSERT INTO message (id, chat, role, content, state, created) VALUES (?, ?, 'user', 'x', 'done', 0)",
                (f"m{n}", chat),
            )
    assert store.all_settings() == {"before": "1", "b": "2", "c": "2"}
    with store._read() as db:
        assert db.execute("SELECT count(*) FROM message WHERE content = 'x'").fetchone() == (3,)


def test_a_rule_of_the_data_is_no_damage_of_an_index(
    folder: Path, reopened: list[Store], caplog: pytest.LogCaptureFixture
) -> None:
    store = open_store(folder)
    reopened.append(store)
    chat = replace(store.chats()[0], title="again")
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        store.add_user_message(user(chat, "x"), new_chat=chat)
    assert "made anew" not in caplog.text
    assert texts(store) == ALL


def test_what_no_start_sees_is_found_on_the_day_of_the_copy(
    folder: Path, reopened: list[Store], caplog: pytest.LogCaptureFixture
) -> None:
    damage(folder, WAYS["segments"].format("message_search"))
    store = open_store(folder)
    reopened.append(store)
    assert "made anew" not in caplog.text
    assert store.backup_if_due() is not None
    assert "made anew" in caplog.text
    assert {hit.chat.title for hit in store.search("hale")} == {"First"}


# --------------------------------------------------------------------------- what the file is made of


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TRIGGER message_search_insert",
        "DROP TRIGGER attachment_last",
        "DROP VIEW message_shown",
        "DROP INDEX message_place",
        "DROP TABLE message_search",
        "DROP TABLE document_words",
    ],
)
def test_what_can_be_derived_is_made_anew(folder: Path, reopened: list[Store], statement: str) -> None:
    damage(folder, statement)
    store = open_store(folder)
    reopened.append(store)
    assert store.damaged is None
    assert texts(store) == ALL
    use(store)


@pytest.mark.parametrize(
    ("statement", "kept"),
    [
        ("PRAGMA user_version = -1", ALL),
        ("PRAGMA user_version = -2147483648", ALL),
        ("DROP TABLE mark", ALL),
        ("DROP TABLE draft_file", ALL),
        ("DROP TABLE chat", ALL),
        ("ALTER TABLE folder DROP COLUMN collapsed", ALL),
        ("DROP TABLE message", set()),
    ],
)
def test_a_file_that_is_not_what_it_says_is_kept_aside(
    folder: Path, reopened: list[Store], statement: str, kept: set[str]
) -> None:
    damage(folder, "PRAGMA foreign_keys = OFF", statement)
    store = open_store(folder)
    reopened.append(store)
    assert store.damaged is not None
    assert store.damaged.exists()
    assert texts(store) == kept
    converse(store, "it works", "again")


def test_a_file_of_an_earlier_version_without_a_table_is_kept_aside(folder: Path, reopened: list[Store]) -> None:
    before = UserVersion(MAJOR, migrations()[-1][0] - 1)
    damage(folder, "DROP TABLE draft_file", "DROP TABLE mark", f"PRAGMA user_version = {int(before)}")
    store = open_store(folder)
    reopened.append(store)
    assert store.damaged is not None
    assert texts(store) == ALL


def circle(folder: Path) -> None:
    """Let the first message of a chat follow its last."""
    damage(
        folder,
        "UPDATE message SET parent = (SELECT id FROM message WHERE content = 'whales are large')"
        " WHERE content = 'a question about whales'",
    )


def test_a_circle_of_messages_is_cut_and_nothing_of_it_lost(folder: Path, reopened: list[Store]) -> None:
    circle(folder)
    store = open_store(folder)
    reopened.append(store)
    assert store.loosened == 1
    assert texts(store) == ALL
    first = next(chat for chat in store.chats() if chat.title == "First")
    assert [message.content for message in store.branch(first.id, first.head)] == [
        "a question about whales",
        "whales are large",
    ]
    use(store)


def test_a_message_that_follows_itself_begins_a_branch(folder: Path, reopened: list[Store]) -> None:
    damage(folder, "UPDATE message SET parent = id WHERE content = 'whales are large'")
    store = open_store(folder)
    reopened.append(store)
    assert store.loosened == 1
    assert texts(store) == ALL


def test_messages_out_of_order_that_are_no_circle_stay_as_they_are(folder: Path, reopened: list[Store]) -> None:
    damage(folder, "UPDATE message SET n = 1000 WHERE content = 'a question about whales'")
    store = open_store(folder)
    reopened.append(store)
    assert store.loosened == 0
    first = next(chat for chat in store.chats() if chat.title == "First")
    assert len(store.branch(first.id, first.head)) == 2


def test_a_circle_in_a_damaged_file_is_cut_as_well(folder: Path, reopened: list[Store]) -> None:
    circle(folder)
    damage(folder, "DROP TABLE mark")
    store = open_store(folder)
    reopened.append(store)
    assert store.damaged is not None
    assert store.loosened == 1
    assert texts(store) == ALL


# --------------------------------------------------------------------------- nothing in it


def with_copy(folder: Path) -> None:
    store = open_store(folder)
    assert store.backup_if_due() is not None
    store.close()


@pytest.mark.parametrize("how", ["gone", "emptied", "cut"])
def test_where_the_file_has_nothing_the_newest_copy_is_read(folder: Path, reopened: list[Store], how: str) -> None:
    with_copy(folder)
    path = folder / "longthread.db"
    if how == "gone":
        path.unlink()
    else:
        os.truncate(path, 0 if how == "emptied" else 4096)
    store = open_store(folder)
    reopened.append(store)
    assert store.copy is not None
    assert store.rescued == 4
    assert texts(store) == ALL
    assert (store.damaged is not None) == (how == "cut")
    use(store)


def test_a_journal_beside_an_emptied_file_is_kept(folder: Path, reopened: list[Store]) -> None:
    os.truncate(folder / "longthread.db", 0)
    (folder / "longthread.db-wal").write_bytes(b"what was not in the file yet")
    store = open_store(folder)
    reopened.append(store)
    assert store.damaged is not None
    journal = store.damaged.with_name(store.damaged.name + "-wal")
    assert journal.read_bytes() == b"what was not in the file yet"


def test_chats_that_the_person_deleted_do_not_come_back(folder: Path, reopened: list[Store]) -> None:
    with_copy(folder)
    store = open_store(folder)
    ids = store.trash_chats(chat.id for chat in store.chats())
    delete_for_good(store, ids)
    store.close()
    store = open_store(folder)
    reopened.append(store)
    assert store.copy is None
    assert store.chats() == []


def test_a_first_start_tells_of_nothing(start: Start) -> None:
    assert start().context.startup_notices == ()


def test_an_emptied_database_is_told(start: Start, tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data")
    paths.create()
    store = Store(paths.database, paths.backups)
    converse(store, "a question", "an answer")
    assert store.backup_if_due() is not None
    store.close()
    paths.database.write_bytes(b"")
    h = start()
    (notice,) = h.context.startup_notices
    assert english.sentence(notice.text) == "Your chat database was missing or empty."
    assert english.hint(notice.text).startswith("Restored 2 messages from the backup of ")
    assert [chat.title for chat in h.context.store.chats()] == ["Chat"]


def test_memories_without_their_chats_are_told(start: Start, tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data")
    paths.create()
    kept = paths.chat(new_id())
    kept.mkdir()
    (kept / "tokens.bin").write_bytes(b"1234")
    (notice,) = start().context.startup_notices
    assert "the chats are missing" in english.sentence(notice.text)
    assert str(paths.data) in english.hint(notice.text)
    assert (kept / "tokens.bin").exists()


def test_a_circle_is_told(start: Start, tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data")
    paths.create()
    store = Store(paths.database, paths.backups)
    converse(store, "a question about whales", "whales are large")
    store.close()
    circle(paths.data)
    (notice,) = start().context.startup_notices
    assert "loop" in english.sentence(notice.text)
    assert english.hint(notice.text).startswith("Longthread broke the loop in 1 place.")
