"""What was deleted for good is in no file of the database while the program goes on, and takes no room."""

from __future__ import annotations

from pathlib import Path

from tests.unit.core.store_helpers import converse, delete_for_good, open_store

SECRET = "xylophonist quartermaster zeppelin"


def test_what_was_deleted_is_gone_from_the_disk_while_the_store_is_open(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    kept, _ = converse(store, "question", "reply")
    store.tidy_file()
    before = store.path.stat().st_size
    chat, _ = converse(store, f"{SECRET} " * 10_000, "reply", title=SECRET)
    store.trash_chats([chat.id])
    assert delete_for_good(store, [chat.id]) == [chat.id]
    store.tidy_file()
    files = {path.name: path.read_bytes() for path in (store.path, tmp_path / f"{store.path.name}-wal")}
    for word in SECRET.split():
        assert not [name for name, data in files.items() if word.encode() in data]
    assert files[f"{store.path.name}-wal"] == b""
    assert store.path.stat().st_size <= before + 16_384
    assert [one.id for one in store.chats()] == [kept.id]
    store.close()
