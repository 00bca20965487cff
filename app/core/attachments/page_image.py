"""A page of a PDF as an image, with the words of a passage found on it: drawn by a reading process."""

from __future__ import annotations

import threading
import zlib
from itertools import pairwise
from pathlib import Path

import msgspec

from app.core.attachments.names import clean_name
from app.core.attachments.problems import ReadProblem
from app.core.attachments.reader import ReaderLine, read_apart

WIDE = 1000  # px of a page
HIGHEST = 3000  # px: of a long strip less is drawn
LARGEST = 4 * (WIDE + 4) * (HIGHEST + 4)  # bytes of the pixels, before more is unpacked than a page has
AT_ONCE = 5  # words that are looked for together: a line break in between is not found
MOST = 24_000_000  # characters that a drawn page may take

Box = tuple[float, float, float, float]


class PageImage(msgspec.Struct, frozen=True):
    """``data``: RGB, 3 bytes a pixel, rows of ``stride`` bytes; ``marks``: left, top, width and height of what was
    found, in pixels.
    """

    wide: int
    high: int
    stride: int
    data: bytes
    marks: tuple[Box, ...] = ()


def draw_page(path: Path, number: int, quote: str, stop: threading.Event) -> PageImage:
    """Draw page ``number`` (from 1) of a PDF, where ``quote`` stands on it. Takes a second at most, for most pages.

    Raises:
        ReadProblem: it cannot be drawn.
        ReadStopped: ``stop`` was set.
    """
    line = read_apart(path, "page", lambda done, total: None, stop, most=MOST, more=(str(number), quote[:2000]))
    try:
        found = msgspec.json.decode(line.text or "", type=PageImage)
        size = found.stride * found.high
        if not 0 < size <= LARGEST:
            raise ValueError("of no size")
        data = zlib.decompressobj().decompress(found.data, size)
        if len(data) != size or found.stride < 3 * found.wide:
            raise ValueError("too little")
    except (msgspec.DecodeError, zlib.error, ValueError) as problem:
        raise ReadProblem("attachment.not_as_it_seems", name=clean_name(path.name)) from problem
    return msgspec.structs.replace(found, data=data)


def draw(path: Path, number: int, quote: str) -> ReaderLine:
    """What the reading process tells of a page (anything that a damaged file makes PDFium raise)."""
    import pypdfium2 as pdfium  # type: ignore[import-untyped]

    from app.core.attachments.pdf import filled_page

    with path.open("rb") as file:
        document = pdfium.PdfDocument(file)
        try:
            page = filled_page(document, number - 1)
            wide, high = page.get_size()
            scale = min(WIDE / max(1.0, wide), HIGHEST / max(1.0, high))
            bitmap = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=False)
            place = bitmap.get_posconv(page)  # pages are turned, and begin anywhere
            marks = [
                _box(place.to_bitmap(left, top), place.to_bitmap(right, bottom))
                for left, bottom, right, top in _places(page, quote.split())
            ]
            image = PageImage(
                bitmap.width, bitmap.height, bitmap.stride, zlib.compress(bytes(bitmap.buffer), 1), tuple(marks)
            )
        finally:
            document.close()
    return ReaderLine(text=msgspec.json.encode(image).decode())


def _box(one: tuple[int, int], other: tuple[int, int]) -> Box:
    """Left, top, width and height of what lies between two corners."""
    (left, right), (top, bottom) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    return left, top, right - left, bottom - top


def _places(page: object, words: list[str]) -> list[Box]:
    """Left, bottom, right and top of the lines in which the words stand, in points."""
    text = page.get_textpage()  # type: ignore[attr-defined]
    found: list[Box] = []
    for at in range(0, len(words), AT_ONCE):
        group = words[at : at + AT_ONCE]
        pieces = [group, *([one, other] for one, other in pairwise(group))]
        hits = [text.search(" ".join(piece)).get_next() for piece in pieces]
        for hit in hits[:1] if hits[0] is not None else hits[1:]:
            if hit is not None:
                found += [text.get_rect(number) for number in range(text.count_rects(*hit))]
    text.close()
    return found
