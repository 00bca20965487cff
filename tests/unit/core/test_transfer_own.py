"""Our own chats out of files and back: folders with what they have of their own, backups, files of any name."""

from __future__ import annotations

import importlib
import json
import sqlite3
import struct
import zipfile
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from app.core.attachments.names import clean_name
from app.core.attachments.text import tidy
from app.core.chat_values import Chat, Folder, Message, MessageMeta, new_id
from app.core.document_values import Project
from app.core.store import Store
from app.core.store.database import UserVersion, migrations
from app.core.transfer import (
    Imported,
    ImportProgress,
    ImportStopped,
    JsonExport,
    TransferError,
    database,
    imported,
    sources,
)
from tests.unit.core.store_helpers import a_file, converse, reply
from tests.unit.core.test_transfer import CHAT, export, other, read

__all__ = ["other"]  # the fixture

sources_module = importlib.import_module("app.core.transfer.sources")  # a function has the same name


def folder_of(store: Store, name: str, chats: list[str], prompt: str = "", notes: str = "") -> Folder:
    folder = Folder(new_id(), name)
    store.create_folder(folder)
    store.put_project(Project(folder.id, prompt, notes))
    store.move_chats(chats, folder.id)
    return folder


def our_export(store: Store, all_folders: bool = False) -> bytes:
    """As the program writes it, with what folders have of their own."""
    folders = store.exported_folders(None if all_folders else [chat.id for chat in store.chats()])
    writer = JsonExport(list(folders.values()))
    pieces = [writer.begin(1.0)]
    for chat in store.chats():
        pieces.append(writer.chat(chat, store.messages_of(chat.id), folders.get(chat.folder, "")))
    return b"".join([*pieces, writer.end()])


def take_in_with_folders(store: Store, chats: list[Imported]) -> None:
    store.stage_chats((one.chat, one.messages) for one in chats)
    store.finish_import((one.chat.id, one.project or one.folder) for one in chats)


def projects_of(store: Store) -> list[tuple[str, str, str]]:
    found = store.projects()
    return sorted((one.name, found[one.id].system_prompt, found[one.id].notes) for one in store.folders())


def test_folders_of_the_same_name_stay_apart(store: Store, other: Store, tmp_path: Path) -> None:
    ids = [converse(store, f"a {n}", "b")[0].id for n in range(4)]
    folder_of(store, "Work", ids[:1], "Be a pirate.", "notes")
    folder_of(store, "Work", ids[1:2], "Be a clerk.")
    folder_of(store, "Work", ids[2:3], "Be a clerk.")
    file = tmp_path / "a.json"
    file.write_bytes(our_export(store))
    take_in_with_folders(other, read(file))
    mine = [("Work", "Be a clerk.", ""), ("Work", "Be a clerk.", ""), ("Work", "Be a pirate.", "notes")]
    assert projects_of(other) == mine
    assert len({chat.folder for chat in other.chats()}) == 4
    take_in_with_folders(other, read(file))  # into folders of the same name and prompt
    assert projects_of(other) == mine
    assert len(other.chats()) == 8


def take_in_all(store: Store, path: Path) -> int:
    """An import as the program does it; how many folders without chats it made."""
    progress = ImportProgress()
    chats = [one for one in imported(sources([path]), progress) if one is not None]
    store.stage_chats((one.chat, one.messages) for one in chats)
    return store.finish_import([(one.chat.id, one.project or one.folder) for one in chats], progress.empty)


@pytest.mark.parametrize("how", ["export", "backup"])
def test_folders_without_chats_come_along(store: Store, other: Store, tmp_path: Path, how: str) -> None:
    folder_of(store, "Work", [converse(store, "a", "b")[0].id], "Be a pirate.")
    folder_of(store, "Empty", [], "Be a clerk.", "notes")
    thrown = converse(store, "gone", "b")[0].id
    folder_of(store, "Of the trash", [thrown])
    store.trash_chats([thrown])
    file = tmp_path / "file"
    if how == "export":
        file.write_bytes(our_export(store, all_folders=True))
    else:
        with closing(sqlite3.connect(store.path)) as db:
            db.execute("VACUUM INTO ?", (str(file),))
    assert take_in_all(other, file) == 2
    expected = [("Empty", "Be a clerk.", "notes"), ("Of the trash", "", ""), ("Work", "Be a pirate.", "")]
    assert projects_of(other) == expected
    assert take_in_all(other, file) == 0, "they are there already"
    assert projects_of(other) == expected


def test_folders_alone_and_those_without_a_name(store: Store, other: Store, tmp_path: Path) -> None:
    file = {"format": "longthread-chats", "version": 1, "folders": [{"name": "Empty"}, {"name": " "}], "chats": []}
    (tmp_path / "a.json").write_text(json.dumps(file))
    assert take_in_all(other, tmp_path / "a.json") == 1
    assert projects_of(other) == [("Empty", "", "")]
    chats = [{**CHAT, "folder_number": 0}]
    (tmp_path / "b.json").write_text(json.dumps({**file, "folders": [{"name": "Full"}], "chats": chats}))
    progress = ImportProgress()
    assert len([one for one in imported(sources([tmp_path / "b.json"]), progress) if one]) == 1
    assert progress.empty == [], "a chat of the file is in it"


def test_a_folder_is_joined_where_nothing_gets_lost(store: Store, other: Store, tmp_path: Path) -> None:
    folder_of(store, "Work", [converse(store, "a", "b")[0].id], "Be brief.", "mine")
    (tmp_path / "a.json").write_bytes(our_export(store))
    folder_of(other, "Work", [], "Be long.")
    folder_of(other, "Work", [], "Be brief.", "others")
    take_in_with_folders(other, read(tmp_path / "a.json"))
    expected = [("Work", "Be brief.", "mine"), ("Work", "Be brief.", "others"), ("Work", "Be long.", "")]
    assert projects_of(other) == expected
    other.put_project(Project(other.folders()[1].id, "Be brief.", ""))
    other.delete_folder(other.folders()[2].id)
    take_in_with_folders(other, read(tmp_path / "a.json"))
    assert projects_of(other) == [("Work", "Be brief.", "mine"), ("Work", "Be long.", "")]


@pytest.mark.parametrize(
    ("folders", "number", "word"),
    [([{"name": 3}], 0, "damaged folders"), ([{"name": "\ud800"}], 0, "damaged folders"), ([], 0, "folder is not")],
)
def test_damaged_folders_are_refused(tmp_path: Path, folders: object, number: int, word: str) -> None:
    chats = [{**CHAT, "folder_number": number}]
    file = {"format": "longthread-chats", "version": 1, "folders": folders, "chats": chats}
    (tmp_path / "a.json").write_text(json.dumps(file))
    with pytest.raises(TransferError, match=word):
        read(tmp_path / "a.json")


def test_a_backup_is_read_and_never_written(store: Store, other: Store, tmp_path: Path) -> None:
    chat, (question, _) = converse(store, "question", "one", title="Talk")
    store.save_reply(reply(chat, "two", question.id))
    folder_of(store, "Work", [chat.id], "Be a pirate.", "notes")
    store.trash_chats([converse(store, "gone", "b")[0].id])
    backup = store.backup_if_due()
    assert backup is not None
    place = tmp_path / "copies"
    place.mkdir()
    copy = place / "any name"
    copy.write_bytes(backup.read_bytes())
    copy.chmod(0o400)
    place.chmod(0o500)
    progress = ImportProgress()
    (one,) = imported(sources([copy]), progress)
    place.chmod(0o700)
    assert one is not None and progress.done == copy.stat().st_size
    assert copy.read_bytes() == backup.read_bytes() and [entry.name for entry in place.iterdir()] == ["any name"]
    take_in_with_folders(other, [one])
    assert projects_of(other) == [("Work", "Be a pirate.", "notes")]
    (taken,) = other.chats()
    assert taken.id != chat.id and taken.title == "Talk"
    assert [message.content for message in other.messages_of(taken.id)] == ["question", "one", "two"]
    assert store.already_here([(one.chat, one.messages)]) == {one.chat.id}


def test_a_backup_of_an_older_version_is_read(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old)) as db:
        for number, _, sql in migrations()[:1]:
            db.executescript(sql)
            db.execute(f"PRAGMA user_version = {int(UserVersion(1, number))}")
        db.execute("INSERT INTO chat (id, title, created, updated) VALUES ('c', 'Old', 1, 1)")
        db.execute(
            "INSERT INTO message (id, chat, role, content, state, created) VALUES ('m', 'c', 'user', 'hi', 'done', 1)"
        )
        db.execute("UPDATE chat SET head = 'm'")
        db.commit()
    before = old.read_bytes()
    (one,) = read(old)
    assert (one.chat.title, [message.content for message in one.messages]) == ("Old", ["hi"])
    assert old.read_bytes() == before and [entry.name for entry in tmp_path.iterdir()] == ["old.db"]


def test_databases_that_are_none_of_ours(store: Store, tmp_path: Path) -> None:
    stranger = tmp_path / "stranger.db"
    with closing(sqlite3.connect(stranger)) as db:
        db.execute("CREATE TABLE chat (x)")
        db.commit()
    with pytest.raises(TransferError, match="isn't a Longthread database"):
        read(stranger)
    with closing(sqlite3.connect(stranger)) as db:
        db.execute("CREATE TABLE message (x)")
        db.execute(f"PRAGMA user_version = {int(UserVersion(2, 1))}")
    with pytest.raises(TransferError, match="newer version"):
        read(stranger)
    cut = tmp_path / "cut.db"
    cut.write_bytes(b"SQLite format 3\0" + b"\1" * 5000)
    with pytest.raises(TransferError, match="Can't read"):
        read(cut)
    converse(store, "a", "b")
    with pytest.raises(TransferError, match="is in use"):
        read(store.path)


def damage(path: Path, first: int = 10) -> None:
    """Write over pages of the table of messages, from a certain one on, but the last; 0: over all of them."""
    with closing(sqlite3.connect(path)) as db:
        root = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'message'").fetchone()[0]
        size = db.execute("PRAGMA page_size").fetchone()[0]
    data = bytearray(path.read_bytes())
    page = data[(root - 1) * size : root * size]
    cells = struct.unpack_from(f">{struct.unpack_from('>H', page, 3)[0]}H", page, 12)
    last = () if first else struct.unpack_from(">I", page, 8)
    for child in (*[struct.unpack_from(">I", page, cell)[0] for cell in cells][first:], *last):
        data[(child - 1) * size : child * size] = b"\xa5" * size
    path.write_bytes(data)


def test_a_damaged_backup_is_read_as_far_as_it_can_be_and_told(store: Store, tmp_path: Path) -> None:
    for number in range(20):
        converse(store, *[f"text {number} {at} " + "x" * 400 for at in range(20)], title=f"c{number}")
    backup = store.backup_if_due()
    assert backup is not None
    copy = tmp_path / "bad.db"
    copy.write_bytes(backup.read_bytes())
    damage(copy)
    progress = ImportProgress()
    found = [one for one in imported(sources([copy]), progress) if one is not None]
    ((name, read_),) = progress.lost.damaged
    assert name == "bad.db" and 0 < read_ < 400
    assert read_ == sum(len(one.messages) for one in found)


def test_a_chat_of_a_backup_that_is_too_large_keeps_back_no_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for title in ("long", "short"):
        converse(store, title * 50, "b", title=title)
    backup = store.backup_if_due()
    assert backup is not None
    monkeypatch.setattr(database, "LARGEST", 240)
    progress = ImportProgress()
    found = [one for one in imported(sources([backup]), progress) if one is not None]
    assert [one.chat.title for one in found] == ["long"]
    assert [one.title for one in progress.lost.too_large] == ["short"]


def test_a_database_is_not_read_on_once_it_is_cancelled(store: Store) -> None:
    converse(store, "a", "b")
    backup = store.backup_if_due()
    assert backup is not None
    with pytest.raises(ImportStopped):
        list(imported(sources([backup]), ImportProgress(lambda: True)))


def test_our_own_files_are_found_by_what_they_are(store: Store, tmp_path: Path) -> None:
    converse(store, "a", "b")
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "My talk.json").write_bytes(export(store))
    (folder / "other.json").write_text('{"format": "else"}')
    (folder / "lost.json").symlink_to(tmp_path / "gone")
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.write(folder / "My talk.json", "x/My talk.json")
        zipped.write(folder / "other.json", "x/other.json")
    for place in (folder, archive):
        assert [one.name for one in sources([place])] == ["My talk.json"]
        assert len(read(place)) == 1


def ours(path: Path, chats: list[dict[str, object]], folders: object = ()) -> Path:
    """A file of our own with these chats."""
    path.write_text(json.dumps({"format": "longthread-chats", "version": 1, "folders": folders, "chats": chats}))
    return path


@pytest.mark.parametrize("how", ["export", "backup"])
def test_all_that_a_chat_has_of_its_own_comes_back(store: Store, tmp_path: Path, how: str) -> None:
    """What both ways would leave out, no round trip finds."""
    chat = Chat(
        id=new_id(), title="Talk", pinned=True, system_prompt="Be brief.", model_fingerprint="f" * 64,
        model_name="Smol", created=1.6e9, updated=1.7e9, titled_by="model",
    )  # fmt: skip
    meta = MessageMeta(tokens=3, prompt_tokens=9, decode_ms=2.5, reason="length", model="Smol", edited=True)
    file = a_file("Grey birds.", "birds.md")
    messages = [
        Message(id=new_id(), chat=chat.id, parent="", role="user", content="?", created=1.6e9, attachments=(file,)),
    ]
    messages.append(
        Message(
            id=new_id(), chat=chat.id, parent=messages[0].id, role="assistant", content="A her", state="interrupted",
            meta=meta, created=1.65e9,
        )
    )  # fmt: skip
    own = {"documents.budget": "512", "damaged": "{"}
    store.stage_chats([(msgspec.structs.replace(chat, head=messages[0].id), messages)], {chat.id: own})
    store.finish_import([(chat.id, "")])
    path = tmp_path / "file"
    if how == "export":
        (held,) = store.chats()
        writer = JsonExport()
        one = writer.chat(held, store.messages_of(held.id), "", store.chat_settings(held.id))
        path.write_bytes(writer.begin(1.0) + one + writer.end())
    else:
        with closing(sqlite3.connect(store.path)) as db:
            db.execute("VACUUM INTO ?", (str(path),))
    (found,) = read(path)
    question, answer = found.messages
    expected = msgspec.structs.replace(chat, id=found.chat.id, head=question.id)
    assert found.chat == expected
    assert (question.content, question.created, answer.parent) == ("?", 1.6e9, question.id)
    assert (answer.content, answer.state, answer.meta, answer.created) == ("A her", "interrupted", meta, 1.65e9)
    (attached,) = question.attachments
    assert attached == msgspec.structs.replace(file, id=attached.id)
    assert found.settings == {"documents.budget": "512"}


def test_what_a_file_of_somebody_else_says_is_made_harmless(store: Store, tmp_path: Path) -> None:
    """No folder without a name, no document that this computer mounts, no setting that chats do not have."""
    question = {
        "id": "a", "role": "user", "content": "hi", "attachments": [0],
        "meta": {"documents": [{"digest": "d" * 64, "name": "mine.txt", "model": "m"}]},
    }  # fmt: skip
    file = {"name": "../\u202etxt.exe\n" + "x" * 900, "kind": "text", "text": "one\r\ntwo\u0000\u202e"}
    settings = {"privacy.updates": True, "documents.passages": "many", "documents.budget": 512, "what": {"is": "this"}}
    chat = {"title": "x", "messages": [question], "files": [file], "settings": settings, "folder_number": 0}
    path = ours(tmp_path / "a.json", [chat], [{"name": " "}, {"name": ""}])
    progress = ImportProgress()
    (one,) = (found for found in imported(sources([path]), progress) if found is not None)
    assert (one.project, one.folder, progress.empty) == (None, "", [])
    assert one.messages[0].meta.documents == ()
    assert one.settings == {"documents.budget": "512"}
    (attached,) = one.messages[0].attachments
    assert attached.name == clean_name(str(file["name"])) and attached.text == tidy(str(file["text"]))
    assert attached.text != file["text"] and len(attached.name) < 200
    assert take_in_all(store, path) == 0 and store.folders() == []


HALF = "\ud800"
PASSAGE = {"document": "d", "name": "n", "text": "t"}


@pytest.mark.parametrize(
    "change",
    [
        {"messages": [{"id": "a", "role": "user", "content": HALF}]},
        {"files": [{"name": "a", "kind": "text", "text": HALF}]},
        {"files": [{"name": HALF, "kind": "text", "text": ""}]},
        {"files": [{"name": "a", "kind": "text", "text": "", "note": HALF}]},
        {"files": [{"name": "a", "kind": "text", "text": "", "note": {"code": "x", "args": {"name": HALF}}}]},
        {"messages": [{"id": "a", "role": "user", "content": "", "meta": {"error": HALF}}]},
        {"messages": [{"id": "a", "role": "user", "content": "", "meta": {"passages": [PASSAGE | {"text": HALF}]}}]},
        {"messages": [{"id": "a", "role": "user", "content": "", "meta": {"passages": [PASSAGE | {"symbol": HALF}]}}]},
    ],
)
def test_half_a_character_is_refused_wherever_it_stands(tmp_path: Path, change: dict[str, object]) -> None:
    """The store would refuse it in the middle of an import."""
    chat = {"title": "x", "messages": [], **change}
    with pytest.raises(TransferError, match="characters"):
        read(ours(tmp_path / "a.json", [CHAT, chat]))


def test_a_file_that_is_chosen_twice_is_imported_once(store: Store, tmp_path: Path) -> None:
    converse(store, "a", "b")
    file = tmp_path / "My talk.json"
    file.write_bytes(export(store))
    assert [one.name for one in sources([file, tmp_path, file])] == ["My talk.json"]


def test_too_many_files_are_refused_before_they_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "chats"
    folder.mkdir()
    with zipfile.ZipFile(tmp_path / "chats.zip", "w") as archive:
        for number in range(3):
            path = ours(folder / f"{number}.json", [CHAT])
            archive.write(path, path.name)
    monkeypatch.setattr(sources_module, "MOST_FILES", 3)
    for place in (folder, tmp_path / "chats.zip"):
        assert len(sources([place])) == 3
    monkeypatch.setattr(sources_module, "MOST_FILES", 2)
    for place in (folder, tmp_path / "chats.zip"):
        with pytest.raises(TransferError, match="too many"):
            sources([place])
    monkeypatch.undo()
    monkeypatch.setattr(sources_module, "lists_too_much", lambda _file: True)
    with pytest.raises(TransferError, match="too many"):
        sources([tmp_path / "chats.zip"])


def test_a_copy_that_was_put_aside_with_an_empty_journal_is_not_in_use(store: Store, tmp_path: Path) -> None:
    converse(store, "a", "b")
    backup = store.backup_if_due()
    assert backup is not None
    copy = tmp_path / "longthread.db"
    copy.write_bytes(backup.read_bytes())
    (tmp_path / "longthread.db-wal").write_bytes(b"")
    assert len(read(copy)) == 1
