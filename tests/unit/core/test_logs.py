"""Log files: JSON lines where they belong, rotated, without chat text, given up quietly where that is not possible."""

from __future__ import annotations

import errno
import faulthandler
import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.core import logs
from engine import logs as lines

SECRET = "the keeper buried the lantern under the third oak"


@pytest.fixture(autouse=True)
def _restore() -> Iterator[None]:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)
    faulthandler.disable()
    if logs._crash_file is not None:
        logs._crash_file.close()
        logs._crash_file = None


def written(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "longthread.log").read_text().splitlines()]


def test_what_is_logged_is_in_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    assert logs.start_logging(folder) is not None
    logging.getLogger("store").info("the database was opened by %s", "a test")
    line = written(folder)[-1]
    assert (line["level"], line["from"], line["text"]) == ("info", "store", "the database was opened by a test")
    assert line["at"].endswith("Z")
    assert line["up"] >= 0
    assert faulthandler.is_enabled()
    assert folder.stat().st_mode & 0o077 == 0


def test_a_name_that_is_no_text_costs_no_line(tmp_path: Path) -> None:
    file = logs.start_logging(tmp_path)
    assert file is not None
    # straight to the file: pytest-xdist, which carries captured logs, cannot send such a line
    told = {"name": "library", "levelno": logging.WARNING, "levelname": "WARNING"}
    file.handle(logging.makeLogRecord({**told, "msg": "%s cannot be read", "args": (os.fsdecode(b"caf\xe9.gguf"),)}))
    assert written(tmp_path)[-1]["text"] == "caf\udce9.gguf cannot be read" and file.lost == 0


def test_no_place_for_logs_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file where the folder should be")
    assert logs.start_logging(tmp_path / "logs") is None


def test_it_is_rotated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_BYTES", 2000)
    assert logs.start_logging(tmp_path) is not None
    for number in range(100):
        logging.getLogger("store").info("line %d of many that fill the file", number)
    files = sorted(path.name for path in tmp_path.glob("longthread.log*"))
    assert files == ["longthread.log", "longthread.log.1", "longthread.log.2"]
    assert all(path.stat().st_size <= 2000 for path in tmp_path.glob("longthread.log*"))
    assert written(tmp_path)[-1]["text"].startswith("line 99 ")


def test_a_file_that_somebody_has_open_is_written_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is on Windows, where it cannot be renamed meanwhile."""
    monkeypatch.setattr(lines, "MAX_BYTES", 1000)
    file = lines.start_logging(tmp_path, "longthread", logging.ERROR)
    assert file is not None
    rename, held = os.rename, True

    def refuse(source: str, target: str) -> None:
        if held:
            raise PermissionError(errno.EACCES, "in use", source)
        rename(source, target)

    monkeypatch.setattr(os, "rename", refuse)
    log = logging.getLogger("test")
    for number in range(30):
        log.info("line %02d %s", number, "x" * 50)
    assert [line["text"][5:7] for line in written(tmp_path)] == [f"{number:02d}" for number in range(30)]
    assert file.lost == 0
    held = False
    for number in range(30, 40):
        log.info("line %02d %s", number, "x" * 50)
    assert (tmp_path / "longthread.log.1").exists()
    assert (tmp_path / "longthread.log").stat().st_size <= 1000
    assert file.lost == 0


def test_a_full_disk_costs_lines_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = logs.start_logging(tmp_path)
    assert file is not None

    class Full:
        def write(self, text: str) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        tell = seek = flush = close = lambda self, *given: 0

    stream, file.stream = file.stream, Full()  # type: ignore[assignment]
    logging.getLogger("store").info("not written")
    assert file.lost == 1
    assert "Traceback" not in capsys.readouterr().err
    file.stream = stream
    logging.getLogger("store").info("written")
    assert written(tmp_path)[-1]["text"] == "written"


def test_an_exception_is_logged_without_what_it_may_quote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert logs.start_logging(tmp_path) is not None
    try:
        try:
            raise OSError(errno.EIO, "Input/output error", str(tmp_path / "chat.tokens"))
        except OSError as cause:
            raise ValueError(f"cannot read {SECRET}") from cause
    except ValueError:
        logging.getLogger("engine.process.host").exception("a request failed")
    line = written(tmp_path)[-1]
    assert [step["what"] for step in line["error"]] == [
        "ValueError",
        "OSError: [Errno 5] Input/output error: chat.tokens",
    ]
    assert line["error"][0]["through"][0].startswith("test_logs.py:")
    assert SECRET not in (tmp_path / "longthread.log").read_text()
    printed = capsys.readouterr().err
    assert "ValueError at test_logs.py:" in printed
    assert SECRET not in printed
