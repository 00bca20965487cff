"""What the window lets a person do with chats beside talking: binds sidebar, trash and dialogs to the services."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.chat_values import Chat, ChatGroup, ChatView, Folder, new_id
from app.core.document_values import Project
from app.core.transfer import file_name
from app.core.work_values import Notice
from app.services.app_context import AppContext
from app.services.chat.chat_search import ChatSearch
from app.ui.chat.printing import ask_printer, print_chat, write_pdf
from app.ui.documents.project_sheet import ProjectSheet, as_typed
from app.ui.sidebar import Sidebar
from app.ui.trash import TrashPage
from app.ui.widgets.ask import ask_sure
from app.ui.window.window_commands import WindowCommands

translate = QCoreApplication.translate


class ChatActions(QObject):
    """Made once by the window. ``trash``: the page, made when it is first asked for; ``search``: looks in all chats."""

    def __init__(self, context: AppContext, window: WindowCommands, side: Sidebar, parent: QWidget) -> None:
        """``parent``: the widget that dialogs lie over."""
        super().__init__(parent)
        self._context, self._window, self._over = context, window, parent
        self._menus = side.menus
        self._trash: TrashPage | None = None
        self.search = ChatSearch(context.store, context.ops, context.chats, self)
        self._shown = window.talk.view.chat.id
        self._before = ""  # the chat that was shown before it
        self._lost = ("", "")  # the chat that went to the trash from this window, and the empty one in its place
        self._bind_sidebar(side)
        window.talk.chat_opened.connect(self._opened)
        context.chats.trashed.connect(self._trashed)
        context.chats.changed.connect(self._show_again)

    def _bind_sidebar(self, side: Sidebar) -> None:
        chats, transfers, menus = self._context.chats, self._context.transfers, side.menus
        chats.changed.connect(side.set_groups)
        self.search.found.connect(side.set_found)
        self.search.placed.connect(side.set_places)
        side.places_asked.connect(self.search.look_up)
        side.search.connect(self.search.search)
        side.hit_opened.connect(self._window.chat.find_when_sought)
        side.open_chat.connect(self._window.open_chat)
        side.collapse_folder.connect(chats.collapse_folder)
        side.show_trash.connect(self.show_trash)
        side.transfer_bar.cancelled.connect(transfers.cancel)
        transfers.progress_changed.connect(side.transfer_bar.show_transfer)
        menus.rename.connect(chats.rename)
        menus.pin.connect(chats.pin)
        menus.move.connect(chats.move)
        menus.new_folder.connect(chats.create_folder)
        menus.rename_folder.connect(chats.rename_folder)
        menus.delete_folder.connect(chats.delete_folder)
        menus.project_asked.connect(self.show_project)
        menus.new_chat_in.connect(self._new_chat_in)
        menus.duplicate.connect(lambda chat: chats.duplicate(chat, self._window.open_chat))
        menus.open_apart.connect(self._window.windows.open_apart)
        menus.trash.connect(chats.trash)
        menus.export_json.connect(self.export_json)
        menus.export_markdown.connect(self.export_markdown)
        menus.export_pdf.connect(self.export_pdf)
        menus.export_all.connect(self.export_all)
        menus.import_chats.connect(self.choose_import)
        menus.import_folder.connect(self.choose_import_folder)
        side.set_groups(chats.groups)

    # trash -------------------------------------------------------------------

    @property
    def trash(self) -> TrashPage:
        if self._trash is None:
            chats, page = self._context.chats, TrashPage()
            page.closed.connect(self._window.show_chat)
            page.restore.connect(chats.restore)
            page.delete_asked.connect(self._ask_delete)
            page.show_chats(chats.trash_can)
            chats.trash_changed.connect(page.show_chats)
            self._trash = page
        return self._trash

    def show_trash(self) -> None:
        self._window.show_page(self.trash)
        self.trash.list.setFocus()

    def _ask_delete(self, ids: Sequence[str]) -> None:
        one = translate("Chats", "Permanently delete this chat?")
        ask_sure(
            self._over,
            one if len(ids) == 1 else translate("Chats", "Permanently delete %Ln chat(s)?", "", len(ids)),
            translate(
                "Chats", "Longthread deletes the text and the saved state from this computer. You can't undo this."
            ),
            translate("Chats", "Delete permanently"),
            lambda: self._context.chats.delete_for_good(ids),
        )

    def _opened(self, view: ChatView) -> None:
        self._before, self._shown = self._shown, view.chat.id

    def _trashed(self, chats: Sequence[Chat]) -> None:
        """The conversation shows an empty chat by now where it showed one of these."""
        instead = self._window.talk.view.chat
        gone = next((chat for chat in chats if chat.id == self._before), None)
        if gone is not None and instead.created >= (gone.trashed_at or 0.0):  # else it was left before
            self._lost = (gone.id, instead.id)

    def _show_again(self, groups: Sequence[ChatGroup]) -> None:
        """A chat that is back from the trash is open again where it was, if nothing took its place meanwhile."""
        lost, instead = self._lost
        if lost and any(chat.id == lost for group in groups for chat in group.chats):
            self._lost = ("", "")
            talk = self._window.talk
            untouched = not talk.stored_chat and self._window.chat.composer.draft.empty
            if talk.view.chat.id == instead and untouched:
                talk.open_chat(lost)

    # folders, export and import -----------------------------------------------------------

    def ask_new_folder(self) -> None:
        """Ask for the name of another folder."""
        self._menus.ask_new_folder([])

    def show_project(self, folder: Folder, left: Project | None = None) -> None:
        """Show what a folder has of its own, and keep what the person makes of it; a notice offers what was discarded.

        ``left``: what was written there and discarded; without it the sheet goes on with what an earlier run has left.
        What is written outlives the program. A folder has one sheet, in whatever window.
        """
        sheets, unsaved = self._window.windows.project_sheets, self._context.drafts.projects
        if left is not None and all(one.id != folder.id for one in self._context.chats.folders):
            unsaved[folder.id] = left  # there again if the folder is restored
            return
        if left is not None and folder.id in sheets:
            sheets[folder.id].reject()  # what was begun since is offered in turn
        if folder.id in sheets:
            sheets[folder.id].raise_()
            sheets[folder.id].activateWindow()
            return
        documents, mounts = self._context.documents, self._context.documents.mounts
        before = mounts.project(folder.id)
        left = left or unsaved.get(folder.id)
        texts = as_typed(before.system_prompt).strip(), as_typed(before.notes).strip()
        sheet = ProjectSheet(self._over, folder.name, left or before, documents.entries)
        sheet.show_name(self._context.chats.groups)  # it may have been renamed since it was discarded
        self._context.chats.changed.connect(sheet.show_name)

        def written() -> Project:
            prompt, notes = sheet.prompt.toPlainText().strip(), sheet.notes.toPlainText().strip()
            return Project(folder.id, prompt, notes, tuple(sheet.chosen))

        def differs(made: Project) -> bool:
            there = {entry.id for entry in documents.entries}
            other = set(made.documents) & there != set(before.documents) & there
            return other or (made.system_prompt, made.notes) != texts

        def remember() -> None:
            made = written()
            if differs(made):
                unsaved[folder.id] = made
            else:
                unsaved.pop(folder.id, None)

        def keep() -> None:
            made = written()
            unsaved.pop(folder.id, None)
            mounts.set_system_prompt(folder.id, made.system_prompt)
            mounts.set_notes(folder.id, made.notes)
            mounts.unmount("folder", folder.id, set(before.documents) - set(made.documents))
            mounts.mount("folder", folder.id, made.documents)

        def discard() -> None:
            made = written()
            unsaved.pop(folder.id, None)
            if differs(made):
                again = partial(self._window.windows.show_project, folder, made)  # this window may be closed by then
                key = f"project:{new_id()}"  # what is discarded after it takes nothing of it away
                self._context.drafts.keep_discarded(key, again)
                self._window.tell(Notice("info", translate("Project", "Changes discarded."), "", "undo_edit", key))

        def leave() -> None:
            """What is written here goes with all drafts, which are wiped, or waits for its folder to be restored."""
            sheet.changed.disconnect(remember)
            sheet.rejected.disconnect(discard)
            sheet.reject()

        def gone() -> None:
            """It was answered, or went with its window."""
            if sheets.get(folder.id) is sheet:
                del sheets[folder.id]

        sheets[folder.id] = sheet
        self._context.drafts.wiped.connect(sheet.called_off)
        sheet.called_off.connect(leave)
        sheet.finished.connect(lambda _result: gone())
        sheet.destroyed.connect(lambda _sheet: gone())
        sheet.changed.connect(remember)
        remember()
        sheet.accepted.connect(keep)
        sheet.rejected.connect(discard)
        sheet.open()
        sheet.prompt.setFocus()

    def _new_chat_in(self, folder: str) -> None:
        self._window.show_chat()
        self._window.talk.new_chat(folder)

    def export_json(self, ids: Sequence[str], all_folders: bool = False) -> None:
        """Ask where to, and write chats with all their versions into one file; ``all_folders``: those without them,
        too."""
        path = self._save(self._name(ids, ".json"), translate("Chats", "Chats with all versions") + " (*.json)")
        if path is not None:
            self._context.transfers.export_json(ids, path, all_folders)

    def export_markdown(self, ids: Sequence[str]) -> None:
        """Ask where to, and write each chat as a text for reading; several go into a folder."""
        if len(ids) == 1:
            path = self._save(self._name(ids, ".md"), "Markdown (*.md)")
        else:
            chosen = QFileDialog.getExistingDirectory(
                self._over, translate("Chats", "Export to folder"), self._documents()
            )
            path = Path(chosen) if chosen else None
        if path is not None:
            self._context.transfers.export_markdown(ids, path)

    def export_pdf(self, ids: Sequence[str]) -> None:
        """Ask where to, and write one chat as a PDF."""
        path = self._save(self._name(ids, ".pdf"), "PDF (*.pdf)")
        if path is not None:
            self._context.transfers.export_pages(ids[0], path, write_pdf)

    def print_shown(self) -> None:
        """Ask where to, and print the chat of this window."""
        view = self._window.talk.view
        printer = ask_printer(view, self._over)
        if printer is not None:
            name = printer.printerName() or Path(printer.outputFileName()).name
            self._context.transfers.print_pages(name, lambda step: print_chat(view, printer, step))

    def export_all(self, as_markdown: bool = False) -> None:
        """Every chat that is not in the trash; where they can be imported again, every folder, too."""
        ids = [chat.id for chat in sorted(self._context.chats.chats, key=lambda chat: chat.created)]
        folders = not as_markdown and any(group.folder is not None for group in self._context.chats.groups)
        if not ids and not folders:
            self._window.tell(Notice("info", translate("Chats", "No chats to export.")))
        elif as_markdown:
            self.export_markdown(ids)
        else:
            self.export_json(ids, all_folders=True)

    def choose_import(self) -> None:
        """Ask for files to import."""
        chats, every = translate("Chats", "Chats"), translate("Chats", "All files")
        kinds = f"{chats} (*.json *.jsonl *.zip *.db);;{every} (*)"
        paths, _ = QFileDialog.getOpenFileNames(
            self._over, translate("Chats", "Import chats"), self._documents(), kinds
        )
        if paths:
            self._context.transfers.import_paths(paths)

    def choose_import_folder(self) -> None:
        """Ask for a folder to import from."""
        chosen = QFileDialog.getExistingDirectory(
            self._over, translate("Chats", "Import chats from folder"), self._documents()
        )
        if chosen:
            self._context.transfers.import_paths([chosen])

    def _save(self, name: str, kinds: str) -> Path | None:
        path, _ = QFileDialog.getSaveFileName(
            self._over, translate("Chats", "Export"), str(Path(self._documents(), name)), kinds
        )
        return Path(path) if path else None

    def _name(self, ids: Sequence[str], suffix: str) -> str:
        titles = {chat.id: chat.title for chat in self._context.chats.chats}
        day = time.strftime("%Y-%m-%d")
        title = (
            titles.get(ids[0], "") if len(ids) == 1 else translate("Chats", "Longthread chats {day}").format(day=day)
        )
        return file_name(title or translate("Chats", "Chat"), suffix, set())

    @staticmethod
    def _documents() -> str:
        return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
