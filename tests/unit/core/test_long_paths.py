"""Paths that Windows takes only when they are marked: models are fetched, found and read there as elsewhere."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from app.core.library import Library
from app.core.part_file import DownloadSource, PartFile
from engine import files
from tests.engine.gguf_files import LLAMA, gguf


@pytest.fixture
def long_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the system does not find by its name, and by its mark as ``marked`` beside it."""
    folder = tmp_path / "long"
    monkeypatch.setattr(files, "long_path", lambda path: path.replace(str(folder), str(tmp_path / "marked")))
    return folder


def test_a_download_arrives(long_folder: Path) -> None:
    data = os.urandom(3000)
    source = DownloadSource("a/b", "main", "m.gguf", len(data), hashlib.sha256(data).hexdigest())
    part = PartFile(long_folder / "a" / "b" / "m.gguf", source)
    assert part.begin([source]) == 0
    part.append(0, data[:1000])
    again = PartFile(long_folder / "a" / "b" / "m.gguf", source)
    assert again.begun and again.here == again.begin([source]) == 1000
    again.append(1000, data[1000:])
    assert again.finish() and again.present and again.whole() and again.begun
    again.discard()
    assert not long_folder.exists()
    arrived = [file for file in long_folder.with_name("marked").rglob("*") if file.is_file()]
    assert [(file.name, file.read_bytes()) for file in arrived] == [("m.gguf", data)]


def test_a_split_model_is_read(long_folder: Path, tmp_path: Path) -> None:
    marked = long_folder.with_name("marked")
    marked.mkdir()
    for number in (1, 2):
        file = marked / f"m-0000{number}-of-00002.gguf"
        file.write_bytes(gguf({**LLAMA, "split.count": 2}))
        os.utime(file, (1e9, 1e9))
    library = Library(tmp_path / "models")
    row = library.judge(long_folder / "m-00001-of-00002.gguf")
    assert row.size == 2 * len(gguf({**LLAMA, "split.count": 2})) and row.facts is not None
    (entry,) = library.scan([row]).entries
    assert (entry.status, len(entry.parts)) == ("ok", 2)
