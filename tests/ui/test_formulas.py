from __future__ import annotations

import gc
import itertools

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QTextDocument, QTextImageFormat
from pytestqt.qtbot import QtBot

from app.ui.chat.transcript import MessageItem, TranscriptView
from app.ui.chat.transcript.formulas import LONGEST, FormulaObject, Formulas, WantedFormula, formulas, typeset
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.text import TextBlock
from app.ui.theme import Theme
from tests.ui import transcript_texts


@pytest.mark.parametrize(
    "tex",
    [
        r"x^2", r"\frac{-b \pm \sqrt{b^2-4ac}}{2a}", r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}",
        r"\begin{aligned} a &= b \\ c &= d \end{aligned}", r"\int_0^\infty e^{-x^2} dx", r"\mathbb{R} \to \mathcal{L}",
        r"\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d}}\right)V", r"f(x)=\begin{cases} 1 & x>0 \\ 0 \end{cases}",
    ],
)  # fmt: skip
def test_common_formulas_are_typeset(tex: str) -> None:
    svg, width, height, depth = typeset(WantedFormula(tex, True, 16, "#112233"))
    assert svg.startswith("<svg") and "#112233" in svg
    assert 5 < width < 400 and 5 < height < 100 and -1 <= depth < height


@pytest.mark.parametrize("tex", ["", r"\frac{a", "{" * 300, r"\rule{900000em}{9em}"])
def test_what_cannot_be_typeset_is_one_kind_of_error(tex: str) -> None:
    with pytest.raises(ValueError):
        typeset(WantedFormula(tex, False, 16, "#000000"))


@pytest.mark.parametrize(
    "tex", [r"\left(" * 40 + "x" + r"\right)" * 40, r"\sqrt" * 300 + "x", "x^{" * 60 + "y" + "}" * 60]
)
def test_what_takes_for_ever_is_given_up(tex: str) -> None:
    with pytest.raises(ValueError):
        typeset(WantedFormula(tex, False, 16, "#000000"))


def test_a_busy_machine_draws_what_an_idle_one_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """A formula is given up by what it asks for, not by how long it took: the clock says that hours have passed."""
    seconds = itertools.count(0, 3600)
    monkeypatch.setattr("time.thread_time", lambda: float(next(seconds)))
    monkeypatch.setattr("time.perf_counter", lambda: float(next(seconds)))
    svg, *_ = typeset(WantedFormula("+".join(f"a_{{{n}}}" for n in range(60)), True, 16, "#112233"))
    assert svg.startswith("<svg")


def test_the_watch_survives_a_collection_of_garbage() -> None:
    def collected(*_: object) -> None:  # an error in here goes nowhere, and would end the watch
        for _ in range(2000):
            str.strip("")

    often = gc.get_threshold()
    gc.callbacks.append(collected)
    gc.set_threshold(50)
    try:
        with pytest.raises(ValueError, match="too long"):
            typeset(WantedFormula("x^{" * 60 + "y" + "}" * 60, False, 16, "#000000"))
    finally:
        gc.callbacks.remove(collected)
        gc.set_threshold(*often)


def test_each_formula_is_drawn_once_and_told(qtbot: QtBot) -> None:
    made = Formulas()
    good, bad = made.want("x^2", False), made.want(r"\frac{", False)
    with qtbot.waitSignal(made.ready) as told:
        assert made.get(good) is None and made.get(bad) is None
        assert made.pending(good)
    news = set(told.args[0])
    while news != {good, bad}:
        with qtbot.waitSignal(made.ready) as told:
            pass
        news |= told.args[0]
    drawing = made.get(good)
    assert drawing is not None and made.get(good) is drawing
    assert made.get(bad) is None and not made.pending(bad)
    long = made.want("x" * (LONGEST + 1), False)
    assert made.get(long) is None and not made.pending(long)
    made.shutdown()


def test_a_picture_that_is_no_formula_takes_no_room() -> None:
    document = QTextDocument()
    handler = FormulaObject(document)
    for name in ("formula:0", "formula:-1", "formula:x", "file:///etc/passwd"):
        image = QTextImageFormat()
        image.setName(name)
        assert handler.intrinsicSize(document, 0, image) == QSizeF(0, 0)


def drawn(view: TranscriptView, key: str) -> AssistantRow:
    row = view.visible_rows[key]
    assert isinstance(row, AssistantRow)
    return row


def test_formulas_come_into_a_reply_and_the_wrong_one_stays_as_its_source(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items([MessageItem("r", role="assistant", text=transcript_texts.FORMULAS)])
    qtbot.waitUntil(lambda: drawn(view, "r").drawn)
    blocks = [block for block in drawn(view, "r").blocks if isinstance(block, TextBlock)]
    text = "".join(block.toPlainText() for block in blocks)
    assert text.count("\ufffc") == sum(len(block.sources) for block in blocks) == 7
    assert "$\\frac{a$" in text
    for block in blocks:
        assert block.document().size().height() <= block.height() + 1


def test_a_formula_is_as_large_as_it_is_drawn_and_in_the_colour_of_the_text(
    view: TranscriptView, qtbot: QtBot, look: Theme
) -> None:
    tex = "\\sum_i x_i"
    view.set_items([MessageItem("r", role="assistant", text=f"$$\n{tex}\n$$")])
    qtbot.waitUntil(lambda: drawn(view, "r").drawn)
    block = drawn(view, "r").blocks[0]
    drawing = formulas().get(formulas().want(tex, True))
    assert drawing is not None
    assert block.height() >= drawing.height
    for mode in ("dark", "light"):
        look.set_mode(mode)  # type: ignore[arg-type]
        qtbot.waitUntil(lambda: drawn(view, "r").drawn)
        image = block.grab().toImage()
        text = look.colors.text.lower()
        assert any(image.pixelColor(x, y).name() == text for x in range(image.width()) for y in range(image.height()))


def test_the_place_is_kept_when_formulas_come_above(view: TranscriptView, qtbot: QtBot) -> None:
    formula = "$$\n\\begin{pmatrix} a \\\\ b \\\\ c \\\\ d \\\\ %d \\end{pmatrix}\n$$\n"
    items = [MessageItem(f"m{n}", role="assistant", text="words " * 80 + "\n\n" + formula % n) for n in range(12)]
    view.set_items(items)
    view.scroll_to("m6")
    row = view.visible_rows["m6"]
    y = row.y()
    qtbot.waitUntil(lambda: all(drawn(view, key).drawn for key in view.visible_rows))
    assert view.visible_rows["m6"].y() == y


def test_a_formula_wider_than_its_line_is_drawn_smaller(view: TranscriptView, qtbot: QtBot) -> None:
    tex = "+".join(f"a_{{{n}}}" for n in range(60))
    view.set_items([MessageItem("r", role="assistant", text=f"so ${tex}$ it is\n\n- ${tex}$\n\n> ${tex}$ and $x$")])
    qtbot.waitUntil(lambda: drawn(view, "r").drawn)
    block = drawn(view, "r").blocks[0]
    assert isinstance(block, TextBlock) and len(block.sources) == 4
    drawing = formulas().get(formulas().want(tex, False))
    assert drawing is not None and drawing.width > 1.5 * view.column_width
    for width in (view.column_width, 300):
        block.height_for(width)
        assert block.document().idealWidth() <= width
        assert block.document().size().width() <= width
    image = block.grab().toImage()
    assert image.width() > 0


def test_streaming_shows_the_source_until_the_formula_is_closed(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items([MessageItem("r", role="assistant", text="so:\n\n$$\n\\alpha_", state="streaming")])
    blocks = drawn(view, "r").blocks
    assert isinstance(blocks[-1], TextBlock)
    assert blocks[-1].toPlainText() == "$$\n\\alpha_"
    transcript_texts.grow(view, "r", "1\n$$\n")
    qtbot.waitUntil(lambda: bool(blocks[-1].sources))  # type: ignore[union-attr]
    assert blocks[-1].sources == ["$$\\alpha_1$$"]
