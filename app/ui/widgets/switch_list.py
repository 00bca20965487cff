"""A list of things that are each on or off. Only the rows in sight are painted, so that thousands cost nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import SWITCH, paint_switch
from app.ui.widgets.tips import plain

ROW = 28  # px
GAP = 10  # px between a switch and its name
MOST = 6.5  # rows in sight: of more, half a row shows that there are some
KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Select)

Index = QModelIndex | QPersistentModelIndex


class SwitchModel(QAbstractListModel):
    """Names by id, and which of them are on."""

    def __init__(self, names: Sequence[tuple[str, str]], on: Collection[str], parent: QObject) -> None:
        super().__init__(parent)
        self.names = list(names)
        self.on = {key for key, _ in names} & set(on)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.names)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag
        return flags.ItemIsEnabled | flags.ItemIsSelectable | flags.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        key, name = self.names[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return name
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(name)
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if key in self.on else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.CheckStateRole:
            return False
        key = self.names[index.row()][0]
        (self.on.add if Qt.CheckState(value) is Qt.CheckState.Checked else self.on.discard)(key)
        self.dataChanged.emit(index, index, [role])
        return True


class _Rows(QStyledItemDelegate):
    """A switch and a name; a click anywhere in the row turns it, and so does Space."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, ROW)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:  # fmt: skip
        clicked = (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and event.button() == Qt.MouseButton.LeftButton
        )
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in KEYS
        if not clicked and not pressed:
            return False
        if isinstance(event, QKeyEvent) and event.isAutoRepeat():
            return True  # held down, it turns the row once
        on = index.data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
        return model.setData(
            index, Qt.CheckState.Unchecked if on else Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole
        )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        place = QRectF(option.rect)  # type: ignore[attr-defined]
        focus = QStyle.StateFlag.State_HasFocus
        ring = bool(option.state & focus)  # type: ignore[attr-defined]
        on = index.data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
        painter.save()
        switch = QRectF(place.left(), place.top() + (ROW - SWITCH.height()) / 2, SWITCH.width(), SWITCH.height())
        paint_switch(painter, switch, on, float(on), ring)
        left = switch.right() + GAP
        painter.setFont(font(theme().tokens.type.base))
        painter.setPen(qcolor(colors().text))
        room = place.right() - left
        name = painter.fontMetrics().elidedText(index.data(), Qt.TextElideMode.ElideMiddle, int(room))
        painter.drawText(QRectF(left, place.top(), room, ROW), Qt.AlignmentFlag.AlignVCenter, name)
        painter.restore()


class SwitchList(QListView):
    """Arrows move, Space or a click turns a row on or off, and typing the beginning of a name goes there."""

    def __init__(
        self, label: str, names: Sequence[tuple[str, str]], on: Collection[str], parent: QWidget | None = None
    ) -> None:
        """``names``: id and name of each row; ``on``: ids of those that are on."""
        super().__init__(parent)
        self.rows = SwitchModel(names, on, self)
        self.setModel(self.rows)
        self.setItemDelegate(_Rows(self))
        self.setAccessibleName(label)
        self.setUniformItemSizes(True)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedHeight(round(min(len(names), MOST) * ROW))
        theme().changed.connect(self.viewport().update)

    @property
    def on(self) -> list[str]:
        """Ids of the rows that are on, in their order."""
        return [key for key, _ in self.rows.names if key in self.rows.on]

    def index_of(self, key: str) -> Index:
        """The row of an id (ValueError: there is none)."""
        return self.rows.index([one for one, _ in self.rows.names].index(key))
