"""What the engine holds of a chat, and what is wanted of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from app.core.work_values import MemoryState, Phase, WorkProgress
from app.services.chat.chat_state import ChatState
from engine import protocol


class ChatJob(msgspec.Struct, frozen=True):
    """Something to do in a chat: answer ``user`` with the reply ``reply``, go on with it, compact, or undo that.

    ``anyway``: answer it also if it takes more compaction than text bears well; ``tokens``: whose compaction to undo.
    """

    kind: Literal["answer", "continue", "compact", "undo"]
    chat: str
    reply: str = ""
    user: protocol.PromptMessage | None = None
    ratio: float = 0.0  # of a compaction; 0: as far as the policy says
    anyway: bool = False
    tokens: tuple[int, int] | None = None


@dataclass(eq=False)
class PendingRequest:
    """The request that runs in a chat. ``phase``: what the person is told meanwhile."""

    kind: Literal["open", "close", "cut", "job"]
    phase: Phase
    number: int = 0
    job: ChatJob | None = None
    known: tuple[str, ...] = ()  # messages the engine holds if this goes well
    stopping: bool = False
    left: bool = False  # stopped because another chat was shown
    blocks: set[tuple[int, int]] = field(default_factory=set)  # compacted while it ran


@dataclass(eq=False)
class EngineChat:
    """One chat.

    Attributes:
        state: its messages as they are wanted now, and who is told what happens in it.
        open: whether the engine has it open.
        known: ids of the messages the engine holds, in order; None: not certain.
        outdated: what it begins with was changed since it was opened.
        refused: it could not be opened: not tried again before the next wish.
        hung: opening it ended the engine without a sign of life: not even a new engine tries before the next wish.
        accepted: it goes on with the model in use, whichever it was used with before.
        offered: the model that it was used with before, once that was told.
        leaving: nothing is wanted of it any more.
    """

    chat: str
    state: ChatState
    open: bool = False
    known: tuple[str, ...] | None = ()
    outdated: bool = False
    refused: bool = False
    hung: bool = False
    accepted: bool = False
    offered: str = ""
    leaving: bool = False
    jobs: deque[ChatJob] = field(default_factory=deque)
    active: PendingRequest | None = None
    memory: MemoryState | None = None
    progress: WorkProgress | None = None
    after: list[Callable[[], None]] = field(default_factory=list)  # called once it is closed for good

    @property
    def all_jobs(self) -> list[ChatJob]:
        """The job that runs, and those that wait."""
        running = self.active.job if self.active is not None else None
        return [*([running] if running is not None else []), *self.jobs]

    @property
    def at_work(self) -> bool:
        """Whether a job runs or waits."""
        return bool(self.all_jobs)

    @property
    def rebuilding(self) -> bool:
        """Whether its text is read again, and there is more of it to come."""
        progress = self.progress
        return progress is not None and progress.what == "rebuild" and progress.done < progress.total

    @property
    def has_block(self) -> bool:
        """Whether a part of its memory is compacted."""
        return self.memory is not None and any(part.kind == "compacted" for part in self.memory.segments)

    def lost(self) -> None:
        """The engine does not have it any more."""
        self.open, self.known = False, ()
