from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.chat.transcript import MarkerItem, MessageItem, TranscriptView
from app.ui.chat.transcript.menu import menu_for
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.rows import RowPart
from app.ui.theme import Theme
from tests.ui import scenes

REPLY = "Some **bold** words.\n\n```py\nx = 1\ny = 2\n```\n\n- item $a^2$ here\n- more\n"


@pytest.fixture
def view(qtbot: QtBot) -> TranscriptView:
    made = TranscriptView()
    qtbot.addWidget(made)
    made.resize(900, 760)
    made.set_items(
        [
            MessageItem("q", role="user", text="First question"),
            MessageItem("a", role="assistant", text=REPLY),
            MarkerItem("k", marks=(scenes.MARK,)),
            MessageItem("r", role="user", text="Second question"),
            MessageItem("b", role="assistant", text="<think>\nhm\n</think>\n\nThe *end* of it.", last=True),
        ]
    )
    made.show()
    qtbot.waitExposed(made)
    row = made.visible_rows["a"]
    assert isinstance(row, AssistantRow)
    qtbot.waitUntil(lambda: row.drawn)
    return made


def part(view: TranscriptView, key: str, at: int) -> RowPart:
    return next(part for part in view.visible_rows[key].parts() if part.at == at)


def spot(view: TranscriptView, key: str, at: int, position: int) -> QPoint:
    """Where a character begins, in the viewport of its text."""
    edit = part(view, key, at).edit
    cursor = QTextCursor(edit.document())
    cursor.setPosition(position)
    return edit.cursorRect(cursor).center()


def drag(view: TranscriptView, start: tuple[str, int, int], end: tuple[str, int, int]) -> None:
    """Drag with the mouse from one character to another, as Qt delivers it: all to the text it began in."""
    source, target = part(view, *start[:2]).edit.viewport(), part(view, *end[:2]).edit.viewport()
    begin = spot(view, *start)
    there = source.mapFromGlobal(target.mapToGlobal(spot(view, *end)))
    QTest.mousePress(source, Qt.MouseButton.LeftButton, pos=begin)
    for step in range(1, 6):
        _move(source, begin + (there - begin) * step / 5)
    QTest.mouseRelease(source, Qt.MouseButton.LeftButton, pos=there)


def _move(widget: QWidget, place: QPoint) -> None:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QMouseEvent

    event = QMouseEvent(
        QEvent.Type.MouseMove, place.toPointF(), widget.mapToGlobal(place).toPointF(), Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QGuiApplication.sendEvent(widget, event)


def covered(view: TranscriptView, key: str) -> list[str]:
    texts = []
    for piece in view.visible_rows[key].parts():
        texts += [extra.cursor.selectedText().replace("\u2029", "\n").strip() for extra in piece.edit.extraSelections()]
    return texts


def test_a_drag_out_of_a_text_selects_across_messages(view: TranscriptView) -> None:
    drag(view, ("q", 0, 6), ("a", 1, 5))
    assert covered(view, "q") == ["question"]
    assert covered(view, "a") == ["Some bold words.", "x = 1"]
    assert covered(view, "r") == []
    assert view.selection.text() == "You:\nquestion\n\nReply:\nSome bold words.\n\nx = 1"
    assert view.selection.text(markdown=True) == "**You:**\n\nquestion\n\n**Reply:**\n\nSome **bold** words.\n\nx = 1"


def test_upwards_and_back_again(view: TranscriptView) -> None:
    drag(view, ("b", 0, 7), ("a", 2, 5))
    assert covered(view, "r") == ["Second question"]
    assert view.selection.text().startswith("Reply:\n$a^2$ here\nmore\n\nYou:\nSecond question\n\nReply:\nThe end")
    drag(view, ("b", 0, 4), ("b", 0, 7))
    assert not view.selection.active, "inside one text, its own selection does"
    assert part(view, "b", 0).edit.textCursor().selectedText() == "end"
    assert covered(view, "r") == []


def test_a_whole_code_block_is_copied_with_its_fence(view: TranscriptView) -> None:
    drag(view, ("a", 0, 5), ("a", 2, 4))
    assert view.selection.text(markdown=True) == "bold words.\n\n```py\nx = 1\ny = 2\n```\n\nitem"
    assert view.selection.text() == "bold words.\n\nx = 1\ny = 2\n\nitem"


def test_copy_puts_text_and_markdown_on_the_clipboard(view: TranscriptView) -> None:
    drag(view, ("q", 0, 0), ("r", 0, 6))
    QTest.keySequence(view, "Ctrl+C")
    data = QGuiApplication.clipboard().mimeData()
    assert data.text().startswith("You:\nFirst question\n\nReply:\nSome bold words.\n\nx = 1\ny = 2\n\n• item $a^2$ h")
    assert data.text().endswith("You:\nSecond")
    markdown = bytes(data.data("text/markdown").data()).decode()
    assert markdown.startswith("**You:**\n\nFirst question\n\n**Reply:**\n\nSome **b")


def test_select_all_reaches_what_is_not_in_sight(view: TranscriptView, qtbot: QtBot) -> None:
    items = [MessageItem(f"m{n}", role="user", text=f"text {n}") for n in range(300)]
    view.set_items(items)
    part(view, "m299", 0).edit.setFocus()
    QTest.keySequence(part(view, "m299", 0).edit, "Ctrl+A")
    text = view.selection.text()
    assert text.startswith("You:\ntext 0\n\nYou:\ntext 1\n") and text.endswith("You:\ntext 299")
    assert covered(view, "m299") == ["text 299"]
    view.scroll_to("m3")
    assert covered(view, "m3") == ["text 3"], "the selection outlives the widgets"
    QTest.mousePress(part(view, "m3", 0).edit.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert not view.selection.active and covered(view, "m3") == []


def test_a_drag_below_the_edge_scrolls(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items([MessageItem(f"m{n}", role="user", text=f"text {n}") for n in range(60)])
    view.scroll_to("m0")
    view.selection.press(QPoint(view.width() - 60, 40))
    view.selection.drag(QPoint(view.width() - 60, view.viewport().height() + 50))
    start = view.verticalScrollBar().value()
    qtbot.waitUntil(lambda: view.verticalScrollBar().value() > start + 300)
    view.selection.release()
    place = view.verticalScrollBar().value()
    first = view.selection.text().split("\n\n")
    assert len(first) > 8
    assert view.verticalScrollBar().value() == place


def test_a_press_without_a_drag_selects_nothing(view: TranscriptView) -> None:
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not view.selection.active
    assert not view.clear_selection()
    drag(view, ("q", 0, 0), ("r", 0, 6))
    assert view.clear_selection() and not view.selection.active
    drag(view, ("q", 0, 0), ("r", 0, 6))
    view.remove(["r", "b"])
    assert not view.selection.active and view.selection.text() == ""


def test_formulas_inside_one_text_are_copied_as_their_source(view: TranscriptView) -> None:
    edit = part(view, "a", 2).edit
    edit.selectAll()
    edit.copy()
    assert QGuiApplication.clipboard().text() == "item $a^2$ here\nmore"


def test_numbers_of_a_selected_list_are_still_seen(qtbot: QtBot, look: Theme) -> None:
    made = TranscriptView()
    qtbot.addWidget(made)
    made.resize(700, 400)
    made.set_items([MessageItem("a", role="assistant", text="1. one\n2. two"), MessageItem("b", role="user", text="x")])
    made.show()
    look.set_mode("light")
    made.selection.select_all()
    image = part(made, "a", 0).edit.viewport().grab().toImage()
    dark = [x for x in range(32) for y in range(60) if image.pixelColor(x, y).lightness() < 110]
    assert dark, "the numbers lie left of the text"


def test_the_menu_offers_what_can_be_done(view: TranscriptView) -> None:
    def words() -> dict[str, bool]:
        place = view.viewport().mapToGlobal(QPoint(10, 10))
        menu = menu_for(view, view.selection, view.visible_rows["a"], part(view, "a", 0), place)
        return {action.text(): action.isEnabled() for action in menu.actions() if action.text()}

    assert words() == {
        "Copy": False, "Copy message": True, "Copy message as Markdown": True, "Select all in chat": True,
    }  # fmt: skip
    drag(view, ("q", 0, 0), ("r", 0, 6))
    assert words()["Copy"] and words()["Copy as Markdown"]
    menu = menu_for(view, view.selection, view.visible_rows["a"], part(view, "a", 0), QPoint())
    next(action for action in menu.actions() if action.text() == "Copy message as Markdown").trigger()
    assert QGuiApplication.clipboard().text() == REPLY.strip()
