"""Branches of a chat: choosing one, taking messages out and back, and going on from one in a chat of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.core.chat_values import Chat
from app.core.store import Store, StoreError
from app.core.store.copying import ChatCopy
from app.core.texts import say
from app.core.work_values import Notice
from app.services.background import Ops
from app.services.chat.chat_state import ChatState
from app.services.chat.copy_titles import branch_of
from app.services.chat.copying import copy_chat

translate = QCoreApplication.translate

KEPT = 20  # deletions that can be undone, of all chats


@dataclass(frozen=True)
class _Deletion:
    """``after``: the message that the branch ended with then ("": none); ``head``: the one it had ended with."""

    chat: str
    ids: Sequence[str]
    after: str
    head: str


class Branches(QObject):
    """Signals:
    changed(str): another branch of a chat is the one that is shown now, by the store.
    copied(str, str, dict[str, str]): a chat, a new one with its messages, and their ids there.
    list_changed()
    notice(Notice)
    """

    changed = Signal(str)
    copied = Signal(str, str, object)
    list_changed = Signal()
    notice = Signal(object)

    def __init__(self, store: Store, ops: Ops, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._ops = store, ops
        self._deleted: dict[str, _Deletion] = {}  # by the first message

    def select(self, chat_id: str, message_id: str) -> None:
        """Let the branch through ``message_id`` be the one that is shown.

        A notice says so where the store has no such message, since that waits for room.
        """

        def done(leaf: str) -> None:
            if leaf:
                self.changed.emit(chat_id)
            else:
                self.notice.emit(Notice("warning", say("chat.version_not_stored_yet")))

        self._ops.store(lambda: self._store.select_version(chat_id, message_id), done)

    def delete(self, state: ChatState, gone: Sequence[str]) -> None:
        """Delete the first message of ``gone``, which were taken from what is shown, and what follows. Offers undo.

        What the store does not delete is shown again.
        """
        chat_id, message_id, after = state.id, gone[0], _end(state)

        def done(ids: list[str]) -> None:
            self.list_changed.emit()
            if ids:
                self._keep(message_id, _Deletion(chat_id, ids, after, gone[-1]))
                text = translate("Chats", "Deleted %Ln message(s).", "", len(gone))
                self.notice.emit(Notice("info", text, "", "undo_delete", message_id))

        def failed(problem: Exception) -> None:
            self._ops.pass_on(problem)
            self.changed.emit(chat_id)

        self._ops.store(lambda: self._store.delete_from(chat_id, message_id), done, failed)

    def _keep(self, message_id: str, deletion: _Deletion) -> None:
        self._deleted[message_id] = deletion
        while len(self._deleted) > KEPT:
            self._deleted.pop(next(iter(self._deleted)))

    def newest(self, state: ChatState) -> str:
        """What ``undo`` takes to bring back what was deleted last where the branch shown ends, "": there is none.

        It changes the branch: not while a reply is to come.
        """
        place = state.id, _end(state)
        fits = (first for first, one in reversed(self._deleted.items()) if (one.chat, one.after) == place)
        return next(fits, "") if not state.awaits else ""

    def undo(self, message_id: str) -> None:
        """Take a deletion back; nothing if it was taken back already. What the store refuses is offered again."""
        deletion = self._deleted.pop(message_id, None)
        if deletion is None:
            return
        chat_id = deletion.chat

        def work() -> tuple[bool, bool]:
            back = self._store.restore_messages(chat_id, deletion.ids, deletion.head)
            return back, self._store.chat(chat_id) is not None

        def done(result: tuple[bool, bool]) -> None:
            back, there = result
            if back:
                self.changed.emit(chat_id)
                self.list_changed.emit()
            else:
                self.notice.emit(Notice("warning", say("chat.earlier_deleted" if there else "chat.gone")))

        def failed(problem: Exception) -> None:
            self._keep(message_id, deletion)
            if isinstance(problem, StoreError):
                self.notice.emit(Notice("error", problem.text, "", "undo_delete", message_id))
            else:
                self._ops.pass_on(problem)

        self._ops.store(work, done, failed)

    def fork(self, chat: Chat, message_id: str, then: Callable[[str], None]) -> None:
        """Make a new chat with the messages up to ``message_id``; ``then`` gets its id.

        A notice says so where the store has no such message, since that waits for room.
        """
        title = branch_of(chat.title)

        def begin(seconds: float) -> ChatCopy | None:
            return self._store.fork_chat(chat.id, message_id, title, seconds)

        def done(fork: ChatCopy | None) -> None:
            if fork is not None:
                self.list_changed.emit()
                self.copied.emit(chat.id, fork.chat.id, fork.ids)
                then(fork.chat.id)
                self.notice.emit(Notice("info", say("chat.forked")))
            else:
                self.notice.emit(Notice("warning", say("chat.not_stored_yet")))

        copy_chat(self._store, self._ops, begin, done, lambda: self.notice.emit(Notice("info", say("chat.copying"))))


def _end(state: ChatState) -> str:
    """The message that the branch shown ends with, "": it is empty."""
    return state.last.id if state.last is not None else ""
