"""The pages of a window: the chat, and others that are made when they are first asked for."""

from __future__ import annotations

from functools import cached_property, partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QWidget

from app.core.chat_values import new_id
from app.core.model_values import ModelPhase
from app.core.settings import Value
from app.core.work_values import Notice
from app.services.app_context import AppContext
from app.services.chat.conversation import Conversation
from app.services.global_shortcut import KEY as GLOBAL_KEYS
from app.services.models.hub import Hub
from app.services.secrets import HUB_TOKEN
from app.services.spelling import KEY as SPELLING
from app.services.spelling import LANGUAGES
from app.ui.activity import ActivityPage
from app.ui.chat.chat_page import ChatPage
from app.ui.documents import DocumentsPage
from app.ui.documents.document_actions import DocumentActions
from app.ui.knowledge import KnowledgePage
from app.ui.knowledge.knowledge_actions import KnowledgeActions
from app.ui.library import LibraryPage
from app.ui.library.curated import CuratedPanel
from app.ui.library.model_actions import ModelActions
from app.ui.privacy import PrivacyPage
from app.ui.prompts import PromptsPage
from app.ui.sentences import whole
from app.ui.server import ServerPage
from app.ui.settings import SettingsPage
from app.ui.settings.keys_field import KeysField
from app.ui.settings.languages_field import LanguagesField
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.focus import put_in_order
from app.ui.window.actions import Actions
from app.ui.window.shortcuts import ShortcutsPage

translate = QCoreApplication.translate

GPU_SPLIT = "model.gpu_split"  # means something where there are several


class Pages(QStackedWidget):
    """Binds each page to the services. Signals: ``left`` (back to the chat), ``add_model`` (choose files),
    ``use_model(path)``, ``open_chat(chat, message)``.

    Attributes:
        keys: the actions of the window, set once they are there.
        models: binds the pages of single models; there with the library.
        document_actions: binds the page of documents; there with it.
    """

    left = Signal()
    add_model = Signal()
    use_model = Signal(str)
    open_chat = Signal(str, str)

    def __init__(self, context: AppContext, talk: Conversation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._talk = context, talk
        self.keys: Actions | None = None
        self.models: ModelActions
        self.document_actions: DocumentActions
        self.chat = ChatPage(context, talk, self)
        self.addWidget(self.chat)
        context.settings.apply({"privacy.offline": self._show_offline})

    def leave_part(self) -> bool:
        """Leave what the page in sight shows in its own place, one model, a form or a search; whether there was one."""
        page = self.currentWidget()
        if isinstance(page, SettingsPage):
            return page.leave_search()
        if isinstance(page, PromptsPage):
            return page.leave_form()
        return isinstance(page, LibraryPage) and page.leave_part()

    @cached_property
    def library(self) -> LibraryPage:
        models = self._context.models
        hub = Hub(self._context.web, self._context.secrets, parent=self)
        starter = self._context.starter
        curated = CuratedPanel(self._context.curated, models, few=False)
        page = LibraryPage(hub.base, models.fit, curated, starter.model.size, parent=self)
        page.get_starter.connect(starter.get)
        starter.changed.connect(page.show_starter)
        page.show_starter(starter.state)
        page.closed.connect(self.left)
        page.load.connect(self.use_model)
        page.setAccessibleName(page.area.accessibleName())  # it takes the keyboard itself
        page.unload.connect(models.unload)
        page.remove.connect(self._context.care.remove)
        page.refresh.connect(models.refresh)
        page.add.connect(self.add_model)
        page.show_model(models.state)
        page.show_entries(models.entries)
        models.state_changed.connect(page.show_model)
        models.library_changed.connect(page.show_entries)
        self._bind_hub(hub, page)
        self.models = ModelActions(self._context, page)
        self.addWidget(page)
        return page

    def _bind_hub(self, hub: Hub, page: LibraryPage) -> None:
        downloads, find = self._context.downloads, page.hub
        find.search.connect(hub.search)
        find.files.connect(hub.list_files)
        find.stop.connect(hub.cancel)
        find.download.connect(downloads.start)
        find.token.connect(
            lambda token: self._context.secrets.set(HUB_TOKEN, token, lambda kept: find.show_token(kept, bool(token)))
        )
        hub.found.connect(find.show_found)
        hub.listed.connect(find.show_repo)
        hub.failed.connect(find.show_problem)
        page.downloads.pause.connect(downloads.pause)
        page.downloads.resume.connect(downloads.resume)
        page.downloads.cancel.connect(downloads.cancel)
        downloads.changed.connect(page.downloads.show_downloads)
        page.downloads.show_downloads(downloads.downloads)

    @cached_property
    def settings(self) -> SettingsPage:
        page = SettingsPage(self._context.settings, self._context.conversations.check_form, self)
        models = self._context.models
        page.closed.connect(self.left)
        self._show_what_applies(page)
        self._context.spelling.changed.connect(partial(self._show_what_applies, page))
        models.state_changed.connect(lambda _: self._show_what_applies(page))
        self._show_global_keys(page)
        self._context.global_shortcut.changed.connect(partial(self._show_global_keys, page))
        prompts = TextButton(translate("SavedPrompts", "Saved prompts"), "", "bookmark")
        prompts.clicked.connect(lambda: self.setCurrentWidget(self.prompts))
        server = IconButton("globe", translate("Server", "Local server"), size=18, box=32)
        server.clicked.connect(lambda: self.setCurrentWidget(self.server))
        page.head.addWidget(prompts)
        page.head.addWidget(server)
        put_in_order(page.head)
        self.addWidget(page)
        return page

    def _show_global_keys(self, page: SettingsPage) -> None:
        """Whether the global shortcut can be used, and why not."""
        shortcut, field = self._context.global_shortcut, page.rows[GLOBAL_KEYS].field
        assert isinstance(field, KeysField)
        none = shortcut.explain()
        field.show_problem(whole(none or shortcut.problem), usable=none is None)

    def _show_what_applies(self, page: SettingsPage) -> None:
        """Leave out what means nothing on this computer, and say what "automatic" stands for."""
        spelling, choice = self._context.spelling, self._context.models.state.choice
        several = choice is not None and len(choice.devices) > 1
        no_checker = () if spelling.available else (SPELLING, LANGUAGES)
        page.leave_out((*no_checker, *(() if several else (GPU_SPLIT,))))
        page.show_choice(choice)
        field = page.rows[LANGUAGES].field
        assert isinstance(field, LanguagesField)
        field.show_there(spelling.languages)

    @cached_property
    def prompts(self) -> PromptsPage:
        prompts = self._context.prompts
        drafts = self._context.drafts
        page = PromptsPage(prompts.save, drafts.forms, self)
        page.closed.connect(self.left)
        page.delete.connect(prompts.delete)
        page.export.connect(self._export_prompts)
        page.import_.connect(self._import_prompts)
        page.show_prompts(prompts.all)
        prompts.changed.connect(lambda: page.show_prompts(prompts.all))
        page.discarded.connect(self._prompt_discarded)
        page.go_on()
        drafts.forms_wiped.connect(page.empty)
        self.addWidget(page)
        return page

    @cached_property
    def server(self) -> ServerPage:
        server, models = self._context.server, self._context.models
        page = ServerPage(server.with_key, self)
        page.closed.connect(self.left)
        page.switched.connect(server.switch)
        page.port.connect(server.set_port)
        page.renew.connect(server.renew_key)
        page.watching.connect(server.watch)
        server.changed.connect(page.show_view)
        server.key_changed.connect(lambda key: page.show_key(key, server.key_lasts))
        models.state_changed.connect(lambda state: page.show_model(state.phase is ModelPhase.LOADED))
        page.show_model(models.state.phase is ModelPhase.LOADED)
        page.show_view(server.view)
        self.addWidget(page)
        return page

    @cached_property
    def documents(self) -> DocumentsPage:
        context = self._context
        page = DocumentsPage(
            context.documents.work_of,
            context.cartridges.state_of,
            lambda document: context.knowledge.work_of(document) is not None,
            self,
        )
        page.closed.connect(self.left)
        self.document_actions = DocumentActions(self._context, page)
        self.addWidget(page)
        return page

    @cached_property
    def knowledge(self) -> KnowledgePage:
        page = KnowledgePage(self)
        page.closed.connect(self.left)
        page.to_documents.connect(lambda: self.setCurrentWidget(self.documents))
        KnowledgeActions(self._context, page).chat_asked.connect(self.open_chat)
        self.addWidget(page)
        return page

    def _prompt_discarded(self, prompt: str, name: str, text: str) -> None:
        """A notice offers a form that was left."""

        def again() -> None:
            self.setCurrentWidget(self.prompts)
            self.prompts.resume(prompt, name, text)

        key = f"form:{new_id()}"  # one that is left after it takes nothing of it away
        self._context.drafts.keep_discarded(key, again)
        words = translate("SavedPrompts", "Changes discarded.")
        self._context.notice.emit(Notice("info", words, "", "undo_edit", key))

    def _export_prompts(self) -> None:
        """Ask where to, and write the saved prompts there."""
        title = translate("SavedPrompts", "Export prompts")
        path, _ = QFileDialog.getSaveFileName(self.window(), title, "longthread-prompts.json", "*.json")
        if path:
            self._context.prompts.export(Path(path))

    def _import_prompts(self) -> None:
        """Ask for a file, and take its prompts in."""
        title = translate("SavedPrompts", "Import prompts")
        path, _ = QFileDialog.getOpenFileName(self.window(), title, "", "*.json")
        if path:
            self._context.prompts.import_from(Path(path))

    @cached_property
    def activity(self) -> ActivityPage:
        page = ActivityPage(self)
        page.closed.connect(self.left)
        page.setAccessibleName(page.area.accessibleName())
        page.wanted.connect(self._show_what_was_done)
        page.bundle.connect(self.save_diagnostics)
        self.addWidget(page)
        return page

    @cached_property
    def shortcuts(self) -> ShortcutsPage:
        assert self.keys is not None
        page = ShortcutsPage(self.keys, self)
        page.closed.connect(self.left)
        self.addWidget(page)
        return page

    @cached_property
    def privacy(self) -> PrivacyPage:
        context, page = self._context, PrivacyPage(self)
        page.closed.connect(self.left)
        page.wipe.connect(context.privacy.wipe)
        page.offline.connect(partial(context.settings.set, "privacy.offline"))
        context.privacy.measured.connect(page.show_stored)
        context.privacy.measured.connect(lambda _: page.show_requests(context.web.log.requests))
        context.privacy.working.connect(page.show_working)
        context.spelling.changed.connect(lambda: page.show_words(context.spelling.words))
        page.forget_word.connect(context.spelling.remove)
        page.show_words(context.spelling.words)
        context.web.asked.connect(lambda _: page.show_requests(context.web.log.requests))
        context.server.changed.connect(lambda view: page.show_server(view.url))
        page.show_server(context.server.view.url)
        page.open_server.connect(lambda: self.setCurrentWidget(self.server))
        updates, card = context.updates, page.updates
        card.check.connect(updates.check)
        card.download.connect(updates.download)
        card.stop.connect(updates.stop)
        card.install.connect(updates.install)
        card.weekly.connect(partial(context.settings.set, "privacy.updates"))
        context.settings.apply({"privacy.updates": lambda on: card.show_weekly(bool(on))}, now=True)
        updates.changed.connect(card.show_state)
        card.show_state(updates.state, able=updates.able)
        self.addWidget(page)
        return page

    def _show_offline(self, offline: Value) -> None:
        if "privacy" in self.__dict__:  # it was made
            self.privacy.show_offline(bool(offline))

    def _show_what_was_done(self) -> None:
        context, page, view = self._context, self.activity, self._talk.view
        facts = context.models.state.facts
        each = float(facts.kv_bytes_per_token) if facts is not None else 0.0
        page.show_marks(view.marks)
        context.activity.recent(view.chat.id, lambda found: page.show_activities(found, each))
        page.show_engine(context.models.state, context.engine.running, context.engine.lines())

    def save_diagnostics(self) -> None:
        """Ask where to, and write them there."""
        path, _ = QFileDialog.getSaveFileName(
            self.window(),
            translate("Window", "Save diagnostics"),
            "longthread-diagnostics.zip",
            translate("Window", "Zip (*.zip)"),
        )
        if path:
            self._context.diagnostics.write(path)
