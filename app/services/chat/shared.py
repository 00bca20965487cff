"""What every conversation works with."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.paths import Paths
from app.core.pictures import Pictures
from app.core.settings import Settings, SettingsView
from app.core.store import Store
from app.core.transcript import Transcript
from app.services.background import Ops
from app.services.chat.branches import Branches
from app.services.chat.engine_sync import ChatEngine
from app.services.chat.replies import Replies
from app.services.engine_client.process import Engine
from app.services.models.models import Models
from engine import protocol


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

    def policy(self) -> protocol.MemoryPolicy:
        return self.of().policy()


@dataclass(frozen=True)
class SharedServices:
    """The parts of the program that all windows share."""

    paths: Paths
    store: Store
    ops: Ops
    engine: Engine
    settings: Settings
    in_force: InForce
    pictures: Pictures
    chats: ChatEngine
    replies: Replies
    branches: Branches

    def describe(self, shown: Transcript) -> protocol.OpenChat:
        """What the engine is told of a chat when it opens it."""
        return protocol.OpenChat(
            id=0,
            chat_id=shown.id,
            folder=str(self.paths.chat(shown.id)),
            pieces=str(self.paths.pieces),
            system_prompt=shown.chat.system_prompt,
            messages=shown.for_engine(self.pictures),
            policy=self.in_force.policy(),
            thinking=self.in_force.thinking(shown.id),
        )
