"""A window: chats at the left, the conversation or another page at the right."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeySequence,
    QMoveEvent,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QHBoxLayout,
    QMainWindow,
    QWidget,
)

from app.core.work_values import Notice
from app.services.app_context import AppContext
from app.services.chat.conversation import Conversation
from app.ui.chat.transcript.focus import move
from app.ui.chat.transcript.items import MessageItem
from app.ui.chat.transcript.rich import copy_source
from app.ui.documents import DocumentsPage
from app.ui.notices import Toasts, belongs_in_banner
from app.ui.sidebar import Sidebar
from app.ui.widgets.tips import set_tip
from app.ui.window import places
from app.ui.window.actions import Actions
from app.ui.window.attention import Attention
from app.ui.window.chat_actions import ChatActions
from app.ui.window.drop import DropOverlay
from app.ui.window.incoming import Incoming
from app.ui.window.pages import Pages
from app.ui.window.palette import Palette, commands
from app.ui.window.sidebar_room import SidebarRoom
from app.ui.window.switching import use_model
from app.ui.window.window_commands import AllWindows

translate = QCoreApplication.translate

MOVED_MS = 1000  # after it was moved or sized, its place is kept, whatever ends the program
LEAST_HIGH = 340  # px: at 200 % on a screen of 900 px less than half of it is there, below a title and above a bar


class MainWindow(QMainWindow):
    """Binds sidebar, pages, drops, notices and shortcuts to an AppContext, and the chat page to a conversation.

    ``closed``: it was closed.
    """

    closed = Signal()
    chats: ChatActions
    action_list: Actions

    def __init__(self, context: AppContext, talk: Conversation, windows: AllWindows) -> None:
        super().__init__()
        self.context, self.talk, self.windows = context, talk, windows
        self.number = 0  # among those that were open when this one was opened
        self._moved = QTimer(self, singleShot=True, interval=MOVED_MS)
        self._moved.timeout.connect(self._keep_place)
        self.setWindowTitle("Longthread")
        self.setAcceptDrops(True)
        self.setMinimumSize(560, LEAST_HIGH)
        middle = QWidget()
        self.setCentralWidget(middle)  # before there is anything in it: what moves into a widget is styled once more
        line = QHBoxLayout(middle)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        self.sidebar = Sidebar()
        self.sidebar_room = SidebarRoom(self.sidebar, context.settings, self)
        line.addWidget(self.sidebar)
        self.pages = Pages(context, talk, middle)
        self.chat = self.pages.chat
        line.addWidget(self.pages, 1)
        self.overlay = DropOverlay(self)
        self.incoming = Incoming(context, self, lambda: isinstance(self.pages.currentWidget(), DocumentsPage), self)
        self.toasts = Toasts(self._act, self, self.chat.composer)
        self.toasts.stay_above(self.chat.compaction)
        self.finder = Palette(lambda: commands(self, self.action_list), self.search_for, self)
        self._bind()
        self.action_list = self.pages.keys = Actions(self, self.chats, self)
        self._shortcuts()
        self._restore()

    # binding -----------------------------------------------------------------

    def _bind(self) -> None:
        context, side, chat = self.context, self.sidebar, self.chat
        context.web.active_changed.connect(side.show_network)
        self.pages.left.connect(self.show_chat)
        self.pages.add_model.connect(self.choose_model)
        side.new_chat.connect(self.new_chat)
        side.keyboard_left.connect(self._take_keyboard)
        side.show_library.connect(self.show_library)
        side.show_settings.connect(self.show_settings)
        side.show_activity.connect(self.show_activity)
        side.show_documents.connect(self.show_documents)
        side.show_knowledge.connect(self.show_knowledge)
        side.show_privacy.connect(self.show_privacy)
        chat.chat_shown.connect(side.set_open)
        chat.drawer_opened.connect(self.sidebar_room.make_way)
        context.conversations.work_changed.connect(side.show_work)
        context.drafts.waiting_changed.connect(side.show_drafts)
        side.show_drafts(context.drafts.waiting)
        chat.attach.connect(self.choose_files)
        chat.composer.editor.undo_left.connect(lambda: self.action_list.run("undo_delete"))
        chat.attaching.dropped.connect(self.incoming.take)
        chat.acted.connect(self._act)
        chat.composer.slash.manage.connect(self.show_prompts)
        chat.documents.manage.connect(self.show_documents)
        chat.use_model.connect(self.use_model)
        self.pages.use_model.connect(self.use_model)
        self.pages.open_chat.connect(self.open_chat)
        chat.empty.find_models.connect(self.find_models)
        for part in (chat.header, chat.empty):
            part.add_model.connect(self.choose_model)
            part.show_library.connect(self.show_library)
        chat.header.open_model.connect(self.show_model)
        chat.header.toggle_sidebar.connect(self.toggle_sidebar)
        chat.header.show_settings.connect(lambda: self.show_settings("Context"))
        self.chats = ChatActions(context, self, side, self)
        self.attention = Attention(context, self.talk, self.windows.news, self)
        self.talk.called_up.connect(self.bring_chat)
        side.set_open(self.talk.view.chat.id)

    def _shortcuts(self) -> None:
        QShortcut(QKeySequence("Esc"), self).activated.connect(self.escape)
        self.action_list.changed.connect(self._show_keys)
        self._show_keys()

    def _show_keys(self) -> None:
        """Buttons that do the same as an action say its keys."""
        for button in self.findChildren(QAbstractButton):
            action = button.property("action")
            if action:
                set_tip(button, self.action_list.tip(action, self.action_list.all[action].title))
        ways = (("search_chats", translate("Sidebar", "Search titles and messages")), ("palette", ""))
        lines = [self.action_list.tip(action, words or self.action_list.all[action].title) for action, words in ways]
        set_tip(self.sidebar.search_field, "\n".join(lines))

    # what the person does ------------------------------------------------------

    def bring(self) -> None:
        """Come to the front."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        QApplication.alert(self)  # where a window may not come to the front by itself

    def put_aside(self, heir: MainWindow) -> None:
        """It was closed, and may be used again: nothing that it showed stays; what can be undone yet, ``heir`` says."""
        for dialog in self.findChildren(QDialog):
            if not dialog.isHidden():
                dialog.reject()  # a question that nobody answered; a notice offers what was written in it
        for notice in self.toasts.take():
            if notice.action:
                heir.tell(notice)
        for notice in self.chat.banner.take():
            heir.tell(notice, stay=True)
        self.chat.put_aside()
        self.finder.close_palette()
        self.sidebar.search_field.clear()
        self.attention.forget()
        self.pages.setCurrentWidget(self.chat)

    def bring_chat(self) -> None:
        """Come to the front with the chat."""
        self.bring()
        self.show_chat()

    def _take_keyboard(self) -> None:
        """The last chat went from the list that had the keyboard: where the chat is shown, one writes on there."""
        if self.pages.currentWidget() is self.chat:
            self.chat.composer.editor.setFocus()

    def new_chat(self) -> None:
        self.show_chat()
        self.talk.new_chat()

    def open_chat(self, chat_id: str, message_id: str = "") -> None:
        """Show a chat, and bring a message of it into sight."""
        self.show_chat()
        if message_id or chat_id != self.talk.view.chat.id:
            self.talk.open_chat(chat_id, message_id)

    def show_page(self, page: QWidget) -> None:
        """Show a page instead of the chat."""
        if self.pages.indexOf(page) < 0:
            self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)

    def show_chat(self) -> None:
        self.pages.setCurrentWidget(self.chat)
        self.chat.composer.editor.setFocus()

    def show_library(self) -> None:
        self.look_for_missing()
        self.pages.setCurrentWidget(self.pages.library)
        self.pages.library.setFocus()

    def look_for_missing(self) -> None:
        """Models whose files were not there may be back."""
        if any(entry.status == "missing" for entry in self.context.models.entries):
            self.context.models.refresh()

    def show_model(self, path: str) -> None:
        """Show the page of a model; the library if it is not there."""
        self.show_library()
        self.pages.models.open(path)

    def find_models(self) -> None:
        """The library, where the hub is searched."""
        self.show_library()
        self.pages.library.show_find()

    def show_activity(self) -> None:
        self.pages.setCurrentWidget(self.pages.activity)
        self.pages.activity.setFocus()

    def show_privacy(self) -> None:
        page = self.pages.privacy
        page.show_offline(self.context.web.offline)
        page.show_requests(self.context.web.log.requests)
        self.pages.setCurrentWidget(page)
        page.switch.setFocus()
        self.context.privacy.look()

    def check_for_updates(self) -> None:
        self.show_privacy()
        self.context.updates.check()

    def show_shortcuts(self) -> None:
        self.pages.setCurrentWidget(self.pages.shortcuts)
        self.pages.shortcuts.search.setFocus()

    def show_prompts(self) -> None:
        """The saved prompts."""
        self.pages.setCurrentWidget(self.pages.prompts)
        self.pages.prompts.new.setFocus()

    def show_documents(self) -> None:
        self.pages.setCurrentWidget(self.pages.documents)
        self.pages.documents.files_button.setFocus()

    def show_knowledge(self) -> None:
        """Who and what documents and chats are about."""
        self.pages.setCurrentWidget(self.pages.knowledge)
        self.pages.knowledge.take_focus()

    def show_server(self) -> None:
        self.pages.setCurrentWidget(self.pages.server)
        self.pages.server.switch.setFocus()

    def step_chat(self, by: int) -> None:
        """Open the chat that many places further down in the list."""
        ids = [chat.id for chat in self.sidebar.list.rows.chats()]
        shown = self.talk.view.chat.id
        if ids:
            at = ids.index(shown) + by if shown in ids else 0 if by > 0 else len(ids) - 1
            if 0 <= at < len(ids):
                self.open_chat(ids[at])

    def copy_reply(self) -> None:
        """Put the last reply on the clipboard."""
        replies = [one for one in self.talk.view.messages if one.role == "assistant" and one.content]
        if replies:
            last = replies[-1]
            copy_source(MessageItem(last.id, role="assistant", text=last.content, meta=last.meta))
            self.toasts.tell(Notice("info", translate("Window", "Last reply copied.")))

    def undo_delete(self) -> None:
        """Bring back the messages of this chat that were deleted last."""
        self.toasts.drop("undo_delete", self.talk.undo_delete())

    def show_settings(self, section: str = "") -> None:
        self.pages.setCurrentWidget(self.pages.settings)
        self.pages.settings.search.setFocus()
        if section:
            QTimer.singleShot(0, self.pages.settings, lambda: self.pages.settings.show_section(section))

    def toggle_chat_settings(self) -> None:
        """Show or hide the settings of the chat."""
        self.show_chat()
        self.chat.toggle_drawer()

    def focus_search(self) -> None:
        """Open the line in which everything is searched, or close it."""
        self.finder.toggle()

    def close_palette(self) -> None:
        self.finder.close_palette()

    def search_for(self, text: str) -> None:
        """Look for ``text`` in all chats."""
        self.search_chats()
        self.sidebar.search_field.setText(text)

    def search_chats(self) -> None:
        if not self.sidebar.isVisible():
            self.toggle_sidebar()
        self.sidebar.search_field.setFocus()
        self.sidebar.search_field.selectAll()

    def find_in_chat(self) -> None:
        self.show_chat()
        self.chat.open_find()

    def compact(self) -> None:
        """Open the panel that compacts the memory of the chat shown."""
        self.show_chat()
        self.chat.open_compaction()

    def read_now(self) -> None:
        """Read what is not read of the chat shown."""
        self.show_chat()
        self.chat.read_now()

    def toggle_meter(self) -> None:
        self.show_chat()
        self.chat.meter_fold.toggle()

    def escape(self) -> None:
        """Leave the palette, a notice, a page or a search, an edit; else stop what runs."""
        page = self.pages.currentWidget()
        if self.finder.close_palette() or self.toasts.leave() or self.pages.leave_part():
            pass
        elif page is not self.chat:
            self.show_chat()
        elif self.chat.escape():
            pass
        elif self.sidebar.search_field.hasFocus():
            self.sidebar.search_field.clear()
            self.chat.composer.editor.setFocus()
        elif self.talk.stoppable:
            self.talk.stop()

    @property
    def has_notice(self) -> bool:
        """Whether there is something that ``go_to_notice`` goes to."""
        return bool(self.toasts.notices) or self.chat.banner.notice is not None

    def go_to_notice(self) -> None:
        """Give the keyboard to the newest notice; where there is none, to what stands above the chat until it is dealt
        with."""
        if self.toasts.notices:
            self.toasts.take_keyboard()
        else:
            self.show_chat()
            self.chat.banner.take_keyboard()

    def toggle_sidebar(self) -> None:
        self.sidebar_room.toggle()
        if self.sidebar_room.lent:
            self.chat.close_drawer()  # a narrow window has no room for both

    def choose_model(self) -> None:
        self.incoming.choose_model()

    def choose_files(self) -> None:
        self.incoming.choose_files()

    def use_model(self, path: str) -> None:
        """Load a model; what it costs is asked first."""
        use_model(self, self.context, path)

    # notices ------------------------------------------------------------------

    def tell(self, notice: Notice, stay: bool = False) -> None:
        """Show a notice where it belongs; ``stay``: until it is dismissed."""
        banner = self.chat.banner.notice
        said = not self.chat.transcript.items or (banner is not None and banner.action == "get_starter")
        if notice.action == "open_library" and notice.level == "info" and not self.context.models.entries and said:
            return  # the empty page says the same, larger, or the banner
        if notice.action == "show_chat" and self.talk.shows(notice.chat) and self.pages.currentWidget() is self.chat:
            return  # the reply is seen
        if stay or belongs_in_banner(notice):
            self.chat.banner.tell(notice, wait=stay)
        else:
            self.toasts.tell(notice)

    def _act(self, notice: Notice) -> None:
        match notice.action:
            case "open_library":
                self.show_library()
            case "get_starter":
                self.context.starter.get()
                self.show_library()  # which says how far it is
            case "show_update":
                self.show_privacy()
            case "show_chat":
                self.open_chat(notice.chat)
            case "use_model":
                self.use_model(notice.detail)
            case "model_settings":
                self.show_model(self.context.models.state.path)
            case "save_diagnostics":
                self.pages.save_diagnostics()
            case _:
                self.context.act(notice)

    # dropping -----------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        plan = self.incoming.plan_for(event.mimeData())
        if plan is not None:
            self.overlay.show_plan(plan)
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.overlay.hide()
        plan = self.incoming.plan_for(event.mimeData())
        if plan is not None:
            event.acceptProposedAction()
            self.incoming.carry_out(plan)

    # window -------------------------------------------------------------------

    def find_place(self, number: int, beside: QWidget | None) -> None:
        """Stand where the window with this ``number`` stood last, or a little beside another one."""
        self.number = number
        places.restore(self, self.context.settings, number, beside)

    def _restore(self) -> None:
        places.restore(self, self.context.settings)
        self.sidebar_room.restore(self.width())

    def focusNextPrevChild(self, forward: bool) -> bool:
        focus = self.focusWidget() or self.chat.composer.editor
        pressed = focus.isVisible() and focus.isEnabled()  # else Qt looks for a place when the one it was in is gone
        return move(focus, self.chat.transcript, forward, None if pressed else self.toasts)

    def _keep_place(self) -> None:
        self._moved.stop()
        places.keep(self, self.context.settings, self.number)

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        if self.isVisible():
            self._moved.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self._moved.start()
        self.toasts.place()
        self.sidebar_room.fit(self.width())
        if not self.overlay.isHidden():
            self.overlay.setGeometry(self.rect())

    def closeEvent(self, event: QCloseEvent) -> None:
        self._keep_place()
        self.context.drafts.save()
        super().closeEvent(event)
        self.closed.emit()
