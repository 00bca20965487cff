"""The chat that a window shows: the object it binds to."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.core.attachments.text import estimated
from app.core.chat_values import Attachment, ChatView, Message, MessageMeta, new_id
from app.core.draft import ChatSetup
from app.core.settings import SettingsView
from app.core.texts import say
from app.core.transcript import title_of
from app.core.work_values import CompactionPreview, MemoryState, MessageLimits, Notice, Phase
from app.services.chat.amending import amend
from app.services.chat.chat_state import ChatState
from app.services.chat.engine_chat import ChatJob
from app.services.chat.new_chats import NewChats
from app.services.chat.shared import SharedServices
from app.services.chat.stored_chats import StoredChats
from engine import protocol

Attachments = Sequence[Attachment]
UNDO_MS = 8000  # a deletion is offered to be undone for about as long


class Conversation(QObject):
    """The chat that is shown, and what the engine does for it. Methods return at once; results come as signals.

    Every user message has a reply after it from the moment it is sent: first empty and ``streaming`` (it may wait),
    then growing, at last ``done``, ``interrupted`` (can be continued) or ``error`` (see its meta).

    What happens in the chat shown, its ``state`` tells (see ChatFollower). Signals, with the type of what they carry:
        state_changed(): the chat shown has another ChatState.
        chat_opened(ChatView): another chat is shown; replace the transcript.
        shown_changed(): another stored chat is shown, or it was stored.
        called_up(): the chat shown was asked for in another window.
        message_sought(str): bring this message of the chat shown into sight.
        previewed(CompactionPreview): what a compaction of the open chat would come to.
        tokens_counted(str, int, bool): a text, its number of tokens, and whether they were counted, not estimated.
        reading_previewed(int, CompactionEstimate): what old text comes to once a message of so many tokens was read.
        notice(Notice): tell the person.
        send_refused(str, bool, str, tuple[Attachment, ...]): one for a chat (stored or not) couldn't be saved: a draft.
        list_changed(): the sidebar's list is out of date.
    """

    state_changed = Signal()
    chat_opened = Signal(object)
    shown_changed = Signal()
    called_up = Signal()
    message_sought = Signal(str)
    previewed = Signal(object)
    tokens_counted = Signal(str, int, bool)
    reading_previewed = Signal(int, object)
    notice = Signal(object)
    send_refused = Signal(str, bool, str, object)
    list_changed = Signal()

    def __init__(
        self,
        behind: SharedServices,
        elsewhere: Callable[[str], Conversation | None],
        held: Collection[str],
        parent: QObject,
    ) -> None:
        """``elsewhere``: gives the conversation that shows a chat, of all windows; ``held``: the chats that others
        show now."""
        super().__init__(parent)
        self._behind = behind
        self._store, self._settings, self._ops = behind.store, behind.settings, behind.ops
        self._engine, self._pictures, self._in_force = behind.engine, behind.pictures, behind.in_force
        self._chat_engine, self._replies, self._branches = behind.chats, behind.replies, behind.branches
        self._states, self._elsewhere = behind.states, elsewhere
        self._stored = StoredChats(behind)
        self.aside = False  # its window was closed: nobody sees what it would show
        self._first: MessageLimits | None = None  # of a chat that the engine does not know yet
        self._anyway: set[str] = set()  # messages to be read though they are longer than text bears well
        self._new = NewChats(behind)
        self._shown = self._new.make(None, held)
        self._states.show(self._shown)
        self._shown.phase = self._chat_engine.phase_of("")
        self._wanted = ""  # the chat that the engine was told is shown
        self._opening = 0  # number of the last wish to open a chat; results of earlier ones are dropped

    @property
    def state(self) -> ChatState:
        """The chat shown, as it is now and as it changes."""
        return self._shown

    @property
    def view(self) -> ChatView:
        """The chat shown with its messages and marks as of now (text of a streaming reply included)."""
        return self._shown.view()

    @property
    def phase(self) -> Phase:
        """What happens to the open chat right now."""
        return self._shown.phase

    @property
    def stoppable(self) -> bool:
        """Whether :meth:`stop` has something to stop, or to take back."""
        return self.phase.busy or self._chat_engine.waits(self._shown.id)

    @property
    def memory(self) -> MemoryState | None:
        """The last memory state of the open chat; None before the engine told one."""
        return self._chat_engine.memory_of(self._wanted)

    @property
    def limits(self) -> MessageLimits | None:
        """What the next message may have, by the engine's own rule; None: not known."""
        memory = self.memory
        if memory is not None and memory.chat == self._shown.id and memory.bytes_total > 0:
            unread = self._chat_engine.behind(memory.chat)
            return MessageLimits(memory.room, memory.longest, memory.most, unread)
        return None if self._shown.stored else self._first

    def shows(self, chat_id: str) -> bool:
        """Whether that stored chat is shown."""
        return self._shown.stored and self._shown.id == chat_id

    @property
    def stored_chat(self) -> str:
        """The id of the chat shown; "": it is empty."""
        return self._shown.id if self._shown.stored else ""

    # choosing a chat -----------------------------------------------------------

    def new_chat(self, folder: str = "") -> None:
        """Show an empty chat, of a folder of chats if one is named; it is stored with its first message.

        Where one was left with a draft it is that one, but not where nobody sees it.
        """
        self._opening += 1
        others = {state.id for state in self._states.shown if state is not self._shown}
        self._show(self._new.make(folder, None if self.aside else others))

    def show_unsent(self, chat_id: str, setup: ChatSetup) -> None:
        """Show a chat that was not begun when the program ended, as it was."""
        self._opening += 1
        self._show(self._new.again(chat_id, setup))

    def open_chat(self, chat_id: str, message_id: str = "") -> None:
        """Show a stored chat; what runs elsewhere goes on. Where another window shows it, that one is called up.

        ``message_id``: bring this message into sight; if it is on another branch, that is shown. What was wished for
        in a window that is closed by now is not shown.
        """
        if self.aside or self._call_up(chat_id, message_id):
            return
        live = self._states.live(chat_id)
        if live is self._shown and message_id and live.get(message_id) is not None:
            self.message_sought.emit(message_id)
            return
        self._opening += 1
        wish = self._opening
        if live is not None and live is not self._shown and (not message_id or live.get(message_id) is not None):
            self._show(live)  # as it is, with the reply that is being written
            if message_id:
                self.message_sought.emit(message_id)
            return
        if live is not None and message_id:
            self._chat_engine.halt(chat_id)  # the branch shown changes

        def wanted() -> bool:
            if wish == self._opening and not self._call_up(chat_id, message_id):
                return True
            if message_id:
                self._branches.changed.emit(chat_id)
            return False

        def show(state: ChatState | None) -> None:
            self._show_stored(state)
            if state is not None and state.get(message_id) is not None:
                self.message_sought.emit(message_id)

        self._stored.read(chat_id, message_id, wanted, show, lambda: self.open_chat(chat_id, message_id))

    def show_anew(self) -> None:
        """The store has another branch of the chat shown for the one that is shown: show that.

        No wish of a person: it takes the place of none, and none takes its place.
        """
        before = self._shown

        def wanted() -> bool:
            if self._shown is not before:
                self._branches.changed.emit(before.id)  # whoever has it now, if anybody
            return self._shown is before

        self._stored.read(before.id, "", wanted, self._show_stored, self.show_anew)

    def _show_stored(self, state: ChatState | None) -> None:
        if state is not None:
            self._show(state)
        else:
            self.notice.emit(Notice("warning", say("chat.gone")))
            self.list_changed.emit()

    def _call_up(self, chat_id: str, message_id: str) -> bool:
        other = self._elsewhere(chat_id)
        if other is None or other is self:
            return False
        if message_id:
            other.open_chat(chat_id, message_id)
        other.called_up.emit()
        return True

    @property
    def settings(self) -> SettingsView:
        """The settings in force in the chat shown; what is set there is set for this chat alone."""
        return self._in_force.of(self._shown.id)

    def _show(self, state: ChatState) -> None:
        before, self._shown = self._shown, state
        self._states.show(state, before)
        state.phase = before.phase  # what the window was told last; what is so now comes with what is wanted
        self.state_changed.emit()
        self.chat_opened.emit(state.view())
        self.shown_changed.emit()
        self._want()

    def _want(self) -> None:
        """Tell the engine's side which chat is shown."""
        shown, before = self._shown, self._wanted
        self._wanted = self.stored_chat
        if before and before != self._wanted:
            self._chat_engine.leave(before)
        if self._wanted:
            self._chat_engine.want(shown)
        else:
            self._chat_engine.pump()
            shown.progress_changed.emit(None)

    def update_chat(self, **figures: object) -> None:
        """Title, pin or figures of the chat shown were changed."""
        self._shown.update_chat(**figures)

    # talking ----------------------------------------------------------------

    def send(self, text: str, attachments: Attachments = (), anyway: bool = False) -> None:
        """Store ``text`` and what comes with it as a user message and have it answered.

        It waits behind a running reply. Blank and nothing attached: nothing. ``anyway``: also if it is longer than
        ``limits.longest``.
        """
        if text.strip() or attachments:
            last = self._shown.last
            self._ask(text, last.id if last is not None else "", attachments, anyway=anyway)

    def _ask(
        self,
        text: str,
        parent: str,
        attachments: Attachments,
        instead: Message | None = None,
        anyway: bool = False,
    ) -> None:
        """``instead``: the message that this one is another version of."""
        shown, now = self._shown, time.time()
        user = Message(
            id=new_id(), chat=shown.id, parent=parent, role="user", content=text, created=now,
            attachments=tuple(attachments), meta=MessageMeta(documents=self._behind.new_documents(shown)),
        )  # fmt: skip
        reply = Message(
            id=new_id(), chat=shown.id, parent=user.id, role="assistant", content="", state="streaming", created=now
        )
        if anyway:
            self._anyway.add(user.id)
        versions = instead.siblings if instead is not None else ()
        user = msgspec.structs.replace(user, siblings=(*versions, user.id))
        reply = msgspec.structs.replace(reply, siblings=(reply.id,))
        begun, new_chat = shown.stored, None
        shown.stored = True
        for message in (user, reply):
            shown.add(message)
        if not begun:
            new_chat = shown.update_chat(title=title_of(text, user.attachments))
            self.shown_changed.emit()

        ground = self._behind.grounding.ground(shown.view(), self.limits.longest if self.limits is not None else None)

        def work() -> Message:
            self._store.add_user_message(user, new_chat, instead is None, reply)
            return ground.now(user)

        def stored(asked: Message) -> None:
            self.list_changed.emit()
            self._pictures.waiting.difference_update(file.digest for file in user.attachments)
            ground.then(asked, go_on)

        def go_on(asked: Message) -> None:
            now = shown.get(user.id)  # the person may have amended it meanwhile
            question = now or asked
            if now is not None and asked is not user:
                meta = msgspec.structs.replace(now.meta, passages=asked.meta.passages)
                question = msgspec.structs.replace(now, meta=meta)
                shown.replace(question)
                if now is not user:
                    self._replies.save(question)  # what was changed was stored without its passages
            if shown is self._shown:
                self._want()  # also where that message was taken away again by now
            if self._states.live(shown.id) is shown and shown.get(reply.id) is not None:
                self._chat_engine.add(self._answer(question, reply), shown)
            else:
                self._replies.finish(reply, "interrupted", MessageMeta(reason="cancelled"))

        def refused(problem: Exception) -> None:
            if new_chat is not None:
                shown.stored = False
                self.shown_changed.emit()
            shown.cut(user.id)
            if instead is not None:
                self._branches.changed.emit(shown.id)  # what was to be replaced is there as before
            self._replies.tell(problem)
            self.send_refused.emit(shown.id, shown.stored, text, user.attachments)

        self._replies.retry()
        self._ops.store(work, stored, refused)

    def stop(self) -> None:
        """Stop what runs, or take back what waits; the text so far stays and can be continued."""
        self._chat_engine.stop(self._shown.id)

    def read_now(self) -> None:
        """Read what is not read of the chat shown, however long that takes, until :meth:`stop`."""
        self._chat_engine.read(self._shown.id)

    def continue_reply(self) -> None:
        """Go on with the last reply if it stopped before its end."""
        last = self._shown.last
        if last is None or not last.can_continue or last.state == "streaming":
            return
        if last.content:
            self._requeue(last, ChatJob("continue", self._shown.id, last.id))
        else:
            self._answer_again(last)

    def _answer_again(self, reply: Message) -> None:
        user = self._shown.get(reply.parent)
        if user is not None:
            self._requeue(reply, self._answer(user, reply))

    def _answer(self, user: Message, reply: Message) -> ChatJob:
        prompt, anyway = self._behind.for_engine(user), user.id in self._anyway
        return ChatJob("answer", reply.chat, reply.id, prompt, anyway=anyway)

    def _requeue(self, reply: Message, job: ChatJob) -> None:
        self._replies.replace(msgspec.structs.replace(reply, state="streaming"))
        self._chat_engine.add(job, self._shown)

    def regenerate(self, message_id: str = "") -> None:
        """Answer again in place of the reply (or the one to) ``message_id`` ("": the last); the old one stays."""
        old = self._shown.get(message_id) if message_id else self._shown.last
        if old is not None and old.role == "user":
            shown = self._shown.messages
            following = [message for message in shown if message.parent == old.id]
            none = msgspec.structs.replace(old, id="", parent=old.id, role="assistant", siblings=())
            old = following[0] if following else none  # its reply was deleted
        if old is None or old.role != "assistant" or self._shown.get(old.parent) is None:
            return  # a greeting, with which chats of other programs may begin, follows no question
        self._withdraw_from(old.id)
        reply = Message(
            id=new_id(), chat=self._shown.id, parent=old.parent, role="assistant", content="", state="streaming",
            created=time.time(),
        )  # fmt: skip
        reply = msgspec.structs.replace(reply, siblings=(*old.siblings, reply.id))
        self._shown.cut(old.id)
        self._shown.add(reply)
        self._replies.save(reply)
        self._answer_again(reply)

    def edit(self, message_id: str, text: str, attachments: Attachments | None = None, anyway: bool = False) -> None:
        """Put another user message in place of ``message_id`` and answer it; the old one stays as a version.

        ``attachments``: what comes with it now; None: what came with the old one. ``anyway``: as in :meth:`send`.
        """
        old = self._shown.get(message_id)
        if old is None or old.role != "user":
            return
        attachments = old.attachments if attachments is None else tuple(attachments)
        if text.strip() or attachments:
            self._withdraw_from(old.id)
            self._shown.cut(old.id)
            self._ask(text, old.parent, attachments, old, anyway)

    def amend(self, message_id: str, text: str, attachments: Attachments | None = None) -> None:
        """Give a message of either side another text where it stands: what follows it stays, and the model reads it
        again from there. As it was, it stays as an earlier version. ``attachments``: as in :meth:`edit`.
        """
        old = self._shown.get(message_id)
        if old is not None:
            files = old.attachments if attachments is None else tuple(attachments)
            amend(self._behind, self._shown, old, text, files, self.list_changed.emit)

    def look_up_tokens(self, reply: str, then: Callable[[tuple[protocol.TokenLogprob, ...]], None]) -> None:
        """Read how likely the tokens of a reply were; ``then`` gets them, none if that was not kept."""
        self._ops.store(lambda: self._store.logprobs(reply), then)

    def delete_from(self, message_id: str) -> None:
        """Remove ``message_id`` and all after it from the chat; a notice offers undo (``undo_delete``)."""
        self._withdraw_from(message_id)
        marks = self._shown.marks
        gone = self._shown.cut(message_id)
        if gone:
            self._branches.delete(self._shown, gone)
            # a cut into compacted text reads all of it again: not as long as the deletion is likely to be undone
            QTimer.singleShot(0 if self._shown.marks == marks else UNDO_MS, self, self._chat_engine.pump)

    @property
    def deleted(self) -> bool:
        """Whether there is something that ``undo_delete`` brings back: nothing once the chat went on since."""
        return bool(self._branches.newest(self._shown))

    def undo_delete(self) -> str:
        """Bring back the messages of the chat shown that were deleted last; the first of them."""
        first = self._branches.newest(self._shown)
        self._branches.undo(first)
        return first

    def fork(self, message_id: str) -> None:
        """Go on from ``message_id`` in a new chat, which is shown; this one stays as it is."""
        if self._shown.get(message_id) is None:
            return
        self._opening += 1
        wish = self._opening

        def show(fork: str) -> None:
            if wish == self._opening:  # a long chat takes a while: meanwhile something else may have been wished for
                self.open_chat(fork)

        self._replies.retry()
        self._branches.fork(self._shown.chat, message_id, show)

    def _withdraw_from(self, message_id: str) -> None:
        """Stop and drop the replies to be taken away with ``message_id``."""
        ids = [message.id for message in self._shown.messages]
        for reply in ids[ids.index(message_id) :] if message_id in ids else ():
            self._chat_engine.withdraw(reply)
        self._replies.retry()

    def select_version(self, message_id: str) -> None:
        """Show the branch that goes through ``message_id`` (one of a shown message's siblings)."""
        self._chat_engine.halt(self._shown.id)
        self._replies.retry()
        self._branches.select(self._shown.id, message_id)

    def preview_compaction(self, ratios: tuple[float, ...]) -> None:
        """Work out what compacting the open chat at each of ``ratios`` would come to; ``previewed`` follows."""
        chat = self._shown.id

        def told(event: protocol.AnyEvent) -> None:
            if isinstance(event, protocol.Previewed):
                told = CompactionPreview(
                    chat, event.tokens, event.recent, event.bytes_now, event.bytes_total, event.free_now, event.points
                )
                self.previewed.emit(told)
            elif isinstance(event, protocol.Error):
                self.previewed.emit(CompactionPreview(chat, why_not=event.text))

        self._chat_engine.preview(chat, ratios, told)

    def preview_reading(self, tokens: int) -> None:
        """Work out what old text comes to once so many tokens were read; ``reading_previewed`` may follow."""

        def told(event: protocol.AnyEvent) -> None:
            if isinstance(event, protocol.Previewed) and event.points:
                self.reading_previewed.emit(tokens, event.points[0])

        self._chat_engine.preview(self._shown.id, (), told, incoming=tokens)

    def compact_now(self, ratio: float = 0.0) -> None:
        """Compact the memory of the open chat now; ``ratio`` 0: as far as the settings say."""
        if self._shown.stored:
            self._chat_engine.add(ChatJob("compact", self._shown.id, ratio=ratio), self._shown)

    def undo_compaction(self, tokens: tuple[int, int] | None = None) -> None:
        """Take back the last compaction of the open chat, of ``tokens``, or what left the model's view (None: whichever
        there is); its mark goes once the memory was built anew."""
        if self._shown.stored and (self._shown.marks or self._shown.forgotten):
            self._chat_engine.add(ChatJob("undo", self._shown.id, tokens=tokens), self._shown)

    # the beginning of the chat -----------------------------------------------------

    def set_system_prompt(self, text: str) -> None:
        """Give the chat shown another system prompt; what was said is read again behind it."""
        shown = self._shown
        self._new.own_prompt = True
        other = text != shown.chat.system_prompt
        if other:
            shown.update_chat(system_prompt=text)
        if not shown.stored:
            self._new.keep(shown)
        elif other:
            chat = shown.id
            self._replies.set_system_prompt(chat, text)
            self._chat_engine.renew(chat)

    def follow_prompt(self) -> None:
        """A chat that was not begun has the system prompt of new chats, unless it was given one."""
        prompt = self._new.prompt
        if not self._shown.stored and not self._new.own_prompt and self._shown.chat.system_prompt != prompt:
            self.update_chat(system_prompt=prompt)

    def count_tokens(self, text: str) -> None:
        """Count the tokens of a draft; ``tokens_counted`` follows. While the engine is busy, it is an estimate."""
        if self.phase is Phase.IDLE and self._engine.running:
            first = None if self._shown.stored else self._in_force.policy()
            system = self._shown.chat.system_prompt if first is not None else ""

            def counted(event: protocol.AnyEvent) -> None:
                if isinstance(event, protocol.Tokenized):
                    if first is not None:
                        self._first = MessageLimits(event.room, event.longest, event.most)
                    self.tokens_counted.emit(text, event.tokens, True)

            self._engine.request(protocol.Tokenize(id=0, text=text, new_chat=first, system_prompt=system), counted)
        else:
            self.tokens_counted.emit(text, estimated(text), False)
