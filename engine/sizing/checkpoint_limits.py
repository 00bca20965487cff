"""How much the checkpoints of chats may take: copies of recurrent states and of sliding windows, in main memory."""

from __future__ import annotations

from collections.abc import Sequence

from engine.gguf.facts import LayerCache

MOST = 16
MOST_BYTES = 256 << 20
MOST_WINDOW_BYTES = 32 << 20  # of sliding windows: cuts mostly stay within what they hold
LEAST_KEPT = 2


def checkpoint_bytes(cache: Sequence[LayerCache], n_ctx: int, element_bytes: float = 2.0) -> int:
    """Most bytes of one chat's checkpoints in a context of ``n_ctx`` tokens; 0: it needs none, or keeps none."""
    states = sum(layer.state for layer in cache)
    windows = sum(min(n_ctx, layer.window) * layer.elements for layer in cache if layer.window) * element_bytes
    if not states and windows > MOST_WINDOW_BYTES:
        return 0
    one = states + round(windows)
    return min(MOST * one, max(MOST_BYTES, LEAST_KEPT * one))
