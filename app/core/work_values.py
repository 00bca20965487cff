"""What the engine does and has done: phases, progress, memory, notices and activity. Plain values, no Qt, no SQL.

Times are seconds since the epoch, sizes are bytes, durations milliseconds.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from app.core.texts import Text
from engine.protocol import CompactionEstimate, Segment

__all__ = [
    "LEAST_UNREAD",
    "Activity",
    "ActivityKind",
    "CompactionEstimate",
    "CompactionPreview",
    "MemoryState",
    "MessageLimits",
    "Notice",
    "Phase",
    "Resumed",
    "Segment",
    "WorkProgress",
]


LEAST_UNREAD = 64  # tokens of a chat: fewer are read with the next message, unnoticed


class Phase(StrEnum):
    """What happens to the open chat right now."""

    NO_MODEL = "no_model"  # nothing is loaded; text can be read and written, not answered
    LOADING = "loading"  # the model is being loaded
    OPENING = "opening"  # the memory of the chat is being loaded or rebuilt
    IDLE = "idle"
    READING = "reading"  # prefill of a message
    REPLYING = "replying"
    COMPACTING = "compacting"
    STOPPING = "stopping"  # the person asked to stop, the engine has not answered yet
    DOWN = "down"  # the engine died and is being restarted, or waits for "retry"

    @property
    def busy(self) -> bool:
        """Whether something runs that can be stopped (in other phases, "stop" takes back what waits)."""
        return self in (Phase.OPENING, Phase.READING, Phase.REPLYING, Phase.COMPACTING, Phase.STOPPING)


class WorkProgress(msgspec.Struct, frozen=True):
    """Progress of ``what`` (load, prefill, compact, rebuild, snapshot): ``done`` of ``total``, tokens or per mille."""

    what: str
    done: int
    total: int
    tokens_per_second: float = 0.0


class MemoryState(msgspec.Struct, frozen=True):
    """The memory of the open chat; see engine.protocol.Memory. ``threshold``: fill at which it compacts itself.

    ``forgotten``: the last message that the model does not see any more ("": it sees all); ``forgets``: the oldest
    turns leave the memory when it is full. ``unread``: tokens that follow its ``tokens`` and are not read yet.
    """

    chat: str
    segments: tuple[Segment, ...] = ()
    tokens: int = 0
    bytes_used: int = 0
    bytes_total: int = 0
    free_tokens: int = 0
    fill: float = 0.0
    threshold: float = 0.85
    room: int | None = None
    longest: int = 0
    forgotten: str = ""
    forgets: bool = False
    most: int = 0
    compacting: float = -1.0
    refining: float = -1.0
    waits: Text | None = None
    undo: tuple[int, int] | None = None
    undo_fits: bool = True
    unread: int = 0

    @property
    def unfinished(self) -> bool:
        """Whether reading the chat was stopped before its end."""
        return self.unread >= LEAST_UNREAD

    @property
    def whole(self) -> int:
        """Tokens of the whole chat."""
        return self.tokens + self.unread

    @property
    def own_fill(self) -> float:
        """What the chat itself takes of the memory, 0 to 1; in ``fill`` are chats at work beside it, too."""
        return sum(part.bytes for part in self.segments) / self.bytes_total if self.bytes_total > 0 else 0.0


class MessageLimits(msgspec.Struct, frozen=True):
    """Tokens that the next message of a chat may have, as the engine tells; see engine.protocol.Memory.

    ``room``: what fits before a compaction begins; ``longest``: what is read with no more compaction than text bears
    well; ``most``: the longest that is read if the person says so. None: unknown, or there is no such limit.
    ``unread``: tokens of the chat that are read before the message.
    """

    room: int | None = None
    longest: int | None = None
    most: int | None = None
    unread: int = 0


class CompactionPreview(msgspec.Struct, frozen=True):
    """What compacting the open chat now would cost and give; see engine.protocol.Previewed.

    ``points``: one for each ratio asked for; none if it cannot be compacted now, for the reason in ``why_not``.
    """

    chat: str
    tokens: int = 0
    recent: int = 0
    bytes_now: int = 0
    bytes_total: int = 0
    free_now: int = 0
    points: tuple[CompactionEstimate, ...] = ()
    why_not: Text | None = None


class Resumed(msgspec.Struct, frozen=True):
    """How the memory of a chat came back. ``how``: empty, resumed (from its snapshot), rebuilt (read again).

    ``unread``: tokens of it that are not read, since reading was stopped.
    """

    chat: str
    how: Literal["empty", "resumed", "rebuilt"]
    ms: float
    tokens: int
    note: Text | None = None
    unread: int = 0


NoticeAction = Literal[
    "", "retry_engine", "retry_model", "reload_model", "force_stop", "undo_trash", "undo_delete", "undo_remove",
    "undo_folder", "undo_preset", "undo_prompt", "undo_settings", "undo_edit", "open_library",
    "show_update", "start_as_usual", "save_diagnostics", "model_settings", "use_cpu", "use_model",
    "get_starter", "import_skipped", "show_chat",
]  # fmt: skip


class Notice(msgspec.Struct, frozen=True):
    """Something to tell the person: a text, or words in the language of the window.

    ``action`` names what a button may offer (see AppContext.act), ``also`` what further ones do; ``chat``: the
    one it is about, if it is about one.
    """

    level: Literal["info", "warning", "error"]
    text: Text | str
    hint: Text | str = ""
    action: NoticeAction = ""
    detail: str = ""  # for "copy diagnostics"; holds no chat text
    also: tuple[NoticeAction, ...] = ()
    chat: str = ""


ActivityKind = Literal["load", "open", "reply", "compact", "undo", "save"]


class Activity(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something the engine did, with what it took; kept per chat. Says nothing of what was said.

    load: a model was loaded (``how``: its name). open: a chat's memory came back (``how``: empty, resumed, rebuilt;
    ``tokens`` in it). reply: ``prompt_tokens`` were read in ``prefill_ms``, ``tokens`` written in ``decode_ms``
    (``how``: why it ended). compact: ``tokens`` became smaller by ``bytes`` (``how``: the preset). undo: the last of
    those was taken back, its ``tokens`` are there word for word. save: ``tokens`` in
    a file of ``bytes``. ``at``: when it ended; ``ms``: all of it, from the request on where there was one.
    """

    kind: ActivityKind
    chat: str = ""  # "": of no chat
    at: float = 0.0
    ms: float = 0.0
    how: str = ""
    tokens: int = 0
    bytes: int = 0
    prompt_tokens: int = 0
    prefill_ms: float = 0.0
    first_token_ms: float = 0.0
    decode_ms: float = 0.0

    @property
    def tokens_per_second(self) -> float:
        """Speed of writing a reply; 0 where nothing was written."""
        return self.tokens * 1000.0 / self.decode_ms if self.decode_ms > 0 else 0.0

    @property
    def prompt_per_second(self) -> float:
        """Speed of reading a prompt; 0 where nothing was read."""
        return self.prompt_tokens * 1000.0 / self.prefill_ms if self.prefill_ms > 0 else 0.0
