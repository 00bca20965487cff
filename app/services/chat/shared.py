"""What every conversation works with."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from app.core.attachments import for_engine
from app.core.chat_values import Attachment, Message
from app.core.document_values import KeptDocument
from app.core.draft import ChatSetup
from app.core.pictures import Pictures
from app.core.settings import Settings, SettingsView
from app.core.store import Store
from app.services.background import Ops
from app.services.chat.branches import Branches
from app.services.chat.chat_state import ChatState, ChatStates
from app.services.chat.engine_sync import ChatEngine
from app.services.chat.replies import Replies
from app.services.documents.grounding import Grounding
from app.services.engine_client.process import Engine
from app.services.models.models import Models
from engine import protocol

SPEED = "model.read_speed"  # tokens per second that a model reads, as measured last; set for models alone
READ_UNASKED_S = 30.0  # a chat that takes longer to read is not read before somebody wants something of it
READ_UNASKED = 2000  # tokens of it, where no speed is known


@dataclass(frozen=True)
class InForce:
    """The settings in force: of a chat over those of the model loaded over those of the program."""

    settings: Settings
    models: Models

    def of(self, chat: str = "") -> SettingsView:
        """Those of ``chat``; "": of a new one."""
        return self.settings.scoped(chat=chat, model=self.models.fingerprint)

    def sampling(self, chat: str) -> protocol.Sampling:
        return self.of(chat).sampling()

    def thinking(self, chat: str) -> protocol.Thinking:
        return self.of(chat).thinking()

    def policy(self) -> protocol.CompactionPolicy:
        return self.of().policy()

    @property
    def read_unasked(self) -> int:
        """The most tokens that are read of a chat because it is shown."""
        speed = self.of().number(SPEED)
        return round(READ_UNASKED_S * speed) if speed > 0 else READ_UNASKED


@dataclass(frozen=True)
class SharedServices:
    """The parts of the program that all windows share. ``documents``: the folder with the texts of documents.
    ``prompt_of_folder``: gives the system prompt of chats that are begun in a folder of chats, "" if it has none;
    ``ready_in``: the documents mounted in a chat (of a folder of chats) that the model in use has read;
    ``edit_again``: gets a message, and the text and files that could not be stored in place of what it has;
    ``keep_setup``: gets what a chat that is not begun has of its own;
    ``left``: gives the chat that a new one is again, with what it has of its own; it gets the chats that are shown.
    """

    store: Store
    ops: Ops
    engine: Engine
    settings: Settings
    in_force: InForce
    pictures: Pictures
    chats: ChatEngine
    states: ChatStates
    replies: Replies
    branches: Branches
    grounding: Grounding
    documents: Path
    prompt_of_folder: Callable[[str], str]
    ready_in: Callable[[str, str], tuple[KeptDocument, ...]]
    edit_again: Callable[[Message, str, tuple[Attachment, ...]], None]
    keep_setup: Callable[[str, ChatSetup], None]
    left: Callable[[Collection[str]], tuple[str, ChatSetup] | None]

    def new_documents(self, state: ChatState) -> tuple[KeptDocument, ...]:
        """The documents mounted in a chat that the model in use has read, and that are not in its view there yet."""
        seen = {(one.digest, one.model) for message in state.messages for one in message.meta.documents}
        ready = self.ready_in(state.id, state.chat.folder)
        return tuple(one for one in ready if (one.digest, one.model) not in seen)

    def for_engine(self, message: Message) -> protocol.PromptMessage:
        """A message as the engine gets it, with the documents that are mounted for the model in use."""
        return for_engine(message, self.pictures, self.documents, self.in_force.models.state.state_key)
