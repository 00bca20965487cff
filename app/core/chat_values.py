"""Chats, folders, messages and what was compacted of them. Plain values, no Qt, no SQL.

Times are seconds since the epoch, sizes are bytes. Ids are text that sorts by creation time.
"""

from __future__ import annotations

import os
import time
from typing import Literal

import msgspec

from app.core.document_values import GivenPassage, KeptDocument
from app.core.texts import Text
from engine.protocol import CompactionReason, CompactionReport, HeadKept, LayerError

__all__ = [
    "Attachment",
    "AttachmentKind",
    "Chat",
    "ChatGroup",
    "ChatView",
    "CompactionMark",
    "CompactionReport",
    "GroupKey",
    "HeadKept",
    "LayerError",
    "Message",
    "MessageMeta",
    "new_id",
]

GroupKey = Literal["pinned", "folder", "today", "yesterday", "week", "older"]
Role = Literal["user", "assistant"]
MessageState = Literal["done", "streaming", "interrupted", "error"]
TitledBy = Literal["first", "model", "person"]

_last_ns = 0


def new_id() -> str:
    """A new id: 16 hex digits of time, 8 of chance; later ids of one process sort after earlier ones."""
    global _last_ns  # the clock may not advance between two calls; order is kept all the same
    _last_ns = max(time.time_ns(), _last_ns + 1)
    return f"{_last_ns:016x}{os.urandom(4).hex()}"


class Chat(msgspec.Struct, frozen=True, kw_only=True):
    """One conversation as the sidebar shows it.

    ``tokens``, ``fill`` (0 to 1) and ``compacted`` are of its memory when it was last open.
    """

    id: str
    title: str
    pinned: bool = False
    head: str = ""  # last message of the branch shown; "" in an empty chat
    system_prompt: str = ""
    model_fingerprint: str = ""
    model_name: str = ""
    tokens: int = 0
    fill: float = 0.0
    compacted: bool = False
    created: float = 0.0
    updated: float = 0.0
    trashed_at: float | None = None
    folder: str = ""  # id of its folder; "": in none
    titled_by: TitledBy = "first"  # what the person wrote is never replaced by a title made for it
    state_key: str = ""  # of the model that it was read with last, see ModelFacts


class Folder(msgspec.Struct, frozen=True):
    """A folder of the sidebar. ``collapsed``: its chats are hidden there."""

    id: str
    name: str
    collapsed: bool = False


class RemovedFolder(msgspec.Struct, frozen=True):
    """A folder that was taken away, with all that it had: what puts it back. ``documents``: those mounted for all of
    its chats; ``chats``: also those in the trash.
    """

    folder: Folder
    created: float
    system_prompt: str
    notes: str
    documents: tuple[str, ...]
    chats: tuple[str, ...]


class ChatGroup(msgspec.Struct, frozen=True):
    """Chats under one heading. ``key``: pinned, folder (then ``folder`` is set), today, yesterday, week or older."""

    key: GroupKey
    chats: tuple[Chat, ...]
    folder: Folder | None = None


STOPPED = ("cancelled", "closed", "model", "length", "memory", "crash")  # why replies came to no end of their own


class MessageMeta(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a reply came about. ``reason``: eos, stop, length, cancelled (by the person), closed (with the
    program), model (another one was loaded), memory, crash, or "" while unknown.

    ``thinking_ms``: from its first piece to the end of what the model thought; 0 if it did not. ``thoughts_dropped``:
    tokens of its thoughts that the memory let go of. ``model``: the name of the one that wrote it.
    ``output``: the format it was held to ("json", "schema", "grammar"); "" if it was free. ``edited``: by the person.
    ``probabilities``: it is kept how likely its tokens were. ``error``: why it failed; ``code``: for programs
    (engine.errors). Of what the person wrote: ``passages`` of documents that were put before it, and ``documents`` that
    are mounted with it. In replies of before errors had codes ``error`` and ``hint`` are sentences.
    """

    tokens: int = 0
    prompt_tokens: int = 0
    prefill_ms: float = 0.0
    decode_ms: float = 0.0
    first_token_ms: float = 0.0
    thinking_ms: float = 0.0
    reason: str = ""
    error: Text | str = ""
    hint: str = ""
    code: str = ""
    thoughts_dropped: int = 0
    model: str = ""
    output: str = ""
    edited: bool = False
    probabilities: bool = False
    passages: tuple[GivenPassage, ...] = ()
    documents: tuple[KeptDocument, ...] = ()

    @property
    def tokens_per_second(self) -> float:
        """Decode speed; 0 if unknown."""
        return self.tokens * 1000.0 / self.decode_ms if self.decode_ms > 0 else 0.0


AttachmentKind = Literal["text", "code", "markdown", "pdf", "docx", "picture"]


class Attachment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A file that came with a message: the text that was read out of it. The file itself is not kept.

    ``size``: bytes of the file; ``digest``: its blake3, hex; ``pages``: of a PDF; ``language``: of code, an alias of
    Pygments; ``note``: what the person should know of how it was read (a sentence, of before there were codes).
    A picture has no text. A copy of it is kept (``app.core.pictures``) that ``size`` and ``digest`` are of, and that
    has ``width`` x ``height`` pixels.
    """

    id: str
    name: str
    kind: AttachmentKind
    text: str
    size: int = 0
    digest: str = ""
    language: str = ""
    pages: int = 0
    note: Text | str = ""
    width: int = 0
    height: int = 0


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """A message in the tree of a chat. ``siblings``: ids of all versions at this place (itself included), oldest first;
    more than one means that the person can switch between them.
    """

    id: str
    chat: str
    parent: str = ""
    role: Role
    content: str
    state: MessageState = "done"
    meta: MessageMeta = MessageMeta()
    created: float = 0.0
    siblings: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()  # of what the person wrote, in their order

    @property
    def can_continue(self) -> bool:
        """Whether the reply stopped before its end and can be gone on with."""
        return self.role == "assistant" and (self.state in ("interrupted", "error") or self.meta.reason in STOPPED)


class CompactionMark(msgspec.Struct, frozen=True, kw_only=True):
    """A compaction as the transcript shows it, after the message ``after`` ("": at the top).

    It took in the tokens ``[token_start, token_end)`` of the chat's log. ``ratio`` and errors are as in
    ``CompactionReport``; ``asked``: the ratio that would have changed more words than allowed (0: none did).
    ``state_key``: of the model that it was done with (``ModelFacts``; "": not known). ``same``: predicted share of next
    words that stay as they were (-1: not known).
    """

    id: str
    chat: str
    after: str
    tokens: int
    rows: int
    bytes_before: int
    bytes_after: int
    ratio: float
    error: float
    error_max: float = 0.0
    ms: float = 0.0
    preset: str = "default"
    created: float = 0.0
    token_start: int = 0
    token_end: int = 0
    layers: tuple[LayerError, ...] = ()
    asked: float = 0.0
    heads: tuple[HeadKept, ...] = ()
    reason: CompactionReason = ""
    state_key: str = ""
    same: float = -1.0

    @property
    def range(self) -> tuple[int, int]:
        """The tokens of the chat's log it took in."""
        return self.token_start, self.token_end

    @classmethod
    def of(cls, chat: str, after: str, report: CompactionReport, state_key: str = "") -> CompactionMark:
        """The mark of a compaction that the engine reported just now."""
        return cls(
            id=new_id(),
            chat=chat,
            after=after,
            tokens=report.tokens,
            rows=report.rows,
            bytes_before=report.bytes_before,
            bytes_after=report.bytes_after,
            ratio=report.ratio,
            error=report.error,
            error_max=report.error_max,
            ms=report.ms,
            preset=report.preset,
            created=time.time(),
            token_start=report.token_start,
            token_end=report.token_end,
            layers=report.layers,
            asked=report.asked,
            heads=report.heads,
            reason=report.reason,
            state_key=state_key,
            same=report.same,
        )


class ChatView(msgspec.Struct, frozen=True):
    """A chat with the branch that is shown, oldest message first, and its marks in order of time.

    ``settings``: what is stored of its own settings, key to JSON text; see app.core.scopes. ``stored`` False: the chat
    was not begun; it will be stored with its first message.
    """

    chat: Chat
    messages: tuple[Message, ...] = ()
    marks: tuple[CompactionMark, ...] = ()
    settings: dict[str, str] = {}
    stored: bool = True
