"""What a GGUF header tells of a model: sizes, cache layout, and whether its cache can be compacted."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadModelFile, IncompleteModelFile
from engine.files import on_disk
from engine.gguf.reader import GgufHeader, read_header
from engine.gguf.recurrent import PURE, layer_kinds, state_bytes
from engine.texts import Text, say

# caches of compressed and pooled keys beside an index of them, with recurrent layers or without
_SEVERAL_CACHES = frozenset({"glm5-next", "qwen4exp", "deepseek4"})
_ENCODERS = frozenset({
    "clip", "bert", "modern-bert", "nomic-bert", "nomic-bert-moe", "neo-bert", "jina-bert-v2", "jina-bert-v3",
    "eurobert", "t5encoder", "gemma-embedding", "llama-embed", "wavtokenizer-dec",
})  # fmt: skip
_DIFFUSION = frozenset({"dream", "llada", "llada-moe", "rnd1"})
_ALIBI = frozenset({"bloom", "mpt", "jais"})
# attention that picks its keys by an index, which is a cache of its own
_INDEXED = frozenset({"deepseek32", "glm-dsa", "dots3note", "hy_v4", "minimax-m3"})
_WITHOUT_FLASH = frozenset({"grok"})
_SHARING_FROM = {"gemma3n": 20}  # the first layer that reads an earlier one's cache, where llama.cpp fixes it

# architecture -> (every how many layers one sees everything, whether that one comes first), as llama.cpp builds them
_SLIDING: dict[str, tuple[int, bool]] = {
    "afmoe": (4, False), "cohere2": (4, False), "cohere2moe": (4, True), "exaone-moe": (4, False),
    "exaone4": (4, False), "gemma2": (2, False), "gemma3": (6, False), "gemma3n": (5, False), "gemma4": (6, False),
    "gpt-oss": (2, False), "laguna": (4, True), "llama4": (4, False), "mellum": (4, False), "muse-glimmer": (4, False),
    "olmo2": (4, False), "plamo3": (8, False), "smallthinker": (4, True),
}  # fmt: skip

_FILE_TYPES = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S", 12: "Q3_K_M",
    13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS", 20: "IQ2_XS",
    21: "Q2_K_S", 22: "IQ3_XS", 23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S",
    29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0", 37: "TQ2_0", 38: "MXFP4", 39: "NVFP4",
    40: "Q1_0", 41: "Q2_0",
}  # fmt: skip

_SPLIT_NAME = re.compile(r"^(?P<stem>.*)-(?P<no>\d{5})-of-(?P<count>\d{5})\.gguf$")


@dataclass(frozen=True)
class LayerCache:
    """The cache of one layer, per token: KV heads, elements per key and per value row, and its window (0: all).

    ``state``: bytes of its recurrent state, per sequence, however long that is. ``index``: elements of what keys are
    picked by, where they are.
    """

    n_head_kv: int
    d_k: int
    d_v: int
    window: int
    state: int = 0
    index: int = 0

    @property
    def elements(self) -> int:
        return self.n_head_kv * (self.d_k + self.d_v) + self.index


def read_model(path: str | Path) -> tuple[GgufHeader, ...]:
    """Headers of all parts of a model in order, whichever of them is named; a whole file is one part.

    Raises:
        BadModelFile: a part is missing, broken or not the part its name says.
    """
    path = Path(path)
    first = read_header(path)
    match = _SPLIT_NAME.match(path.name)
    count = first.integer("split.count", 1)
    if count <= 1:
        return (first,)
    if match is None:
        raise BadModelFile("model_file.part_unnamed", name=path.name, count=count)
    if int(match["count"]) != count:
        raise BadModelFile("model_file.part_count", name=path.name, count=count, named=match["count"])
    parts: list[GgufHeader] = []
    for no in range(1, count + 1):
        sibling = path.with_name(f"{match['stem']}-{no:05d}-of-{count:05d}.gguf")
        if not os.path.exists(on_disk(sibling)):
            raise IncompleteModelFile("model_file.part_missing", no=no, count=count, name=sibling.name)
        parts.append(first if sibling.name == path.name else read_header(sibling))
    return tuple(parts)


LONGEST = 2**31 - 1  # positions are 32 bits; a file may say anything
MOST_LAYERS = 4096
MOST_HEADS = 1 << 16
MOST_WIDTH = 1 << 24


def layers(header: GgufHeader) -> list[LayerCache]:
    """Cache shape of every layer, as llama.cpp would lay it out (layers without a cache have no KV heads)."""
    arch = header.text("general.architecture")
    n_layer = _count(header, f"{arch}.block_count", MOST_LAYERS)
    n_embd = _count(header, f"{arch}.embedding_length", MOST_WIDTH)
    heads = head_counts(header)
    heads_kv = _per_layer(header, f"{arch}.attention.head_count_kv", n_layer, -1, MOST_HEADS)
    swa = _sliding_layers(header, arch, n_layer)
    window = _window(header, arch, n_layer)
    latent = f"{arch}.attention.key_length_mla" in header.metadata  # values are a part of the keys
    indexed = _indexed_layers(header, arch, n_layer)
    index = _count(header, f"{arch}.attention.indexer.key_length", MOST_WIDTH)
    owners = _owners(header, arch, n_layer)
    counts = [n_head if n < 0 else n for n, n_head in zip(heads_kv, heads, strict=True)]
    widths = _per_layer(header, f"{arch}.feed_forward_length", n_layer, 0, MOST_WIDTH)
    kinds = layer_kinds(header, counts, widths)
    state = state_bytes(lambda key: _count(header, f"{arch}.{key}", MOST_WIDTH), max(heads, default=0))
    result = []
    for i in range(n_layer):
        n_head = heads[i]
        attends, recurrent = kinds[i]
        plain = n_embd // n_head if n_head > 0 else 0
        suffix = "_swa" if swa[i] and f"{arch}.attention.key_length_swa" in header.metadata else ""
        d_k = _count(header, f"{arch}.attention.key_length{suffix}", MOST_WIDTH, plain)
        d_v = _count(header, f"{arch}.attention.value_length{suffix}", MOST_WIDTH, plain)
        n_kv = counts[i] if attends and i < owners else 0
        span, values = window if swa[i] else 0, 0 if latent else d_v
        result.append(LayerCache(n_kv, d_k, values, span, state if recurrent else 0, index if indexed[i] else 0))
    return result


def _owners(header: GgufHeader, arch: str, n_layer: int) -> int:
    """How many of the first layers have a cache of their own; those behind them read an earlier one's."""
    shared = _count(header, f"{arch}.attention.shared_kv_layers", MOST_LAYERS)
    return min(_SHARING_FROM.get(arch, n_layer), max(0, n_layer - shared))


def _indexed_layers(header: GgufHeader, arch: str, n_layer: int) -> list[bool]:
    if arch not in _INDEXED:
        return [False] * n_layer
    kinds = _per_layer(header, f"{arch}.attention.indexer.types", n_layer, 1, MOST_WIDTH)
    return [kind > 0 for kind in kinds]


def head_counts(header: GgufHeader) -> list[int]:
    """Query heads of each layer."""
    arch = header.text("general.architecture")
    n_layer = _count(header, f"{arch}.block_count", MOST_LAYERS)
    return _per_layer(header, f"{arch}.attention.head_count", n_layer, 0, MOST_HEADS)


def longest_context(header: GgufHeader) -> int:
    """Tokens that a model takes at once, at most ``LONGEST``; 0: its file does not say.

    That is the context it was trained for, or a longer one that the position encoding is scaled to by the file
    (``rope.scaling``), which llama.cpp applies.
    """
    arch = header.text("general.architecture")
    trained = header.integer(f"{arch}.context_length")
    original = header.integer(f"{arch}.rope.scaling.original_context_length")
    factor = header.metadata.get(f"{arch}.rope.scaling.factor")
    scaled = header.text(f"{arch}.rope.scaling.type") in ("linear", "yarn", "longrope")
    if not scaled or trained <= 0 or original <= 0 or not isinstance(factor, int | float) or not 1 < factor <= 1024:
        return min(max(0, trained), LONGEST)
    return min(max(trained, round(original * factor)), LONGEST)


def _count(header: GgufHeader, key: str, most: int, default: int = 0) -> int:
    value = header.integer(key, default)
    if not 0 <= value <= most:
        raise BadModelFile("model_file.broken", what=say("model_file.bad_value", key=key, value=str(value)))
    return value


def _per_layer(header: GgufHeader, key: str, n_layer: int, default: int, most: int) -> list[int]:
    """A number of each layer, at most ``most``, however the file gives it: one for all, or a list."""
    listed = header.integers(key)
    values = [header.integer(key, default)] * n_layer if listed is None else listed[:n_layer]
    values += [default] * (n_layer - len(values))
    for value in values:
        if not min(0, default) <= value <= most:
            raise BadModelFile("model_file.broken", what=say("model_file.bad_value", key=key, value=str(value)))
    return values


def _window(header: GgufHeader, arch: str, n_layer: int) -> int:
    """Length of the sliding window as llama.cpp applies it, 0: none, whatever the file says."""
    key = f"{arch}.attention.sliding_window"
    window = _count(header, key, LONGEST)
    if arch == "phi3" or (arch == "exaone4" and n_layer != 64):
        return 0
    if arch == "llama4" and (window > 0 or key not in header.metadata):
        return 8192  # chunks
    if arch == "smallthinker" and window > 0:
        return 4096
    return window


def _sliding_layers(header: GgufHeader, arch: str, n_layer: int) -> list[bool]:
    if _window(header, arch, n_layer) <= 0:
        return [False] * n_layer
    if arch == "lfm2":
        return [True] * n_layer
    pattern = header.metadata.get(f"{arch}.attention.sliding_window_pattern")
    if isinstance(pattern, list):
        return [bool(v) for v in pattern[:n_layer]] + [False] * (n_layer - len(pattern))
    if arch not in _SLIDING:
        return [False] * n_layer
    every, dense_first = _SLIDING[arch]
    if isinstance(pattern, int) and pattern > 0:
        every = pattern
    dense = 0 if dense_first else every - 1
    return [i % every != dense for i in range(n_layer)]


def is_vision_part(header: GgufHeader) -> bool:
    """Whether the file is the part of a model that looks at pictures (an "mmproj"), not a language model."""
    return header.text("general.architecture") == "clip" or header.text("general.type") == "mmproj"


def vision_widths(header: GgufHeader) -> tuple[int, ...]:
    """Widths (``embedding_length``) of the language models that a vision part can be for.

    What it is made for is named by its projection's length; older files name something else there, so that the
    widths of the projection's own tensors count, too.
    """
    widths = {header.integer(f"clip.{kind}.projection_dim") for kind in ("vision", "audio")}
    for tensor in header.tensors:
        if tensor.name.startswith("mm."):
            widths.update(tensor.shape)
    return tuple(sorted(width for width in widths if 1 < width < 1 << 20))


_POOLED = {1: "mean", 2: "cls", 3: "last"}


def pooling_of(header: GgufHeader) -> str:
    """How an embedding model makes one vector of a text's rows: ``mean``, ``cls`` or ``last``; "": it makes none.

    Encoders that say nothing of it are taken for models of the mean.
    """
    arch = header.text("general.architecture")
    if arch in ("clip", "wavtokenizer-dec"):
        return ""
    kind = header.metadata.get(f"{arch}.pooling_type")
    if isinstance(kind, int) and kind:
        return _POOLED.get(kind, "")
    return "mean" if arch in _ENCODERS else ""


def why_not_compactable(header: GgufHeader) -> Text | None:
    """None when the model's cache can be compacted, else the reason."""
    arch = header.text("general.architecture")
    if arch in _ENCODERS:
        return say("no_compaction.encoder")
    if arch in _DIFFUSION:
        return say("no_compaction.diffusion")
    if arch in PURE:
        return say("no_compaction.recurrent")
    if arch in _SEVERAL_CACHES:
        return say("no_compaction.several_caches")
    if arch in _INDEXED:
        return say("no_compaction.indexer")
    if arch in _ALIBI or header.metadata.get(f"{arch}.attention.max_alibi_bias"):
        return say("no_compaction.alibi")
    if arch in _WITHOUT_FLASH:
        return say("no_compaction.flash_attention")
    cache = layers(header)
    if any(layer.window for layer in cache) and all(layer.window or not layer.n_head_kv for layer in cache):
        return say("no_compaction.windows")
    if arch == "t5":
        return say("no_compaction.encoder_decoder")
    return None


def quantization(parts: tuple[GgufHeader, ...]) -> str:
    """Name of the quantization, from the file type or else from the file's name; "" where neither tells."""
    kind = parts[0].metadata.get("general.file_type")
    if isinstance(kind, int) and kind in _FILE_TYPES:
        return _FILE_TYPES[kind]
    match = re.search(r"[-.]((?:I?Q\d|F16|F32|BF16|MXFP4)[A-Z0-9_]*)", parts[0].path.stem, re.IGNORECASE)
    return match[1].upper() if match else ""


def rope_of(header: GgufHeader) -> dict[str, float | str]:
    """The position encoding's parameters in a model's metadata; a switch is 0 or 1."""
    prefix = header.text("general.architecture") + ".rope."
    return {
        key.removeprefix(prefix): int(value) if isinstance(value, bool) else value
        for key, value in sorted(header.metadata.items())
        if key.startswith(prefix) and isinstance(value, int | float | str)
    }
