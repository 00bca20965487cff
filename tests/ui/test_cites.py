"""Numbers of sources behind the sentences of a reply: where they stand, what they open, and what passes over them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.document_values import Citation
from app.core.documents.sentences import spoken
from app.ui.chat.transcript import MessageItem, TranscriptView, cite_marks
from app.ui.chat.transcript.cite_marks import Cite, cited, cites_of
from app.ui.chat.transcript.cites import cite_spans
from app.ui.chat.transcript.link_hint import LinkHint
from app.ui.chat.transcript.markdown import CITE_OPEN, split, to_html
from app.ui.chat.transcript.overlay import found_in, length, selected_text
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.rich import copy_message
from app.ui.chat.transcript.text import TextBlock

REPLY = "The dam broke on **3 May.** It had rained for days.\n\nThe mill was lost. Nobody was hurt 🌊 there."


def citation(reply: str, sentence: str, number: int, **more: object) -> Citation:
    start = reply.index(sentence)
    return Citation(
        number=number, start=start, end=start + len(sentence), document="d", name="flood.txt", source_start=0,
        source_end=9, **more,  # type: ignore[arg-type]
    )  # fmt: skip


CITATIONS = (
    citation(REPLY, "The dam broke on **3 May.** It had rained for days.", 1, page=4, quote="It rained."),
    citation(REPLY, "The dam broke on **3 May.** It had rained for days.", 2),
    citation(REPLY, "The mill was lost.", 1, page=4, quote="It rained."),
)


def shown(view: TranscriptView, text: str = REPLY, citations: tuple[Citation, ...] = CITATIONS) -> TextBlock:
    """The text of the only reply."""
    view.set_items([MessageItem("r", role="assistant", text=text, citations=citations)])
    row = view.visible_rows["r"]
    assert isinstance(row, AssistantRow)
    block = row.blocks[0]
    assert isinstance(block, TextBlock)
    return block


def numbers(source: str, ends: dict[str, int]) -> str:
    """How a reply is drawn with a number behind each of these stretches of it."""
    cites = [Cite(source.index(words) + len(words), (number,)) for words, number in ends.items()]
    chunks = split(source)
    stops = [*(chunk.start for chunk in chunks[1:]), len(source)]
    return "".join(to_html(cited(chunk, end, cites)) for chunk, end in zip(chunks, stops, strict=True))


def test_numbers_stand_behind_their_sentences(view: TranscriptView) -> None:
    block = shown(view)
    assert block.toPlainText().strip().split("\n") == [
        "The dam broke on 3 May. It had rained for days.1 2", "The mill was lost.1 Nobody was hurt 🌊 there.",
    ]  # fmt: skip


def test_they_come_to_a_reply_that_is_there_and_go_with_its_text(view: TranscriptView) -> None:
    block = shown(view, citations=())
    item = view.item("r")
    assert isinstance(item, MessageItem)
    assert cite_spans(block.document()) == []
    item.citations = CITATIONS
    view.refresh("r")
    assert len(cite_spans(block.document())) == 3
    item.state = "streaming"
    view.refresh("r")
    assert cite_spans(block.document()) == []


@pytest.mark.parametrize(
    ("source", "ends", "drawn"),
    [
        ("One *two three.* Four.", {"three.*": 1}, "<em>two three.</em><a"),
        ("- **A bold item**\n- two", {"item**": 1}, "<strong>A bold item</strong><a"),
        ("| a | b |\n|---|---|\n| one | two |\n", {"| one | two |": 1}, "two<a"),
        ("A line\n\nand another", {"another": 1}, "another<a"),
    ],
)
def test_marks_of_markdown_end_before_a_number(source: str, ends: dict[str, int], drawn: str) -> None:
    assert drawn in numbers(source, ends)


@pytest.mark.parametrize(
    ("source", "end"),
    [
        ("Use `a. b` here.", "`a."), ("See [the page. now](https://example.org) here.", "page."),
        ("See [it](https://example.org/a.b) here.", "/a."), ("So $a. b$ is.", "$a."),
        ("```\na. b\n```", "a."), ("    indented. code", "indented."), ("Cut *in. two* here.", "https"),
    ],
)  # fmt: skip
def test_a_number_never_stands_in_code_formulas_or_links(source: str, end: str) -> None:
    if end in source:
        assert numbers(source, {end: 1}) == "".join(to_html(chunk.source) for chunk in split(source))


def test_one_that_has_no_place_takes_no_other_with_it() -> None:
    drawn = numbers("Use `a. b` here. It works well.", {"`a.": 1, "well.": 2})
    assert "cite:2" in drawn and "cite:1" not in drawn and "<code>a. b</code>" in drawn


def test_every_sentence_of_a_mixed_reply_may_be_cited() -> None:
    points = "1. First of the points, said at length.\n2. *Second of the points, in italics.*"
    source = f"{REPLY}\n\n{points}\n\n> Quoted words."
    assert numbers(source, {source[start:end]: 1 for start, end in spoken(source)}).count("cite:1") == 6


def test_numbers_of_one_place_stand_together() -> None:
    assert cites_of(CITATIONS) == [Cite(CITATIONS[0].end, (1, 2)), Cite(CITATIONS[2].end, (1,))]


def test_a_click_and_the_keyboard_open_a_source(view: TranscriptView, qtbot: QtBot) -> None:
    block = shown(view)
    asked: list[tuple[str, str, str]] = []
    view.action.connect(lambda *what: asked.append(what))
    cursor = QTextCursor(block.document())
    cursor.setPosition(cite_spans(block.document())[1][1])
    place = block.cursorRect(cursor).center() - QPoint(2, 0)
    QTest.mouseClick(block.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked == [("citation", "r", "2")]
    view.window().activateWindow()
    block.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(block.hasFocus)
    QTest.keyClick(block, Qt.Key.Key_Tab)
    hint = view.findChild(LinkHint)
    assert "flood.txt" in hint.accessibleName() and "page 4" in hint.address
    QTest.keyClick(block, Qt.Key.Key_Return)
    assert asked[1:] == [("citation", "r", "1")]
    block.clearFocus()
    assert hint.isHidden()


def test_a_number_says_its_source(view: TranscriptView) -> None:
    block = shown(view)
    assert block.cite_tip("cite:1") == "flood.txt\npage 4\n“It rained.”"
    assert block.cite_tip("cite:2") == "flood.txt"
    assert block.cite_tip("cite:7") == block.cite_tip("https://example.org") == block.cite_tip("") == ""


def test_copies_are_as_the_model_wrote(view: TranscriptView) -> None:
    block = shown(view)
    text = "The dam broke on 3 May. It had rained for days.\nThe mill was lost. Nobody was hurt 🌊 there."
    block.selectAll()
    assert selected_text(block).replace("\u2029", "\n").strip() == text
    data = block.createMimeDataFromSelection()
    assert data.text().strip() == text
    assert "cite:" not in data.html() and "days.</" in data.html().replace("</span>", "")
    item = view.item("r")
    assert isinstance(item, MessageItem)
    copy_message(item)
    assert QGuiApplication.clipboard().text().startswith("The dam broke on 3 May. It had rained for days.\n\nThe mill")
    view.selection.select_all()
    assert "days.\n\nThe" in view.selection.text() and "cite:" not in view.selection.html()


def test_words_on_both_sides_of_a_number_are_found(view: TranscriptView, qtbot: QtBot) -> None:
    block = shown(view)
    for query, counted in (("lost. nobody", 1), ("days.1", 0), ("1", 0), ("🌊 there", 1), ("3 may. it", 1)):
        view.finder.search(query)
        qtbot.waitUntil(lambda: not view.finder.searching)
        assert len(view.finder.hits) == counted == len(list(found_in(block.document(), query))), query
    cursor = next(found_in(block.document(), "there."))
    assert cursor.selectedText() == "there." and cursor.selectionEnd() >= length(block) - 1


def test_a_reply_that_is_shown_again_is_not_parsed_again_for_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    chunk = split("The dam broke on a day in May. The mill was lost, too.")[0]
    cites = [Cite(30, (1,)), Cite(54, (2,))]
    first = cited(chunk, 54, cites)
    assert first.count(CITE_OPEN) == 2
    monkeypatch.setattr(cite_marks, "parser", lambda: pytest.fail("parsed again"))
    assert cited(chunk, 54, cites) == first
