"""Excerpts of passages around what was looked for."""

from __future__ import annotations

from app.core.documents.excerpts import excerpt, hits, without_marks


def marked(text: str, question: str) -> list[str]:
    return [text[start:end] for start, end in hits(text, question)]


def test_words_are_found_in_their_forms() -> None:
    assert marked("The dams above. A damaged Dam.", "Which dam broke?") == ["dams", "Dam"]
    assert marked("Die Dämme sind gebrochen", "damme") == ["Dämme"]
    assert marked("Nothing of it", "zebra") == []
    assert marked("Nothing", "") == []
    assert marked("In München, Straße 12", "muenchen strasse") == ["München", "Straße"]
    assert marked("call foo_bar()", "foo_bar") == ["foo", "bar"]
    assert marked("今日は東京駅で会議があります。", "東京駅の会議") == ["東京駅", "会議"]
    assert marked("회의는 서울에서 열립니다.", "서울") == ["서울에서"]


def test_an_excerpt_begins_a_little_before_the_first_hit() -> None:
    text = "word " * 60 + "the dam broke\nin May " + "tail " * 60
    cut, spans = excerpt(text, "dam", 120)
    assert cut.startswith("…word")
    assert cut.endswith("…")
    assert len(cut) <= 122
    assert [cut[start:end] for start, end in spans] == ["dam"]
    assert "broke in May" in cut


def test_a_short_text_is_whole() -> None:
    assert excerpt("All of it.", "zebra") == ("All of it.", ())


def test_signs_of_pages_and_headings_are_left_out_of_prose() -> None:
    text = "[Page 12]\n## The night\nItem #4 of [Page 3] broke.\n  # Rain\nIt rained."
    assert " ".join(without_marks(text).split()) == "The night Item #4 of [Page 3] broke. Rain It rained."
