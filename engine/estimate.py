"""How much memory a model will need, told before anything is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from engine.errors import ModelTooLarge
from engine.gguf_header import facts_of, read_model
from engine.gguf_reader import Header, SkippedArray
from engine.model_facts import layers
from engine.protocol import ModelFacts

_KV_BYTES = {"f32": 4.0, "f16": 2.0, "bf16": 2.0, "q4_0": 18 / 32, "q4_1": 20 / 32, "q5_0": 22 / 32, "q5_1": 24 / 32,
             "q8_0": 34 / 32}  # fmt: skip
_UBATCH = 256
_OVERHEAD = 96 << 20  # the process itself, the vocabulary, small buffers
DEFAULT_CTX = 8192
SMALL_CTX = 1024
SEQUENCES = 4  # the chat that is open, a few to go back to, and work in the background
WITH_WINDOWS = 2  # ... of models with sliding windows, which every sequence has of its own


@dataclass(frozen=True)
class Need:
    """Memory a model needs, in bytes."""

    facts: ModelFacts
    n_ctx: int
    weights: int
    kv: int
    compute: int

    @property
    def total(self) -> int:
        return self.weights + self.kv + self.compute


def sequences(path: str | Path) -> int:
    """How many chats a model's memory may hold at a time: fewer where each takes memory of its own."""
    own = any(layer.window for layer in layers(read_model(path)[0]))
    return WITH_WINDOWS if own else SEQUENCES


def estimate(path: str | Path, n_ctx: int = 4096, kv_type: str = "f16") -> Need:
    """What a model file needs with a memory of ``n_ctx`` tokens (0: what it was trained for, at most 8192).

    Raises:
        BadModelFile: the file is broken.
    """
    parts = read_model(path)
    facts = facts_of(parts, Path(path))
    head = parts[0]
    n_ctx = n_ctx or min(facts.n_ctx_train or DEFAULT_CTX, DEFAULT_CTX)
    padded = -(-n_ctx // 256) * 256
    kv = 0.0
    for layer in layers(head):
        cells = min(padded, WITH_WINDOWS * layer.window + _UBATCH) if layer.window else padded
        kv += cells * layer.elements * _KV_BYTES.get(kv_type, 2.0)
    arch = facts.architecture
    widths = 8 * head.integer(f"{arch}.embedding_length") + 3 * _widest(head, f"{arch}.feed_forward_length")
    compute = _UBATCH * (4 * (_vocabulary(head) + widths) + 2 * padded) + _OVERHEAD
    weights = sum(tensor.size for part in parts for tensor in part.tensors)
    return Need(facts, n_ctx, weights, round(kv), compute)


def available(device_free: int = 0) -> int:
    """Bytes of memory a model could use now: free main memory and ``device_free`` on the GPUs."""
    return int(psutil.virtual_memory().available) + device_free


def check_fits(need: Need, free: int) -> None:
    """Raise ModelTooLarge when ``need`` is more than the ``free`` bytes there are."""
    if need.total <= free:
        return
    hint = "Choose a smaller model or a stronger quantization."
    if need.n_ctx > SMALL_CTX and estimate(need.facts.path, SMALL_CTX).total <= free:
        hint = f"Load it with a smaller memory than {need.n_ctx} tokens."
    raise ModelTooLarge(f"{need.facts.name} needs about {_gib(need.total)} of memory; {_gib(free)} are free.", hint)


def _widest(head: Header, key: str) -> int:
    value = head.metadata.get(key, 0)
    if isinstance(value, list):
        return max((v for v in value if isinstance(v, int)), default=0)
    return value if isinstance(value, int) else 0


def _vocabulary(head: Header) -> int:
    tokens = head.metadata.get("tokenizer.ggml.tokens")
    if isinstance(tokens, SkippedArray):
        return tokens.length
    return len(tokens) if isinstance(tokens, list) else 0


def _gib(n_bytes: int) -> str:
    return f"{n_bytes / (1 << 30):.1f} GiB"
