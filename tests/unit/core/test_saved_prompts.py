"""Saved prompts: commands made of names, what a beginning finds, and files of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.saved_prompts import (
    NAME_LENGTH,
    TEXT_LENGTH,
    SavedPrompt,
    clean_name,
    command_of,
    from_file,
    matching,
    stored,
    to_file,
    typed,
)

PROMPTS = [
    SavedPrompt("1", "Fix grammar", "Fix it:"),
    SavedPrompt("2", "Grammar lesson", "Explain"),
    SavedPrompt("3", "Übersetzen", "Auf Deutsch:"),
]


@pytest.mark.parametrize(
    ("name", "command"),
    [("Fix the grammar", "fix-the-grammar"), ("  Übersetzen! ", "übersetzen"), ("a/b c", "a-b-c"), ("…", "")],
)
def test_a_name_makes_a_command(name: str, command: str) -> None:
    assert command_of(name) == command


@pytest.mark.parametrize(
    ("before", "beginning"),
    [("/", ""), ("/Fi", "fi"), ("/fix-gr", "fix-gr"), ("", None), (" /fix", None), ("/fix it", None), ("a /f", None)],
)
def test_a_command_stands_at_the_start_of_a_message(before: str, beginning: str | None) -> None:
    assert typed(before) == beginning


def test_beginnings_come_before_what_holds_them() -> None:
    assert [prompt.id for prompt in matching(PROMPTS, "grammar")] == ["2", "1"]
    assert [prompt.id for prompt in matching(PROMPTS, "")] == ["1", "2", "3"]
    assert [prompt.id for prompt in matching(PROMPTS, "üb")] == ["3"]
    assert matching(PROMPTS, "etc/passwd") == []


def test_a_file_comes_back_as_it_was() -> None:
    assert from_file(to_file(PROMPTS)) == tuple(PROMPTS)


@pytest.mark.parametrize("data", [b"", b"[]", b'{"format": "other", "prompts": []}', b"\xff", b"[" * 100_000])
def test_what_is_no_file_of_prompts_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no prompts"):
        from_file(data)


def test_names_in_a_file_are_made_what_is_allowed_and_texts_are_never_cut() -> None:
    wide = SavedPrompt("x", "n" * 500 + "\nmore", "t" * (TEXT_LENGTH + 5))
    (one,) = from_file(to_file([wide, SavedPrompt("y", "…", "no name"), SavedPrompt("z", "blank", " \n")]))
    assert len(one.name) == NAME_LENGTH and "\n" not in one.name and one.text == wide.text


def test_what_cannot_be_read_of_the_setting_is_left_out() -> None:
    assert stored("nonsense") == ()
    assert [one.name for one in stored('[{"id": "1", "name": "b", "text": "t"}, 7, {"id": "2"}]')] == ["b"]


@given(st.text(max_size=80))
def test_any_name_makes_a_command_that_can_be_typed(name: str) -> None:
    command = command_of(clean_name(name))
    assert not command or typed(f"/{command}"[:61]) is not None
