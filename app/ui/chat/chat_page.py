"""The page of a conversation: header, transcript, meter and composer, bound to the services."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from app.core.chat_values import Chat, ChatView
from app.core.model_values import ModelPhase, ModelState
from app.core.paths import APP_NAME
from app.core.settings import ALWAYS_OPEN, ONE_LINE, Value
from app.core.work_values import CompactionPreview, MemoryState, Notice, Phase, Resumed, WorkProgress
from app.services.app_context import AppContext
from app.services.chat.conversation import Conversation
from app.services.chat.follower import ChatFollower
from app.ui.chat.attaching import Attaching
from app.ui.chat.chat_documents import ChatDocuments
from app.ui.chat.chat_settings import ChatSettings
from app.ui.chat.composer import Composer
from app.ui.chat.editing import EditingInPlace
from app.ui.chat.empty import EmptyState
from app.ui.chat.header import ChatHeader, resting_words
from app.ui.chat.meter import CompactPanel, MeterFold, MeterLine, MeterStrip
from app.ui.chat.meter.forecast import ASKED
from app.ui.chat.model_banner import ModelBanner
from app.ui.chat.mounted_bar import MountedBar
from app.ui.chat.presenter import Presenter
from app.ui.chat.reading_aloud import ReadingAloud
from app.ui.chat.transcript import FindBar, MessageItem, TranscriptView
from app.ui.library.curated import CuratedPanel
from app.ui.notices import Banner
from app.ui.sentences import sentence
from app.ui.theme import theme
from app.ui.widgets.keys import moves_in_text
from app.ui.widgets.tips import set_title

translate = QCoreApplication.translate

LEAST_SEEN = 80  # px of a chat beside what is written
BESIDE = 860  # px of width from which the drawer stands beside the conversation


class Centred(QWidget):
    """Keeps its children in the same column as the transcript's text."""

    SIDE = 28

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(self.SIDE, 4, self.SIDE, 18)
        self.column.setSpacing(10)

    def resizeEvent(self, event: QResizeEvent) -> None:
        side = max(self.SIDE, (self.width() - theme().tokens.size.column) // 2)
        self.column.setContentsMargins(side, 4, side, 18)


class ChatPage(QWidget):
    """Signals: ``attach`` (choose files), ``acted(Notice)`` (a button of the banner), ``chat_shown(id)``,
    ``use_model(path)``, ``drawer_opened``."""

    attach = Signal()
    acted = Signal(object)
    chat_shown = Signal(str)
    use_model = Signal(str)
    drawer_opened = Signal()

    def __init__(self, context: AppContext, talk: Conversation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chatPage")
        self._context, self._talk = context, talk
        self._chat: Chat | None = None
        self._phase = talk.phase
        self._model = context.models.state
        self._sides = QHBoxLayout(self)
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.setSpacing(0)
        column = QVBoxLayout()
        self._sides.addLayout(column, 1)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.header = ChatHeader()
        mounted = MountedBar(context.cartridges.state_of)
        self.banner = Banner(self.acted.emit)
        self.stack = QStackedWidget()
        for part in (self.header, mounted, self.banner):  # one after another, as Tab passes them
            column.addWidget(part)
        column.addWidget(self.stack, 1)  # before it is filled: what moves into a widget is styled once more
        self.transcript = TranscriptView()
        self.find_bar = FindBar(self.transcript.finder, self.transcript)
        self._to_find = ("", "")
        offered = CuratedPanel(context.curated, context.models, few=True)
        self.empty = EmptyState(context.starter.model, offered, self.stack)
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.transcript)
        self.stack.setMinimumHeight(1)  # else the page that is not shown counts
        self.stack.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)  # it has what others leave
        self.meter, self.meter_line = MeterStrip(), MeterLine()
        self.compaction = CompactPanel(self)
        self.composer = Composer(context.drafts)
        foot = self._foot = Centred()
        self.composer.add_meter(self.meter_line, self.meter)
        self.meter_fold = MeterFold(self.meter, self.meter_line)
        foot.column.addWidget(self.composer)
        column.addWidget(foot)
        self._drawer: ChatSettings | None = None
        self.presenter = Presenter(talk, self.transcript, self)
        self.reading_aloud = ReadingAloud(context.speech, talk, self.transcript)
        self.attaching = Attaching(context, talk, self.composer, self)
        self.documents = ChatDocuments(context, talk, mounted, self.composer, self.transcript, self)
        self._model_banner = ModelBanner(context, talk, self.banner, self)
        self.editing = EditingInPlace(context, talk, self.transcript, self.composer, self.attaching, self)
        self._bind()

    def _bind(self) -> None:
        context, talk = self._context, self._talk
        talk.chat_opened.connect(self._chat_opened)
        ChatFollower(
            talk,
            self,
            chat_changed=self._chat_changed,
            memory_changed=self._memory_changed,
            phase_changed=self._phase_changed,
            queue_changed=self._queue_changed,
            progress_changed=self._progress_changed,
            resumed=self._resumed,
            mark_added=self._marks_changed,
            marks_removed=self._marks_changed,
        )
        context.models.state_changed.connect(self._model_changed)
        context.models.library_changed.connect(self.header.show_entries)
        appliers = {
            "chat.enter_sends": lambda on: self.composer.set_enter_sends(bool(on)),
            "memory.reserve": self._apply_policy,
            "memory.auto": self._apply_policy,
            "appearance.meter": lambda how: self.meter_fold.set_pinned(how == ALWAYS_OPEN),
        }
        self.destroyed.connect(context.settings.apply(appliers, now=True))
        self.transcript.typed.connect(self.composer.take_key)
        self.composer.send.connect(talk.send)
        self.composer.send_anyway.connect(lambda text, files: talk.send(text, files, True))
        self.composer.stop.connect(talk.stop)
        self.composer.editor.textChanged.connect(self._written)
        self.composer.attach.connect(self.attach)
        self.composer.editor.check_spelling(context.spelling)
        self.composer.slash.offer = lambda: context.prompts.all
        self.meter.compact_asked.connect(self.open_compaction)
        self.meter.read_asked.connect(self.read_now)
        self.meter.stop_asked.connect(talk.stop)
        self.meter_fold.pin_asked.connect(self._pin_meter)
        self.compaction.wanted.connect(lambda: talk.preview_compaction(ASKED))
        self.compaction.compact.connect(talk.compact_now)
        self.compaction.compact.connect(lambda _: self.composer.editor.setFocus())
        talk.previewed.connect(self._previewed)
        self.presenter.emptied.connect(self._emptied)
        self.presenter.asked.connect(self.composer.editor.setFocus)
        self.presenter.edit_asked.connect(self.editing.begin)
        self.presenter.preview_asked.connect(self.attaching.look_at)
        self.presenter.form_asked.connect(self._show_form)
        self.header.renamed.connect(self._rename)
        self.header.title.left.connect(self.composer.editor.setFocus)
        self.header.toggle_drawer.connect(self.toggle_drawer)
        self.header.load.connect(self.use_model)
        self.header.unload.connect(context.models.unload)
        talk.message_sought.connect(self._find_sought)
        self.find_bar.closed.connect(self._write_on)
        self.banner.left.connect(self.composer.editor.setFocus)
        self.empty.retry.connect(context.models.retry)
        self.empty.load.connect(context.models.load)
        self.empty.get_starter.connect(context.starter.get)
        self.empty.stop_starter.connect(context.starter.cancel)
        self.empty.prompt.connect(self._prompted)
        self.empty.attach.connect(self.attach)
        context.starter.changed.connect(self.empty.show_starter)
        context.models.library_changed.connect(self.empty.show_entries)
        context.chats.changed.connect(lambda _: self.empty.show_first(not context.chats.chats))
        self.empty.show_entries(context.models.entries)
        self.header.show_entries(context.models.entries)
        self._model_changed(context.models.state)
        self._phase_changed(talk.phase)
        self._chat_opened(talk.view)

    # the chat ----------------------------------------------------------------

    def _chat_opened(self, view: ChatView) -> None:
        self.header.title.finish()  # while the chat it belongs to is known: the field loses the focus later
        self._chat = view.chat
        self.compaction.leave()
        if self._talk.aside:  # nobody sees this chat: it takes no draft from those that are
            self.composer.put_aside()
        else:
            self.composer.set_chat(view.chat.id, view.stored)
        self.find_bar.leave()
        self.meter.set_resumed(None)
        memory = self._talk.memory
        self.meter.set_memory(memory if memory is not None and memory.chat == view.chat.id else None)
        self._model_banner.leave_own()
        self.composer.set_busy(self._talk.stoppable)
        self._show_missing()
        self._emptied(not view.messages)
        self._show_title()
        self._refresh_meter()
        covered = self.window().isVisible() and not self.isVisible()  # by another page, where the person is
        if not covered and not self.presenter.turning.by_keys:
            self.composer.editor.setFocus()
        self.chat_shown.emit(view.chat.id)

    def _chat_changed(self, chat: Chat) -> None:
        self._chat = chat
        self._show_title()
        self.chat_shown.emit(chat.id)

    def _show_title(self) -> None:
        chat = self._chat
        set_title(self.window(), chat.title if chat and chat.title else APP_NAME)
        self.header.title.show_title(chat.title if chat else "", bool(chat and chat.title))

    def _rename(self, title: str) -> None:
        if self._chat is not None:
            self._context.chats.rename(self._chat.id, title)

    def _emptied(self, empty: bool) -> None:
        focus = QApplication.focusWidget()
        used = focus is not None and self.stack.isAncestorOf(focus)
        self.stack.setCurrentWidget(self.empty if empty else self.transcript)
        if used and not self._talk.view.messages:  # Qt gives it to an example, which the next key would choose
            self.composer.editor.setFocus()
        self._fit_editor()

    def _prompted(self, text: str, whole: bool) -> None:
        """An example was chosen: sent if it is whole and nothing was written, else the person goes on writing."""
        free = self.composer.draft.empty
        self.composer.give_back(text)
        if whole and free:
            self.composer.submit()
        self.composer.editor.setFocus()

    def open_find(self) -> None:
        """Open the bar that finds text in this chat; what is selected is looked for."""
        if self.stack.currentWidget() is self.transcript:
            self.find_bar.open(self.transcript.selected_line())

    def open_compaction(self) -> None:
        """Open the panel that compacts the memory, where that is possible now; close it if it is open."""
        if not self.compaction.isHidden():
            self.compaction.leave()
        elif self.meter.can_compact:
            self.meter_fold.keep()
            corner = self.composer.mapTo(self, QPoint(self.composer.width(), 0)) - QPoint(0, 8)
            self.compaction.open(corner, self._talk.memory)

    def read_now(self) -> None:
        """Read what is not read of the chat."""
        if self.meter.can_read:
            self.composer.editor.setFocus()  # the button goes, and Esc is to stop it
            self._talk.read_now()

    def find_when_sought(self, message_id: str, text: str) -> None:
        """Mark each place of ``text`` once the chat with that message is shown."""
        self._to_find = message_id, text

    def _find_sought(self, message_id: str) -> None:
        (sought, text), self._to_find = self._to_find, ("", "")
        item = self.transcript.item(message_id)
        if message_id == sought and text and isinstance(item, MessageItem) and text.casefold() in item.text.casefold():
            self.find_bar.open(text, message_id)  # not where it stands in a file only

    def _previewed(self, preview: CompactionPreview) -> None:
        if self._chat is not None and preview.chat == self._chat.id:
            self.compaction.show_preview(preview)

    def _marks_changed(self, _: object) -> None:
        self.compaction.look_again(self._talk.memory)

    # the drawer -------------------------------------------------------------------

    @property
    def drawer(self) -> ChatSettings:
        """The settings of this chat, made when they are first asked for."""
        if self._drawer is None:
            self._drawer = ChatSettings(self._context, self._talk, self)
            self._drawer.hide()
            self._drawer.closed.connect(self.toggle_drawer)
            self._place_drawer()
        return self._drawer

    @property
    def drawer_has_keyboard(self) -> bool:
        """Whether the person is in the settings of this chat."""
        focused = QApplication.focusWidget()
        return self._drawer is not None and focused is not None and self._drawer.isAncestorOf(focused)

    def put_aside(self) -> None:
        """Its window was closed."""
        if self._drawer is not None:
            self._drawer.hide()
        self.composer.put_aside()

    def toggle_drawer(self) -> None:
        """Show or hide the settings of this chat."""
        show = self.drawer.isHidden()
        self._place_drawer()
        self.drawer.setVisible(show)
        self.drawer.raise_()
        if show:
            self.drawer.levels["chat"].setFocus()
            self.drawer_opened.emit()
        else:
            self._write_on()

    def _write_on(self) -> None:
        if self.isVisible():  # else the person is on another page
            self.composer.editor.setFocus()

    def close_drawer(self) -> None:
        """Hide the settings of this chat, if they are shown."""
        if self._drawer is not None and not self._drawer.isHidden():
            self.toggle_drawer()

    def _show_form(self) -> None:
        """Show the setting that says which form replies have, where it is set."""
        if self.drawer.isHidden():
            self.toggle_drawer()
        self.drawer.show_form()

    def _place_drawer(self) -> None:
        """Beside the conversation where there is room for both, else over it."""
        drawer = self._drawer
        if drawer is None:
            return
        beside = self.width() >= BESIDE
        if beside and self._sides.indexOf(drawer) < 0:
            self._sides.addWidget(drawer)
        elif not beside:
            self._sides.removeWidget(drawer)
            drawer.setGeometry(max(0, self.width() - drawer.width()), 0, drawer.width(), self.height())
            drawer.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_drawer()
        self._fit_editor()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit_editor()
        return moves_in_text(event, QApplication.focusWidget()) or super().event(event)

    def _fit_editor(self) -> None:
        """A low window shows some of the chat, too, and all of the composer: the text being written gives way."""
        editor = self.composer.editor
        taken = self.header.height() + self._foot.sizeHint().height() - editor.height()
        if not self.documents.bar.isHidden():
            taken += self.documents.bar.height()
        if not self.banner.isHidden():
            taken += self.banner.sizeHint().height()
        empty = self.stack.currentWidget() is self.empty
        seen = self.empty.least if empty else self.transcript.minimumSizeHint().height()
        editor.set_room(self.height() - taken - max(LEAST_SEEN, seen))

    def escape(self) -> bool:
        """Close what lies over the transcript; whether something did."""
        if self.editing.escape() or self.banner.leave():
            return True
        drawer = self._drawer
        focus = self.window().focusWidget()
        if drawer is not None and focus is not None and not drawer.isHidden() and drawer.isAncestorOf(focus):
            self.toggle_drawer()
            return True
        if not self.compaction.isHidden():
            self.compaction.leave()
            return True
        if not self.find_bar.isHidden():
            self.find_bar.leave()
            return True
        return self.transcript.clear_selection() or self.meter_fold.leave()

    # what the engine does -----------------------------------------------------

    def _memory_changed(self, memory: MemoryState | None) -> None:
        self.meter.set_memory(memory)
        self._refresh_meter()

    def _phase_changed(self, phase: Phase) -> None:
        self._phase = phase
        self.composer.set_busy(self._talk.stoppable)
        self.meter.set_compacting(phase is Phase.COMPACTING)
        self._show_missing()
        if phase is not Phase.IDLE:
            self.compaction.leave()
        if phase in (Phase.READING, Phase.REPLYING, Phase.COMPACTING):
            self.meter.set_resumed(None)
        self._refresh_meter()

    def _written(self) -> None:
        """A message is on its way: a model that rests comes back meanwhile."""
        if self.composer.editor.hasFocus() and self.composer.text.strip():
            self._context.rest.used()

    def _queue_changed(self, _: int) -> None:
        self.composer.set_busy(self._talk.stoppable)

    def _show_missing(self) -> None:
        """A chat with messages has a context, whether it is there already or not."""
        if not self._talk.view.messages:
            self.meter.set_missing("empty")
        else:
            coming = self._phase in (Phase.LOADING, Phase.OPENING, Phase.READING)
            self.meter.set_missing("loading" if coming else "unloaded")

    def _progress_changed(self, progress: WorkProgress | None) -> None:
        loading = progress is not None and progress.what == "load"  # shown in the model chip
        self.meter.set_progress(None if loading else progress)

    def _resumed(self, resumed: Resumed) -> None:
        self.meter.set_resumed(resumed)
        if resumed.note:
            self._context.notice.emit(Notice("info", resumed.note))

    def _model_changed(self, state: ModelState) -> None:
        self._model = state
        self.header.show_model(state)
        self.empty.show_model(state)
        self.meter.set_capacity(state.n_ctx)
        ready = state.phase in (ModelPhase.LOADED, ModelPhase.LOADING, ModelPhase.RESTING)
        name = state.name if ready and state.name else ""
        self.composer.set_placeholder(
            translate("Chat", "Message {name}…").format(name=name) if name else translate("Chat", "Write a message…")
        )
        self._refresh_meter()

    def _refresh_meter(self) -> None:
        limits = self._talk.limits
        self.meter.set_can_read(self._phase is Phase.IDLE and limits is not None and limits.unread > 0)
        facts = self._model.facts
        if facts is not None and not facts.compactable:
            self.meter.set_can_compact(
                False,
                translate("Chat", "Doesn't support compaction: {why}").format(why=sentence(facts.why_not)),
            )
        elif self._model.phase is ModelPhase.RESTING:
            self.meter.set_can_compact(False, resting_words())
        elif self._phase is not Phase.IDLE:
            self.meter.set_can_compact(False, translate("Chat", "Available when the model is idle"))
        else:
            memory = self._talk.memory
            some = memory is not None and memory.tokens > 0
            self.meter.set_can_compact(some, "" if some else translate("Chat", "Nothing to compact yet"))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if event.spontaneous():
            return  # the window was brought back, not this page
        self._model_banner.remind()

    def _pin_meter(self, pin: bool) -> None:
        self._context.settings.set("appearance.meter", ALWAYS_OPEN if pin else ONE_LINE)

    # composer and settings ------------------------------------------------------

    def _apply_policy(self, _: Value) -> None:
        settings = self._context.settings
        self.compaction.reserve = settings.integer("memory.reserve")
        self.meter.set_policy(self.compaction.reserve, settings.flag("memory.auto"))
