"""Frames and messages between the program and its engine process.

A frame is ``u32 little-endian length | msgpack map``; the map's ``op`` (requests) or ``ev`` (events) names the
message. Requests flow over the engine's stdin, events over its stdout. Unknown fields are ignored; an unknown
``op`` is answered with an :class:`Error` event. Snapshots never travel here: the engine reads and writes files and
only paths cross the pipe.

Every event that answers a request carries that request's ``id``. A request ends with exactly one closing event
(:class:`Done`'s kin, see ``CLOSING``) or an :class:`Error`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

PROTOCOL_VERSION = 1
MAX_FRAME = 64 * 1024 * 1024


# what msgspec raises for bytes that are no message: its own error, and the interpreter's for text and for depth
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class FrameError(ValueError):
    """The byte stream is not a sequence of valid frames; the connection is of no further use."""


# --------------------------------------------------------------------------- shared parts


class Sampling(msgspec.Struct, frozen=True, omit_defaults=True):
    """Sampling parameters of one reply; what the defaults leave out costs nothing. ``engine.sampling`` has the order.

    ``temperature`` 0 means greedy; ``temperature_range`` lets it vary by so much with the entropy, bent by
    ``temperature_exponent``. Off at: ``top_k`` 0, ``top_p`` 1, ``min_p`` 0, ``typical_p`` 1, ``top_n_sigma`` 0,
    ``xtc_probability`` 0, ``repeat_penalty`` 1, ``frequency_penalty`` and ``presence_penalty`` 0, ``dry_multiplier`` 0.
    ``repeat_window``, ``dry_window``: the last tokens of the chat they look at (-1: all). ``mirostat``: version 2 in
    place of all that cuts the choice. ``seed`` -1: by chance. ``output``: the form of the reply after its thoughts;
    ``form``: the JSON schema or the GBNF grammar for it.
    """

    temperature: float = 0.7
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    repeat_penalty: float = 1.0
    seed: int = -1
    max_tokens: int = 1024
    stop: tuple[str, ...] = ()
    temperature_range: float = 0.0
    temperature_exponent: float = 1.0
    typical_p: float = 1.0
    top_n_sigma: float = 0.0
    xtc_probability: float = 0.0
    xtc_threshold: float = 0.1
    repeat_window: int = 64
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0
    dry_multiplier: float = 0.0
    dry_base: float = 1.75
    dry_allowed_length: int = 2
    dry_window: int = -1
    mirostat: bool = False
    mirostat_tau: float = 5.0
    mirostat_eta: float = 0.1
    output: Literal["text", "json", "schema", "grammar"] = "text"
    form: str = ""


class Thinking(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the model's chat template is told about thinking, where it knows of it; see ``ModelFacts.thinking``.

    ``enabled`` None and ``effort`` "": nothing, so it does as it is made.
    """

    enabled: bool | None = None
    effort: str = ""


class MemoryPolicy(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a chat compacts itself and how far.

    ``threshold``: share of the memory in use that triggers it; ``target``: share of the memory that the compacted
    block and the verbatim rows should fill afterwards; ``keep_recent``: tokens of recent turns kept verbatim;
    ``reserve``: tokens of room kept for the reply; ``quality_floor``: relative error on held-out queries above which a
    compaction is done again at a lower ratio, as long as that makes room (0: never); ``disk_quota``: bytes that the
    saved memories of all chats may take (0: a tenth of the disk's free space, at most 20 GiB); ``thoughts``:
    whether what a model thought before an answer stays in the memory once the reply has ended; auto: as the model's
    template does it.
    """

    auto: bool = True
    threshold: float = 0.85
    target: float = 0.45
    keep_recent: int = 256
    reserve: int = 256
    quality_floor: float = 0.0
    disk_quota: int = 0
    thoughts: Literal["auto", "keep", "drop"] = "auto"


class Picture(msgspec.Struct, frozen=True):
    """A picture that the program keeps as a PNG file; ``digest``: blake3 of that file, in hex."""

    path: str
    digest: str


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """One message of a chat as the program stores it. ``pictures``: of a user's message; they stand before its text."""

    id: str
    role: Literal["system", "user", "assistant"]
    content: str
    pictures: tuple[Picture, ...] = ()


class MessageSpan(msgspec.Struct, frozen=True):
    """Tokens ``[start, end)`` of the chat's token log that stand for a message (template marks included)."""

    id: str
    start: int
    end: int


class Segment(msgspec.Struct, frozen=True):
    """A part of the memory, in order of position; sizes in tokens (logical) and bytes (physical).

    ``error``: of the compacted part, as in :class:`CompactionReport`, mean over its tokens.
    """

    kind: Literal["system", "compacted", "live"]
    tokens: int
    bytes: int
    error: float = 0.0


class LayerError(msgspec.Struct, frozen=True, array_like=True):
    """Held-out error of one layer's heads, mean and worst; see :class:`CompactionReport`."""

    layer: int
    mean: float
    worst: float


class HeadKept(msgspec.Struct, frozen=True, array_like=True):
    """What a compaction left of one (layer, KV head): rows of its block, types of its K and V rows, held-out error."""

    layer: int
    head: int
    rows: int
    type_k: str
    type_v: str
    error: float


class CompactionReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one compaction did; bytes are physical KV bytes of the whole chat, before and after.

    ``ratio``: of the part that was compacted, by the bytes it takes (of a compaction without a chat: ``bytes_before``
    by ``bytes_after``).
    ``merged``: tokens of older blocks that were thinned into the new one, counted in ``tokens``.
    ``error``, ``error_max``: relative error of the attention output on queries that nothing was fitted on, mean over
    heads and of the worst one; ``layers``: the same for each compacted layer. ``asked``: the block ratio that was
    wanted where the quality floor allowed only a lower one (else 0); ``tries``: compactions done until one was kept.
    ``ms``: all the work it took, ``pause_ms``: the longest time that the chat was held up by it at one stretch.
    ``heads``: what is left of each head; ``loss``: nats that the model's profile expected to be lost (0: it has none).
    """

    token_start: int
    token_end: int
    tokens: int
    rows: int
    bytes_before: int
    bytes_after: int
    ratio: float
    error: float
    error_max: float
    ms: float
    preset: str = "default"
    merged: int = 0
    layers: tuple[LayerError, ...] = ()
    asked: float = 0.0
    tries: int = 1
    pause_ms: float = 0.0
    heads: tuple[HeadKept, ...] = ()
    loss: float = 0.0


class Foreseen(msgspec.Struct, frozen=True):
    """What a compaction at ``ratio`` would come to (0: as far as the policy says).

    ``block_ratio``: what that is; ``bytes_after``: physical bytes of the chat's memory then, ``free_tokens``: tokens
    it could still take; ``error``: as in :class:`CompactionReport`, expected (-1: nothing tells it yet); ``ms``: all
    the work, expected (0: not known).
    """

    ratio: float
    block_ratio: float
    bytes_after: int
    free_tokens: int
    error: float = -1.0
    ms: float = 0.0


class ModelFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a model file. ``compactable`` False comes with ``why_not``.

    ``kind`` vision: no language model but the part of one that looks at pictures; it fits models whose ``n_embd`` is
    one of ``fits_widths``.
    Of a loaded model also: ``thinking``, what its chat template can be told about it (whether, how much), and
    ``thinking_at_start``: it says so at the beginning of the chat, not where a reply begins; ``sees``: it was loaded
    with its vision part, and takes pictures.
    """

    path: str
    name: str
    architecture: str
    parameters: int = 0
    quantization: str = ""
    bytes: int = 0
    n_ctx_train: int = 0
    n_layer: int = 0
    n_head: int = 0
    n_head_kv: int = 0
    kv_bytes_per_token: int = 0
    has_template: bool = False
    fingerprint: str = ""
    compactable: bool = True
    why_not: str = ""
    n_embd: int = 0
    kind: Literal["model", "vision"] = "model"
    fits_widths: tuple[int, ...] = ()
    thinking: tuple[Literal["switch", "effort"], ...] = ()
    thinking_at_start: bool = False
    sees: bool = False


FlashAttention = Literal["on", "auto", "off"]
Heads = Literal["none", "ranked", "measured", "built_in", "needless"]

# --------------------------------------------------------------------------- requests


class Request(msgspec.Struct, tag_field="op", kw_only=True):
    id: int


class Hello(Request, tag="hello"):
    version: int = PROTOCOL_VERSION


class Load(Request, tag="load"):
    """Load a model, replacing the loaded one.

    ``n_ctx``: tokens its memory may hold, 0: chosen by the engine; ``kv_budget``: bytes its memory may take instead, 0:
    as ``n_ctx`` says; ``kv_share``: share (0 to 1) of the memory that is free without a model, instead of both. However
    it is told, it gets no more tokens than the model was trained for.

    ``flash_attention``: off: none, so that the memory can neither be compacted nor be of a quantized type; auto: as the
    library thinks best for the device.

    ``mmproj``: the file of its vision part ("": none). Where that cannot be used the model is loaded without it, and
    ``Loaded.note`` says why.
    """

    path: str
    n_ctx: int = 4096
    kv_budget: int = 0
    n_threads: int = 0
    n_gpu_layers: int = -1
    kv_type: str = "f16"
    kv_share: float = 0.0
    flash_attention: FlashAttention = "on"
    mmproj: str = ""


class Unload(Request, tag="unload"):
    pass


class OpenChat(Request, tag="open_chat"):
    """Open a chat. ``folder`` holds its snapshot and token log (created when needed), ``pieces`` what snapshots are
    made of, for all the chats whose folders lie beside it ("": the chat has its own).

    Other open chats stay open, and answer at the same time; those used least give up their memory when it is needed
    and come back from their folders. A chat that is open already is opened anew.

    ``messages`` is the whole branch shown, oldest first, without the system prompt; the last one may be an
    interrupted reply. If the snapshot fits, it is loaded; else the memory is rebuilt from the token log, else from
    the messages.
    """

    chat_id: str
    folder: str
    system_prompt: str = ""
    messages: tuple[Message, ...] = ()
    policy: MemoryPolicy = MemoryPolicy()
    pieces: str = ""
    thinking: Thinking = Thinking()


class Fork(Request, tag="fork"):
    """Give the new chat ``chat_id`` what is saved of another one's memory, before it is opened; needs no model.

    ``source``, ``folder``: the folders of the two; ``pieces``: as in :class:`OpenChat`; ``ids``: ids of the other one's
    messages to those that the new chat has for them. What cannot be used is read anew, then.
    """

    chat_id: str
    source: str
    folder: str
    ids: dict[str, str]
    pieces: str = ""


class CloseChat(Request, tag="close_chat"):
    """Snapshot an open chat ("": all of them) and forget it."""

    chat_id: str = ""


class Generate(Request, tag="generate"):
    """Append ``user`` (None: reply to what stands last, or go on with an interrupted reply) and stream a reply.

    ``thinking`` counts from this reply on, unless it changes the beginning of the chat; then the one of OpenChat holds.
    """

    chat_id: str
    reply_id: str
    user: Message | None = None
    continue_reply: bool = False
    sampling: Sampling = Sampling()
    thinking: Thinking = Thinking()


class Cancel(Request, tag="cancel"):
    """Stop the request ``target`` (0: all that run). Answered at once; the target ends with its own event."""

    target: int = 0


class Compact(Request, tag="compact"):
    """Compact an open chat now. ``ratio`` 0: as the policy says."""

    chat_id: str
    ratio: float = 0.0


class Preview(Request, tag="preview"):
    """What compacting an open chat now at each of ``ratios`` would cost and give; nothing is done, and nothing read."""

    chat_id: str
    ratios: tuple[float, ...] = (0.0,)


class Undo(Request, tag="undo"):
    """Take back the chat's last compaction: its text is read in again, older compactions are repeated as they were.

    After it the chat compacts itself only once its memory is really full.
    """

    chat_id: str


class SetPolicy(Request, tag="set_policy"):
    """From now on, for all open chats."""

    policy: MemoryPolicy


class Snapshot(Request, tag="snapshot"):
    """Write an open chat's snapshot into its folder."""

    chat_id: str


class Truncate(Request, tag="truncate"):
    """Cut the chat after the message ``keep_last`` ("": keep only the system prompt).

    A cut behind the last compacted block removes the tail; a cut inside one rebuilds the memory from the token log.
    """

    chat_id: str
    keep_last: str = ""


class Complete(Request, tag="complete"):
    """Answer a question that belongs to no chat, while nothing else is to do; refused where it would need room that
    the chats have.
    """

    prompt: str
    system_prompt: str = ""
    sampling: Sampling = Sampling()


class CheckForm(Request, tag="check_form"):
    """Whether a reply can have this form; as in :class:`Sampling`."""

    output: Literal["text", "json", "schema", "grammar"]
    form: str = ""


class Tokenize(Request, tag="tokenize"):
    """Count the tokens of a text, and of pictures as they stand in a message."""

    text: str
    pictures: tuple[Picture, ...] = ()


class Estimate(Request, tag="estimate"):
    """Facts and memory need of a model file, without loading it; the other fields as in :class:`Load`."""

    path: str
    n_ctx: int = 4096
    kv_budget: int = 0
    n_gpu_layers: int = -1
    kv_type: str = "f16"
    kv_share: float = 0.0
    flash_attention: FlashAttention = "on"
    mmproj: str = ""


class Measure(Request, tag="measure"):
    """Measure the heads of a model, loaded or not, for at most about ``seconds`` of work; done while nobody else needs
    the engine.
    """

    path: str
    seconds: float = 300.0


class Quit(Request, tag="quit"):
    """Snapshot the open chats whose memory changed, then exit."""


AnyRequest = (
    Hello
    | Load
    | Unload
    | OpenChat
    | Fork
    | CloseChat
    | Generate
    | Cancel
    | Compact
    | Preview
    | Undo
    | SetPolicy
    | Snapshot
    | Truncate
    | Complete
    | CheckForm
    | Tokenize
    | Estimate
    | Measure
    | Quit
)

# --------------------------------------------------------------------------- events


class Event(msgspec.Struct, tag_field="ev", kw_only=True):
    id: int = 0


class Ready(Event, tag="ready"):
    """Sent once at start (id 0) and as the answer to Hello."""

    version: int = PROTOCOL_VERSION
    engine: str = ""
    devices: tuple[str, ...] = ()
    pid: int = 0


class Progress(Event, tag="progress"):
    """``done`` of ``total`` (tokens in prefill and rebuild, per mille otherwise)."""

    what: Literal["load", "prefill", "compact", "rebuild", "snapshot", "measure"]
    done: int
    total: int
    tokens_per_second: float = 0.0


class Loaded(Event, tag="loaded"):
    """Closes Load. ``note``: for people, when its memory is not of the size that was asked for."""

    model: ModelFacts
    n_ctx: int
    ms: float
    devices: tuple[str, ...] = ()
    note: str = ""


class Opened(Event, tag="opened"):
    """Closes OpenChat. ``how``: empty (nothing to read), resumed (snapshot), rebuilt (prefilled again)."""

    chat_id: str
    how: Literal["empty", "resumed", "rebuilt"]
    ms: float
    tokens: int
    spans: tuple[MessageSpan, ...] = ()
    note: str = ""  # why a snapshot could not be used, for people


class Token(Event, tag="token"):
    """Text of the reply since the last Token event; events are gathered over 15 to 30 ms."""

    chat_id: str
    reply_id: str
    text: str
    n: int


class Memory(Event, tag="memory"):
    """State of an open chat's memory, at most ten times a second.

    ``tokens``: logical tokens of the chat; ``bytes_used`` of ``bytes_total``: physical KV bytes; ``capacity``:
    tokens the memory could still take, live, before it is full; ``fill``: share in use, 0 to 1; ``positions``: of the
    model's, taken by these tokens: fewer than ``tokens`` once old text was squeezed to go on past the trained context.
    """

    chat_id: str
    segments: tuple[Segment, ...]
    tokens: int
    bytes_used: int
    bytes_total: int
    free_tokens: int
    fill: float
    positions: int = 0


class Compacted(Event, tag="compacted"):
    """A compaction was done: inside another request (not closing), by itself (id 0), or closing Compact.

    ``after``: last message inside.
    """

    chat_id: str
    report: CompactionReport
    after: str = ""


class Previewed(Event, tag="previewed"):
    """Closes Preview: one entry for each ratio asked for.

    The block would hold ``tokens`` of the chat; the last ``recent`` stay verbatim. The bytes and free tokens are those
    of the memory as it is now.
    """

    chat_id: str
    tokens: int
    recent: int
    bytes_now: int
    bytes_total: int
    free_now: int
    points: tuple[Foreseen, ...] = ()


class Undone(Event, tag="undone"):
    """Closes Undo: the compaction of the tokens ``[token_start, token_end)`` is no more."""

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
    """Closes Complete."""

    text: str


class FormChecked(Event, tag="form_checked"):
    """Closes CheckForm. ``problem``: why it cannot, for people; "": it can."""

    problem: str = ""
    hint: str = ""


class Tokenized(Event, tag="tokenized"):
    """Closes Tokenize."""

    tokens: int


class Estimated(Event, tag="estimated"):
    """Closes Estimate; bytes. ``available``: memory that is free when no model is loaded, 0 if unknown.

    ``learned``: told by what an earlier load took; ``n_ctx``: tokens the memory would get, ``note`` as in
    :class:`Loaded`. ``device``: the part of it all that lies on GPUs with memory of their own, of ``device_available``
    (0: there is none). ``heads``: what is known of the model's heads; ranked: only which ones copy; needless: its
    memory cannot be compacted.
    """

    model: ModelFacts
    weights: int
    kv: int
    compute: int
    available: int
    n_ctx: int = 0
    learned: bool = False
    note: str = ""
    device: int = 0
    device_available: int = 0
    heads: Heads = "none"


class Measured(Event, tag="measured"):
    """Closes Measure: the head profile of the model with that fingerprint was stored."""

    fingerprint: str
    heads: Heads


class Done(Event, tag="done"):
    """Closes Unload, Fork, CloseChat, Cancel, SetPolicy, Truncate and Quit."""

    spans: tuple[MessageSpan, ...] = ()


class Error(Event, tag="error"):
    """Closes any request. ``code`` is stable (engine.errors); ``message`` and ``hint`` are for people."""

    code: str
    message: str
    hint: str = ""


class Log(Event, tag="log"):
    level: Literal["debug", "info", "warning", "error"]
    text: str


AnyEvent = (
    Ready
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
    | Estimated
    | Measured
    | Done
    | Error
    | Log
)

CLOSING = (
    Loaded,
    Opened,
    Compacted,
    Previewed,
    Undone,
    Replied,
    SnapshotWritten,
    Completed,
    FormChecked,
    Tokenized,
    Estimated,
    Measured,
    Done,
    Error,
)

# --------------------------------------------------------------------------- frames

_encoder = msgspec.msgpack.Encoder()
_request_decoder = msgspec.msgpack.Decoder(AnyRequest)
_event_decoder = msgspec.msgpack.Decoder(AnyEvent)


def encode(message: AnyRequest | AnyEvent) -> bytes:
    """One message as one frame.

    Raises:
        FrameError: the message is larger than ``MAX_FRAME``.
    """
    body = _encoder.encode(message)
    if len(body) > MAX_FRAME:
        raise FrameError(f"message of {len(body)} bytes is larger than a frame may be ({MAX_FRAME})")
    return len(body).to_bytes(4, "little") + body


def decode_request(body: bytes) -> AnyRequest:
    """The request in a frame's body.

    Raises:
        UNREADABLE: not a valid request (msgspec.ValidationError for a wrong shape or an unknown op).
    """
    request: AnyRequest = _request_decoder.decode(body)
    return request


def decode_event(body: bytes) -> AnyEvent:
    """The event in a frame's body; raises as :func:`decode_request`."""
    event: AnyEvent = _event_decoder.decode(body)
    return event


class FrameBuffer:
    """Cuts a byte stream into frame bodies, whatever pieces it arrives in."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the bodies of all frames completed by ``data``.

        Raises:
            FrameError: a length prefix is larger than ``MAX_FRAME``.
        """
        self._data += data
        at = 0
        try:
            while len(self._data) - at >= 4:
                length = int.from_bytes(self._data[at : at + 4], "little")
                if length > MAX_FRAME:
                    raise FrameError(f"frame of {length} bytes announced; the largest allowed is {MAX_FRAME}")
                if len(self._data) - at - 4 < length:
                    break
                body = bytes(self._data[at + 4 : at + 4 + length])
                at += 4 + length
                yield body
        finally:
            del self._data[:at]
