"""Titles of chats made out of others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.services.chat.copy_titles import branch_of, copy_of
from app.ui import language


@pytest.fixture(params=["en", "de"])
def words(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    language.install(qapp, request.param)
    yield ("Branch of ", "Copy of ") if request.param == "en" else ("Zweig von ", "Kopie von ")
    language.install(qapp, "en")


def test_the_word_comes_first_and_only_once(words: tuple[str, str]) -> None:
    branch, copy = words
    title = "The {heron} of Porto"
    assert branch_of(title) == f"{branch}{title}"
    assert copy_of(title) == f"{copy}{title}"
    assert branch_of(branch_of(title)) == f"{branch}{title}"
    assert branch_of(copy_of(branch_of(title))) == f"{branch}{title}"
    assert copy_of(branch_of(copy_of(title))) == f"{copy}{title}"


def test_what_is_no_title_of_that_kind_stays_whole(words: tuple[str, str]) -> None:
    branch, copy = words
    assert branch_of(branch) == f"{branch}{branch}", "nothing would be left"
    assert copy_of(f"A {branch}x") == f"{copy}A {branch}x"
    assert branch_of("") == "" == copy_of("")
