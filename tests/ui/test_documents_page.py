"""The page of documents: files and folders added, searched, read again, removed; what is dropped on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from app.core.document_values import DocumentEntry, DocumentWork
from app.core.texts import say
from app.services.documents import watching
from app.services.documents.cartridges import CartridgeState
from app.ui.documents import DocumentsPage
from app.ui.documents.document_words import facts_of, place_of, standing_of, tip_of
from app.ui.documents.page import DocumentsView
from app.ui.documents.rows import DocumentModel, DocumentRows
from app.ui.sidebar.chats import Index
from app.ui.widgets.ask import SureSheet
from app.ui.window.drop import documents_plan
from tests.attachment_files import pdf_bytes, put
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program
from tests.ui.document_scenes import ENTRIES, FLOOD, FOUND, REPORT, STATES

TEXT = "The dam at Ulmen broke on 3 May 1953 after eleven days of rain.\n"


@pytest.fixture(autouse=True)
def no_settling(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that was written just now counts as whole."""
    monkeypatch.setattr(watching, "SETTLE_S", -1.0)


@pytest.fixture
def program(launch: Launch) -> Program:
    started = launch()
    started.idle()
    started.window.show_documents()
    return started


def page_of(program: Program) -> DocumentsPage:
    return program.window.pages.documents


def names(program: Program) -> list[str]:
    return [entry.name for entry in page_of(program).model.entries]


def read(program: Program, *paths: Path) -> None:
    """Add files or folders, and wait until they are read."""
    before = len(names(program))
    program.context.documents.add(paths)
    program.wait(lambda: len(names(program)) > before and program.context.documents.idle)
    program.idle()


def test_an_empty_page_says_what_documents_are_for(program: Program) -> None:
    page = page_of(program)
    assert page.empty.isVisible()
    assert any("“@” in a chat" in label.text() for label in page.empty.findChildren(QLabel)), "how they are used"
    assert not page.list.isVisible()
    assert not page.field.isVisible()


def test_chosen_files_are_read_and_listed(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [str(put(tmp_path, "flood.txt", TEXT)), str(put(tmp_path, "two.pdf", pdf_bytes(["One page", "Another"])))]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (files, ""))
    page = page_of(program)
    page.files_button.click()
    program.wait(lambda: [entry.status for entry in page.model.entries] == ["indexed", "indexed"])
    assert names(program) == ["flood.txt", "two.pdf"]
    assert not page.empty.isVisible()
    assert page.model.standing(page.model.entries[0]).words == "Ready to search"


def test_a_folder_is_watched_until_the_person_stops_it(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    put(folder, "flood.txt", TEXT)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    page = page_of(program)
    page.folder_button.click()
    program.wait(lambda: len(page.folder_buttons) == 1 and names(program) == ["flood.txt"])
    assert page.folders.isVisible()
    page.folder_buttons[0].click()
    program.wait(lambda: not page.folder_buttons)
    assert names(program) == ["flood.txt"]


def test_folders_are_watched_no_more_one_after_the_other_by_keys(program: Program, tmp_path: Path) -> None:
    program.window.activateWindow()
    page = page_of(program)
    for name in "ab":
        (tmp_path / name).mkdir()
        put(tmp_path / name, f"{name}.txt", TEXT)
    program.context.documents.add([tmp_path / "a", tmp_path / "b"])
    program.wait(lambda: len(page.folder_buttons) == 2 and program.context.documents.idle)
    page.folder_buttons[0].setFocus()
    QTest.keyClick(page.folder_buttons[0], Qt.Key.Key_Space)
    program.wait(lambda: len(page.folder_buttons) == 1)
    assert page.folder_buttons[0].hasFocus()


def test_a_search_finds_passages_and_opens_their_place(program: Program, tmp_path: Path) -> None:
    read(program, put(tmp_path, "flood.txt", TEXT))
    page = page_of(program)
    QTest.keyClicks(page.field, "dams in May")
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    program.wait(lambda: page.found.passages)
    assert page.results.isVisible()
    assert not page.list.isVisible()
    assert "flood.txt" in page.found.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    opened = []
    page.place_opened.connect(opened.append)
    QTest.keyClick(page.results, Qt.Key.Key_Return)
    assert [one.name for one in opened] == ["flood.txt"]
    page.field.clear()
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    assert page.list.isVisible()


def test_a_search_without_results_says_so(program: Program, tmp_path: Path) -> None:
    read(program, put(tmp_path, "flood.txt", TEXT))
    page = page_of(program)
    page.field.setText("zebra")
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    program.wait(page.nothing.isVisible)
    assert "zebra" in page.nothing.text()


def test_a_changed_file_is_read_again(program: Program, tmp_path: Path) -> None:
    path = put(tmp_path, "flood.txt", TEXT)
    read(program, path)
    path.write_text("All is dry.")
    page = page_of(program)
    program.context.documents.look()
    program.wait(lambda: page.model.entries[0].origin == "changed")
    page.list.setCurrentIndex(page.model.index(0))
    page.again_button.click()
    program.wait(lambda: page.model.entries[0].origin == "same" and page.model.entries[0].words == 3)


def test_removal_is_asked_first(program: Program, tmp_path: Path) -> None:
    read(program, put(tmp_path, "flood.txt", TEXT))
    page = page_of(program)
    page.list.setCurrentIndex(page.model.index(0))
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    program.window.findChild(SureSheet).no.click()
    assert names(program) == ["flood.txt"]
    program.wait(lambda: program.window.findChild(SureSheet) is None)
    page.remove_button.click()
    program.window.findChild(SureSheet).yes.click()
    program.wait(lambda: names(program) == [])
    assert page.empty.isVisible()
    assert (tmp_path / "flood.txt").exists()


def test_what_is_dropped_on_the_page_becomes_a_document(program: Program, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(put(tmp_path, "flood.txt", TEXT)))])
    plan = program.window.incoming.plan_for(data)
    assert plan is not None
    assert "flood.txt" in plan.title
    program.window.incoming.carry_out(plan)
    program.wait(lambda: names(program) == ["flood.txt"])
    program.window.show_chat()
    there = program.window.incoming.plan_for(data)
    assert there is not None
    assert there.files  # in a chat it is attached, as ever


def test_words_that_are_dragged_are_no_document() -> None:
    data = QMimeData()
    data.setText("Only words")
    assert documents_plan(data) is None


def test_what_is_said_of_documents(qtbot: QtBot) -> None:
    assert facts_of(FLOOD).startswith("Text · 812 word")
    unread = DocumentEntry(id="new", name="report.pdf", source="/home/anna/report.pdf")
    assert facts_of(unread) == "", "what it is shows when it is read"
    assert standing_of(FLOOD, DocumentWork("read", 40, 120)).words == "Reading… 33 %"
    assert standing_of(FLOOD, DocumentWork("read")).words == "Waiting…"
    assert standing_of(REPORT, None).words.startswith("Ready to search · 3 of 214 pages")
    assert [standing_of(entry, None).role for entry in ENTRIES] == ["dim", "dim", "dim", "warn", "error", "warn"]
    assert place_of(FOUND[0].passage) == "page 12 · 2 The night › The dam"


class CountedModel(DocumentModel):
    """Counts how often it is asked how long it is, as for each row that is laid out."""

    asked = 0

    def rowCount(self, parent: Index | None = None) -> int:
        self.asked += 1
        return super().rowCount(parent)


def many(count: int) -> list[DocumentEntry]:
    return [DocumentEntry(id=str(n), name=f"{n}.txt", source=f"/there/{n}", status="indexed") for n in range(count)]


def test_a_document_that_could_not_be_removed_has_one_row() -> None:
    model = CountedModel(lambda _: None, lambda _: CartridgeState())
    model.show(many(3))
    kept = many(3)[1]
    model.add(kept)
    assert [entry.id for entry in model.entries] == ["0", "1", "2"]
    model.remove(kept.id)
    model.add(kept)
    assert [entry.id for entry in model.entries] == ["0", "2", "1"]


def test_a_row_that_changes_is_drawn_without_laying_out_all(qtbot: QtBot) -> None:
    drawn: list[str] = []
    model = CountedModel(drawn.append)  # type: ignore[arg-type]
    model.show(many(2000))
    view = DocumentsView("Documents", DocumentRows(), several=True)
    qtbot.addWidget(view)
    view.setModel(model)
    view.resize(500, 400)
    view.show()
    qtbot.waitUntil(lambda: "0" in drawn)
    drawn.clear()
    model.asked = 0
    model.refresh("0")
    qtbot.waitUntil(lambda: bool(drawn))
    QApplication.processEvents()
    assert drawn[0] == "0" and "1999" not in drawn
    assert model.asked < 200


def test_removing_many_looks_at_what_is_chosen_no_more_often_than_once(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = DocumentsPage(lambda _: None)
    qtbot.addWidget(page)
    page.show_documents(many(30), ())
    page.list.selectAll()
    assert page.remove_button.text().strip() == "Remove 30…"
    looked: list[int] = []
    monkeypatch.setattr(page, "chosen", lambda: looked.append(1))
    for document in map(str, range(29)):
        page.remove_document(document)
    assert not looked
    assert page.remove_button.text().strip() == "Remove…" and page.open_button.isEnabled()


def test_the_menu_offers_what_makes_sense(qtbot: QtBot) -> None:
    page = DocumentsPage(lambda document: DocumentWork("read") if document == "code" else None)
    qtbot.addWidget(page)
    page.show_documents(ENTRIES, ())

    def offered(*ids: str) -> list[str]:
        return [action.text().partition("\t")[0] for action in page.menu_of(list(ids)).actions() if action.text()]

    rest = ["Always keep on disk", "Remove…"]
    assert offered("flood") == ["Open", "Open original", "Read again", "Collect facts", *rest]
    assert offered("flood", "letter") == ["Read again", "Collect facts", *rest]
    page._collecting = lambda document: document == "flood"
    assert offered("flood") == ["Open", "Open original", "Read again", "Delete its facts", *rest]
    assert offered("flood", "letter") == ["Read again", "Collect facts", *rest]
    assert offered("code") == ["Open", "Open original", "Stop indexing", "Always keep on disk", "Remove…"]
    kept = []
    page.keep.connect(lambda ids, on: kept.append((ids, on)))
    next(one for one in page.menu_of(["report"]).actions() if one.isCheckable()).trigger()
    assert kept == [(["report"], False)]


def test_a_document_says_where_it_stands_with_the_model(qtbot: QtBot) -> None:
    assert standing_of(REPORT, None, STATES["report"]).words == (
        "Ready for Qwen3-4B-Instruct · 8× smaller · 310 MB on disk"
    )
    assert "Predicted: about 98 of 100 next words unchanged" in tip_of("", standing_of(REPORT, None, STATES["report"]))
    reading = standing_of(FLOOD, None, STATES["flood"])
    assert (reading.words, reading.done) == ("Preparing for Qwen3-4B-Instruct… 34 %", 0.34)
    waiting = standing_of(FLOOD, None, CartridgeState("waiting", "Qwen"))
    assert waiting.words == "Ready to search · waiting to be prepared"
    failed = standing_of(FLOOD, None, CartridgeState("failed", "Qwen", problem=say("source.stopped")))
    assert (failed.words, failed.role) == ("Ready to search · Reading was stopped.", "warn")
    changed = next(entry for entry in ENTRIES if entry.id == "letter")
    assert "changed" in standing_of(changed, None, STATES["report"]).words
    page = DocumentsPage(lambda _: None, lambda _: CartridgeState("none", "Qwen"))
    qtbot.addWidget(page)
    page.show_documents(ENTRIES, ())
    asked = []
    page.prepare.connect(asked.append)
    next(one for one in page.menu_of(["flood", "scan"]).actions() if one.text() == "Prepare for Qwen").trigger()
    assert asked == [["flood"]]


def test_preparing_is_paused_and_resumed(launch: Launch, tmp_path: Path) -> None:
    program = launch(Script(hold_reading=True, states_apart=True))
    program.idle()
    program.window.show_documents()
    read(program, put(tmp_path, "flood.txt", TEXT))
    page, flood = page_of(program), program.context.documents.entries[0]
    assert not page.pause_button.isVisible()
    program.chat.documents.add(flood.id)
    program.wait(lambda: (page.model.standing(flood).done or 0) > 0)
    assert page.pause_button.text().strip() == "Pause preparing"
    page.pause_button.click()
    program.wait(lambda: page.model.standing(flood).words == "Ready to search · preparing is paused")
    assert page.pause_button.isVisible()
    page.pause_button.click()
    program.wait(lambda: page.model.standing(flood).done is not None)
    assert page.pause_button.text().strip() == "Pause preparing"
    program.chat.documents.remove(flood.id)
    program.context.documents.remove([flood.id])
    program.wait(lambda: not page.pause_button.isVisible())


def test_a_problem_is_said_as_it_is() -> None:
    scanned = next(entry for entry in ENTRIES if entry.id == "scan")
    assert scanned.problem == say("attachment.scanned", name="scan.pdf")
    assert "no text" in standing_of(scanned, None).words
