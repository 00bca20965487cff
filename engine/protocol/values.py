"""What requests and events are made of."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.texts.text import Text

PROTOCOL_VERSION = 1


class Sampling(msgspec.Struct, frozen=True, omit_defaults=True):
    """Sampling parameters of one reply; what the defaults leave out costs nothing.

    :mod:`engine.sampling.sampler` has the order.

    ``temperature`` 0 means greedy; ``temperature_range`` lets it vary by so much with the entropy, bent by
    ``temperature_exponent``. Off at: ``top_k`` 0, ``top_p`` 1, ``min_p`` 0, ``typical_p`` 1, ``top_n_sigma`` 0,
    ``xtc_probability`` 0, ``repeat_penalty`` 1, ``frequency_penalty`` and ``presence_penalty`` 0, ``dry_multiplier`` 0.
    ``repeat_window``, ``dry_window``: the last tokens of the chat they look at (-1: all). ``mirostat``: version 2 in
    place of all that cuts the choice. ``seed`` -1: by chance. ``output``: the form of the reply after its thoughts;
    ``form``: the JSON schema or the GBNF grammar for it. ``top_logprobs``: tell how likely each token was, and so many
    of the likeliest in its place (0 to 20; -1: tell nothing); see :class:`TokenLogprob`.
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
    top_logprobs: int = -1


class TokenOption(msgspec.Struct, frozen=True, array_like=True):
    """A token that could have stood at a place; ``piece``: its bytes, which may be a part of a character.

    ``logprob``: the natural logarithm of the probability that the model gave it (-9999: none).
    """

    token: int
    piece: bytes
    logprob: float


class TokenLogprob(msgspec.Struct, frozen=True, array_like=True):
    """A token that a reply consists of, with the ``top`` likeliest ones at its place, the likeliest first.

    The probabilities are those of the model's logits: before penalties, cuts, temperature and form.
    """

    token: int
    piece: bytes
    logprob: float
    top: tuple[TokenOption, ...] = ()


class Thinking(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the model's chat template is told about thinking, where it knows of it; see ``ModelFacts.thinking``.

    ``enabled`` None and ``effort`` "": nothing, so it does as it is made.
    """

    enabled: bool | None = None
    effort: str = ""


LEAST_SAME = 0.8  # of next words, as the program and its command line have it where nobody says otherwise


class CompactionPolicy(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a chat compacts itself and how far.

    ``threshold``: share of the memory in use that triggers it; ``target``: share of the memory that the compacted
    block and the verbatim rows should fill afterwards; ``keep_recent``: tokens of recent turns kept verbatim;
    ``reserve``: tokens of room kept for the reply; ``least_same``: predicted share of next words that stay as they were
    below which a compaction is done again at a lower ratio, as long as that makes room (0: never); ``disk_quota``:
    bytes that the saved states of all chats may take (0: a tenth of the disk's free space, at most 20 GB);
    ``thoughts``: whether what a model thought before an answer stays in the memory once the reply has ended; auto: as
    the model's template does it; ``when_full``: forget lets the oldest turns leave instead, which is also done where
    nothing can be compacted.
    """

    auto: bool = True
    threshold: float = 0.85
    target: float = 0.45
    keep_recent: int = 256
    reserve: int = 256
    least_same: float = 0.0
    disk_quota: int = 0
    thoughts: Literal["auto", "keep", "drop"] = "auto"
    when_full: Literal["compact", "forget"] = "compact"


class Picture(msgspec.Struct, frozen=True):
    """A picture that the program keeps as a PNG file; ``digest``: blake3 of that file, in hex."""

    path: str
    digest: str


class DocumentPart(msgspec.Struct, frozen=True):
    """A document that the program keeps as a file of UTF-8 text; ``digest``: blake3 of that file, in hex; ``name``: as
    the model is told it.
    """

    digest: str
    name: str
    path: str


class PromptMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """One message of a chat as the program stores it. ``documents``, ``pictures``: of a user's message; they stand
    before its text, in this order.
    """

    id: str
    role: Literal["system", "user", "assistant"]
    content: str
    pictures: tuple[Picture, ...] = ()
    documents: tuple[DocumentPart, ...] = ()


class MessageSpan(msgspec.Struct, frozen=True):
    """Tokens ``[start, end)`` of the chat's token log that stand for a message (template marks included)."""

    id: str
    start: int
    end: int


class Segment(msgspec.Struct, frozen=True):
    """A part of the memory, in order of position; sizes in tokens (logical) and bytes (physical).

    documents: those that are mounted, wherever they stand. ``error``: of what is compacted, as in
    :class:`CompactionReport`, mean over its tokens; ``ratio``: its tokens by those that its bytes would hold
    uncompacted; ``same``: as there, of all that is compacted.
    """

    kind: Literal["system", "documents", "compacted", "live"]
    tokens: int
    bytes: int
    error: float = 0.0
    ratio: float = 0.0
    same: float = -1.0


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


CompactionReason = Literal["", "asked", "due", "ahead"]


class CompactionReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one compaction did; bytes are physical KV bytes of the whole chat, before and after.

    ``ratio``: of the new block, measured: its tokens by those that its bytes would hold uncompacted.
    ``merged``: tokens of older blocks that were merged into the new one, counted in ``tokens``.
    ``error``, ``error_max``: relative error of the attention output on queries that nothing was fitted on, mean over
    heads and of the worst one; ``layers``: the same for each compacted layer. ``asked``: the block ratio that was
    wanted where ``least_same`` allowed only a lower one (else 0); ``tries``: compactions done until one was kept.
    ``ms``: all the work it took, ``pause_ms``: the longest time that the chat was held up by it at one stretch.
    ``queries``: reference queries that chose a head's rows, the fewest of all heads (0: none was asked).
    ``heads``: what is left of each head; ``loss``: nats that the model's profile expected to be lost (0: it has none).
    ``reason``: a person asked for it; the context was due for one; or ahead of need, in a quiet moment before a turn
    that would have been ("": not told). ``nats``: predicted KL divergence of the next words from those of the full
    cache, ``same``: predicted share of them that stay as they were (-1: nothing tells it).
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
    reason: CompactionReason = ""
    queries: int = 0
    nats: float = -1.0
    same: float = -1.0


class CompactionEstimate(msgspec.Struct, frozen=True):
    """What a compaction at ``ratio`` would come to (0: as far as the policy says).

    ``block_ratio``: what the block will have, as in :class:`CompactionReport`; ``bytes_after``: physical bytes of the
    chat's memory then, ``free_tokens``: tokens it could still take; ``error``: as in :class:`CompactionReport`,
    expected (-1: nothing tells it yet); ``ms``: all the work, expected (0: not known). The block would hold ``tokens``
    of the chat; the last ``recent`` stay as they are. ``same``: as in :class:`CompactionReport`, of the whole
    chat then.
    """

    ratio: float
    block_ratio: float
    bytes_after: int
    free_tokens: int
    error: float = -1.0
    ms: float = 0.0
    tokens: int = 0
    recent: int = 0
    same: float = -1.0


class ModelFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a model file. ``compactable`` False comes with ``why_not``. ``weights`` names the model whatever
    its quantization (:mod:`engine.gguf.weights`; "": it cannot be told), ``fingerprint`` the file.

    ``kind`` vision: no language model but the part of one that looks at pictures; it fits models whose ``n_embd`` is
    one of ``fits_widths``. ``pooling``: how an embedding model makes one vector of a text ("": it makes none).
    Of a loaded model also: ``thinking``, what its chat template can be told about it (whether, how much), and
    ``thinking_at_start``: it says so at the beginning of the chat, not where a reply begins; ``sees``: it was loaded
    with its vision part, and takes pictures; ``state_key``: names it and the layout of its cache, which saved
    states and what was compacted belong to.
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
    why_not: Text | None = None
    n_embd: int = 0
    kind: Literal["model", "vision"] = "model"
    fits_widths: tuple[int, ...] = ()
    thinking: tuple[Literal["switch", "effort"], ...] = ()
    thinking_at_start: bool = False
    sees: bool = False
    state_key: str = ""
    weights: str = ""
    pooling: str = ""


class DocumentInView(msgspec.Struct, frozen=True):
    """A document that a chat's memory holds. ``mounted``: as it was compacted when it was read once; else its text was
    read in this chat, or was compacted with the chat since. ``cells``: uncompacted tokens it takes the room of.
    """

    digest: str
    tokens: int
    cells: int
    mounted: bool


class CartridgeFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A document that was read and compacted for a model, to be mounted into its chats.

    ``model_key``: the ``ModelFacts.state_key`` of that model, ``model``: its name. ``tokens`` of the text are ``bytes``
    on disk and take the room of ``cells`` uncompacted tokens in a chat; ``ratio``, ``error``, ``same``: as in
    :class:`CompactionReport`. ``used``: when it was last mounted or read (seconds since 1970); ``kept``: it is never
    deleted to make room.
    """

    digest: str
    model_key: str
    name: str = ""
    model: str = ""
    tokens: int = 0
    cells: int = 0
    bytes: int = 0
    ratio: float = 0.0
    error: float = 0.0
    used: float = 0.0
    kept: bool = False
    same: float = -1.0


class ServedRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request that the local server answered, without a word of what was said in it.

    ``at``: when it came (seconds since 1970); ``client``: the program, as it names itself; ``status``: of HTTP (0: it
    is at work); ``prompt_tokens``: of the conversation, ``read_tokens`` of them were read for it.
    """

    at: float
    path: str
    client: str = ""
    status: int = 0
    seconds: float = 0.0
    prompt_tokens: int = 0
    read_tokens: int = 0
    tokens: int = 0


FlashAttention = Literal["on", "auto", "off"]
SplitMode = Literal["layer", "row", "tensor"]


class DeviceNeed(msgspec.Struct, frozen=True, array_like=True):
    """Bytes that a model takes on a device, of those that are free there once no model is loaded."""

    name: str
    need: int
    free: int


class LoadChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a model is loaded, or would be: what the engine chose, and what was asked for, as it comes to.

    ``n_gpu_layers`` of ``n_layer`` on devices (the output layer, which goes there first, is not counted); ``counts``:
    layers on each of ``devices``, the output counted; ``kv_bytes``: of the cache once the context is full;
    ``automatic``: which of n_ctx, n_gpu_layers, kv_type, n_threads and n_ubatch the engine chose. ``summary`` has it in
    words, ``reasons`` say why.
    """

    n_ctx: int
    kv_type: str
    n_gpu_layers: int
    n_layer: int
    n_threads: int
    n_ubatch: int
    kv_bytes: int
    devices: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    automatic: tuple[str, ...] = ()
    summary: Text | None = None
    reasons: tuple[Text, ...] = ()


Heads = Literal["none", "ranked", "measured", "built_in", "needless"]
