"""Texts of documents in the parts that a viewer shows."""

from __future__ import annotations

from app.core.documents.parts import LONGEST, part_at, parts_of


def test_pages_are_parts() -> None:
    text = "[Page 2]\nOne\n\n[Page 7]\nTwo [Page 9] still"
    parts = parts_of(text, pages=True)
    assert [(text[one.start : one.end], one.page) for one in parts] == [("One\n\n", 2), ("Two [Page 9] still", 7)]
    assert part_at(parts, 0) == 0
    assert part_at(parts, text.index("Two")) == 1


def test_a_page_alone_has_no_line_with_its_number() -> None:
    assert [(one.start, one.end, one.page) for one in parts_of("Only this", pages=True)] == [(0, 9, 1)]


def test_long_texts_are_cut_at_lines() -> None:
    text = "line of words\n" * 10_000
    parts = parts_of(text, pages=False)
    assert "".join(text[one.start : one.end] for one in parts) == text
    assert all(one.end - one.start <= LONGEST and text[one.end - 1] == "\n" for one in parts)
    assert part_at(parts, len(text) - 1) == len(parts) - 1


def test_a_line_without_end_is_cut_anyway() -> None:
    text = "x" * (2 * LONGEST + 1)
    assert [one.end - one.start for one in parts_of(text, pages=False)] == [LONGEST, LONGEST, 1]


def test_an_empty_text_is_one_part() -> None:
    assert [(one.start, one.end) for one in parts_of("", pages=False)] == [(0, 0)]
