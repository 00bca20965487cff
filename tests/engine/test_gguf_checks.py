"""Headers that cannot be true are refused before a load, with a sentence; those of real files are not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadModelFile
from engine.gguf.checks import check_consistent
from engine.gguf.reader import GgufHeader, Tensor
from native import architectures

SIZES = {"block_count": 2, "embedding_length": 64, "attention.head_count": 4, "attention.head_count_kv": 2}


def header(arch: str, tensors: dict[str, tuple[int, ...]] | None = None, **changed: Any) -> GgufHeader:
    metadata = {"general.architecture": arch}
    metadata |= {f"{arch}.{key}": value for key, value in {**SIZES, **changed}.items()}
    listed = tuple(Tensor(name, shape, 0, 0, 0) for name, shape in (tensors or {}).items())
    return GgufHeader(Path("x.gguf"), 3, metadata, listed, 0, 0)


def refusal(*parts: GgufHeader) -> str:
    with pytest.raises(BadModelFile) as error:
        check_consistent(parts)
    return error.value.message


def test_what_fits_together_passes():
    tensors = {"token_embd.weight": (64, 1000), "blk.0.attn_k.weight": (64, 32), "blk.1.attn_k.weight": (64, 32)}
    check_consistent([header("llama", tensors)])
    check_consistent([header("mamba", {"blk.0.ssm_a": (8, 8)}, **{"ssm.inner_size": 64, "ssm.state_size": 8})])


@pytest.mark.parametrize(("heads_kv", "said"), [(3, "3 KV"), (8, "8 KV"), (65536, "65,536 KV")])
def test_head_counts_that_do_not_divide(heads_kv, said):
    assert said in refusal(header("llama", **{"attention.head_count_kv": heads_kv}))


def test_a_list_of_head_counts_of_which_one_does_not_divide():
    assert "4 query heads can't share 3" in refusal(header("llama", **{"attention.head_count_kv": [2, 3]}))


def test_more_heads_than_the_tensors_have_rows():
    said = refusal(header("llama", {"blk.0.attn_k.weight": (64, 32)}, **{"attention.head_count_kv": 4}))
    assert "blk.0.attn_k.weight" in said and "32" in said and "64" in said


def test_an_embedding_of_another_width():
    assert "token_embd.weight" in refusal(header("llama", {"token_embd.weight": (128, 1000)}))


def test_an_embedding_without_dimensions():
    said = refusal(header("llama", {"token_embd.weight": ()}))
    assert "token_embd.weight" in said and "1" in said and "64" in said


def test_tensors_of_a_later_part_count():
    assert "attn_k" in refusal(header("llama"), header("llama", {"blk.1.attn_k.weight": (64, 64)}))


def test_recurrent_tensors_where_the_architecture_attends():
    said = refusal(header("llama", {"blk.0.ssm_a": (8, 8)}))
    assert "llama" in said and "blk.0.ssm_a" in said


def test_attention_tensors_where_the_architecture_is_recurrent():
    sizes = {"ssm.inner_size": 64, "ssm.state_size": 8, "ssm.conv_kernel": 4}
    assert "blk.0.attn_qkv.weight" in refusal(header("mamba", {"blk.0.attn_qkv.weight": (64, 128)}, **sizes))


@pytest.mark.parametrize("arch", ["gemma2", "gpt-oss", "gemma3n"])
def test_a_window_of_nothing(arch):
    assert "sliding window" in refusal(header(arch, **{"attention.sliding_window": 0}))


def test_a_window_of_nothing_means_none_where_windows_are_optional():
    check_consistent([header("gemma3", **{"attention.sliding_window": 0})])


@pytest.mark.parametrize(
    "one", [one for one in architectures.read_facts() if one.tensors], ids=lambda one: f"{one.name}-{one.experts}"
)
def test_no_architecture_of_llama_cpp_is_refused(one):
    tensors = tuple(Tensor(name, tuple(shape), 0, 0, 0) for name, shape in one.tensors.items())
    metadata = {"general.architecture": one.name, **one.metadata}
    check_consistent([GgufHeader(Path("x.gguf"), 3, metadata, tensors, 0, 0)])
