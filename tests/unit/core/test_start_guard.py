from __future__ import annotations

from pathlib import Path

import pytest

from app.core.load_guard import KEY, LoadGuard
from app.core.settings import Settings
from app.core.start_guard import StartGuard


def start(path: Path) -> StartGuard:
    guard = StartGuard(path)
    guard.begin()
    return guard


def test_two_starts_that_died_make_the_third_careful(tmp_path: Path) -> None:
    path = tmp_path / "starting"
    assert [start(path).careful for _ in range(4)] == [False, False, True, True]
    start(path).usable()
    assert not path.exists()
    assert not start(path).careful


def test_a_start_in_between_that_went_well_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "starting"
    start(path)
    start(path).usable()
    start(path)
    assert not start(path).careful


@pytest.mark.parametrize("text", ["", "many", "-3", "9" * 5000, "\xff"])
def test_what_cannot_be_read_counts_as_none_or_is_bounded(tmp_path: Path, text: str) -> None:
    path = tmp_path / "starting"
    path.write_text(text, encoding="utf-8")
    assert 0 <= StartGuard(path).died <= 1000


def test_a_folder_that_cannot_be_written_stops_no_start(tmp_path: Path) -> None:
    guard = StartGuard(tmp_path / "not there" / "starting")
    guard.begin()
    guard.usable()
    assert not guard.careful


def test_loads_count_until_they_end() -> None:
    settings = Settings({})
    guard = LoadGuard(settings)
    for _ in range(2):
        guard.begun("a")
    guard.begun("b")
    assert (guard.careful("a"), guard.careful("b"), guard.careful("c")) == (True, False, False)
    guard.given_up("a")
    assert guard.times("a") == 1
    guard.given_up("b")
    guard.ended("a")
    assert settings.text(KEY) == ""


@pytest.mark.parametrize("text", ["[]", "{", '{"a": "x"}', "null"])
def test_counts_that_cannot_be_read_count_as_none(text: str) -> None:
    settings = Settings({})
    settings.set(KEY, text)
    guard = LoadGuard(settings)
    assert guard.times("a") == 0
    guard.begun("a")
    assert guard.times("a") == 1
