from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QPaintEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.core.chat_values import LayerError, MessageMeta
from app.ui.chat.presenter import mark_places
from app.ui.chat.transcript import ErrorItem, Item, MarkerItem, MessageItem, TranscriptView, mark_words
from app.ui.chat.transcript.code import CodeBlock
from app.ui.chat.transcript.highlight import file_name
from app.ui.chat.transcript.items import MessageChip
from app.ui.chat.transcript.layer_bars import LayerBars
from app.ui.chat.transcript.link_hint import LinkHint
from app.ui.chat.transcript.markers import ErrorRow, MarkerRow
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.rows import UserRow
from app.ui.chat.transcript.text import TextBlock
from app.ui.chat.transcript.thinking import part
from app.ui.chat.transcript.wide import WideBlock
from app.ui.theme import Theme
from app.ui.widgets.copy_button import CopyButton
from tests.ui import scenes, transcript_texts

PARAGRAPH = "Some words that make up a paragraph of a reply, long enough for two lines of the column. " * 2


def conversation(count: int) -> list[Item]:
    return [
        MessageItem(f"m{at}", role="user" if at % 2 == 0 else "assistant", text=f"Number {at}. {PARAGRAPH * (at % 5)}")
        for at in range(count)
    ]


def assistant(view: TranscriptView, key: str) -> AssistantRow:
    row = view.visible_rows[key]
    assert isinstance(row, AssistantRow)
    return row


def shown(view: TranscriptView, key: str) -> str:
    """The text of the last block of a reply."""
    texts = [block.toPlainText() for block in assistant(view, key).blocks[-1:] if isinstance(block, TextBlock)]
    return "".join(texts).rstrip()


def test_two_thousand_messages_are_a_screenful_of_widgets(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items(conversation(2000))
    assert 3 < len(view.visible_rows) < 25
    bar = view.verticalScrollBar()
    for place in (0, bar.maximum() // 3, bar.maximum() // 2, bar.maximum()):
        bar.setValue(place)
    assert view.row_widgets < 60
    assert len(view.findChildren(TextBlock)) < 120


def test_all_rows_lie_under_each_other(view: TranscriptView) -> None:
    view.set_items(conversation(60))
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    rows = sorted(view.visible_rows.values(), key=lambda row: row.y())
    assert rows[0].y() <= 0
    assert rows[-1].geometry().bottom() >= view.viewport().height()
    for above, below in pairwise(rows):
        assert above.geometry().bottom() + 1 == below.y()


def test_opens_at_the_end_and_sticks_to_it(view: TranscriptView) -> None:
    view.set_items(conversation(40))
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    view.append(MessageItem("new", role="assistant", text=PARAGRAPH * 6))
    assert bar.value() == bar.maximum()
    assert "new" in view.visible_rows


def test_does_not_move_what_is_read_when_something_comes_at_the_end(view: TranscriptView) -> None:
    view.set_items(conversation(40))
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    key, row = min(view.visible_rows.items(), key=lambda pair: abs(pair[1].y()))
    y = row.y()
    view.append(MessageItem("new", role="user", text="hello"))
    assert view.visible_rows[key].y() == y
    assert not view.at_end


def test_place_is_kept_when_heights_above_change(view: TranscriptView) -> None:
    items = conversation(80)
    view.set_items(items)
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() * 2 // 3)
    key, row = min(view.visible_rows.items(), key=lambda pair: abs(pair[1].y()))
    y = row.y()
    before = bar.maximum()
    for item in items[:10]:  # far above
        view.insert_after(item.key, MarkerItem(f"mark-{item.key}", marks=(scenes.MARK,)))
    assert bar.maximum() > before
    assert view.visible_rows[key].y() == y
    above = next(item for item in items if item.key in view.visible_rows)  # just above the edge
    assert isinstance(above, MessageItem)
    assert view.visible_rows[above.key].y() < y
    height = view.visible_rows[above.key].height()
    above.text += "\n\n" + PARAGRAPH * 10
    view.refresh(above.key)
    assert view.visible_rows[key].y() == y
    assert above.key not in view.visible_rows or view.visible_rows[above.key].height() > height


def test_measuring_in_idle_time_moves_nothing(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items(conversation(120))
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    key, row = min(view.visible_rows.items(), key=lambda pair: abs(pair[1].y()))
    y = row.y()
    qtbot.waitUntil(lambda: view.measured)
    assert view.visible_rows[key].y() == y
    bar.setValue(0)
    assert view.visible_rows["m0"].y() == 26


def test_resizing_keeps_the_place(view: TranscriptView) -> None:
    view.set_items(conversation(80))
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    key, row = min(view.visible_rows.items(), key=lambda pair: abs(pair[1].y()))
    y = row.y()
    view.resize(600, 700)
    assert key in view.visible_rows
    assert view.visible_rows[key].y() == y


def test_text_is_laid_out_for_the_width_there_is(view: TranscriptView) -> None:
    view.set_items([MessageItem("a", role="assistant", text=PARAGRAPH * 3 + "\n\nLAST")])
    wide = assistant(view, "a").height()
    view.resize(460, 700)
    row = assistant(view, "a")
    assert row.height() > wide
    block = row.blocks[0]
    assert isinstance(block, TextBlock)
    assert block.document().size().height() <= block.height() + 1
    assert block.height() - block.document().size().height() < 2


def test_streaming_renders_only_the_tail_again(view: TranscriptView, qtbot: QtBot) -> None:
    done = "\n\n".join(f"Paragraph {n}. {PARAGRAPH * 3}" for n in range(8)) + "\n\n```py\nx = 1\n```\n\n"
    view.set_items([MessageItem("r", role="assistant", text=done, state="streaming")])
    row = assistant(view, "r")
    blocks = [block for block in row.blocks if isinstance(block, TextBlock)]
    assert len(blocks) >= 3
    renders = [block.renders for block in blocks]
    for word in range(20):
        transcript_texts.grow(view, "r", f"word{word} ")
        qtbot.waitUntil(lambda: shown(view, "r").endswith(f"word{word}"))  # noqa: B023
    assert assistant(view, "r") is row
    assert [block.renders for block in blocks] == renders
    tail = row.blocks[-1]
    assert isinstance(tail, TextBlock)
    assert 1 < tail.renders <= 21


def test_many_tokens_are_gathered_into_few_paints(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items([MessageItem("r", role="assistant", text="", state="streaming")])
    for at in range(300):
        transcript_texts.grow(view, "r", f"{at} ")
    qtbot.waitUntil(lambda: bool(assistant(view, "r").blocks))
    block = assistant(view, "r").blocks[-1]
    assert isinstance(block, TextBlock)
    qtbot.waitUntil(lambda: "299" in block.toPlainText())
    assert block.renders <= 3


def test_open_fence_grows_without_being_set_again_and_is_coloured_when_it_closes(
    view: TranscriptView, qtbot: QtBot, look: Theme
) -> None:
    view.set_items([MessageItem("r", role="assistant", text="```python\ndef f", state="streaming")])
    code = assistant(view, "r").blocks[0]
    assert isinstance(code, CodeBlock)
    transcript_texts.grow(view, "r", "oo():\n    return 1\n")
    qtbot.waitUntil(lambda: "return" in code.code)
    assert not code.coloured
    transcript_texts.grow(view, "r", "```\n")
    qtbot.waitUntil(lambda: code.coloured)
    assert code.code == "def foo():\n    return 1"
    assert code.colour_at(0) == look.colors.syn_keyword.lower()
    look.set_mode("light")
    assert code.colour_at(0) == look.tokens.color.light.syn_keyword.lower()


def test_code_can_be_copied(view: TranscriptView, monkeypatch: pytest.MonkeyPatch) -> None:
    view.set_items([MessageItem("r", role="assistant", text=scenes.ANSWER)])
    code = next(block for block in assistant(view, "r").blocks if isinstance(block, CodeBlock))
    said: list[str] = []
    monkeypatch.setattr(view, "announce", said.append)
    code.copy()
    assert QGuiApplication.clipboard().text().startswith("def compact(K, V, Q, t):\n    idx")
    assert said == ["Copied"]
    button = code.buttons[-1]
    assert isinstance(button, CopyButton) and button.confirmed and button.accessibleName() == "Copied"
    button.moment.timeout.emit()
    assert not button.confirmed and button.accessibleName() == "Copy code"


def test_a_copied_message_says_so_on_its_button(view: TranscriptView, monkeypatch: pytest.MonkeyPatch) -> None:
    view.set_items([MessageItem("r", role="assistant", text="A reply.", last=True)])
    said: list[str] = []
    monkeypatch.setattr(view, "announce", said.append)
    tools = assistant(view, "r").tools
    QTest.mouseClick(tools.copy, Qt.MouseButton.LeftButton)
    assert said == ["Copied"] and tools.copy.confirmed
    tools.show_for(MessageItem("other", role="assistant", text="Another."))
    assert not tools.copy.confirmed and tools.copy.accessibleName() == "Copy message"


def test_code_is_saved_and_its_lines_are_folded_on_demand(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items([MessageItem("r", role="assistant", text="```py\nx = 1  # " + "long " * 60 + "\n```\n\nafter")])
    code = assistant(view, "r").blocks[0]
    assert isinstance(code, CodeBlock)
    before = code.height()
    qtbot.mouseClick(code.wrap, Qt.MouseButton.LeftButton)
    code = assistant(view, "r").blocks[0]
    assert isinstance(code, CodeBlock) and code.wrapped
    assert code.height() > before + 2 * CodeBlock.LINE - 10
    assert code.edit.document().size().height() <= code.edit.viewport().height() + 1
    assert code.edit.horizontalScrollBar().maximum() == 0
    view.resize(700, 700)
    assert code.edit.horizontalScrollBar().maximum() == 0
    with qtbot.waitSignal(view.action) as told:
        qtbot.mouseClick(code.save, Qt.MouseButton.LeftButton)
    assert told.args[:2] == ["save_code", "r"]
    assert told.args[2].startswith("py\nx = 1")
    qtbot.mouseClick(code.wrap, Qt.MouseButton.LeftButton)
    assert not code.wrapped and code.height() == before


def test_long_code_gets_its_colours_later(view: TranscriptView, qtbot: QtBot, look: Theme) -> None:
    view.set_items([MessageItem("r", role="assistant", text="```py\n" + "def f(): pass\n" * 400 + "```\n")])
    code = assistant(view, "r").blocks[0]
    assert isinstance(code, CodeBlock)
    qtbot.waitUntil(lambda: code.colour_at(0) == look.colors.syn_keyword.lower())


@pytest.mark.parametrize(
    ("language", "name"), [("python", "code.py"), ("c++", "code.cpp"), ("", "code.txt"), ("x?", "code.txt")]
)
def test_a_file_for_code_has_the_ending_of_its_language(language: str, name: str) -> None:
    assert file_name(language) == name


def test_a_wide_table_scrolls_in_itself_and_a_small_one_fits(view: TranscriptView) -> None:
    view.set_items([MessageItem("r", role="assistant", text=transcript_texts.WIDE)])
    wide, small = (block for block in assistant(view, "r").blocks if isinstance(block, WideBlock))
    assert wide.scrolls and wide.horizontalScrollBar().maximum() > 0
    assert not small.scrolls and small.horizontalScrollBar().maximum() == 0
    for block in (wide, small):
        assert block.verticalScrollBar().maximum() == 0
        assert block.width() == view.column_width


def test_where_a_link_leads_is_shown(view: TranscriptView) -> None:
    view.set_items([MessageItem("r", role="assistant", text="[a](https://example.org/b)")])
    block = assistant(view, "r").blocks[0]
    assert isinstance(block, TextBlock)
    block.highlighted.emit(QUrl("https://example.org/b"))
    hint = view.findChild(LinkHint)
    assert hint.isVisible() and hint.address == "https://example.org/b"
    assert view.rect().contains(hint.geometry())
    block.highlighted.emit(QUrl())
    assert not hint.isVisible()


def test_a_footnote_is_gone_to(view: TranscriptView) -> None:
    text = "a[^2]\n\n" + PARAGRAPH * 60 + "\n\n[^2]: the note\n"
    view.set_items([MessageItem("r", role="assistant", text=text)])
    view.verticalScrollBar().setValue(0)
    block = assistant(view, "r").blocks[0]
    assert isinstance(block, TextBlock)
    block.anchorClicked.emit(QUrl("note:2"))
    assert view.verticalScrollBar().value() > 200
    last = assistant(view, "r").blocks[-1]
    assert last.mapTo(view, last.rect().bottomLeft()).y() < view.height() + last.height()


def test_chips_of_a_message_widen_its_bubble(view: TranscriptView) -> None:
    chips = (MessageChip("notes.md", "12 kB"), MessageChip("scan.pdf", "2.4 MB"))
    view.set_items([MessageItem("p", role="user", text="Hi"), MessageItem("q", role="user", text="Hi", chips=chips)])
    plain, chipped = view.visible_rows["p"], view.visible_rows["q"]
    assert isinstance(plain, UserRow) and isinstance(chipped, UserRow)
    assert chipped.bubble.width() > plain.bubble.width() + 100
    assert chipped.text.y() >= chipped.chips.geometry().bottom()
    assert chipped.chips.accessibleName() == "Attached: notes.md 12 kB, scan.pdf 2.4 MB"
    assert not plain.chips.isVisible()


def test_links_open_on_click_and_only_safe_ones(view: TranscriptView, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    view.set_items([MessageItem("r", role="assistant", text="[a](https://example.org) [b](file:///etc/passwd)")])
    block = assistant(view, "r").blocks[0]
    assert isinstance(block, TextBlock)
    cursor = QTextCursor(block.document())
    cursor.setPosition(1)
    spot = block.cursorRect(cursor).center()
    QTest.mouseClick(block.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert opened == ["https://example.org"]
    for bad in ("file:///etc/passwd", "javascript:alert(1)", "smb://host/share"):
        block.anchorClicked.emit(QUrl(bad))
    assert opened == ["https://example.org"]


def test_nothing_is_fetched_for_a_message(view: TranscriptView) -> None:
    view.set_items([MessageItem("r", role="assistant", text="![x](http://127.0.0.1:9/x.png)")])
    block = assistant(view, "r").blocks[0]
    assert isinstance(block, TextBlock)
    assert block.loadResource(2, QUrl("file:///etc/passwd")) is None


def test_tools_are_seen_on_hover_focus_and_at_the_last_reply(view: TranscriptView) -> None:
    QTest.mouseMove(view, QPoint(view.width() - 2, view.height() - 2))  # away from where an earlier test left it
    view.set_items(
        [
            MessageItem("q", role="user", text="hi"),
            MessageItem("a", role="assistant", text="there"),
            MessageItem("b", role="assistant", text="last", last=True),
        ]
    )
    rows = view.visible_rows
    tools = {key: rows[key].tools for key in ("q", "a", "b")}  # type: ignore[attr-defined]
    assert [tools[key].isVisible() for key in ("q", "a", "b")] == [False, False, True]
    QTest.mouseMove(rows["a"], QPoint(30, 5))
    rows["a"].enterEvent(None)  # type: ignore[arg-type]
    assert tools["a"].isVisible()
    block = rows["q"].text  # type: ignore[attr-defined]
    view.activateWindow()
    block.setFocus()
    assert tools["q"].isVisible()


@pytest.mark.parametrize("wide", [400, 560, 900])
def test_the_versions_of_a_reply_stand_together(view: TranscriptView, wide: int) -> None:
    view.resize(wide, 500)
    meta = MessageMeta(tokens=212, decode_ms=5000, first_token_ms=310, thoughts_dropped=120)
    view.set_items([MessageItem("b", role="assistant", text="last", siblings=("a", "b"), last=True, meta=meta)])
    QApplication.processEvents()
    tools = assistant(view, "b").tools
    before = tools.buttons["delete"].geometry().right()
    for switch in (tools.back, tools.version_label, tools.forth):
        assert 0 < switch.x() - before <= 4, "however few of the figures fit"
        before = switch.geometry().right()
    assert tools.version_label.width() == tools.version_label.sizeHint().width()


def test_a_reply_that_waits_can_be_copied(view: TranscriptView) -> None:
    for state, last in (({"no_model": True}, True), ({"waiting": True}, False)):
        QTest.mouseMove(view, QPoint(view.width() - 2, view.height() - 2))  # away from where an earlier test left it
        item = MessageItem("a", role="assistant", text="Half of", state="streaming", last=last, **state)  # type: ignore[arg-type]
        view.set_items([item])
        tools = assistant(view, "a").tools
        assert tools.buttons["copy"].isVisibleTo(tools)
        assert tools.isVisible() == last, "else when it is pointed at"
        assert not tools.buttons["regenerate"].isVisibleTo(tools) and not tools.buttons["edit"].isVisibleTo(tools)
    for item in (
        MessageItem("a", role="assistant", text="Half of", state="streaming", last=True),
        MessageItem("a", role="assistant", text="", state="streaming", last=True, no_model=True),
    ):
        view.set_items([item])
        tools = assistant(view, "a").tools
        assert not tools.buttons["copy"].isVisibleTo(tools) and not tools.isVisible()


def test_tools_say_what_was_asked(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items(
        [
            MessageItem("q", role="user", text="hi"),
            MessageItem(
                "b", role="assistant", text="cut", last=True, state="interrupted", can_continue=True,
                siblings=("a", "b"), meta=MessageMeta(reason="cancelled"),
            ),
        ]
    )  # fmt: skip
    asked: list[tuple[str, str, str]] = []
    view.action.connect(lambda *what: asked.append(what))
    row = assistant(view, "b")
    tools = row.tools
    assert row.note == "Stopped"
    qtbot.mouseClick(row.go_on, Qt.MouseButton.LeftButton)
    for name in ("copy", "regenerate", "edit", "branch", "delete"):
        assert not tools.buttons[name].isHidden()
        qtbot.mouseClick(tools.buttons[name], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(tools.back, Qt.MouseButton.LeftButton)
    assert asked == [
        ("continue", "b", ""), ("copy", "b", ""), ("regenerate", "b", ""), ("edit", "b", ""), ("branch", "b", ""),
        ("delete", "b", ""), ("version", "b", "a"),
    ]  # fmt: skip
    assert tools.buttons["edit"].accessibleName() == "Edit reply"


def test_a_stopped_reply_offers_once_to_go_on(view: TranscriptView) -> None:
    stopped = MessageMeta(reason="cancelled")
    view.set_items(
        [
            MessageItem(
                "b", role="assistant", text="cut", last=True, state="interrupted", can_continue=True, meta=stopped
            )
        ]
    )
    row = assistant(view, "b")
    shown = [button for button in row.findChildren(QAbstractButton) if button.isVisibleTo(row)]
    named = [button for button in shown if "Continue" in button.accessibleName()]
    assert named == [row.go_on] and row.go_on.accessibleName() == "Continue reply"
    assert row.focusables().count(row.go_on) == 1


def test_signs_of_a_heading_wait_for_its_words(view: TranscriptView) -> None:
    item = MessageItem("b", role="assistant", text="Yes.\n\n##", last=True, state="streaming")
    view.set_items([item])
    (block,) = assistant(view, "b").blocks
    assert block.toPlainText().strip() == "Yes.", "else they would flash where a heading begins"  # type: ignore[union-attr]
    item.state = "done"
    view.refresh("b")
    assert block.toPlainText().split() == ["Yes.", "##"], "but a reply shows all that it says"  # type: ignore[union-attr]


def test_note_of_a_reply_that_never_came_says_what_the_model_lacks(view: TranscriptView) -> None:
    stopped = MessageMeta(reason="cancelled")
    view.set_items(
        [
            MessageItem("q", role="user", text="a long text"),
            MessageItem("b", role="assistant", text="", state="interrupted", meta=stopped),
            MessageItem("r", role="user", text="what was it?"),
            MessageItem("c", role="assistant", text="", last=True, state="interrupted", meta=stopped),
        ]
    )
    rows = view.visible_rows
    assert rows["b"].note == "Stopped · the model hasn't read this message"  # type: ignore[attr-defined]
    assert rows["c"].note == "Stopped"  # type: ignore[attr-defined]


def test_note_of_a_reply_that_ended_with_the_program(view: TranscriptView) -> None:
    closed = MessageMeta(reason="closed")
    view.set_items([MessageItem("b", role="assistant", text="Half", last=True, state="interrupted", meta=closed)])
    assert assistant(view, "b").note == "Interrupted when Longthread was closed"


def test_a_reply_that_waits_for_another_says_so(view: TranscriptView) -> None:
    first = MessageItem("a1", role="assistant", state="streaming", text="Hello")
    second = MessageItem("a2", role="assistant", state="streaming")
    items: list[Item] = [MessageItem("u1", text="x"), first, MessageItem("u2", text="y"), second]
    mark_places(items, busy=True)
    view.set_items(items)
    row = assistant(view, "a2")
    assert (assistant(view, "a1").note, row.note) == ("", "Queued")
    first.state = "done"
    changed = mark_places(items, busy=True)
    assert "a2" in changed
    view.rebind(changed)
    assert row.note == ""


def test_a_message_without_a_reply_offers_one(view: TranscriptView) -> None:
    view.set_items([MessageItem("a"), MessageItem("b", role="assistant", text="x"), MessageItem("c", last=True)])
    for key, offered in (("a", False), ("b", True), ("c", True)):
        tools = view.visible_rows[key].tools  # type: ignore[attr-defined]
        assert tools.buttons["regenerate"].isVisibleTo(tools) == offered
    assert view.visible_rows["c"].tools.isVisible(), "without the pointer over it"  # type: ignore[attr-defined]
    assert tools.buttons["regenerate"].toolTip() == "Generate reply"


def test_nothing_can_be_changed_while_the_engine_works(view: TranscriptView) -> None:
    cut = MessageItem("b", role="assistant", text="x", state="interrupted", last=True, busy=True, can_continue=True)
    view.set_items([cut])
    row = assistant(view, "b")
    tools = row.tools
    assert tools.buttons["regenerate"].isHidden()
    assert row.go_on.isHidden()
    assert not tools.buttons["copy"].isHidden()


def test_marker_tells_the_report_and_opens(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items([MarkerItem("k", marks=(scenes.MARK,))])
    row = view.visible_rows["k"]
    assert isinstance(row, MarkerRow)
    assert row.label == (
        "Older part compacted, 51.7× smaller · context 1.1 GB → 20.8 MB · 3.8 s · about 96 of 100 next words unchanged"
    )
    assert row.accessibleName() == row.label
    assert "Predicted: about 96 of 100 next words unchanged." in row.toolTip().replace("\n", " ")
    assert max(map(len, row.toolTip().splitlines())) <= 72
    closed = row.height()
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    assert view.visible_rows["k"].height() > closed
    assert row.toolTip() == "", "it stands there"
    qtbot.keyClick(row, Qt.Key.Key_Return)
    assert view.visible_rows["k"].height() == closed


def test_markers_of_one_place_are_one_that_opens_to_the_list(view: TranscriptView, qtbot: QtBot) -> None:
    first = msgspec.structs.replace(scenes.MARK, token_start=0, token_end=900, tokens=900, ratio=9.0)
    second = msgspec.structs.replace(
        scenes.MARK, id="two", token_start=900, token_end=1300, tokens=400, ratio=4.0, reason="ahead"
    )
    view.set_items([MarkerItem("k", marks=(first, second), undo=(900, 1300), can_undo=True)])
    row = view.visible_rows["k"]
    assert isinstance(row, MarkerRow)
    assert row.label == "Compacted 2 times · 1,300 tokens · 6.5×", "all tokens by all the room they take"
    assert row.undo.isVisibleTo(row) and row.undo.text() == "Undo last"
    closed = row.height()
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    row = view.visible_rows["k"]
    assert row.height() > closed
    lines = mark_words.entries((first, second)).split("\n")
    assert lines[0].startswith("900 tokens · 9×") and lines[1].endswith("while idle") and len(lines) == 2
    merged = msgspec.structs.replace(second, id="three", token_start=0, tokens=1300, ratio=10.0)
    assert mark_words.group_label((first, second, merged)) == "Compacted 3 times · 1,300 tokens · 10×"


def test_a_marker_says_why_it_was_compacted_when_nobody_asked() -> None:
    assert mark_words.reason(scenes.MARK) == ""
    for reason, words in (("asked", ""), ("due", "nearly full"), ("ahead", "while idle")):
        mark = msgspec.structs.replace(scenes.MARK, reason=reason)
        assert words in mark_words.detail(mark) and bool(mark_words.reason(mark)) == bool(words)
    assert "above this line" not in mark_words.detail(scenes.MARK), "they may reach into the reply below"


def test_an_opened_marker_shows_the_error_of_each_layer(view: TranscriptView, look: Theme, qtbot: QtBot) -> None:
    layers = (LayerError(0, 0.0, 0.0), LayerError(5, 0.5, 1.0), LayerError(11, 0.25, 0.3))
    plain = msgspec.structs.replace(scenes.MARK, layers=())
    view.set_items([MarkerItem("k", marks=(plain,), opened=True), MarkerItem("q", opened=True,
                    marks=(msgspec.structs.replace(plain, layers=layers),))])  # fmt: skip
    row = view.visible_rows["q"]
    bars = row.findChild(LayerBars)
    assert bars is not None and bars.isVisibleTo(row)
    other = view.visible_rows["k"].findChild(LayerBars)
    assert other is not None and not other.isVisibleTo(view.visible_rows["k"])
    assert row.height() > view.visible_rows["k"].height()
    assert row.rect().contains(bars.geometry())
    assert bars.accessibleDescription().count(";") == 2
    assert "Layer 5: fit error 50 %, worst head 100 %" in bars.accessibleDescription()
    found = bars.at(bars.bar(1).center().toPoint())
    assert found is not None and found.layer == 5
    image = bars.grab().toImage()

    def strength(index: int, height: float) -> int:
        """How violet a bar is at a share of its height."""
        room = bars.bar(index)
        color = image.pixelColor(round(room.center().x()), round(room.bottom() - height * room.height()))
        return color.blue() - color.green()

    assert strength(1, 0.3) > strength(1, 0.8) > strength(0, 0.8) + 5, "mean solid, worst head as a shadow"
    assert strength(2, 0.2) > strength(2, 0.6)


def test_a_mark_of_an_earlier_version_predicts_nothing() -> None:
    old = msgspec.structs.replace(scenes.MARK, same=-1.0)
    assert mark_words.label(old).endswith("· 3.8 s")
    assert "Predicted" not in mark_words.detail(old) and "words" not in mark_words.entries([old, old])


def test_a_mark_lowered_by_the_limit_says_so() -> None:
    assert "your limit" not in mark_words.detail(scenes.MARK)
    lowered = msgspec.structs.replace(scenes.MARK, asked=64.0)
    assert "Compacting 64× would have changed more next words than your limit allows." in mark_words.detail(lowered)


class Paints(QObject):
    """Counts how often a place of a widget was painted."""

    def __init__(self, widget: QWidget, place: QPoint) -> None:
        super().__init__(widget)
        self.count = 0
        self.place = place
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.count += event.region().contains(self.place)
        return False


def test_the_rule_goes_as_soon_as_the_compaction_is_undone(view: TranscriptView, qtbot: QtBot) -> None:
    item = MessageItem("m", text="Hello", compacted=True)
    view.set_items([item])
    paints = Paints(view.visible_rows["m"], QPoint(5, 20))
    qtbot.waitUntil(lambda: paints.count > 0 and view.measured)
    before = paints.count
    item.compacted = False
    view.rebind(["m"])
    QApplication.processEvents()
    assert paints.count > before, "nothing else would take it away"


def test_paragraphs_are_as_far_apart_where_a_long_reply_is_cut(view: TranscriptView) -> None:
    paragraph = "Words that fill a line or two of a paragraph. " * 8
    view.set_items([MessageItem("a", role="assistant", text="\n\n".join([paragraph] * 9))])
    row = view.visible_rows["a"]
    assert isinstance(row, AssistantRow)
    first, second = row.blocks[:2]
    assert isinstance(first, TextBlock) and isinstance(second, TextBlock)
    layout = first.document().documentLayout()
    one, two = (layout.blockBoundingRect(first.document().findBlockByNumber(at)) for at in (0, 1))
    end = layout.blockBoundingRect(first.document().lastBlock()).bottom()
    inside = two.top() - one.bottom()
    assert inside > 0
    assert abs(second.y() - (first.y() + end) - inside) <= 1


def test_compacted_messages_carry_the_violet_rule(view: TranscriptView, look: Theme) -> None:
    view.set_items(
        [MessageItem("a", role="assistant", text="old", compacted=True), MessageItem("b", role="assistant", text="new")]
    )
    violet = look.colors.compacted.lower()

    def has_rule(key: str) -> bool:
        row = view.visible_rows[key]
        image = row.grab().toImage()
        color = image.pixelColor(5, 12)
        return abs(color.red() - int(violet[1:3], 16)) < 60 and color.red() > color.green() + 40

    assert has_rule("a")
    assert not has_rule("b")
    assert "compacted" in view.visible_rows["a"].accessibleName()


def test_error_card_offers_its_action(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items([ErrorItem("e", text="It failed.", hint="Try less.", action="regenerate", action_label="Again")])
    row = view.visible_rows["e"]
    assert isinstance(row, ErrorRow)
    with qtbot.waitSignal(view.action) as told:
        qtbot.mouseClick(row.button, Qt.MouseButton.LeftButton)
    assert told.args == ["regenerate", "e", ""]
    assert row.accessibleName() == "Error: It failed. Try less."


def test_long_user_message_is_folded_and_opens(view: TranscriptView, qtbot: QtBot) -> None:
    text = "word " * 2000
    view.set_items([MessageItem("q", role="user", text=text)])
    row = view.visible_rows["q"]
    assert isinstance(row, UserRow)
    folded = row.height()
    assert folded < 500
    assert row.more.accessibleName() == "Show all 10,000 characters"
    assert row.more.width() >= row.more.sizeHint().width()
    qtbot.mouseClick(row.more, Qt.MouseButton.LeftButton)
    assert view.visible_rows["q"].height() > folded * 3
    assert row.text.toPlainText() == text


def test_bubble_is_as_wide_as_its_text_and_never_wider_than_its_share(view: TranscriptView) -> None:
    view.set_items([MessageItem("s", role="user", text="Hi"), MessageItem("l", role="user", text=PARAGRAPH * 3)])
    short, long = view.visible_rows["s"], view.visible_rows["l"]
    assert isinstance(short, UserRow)
    assert isinstance(long, UserRow)
    assert short.bubble.width() < 90
    assert long.bubble.width() <= view.column_width * 0.76 + 1
    assert short.bubble.right() == pytest.approx(long.bubble.right())


def test_removing_the_tail_and_showing_another_chat(view: TranscriptView) -> None:
    view.set_items(conversation(10))
    view.remove(["m8", "m9"])
    assert [item.key for item in view.items] == [f"m{at}" for at in range(8)]
    assert "m9" not in view.visible_rows
    view.set_items([MessageItem("other", role="assistant", text="x")])
    assert list(view.visible_rows) == ["other"]


def test_thinking_is_a_closed_card_that_opens(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items([MessageItem("r", role="assistant", text="<thi", state="streaming")])
    row = assistant(view, "r")
    assert row.blocks == []
    transcript_texts.grow(view, "r", "nk>\nLet me see. ")
    qtbot.waitUntil(lambda: row.thinking.isVisible())
    assert row.thinking.label == "Reasoning…"
    assert row.blocks == []
    transcript_texts.grow(view, "r", "Done.\n</think>\n\nThe **answer**.")
    qtbot.waitUntil(lambda: shown(view, "r") == "The answer.")
    assert row.thinking.label == "Reasoning"
    item = view.items[0]
    assert isinstance(item, MessageItem)
    item.meta = MessageMeta(thinking_ms=6200)
    view.refresh("r")
    assert row.thinking.label == "Reasoned for 6 s"
    closed = row.height()
    qtbot.mouseClick(row.thinking, Qt.MouseButton.LeftButton, pos=QPoint(50, 15))
    assert row.thinking.text == "Let me see. Done."
    assert view.visible_rows["r"].height() > closed
    qtbot.keyClick(row.thinking, Qt.Key.Key_Return)
    assert view.visible_rows["r"].height() == closed


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("plain", ("", "plain", True)),
        ("<think>a</think>b", ("a", "b", True)),
        ("\n<think>a", ("a", "", False)),
        ("<think></think>\n\nb", ("", "b", True)),
        ("see <think>a</think>", ("", "see <think>a</think>", True)),
        ("", ("", "", True)),
    ],
)
def test_thinking_is_only_what_a_reply_begins_with(text: str, parts: tuple[str, str, bool]) -> None:
    assert part(text) == parts


@pytest.mark.parametrize("wide", [420, 760, 1400])
def test_the_way_to_the_end_never_stands_on_text(view: TranscriptView, qtbot: QtBot, wide: int) -> None:
    view.resize(wide, 420)
    view.set_items([MessageItem(f"m{n}", role="assistant", text="Words " * 120) for n in range(12)])
    assert view._edge.isHidden(), "nothing follows"
    view.verticalScrollBar().setValue(300)
    qtbot.waitUntil(lambda: not view._to_end.isHidden())
    assert view._edge.isVisibleTo(view)
    button, edge = view._to_end.geometry(), view._edge.geometry()
    area = view.viewport().geometry()
    assert area.contains(button) and edge.bottom() == area.bottom()
    for row in view.visible_rows.values():
        for piece in row.parts():
            place = piece.edit.rect().translated(piece.edit.mapTo(view, QPoint()))
            seen = place.intersected(QRect(area.left(), area.top(), area.width(), area.height() - view._edge.solid))
            assert not seen.intersects(button)
    view.scroll_to_end()
    assert view._to_end.isHidden() and view._edge.isHidden()
