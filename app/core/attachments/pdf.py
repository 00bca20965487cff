"""The text of a PDF, page by page (pypdf)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from pypdf import PasswordType, PdfReader
from pypdf.errors import DependencyError, EmptyFileError, FileNotDecryptedError, PyPdfError

from app.core.attachments.names import clean_name
from app.core.attachments.problems import ReadProblem
from app.core.attachments.reader import MOST_CHARACTERS, MOST_PAGES, ReaderLine
from app.core.attachments.text import tidy
from app.core.texts import Text, say

logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it tells of each small fault; what counts is raised


def read(path: Path, told: Callable[[int, int], None]) -> ReaderLine:
    """The text of all pages, each below its number if there are several.

    Raises:
        ReadProblem: it is locked, has too many pages or too much text, or none at all.
        Exception: anything that a damaged file makes pypdf raise.
    """
    name = clean_name(path.name)
    try:
        reader = PdfReader(path)
        if reader.is_encrypted and reader.decrypt("") is PasswordType.NOT_DECRYPTED:
            raise ReadProblem("attachment.pdf_locked", name=name)
        total = len(reader.pages)
    except (DependencyError, FileNotDecryptedError) as problem:
        raise ReadProblem("attachment.encrypted", name=name) from problem
    except EmptyFileError as problem:
        raise ReadProblem("attachment.empty", name=name) from problem
    if total > MOST_PAGES:
        raise ReadProblem("attachment.too_many_pages", name=name, total=total, most=MOST_PAGES)
    told(0, total)
    texts: list[str] = []
    length, blank, failed = 0, 0, 0
    for number in range(total):
        try:
            text = tidy(reader.pages[number].extract_text()).strip()
        except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
            text = ""
            failed += 1
        else:
            blank += not text
        texts.append(text)
        length += len(text)
        if length > MOST_CHARACTERS:
            raise ReadProblem("attachment.pdf_too_long", name=name, most=MOST_CHARACTERS)
        told(number + 1, total)
    if not length:
        if failed:
            raise ReadProblem("attachment.no_good_page", name=name)
        raise ReadProblem("attachment.scanned", name=name)
    return ReaderLine(text=_joined(texts), pages=total, note=_note(total, blank, failed))


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
