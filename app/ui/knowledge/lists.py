"""Entities and facts as lists: all that the picture shows, for those who don't see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from app.core.knowledge.values import Entity, Relation
from app.ui.documents.rows import AROUND, LINE, MIDDLE, paint_card
from app.ui.knowledge.knowledge_words import ICONS, about, fact_words, source_place
from app.ui.numbers import quoted
from app.ui.sidebar.chats import Index
from app.ui.sidebar.delegate import marked
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.tips import plain

translate = QCoreApplication.translate

ENTITY = Qt.ItemDataRole.UserRole + 1
FACT = Qt.ItemDataRole.UserRole + 2
NAMES = Qt.ItemDataRole.UserRole + 3
SIDES = 14  # px beside the words


class EntityModel(QAbstractListModel):
    """Entities that a search found, or those named most often."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entities: list[Entity] = []

    def show(self, entities: Sequence[Entity]) -> None:
        self.beginResetModel()
        self.entities = list(entities)
        self.endResetModel()

    def row_of(self, entity: int) -> int:
        """-1: it is not there."""
        return next((row for row, one in enumerate(self.entities) if one.id == entity), -1)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.entities)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entity = self.entities[index.row()]
        if role == ENTITY:
            return entity
        if role == Qt.ItemDataRole.DisplayRole:
            return entity.name
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            words = f"{entity.name}, {about(entity)}"
            return plain(words) if role == Qt.ItemDataRole.ToolTipRole else words
        return None


class FactModel(QAbstractListModel):
    """The facts of an entity, those that stand in most places first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.facts: list[Relation] = []
        self.names: Mapping[int, str] = {}

    def show(self, facts: Sequence[Relation], names: Mapping[int, str]) -> None:
        self.beginResetModel()
        self.facts, self.names = list(facts), dict(names)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.facts)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        fact = self.facts[index.row()]
        if role == FACT:
            return fact
        if role == NAMES:
            return self.names
        if role == Qt.ItemDataRole.DisplayRole:
            return fact_words(fact, self.names)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            places = "\n".join(f"{source_place(one)}\n{quoted(one.quote)}" for one in fact.sources[:3])
            words = f"{fact_words(fact, self.names)}\n{places}".strip()
            return plain(words) if role == Qt.ItemDataRole.ToolTipRole else words
        return None


class EntityRows(QStyledItemDelegate):
    """A name, and below it what it is."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, 20 + LINE + 2 * AROUND + 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        scheme, kinds = colors(), theme().tokens.type
        entity: Entity = index.data(ENTITY)
        painter.save()
        card = paint_card(painter, option)
        picture = icon_pixmap(ICONS[entity.kind], scheme.dim, 18, painter.device().devicePixelRatioF())
        painter.drawPixmap(int(card.left()) + 14, int(card.top()) + AROUND + 1, picture)
        left, top, room = card.left() + 44, card.top() + AROUND, int(card.width()) - 60
        for words, points, weight, tint, high in (
            (entity.name, kinds.base, 500, scheme.text, 20),
            (about(entity), kinds.tiny, 400, scheme.dim, LINE),
        ):
            painter.setFont(font(points, weight))
            painter.setPen(qcolor(tint))
            shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRectF(left, top, room + 2, high), MIDDLE, shown)
            top += high
        painter.restore()


class FactRows(QStyledItemDelegate):
    """A fact, where it stands, and the sentence there."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, 20 + 2 * LINE + 2 * AROUND + 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        scheme, kinds = colors(), theme().tokens.type
        fact: Relation = index.data(FACT)
        painter.save()
        card = paint_card(painter, option)
        left, top, room = card.left() + SIDES, card.top() + AROUND, card.width() - 2 * SIDES
        place = source_place(fact.sources[0]) if fact.sources else ""
        if len(fact.sources) > 1:
            more = translate("Knowledge", "%Ln more place(s)", "", len(fact.sources) - 1)
            place = f"{place} · {more}"
        painter.setFont(font(kinds.base, 500))
        painter.setPen(qcolor(scheme.text))
        words = painter.fontMetrics().elidedText(
            fact_words(fact, index.data(NAMES)), Qt.TextElideMode.ElideRight, int(room)
        )
        painter.drawText(QRectF(left, top, room, 20), MIDDLE, words)
        painter.setFont(font(kinds.tiny))
        painter.setPen(qcolor(scheme.dim))
        shown = painter.fontMetrics().elidedText(place, Qt.TextElideMode.ElideRight, int(room))
        painter.drawText(QRectF(left, top + 20, room, LINE), MIDDLE, shown)
        quote = " ".join(fact.sources[0].quote.split()) if fact.sources else ""
        if quote:
            below = QRectF(left, top + 20 + LINE, room, LINE)
            marked(painter, below, quoted(quote), (), font(kinds.tiny), scheme.dim, 1)
        painter.restore()
