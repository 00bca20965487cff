"""Log files: written where they belong, given up quietly where that is not possible."""

from __future__ import annotations

import faulthandler
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core import logs


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


def test_what_is_logged_is_in_the_file(tmp_path: Path) -> None:
    assert logs.start_logging(tmp_path / "logs") is not None
    logging.getLogger("store").info("the database was opened")
    assert "I store: the database was opened" in (tmp_path / "logs" / "longthread.log").read_text()
    assert faulthandler.is_enabled()


def test_no_place_for_logs_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file where the folder should be")
    assert logs.start_logging(tmp_path / "logs") is None
