"""The text of a PDF, page by page (PDFium)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pypdfium2 as pdfium  # type: ignore[import-untyped]
import pypdfium2.raw as api  # type: ignore[import-untyped]

from app.core.attachments.names import clean_name
from app.core.attachments.pdf_lines import Hyphens, lines_of, tidy_blanks
from app.core.attachments.problems import ReadProblem
from app.core.attachments.reader import MOST_CHARACTERS, MOST_PAGES, ReaderLine
from app.core.attachments.text import tidy
from app.core.texts import Text, say


def read(path: Path, told: Callable[[int, int], None], most: int = 0) -> ReaderLine:
    """The text of all pages, each below its number if there are several; ``most``: characters that it may have.

    Raises:
        ReadProblem: it is locked, has too many pages or too much text, or none at all.
        Exception: anything that a damaged file makes PDFium raise.
    """
    name, most = clean_name(path.name), most or MOST_CHARACTERS
    with path.open("rb") as file:
        document = _opened(file, name)
        try:
            texts, blank, failed = _pages(document, name, told, most)
        finally:
            document.close()
    if not any(texts):
        if failed:
            raise ReadProblem("attachment.no_good_page", name=name)
        raise ReadProblem("attachment.scanned", name=name)
    return ReaderLine(text=_joined(texts), pages=len(texts), note=_note(len(texts), blank, failed))


def _opened(file: object, name: str) -> pdfium.PdfDocument:
    try:
        return pdfium.PdfDocument(file)
    except pdfium.PdfiumError as problem:
        if problem.err_code == api.FPDF_ERR_PASSWORD:
            raise ReadProblem("attachment.pdf_locked", name=name) from problem
        if problem.err_code == api.FPDF_ERR_SECURITY:
            raise ReadProblem("attachment.encrypted", name=name) from problem
        raise


def _pages(
    document: pdfium.PdfDocument, name: str, told: Callable[[int, int], None], most: int
) -> tuple[list[str], int, int]:
    """Each page's text, and how many are blank and how many cannot be read."""
    total = len(document)
    if total > MOST_PAGES:
        raise ReadProblem("attachment.too_many_pages", name=name, total=total, most=MOST_PAGES)
    told(0, total)
    texts: list[str] = []
    length, blank, failed = 0, 0, 0
    for number in range(total):
        try:
            text = _text_of(document, number)
        except (pdfium.PdfiumError, ValueError):
            text = ""
            failed += 1
        else:
            blank += not text
        texts.append(text)
        length += len(text)
        if length > most:
            raise ReadProblem("attachment.pdf_too_long", name=name, most=most)
        told(number + 1, total)
    hyphens = Hyphens(texts)
    return [hyphens.joined(text) for text in texts], blank, failed


def filled_page(document: pdfium.PdfDocument, number: int) -> pdfium.PdfPage:
    """Page ``number``, counted from 0, with what was typed into its fields and put on it as text of its own.

    Raises:
        PdfiumError: it is damaged. IndexError: it is not there.
    """
    with suppress(pdfium.PdfiumError):
        document.init_forms()  # before a page is opened: it draws the fields that only have values
    page = document[number]
    if api.FPDFPage_Flatten(page, api.FLAT_NORMALDISPLAY) != api.FLATTEN_SUCCESS:
        return page  # nothing is on it, or it stays as it is
    page.close()
    return document[number]


def _text_of(document: pdfium.PdfDocument, number: int) -> str:
    page = filled_page(document, number)
    try:
        characters = page.get_textpage()
        try:
            lines = lines_of(characters, characters.get_text_range(errors="replace"))
        finally:
            characters.close()
    finally:
        page.close()
    return tidy_blanks(tidy(lines)).strip("\n")


def _joined(texts: list[str]) -> str:
    if len(texts) == 1:
        return texts[0]
    return "\n\n".join(f"[Page {number}]\n{text}" for number, text in enumerate(texts, 1) if text)


def _note(total: int, blank: int, failed: int) -> Text | str:
    without_text = say("attachment.blank_pages", blank=blank, total=total)
    left_out = say("attachment.failed_pages", failed=failed, total=total)
    if blank and failed:
        return say("both", first=without_text, second=left_out)
    if blank or failed:
        return without_text if blank else left_out
    return ""
