"""Binds slots to the chat that a window shows, and to no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from app.services.chat.chat_state import ChatEvent
from app.services.chat.conversation import Conversation

Slot = Callable[..., object]
Connections = list[tuple[ChatEvent[Any], Slot]]


class ChatFollower(QObject):
    """Connects slots to the ChatState that a conversation shows, and takes them away when it shows another one.

    It ends with its ``parent``, to which the slots belong.
    """

    def __init__(self, talk: Conversation, parent: QObject, **slots: Slot) -> None:
        """``slots``: by the name of the event of ChatState."""
        super().__init__(parent)
        self._talk, self._slots = talk, slots
        followed = self._followed = Connections()
        parent.destroyed.connect(lambda: leave(followed))
        talk.state_changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        leave(self._followed)
        state = self._talk.state
        for name, slot in self._slots.items():
            event = getattr(state, name)
            event.connect(slot)
            self._followed.append((event, slot))


def leave(followed: Connections) -> None:
    """Disconnect them all."""
    while followed:
        event, slot = followed.pop()
        event.disconnect(slot)
