"""The list of chats in the sidebar."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.store import Store, grouped
from app.core.types import Chat, ChatGroup, Notice
from app.services.ops import Ops


class ChatList(QObject):
    """Signals:
    changed(tuple[ChatGroup, ...]): the list to show, for the present search text.
    renamed(str, str): id and new title.
    trashed(Chat): a chat was moved to the trash; offer undo.
    notice(Notice)
    """

    changed = Signal(object)
    renamed = Signal(str, str)
    trashed = Signal(object)
    notice = Signal(object)

    def __init__(self, store: Store, ops: Ops, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._ops = store, ops
        self._text = ""
        self._groups: tuple[ChatGroup, ...] = ()

    @property
    def groups(self) -> tuple[ChatGroup, ...]:
        """The list as last read."""
        return self._groups

    def refresh(self) -> None:
        """Read the list again; ``changed`` follows."""
        text = self._text

        def read() -> tuple[ChatGroup, ...]:
            if not text:
                return grouped(self._store.chats())
            found = tuple(self._store.search(text))
            return (ChatGroup("found", found),) if found else ()

        def show(groups: tuple[ChatGroup, ...]) -> None:
            if text == self._text:  # else a newer search is on its way
                self._groups = groups
                self.changed.emit(groups)

        self._ops.store(read, show)

    def search(self, text: str) -> None:
        """Show only chats whose title or messages contain the words of ``text`` ("": all)."""
        self._text = text.strip()
        self.refresh()

    def rename(self, chat_id: str, title: str) -> None:
        """Give a chat another title; blank: nothing."""
        clean = " ".join(title.split())
        if not clean:
            return

        def done(_: None) -> None:
            self.renamed.emit(chat_id, clean)
            self.refresh()

        self._ops.store(lambda: self._store.rename_chat(chat_id, clean), done)

    def pin(self, chat_id: str, pinned: bool) -> None:
        """Keep a chat at the top, or no longer."""
        self._ops.store(lambda: self._store.pin_chat(chat_id, pinned), lambda _: self.refresh())

    def trash(self, chat_id: str) -> None:
        """Move a chat to the trash; ``trashed`` follows, and ``undo_trash`` takes it back."""

        def work() -> Chat | None:
            self._store.trash_chat(chat_id)
            return self._store.chat(chat_id)

        def done(chat: Chat | None) -> None:
            if chat is not None:
                self.trashed.emit(chat)
                self.notice.emit(Notice("info", f"“{chat.title}” was moved to the trash.", "", "undo_trash", chat.id))
            self.refresh()

        self._ops.store(work, done)

    def undo_trash(self, chat_id: str) -> None:
        """Take a chat out of the trash."""
        self._ops.store(lambda: self._store.restore_chat(chat_id), lambda _: self.refresh())
