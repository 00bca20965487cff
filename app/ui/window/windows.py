"""The windows of the program: opened, put aside and used again, told things, and kept for the next start."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt

from app.core.chat_values import ChatGroup, Folder
from app.core.document_values import Project
from app.core.model_values import ModelEntry, ModelPhase
from app.core.settings import LOAD_KEYS, Value
from app.core.work_values import Notice
from app.services.app_context import AppContext
from app.services.chat.conversation import Conversation
from app.services.chat.conversations import LAST, MORE
from app.ui.documents.project_sheet import ProjectSheet
from app.ui.look import appliers
from app.ui.notices import belongs_in_banner
from app.ui.theme import theme
from app.ui.widgets.thumbnails import Thumbnails, share
from app.ui.window.attention import News
from app.ui.window.main_window import MainWindow

translate = QCoreApplication.translate

LANGUAGE = "appearance.language"


class Windows(QObject):
    """All windows of one AppContext; the first is there from the beginning, not yet shown.

    A window that is closed while others are open is put aside and used for the next one that is wanted: what it is
    bound to lives as long as the program.

    Attributes:
        news: what is told outside of the windows.
    """

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.context = context
        self.news = News(context, self.bring, self.quit, self._waiting, self)
        self._left = [chat for chat in context.settings.text(MORE).split(",") if chat]  # shown when it ended
        self._open: list[MainWindow] = []
        self.project_sheets: dict[str, ProjectSheet] = {}  # of folders, that are open
        self._aside: list[MainWindow] = []
        self._ending = False
        share(Thumbnails(context.pictures.folder))
        self._active = self._make(context.conversation)
        self._open.append(self._active)
        context.notice.connect(self.tell)
        context.chats.changed.connect(self._call_off_sheets)
        context.global_shortcut.pressed.connect(self.bring)
        context.models.added.connect(self._model_added)
        context.diagnostics.written.connect(self._diagnostics_written)
        context.settings.apply(appliers(theme()))
        context.settings.apply(dict.fromkeys(LOAD_KEYS, self._load_changed))
        context.settings.apply({"appearance.scale": self._scale_changed, LANGUAGE: self._language_changed})

    @property
    def all(self) -> tuple[MainWindow, ...]:
        """Those that are open, in the order in which they were opened."""
        return tuple(self._open)

    @property
    def first(self) -> MainWindow:
        return self._open[0]

    @property
    def active(self) -> MainWindow:
        """The one that the person used last."""
        return self._active

    def showing(self, chat: str) -> MainWindow | None:
        """The window that shows a chat."""
        return next((window for window in self._open if window.talk.shows(chat)), None)

    # opening and closing -------------------------------------------------------

    def open(self, chat: str = "", front: bool = True) -> MainWindow:
        """Another window, with a chat that no window shows or an empty one. ``front``: it is the one to use now."""
        beside = self._active
        if self._aside:
            window = self._aside.pop()
            self.context.conversations.take_back(window.talk)
        else:
            window = self._make(self.context.conversations.add())
        self._open.append(window)
        window.find_place(len(self._open) - 1, beside)
        window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not front)
        if front:
            self._active = window
            window.bring_chat()
        else:
            window.show()
        told = beside.chat.banner.notice
        if told is not None and told.action and belongs_in_banner(told):
            window.tell(told)
        if chat:
            window.open_chat(chat)
        return window

    def open_apart(self, chat: str) -> None:
        """Show a chat in a window of its own; the one that shows it beside others, if there is one, comes forward."""
        shown = self.showing(chat)
        if shown is not None and shown is not self._active:
            shown.bring_chat()
            return
        if shown is not None:
            shown.talk.new_chat()
        self.open(chat)

    def show_project(self, folder: Folder, left: Project) -> None:
        """Go on with what was written of a folder and discarded, in the window that was used last."""
        self._active.chats.show_project(folder, left)

    def _call_off_sheets(self, groups: Sequence[ChatGroup]) -> None:
        """The sheet of a folder that was removed could save nothing: what is written there waits for the folder."""
        there = {group.folder.id for group in groups if group.folder is not None}
        for folder, sheet in list(self.project_sheets.items()):
            if folder not in there:
                sheet.called_off.emit()

    def restore(self) -> None:
        """Open what was open beside the first window when the program ended."""
        first = self.context.settings.text(LAST)  # on its way into the first one, if it is not there yet
        left, self._left = self._left, []
        for chat in dict.fromkeys(left):
            if self.context.conversations.left_unsent(chat):
                self.context.conversations.show_unsent(self.open(front=False).talk, chat)
            elif chat != first and self.context.can_show(chat) and self.showing(chat) is None:
                self.open(chat, front=False)
        self.context.drafts.reserve(())  # drafts that wait for no window now are for the next new chat
        if len(self._open) > 1:
            self.first.bring()

    def closed(self, window: MainWindow) -> None:
        """A window was closed: it is put aside, unless it is the last one or the program ends."""
        if not self._ending and window in self._open and len(self._open) > 1:
            self._open.remove(window)
            self._aside.append(window)
            for number, other in enumerate(self._open):
                other.number = number
            if self._active is window:
                self._active = self._open[-1]
            self.context.conversations.put_aside(window.talk)
            window.put_aside(self._active)

    def quit(self) -> None:
        """Close all windows, to be open again after the next start."""
        self.end()
        for window in self.all:
            window.close()

    def bring(self) -> None:
        """Bring the window that was used last to the front."""
        self._active.bring()

    def asked(self, paths: Sequence[str], front: bool) -> None:
        """What another start of the program asked for: take files as if they were dropped; ``front``: show a window."""
        if front:
            self.bring()
        if paths:  # once the last chat is shown, which the store was asked for: files for a message come into that
            self.context.ops.store(lambda: None, lambda _: self._active.incoming.take(paths))

    def _make(self, talk: Conversation) -> MainWindow:
        window = MainWindow(self.context, talk, self)
        window.installEventFilter(self)
        window.closed.connect(partial(self.closed, window))
        return window

    def end(self) -> None:
        """Windows that are closed from now on are to be open again after the next start."""
        self._ending = True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowActivate and isinstance(watched, MainWindow):
            if watched in self._open:
                self._active = watched
            watched.attention.seen()
            watched.look_for_missing()
        return False

    # telling -----------------------------------------------------------------

    def tell(self, notice: Notice) -> None:
        """Show a notice where it belongs: what stops all of them in every window, else where the person is."""
        if belongs_in_banner(notice):
            for window in self._open:
                window.tell(notice)
        else:
            (self.showing(notice.chat) or self._active).tell(notice)

    def _waiting(self) -> int:
        return sum(window.attention.waiting for window in self._open)

    def _model_added(self, entry: ModelEntry) -> None:
        text = translate("Window", "Added {name} to the library.").format(name=entry.name)
        other = self.context.models.state.phase is ModelPhase.LOADED and self.context.models.state.path != entry.path
        # of a download that would be no news
        hint = translate("Window", "The file stays where it is.") if entry.referenced else ""
        notice = Notice("info", text, hint)
        self.tell(msgspec.structs.replace(notice, action="use_model", detail=entry.path) if other else notice)

    def _diagnostics_written(self, path: str) -> None:
        hint = translate("Window", "{path} contains no chat text.").format(path=path)
        self.tell(Notice("info", translate("Window", "Diagnostics saved."), hint))

    # settings ----------------------------------------------------------------

    def _scale_changed(self, _: Value) -> None:
        self.tell(Notice("info", translate("Window", "Restart Longthread to apply the new scale.")))

    def _language_changed(self, _: Value) -> None:
        self.tell(Notice("info", translate("Window", "Restart Longthread to apply the new language.")))

    def _load_changed(self, _: Value) -> None:
        if self.context.models.stale:  # many a change makes no difference to the model in use
            text = translate("Window", "Reload the model to apply this change.")
            self.tell(Notice("info", text, "", "reload_model"))
