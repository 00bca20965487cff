"""A list that opens above the composer while something is typed: keys act on it, the editor keeps the focus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QListView, QPlainTextEdit, QStyle, QStyledItemDelegate, QVBoxLayout, QWidget
from PySide6.QtWidgets import QStyleOptionViewItem as Option

from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.paint import paint_panel

WIDTH, ROW, MOST = 460, 46, 6  # px, px, rows in sight
GAP = 6  # px between the list and the composer
OFFER = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Offer:
    """A row: ``key`` says which it is, ``title`` stands above the beginning of ``detail``."""

    key: str
    title: str
    detail: str


class OfferModel(QAbstractListModel):
    """What can be chosen."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.offers: list[Offer] = []

    def show(self, offers: Sequence[Offer]) -> None:
        self.beginResetModel()
        self.offers = list(offers)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.offers)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        offer = self.offers[index.row()]
        if role == OFFER:
            return offer
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{offer.title}: {offer.detail}"
        return None


class OfferRows(QStyledItemDelegate):
    """A title, and a line of detail below."""

    def sizeHint(self, option: Option, index: Index) -> QSize:
        return QSize(100, ROW)

    def paint(self, painter: QPainter, option: Option, index: Index) -> None:
        scheme, kinds = colors(), theme().tokens.type
        offer: Offer = index.data(OFFER)
        card = QRectF(option.rect).adjusted(6, 1, -6, -1)  # type: ignore[attr-defined]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:  # type: ignore[attr-defined]
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(scheme.accent, 0.16))
            painter.drawRoundedRect(card, 7, 7)
        room = int(card.width()) - 20
        for words, size, weight, color, top in (
            (offer.title, kinds.base, 600, scheme.text, 4),
            (" ".join(offer.detail.split()), kinds.small, 400, scheme.dim, 22),
        ):
            painter.setFont(font(size, weight))
            painter.setPen(qcolor(color))
            shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room)
            place = QRectF(card.left() + 10, card.top() + top, room + 4, 18)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.restore()


class OfferMenu(QWidget):
    """Lies over the window, above the composer, while ``_found`` has something to offer.

    Signals: ``manage()``: the person wants to change what is offered.
    """

    manage = Signal()

    def __init__(self, editor: QPlainTextEdit, composer: QWidget, name: str, manage: str, icon: str) -> None:
        """``name``: of the list; ``manage``: on the button at its foot, with ``icon``."""
        super().__init__(composer)
        self._editor, self._composer = editor, composer
        self._left = ""  # the text at which the person closed it
        self.model = OfferModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(OfferRows(self))
        self.list.setAccessibleName(name)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.entered.connect(self.list.setCurrentIndex)
        self.list.clicked.connect(lambda index: self._take(index.row()))
        self.button = TextButton(manage, "link", icon)
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button.clicked.connect(self._manage)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 6, 1, 6)
        column.setSpacing(4)
        column.addWidget(self.list)
        foot = QHBoxLayout()
        foot.setContentsMargins(10, 0, 10, 0)
        foot.addWidget(self.button)
        foot.addStretch(1)
        column.addLayout(foot)
        self.hide()
        editor.textChanged.connect(self._look)
        editor.cursorPositionChanged.connect(self._look)
        editor.installEventFilter(self)
        composer.installEventFilter(self)
        theme().changed.connect(self.update)

    def _before(self) -> str:
        """The text before the cursor, as far as it decides what is offered; "": nothing."""
        raise NotImplementedError

    def _found(self, before: str) -> Sequence[Offer] | None:
        """What is offered there; None: nothing is to be shown."""
        raise NotImplementedError

    def _choose(self, offer: Offer) -> None:
        """One of them was chosen."""
        raise NotImplementedError

    def _look(self) -> None:
        before = self._before()
        if before != self._left:
            self._left = ""
        found = self._found(before) if before and not self._left and self._editor.hasFocus() else None
        if found is None:
            self.hide()
            return
        if list(found) != self.model.offers:
            self.model.show(found)
            self.list.setCurrentIndex(self.model.index(0))
        self._place()
        self.show()
        self.raise_()

    def _place(self) -> None:
        """Above the composer, as wide as there is room."""
        window = self._composer.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        rows = min(MOST, len(self.model.offers))
        self.list.setFixedHeight(rows * ROW)
        self.list.setVisible(rows > 0)
        corner = self._composer.mapTo(window, QPoint(0, 0))
        high = self.sizeHint().height()
        wide = min(WIDTH, self._composer.width())
        self.setGeometry(corner.x(), max(0, corner.y() - high - GAP), wide, high)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._composer:
            if not self.isHidden() and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
                self._place()
            return False
        if self.isHidden():
            return False
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        elif isinstance(event, QKeyEvent):
            ours = self._is_ours(event)
            if event.type() == QEvent.Type.ShortcutOverride and ours:
                event.accept()  # else a shortcut of the window would take the key
                return True
            if event.type() == QEvent.Type.KeyPress and ours:
                self._press(event)
                return True
        return False

    def _is_ours(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        keys = Qt.Key
        if event.key() == keys.Key_Escape:
            return True
        taking = (keys.Key_Up, keys.Key_Down, keys.Key_Return, keys.Key_Enter, keys.Key_Tab)
        return event.key() in taking and bool(self.model.offers)

    def _press(self, event: QKeyEvent) -> None:
        row, rows = self.list.currentIndex().row(), len(self.model.offers)
        match event.key():
            case Qt.Key.Key_Escape:
                self._left = self._before()
                self.hide()
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self.list.setCurrentIndex(self.model.index((row + step) % rows))
            case _:
                self._take(row)

    def _take(self, row: int) -> None:
        offer = self.model.offers[row]
        self.hide()
        self._choose(offer)
        self._editor.setFocus()

    def _manage(self) -> None:
        self.hide()
        self.manage.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        paint_panel(painter, self.rect(), 10, qcolor(scheme.raised), qcolor(scheme.line_strong))
        painter.end()
