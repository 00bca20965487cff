"""What stands in a chat's row besides words: how full its context is, what goes on in it. And the title's lines."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTextLayout, QTextOption

from app.core.chat_values import Chat
from app.ui.theme import colors, qcolor
from app.ui.widgets.paint import paint_ring

BAR_WIDE, BAR_HIGH = 22, 5
DOT, RING, GAP = 8, 13, 6
LEAST = 3  # px, of a bar that is not empty
TITLES = 1 << 15  # whose lines are kept: of a list that is longer, none would be when it is laid out the next time


def paint_signs(painter: QPainter, right: float, middle: float, chat: Chat, *, at_work: bool, new: bool,
                turn: float) -> float:  # fmt: skip
    """The signs of ``chat``, ending at ``right``, around the height ``middle``; the width they take.

    ``at_work``: a reply is being written, the ring being turned by ``turn`` (0 to 1); ``new``: nobody has seen it yet.
    """
    if at_work:
        _paint_work(painter, QRectF(right - RING, middle - RING / 2, RING, RING), turn)
        return RING
    taken = 0.0
    if new:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(colors().accent))
        painter.drawEllipse(QRectF(right - DOT, middle - DOT / 2, DOT, DOT))
        taken = DOT
    if chat.fill > 0:
        taken += GAP if taken else 0
        place = QRectF(right - taken - BAR_WIDE, middle - BAR_HIGH / 2, BAR_WIDE, BAR_HIGH)
        _paint_fill(painter, place, chat)
        taken += BAR_WIDE
    return taken


def _paint_work(painter: QPainter, place: QRectF, turn: float) -> None:
    """A ring that turns while a reply is written."""
    scheme = colors()
    ring = place.adjusted(1.5, 1.5, -1.5, -1.5)
    paint_ring(painter, ring, 2.2, qcolor(scheme.line_strong), qcolor(scheme.accent), 100 / 360, turn)


def _paint_fill(painter: QPainter, place: QRectF, chat: Chat) -> None:
    """A bar as full as the chat's context: blue in full detail, violet when a part of it is compacted."""
    scheme = colors()
    shape = QPainterPath()
    shape.addRoundedRect(place, BAR_HIGH / 2, BAR_HIGH / 2)
    painter.fillPath(shape, qcolor(scheme.line_strong))
    painter.save()
    painter.setClipPath(shape)
    filled = QRectF(place)
    filled.setWidth(max(LEAST, min(1.0, chat.fill) * place.width()))
    painter.fillRect(filled, qcolor(scheme.compacted if chat.compacted else scheme.live))
    painter.restore()
    painter.setPen(QPen())


@lru_cache(maxsize=TITLES)
def _broken(text: str, family: str, size: int, weight: int, width: float, most: int) -> tuple[str, ...]:
    face = QFont()
    face.setFamilies(family.split(","))
    face.setPixelSize(size)
    face.setWeight(QFont.Weight(weight))
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    metrics = QFontMetricsF(face)
    if most == 1 or metrics.horizontalAdvance(text) <= width:
        return (metrics.elidedText(text, Qt.TextElideMode.ElideRight, width),)
    layout = QTextLayout(text, face)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width)
    line.setPosition(QPointF(0, 0))
    layout.endLayout()
    units = text.encode("utf-16-le", "surrogatepass")
    first, rest = (
        part.decode("utf-16-le", "replace") for part in (units[: line.textLength() * 2], units[line.textLength() * 2 :])
    )
    return first.rstrip(), metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width)


def title_lines(text: str, face: QFont, width: float, most: int) -> tuple[str, ...]:
    """``text`` on a line of ``width`` px, or on two where it needs them and ``most`` allows it; cut off at the end."""
    clean = " ".join(text.split())[:400]
    return _broken(clean, ",".join(face.families()), face.pixelSize(), face.weight(), width, most)
