"""The two lists of the sidebar: chats with folders, and what a search found. Both are driven by keys alone, too."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QItemSelectionModel, QModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.core.chat_values import Chat, ChatGroup
from app.core.found import SearchHit, SearchPlaces
from app.ui.sidebar.chats import ROW, ChatModel, ChatRow, FolderRow, Index, dragged, key_of
from app.ui.sidebar.delegate import RowDelegate, number_place
from app.ui.sidebar.drag import BESIDE, picture
from app.ui.sidebar.found import FoundModel, FoundRow, PlaceRow
from app.ui.widgets.escape import keeps_escape

translate = QCoreApplication.translate

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
MANY = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class _List(QListView):
    def __init__(self, name: str, delegate: RowDelegate, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setItemDelegate(delegate)
        self.setMouseTracking(True)
        self.setUniformItemSizes(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)

    @property
    def takes_escape(self) -> bool:
        """Whether Escape does something in this list."""
        return False

    def event(self, event: QEvent) -> bool:
        asked = event.type() == QEvent.Type.ShortcutOverride and self.takes_escape
        return (asked and keeps_escape(event)) or super().event(event)


class ChatListView(_List):
    """Arrows move, Enter opens, F2 renames, Ctrl+Delete throws away, the menu key shows what else there is.

    Ctrl and Shift choose several, by mouse and by keys; Ctrl+A chooses all. No single key deletes.
    """

    opened = Signal(object)
    folder_toggled = Signal(object)
    trash_asked = Signal(object)
    rename_asked = Signal(object)
    folder_rename_asked = Signal(object)
    menu_asked = Signal(object, QPoint)
    moved = Signal(object, str)
    chosen_changed = Signal()

    def __init__(self, delegate: RowDelegate, parent: QWidget | None = None) -> None:
        super().__init__(translate("Sidebar", "Chats"), delegate, parent)
        self._delegate = delegate
        self._thrown: set[str] = set()  # ids of chats that go to the trash by keys
        self._open_goes = False  # the open chat is one of them: the empty one in its place takes the keyboard
        self.rows = ChatModel(self)
        self.setModel(self.rows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDropIndicatorShown(False)
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen_changed.emit())

    # what it shows -----------------------------------------------------------

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Paint rows that have other figures. The list of Qt lays out all rows; these are as high as they were."""
        QAbstractItemView.dataChanged(self, first, last, roles)

    def set_groups(self, groups: Sequence[ChatGroup]) -> None:
        """Show ``groups``; what is chosen, and the place, stay. Where keys threw that away, they go on below it."""
        order = [chat.id for chat in self.rows.chats()]
        keys = {key_of(index.data(ROW)) for index in self.selectionModel().selectedIndexes()}
        current = self.currentIndex()
        key = key_of(current.data(ROW)) if current.isValid() else ""
        place = self.verticalScrollBar().value()
        if not self.rows.set_groups(groups):
            return
        model = self.selectionModel()
        row = self.rows.row_of(key) if key else -1
        if row >= 0:
            model.setCurrentIndex(self.rows.index(row), QItemSelectionModel.SelectionFlag.NoUpdate)
        for chosen in keys - {""}:
            row = self.rows.row_of(chosen)
            if row >= 0:
                model.select(self.rows.index(row), QItemSelectionModel.SelectionFlag.Select)
        self.verticalScrollBar().setValue(place)
        if key in self._thrown and self.rows.row_of(key) < 0 and (self._open_goes or self.hasFocus()):
            at = order.index(key)
            self.setFocus()
            self.choose(next((one for one in (*order[at:], *order[at::-1]) if self.rows.row_of(one) >= 0), ""))
        self._thrown = {one for one in self._thrown if self.rows.row_of(one) >= 0}
        self.chosen_changed.emit()

    def choose(self, key: str) -> None:
        """Make the chat (or folder) ``key`` the only one chosen; if it is not shown, none is."""
        row = self.rows.row_of(key) if key else -1
        if row < 0:
            self.clearSelection()
        else:
            self.selectionModel().setCurrentIndex(
                self.rows.index(row), QItemSelectionModel.SelectionFlag.ClearAndSelect
            )

    def chosen(self) -> list[Chat]:
        """The chats that are chosen, in the order they are shown."""
        rows = [index.data(ROW) for index in sorted(self.selectionModel().selectedIndexes())]
        return [row.chat for row in rows if isinstance(row, ChatRow)]

    def row_at(self, index: Index) -> ChatRow | FolderRow | None:
        row = index.data(ROW) if index.isValid() else None
        return row if isinstance(row, (ChatRow, FolderRow)) else None

    # mouse and keys ------------------------------------------------------------

    @property
    def takes_escape(self) -> bool:
        return len(self.chosen()) > 1

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        row = self.row_at(self.indexAt(event.position().toPoint()))
        if event.button() == Qt.MouseButton.LeftButton and not event.modifiers() & MANY:
            self._activate(row)

    def _activate(self, row: ChatRow | FolderRow | None) -> None:
        if isinstance(row, ChatRow):
            self.opened.emit(row.chat)
        elif isinstance(row, FolderRow):
            self.folder_toggled.emit(row.folder)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.row_at(self.currentIndex())
        key, many = event.key(), bool(event.modifiers() & MANY)
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        folder = row.folder if isinstance(row, FolderRow) else None
        if key in ENTER or (key == Qt.Key.Key_Space and not many):
            self._activate(row)
        elif folder is not None and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            if folder.collapsed == (key == Qt.Key.Key_Right):
                self.folder_toggled.emit(folder)
        elif isinstance(row, ChatRow) and row.inside and key == Qt.Key.Key_Left:
            self.choose(row.chat.folder)
        elif control and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            chats = self.chosen()
            if chats:
                self._thrown = {chat.id for chat in chats}
                self._open_goes = self._delegate.open_id in self._thrown
                self.trash_asked.emit(chats)
        elif key == Qt.Key.Key_F2 and row is not None:
            if folder is not None:
                self.folder_rename_asked.emit(folder)
            elif isinstance(row, ChatRow):
                self.rename_asked.emit(row.chat)
        elif key == Qt.Key.Key_Escape and self.takes_escape:
            self.clearSelection()
            self.choose(key_of(row) if row is not None else "")
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        row = self.row_at(index)
        if row is None:
            return
        if not self.selectionModel().isSelected(index):
            self.choose(key_of(row))
        place = self.visualRect(index).center() if by_key else event.pos()
        self.menu_asked.emit(row, self.viewport().mapToGlobal(place))

    # dragging chats into folders -------------------------------------------------

    def startDrag(self, supported: Qt.DropAction) -> None:
        """Drag the chats that are chosen, with a picture that leaves free what they are dropped on."""
        chats = self.chosen()
        if not chats:
            return
        drag = QDrag(self)
        drag.setMimeData(self.rows.mimeData(sorted(self.selectionModel().selectedIndexes())))
        drag.setPixmap(picture(chats, self.devicePixelRatioF()))
        drag.setHotSpot(BESIDE)
        drag.exec(supported, Qt.DropAction.CopyAction)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Chats are taken here; files and text go on to the window."""
        if dragged(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        folder = self.rows.folder_at(self.indexAt(event.position().toPoint()))
        if not dragged(event.mimeData()) or folder is None:
            event.ignore()
            folder = None
        else:
            event.acceptProposedAction()
        self._drop_on(folder)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._drop_on(None)

    def dropEvent(self, event: QDropEvent) -> None:
        ids = dragged(event.mimeData())
        folder = self.rows.folder_at(self.indexAt(event.position().toPoint()))
        self._drop_on(None)
        if not ids or folder is None:
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)  # nothing is taken out of the model by the view
        event.accept()
        self.moved.emit(ids, folder)

    def _drop_on(self, folder: str | None) -> None:
        if folder != self._delegate.drop_on:
            self._delegate.drop_on = folder
            self.viewport().update()


class FoundView(_List):
    """``opened(SearchHit)``: by Enter or a click. ``left``: the arrow up on the first row, or Escape.

    ``places_asked(str)``: the places of a chat are to be shown and are not known. The arrows right and left, or a click
    on their number, show and hide them.
    """

    opened = Signal(object)
    left = Signal()
    places_asked = Signal(str)

    def __init__(self, delegate: RowDelegate, parent: QWidget | None = None) -> None:
        super().__init__(translate("Sidebar", "Search results"), delegate, parent)
        self._on_number = False
        self.rows = FoundModel(self)
        self.setModel(self.rows)
        self.clicked.connect(self._clicked)

    @property
    def takes_escape(self) -> bool:
        return True

    def show_found(self, found: Sequence[SearchHit], again: bool = False) -> None:
        """Show what was found, ``again`` by the same search; what is chosen stays where it is still there."""
        row = self.currentIndex().data(ROW)
        if self.rows.show(found, again):
            self._choose_like(row)

    def show_places(self, places: SearchPlaces) -> None:
        """Show how many places a chat has, and the places if it is opened."""
        row = self.currentIndex().data(ROW)
        self.rows.show_places(places)
        if self.currentIndex().data(ROW) != row:
            self._choose_like(row)

    def _choose_like(self, row: FoundRow | PlaceRow | None) -> None:
        self.setCurrentIndex(self.rows.index(max(0, self.rows.row_like(row) if row is not None else 0)))

    def open_row(self, index: QModelIndex) -> None:
        row = index.data(ROW) if index.isValid() else None
        if isinstance(row, (FoundRow, PlaceRow)):
            self.opened.emit(row.hit)

    def open_places(self, index: QModelIndex, opened: bool) -> bool:
        """Show or hide the places of the chat that a row is of; whether anything changed."""
        row = index.data(ROW) if index.isValid() else None
        if not isinstance(row, (FoundRow, PlaceRow)):
            return False
        chat = row.hit.chat.id
        if not self.rows.set_opened(chat, opened):
            return False
        if opened and not self.rows.knows(chat):
            self.places_asked.emit(chat)
        self.setCurrentIndex(self.rows.index(self.rows.row_of(chat)))
        return True

    def step(self, by: int) -> None:
        """Choose the next or the previous row."""
        last = self.rows.rowCount() - 1
        if last >= 0:
            self.setCurrentIndex(self.rows.index(max(0, min(last, self.currentIndex().row() + by))))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        index = self.indexAt(place)
        row = index.data(ROW) if index.isValid() else None
        self._on_number = isinstance(row, FoundRow) and number_place(QRectF(self.visualRect(index))).contains(place)
        super().mousePressEvent(event)

    def _clicked(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if self._on_number and isinstance(row, FoundRow) and row.places > 1:
            self.open_places(index, not row.opened)
        else:
            self.open_row(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (*ENTER, Qt.Key.Key_Space):
            self.open_row(self.currentIndex())
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self.open_places(self.currentIndex(), key == Qt.Key.Key_Right)
        elif key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and self.currentIndex().row() <= 0):
            self.left.emit()
        else:
            super().keyPressEvent(event)
