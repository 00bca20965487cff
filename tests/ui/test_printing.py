"""A chat as a PDF and on paper: all of it is there, formulas are drawn, code can be copied out of it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QFileDialog

from app.core.attachments import pdf
from app.core.chat_values import ChatView, Message, MessageMeta
from app.ui.chat.printing import ChatDocument, write_pdf
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
    assert path.exists() is accepted
    if accepted:
        assert "The heron stands." in text_of(path)
