"""What becomes of replies: stored as they come about, and told to the windows where their chats are shown."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QObject, Signal

from app.core.store import Store, StoreError
from app.core.transcript import Transcript, undone
from app.core.types import CompactionMark, MemoryState, Message, MessageMeta, MessageState, ModelState, Notice
from app.services.background import Ops
from app.services.chat.engine_sync import ChatJob
from app.services.chat.reply import StreamedReply, meta_of
from app.services.engine_client.process import DIED
from engine import protocol
from engine.errors import Cancelled


class Replies(QObject):
    """Follows the jobs of the engine in the chats shown and in chats that were left while they went on.

    Signals: those of the same names of Conversation; they tell of chats that are shown alone, and of which.
    ended(Transcript, Message): a reply is over, in whatever chat.
    """

    ended = Signal(object, object)

    chat_changed = Signal(object)
    message_changed = Signal(object)
    messages_removed = Signal(str, object)
    text_streamed = Signal(str, str, str)
    mark_added = Signal(object)
    marks_removed = Signal(str, object)
    notice = Signal(object)
    list_changed = Signal()

    def __init__(self, store: Store, ops: Ops, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._ops = store, ops
        self._shown: dict[str, Transcript] = {}
        self._left: dict[str, Transcript] = {}  # chats with a reply to come that are not shown
        self._running: dict[str, StreamedReply] = {}
        self._figures: dict[str, dict[str, object]] = {}  # of memories, as stored last

    # transcripts ------------------------------------------------------------------

    def show(self, transcript: Transcript, before: Transcript | None = None) -> None:
        """``transcript`` is shown instead of ``before``, which is followed as long as replies in it are to come."""
        self.merge()
        if before is not None and self.shows(before):
            del self._shown[before.id]
            if before.stored:
                self._left[before.id] = before
        self._left.pop(transcript.id, None)
        self._shown[transcript.id] = transcript
        self._left = {chat: one for chat, one in self._left.items() if _awaits(one)}
        self.merge()

    def shows(self, transcript: Transcript) -> bool:
        """Whether it is the one that a window shows of its chat."""
        return self._shown.get(transcript.id) is transcript

    def live(self, chat: str) -> Transcript | None:
        """The transcript of a chat that is shown, or that replies are to come in; None: what is stored is all."""
        found = self._of(chat)
        return found if found is not None and (self.shows(found) or _awaits(found)) else None

    def forget(self, chat: str) -> None:
        """A chat is put away."""
        self._left.pop(chat, None)
        self._figures.pop(chat, None)

    def _of(self, chat: str) -> Transcript | None:
        return self._shown.get(chat) or self._left.get(chat)

    # single messages --------------------------------------------------------------

    def merge(self) -> None:
        """Bring the text of running replies into the transcripts."""
        for reply in self._running.values():
            transcript = self._of(reply.chat)
            if transcript is not None:
                transcript.replace(reply.message())

    def replace(self, message: Message) -> None:
        """Store another state of a message and show it."""
        self.save(message)
        self._show(message)

    def take_away(self, transcript: Transcript, message_id: str) -> None:
        """Take a message and what follows out of a transcript, whoever shows it by now."""
        gone = transcript.cut(message_id)
        if gone and self.shows(transcript):
            self.messages_removed.emit(transcript.id, gone)

    def update_chat(self, chat: str, **figures: object) -> None:
        """Fields of a chat that is shown, or that replies are to come in, were changed."""
        transcript = self._of(chat)
        if transcript is not None:
            now = transcript.update_chat(**figures)
            if self.shows(transcript):
                self.chat_changed.emit(now)

    def finish(self, message: Message, state: MessageState, meta: MessageMeta) -> None:
        """Store and show how a message ended."""
        self.replace(msgspec.structs.replace(message, state=state, meta=meta))

    def save(self, message: Message) -> None:
        """Store a message as it is now."""
        self._ops.store(lambda: self._store.save_reply(message), None, self.tell)

    def _show(self, message: Message) -> bool:
        transcript = self._of(message.chat)
        if transcript is None or not transcript.replace(message):
            return False
        if self.shows(transcript):
            self.message_changed.emit(message)
        if message.state != "streaming":
            self.ended.emit(transcript, message)
        return True

    def tell(self, problem: Exception) -> None:
        """Say why something could not be stored."""
        if isinstance(problem, StoreError):
            self.notice.emit(Notice("error", problem.message, problem.hint))
        else:
            self.notice.emit(Notice("error", f"This could not be saved ({problem}).", "Try again."))

    # jobs -------------------------------------------------------------------------

    def started(self, job: ChatJob, model: ModelState) -> None:
        """The engine began with ``job``."""
        transcript = self._of(job.chat)
        message = transcript.get(job.reply) if job.reply and transcript is not None else None
        if message is None or transcript is None:
            return
        self._running[message.id] = StreamedReply(message, self.save, self)
        fingerprint = model.facts.fingerprint if model.facts is not None else ""
        transcript.update_chat(model_name=model.name, model_fingerprint=fingerprint)
        self._ops.store(lambda: self._store.set_chat_model(job.chat, fingerprint, model.name))

    def token(self, reply_id: str, text: str) -> None:
        """A piece of a reply came."""
        reply = self._running.get(reply_id)
        if reply is not None:
            reply.add(text)
            shown = self._shown.get(reply.chat)
            if shown is not None and shown.get(reply_id) is not None:
                self.text_streamed.emit(reply.chat, reply_id, text)

    def compacted(self, job: ChatJob, event: protocol.Compacted) -> None:
        """The memory of the job's chat was compacted; or once more, while it was built anew from its log."""
        transcript = self._of(job.chat)
        made = (event.report.token_start, event.report.token_end)
        if transcript is not None and any(mark.range == made for mark in transcript.marks):
            return
        place = event.after
        if transcript is not None:
            last = transcript.last
            place = transcript.mark_place(event.after, job.reply or (last.id if last is not None else ""))
        mark = CompactionMark.of(job.chat, place, event.report)
        self._ops.store(lambda: self._store.add_mark(mark))
        if transcript is not None:
            transcript.add_mark(mark)
            if self.shows(transcript):
                self.mark_added.emit(mark)

    def memory_built(self, chat: str, tokens: int, blocks: frozenset[tuple[int, int]] | None) -> None:
        """The memory of a chat was cut or built anew: marks of what is not in it any more go."""
        transcript = self._of(chat)
        if transcript is not None:
            self._remove_marks(transcript, undone(transcript.marks, tokens, blocks))

    def compaction_undone(self, chat: str, tokens: tuple[int, int]) -> None:
        """The person took a compaction back."""
        transcript = self._of(chat)
        if transcript is not None:
            gone = tuple(mark.id for mark in transcript.marks if mark.range == tokens)
            self._remove_marks(transcript, gone)

    def _remove_marks(self, transcript: Transcript, gone: tuple[str, ...]) -> None:
        if gone:
            transcript.remove_marks(gone)
            self._ops.store(lambda: self._store.delete_marks(gone))
            if self.shows(transcript):
                self.marks_removed.emit(transcript.id, gone)

    def closed(self, job: ChatJob, event: protocol.AnyEvent) -> None:
        """The job is over, or was dropped before it began."""
        if job.kind in ("compact", "undo"):
            return
        state, meta = outcome(event)
        reply = self._running.pop(job.reply, None)
        if reply is not None:
            if job.kind == "continue":
                meta = joined(reply.message().meta, meta)
            if self._show(reply.end(state, meta)):
                self.list_changed.emit()
            return
        transcript = self._of(job.chat)
        message = transcript.get(job.reply) if transcript is not None else None
        if message is not None:
            self.finish(message, state, meta)
        else:
            self._ops.store(lambda: self._store.interrupt_reply(job.reply, meta))

    def keep_memory(self, memory: MemoryState) -> None:
        """Store the figures of a chat's memory for the list, if the chat does not have them."""
        compacted = any(segment.kind == "compacted" for segment in memory.segments)
        figures: dict[str, object] = {"tokens": memory.tokens, "fill": memory.fill, "compacted": compacted}
        known = self._of(memory.chat)
        told = {key: getattr(known.chat, key) for key in figures} if known is not None else None
        if known is not None and told != figures:
            self.update_chat(memory.chat, **figures)
        if self._figures.get(memory.chat, told) == figures:
            return
        self._figures[memory.chat] = figures
        self._ops.store(
            lambda: self._store.set_chat_memory(memory.chat, memory.tokens, memory.fill, compacted),
            lambda _: self.list_changed.emit(),
        )

    def end(self) -> None:
        """The program ends: keep what a running reply has by now, and what waits as interrupted."""
        stopped = MessageMeta(reason="cancelled")
        running, self._running = list(self._running.values()), {}
        for reply in running:
            self._show(reply.end("interrupted", stopped))
        for transcript in (*self._shown.values(), *self._left.values()):
            for message in transcript.messages:
                if message.state == "streaming":
                    self.finish(message, "interrupted", stopped)


def _awaits(transcript: Transcript) -> bool:
    return any(message.state == "streaming" for message in transcript.messages)


def outcome(event: protocol.AnyEvent) -> tuple[MessageState, MessageMeta]:
    """State and meta of a reply that ended with ``event``."""
    if isinstance(event, protocol.Replied):
        return ("interrupted" if event.reason == "cancelled" else "done"), meta_of(event)
    if isinstance(event, protocol.Error):
        if event.code == Cancelled.code:
            return "interrupted", MessageMeta(reason="cancelled")
        if event.code == DIED:
            return "interrupted", MessageMeta(reason="crash", error=event.message, hint=event.hint)
        return "error", MessageMeta(error=event.message, hint=event.hint, code=event.code)
    return "interrupted", MessageMeta(reason="cancelled")


def joined(first: MessageMeta, more: MessageMeta) -> MessageMeta:
    """Meta of a reply that was continued: tokens and time of both parts, the beginning of the first."""
    return msgspec.structs.replace(
        more,
        tokens=first.tokens + more.tokens,
        decode_ms=first.decode_ms + more.decode_ms,
        prompt_tokens=first.prompt_tokens,
        prefill_ms=first.prefill_ms,
        first_token_ms=first.first_token_ms,
    )
