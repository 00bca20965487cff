"""Rows of chats: room for long titles, and signs that are not taken for work where none goes on."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.core.chat_values import Chat, ChatGroup
from app.ui.sidebar import Sidebar, signs
from app.ui.sidebar.signs import BAR_WIDE, paint_signs, title_lines
from app.ui.theme import Theme, font

LONG = "Cover letter for the observatory position in Chile"
FACE = font(13, 600)


def test_long_titles_break_into_two_lines_and_keep_their_words() -> None:
    lines = title_lines(LONG, FACE, 200, 2)
    assert " ".join(lines) == LONG
    assert len(lines) == 2
    assert title_lines("Trip to Lisbon", FACE, 200, 2) == ("Trip to Lisbon",)


@pytest.mark.parametrize("text", [LONG * 3, "W" * 90, "🙂" * 60, "a\nb " * 40])
@pytest.mark.parametrize("most", [1, 2])
def test_what_does_not_fit_is_cut_off_at_the_end(text: str, most: int) -> None:
    lines = title_lines(text, FACE, 200, most)
    assert len(lines) == most
    assert lines[-1].endswith("…")
    assert all(QFontMetricsF(FACE).horizontalAdvance(line) <= 201 for line in lines)


def test_a_list_of_any_length_breaks_its_titles_once() -> None:
    """It is laid out from its beginning to its end, each time."""
    titles = [f"Chat number {number}" for number in range(10_000)]
    for title in titles:
        title_lines(title, FACE, 200, 2)
    before = signs._broken.cache_info().misses
    for title in titles:
        title_lines(title, FACE, 200, 2)
    assert signs._broken.cache_info().misses == before


def test_rows_of_long_titles_are_higher_unless_things_stand_close(look: Theme, qtbot: QtBot) -> None:
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    sidebar.show()
    sidebar.set_groups([ChatGroup("today", (Chat(id="a", title="Short"), Chat(id="b", title=LONG)))])
    rows = sidebar.list
    assert rows.sizeHintForRow(2) > rows.sizeHintForRow(1)
    before = rows.sizeHintForRow(2)
    sidebar.show_work(frozenset(), frozenset({"b"}))
    assert rows.sizeHintForRow(2) == before, "news move nothing"
    look.set_compact(True)
    assert rows.sizeHintForRow(2) == rows.sizeHintForRow(1)
    look.set_compact(False)


def painted(look: Theme, chat: Chat, *, at_work: bool = False, new: bool = False) -> tuple[QImage, float]:
    image = QImage(80, 20, QImage.Format.Format_RGB32)
    image.fill(QColor(look.colors.side))
    painter = QPainter(image)
    taken = paint_signs(painter, 70, 10, chat, at_work=at_work, new=new, turn=0.0)
    painter.end()
    return image, taken


def tinted(image: QImage, color: str) -> int:
    """Pixels of the middle line in ``color``."""
    return sum(image.pixelColor(x, 10).name() == QColor(color).name() for x in range(image.width()))


@pytest.mark.parametrize(("fill", "compacted"), [(0.5, False), (1.0, False), (0.5, True)])
def test_bar_is_as_full_as_the_context(look: Theme, fill: float, compacted: bool) -> None:
    image, taken = painted(look, Chat(id="a", title="A", fill=fill, compacted=compacted))
    tint = look.colors.compacted if compacted else look.colors.live
    assert tinted(image, tint) == pytest.approx(fill * BAR_WIDE, abs=2)
    assert taken == BAR_WIDE


def test_only_work_has_the_sign_of_work(look: Theme) -> None:
    empty, taken = painted(look, Chat(id="a", title="A"))
    assert taken == 0 and tinted(empty, look.colors.side) == 80, "nothing is in its context"
    at_work, wide = painted(look, Chat(id="a", title="A", fill=0.5), at_work=True)
    assert 0 < wide < BAR_WIDE
    _, both = painted(look, Chat(id="a", title="A", fill=0.5), new=True)
    assert both > BAR_WIDE
    assert at_work != painted(look, Chat(id="a", title="A", fill=0.5))[0]
