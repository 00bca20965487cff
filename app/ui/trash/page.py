"""Chats that were thrown away: they lie here for a while, can be taken back, or deleted for good."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.core.chat_values import Chat
from app.services.left_behind import TRASH_DAYS
from app.ui.numbers import count
from app.ui.sidebar.chats import Index, name_shortened, second_line
from app.ui.theme import colors, font, icon, qcolor, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.empty_page import EmptyPage
from app.ui.widgets.keeping import show_keeping
from app.ui.widgets.keys import in_menu
from app.ui.widgets.labels import dim
from app.ui.widgets.page import Page

translate = QCoreApplication.translate

DAY = 86400
CHAT = Qt.ItemDataRole.UserRole + 1
MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def time_left(chat: Chat, now: float) -> str:
    """ "29 days left"."""
    days = max(0, round(((chat.trashed_at or now) + TRASH_DAYS * DAY - now) / DAY))
    return translate("Trash", "%Ln day(s) left", "", days) if days else translate("Trash", "expires today")


class TrashModel(QAbstractListModel):
    """The chats in the trash."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.chats: Sequence[Chat] = ()

    def show(self, chats: Sequence[Chat]) -> None:
        self.beginResetModel()
        self.chats = chats
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.chats)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        chat = self.chats[index.row()]
        if role == CHAT:
            return chat
        if role == Qt.ItemDataRole.DisplayRole:
            return chat.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{chat.title}, {time_left(chat, time.time())}"
        return None


class _Rows(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, theme().tokens.size.row + 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        scheme, kinds = colors(), theme().tokens.type
        chat: Chat = index.data(CHAT)
        state = option.state  # type: ignore[attr-defined]
        card = QRectF(option.rect).adjusted(1, 2, -1, -2)  # type: ignore[attr-defined]
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(scheme.accent if chosen else scheme.line), 1))
        hover = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.setBrush(qcolor(scheme.hover if hover and not chosen else scheme.card))
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        if chosen:
            painter.setBrush(qcolor(scheme.accent, 0.10))
            painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.setFont(font(kinds.small))
        left = time_left(chat, time.time())
        wide = painter.fontMetrics().horizontalAdvance(left)
        painter.setPen(qcolor(scheme.dim))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(card.adjusted(0, 0, -16, 0), right, left)
        room = int(card.width() - wide - 56)
        painter.setPen(qcolor(scheme.text))
        painter.setFont(font(kinds.base, 500))
        title = painter.fontMetrics().elidedText(
            chat.title or translate("Trash", "Chat"), Qt.TextElideMode.ElideRight, room
        )
        painter.drawText(QRectF(card.left() + 16, card.top() + 6, room, 20), MIDDLE, title)
        painter.setPen(qcolor(scheme.dim))
        painter.setFont(font(kinds.tiny))
        line = name_shortened(second_line(chat), painter.fontMetrics(), room)
        painter.drawText(QRectF(card.left() + 16, card.top() + 26, room, 18), MIDDLE, line)
        painter.restore()


class _View(QListView):
    """``restore_asked()`` and ``delete_asked()``: of the chosen rows, by a key or from their menu."""

    restore_asked = Signal()
    delete_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(translate("Trash", "Chats in trash"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setItemDelegate(_Rows(self))
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.restore_asked.emit()
        elif control and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_asked.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if not index.isValid():
            return
        if not self.selectionModel().isSelected(index):
            self.setCurrentIndex(index)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        scheme = colors()
        restore = in_menu(translate("Trash", "Restore"), "Return")
        delete = in_menu(translate("Trash", "Delete permanently…"), "Ctrl+Del")
        menu.addAction(icon("archive-restore", scheme.dim, 16), restore, self.restore_asked.emit)
        menu.addAction(icon("trash-2", scheme.error, 16), delete, self.delete_asked.emit)
        menu.popup(self.viewport().mapToGlobal(self.visualRect(index).center() if by_key else event.pos()))


class TrashPage(Page):
    """``restore(ids)`` and ``delete_asked(ids)``: for the chats chosen, or for all when none is."""

    restore = Signal(object)
    delete_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(translate("Trash", "Trash"), parent)
        self.model = TrashModel(self)
        self.list = _View()
        self.list.setModel(self.model)
        self.hint = dim(
            translate(
                "Trash",
                "Longthread keeps chats here for %Ln day(s), then deletes them permanently.",
                "",
                TRASH_DAYS,
            ),
            "dim",
            wrap=True,
        )
        self.restore_button = TextButton(translate("Trash", "Restore"), "", "archive-restore")
        self.delete_button = TextButton(translate("Trash", "Delete permanently…"), "", "trash-2")
        self.restore_button.clicked.connect(self._restore)
        self.delete_button.clicked.connect(self._delete)
        self.list.restore_asked.connect(self._restore_chosen)
        self.list.delete_asked.connect(self._delete_chosen)
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._refresh())
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.restore_button)
        buttons.addWidget(self.delete_button)
        buttons.addStretch(1)
        self.body.addWidget(self.hint)
        self.body.addLayout(buttons)
        self.body.addWidget(self.list, 1)
        self.empty = self._make_empty()
        self.body.addWidget(self.empty, 1)
        theme().changed.connect(self._restyle)
        self._restyle()
        self.show_chats(())

    def _make_empty(self) -> EmptyPage:
        text = translate("Trash", "You can restore a chat for %Ln day(s) after moving it to the trash.", "", TRASH_DAYS)
        return EmptyPage("trash-2", translate("Trash", "The trash is empty"), text)

    def _restyle(self) -> None:
        self.empty.restyle()
        self.list.viewport().update()

    def show_chats(self, chats: Sequence[Chat]) -> None:
        """What lies in the trash; what is chosen stays. Where keys took that away, they go on with the next."""
        at = self.list.currentIndex().row()
        show_keeping(self.list, CHAT, partial(self.model.show, chats))
        if at >= 0 and chats and self.list.hasFocus() and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(min(at, len(chats) - 1)))
        self._refresh()

    def chosen(self) -> list[str]:
        """Ids of the chats chosen, in their order."""
        return [index.data(CHAT).id for index in sorted(self.list.selectionModel().selectedIndexes())]

    def _refresh(self) -> None:
        some, chosen = bool(self.model.chats), len(self.chosen())
        self.empty.setVisible(not some)
        for part in (self.hint, self.list, self.restore_button, self.delete_button):
            part.setVisible(some)
        if chosen > 1:
            restore = translate("Trash", "Restore {number}").format(number=count(chosen))
            delete = translate("Trash", "Delete {number} permanently…").format(number=count(chosen))
        elif chosen:
            restore, delete = translate("Trash", "Restore"), translate("Trash", "Delete permanently…")
        else:
            restore, delete = translate("Trash", "Restore all"), translate("Trash", "Empty trash…")
        self.restore_button.set_text(restore)
        self.delete_button.set_text(delete)

    def _ids(self) -> list[str]:
        return self.chosen() or [chat.id for chat in self.model.chats]

    def _restore(self) -> None:
        self.restore.emit(self._ids())

    def _delete(self) -> None:
        self.delete_asked.emit(self._ids())

    def _restore_chosen(self) -> None:
        if self.chosen():
            self.restore.emit(self.chosen())

    def _delete_chosen(self) -> None:
        if self.chosen():
            self.delete_asked.emit(self.chosen())
