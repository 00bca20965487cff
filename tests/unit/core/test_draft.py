"""What is written and attached, before it is sent."""

from __future__ import annotations

import pytest

from app.core.attachments import from_text
from app.core.draft import Draft, DraftFile, entries


@pytest.mark.parametrize(
    ("text", "before", "both"),
    [
        ("Compare.", "First:", "First:\nCompare."), ("", "First:", "First:"), ("Compare.", "", "Compare."),
        (" \n", "First:", "First:"), ("Compare.", " \n", "Compare."),
    ],
)  # fmt: skip
def test_what_comes_back_stands_before_what_was_written_meanwhile_and_takes_nothing_of_it(
    text: str, before: str, both: str
) -> None:
    old, new = from_text("old words", "old.txt"), from_text("new words", "new.txt")
    draft = Draft(text, [*entries([new]), DraftFile("r", "reading.pdf")])
    draft.put_before(before, [old])
    assert draft.text == both
    assert [file.name for file in draft.files] == ["old.txt", "new.txt", "reading.pdf"]
    assert draft.attachments == (old, new) and draft.reading == 1
    assert draft.unsent.attachments == (old, new), "what is still read is not stored"
