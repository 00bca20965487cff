from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from app.core.network_log import MOST, NetworkLog
from app.core.paths import Paths
from app.core.stored import measure, wipe_folder, wipe_logs
from tests.unreachable import shut


def test_each_part_is_measured_where_it_lies(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data")
    paths.create()
    (paths.chats / "one").mkdir()
    paths.server.mkdir()
    paths.addons.mkdir(exist_ok=True)
    for file, size in (
        (paths.database, 100), (paths.backups / "b.db", 20), (paths.chats / "one" / "memory.kvs", 3000),
        (paths.server / "s.kvs", 700),
        (paths.models / "m.gguf", 40_000), (paths.logs / "x.log", 5),
        (paths.addons / "x.so", 9),
    ):  # fmt: skip
        file.write_bytes(b"x" * size)
    found = {one.part: (one.files, one.bytes, one.path) for one in measure(paths)}
    assert found == {
        "chats": (2, 120, str(paths.data)),
        "memories": (1, 3000, str(paths.chats)),
        "documents": (0, 0, str(paths.documents)),
        "knowledge": (0, 0, ""),  # in the database
        "server": (1, 700, str(paths.server)),
        "models": (1, 40_000, str(paths.models)),
        "logs": (1, 5, str(paths.logs)),
        "addons": (1, 9, str(paths.addons)),
        "prompts": (0, 0, ""),  # among the settings
        "words": (0, 0, ""),
        "secrets": (0, 0, ""),
    }


def test_nothing_there_is_nothing(tmp_path: Path) -> None:
    assert all((one.files, one.bytes) == (0, 0) for one in measure(Paths(tmp_path / "no data")))


def test_wiping_follows_no_link(tmp_path: Path) -> None:
    folder, outside = tmp_path / "folder", tmp_path / "outside"
    (folder / "deep" / "deeper").mkdir(parents=True)
    outside.mkdir()
    (outside / "mine.txt").write_text("mine")
    (folder / "deep" / "deeper" / "x").write_text("x")
    try:
        os.symlink(outside, folder / "link")
    except OSError:
        pytest.skip("no links here")
    told: list[tuple[int, int]] = []
    assert wipe_folder(folder, lambda done, of: told.append((done, of))) == 0
    assert list(folder.iterdir()) == []
    assert (outside / "mine.txt").read_text() == "mine"
    assert told == [(1, 2), (2, 2)]
    assert wipe_folder(tmp_path / "no folder") == 0


def test_a_folder_that_cannot_be_looked_into_is_not_said_to_be_wiped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chats").mkdir()
    shut(monkeypatch, tmp_path / "chats")
    assert wipe_folder(tmp_path / "chats") == 1


def test_logs_that_are_written_to_stay_as_empty_files(tmp_path: Path) -> None:
    (tmp_path / "longthread.log").write_text("words")
    (tmp_path / "longthread.log.1").write_text("older words")
    with (tmp_path / "longthread.log").open("a") as writing:
        assert wipe_logs(tmp_path) == 0
        writing.write("new")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("longthread.log", "new")]


def test_requests_are_remembered_over_starts_and_bounded(tmp_path: Path) -> None:
    path = tmp_path / "network.jsonl"
    log = NetworkLog(path)
    assert not path.exists()
    log.add("huggingface.co", "search")
    log.add("cdn.hf.co", "download")
    again = NetworkLog(path)
    assert [(one.host, one.why) for one in again.requests] == [("huggingface.co", "search"), ("cdn.hf.co", "download")]
    assert set(json.loads(path.read_text().splitlines()[0])) == {"at", "host", "why"}
    for number in range(MOST + 50):
        again.add(f"host{number}", "files")
    assert len(again.requests) == MOST == len(path.read_text().splitlines())
    assert NetworkLog(path).requests == again.requests
    again.clear()
    assert not path.exists()
    assert again.requests == []


def test_lines_that_cannot_be_read_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "network.jsonl"
    path.write_bytes(b'\xff\xfe\n{"at": 1}\n{"at": 1.5, "host": "a", "why": "search"}\nrubbish')
    assert [one.host for one in NetworkLog(path).requests] == ["a"]
