"""How much memory a model will need, told before anything is loaded."""

from __future__ import annotations

import bisect
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from engine.errors import ModelTooLarge
from engine.gguf.facts import LayerCache, layers
from engine.gguf.header import facts_of, read_model
from engine.gguf.reader import GgufHeader, SkippedArray, Tensor
from engine.protocol import FlashAttention, ModelFacts
from engine.sizing import footprint
from engine.texts import Text, say

KV_BYTES = {"f32": 4.0, "f16": 2.0, "bf16": 2.0, "q4_0": 18 / 32, "q4_1": 20 / 32, "q5_0": 22 / 32, "q5_1": 24 / 32,
             "q8_0": 34 / 32}  # fmt: skip
_UBATCH = {False: 256, True: 512}  # without and with a GPU
_PROCESS = 24 << 20  # small buffers, graphs, what the allocator keeps
_PER_WORD = 400  # of the vocabulary: its text, hash tables, merges
_SAMPLED = 1632  # queries kept per KV head for compactions, in q8_0
_GRAIN = 256  # cells are allocated in steps of
DEFAULT_CTX = 8192
SMALL_CTX = 1024
LEAST_CTX = 512
_MOST_CTX = 1 << 24
SEQUENCES = 4  # the chat that is open, a few to go back to, and work in the background
WITH_WINDOWS = 2  # ... of models with sliding windows, which every sequence has of its own


@dataclass(frozen=True)
class Need:
    """Memory a model needs, in bytes, when its memory of ``n_ctx`` tokens has grown full.

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


def sequences(path: str | Path) -> int:
    """How many chats a model's memory may hold at a time: fewer where each takes memory of its own."""
    return _sequences(layers(read_model(path)[0]))


def _sequences(cache: Sequence[LayerCache]) -> int:
    return WITH_WINDOWS if any(layer.window for layer in cache) else SEQUENCES


def estimate(
    path: str | Path,
    n_ctx: int = 4096,
    kv_type: str = "f16",
    *,
    kv_budget: int = 0,
    n_gpu_layers: int = -1,
    flash_attention: FlashAttention = "on",
    gpu: bool = False,
) -> Need:
    """What a model file needs with a memory of ``n_ctx`` tokens (0: what it was trained for, at most 8192).

    More tokens than the model was trained for (and its position encoding is scaled to) are not given.

    Args:
        kv_budget: bytes its cache may take, instead of ``n_ctx``; 0: none given.
        n_gpu_layers: as it will be loaded; earlier loads are told apart by it.
        flash_attention: without it the scores of a batch are held for the whole memory.
        gpu: whether there is a GPU: buffers are really taken there, not only where they are touched.

    Raises:
        BadModelFile: the file is broken.
        ModelTooLarge: ``kv_budget`` is too little for a memory that is of any use.
    """
    parts = read_model(path)
    facts = facts_of(parts, Path(path))
    head = parts[0]
    cache = layers(head)
    n_ctx, note = _context(facts, cache, n_ctx, kv_type, kv_budget)
    weights = sum(tensor.size for part in parts for tensor in part.tensors)
    kv = cache_bytes(cache, n_ctx, kv_type)
    there, kv_there = _on_device(parts, cache, n_ctx, kv_type, n_gpu_layers) if gpu else (0, 0)
    learned = footprint.load(facts.fingerprint, n_gpu_layers)
    if learned is not None:
        compute = max(0, learned.total - weights)
        device = learned.device + kv_there if gpu else 0
        return Need(facts, n_ctx, min(weights, learned.total), kv, compute, True, note, device)
    arch = facts.architecture
    ubatch = _UBATCH[gpu]
    width = head.integer(f"{arch}.embedding_length")
    vocabulary = _vocabulary(head)
    widths = 8 * width + 3 * _widest(head, f"{arch}.feed_forward_length") + (vocabulary if gpu else 0)
    per_head = _SAMPLED * facts.n_head_kv // max(1, facts.n_head)
    sampled = sum(per_head * facts.n_head * layer.d_k for layer in cache if not layer.window) * 34 // 32
    compute = ubatch * (4 * widths + 2 * _padded(n_ctx)) + _PROCESS + _PER_WORD * vocabulary
    compute += sampled if facts.compactable else 0
    if flash_attention == "off":
        compute += 4 * ubatch * _padded(n_ctx) * facts.n_head
    device = there + kv_there + compute if there else 0
    return Need(facts, n_ctx, weights, kv, compute, False, note, device)


def _on_device(
    parts: Sequence[GgufHeader], cache: Sequence[LayerCache], n_ctx: int, kv_type: str, n_gpu_layers: int
) -> tuple[int, int]:
    """Bytes of weights and of the cache that ``n_gpu_layers`` put on GPUs, as llama.cpp shares layers out.

    The output counts as one layer more, and is the first to go there; the embedding of tokens stays in main memory.
    """
    first = 0 if n_gpu_layers < 0 else max(0, len(cache) + 1 - n_gpu_layers)

    def there(tensor: Tensor) -> bool:
        block = re.match(r"blk\.(\d{1,6})\.", tensor.name)
        return int(block[1]) >= first if block else first <= len(cache) and tensor.name.startswith("output")

    tensors = [tensor for part in parts for tensor in part.tensors]
    weights = sum(tensor.size for tensor in tensors if there(tensor))
    if first <= len(cache) and not any(tensor.name == "output.weight" for tensor in tensors):
        weights += sum(tensor.size for tensor in tensors if tensor.name == "token_embd.weight")  # tied: a copy of it
    return weights, cache_bytes(cache[first:], n_ctx, kv_type)


def cache_bytes(cache: Sequence[LayerCache], n_ctx: int, kv_type: str = "f16", n_seq: int = 0) -> int:
    """Bytes of a cache of ``n_ctx`` tokens that has grown full; layers with a window stop at theirs, and recurrent ones
    have a state of one size for each of ``n_seq`` sequences (0: as many as :func:`sequences` says).
    """
    total = float((n_seq or _sequences(cache)) * sum(layer.state for layer in cache))
    for layer in cache:
        window = _padded(WITH_WINDOWS * layer.window + _UBATCH[False])
        cells = min(_padded(n_ctx), window) if layer.window else _padded(n_ctx)
        total += cells * layer.elements * KV_BYTES.get(kv_type, 2.0)
    return round(total)


def _padded(n_ctx: int) -> int:
    return -(-n_ctx // _GRAIN) * _GRAIN


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
    grains = range(LEAST_CTX // _GRAIN, (longest or _MOST_CTX) // _GRAIN + 1)
    n = bisect.bisect_right(grains, kv_budget, key=lambda grain: cache_bytes(cache, grain * _GRAIN, kv_type))
    if n == 0 and cache_bytes(cache, LEAST_CTX, kv_type) > kv_budget:
        least = cache_bytes(cache, LEAST_CTX, kv_type)
        raise ModelTooLarge("load.budget_too_small", budget=kv_budget, name=facts.name, tokens=LEAST_CTX, least=least)
    if n == len(grains) and longest:
        most = max(longest, LEAST_CTX)
        taken = cache_bytes(cache, most, kv_type)
        return most, say("load.trained_budget", name=facts.name, most=longest, taken=taken, budget=kv_budget)
    return grains[n - 1] * _GRAIN, None


def available(device_free: int = 0) -> int:
    """Bytes of memory a model could use now: free main memory and ``device_free`` on the GPUs."""
    return int(psutil.virtual_memory().available) + device_free


def check_fits(need: Need, free: int) -> None:
    """Raise ModelTooLarge when ``need`` is more than the ``free`` bytes there are."""
    if need.total <= free:
        return
    name, total = need.facts.name, need.total
    if need.n_ctx > SMALL_CTX and estimate(need.facts.path, SMALL_CTX).total <= free:
        raise ModelTooLarge("load.context_too_large", name=name, need=total, free=free, tokens=need.n_ctx)
    raise ModelTooLarge("load.model_too_large", name=name, need=total, free=free)


def _widest(head: GgufHeader, key: str) -> int:
    value = head.metadata.get(key, 0)
    if isinstance(value, list):
        return max((v for v in value if isinstance(v, int)), default=0)
    return value if isinstance(value, int) else 0


def _vocabulary(head: GgufHeader) -> int:
    tokens = head.metadata.get("tokenizer.ggml.tokens")
    if isinstance(tokens, SkippedArray):
        return tokens.length
    return len(tokens) if isinstance(tokens, list) else 0
