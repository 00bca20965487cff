"""Folders that are looked through: what appears, what is half written, what is gone, what cannot be read."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import msgspec
import pytest

from app.core import model_folders
from app.core.library import Library, UnusableModel
from app.core.model_values import ModelEntry
from app.core.settings import Settings
from app.core.store import Store
from tests.unit.core.test_library import gguf, long_ago
from tests.words import said


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    folder = tmp_path / "my models"
    folder.mkdir()
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Library:
    own = tmp_path / "data" / "models"
    own.mkdir(parents=True)
    return Library(own)


def listed(library: Library, store: Store, *folders: Path, settle: float = 0.0) -> dict[str, ModelEntry]:
    """A look as the program does it: what it tells is stored."""
    found = library.scan(store.models(), [str(folder) for folder in folders], settle)
    for row in found.changed:
        store.put_model(row)
    return {Path(entry.path).name: entry for entry in found.entries}


def test_models_of_a_chosen_folder_and_below_it(library: Library, mine: Path) -> None:
    (mine / "owner" / "name").mkdir(parents=True)
    (mine / ".cache").mkdir()
    for file in ("a.gguf", "owner/name/b.GGUF", ".cache/c.gguf", "notes.txt"):
        (mine / file).write_bytes(gguf(Path(file).stem))
    found = library.scan([], [str(mine)])
    assert [(entry.name, entry.referenced) for entry in found.entries] == [("a", False), ("b", False)]
    assert [(folder.path, folder.own, folder.models, folder.problem) for folder in found.folders] == [
        (str(library.folder), True, 0, None),
        (str(mine), False, 2, None),
    ]
    assert set(found.places) == {str(place) for place in (library.folder, mine, mine / "owner", mine / "owner/name")}
    assert library.scan(found.changed, []).entries == [], "a folder that is looked through no more"


def test_a_file_that_is_still_written_is_not_offered(library: Library, mine: Path, store: Store) -> None:
    file, whole = mine / "big.gguf", gguf("Big")
    for part in (whole[:0], whole[:60], whole[:-100]):
        file.write_bytes(part)
        assert listed(library, store, mine)["big.gguf"].status == "arriving"
    assert store.models() == []
    file.write_bytes(whole)
    assert listed(library, store, mine, settle=2.0)["big.gguf"].status == "arriving", "its space may be set aside only"
    long_ago(file)
    entry = listed(library, store, mine, settle=2.0)["big.gguf"]
    assert (entry.status, entry.name) == ("ok", "Big")
    file.write_bytes(whole + whole[:50])  # it is downloaded anew
    assert listed(library, store, mine, settle=2.0)["big.gguf"].status == "arriving"


def test_half_of_a_file_that_nobody_writes_to_is_broken(library: Library, mine: Path, store: Store) -> None:
    file = mine / "half.gguf"
    file.write_bytes(gguf()[:-100])
    long_ago(file)
    entry = listed(library, store, mine)["half.gguf"]
    assert entry.status == "broken"
    assert "incomplete" in said(entry.problem)


def test_a_file_of_another_format_is_broken_at_once(library: Library, mine: Path, store: Store) -> None:
    (mine / "zip.gguf").write_bytes(b"PK\x03\x04 and so on")
    assert listed(library, store, mine)["zip.gguf"].status == "broken"


def test_a_downloader_s_mark_beside_a_file(library: Library, mine: Path, store: Store) -> None:
    file, mark = mine / "a.gguf", mine / "a.gguf.aria2"
    file.write_bytes(gguf())
    mark.touch()
    assert listed(library, store, mine)["a.gguf"].status == "arriving"
    with pytest.raises(UnusableModel, match="still being written"):
        library.judge(file)
    mark.unlink()
    assert listed(library, store, mine)["a.gguf"].status == "ok"


def test_parts_that_arrive_one_after_the_other(library: Library, mine: Path, store: Store) -> None:
    from tests.engine.gguf_files import LLAMA
    from tests.engine.gguf_files import gguf as whole

    part = whole({**LLAMA, "split.count": 2})
    (mine / "m-00001-of-00002.gguf").write_bytes(part)
    assert listed(library, store, mine)["m-00001-of-00002.gguf"].status == "arriving"
    (mine / "m-00002-of-00002.gguf").write_bytes(part)
    assert listed(library, store, mine)["m-00001-of-00002.gguf"].status == "ok"


def test_what_is_gone_is_marked_and_comes_back(library: Library, mine: Path, store: Store) -> None:
    (mine / "a.gguf").write_bytes(gguf("A"))
    assert listed(library, store, mine)["a.gguf"].status == "ok"
    away = mine.rename(mine.with_name("unplugged"))
    entry = listed(library, store, mine)["a.gguf"]
    assert (entry.status, entry.name) == ("missing", "A")
    (told,) = [folder for folder in library.scan(store.models(), [str(mine)]).folders if not folder.own]
    assert "missing" in said(told.problem)
    assert told.models == 0
    away.rename(mine)
    assert listed(library, store, mine)["a.gguf"].status == "ok"
    os.unlink(mine / "a.gguf")
    assert listed(library, store, mine)["a.gguf"].status == "missing"


def test_a_file_that_was_renamed_or_moved_takes_along_what_was_made_of_it(
    library: Library, mine: Path, store: Store, tmp_path: Path
) -> None:
    file, beside = mine / "a.gguf", mine / "b.gguf"
    file.write_bytes(gguf("A"))
    beside.write_bytes(gguf("B"))
    listed(library, store, mine)
    for row in store.models():
        title = Path(row.path).stem * 3
        store.put_model(msgspec.structs.replace(row, title=title, notes="mine", last_used=7.0, mmproj=str(beside)))
    known = {row.path: row for row in store.models()}
    file.rename(mine / "renamed.gguf")
    beside.rename(mine / "other.gguf")
    assert library.scan(known.values(), [str(mine)], in_use=str(file)).moved == {str(beside): str(mine / "other.gguf")}
    found = library.scan(known.values(), [str(mine)])
    assert found.moved == {str(file): str(mine / "renamed.gguf"), str(beside): str(mine / "other.gguf")}
    assert [(Path(one.path).name, one.name, one.notes, one.status) for one in found.entries] == [
        ("renamed.gguf", "aaa", "mine", "ok"), ("other.gguf", "bbb", "mine", "ok"),
    ]  # fmt: skip
    assert {row.mmproj for row in found.changed[-2:]} == {str(mine / "other.gguf")}, "which has moved along"
    elsewhere = tmp_path / "elsewhere"
    mine.rename(elsewhere)  # with all that is in it, and it is chosen anew
    rows = {row.path: row for row in found.changed}
    again = library.scan(rows.values(), [str(elsewhere)])
    assert [(entry.name, Path(entry.path).parent) for entry in again.entries] == [
        ("aaa", elsewhere),
        ("bbb", elsewhere),
    ]


def test_a_model_that_was_renamed_in_use_and_loaded_again_is_the_same(
    library: Library, mine: Path, store: Store
) -> None:
    file, renamed = mine / "a.gguf", mine / "renamed.gguf"
    file.write_bytes(gguf("A"))
    listed(library, store, mine)
    (row,) = store.models()
    store.put_model(msgspec.structs.replace(row, title="Mine", notes="of mine", last_used=7.0))
    file.rename(renamed)
    found = library.scan(store.models(), [str(mine)], in_use=str(file))
    assert found.moved == {}
    (row,) = found.changed
    store.put_model(msgspec.structs.replace(row, last_used=9.0))
    found = library.scan(store.models(), [str(mine)], in_use=str(renamed))
    assert found.moved == {str(file): str(renamed)}
    (entry,) = found.entries
    assert (entry.path, entry.name, entry.notes, entry.last_used) == (str(renamed), "Mine", "of mine", 9.0)


@pytest.mark.parametrize("mounted", [False, True], ids=["its folder goes", "its folder stays, empty"])
def test_a_copy_does_not_stand_for_a_file_on_a_disk_that_is_away(
    library: Library, mine: Path, store: Store, tmp_path: Path, mounted: bool
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    (disk / "a.gguf").write_bytes(gguf("A"))
    store.put_model(msgspec.structs.replace(library.judge(disk / "a.gguf"), notes="mine"))
    (mine / "copy.gguf").write_bytes(gguf("A"))
    listed(library, store, mine)
    disk.rename(tmp_path / "away")
    if mounted:
        disk.mkdir()
    entries = listed(library, store, mine)
    assert (entries["a.gguf"].status, entries["a.gguf"].notes) == ("missing", "mine")
    (tmp_path / "away").rename(disk)
    assert listed(library, store, mine)["a.gguf"].status == "ok"


def test_a_folder_that_cannot_be_read(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (mine / "locked").mkdir()
    (mine / "a.gguf").write_bytes(gguf())
    real = os.scandir

    def refuse(path: Path) -> object:
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", refuse)
    seen = model_folders.look(mine)
    assert [file.name for file in seen.files] == ["a.gguf"], "the rest is seen"
    assert said(seen.problem) == "Can't read locked (Permission denied). Check its permissions."
    assert "isn't a folder" in said(model_folders.look(mine / "a.gguf").problem)


@pytest.mark.skipif(sys.platform != "linux", reason="names are text there")
def test_names_that_are_no_text_are_said_and_nothing_else_stops(library: Library, mine: Path, store: Store) -> None:
    """As on disks of older systems. The store takes no such path, and neither does the engine."""
    for name in (b"old \xfc.gguf", b"old \xfc.txt"):
        (mine / os.fsdecode(name)).write_bytes(gguf("A"))
    (mine / os.fsdecode(b"\xe4lter")).mkdir()
    (mine / "b.gguf").write_bytes(gguf("B"))
    assert set(listed(library, store, mine)) == {"b.gguf"}
    seen = model_folders.look(mine)
    assert said(seen.problem) in (
        "Can't use “old �.gguf”, because its name isn't valid text. Rename it.",
        "Can't use “�lter”, because its name isn't valid text. Rename it.",
    )
    assert seen.folders == [mine]


def test_a_folder_that_goes_while_it_is_looked_through_is_no_missing_disk(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (mine / "gone").mkdir()
    (mine / "a.gguf").write_bytes(gguf())
    real = os.scandir

    def late(path: Path) -> object:
        if Path(path).name == "gone":
            os.rmdir(path)
        return real(path)

    monkeypatch.setattr(os, "scandir", late)
    seen = model_folders.look(mine)
    assert (seen.problem, [file.name for file in seen.files]) == (None, ["a.gguf"])


def test_links_that_lead_nowhere_hide_nothing_beside_them(mine: Path) -> None:
    for number in range(9):  # before and after it, in whatever order the system lists them
        (mine / f"{number}.gguf").write_bytes(gguf(str(number)))
    (mine / "circle.gguf").symlink_to("circle.gguf")
    (mine / "gone.gguf").symlink_to("nowhere.gguf")
    seen = model_folders.look(mine)
    assert [file.stem for file in seen.files] == [str(number) for number in range(9)]
    assert seen.folders == [mine], "it is watched"
    assert seen.problem is None


def test_a_folder_too_large_to_look_through_is_said(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_folders, "MOST_FOLDERS", 3)
    for name in "abcd":
        (mine / name).mkdir()
    seen = model_folders.look(mine)
    assert len(seen.folders) == 3
    assert "more than 3 folders" in said(seen.problem)


def test_the_list_of_folders_is_a_setting(caplog: pytest.LogCaptureFixture) -> None:
    stored: dict[str, str] = {}
    settings = Settings({}, lambda key, text, place: stored.__setitem__(key, text or ""))
    assert model_folders.chosen(settings) == ()
    model_folders.choose(settings, ["/b", "/a", "/b"])
    assert model_folders.chosen(settings) == ("/b", "/a")
    assert model_folders.chosen(Settings(stored)) == ("/b", "/a")
    settings.set(model_folders.KEY, "not json")
    assert model_folders.chosen(settings) == ()


def test_a_hidden_model_stays_hidden_until_it_is_added_again(library: Library, mine: Path, store: Store) -> None:
    file = mine / "a.gguf"
    file.write_bytes(gguf())
    listed(library, store, mine)
    (row,) = store.models()
    store.put_model(msgspec.structs.replace(row, hidden=True, notes="mine"))
    assert listed(library, store, mine) == {}
    os.utime(file, (time.time(), time.time() - 500))
    assert listed(library, store, mine) == {}, "not even when it has changed"
    store.put_model(library.judge(file, store.models()[0]))
    assert listed(library, store, mine)["a.gguf"].notes == "mine"
