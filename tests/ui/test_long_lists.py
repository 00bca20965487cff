"""Lists of thousands of items: shown as short ones are, with work in proportion to their length."""

from __future__ import annotations

import gc
from itertools import pairwise

import pytest
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextBlock, QTextDocument

from app.ui.chat.transcript import MessageItem, TranscriptView, lists, text
from app.ui.chat.transcript.markdown import PIECE, bare_parser, split, to_html
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.text import TextBlock
from tests.ui.test_transcript_work import counted

ITEMS = 2 * PIECE + 3


def prose(view: TranscriptView, source: str) -> TextBlock:
    view.set_items([MessageItem("r", role="assistant", text=source)])
    row = view.visible_rows["r"]
    assert isinstance(row, AssistantRow)
    (block,) = row.blocks
    assert isinstance(block, TextBlock)
    return block


def signs(document: QTextDocument) -> list[str]:
    """What stands before each item; how deep it is, where that is no number."""
    found = []
    for block in blocks_of(document):
        listed = block.textList()
        assert listed is not None and listed.count() <= PIECE
        found.append(lists.number(listed, block) if lists.numbered(listed) else str(listed.format().indent()))
    return found


@pytest.mark.parametrize("first", [0, 1, 7])
def test_numbers_go_on_through_all_of_a_long_list(view: TranscriptView, first: int) -> None:
    document = prose(view, f"{first}. a\n" + "1. a\n" * (ITEMS - 1)).document()
    assert signs(document) == [f"{first + at}." for at in range(ITEMS)]
    places = {lists.sign_place(document, document.findBlockByNumber(at)).x() for at in range(ITEMS)}
    assert len(places) == 1, "all of them begin at one place"


def test_a_long_list_is_several_of_qts(view: TranscriptView) -> None:
    """It looks through a list, and marks all of it to be laid out, for each item that comes into it."""
    document = prose(view, "- a\n" * ITEMS + "  - b\n" * ITEMS + "- [x] c\n").document()
    assert signs(document) == ["1"] * ITEMS + ["2"] * ITEMS + ["1"]
    layout = document.documentLayout()
    tops = [layout.blockBoundingRect(document.findBlockByNumber(at)).top() for at in range(ITEMS)]
    assert len({below - above for above, below in pairwise(tops)}) == 1, "no room between the pieces"


def test_a_long_list_is_read_twice(view: TranscriptView, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "- twice\n" * ITEMS
    parsed = counted(monkeypatch, MarkdownIt, "parse", lambda parser, source, *_: len(source))
    prose(view, source)
    assert sum(parsed) <= 2 * len(source), "where it ends, and then what stands in it"


def test_python_looks_for_no_circles_while_a_text_is_read() -> None:
    source = "- circles\n" * 3_000
    gc.collect()
    before = gc.get_stats()[1]["collections"]
    split(source)
    to_html(source)
    assert gc.get_stats()[1]["collections"] <= before + 2
    assert gc.isenabled()


def test_an_item_of_one_line_is_taken_by_one_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = counted(monkeypatch, StateBlock, "is_code_block", lambda state, line: line)
    for line in ("- words", "  - words", "1. words", "- **words**", "- `words`", "- [x] words"):
        del asked[:]
        bare_parser().parse(f"{line}\n" * 100)
        assert len(asked) <= 13 * 100, line


@pytest.mark.parametrize(
    "source",
    [
        "a\n", "- a\n- b", "- a\n  b", "- a\n  -", "- a\n  ---", "- a\n---", "- a\n  ===", "a\n-", "a\n- b",
        "a\n2. b", "- a\n\n  b\n- c", "- a\n    - b", "- a\n  - b\n      - c", "- a\n      - b",
        "- b | c\n  --|--", "a | b\n- | -", "> a\n- b", "> - a\n> - b", "> - a\nb", "- a\nlazy",
        "- `a`\n- ```\n  x\n  ```", "- **a**\n- ***", "- [ ] a\n- [x]", "- [x]: /a\n- [x] b",
        "- [a]\n\n[a]: /b", "    a\n- b", "- a  \n- b\\\n  c", "- a\n\n      b", "- - a\n  - b\n- c",
        "1. a\n   2. b", "1. a\n2) b", "- a\n* b", "- é\n- ß", "(a\n- b", '"a"\n1. b', "*a*\n\n*\n",
        "a\n$$\nb\n$$", "> a\n      - b", "> - a\n      - b",
    ],
)  # fmt: skip
def test_what_that_rule_takes_is_what_the_others_would_make_of_it(source: str) -> None:
    whole = bare_parser()
    whole.disable("one_line")
    assert [token.as_dict() for token in bare_parser().parse(source)] == [
        token.as_dict() for token in whole.parse(source)
    ]


def test_letters_of_code_are_set_apart_all_at_once(view: TranscriptView, monkeypatch: pytest.MonkeyPatch) -> None:
    changes: list[int] = []
    looked: list[QTextDocument] = []

    def noted(document: QTextDocument) -> None:
        looked.append(document)
        document.contentsChange.connect(lambda *_: changes.append(1))
        apart(document)

    apart = text.letters_apart
    monkeypatch.setattr(text, "letters_apart", noted)
    block = prose(view, "- some `code != x`\n" * 60)
    assert len(changes) == 1, "laid out once"
    inline = block.document().find("!=", block.document().findBlockByNumber(50).position())
    features = inline.charFormat().font().featureTags()
    assert features and len(looked) == 1
    prose(view, "- no sign of any\n" * 60)
    assert len(looked) == 1, "what holds no code is not gone through"


def blocks_of(document: QTextDocument) -> list[QTextBlock]:
    found = [document.begin()]
    while found[-1].next().isValid():
        found.append(found[-1].next())
    return found


@pytest.mark.parametrize("source", ["- a\n" * ITEMS, "> - a\n" * ITEMS, "- a\n\n" * ITEMS, "> > 1. a\n" * ITEMS])
def test_only_items_in_sight_are_looked_at_to_paint_their_signs(view: TranscriptView, source: str) -> None:
    document = prose(view, source).document()
    layout = document.documentLayout()
    for block in blocks_of(document)[10:ITEMS:99]:
        middle = layout.blockBoundingRect(block).center().y()
        assert lists.block_at(document, middle) == block
        found = list(lists.blocks_inside(document, QRectF(0, middle, 700, 300)))
        assert found[0] == block and len(found) < 20


def test_all_items_in_sight_are_looked_at(view: TranscriptView) -> None:
    source = "words\n\n- a\n  - b\n\n    c\n\n> - q\n>   - r\n>\n> > - s\n> - t\n\n---\n\n1. a\n   > - b\n2. c\n\n"
    document = prose(view, source).document()
    layout, blocks = document.documentLayout(), blocks_of(document)
    for top in range(-20, int(document.size().height()) + 20, 3):
        clip = QRectF(0, top, 700, 40)
        boxes = [(block.blockNumber(), layout.blockBoundingRect(block)) for block in blocks if block.textList()]
        wanted = {number for number, box in boxes if box.bottom() >= clip.top() and box.top() <= clip.bottom()}
        assert wanted <= {block.blockNumber() for block in lists.blocks_inside(document, clip)}
