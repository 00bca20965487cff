"""What can be done with chats and folders: menus, and the questions that some of it needs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.core.chat_values import Chat, Folder
from app.ui.theme import colors, icon
from app.ui.widgets.ask import ask_text
from app.ui.widgets.keys import in_menu

translate = QCoreApplication.translate


class Menus(QObject):
    """Signals name chats by their ids."""

    open_apart = Signal(str)
    rename = Signal(str, str)
    pin = Signal(object, bool)
    move = Signal(object, str)
    new_folder = Signal(str, object)
    rename_folder = Signal(str, str)
    delete_folder = Signal(str)
    project_asked = Signal(object)  # a Folder: show what it has of its own
    new_chat_in = Signal(str)  # id of a folder
    duplicate = Signal(str)
    trash = Signal(object)
    export_json = Signal(object)
    export_markdown = Signal(object)
    export_pdf = Signal(object)
    import_chats = Signal()
    import_folder = Signal()
    export_all = Signal(bool)  # whether as Markdown

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self.folders: Sequence[Folder] = ()

    def for_chats(self, chats: Sequence[Chat]) -> QMenu:
        """For one chat, or several at once."""
        menu, ids = QMenu(self._parent), [chat.id for chat in chats]
        if not chats:
            return menu
        one = chats[0] if len(chats) == 1 else None
        if one is not None:
            self._add(menu, "pencil", in_menu(translate("Sidebar", "Rename…"), "F2"), lambda: self.ask_rename(one))
            self._add(
                menu, "app-window", translate("Sidebar", "Open in new window"),
                lambda: self.open_apart.emit(one.id),
            )  # fmt: skip
            self._add(menu, "copy-plus", translate("Sidebar", "Duplicate"), lambda: self.duplicate.emit(one.id))
        pinned = all(chat.pinned for chat in chats)
        name, word = ("pin-off", translate("Sidebar", "Unpin")) if pinned else ("pin", translate("Sidebar", "Pin"))
        self._add(menu, name, word, lambda: self.pin.emit(ids, not pinned))
        self._move_menu(menu, chats)
        export = menu.addMenu(icon("upload", colors().dim, 16), translate("Sidebar", "Export"))
        export.addAction(translate("Sidebar", "Markdown…"), lambda: self.export_markdown.emit(ids))
        if one is not None:
            export.addAction("PDF…", lambda: self.export_pdf.emit(ids))
        export.addAction(translate("Sidebar", "JSON with all versions…"), lambda: self.export_json.emit(ids))
        menu.addSeparator()
        word = (
            translate("Sidebar", "Move to trash")
            if one is not None
            else translate("Sidebar", "Move %Ln chat(s) to trash", "", len(chats))
        )
        self._add(
            menu,
            "trash-2",
            in_menu(word, "Ctrl+Del"),
            lambda: self.trash.emit(ids),
            "error",
        )
        return menu

    def _move_menu(self, menu: QMenu, chats: Sequence[Chat]) -> None:
        ids = [chat.id for chat in chats]
        places = {chat.folder for chat in chats}
        move = menu.addMenu(icon("folder-input", colors().dim, 16), translate("Sidebar", "Move to"))
        for folder in self.folders:
            action = move.addAction(folder.name.replace("&", "&&"), partial(self.move.emit, ids, folder.id))
            action.setEnabled(places != {folder.id})
        if self.folders:
            move.addSeparator()
        move.addAction(
            icon("folder-plus", colors().dim, 16), translate("Sidebar", "New folder…"), lambda: self.ask_new_folder(ids)
        )
        out = move.addAction(
            translate("Sidebar", "Remove from folder")
            if len(chats) == 1
            else translate("Sidebar", "Remove from folders")
        )
        out.triggered.connect(lambda: self.move.emit(ids, ""))
        out.setEnabled(places != {""})

    def for_folder(self, folder: Folder, ids: Sequence[str]) -> QMenu:
        """For a folder with the chats ``ids`` in it."""
        menu = QMenu(self._parent)
        self._add(
            menu, "square-pen", translate("Sidebar", "New chat in folder"), lambda: self.new_chat_in.emit(folder.id)
        )
        self._add(menu, "settings", translate("Sidebar", "Folder settings…"), lambda: self.project_asked.emit(folder))
        menu.addSeparator()
        self._add(
            menu, "pencil", in_menu(translate("Sidebar", "Rename…"), "F2"), lambda: self.ask_rename_folder(folder)
        )
        export = menu.addMenu(icon("upload", colors().dim, 16), translate("Sidebar", "Export chats"))
        export.addAction(translate("Sidebar", "Markdown…"), lambda: self.export_markdown.emit(list(ids)))
        export.addAction(translate("Sidebar", "JSON with all versions…"), lambda: self.export_json.emit(list(ids)))
        export.setEnabled(bool(ids))
        menu.addSeparator()
        self._add(
            menu,
            "folder-open",
            translate("Sidebar", "Remove folder, keep chats"),
            lambda: self.delete_folder.emit(folder.id),
        )
        return menu

    def for_all(self) -> QMenu:
        """For the list as a whole."""
        menu = QMenu(self._parent)
        self._add(menu, "folder-plus", translate("Sidebar", "New folder…"), lambda: self.ask_new_folder([]))
        menu.addSeparator()
        self._add(menu, "download", translate("Sidebar", "Import chats from file…"), self.import_chats.emit)
        self._add(menu, "folder-input", translate("Sidebar", "Import chats from folder…"), self.import_folder.emit)
        export = menu.addMenu(icon("upload", colors().dim, 16), translate("Sidebar", "Export all chats"))
        export.addAction(translate("Sidebar", "Markdown…"), lambda: self.export_all.emit(True))
        export.addAction(translate("Sidebar", "JSON with all versions…"), lambda: self.export_all.emit(False))
        return menu

    @staticmethod
    def _add(menu: QMenu, name: str, text: str, act: object, role: str = "dim") -> None:
        menu.addAction(icon(name, getattr(colors(), role), 16), text, act)  # type: ignore[call-overload]

    # questions -----------------------------------------------------------------

    def ask_rename(self, chat: Chat) -> None:
        """Ask for another title."""
        ask_text(
            self._parent,
            translate("Sidebar", "Rename chat"),
            translate("Sidebar", "Title"),
            chat.title,
            lambda text: self.rename.emit(chat.id, text),
            translate("Sidebar", "Rename"),
        )

    def ask_rename_folder(self, folder: Folder) -> None:
        """Ask for another name."""
        ask_text(
            self._parent, translate("Sidebar", "Rename folder"), translate("Sidebar", "Name"), folder.name,
            lambda text: self.rename_folder.emit(folder.id, text), translate("Sidebar", "Rename"),
        )  # fmt: skip

    def ask_new_folder(self, ids: Sequence[str]) -> None:
        """Ask for the name of a folder into which the chats ``ids`` go."""
        ask_text(
            self._parent,
            translate("Sidebar", "New folder"),
            translate("Sidebar", "Name"),
            "",
            lambda text: self.new_folder.emit(text, list(ids)),
            translate("Sidebar", "Create"),
        )
