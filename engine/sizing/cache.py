"""What a KV cache takes, from the shape of its layers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.gguf.facts import LayerCache
from engine.gguf.ggml_types import KV_TYPES, bytes_each

KV_BYTES = {name: bytes_each(kind) for name, kind in KV_TYPES.items()}  # of one element
UBATCH = {False: 256, True: 512}  # tokens of one decode, without and with a GPU
GRAIN = 256  # cells are allocated in steps of
SEQUENCES = 4  # the chat that is open, a few to go back to, and work in the background
WITH_WINDOWS = 2  # ... of models with sliding windows, which every sequence has of its own


def sequences_of(cache: Sequence[LayerCache]) -> int:
    """How many chats the cache may hold at a time."""
    return WITH_WINDOWS if any(layer.window for layer in cache) else SEQUENCES


def cache_bytes(cache: Sequence[LayerCache], n_ctx: int, kv_type: str = "f16", n_seq: int = 0) -> int:
    """Bytes of a cache of ``n_ctx`` tokens that has grown full; layers with a window stop at theirs, and recurrent ones
    have a state of one size for each of ``n_seq`` sequences (0: as many as :func:`sequences_of` says).
    """
    total = float((n_seq or sequences_of(cache)) * sum(layer.state for layer in cache))
    for layer in cache:
        window = padded(WITH_WINDOWS * layer.window + UBATCH[False])
        cells = min(padded(n_ctx), window) if layer.window else padded(n_ctx)
        total += cells * layer.elements * KV_BYTES.get(kv_type, 2.0)
    return round(total)


def padded(n_ctx: int) -> int:
    """Cells that so many tokens get."""
    return -(-n_ctx // GRAIN) * GRAIN
