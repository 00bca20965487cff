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

    ``anyway``: answer it also if it takes more compaction than text bears well; ``tokens``: whose compaction to undo;
    ``ended_by``: what ended it, if that was not the person.
    """

    kind: Literal["answer", "continue", "compact", "undo"]
    chat: str
    reply: str = ""
    user: protocol.PromptMessage | None = None
    ratio: float = 0.0  # of a compaction; 0: as far as the policy says
    anyway: bool = False
    tokens: tuple[int, int] | None = None
    ended_by: Literal["", "model"] = ""

    def request(self, sampling: protocol.Sampling, thinking: protocol.Thinking) -> protocol.AnyRequest:
        """What the engine is asked; ``sampling``, ``thinking``: of the reply, if it is one."""
        match self.kind:
            case "compact":
                return protocol.Compact(id=0, chat_id=self.chat, ratio=self.ratio)
            case "undo":
                return protocol.Undo(id=0, chat_id=self.chat, tokens=self.tokens)
        return protocol.Generate(
            id=0,
            chat_id=self.chat,
            reply_id=self.reply,
            user=self.user,
            continue_reply=self.kind == "continue",
            sampling=sampling,
            thinking=thinking,
            anyway=self.anyway,
        )


@dataclass(eq=False)
class PendingRequest:
    """The request that runs in a chat. ``phase``: what the person is told meanwhile."""

    kind: Literal["open", "read", "close", "cut", "job"]
    phase: Phase
    number: int = 0
    job: ChatJob | None = None
    known: tuple[str, ...] = ()  # messages the engine holds if this goes well
    stopping: bool = False
    left: bool = False  # stopped because another chat was shown
    switched: bool = False  # stopped because a model was loaded
    blocks: set[tuple[int, int]] = field(default_factory=set)  # compacted while it ran

    @property
    def ended_job(self) -> ChatJob | None:
        """The job, once it is over."""
        if self.job is None or not self.switched:
            return self.job
        return msgspec.structs.replace(self.job, ended_by="model")

    @property
    def opens(self) -> bool:
        """Whether it brings the chat's memory back."""
        return self.kind in ("open", "read")

    def known_after(self, event: protocol.AnyEvent) -> tuple[str, ...]:
        """The messages that the engine holds now that this went well: without a reply that was never begun."""
        if not isinstance(event, protocol.Replied) or self.known[-1:] != (event.reply_id,):
            return self.known
        return self.known if any(span.id == event.reply_id for span in event.spans) else self.known[:-1]


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
        reads: what is not read of it is read without being needed: not once the person stopped that.
        asked: something was asked for in it: it is read however long that takes.
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
    reads: bool = True
    asked: bool = False
    jobs: deque[ChatJob] = field(default_factory=deque)
    active: PendingRequest | None = None
    memory: MemoryState | None = None
    progress: WorkProgress | None = None
    after: list[Callable[[], None]] = field(default_factory=list)  # called once it is closed for good

    def ask(self) -> None:
        """Something is asked for in it, which holds for the model in use and however long reading takes."""
        self.refused = self.hung = False
        self.accepted = self.asked = True

    def renew(self, amended: protocol.PromptMessage | None) -> None:
        """It is opened anew; ``amended`` says something else, also to the job that waits to have it answered."""
        self.refused, self.outdated = False, True
        for at, job in enumerate(self.jobs):
            if amended is not None and job.user is not None and job.user.id == amended.id:
                self.jobs[at] = msgspec.structs.replace(job, user=amended)

    @property
    def phase(self) -> Phase:
        """What happens in it."""
        if self.active is None or self.closing:
            return Phase.IDLE
        return Phase.STOPPING if self.active.stopping else self.active.phase

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
    def idle(self) -> bool:
        """Whether nothing is done in it, and nothing waits."""
        return self.active is None and not self.jobs

    @property
    def closing(self) -> bool:
        """Whether the engine was told to close it."""
        return self.active is not None and self.active.kind == "close"

    @property
    def behind(self) -> int:
        """Tokens that are read before the next message; a question whose reply was stopped is not read then."""
        if self.memory is None or not self.memory.unfinished or (self.known or ("",))[-1] == self.state.unanswered:
            return 0
        return self.memory.unread

    @property
    def rebuilding(self) -> bool:
        """Whether its text is read again, and there is more of it to come."""
        progress = self.progress
        return progress is not None and progress.what == "rebuild" and progress.done < progress.total

    @property
    def has_block(self) -> bool:
        """Whether a part of its memory is compacted."""
        return self.memory is not None and any(part.kind == "compacted" for part in self.memory.segments)

    def known_with(self, job: ChatJob) -> tuple[str, ...]:
        """The messages that the engine holds once ``job`` is done."""
        known = self.known or ()
        if job.user is None:
            return known
        return (*(one for one in known if one != job.user.id), job.user.id, job.reply)

    def lost(self) -> None:
        """The engine does not have it any more."""
        self.open, self.known = False, ()


def memory_of(event: protocol.Memory, threshold: float) -> MemoryState:
    """The memory of a chat as the engine tells it; ``threshold``: fill at which it is compacted."""
    return MemoryState(
        event.chat_id, event.segments, event.tokens, event.bytes_used, event.bytes_total, event.free_tokens,
        event.fill, threshold, event.room, event.longest, event.forgotten, event.forgets, event.most,
        event.compacting, event.refining, event.waits, event.undo, event.undo_fits, event.unread,
    )  # fmt: skip


def ids_of(chat: protocol.OpenChat) -> tuple[str, ...]:
    """The messages that the engine holds of a chat that it opened."""
    return tuple(message.id for message in chat.messages)
