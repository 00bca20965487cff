"""What a search found in documents: passages with the words that were looked for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from app.core.document_values import FoundPassage, Passage
from app.core.documents.excerpts import excerpt, without_marks
from app.ui.documents.document_words import place_of
from app.ui.documents.rows import AROUND, LINE, MIDDLE, paint_card
from app.ui.sidebar.chats import Index
from app.ui.sidebar.delegate import marked
from app.ui.theme import colors, font, qcolor, theme

PASSAGE = Qt.ItemDataRole.UserRole + 1
EXCERPT = Qt.ItemDataRole.UserRole + 2
SIDES = 14  # px beside the words


class PassageModel(QAbstractListModel):
    """The passages that go with what was looked for, best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.passages: list[Passage] = []
        self._excerpts: list[tuple[str, tuple[tuple[int, int], ...]]] = []

    def show(self, question: str, found: Sequence[FoundPassage], code: Collection[str] = ()) -> None:
        """``code``: ids of documents that are code, which is shown as it is."""
        self.beginResetModel()
        self.passages = [one.passage for one in found]
        texts = (one.text if one.document in code else without_marks(one.text) for one in self.passages)
        self._excerpts = [excerpt(text, question) for text in texts]
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.passages)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        passage = self.passages[index.row()]
        if role == PASSAGE:
            return passage
        if role == EXCERPT:
            return self._excerpts[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return passage.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (passage.name, place_of(passage), self._excerpts[index.row()][0]) if part)
        return None


class PassageRows(QStyledItemDelegate):
    """The document, the place in it, and two lines of the passage."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, 20 + 2 * LINE + 2 * AROUND + 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        scheme, kinds = colors(), theme().tokens.type
        passage: Passage = index.data(PASSAGE)
        text, spans = index.data(EXCERPT)
        painter.save()
        card = paint_card(painter, option)
        left, top, room = card.left() + SIDES, card.top() + AROUND, card.width() - 2 * SIDES
        painter.setFont(font(kinds.base, 500))
        painter.setPen(qcolor(scheme.text))
        where = place_of(passage)
        most = room * 0.6 if where else room
        name = painter.fontMetrics().elidedText(passage.name, Qt.TextElideMode.ElideMiddle, int(most))
        wide = painter.fontMetrics().horizontalAdvance(name) + 10
        painter.drawText(QRectF(left, top, wide, 20), MIDDLE, name)
        painter.setFont(font(kinds.tiny))
        painter.setPen(qcolor(scheme.dim))
        shown = painter.fontMetrics().elidedText(where, Qt.TextElideMode.ElideRight, int(room - wide))
        painter.drawText(QRectF(left + wide, top, room - wide, 20), MIDDLE, shown)
        place = QRectF(left, top + 20, room, 2 * LINE)
        marked(painter, place, text, spans, font(kinds.tiny), scheme.dim, 2)
        painter.restore()
