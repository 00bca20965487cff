"""Of a very long table the first rows are shown until the person wants all; what is found and copied is all of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.ui.chat.transcript import MessageItem, TranscriptView
from app.ui.chat.transcript.folding import FoldingBlock, ProseBlock
from app.ui.chat.transcript.menu import menu_for
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.selection import TextPlace
from app.ui.chat.transcript.tables import LONG_TABLE, SHOWN, SPARE, STEP, first_rows
from app.ui.chat.transcript.text import TextBlock
from app.ui.chat.transcript.wide import WideBlock
from tests.ui.test_transcript_work import counted

ROWS = 600


def a_table(rows: int, name: str = "row") -> str:
    return "| a | b |\n|---|---|\n" + "".join(f"| {name} {at}. | some words |\n" for at in range(rows))


def nested(rows: int, before: str) -> str:
    """A table inside of a block, each of whose lines begins so."""
    return "".join(f"{before}{line}\n" for line in a_table(rows).splitlines())


IN_LIST = (
    f"1. Before.\n\n{nested(ROWS, '   ')}\n   After the table.\n2. Next row.\n\n"
    f"   > Quoted.\n   >\n{nested(ROWS, '   > ')}"
)


def prose_of(row: AssistantRow) -> ProseBlock:
    (block,) = row.blocks
    assert isinstance(block, ProseBlock)
    return block


def shown(view: TranscriptView, text: str) -> AssistantRow:
    view.set_items([MessageItem("r", role="assistant", text=text)])
    row = view.visible_rows["r"]
    assert isinstance(row, AssistantRow)
    return row


def table_of(row: AssistantRow) -> WideBlock:
    block = next(block for block in row.blocks if isinstance(block, WideBlock))
    assert block.isVisibleTo(row)
    return block


def more_of(block: FoldingBlock) -> str:
    """What the links below tables say."""
    return " ".join(link.text() for link in block.links if link.isVisibleTo(block))


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
    (more,) = block.links
    assert more in row.focusables()
    link = more.geometry()
    assert block.viewport().geometry().bottom() < link.top() and link.bottom() < block.height()
    view.activateWindow()
    more.setFocus()
    qtbot.waitUntil(more.hasFocus)
    qtbot.keyClick(more, Qt.Key.Key_Space)
    assert block.hasFocus(), "not lost with the link"
    assert block.toPlainText().count("row") == ROWS
    assert more_of(block) == "" and more not in row.focusables()
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


def test_a_link_shows_as_many_more_rows_as_are_laid_out_quickly(view: TranscriptView, qtbot: QtBot) -> None:
    rows = SHOWN + 2 * STEP + SPARE
    row = shown(view, a_table(rows + 1))
    block, said = table_of(row), []
    view.activateWindow()
    block.links[0].setFocus()
    qtbot.waitUntil(block.links[0].hasFocus)
    while block.links:
        said.append((block.toPlainText().count("row"), more_of(block)))
        qtbot.keyClick(block.links[0], Qt.Key.Key_Space)
        assert block.links == [] or block.links[0].hasFocus(), "for the next ones"
    assert said == [
        (SHOWN, f"Show 1,000 more of {rows + 1:,} rows"),
        (SHOWN + STEP, f"Show 1,000 more of {rows + 1:,} rows"),
        (SHOWN + 2 * STEP, f"Show all {rows + 1:,} rows"),
    ]
    assert block.hasFocus() and block.toPlainText().count("row") == rows + 1
    row = shown(view, a_table(rows))
    table_of(row).links[0].click()
    assert more_of(table_of(row)) == f"Show all {rows:,} rows", "a few more are not worth another link"


def test_tables_in_lists_and_quotes_are_folded_too(view: TranscriptView, qtbot: QtBot) -> None:
    row = shown(view, IN_LIST)
    block, high = prose_of(row), row.height()
    assert block.toPlainText().count("some words") == 2 * SHOWN
    assert more_of(block) == f"Show all {ROWS} rows Show all {ROWS} rows"
    assert all(link in row.focusables() for link in block.links)
    layout = block.document().documentLayout()
    below = layout.blockBoundingRect(block.document().find("After the table").block())
    last = layout.blockBoundingRect(block.document().find(f"row {SHOWN - 1}.").block())
    first, other = (link.geometry() for link in block.links)
    assert last.bottom() < first.top() and first.bottom() < below.top(), "between the table and what follows"
    assert first.left() > 0 and other.left() > 0, "as far in as the tables"
    assert first.bottom() < other.top() and other.bottom() < block.height()
    block.links[1].click()
    assert block.toPlainText().count("some words") == 2 * ROWS and more_of(block) == ""
    assert row.height() > 2 * high and row.height() == row.height_for(view.column_width)
    again = shown(view, f"> {a_table(3)}")
    assert more_of(prose_of(again)) == ""


def test_a_nested_table_of_the_first_rows_alone_has_no_room_for_a_link(view: TranscriptView) -> None:
    high = shown(view, f"- x\n\n{nested(SHOWN, '  ')}").height()
    shown(view, f"- x\n\n{nested(ROWS, '  ')}")
    row = shown(view, f"- x\n\n{nested(SHOWN, '  ')}")
    assert row.height() == high and more_of(prose_of(row)) == ""


def test_what_is_found_in_or_behind_what_is_left_out_is_shown(view: TranscriptView, qtbot: QtBot) -> None:
    row = shown(view, IN_LIST)
    for query, rows in (("row 7.", SHOWN), ("Next row", ROWS)):
        view.finder.search(query)
        qtbot.waitUntil(lambda: not view.finder.searching)
        assert prose_of(row).toPlainText().count("some words") == 2 * rows
    row = shown(view, IN_LIST.replace("2. Next", "2. Next to row 300.\n3."))
    view.finder.search("row 300.")
    qtbot.waitUntil(lambda: not view.finder.searching)
    assert len(view.finder.hits) == 3
    places = [mark.cursor.selectionStart() for mark in prose_of(row).extraSelections()]
    assert len(places) == 3 and prose_of(row).toPlainText().count("some words") == 2 * ROWS


def test_what_is_copied_across_rows_that_are_left_out_has_them(view: TranscriptView) -> None:
    row = shown(view, IN_LIST)
    block = prose_of(row)
    start = block.document().find("fore.").selectionStart()
    end = block.document().find("After the").selectionEnd()
    cursor = block.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(end, cursor.MoveMode.KeepAnchor)
    block.setTextCursor(cursor)
    block.copy()
    data = QGuiApplication.clipboard().mimeData()
    view.selection._anchor, view.selection._head = TextPlace("r", 0, start), TextPlace("r", 0, end)
    texts = [data.text(), data.html(), view.selection.text(), view.selection.html()]
    for text in texts:
        assert text.count("some words") == ROWS and f"row {ROWS - 1}." in text
        assert "fore." in text and "Before" not in text
        assert "After the" in text and "After the table" not in text
    view.selection._anchor = TextPlace("r", 0, block.document().find("After the").selectionStart())
    view.selection._head = TextPlace("r", 0, block.document().find("Next row").selectionEnd())
    assert view.selection.text().split() == ["After", "the", "table.", "Next", "row"]
    assert more_of(block), "nothing had to be shown for it"
