"""What is written but does not count yet, in all chats: kept while it is written, so that it outlives the program."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import partial

import msgspec
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.core.chat_values import Attachment, Message, new_id
from app.core.document_values import Project
from app.core.draft import (
    EDIT,
    FOLDER,
    FORM,
    PROMPT,
    SETUP,
    ChatSetup,
    Draft,
    MessageEdit,
    PromptForms,
    StoredDraft,
    Unsent,
    Waiting,
    WrittenProject,
    WrittenPrompt,
    entries,
)
from app.core.problem import reason_of
from app.core.store import Store
from app.core.texts import say
from app.core.work_values import Notice
from app.services.background import Ops
from app.services.chat.reply import said

translate = QCoreApplication.translate

SAVE_MS = 1000  # after a change: what is written meanwhile goes with it
AGAIN_MS = 10_000  # after it could not be saved

NOTHING = Unsent()


class Drafts(QObject):
    """One for all windows. Whoever shows a chat holds its draft, changes it in place and says so.

    A chat that was not begun but has a draft is the next new chat (``left``), since nothing else leads back to it,
    unless it waits for a window of its own. What such a chat has of its own is kept while a window shows it, or is to
    show it again, or as long as it has a draft. A message that is sent takes its draft out of the store with it
    (``Store.add_user_message``).

    Signals:
        waiting_changed(Mapping[str, str]): see ``waiting``.
        given_back(str): something was put back into the draft of a chat; show that.
        wiped(): all drafts are empty; show that.
        forms_wiped(): so are the forms of saved prompts.
        edit_restored(str): a message is being edited again, as it was before that was given up or could not be stored.
        notice(Notice): they cannot be saved, or an edit was given up.

    Attributes:
        prompts: system prompts written in chats that have begun, which do not count yet.
        edits: messages that are being edited, by id, whether their chat is shown or not.
        forms: prompts to be saved, as they are written.
        projects: what is written in the sheets of folders of chats, by folder, not saved yet.
    """

    waiting_changed = Signal(object)
    given_back = Signal(str)
    wiped = Signal()
    forms_wiped = Signal()
    edit_restored = Signal(str)
    notice = Signal(object)

    def __init__(
        self, store: Store, ops: Ops, stored: Iterable[StoredDraft] = (), parent: QObject | None = None
    ) -> None:
        """``stored``: those of the store, changed last at the end."""
        super().__init__(parent)
        self._store, self._ops = store, ops
        self.prompts = Waiting[str](self.changed)
        self.forms = PromptForms(self.changed)
        self.projects = Waiting[Project](self.changed)
        self.edits: dict[str, MessageEdit] = {}
        self._discarded: dict[str, Callable[[], None]] = {}
        self._drafts: dict[str, Draft] = {}
        self._kept: dict[str, Unsent | None] = {}  # what the store has, or will have; None: not certain
        self._unbegun: dict[str, None] = {}  # chats that nothing was sent in, shown last at the end
        self._setups: dict[str, ChatSetup] = {}  # what chats of ``_unbegun`` have of their own
        self._reserved: set[str] = set()  # chats that were not begun and wait for the windows that they were in
        self._shown: dict[Hashable, str] = {}
        self._told: Mapping[str, str] = {}
        self._failing = self._closed = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.save)
        for one in stored:
            self._take(one)
        self._told = self.waiting

    def _take(self, one: StoredDraft) -> None:
        """What an earlier run has left; of a message, chat or folder that is gone it goes with the next save."""
        self._kept[one.chat] = one.unsent
        draft = Draft(one.unsent.text, entries(one.unsent.attachments))
        kind, _, owner = one.chat.rpartition(":")
        if not kind:
            self._drafts[one.chat] = draft
            if not one.begun:
                self._unbegun[one.chat] = None
        elif f"{kind}:" == SETUP and (setup := ChatSetup.of(one.unsent)) is not None:
            self._setups[owner] = setup
        elif f"{kind}:" == FORM and (form := WrittenPrompt.of(one.unsent)) is not None:
            self.forms.left[owner] = form
        elif not one.begun:
            self.changed()
        elif f"{kind}:" == FOLDER:
            if (sheet := WrittenProject.of(one.unsent)) is not None:
                self.projects.data[owner] = sheet.project
        elif f"{kind}:" == EDIT:
            self.edits[owner] = MessageEdit(one.place, owner, draft, None)
        else:
            self.prompts.data[owner] = draft.text  # as it is stored

    @property
    def waiting(self) -> Mapping[str, str]:
        """Chats that nobody shows now and that have a draft, with its first words."""
        shown = set(self._shown.values())
        return {chat: draft.words for chat, draft in self._drafts.items() if chat not in shown and not draft.empty}

    def all(self) -> list[Draft]:
        """Every draft, those shown too, and what is being edited."""
        return [*self._drafts.values(), *(edit.draft for edit in self.edits.values())]

    # showing ---------------------------------------------------------------------

    def open(self, holder: Hashable, chat: str, begun: bool) -> Draft:
        """The draft of ``chat``, which ``holder`` shows from now on in place of the chat before.

        ``begun`` False: the chat is not stored; it gets the newest draft of such a chat that nobody shows.
        """
        self._put_down(holder)
        self._unbegun.pop(chat, None)
        if not begun:
            if chat not in self._drafts:
                self._adopt(chat)
            self._unbegun[chat] = None
        self._shown[holder] = chat
        draft = self._drafts.setdefault(chat, Draft())
        self.save()
        self._tell()
        return draft

    def release(self, holder: Hashable) -> None:
        """``holder`` shows no chat any more."""
        if self._closed:
            return
        self._put_down(holder)
        self.save()
        self._tell()

    def _put_down(self, holder: Hashable) -> None:
        chat = self._shown.pop(holder, None)
        if chat is None or chat in self._shown.values():  # else what another one writes would be in no draft
            return
        if self._drafts[chat].empty:
            del self._drafts[chat]
            self._unbegun.pop(chat, None)

    def left(self, held: Collection[str]) -> tuple[str, ChatSetup] | None:
        """The chat that the next new one is again, since it was not begun but has a draft, and what else it has of its
        own. ``held``: chats that others show.
        """
        left = next((one for one in self._left(held) if not self._drafts[one].empty), None)
        return (left, self._setups.get(left, ChatSetup())) if left is not None else None

    def _left(self, held: Collection[str]) -> list[str]:
        return [one for one in reversed(self._unbegun) if one not in held and one not in self._reserved]

    def _adopt(self, chat: str) -> None:
        left = next(iter(self._left(self._shown.values())), None)
        if left is not None:
            del self._unbegun[left]
            self._drafts[chat] = self._drafts.pop(left)
            self._kept[chat] = self._kept.pop(left, NOTHING)
            self._order(lambda: self._store.move_draft(left, chat), (left,))

    def reserve(self, chats: Iterable[str]) -> None:
        """Let what is left of these chats, if they were not begun, wait until ``reopen``."""
        self._reserved = {*self._unbegun, *self._setups}.intersection(chats)

    def reserved(self, chat: str) -> bool:
        """Whether anything waits for a window that shows this chat again."""
        return chat in self._reserved

    def reopen(self, chat: str) -> ChatSetup:
        """A chat that was not begun is about to be shown again, with its own draft: what else it has of its own."""
        self._reserved.discard(chat)
        self._drafts.setdefault(chat, Draft())  # else it would adopt the draft of another one
        self._unbegun[chat] = None
        return self._setups.get(chat, ChatSetup())

    def set_up(self, chat: str, setup: ChatSetup) -> None:
        """What a chat that is not begun has of its own from now on."""
        self._setups[chat] = setup
        self.changed()

    def leave_folder(self, chat: str) -> None:
        """The folder of chats that a chat which is not begun is in is gone."""
        if (setup := self._setups.get(chat)) is not None:
            self.set_up(chat, msgspec.structs.replace(setup, folder=""))

    # writing -----------------------------------------------------------------------

    def changed(self) -> None:
        """A draft was changed: it is saved soon."""
        if not self._timer.isActive() and not self._closed:
            self._timer.start(SAVE_MS)

    def sent(self, chat: str) -> Draft:
        """The draft of ``chat`` is about to be sent; an empty one in its place."""
        self._unbegun.pop(chat, None)
        self._kept.pop(chat, None)
        self._drafts[chat] = Draft()
        return self._drafts[chat]

    def refused(self, chat: str, begun: bool, text: str, attachments: Sequence[Attachment]) -> None:
        """What was sent could not be stored: it is a draft again, before what was written since, shown or not.

        ``begun`` False: so the chat was not begun after all.
        """
        draft = self._drafts.setdefault(chat, Draft())
        draft.put_before(text, attachments)
        if not begun:
            self._unbegun[chat] = None
        self._kept[chat] = None  # the store may still have what it was before
        self.given_back.emit(chat)
        self.changed()
        self._tell()

    def save(self) -> None:
        """Store what is not stored yet."""
        if self._closed:
            return
        self._timer.stop()
        written = {chat: draft.unsent for chat, draft in self._drafts.items()}
        written |= {EDIT + message: edit.draft.unsent for message, edit in self.edits.items() if edit.changed}
        written |= {PROMPT + chat: Unsent(text) for chat, text in self.prompts.items()}
        written |= {FORM + prompt: form.unsent for prompt, form in (*self.forms.left.items(), *self.forms.items())}
        written |= {FOLDER + folder: WrittenProject(sheet).unsent for folder, sheet in self.projects.items()}
        waiting = self._reserved.union(self._unbegun)
        written |= {SETUP + chat: setup.unsent for chat, setup in self._setups.items() if chat in waiting}
        for key in {**written, **self._kept}:
            now = written.get(key, NOTHING) or NOTHING
            if now == self._kept.get(key, NOTHING):
                continue
            self._kept[key] = now
            if not now:
                del self._kept[key]
            self._order(partial(self._store.put_draft, key, now), (key,))

    def _order(self, work: Callable[[], None], chats: Iterable[str]) -> None:
        if not self._closed:
            self._ops.store(work, self._saved, partial(self._not_saved, chats))

    def _saved(self, _: None) -> None:
        self._failing = False

    def _not_saved(self, chats: Iterable[str], problem: Exception) -> None:
        for chat in (*chats, *self._kept):  # what was moved meanwhile was moved without it
            self._kept[chat] = None
        if not self._closed:
            self._timer.start(AGAIN_MS)
        if not self._failing:
            self._failing = True
            self.notice.emit(Notice("warning", say("draft.not_saved", reason=reason_of(problem))))

    # editing -------------------------------------------------------------------------

    def edit(self, message: Message, text: str) -> MessageEdit:
        """The edit of a stored message, which has this ``text``: the one begun earlier, or a new one."""
        before = Unsent(text, message.attachments)
        edit = self.edits.get(message.id)
        if edit is None:
            edit = MessageEdit(message.chat, message.id, Draft(before.text, entries(before.attachments)), before)
            self.edits[message.id] = edit
        elif edit.before is None:
            edit.before = before
        return edit

    def end_edit(self, message: str) -> None:
        """A message is edited no more."""
        self.edits.pop(message, None)
        self.changed()  # later: what was sent is in the store before the edit leaves it

    def give_up_edit(self, message: str) -> None:
        """Edit a message no more; a notice offers what was changed."""
        edit = self.edits.get(message)
        self.end_edit(message)
        if edit is None or not edit.changed:
            return
        edit.draft.files = [file for file in edit.draft.files if file.attachment is not None]
        key = f"{EDIT}{new_id()}"  # one that is given up after it takes nothing of it away
        self.keep_discarded(key, partial(self._go_on, edit))
        self.notice.emit(Notice("info", translate("Transcript", "Edit discarded."), "", "undo_edit", key))

    def _go_on(self, edit: MessageEdit) -> None:
        """Edit a message as it was before that was given up; another edit of it that was begun since is given up."""
        self.give_up_edit(edit.message)
        self.edits[edit.message] = edit
        self.changed()
        self.edit_restored.emit(edit.message)

    def keep_discarded(self, what: str, again: Callable[[], None]) -> None:
        """Something was written and given up; :meth:`take_back` of ``what`` calls ``again``, once."""
        self._discarded[what] = again

    def take_back(self, what: str) -> None:
        """Go on with what was written and given up."""
        again = self._discarded.pop(what, None)
        if again is not None:
            again()

    def edit_refused(self, message: Message, text: str, attachments: Sequence[Attachment]) -> None:
        """A message could not be stored as it was edited: it is being edited again, before what was written since."""
        begun = message.id in self.edits
        draft = self.edit(message, said(message)).draft
        if begun:
            draft.put_before(text, attachments)
        else:
            draft.text, draft.files = text, entries(attachments)
        self.changed()
        self.edit_restored.emit(message.id)

    # going ---------------------------------------------------------------------------

    def forget(self, ids: Iterable[str]) -> None:
        """Chats were deleted for good: so are their drafts."""
        gone = tuple(ids)
        for chat in gone:
            if chat not in self._shown.values():
                self._drafts.pop(chat, None)
            self._kept.pop(chat, None)
            self._unbegun.pop(chat, None)
            self.prompts.pop(chat, None)
            self._kept.pop(PROMPT + chat, None)
        for message in [message for message, edit in self.edits.items() if edit.chat in gone]:
            del self.edits[message]
            self._kept.pop(EDIT + message, None)
        self._order(lambda: self._store.delete_drafts(gone), gone)
        self._tell()

    def wipe(self) -> None:
        """Empty all drafts, those shown too. Those of the store are deleted by whoever asks for this."""
        self.prompts.clear()
        self.projects.clear()
        self.edits.clear()
        self._discarded.clear()
        shown = set(self._shown.values())
        for draft in self._drafts.values():
            draft.text, draft.files = "", []
        self._drafts = {chat: draft for chat, draft in self._drafts.items() if chat in shown}
        self._unbegun = {chat: None for chat in self._unbegun if chat in shown}
        self._reserved.clear()
        self._setups.clear()
        self._empty_forms()
        self._kept.clear()
        self._timer.stop()
        self.wiped.emit()
        self._tell()

    def wipe_forms(self) -> None:
        """Empty the forms of saved prompts, for good."""
        self._empty_forms()
        self.save()

    def _empty_forms(self) -> None:
        self.forms_wiped.emit()
        self.forms.clear()
        self.forms.left.clear()

    def close(self) -> None:
        """Save for the last time; call before the store is closed."""
        self.save()
        self._closed = True

    def _tell(self) -> None:
        waiting = self.waiting
        if waiting != self._told and not self._closed:
            self._told = waiting
            self.waiting_changed.emit(waiting)
