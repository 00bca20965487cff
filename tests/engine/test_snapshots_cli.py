"""``python -m engine snapshots``: what is shown, checked and evicted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import cli
from engine.snapshots.header import FILE_NAME, Layout, SnapshotHeader
from engine.snapshots.store import CHUNKS, SnapshotStore


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    """Two chats that were saved where the program keeps them."""
    folder = tmp_path / "data" / "chats"
    store = SnapshotStore(folder / CHUNKS)
    layout = Layout("llama", [(2, 64, 64, 0)], "f16", {}, 0, 2, 512)
    for i, name in enumerate(("old", "new")):
        header = SnapshotHeader("fp", layout, "lib", name, 10 + i, 10, "d", 10, "m", 1.0)
        store.write(folder / name, header, np.random.default_rng(i).integers(0, 256, 5_000_000, np.uint8))
        (folder / name / FILE_NAME).touch()
    return folder


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert cli.main(["snapshots", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_they_are_listed(chats: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = told(capsys, "list")
    assert {row["chat"]: row["tokens"] for row in result["snapshots"]} == {"old": 10, "new": 11}
    assert 10_000_000 < result["bytes"] < 10_100_000
    assert cli.main(["snapshots", "list", "--folder", str(chats)]) == 0
    text = capsys.readouterr().out
    assert "10 tokens" in text and "2 saved states, 10.0 MB" in text


def test_damage_is_told(chats: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [row["problem"] for row in told(capsys, "verify")["snapshots"]] == ["", ""]
    piece = next(path for path in (chats / CHUNKS).rglob("*") if len(path.name) == 64)
    piece.write_bytes(b"nonsense")
    assert cli.main(["snapshots", "verify"]) == 1
    assert "1 of 2 parts are missing or damaged" in capsys.readouterr().out
    (chats / "new" / FILE_NAME).write_bytes(b"nonsense")
    assert cli.main(["snapshots", "verify"]) == 1
    assert "isn't a saved state" in capsys.readouterr().out


def test_the_old_ones_are_evicted(chats: Path, capsys: pytest.CaptureFixture[str]) -> None:
    orphan = chats / CHUNKS / "ab" / ("ab" * 32)
    orphan.parent.mkdir(exist_ok=True)
    orphan.write_bytes(b"x" * 1000)
    assert told(capsys, "prune")["evicted"] == [] and not orphan.exists()
    result = told(capsys, "prune", "--quota", "6")
    assert (result["evicted"], result["left"] < 6_000_000) == (["old"], True)
    assert told(capsys, "prune", "--all")["left"] == 0
    assert cli.main(["snapshots", "list", "--folder", str(chats / "nowhere")]) == 1
    assert "--folder" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["list", "verify", "prune"])
def test_before_the_first_chat_there_are_none(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "fresh"))
    found = told(capsys, command)
    assert not any(found.values()) and not (tmp_path / "fresh").exists()
