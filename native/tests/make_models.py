"""Write the tiny random GGUF models that the native tests run on.

Each model is deterministic (seeded by its name), a few MB large and has no vocabulary, only token ids. Query and key
weights are scaled so that attention is peaked (scores with a standard deviation near 2): with flat attention a wrong
mask or log-weight would hardly show.

Needs numpy only: the format is simple enough that a writer is shorter than a dependency.
"""

from __future__ import annotations

import argparse
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np

ALIGNMENT = 32
N_VOCAB = 256
HEAD_SIZE = 64

_U32, _F32, _BOOL, _STRING, _ARRAY = 4, 6, 7, 8, 9


def _string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(value: Any) -> bytes:
    """A metadata value: its type, then its bytes."""
    if isinstance(value, bool):
        return struct.pack("<I?", _BOOL, value)
    if isinstance(value, int):
        return struct.pack("<II", _U32, value)
    if isinstance(value, float):
        return struct.pack("<If", _F32, value)
    if isinstance(value, str):
        return struct.pack("<I", _STRING) + _string(value)
    if isinstance(value, list) and all(isinstance(v, bool) for v in value):
        return struct.pack("<IIQ", _ARRAY, _BOOL, len(value)) + bytes(value)
    if isinstance(value, list) and all(isinstance(v, int) for v in value):
        return struct.pack(f"<IIQ{len(value)}I", _ARRAY, _U32, len(value), *value)
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        return struct.pack("<IIQ", _ARRAY, _STRING, len(value)) + b"".join(map(_string, value))
    raise TypeError(f"no GGUF type for {value!r}")


def write_gguf(path: Path, metadata: dict[str, Any], tensors: dict[str, np.ndarray]) -> None:
    """Write ``metadata`` and f32 ``tensors`` (numpy shape = GGUF shape reversed) to ``path``."""
    head = bytearray(b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata)))
    for key, value in metadata.items():
        head += _string(key) + _value(value)
    offset = 0
    for name, data in tensors.items():
        head += _string(name) + struct.pack("<I", data.ndim)
        head += struct.pack(f"<{data.ndim}Q", *reversed(data.shape)) + struct.pack("<IQ", 0, offset)
        offset += -(-data.nbytes // ALIGNMENT) * ALIGNMENT
    head += b"\0" * (-len(head) % ALIGNMENT)
    temporary = path.with_suffix(".tmp")
    with temporary.open("wb") as file:
        file.write(head)
        for data in tensors.values():
            file.write(data.astype("<f4").tobytes())
            file.write(b"\0" * (-data.nbytes % ALIGNMENT))
    temporary.replace(path)


def _metadata(arch: str, n_layer: int, n_embd: int, n_ff: int, n_head: int, n_head_kv: int) -> dict[str, Any]:
    return {
        "general.architecture": arch,
        "general.name": f"tiny random {arch}",
        "general.alignment": ALIGNMENT,
        f"{arch}.vocab_size": N_VOCAB,
        f"{arch}.context_length": 8192,
        f"{arch}.embedding_length": n_embd,
        f"{arch}.block_count": n_layer,
        f"{arch}.feed_forward_length": n_ff,
        f"{arch}.attention.head_count": n_head,
        f"{arch}.attention.head_count_kv": n_head_kv,
        f"{arch}.attention.key_length": HEAD_SIZE,
        f"{arch}.attention.value_length": HEAD_SIZE,
        f"{arch}.attention.layer_norm_rms_epsilon": 1e-5,
        f"{arch}.rope.dimension_count": HEAD_SIZE,
        f"{arch}.rope.freq_base": 10000.0,
        "tokenizer.ggml.model": "no_vocab",
    }


class _Weights:
    def __init__(self, name: str) -> None:
        self._random = np.random.default_rng(zlib.crc32(name.encode()))
        self.tensors: dict[str, np.ndarray] = {}

    def matrix(self, name: str, n_out: int, n_in: int, gain: float) -> None:
        """Rows such that an input of unit variance gives outputs with standard deviation ``gain``."""
        self.tensors[name] = self._random.standard_normal((n_out, n_in), dtype=np.float32) * (gain / n_in**0.5)

    def norm(self, name: str, size: int, value: float = 1.0) -> None:
        self.tensors[name] = (value * self._random.uniform(0.8, 1.2, size)).astype(np.float32)

    def bias(self, name: str, size: int) -> None:
        self.tensors[name] = 0.1 * self._random.standard_normal(size, dtype=np.float32)

    def reshape(self, name: str, *shape: int) -> None:
        self.tensors[name] = self.tensors[name].reshape(shape)


def _ends(weights: _Weights, n_embd: int, norm: str = "output_norm") -> None:
    weights.matrix("token_embd.weight", N_VOCAB, n_embd, n_embd**0.5)
    weights.norm(f"{norm}.weight", n_embd)
    weights.matrix("output.weight", N_VOCAB, n_embd, 2.0)


def _attention(weights: _Weights, i: int, n_embd: int, n_head: int, n_head_kv: int, *, gated: bool = False) -> None:
    weights.matrix(f"blk.{i}.attn_q.weight", n_head * HEAD_SIZE * (1 + gated), n_embd, 1.4)
    weights.matrix(f"blk.{i}.attn_k.weight", n_head_kv * HEAD_SIZE, n_embd, 1.4)
    weights.matrix(f"blk.{i}.attn_v.weight", n_head_kv * HEAD_SIZE, n_embd, 1.0)
    weights.matrix(f"blk.{i}.attn_output.weight", n_embd, n_head * HEAD_SIZE, 1.5)


def _feed_forward(weights: _Weights, i: int, n_embd: int, n_ff: int) -> None:
    weights.matrix(f"blk.{i}.ffn_gate.weight", n_ff, n_embd, 1.0)
    weights.matrix(f"blk.{i}.ffn_up.weight", n_ff, n_embd, 1.0)
    weights.matrix(f"blk.{i}.ffn_down.weight", n_embd, n_ff, 0.7)


def _layers(weights: _Weights, n_layer: int, n_embd: int, n_ff: int, n_head: int, n_head_kv: int) -> None:
    _ends(weights, n_embd)
    for i in range(n_layer):
        weights.norm(f"blk.{i}.attn_norm.weight", n_embd)
        _attention(weights, i, n_embd, n_head, n_head_kv)
        weights.norm(f"blk.{i}.ffn_norm.weight", n_embd)
        _feed_forward(weights, i, n_embd, n_ff)


def make_llama(
    path: Path,
    n_layer: int,
    n_head: int,
    n_head_kv: int,
    arch: str = "llama",
    *,
    normed: bool = False,
    text: bool = False,
    **more: Any,
) -> None:
    """A llama model whose head size does not follow from its width, as in many current models.

    ``arch``: another architecture with the same tensors, with ``more`` metadata (``__`` for a dot); ``normed``: its
    queries and keys are.
    """
    shape = (n_layer, 192, 256, n_head, n_head_kv)
    metadata = _metadata(arch, *shape) | {f"{arch}.{key.replace('__', '.')}": value for key, value in more.items()}
    weights = _Weights(path.stem)
    _layers(weights, *shape)
    for i in range(n_layer if normed else 0):
        weights.norm(f"blk.{i}.attn_q_norm.weight", HEAD_SIZE, 1.4)
        weights.norm(f"blk.{i}.attn_k_norm.weight", HEAD_SIZE, 1.4)
    write_gguf(path, metadata | (_byte_tokenizer() if text else {}), weights.tensors)


def make_stablelm(path: Path, n_layer: int, n_head: int) -> None:
    """A stablelm model: RoPE turns half of each head."""
    n_embd = n_head * HEAD_SIZE
    shape = (n_layer, n_embd, 256, n_head, n_head)
    metadata = _metadata("stablelm", *shape)
    metadata["stablelm.rope.dimension_count"] = HEAD_SIZE // 2
    metadata["stablelm.attention.layer_norm_epsilon"] = 1e-5
    metadata["stablelm.use_parallel_residual"] = True
    weights = _Weights(path.stem)
    _layers(weights, *shape)
    for name in ["output_norm", *(f"blk.{i}.{norm}_norm" for i in range(n_layer) for norm in ("attn", "ffn"))]:
        weights.tensors[f"{name}.bias"] = np.zeros(n_embd, dtype=np.float32)
    write_gguf(path, metadata, weights.tensors)


def make_mpt(path: Path, n_layer: int, n_head: int) -> None:
    """An mpt model: ALiBi instead of RoPE."""
    shape = (n_layer, n_head * HEAD_SIZE, 256, n_head, n_head)
    metadata = _metadata("mpt", *shape)
    metadata["mpt.attention.layer_norm_epsilon"] = 1e-5
    metadata["mpt.attention.max_alibi_bias"] = 8.0
    weights = _Weights(path.stem)
    _layers(weights, *shape)
    for i in range(n_layer):
        parts = [weights.tensors.pop(f"blk.{i}.attn_{name}.weight") for name in ("q", "k", "v")]
        weights.tensors[f"blk.{i}.attn_qkv.weight"] = np.concatenate(parts)
        del weights.tensors[f"blk.{i}.ffn_gate.weight"]
    write_gguf(path, metadata, weights.tensors)


def make_gemma3(path: Path, n_layer: int, n_head: int, n_head_kv: int, window: int) -> None:
    """A gemma3 model: every second layer attends to a sliding window only, the others to everything."""
    shape = (n_layer, 192, 256, n_head, n_head_kv)
    metadata = _metadata("gemma3", *shape)
    metadata["gemma3.attention.sliding_window"] = window
    metadata["gemma3.attention.sliding_window_pattern"] = [i % 2 == 0 for i in range(n_layer)]
    weights = _Weights(path.stem)
    _layers(weights, *shape)
    # gemma scales embeddings by sqrt(n_embd)
    weights.tensors["token_embd.weight"] /= 192**0.5
    for i in range(n_layer):
        weights.norm(f"blk.{i}.attn_q_norm.weight", HEAD_SIZE, 1.4)
        weights.norm(f"blk.{i}.attn_k_norm.weight", HEAD_SIZE, 1.4)
        # small steps of the residual stream: larger ones amplify rounding to more than the bounds of the tests
        weights.norm(f"blk.{i}.post_attention_norm.weight", 192, 0.5)
        weights.norm(f"blk.{i}.post_ffw_norm.weight", 192, 0.3)
    write_gguf(path, metadata, weights.tensors)


def make_lfm2(path: Path, n_head: int, n_head_kv: int, attention: list[bool], *, text: bool = False) -> None:
    """An lfm2 model: layers with ``attention``, the others with a short convolution over three tokens.

    ``text``: with a tokenizer, one token per byte.
    """
    n_layer, n_embd, n_ff = len(attention), n_head * HEAD_SIZE, 256
    metadata = _metadata("lfm2", n_layer, n_embd, n_ff, n_head, n_head_kv)
    metadata["lfm2.attention.head_count_kv"] = [n_head_kv * attends for attends in attention]
    metadata["lfm2.shortconv.l_cache"] = 3
    weights = _Weights(path.stem)
    _ends(weights, n_embd, "token_embd_norm")
    for i, attends in enumerate(attention):
        weights.norm(f"blk.{i}.attn_norm.weight", n_embd)
        if attends:
            _attention(weights, i, n_embd, n_head, n_head_kv)
            weights.norm(f"blk.{i}.attn_q_norm.weight", HEAD_SIZE, 1.4)
            weights.norm(f"blk.{i}.attn_k_norm.weight", HEAD_SIZE, 1.4)
        else:
            weights.matrix(f"blk.{i}.shortconv.conv.weight", n_embd, 3, 1.0)
            weights.matrix(f"blk.{i}.shortconv.in_proj.weight", 3 * n_embd, n_embd, 1.0)
            weights.matrix(f"blk.{i}.shortconv.out_proj.weight", n_embd, n_embd, 0.7)
        weights.norm(f"blk.{i}.ffn_norm.weight", n_embd)
        _feed_forward(weights, i, n_embd, n_ff)
    write_gguf(path, metadata | (_byte_tokenizer() if text else {}), weights.tensors)


def make_granitehybrid(path: Path, n_head: int, n_head_kv: int, attention: list[bool], *, text: bool = False) -> None:
    """A granitehybrid model: layers with ``attention`` (of no position encoding), the others of the Mamba2 kind."""
    n_layer, n_embd, n_ff = len(attention), 192, 256
    d_inner, d_state, n_ssm = 2 * n_embd, 32, 6
    n_conv = d_inner + 2 * d_state
    metadata = _metadata("granitehybrid", n_layer, n_embd, n_ff, n_head, n_head_kv)
    metadata |= {
        "granitehybrid.attention.head_count_kv": [n_head_kv * attends for attends in attention],
        "granitehybrid.rope.scaling.finetuned": False,
        "granitehybrid.ssm.conv_kernel": 4,
        "granitehybrid.ssm.inner_size": d_inner,
        "granitehybrid.ssm.state_size": d_state,
        "granitehybrid.ssm.time_step_rank": n_ssm,
        "granitehybrid.ssm.group_count": 1,
    }
    weights = _Weights(path.stem)
    _ends(weights, n_embd)
    for i, attends in enumerate(attention):
        weights.norm(f"blk.{i}.attn_norm.weight", n_embd)
        if attends:
            _attention(weights, i, n_embd, n_head, n_head_kv)
        else:
            weights.matrix(f"blk.{i}.ssm_in.weight", d_inner + n_conv + n_ssm, n_embd, 1.0)
            weights.matrix(f"blk.{i}.ssm_conv1d.weight", n_conv, 4, 1.0)
            weights.matrix(f"blk.{i}.ssm_conv1d.bias", 1, n_conv, 0.1)
            weights.norm(f"blk.{i}.ssm_dt.bias", n_ssm, 0.5)
            weights.norm(f"blk.{i}.ssm_a", n_ssm, -0.2)
            weights.norm(f"blk.{i}.ssm_d", n_ssm)
            weights.norm(f"blk.{i}.ssm_norm.weight", d_inner)
            weights.matrix(f"blk.{i}.ssm_out.weight", n_embd, d_inner, 0.7)
            weights.reshape(f"blk.{i}.ssm_conv1d.bias", n_conv)
            weights.reshape(f"blk.{i}.ssm_a", n_ssm, 1)
            weights.reshape(f"blk.{i}.ssm_d", n_ssm, 1)
            weights.reshape(f"blk.{i}.ssm_norm.weight", 1, d_inner)
        weights.norm(f"blk.{i}.ffn_norm.weight", n_embd)
        _feed_forward(weights, i, n_embd, n_ff)
    write_gguf(path, metadata | (_byte_tokenizer() if text else {}), weights.tensors)


def make_qwen35(path: Path, n_head: int, n_head_kv: int, attention: list[bool], *, text: bool = False) -> None:
    """A qwen35 model: layers with ``attention`` (gated), the others gated delta nets."""
    n_layer, n_embd, n_ff = len(attention), 192, 256
    d_head, n_keys, n_values = 32, 2, 4
    n_conv = (2 * n_keys + n_values) * d_head
    metadata = _metadata("qwen35", n_layer, n_embd, n_ff, n_head, n_head_kv)
    metadata |= {
        "qwen35.attention.recurrent_layers": [not attends for attends in attention],
        "qwen35.rope.dimension_sections": [11, 11, 10, 0],
        "qwen35.ssm.conv_kernel": 4,
        "qwen35.ssm.inner_size": n_values * d_head,
        "qwen35.ssm.state_size": d_head,
        "qwen35.ssm.time_step_rank": n_values,
        "qwen35.ssm.group_count": n_keys,
    }
    weights = _Weights(path.stem)
    _ends(weights, n_embd)
    for i, attends in enumerate(attention):
        weights.norm(f"blk.{i}.attn_norm.weight", n_embd)
        weights.norm(f"blk.{i}.post_attention_norm.weight", n_embd)
        if attends:
            _attention(weights, i, n_embd, n_head, n_head_kv, gated=True)
            weights.norm(f"blk.{i}.attn_q_norm.weight", HEAD_SIZE, 1.4)
            weights.norm(f"blk.{i}.attn_k_norm.weight", HEAD_SIZE, 1.4)
        else:
            weights.matrix(f"blk.{i}.attn_qkv.weight", n_conv, n_embd, 1.0)
            weights.matrix(f"blk.{i}.attn_gate.weight", n_values * d_head, n_embd, 1.0)
            weights.matrix(f"blk.{i}.ssm_conv1d.weight", n_conv, 4, 1.0)
            weights.norm(f"blk.{i}.ssm_dt.bias", n_values, 0.5)
            weights.norm(f"blk.{i}.ssm_a", n_values, -0.2)
            weights.matrix(f"blk.{i}.ssm_beta.weight", n_values, n_embd, 1.0)
            weights.matrix(f"blk.{i}.ssm_alpha.weight", n_values, n_embd, 1.0)
            weights.norm(f"blk.{i}.ssm_norm.weight", d_head)
            weights.matrix(f"blk.{i}.ssm_out.weight", n_embd, n_values * d_head, 1.0)
        _feed_forward(weights, i, n_embd, n_ff)
    write_gguf(path, metadata | (_byte_tokenizer() if text else {}), weights.tensors)


def make_gemma4(path: Path, n_head: int, n_head_kv: int, window: int) -> None:
    """A gemma4 model whose last three layers have no K and V: two read the last full layer's, one the last other's."""
    sliding = [True, False, True, False, False, True, False]
    n_layer, n_embd, n_ff, n_shared = len(sliding), 192, 256, 3
    metadata = _metadata("gemma4", n_layer, n_embd, n_ff, n_head, n_head_kv)
    metadata["gemma4.attention.sliding_window"] = window
    metadata["gemma4.attention.sliding_window_pattern"] = sliding
    metadata["gemma4.attention.shared_kv_layers"] = n_shared
    metadata["gemma4.attention.key_length_swa"] = HEAD_SIZE
    metadata["gemma4.attention.value_length_swa"] = HEAD_SIZE
    metadata["gemma4.rope.dimension_count_swa"] = HEAD_SIZE
    metadata["gemma4.embedding_length_per_layer_input"] = 0
    weights = _Weights(path.stem)
    _layers(weights, n_layer, n_embd, n_ff, n_head, n_head_kv)
    weights.tensors["token_embd.weight"] /= n_embd**0.5
    weights.tensors["rope_freqs.weight"] = np.ones(HEAD_SIZE // 2, dtype=np.float32)
    for i in range(n_layer):
        # logits are not scaled: norms make them as large as in the other models
        weights.norm(f"blk.{i}.attn_q_norm.weight", HEAD_SIZE, 0.5)
        if i < n_layer - n_shared:
            weights.norm(f"blk.{i}.attn_k_norm.weight", HEAD_SIZE, 0.5)
        else:
            for name in ("k", "v"):
                del weights.tensors[f"blk.{i}.attn_{name}.weight"]
        weights.norm(f"blk.{i}.post_attention_norm.weight", n_embd, 0.5)
        weights.norm(f"blk.{i}.post_ffw_norm.weight", n_embd, 0.3)
    write_gguf(path, metadata, weights.tensors)


def make_gemma4_assistant(path: Path, n_head: int, n_head_kv: int, window: int) -> None:
    """A gemma4-assistant model, which drafts for the gemma4 one: two layers that read that model's keys and values."""
    sliding = [True, False]
    n_layer, n_embd, n_embd_out, n_ff = len(sliding), 64, 192, 128
    metadata = _metadata("gemma4-assistant", n_layer, n_embd, n_ff, n_head, n_head_kv)
    metadata["gemma4-assistant.embedding_length_out"] = n_embd_out
    metadata["gemma4-assistant.nextn_predict_layers"] = n_layer
    metadata["gemma4-assistant.attention.sliding_window"] = window
    metadata["gemma4-assistant.attention.sliding_window_pattern"] = sliding
    metadata["gemma4-assistant.attention.key_length_swa"] = HEAD_SIZE
    metadata["gemma4-assistant.attention.value_length_swa"] = HEAD_SIZE
    metadata["gemma4-assistant.rope.dimension_count_swa"] = HEAD_SIZE
    weights = _Weights(path.stem)
    _layers(weights, n_layer, n_embd, n_ff, n_head, n_head_kv)
    del weights.tensors["output.weight"]
    weights.tensors["rope_freqs.weight"] = np.ones(HEAD_SIZE // 2, dtype=np.float32)
    weights.matrix("nextn.pre_projection.weight", n_embd, 2 * n_embd_out, 1.0)
    weights.matrix("nextn.post_projection.weight", n_embd_out, n_embd, 1.0)
    for i in range(n_layer):
        for name in ("k", "v"):
            del weights.tensors[f"blk.{i}.attn_{name}.weight"]
        weights.norm(f"blk.{i}.attn_q_norm.weight", HEAD_SIZE, 0.5)
        weights.norm(f"blk.{i}.post_attention_norm.weight", n_embd, 0.5)
        weights.norm(f"blk.{i}.post_ffw_norm.weight", n_embd, 0.3)
        weights.norm(f"blk.{i}.layer_output_scale.weight", 1)
    write_gguf(path, metadata, weights.tensors)


def make_deepseek2(path: Path, n_layer: int, n_head: int, *, text: bool = False) -> None:
    """A deepseek2 model without experts: one latent of 64 numbers per token for all heads, and 32 that RoPE rotates.

    ``text``: with a tokenizer of bytes.
    """
    n_embd, n_ff, n_latent, n_rope, n_nope = 192, 256, HEAD_SIZE, 32, 32
    metadata = _metadata("deepseek2", n_layer, n_embd, n_ff, n_head, 1)
    metadata["deepseek2.attention.key_length"] = n_latent + n_rope
    metadata["deepseek2.attention.value_length"] = n_latent
    metadata["deepseek2.attention.key_length_mla"] = n_nope + n_rope
    metadata["deepseek2.attention.value_length_mla"] = HEAD_SIZE
    metadata["deepseek2.attention.q_lora_rank"] = 64
    metadata["deepseek2.attention.kv_lora_rank"] = n_latent
    metadata["deepseek2.rope.dimension_count"] = n_rope
    metadata["deepseek2.leading_dense_block_count"] = n_layer
    metadata["deepseek2.expert_feed_forward_length"] = n_ff
    metadata["deepseek2.expert_shared_count"] = 0
    if text:
        metadata |= _byte_tokenizer()
    weights = _Weights(path.stem)
    _layers(weights, n_layer, n_embd, n_ff, n_head, n_head)
    for i in range(n_layer):
        for name in ("q", "k", "v"):
            del weights.tensors[f"blk.{i}.attn_{name}.weight"]
        weights.matrix(f"blk.{i}.attn_q_a.weight", 64, n_embd, 1.0)
        weights.norm(f"blk.{i}.attn_q_a_norm.weight", 64)
        weights.matrix(f"blk.{i}.attn_q_b.weight", n_head * (n_nope + n_rope), 64, 1.4)
        weights.matrix(f"blk.{i}.attn_kv_a_mqa.weight", n_latent + n_rope, n_embd, 1.4)
        weights.norm(f"blk.{i}.attn_kv_a_norm.weight", n_latent)
        weights.matrix("k", n_head * n_latent, n_nope, 1.4 * (n_nope / n_latent) ** 0.5)
        weights.tensors[f"blk.{i}.attn_k_b.weight"] = weights.tensors.pop("k").reshape(n_head, n_latent, n_nope)
        weights.matrix("v", n_head * HEAD_SIZE, n_latent, 1.0)
        weights.tensors[f"blk.{i}.attn_v_b.weight"] = weights.tensors.pop("v").reshape(n_head, HEAD_SIZE, n_latent)
    write_gguf(path, metadata, weights.tensors)


def make_gpt_oss(path: Path, n_layer: int, n_head: int, n_head_kv: int, window: int) -> None:
    """A gpt-oss model: attention sinks in all layers, a sliding window in every second one, two experts, both used."""
    n_embd, n_ff, n_expert = 192, 128, 2
    metadata = _metadata("gpt-oss", n_layer, n_embd, n_ff, n_head, n_head_kv)
    metadata["gpt-oss.attention.sliding_window"] = window
    metadata["gpt-oss.attention.sliding_window_pattern"] = [i % 2 == 0 for i in range(n_layer)]
    metadata["gpt-oss.expert_count"] = n_expert
    metadata["gpt-oss.expert_used_count"] = n_expert
    metadata["gpt-oss.expert_feed_forward_length"] = n_ff
    weights = _Weights(path.stem)
    _ends(weights, n_embd)
    for i in range(n_layer):
        weights.norm(f"blk.{i}.attn_norm.weight", n_embd)
        weights.norm(f"blk.{i}.post_attention_norm.weight", n_embd)
        for name, n_out in (("q", n_head * HEAD_SIZE), ("k", n_head_kv * HEAD_SIZE), ("v", n_head_kv * HEAD_SIZE)):
            weights.matrix(f"blk.{i}.attn_{name}.weight", n_out, n_embd, 1.0 if name == "v" else 1.4)
            weights.bias(f"blk.{i}.attn_{name}.bias", n_out)
        weights.matrix(f"blk.{i}.attn_output.weight", n_embd, n_head * HEAD_SIZE, 1.5)
        weights.bias(f"blk.{i}.attn_output.bias", n_embd)
        # from hardly any weight to about that of all rows
        weights.tensors[f"blk.{i}.attn_sinks.weight"] = np.linspace(0.0, 6.0, n_head, dtype=np.float32)
        weights.matrix(f"blk.{i}.ffn_gate_inp.weight", n_expert, n_embd, 1.0)
        weights.bias(f"blk.{i}.ffn_gate_inp.bias", n_expert)
        for name, n_out, n_in in (("gate", n_ff, n_embd), ("up", n_ff, n_embd), ("down", n_embd, n_ff)):
            for expert in range(n_expert):
                weights.matrix(f"{name}{expert}", n_out, n_in, 0.7)
            parts = [weights.tensors.pop(f"{name}{expert}") for expert in range(n_expert)]
            weights.tensors[f"blk.{i}.ffn_{name}_exps.weight"] = np.stack(parts)
            weights.tensors[f"blk.{i}.ffn_{name}_exps.bias"] = np.zeros((n_expert, n_out), dtype=np.float32)
    write_gguf(path, metadata, weights.tensors)


def _byte_characters() -> list[str]:
    """The character that byte-level BPE writes for each byte."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    table = {byte: chr(byte) for byte in printable} | {byte: chr(0x100 + i) for i, byte in enumerate(others)}
    return [table[byte] for byte in range(256)]


def _byte_tokenizer() -> dict[str, Any]:
    """One token per byte, byte 0 ends a reply."""
    return {
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "gpt-2",
        "tokenizer.ggml.tokens": _byte_characters(),
        "tokenizer.ggml.merges": ["\u0100 \u0100"],  # two zero bytes: a table of merges must not be empty
        "tokenizer.ggml.eos_token_id": 0,
        "tokenizer.ggml.add_bos_token": False,
    }


def make_text(path: Path, n_layer: int = 3, n_head: int = 6, n_head_kv: int = 2) -> None:
    """A llama model that can read text: one token per byte. For tests that need a tokenizer."""
    shape = (n_layer, 192, 256, n_head, n_head_kv)
    metadata = _metadata("llama", *shape) | _byte_tokenizer()
    weights = _Weights(path.stem)
    _layers(weights, *shape)
    write_gguf(path, metadata, weights.tensors)


def _heads(n_head: int, n_head_kv: int, *, of: int) -> dict[str, Any]:
    """Metadata by which weights that were made for heads of ``HEAD_SIZE`` are those of fewer, larger ones."""
    sizes = {"attention__key_length": of, "attention__value_length": of, "rope__dimension_count": of}
    return {"attention__head_count": n_head, "attention__head_count_kv": n_head_kv, **sizes}


def make_all(folder: Path) -> list[Path]:
    """Write every model into ``folder``; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    names = ["gqa1", "gqa3", "gqa7", "iswa", "shortconv", "mamba2", "deltanet", "sinks", "shared", "latent"]
    names += ["nope", "tempered", "mrope", "alibi", "wide", "drafts", "odd", "partial"]
    paths = [folder / f"{name}.gguf" for name in names]
    make_llama(paths[0], n_layer=3, n_head=4, n_head_kv=4)
    make_llama(paths[1], n_layer=3, n_head=6, n_head_kv=2)
    make_llama(paths[2], n_layer=2, n_head=14, n_head_kv=2)
    make_gemma3(paths[3], n_layer=4, n_head=4, n_head_kv=2, window=32)
    make_lfm2(paths[4], n_head=4, n_head_kv=2, attention=[False, True, False, True])
    make_granitehybrid(paths[5], n_head=6, n_head_kv=2, attention=[False, True, False, True])
    make_qwen35(paths[6], n_head=6, n_head_kv=2, attention=[False, True, False, True])
    make_gpt_oss(paths[7], n_layer=4, n_head=6, n_head_kv=2, window=32)
    make_gemma4(paths[8], n_head=4, n_head_kv=2, window=32)
    make_deepseek2(paths[9], n_layer=6, n_head=4)
    make_llama(paths[10], 4, 6, 2, "smollm3")
    original: dict[str, Any] = {"rope__scaling__original_context_length": 16}
    make_llama(paths[11], 3, 6, 2, "mistral3", attention__temperature_scale=0.4, **original)
    make_llama(paths[12], 2, 3, 1, "qwen2vl", rope__dimension_sections=[8, 12, 12, 0])
    make_mpt(paths[13], n_layer=2, n_head=3)
    make_llama(paths[14], 2, 64, 16, **_heads(32, 8, of=128))  # those of an 8B model
    make_gemma4_assistant(paths[15], n_head=4, n_head_kv=2, window=32)
    make_llama(paths[16], 3, 9, 3, **_heads(6, 2, of=96))  # as Phi-3 has them
    make_stablelm(paths[17], n_layer=2, n_head=3)
    return paths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the models are written")
    for path in make_all(parser.parse_args().folder):
        print(path)


if __name__ == "__main__":
    main()
