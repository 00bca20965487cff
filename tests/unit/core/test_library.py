"""The model library over real files: judged by their headers, used in place, never twice."""

from __future__ import annotations

import errno
import os
import shutil
import struct
from pathlib import Path

import msgspec
import pytest

from app.core.library import Library, UnusableModel, canonical, first_choice, first_part, parts_of, used
from app.core.store import Store, StoredModel
from app.core.texts import say
from engine.protocol import ModelFacts
from tests.unreachable import shut
from tests.words import advised, said


def gguf(name: str = "Tiny", architecture: str = "llama") -> bytes:
    """A GGUF with metadata and one tensor of 8 x 4 F32 values."""

    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value)) + value.encode()

    pairs = text("general.architecture") + struct.pack("<I", 8) + text(architecture)
    pairs += text("general.name") + struct.pack("<I", 8) + text(name)
    for key, number in (("context_length", 128), ("block_count", 1), ("embedding_length", 8),
                        ("attention.head_count", 2), ("attention.head_count_kv", 1)):  # fmt: skip
        pairs += text(f"{architecture}.{key}") + struct.pack("<II", 4, number)
    tensor = text("token_embd.weight") + struct.pack("<IQQIQ", 2, 8, 4, 0, 0)
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, 7) + pairs + tensor
    return head + b"\0" * (-len(head) % 32) + b"\0" * 128


def long_ago(file: Path) -> None:
    """Have a file look as if nobody had written to it for long."""
    os.utime(file, (1e9, 1e9))


class CountingReader:
    """Facts as the engine reads them, counting how often a file was looked into."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, path: str) -> ModelFacts:
        from engine.gguf.header import read_facts

        self.read.append(path)
        return read_facts(path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    models = tmp_path / "data" / "models"
    models.mkdir(parents=True)
    return models


def test_files_of_the_folder_with_their_facts(folder: Path) -> None:
    (folder / "a.gguf").write_bytes(gguf("Alpha"))
    (folder / "sub").mkdir()
    (folder / "sub" / "b.gguf").write_bytes(gguf("Beta"))
    (folder / "notes.txt").write_text("isn't a model")
    found = Library(folder).scan([])
    assert [(entry.name, entry.status, entry.referenced) for entry in found.entries] == [
        ("Alpha", "ok", False),
        ("Beta", "ok", False),
    ]
    facts = found.entries[0].facts
    assert facts is not None
    assert facts.architecture == "llama"
    assert facts.n_ctx_train == 128
    assert len(found.changed) == 2


@pytest.mark.parametrize(
    "content",
    [b"", b"GGUF", b"PK\x03\x04 a zip archive" * 50, gguf()[:-100], b"GGUF" + b"\xff" * 500],
    ids=["empty", "magic only", "other format", "truncated", "nonsense"],
)
def test_a_broken_file_is_listed_with_what_is_wrong_and_refused(folder: Path, content: bytes) -> None:
    bad = folder / "bad.gguf"
    bad.write_bytes(content)
    long_ago(bad)
    library = Library(folder)
    (entry,) = library.scan([]).entries
    assert entry.status == "broken"
    assert entry.problem
    assert advised(entry.problem)
    with pytest.raises(UnusableModel) as refused:
        library.judge(bad)
    assert refused.value.message.endswith(said(entry.problem))
    assert "bad.gguf" in refused.value.message  # one of several that were dropped
    assert refused.value.hint


def test_the_name_does_not_make_a_model(folder: Path, tmp_path: Path) -> None:
    odd = tmp_path / "model.bin"
    odd.write_bytes(gguf("Odd name"))
    row = Library(folder).judge(odd)
    assert row.referenced
    assert row.facts is not None
    assert row.facts.name == "Odd name"


def test_a_file_dropped_in_twice_or_through_a_link_is_one(folder: Path, tmp_path: Path, store: Store) -> None:
    file = tmp_path / "mine.gguf"
    file.write_bytes(gguf("Mine"))
    (tmp_path / "link.gguf").symlink_to(file)
    library = Library(folder)
    for path in (file, tmp_path / "link.gguf", tmp_path / "x" / ".." / "mine.gguf"):
        store.put_model(library.judge(path))
    (entry,) = library.scan(store.models()).entries
    assert entry.referenced
    assert Path(entry.path).samefile(file)


def test_a_link_in_the_folder_is_a_model_of_the_folder_once(folder: Path, tmp_path: Path, store: Store) -> None:
    there = tmp_path / "elsewhere"
    there.mkdir()
    file, link = there / "file.gguf", folder / "link.gguf"
    file.write_bytes(gguf("Mine"))
    link.symlink_to(file)
    (folder / "more.gguf").symlink_to(link)
    library = Library(folder)
    found = library.scan([], [str(there)])
    assert [(entry.path, entry.referenced, entry.status) for entry in found.entries] == [(str(link), False, "ok")]
    assert [one.models for one in found.folders] == [1, 0]
    file.unlink()
    assert [entry.status for entry in library.scan(found.changed).entries] == ["missing"]


def test_what_was_known_of_a_file_holds_for_the_link_to_it(folder: Path, tmp_path: Path, store: Store) -> None:
    file, link = tmp_path / "file.gguf", folder / "link.gguf"
    file.write_bytes(gguf("Mine"))
    library = Library(folder)
    store.put_model(msgspec.structs.replace(library.judge(file), notes="Quick.", title="My own", last_used=7.0))
    link.symlink_to(file)
    found = library.scan(store.models())
    (entry,) = found.entries
    assert (entry.path, entry.name, entry.notes, entry.last_used) == (str(link), "My own", "Quick.", 7.0)
    assert not entry.referenced and entry.facts is not None and entry.facts.name == "Mine"
    for row in found.changed:
        store.put_model(row)
    again = library.scan(store.models())
    assert [one.path for one in again.entries] == [str(link)] and again.changed == []
    chosen = first_choice([entry, msgspec.structs.replace(entry, path="/other.gguf")], str(file))
    assert chosen is not None and chosen.path == str(link), "used last by its other name"


def test_of_two_names_in_folders_the_known_one_stays(folder: Path, tmp_path: Path) -> None:
    there = tmp_path / "elsewhere"
    there.mkdir()
    (there / "file.gguf").write_bytes(gguf("Mine"))
    library = Library(folder)
    rows = library.scan([], [str(there)]).changed
    (folder / "link.gguf").symlink_to(there / "file.gguf")
    assert [entry.path for entry in library.scan(rows, [str(there)]).entries] == [str(there / "file.gguf")]


def test_a_link_to_one_part_of_a_split_model_stands_for_all_of_it(folder: Path, tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / f"big-{number:05d}-of-00002.gguf").write_bytes(b"x" * 10 * number)
    (folder / "big-00001-of-00002.gguf").symlink_to(tmp_path / "big-00001-of-00002.gguf")
    facts = ModelFacts(path="", name="Big", architecture="llama")
    (entry,) = Library(folder, lambda path: facts).scan([]).entries
    assert len(entry.parts) == 2 and entry.size == 30


@pytest.mark.parametrize("name", ["circle/a.gguf", "circle", "~nobody-of-that-name/a.gguf", "n" * 300 + ".gguf"])
def test_a_path_that_leads_nowhere_is_refused_in_words(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    Path("circle").symlink_to("circle")
    with pytest.raises(UnusableModel, match="moved or deleted"):
        Library(folder).judge(name)


def test_a_name_of_more_parts_than_any_model_has_is_a_name(folder: Path) -> None:
    file = folder / "big-00002-of-99999.gguf"
    file.write_bytes(gguf("Big"))
    assert parts_of(file) == [file] and first_part(file) == file
    (entry,) = Library(folder).scan([]).entries
    assert (entry.status, entry.path) == ("ok", str(file))


def test_a_link_to_a_file_named_by_its_digest_keeps_its_name(folder: Path, tmp_path: Path) -> None:
    """As a download cache keeps them: the parts of a split model are found by the names of the links."""
    blobs, links = tmp_path / "blobs", tmp_path / "snapshots"
    blobs.mkdir()
    links.mkdir()
    for number in (1, 2):
        (blobs / f"{number}f8e").write_bytes(gguf("Big") + b"x" * number)
        (links / f"big-{number:05d}-of-00002.gguf").symlink_to(Path("..", "blobs", f"{number}f8e"))
    found = Library(folder).scan([], [str(links)])
    (entry,) = found.entries
    assert entry.path == str(links / "big-00001-of-00002.gguf") and len(entry.parts) == 2
    assert [one.models for one in found.folders] == [0, 1]


def test_a_file_of_the_folder_dropped_in_is_not_referenced(folder: Path) -> None:
    (folder / "a.gguf").write_bytes(gguf())
    assert not Library(folder).judge(folder / "a.gguf").referenced


def test_headers_are_read_again_only_when_the_file_changed(folder: Path, store: Store) -> None:
    file = folder / "a.gguf"
    file.write_bytes(gguf("One"))
    reader = CountingReader()
    library = Library(folder, reader)
    for row in library.scan(store.models()).changed:
        store.put_model(row)
    assert library.scan(store.models()).changed == []
    assert len(reader.read) == 1
    file.write_bytes(gguf("Another"))
    found = library.scan(store.models())
    assert [entry.name for entry in found.entries] == ["Another"]
    assert len(reader.read) == 2


def test_a_referenced_file_that_is_gone_is_shown_as_missing_and_comes_back(
    folder: Path, tmp_path: Path, store: Store
) -> None:
    file = tmp_path / "usb.gguf"
    file.write_bytes(gguf("On a stick"))
    library = Library(folder)
    store.put_model(library.judge(file))
    shutil.move(file, tmp_path / "away.gguf")
    (entry,) = library.scan(store.models()).entries
    assert entry.status == "missing"
    assert entry.name == "On a stick"
    assert "usb.gguf" in said(entry.problem)
    assert "drop it" in advised(entry.problem)
    with pytest.raises(UnusableModel, match=r"usb\.gguf"):
        library.judge(file)
    shutil.move(tmp_path / "away.gguf", file)
    (entry,) = library.scan(store.models()).entries
    assert entry.status == "ok"


def test_the_parts_of_a_split_model_are_one_entry(folder: Path) -> None:
    for number in (1, 2, 3):
        (folder / f"big-{number:05d}-of-00003.gguf").write_bytes(b"x" * 10 * number)
    facts = ModelFacts(path="", name="Big", architecture="llama")
    (entry,) = Library(folder, lambda path: facts).scan([]).entries
    assert [Path(part).name[:9] for part in entry.parts] == ["big-00001", "big-00002", "big-00003"]
    assert entry.size == 60
    assert entry.path.endswith("big-00001-of-00003.gguf")
    assert first_part(folder / "big-00002-of-00003.gguf").name == "big-00001-of-00003.gguf"
    row = Library(folder, lambda path: facts).judge(folder / "big-00003-of-00003.gguf")
    assert row.path == canonical(folder / "big-00001-of-00003.gguf")


def test_first_choice_last_used_then_starter_then_the_only_one(folder: Path) -> None:
    for name in ("a", "SmolLM2-135M-Instruct.Q4_1", "z"):
        (folder / f"{name}.gguf").write_bytes(gguf(name))
    (folder / "bad.gguf").write_bytes(b"")
    long_ago(folder / "bad.gguf")
    entries = Library(folder).scan([]).entries
    chosen = first_choice(entries, canonical(folder / "z.gguf"))
    assert chosen is not None
    assert chosen.name == "z"
    chosen = first_choice(entries, "/gone.gguf")
    assert chosen is not None
    assert chosen.starter
    assert first_choice([entry for entry in entries if not entry.starter], "") is None
    only = first_choice([entry for entry in entries if entry.name == "a"], "")
    assert only is not None
    assert first_choice([entry for entry in entries if entry.status != "ok"], "") is None


def test_last_used_comes_first(folder: Path) -> None:
    for name in ("a", "b"):
        (folder / f"{name}.gguf").write_bytes(gguf(name))
    library = Library(folder)
    rows = {row.path: row for row in library.scan([]).changed}
    path = canonical(folder / "b.gguf")
    rows[path] = used(rows[path])
    assert [entry.name for entry in library.scan(rows.values()).entries] == ["b", "a"]


def test_facts_survive_in_the_store_and_foreign_ones_are_read_again(store: Store) -> None:
    facts = ModelFacts(
        path="/m", name="M", architecture="llama", compactable=False, why_not=say("no_compaction.recurrent")
    )
    row = StoredModel(path="/m", size=1, mtime=2.0, facts=facts, referenced=True, last_used=3.0)
    store.put_model(row)
    assert store.models() == [row]
    with store._read() as db:
        db.execute("UPDATE model SET facts = '{\"future\": 1}'")
    assert store.models() == [msgspec.structs.replace(row, facts=None)]
    store.delete_model("/m")
    assert store.models() == []


def test_why_a_model_is_broken_survives_and_a_sentence_of_before_is_read_again(store: Store) -> None:
    problem = say("model_file.not_gguf", name="m.gguf")
    row = StoredModel(path="/m.gguf", size=1, mtime=2.0, problem=problem)
    store.put_model(row)
    assert store.models() == [row]
    facts = '{"path":"/m","name":"M","architecture":"mamba","compactable":false,"why_not":"It is a recurrent model."}'
    with store._write() as db:
        db.execute("UPDATE model SET problem = 'It is not a model.', hint = 'Download it again.', facts = ?", (facts,))
    (old,) = store.models()
    assert old.problem is None and old.facts is None, "the file is looked at once more"


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO])
@pytest.mark.parametrize("shut_at", ["away", "away/sub/models"])
def test_a_folder_that_cannot_be_reached_keeps_back_no_others(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shut_at: str, number: int
) -> None:
    lost, parent = tmp_path / "away" / "sub" / "models", tmp_path / "away" / "sub"
    parent.mkdir(parents=True)
    (folder / "a.gguf").write_bytes(gguf())
    shut(monkeypatch, tmp_path / shut_at, number)
    found = Library(folder).scan([], [str(lost)])
    assert [Path(entry.path).name for entry in found.entries] == ["a.gguf"]
    assert [one.problem.code for one in found.folders if one.problem is not None] == ["folder.unreadable"]
    assert found.above.get(str(parent)) == (None if shut_at == "away" else {str(lost): False})


def widths(path: str) -> ModelFacts:
    """Facts of a model, or of a vision part that fits it."""
    kind, fits = ("vision", (8,)) if "mmproj" in path else ("model", ())
    return ModelFacts(path=path, name=Path(path).stem, architecture="llama", n_embd=8, kind=kind, fits_widths=fits)


def test_a_model_that_is_as_it_was_is_known_by_its_own_files_alone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    share = tmp_path / "share"
    share.mkdir()
    files = [folder / "a.gguf", folder / "mmproj-a.gguf", share / "b.gguf", share / "mmproj-b.gguf"]
    for file in files:
        file.write_bytes(gguf())
    library = Library(folder, widths)
    rows = library.scan([], [str(share)]).changed
    own, there = (str(path) for path in (files[0], files[2]))
    asked: list[str] = []
    exists = os.path.exists
    monkeypatch.setattr(os.path, "exists", lambda path: asked.append(str(path)) or exists(path))
    entry = library.alone(own, rows)
    assert entry is not None and (entry.path, entry.mmproj) == (own, str(files[1]))
    assert not [path for path in asked if str(share) in path]
    known = library.alone(there, rows)
    assert known is not None and known.mmproj == str(files[3])


def test_a_model_that_is_not_as_it_was_waits_for_the_look(folder: Path) -> None:
    file = folder / "a.gguf"
    file.write_bytes(gguf())
    library = Library(folder)
    (row,) = library.scan([]).changed
    assert library.alone(str(file), [row]) is not None
    assert library.alone(str(file), []) is None
    assert library.alone(str(file), [msgspec.structs.replace(row, hidden=True)]) is None
    assert library.alone(str(file), [msgspec.structs.replace(row, facts=None)]) is None
    long_ago(file)
    assert library.alone(str(file), [row]) is None
    file.unlink()
    assert library.alone(str(file), [row]) is None
