"""The list of documents: a row for each, with how far its reading is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.core.document_values import DocumentEntry, DocumentWork
from app.services.documents.cartridges import CartridgeState
from app.ui.documents.document_words import DocumentStanding, facts_of, icon_of, standing_of, tip_of
from app.ui.sidebar.chats import Index
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.tips import plain

translate = QCoreApplication.translate

DOCUMENT = Qt.ItemDataRole.UserRole + 1
STANDING = Qt.ItemDataRole.UserRole + 2
LINE = 18  # px of a line of small words
AROUND = 9  # px above and below the words
BAR = 3  # px, how thick progress is
MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class DocumentModel(QAbstractListModel):
    """The documents of the library."""

    def __init__(
        self,
        work_of: Callable[[str], DocumentWork | None],
        state_of: Callable[[str], CartridgeState] = lambda _: CartridgeState(),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._work_of, self._state_of = work_of, state_of
        self.entries: list[DocumentEntry] = []

    def show(self, entries: Sequence[DocumentEntry]) -> None:
        self.beginResetModel()
        self.entries = list(entries)
        self.endResetModel()

    def add(self, entry: DocumentEntry) -> None:
        """One more, at the end; one that could not be removed is there still."""
        if self.row_of(entry.id) >= 0:
            self.put(entry)
            return
        at = len(self.entries)
        self.beginInsertRows(QModelIndex(), at, at)
        self.entries.append(entry)
        self.endInsertRows()

    def put(self, entry: DocumentEntry) -> None:
        """Something else is known of one."""
        row = self.row_of(entry.id)
        if row >= 0:
            self.entries[row] = entry
            self.refresh(entry.id)

    def remove(self, document: str) -> None:
        row = self.row_of(document)
        if row >= 0:
            self.beginRemoveRows(QModelIndex(), row, row)
            del self.entries[row]
            self.endRemoveRows()

    def refresh(self, document: str) -> None:
        """Where it stands has changed; "": all of them."""
        row = self.row_of(document)
        if not document and self.entries:
            self.dataChanged.emit(self.index(0), self.index(len(self.entries) - 1))
        elif row >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))

    def row_of(self, document: str) -> int:
        """-1: it is not there."""
        return next((row for row, entry in enumerate(self.entries) if entry.id == document), -1)

    def standing(self, entry: DocumentEntry) -> DocumentStanding:
        return standing_of(entry, self._work_of(entry.id), self._state_of(entry.id))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == DOCUMENT:
            return entry
        if role == STANDING:
            return self.standing(entry)
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (entry.name, facts_of(entry), self.standing(entry).words) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(tip_of(entry.source, self.standing(entry)))
        return None


def paint_card(painter: QPainter, option: QStyleOptionViewItem) -> QRectF:
    """The surface of a row, marked if it is chosen; where it lies."""
    scheme, state = colors(), option.state  # type: ignore[attr-defined]
    card = QRectF(option.rect).adjusted(1, 2, -1, -2)  # type: ignore[attr-defined]
    chosen = bool(state & QStyle.StateFlag.State_Selected)
    hover = bool(state & QStyle.StateFlag.State_MouseOver)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(qcolor(scheme.accent if chosen else scheme.line), 1))
    painter.setBrush(qcolor(scheme.hover if hover and not chosen else scheme.card))
    painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
    if chosen:
        painter.setBrush(qcolor(scheme.accent, 0.10))
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
    return card


class DocumentRows(QStyledItemDelegate):
    """A name, what it is, and where it stands; a bar below while it is read."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, 20 + 2 * LINE + 2 * AROUND + 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        scheme, kinds = colors(), theme().tokens.type
        entry: DocumentEntry = index.data(DOCUMENT)
        standing: DocumentStanding = index.data(STANDING)
        painter.save()
        card = paint_card(painter, option)
        picture = icon_pixmap(icon_of(entry), scheme.dim, 18, painter.device().devicePixelRatioF())
        painter.drawPixmap(int(card.left()) + 14, int(card.top()) + AROUND + 1, picture)
        left, top, room = card.left() + 44, card.top() + AROUND, int(card.width()) - 60
        pinned = room - 22 if entry.keep else room
        lines = (
            (entry.name, kinds.base, 500, scheme.text, 20, pinned),
            (facts_of(entry), kinds.tiny, 400, scheme.dim, LINE, room),
            (standing.words, kinds.tiny, 400, getattr(scheme, standing.role), LINE, room),
        )
        for words, points, weight, tint, high, wide in lines:
            if not words:  # nothing is known of its kind and size
                continue
            painter.setFont(font(points, weight))
            painter.setPen(qcolor(tint))
            shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, wide)
            painter.drawText(QRectF(left, top, wide + 2, high), MIDDLE, shown)
            top += high
        if entry.keep:
            pin = icon_pixmap("pin", scheme.dim, 14, painter.device().devicePixelRatioF())
            painter.drawPixmap(int(card.right()) - 30, int(card.top()) + AROUND + 3, pin)
        if standing.done is not None:
            bar = QRectF(left, card.bottom() - BAR - 3, room, BAR)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(scheme.track))
            painter.drawRoundedRect(bar, BAR / 2, BAR / 2)
            bar.setWidth(room * min(1.0, standing.done))
            painter.setBrush(qcolor(scheme.accent))
            painter.drawRoundedRect(bar, BAR / 2, BAR / 2)
        painter.restore()
