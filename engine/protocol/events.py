"""What the engine tells. An event that answers a request carries its ``id``; 0: nobody asked."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.protocol.values import (
    PROTOCOL_VERSION,
    CartridgeFacts,
    CompactionEstimate,
    CompactionReport,
    DeviceNeed,
    DocumentInView,
    Heads,
    LoadChoice,
    MessageSpan,
    ModelFacts,
    Segment,
    ServedRequest,
    TokenLogprob,
)
from engine.texts.text import Text


class Event(msgspec.Struct, tag_field="ev", kw_only=True):
    id: int = 0


class Ready(Event, tag="ready"):
    """Sent once at start (id 0) and as the answer to Hello."""

    version: int = PROTOCOL_VERSION
    engine: str = ""
    devices: tuple[str, ...] = ()
    pid: int = 0


class Devices(Event, tag="devices"):
    """What the engine can compute on; sent (id 0) when the native library is loaded, and with each model.

    ``found``: names with descriptions; ``vram``: bytes that they have beside the RAM of this computer; ``used``: which
    of them the loaded model runs on, and why; ``left_out``: what this installation has and does not use, and why;
    ``problems``: those of them that nobody was told of yet.
    """

    found: tuple[str, ...] = ()
    vram: int = 0
    used: Text | None = None
    left_out: tuple[Text, ...] = ()
    problems: tuple[Text, ...] = ()


class Progress(Event, tag="progress"):
    """``done`` of ``total`` (tokens in prefill and rebuild, per mille otherwise)."""

    what: Literal["load", "prefill", "compact", "rebuild", "snapshot", "measure"]
    done: int
    total: int
    tokens_per_second: float = 0.0


class Loaded(Event, tag="loaded"):
    """Closes Load. ``note``: for people, when its memory is not of the size that was asked for. ``choice``: how it was
    loaded.
    """

    model: ModelFacts
    n_ctx: int
    ms: float
    devices: tuple[str, ...] = ()
    note: Text | None = None
    choice: LoadChoice | None = None


class Opened(Event, tag="opened"):
    """Closes OpenChat and Read. ``how``: empty (nothing to read), resumed (snapshot), rebuilt (prefilled again).

    ``tokens``: those the memory holds, ``read`` of them were read for Read (-1: it closes OpenChat); ``unread``: those
    that were to be read and are not, since reading was stopped or waits.
    """

    chat_id: str
    how: Literal["empty", "resumed", "rebuilt"]
    ms: float
    tokens: int
    spans: tuple[MessageSpan, ...] = ()
    note: Text | None = None  # why a snapshot could not be used
    read: int = -1
    unread: int = 0


class Token(Event, tag="token"):
    """Text of the reply since the last Token event; events are gathered over about 20 ms.

    ``logprobs``: if they were asked for, those of the tokens since then, marks among them. Their text may come with a
    later event, or not at all: it waits for whole characters and for what may become a stop string.
    """

    chat_id: str
    reply_id: str
    text: str
    n: int
    logprobs: tuple[TokenLogprob, ...] = ()


class Memory(Event, tag="memory"):
    """State of an open chat's memory, at most ten times a second.

    ``tokens``: logical tokens of the chat that it holds; ``unread``: those that follow and are not read yet, as where
    reading was stopped. ``bytes_used`` of ``bytes_total``: physical KV bytes; ``free_tokens``:
    tokens the memory could still take, live, before it is full; ``fill``: share in use, 0 to 1; ``positions``: of the
    model's, taken by these tokens: fewer than ``tokens`` once old text was squeezed to go on past the trained context,
    or where a picture stands in a grid.

    ``room``: tokens that fit before a compaction begins by itself (None: none does); ``longest``: the most that the
    next message may have, with all the compaction that text bears well; ``most``: with all that there may be, if the
    person says so (Generate.anyway).

    ``forgotten``: id of the last message that left the memory for good ("": none did); it and those before it are text
    that the model does not see. ``forgets``: more of them leave when the memory is full.

    ``compacting``: share (0 to 1) of a compaction that goes on in the background (-1: none does); ``refining``: the
    same of one that is made better before it is done, as long as nothing is asked (-1: none is); ``waits``: why there
    is none though the context is as full as the policy allows. ``undo``: tokens ``[start, end)`` of the compaction
    that Undo takes back (None: none, or its text does not fit uncompacted, which ``undo_fits`` says). ``documents``:
    those it holds, in order.
    """

    chat_id: str
    segments: tuple[Segment, ...]
    tokens: int
    bytes_used: int
    bytes_total: int
    free_tokens: int
    fill: float
    positions: int = 0
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
    documents: tuple[DocumentInView, ...] = ()
    unread: int = 0


class Compacted(Event, tag="compacted"):
    """A compaction was done: inside another request (not closing), by itself (id 0), or closing Compact.

    ``after``: last message inside.
    """

    chat_id: str
    report: CompactionReport
    after: str = ""


class Previewed(Event, tag="previewed"):
    """Closes Preview: one entry for each ratio asked for at which there is something to gain, each smaller than the one
    before; that of the policy (0) comes on its own.

    ``tokens``, ``recent``: the most and the fewest of any entry. The bytes and free tokens are those of the memory as
    it is now.
    """

    chat_id: str
    tokens: int
    recent: int
    bytes_now: int
    bytes_total: int
    free_now: int
    points: tuple[CompactionEstimate, ...] = ()


class Undone(Event, tag="undone"):
    """Closes Undo: the compaction of the tokens ``[token_start, token_end)`` is no more.

    -1, -1: it was no compaction; what had left the memory was read again.
    """

    chat_id: str
    token_start: int
    token_end: int


class Replied(Event, tag="replied"):
    """Closes Generate. ``reason``: eos, stop, length, cancelled, or memory (no room left). ``thoughts_dropped``: tokens
    of thoughts that are no longer in the memory.
    """

    chat_id: str
    reply_id: str
    reason: Literal["eos", "stop", "length", "cancelled", "memory"]
    tokens: int
    prompt_tokens: int
    prefill_ms: float
    decode_ms: float
    first_token_ms: float
    spans: tuple[MessageSpan, ...] = ()
    thoughts_dropped: int = 0


class SnapshotWritten(Event, tag="snapshot_written"):
    """Closes Snapshot; also sent with id 0 when the engine saved by itself, which it does in the background.

    ``new_bytes``: those of ``bytes`` that were not on disk yet; ``blocking_ms``: the part of ``ms`` in which the engine
    could do nothing else.
    """

    chat_id: str
    path: str
    bytes: int
    tokens: int
    ms: float
    new_bytes: int = 0
    blocking_ms: float = 0.0


class Completed(Event, tag="completed"):
    """Closes Complete. ``logprobs``: of all its tokens, if they were asked for."""

    text: str
    logprobs: tuple[TokenLogprob, ...] = ()


class FormChecked(Event, tag="form_checked"):
    """Closes CheckForm. ``problem``: why it cannot; None: it can."""

    problem: Text | None = None


class Tokenized(Event, tag="tokenized"):
    """Closes Tokenize. ``room``, ``longest``, ``most``: as in :class:`Memory`, of a new chat if that was asked for."""

    tokens: int
    room: int | None = None
    longest: int = 0
    most: int = 0


class Embedded(Event, tag="embedded"):
    """Closes Embed. ``vectors``: for each text little-endian float32 numbers, ``n_embd`` of them, of length 1 together;
    ``n_tokens``: that were read in all.
    """

    vectors: tuple[bytes, ...]
    n_embd: int
    n_tokens: int


class Estimated(Event, tag="estimated"):
    """Closes Estimate; bytes. ``available``: memory that is free when no model is loaded, 0 if unknown.

    ``learned``: told by what an earlier load took; ``n_ctx``: tokens the memory would get, ``note`` as in
    :class:`Loaded`. ``device``: the part of it all that lies on GPUs with memory of their own, of ``device_available``
    (0: there is none). ``heads``: what is known of the model's heads; ranked: only which ones copy; needless: its
    memory cannot be compacted. ``choice``: how it would be loaded. ``devices``: the need of each device that tells its
    memory, where there are several with memory of their own.
    """

    model: ModelFacts
    weights: int
    kv: int
    compute: int
    available: int
    n_ctx: int = 0
    learned: bool = False
    note: Text | None = None
    device: int = 0
    device_available: int = 0
    heads: Heads = "none"
    choice: LoadChoice | None = None
    devices: tuple[DeviceNeed, ...] = ()


class Measured(Event, tag="measured"):
    """Closes Measure: the head profile of the model with that fingerprint was stored."""

    fingerprint: str
    heads: Heads


class DocumentProgress(Event, tag="document_progress"):
    """How far ReadDocument is: ``done`` of ``total`` tokens of the step; sent once as waiting when it begins."""

    digest: str
    done: int
    total: int
    step: Literal["waiting", "reading", "compacting", "refining", "saving"] = "reading"


class DocumentReady(Event, tag="document_ready"):
    """Closes ReadDocument."""

    cartridge: CartridgeFacts
    ms: float = 0.0


class Cartridges(Event, tag="cartridges"):
    """Closes ListCartridges: the last used first. ``bytes``: of all on disk, unfinished ones included."""

    cartridges: tuple[CartridgeFacts, ...] = ()
    bytes: int = 0


class Done(Event, tag="done"):
    """Closes what has nothing to tell: Unload, Fork, CloseChat, Cancel, SetPolicy, SavePower, TidySnapshots,
    Truncate, StopReading, DeleteCartridge, KeepCartridge and Quit.
    """

    spans: tuple[MessageSpan, ...] = ()


class Error(Event, tag="error"):
    """Closes any request. ``code``: which kind of error it is (engine.errors); ``text``: what to tell a person."""

    code: str
    text: Text


class ServerState(Event, tag="server_state"):
    """Closes ServerStart, ServerStop and ServerStatus. ``url`` "": it does not run.

    ``running``: the requests at work, ``waiting``: how many wait for their turn, ``recent``: the last ones that ended,
    the newest first; ``answered``: how many did since it started. ``sessions``: those that are kept, which take
    ``bytes`` on disk.
    """

    url: str = ""
    running: tuple[ServedRequest, ...] = ()
    recent: tuple[ServedRequest, ...] = ()
    waiting: int = 0
    answered: int = 0
    sessions: int = 0
    bytes: int = 0


class Log(Event, tag="log"):
    level: Literal["debug", "info", "warning", "error"]
    text: str


AnyEvent = (
    Ready
    | Devices
    | Progress
    | Loaded
    | Opened
    | Token
    | Memory
    | Compacted
    | Previewed
    | Undone
    | Replied
    | SnapshotWritten
    | Completed
    | FormChecked
    | Tokenized
    | Embedded
    | Estimated
    | Measured
    | DocumentProgress
    | DocumentReady
    | Cartridges
    | ServerState
    | Done
    | Error
    | Log
)
