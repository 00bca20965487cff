"""Chats without a message yet: how they begin, and what each has of its own until its first message stores it."""

from __future__ import annotations

import time
from collections.abc import Collection

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

    def make(self, folder: str | None = "", shown: Collection[str] | None = None) -> ChatState:
        """An empty chat, of a folder of chats if one is named; None: of the one that it was in.

        ``shown``: the chats that others show; one that nobody shows and that has a draft is gone on with, with all that
        it has of its own. None: a chat that has nothing.
        """
        behind = self._behind
        left = behind.left(shown) if shown is not None else None
        chat_id, before = left or (new_id(), ChatSetup())
        folder = before.folder if folder is None else folder
        setup = ChatSetup(self._prompt_in(folder, before), folder)
        state = self.again(chat_id, setup)
        if setup != before:
            self.keep(state)
        return state

    def _prompt_in(self, folder: str, before: ChatSetup) -> str | None:
        """The system prompt of its own that a chat has in a folder ("": in none), where it was as ``before``.

        The prompt of a folder stays behind in it, and what was written elsewhere gives way to that of another one.
        """
        own, here = before.system_prompt, self._behind.prompt_of_folder(folder) or None
        if before.folder != folder:
            there = self._behind.prompt_of_folder(before.folder) or None
            own = None if here or own == there else own
        return here if own is None else own

    def again(self, chat_id: str, setup: ChatSetup) -> ChatState:
        """An empty chat that was shown before, in this run or in an earlier one."""
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
