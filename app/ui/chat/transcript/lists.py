"""The signs before the items of lists: bullets by depth, numbers and the boxes of tasks, painted over a document.

Qt's own bullets are the same at every depth, its numbers stand a pixel off the line of their text, and its boxes are
those of the style. So its signs are turned off (``hide_own``); what a list is stays in a property of its format.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QPainter,
    QPen,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextList,
    QTextListFormat,
)

from app.ui.theme import colors, qcolor

INDENT = 28  # px of each level; more where a number is wide
GAP = 9  # px between a sign and its text
STYLE = QTextFormat.Property.UserProperty.value + 1  # the list style that Qt would draw
CHECKED, UNCHECKED = QTextBlockFormat.MarkerType.Checked, QTextBlockFormat.MarkerType.Unchecked


def hide_own(document: QTextDocument) -> bool:
    """Take Qt's signs from all lists, and make room for ours; whether there are lists at all."""
    metrics = QFontMetricsF(document.defaultFont())
    found: dict[int, QTextList] = {}
    widest = 0.0
    once = QTextCursor(document)
    once.beginEditBlock()  # else all is laid out again for each list
    block = document.begin()
    while block.isValid():
        listed = block.textList()
        if listed is not None:
            if listed.objectIndex() not in found:
                found[listed.objectIndex()] = listed
                _set_style(listed, keep=True)
            if numbered(listed):
                widest = max(widest, metrics.horizontalAdvance(number(listed, block)))
        block = block.next()
    once.endEditBlock()
    indent = max(INDENT, round(widest + GAP + 2))
    if found and document.indentWidth() != indent:
        document.setIndentWidth(indent)
    return bool(found)


def show_own(document: QTextDocument) -> None:
    """Give the lists of a document the styles back that ``hide_own`` took."""
    once = QTextCursor(document)
    once.beginEditBlock()
    block = document.begin()
    while block.isValid():
        listed = block.textList()
        if listed is not None and listed.format().style() == QTextListFormat.Style.ListStyleUndefined:
            _set_style(listed, keep=False)
        block = block.next()
    once.endEditBlock()


def _set_style(listed: QTextList, keep: bool) -> None:
    shape = listed.format()
    if keep:
        shape.setProperty(STYLE, shape.style().value)
        shape.setStyle(QTextListFormat.Style.ListStyleUndefined)
    else:
        shape.setStyle(QTextListFormat.Style(shape.intProperty(STYLE)))
    listed.setFormat(shape)


def numbered(listed: QTextList) -> bool:
    """Whether the items of a list have numbers."""
    return listed.format().intProperty(STYLE) == QTextListFormat.Style.ListDecimal.value


def number(listed: QTextList, block: QTextBlock) -> str:
    """ "3." of an item."""
    return f"{listed.itemNumber(block) + listed.format().start()}."


def paint_signs(painter: QPainter, document: QTextDocument, clip: QRectF) -> None:
    """Paint the signs of the items inside ``clip``, in the document's coordinates."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(document.defaultFont())
    metrics = QFontMetricsF(document.defaultFont())
    for block in blocks_inside(document, clip):
        listed = block.textList()
        if listed is not None and block.layout().lineCount():
            _paint_sign(painter, metrics, listed, block, sign_place(document, block))


def blocks_inside(document: QTextDocument, clip: QRectF) -> Iterator[QTextBlock]:
    """The blocks that reach into ``clip``, from the top."""
    layout = document.documentLayout()
    block = block_at(document, clip.top())
    while block.isValid():
        box = layout.blockBoundingRect(block)
        if box.top() > clip.bottom():
            return
        if box.bottom() >= clip.top():
            yield block
        block = block.next()


def block_at(document: QTextDocument, y: float) -> QTextBlock:
    """The first block that reaches to ``y`` px from the top, found without a look at all that are above."""
    layout = document.documentLayout()
    inside = QPointF(document.size().width() / 2, y)  # of quotes, not in the bar at their side
    block = document.findBlock(max(0, layout.hitTest(inside, Qt.HitTestAccuracy.FuzzyHit)))
    while block.previous().isValid() and layout.blockBoundingRect(block.previous()).bottom() >= y:
        block = block.previous()  # near an edge of a quote, one further down may be the nearest
    return block


def sign_place(document: QTextDocument, block: QTextBlock) -> QPointF:
    """Where the line of an item begins: x of its text, at the right where that is read from there; y of its base
    line."""
    line = block.layout().lineAt(0)
    box = document.documentLayout().blockBoundingRect(block)
    start = line.x() + (line.width() if _from_right(block) else 0)
    return QPointF(box.left() + start, box.top() + line.y() + line.ascent())


def _from_right(block: QTextBlock) -> bool:
    return block.textDirection() == Qt.LayoutDirection.RightToLeft


def _paint_sign(
    painter: QPainter, metrics: QFontMetricsF, listed: QTextList, block: QTextBlock, start: QPointF
) -> None:
    scheme = colors()
    marker = block.blockFormat().marker()
    middle = start.y() - metrics.capHeight() / 2

    def left(wide: float, gap: float) -> float:
        """Of a sign so wide, before the text."""
        return start.x() + gap if _from_right(block) else start.x() - gap - wide

    if marker in (CHECKED, UNCHECKED):
        side = round(metrics.capHeight() + 3)
        _paint_box(painter, QRectF(left(side, GAP), middle - side / 2, side, side), marker == CHECKED)
    elif numbered(listed):
        text = number(listed, block)
        painter.setPen(qcolor(scheme.dim))
        painter.setLayoutDirection(block.textDirection())  # the dot stands between the number and the text
        painter.drawText(QPointF(left(metrics.horizontalAdvance(text), GAP - 2), start.y()), text)
    else:
        middle = start.y() - metrics.xHeight() / 2
        _paint_bullet(painter, QPointF(left(6, GAP) + 3, middle), listed.format().indent())


def _paint_bullet(painter: QPainter, centre: QPointF, depth: int) -> None:
    """A disc, a circle in it, a square in that."""
    tone = qcolor(colors().dim)
    if depth == 2:
        painter.setPen(QPen(tone, 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, 2.4, 2.4)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone)
    if depth < 2:
        painter.drawEllipse(centre, 2.6, 2.6)
    else:
        painter.drawRect(QRectF(centre.x() - 2.25, centre.y() - 2.25, 4.5, 4.5))


def _paint_box(painter: QPainter, box: QRectF, checked: bool) -> None:
    scheme = colors()
    if not checked:
        painter.setPen(QPen(qcolor(scheme.faint), 1.3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.6, 0.6, -0.6, -0.6), 3.5, 3.5)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(scheme.accent))
    painter.drawRoundedRect(box, 3.5, 3.5)
    pen = QPen(qcolor(scheme.on_accent), 1.7)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    unit = box.width() / 14
    corners = ((3.4, 7.3), (6.0, 9.9), (10.6, 4.6))
    painter.drawPolyline([QPointF(box.left() + x * unit, box.top() + y * unit) for x, y in corners])
