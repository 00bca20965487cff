"""``python -m engine chat``: what is typed, and what a folder keeps of it."""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import cli
from engine.cli import chat
from tests.engine.http_harness import TINY

pytestmark = pytest.mark.native

Talk = Callable[..., int]


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Talk:
    """Types lines into a chat with a tiny model; its exit status."""
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))

    def typed(lines: bytes, *options: str) -> int:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines), encoding="utf-8"))
        return cli.main(["chat", str(TINY), "--context", "512", "--threads", "1", "--max-tokens", "4", *options])

    return typed


def kept(folder: Path) -> list[str]:
    return [message["content"] for message in json.loads((folder / chat.MESSAGES).read_text())]


def test_what_is_typed_need_not_be_text(talk: Talk, tmp_path: Path) -> None:
    assert talk(b"a\xffb\n", "--folder", str(tmp_path / "chat")) == 0
    assert kept(tmp_path / "chat")[0] == "a\ufffdb"


def test_a_full_disk_costs_nothing_that_was_kept(
    talk: Talk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "chat"
    talk(b"one\n", "--folder", str(folder))
    before = kept(folder)

    def full(_messages: object) -> bytes:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("engine.cli.chat.msgspec.json.encode", full)
        assert talk(b"two\n", "--folder", str(folder)) == 0
    assert "the disk is full" in capsys.readouterr().out
    assert kept(folder) == before
    assert talk(b"three\n", "--folder", str(folder)) == 0
    assert kept(folder)[:2] == before and kept(folder)[2] == "three"


@pytest.mark.parametrize("damage", [b'[{"id": "m0", "ro', b"{}", b"\xff", b"[" * 5000])
def test_a_damaged_chat_is_put_aside(
    talk: Talk, tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: bytes
) -> None:
    folder = tmp_path / "chat"
    talk(b"one\n", "--folder", str(folder))
    for name in ("messages.json.damaged", "messages.json.damaged1"):
        (folder / chat.MESSAGES).write_bytes(damage)
        assert talk(b"two\n", "--folder", str(folder)) == 0
        assert name in capsys.readouterr().err
        assert (folder / name).read_bytes() == damage
        assert kept(folder)[0] == "two" and len(kept(folder)) == 2


def test_a_folder_that_cannot_be_used_is_told(talk: Talk, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("text")
    assert talk(b"", "--folder", str(file)) == 1
    assert "isn't a folder" in capsys.readouterr().err
    assert talk(b"", "--folder", str(file / "inside")) == 1
    assert "Can't use the folder" in capsys.readouterr().err
    (tmp_path / "chat" / chat.MESSAGES).mkdir(parents=True)
    assert talk(b"", "--folder", str(tmp_path / "chat")) == 1
    assert "Can't read" in capsys.readouterr().err


@pytest.mark.parametrize("ratio", ["nan", "inf", "-3", "0.5", "much"])
def test_a_ratio_that_is_none_is_told_and_nothing_is_compacted(
    ratio: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    terminal = chat._Terminal(argparse.Namespace(), tmp_path, [], said.append)
    monkeypatch.setattr(terminal, "ask", lambda _: pytest.fail("it was asked for"))
    assert terminal.line(f"/compact {ratio}")
    assert "write a ratio such as 4" in "".join(said)
