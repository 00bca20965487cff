"""States of the page of documents and of what chats do with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.core.chat_values import MessageMeta
from app.core.document_values import (
    Citation,
    DocumentEntry,
    DocumentWork,
    FoundPassage,
    GivenPassage,
    Passage,
    WatchedFolder,
)
from app.core.texts import say
from app.services.documents.cartridges import CartridgeState
from app.ui.chat.passages_preview import PassagesPreview
from app.ui.documents import DocumentsPage
from app.ui.documents.viewer import DocumentViewer
from engine.protocol import CartridgeFacts
from tests.ui import scenes
from tests.ui.attach_scenes import into_window

if TYPE_CHECKING:
    from tests.ui.screens import Stage

FLOOD = DocumentEntry(
    id="flood", name="flood.txt", source="/home/anna/flood.txt", status="indexed", digest="d1", size=4_210, words=812,
    characters=4_100, passages=6,
)  # fmt: skip
REPORT = DocumentEntry(
    id="report", name="The dam at Ulmen, final report of the commission of 1954 with all its appendices.pdf",
    source="/home/anna/report.pdf", kind="pdf", status="indexed", digest="d2", size=8_400_000, pages=214, words=71_400,
    passages=430, keep=True, note=say("attachment.blank_pages", blank=3, total=214),
)  # fmt: skip
ENTRIES = (
    FLOOD,
    REPORT,
    DocumentEntry(id="code", name="simulation", source="/home/anna/simulation", kind="folder", folder="f"),
    DocumentEntry(
        id="letter", name="letter.docx", source="/home/anna/letter.docx", kind="docx", status="indexed", digest="d3",
        origin="changed", size=18_000, words=640,
    ),
    DocumentEntry(
        id="scan", name="scan.pdf", source="/home/anna/scan.pdf", kind="pdf", status="failed",
        problem=say("attachment.scanned", name="scan.pdf"),
    ),
    DocumentEntry(
        id="page", name="Dams of the Eifel.html", source="/home/anna/dams.html", kind="html", status="indexed",
        digest="d4", origin="gone", words=2_300,
    ),
)  # fmt: skip
FOLDERS = (WatchedFolder("f", "/home/anna/Documents/Everything about the flood"),)
WORK = DocumentWork("read", 40, 120)
STATES = {
    "flood": CartridgeState("reading", "Qwen3-4B-Instruct", work=DocumentWork("compact", 340, 1000)),
    "report": CartridgeState(
        "ready", "Qwen3-4B-Instruct",
        CartridgeFacts("d2", "key", model="Qwen3-4B-Instruct", bytes=310_000_000, ratio=8.0, same=0.98),
    ),
}  # fmt: skip
FOUND = (
    FoundPassage(
        Passage(
            number=1, document="report", name=REPORT.name, page=12, heading="2 The night › The dam", start=0, end=90,
            text="After eleven days of rain the dam at Ulmen broke on 3 May 1953, shortly after four in the morning. "
            "The mill below it was carried off at once.",
        ), 4.1,
    ),
    FoundPassage(Passage(number=2, document="flood", name="flood.txt", text="The dams above were not harmed."), 2.0),
)  # fmt: skip


def _page(stage: Stage) -> DocumentsPage:
    stage.window.show_documents()
    page = stage.window.pages.documents
    page._work_of = page.model._work_of = lambda document: WORK if document == "code" else None
    page._state_of = page.model._state_of = lambda document: STATES.get(document, CartridgeState())
    page.show_documents(ENTRIES, FOLDERS)
    stage.settle()
    return page


def documents_empty(stage: Stage) -> None:
    """As everybody finds it first."""
    stage.window.show_documents()


def documents(stage: Stage) -> None:
    """Some are read, one is being read, and some have something wrong with them."""
    page = _page(stage)
    page.list.setCurrentIndex(page.model.index(1))


def documents_found(stage: Stage) -> None:
    """Passages that a search found."""
    page = _page(stage)
    page.search.disconnect()
    page.field.setText("dam")
    page.field.returnPressed.emit()
    page.show_found("dam", FOUND)


STORY = (
    "The flood of 1953\n\n" + "It had rained for eleven days when the river rose above the lower meadows.\n" * 12
    + "After eleven days of rain the dam at Ulmen broke on 3 May 1953, shortly after four in the morning.\n"
    + "The mill below it was carried off at once.\n" * 9
)  # fmt: skip


def document_viewer(stage: Stage) -> None:
    """A page of a PDF with a passage marked."""
    _page(stage)
    text = f"[Page 11]\nThe village\n\n[Page 12]\n{STORY}\n\n[Page 13]\nThe end.\n"
    viewer = DocumentViewer(REPORT, text, stage.window)
    into_window(stage, viewer)
    start = text.index("After eleven")
    viewer.show_place(start, text.index(", shortly"))
    stage.settle()


REPLY = "The dam at Ulmen broke on **3 May 1953**, shortly after four. The others held."
CITED = (
    Citation(
        number=1, start=0, end=REPLY.index(" The"), document="report", name=REPORT.name, source_start=0, source_end=60,
        page=12, heading="2 The night", quote="After eleven days of rain the dam at Ulmen broke on 3 May 1953.",
    ),
    Citation(number=2, start=60, end=len(REPLY), document="flood", name="flood.txt", source_start=3, source_end=44),
)  # fmt: skip
GIVEN = (
    GivenPassage("report", REPORT.name, FOUND[0].passage.text, page=12, heading="2 The night"),
    GivenPassage("flood", "flood.txt", "The dams above were not harmed.", linked=True),
)


def documents_in_chat(stage: Stage) -> None:
    """Documents above a chat, passages that a question was given, and what the reply cites."""
    documents = stage.context.documents
    documents._entries.update({entry.id: entry for entry in ENTRIES})
    question = scenes.message("q", "user", "When did the dam break?", meta=MessageMeta(passages=GIVEN))
    reply = scenes.message("r", "assistant", REPLY)
    view = scenes.view(question, reply)
    documents.mounts._mounts["chat", view.chat.id] = ("report", "flood", "letter", "page")
    stage.talk.chat_opened.emit(view)
    stage.window.chat.documents.bar.show_documents(ENTRIES[:4], frozenset({"report", "flood", "letter"}))
    stage.window.chat.documents._cited("r", CITED)
    stage.settle()


def mention(stage: Stage) -> None:
    """Documents offered behind an "@"."""
    stage.context.documents._entries.update({entry.id: entry for entry in ENTRIES})
    stage.talk.chat_opened.emit(stage.talk.view)
    stage.window.activateWindow()
    stage.window.chat.composer.editor.setFocus()
    stage.until(stage.window.chat.composer.editor.hasFocus)
    stage.window.chat.composer.set_text("Compare @l")


def passages_given(stage: Stage) -> None:
    """The passages that a message was given."""
    documents_in_chat(stage)
    into_window(stage, PassagesPreview(GIVEN, stage.window))


def project(stage: Stage) -> None:
    """What a folder of chats has of its own."""
    stage.context.documents._entries.update({entry.id: entry for entry in ENTRIES})
    stage.window.chats.show_project(scenes.TRIPS)


SCENES: tuple[Callable[[Stage], None], ...] = (
    documents_empty, documents, documents_found, document_viewer, documents_in_chat, mention, passages_given,
    project,
)  # fmt: skip
