"""What mail and word processors get of a message: structure as HTML, nothing of the window's look."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPoint
from PySide6.QtGui import QGuiApplication, QTextCursor, QTextDocument, QTextTable
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextEdit
from pytestqt.qtbot import QtBot

from app.ui.chat.transcript import MessageItem, TranscriptView
from app.ui.chat.transcript.fragments import without_looks
from app.ui.chat.transcript.menu import menu_for
from app.ui.chat.transcript.rich import copy_message, message_html, reply_html, text_html
from app.ui.theme import Theme
from tests.ui.conftest import Launch

REPLY = (
    "<think>\nhm\n</think>\n\n## Head\n\nSome **bold** and `code` with [a link](https://example.org).\n\n"
    "- one\n- two\n\nTasks:\n\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | <2> |\n\n```py\nif x < 1:\n    y = 2\n```\n\n"
    "And $a^2$.\n"
)
REPLY_ITEM = MessageItem("r", role="assistant", text=REPLY)


def mime() -> QMimeData:
    return QGuiApplication.clipboard().mimeData()


def test_a_reply_is_structure_without_looks() -> None:
    html = message_html(REPLY_ITEM)
    for piece in (
        "<h2>Head</h2>", "<strong>bold</strong>", "<code>code</code>", '<a href="https://example.org">a link</a>',
        "<li>one</li>", "☑ done", "<td>&lt;2&gt;</td>", "<pre><code>if x &lt; 1:\n    y = 2</code></pre>", "$a^2$",
    ):  # fmt: skip
        assert piece in html
    for look in ("hm", "color", "font-", "class="):
        assert look not in html


def test_what_a_person_wrote_stays_as_it_is() -> None:
    item = MessageItem("q", role="user", text="**no bold** <b>\nnext\n\nlast")
    assert message_html(item) == "<p>**no bold** &lt;b&gt;<br>next</p>\n<p>last</p>\n"


@pytest.mark.parametrize("source", ["<script>alert(1)</script>", "![x](javascript:alert)", "[x](file:///etc/passwd)"])
def test_nothing_of_a_reply_is_markup_of_its_own(source: str) -> None:
    html = reply_html(source)
    assert "<script" not in html and "href" not in html and "<img" not in html


class Balance(HTMLParser):
    """Counts elements that are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("br", "hr", "img", "meta"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@given(st.text(alphabet="*_`#>-|[]()<&$\\ \nab1.", max_size=200))
def test_any_reply_gives_whole_html(source: str) -> None:
    for html in (reply_html(source), text_html(source)):
        parser = Balance()
        parser.feed(html)
        parser.close()
        assert parser.open == []


def test_a_reply_of_many_quotes_takes_work_in_proportion(qtbot: QtBot) -> None:
    source = ">" * 5_000 + " deep"
    assert "deep" in reply_html(source)


def test_the_whole_message_has_all_forms(qtbot: QtBot) -> None:
    copy_message(REPLY_ITEM)
    assert mime().text().startswith("Head\n\nSome bold and code")
    assert "<h2>Head</h2>" in mime().html()
    assert bytes(mime().data("text/markdown").data()).decode().startswith("## Head")


@pytest.fixture
def view(qtbot: QtBot, look: Theme) -> TranscriptView:
    made = TranscriptView()
    qtbot.addWidget(made)
    made.resize(700, 700)
    made.set_items(
        [
            MessageItem("q", role="user", text="First <question>"),
            MessageItem("a", role="assistant", text="Some **bold** words.\n\nMore of `it`."),
            MessageItem("b", role="user", text="Second"),
        ]
    )
    made.show()
    look.set_mode("dark")
    return made


def test_a_selection_across_messages_is_rich_and_says_who_speaks(view: TranscriptView) -> None:
    view.selection.select_all()
    QTest.keySequence(view, "Ctrl+C")
    html = mime().html()
    assert html.count("<b>You:</b>") == 2 and html.count("<b>Reply:</b>") == 1
    assert "<p>First &lt;question&gt;</p>" in html and "<strong>bold</strong>" in html
    assert mime().text().startswith("You:\nFirst <question>\n\nReply:\nSome bold words.")


def test_a_selection_inside_a_message_keeps_weight_but_no_colour(view: TranscriptView) -> None:
    edit = view.visible_rows["a"].parts()[0].edit
    cursor = edit.document().find("bold")
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    edit.setTextCursor(cursor)
    edit.copy()
    assert mime().text() == "bold words."
    html = mime().html()
    assert "font-weight" in html
    for look in ("color", "Inter", "font-size"):
        assert look not in html
    document = QTextDocument()
    document.setHtml(html)
    assert document.toPlainText().strip() == "bold words."


def test_looks_are_left_out_and_formulas_are_their_source() -> None:
    html = (
        '<html><head><style>p { color: red; }</style></head><body style="font-size:9pt"><!--StartFragment-->'
        '<p style=" margin:0; text-align:center;"><span style=" color:#fff; font-weight:600;">a</span>'
        '<img src="formula:0" /></p><!--EndFragment--></body></html>'
    )
    assert without_looks(html, ["$x<y$"]) == (
        '<p style="text-align:center"><span style="font-weight:600">a</span>$x&lt;y$</p>'
    )


def test_a_copied_reply_is_pasted_into_a_message_as_text(launch: Launch) -> None:
    program = launch()
    program.idle()
    copy_message(REPLY_ITEM)
    editor = program.chat.composer.editor
    editor.paste()
    assert editor.toPlainText().startswith("Head\n\nSome bold and code")


TABLE = "| name | size | note |\n|---|---|---|\n| a **b** | 1 | x |\n| c | 2 | $y$ |\n"


def grid(view: TranscriptView) -> QTextEdit:
    view.set_items([MessageItem("t", role="assistant", text=TABLE)])
    return view.visible_rows["t"].parts()[0].edit


def cells_of(html: str) -> list[str]:
    """The cells of the only table in ``html``, as a word processor reads it."""
    document = QTextDocument()
    document.setHtml(html)
    tables = [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]
    assert len(tables) == 1
    found = []
    for row in range(tables[0].rows()):
        for column in range(tables[0].columns()):
            cell = tables[0].cellAt(row, column)
            cursor = cell.firstCursorPosition()
            cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
            found.append(cursor.selectedText())
    return found


def test_selected_cells_are_copied_as_a_table(view: TranscriptView) -> None:
    edit = grid(view)
    first, last = edit.document().find("size"), edit.document().find("x")
    cursor = edit.textCursor()
    cursor.setPosition(first.selectionStart())
    cursor.setPosition(last.selectionEnd(), QTextCursor.MoveMode.KeepAnchor)
    edit.setTextCursor(cursor)
    edit.copy()
    assert mime().text() == "size\tnote\n1\tx"
    assert cells_of(mime().html()) == ["size", "note", "1", "x"]


def test_a_word_of_a_cell_is_copied_as_a_word(view: TranscriptView) -> None:
    edit = grid(view)
    edit.setTextCursor(edit.document().find("siz"))
    edit.copy()
    assert mime().text() == "siz"


def test_the_menu_copies_the_whole_table(view: TranscriptView, qtbot: QtBot) -> None:
    edit = grid(view)
    row = view.visible_rows["t"]
    qtbot.waitUntil(lambda: row.drawn)  # type: ignore[attr-defined]
    menu = menu_for(view, view.selection, row, row.parts()[0], edit.mapToGlobal(QPoint(5, 5)))
    next(action for action in menu.actions() if action.text() == "Copy table").trigger()
    lines = mime().text().split("\n")
    assert lines[:2] == ["name\tsize\tnote", "a b\t1\tx"]
    assert lines[2] == "c\t2\t$y$"
    assert cells_of(mime().html())[:6] == ["name", "size", "note", "a b", "1", "x"]
