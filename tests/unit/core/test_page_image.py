"""Pages of PDFs as images, drawn by the reading process."""

from __future__ import annotations

import sys
import threading
import zlib
from pathlib import Path

import msgspec
import pytest

from app.core.attachments import reader
from app.core.attachments.page_image import WIDE, PageImage, draw_page
from app.core.attachments.problems import ReadProblem, ReadStopped
from tests.attachment_files import form_bytes, pdf_bytes, put


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


def ink(image: PageImage) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of all that is drawn on a page."""
    rows = [image.data[at * image.stride :][: 3 * image.wide] for at in range(image.high)]
    dark = [[at // 3 for at, value in enumerate(row) if value < 128] for row in rows if min(row) < 128]
    high = [at for at, row in enumerate(rows) if min(row) < 128]
    return min(map(min, dark)), high[0], max(map(max, dark)), high[-1]


@pytest.mark.parametrize(
    "box",
    [
        b"/MediaBox [0 0 612 792] /Rotate 90",
        b"/MediaBox [0 0 612 792] /Rotate 180",
        b"/MediaBox [0 0 612 792] /CropBox [50 600 400 780]",
        b"/MediaBox [-100 400 312 792] /Rotate 270",
    ],
)
def test_words_are_marked_where_they_stand_on_any_page(tmp_path: Path, box: bytes) -> None:
    data = pdf_bytes(["dam"]).replace(b"/MediaBox [0 0 612 792]", box)
    image = draw_page(put(tmp_path, "turned.pdf", data), 1, "dam", threading.Event())
    ((left, top, wide, high),) = image.marks
    assert (left, top, left + wide, top + high) == pytest.approx(ink(image), abs=6)


def test_what_was_typed_into_a_page_is_drawn_and_marked(tmp_path: Path) -> None:
    path = put(tmp_path, "form.pdf", form_bytes("Erika Mustermann", drawn=False))
    image = draw_page(path, 1, "Erika Mustermann", threading.Event())
    ((left, _, wide, _),) = image.marks
    assert left + wide == pytest.approx(ink(image)[2], abs=6)


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


@pytest.mark.parametrize(
    ("stride", "high", "size", "taken"),
    [
        (30, 10, 300, True), (32, 10, 320, True), (30, 10, 299, False), (30, 10, 0, False), (29, 10, 290, False),
        (30, 0, 300, False), (30, 1 << 20, 30 << 20, False),
    ],
    ids=["as told", "wider rows", "too little", "nothing", "rows too short", "no rows", "more than a page has"],
)  # fmt: skip
def test_a_reader_that_lies_of_the_size_of_an_image_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stride: int, high: int, size: int, taken: bool
) -> None:
    """What paints it trusts these numbers."""
    image = PageImage(10, high, stride, zlib.compress(bytes(size)))
    line = msgspec.json.encode(reader.ReaderLine(text=msgspec.json.encode(image).decode())).decode()
    monkeypatch.setattr(reader, "reader_command", lambda kind: [sys.executable, "-S", "-c", f"print({line!r})"])
    path = put(tmp_path, "one.pdf", pdf_bytes(["Words"]))
    if taken:
        assert len(draw_page(path, 1, "", threading.Event()).data) == size
    else:
        with pytest.raises(ReadProblem):
            draw_page(path, 1, "", threading.Event())
