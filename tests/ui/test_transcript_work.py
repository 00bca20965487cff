"""How much work the transcript does: what was shown, measured or copied once is not read or rendered again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
from markdown_it import MarkdownIt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTextEdit
from pytestqt.qtbot import QtBot

from app.ui.chat.transcript import MessageItem, TranscriptView, selection
from app.ui.chat.transcript.code import CodeBlock
from app.ui.chat.transcript.column import Column
from app.ui.chat.transcript.formulas import WantedFormula, formulas, typeset
from app.ui.chat.transcript.markdown import WINDOW, split
from app.ui.chat.transcript.memo import Memo
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.rich import message_html
from app.ui.chat.transcript.text import TextBlock
from app.ui.chat.transcript.wide import WideBlock
from app.ui.theme import Theme


def counted(monkeypatch: pytest.MonkeyPatch, kind: type, name: str, note: Callable[..., Any]) -> list[Any]:
    """What ``note`` says of each call of a method, as long as the test lasts."""
    calls: list[Any] = []
    real = getattr(kind, name)

    def call(*given: Any) -> Any:
        calls.append(note(*given))
        return real(*given)

    monkeypatch.setattr(kind, name, call)
    return calls


def a_table(rows: int, name: str) -> str:
    """``name``: nobody else's, so that nothing is known of it."""
    return "| a | b |\n|---|---|\n" + f"| {name} | some words for a cell |\n" * rows


def reply(key: str, text: str) -> MessageItem:
    return MessageItem(key, role="assistant", text=text)


def drawn(view: TranscriptView) -> bool:
    return all(row.drawn for row in view.visible_rows.values() if isinstance(row, AssistantRow))


def test_formulas_are_laid_out_all_at_once(view: TranscriptView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    formulas().ready.connect(told.append)
    view.set_items([reply("r", "\n\n".join(f"words\n\n$$\nw_{{{n}}}\n$$" for n in range(40)))])
    binds = counted(monkeypatch, AssistantRow, "bind", lambda row, item: item.key)
    laid_out = counted(monkeypatch, Column, "_relayout", lambda view: None)
    qtbot.waitUntil(lambda: drawn(view))
    row = view.visible_rows["r"]
    assert isinstance(row, AssistantRow)
    assert sum(len(block.sources) for block in row.blocks if isinstance(block, TextBlock)) == 40
    assert binds == [], "what it shows is the same"
    assert len(laid_out) <= len(told) + 2
    assert row.height() == row.height_for(view.column_width)


def test_the_thread_rests_while_formulas_are_laid_out(
    view: TranscriptView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    running: list[object] = []
    at_work: list[bool] = []
    before = sys.getswitchinterval()
    switches: list[float] = []

    def watched(wanted: WantedFormula) -> tuple[str, float, float, float]:
        running.append(wanted)
        try:
            return typeset(wanted)
        finally:
            running.remove(wanted)

    def told(_: object) -> None:
        at_work.append(bool(running))
        switches.append(sys.getswitchinterval())

    monkeypatch.setattr("app.ui.chat.transcript.formulas.typeset", watched)
    formulas().ready.connect(told)
    view.set_items([reply("r", "\n\n".join(f"words $v_{{{n}}}$\n\n$$\nu_{{{n}}}\n$$" for n in range(30)))])
    qtbot.waitUntil(lambda: drawn(view))
    formulas().ready.disconnect(told)
    assert len(at_work) > 1 and not any(at_work)
    assert min(switches) < before, "it gives way at once"
    assert sys.getswitchinterval() == before


def test_only_what_formulas_came_into_is_measured_again(
    view: TranscriptView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view.set_items([reply("r", "\n\n".join(f"words\n\n$$\nt_{{{n}}}\n$$" for n in range(40)))])
    renders = counted(monkeypatch, TextBlock, "_render", lambda block: None)
    measures = counted(monkeypatch, WideBlock, "_measure", lambda block, width: block)
    counted(monkeypatch, TextBlock, "_measure", lambda block, width: measures.append(block))
    qtbot.waitUntil(lambda: drawn(view))
    assert len(renders) == 40 and len(measures) == 40


def test_what_is_left_is_rendered_no_more(
    view: TranscriptView, look: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = a_table(40, "left") + "\n```py\nx = 1\n```\n\nwords"
    view.set_items([reply("r", text), MessageItem("u", text="a question")])
    assert view.row_for(reply("other", "text of a row that measures"))
    view.set_items([])
    assert {edit.toPlainText() for edit in view.findChildren(QTextEdit)} <= {""}
    renders = counted(monkeypatch, TextBlock, "_render", lambda block: None)
    colours = counted(monkeypatch, CodeBlock, "_colour", lambda block, found: None)
    look.set_mode("dark")
    look.set_mode("light")
    assert (renders, colours) == ([], [])
    view.set_items([reply("r", text)])
    row = view.visible_rows["r"]
    assert isinstance(row, AssistantRow)
    assert [block.edit.toPlainText().count("left") for block in row.blocks] == [40, 0, 0]
    assert [block.edit.toPlainText().strip() for block in row.blocks[1:]] == ["x = 1", "words"]


def test_a_change_of_the_look_renders_what_is_in_sight(
    view: TranscriptView, look: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    view.set_items([reply(f"m{n}", f"Message {n}. " + "words " * 150) for n in range(40)])
    for place in range(0, view.verticalScrollBar().maximum(), 400):
        view.verticalScrollBar().setValue(place)
    shown = len(view.visible_rows)
    renders = counted(monkeypatch, TextBlock, "_render", lambda block: None)
    look.set_mode("dark")
    assert 0 < len(renders) <= shown
    look.set_mode("light")


def test_a_long_table_is_parsed_once(view: TranscriptView, monkeypatch: pytest.MonkeyPatch) -> None:
    text = a_table(2000, "once")
    assert len(text) > WINDOW
    parsed = counted(monkeypatch, MarkdownIt, "parse", lambda parser, source, *_: len(source))
    view.set_items([reply("r", text)])
    assert sum(parsed) <= 2 * len(text) + WINDOW, "where it ends, and then what stands in it"
    parsed.clear()
    view.resize(view.width() - 150, view.height())
    view.row_for(view.items[0])
    view.set_items([])
    view.set_items([reply("r", text)])
    split(text)
    assert parsed == []


@pytest.mark.parametrize("end", ["", "\n\n", "\n\n" + "more words\n\n" * 6_000])
def test_a_long_block_is_read_in_one_go(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (a_table(6_000, f"read{len(end)}"), f"```py\n{f'x = {len(end)} ' * 60_000}\n```"):
        parsed = counted(monkeypatch, MarkdownIt, "parse", lambda parser, source, *_: len(source))
        chunks = split(text + end)
        assert chunks[0].kind in ("table", "code") and {chunk.kind for chunk in chunks[1:]} <= {"text"}
        assert sum(parsed) <= 1.3 * len(text + end) + 3 * WINDOW


def test_a_copy_is_made_when_it_is_asked_for(view: TranscriptView, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def noted(item: MessageItem) -> str:
        made.append(item.key)
        return message_html(item)

    monkeypatch.setattr(selection, "message_html", noted)
    view.set_items([MessageItem("u", text="question"), reply("a", "**first**"), reply("b", "second")])
    view.selection.select_all()
    assert view.selection.copy()
    assert made == []
    data = QGuiApplication.clipboard().mimeData()
    item = view.item("a")
    assert isinstance(item, MessageItem)
    item.text = "changed since"
    view.set_items([])
    assert data.text() == "You:\nquestion\n\nReply:\nfirst\n\nReply:\nsecond"
    assert made == []
    assert "<strong>first</strong>" in data.html() and made == ["u", "a", "b"]
    assert "**first**" in bytes(data.data("text/markdown").data()).decode()
    assert not data.hasFormat("image/png") and data.hasHtml() and data.hasText()


def test_a_memo_keeps_what_was_asked_for_last() -> None:
    memo: Memo[str] = Memo(10)
    for key in ("a", "b"):
        memo.put(key, 5, key.upper())
    assert memo.get("a") == "A"
    memo.put("c", 5, "C")
    assert [memo.get(key) for key in "abc"] == ["A", None, "C"]
    memo.put("d", 11, "D")
    assert memo.get("d") is None and memo.get("a") == "A", "what is too much is not kept, and nothing goes for it"
    memo.put("a", 10, "AA")
    assert [memo.get(key) for key in "ac"] == ["AA", None]
    assert memo.once("a", 1, lambda: "other") == "AA" and memo.once("e", 10, lambda: "E") == "E"
