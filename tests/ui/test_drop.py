from __future__ import annotations

import errno
import json
import os
import sqlite3
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent

from app.core.library import UnusableModel
from app.core.texts import say
from app.core.transfer import sources
from app.core.transfer.sources import GLANCE, holds_chats
from app.ui.window.drop import Plan, judge, plan_for
from engine.protocol import ModelFacts
from tests.ui.conftest import Launch, Program, facts_of
from tests.words import said


def test_a_model_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    good, named = tmp_path / "weights.bin", tmp_path / "weights.gguf"
    good.write_bytes(b"GGUF" + bytes(100))
    named.write_bytes(b"PK\x03\x04" + bytes(100))
    plan = judge([str(good)])
    assert plan.models == (str(good),)
    assert plan.title == "Add and load weights.bin"
    bad = judge([str(named)])
    assert not bad.useful
    assert "“weights.gguf” isn't a valid GGUF model" in bad.title


def test_files_are_attached_whatever_their_encoding(tmp_path: Path) -> None:
    note, old = tmp_path / "note.md", tmp_path / "b.txt"
    note.write_text("ä" * 3000, encoding="utf-8")  # a character is cut at the end of the sample
    old.write_bytes(b"caf\xe9 caf\xe9 and more")
    assert judge([str(note)]).files == (str(note),)
    assert judge([str(note)]).title == "Attach note.md"
    both = judge([str(note), str(old), str(tmp_path / "gone.txt")])
    assert both.title == "Attach 2 files"
    assert both.refused == ("Can't find “gone.txt”.",)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.png", b"\x89PNG\r\n\x1a\n\0\0", "is an image"),
        ("b.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Office format"),
    ],
)
def test_other_files_are_refused_with_a_reason(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    plan = judge([str(file)])
    assert not plan.useful
    assert words in plan.title
    assert plan.detail.endswith(".")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("model-00001-of-00002.safetensors", (9).to_bytes(8, "little") + b'{"a": {}}' + bytes(64)),
        ("pytorch_model.bin", b"PK\x03\x04\0\0\x08\x08" + bytes(64)),
        ("Model.PTH", b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.\0"),
        ("model.onnx", b"\x08\x08\x12\x07pytorch\0"),
    ],
)
def test_models_for_other_programs_are_told_as_what_they_are(tmp_path: Path, name: str, content: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    plan = judge([str(file)])
    assert not plan.useful and "format that Longthread can't load" in plan.title and "GGUF" in plan.detail
    file.write_text("plain words")
    assert judge([str(file)]).files == (str(file),), "by its content, not by its name alone"


def test_all_that_is_refused_is_told_and_many_are_counted(tmp_path: Path) -> None:
    paths = []
    for n in range(60):
        paths.append(tmp_path / f"bad{n}.png")
        paths[-1].write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    two = judge([str(path) for path in paths[:2]])
    assert two.title == "Can't use 2 items." and "bad0.png" in two.detail and "bad1.png" in two.detail
    many = judge([str(path) for path in paths])
    lines = many.detail.splitlines()
    assert many.title == "Can't use 60 items." and len(many.refused) == 60
    assert "bad2.png" in lines[2] and lines[3] == "And 57 more." and len(lines) == 5, "and what to do"
    note = tmp_path / "note.txt"
    note.write_text("words")
    mixed = judge([str(path) for path in (note, *paths)])
    assert mixed.files == (str(note),)
    text, hint = mixed.left_out
    assert text == "Can't use 60 items." and len(hint.splitlines()) == 4
    one = judge([str(note), str(paths[0])])
    assert one.left_out == (one.refused[0], "")


def test_what_may_not_be_looked_at_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.stat

    def stat(path: object, *args: object, **more: object) -> os.stat_result:
        if str(path).endswith(("locked.gguf", "locked")):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, *args, **more)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(os, "stat", stat)
    for name in ("locked.gguf", "locked"):
        plan = judge([str(tmp_path / name)])
        assert (plan.title, plan.detail) == (
            f"Can't read “{name}” (Permission denied).", "Check the file's permissions."
        )  # fmt: skip


def test_missing_files_and_folders(tmp_path: Path) -> None:
    assert "folder" in judge([str(tmp_path)]).title
    gone = judge([str(tmp_path / "none.gguf")])
    assert (gone.title, gone.detail) == ("Can't find “none.gguf”.", "The file was moved or deleted.")


def test_exports_of_chats_are_known_by_what_they_hold(tmp_path: Path) -> None:
    own, renamed, plain = tmp_path / "own.json", tmp_path / "export (1).json", tmp_path / "config.json"
    own.write_text('{"format":"longthread-chats","version":1,"chats":[]}')
    renamed.write_text('[{"title": "x", "create_time": 1.0, "mapping": {}}]')
    plain.write_text('{"mapping": {"a": 1}}')
    zipped, other = tmp_path / "export.zip", tmp_path / "other.zip"
    for path, name in ((zipped, "conversations.json"), (other, "a.txt")):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(name, "[]")
    for path in (own, renamed, zipped):
        plan = judge([str(path)])
        assert plan.chats == (str(path),)
        assert plan.title == f"Import chats from {path.name}"
    assert judge([str(plain)]).files == (str(plain),)
    assert "is an archive" in judge([str(other)]).title
    (tmp_path / "threads" / "t").mkdir(parents=True)
    (tmp_path / "threads" / "t" / "thread.json").write_text("{}")
    assert judge([str(tmp_path / "threads")]).chats
    assert judge([str(own), str(renamed)]).title == "Import chats from 2 exports"


def test_all_that_an_import_takes_is_known(tmp_path: Path) -> None:
    database, backup = tmp_path / "other.db", tmp_path / "copy without a suffix"
    with closing(sqlite3.connect(database)) as db:
        db.execute("CREATE TABLE note (text TEXT)")
    backup.write_bytes(database.read_bytes())
    own = json.dumps({"format": "longthread-chats", "version": 1, "chats": []})
    zipped = tmp_path / "renamed.zip"
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("a/anything.json", own)
    jan, apart = tmp_path / "jan", tmp_path / "apart"
    for folder in (jan, apart):
        folder.mkdir()
        (folder / "messages.jsonl").write_text('{"role": "user"}')
    (jan / "thread.json").write_text('{"object": "thread"}')
    studio = tmp_path / "saved.json"
    studio.write_text(json.dumps({"name": "x", "messages": [{"versions": []}]}))
    exports = tmp_path / "exports"
    exports.mkdir()
    (exports / "of today.json").write_text(own)
    for path in (database, backup, zipped, jan / "messages.jsonl", jan / "thread.json", studio, exports):
        assert judge([str(path)]).chats == (str(path),), path
    assert judge([str(apart / "messages.jsonl")]).files
    plain = tmp_path / "notes.db"
    plain.write_text("a text with that name")
    assert judge([str(plain)]).files == (str(plain),)


def test_a_glance_sees_names_among_any_number_of_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    glob = Path.glob
    monkeypatch.setattr(Path, "glob", lambda folder, pattern: iter(sorted(glob(folder, pattern))))  # digits first
    for folder in (tmp_path / "export", tmp_path / "outer" / "export"):
        folder.mkdir(parents=True)
        for number in range(2 * GLANCE):
            (folder / f"{number}.json").write_text("{}")
        assert not judge([str(folder)]).chats
        (folder / "conversations.json").write_text("[]")
    for folder in (tmp_path / "export", tmp_path / "outer"):
        assert judge([str(folder)]).chats == (str(folder),)


def test_a_glance_opens_only_so_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def is_ours(path: Path, ask: object) -> bool:
        opened.append(path.name)
        return False

    monkeypatch.setattr(sys.modules[holds_chats.__module__], "_is_ours", is_ours)
    for number in range(GLANCE + 9):
        (tmp_path / f"{number}.json").write_text("{}")
    assert not holds_chats(tmp_path)
    assert len(opened) == GLANCE


def test_a_glance_unpacks_only_what_cannot_grow_without_bound(tmp_path: Path) -> None:
    own = json.dumps({"format": "longthread-chats", "version": 1, "chats": []})
    bounded = {zipfile.ZIP_STORED: True, zipfile.ZIP_DEFLATED: True, zipfile.ZIP_BZIP2: False, zipfile.ZIP_LZMA: False}
    for method, seen in bounded.items():
        for name, known in (("anything.json", seen), ("my.longthread.json", True)):
            path = tmp_path / f"{method} {name}.zip"
            with zipfile.ZipFile(path, "w", method) as archive:
                archive.writestr(name, own)
            assert bool(judge([str(path)]).chats) == known, path
            assert [source.member for source in sources([path])] == [name], "an import reads them all"


def test_a_damaged_archive_is_no_export(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.zip", tmp_path / "cut.zip"
    for name in ("\u00e9.json", "\u00e9/conversations.json"):
        with zipfile.ZipFile(whole, "w") as archive:
            archive.writestr(name, "{}")
        cut.write_bytes(whole.read_bytes().replace(b"\xc3\xa9", b"\xc3("))
        plan = judge([str(cut)])
        assert not plan.chats and plan.title


def test_nothing_of_a_mixed_drop_is_left_out(tmp_path: Path) -> None:
    model, note, image = tmp_path / "a.gguf", tmp_path / "note.txt", tmp_path / "a.png"
    model.write_bytes(b"GGUF" + bytes(996))
    note.write_text("text")
    image.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    chats = tmp_path / "own.json"
    chats.write_text('{"format":"longthread-chats","version":1,"chats":[]}')
    plan = judge([str(path) for path in (note, chats, image, model)])
    assert (plan.models, plan.files, plan.chats) == ((str(model),), (str(note),), (str(chats),))
    assert plan.title == "Add and load a.gguf"
    assert plan.detail == (
        "1.0 kB, used in place without a copy\nAlso imports chats from 1 export\nAlso attaches 1 file"
    )
    plan = judge([str(path) for path in (note, chats, image)])
    assert (plan.files, plan.chats) == ((str(note),), (str(chats),))
    assert plan.title == "Import chats from own.json"
    assert plan.detail == "Adds to your chats and changes none of them\nAlso attaches 1 file"
    assert len(plan.refused) == 1 and "is an image" in plan.refused[0]


def test_a_dropped_database_is_imported_or_refused_as_an_import_does(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    program.talk_in_new_chats("a heron")
    copy = tmp_path / "backup.db"
    with closing(sqlite3.connect(program.context.paths.database)) as db:
        db.execute("VACUUM INTO ?", (str(copy),))
    program.context.chats.trash([program.talk.stored_chat])
    program.wait(lambda: program.context.chats.trash_can)
    assert drag(program, data_for(copy)).isAccepted()
    assert program.window.overlay.plan.title == "Import chats from backup.db"
    drop(program, data_for(copy))
    program.wait(lambda: [chat.title for chat in program.window.sidebar.list.rows.chats()] == ["a heron"])
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as db:
        db.execute("CREATE TABLE note (text TEXT)")
    drop(program, data_for(foreign))

    def told() -> list[str]:
        return [said(notice.text) for notice in program.window.toasts.notices]

    program.wait(lambda: said(say("import.unknown_database", name="foreign.db")) in told())


def test_dropped_chats_are_imported(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    file = tmp_path / "own.json"
    messages = '[{"id": "a", "role": "user", "content": "hello"}]'
    chat = f'{{"title": "From a file", "messages": {messages}, "head": "a"}}'
    file.write_text(f'{{"format":"longthread-chats","version":1,"chats":[{chat}]}}')
    assert drag(program, data_for(file)).isAccepted()
    assert program.window.overlay.plan.title == "Import chats from own.json"
    drop(program, data_for(file))
    program.wait(lambda: [chat.title for chat in program.window.sidebar.list.rows.chats()] == ["From a file"])
    assert "Imported 1 chat with 1 message." in [notice.text for notice in program.window.toasts.notices]


def test_an_address_of_the_web_is_text_and_nothing_has_no_plan() -> None:
    assert plan_for(QMimeData()) is None
    web = QMimeData()
    web.setUrls([QUrl("https://example.org/x.gguf")])
    plan = plan_for(web)
    assert plan is not None and plan.title == "Insert text into message"
    assert plan == Plan(plan.title, plan.detail, text="https://example.org/x.gguf"), "no file and no model"


def data_for(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drag(program: Program, data: QMimeData) -> QDragEnterEvent:
    event = QDragEnterEvent(
        QPointF(300, 300).toPoint(), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    event.ignore()
    program.window.dragEnterEvent(event)
    return event


def drop(program: Program, data: QMimeData) -> None:
    event = QDropEvent(
        QPointF(300, 300), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    program.window.dropEvent(event)


def test_overlay_says_what_will_happen_and_leaves(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    model = tmp_path / "new.gguf"
    model.write_bytes(b"GGUF" + bytes(2000))
    data = data_for(model)
    assert drag(program, data).isAccepted()
    overlay = program.window.overlay
    assert overlay.isVisible()
    assert overlay.size() == program.window.size()
    assert overlay.accessibleName() == "Add and load new.gguf. 2.0 kB, used in place without a copy"
    program.window.dragLeaveEvent(QDragLeaveEvent())
    assert not overlay.isVisible()
    assert not drag(program, QMimeData()).isAccepted()


def test_dropped_model_is_added_in_place_and_loaded_where_there_is_none(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    program.context.models.unload()
    model = tmp_path / "elsewhere" / "new.gguf"
    model.parent.mkdir()
    model.write_bytes(b"GGUF" + bytes(2000))
    drop(program, data_for(model))
    program.wait(lambda: program.context.models.state.path == str(model))
    program.idle()
    assert program.chat.header.model_chip.label.startswith("new")
    assert [entry.referenced for entry in program.context.models.entries if entry.path == str(model)] == [True]
    assert not (program.context.paths.models / "new.gguf").exists()


@pytest.mark.parametrize(("place", "hint"), [("elsewhere", "The file stays where it is."), ("data/models", "")])
def test_of_a_download_nobody_hears_that_it_stays_in_place(
    launch: Launch, tmp_path: Path, place: str, hint: str
) -> None:
    program = launch()
    program.idle()
    model = tmp_path / place / "new.gguf"
    model.parent.mkdir(parents=True, exist_ok=True)
    model.write_bytes(b"GGUF" + bytes(2000))
    program.context.models.add([str(model)])
    program.wait(lambda: program.window.toasts.notices)
    assert [(one.text, one.hint) for one in program.window.toasts.notices] == [("Added new to the library.", hint)]


def test_dropped_file_that_only_looks_like_a_model(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    fake = tmp_path / "fake.gguf"
    fake.write_bytes(b"<html>404 not found</html>")
    before = program.context.models.state
    drop(program, data_for(fake))
    told = program.window.toasts.notices
    assert len(told) == 1
    assert told[0].level == "warning"
    assert "“fake.gguf” isn't a valid GGUF model" in told[0].text
    assert program.context.models.state == before


def test_dropped_model_with_a_broken_header(launch: Launch, tmp_path: Path) -> None:
    def read(path: str) -> ModelFacts:
        if path.endswith("cut.gguf"):
            raise UnusableModel("library.of_file", name="cut.gguf", problem=say("model_file.cut_in_header"))
        return facts_of(path)

    program = launch(facts=read)
    program.idle()
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(b"GGUF" + bytes(10))
    drop(program, data_for(cut))
    program.wait(lambda: any("cut.gguf" in said(notice.text) for notice in program.window.toasts.notices))
    assert program.context.models.state.name.startswith("SmolLM2")


def test_many_refused_files_are_one_notice(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    note, bad = tmp_path / "note.txt", [tmp_path / f"bad{n}.png" for n in range(60)]
    note.write_text("words")
    for path in bad:
        path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    drop(program, data_for(note, *bad))
    program.wait(lambda: program.chat.composer.draft.attachments)
    (card,) = program.window.toasts.cards
    assert said(card.notice.text) == "Can't use 60 items." and card.height() < 200


def test_dropped_files_are_attached_and_dropped_text_is_written(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    note = tmp_path / "note.txt"
    note.write_text("From a file.\n")
    program.window.show_library()
    drop(program, data_for(note, tmp_path / "gone.txt"))
    assert program.window.pages.currentWidget() is program.chat
    program.wait(lambda: program.chat.composer.draft.attachments)
    assert [file.text for file in program.chat.composer.draft.attachments] == ["From a file.\n"]
    assert any("gone.txt" in said(notice.text) for notice in program.window.toasts.notices)
    words = QMimeData()
    words.setText("dragged words")
    drop(program, words)
    assert program.chat.composer.text == "dragged words"
