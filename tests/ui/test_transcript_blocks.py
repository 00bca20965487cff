"""Tables and code of a reply, as they are seen."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetricsF, QTextCursor, QTextTable

from app.ui.chat.transcript import MessageItem, TranscriptView
from app.ui.chat.transcript.code import CodeBlock, CodeView
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.wide import WideBlock
from app.ui.theme import Theme, font


def assistant(view: TranscriptView, key: str) -> AssistantRow:
    row = view.visible_rows[key]
    assert isinstance(row, AssistantRow)
    return row


@pytest.mark.parametrize("wide", [400, 700, 1000])
def test_a_word_too_long_for_a_cell_is_broken_and_the_other_words_are_not(view: TranscriptView, wide: int) -> None:
    view.resize(wide, 600)
    long = "https://example.org/" + "x" * 90
    words = "internationalisation of some words " * 6
    view.set_items([MessageItem("m", role="assistant", text=f"| a | b |\n|---|---|\n| {long} | {words} |")])
    block = assistant(view, "m").blocks[0]
    assert isinstance(block, WideBlock) and not block.scrolls
    assert block.horizontalScrollBar().maximum() == 0
    table = block.document().rootFrame().childFrames()[0]
    assert isinstance(table, QTextTable)
    layout = table.cellAt(1, 1).firstCursorPosition().block().layout()
    lines = [layout.lineAt(at) for at in range(layout.lineCount())]
    ends = [line.textStart() + line.textLength() for line in lines[:-1]]
    assert all(words[end - 1] == " " for end in ends), "no other word is broken"
    assert len(lines) < len(words.split()), "nor stands alone"


def test_a_diff_is_coloured_and_a_tab_is_four_letters(view: TranscriptView, look: Theme) -> None:
    code = "@@ -1 +1 @@\n-\told\n+\tnew"
    view.set_items([MessageItem("m", role="assistant", text=f"```diff\n{code}\n```")])
    block = assistant(view, "m").blocks[0]
    assert isinstance(block, CodeBlock)
    for mode in ("dark", "light"):
        look.set_mode(mode)  # type: ignore[arg-type]
        scheme = look.colors
        colours = [block.colour_at(code.index(word)) for word in ("@@", "old", "new")]
        assert colours == [name.lower() for name in (scheme.syn_function, scheme.error, scheme.pinned)]
    assert isinstance(block.edit, CodeView)
    for size in (15, 20):
        block.edit.write_in(font(size, mono=True))
        cursor = QTextCursor(block.edit.document())
        cursor.setPosition(code.index("old"))
        letter = QFontMetricsF(block.edit.font()).horizontalAdvance(" ")
        assert block.edit.cursorRect(cursor).left() == pytest.approx(4 * letter, abs=2)


def test_a_cell_begins_at_the_side_that_its_text_is_read_from(view: TranscriptView) -> None:
    hebrew = "שלום לכולם"
    rows = "".join(f"| {hebrew} | {hebrew} | word |\n" for _ in range(2)) + f"| {'a long text ' * 3} | {'b ' * 9} | x |"
    view.set_items([MessageItem("m", role="assistant", text=f"| {hebrew} | word | c |\n|---|:--|---|\n{rows}")])
    block = assistant(view, "m").blocks[0]
    table = block.edit.document().rootFrame().childFrames()[0]
    assert isinstance(table, QTextTable)

    def side(row: int, column: int) -> str:
        line = table.cellAt(row, column).firstCursorPosition().block().layout().lineAt(0)
        text, box = line.naturalTextRect(), line.rect()
        return "left" if text.left() < box.left() + 1 else "right" if text.right() > box.right() - 1 else ""

    assert (side(0, 0), side(0, 1), side(1, 0)) == ("right", "left", "right")
    assert side(1, 1) == "left", "as its column says"
    assert side(1, 2) == "left"
