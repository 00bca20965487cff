"""The model that is loaded, and what chats and documents share of it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.chat.cached_chats import CachedChats
from engine.compaction.history import CompactionHistory
from engine.model.model import Model
from engine.process.measuring import ModelHeads
from engine.scheduling.scheduler import Scheduler


@dataclass
class LoadedModel:
    """A loaded model: whose chats lie in its memory, who computes, what is known of its heads and compactions."""

    model: Model
    cached_chats: CachedChats
    scheduler: Scheduler
    heads: ModelHeads
    history: CompactionHistory
