"""What comes into a window: files that are chosen, dropped or given at the start, and text; what is done with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QMimeData
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.work_values import Notice
from app.services.app_context import AppContext
from app.ui.window.drop import Plan, documents_plan, judge, plan_for
from app.ui.window.window_commands import WindowCommands

translate = QCoreApplication.translate


class Incoming:
    """Makes plans (:mod:`app.ui.window.drop`) and carries them out."""

    def __init__(
        self, context: AppContext, window: WindowCommands, at_documents: Callable[[], bool], parent: QWidget
    ) -> None:
        """``at_documents``: whether the window shows the page of documents; ``parent``: of dialogs."""
        self._context, self._window, self._at_documents, self._parent = context, window, at_documents, parent

    @property
    def adding_loads(self) -> bool:
        """Whether a model that is added is loaded at once: where there is none, and nothing has to be read again for
        it. Who adds a first model wants to talk with it; in a chat that goes on, a model is chosen, never changed by
        the way."""
        talk = self._window.talk
        return self._context.switching.nothing_loaded and (not talk.view.messages or talk.state.awaits)

    def choose_model(self) -> None:
        """Ask for model files to add."""
        paths, _ = QFileDialog.getOpenFileNames(
            self._parent,
            translate("Window", "Add model file"),
            "",
            translate("Window", "GGUF models (*.gguf);;All files (*)"),
        )
        if paths:
            self._context.models.add(paths, load=self.adding_loads)

    def choose_files(self) -> None:
        """Ask for files to attach."""
        paths, _ = QFileDialog.getOpenFileNames(
            self._parent, translate("Window", "Attach files"), "",
            ";;".join((
                translate("Window", "Text, code, PDF, Word and images (*)")
                if self._context.models.sees
                else translate("Window", "Text, code, PDF and Word (*)"),
                translate("Window", "PDF (*.pdf)"),
                translate("Window", "Word (*.docx)"), translate("Window", "Text (*.txt *.md *.csv *.log)"),
            )),
        )  # fmt: skip
        if paths:
            self.take(paths)

    def plan_for(self, data: QMimeData) -> Plan | None:
        """What would be done with what is dragged over the window; None: nothing in it is of interest."""
        if self._at_documents():
            return documents_plan(data)
        models = self._context.models
        return plan_for(data, models.entries, models.state.path, sees=models.sees, use=self.adding_loads)

    def take(self, paths: Sequence[str]) -> None:
        """Do with files what would be done if they were dropped on a chat."""
        models = self._context.models
        self.carry_out(judge(paths, models.entries, models.state.path, sees=models.sees, use=self.adding_loads))

    def carry_out(self, plan: Plan) -> None:
        """Do what a plan says."""
        context, window = self._context, self._window
        if plan.models:
            context.models.add(plan.models, load=self.adding_loads)
        for folder in plan.folders:
            context.folders.add(folder)
            window.show_library()
        if plan.documents:
            context.documents.add(plan.documents)
        if plan.chats:
            context.transfers.import_paths(plan.chats)
        if plan.files or plan.text:
            window.show_chat()
        if plan.files:
            window.chat.attaching.add(plan.files)
        if plan.text:
            window.chat.composer.insert(plan.text)
        if not plan.useful:
            window.tell(Notice("warning", plan.title, plan.detail))
        elif plan.refused:
            window.tell(Notice("warning", *plan.left_out))
