"""Chats without a message yet: how they begin, and what each has of its own until its first message stores it."""

from __future__ import annotations

import time

from app.core.chat_values import Chat, ChatView, new_id
from app.core.draft import ChatSetup
from app.core.settings import PROMPT
from app.services.chat.chat_state import ChatState
from app.services.chat.shared import SharedServices


class NewChats:
    """Makes the empty chats of one window.

    Attributes:
        own_prompt: the one made last was given a system prompt: it does not follow that of new chats.
    """

    def __init__(self, behind: SharedServices) -> None:
        self._behind = behind
        self.own_prompt = False

    @property
    def prompt(self) -> str:
        """The system prompt that new chats have."""
        return self._behind.in_force.of().text(PROMPT)

    def make(self, folder: str = "") -> ChatState:
        """An empty chat, of a folder of chats if one is named."""
        prompt = self._behind.prompt_of_folder(folder)
        self.own_prompt = bool(prompt)
        state = self._state(new_id(), folder, prompt or self.prompt)
        if folder:
            self.keep(state)
        return state

    def again(self, chat_id: str, setup: ChatSetup) -> ChatState:
        """An empty chat that a window showed when the program ended."""
        self.own_prompt = setup.system_prompt is not None
        return self._state(chat_id, setup.folder, self.prompt if setup.system_prompt is None else setup.system_prompt)

    def keep(self, state: ChatState) -> None:
        """Let the next start know what the chat has of its own."""
        prompt = state.chat.system_prompt if self.own_prompt else None
        self._behind.keep_setup(state.id, ChatSetup(prompt, state.chat.folder))

    def _state(self, chat_id: str, folder: str, prompt: str) -> ChatState:
        now = time.time()
        chat = Chat(id=chat_id, title="", folder=folder, system_prompt=prompt, created=now, updated=now)
        return self._behind.states.make(ChatView(chat), stored=False)
