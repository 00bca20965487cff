"""Whether all that a GGUF header says can be true: found before a load, which would end in a crash or in nonsense."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.errors import BadModelFile
from engine.gguf.facts import LayerCache, head_counts, layers
from engine.gguf.reader import GgufHeader, Tensor
from engine.gguf.recurrent import PURE
from engine.texts import Arg, say

# architectures whose graph has windows whatever the file says: with one of 0 tokens a layer would see nothing
_NEEDS_WINDOW = frozenset({
    "cohere2", "cohere2moe", "deepseek4", "dots3note", "exaone-moe", "gemma-embedding", "gemma2", "gemma3n", "gemma4",
    "gemma4-assistant", "gpt-oss", "granite_swa", "maple", "mimo2", "muse-glimmer", "spark2_5", "step35",
})  # fmt: skip

_BLOCK = re.compile(r"blk\.(\d{1,6})\.(.+)")
_ATTENTION = re.compile(r"attn_(q|k|v|qkv|q_a|q_b|kv_a_mqa|kv_b)\.weight")
_RECURRENT = re.compile(r"(ssm_|time_mix_|shortconv\.)")


def check_consistent(parts: Sequence[GgufHeader]) -> None:
    """Check a model's headers against themselves.

    Raises:
        BadModelFile: its numbers cannot be true together, or its tensors are of another architecture than it names.
    """
    head = parts[0]
    cache = layers(head)
    _check_heads(head, cache)
    _check_window(head)
    _check_tensors(head, cache, [tensor for part in parts for tensor in part.tensors])


def _broken(code: str, **arguments: Arg) -> BadModelFile:
    return BadModelFile("model_file.broken", what=say(code, **arguments))


def _check_heads(head: GgufHeader, cache: Sequence[LayerCache]) -> None:
    for heads, layer in zip(head_counts(head), cache, strict=True):
        if heads > 0 and layer.n_head_kv > 0 and heads % layer.n_head_kv:
            raise _broken("model_file.head_groups", heads=heads, heads_kv=layer.n_head_kv)


def _check_window(head: GgufHeader) -> None:
    arch = head.text("general.architecture")
    key = f"{arch}.attention.sliding_window"
    if arch in _NEEDS_WINDOW and key in head.metadata and head.integer(key) <= 0:
        raise _broken("model_file.no_window", architecture=arch)


def _check_tensors(head: GgufHeader, cache: Sequence[LayerCache], tensors: Sequence[Tensor]) -> None:
    arch = head.text("general.architecture")
    width = head.integer(f"{arch}.embedding_length")
    attention: Tensor | None = None
    recurrent: Tensor | None = None
    for tensor in tensors:
        columns = tensor.shape[0] if tensor.shape else 1  # without dimensions it is a single number
        if tensor.name == "token_embd.weight" and width > 0 and columns != width:
            raise _broken("model_file.tensor_shape", name=tensor.name, found=columns, expected=width)
    for number, name, tensor in _in_blocks(tensors):
        if _ATTENTION.match(name):
            attention = tensor
        elif _RECURRENT.match(name):
            recurrent = tensor
        if number < len(cache) and name == "attn_k.weight":
            _check_keys(cache[number], tensor, width)
    if arch in PURE:
        foreign = attention if recurrent is None else None
    else:
        foreign = None if any(layer.state for layer in cache) or attention is not None else recurrent
    if foreign is not None:
        raise _broken("model_file.foreign_tensor", architecture=arch, name=foreign.name)


def _check_keys(layer: LayerCache, tensor: Tensor, width: int) -> None:
    """The projection to keys has a column for each element of the embedding, and a row for each element of the keys."""
    rows = layer.n_head_kv * layer.d_k
    if len(tensor.shape) != 2 or not rows or not width:
        return
    for found, expected in zip(tensor.shape, (width, rows), strict=True):
        if found != expected:
            raise _broken("model_file.tensor_shape", name=tensor.name, found=found, expected=expected)


def _in_blocks(tensors: Sequence[Tensor]) -> Iterator[tuple[int, str, Tensor]]:
    for tensor in tensors:
        if match := _BLOCK.fullmatch(tensor.name):
            yield int(match[1]), match[2], tensor
