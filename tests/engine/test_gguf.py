"""Reading model headers: right about good files, unmoved by bad ones."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from engine.errors import BadModelFile, IncompleteModelFile
from engine.gguf.facts import layers
from engine.gguf.ggml_types import IN_FILES
from engine.gguf.header import display_name, read_facts, read_header
from engine.gguf.reader import SkippedArray
from engine.sizing.cache import cache_bytes
from engine.texts import english
from tests.effort import dear
from tests.engine.gguf_files import LLAMA, gguf, gguf_of, write
from tests.unreachable import shut


def test_facts_of_a_small_model(tmp_path: Path) -> None:
    facts = read_facts(write(tmp_path, gguf()))
    assert (facts.name, facts.architecture, facts.quantization) == ("Tiny", "llama", "F16")
    assert (facts.n_layer, facts.n_head, facts.n_head_kv, facts.n_ctx_train) == (2, 4, 2, 512)
    assert facts.kv_bytes_per_token == 2 * 2 * (16 + 16) * 2
    assert facts.parameters == 2 * 32 * 4
    assert facts.compactable and facts.has_template and len(facts.fingerprint) == 64


def test_every_cut_of_a_file_is_found(tmp_path: Path) -> None:
    whole = gguf()
    for i in range(50):
        path = write(tmp_path, whole[: len(whole) * i // 50])
        with pytest.raises(BadModelFile):
            read_facts(path)
    with pytest.raises(BadModelFile, match="incomplete"):
        read_facts(write(tmp_path, whole[:-1]))


@dear(100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=st.lists(st.tuples(st.integers(0, 900), st.integers(0, 255)), min_size=1, max_size=8))
def test_damage_never_raises_anything_else(tmp_path: Path, edits: list[tuple[int, int]]) -> None:
    data = bytearray(gguf())
    for at, byte in edits:
        data[at % len(data)] = byte
    try:
        read_facts(write(tmp_path, bytes(data)))
    except BadModelFile:
        pass


def test_sizes_that_cannot_be_are_not_allocated(tmp_path: Path) -> None:
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, 1)
    array = struct.pack("<Q", 1) + b"k" + struct.pack("<IIQ", 9, 4, 2**60)
    string = struct.pack("<Q", 1) + b"k" + struct.pack("<IQ", 8, 2**60)
    tensors = b"GGUF" + struct.pack("<IQQ", 3, 2**40, 0)
    for data in (head + array, head + string, tensors, head + struct.pack("<Q", 2**50)):
        with pytest.raises(BadModelFile):
            read_header(write(tmp_path, data))


def test_a_cut_file_tells_the_size_of_the_whole(tmp_path: Path) -> None:
    whole = gguf(tensors=8)
    path = tmp_path / "cut.gguf"
    path.write_bytes(whole[: len(whole) - 5 * 256])
    with pytest.raises(BadModelFile, match=f"{len(whole) - 5 * 256:,} of at least {len(whole):,} bytes"):
        read_header(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "pipe.gguf"
    os.mkfifo(path)
    with pytest.raises(BadModelFile, match="no file"):
        read_facts(path)


def test_other_files_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BadModelFile, match="isn't a GGUF"):
        read_facts(write(tmp_path, b"PK\x03\x04 something else"))
    with pytest.raises(BadModelFile, match="isn't a GGUF"):
        read_facts(write(tmp_path, b""))
    with pytest.raises(BadModelFile, match="version 1"):
        read_facts(write(tmp_path, gguf(version=1)))
    with pytest.raises(BadModelFile, match="big-endian"):
        read_facts(write(tmp_path, b"GGUF" + struct.pack(">IQQ", 3, 0, 0)))
    with pytest.raises(BadModelFile, match="Can't read"):
        read_facts(tmp_path / "missing.gguf")
    with pytest.raises(BadModelFile, match="without a model architecture"):
        read_facts(write(tmp_path, gguf({"general.name": "x"}, tensors=0)))


@pytest.mark.parametrize(("begin", "arriving"), [(b"", True), (b"GG", True), (b"GX", False), (b"PK", False)])
def test_a_file_that_only_began_is_one_that_may_still_come(tmp_path: Path, begin: bytes, arriving: bool) -> None:
    with pytest.raises(BadModelFile) as raised:
        read_facts(write(tmp_path, begin))
    assert isinstance(raised.value, IncompleteModelFile) == arriving


def test_long_arrays_are_counted_not_kept(tmp_path: Path) -> None:
    header = read_header(write(tmp_path, gguf({**LLAMA, "tokenizer.ggml.tokens": ["ab"] * 20000})))
    assert header.metadata["tokenizer.ggml.tokens"] == SkippedArray(20000, 8)
    assert header.metadata["tokenizer.chat_template"] == "{{ messages }}"


def _arch(name: str, **more: Any) -> dict[str, Any]:
    renamed = {key.replace("llama.", f"{name}."): item for key, item in LLAMA.items()}
    return {**renamed, "general.architecture": name, **{f"{name}.{key}": item for key, item in more.items()}}


@pytest.mark.parametrize(
    ("metadata", "word"),
    [
        (_arch("mamba"), "don't have a KV cache"),
        (_arch("rwkv7"), "don't have a KV cache"),
        (_arch("qwen4exp"), "doesn't support"),
        (_arch("glm-dsa", **{"attention.kv_lora_rank": 512}), "index"),
        (_arch("mpt", **{"attention.max_alibi_bias": 8.0}), "ALiBi"),
        (_arch("bert"), "Encoder"),
    ],
)
def test_what_cannot_be_compacted_says_why(tmp_path: Path, metadata: dict[str, Any], word: str) -> None:
    facts = read_facts(write(tmp_path, gguf(metadata)))
    assert not facts.compactable and word in english.sentence(facts.why_not)


def test_latent_attention_beside_recurrent_layers_can_be_compacted(tmp_path: Path) -> None:
    latent = {"attention.kv_lora_rank": 512, "attention.key_length_mla": 192}
    assert read_facts(write(tmp_path, gguf(_arch("kimi-linear", **latent)))).compactable


def test_sliding_layers_do_not_count_as_growing(tmp_path: Path) -> None:
    metadata = _arch("gemma3", **{"attention.sliding_window": 1024}) | {"gemma3.block_count": 12}
    path = write(tmp_path, gguf(metadata))
    windows = [layer.window for layer in layers(read_header(path))]
    assert windows == ([1024] * 5 + [0]) * 2
    facts = read_facts(path)
    assert facts.compactable
    assert facts.kv_bytes_per_token == 2 * 2 * (16 + 16) * 2


def test_attention_sinks_can_be_compacted(tmp_path: Path) -> None:
    facts = read_facts(write(tmp_path, gguf(_arch("gpt-oss", **{"attention.sliding_window": 128}))))
    assert facts.compactable
    assert facts.kv_bytes_per_token == 2 * (16 + 16) * 2  # of two layers one has a window


def test_latent_attention_keeps_keys_alone(tmp_path: Path) -> None:
    latent = {"attention.kv_lora_rank": 512, "attention.key_length": 576, "attention.value_length": 512}
    absorbed = {"attention.key_length_mla": 192, "attention.value_length_mla": 128, "attention.head_count_kv": 1}
    facts = read_facts(path := write(tmp_path, gguf(_arch("deepseek2", **latent, **absorbed))))
    assert facts.compactable
    assert [(layer.n_head_kv, layer.d_k, layer.d_v) for layer in layers(read_header(path))] == [(1, 576, 0)] * 2
    assert facts.kv_bytes_per_token == 2 * 576 * 2


def test_layers_that_read_others_rows_take_no_memory(tmp_path: Path) -> None:
    shared = {"attention.shared_kv_layers": 3, "attention.sliding_window_pattern": [True, False] * 4}
    gemma4 = _arch("gemma4", **{"attention.sliding_window": 64}, **shared) | {"gemma4.block_count": 8}
    facts = read_facts(path := write(tmp_path, gguf(gemma4)))
    assert [layer.n_head_kv for layer in layers(read_header(path))] == [2] * 5 + [0] * 3
    assert facts.compactable
    assert facts.kv_bytes_per_token == 2 * 2 * (16 + 16) * 2  # layers 1 and 3
    gemma3n = _arch("gemma3n") | {"gemma3n.block_count": 30}
    assert [layer.n_head_kv for layer in layers(read_header(write(tmp_path, gguf(gemma3n))))] == [2] * 20 + [0] * 10


def test_heads_may_differ_per_layer(tmp_path: Path) -> None:
    metadata = LLAMA | {"llama.attention.head_count_kv": [0, 4]}
    assert [layer.n_head_kv for layer in layers(read_header(write(tmp_path, gguf(metadata))))] == [0, 4]


@pytest.mark.parametrize(
    ("metadata", "kv_heads", "states"),
    [
        (
            _arch("lfm2", **{"attention.head_count_kv": [0, 2], "shortconv.l_cache": 3}),
            [0, 2], [64 * 2 * 4, 0],
        ),
        (
            _arch("falcon-h1", **{"ssm.conv_kernel": 4, "ssm.inner_size": 32, "ssm.state_size": 16,
                                  "ssm.group_count": 1}),
            [2, 2], [(3 * (32 + 2 * 16) + 32 * 16) * 4] * 2,
        ),
        (
            _arch("qwen35", **{"block_count": 5, "nextn_predict_layers": 1, "ssm.conv_kernel": 4, "ssm.inner_size": 32,
                               "ssm.state_size": 16, "ssm.group_count": 2}),
            [0, 0, 0, 2, 0], [(3 * (32 + 4 * 16) + 32 * 16) * 4] * 3 + [0, 0],
        ),
        (
            _arch("nemotron_h", **{"block_count": 3, "attention.head_count_kv": [0, 0, 2],
                                   "feed_forward_length": [0, 128, 0], "ssm.inner_size": 32, "ssm.state_size": 16}),
            [0, 0, 2], [32 * 16 * 4, 0, 0],
        ),
        (_arch("rwkv7", **{"wkv.head_size": 8}), [0, 0], [64 * (2 + 8) * 4] * 2),
    ],
)  # fmt: skip
def test_recurrent_layers_have_a_state_and_no_cells(
    tmp_path: Path, metadata: dict[str, Any], kv_heads: list[int], states: list[int]
) -> None:
    path = write(tmp_path, gguf(metadata))
    found = layers(read_header(path))
    assert [layer.n_head_kv for layer in found] == kv_heads
    assert [layer.state for layer in found] == states
    assert read_facts(path).compactable == any(kv_heads)
    few, many = (cache_bytes(found, n) for n in (1024, 4096))
    assert (many > few) == any(kv_heads), "a state does not grow"
    assert few >= sum(states)


def test_split_models_need_all_parts(tmp_path: Path) -> None:
    split = {**LLAMA, "split.count": 2}
    first = write(tmp_path, gguf(split), "big-00001-of-00002.gguf")
    with pytest.raises(BadModelFile, match="Part 2 of 2"):
        read_facts(first)
    second = write(tmp_path, gguf({"split.count": 2}, tensors=1), "big-00002-of-00002.gguf")
    assert read_facts(first).parameters == 3 * 32 * 4
    assert read_facts(second).fingerprint == read_facts(first).fingerprint
    with pytest.raises(BadModelFile, match="its name"):
        read_facts(write(tmp_path, gguf(split), "renamed.gguf"))


def test_a_part_that_cannot_be_reached_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = write(tmp_path, gguf({**LLAMA, "split.count": 2}), "big-00001-of-00002.gguf")
    shut(monkeypatch, tmp_path / "big-00002-of-00002.gguf")
    with pytest.raises(BadModelFile, match="Part 2 of 2"):
        read_facts(first)


def test_the_fingerprint_knows_the_content_not_the_name(tmp_path: Path) -> None:
    whole = gguf()
    one = read_facts(write(tmp_path, whole, "a.gguf")).fingerprint
    assert read_facts(write(tmp_path, whole, "b.gguf")).fingerprint == one
    assert read_facts(write(tmp_path, whole[:-1] + b"\x07", "c.gguf")).fingerprint != one
    assert read_facts(write(tmp_path, gguf({**LLAMA, "general.name": "Tinx"}), "d.gguf")).fingerprint != one


@pytest.mark.parametrize("at", [0.0, 0.5, 1.0])
def test_models_of_one_header_are_told_apart_by_their_weights(tmp_path: Path, at: float) -> None:
    """Two trainings of one model differ in nothing else, and what is saved of one is not for the other."""
    data = bytearray(gguf_of(LLAMA, {"blk.0.weight": 4 << 20}))
    before = read_facts(write(tmp_path, bytes(data))).fingerprint
    start = len(data) - (4 << 20)
    data[start + round(at * ((4 << 20) - 1))] ^= 1
    assert read_facts(write(tmp_path, bytes(data))).fingerprint != before


def test_block_sizes_are_those_of_the_library() -> None:
    from gguf.constants import GGML_QUANT_SIZES

    theirs = {int(kind): size for kind, size in GGML_QUANT_SIZES.items()}
    only_while_computing = {9, 15}  # Q8_1 and Q8_K are never stored
    assert set(theirs) - only_while_computing <= set(IN_FILES)
    assert {kind: size for kind, size in IN_FILES.items() if kind in theirs} == {
        kind: size for kind, size in theirs.items() if kind in IN_FILES
    }


@pytest.mark.model
def test_the_reader_agrees_with_the_reference(starter_path: Path) -> None:
    from tests.changed_models import read

    reference, ours = read(starter_path), read_header(starter_path)
    assert [(t.name, tuple(map(int, t.shape)), int(t.tensor_type), int(t.data_offset), int(t.n_bytes)) for t in
            reference.tensors] == [(t.name, t.shape, t.type, t.offset, t.size) for t in ours.tensors]  # fmt: skip
    for name, field in reference.fields.items():
        if name.startswith("GGUF."):
            continue
        kept = ours.metadata[name]
        if isinstance(kept, SkippedArray):
            assert kept.length == len(field.data)
        else:
            assert kept == pytest.approx(field.contents())


@pytest.mark.parametrize(
    ("general_name", "file_name", "shown"),
    [
        ("Tiny", "whatever.gguf", "Tiny"),
        ("Smollm2 135M 8k Lc100K Mix1 Ep2", "SmolLM2-135M-Instruct.Q4_1.gguf", "SmolLM2-135M-Instruct"),
        ("", "Qwen3-4B-Q4_K_M-00001-of-00003.gguf", "Qwen3-4B"),
        ("", "model-F16.gguf", "model"),
        ("", "Q4_K_M.gguf", "Q4_K_M"),
        ("Two\nlines", "model.gguf", "Two lines"),
        (" \n", "model.gguf", "model"),
        ("x" * (1 << 20), "model.gguf", "model"),
    ],
    ids=lambda value: value[:20],
)
def test_a_model_goes_by_its_name_or_by_its_file(general_name: str, file_name: str, shown: str) -> None:
    assert display_name(general_name, Path(file_name)) == shown
