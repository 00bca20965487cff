"""What is seen of chats while they are dragged: small, translucent, beside the pointer, so that the folder shows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPoint, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPixmap

from app.core.chat_values import Chat
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.paint import paint_panel

translate = QCoreApplication.translate

HIGH, WIDEST, ICON = 28, 180, 14  # px
OPACITY = 0.8
BESIDE = QPoint(-14, -12)  # the pointer, as the picture sees it: the picture stands below and to the right of it


def words(chats: Sequence[Chat]) -> str:
    """The title of one chat, the number of several."""
    if len(chats) == 1:
        return chats[0].title or translate("Sidebar", "New chat")
    return translate("Sidebar", "%Ln chat(s)", "", len(chats))


def picture(chats: Sequence[Chat], ratio: float) -> QPixmap:
    """Of ``chats``, for a screen of ``ratio`` pixels to the px."""
    face = font(theme().tokens.type.small, 500)
    room = WIDEST - ICON - 26
    text = QFontMetrics(face).elidedText(words(chats), Qt.TextElideMode.ElideRight, room)
    wide = ICON + 26 + QFontMetrics(face).horizontalAdvance(text)
    made = QPixmap(round(wide * ratio), round(HIGH * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    scheme = colors()
    painter = QPainter(made)
    painter.setOpacity(OPACITY)
    paint_panel(painter, QRectF(0, 0, wide, HIGH), 8, qcolor(scheme.raised), qcolor(scheme.accent))
    painter.drawPixmap(9, (HIGH - ICON) // 2, icon_pixmap("message-square", scheme.dim, ICON, ratio))
    painter.setFont(face)
    painter.setPen(qcolor(scheme.text))
    middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(QRectF(ICON + 16, 0, wide - ICON - 16, HIGH), middle, text)
    painter.end()
    return made
