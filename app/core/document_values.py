"""What is known of documents, of the passages in them, and of what replies owe to those. Plain values.

Places in a text are characters (code points) of the text that was read out of the document, ``[start, end)``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.texts import Text

DocumentKind = Literal["text", "code", "markdown", "pdf", "docx", "html", "folder"]
DocumentStatus = Literal["waiting", "indexed", "failed"]
DocumentOrigin = Literal["same", "changed", "gone"]
MountLevel = Literal["chat", "folder"]


class DocumentEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A document of the library.

    ``source``: the file, or the folder of code that it was read from, which is left alone. ``folder``: the watched
    folder that it came with, "" if it was added on its own. ``status``: waiting (not read yet, or to be read again),
    indexed, failed (``problem`` says why; what was read before is still there if ``digest`` is set). ``origin``:
    whether the source is as it was when it was read. ``digest``: blake3 of the text as UTF-8, hex, "" before it was
    read: the name of its copy and of what models make of it. ``signature``: what the source was known by.
    ``keep``: what models made of it is not deleted to save space.
    """

    id: str
    name: str
    source: str
    kind: DocumentKind = "text"
    folder: str = ""
    status: DocumentStatus = "waiting"
    origin: DocumentOrigin = "same"
    digest: str = ""
    signature: str = ""
    language: str = ""  # of code, an alias of Pygments
    size: int = 0
    pages: int = 0
    words: int = 0
    characters: int = 0
    passages: int = 0
    note: Text | str = ""
    problem: Text | None = None
    keep: bool = False
    added: float = 0.0
    read: float = 0.0


class WatchedFolder(msgspec.Struct, frozen=True):
    """A folder whose documents follow what is put into it and taken out of it."""

    id: str
    path: str
    added: float = 0.0


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of a document. ``page``: from 1, 0 where there are none; ``heading``: the headings above it, or the
    file inside a folder of code, outermost first, joined by " › "; ``symbol``: of code, what is defined in it.
    """

    number: int = 0  # in the store
    document: str = ""
    name: str = ""  # of the document
    ordinal: int = 0
    start: int = 0
    end: int = 0
    page: int = 0
    heading: str = ""
    symbol: str = ""
    text: str = ""


class FoundPassage(msgspec.Struct, frozen=True):
    """A passage that a search found; ``score``: higher is better, only to be compared within one search."""

    passage: Passage
    score: float


class GivenPassage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A passage that was put into a turn, as the model got it: kept with the person's message.

    ``linked``: it, or a part of it, is there because of linked facts alone, not of words or meaning of the question.
    """

    document: str
    name: str
    text: str
    start: int = 0
    end: int = 0
    page: int = 0
    heading: str = ""
    symbol: str = ""
    linked: bool = False


class KeptDocument(msgspec.Struct, frozen=True):
    """A document whose whole text the model has before a message: its text's ``digest``, and its name then.

    ``model``: the ``state_key`` of the model that it is mounted for: others, which have not read it, get passages.
    """

    digest: str
    name: str
    model: str = ""


class Citation(msgspec.Struct, frozen=True, kw_only=True):
    """A place of a document that supports a stretch of a reply.

    ``number``: as it is shown, from 1; the same place has the same number throughout a reply. ``start``, ``end``: of
    the reply's text; ``source_start``, ``source_end``: of the document's. ``digest``: of the document's text then: with
    another one the place may have moved. ``support``: 0 to 1. ``quote``: the sentence of the document.
    """

    number: int
    start: int
    end: int
    document: str
    name: str
    source_start: int
    source_end: int
    digest: str = ""
    page: int = 0
    heading: str = ""
    support: float = 0.0
    quote: str = ""


class DocumentWork(msgspec.Struct, frozen=True):
    """How far the reading of a document is. ``step``: read (its file, in pages or files), index (its passages), compact
    (by the model that is loaded, in per mille); ``total`` 0: not known yet.
    """

    step: Literal["read", "index", "compact"]
    done: int = 0
    total: int = 0


class Project(msgspec.Struct, frozen=True):
    """What a folder of chats has of its own. ``system_prompt``: of chats that are begun in it; ``notes``: the person's,
    for themselves; ``documents``: ids of those mounted for all of its chats.
    """

    folder: str
    system_prompt: str = ""
    notes: str = ""
    documents: tuple[str, ...] = ()
