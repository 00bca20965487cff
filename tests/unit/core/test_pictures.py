"""Pictures as files of the program, in what the model gets, in exports, and in a database from before them."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from blake3 import blake3

from app.core import pictures as pictures_module
from app.core.attachments import for_engine, prompt_of
from app.core.chat_values import Attachment, Chat, ChatView, Message
from app.core.paths import Paths
from app.core.pictures import Pictures
from app.core.store import Store
from app.core.store.connection import connect, transaction
from app.core.store.database import migrations, statements
from app.core.stored import measure
from app.core.transfer.markdown import markdown
from app.core.transfer.records import chat_of, record_of
from engine import protocol
from tests.unit.core.store_helpers import a_file, delete_for_good

DIGEST = "ab" * 32


def picture(name: str = "cat.png", digest: str = DIGEST) -> Attachment:
    return Attachment(id=name, name=name, kind="picture", text="", size=9, digest=digest, width=8, height=6)


def message(*files: Attachment, text: str = "Look.") -> Message:
    return Message(id="m", chat="c", role="user", content=text, attachments=files)


def test_a_picture_is_kept_once_by_its_content(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "pictures")
    digest = pictures.keep(b"pixels")
    assert digest == blake3(b"pixels").hexdigest() == pictures.keep(b"pixels")
    assert pictures.path(digest).read_bytes() == b"pixels"
    assert [file.name for file in pictures.folder.iterdir()] == [f"{digest}.png"]


def test_a_picture_is_on_the_disk_with_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message that has it is there after a power cut as well."""
    synced: list[tuple[Path, list[str]]] = []
    monkeypatch.setattr(
        pictures_module,
        "sync_folder",
        lambda it: synced.append((it, [one.name for one in it.iterdir()])),
        raising=False,
    )
    pictures = Pictures(tmp_path / "pictures")
    digest = pictures.keep(b"pixels")
    assert synced == [(tmp_path, ["pictures"]), (pictures.folder, [f"{digest}.png"])]


@pytest.mark.parametrize("digest", ["", "../../etc/passwd", "AB" * 32, "ab" * 31, "ab" * 32 + "\n"])
def test_what_is_no_digest_names_no_file(digest: str, tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    assert pictures.path(digest).parent == tmp_path and not pictures.path(digest).exists()


def test_those_that_nothing_has_any_more_go(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "pictures")
    assert pictures.sweep(()) == 0
    used, drafted, left = (pictures.keep(data) for data in (b"used", b"drafted", b"left"))
    (pictures.folder / "cut.123.part").write_bytes(b"half")
    pictures.waiting = {drafted}
    assert pictures.sweep({used}) == 2
    assert {file.stem for file in pictures.folder.iterdir()} == {used, drafted}
    assert not pictures.path(left).exists()


def test_two_threads_may_keep_the_same_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was chosen, taken out and chosen again while it was still being read."""
    pictures, real, others = Pictures(tmp_path / "pictures"), pictures_module.put_in_place, list[Future[str]]()

    def put(source: Path, target: Path) -> None:
        if threading.current_thread() is threading.main_thread():  # the first of the two
            others.append(pool.submit(pictures.keep, b"PNG"))
            wait(others)
        real(source, target)

    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(pictures_module, "put_in_place", put)
        digest = pictures.keep(b"PNG")
    assert others[0].result() == digest
    assert [file.name for file in pictures.folder.iterdir()] == [f"{digest}.png"]


def test_a_picture_that_is_being_kept_is_not_swept_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures, put = Pictures(tmp_path), pictures_module.put_in_place

    def meanwhile(partial: Path, target: Path) -> None:
        assert pictures.sweep(()) == 0
        put(partial, target)

    monkeypatch.setattr(pictures_module, "put_in_place", meanwhile)
    assert pictures.path(pictures.keep(b"pixels")).read_bytes() == b"pixels"


def test_a_picture_that_cannot_be_deleted_keeps_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures, unlink = Pictures(tmp_path), Path.unlink
    held, *others = sorted(pictures.path(pictures.keep(data)) for data in (b"1", b"2", b"3"))
    pictures.waiting.clear()

    def refused(file: Path, missing_ok: bool = False) -> None:
        if file == held:
            raise PermissionError(13, "another program has it open")
        unlink(file, missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    monkeypatch.setattr(Path, "glob", lambda folder, pattern: [held, *others])
    with pytest.raises(PermissionError):
        pictures.sweep(())
    assert [file for file in (held, *others) if file.exists()] == [held]


def test_the_model_gets_the_file_and_no_text_of_it(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    told = for_engine(message(picture(), a_file("words", name="a.txt")), pictures, tmp_path)
    assert told.pictures == (protocol.Picture(str(tmp_path / f"{DIGEST}.png"), DIGEST),)
    assert told.content == '<file name="a.txt" type="Markdown">\nwords\n</file>\n\nLook.'
    assert prompt_of(message(picture(), text="  as it is\n")) == "  as it is\n"


def test_an_export_tells_of_pictures_and_holds_none() -> None:
    chat = Chat(id="c", title="Cats", head="m")
    said = message(picture("cat <b>.png"))
    assert "*(an image, not in this file: cat <b>.png)*" in markdown(ChatView(chat, (said,), ()))
    record = record_of(chat, [said], "")
    (back,) = chat_of(msgspec.to_builtins(record)).messages
    (file,) = back.attachments
    assert (file.kind, file.digest, file.width, file.height) == ("picture", DIGEST, 8, 6)


def test_they_count_as_part_of_the_chats(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    before = next(one for one in measure(paths) if one.part == "chats")
    Pictures(paths.pictures).keep(b"pixels")
    after = next(one for one in measure(paths) if one.part == "chats")
    assert (after.files, after.bytes) == (before.files + 1, before.bytes + 6)


def test_the_store_knows_which_are_used(tmp_path: Path) -> None:
    store = Store(tmp_path / "l.db", tmp_path / "backups")
    said = message(picture(), a_file("words", name="a.txt"))
    store.add_user_message(said, Chat(id="c", title="Cats"))
    assert store.picture_digests() == {DIGEST}
    view = store.view("c")
    assert view is not None and view.messages[0].attachments == said.attachments
    store.trash_chats(["c"])
    assert store.picture_digests() == {DIGEST}  # it may come back
    delete_for_good(store, ["c"])
    assert store.picture_digests() == set()
    store.close()


def test_a_database_from_before_keeps_its_files_and_finds_them(tmp_path: Path) -> None:
    path = tmp_path / "l.db"
    with closing(connect(path)) as old:
        for number, _, sql in migrations():
            if number <= 11:
                with transaction(old):
                    for statement in statements(sql):
                        old.execute(statement)
                    old.execute(f"PRAGMA user_version = {1 << 16 | number}")
        old.execute("INSERT INTO chat (id, title, created, updated) VALUES ('c', 'Old', 1, 1)")
        for number in ("1", "2"):
            old.execute(
                "INSERT INTO message (id, chat, role, content, state, created) VALUES (?, 'c', 'user', '', 'done', 1)",
                (f"m{number}",),
            )
            old.execute(
                "INSERT INTO document (id, name, kind, text, pages) VALUES (?, ?, 'pdf', ?, 3)",
                (f"d{number}", f"{number}.pdf", f"the lighthouse of year {number}"),
            )
            old.execute("INSERT INTO attachment VALUES (?, 0, ?)", (f"m{number}", f"d{number}"))
        old.execute("DELETE FROM attachment WHERE message = 'm1'")  # so that numbers do not begin with 1
    store = Store(path, tmp_path / "backups")
    assert documents(path) == [(2, "d2", "2.pdf", "the lighthouse of year 2", 3)]
    assert store.search("lighthouse")
    store.add_user_message(msgspec.structs.replace(message(picture()), chat="c", id="p"))
    store.trash_chats(["c"])
    delete_for_good(store, ["c"])
    assert not store.search("lighthouse")
    store.close()
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert raw.execute("SELECT count(*) FROM document").fetchone() == (0,)
        raw.execute("INSERT INTO document_search (document_search) VALUES ('integrity-check')")
        raw.execute("INSERT INTO document_words (document_words) VALUES ('integrity-check')")


def documents(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as raw:
        return list(raw.execute("SELECT n, id, name, text, pages FROM document"))


def test_a_damaged_picture_is_written_again_when_it_is_attached_once_more(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "pictures")
    digest = pictures.keep(b"PNG of a cat")
    pictures.path(digest).write_bytes(b"PNG")
    assert pictures.keep(b"PNG of a cat") == digest
    assert pictures.path(digest).read_bytes() == b"PNG of a cat"
    assert [file.name for file in pictures.folder.iterdir()] == [f"{digest}.png"]
