"""How much memory a model will need, told before anything is loaded."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadModelFile, ModelTooLarge
from engine.gguf.facts import LayerCache
from engine.gguf.header import GgufHeader, facts_of, read_model
from engine.protocol import FlashAttention, ModelFacts
from engine.sizing import footprint
from engine.sizing.cache import GRAIN, UBATCH, cache_bytes, sequences_of
from engine.sizing.file_sizes import FileSizes
from engine.sizing.limits import main_memory
from engine.texts import Text, say

_WITHOUT_TEXTS = ("no_vocab", "none")  # kinds of vocabulary that are but a number of tokens
DEFAULT_CTX = 8192
SMALL_CTX = 1024
LEAST_CTX = 512
_MOST_CTX = 1 << 24


@dataclass(frozen=True)
class Need:
    """Memory a model needs, in bytes, when its memory of ``n_ctx`` tokens has grown full.

    ``compute`` counts the checkpoints of the chats that it may hold, too, which never lie on a GPU.
    ``learned``: weights and buffers are what an earlier load took. ``note``: for people, when ``n_ctx`` is not what was
    asked for. ``device``: the part of all this that lies on GPUs.
    """

    facts: ModelFacts
    n_ctx: int
    weights: int
    kv: int
    compute: int
    learned: bool = False
    note: Text | None = None
    device: int = 0

    @property
    def total(self) -> int:
        return self.weights + self.kv + self.compute


def sequences(cache: Sequence[LayerCache], wanted: int = 0) -> int:
    """How many chats a model's memory may hold at a time: as ``wanted`` (0: a few), but where each takes memory of its
    own no more than is counted on.
    """
    usual = sequences_of(cache)
    costly = any(layer.window or layer.state for layer in cache)
    return min(wanted or usual, usual) if costly else wanted or usual


def estimate(
    path: str | Path,
    n_ctx: int = 4096,
    kv_type: str = "f16",
    *,
    kv_budget: int = 0,
    n_gpu_layers: int = -1,
    flash_attention: FlashAttention = "on",
    gpu: bool = False,
    n_ubatch: int = 0,
    parts: tuple[GgufHeader, ...] = (),
) -> Need:
    """What a model file needs with a memory of ``n_ctx`` tokens (0: what it was trained for, at most 8192).

    More tokens than the model was trained for (and its position encoding is scaled to) are not given.

    Args:
        kv_budget: bytes its cache may take, instead of ``n_ctx``; 0: none given.
        n_gpu_layers: as it will be loaded; earlier loads are told apart by it.
        flash_attention: without it the scores of a batch are held for the whole memory.
        gpu: whether there is a GPU: buffers are really taken there, not only where they are touched.
        n_ubatch: tokens of one decode; 0: as many as is usual there.
        parts: the file's headers, where they were read before.

    Raises:
        BadModelFile: the file is broken, or its tokens have no texts.
        ModelTooLarge: ``kv_budget`` is too little for a memory that is of any use.
    """
    parts = parts or read_model(path)
    facts = facts_of(parts, Path(path))
    if parts[0].text("tokenizer.ggml.model") in _WITHOUT_TEXTS:
        raise BadModelFile("model_file.no_vocabulary")
    sizes = FileSizes.of(parts, facts)
    n_ctx, note = _context(facts, sizes.cache, n_ctx, kv_type, kv_budget)
    kv = sizes.kv(n_ctx, kv_type)
    n_layer = len(sizes.layers)
    first = 0 if n_gpu_layers < 0 else max(0, n_layer + 1 - n_gpu_layers)
    there = sizes.weights_of(first, n_layer + 1) if gpu and n_gpu_layers else 0
    kv_there = sizes.kv(n_ctx, kv_type, first) if gpu and n_gpu_layers else 0
    kept = sizes.checkpoints(n_ctx, kv_type)
    learned = footprint.load(facts.fingerprint, n_gpu_layers)
    if learned is not None:
        compute = max(0, learned.total - sizes.weights)
        device = learned.device + kv_there if gpu else 0
        return Need(facts, n_ctx, min(sizes.weights, learned.total), kv, compute + kept, True, note, device)
    compute = sizes.buffers(n_ctx, n_ubatch or UBATCH[gpu], gpu=gpu, flash_attention=flash_attention)
    device = there + kv_there + compute if there else 0
    return Need(facts, n_ctx, sizes.weights, kv, compute + kept, False, note, device)


def _context(
    facts: ModelFacts, cache: Sequence[LayerCache], n_ctx: int, kv_type: str, kv_budget: int
) -> tuple[int, Text | None]:
    """The tokens that a memory gets, and what to say about it (None: it is what was asked for)."""
    longest = facts.n_ctx_train
    if kv_budget <= 0:
        n_ctx = n_ctx or min(longest or DEFAULT_CTX, DEFAULT_CTX)
        if not longest or n_ctx <= longest:
            return n_ctx, None
        return longest, say("load.trained_length", name=facts.name, most=longest, asked=n_ctx)
    grains = range(LEAST_CTX // GRAIN, (longest or _MOST_CTX) // GRAIN + 1)
    n = bisect.bisect_right(grains, kv_budget, key=lambda grain: cache_bytes(cache, grain * GRAIN, kv_type))
    if n == 0 and cache_bytes(cache, LEAST_CTX, kv_type) > kv_budget:
        least = cache_bytes(cache, LEAST_CTX, kv_type)
        raise ModelTooLarge("load.budget_too_small", budget=kv_budget, name=facts.name, tokens=LEAST_CTX, least=least)
    if n == len(grains) and longest:
        most = max(longest, LEAST_CTX)
        taken = cache_bytes(cache, most, kv_type)
        return most, say("load.trained_budget", name=facts.name, most=longest, taken=taken, budget=kv_budget)
    return grains[n - 1] * GRAIN, None


def available(device_free: int = 0) -> int:
    """Bytes of memory a model could use now: free main memory and ``device_free`` on the GPUs."""
    return main_memory()[1] + device_free


def check_fits(need: Need, free: int) -> None:
    """Raise ModelTooLarge when ``need`` is more than the ``free`` bytes there are."""
    if need.total <= free:
        return
    name, total = need.facts.name, need.total
    if need.n_ctx > SMALL_CTX and estimate(need.facts.path, SMALL_CTX).total <= free:
        raise ModelTooLarge("load.context_too_large", name=name, need=total, free=free, tokens=need.n_ctx)
    raise ModelTooLarge("load.model_too_large", name=name, need=total, free=free)
