"""What becomes of replies: stored as they come about, and told to the windows where their chats are shown."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QObject, Signal

from app.core.chat_values import CompactionMark, Message, MessageMeta, MessageState
from app.core.model_values import ModelState
from app.core.store import Store, StoreError
from app.core.texts import say
from app.core.transcript import undone
from app.core.work_values import MemoryState, Notice
from app.services.background import Ops
from app.services.chat.chat_state import ChatState, ChatStates
from app.services.chat.engine_chat import ChatJob
from app.services.chat.reply import StreamedReply, meta_of
from app.services.engine_client.process import DIED
from app.services.retried_writes import RetriedWrites, Work
from engine import protocol
from engine.errors import Cancelled


class Replies(QObject):
    """Follows the jobs of the engine in the chats shown and in chats that were left while they went on.

    Signals: notice, list_changed: as of Conversation. ended(ChatState, Message): a reply is over, in whatever chat.
    """

    ended = Signal(object, object)
    notice = Signal(object)
    list_changed = Signal()

    def __init__(self, store: Store, ops: Ops, states: ChatStates, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._ops, self._states = store, ops, states
        self._writes = RetriedWrites(ops, self.tell, self)
        self._names: dict[str, str] = {}  # of the models that replies are being written by
        self._figures: dict[str, dict[str, object]] = {}  # of memories, as stored last

    def forget(self, chat: str) -> None:
        """A chat is put away."""
        self._states.forget(chat)
        self._figures.pop(chat, None)

    # single messages --------------------------------------------------------------

    def replace(self, message: Message) -> None:
        """Store another state of a message and show it."""
        self.save(message)
        self._show(message)

    def update_chat(self, chat: str, **figures: object) -> None:
        """Fields of a chat that is shown, or that replies are to come in, were changed."""
        state = self._states.of(chat)
        if state is not None:
            state.update_chat(**figures)

    def finish(self, message: Message, state: MessageState, meta: MessageMeta) -> None:
        """Store and show how a message ended.

        ``message`` may have been read from the store: what waits to be stored there is newer, and knows its end.
        """
        newer = self._writes.unsaved(message.id)
        if newer is not None:
            message = msgspec.structs.replace(newer, siblings=message.siblings)
            if newer.state != "streaming":
                state, meta = newer.state, newer.meta
        self.replace(msgspec.structs.replace(message, state=state, meta=meta))

    def save(self, message: Message) -> None:
        """Store a message as it is now, when there is room for it."""

        def make() -> Work:
            state = self._states.of(message.chat)
            shown = state.get(message.id) is not None if state is not None else None
            return lambda: self._store.save_reply(message, shown)

        self._writes.write_message(message, make)

    def retry(self) -> None:
        """Store what waits to be, before something is stored that may follow it or that shows another branch."""
        self._writes.retry()

    def supersede(self, message_id: str) -> bool:
        """A message gets another text in an operation of its own: nothing earlier may be stored after it.

        Whether something of it waited to be stored.
        """
        self._writes.retry()  # else there may be no such message yet
        return self._writes.drop(message_id)

    def _show(self, message: Message) -> bool:
        state = self._states.of(message.chat)
        if state is None or not state.replace(message):
            return False
        if message.state != "streaming":
            self.ended.emit(state, message)
        return True

    def tell(self, problem: Exception) -> None:
        """Say why something could not be stored."""
        if isinstance(problem, StoreError):
            self.notice.emit(Notice("error", problem.text))
        else:
            self.notice.emit(Notice("error", say("store.not_saved", reason=str(problem))))

    def set_system_prompt(self, chat: str, text: str) -> None:
        """Store the system prompt that a chat has now, when there is room for it."""
        self._writes.write(("system prompt", chat), lambda: self._store.set_system_prompt(chat, text))

    # jobs -------------------------------------------------------------------------

    def started(self, job: ChatJob, model: ModelState, output: str) -> None:
        """The engine began with ``job``; ``output``: the format that its reply is held to, or "text"."""
        state = self._states.of(job.chat)
        message = state.get(job.reply) if job.reply and state is not None else None
        if message is None or state is None:
            return
        if output not in ("text", message.meta.output):  # seen while it is written
            message = msgspec.structs.replace(message, meta=msgspec.structs.replace(message.meta, output=output))
            state.replace(message)
        self._states.begin(message, self.save, self)
        self._names[message.id] = model.name
        fingerprint = model.facts.fingerprint if model.facts is not None else ""
        state.answered_by(model.name, fingerprint)
        self._writes.write(
            ("chat model", job.chat), lambda: self._store.set_chat_model(job.chat, fingerprint, model.name)
        )

    def compacted(self, job: ChatJob, event: protocol.Compacted) -> None:
        """The memory of the job's chat was compacted; or once more, while it was built anew from its log."""
        state = self._states.of(job.chat)
        if state is None:
            left = CompactionMark.of(job.chat, event.after, event.report)
            self._writes.write(("mark", left.id), lambda: self._add_mark_once(left))
            return
        made = (event.report.token_start, event.report.token_end)
        if any(mark.range == made for mark in state.marks):
            return
        last = state.last
        place = state.mark_place(event.after, job.reply or (last.id if last is not None else ""))
        mark = CompactionMark.of(job.chat, place, event.report, state.state_key)
        self._writes.write(("mark", mark.id), lambda: self._store.add_mark(mark))
        state.add_mark(mark)

    def _add_mark_once(self, mark: CompactionMark) -> None:
        """On the store's thread, in a chat that nobody follows."""
        chat = self._store.chat(mark.chat)
        key = chat.state_key if chat is not None else ""
        known = (one.range for one in self._store.marks(mark.chat) if not key or one.state_key in ("", key))
        if mark.range not in known:
            self._store.add_mark(mark)

    def memory_built(self, chat: str, tokens: int, blocks: frozenset[tuple[int, int]] | None) -> None:
        """The memory of a chat was cut or built anew: marks of what is not in it any more go."""
        state = self._states.of(chat)
        if state is None:
            return
        self._remove_marks(state, undone(state.marks, tokens, blocks))
        key = state.state_key
        if key != state.chat.state_key:
            state.claim_marks()
            state.update_chat(state_key=key)
            self._writes.write(("state key", chat), lambda: self._store.set_state_key(chat, key))

    def compaction_undone(self, chat: str, tokens: tuple[int, int]) -> None:
        """The person took a compaction back."""
        state = self._states.of(chat)
        if state is not None:
            gone = tuple(mark.id for mark in state.marks if mark.range == tokens)
            self._remove_marks(state, gone)

    def _remove_marks(self, state: ChatState, gone: tuple[str, ...]) -> None:
        if gone:
            for mark in gone:  # what waits for room is not stored after it is gone
                self._writes.drop(("mark", mark))
            self._writes.write(("marks", gone), lambda: self._store.delete_marks(gone))
            state.remove_marks(gone)

    def closed(self, job: ChatJob, event: protocol.AnyEvent) -> None:
        """The job is over, or was dropped before it began."""
        if job.kind in ("compact", "undo"):
            return
        state, meta = outcome(event)
        if job.ended_by and meta.reason == "cancelled":
            meta = msgspec.structs.replace(meta, reason=job.ended_by)
        reply = self._states.end(job.reply)
        meta = msgspec.structs.replace(meta, model=self._names.pop(job.reply, ""))
        if reply is not None:
            meta = msgspec.structs.replace(meta, output=reply.message().meta.output)
            if job.kind == "continue":
                meta = joined(reply.message().meta, meta)
            if self._show(self._ended(reply, state, meta)):
                self.list_changed.emit()
            return
        known = self._states.of(job.chat)
        message = known.get(job.reply) if known is not None else None
        if message is not None:
            if job.kind == "continue":
                meta = kept(message.meta, meta)
            self.finish(message, state, meta)
        else:
            self._ops.store(lambda: self._store.interrupt_reply(job.reply, meta))

    def _ended(self, reply: StreamedReply, state: MessageState, meta: MessageMeta) -> Message:
        """The reply as it is kept, and how likely its tokens were, if that was told."""
        if reply.logprobs:
            meta = msgspec.structs.replace(meta, probabilities=True)
        message, tokens = reply.end(state, meta), tuple(reply.logprobs)
        if tokens:
            self._writes.write(object(), lambda: self._store.add_logprobs(message.id, tokens))  # after those before
        return message

    def keep_memory(self, memory: MemoryState) -> None:
        """Store the figures of a chat's memory for the list, which says what each takes itself, if they are new."""
        compacted = any(segment.kind == "compacted" for segment in memory.segments)
        figures: dict[str, object] = {"tokens": memory.whole, "fill": memory.own_fill, "compacted": compacted}
        known = self._states.of(memory.chat)
        told = {key: getattr(known.chat, key) for key in figures} if known is not None else None
        if known is not None and told != figures:
            self.update_chat(memory.chat, **figures)
        if self._figures.get(memory.chat, told) == figures:
            return
        self._figures[memory.chat] = figures

        def refused(problem: Exception) -> None:
            self._figures[memory.chat] = {}  # not certain: stored when they are told next, though they are the same
            if not isinstance(problem, StoreError):
                self._ops.pass_on(problem)

        self._ops.store(
            lambda: self._store.set_chat_memory(memory.chat, memory.whole, memory.own_fill, compacted),
            lambda _: self.list_changed.emit(),
            refused,
        )

    def end(self) -> None:
        """The program ends: keep what a running reply has by now, and what waits as interrupted."""
        stopped = MessageMeta(reason="closed")
        for reply in self._states.end_all():
            self._show(self._ended(reply, "interrupted", kept(reply.message().meta, stopped)))
        for state in self._states.all:
            for message in state.messages:
                if message.state == "streaming":
                    self.finish(message, "interrupted", kept(message.meta, stopped))
        self._writes.close()


def outcome(event: protocol.AnyEvent) -> tuple[MessageState, MessageMeta]:
    """State and meta of a reply that ended with ``event``."""
    if isinstance(event, protocol.Replied):
        return ("interrupted" if event.reason == "cancelled" else "done"), meta_of(event)
    if isinstance(event, protocol.Error):
        if event.code == Cancelled.code:
            return "interrupted", MessageMeta(reason="cancelled")
        if event.code == DIED:
            return "interrupted", MessageMeta(reason="crash", error=event.text)
        return "error", MessageMeta(error=event.text, code=event.code)
    return "interrupted", MessageMeta(reason="cancelled")


def kept(first: MessageMeta, end: MessageMeta) -> MessageMeta:
    """Meta of a reply that was to be continued and is what it was before: only why it ended is new."""
    return msgspec.structs.replace(first, reason=end.reason, error=end.error, code=end.code)


def joined(first: MessageMeta, more: MessageMeta) -> MessageMeta:
    """Meta of a reply that was continued: tokens and time of both parts, the beginning of the first."""
    return msgspec.structs.replace(
        more,
        tokens=first.tokens + more.tokens,
        decode_ms=first.decode_ms + more.decode_ms,
        prompt_tokens=first.prompt_tokens,
        prefill_ms=first.prefill_ms,
        first_token_ms=first.first_token_ms,
        probabilities=first.probabilities,
    )
