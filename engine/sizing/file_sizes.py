"""What the parts of a model file take, by where they can be put: all that is needed to place a model on devices.

Layers are counted as llama.cpp counts those on a GPU: the output is one more, behind the last, and the first to go
there; the embedding of tokens stays in main memory.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.gguf.facts import LayerCache, layers
from engine.gguf.ggml_types import BLOCKS, KV_TYPES, Q8_0, bytes_each
from engine.gguf.reader import GgufHeader, SkippedArray, Tensor
from engine.protocol import FlashAttention, ModelFacts
from engine.sizing.cache import KV_BYTES, cache_bytes, padded, sequences_of
from engine.sizing.checkpoint_limits import checkpoint_bytes

_QUERIES = 1536  # per KV head, the library's default
_TOKENS = 384  # that they come from where they can
PROCESS = 24 << 20  # small buffers, graphs, what the allocator keeps
_PER_WORD = 400  # of the vocabulary: its text, hash tables, merges
_HELD_OUT = 96  # queries kept per KV head beside those that compactions use, in q8_0


def reference_queries(group: int) -> int:
    """Queries per KV head that compactions use, where ``group`` query heads share one: of 384 tokens or more, as those
    of one token are alike, but no more than twice as many as of a head alone.
    """
    return min(max(_QUERIES, _TOKENS * group), 2 * _QUERIES)


@dataclass(frozen=True)
class FileSizes:
    """Bytes, unless said otherwise.

    Attributes:
        layers: weights of each layer.
        output: weights that go with the output layer.
        tied: the token embedding where it is the output, too: a copy of it goes along.
        rest: weights that stay in main memory.
        cache: shape of each layer's cache.
        n_ctx_train: tokens the model was trained for, 0: the file does not say.
        n_head: query heads.
        widths: numbers that a token of a batch takes in the buffers.
        vocabulary: tokens of the vocabulary.
        sampled: queries kept for compactions.
        learned: what weights and buffers took in all at an earlier load, 0: not known.
        beside: a vision projector that is loaded with it.
    """

    layers: tuple[int, ...]
    output: int
    tied: int
    rest: int
    cache: tuple[LayerCache, ...]
    n_ctx_train: int = 0
    n_head: int = 1
    widths: int = 0
    vocabulary: int = 0
    sampled: int = 0
    learned: int = 0
    beside: int = 0

    @classmethod
    def of(cls, parts: Sequence[GgufHeader], facts: ModelFacts, *, learned: int = 0, beside: int = 0) -> FileSizes:
        """As the headers of a file's parts say.

        Raises:
            BadModelFile: they make no sense.
        """
        head = parts[0]
        cache = layers(head)
        tensors = [tensor for part in parts for tensor in part.tensors]
        weights = [0] * len(cache)
        output = rest = 0
        for tensor in tensors:
            block = re.match(r"blk\.(\d{1,6})\.", tensor.name)
            if block and int(block[1]) < len(cache):
                weights[int(block[1])] += tensor.size
            elif _of_output(tensor):
                output += tensor.size
            else:
                rest += tensor.size
        tied = 0
        if not any(tensor.name == "output.weight" for tensor in tensors):
            tied = sum(tensor.size for tensor in tensors if tensor.name == "token_embd.weight")
        arch = facts.architecture
        vocabulary = _vocabulary(head)
        widths = 8 * head.integer(f"{arch}.embedding_length") + 3 * _widest(head, f"{arch}.feed_forward_length")
        group = max(1, facts.n_head // max(1, facts.n_head_kv))
        per_head = (reference_queries(group) + _HELD_OUT) // group
        attend = [layer for layer in cache if layer.n_head_kv and not layer.window]  # recurrent layers ask nothing
        queries = sum(per_head * facts.n_head * layer.d_k for layer in attend)
        sampled = int(queries * bytes_each(Q8_0))
        return cls(
            tuple(weights), output, tied, rest, tuple(cache), facts.n_ctx_train, facts.n_head, widths, vocabulary,
            sampled if facts.compactable else 0, learned, beside,
        )  # fmt: skip

    @property
    def weights(self) -> int:
        """All of the file's."""
        return sum(self.layers) + self.output + self.rest

    @property
    def sequences(self) -> int:
        """How many chats its cache may hold at a time."""
        return sequences_of(self.cache)

    def takes(self, kv_type: str) -> bool:
        """Whether rows of the cache can have this type."""
        elements, _ = BLOCKS[KV_TYPES[kv_type]]
        return all(layer.d_k % elements == layer.d_v % elements == 0 for layer in self.cache)

    def kv(self, n_ctx: int, kv_type: str, first: int = 0, end: int | None = None) -> int:
        """Bytes of the cache of the layers ``[first, end)``, grown full."""
        return cache_bytes(self.cache[first:end], n_ctx, kv_type, self.sequences)

    def buffers(self, n_ctx: int, ubatch: int, *, gpu: bool, flash_attention: FlashAttention = "on") -> int:
        """Bytes of what is computed in. ``gpu``: buffers are really taken there, not only where they are touched."""
        widths = self.widths + (self.vocabulary if gpu else 0)
        total = ubatch * (4 * widths + 2 * padded(n_ctx)) + PROCESS + _PER_WORD * self.vocabulary + self.sampled
        return total + (4 * ubatch * padded(n_ctx) * self.n_head if flash_attention == "off" else 0)

    def checkpoints(self, n_ctx: int, kv_type: str) -> int:
        """Most bytes of the checkpoints of all chats that its cache may hold; in main memory."""
        return self.sequences * checkpoint_bytes(self.cache, n_ctx, KV_BYTES.get(kv_type, 2.0))

    def weights_of(self, first: int, end: int) -> int:
        """Bytes that the layers ``[first, end)`` take on a device, the output being the last."""
        last = self.output + self.tied if end > len(self.layers) >= first else 0
        return sum(self.layers[first:end]) + last


def _of_output(tensor: Tensor) -> bool:
    return tensor.name.startswith("output")


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
