"""The text of a document: a file by the readers of attachments, a saved web page, or a folder of code as one text."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from blake3 import blake3

from app.core.attachments.kinds import SAMPLE, sort_of
from app.core.attachments.names import clean_name
from app.core.attachments.problems import ReadProblem, ReadStopped
from app.core.attachments.reader import (
    MOST_BYTES,
    STALL_S,
    ReaderKind,
    read_apart,
)
from app.core.attachments.text import decode
from app.core.document_values import DocumentKind
from app.core.documents.folders import PAGES, header, scan
from app.core.texts import Text, say

MOST_CHARACTERS = 12_000_000  # of a document: about 2,000 full pages
MOST_OF_CODE = 4_000_000  # characters of a folder of code

Told = Callable[[int, int], None]
"""Called with pages (or files) read and all; may be called from another thread than the window's."""


@dataclass(frozen=True)
class SourceText:
    """What was read. ``digest``: blake3 of the text as UTF-8, hex; ``size``: bytes of the source; see DocumentEntry."""

    kind: DocumentKind
    text: str
    digest: str
    signature: str
    size: int
    pages: int = 0
    language: str = ""
    note: Text | str = ""


def signature_of(source: Path, stopped: Callable[[], bool] = lambda: False, own: Path | None = None) -> str:
    """What a source is known by, so that a change is noticed without reading it: sizes and times. "": it is gone.

    ``own``: see :func:`~app.core.documents.folders.scan`.
    """
    try:
        if not source.is_dir():
            found = source.stat()
            return f"{found.st_size}:{found.st_mtime_ns}" if source.is_file() else ""
    except OSError:
        return ""
    hasher = blake3()
    for path in scan(source, stopped, own).code:
        try:
            found = path.stat()
        except OSError:
            continue
        name = path.relative_to(source).as_posix()
        hasher.update(f"{name}\0{found.st_size}:{found.st_mtime_ns}\n".encode("utf-8", "surrogatepass"))
    return hasher.hexdigest()


def read_document(
    source: Path,
    told: Told = lambda done, total: None,
    stopped: threading.Event | None = None,
    stall_s: float = STALL_S,
    own: Path | None = None,
) -> SourceText:
    """The text of ``source``. Takes from milliseconds to minutes; ``stopped`` ends it early.

    ``own``: see :func:`~app.core.documents.folders.scan`.

    Raises:
        ReadProblem: it cannot be read, is too large, or holds no text.
        ReadStopped: ``stopped`` was set.
    """
    stop, name = stopped or threading.Event(), clean_name(source.name)
    signature = signature_of(source, stop.is_set, own)
    if stop.is_set():
        raise ReadStopped
    try:
        if source.is_dir():
            return _read_folder(source, name, signature, told, stop, own)
        if not source.is_file():  # a pipe or a device may never end
            raise ReadProblem("source.gone", name=name)
        return _read_file(source, name, signature, told, stop, stall_s)
    except OSError as problem:
        reason = problem.strerror or say("attachment.no_reason")
        raise ReadProblem("attachment.not_opened", name=name, reason=reason) from problem


def _read_file(
    source: Path, name: str, signature: str, told: Told, stop: threading.Event, stall_s: float
) -> SourceText:
    with source.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        sort = sort_of(source.name, file.read(SAMPLE), file)
        if sort.picture:
            raise ReadProblem("source.picture", name=name)
        if sort.kind is None:
            assert sort.why is not None
            raise ReadProblem(sort.why)
        apart: ReaderKind | None = None
        if sort.kind in ("pdf", "docx"):
            apart = "pdf" if sort.kind == "pdf" else "docx"
        elif source.suffix.lower() in PAGES:
            apart = "html"
        if apart is not None:
            if size > MOST_BYTES:
                raise ReadProblem("attachment.too_large", name=name, size=size, most=MOST_BYTES)
            line = read_apart(source, apart, told, stop, stall_s, MOST_CHARACTERS)
            return _made(apart, line.text or "", signature, size, line.pages, "", line.note)
        file.seek(0)
        data = file.read(4 * MOST_CHARACTERS + 1)
    text, encoding = decode(data, name) if len(data) <= 4 * MOST_CHARACTERS else ("", "")
    if len(data) > 4 * MOST_CHARACTERS or len(text) > MOST_CHARACTERS:
        raise ReadProblem("attachment.too_long", name=name, most=MOST_CHARACTERS)
    if not text.strip():
        raise ReadProblem("attachment.empty", name=name)
    note = say("attachment.encoding", encoding=encoding) if encoding else ""
    kind: DocumentKind = "code" if sort.kind == "code" else "markdown" if sort.kind == "markdown" else "text"
    return _made(kind, text, signature, size, 0, sort.language, note)


def _made(
    kind: DocumentKind, text: str, signature: str, size: int, pages: int, language: str, note: Text | str
) -> SourceText:
    return SourceText(kind, text, digest_of_text(text), signature, size, pages, language, note)


def digest_of_text(text: str) -> str:
    """The name of a text: blake3 of it as UTF-8, hex."""
    return blake3(text.encode()).hexdigest()


def _read_folder(
    folder: Path, name: str, signature: str, told: Told, stop: threading.Event, own: Path | None
) -> SourceText:
    """All code of a folder below one another, each file below a line with its name."""
    found = scan(folder, stop.is_set, own)
    parts: list[str] = []
    length = size = skipped = 0
    for done, path in enumerate(found.code):
        if stop.is_set():
            raise ReadStopped
        told(done, len(found.code))
        room = MOST_OF_CODE - length
        try:
            with path.open("rb") as file:
                data = file.read(4 * room + 1)
            text = decode(data, path.name)[0] if len(data) <= 4 * room else ""
        except (OSError, ReadProblem):
            skipped += 1  # not text, whatever its name says
            continue
        shown = clean_name(path.relative_to(folder).as_posix())
        part = header(shown) + text.strip("\n") + "\n\n"
        if len(data) > 4 * room or len(part) > room:
            skipped += 1  # it hides none of those behind it that are shorter
            continue
        parts.append(part)
        length, size = length + len(part), size + len(data)
    if not parts:
        raise ReadProblem("source.no_code", name=name)
    left_out = skipped + found.left_out
    note = say("source.files_left_out", n=left_out) if left_out else ""
    return _made("folder", "".join(parts), signature, size, 0, "", note)
