"""One object that owns everything behind the window. (Interface; the implementation follows.)"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from app.core.paths import Paths
from app.core.settings import Settings
from app.services.chat_list import ChatList
from app.services.conversation import Conversation
from app.services.engine_process import Engine
from app.services.models import Models


class AppContext(QObject):
    """Owns store, settings, models, engine, chats and conversation.

    ``start()`` starts the engine, loads the last (or starter) model, reads the chat list, and opens the last chat.
    ``startup_notices`` are to be shown once the window is there.
    """

    paths: Paths
    settings: Settings
    engine: Engine
    models: Models
    chats: ChatList
    conversation: Conversation

    def __init__(
        self,
        paths: Paths,
        *,
        engine_command: Sequence[str] | None = None,
        engine: Engine | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Opens the store (raises InstanceRunning, StoreError); starts nothing.

        ``engine_command``: argv of the engine process, default the real one; ``engine``: one to use instead.
        """
        super().__init__(parent)

    def start(self) -> None:
        raise NotImplementedError

    def shutdown(self, timeout_ms: int = 3000) -> None:
        """Save, stop the engine (bounded wait), end the threads, close the store. Safe to call twice."""
        raise NotImplementedError
