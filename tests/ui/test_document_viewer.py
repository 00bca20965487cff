"""The viewer of documents: pages, places, and texts that have changed since."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.services.documents import watching
from app.ui.documents.viewer import DocumentViewer, open_document
from app.ui.opening import can_open, command_to_show, open_original
from tests.attachment_files import pdf_bytes, put
from tests.ui.conftest import Launch
from tests.ui.document_scenes import FLOOD, REPORT, STORY

PAGES = f"[Page 11]\nThe village 🌊\n\n[Page 12]\n{STORY}\n\n[Page 13]\nThe end.\n"
QUOTE = "the dam at Ulmen broke on 3 May 1953"


@pytest.fixture
def over(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    return made


def test_a_place_is_marked_on_its_page(over: QWidget) -> None:
    viewer = DocumentViewer(REPORT, PAGES, over)
    viewer.show()
    assert viewer.where.text() == "Page 11 of 214"
    assert not viewer.before.isEnabled()
    start = PAGES.index(QUOTE)
    viewer.show_place(start, start + len(QUOTE))
    assert viewer.where.text() == "Page 12 of 214"
    assert viewer.marked_text == QUOTE
    viewer.after.click()
    assert viewer.where.text() == "Page 13 of 214"
    assert viewer.view.toPlainText() == "The end."
    assert viewer.marked_text == ""
    assert not viewer.after.isEnabled()
    viewer.before.click()
    assert viewer.marked_text == QUOTE


def test_letters_outside_of_the_first_plane_move_no_mark(over: QWidget) -> None:
    text = "🌊🌊 before " + QUOTE
    viewer = DocumentViewer(FLOOD, text, over)
    viewer.show_place(text.index(QUOTE), len(text))
    assert viewer.marked_text == QUOTE


def test_a_line_that_is_shown_in_pieces_moves_no_mark(over: QWidget) -> None:
    text = "word 🌊 " * 5000 + QUOTE
    viewer = DocumentViewer(FLOOD, text, over)
    viewer.show_place(text.index(QUOTE), len(text))
    assert viewer.marked_text == QUOTE


def test_a_text_without_pages_has_no_buttons_for_them(over: QWidget) -> None:
    viewer = DocumentViewer(FLOOD, STORY, over)
    viewer.show()
    assert not viewer.before.isVisible()
    assert not viewer.where.isVisible()


def test_a_passage_is_found_again_in_a_changed_text(over: QWidget) -> None:
    viewer = DocumentViewer(FLOOD, "New words before. " + STORY, over)
    viewer.show()
    start = STORY.index(QUOTE)
    viewer.show_place(start, start + len(QUOTE), digest="another", quote=QUOTE)
    assert viewer.marked_text == QUOTE
    assert not viewer.moved.isVisible()
    viewer.show_place(start, start + 9, digest="another", quote="What nobody wrote")
    assert viewer.moved.isVisible()
    assert viewer.marked_text == ""


def test_a_pdf_shows_its_pages_as_they_look(launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "SETTLE_S", -1.0)
    program = launch()
    program.idle()
    documents = program.context.documents
    documents.add([put(tmp_path, "two.pdf", pdf_bytes(["First page words", "The dam broke in May"]))])
    program.wait(lambda: documents.entries and documents.entries[0].status == "indexed")
    texts: list[str] = []
    documents.text_of(documents.entries[0].id, texts.append)
    program.wait(lambda: texts)
    start = texts[0].index("dam broke")
    open_document(program.context, program.window, documents.entries[0].id, start, start + len("dam broke"))
    program.wait(lambda: program.window.findChild(DocumentViewer) is not None)
    viewer = program.window.findChild(DocumentViewer)
    program.wait(viewer.page.isVisible)
    assert viewer.where.text() == "Page 2 of 2"
    assert len(viewer.page.page.marks) == 1
    fitting = viewer.page.page.width()
    for key, wide in (("Ctrl++", 1.25), ("Ctrl+-", 1.0), ("Ctrl+-", 0.8), ("Ctrl+0", 1.0)):
        QTest.keySequence(viewer, QKeySequence(key))
        assert viewer.page.page.width() == pytest.approx(wide * fitting, abs=20)
    assert not viewer.view.isVisible()
    viewer.as_text.click()
    assert viewer.view.isVisible()
    assert viewer.marked_text == "dam broke"
    viewer.as_text.click()
    viewer.before.click()
    program.wait(lambda: viewer.page.isVisible() and not viewer.page.page.marks)
    viewer.accept()


def test_a_page_that_cannot_be_drawn_is_shown_as_text(over: QWidget) -> None:
    viewer = DocumentViewer(REPORT, PAGES, over, lambda number, quote, then: then(None))
    viewer.show()
    assert viewer.view.isVisible()
    assert not viewer.page.isVisible()
    assert not viewer.as_text.isVisible()


def test_a_text_is_shown_larger_and_smaller(over: QWidget, qtbot: QtBot) -> None:
    viewer = DocumentViewer(FLOOD, STORY, over)
    viewer.show()
    viewer.activateWindow()
    qtbot.waitUntil(viewer.isActiveWindow)
    usual = viewer.view.font().pixelSize()
    QTest.keySequence(viewer, QKeySequence("Ctrl++"))
    assert viewer.view.font().pixelSize() > usual
    for _ in range(20):
        QTest.keySequence(viewer, QKeySequence("Ctrl+-"))
    assert 0 < viewer.view.font().pixelSize() < usual
    QTest.keySequence(viewer, QKeySequence("Ctrl+0"))
    assert viewer.view.font().pixelSize() == usual


def test_a_source_that_is_gone_cannot_be_opened(over: QWidget) -> None:
    gone = msgspec.structs.replace(FLOOD, origin="gone")
    assert not DocumentViewer(gone, STORY, over).original.isEnabled()


class System(QObject):
    """What the system is asked to open: names of files."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def open(self, address: QUrl) -> None:
        self.opened.append(Path(address.toLocalFile()).name)


@pytest.fixture
def system() -> Iterator[System]:
    made = System()
    QDesktopServices.setUrlHandler("file", made, "open")
    yield made
    QDesktopServices.unsetUrlHandler("file")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("report.PDF", "report.PDF"), ("notes.txt", "notes.txt"), ("page.html", "page.html"),
        ("start.bat", ""), ("run.vbs", ""), ("job.ps1", ""), ("tool.py", ""), ("letter.docm", ""), ("README", ""),
        ("x.txt.lnk", ""), ("start.bat.", ""), ("click.desktop", ""), ("now.command", ""),
    ],
)  # fmt: skip
def test_what_might_run_is_shown_in_its_folder(name: str, shown: str, system: System, tmp_path: Path) -> None:
    """The names of files and of folders that are opened, "": the folder of the file is shown."""
    path = tmp_path / name
    path.write_text("x")
    open_original(str(path))
    wanted = [shown or tmp_path.name]
    if command_to_show(sys.platform, str(path)) and not shown:
        wanted = []  # the system's own program does it
    assert system.opened == wanted


def test_folders_are_opened_but_no_programs_that_are_folders(tmp_path: Path) -> None:
    for name in ("src", "moment.js", "Game.app"):
        (tmp_path / name).mkdir()
    assert [can_open(str(tmp_path / name)) for name in ("src", "moment.js", "Game.app")] == [True, True, False]


def test_enter_on_a_script_without_text_runs_nothing(
    launch: Launch, tmp_path: Path, system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "SETTLE_S", -1.0)
    program = launch()
    program.idle()
    program.window.show_documents()
    page = program.window.pages.documents
    program.context.documents.add([put(tmp_path, "start.bat", " \n"), put(tmp_path, "blank.txt", " \n")])
    program.wait(lambda: len(page.model.entries) == 2 and program.context.documents.idle)
    rows = {entry.name: row for row, entry in enumerate(page.model.entries)}
    for name in ("start.bat", "blank.txt"):
        page.list.setCurrentIndex(page.model.index(rows[name]))
        QTest.keyClick(page.list, Qt.Key.Key_Return)
        program.idle()
    asked = [] if command_to_show(sys.platform, "x") else [tmp_path.name]
    program.wait(lambda: len(system.opened) > len(asked))
    assert system.opened == [*asked, "blank.txt"]
    actions = page.menu_of([page.model.entries[rows["start.bat"]].id]).actions()
    assert "Show in folder" in [action.text() for action in actions]


def test_a_passage_found_opens_in_the_viewer(launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "SETTLE_S", -1.0)
    program = launch()
    program.idle()
    program.window.show_documents()
    page = program.window.pages.documents
    program.context.documents.add([put(tmp_path, "flood.txt", STORY)])
    program.wait(lambda: page.model.entries and program.context.documents.idle)
    program.idle()
    page.field.setText("Ulmen")
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    program.wait(lambda: page.found.passages)
    QTest.keyClick(page.results, Qt.Key.Key_Return)
    program.wait(lambda: program.window.findChild(DocumentViewer) is not None)
    viewer = program.window.findChild(DocumentViewer)
    assert QUOTE in viewer.marked_text
    marked = viewer.marked_text
    viewer.close()
    program.wait(lambda: program.window.findChild(DocumentViewer) is None)
    put(tmp_path, "flood.txt", "A line that was not there.\n\n" + STORY)  # what was found stays on the page
    program.context.documents.read_again(page.model.entries[0].id)
    program.wait(lambda: program.context.documents.idle)
    program.idle()
    QTest.keyClick(page.results, Qt.Key.Key_Return)
    program.wait(lambda: program.window.findChild(DocumentViewer) is not None)
    viewer = program.window.findChild(DocumentViewer)
    assert viewer.marked_text == marked and not viewer.moved.isVisible()
    viewer.accept()
