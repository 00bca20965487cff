"""The signs of lists in a reply: where they stand, which they are, and that others get Qt's own."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QImage, QPainter, QTextBlockFormat, QTextCursor, QTextDocument, QTextListFormat

from app.ui.chat.transcript import MessageItem, TranscriptView, lists
from app.ui.chat.transcript.code import CodeBlock
from app.ui.chat.transcript.plain import plain
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.text import TextBlock
from app.ui.theme import Theme, font, theme
from app.ui.theme.theme import NO_LIGATURES

MARKERS = QTextBlockFormat.MarkerType


def prose(view: TranscriptView, source: str) -> TextBlock:
    view.set_items([MessageItem("r", role="assistant", text=source)])
    row = view.visible_rows["r"]
    assert isinstance(row, AssistantRow)
    block = row.blocks[0]
    assert isinstance(block, TextBlock)
    return block


def line_of(document: QTextDocument, text: str) -> QPointF:
    """Where the item with ``text`` begins."""
    return lists.sign_place(document, document.find(text).block())


def sign_of(document: QTextDocument, text: str) -> QImage:
    """What is painted left of an item, on white, at four times the size."""
    place = line_of(document, text)
    image = QImage(4 * 28, 4 * 24, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    painter.scale(4, 4)
    painter.translate(-(place.x() - 28), -(place.y() - 18))
    lists.paint_signs(painter, document, QRectF(0, 0, 2000, 2000))
    painter.end()
    return image


def painted(image: QImage) -> QRectF:
    """What lies in ``image``, in px of the document from its upper left corner."""
    spots = [(x, y) for x in range(image.width()) for y in range(image.height()) if image.pixel(x, y) != 0xFFFFFFFF]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    return QRectF(left / 4, top / 4, (right - left + 1) / 4, (bottom - top + 1) / 4)


def test_tasks_have_boxes_and_hanging_lines(view: TranscriptView) -> None:
    block = prose(view, "- [ ] open\n- [x] done\n  - [ ] inner\n- plain\n")
    document = block.document()
    assert document.toPlainText() == "open\ndone\ninner\nplain"
    marks = [document.find(word).block().blockFormat().marker() for word in ("open", "done", "inner", "plain")]
    assert marks == [MARKERS.Unchecked, MARKERS.Checked, MARKERS.Unchecked, MARKERS.NoMarker]
    assert line_of(document, "inner").x() == line_of(document, "done").x() + document.indentWidth()
    empty, full = sign_of(document, "open"), sign_of(document, "done")
    assert abs(painted(empty).width() - painted(full).width()) <= 1
    assert empty.pixel(*_middle(empty)) == 0xFFFFFFFF, "an empty box is hollow"
    assert full.pixel(*_middle(full)) != 0xFFFFFFFF


def test_tasks_apart_have_boxes_too(view: TranscriptView) -> None:
    document = prose(view, "- [ ] open\n\n- [x] done\n").document()
    marks = [document.find(word).block().blockFormat().marker() for word in ("open", "done")]
    assert marks == [MARKERS.Unchecked, MARKERS.Checked]


def _middle(image: QImage) -> tuple[int, int]:
    middle = painted(image).center() * 4
    return round(middle.x()) - 8, round(middle.y()) - 8


def test_bullets_differ_by_depth(view: TranscriptView) -> None:
    document = prose(view, "- aa\n  - bb\n    - cc\n- dd\n").document()
    first, second, third, last = (sign_of(document, word) for word in ("aa", "bb", "cc", "dd"))
    assert first == last
    assert first != second and second != third and first != third
    steps = [line_of(document, word).x() for word in ("aa", "bb", "cc")]
    assert steps[1] - steps[0] == steps[2] - steps[1] == lists.INDENT


def test_numbers_stand_on_the_line_of_their_text(view: TranscriptView) -> None:
    """Painted with the text's own font, the number of an item is the same text at the same base line."""
    document = prose(view, "1. xx\n2. yy\n3. zz\n").document()
    for word in ("xx", "yy", "zz"):
        place = line_of(document, word)
        image = sign_of(document, word)
        bottom = painted(image).bottom() - 18 + place.y()
        assert abs(bottom - place.y()) <= 0.5, "the feet of figures are on the base line"


def test_wide_numbers_get_room(view: TranscriptView) -> None:
    document = prose(view, "1000000. one\n1000001. two\n").document()
    assert document.indentWidth() > lists.INDENT
    assert line_of(document, "one").x() >= document.indentWidth()


@pytest.mark.parametrize(
    ("source", "signs"),
    [
        ("12.", ["12."]), ("1. a\n2.\n3. b\n", ["1.", "2.", "3."]), ("1.\n   - a\n2. b\n", ["1.", "•", "2."]),
        ("1.\n\n   a\n", ["1.", ""]), ("-", ["•"]), ("- - a\n- b\n", ["•", "•", "•"]),
    ],
)  # fmt: skip
def test_items_without_words_are_seen_and_counted(view: TranscriptView, source: str, signs: list[str]) -> None:
    document, found = prose(view, source).document(), []
    block = document.begin()
    while block.isValid():
        listed = block.textList()
        found.append("" if listed is None else lists.number(listed, block) if lists.numbered(listed) else "•")
        block = block.next()
    assert found == signs
    copied = [line.split(" ")[0] for line in plain(source, marks=True).replace("  ", "").split("\n") if line]
    assert [sign for sign in copied if sign != "a"] == [sign for sign in signs if sign]


def test_lists_in_quotes_have_their_signs_in_the_quote(view: TranscriptView) -> None:
    document = prose(view, "> - quoted\n").document()
    assert line_of(document, "quoted").x() > lists.INDENT
    assert painted(sign_of(document, "quoted")).isValid()


def test_other_programs_get_lists_with_bullets_and_numbers(view: TranscriptView) -> None:
    block = prose(view, "- one\n- two\n\ntext\n\n3. three\n4. four\n")
    block.selectAll()
    html = block.createMimeDataFromSelection().html()
    pasted = QTextDocument()
    pasted.setHtml(html)
    found = {word: pasted.find(word).block().textList().format() for word in ("one", "four")}
    assert found["one"].style() == QTextListFormat.Style.ListDisc
    assert found["four"].style() == QTextListFormat.Style.ListDecimal
    own = block.document().find("one").block().textList()
    assert own.format().style() == QTextListFormat.Style.ListStyleUndefined


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_code_has_no_ligatures(view: TranscriptView, look: Theme, mode: str) -> None:
    view.set_items([MessageItem("r", role="assistant", text="Say `a != b`.\n\n```\nx -> y\n```\n")])
    look.set_mode("light" if mode == "light" else "dark")
    row = view.visible_rows["r"]
    assert isinstance(row, AssistantRow)
    text, code = row.blocks
    assert isinstance(text, TextBlock) and isinstance(code, CodeBlock)
    inline = text.document().find("!=")
    cards = QTextCursor(code.edit.document())
    cards.setPosition(3)
    for letters in (inline.charFormat().font(), code.edit.document().defaultFont(), font(12, mono=True)):
        assert [letters.featureValue(QFont.Tag(tag)) for tag in NO_LIGATURES] == [0, 0, 0]
    assert not text.document().find("Say").charFormat().font().isFeatureSet(QFont.Tag("calt"))
    assert theme().text.mono[0] in inline.charFormat().font().families()


def painted_beyond(document: QTextDocument, text: str) -> QRectF:
    """What is painted at the right of an item that is read from there, from the end of its line."""
    place = line_of(document, text)
    image = QImage(4 * 28, 4 * 24, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    painter.scale(4, 4)
    painter.translate(-place.x(), -(place.y() - 18))
    lists.paint_signs(painter, document, QRectF(0, 0, 2000, 2000))
    painter.end()
    return painted(image)


def test_signs_of_text_read_from_the_right_stand_at_its_right(view: TranscriptView) -> None:
    document = prose(view, "- خبز\n  - حليب\n\n1. أولا\n\n- [x] تمت\n\n- bread\n").document()
    for text in ("خبز", "حليب", "أولا", "تمت"):
        block = document.find(text).block()
        box, line = document.documentLayout().blockBoundingRect(block), block.layout().lineAt(0)
        right = box.left() + line.naturalTextRect().right()
        assert line_of(document, text).x() == pytest.approx(right, abs=1), "the line begins at the right"
        sign = painted_beyond(document, text)
        assert sign.left() > 5 and sign.right() < 28, "between the text and the edge"
    assert line_of(document, "bread").x() < 100
