"""What it costs to go on with the chats that are shown on another model, and how fast models read."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject

from app.core.model_values import ModelEntry, ModelPhase
from app.core.paths import Paths
from app.core.settings import Settings
from app.services.chat.conversation import Conversation
from app.services.chat.conversations import Conversations
from app.services.chat.shared import SPEED
from app.services.engine_client.process import Engine
from app.services.models.models import Models
from engine import protocol
from engine.errors import BadSnapshot
from engine.snapshots.header import read_snapshot_header, snapshots_in

SAMPLE = 128  # tokens, from which on a speed says something
NO_COST_S = 10.0
NO_COST_TOKENS = 1000  # where no speed is known
LETTERS = 4  # of a token, about


class SwitchCost(msgspec.Struct, frozen=True):
    """What has to be read again: ``tokens``, and for how long; ``seconds`` None: no model's speed is known."""

    tokens: int = 0
    seconds: float | None = 0.0

    @property
    def matters(self) -> bool:
        """Whether a person wants to know of it first."""
        return self.tokens >= NO_COST_TOKENS if self.seconds is None else self.seconds >= NO_COST_S


class ModelSwitch(QObject):
    """Measures how fast models read, and says what a chat costs on another one."""

    def __init__(
        self, paths: Paths, settings: Settings, models: Models, conversations: Conversations, engine: Engine,
        parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._paths, self._settings, self._models = paths, settings, models
        self._conversations = conversations
        engine.timed.connect(self._timed)

    # how fast models read ---------------------------------------------------------

    def _timed(self, event: protocol.AnyEvent) -> None:
        if isinstance(event, protocol.Replied):
            self._measured(event.prompt_tokens, event.prefill_ms)
        elif isinstance(event, protocol.Opened) and event.how == "rebuilt":
            self._measured(event.tokens if event.read < 0 else event.read, event.ms)

    def _measured(self, tokens: int, ms: float) -> None:
        if tokens >= SAMPLE and ms > 0 and self._models.fingerprint:
            self._settings.scoped(model=self._models.fingerprint).set(SPEED, tokens * 1000 / ms)

    def speed(self, entry: ModelEntry) -> float:
        """Tokens per second that a model reads: measured, or by the one in use and the sizes of both; 0: unknown."""
        measured = self._settings.scoped(model=_fingerprint(entry)).number(SPEED)
        if measured > 0:
            return measured
        here = self._models.entry(self._models.state.path)
        own = self._settings.scoped(model=self._models.fingerprint).number(SPEED)
        return own * here.size / entry.size if here is not None and entry.size > 0 else 0.0

    # what a switch costs ----------------------------------------------------------

    def cost(self, path: str) -> SwitchCost:
        """What loading the model in ``path`` makes of the chats that are shown."""
        entry = self._models.entry(path)
        if entry is None or (_fingerprint(entry) and _fingerprint(entry) == self._models.fingerprint):
            return SwitchCost()
        tokens = sum(self._unread(talk, entry) for talk in self._conversations.all if talk.stored_chat)
        speed = self.speed(entry)
        return SwitchCost(tokens, tokens / speed if speed > 0 else None if tokens else 0.0)

    def _unread(self, talk: Conversation, entry: ModelEntry) -> int:
        """Tokens of a chat that no saved state of that model holds."""
        memory = talk.memory
        known = memory.whole if memory is not None else talk.state.chat.tokens
        length = known or sum(len(message.content) for message in talk.view.messages) // LETTERS
        return max(0, length - saved_tokens(self._paths.chat(talk.stored_chat), _fingerprint(entry)))

    @property
    def nothing_loaded(self) -> bool:
        """Whether no model is in use, or on its way."""
        return self._models.state.phase in (ModelPhase.NONE, ModelPhase.FAILED, ModelPhase.RESTING)


def _fingerprint(entry: ModelEntry) -> str:
    return entry.facts.fingerprint if entry.facts is not None else ""


def saved_tokens(folder: Path, fingerprint: str) -> int:
    """The most tokens that a saved state of a model holds in a chat's folder; 0: there is none."""
    most = 0
    for path in snapshots_in(folder):
        with contextlib.suppress(BadSnapshot):
            header = read_snapshot_header(path)
            if header.fingerprint == fingerprint:
                most = max(most, header.tokens)
    return most
