"""Of a very long table the first rows are shown until the person wants all; what is found and copied is all of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.ui.chat.transcript import MessageItem, TranscriptView
from app.ui.chat.transcript.menu import menu_for
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.selection import TextPlace
from app.ui.chat.transcript.tables import LONG_TABLE, SHOWN, first_rows
from app.ui.chat.transcript.text import TextBlock
from app.ui.chat.transcript.wide import WideBlock
from tests.ui.test_transcript_work import counted

ROWS = 600


def a_table(rows: int, name: str = "row") -> str:
    return "| a | b |\n|---|---|\n" + "".join(f"| {name} {at}. | some words |\n" for at in range(rows))


def shown(view: TranscriptView, text: str) -> AssistantRow:
    view.set_items([MessageItem("r", role="assistant", text=text)])
    row = view.visible_rows["r"]
    assert isinstance(row, AssistantRow)
    return row


def table_of(row: AssistantRow) -> WideBlock:
    block = next(block for block in row.blocks if isinstance(block, WideBlock))
    assert block.isVisibleTo(row)
    return block


def more_of(block: WideBlock) -> str:
    """What the link below a table says."""
    return block.more.text() if block.more is not None and block.more.isVisibleTo(block) else ""


@pytest.mark.parametrize("rows", [0, 1, SHOWN, LONG_TABLE])
def test_other_tables_are_shown_whole(rows: int) -> None:
    assert first_rows(a_table(rows)) == (a_table(rows), 0)


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_a_very_long_one_begins_with_its_first_rows(end: str) -> None:
    rows = LONG_TABLE + 1
    assert first_rows(a_table(rows).rstrip("\n") + end) == (a_table(SHOWN), rows)


def test_a_link_shows_the_other_rows(view: TranscriptView, qtbot: QtBot) -> None:
    row = shown(view, f"Before.\n\n{a_table(ROWS)}\nAfter.")
    block, high = table_of(row), row.height()
    assert block.toPlainText().count("row") == SHOWN
    assert str(ROWS) in more_of(block)
    assert block.more is not None and block.more in row.focusables()
    link = block.more.geometry()
    assert block.viewport().geometry().bottom() < link.top() and link.bottom() < block.height()
    view.activateWindow()
    block.more.setFocus()
    qtbot.waitUntil(block.more.hasFocus)
    qtbot.keyClick(block.more, Qt.Key.Key_Space)
    assert block.hasFocus(), "not lost with the link"
    assert block.toPlainText().count("row") == ROWS
    assert more_of(block) == "" and block.more not in row.focusables()
    assert row.height() > 2 * high and row.height() == row.height_for(view.column_width)


def test_a_row_that_shows_another_table_next_shows_no_link(view: TranscriptView) -> None:
    shown(view, a_table(ROWS))
    row = shown(view, a_table(3))
    assert more_of(table_of(row)) == ""
    assert table_of(row).viewport().height() == table_of(row).height()
    assert more_of(table_of(shown(view, a_table(ROWS)))) != ""


def test_what_is_found_in_the_rest_is_shown(view: TranscriptView, qtbot: QtBot) -> None:
    row = shown(view, a_table(ROWS))
    for query, rows in (("row 7.", SHOWN), (f"row {ROWS - 1}.", ROWS)):
        view.finder.search(query)
        qtbot.waitUntil(lambda: not view.finder.searching)
        assert len(view.finder.hits) == 1
        assert table_of(row).toPlainText().count("row") == rows
        (mark,) = table_of(row).extraSelections()
        assert mark.cursor.selectedText() == query


def test_what_is_copied_is_all_of_it(view: TranscriptView) -> None:
    row = shown(view, f"Before.\n\n{a_table(ROWS)}\nAfter.")
    clipboard = QGuiApplication.clipboard()

    def all_there(text: str) -> bool:
        return text.count("row") == ROWS and f"row {ROWS - 1}." in text

    view.selection.select_all()
    assert all_there(view.selection.text()) and all_there(view.selection.html())
    view.selection._anchor, view.selection._head = TextPlace("r", 0, 2), TextPlace("r", 2, 3)
    for text in (view.selection.text(), view.selection.text(markdown=True), view.selection.html()):
        assert all_there(text) and "fore." in text and "After" not in text
    view.selection._head = TextPlace("r", 1, 30)
    assert view.selection.text().count("row") < 5, "as far as it was selected"
    view.selection.clear()
    menu = menu_for(view, view.selection, row, row.parts()[1], table_of(row).mapToGlobal(QPoint(5, 5)))
    next(action for action in menu.actions() if action.text() == "Copy table").trigger()
    assert all_there(clipboard.text()) and all_there(clipboard.mimeData().html())
    assert f"row {ROWS - 1}.\tsome words" in clipboard.text()
    assert table_of(row).toPlainText().count("row") == SHOWN


def test_a_selection_that_begins_in_one_and_goes_on_below_has_all_rows_between(view: TranscriptView) -> None:
    row = shown(view, f"Before.\n\n{a_table(ROWS)}\nAfter.")
    _, table, after = row.parts()
    view.selection._anchor, view.selection._head = TextPlace("r", table.at, 2), TextPlace("r", after.at, 6)
    for text in (view.selection.text(), view.selection.text(markdown=True), view.selection.html()):
        assert text.count("some words") == ROWS and "After." in text
    assert more_of(table_of(row)) == "", "what was copied is seen"


def test_a_table_that_gets_too_long_makes_room_for_its_link(view: TranscriptView) -> None:
    row = shown(view, a_table(SHOWN))
    high = table_of(row).height()
    row = shown(view, a_table(LONG_TABLE + 5))
    assert more_of(table_of(row))
    assert table_of(row).height() == high + WideBlock.LINK


def test_a_long_table_that_is_written_is_rendered_no_more(
    view: TranscriptView, monkeypatch: pytest.MonkeyPatch
) -> None:
    view.set_items([MessageItem("r", role="assistant", text=a_table(300, "w"), state="streaming")])
    renders = counted(monkeypatch, TextBlock, "_render", lambda block: None)
    for rows in range(301, 305):
        view.set_text("r", a_table(rows, "w"))
        view._relayout()
    assert renders == []
    row = view.visible_rows["r"]
    assert isinstance(row, AssistantRow)
    assert "304" in more_of(table_of(row))


def test_a_narrow_table_is_laid_out_no_more_when_there_is_more_room(
    view: TranscriptView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = shown(view, a_table(20))
    high = table_of(row).height()
    wraps = counted(monkeypatch, WideBlock, "setLineWrapColumnOrWidth", lambda block, width: width)
    for width in (700, 680, 640, 800):
        view.resize(width, 700)
        assert table_of(row).height() == high
        assert not table_of(row).scrolls
    assert len(wraps) <= 1
    view.resize(300, 700)
    fresh = WideBlock()
    qtbot.addWidget(fresh)
    fresh.show_chunk(row._chunks[0])
    assert table_of(row).height() == fresh.height_for(view.column_width)


def test_texts_are_laid_out_at_once_for_the_width_they_will_have(
    view: TranscriptView, monkeypatch: pytest.MonkeyPatch
) -> None:
    widths = counted(monkeypatch, TextBlock, "setHtml", lambda block, html: block.lineWrapColumnOrWidth())
    shown(view, f"Before.\n\n{a_table(3)}\nAfter.")
    view.resize(640, 700)
    shown(view, f"Before that.\n\n{a_table(4)}\nAfter that.")
    assert widths[:3] != widths[3:] and set(widths[3:]) == {view.column_width}
    assert len(set(widths)) == 2
