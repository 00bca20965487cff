"""Which layers of a model keep a recurrent state, and how large it is, as llama.cpp lays it out.

A state does not grow with the text: a recurrent layer has one per sequence, of f32 numbers, beside or instead of a
cache of keys and values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.gguf.reader import GgufHeader

PURE = frozenset({"mamba", "mamba2", "rwkv6", "rwkv6qwen2", "rwkv7", "arwkv7"})
_BY_HEADS = frozenset({"jamba", "plamo2", "granitehybrid", "lfm2", "lfm2moe", "kimi-linear", "bailingmoe3", "kimi-k3"})
_FEED_FORWARD_APART = frozenset({"nemotron_h", "nemotron_h_moe"})
_BOTH = frozenset({"falcon-h1"})
_EVERY = {"qwen3next": 4, "qwen35": 4, "qwen35moe": 4, "qwen4exp": 4, "minimax-01": 8}
_F32 = 4

Count = Callable[[str], int]
"""The number at a key behind the architecture's name, 0 where there is none."""


def layer_kinds(header: GgufHeader, heads_kv: Sequence[int], feed_forward: Sequence[int]) -> list[tuple[bool, bool]]:
    """For each layer whether it has a cache of keys and values, and whether it has a recurrent state.

    ``heads_kv``: KV heads by the file; ``feed_forward``: widths by the file.
    """
    arch = header.text("general.architecture")
    n_layer = len(heads_kv)
    if arch in PURE:
        return [(False, True)] * n_layer
    if arch in _BOTH:
        return [(True, True)] * n_layer
    if arch in _BY_HEADS:
        return [(n > 0, n == 0) for n in heads_kv]
    if arch in _FEED_FORWARD_APART:
        plain = [width == 0 for width in feed_forward]
        return [(n > 0 and bare, n == 0 and bare) for n, bare in zip(heads_kv, plain, strict=True)]
    if arch in _EVERY:
        trunk = n_layer - header.integer(f"{arch}.nextn_predict_layers")
        listed = header.metadata.get(f"{arch}.attention.recurrent_layers")
        every = max(1, header.integer(f"{arch}.full_attention_interval", _EVERY[arch]))
        recurrent = [bool(value) for value in listed[:n_layer]] if isinstance(listed, list) else []
        recurrent += [(i + 1) % every != 0 for i in range(len(recurrent), n_layer)]
        return [(i < trunk and not recurrent[i], i < trunk and recurrent[i]) for i in range(n_layer)]
    return [(True, False)] * n_layer


def state_bytes(count: Count, n_head: int) -> int:
    """Bytes of one recurrent layer's state of one sequence; ``n_head``: query heads of the first layer."""
    width, kernel = count("embedding_length"), max(0, count("ssm.conv_kernel") - 1)
    inner, state = count("ssm.inner_size"), count("ssm.state_size")
    if head := count("wkv.head_size"):
        return _F32 * width * ((count("token_shift_count") or 2) + head)
    if convolution := count("shortconv.l_cache"):
        return _F32 * width * (convolution - 1) + _F32 * inner * state
    if head := count("kda.head_dim"):
        return _F32 * n_head * head * (3 * (kernel or 3) + head)
    rows = kernel * (inner + 2 * count("ssm.group_count") * state)
    if not inner and not state:  # linear attention, one matrix a head
        size = count("attention.key_length") or width // max(1, n_head)
        return _F32 * (rows + n_head * size**2)
    return _F32 * (rows + inner * state)
