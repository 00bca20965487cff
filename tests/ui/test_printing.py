"""A chat as a PDF and on paper: all of it is there, formulas are drawn, code can be copied out of it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pypdfium2 as pdfium
import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QPageSize, QTextDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QFileDialog

from app.core.attachments import pdf
from app.core.chat_values import ChatView, Message, MessageMeta
from app.ui.chat import printing
from app.ui.chat.printing import ChatDocument, print_chat, write_pdf
from app.ui.chat.transcript import formulas
from app.ui.chat.transcript.formulas import WantedFormula
from app.ui.theme import Theme
from tests.fake_engine import Script
from tests.ui import scenes
from tests.ui.conftest import Launch
from tests.words import said

REPLY = (
    "<think>\nsecret\n</think>\n\nSome **bold** words and $a^2$.\n\n| a | b |\n|---|---|\n| 1 | <2> |\n\n"
    "```py\ndef f(x) -> int:\n    return x != 3\n```\n\n- one\n- two\n"
)


def a_view(*contents: str) -> ChatView:
    roles = ("user", "assistant")
    messages = tuple(
        Message(id=f"m{at}", chat="scene", role=roles[at % 2], content=content)  # type: ignore[arg-type]
        for at, content in enumerate(contents)
    )
    view = scenes.view()
    return msgspec.structs.replace(view, messages=messages)


def text_of(path: Path) -> str:
    return pdf.read(path, lambda done, total: None).text or ""


def test_all_of_a_chat_is_in_its_pdf(look: Theme, tmp_path: Path) -> None:
    path = tmp_path / "chat.pdf"
    write_pdf(a_view("What <is> it?\nReally", REPLY), path)
    text = text_of(path)
    assert text.startswith(scenes.view().chat.title)
    for piece in ("What <is> it?\nReally", "Some bold words and", "1 <2>", "one", "two"):
        assert piece in text
    assert "def f(x) -> int:\n    return x != 3" in text  # letter by letter, with its indentation
    assert "secret" not in text
    assert [file.name for file in tmp_path.iterdir()] == ["chat.pdf"]


def test_formulas_are_drawn_and_what_is_none_is_shown(look: Theme) -> None:
    document = ChatDocument(a_view("x", "Here $a^2$ and\n\n$$\\frac{1}{2}$$\n\nand $\\nonsense{$ too")).document
    html = document.toHtml()
    assert 'src="formula:0"' in html and 'src="formula:1"' in html and 'src="formula:2"' not in html
    assert "nonsense" in html
    kind = QTextDocument.ResourceType.ImageResource.value
    assert document.resource(kind, QUrl("formula:1")).height() > document.resource(kind, QUrl("formula:0")).height()


def test_a_wide_formula_ends_with_the_page(look: Theme) -> None:
    many = "+".join(f"a_{{{n}}}" for n in range(60))
    document = ChatDocument(a_view("x", f"So ${many}$ is long, and $a$ is not.")).document
    kind = QTextDocument.ResourceType.ImageResource.value
    wide, small = (document.resource(kind, QUrl(f"formula:{n}")).width() / printing.SHARP for n in (0, 1))
    page = QPageSize(printing.usual_paper()).size(QPageSize.Unit.Point).width() - 2 * printing.MARGIN
    assert small < 20 < wide == pytest.approx(page * printing.PIXELS, abs=1)


def test_a_formula_is_drawn_once(look: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def typeset(wanted: WantedFormula) -> tuple[str, float, float, float]:
        drawn.append(wanted.tex)
        return formulas.typeset(wanted)

    monkeypatch.setattr(printing, "typeset", typeset)
    html = ChatDocument(a_view("x", "Here $a^2$", "y", "and $a^2$ and $$a^2$$ too")).document.toHtml()
    assert html.count('src="formula:0"') == 2 and html.count('src="formula:1"') == 1
    assert drawn == ["a^2", "a^2"]  # in a line, and on its own


def test_structured_output_is_a_card_of_code(look: Theme) -> None:
    view = a_view("x", '{"name": "*Ada*", "born": 1815}')
    held = msgspec.structs.replace(view.messages[1], meta=MessageMeta(output="schema"))
    free = ChatDocument(view).document
    document = ChatDocument(msgspec.structs.replace(view, messages=(view.messages[0], held))).document
    assert "JSON schema" in document.toPlainText() and "JSON" not in free.toPlainText()
    assert '{"name": "*Ada*", "born": 1815}' in document.toPlainText() and "*Ada*" not in free.toPlainText()


def test_a_long_chat_has_many_pages(look: Theme, tmp_path: Path) -> None:
    path = tmp_path / "long.pdf"
    write_pdf(a_view(*(f"Message number {at}. " * 60 for at in range(12))), path)
    line = pdf.read(path, lambda done, total: None)
    assert line.pages >= 4
    assert "Message number 11." in (line.text or "")


def test_what_cannot_be_written_says_so(look: Theme, tmp_path: Path) -> None:
    with pytest.raises(OSError):
        write_pdf(a_view("x", "y"), tmp_path / "missing" / "chat.pdf")


@pytest.mark.skipif(os.name == "nt", reason="rights and links are others there")
def test_a_pdf_over_a_file_keeps_its_rights_and_its_place(look: Theme, tmp_path: Path) -> None:
    path, there = tmp_path / "chat.pdf", tmp_path / "there.pdf"
    there.write_bytes(b"old")
    there.chmod(0o440)
    path.symlink_to(there)
    write_pdf(a_view("Where is it?", "The heron stands."), path)
    assert path.is_symlink() and there.stat().st_mode & 0o777 == 0o440
    assert "The heron stands." in text_of(path)
    assert {one.name for one in tmp_path.iterdir()} == {path.name, there.name}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="has no such limit that can be taken back")
@pytest.mark.parametrize("share", [0.0, 0.5, 0.999])
def test_a_pdf_for_which_there_is_no_room_leaves_what_was_there(look: Theme, tmp_path: Path, share: float) -> None:
    import resource

    view = a_view("Where is it?", "The heron stands.")
    path, whole = tmp_path / "chat.pdf", tmp_path / "whole.pdf"
    write_pdf(view, whole)
    path.write_bytes(b"old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (round(whole.stat().st_size * share), limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            write_pdf(view, path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == b"old"
    assert {one.name for one in tmp_path.iterdir()} == {path.name, whole.name}


def test_pages_can_be_stopped_anywhere(look: Theme, tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    view = a_view(*(f"Message number {at}. " * 60 for at in range(40)))
    seen: list[float] = []
    write_pdf(view, tmp_path / "whole.pdf", seen.append)
    assert seen == sorted(seen) and len(seen) > 50 and 0.95 < seen[-1] < 1
    (tmp_path / "whole.pdf").unlink()

    def stop_at(limit: float) -> Callable[[float], None]:
        def stop(share: float) -> None:
            if share >= limit:
                raise Enough

        return stop

    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "paper.pdf"))
    for stop in map(stop_at, (seen[5], 0.81, seen[-2])):  # in its text, in its layout, in its pages
        with pytest.raises(Enough):
            write_pdf(view, tmp_path / "chat.pdf", stop)
        with pytest.raises(Enough):
            print_chat(view, printer, stop)
        assert list(tmp_path.iterdir()) == []


def test_what_is_stopped_ends_on_its_own_thread(look: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []

    class SeenDocument(ChatDocument):
        def __del__(self) -> None:
            ended.append(threading.current_thread().name)

    def stop(share: float) -> None:
        if share > 0.5:
            raise KeyError

    monkeypatch.setattr(printing, "ChatDocument", SeenDocument)
    view = a_view(*(f"Message number {at}. " * 60 for at in range(40)))
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "paper.pdf"))
    with ThreadPoolExecutor(1, "pages") as thread:
        for work in (lambda: write_pdf(view, tmp_path / "a.pdf", stop), lambda: print_chat(view, printer, stop)):
            problem = thread.submit(work).exception()
            assert isinstance(problem, KeyError)
            assert ended.pop() == "pages_0"  # and not with the error


def test_a_chat_is_the_same_in_one_piece_and_in_slices(look: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    view = a_view(*("Hello", REPLY, "And $x$?", "```py\nx\n```") * 12)
    sliced = ChatDocument(view).document
    monkeypatch.setattr(printing, "SLICE", 1000)
    whole = ChatDocument(view).document
    assert sliced.toHtml() == whole.toHtml()


def test_a_thread_writes_pages_in_black(look: Theme, tmp_path: Path) -> None:
    """Without warnings of timers that such a thread does not have, which fail any test."""
    look.set_mode("dark")
    path = tmp_path / "chat.pdf"
    view = a_view(*(f"Message number {at}. " * 60 for at in range(40)))
    with ThreadPoolExecutor(1) as thread:
        thread.submit(write_pdf, view, path).result()
    page = pdfium.PdfDocument(path)[1]
    colors = {color for _, color in page.render(grayscale=True).to_pil().getcolors()}
    assert min(colors) < 8


def test_the_window_exports_the_chat_shown(launch: Launch, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = launch(Script(replies=(("The heron **stands**.",),)))
    program.idle()
    program.say("Where is it?")
    program.idle()
    path = tmp_path / "out.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    program.window.action_list.run("export_pdf")
    program.wait(path.exists)
    assert "Where is it?" in text_of(path) and "The heron stands." in text_of(path)
    program.wait(lambda: any("out.pdf" in said(notice.text) for notice in program.window.toasts.notices))
    path.unlink()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "out.pdf"), ""))
    program.window.action_list.run("export_pdf")
    program.wait(lambda: any(notice.level == "error" for notice in program.window.toasts.notices))


@pytest.mark.parametrize("accepted", [True, False])
def test_the_window_prints_where_the_person_says(
    launch: Launch, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, accepted: bool
) -> None:
    program = launch(Script(replies=(("The heron stands.",),)))
    program.idle()
    assert not program.window.action_list.all["print"].can()
    program.say("Where is it?")
    program.idle()
    path = tmp_path / "paper.pdf"

    def choose(dialog: QPrintDialog) -> int:
        printer = dialog.printer()
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(path))
        return QPrintDialog.DialogCode.Accepted if accepted else QPrintDialog.DialogCode.Rejected

    monkeypatch.setattr(QPrintDialog, "exec", choose)
    program.window.action_list.run("print")
    assert not program.window.findChildren(QPrintDialog)
    assert (program.context.transfers.present is not None) is accepted  # in the background
    if accepted:
        assert program.window.sidebar.transfer_bar.label.text() == "Printing on paper.pdf"
        program.wait(lambda: any("sent to paper.pdf" in said(one.text) for one in program.window.toasts.notices))
        assert "The heron stands." in text_of(path)
