"""Keeps the transcript equal to the conversation."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QFileDialog
from shiboken6 import isValid

from app.core.chat_values import Attachment, ChatView, CompactionMark, Message
from app.core.document_values import GivenPassage
from app.core.outside_files import replacing_outside
from app.core.texts import why
from app.core.work_values import MemoryState, Notice, Phase
from app.services.chat.conversation import Conversation
from app.services.chat.follower import ChatFollower
from app.ui.chat.file_words import detail_of, icon_of
from app.ui.chat.transcript import ErrorItem, Item, MarkerItem, MessageItem, TranscriptView
from app.ui.chat.transcript.highlight import file_name
from app.ui.chat.transcript.items import MessageChip
from app.ui.chat.transcript.plain import message_text
from app.ui.chat.transcript.reply_row import why_ended
from app.ui.chat.transcript.rich import copy_source
from app.ui.chat.turning import Turning
from app.ui.sentences import hint, sentence
from app.ui.widgets.thumbnails import size_of
from engine.errors import BadForm
from engine.protocol import TokenLogprob

translate = QCoreApplication.translate

PICTURE_HIGH, PICTURE_WIDEST = 132, 264  # px, of a picture in a message
ERROR = ":error"  # the card of a failed reply has the reply's key with this behind it
FORGOTTEN = ":forgotten"  # the line above which the model sees nothing


def message_item(message: Message) -> MessageItem:
    """A message as a row; where it stands is set by ``mark_places``."""
    item = MessageItem(message.id)
    take(item, message)
    return item


def take(item: MessageItem, message: Message) -> None:
    """Bring a row up to date with its message."""
    if item.text != message.content:  # their places are of the text before
        item.citations = ()
    item.role = message.role
    item.text = message.content
    item.state = message.state
    item.meta = message.meta
    item.siblings = message.siblings
    item.can_continue, item.opens = message.can_continue, not message.parent
    if not message.meta.probabilities or message.state == "streaming":
        item.tokens = ()
    item.chips = tuple(_chip(file) for file in message.attachments)
    if message.meta.passages:
        item.chips += (_passages_chip(message.meta.passages),)


def _chip(file: Attachment) -> MessageChip:
    if file.kind != "picture":
        return MessageChip(file.name, detail_of(file), icon_of(file))
    size = size_of(file, PICTURE_HIGH, PICTURE_WIDEST)
    return MessageChip(file.name, detail_of(file), icon_of(file), file.digest, size.width(), size.height())


def _passages_chip(passages: tuple[GivenPassage, ...]) -> MessageChip:
    """What documents gave to a message, folded."""
    names = dict.fromkeys(passage.name for passage in passages)
    words = translate("Transcript", "%Ln passage(s)", "", len(passages))
    lines = list(names)
    if linked := sum(passage.linked for passage in passages):
        lines.append(translate("Transcript", "%Ln found through linked facts", "", linked))
    return MessageChip(words, next(iter(names)) if len(names) == 1 else "", "text-quote", tip="\n".join(lines))


def error_item(message: Message) -> ErrorItem | None:
    """The card under a reply that failed; None if it did not."""
    if message.state != "error":
        return None
    return ErrorItem(
        message.id + ERROR,
        text=sentence(message.meta.error) or translate("Transcript", "The reply failed."),
        hint=hint(message.meta.error) or sentence(message.meta.hint),
        action_label=translate("Transcript", "Try again"),
        further="show_form" if message.meta.code == BadForm.code else "",
    )


def heard(reply: MessageItem, error: ErrorItem | None) -> str:
    """What a screen reader says of a reply that has ended: its words without the reasoning, and why there are no more.

    Who stopped it hears that it has.
    """
    words = "" if reply.meta.reason == "cancelled" else message_text(reply, markdown=False)
    parts = [translate("Transcript", "Reply: {text}").format(text=words)] if words else []
    parts += [why_ended(reply)] if error is None else [error.text, error.hint]
    return "\n".join(part for part in parts if part)


def items_of(view: ChatView) -> list[Item]:
    """The rows of a chat: its messages, and after each the marks that stand there, in one row."""
    marks: dict[str, list[CompactionMark]] = {}
    for mark in view.marks:
        marks.setdefault(mark.after, []).append(mark)
    rows: list[Item] = []
    if first := marks.pop("", []):
        rows.append(MarkerItem(first[0].id, marks=tuple(first)))
    for message in view.messages:
        rows.append(message_item(message))
        error = error_item(message)
        if error is not None:
            rows.append(error)
        if here := marks.pop(message.id, []):
            rows.append(MarkerItem(here[0].id, marks=tuple(here)))
    return rows


def mark_places(
    items: list[Item], busy: bool, no_model: bool = False, undo: tuple[int, int] | None = None, no_room: bool = False
) -> list[str]:
    """Set what depends on the place of each row and on the engine; the keys of those that changed.

    ``busy``: it works on this chat; ``no_model``: it waits for the person to choose a model; ``undo``: tokens of the
    compaction that it can take back; ``no_room``: it has one, and no room for its text as it was.
    """
    marks = [(at, item) for at, item in enumerate(items) if isinstance(item, MarkerItem)]
    last_block = max((at for at, item in marks if item.marks), default=-1)
    forgotten = max((at for at, item in marks if not item.marks), default=-1)
    last = max((at for at, item in enumerate(items) if isinstance(item, MessageItem)), default=-1)
    changed = []
    written = False  # a reply further up
    mixed = len({item.meta.model for item in items if isinstance(item, MessageItem)} - {""}) > 1
    for at, item in enumerate(items):
        if isinstance(item, MarkerItem):
            here = undo if not busy and any(mark.range == undo for mark in item.marks) else None
            can = here is not None if item.marks else undo is None and not busy
            lacks = no_room and not busy and at == last_block
            if (here, can, lacks) != (item.undo, item.can_undo, item.no_room):
                item.undo, item.can_undo, item.no_room = here, can, lacks
                changed.append(item.key)
        if isinstance(item, ErrorItem):
            action = "continue" if at == last + 1 and not busy else ""  # only the last reply can be asked for again
            if action != item.action:
                item.action = action
                changed.append(item.key)
        if isinstance(item, MessageItem):
            before = (item.compacted, item.last, item.busy, item.waiting, item.no_model, item.model)
            item.compacted, item.last, item.busy = forgotten < at < last_block, at == last, busy
            item.waiting = written and item.state == "streaming"
            item.no_model = no_model and item.state == "streaming"
            item.model = item.meta.model if mixed else ""
            written = written or item.state == "streaming"
            if before != (item.compacted, item.last, item.busy, item.waiting, item.no_model, item.model):
                changed.append(item.key)
    return changed


def _state_of(phase: Phase) -> tuple[bool, bool]:
    """Whether the engine works on the chat, and whether it waits for the person to choose a model."""
    return phase.busy, phase in (Phase.NO_MODEL, Phase.DOWN)


def lacks_room(memory: MemoryState) -> bool:
    """Whether something is compacted that an undo would not fit into the context as it was."""
    return not memory.undo_fits and any(part.kind == "compacted" for part in memory.segments)


def _undo_of(memory: MemoryState) -> tuple[tuple[int, int] | None, bool]:
    """Tokens of the compaction that can be taken back, and whether one cannot for want of room."""
    return memory.undo, lacks_room(memory)


class Presenter(QObject):
    """Conversation to transcript, and what the person asks of a row back to the conversation.

    ``emptied(bool)``: whether there is no message to show; ``edit_asked(id)``: edit it where it stands;
    ``preview_asked(Attachment)``: look at it; ``form_asked``: show the setting that says which form replies have;
    ``asked``: a reply was asked for once more.

    Attributes:
        turning: the way from one version of a message to another.
    """

    emptied = Signal(bool)
    edit_asked = Signal(str)
    preview_asked = Signal(object)
    form_asked = Signal()
    copied = Signal()
    asked = Signal()

    def __init__(self, conversation: Conversation, transcript: TranscriptView, parent: QObject) -> None:
        super().__init__(parent)
        self._conversation = conversation
        self._transcript = transcript
        self._busy, self._no_model = _state_of(conversation.phase)
        self._forgotten = ""  # the message that the line is under above which the model sees nothing
        self._undo: tuple[int, int] | None = None
        self._no_room = False  # what was compacted does not fit as it was
        self.turning = Turning(transcript)
        conversation.chat_opened.connect(self._opened)
        ChatFollower(
            conversation,
            self,
            message_added=self._added,
            message_changed=self._changed,
            text_streamed=self._streamed,
            messages_removed=self._removed,
            mark_added=self._marked,
            marks_removed=self._unmarked,
            memory_changed=self._memory_changed,
            phase_changed=self._phase,
        )
        conversation.message_sought.connect(transcript.scroll_to)
        transcript.action.connect(self._act)

    def _opened(self, view: ChatView) -> None:
        memory = self._conversation.memory
        known = memory is not None and memory.chat == view.chat.id
        self._undo, self._no_room = _undo_of(memory) if memory is not None and known else (None, False)
        items = items_of(view)
        self._forgotten = ""
        mark_places(items, self._busy, self._no_model, self._undo, self._no_room)
        self.turning.let_go()
        self._transcript.set_items(items)
        self.turning.shown()
        if not self._busy:
            self.turning.take_up()
        self.emptied.emit(not items)

    def _added(self, message: Message) -> None:
        stick = message.role == "user"
        self._transcript.append(message_item(message))
        self._place()
        if stick:
            self._transcript.scroll_to_end()
        self.emptied.emit(False)

    def _changed(self, message: Message) -> None:
        item = self._transcript.item(message.id)
        if isinstance(item, MessageItem):
            ended = item.state == "streaming" != message.state
            other = item.state != message.state
            take(item, message)
            self._transcript.refresh(message.id)
            error = error_item(message)
            if error is not None:
                self._transcript.insert_after(message.id, error)
                self._place()
            elif self._transcript.item(message.id + ERROR) is not None:
                self._transcript.remove([message.id + ERROR])
            if other:
                self._place()  # another one may be next
            if ended and QAccessible.isActive() and (words := heard(item, error)):
                self._transcript.announce(words)

    def _streamed(self, message_id: str, _: str) -> None:
        self._transcript.set_text(message_id, self._conversation.state.text(message_id))

    def _removed(self, ids: tuple[str, ...]) -> None:
        gone = set(ids)
        items = self._transcript.items
        first = next((at for at, item in enumerate(items) if item.key in gone), len(items))
        self._transcript.remove(item.key for item in items[first:])
        if self._forgotten in gone:
            self._forgotten = ""
        self._place()
        self.emptied.emit(not self._transcript.items)

    def _marked(self, mark: CompactionMark) -> None:
        items = list(self._transcript.items)
        at = next((at for at, item in enumerate(items) if item.key == mark.after), -1)
        if at < 0 and mark.after:
            at = len(items) - 1
        while at + 1 < len(items) and isinstance(items[at + 1], ErrorItem):
            at += 1
        beside = items[at + 1] if at + 1 < len(items) else None
        if isinstance(beside, MarkerItem) and beside.marks:  # those that stand there already
            beside.marks = (*beside.marks, mark)
            self._transcript.refresh(beside.key)
        else:
            self._transcript.insert_after(items[at].key if at >= 0 else "", MarkerItem(mark.id, marks=(mark,)))
        self._place()

    def _unmarked(self, ids: tuple[str, ...]) -> None:
        for item in [item for item in self._transcript.items if isinstance(item, MarkerItem) and item.marks]:
            left = tuple(mark for mark in item.marks if mark.id not in ids)
            if not left:
                self._transcript.remove([item.key])
            elif left != item.marks:
                item.marks = left
                self._transcript.refresh(item.key)
        self._place()

    def _memory_changed(self, memory: MemoryState) -> None:
        before = self._undo, self._no_room
        self._undo, self._no_room = _undo_of(memory)
        changed = before != (self._undo, self._no_room)
        if memory.forgotten != self._forgotten:
            if self._forgotten:
                self._transcript.remove([FORGOTTEN])
            self._forgotten = ""
            messages = [item.key for item in self._transcript.items if isinstance(item, MessageItem)]
            if memory.forgotten in messages:
                self._forgotten = memory.forgotten
                number = messages.index(memory.forgotten) + 1
                self._transcript.insert_after(memory.forgotten, MarkerItem(FORGOTTEN, forgotten=number))
            changed = True
        if changed:
            self._place()

    def _phase(self, phase: Phase) -> None:
        now = _state_of(phase)
        if now != (self._busy, self._no_model):
            self._busy, self._no_model = now
            if self._busy:
                self.turning.let_go()
            self._place()
            if not self._busy:
                self.turning.take_up()

    def _place(self) -> None:
        changed = mark_places(list(self._transcript.items), self._busy, self._no_model, self._undo, self._no_room)
        if changed:
            self._transcript.rebind(changed)

    def _act(self, what: str, key: str, argument: str) -> None:
        item = self._transcript.item(key)
        match what:
            case "copy":
                if isinstance(item, MessageItem):
                    copy_source(item)
                self.copied.emit()
            case "regenerate":
                self._conversation.regenerate(key)
                self.asked.emit()
            case "continue":
                self._conversation.continue_reply()
            case "edit":
                self.edit_asked.emit(key)
            case "delete":
                self._conversation.delete_from(key)
            case "branch":
                self._conversation.fork(key)
            case "probabilities":
                self._show_tokens(key)
            case "save_code":
                language, _, code = argument.partition("\n")
                self._save_code(language, code)
            case "show_form":
                self.form_asked.emit()
            case "undo_compaction":
                if isinstance(item, MarkerItem):
                    self._conversation.undo_compaction(item.undo)
            case "attachment":
                self._look_at(key, int(argument))
            case "version":
                self.turning.ask(key, argument)
                self._conversation.select_version(argument)

    def _show_tokens(self, key: str) -> None:
        """Show how likely the tokens of a reply were, or its text again."""
        item = self._transcript.item(key)
        if isinstance(item, MessageItem) and item.tokens:
            self._put_tokens(key, ())
        else:
            self._conversation.look_up_tokens(key, lambda tokens: self._put_tokens(key, tokens))

    def _put_tokens(self, key: str, tokens: tuple[TokenLogprob, ...]) -> None:
        item = self._transcript.item(key) if isValid(self) else None
        if isinstance(item, MessageItem):
            item.tokens = tokens
            self._transcript.refresh(key)

    def _look_at(self, key: str, at: int) -> None:
        found = next((message for message in self._conversation.view.messages if message.id == key), None)
        if found is not None and 0 <= at < len(found.attachments):
            self.preview_asked.emit(found.attachments[at])

    def _save_code(self, language: str, code: str) -> None:
        """Ask for a place and write the code there."""
        path, _ = QFileDialog.getSaveFileName(
            self._transcript, translate("Transcript", "Save code"), file_name(language)
        )
        if not path:
            return
        try:
            with replacing_outside(Path(path)) as file:
                file.write((code + "\n").replace("\n", os.linesep).encode())
        except OSError as problem:
            hint = translate("Transcript", "Choose another location.")
            text = translate("Transcript", "Can't save the file there ({problem}).").format(problem=why(problem))
            self._conversation.notice.emit(Notice("error", text, hint))
