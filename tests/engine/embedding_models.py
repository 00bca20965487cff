"""Tiny random embedding models: encoders of one size, by their architecture and how they pool."""

from __future__ import annotations

import string
from pathlib import Path

import numpy as np
from gguf import GGUFWriter, PoolingType, TokenType

N_EMBD, N_FF, N_HEAD, N_LAYER, N_CTX = 32, 64, 2, 2, 1024
WORDS = ["the", "boat", "heron", "river", "came", "home", "under", "of", "year", "old", "red", "stone", "house", "bird"]


def _vocabulary() -> tuple[list[str], list[int]]:
    """Marks, letters at the beginning of a word and inside of one, and words."""
    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    letters = list(string.ascii_lowercase + string.digits + ".,!?'")
    tokens = [*marks, *(f"\u2581{letter}" for letter in letters), *letters]
    tokens += [f"\u2581{word}" for word in WORDS]
    return tokens, [TokenType.CONTROL] * len(marks) + [TokenType.NORMAL] * (len(tokens) - len(marks))


def embedding_model(path: Path, arch: str = "bert", pooling: PoolingType | None = PoolingType.MEAN) -> Path:
    """Write such a model; ``pooling`` None: its file doesn't say."""
    rng = np.random.default_rng(7)
    writer = GGUFWriter(path, arch)
    writer.add_name(f"Tiny {arch}")
    writer.add_context_length(N_CTX)
    writer.add_embedding_length(N_EMBD)
    writer.add_feed_forward_length(N_FF)
    writer.add_block_count(N_LAYER)
    writer.add_head_count(N_HEAD)
    writer.add_head_count_kv(N_HEAD)
    writer.add_layer_norm_eps(1e-12)
    writer.add_causal_attention(False)
    if pooling is not None:
        writer.add_pooling_type(pooling)
    if arch == "nomic-bert":
        writer.add_rope_freq_base(1000.0)
    tokens, types = _vocabulary()
    writer.add_tokenizer_model("bert")
    writer.add_token_list(tokens)
    writer.add_token_types(types)
    writer.add_token_type_count(2)
    for name, text in {"bos": "[CLS]", "eos": "[SEP]", "unk": "[UNK]", "sep": "[SEP]", "pad": "[PAD]"}.items():
        getattr(writer, f"add_{name}_token_id")(tokens.index(text))
    writer.add_mask_token_id(tokens.index("[MASK]"))

    def tensor(name: str, *shape: int) -> None:
        writer.add_tensor(name, rng.normal(0, 0.4, shape).astype(np.float32))

    def norm(name: str) -> None:
        writer.add_tensor(f"{name}.weight", rng.uniform(0.5, 1.5, N_EMBD).astype(np.float32))
        tensor(f"{name}.bias", N_EMBD)

    tensor("token_embd.weight", len(tokens), N_EMBD)
    tensor("token_types.weight", 2, N_EMBD)
    norm("token_embd_norm")
    if arch == "bert":
        tensor("position_embd.weight", N_CTX, N_EMBD)
    for i in range(N_LAYER):
        if arch == "bert":
            for part in ("attn_q", "attn_k", "attn_v"):
                tensor(f"blk.{i}.{part}.weight", N_EMBD, N_EMBD)
                tensor(f"blk.{i}.{part}.bias", N_EMBD)
        else:
            tensor(f"blk.{i}.attn_qkv.weight", 3 * N_EMBD, N_EMBD)
            tensor(f"blk.{i}.ffn_gate.weight", N_FF, N_EMBD)
        tensor(f"blk.{i}.attn_output.weight", N_EMBD, N_EMBD)
        tensor(f"blk.{i}.ffn_up.weight", N_FF, N_EMBD)
        tensor(f"blk.{i}.ffn_down.weight", N_EMBD, N_FF)
        if arch == "bert":
            tensor(f"blk.{i}.attn_output.bias", N_EMBD)
            tensor(f"blk.{i}.ffn_up.bias", N_FF)
            tensor(f"blk.{i}.ffn_down.bias", N_EMBD)
        norm(f"blk.{i}.attn_output_norm")
        norm(f"blk.{i}.layer_output_norm")
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
