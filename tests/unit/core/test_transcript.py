"""The branch shown: what the engine is to know of it, where marks stand, titles."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app.core.chat_values import CompactionMark, CompactionReport, new_id
from app.core.pictures import Pictures
from app.core.transcript import LONGEST_LINE, TITLE_LENGTH, line_of, title_of, together, undone

NONE = Pictures(Path("none"))
REPORT = CompactionReport(0, 90, 90, 10, 9000, 1000, 9.0, 0.01, 0.02, 5.0)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Hello", "Hello"),
        ("\n\n  two   words \nmore", "two words"),
        ("", ""),
        ("word " * 40, "word word word word word word word word word word word word…"),
        ("x" * 200, "x" * TITLE_LENGTH + "…"),
    ],
)
def test_title(text: str, title: str) -> None:
    assert title_of(text) == title


def test_a_name_of_any_length_is_a_line_that_a_list_can_show() -> None:
    assert line_of(" two\n words ") == "two words"
    assert line_of("x" * LONGEST_LINE) == "x" * LONGEST_LINE
    assert line_of("x" * 10_000) == "x" * (LONGEST_LINE - 1) + "…"


def test_ids_sort_by_creation() -> None:
    ids = [new_id() for _ in range(1000)]
    assert ids == sorted(ids)
    assert len(set(ids)) == 1000


def test_marks_of_what_is_not_in_the_memory_any_more() -> None:
    first = CompactionMark.of("c", "a", msgspec.structs.replace(REPORT, token_start=0, token_end=90))
    second = CompactionMark.of("c", "b", msgspec.structs.replace(REPORT, token_start=90, token_end=150))
    assert undone([first, second], 150, None) == ()
    assert undone([first, second], 149, None) == (second.id,)
    assert undone([first, second], 500, frozenset()) == (first.id, second.id)
    assert undone([first, second], 500, frozenset({(0, 90)})) == (second.id,)


def test_what_was_compacted_again_counts_once() -> None:
    spans = ((0, 90), (90, 150), (0, 90), (0, 150))
    marks = [
        CompactionMark.of(
            "c", "a", msgspec.structs.replace(REPORT, token_start=start, token_end=end, tokens=end - start, ratio=ratio)
        )
        for (start, end), ratio in zip(spans, (9.0, 4.0, 10.0, 20.0), strict=True)
    ]
    assert together(marks[:1]) == (90, pytest.approx(9.0))
    assert together(marks[:3]) == (150, pytest.approx(150 / (9 + 15)))
    assert together(marks) == (150, pytest.approx(20.0))
    assert together([]) == (0, 0.0)
