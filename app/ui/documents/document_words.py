"""What the window says of a document: what it is, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.core.document_values import DocumentEntry, DocumentWork, GivenPassage, Passage
from app.services.documents.cartridges import CartridgeState
from app.ui.numbers import share, size, times
from app.ui.opening import can_open
from app.ui.sentences import sentence
from app.ui.widgets.likeness import next_words

translate = QCoreApplication.translate


@dataclass(frozen=True)
class DocumentStanding:
    """``words`` in a colour of the scheme; ``done``: how much of its reading is done, 0 to 1, None while none is;
    ``detail``: what only a tip says."""

    words: str
    role: str = "dim"
    done: float | None = None
    detail: str = ""


def kind_of(entry: DocumentEntry) -> str:
    """ "PDF"."""
    return {
        "text": translate("Documents", "Text"),
        "code": translate("Documents", "Code"),
        "markdown": "Markdown",
        "pdf": "PDF",
        "docx": translate("Documents", "Word file"),
        "html": translate("Documents", "Web page"),
        "folder": translate("Documents", "Code folder"),
    }[entry.kind]


def icon_of(entry: DocumentEntry) -> str:
    return {"code": "file-code", "folder": "folder", "html": "globe"}.get(entry.kind, "file-text")


def words_to_open(entry: DocumentEntry) -> str:
    """How the way to the file or folder of a document is called."""
    if entry.kind == "folder" or can_open(entry.source):
        return translate("Documents", "Open original")
    return translate("Documents", "Show in folder")


def facts_of(entry: DocumentEntry) -> str:
    """ "PDF · 12 pages · 3,400 words · 2.1 MB"; of one that was never read only what is known."""
    parts = [kind_of(entry)] if entry.words or entry.kind != "text" else []  # what it is shows when it is read
    if entry.pages > 1:
        parts.append(translate("Documents", "%Ln page(s)", "", entry.pages))
    if entry.words:
        parts.append(translate("Documents", "%Ln word(s)", "", entry.words))
    if entry.size:
        parts.append(size(entry.size))
    if entry.folder:
        parts.append(translate("Documents", "watched folder"))
    return " · ".join(parts)


def work_words(work: DocumentWork) -> str:
    """ "Reading… 34 %"."""
    words = {
        "read": translate("Documents", "Reading…"),
        "index": translate("Documents", "Indexing…"),
        "compact": translate("Documents", "Preparing…"),
    }[work.step]
    if work.total:
        return f"{words} {share(work.done / work.total)}"
    return translate("Documents", "Waiting…") if work.step == "read" else words


def prepared(state: CartridgeState) -> DocumentStanding | None:
    """Where a document stands with the model that is loaded; None: nothing is to be said of that."""
    match state.phase:
        case "ready" if state.facts is not None:
            parts = [translate("Documents", "Ready for {model}").format(model=state.model)]
            if state.facts.ratio > 1:
                parts.append(translate("Documents", "{ratio}× smaller").format(ratio=times(state.facts.ratio)))
            detail = ""
            if words := next_words(state.facts.same):
                detail = translate("Documents", "Predicted: {words}").format(words=words)
            parts.append(translate("Documents", "{size} on disk").format(size=size(state.facts.bytes)))
            return DocumentStanding(" · ".join(parts), "pinned", None, detail)
        case "reading":
            words = translate("Documents", "Preparing for {model}…").format(model=state.model)
            done = state.work.done / state.work.total if state.work is not None and state.work.total else 0.0
            return DocumentStanding(f"{words} {share(done)}" if done else words, "dim", done)
        case "waiting":
            words = translate("Documents", "Ready to search")
            waits = translate("Documents", "waiting to be prepared")
            if state.paused:
                waits = translate("Documents", "preparing is paused")
            elif state.saving:
                waits = translate("Documents", "waiting until your computer is plugged in")
            return DocumentStanding(f"{words} · {waits}")
        case "failed":
            words = translate("Documents", "Ready to search")
            return DocumentStanding(f"{words} · {sentence(state.problem)}", "warn")
    return None


def standing_of(
    entry: DocumentEntry, work: DocumentWork | None, state: CartridgeState | None = None
) -> DocumentStanding:
    """Where a document stands: being read, usable, prepared for the model that is loaded, or what is wrong with it."""
    if work is not None:
        return DocumentStanding(work_words(work), "dim", work.done / work.total if work.total else 0.0)
    if entry.status == "failed":
        return DocumentStanding(sentence(entry.problem), "error")
    if entry.status == "waiting":
        return DocumentStanding(translate("Documents", "Waiting…"))
    if entry.origin == "gone":
        return DocumentStanding(translate("Documents", "File is gone; its text is still here"), "warn")
    if entry.origin == "changed":
        return DocumentStanding(translate("Documents", "File has changed since Longthread read it"), "warn")
    if state is not None and (standing := prepared(state)) is not None:
        return standing
    words = translate("Documents", "Ready to search")
    return DocumentStanding(f"{words} · {sentence(entry.note)}" if entry.note else words)


def tip_of(first: str, standing: DocumentStanding, *more: str) -> str:
    """A line each: ``first``, where a document stands, and what else there is to say."""
    return "\n".join(part for part in (first, standing.words, standing.detail, *more) if part)


def place_of(passage: Passage | GivenPassage) -> str:
    """Where in its document a passage stands: "page 4 · Chapter 2 › The dam"; "" if nothing is known."""
    parts = [translate("Documents", "page {number}").format(number=passage.page)] if passage.page else []
    parts += [part for part in (passage.heading, passage.symbol) if part]
    return " · ".join(parts)


def folder_name(path: str) -> str:
    """How a watched folder is called."""
    return Path(path).name or path
