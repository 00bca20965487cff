"""The chat list as model and delegate: headings, rows with title, model and tokens, and a ring for the memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.core.types import Chat, ChatGroup
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.labels import count, short_count

CHAT = Qt.ItemDataRole.UserRole + 1
HEADINGS = {
    "pinned": "Pinned",
    "today": "Today",
    "yesterday": "Yesterday",
    "week": "This week",
    "older": "Older",
    "found": "Found",
}
Index = QModelIndex | QPersistentModelIndex


class ChatModel(QAbstractListModel):
    """Headings (text rows that cannot be chosen) and chats."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[str | Chat] = []
        self._groups: Sequence[ChatGroup] = ()

    def set_groups(self, groups: Sequence[ChatGroup]) -> None:
        """Show ``groups``; nothing happens if they are the same."""
        if groups == self._groups:
            return
        self.beginResetModel()
        self._groups = groups
        self._rows = []
        for group in groups:
            if group.chats:
                self._rows.append(HEADINGS[group.key])
                self._rows.extend(group.chats)
        self.endResetModel()

    def row_of(self, chat_id: str) -> int:
        """The row of a chat, -1 if it is not shown."""
        return next((at for at, row in enumerate(self._rows) if isinstance(row, Chat) and row.id == chat_id), -1)

    def chats(self) -> list[Chat]:
        return [row for row in self._rows if isinstance(row, Chat)]

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == CHAT:
            return row if isinstance(row, Chat) else None
        if role == Qt.ItemDataRole.DisplayRole:
            return row if isinstance(row, str) else row.title or "New chat"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row if isinstance(row, str) else f"{row.title}, {second_line(row)}"
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, Chat):
            compacted = ", partly compacted" if row.compacted else ""
            return f"{row.title}\n{count(row.tokens)} tokens{compacted}, memory {row.fill * 100:.0f} % full"
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and isinstance(self._rows[index.row()], Chat):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return Qt.ItemFlag.NoItemFlags


def second_line(chat: Chat) -> str:
    """ "Qwen3-4B · 6.1k tokens"."""
    parts = [chat.model_name] if chat.model_name else []
    parts.append(f"{short_count(chat.tokens)} tokens" if chat.tokens else "no memory yet")
    return " · ".join(parts)


class ChatDelegate(QStyledItemDelegate):
    """Paints the rows. ``open_id``: the chat that is shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.open_id = ""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, theme().tokens.size.row + 2 if index.data(CHAT) else 34)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        scheme = colors()
        kinds = theme().tokens.type
        rect = QRectF(option.rect)  # type: ignore[attr-defined]
        state = option.state  # type: ignore[attr-defined]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chat = index.data(CHAT)
        if chat is None:
            painter.setFont(font(kinds.tiny, 500))
            painter.setPen(qcolor(scheme.faint))
            place = rect.adjusted(20, 8, -14, 0)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, index.data().upper())
            painter.restore()
            return
        card = rect.adjusted(14, 1, -14, -1)
        shown = chat.id == self.open_id
        hover = bool(state & QStyle.StateFlag.State_MouseOver)
        focus = bool(state & QStyle.StateFlag.State_HasFocus) and bool(state & QStyle.StateFlag.State_Selected)
        if shown or hover:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(scheme.selected if shown else scheme.hover))
            painter.drawRoundedRect(card, 8, 8)
        if shown:
            painter.setBrush(qcolor(scheme.accent))
            painter.drawRoundedRect(QRectF(card.left(), card.top() + 12, 3, card.height() - 24), 1.5, 1.5)
        if focus:
            painter.setPen(QPen(qcolor(scheme.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        self._words(painter, card, chat)
        paint_ring(painter, QRectF(card.right() - 32, card.center().y() - 8, 16, 16), chat)
        painter.restore()

    def _words(self, painter: QPainter, card: QRectF, chat: Chat) -> None:
        scheme = colors()
        kinds = theme().tokens.type
        left, room = card.left() + 15, int(card.width() - 58)
        painter.setFont(font(kinds.base, 500))
        painter.setPen(qcolor(scheme.text))
        title = painter.fontMetrics().elidedText(chat.title or "New chat", Qt.TextElideMode.ElideRight, room)
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(left, card.top() + 6, room, 20), middle, title)
        painter.setFont(font(kinds.tiny))
        painter.setPen(qcolor(scheme.dim))
        line = painter.fontMetrics().elidedText(second_line(chat), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(left, card.top() + 25, room, 18), middle, line)


def paint_ring(painter: QPainter, place: QRectF, chat: Chat) -> None:
    """The fill of a chat's memory: blue exact, violet when a part of it is compacted."""
    scheme = colors()
    ring = place.adjusted(1.5, 1.5, -1.5, -1.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(qcolor(scheme.line_strong), 2.4))
    painter.drawEllipse(ring)
    if chat.fill > 0:
        pen = QPen(qcolor(scheme.compacted if chat.compacted else scheme.live), 2.4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawArc(ring, 90 * 16, -round(max(0.06, min(1.0, chat.fill)) * 360 * 16))
