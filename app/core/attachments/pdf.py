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
            raise ReadProblem(
                f"“{name}” is locked with a password.", "Open it, save or print it without one, and attach that."
            )
        total = len(reader.pages)
    except (DependencyError, FileNotDecryptedError) as problem:
        raise ReadProblem(
            f"“{name}” is encrypted in a way that cannot be read here.", "Print it to a PDF and attach that."
        ) from (problem)
    except EmptyFileError as problem:
        raise ReadProblem(f"“{name}” is empty.", "Attach a file with text in it.") from problem
    if total > MOST_PAGES:
        raise ReadProblem(
            f"“{name}” has {total:,} pages; at most {MOST_PAGES:,} can be read.",
            "Save the pages that matter as another PDF.",
        )
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
            raise ReadProblem(
                f"“{name}” is too long (more than {MOST_CHARACTERS:,} characters of text).",
                "Save the pages that matter as another PDF.",
            )
        told(number + 1, total)
    if not length:
        if failed:
            raise ReadProblem(
                f"“{name}” is damaged: none of its pages can be read.", "Open it elsewhere and save it again."
            )
        raise ReadProblem(
            f"“{name}” holds no text, only pictures of pages.", "Have a scanner program recognise the text first (OCR)."
        )
    return ReaderLine(text=_joined(texts), pages=total, note=_note(total, blank, failed))


def _joined(texts: list[str]) -> str:
    if len(texts) == 1:
        return texts[0]
    return "\n\n".join(f"[Page {number}]\n{text}" for number, text in enumerate(texts, 1) if text)


def _note(total: int, blank: int, failed: int) -> str:
    parts = []
    if blank:
        parts.append(f"{blank:,} of {total:,} pages hold no text (pictures are not read).")
    if failed:
        parts.append(f"{failed:,} of {total:,} pages are damaged and left out.")
    return " ".join(parts)
