"""The list of chats in the sidebar. (Interface; the implementation follows.)"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class ChatList(QObject):
    """Signals:
    changed(tuple[ChatGroup, ...]): the list to show, for the present search text.
    trashed(Chat): a chat was moved to the trash; offer undo.
    notice(Notice)
    """

    changed = Signal(object)
    trashed = Signal(object)
    notice = Signal(object)

    def refresh(self) -> None:
        """Read the list again; ``changed`` follows."""
        raise NotImplementedError

    def search(self, text: str) -> None:
        """Show only chats whose title or messages contain the words of ``text`` ("": all)."""
        raise NotImplementedError

    def rename(self, chat_id: str, title: str) -> None:
        raise NotImplementedError

    def pin(self, chat_id: str, pinned: bool) -> None:
        raise NotImplementedError

    def trash(self, chat_id: str) -> None:
        raise NotImplementedError

    def undo_trash(self, chat_id: str) -> None:
        raise NotImplementedError
