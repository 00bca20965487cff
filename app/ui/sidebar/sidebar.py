"""New chat, search, the chats by folder and day, and the doors to library, settings and trash."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from app.core.chat_values import ChatGroup
from app.core.found import SearchHit, SearchPlaces
from app.ui.sidebar.bars import ChosenBar, TransferBar
from app.ui.sidebar.chats import ChatRow, FolderRow
from app.ui.sidebar.delegate import RowDelegate
from app.ui.sidebar.menus import Menus
from app.ui.sidebar.views import ENTER, ChatListView, FoundView
from app.ui.theme import theme
from app.ui.widgets.buttons import IconButton, TextButton, let_go
from app.ui.widgets.labels import dim
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

SEARCH_MS = 120
BOX = 26  # px of a button at the foot
TURN_MS = 60  # of the ring beside a chat in which a reply is written


class Sidebar(QWidget):
    """Signals say what the person asked for; ``set_groups``, ``set_found`` and ``set_open`` say what to show.

    What can be done with chats and folders is asked through ``menus`` (see :class:`Menus` for its signals).
    """

    new_chat = Signal()
    open_chat = Signal(str, str)  # id, and the message to bring into sight ("": none)
    hit_opened = Signal(str, str)  # before that: id of a message that the search found, and what to mark in its chat
    search = Signal(str)
    places_asked = Signal(str)  # in a chat that the search found
    collapse_folder = Signal(str, bool)
    show_library = Signal()
    show_documents = Signal()
    show_knowledge = Signal()
    show_settings = Signal()
    show_trash = Signal()
    show_activity = Signal()
    show_privacy = Signal()
    keyboard_left = Signal()  # the list that had it has nothing to show any more

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(theme().tokens.size.sidebar)
        self.new_button = TextButton(translate("Sidebar", "New chat"), "accent", "square-pen")
        self.new_button.setProperty("action", "new_chat")  # the window puts its keys into the tooltip
        self.new_button.setFixedHeight(34)
        self.search_field = SearchField(translate("Sidebar", "Search chats"))
        self.search_field.installEventFilter(self)
        self._search_timer = QTimer(self)
        self._search_timer.setSingleShot(True)
        self._search_timer.setInterval(SEARCH_MS)
        self._turning = QTimer(self)
        self._turning.setInterval(TURN_MS)
        self._turning.timeout.connect(self._turn)
        self._search_timer.timeout.connect(lambda: self.search.emit(self.search_field.text()))
        self.search_field.textChanged.connect(self._typed)
        self.delegate = RowDelegate(self)
        self.list = ChatListView(self.delegate)
        self.results = FoundView(self.delegate)
        self.menus = Menus(self)
        self.chosen_bar = ChosenBar()
        self.transfer_bar = TransferBar()
        self._empty = dim("", "faint", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._empty.setContentsMargins(24, 24, 24, 0)
        self.stack = QStackedWidget()
        for page in (self.list, self.results, self._empty):
            self.stack.addWidget(page)
        self._searched = ""
        self._lay_out()
        self._bind()
        theme().changed.connect(self._restyle)
        self._restyle()
        self._show_page()

    def _lay_out(self) -> None:
        library = IconButton("library", translate("Sidebar", "Model library"), size=18, box=BOX)
        documents = IconButton("files", translate("Sidebar", "Documents"), size=18, box=BOX)
        documents.clicked.connect(self.show_documents)
        knowledge = IconButton("waypoints", translate("Sidebar", "Knowledge"), size=18, box=BOX)
        knowledge.clicked.connect(self.show_knowledge)
        settings = IconButton("settings", translate("Sidebar", "Settings"), size=18, box=BOX)
        activity = IconButton("activity", translate("Sidebar", "Activity"), size=18, box=BOX)
        activity.clicked.connect(self.show_activity)
        trash = IconButton("trash-2", translate("Sidebar", "Trash"), size=18, box=BOX)
        self.more = IconButton("ellipsis", translate("Sidebar", "More: folders, import, export"), size=18, box=BOX)
        pairs = {
            "library": library, "documents": documents, "knowledge": knowledge, "settings": settings,
            "activity": activity, "trash": trash,
        }  # fmt: skip
        for action, button in (*pairs.items(), ("new_chat", self.new_button)):
            button.setProperty("action", action)  # the window puts its keys into the tooltip
        library.clicked.connect(self.show_library)
        settings.clicked.connect(self.show_settings)
        trash.clicked.connect(self.show_trash)
        self.more.clicked.connect(self._show_more)
        self.new_button.clicked.connect(self.new_chat)
        private = self._network = TextButton(translate("Sidebar", "Private"), "quiet")
        private.clicked.connect(self.show_privacy)
        set_tip(
            private,
            translate(
                "Sidebar",
                "Models run on this computer, unless you switch on “Use other computers”. Longthread uses the network "
                "only for what you ask it to do.",
            ),
        )
        top = QVBoxLayout()
        top.setContentsMargins(14, 14, 14, 6)
        top.setSpacing(7)
        top.addWidget(self.new_button)
        top.addWidget(self.search_field)
        foot = QHBoxLayout()
        foot.setContentsMargins(6, 8, 8, 10)
        foot.setSpacing(1)
        for button in (library, documents, knowledge, settings, activity, trash, self.more):
            foot.addWidget(button)
        foot.addStretch(1)
        foot.addWidget(private)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.stack, 1)
        column.addWidget(self.chosen_bar)
        column.addWidget(self.transfer_bar)
        column.addLayout(foot)

    def _bind(self) -> None:
        menus, chats = self.menus, self.list
        chats.opened.connect(lambda chat: self.open_chat.emit(chat.id, ""))
        chats.folder_toggled.connect(lambda folder: self.collapse_folder.emit(folder.id, not folder.collapsed))
        chats.trash_asked.connect(lambda rows: menus.trash.emit([chat.id for chat in rows]))
        chats.rename_asked.connect(menus.ask_rename)
        chats.folder_rename_asked.connect(menus.ask_rename_folder)
        chats.menu_asked.connect(self._menu)
        chats.moved.connect(menus.move)
        chats.chosen_changed.connect(self._chosen)
        self.results.opened.connect(self._open_hit)
        self.results.places_asked.connect(self.places_asked)
        self.results.left.connect(self.search_field.setFocus)
        bar = self.chosen_bar
        bar.cleared.connect(self._choose_open)
        bar.trash.connect(lambda: menus.trash.emit([chat.id for chat in chats.chosen()]))
        bar.more.connect(self._show_more_of_chosen)

    # what it shows -----------------------------------------------------------

    def show_network(self, active: bool) -> None:
        """Say when something is fetched from the network, and when nothing is."""
        self._network.set_text(translate("Sidebar", "Online") if active else translate("Sidebar", "Private"))
        self._network.setProperty("role", "warn" if active else "faint")
        self._network.style().polish(self._network)

    def set_groups(self, groups: Sequence[ChatGroup]) -> None:
        self.menus.folders = [group.folder for group in groups if group.folder is not None]
        fresh = not self.list.chosen()
        self.list.set_groups(groups)
        if fresh and not self.list.chosen():
            self.list.choose(self.delegate.open_id)
        self._show_page()

    def set_found(self, text: str, found: Sequence[SearchHit]) -> None:
        """What the search for ``text`` found ("": there is none)."""
        again, self._searched = text == self._searched, text
        self.results.show_found(found, again)
        self._show_page()

    def set_places(self, text: str, places: SearchPlaces) -> None:
        """All places of a chat that the search for ``text`` found."""
        if text == self._searched:
            self.results.show_places(places)

    def _open_hit(self, found: SearchHit) -> None:
        if found.message:
            self.hit_opened.emit(found.message, to_mark(self._searched, found))
        self.open_chat.emit(found.chat.id, found.message)

    def show_work(self, at_work: frozenset[str], unread: frozenset[str]) -> None:
        """Mark the chats in which a reply is written, and those with one that nobody has seen yet."""
        self.delegate.at_work, self.delegate.unread = at_work, unread
        self.list.rows.show_work(at_work, unread)
        if at_work and not theme().reduced_motion:
            self._turning.start()
        else:
            self._turning.stop()
        self.list.viewport().update()

    def show_drafts(self, drafts: Mapping[str, str]) -> None:
        """Say of these chats that something is written in them and not sent, with its first words."""
        self.delegate.drafts = drafts
        self.list.rows.show_drafts(drafts)
        self.list.viewport().update()

    def _turn(self) -> None:
        self.delegate.turn = (self.delegate.turn + TURN_MS / 1100) % 1.0
        self.list.viewport().update()

    def set_open(self, chat_id: str) -> None:
        self.delegate.open_id = chat_id
        self.list.choose(chat_id)
        self._update_lists()

    def _show_page(self) -> None:
        page = self.stack.currentWidget()
        had = page in (self.list, self.results) and page.hasFocus()
        if self._searched:
            some = bool(self.results.rows.found)
            self._empty.setText(
                translate("Sidebar", "No results for “{searched}”.\nResults contain every word, in any order.").format(
                    searched=self._searched
                )
            )
            self.stack.setCurrentWidget(self.results if some else self._empty)
        else:
            self._empty.setText(translate("Sidebar", "No chats yet.\nYour chats appear here."))
            self.stack.setCurrentWidget(self._empty if self.list.rows.empty else self.list)
        if had and self.stack.currentWidget() is self._empty:  # a label, which no key leaves
            if self._searched:
                self.search_field.setFocus()
            else:
                self.new_button.setFocus()
                self.keyboard_left.emit()
        self._chosen()
        self._update_lists()

    def _update_lists(self) -> None:
        self.list.viewport().update()
        self.results.viewport().update()

    def _chosen(self) -> None:
        chosen = self.list.chosen() if self.stack.currentWidget() is self.list else []
        self.chosen_bar.show_count(len(chosen))

    def _choose_open(self) -> None:
        self.list.clearSelection()
        self.list.choose(self.delegate.open_id)
        self.list.setFocus()

    def _restyle(self) -> None:
        for view in (self.list, self.results):
            view.scheduleDelayedItemsLayout()  # the density may be another one
        self._update_lists()

    # search ------------------------------------------------------------------

    def _typed(self, text: str) -> None:
        if text.strip():
            self._search_timer.start()
        else:
            self._search_timer.stop()
            self.search.emit("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows and Enter in the search field act on the results, so that the hands stay where they are."""
        if watched is self.search_field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = event.key()
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self.stack.currentWidget() is self.results:
                self.results.step(1 if key == Qt.Key.Key_Down else -1)
                return True
            if key == Qt.Key.Key_Down and self.stack.currentWidget() is self.list:
                self.list.setFocus()
                return True
            end = self.search_field.cursorPosition() == len(self.search_field.text())
            if key == Qt.Key.Key_Right and end and self.stack.currentWidget() is self.results:
                return self.results.open_places(self.results.currentIndex(), True)
            if key in ENTER and self.search_field.text().strip():
                if self._search_timer.isActive():
                    self._search_timer.stop()
                    self.search.emit(self.search_field.text())
                else:
                    self.results.open_row(self.results.currentIndex())
                return True
        return super().eventFilter(watched, event)

    # menus -------------------------------------------------------------------

    def _menu(self, row: ChatRow | FolderRow, place: QPoint) -> None:
        if isinstance(row, ChatRow):
            self._pop_up(self.menus.for_chats(self.list.chosen()), place)
        else:
            ids = [chat.id for chat in self.list.rows.in_folder(row.folder.id)]
            self._pop_up(self.menus.for_folder(row.folder, ids), place)

    def _show_more(self) -> None:
        menu = self.menus.for_all()
        let_go(self.more, menu)
        self._pop_up(menu, self.more.mapToGlobal(QPoint(0, 0)), above=True)

    def _show_more_of_chosen(self, place: QPoint) -> None:
        menu = self.menus.for_chats(self.list.chosen())
        let_go(self.chosen_bar.more_button, menu)
        self._pop_up(menu, place)

    def _pop_up(self, menu: QMenu, place: QPoint, above: bool = False) -> None:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place - QPoint(0, menu.sizeHint().height()) if above else place)


def to_mark(query: str, found: SearchHit) -> str:
    """What is looked for in the chat of a hit: all of ``query`` where it stands there as it is, else its longest word
    as it is written there."""
    if query.casefold() in found.snippet.casefold():
        return query
    return max((found.snippet[start:end] for start, end in found.snippet_spans), key=len, default="")
