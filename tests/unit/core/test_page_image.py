"""Pages of PDFs as images, drawn by the reading process."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.core.attachments.page_image import WIDE, draw_page
from app.core.attachments.problems import ReadProblem, ReadStopped
from tests.attachment_files import pdf_bytes, put


def test_a_page_is_drawn_with_the_places_of_the_words(tmp_path: Path) -> None:
    path = put(tmp_path, "two.pdf", pdf_bytes(["First page words", "The dam broke in May"]))
    image = draw_page(path, 2, "dam broke", threading.Event())
    assert image.wide <= WIDE + 1
    assert len(image.data) == image.stride * image.high
    assert set(image.data) != {255}  # something is on it
    ((left, top, wide, high),) = image.marks
    assert 0 < left < left + wide < image.wide
    assert 0 < top < top + high < image.high
    inside = image.data[int(top + high / 2) * image.stride :][3 * int(left) : 3 * int(left + wide)]
    assert min(inside) < 128  # letters stand there


def test_words_that_are_not_on_the_page_mark_nothing(tmp_path: Path) -> None:
    path = put(tmp_path, "one.pdf", pdf_bytes(["First page words"]))
    assert draw_page(path, 1, "zebra crossing", threading.Event()).marks == ()
    assert draw_page(path, 1, "", threading.Event()).marks == ()


@pytest.mark.parametrize("number", [0, 2, 99])
def test_a_page_that_is_not_there_is_refused(tmp_path: Path, number: int) -> None:
    path = put(tmp_path, "one.pdf", pdf_bytes(["First page words"]))
    with pytest.raises(ReadProblem):
        draw_page(path, number, "", threading.Event())


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReadProblem):
        draw_page(put(tmp_path, "bad.pdf", b"%PDF-1.4 and nothing else"), 1, "", threading.Event())


def test_drawing_can_be_stopped(tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(ReadStopped):
        draw_page(put(tmp_path, "one.pdf", pdf_bytes(["Words"])), 1, "", stop)
