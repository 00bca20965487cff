"""What is read of PDFs that programs make: the words and no more, in the order of reading, code as code."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QFont, QFontDatabase, QPageSize, QPdfWriter, QTextDocument
from PySide6.QtWidgets import QApplication

from app.core.attachments import pdf
from app.core.attachments.pdf_lines import Hyphens, tidy_blanks
from tests.attachment_files import pdf_bytes, put

FONTS = Path(__file__).parents[3] / "resources" / "fonts"
PROSE = "The heron stands in the shallow water and waits for a fish that comes too close. " * 12
CODE = 'def heron(depth: int):\n    if depth > 3:\n        return "too deep"\n\n    return "stands"'


def read(path: Path) -> str:
    return pdf.read(path, lambda done, total: None).text or ""


@pytest.fixture
def printed(qapp: QApplication, tmp_path: Path):
    """A function that makes a PDF of HTML, as Qt prints a document, and gives the text that is read of it."""
    for name in ("Inter-Regular.otf", "JetBrainsMono-Regular.ttf"):
        assert QFontDatabase.addApplicationFont(str(FONTS / name)) >= 0

    def make(html: str) -> str:
        path = tmp_path / "printed.pdf"
        writer = QPdfWriter(str(path))
        writer.setPageSize(QPageSize(QSizeF(210, 297), QPageSize.Unit.Millimeter))
        document = QTextDocument()
        document.setDefaultFont(QFont("Inter", 11))
        document.setHtml(html)
        document.print_(writer)
        del writer  # it writes the end of the file
        text, line, number = read(path).rpartition("\n")
        assert (line, number) == ("\n", "1")  # of the page
        return text

    return make


@pytest.mark.parametrize("align", ["left", "justify"])
def test_text_that_qt_printed_has_blanks_between_its_words(printed, align: str) -> None:
    text = printed(f"<p align='{align}'>{PROSE}</p>")
    assert "\t" not in text
    assert text.split() == PROSE.split()
    assert len(text) <= len(PROSE)  # a line's end stands for a blank


def test_a_listing_keeps_its_indentation(printed) -> None:
    listing = CODE.replace(">", "&gt;").replace("<", "&lt;")
    text = printed(f"<p>{PROSE}</p><pre style='font-family: JetBrains Mono'>{listing}</pre>")
    print(repr(text))
    assert [line for line in text.splitlines() if line in CODE.splitlines()] == [*filter(None, CODE.splitlines())]
    assert text.startswith("The heron stands")
    assert not any(line.startswith(" ") for line in text.partition("def")[0].splitlines())


def test_a_page_that_is_turned_reads_like_another(tmp_path: Path) -> None:
    content = b"BT /F1 12 Tf 0 1 -1 0 300 72 Tm (The heron stands) Tj 0 -14 Td (in the shallow water) Tj ET"
    turned = pdf_bytes(["turned"], content=content).replace(b"/Type /Page /Parent", b"/Type /Page /Rotate 90 /Parent")
    assert read(put(tmp_path, "turned.pdf", turned)) == "The heron stands\nin the shallow water"


def test_words_that_are_placed_one_by_one_are_words(tmp_path: Path) -> None:
    drawn = b"BT /F1 12 Tf 72 720 Td (The) Tj 26 0 Td (heron) Tj 36 0 Td (stands) Tj ET"
    assert read(put(tmp_path, "placed.pdf", pdf_bytes(["x"], content=drawn))) == "The heron stands"


def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    left = b"72 720 Td (one) Tj 0 -14 Td (two) Tj 0 -14 Td (three) Tj"
    right = b"250 28 Td (four) Tj 0 -14 Td (five) Tj 0 -14 Td (six) Tj"
    path = put(tmp_path, "columns.pdf", pdf_bytes(["x"], content=b"BT /F1 12 Tf " + left + b" " + right + b" ET"))
    assert read(path).split() == ["one", "two", "three", "four", "five", "six"]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("an ex\ufffecellent day", "an excellent day"),
        ("some men\u2010\ntion of it", "some mention of it"),
        ("a well\ufffeknown bird", "a well-known bird"),  # below it stands on one line
        ("of 1990\ufffe1995", "of 1990-1995"),
        ("the Anglo\ufffeSaxon one", "the Anglo-Saxon one"),
        ("\ufffe", "-"),
    ],
)
def test_words_that_lines_divide_are_whole(text: str, whole: str) -> None:
    assert Hyphens([text, "the Well-Known heron"]).joined(text) == whole


def test_blanks_are_single_but_indentation_stays() -> None:
    assert tidy_blanks("a\t b\u00a0\u00a0c  \n    code  x\n\t\n\n\n\nend") == "a b c\n    code x\n\nend"


def test_a_page_of_one_endless_word_is_read_in_time_in_proportion_to_it() -> None:
    text = "x" * 400_000
    assert Hyphens([text]).joined(text) == text
