"""All that is talked: the conversations of the windows, and what they share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtCore import QObject, Qt, Signal

from app.core.chat_values import ChatGroup, Message
from app.core.paths import Paths
from app.core.pictures import Pictures
from app.core.scopes import ScopedPlace
from app.core.settings import PROMPT, Settings, SettingsView
from app.core.store import Store
from app.core.texts import Text
from app.core.work_values import MemoryState, Phase
from app.services.background import Ops
from app.services.chat.branches import Branches
from app.services.chat.chat_state import ChatState, ChatStates
from app.services.chat.conversation import Conversation
from app.services.chat.drafts import Drafts
from app.services.chat.engine_chat import ChatJob
from app.services.chat.engine_sync import ChatEngine
from app.services.chat.replies import Replies
from app.services.chat.shared import InForce, SharedServices
from app.services.documents.cartridges import DocumentCartridges
from app.services.documents.documents import Documents
from app.services.documents.grounding import Grounding
from app.services.engine_client.process import Engine
from app.services.models.models import Models
from engine import protocol

LAST, MORE = "window.last_chat", "window.more_chats"
OWN = "chat.own_model"  # whether a chat asks for the model that it was used with last


def shown_at_end(settings: SettingsView) -> tuple[str, ...]:
    """The chats that windows showed when the program ended, begun or not, that of the first one at first."""
    return tuple(chat for chat in (settings.text(LAST), *settings.text(MORE).split(",")) if chat)


class Conversations(QObject):
    """One :class:`Conversation` per window, the first of them from the beginning. A chat is shown by one at most.

    Signals:
        notice(Notice): tell the person.
        list_changed(): the sidebar's list is out of date.
        send_refused(str, bool, str, tuple[Attachment, ...]): that of a conversation.
        amend_refused(Message, str, tuple[Attachment, ...]): a message, and what it was to be but could not be stored.
        work_changed(frozenset[str], frozenset[str]): chats at work, and those with a reply that nobody has seen yet.
        reply_ended(ChatView, Message): a reply is over, in a chat that is shown or in one that was left.

    Attributes:
        states: the chats that are shown, and those with replies to come.
        grounding: passages of documents for replies, and what these cite.
        waiting: what was shown at the end is left out of this start, and kept for the next one.
    """

    notice = Signal(object)
    list_changed = Signal()
    send_refused = Signal(str, bool, str, object)
    amend_refused = Signal(object, str, object)
    work_changed = Signal(object, object)
    reply_ended = Signal(object, object)

    def __init__(
        self, paths: Paths, store: Store, settings: Settings, ops: Ops, engine: Engine, models: Models,
        pictures: Pictures, documents: Documents, cartridges: DocumentCartridges, drafts: Drafts, parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._paths, self._settings, self._engine, self._models = paths, settings, engine, models
        self._unread: set[str] = set()
        rules = InForce(settings, models)
        self._rules, self._pictures, self._drafts = rules, pictures, drafts
        self.states = ChatStates()
        self._chats = ChatEngine(
            engine, models, self.states, self._describe, rules.policy, rules.sampling, rules.thinking,
            self._own_model, self,
        )  # fmt: skip
        self._replies = Replies(store, ops, self.states, self)
        self._branches = Branches(store, ops, self)
        self.grounding = Grounding(store, ops, rules.of, self)
        self.reply_ended.connect(self.grounding.replied)
        self._behind = SharedServices(
            store, ops, engine, settings, rules, pictures, self._chats, self.states, self._replies, self._branches,
            self.grounding, paths.documents, documents.mounts.system_prompt, cartridges.ready_in,
            self.amend_refused.emit, drafts.set_up, drafts.left,
        )  # fmt: skip
        self._chats.started.connect(self._job_started)
        self._chats.compacted.connect(self._replies.compacted)
        self._chats.memory_built.connect(self._replies.memory_built)
        self._chats.undone.connect(self._replies.compaction_undone)
        self._chats.closed.connect(self._job_closed)
        self._chats.work_changed.connect(self._tell_work)
        self._chats.own_model.connect(self._offer_own_model, Qt.ConnectionType.QueuedConnection)
        self._chats.memory_changed.connect(self._memory_changed)
        self._chats.memory_built.connect(lambda chat, *_: self._keep_memory(chat))
        self._replies.ended.connect(self._reply_ended)
        self._branches.copied.connect(self.copy_memory)
        self._branches.copied.connect(documents.mounts.copied)
        self._documents = documents
        documents.mounts.changed.connect(lambda *_: self._follow_documents())
        documents.changed.connect(lambda _: self._follow_documents())
        self._branches.changed.connect(self._branch_changed)
        for source in (self._chats, self._replies, self._branches):
            source.notice.connect(self.notice)
        for source in (self._replies, self._branches):
            source.list_changed.connect(self.list_changed)
        settings.watch(lambda *_: self._chats.set_policy(), *settings.keys("memory."))
        settings.watch(lambda *_: self._follow_prompt(), PROMPT)
        settings.watch(self._thinking_changed, *settings.keys("reply."))
        models.state_changed.connect(lambda _: self._follow_prompt())
        self._all: list[Conversation] = []
        self.waiting = False
        self.add()

    # the conversations ------------------------------------------------------------

    @property
    def all(self) -> tuple[Conversation, ...]:
        """Those of the windows that are open, in the order in which they were opened."""
        return tuple(self._all)

    def add(self) -> Conversation:
        """One more, which shows an empty chat: one that was left with a draft, as it was, or another one."""
        talk = Conversation(self._behind, self.showing, {state.id for state in self.states.shown}, self)
        talk.notice.connect(self.notice)
        talk.list_changed.connect(self.list_changed)
        talk.send_refused.connect(self.send_refused)
        talk.shown_changed.connect(self._shown_changed)
        talk.chat_opened.connect(lambda view: self._read(view.chat.id))
        talk.chat_opened.connect(lambda _: self._follow_documents())
        self._all.append(talk)
        if len(self._all) > 1:  # the first one is to show the chat of the last time yet
            self._keep_others()
        return talk

    def take_back(self, talk: Conversation) -> None:
        """Another window for a conversation that was put aside."""
        if talk not in self._all:
            self._all.append(talk)
            talk.aside = False
            talk.new_chat()

    def put_aside(self, talk: Conversation) -> None:
        """Its window was closed; what runs in its chat goes on. The last one stays."""
        if len(self._all) > 1 and talk in self._all:
            self._all.remove(talk)
            talk.aside = True
            talk.new_chat()
            self._shown_changed()

    def showing(self, chat: str) -> Conversation | None:
        """The one that shows a stored chat."""
        return next((talk for talk in self._all if talk.shows(chat)), None)

    def _shown_changed(self) -> None:
        """Keep what is to be shown after the next start; chats that were not begun, too: they may have drafts, or
        settings of their own."""
        self._keep(LAST, self._all[0].state.id)
        self._keep_others()

    def _keep_others(self) -> None:
        self._keep(MORE, ",".join(talk.state.id for talk in self._all[1:]))

    def _keep(self, name: str, chats: str) -> None:
        if not self.waiting and self._settings.text(name) != chats:
            self._settings.set(name, chats)

    def left_unsent(self, chat: str) -> bool:
        """Whether a chat was not begun when the program ended, and there is something of it to show again."""
        store = self._behind.store
        if not chat or store.chat(chat) is not None:
            return False
        mounted = self._documents.mounts.of("chat", chat)
        return self._drafts.reserved(chat) or bool(store.chat_settings(chat) or mounted)

    def show_unsent(self, talk: Conversation, chat: str) -> bool:
        """Show a chat again that was not begun when the program ended, with what it has of its own; whether there is
        anything of it.
        """
        if not self.left_unsent(chat):
            return False
        store, setup = self._behind.store, self._drafts.reopen(chat)
        self._settings.adopt_chat(chat, store.chat_settings(chat))
        if setup.folder not in {folder.id for folder in store.folders()}:
            setup = msgspec.structs.replace(setup, folder="")
        talk.show_unsent(chat, setup)
        return True

    @property
    def idle(self) -> bool:
        """Whether the engine is there and has nothing to do for any of them."""
        return all(talk.phase is Phase.IDLE for talk in self._all)

    # chats, shown or not -------------------------------------------------------------

    @property
    def at_work(self) -> frozenset[str]:
        """The chats in which a reply is written, or waits to be."""
        return self._chats.at_work

    @property
    def waiting_chat(self) -> str:
        """A chat in which a reply is to come, one that is shown at first; "": there is none."""
        return next((state.id for state in self.states.all if state.awaits), "")

    @property
    def unread(self) -> frozenset[str]:
        """The chats with a reply that ended while they were not shown, and that was not looked at yet."""
        return frozenset(self._unread)

    def renamed(self, chat_id: str, title: str) -> None:
        """The person gave a chat another title."""
        self._titled(chat_id, title, "person")

    def moved(self, groups: Sequence[ChatGroup]) -> None:
        """The list of chats is another one: chats that are open may be in other folders now."""
        for chat in (chat for group in groups for chat in group.chats):
            state = self.states.of(chat.id)
            if state is not None and state.chat.folder != chat.folder:
                state.update_chat(folder=chat.folder)
                self._follow_documents()  # those of the folder stay behind in it
        there = {group.folder.id for group in groups if group.folder is not None}
        for state in self.states.shown:
            if not state.stored and state.chat.folder and state.chat.folder not in there:
                state.update_chat(folder="")
                self._drafts.leave_folder(state.id)

    def titled(self, chat_id: str, title: str) -> None:
        """A title was made for a chat."""
        self._titled(chat_id, title, "model")

    def _titled(self, chat_id: str, title: str, by: str) -> None:
        self._replies.update_chat(chat_id, title=title, titled_by=by)

    def trashed(self, chat_id: str) -> None:
        """A chat was moved to the trash: what runs in it is stopped; an empty one takes its place where it is shown."""
        talk = self.showing(chat_id)
        if talk is not None:
            talk.new_chat()  # first: a message that is just being stored must not be answered there any more
        self._chats.forget(chat_id)
        self._replies.forget(chat_id)
        self._unread.discard(chat_id)

    def leave_all(self) -> None:
        """Show empty chats everywhere."""
        for talk in self._all:
            talk.new_chat()

    def forget_all(self) -> None:
        """All chats are deleted: as :meth:`trashed`. No reply comes in any of them any more."""
        for state in self.states.all:
            if state.stored:
                self.trashed(state.id)
        self._unread.clear()
        self._tell_work()

    def when_closed(self, chat_id: str, then: Callable[[], None]) -> None:
        """Call ``then`` once the engine writes nothing more for a chat that was moved to the trash."""
        self._chats.when_closed(chat_id, then)

    def _branch_changed(self, chat_id: str) -> None:
        talk = self.showing(chat_id)
        if talk is not None:
            talk.show_anew()
        else:
            self.states.forget(chat_id)  # of a chat that was left, the store knows what is to be shown

    def undo_delete(self, message_id: str) -> None:
        """Bring back what ``Conversation.delete_from`` took away."""
        self._branches.undo(message_id)

    def copy_memory(self, source: str, copy: str, ids: dict[str, str]) -> None:
        """Let a new chat with the messages of another one begin with its memory. Without an engine it is read anew."""
        if self._engine.running:
            request = protocol.Fork(
                id=0,
                chat_id=copy,
                source=str(self._paths.chat(source)),
                folder=str(self._paths.chat(copy)),
                ids=ids,
                chunks=str(self._paths.pieces),
            )
            self._engine.request(request, lambda event: None)

    def check_form(self, output: str, form: str, told: Callable[[Text | None], None]) -> None:
        """Whether a reply can have a form (a JSON schema, a grammar); ``told`` gets what is wrong, or None.

        While there is no engine it is not known; then nothing is told.
        """

        def checked(event: protocol.AnyEvent) -> None:
            if isinstance(event, protocol.FormChecked):
                told(event.problem)

        if self._engine.running:
            self._engine.request(protocol.CheckForm(id=0, output=output, form=form), checked)  # type: ignore[arg-type]

    def shutdown(self) -> None:
        """Keep what running replies have by now; call before the engine is stopped."""
        self._replies.end()

    def _follow_documents(self) -> None:
        """Documents that a chat does not see any more, or whose text is another one now, leave the model's view."""
        for state in self.states.all:
            held = [message for message in state.messages if message.meta.documents]
            there = self._documents.digests_in(state.id, state.chat.folder) if held else frozenset[str]()
            left = False
            for message in held:
                kept = tuple(one for one in message.meta.documents if one.digest in there)
                if kept != message.meta.documents:
                    left = True
                    meta = msgspec.structs.replace(message.meta, documents=kept)
                    message = msgspec.structs.replace(message, meta=meta)
                    state.replace(message)
                    self._replies.save(message)
            if left:
                self._chats.renew(state.id)

    # what the engine tells --------------------------------------------------------

    def _own_model(self, state: ChatState) -> str:
        if self._settings.text(OWN) == "never" or not state.messages:
            return ""
        entry = self._models.with_fingerprint(state.chat.model_fingerprint)
        return entry.path if entry is not None and entry.path != self._models.state.path else ""

    def _offer_own_model(self, chat: str, path: str) -> None:
        talk = self.showing(chat)
        if talk is None or path == self._models.state.path:
            return
        if self._settings.text(OWN) == "always":
            self._models.load(path)
        else:
            talk.state.own_model_offered.emit(path)

    def _tell_work(self, _: object = None) -> None:
        self.work_changed.emit(self.at_work, self.unread)

    def _read(self, chat: str) -> None:
        if chat in self._unread:
            self._unread.remove(chat)
            self._tell_work()

    def _reply_ended(self, state: ChatState, message: Message) -> None:
        if not self.states.shows(state) and message.meta.reason != "cancelled":
            self._unread.add(state.id)
            self._tell_work()
        self.reply_ended.emit(state.view(), message)

    def _job_started(self, job: ChatJob) -> None:
        self._replies.started(job, self._models.state, self._rules.sampling(job.chat).output)

    def _job_closed(self, job: ChatJob, event: protocol.AnyEvent) -> None:
        self._replies.closed(job, event)
        self._keep_memory(job.chat)

    def _memory_changed(self, memory: MemoryState) -> None:
        if self._chats.rests(memory.chat):  # else it is told again and again, and kept at the end
            self._replies.keep_memory(memory)

    def _keep_memory(self, chat: str) -> None:
        memory = self._chats.memory_of(chat)
        if memory is not None:
            self._replies.keep_memory(memory)

    def _describe(self, state: ChatState) -> protocol.OpenChat:
        """What the engine is told of a chat when it opens it."""
        return protocol.OpenChat(
            id=0,
            chat_id=state.id,
            folder=str(self._paths.chat(state.id)),
            chunks=str(self._paths.pieces),
            system_prompt=state.chat.system_prompt,
            messages=state.for_engine(self._pictures, self._paths.documents, self._models.state.state_key),
            policy=self._rules.policy(),
            thinking=self._rules.thinking(state.id),
            read_most=self._rules.read_unasked,
        )

    # settings ---------------------------------------------------------------------

    def _follow_prompt(self) -> None:
        for talk in self._all:
            talk.follow_prompt()

    def _thinking_changed(self, place: ScopedPlace, _key: str) -> None:
        facts = self._models.state.facts
        here = place.level == "chat" or place.owner in ("", self._models.fingerprint)
        if facts is not None and facts.thinking_at_start and here:
            self._chats.renew(place.owner if place.level == "chat" else "")
