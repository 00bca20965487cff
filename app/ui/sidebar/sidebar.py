"""New chat, search, the chats by day, and the doors to library and settings."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QInputDialog,
    QLineEdit,
    QListView,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from app.core.types import Chat, ChatGroup
from app.ui.sidebar.chats import CHAT, ChatDelegate, ChatModel
from app.ui.theme import colors, font, icon, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.labels import dim

SEARCH_MS = 150


class ChatListView(QListView):
    """Arrow keys move, Enter opens, Delete deletes, F2 renames."""

    opened = Signal(object)
    delete_asked = Signal(object)
    rename_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Chats")
        self.setMouseTracking(True)
        self.setUniformItemSizes(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.clicked.connect(self._open)

    def chat_at(self, index: QModelIndex) -> Chat | None:
        chat = index.data(CHAT) if index.isValid() else None
        return chat if isinstance(chat, Chat) else None

    def _open(self, index: QModelIndex) -> None:
        chat = self.chat_at(index)
        if chat is not None:
            self.opened.emit(chat)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        chat = self.chat_at(self.currentIndex())
        key = event.key()
        if chat is not None and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened.emit(chat)
        elif chat is not None and key == Qt.Key.Key_Delete:
            self.delete_asked.emit(chat)
        elif chat is not None and key == Qt.Key.Key_F2:
            self.rename_asked.emit(chat)
        else:
            super().keyPressEvent(event)


class Sidebar(QWidget):
    """Signals say what the person asked for; ``set_groups`` and ``set_open`` say what to show."""

    new_chat = Signal()
    open_chat = Signal(str)
    search = Signal(str)
    rename = Signal(str, str)
    pin = Signal(str, bool)
    delete = Signal(str)
    show_library = Signal()
    show_settings = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(theme().tokens.size.sidebar)
        self.new_button = TextButton("New chat", "accent", "square-pen")
        self.new_button.setToolTip("New chat (Ctrl+N)")
        self.new_button.setFixedHeight(34)
        self.search_field = QLineEdit()
        self.search_field.setProperty("kind", "search")
        self.search_field.setPlaceholderText("Search chats   Ctrl+K")
        self.search_field.setAccessibleName("Search chats")
        self.search_field.setClearButtonEnabled(True)
        self.search_field.setAcceptDrops(False)
        self._search_icon = QAction(self)
        self.search_field.addAction(self._search_icon, QLineEdit.ActionPosition.LeadingPosition)
        self._search_timer = QTimer(self)
        self._search_timer.setSingleShot(True)
        self._search_timer.setInterval(SEARCH_MS)
        self._search_timer.timeout.connect(lambda: self.search.emit(self.search_field.text()))
        self.search_field.textChanged.connect(lambda _: self._search_timer.start())
        self.model = ChatModel(self)
        self.list = ChatListView()
        self.delegate = ChatDelegate(self)
        self.list.setModel(self.model)
        self.list.setItemDelegate(self.delegate)
        self.list.opened.connect(lambda chat: self.open_chat.emit(chat.id))
        self.list.delete_asked.connect(lambda chat: self.delete.emit(chat.id))
        self.list.rename_asked.connect(self.ask_rename)
        self.list.customContextMenuRequested.connect(self._menu_at)
        self._empty = dim("", "faint", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._lay_out()
        theme().changed.connect(self._restyle)
        self._restyle()
        self.set_groups(())

    def _lay_out(self) -> None:
        library = IconButton("library", "Model library", size=18, box=34)
        settings = IconButton("settings", "Settings (Ctrl+,)", size=18, box=34)
        library.clicked.connect(self.show_library)
        settings.clicked.connect(self.show_settings)
        self.new_button.clicked.connect(self.new_chat)
        private = self._network = dim("Offline · private", "faint")
        private.setFont(font(theme().tokens.type.small))
        private.setToolTip(
            "Nothing leaves this computer: the model runs here, and nothing is fetched unless you search the hub or "
            "download a model."
        )
        top = QVBoxLayout()
        top.setContentsMargins(14, 14, 14, 6)
        top.setSpacing(7)
        top.addWidget(self.new_button)
        top.addWidget(self.search_field)
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 8, 16, 10)
        foot.setSpacing(2)
        foot.addWidget(library)
        foot.addWidget(settings)
        foot.addStretch(1)
        foot.addWidget(private)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self._empty)
        column.addWidget(self.list, 1)
        column.addLayout(foot)

    # what it shows -----------------------------------------------------------

    def show_network(self, active: bool) -> None:
        """Say when something is fetched from the network, and when nothing is."""
        self._network.setText("Using the network" if active else "Offline · private")
        self._network.setProperty("role", "warn" if active else "faint")
        self._network.style().polish(self._network)

    def set_groups(self, groups: Sequence[ChatGroup]) -> None:
        self.model.set_groups(groups)
        none = not self.model.chats()
        self._empty.setVisible(none)
        self._empty.setContentsMargins(24, 24, 24, 0)
        searching = bool(self.search_field.text().strip())
        self._empty.setText("Nothing found." if searching else "No chats yet.\nWhat you write appears here.")
        self._mark()

    def set_open(self, chat_id: str) -> None:
        self.delegate.open_id = chat_id
        self._mark()

    def _mark(self) -> None:
        row = self.model.row_of(self.delegate.open_id)
        if row >= 0:
            self.list.selectionModel().setCurrentIndex(
                self.model.index(row), QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
        self.list.viewport().update()

    def _restyle(self) -> None:
        self._search_icon.setIcon(icon("search", colors().faint, 16))
        self.list.viewport().update()

    # the menu of a chat ------------------------------------------------------

    def _menu_at(self, place: QPoint) -> None:
        chat = self.list.chat_at(self.list.indexAt(place))
        if chat is not None:
            menu = self.menu_for(chat)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.list.viewport().mapToGlobal(place))

    def menu_for(self, chat: Chat) -> QMenu:
        """Rename, pin, delete."""
        scheme = colors()
        menu = QMenu(self)
        menu.addAction(icon("pencil", scheme.dim, 16), "Rename…", lambda: self.ask_rename(chat))
        name, word = ("pin-off", "Unpin") if chat.pinned else ("pin", "Pin")
        menu.addAction(icon(name, scheme.dim, 16), word, lambda: self.pin.emit(chat.id, not chat.pinned))
        menu.addSeparator()
        menu.addAction(icon("trash-2", scheme.error, 16), "Delete", lambda: self.delete.emit(chat.id))
        return menu

    def ask_rename(self, chat: Chat) -> None:
        """Ask for another title."""
        title, fine = QInputDialog.getText(self, "Rename chat", "Title", QLineEdit.EchoMode.Normal, chat.title)
        if fine and title.strip():
            self.rename.emit(chat.id, title.strip())
