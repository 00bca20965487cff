"""The one ratio of compacted text: how many times smaller it is than it would be uncompacted.

The marker, the meter, a preview, the activity page and the terminal all show this number, of one block or of several.
"""

from __future__ import annotations

from engine.model.model import Model
from engine.sizing.cache import KV_BYTES


def ratio_of(tokens: int, size: float, bytes_per_token: float) -> float:
    """The tokens that compacted rows of ``size`` bytes stand for, by those that the bytes would hold uncompacted.

    ``bytes_per_token``: :func:`uncompacted_bytes`. 0: nothing is compacted.
    """
    return tokens * bytes_per_token / size if tokens > 0 and size > 0 else 0.0


def uncompacted_bytes(model: Model) -> float:
    """Bytes of a token in a KV cache in which nothing was compacted, of the layers whose cache grows."""
    return sum(layer.elements for layer in model.layers if layer.window == 0) * KV_BYTES[model.kv_type]
