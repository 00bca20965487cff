"""The documents of the library: added, searched, read again and removed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QMenu,
    QStyledItemDelegate,
    QWidget,
)

from app.core.document_values import DocumentEntry, DocumentWork, FoundPassage, WatchedFolder
from app.services.documents.cartridges import CartridgeState
from app.ui.documents.document_words import folder_name, words_to_open
from app.ui.documents.found import PASSAGE, PassageModel, PassageRows
from app.ui.documents.rows import DOCUMENT, DocumentModel, DocumentRows
from app.ui.numbers import count
from app.ui.sidebar.chats import Index
from app.ui.theme import colors, icon, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.empty_page import EmptyPage
from app.ui.widgets.keys import in_menu
from app.ui.widgets.labels import ElidedLabel, dim
from app.ui.widgets.page import Page
from app.ui.widgets.search_field import PageSearchField

translate = QCoreApplication.translate

LEAST_HIGH = 170  # px of a list
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class DocumentsView(QListView):
    """Rows that Enter opens. Signals: ``opened(index)``, ``removal_asked()``, ``menu_asked(place)``."""

    opened = Signal(object)
    removal_asked = Signal()
    menu_asked = Signal(QPoint)

    def __init__(self, name: str, delegate: QStyledItemDelegate, several: bool) -> None:
        """``several``: more than one row can be chosen."""
        super().__init__()
        self.setAccessibleName(name)
        modes = QAbstractItemView.SelectionMode
        self.setSelectionMode(modes.ExtendedSelection if several else modes.SingleSelection)
        self.setItemDelegate(delegate)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setMinimumHeight(LEAST_HIGH)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.doubleClicked.connect(self.opened.emit)
        theme().changed.connect(self.viewport().update)

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Draw rows again. All are of one height: a list view would lay out thousands anew for each that is read."""
        QAbstractItemView.dataChanged(self, first, last, roles)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex())
        elif event.key() == Qt.Key.Key_Delete:
            self.removal_asked.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if not index.isValid():
            return
        if not self.selectionModel().isSelected(index):
            self.setCurrentIndex(index)
        place = self.visualRect(index).center() if by_key else event.pos()
        self.menu_asked.emit(self.viewport().mapToGlobal(place))


class DocumentsPage(Page):
    """Signals: ``add_files()``, ``add_folder()``, ``opened(id)``, ``place_opened(Passage)``, ``source_opened(id)``,
    ``read_again(ids)``, ``stop(ids)``, ``keep(ids, bool)``, ``prepare(ids)`` (for the model that is loaded),
    ``pause(bool)`` (all preparing, or let it go on), ``remove(ids)`` (to be asked first), ``search(text)``,
    ``unwatch(id of a folder)``, ``collect(ids)`` (who and what they are about), ``forget(ids)`` (that again).
    """

    add_files = Signal()
    add_folder = Signal()
    opened = Signal(str)
    place_opened = Signal(object)
    source_opened = Signal(str)
    read_again = Signal(object)
    stop = Signal(object)
    keep = Signal(object, bool)
    prepare = Signal(object)
    pause = Signal(bool)
    remove = Signal(object)
    search = Signal(str)
    unwatch = Signal(str)
    collect = Signal(object)
    forget = Signal(object)

    def __init__(
        self,
        work_of: Callable[[str], DocumentWork | None],
        state_of: Callable[[str], CartridgeState] = lambda _: CartridgeState(),
        collecting: Callable[[str], bool] = lambda _: False,
        parent: QWidget | None = None,
    ) -> None:
        """``work_of``: how far the reading of a document is, None while nothing is done for it; ``state_of``: where it
        stands with the model that is loaded; ``collecting``: whether facts of it are collected or known."""
        super().__init__(translate("Documents", "Documents"), parent)
        self._work_of, self._state_of, self._collecting = work_of, state_of, collecting
        self._searched = ""
        self._paused = False
        self.model = DocumentModel(work_of, state_of, self)
        self.found = PassageModel(self)
        self.folder_buttons: list[IconButton] = []
        self._make_head()
        self._make_search()
        self._make_lists()
        self.empty = self._make_empty()
        self.body.addWidget(self.empty, 1)
        theme().changed.connect(self._restyle)
        self._restyle()
        self.show_documents((), ())

    def _make_head(self) -> None:
        self.files_button = TextButton(translate("Documents", "Add files…"), "", "file-plus")
        self.folder_button = TextButton(translate("Documents", "Add folder…"), "", "folder-plus")
        self.files_button.clicked.connect(self.add_files)
        self.folder_button.clicked.connect(self.add_folder)
        self.head.addWidget(self.files_button)
        self.head.addWidget(self.folder_button)

    def _make_search(self) -> None:
        self.field = PageSearchField(translate("Documents", "Search in all documents"))
        self.field.asked.connect(self._search)
        self.body.addWidget(self.field)

    def _make_lists(self) -> None:
        self.open_button = TextButton(translate("Documents", "Open"), "small", "file-text")
        self.again_button = TextButton(translate("Documents", "Read again"), "small", "refresh-cw")
        self.remove_button = TextButton(translate("Documents", "Remove…"), "small", "trash-2")
        self.open_button.clicked.connect(self._open_chosen)
        self.again_button.clicked.connect(lambda: self.read_again.emit(self.chosen()))
        self.remove_button.clicked.connect(lambda: self.remove.emit(self.chosen()))
        self.buttons = QWidget()
        line = QHBoxLayout(self.buttons)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        for button in (self.open_button, self.again_button, self.remove_button):
            line.addWidget(button)
        line.addStretch(1)
        self.pause_button = TextButton("", "small")
        self.pause_button.clicked.connect(lambda: self.pause.emit(not self._paused))
        line.addWidget(self.pause_button)
        self.show_preparing(False, False)
        self.list = DocumentsView(translate("Documents", "Documents"), DocumentRows(self), several=True)
        self.list.setModel(self.model)
        self.list.opened.connect(lambda index: self.opened.emit(index.data(DOCUMENT).id))
        self.list.removal_asked.connect(self._ask_removal)
        self.list.menu_asked.connect(self._show_menu)
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._refresh())
        self.results = DocumentsView(translate("Documents", "Passages found"), PassageRows(self), several=False)
        self.results.setModel(self.found)
        self.results.opened.connect(lambda index: self.place_opened.emit(index.data(PASSAGE)))
        self.nothing = dim("", "dim", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.watched = dim(translate("Documents", "Watched folders"), "section")
        self.folders = Card()
        self.body.addWidget(self.buttons)
        self.body.addWidget(self.nothing, 1)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self.results, 1)
        self.body.addWidget(self.watched)
        self.body.addWidget(self.folders)

    def _make_empty(self) -> EmptyPage:
        text = translate(
            "Documents",
            "Add texts, PDFs, Word files, web pages or a folder of code, or drop them here. Longthread indexes "
            "them once. Type “@” in a chat to use one: the model gets the passages it needs, and replies cite "
            "them.",
        )
        return EmptyPage("files", translate("Documents", "No documents yet"), text)

    def _restyle(self) -> None:
        self.empty.restyle()

    # what it shows ----------------------------------------------------------------------

    def show_documents(self, entries: Sequence[DocumentEntry], folders: Sequence[WatchedFolder]) -> None:
        """All that there are."""
        self.model.show(entries)
        self.show_folders(folders)

    def add_document(self, entry: DocumentEntry) -> None:
        self.model.add(entry)
        self._refresh()

    def change_document(self, entry: DocumentEntry) -> None:
        self.model.put(entry)
        self._refresh()

    def remove_document(self, document: str) -> None:
        self.model.remove(document)
        if self._searched:
            self.search.emit(self._searched)  # without its passages
        self._refresh()

    def refresh_document(self, document: str) -> None:
        """How far its reading is has changed."""
        self.model.refresh(document)

    def show_preparing(self, waiting: bool, paused: bool) -> None:
        """``waiting``: a model has documents to prepare; ``paused``: the person paused that."""
        self._paused = paused
        words = translate("Documents", "Resume preparing") if paused else translate("Documents", "Pause preparing")
        self.pause_button.set_text(words)
        self.pause_button.set_icon("play" if paused else "pause")
        self.pause_button.setVisible(waiting or paused)

    def show_folders(self, folders: Sequence[WatchedFolder]) -> None:
        """The folders whose documents are added automatically."""
        rows: list[QWidget] = []
        self.folder_buttons = []
        for folder in folders:
            row = QWidget()
            line = QHBoxLayout(row)
            line.setContentsMargins(16, 6, 10, 6)
            name = ElidedLabel(folder.path)
            words = translate("Documents", "Stop watching “{name}”").format(name=folder_name(folder.path))
            away = IconButton("x", words, size=16, box=28)
            away.clicked.connect(partial(self.unwatch.emit, folder.id))
            line.addWidget(name, 1)
            line.addWidget(away)
            self.folder_buttons.append(away)
            rows.append(row)
        self.folders.put(rows)
        self._refresh()

    def show_found(self, text: str, found: Sequence[FoundPassage]) -> None:
        """What the search for ``text`` found."""
        if text != self._searched:
            return  # something else is looked for by now
        code = {entry.id for entry in self.model.entries if entry.kind in ("code", "folder")}
        self.found.show(text, found, code)
        if found:
            self.results.setCurrentIndex(self.found.index(0))
        self._refresh()

    def chosen(self) -> list[str]:
        """Ids of the documents chosen, in their order."""
        rows = sorted(index.row() for index in self.list.selectionModel().selectedIndexes())
        return [self.model.entries[row].id for row in rows]

    def _refresh(self) -> None:
        some, searching = bool(self.model.entries), bool(self._searched)
        stretches = self.list.selectionModel().selection()
        chosen = sum(part.height() for part in stretches)  # type: ignore[attr-defined]
        folders = bool(self.folder_buttons) and not searching
        self.empty.setVisible(not some and not self.folder_buttons)
        self.field.setVisible(some)
        self.list.setVisible(some and not searching)
        self.buttons.setVisible(some and not searching)
        self.results.setVisible(some and searching and bool(self.found.passages))
        self.nothing.setVisible(some and searching and not self.found.passages)
        self.watched.setVisible(folders)
        self.folders.setVisible(folders)
        self.open_button.setEnabled(chosen == 1)
        self.again_button.setEnabled(chosen > 0)
        self.remove_button.setEnabled(chosen > 0)
        words = translate("Documents", "Remove…")
        if chosen > 1:
            words = translate("Documents", "Remove {number}…").format(number=count(chosen))
        self.remove_button.set_text(words)

    # what the person does ---------------------------------------------------------------

    def _search(self, text: str) -> None:
        if text == self._searched:
            return
        self._searched = text
        words = translate("Documents", "No passages found for “{searched}”.").format(searched=text)
        self.nothing.setText(words)
        if text:
            self.search.emit(text)
        else:
            self.found.show("", ())
            self._refresh()

    def _open_chosen(self) -> None:
        if chosen := self.chosen():
            self.opened.emit(chosen[0])

    def _ask_removal(self) -> None:
        if chosen := self.chosen():
            self.remove.emit(chosen)

    def _show_menu(self, place: QPoint) -> None:
        menu = self.menu_of(self.chosen())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def menu_of(self, chosen: list[str]) -> QMenu:
        """What can be done with these documents."""
        menu, tint = QMenu(self), colors().dim
        entries = [entry for entry in self.model.entries if entry.id in chosen]
        if len(chosen) == 1:
            menu.addAction(
                icon("file-text", tint, 16),
                in_menu(translate("Documents", "Open"), "Return"),
                partial(self.opened.emit, chosen[0]),
            )
            original = menu.addAction(
                icon("app-window", tint, 16),
                words_to_open(entries[0]),
                partial(self.source_opened.emit, chosen[0]),
            )
            original.setEnabled(entries[0].origin != "gone")
        working = [document for document in chosen if self._work_of(document) is not None]
        if working:
            menu.addAction(
                icon("square", tint, 16),
                translate("Documents", "Stop indexing"),
                partial(self.stop.emit, working),
            )
        else:
            menu.addAction(
                icon("refresh-cw", tint, 16),
                translate("Documents", "Read again"),
                partial(self.read_again.emit, chosen),
            )
        idle = [one.id for one in entries if one.digest and self._state_of(one.id).phase in ("none", "failed")]
        model = self._state_of(idle[0]).model if idle else ""
        if model:
            menu.addAction(
                icon("zap", tint, 16),
                translate("Documents", "Prepare for {model}").format(model=model).replace("&", "&&"),
                partial(self.prepare.emit, idle),
            )
        read = [one.id for one in entries if one.digest]
        if read and all(map(self._collecting, read)):
            words = translate("Documents", "Delete its facts") if len(read) == 1 else translate(
                "Documents", "Delete their facts"
            )  # fmt: skip
            menu.addAction(icon("waypoints", tint, 16), words, partial(self.forget.emit, read))
        elif read:
            words = translate("Documents", "Collect facts")
            menu.addAction(icon("waypoints", tint, 16), words, partial(self.collect.emit, read))
        kept = all(entry.keep for entry in entries)
        keep = menu.addAction(translate("Documents", "Always keep on disk"), partial(self.keep.emit, chosen, not kept))
        keep.setCheckable(True)
        keep.setChecked(kept)
        menu.addSeparator()
        menu.addAction(
            icon("trash-2", colors().error, 16),
            in_menu(translate("Documents", "Remove…"), "Del"),
            partial(self.remove.emit, chosen),
        )
        return menu
