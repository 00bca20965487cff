"""Binds the page of documents to the services."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QFileDialog

from app.services.app_context import AppContext
from app.ui.documents.page import DocumentsPage
from app.ui.documents.viewer import open_document
from app.ui.opening import open_original
from app.ui.widgets.ask import ask_sure

translate = QCoreApplication.translate


class DocumentActions(QObject):
    """Made with the page; does what it asks for."""

    def __init__(self, context: AppContext, page: DocumentsPage) -> None:
        super().__init__(page)
        self._context, self._page = context, page
        documents = context.documents
        page.add_files.connect(self._choose_files)
        page.add_folder.connect(self._choose_folder)
        page.opened.connect(lambda document: open_document(context, page, document))
        page.place_opened.connect(
            lambda one: open_document(context, page, one.document, one.start, one.end, quote=one.text)
        )
        page.source_opened.connect(self._open_source)
        page.read_again.connect(lambda ids: self._each(documents.read_again, ids))
        page.stop.connect(lambda ids: self._each(documents.cancel, ids))
        page.keep.connect(lambda ids, on: self._each(lambda one: context.cartridges.keep(one, on), ids))
        page.prepare.connect(lambda ids: self._each(context.cartridges.read, ids))
        page.pause.connect(context.cartridges.pause)
        context.cartridges.changed.connect(self._show_standing)
        page.collect.connect(lambda ids: self._each(context.knowledge.extract, ids))
        page.forget.connect(lambda ids: self._each(context.knowledge.forget, ids))
        page.remove.connect(self._ask_removal)
        page.search.connect(lambda text: documents.search(text, (), lambda found: page.show_found(text, found)))
        page.unwatch.connect(lambda folder: documents.remove_folder(folder, with_documents=False))
        documents.added.connect(page.add_document)
        documents.changed.connect(page.change_document)
        documents.removed.connect(page.remove_document)
        documents.progress.connect(lambda document, _: page.refresh_document(document))
        documents.removed.connect(lambda _: self._show_standing(""))
        documents.mounts.changed.connect(lambda *_: self._show_standing(""))
        documents.folders_changed.connect(lambda: page.show_folders(documents.folders))
        page.show_documents(documents.entries, documents.folders)
        self._show_standing("")

    def _show_standing(self, document: str) -> None:
        """Another state of a document with the loaded model ("": of all)."""
        self._page.refresh_document(document)
        self._page.show_preparing(self._context.cartridges.waiting, self._context.cartridges.paused)

    def _each(self, do: Callable[[str], None], ids: Sequence[str]) -> None:
        for document in ids:
            do(document)

    def _choose_files(self) -> None:
        title = translate("Documents", "Add documents")
        paths, _ = QFileDialog.getOpenFileNames(self._page.window(), title, "", translate("Documents", "All files (*)"))
        if paths:
            self._context.documents.add(paths)

    def _choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self._page.window(), translate("Documents", "Add folder"))
        if path:
            self._context.documents.add([path])

    def _open_source(self, document: str) -> None:
        entry = self._context.documents.get(document)
        if entry is not None:
            open_original(entry.source)

    def _ask_removal(self, ids: Sequence[str]) -> None:
        entries = [entry for entry in map(self._context.documents.get, ids) if entry is not None]
        if not entries:
            return
        question = translate("Documents", "Remove “{name}”?").format(name=entries[0].name)
        if len(entries) > 1:
            question = translate("Documents", "Remove %Ln document(s)?", "", len(entries))
        ask_sure(
            self._page,
            question,
            translate(
                "Documents",
                "Deletes the text and passages that Longthread keeps, also from chats that use them. The original "
                "files stay where they are.",
            ),
            translate("Documents", "Remove"),
            lambda: self._context.documents.remove(entry.id for entry in entries),
        )
