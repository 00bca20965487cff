"""Reading chats from the store that go on meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from app.core.chat_values import ChatView, Message, MessageMeta
from app.services.chat.chat_state import ChatState
from app.services.chat.shared import SharedServices


class StoredChats:
    """Reads the branch of a chat that is shown, and sees to replies in it that nobody writes any more."""

    def __init__(self, behind: SharedServices) -> None:
        self._behind = behind

    def read(
        self,
        chat: str,
        message: str,
        wanted: Callable[[], bool],
        done: Callable[[ChatState | None], None],
        changed: Callable[[], None],
    ) -> None:
        """Read ``chat``; ``message``: on the branch with it, which is the one that is shown from then on.

        Args:
            wanted: asked when it was read; if it is not wanted any more nothing else is called.
            done: gets the chat, None: it is gone or in the trash.
            changed: called in its place if the chat went on while it was read, so that what was read lacks that.
        """
        behind = self._behind
        live = behind.states.live(chat)
        before = live.outline if live is not None else None

        def arrived(view: ChatView | None, told: bool) -> None:
            if not wanted():
                return
            now = behind.states.live(chat)
            if now is not None and now.outline != before:
                changed()
                return
            left = [one for one in view.messages if self._is_left(one)] if view is not None else []
            if left and not told:
                read(True)  # how they ended was not stored yet when they were read
                return
            if view is None or view.chat.trashed_at is not None:
                done(None)
                return
            behind.settings.adopt_chat(chat, view.settings)
            for answered in set(behind.chats.replies_of(chat)) - {one.id for one in view.messages}:
                behind.chats.withdraw(answered)  # it follows a message of another branch
            done(behind.states.make(view))
            for reply in left:
                behind.replies.finish(reply, "interrupted", MessageMeta(reason="cancelled"))

        def read(told: bool) -> None:
            behind.ops.store(lambda: behind.store.view_with(chat, message), lambda view: arrived(view, told))

        read(False)

    def _is_left(self, message: Message) -> bool:
        """Whether nobody writes that reply any more, though it says so."""
        return message.state == "streaming" and not self._behind.chats.answers(message.id)
