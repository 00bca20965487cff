"""What a model will take, told before it is loaded: by its file, by a budget, by what earlier loads took."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main as command
from engine.errors import BadModelFile, ModelTooLarge
from engine.gguf.facts import LayerCache, layers, read_model
from engine.gguf.header import read_facts
from engine.gguf.reader import read_header
from engine.sizing import footprint
from engine.sizing.cache import SEQUENCES, cache_bytes, sequences_of
from engine.sizing.checkpoint_limits import checkpoint_bytes
from engine.sizing.estimate import estimate, sequences
from engine.sizing.file_sizes import FileSizes, reference_queries
from engine.sizing.sizes import parse_bytes, parse_disk_bytes
from engine.texts import english
from tests.engine.gguf_files import LLAMA, gguf, gguf_of, write

MB = 1 << 20


def model_file(folder: Path, **metadata: Any) -> Path:
    wide = {"llama.context_length": 32768, "llama.embedding_length": 1024, "llama.block_count": 8}
    return write(folder, gguf({**LLAMA, **wide, **{key.replace("__", "."): item for key, item in metadata.items()}}))


@pytest.mark.parametrize(
    ("text", "size"),
    [("512MB", 512 * MB), ("1.5 gb", 1536 * MB), ("25%", 250), ("4096", 4096), ("64k", 65536), ("2 GiB", 2048 * MB)],
)
def test_sizes_are_read_as_people_write_them(text: str, size: int) -> None:
    assert parse_bytes(text, free=1000) == size


@pytest.mark.parametrize(
    ("text", "size"), [("500MB", 5 * 10**8), ("1.5 gb", 15 * 10**8), ("20G", 2 * 10**10), ("2 GiB", 2048 * MB)]
)
def test_sizes_on_a_disk_are_in_units_of_disks(text: str, size: int) -> None:
    assert parse_disk_bytes(text) == size


@pytest.mark.parametrize("text", ["25%", "", "0", "much"])
def test_a_share_of_free_memory_is_no_size_on_a_disk(text: str) -> None:
    with pytest.raises(ValueError, match="write"):
        parse_disk_bytes(text)


@pytest.mark.parametrize("text", ["", "MB", "-3MB", "0", "0%", "12 parsecs", "1e9", "nan"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="write"):
        parse_bytes(text, free=1000)


@pytest.mark.parametrize("kv_type", ["f16", "q8_0"])
@pytest.mark.parametrize("budget", [40 * MB, 100 * MB, 129 * MB])
def test_a_budget_becomes_the_most_tokens_that_fit_it(tmp_path: Path, budget: int, kv_type: str) -> None:
    path = model_file(tmp_path)
    need = estimate(path, kv_type=kv_type, kv_budget=budget)
    assert need.kv <= budget < cache_bytes(layers(read_header(path)), need.n_ctx + 1, kv_type)
    assert need.note is None


def test_a_budget_that_is_too_little_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelTooLarge, match="512 tokens need") as raised:
        estimate(model_file(tmp_path), kv_budget=MB)
    assert raised.value.hint


def test_more_than_the_model_was_trained_for_is_not_given_and_said(tmp_path: Path) -> None:
    path = model_file(tmp_path)
    exact = estimate(path, 32768)
    assert (exact.n_ctx, exact.note) == (32768, None)
    tokens = estimate(path, 100_000)
    assert tokens.n_ctx == 32768
    assert "trained for 32,768" in english.sentence(tokens.note)
    assert "100,000" in english.sentence(tokens.note)
    budget = estimate(path, kv_budget=1 << 40)
    assert budget.n_ctx == 32768
    assert "trained for 32,768" in english.sentence(budget.note)


def test_a_file_that_scales_its_positions_allows_what_it_scales_to(tmp_path: Path) -> None:
    scaled = {"type": "yarn", "factor": 4.0, "original_context_length": 32768}
    path = model_file(tmp_path, **{f"llama.rope.scaling.{key}": item for key, item in scaled.items()})
    assert read_facts(path).n_ctx_train == 131072
    assert estimate(path, 100_000).n_ctx == 100_000


@pytest.mark.parametrize(
    "scaling",
    [
        {"type": "none", "factor": 4.0, "original_context_length": 32768},
        {"type": "yarn", "factor": 0.0, "original_context_length": 32768},
        {"type": "yarn", "factor": 1e30, "original_context_length": 32768},
        {"type": "yarn", "factor": "four", "original_context_length": 32768},
        {"type": "linear", "factor": 4.0},
        {"type": "yarn", "factor": 4.0, "original_context_length": 4096},  # the file's context has it in it already
    ],
)
def test_other_scaling_facts_change_nothing(tmp_path: Path, scaling: dict[str, Any]) -> None:
    path = model_file(tmp_path, **{f"llama.rope.scaling.{key}": item for key, item in scaling.items()})
    assert read_facts(path).n_ctx_train == 32768


@pytest.mark.parametrize("kind", ["no_vocab", "none"])
def test_a_file_without_a_vocabulary_is_refused(tmp_path: Path, kind: str) -> None:
    with pytest.raises(BadModelFile, match="no vocabulary") as raised:
        estimate(model_file(tmp_path, tokenizer__ggml__model=kind))
    assert raised.value.hint


@pytest.mark.parametrize(("group", "queries"), [(1, 1536), (3, 1536), (4, 1536), (7, 2688), (8, 3072), (128, 3072)])
def test_queries_are_of_enough_tokens_and_not_twice_as_many(group: int, queries: int) -> None:
    assert reference_queries(group) == queries


def test_queries_of_layers_that_attend_to_all_tokens_are_kept(tmp_path: Path) -> None:
    def sampled(heads_kv: list[int]) -> int:
        hybrid = {
            "general.architecture": "lfm2", "lfm2.block_count": len(heads_kv), "lfm2.context_length": 4096,
            "lfm2.embedding_length": 1024, "lfm2.attention.head_count": 4, "lfm2.attention.head_count_kv": heads_kv,
            "lfm2.shortconv.l_cache": 3,
        }  # fmt: skip
        path = write(tmp_path, gguf(hybrid))
        return FileSizes.of(read_model(path), read_facts(path)).sampled

    assert sampled([0, 2, 0, 0]) == sampled([2]) > 0


def test_a_context_shorter_than_a_window_does_not_fill_it() -> None:
    sliding, plain = LayerCache(2, 64, 64, 4096), LayerCache(2, 64, 64, 0)
    assert cache_bytes([sliding], 1024) == cache_bytes([plain], 1024)
    assert cache_bytes([sliding], 1 << 16) == cache_bytes([sliding], 1 << 17) < cache_bytes([plain], 1 << 16)


@pytest.mark.parametrize("costly", [LayerCache(2, 64, 64, 512), LayerCache(0, 64, 64, 0, 3 << 20)])
def test_chats_that_take_memory_of_their_own_are_no_more_than_are_counted(costly: LayerCache) -> None:
    plain = LayerCache(2, 64, 64, 0)
    assert (sequences([plain]), sequences([plain], 9), sequences([plain], 1)) == (SEQUENCES, 9, 1)
    assert sequences([plain, costly], 9) == sequences([plain, costly]) == sequences_of([plain, costly])
    assert sequences([plain, costly], 1) == 1


def test_checkpoints_of_chats_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = 3 << 20

    def layer(n_head_kv: int, window: int, state: int) -> LayerCache:
        return LayerCache(n_head_kv, 64, 64, window, state)

    plain, recurrent = layer(2, 0, 0), layer(0, 0, state)
    assert checkpoint_bytes([plain] * 4, 8192) == 0, "its context can be cut anywhere"
    assert checkpoint_bytes([plain, recurrent], 8192) == 16 * state
    assert checkpoint_bytes([plain, *[recurrent] * 20], 8192) == 256 * MB, "no more than that"
    assert checkpoint_bytes([plain, *[recurrent] * 60], 8192) == 2 * 60 * state, "two, however large"
    sliding = layer(2, 512, 0)
    assert checkpoint_bytes([plain, sliding], 8192) == 16 * 512 * 256 * 2
    assert checkpoint_bytes([plain, sliding], 256) == 16 * 256 * 256 * 2, "a short context does not fill it"
    assert checkpoint_bytes([plain, *[sliding] * 200], 8192) == 0, "none are kept of such windows"

    hybrid = {
        "general.architecture": "lfm2", "lfm2.block_count": 2, "lfm2.context_length": 4096,
        "lfm2.embedding_length": 1024, "lfm2.attention.head_count": 4, "lfm2.attention.head_count_kv": [0, 2],
        "lfm2.shortconv.l_cache": 3,
    }  # fmt: skip
    path = write(tmp_path, gguf(hybrid))
    each = checkpoint_bytes(layers(read_header(path)), 4096)
    with_them = estimate(path, 4096)
    monkeypatch.setattr("engine.sizing.file_sizes.checkpoint_bytes", lambda *_: 0)
    assert with_them.total - estimate(path, 4096).total == SEQUENCES * each > 0


@pytest.mark.parametrize("length", [2**31, 2**32 - 1])
def test_a_file_may_claim_no_more_tokens_than_there_are_positions(tmp_path: Path, length: int) -> None:
    path = model_file(tmp_path, **{"llama.context_length": length})
    assert read_facts(path).n_ctx_train == 2**31 - 1


def test_an_earlier_load_is_remembered_by_its_kind(tmp_path: Path) -> None:
    path = model_file(tmp_path)
    before = estimate(path, 4096)
    assert not before.learned
    footprint.save(before.facts.fingerprint, -1, footprint.Footprint(fixed=70 * MB, device=5 * MB))
    learned = estimate(path, 4096)
    assert learned.learned
    assert learned.total == 75 * MB + learned.kv
    assert learned.kv == before.kv
    assert not estimate(path, 4096, n_gpu_layers=0).learned


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'{"-1": 5}', b'{"-1": {"fixed": -4}}', b'{"-1": {"fixed": 1e300}}', b'{"-1": {"fixed": 0}}',
     b'{"-1": {"fixed": 5, "version": 99}}', b'{"-1": {"fixed": 9223372036854775807}}', bytes(range(256)),
     b'{"-1": {"fixed": 5, "x": ' + b"[" * 100_000],
)  # fmt: skip
def test_a_damaged_memory_of_loads_is_as_if_there_were_none(tmp_path: Path, content: bytes) -> None:
    path = model_file(tmp_path)
    fingerprint = estimate(path).facts.fingerprint
    footprint.save(fingerprint, -1, footprint.Footprint(70 * MB))
    (file,) = (tmp_path / "data" / "loads").iterdir()
    file.write_bytes(content)
    assert not estimate(path).learned
    footprint.save(fingerprint, -1, footprint.Footprint(80 * MB))
    assert estimate(path).learned


def test_a_fingerprint_that_is_no_file_name_is_not_used_as_one(tmp_path: Path) -> None:
    footprint.save("../outside", -1, footprint.Footprint(MB))
    assert footprint.load("../outside") is None
    assert not (tmp_path / "data").exists()


def test_the_command_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = model_file(tmp_path)
    assert command(["estimate", str(path), "--memory", "100MB", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["kv"] <= 100 * MB < told["kv"] * 1.1
    assert told["total"] == told["weights"] + told["kv"] + told["compute"]
    assert told["n_ctx"] % 256 == 0
    assert command(["estimate", str(path), "--n-ctx", "99999"]) == 0
    assert "trained for 32,768" in capsys.readouterr().out
    assert command(["estimate", str(path), "--memory", "1MB", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["error"] == "model_too_large"
    assert command(["estimate", str(path), "--memory", "1MB"]) == 1
    assert "A KV cache of 1 MB is too small" in capsys.readouterr().err
    assert command(["estimate", str(path), "--memory", "512MB"]) == 0
    assert "512 MB KV cache" in capsys.readouterr().out, "told as it was asked for"
    with pytest.raises(SystemExit):
        command(["estimate", str(path), "--memory", "much"])
    assert "512MB" in capsys.readouterr().err


# In a process of its own: an estimate, and a load that is measured full or remembered for the next estimate. Pages of
# the file are given back before the last batch: where the processor's backend computes with a copy of the weights in an
# order of its own (AMX does of those of four bits), they are read no more, and the system may have them.
SCRIPT = """
import ctypes, json, os, sys
import psutil
from engine.sizing.estimate import estimate, sequences
from engine.sizing.footprint import Watch
from engine.model.model import Model
from engine.model.runtime import runtime

path, n_ctx, full = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "full"
DONT_NEED = 4

def give_back(path):
    if not os.path.exists("/proc/self/maps"):
        return
    with open("/proc/self/maps") as maps:
        ranges = [line.split()[0].split("-") for line in maps if line.rstrip().endswith(os.path.realpath(path))]
    for first, last in ranges:
        at, end = int(first, 16), int(last, 16)
        ctypes.CDLL(None).madvise(ctypes.c_void_p(at), ctypes.c_size_t(end - at), DONT_NEED)

runtime().devices()
need = estimate(path, 8192)
start = psutil.Process().memory_info().rss
with Model.open(path, n_ctx=n_ctx, watch=None if full else Watch(-1)) as model:
    tokens = (model.tokenize("What it takes is known before it is loaded. ", special=False) * 60)[:300]
    model.decode(tokens[:250], 0)
    give_back(path)
    model.decode(tokens[250:], 250)
    if full:
        assert model.compact_api.resize(model.context, n_ctx)  # as when as many tokens had been read
        assert model.info().n_cells == n_ctx
    taken = psutil.Process().memory_info().rss - start
print(json.dumps({"total": need.total, "learned": need.learned, "taken": taken}))
"""


@pytest.mark.model
@pytest.mark.native
def test_an_estimate_is_near_what_a_load_takes(starter_path: Path) -> None:
    def run(*arguments: str) -> dict[str, Any]:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(starter_path), *arguments], capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        result: dict[str, Any] = json.loads(done.stdout)
        return result

    full = run("8192", "full")
    assert not full["learned"]
    assert 1.0 <= full["total"] / full["taken"] <= 1.35  # on the safe side, by 35 % at most
    run("2048", "remembered")
    learned = estimate(starter_path, 8192)
    assert learned.learned
    assert abs(learned.total / full["taken"] - 1) <= 0.15


def layered(folder: Path, *, tied: bool = False) -> Path:
    """A model of 8 layers: 1 MB in each, 2 MB of output, 4 MB of token embedding (all f16)."""
    names = ["token_embd.weight", *([] if tied else ["output.weight"]), *(f"blk.{i}.ffn_up.weight" for i in range(8))]
    sizes = [4 * MB, *([] if tied else [2 * MB]), *[MB] * 8]
    metadata = {**LLAMA, "llama.context_length": 32768, "llama.embedding_length": 1024, "llama.block_count": 8}
    return write(folder, gguf_of(metadata, dict(zip(names, sizes, strict=True))), "layered.gguf")


def test_layers_on_a_gpu_take_their_part_of_weights_and_memory_there(tmp_path: Path) -> None:
    path = layered(tmp_path)
    assert estimate(path, 4096).device == 0, "there is no GPU"
    every = estimate(path, 4096, gpu=True)
    assert every.device == 10 * MB + every.kv + every.compute, "all but the embedding"
    half = estimate(path, 4096, gpu=True, n_gpu_layers=5)
    assert half.device == 6 * MB + half.kv // 2 + half.compute, "the output and the last four layers"
    assert half.total == every.total
    assert estimate(path, 4096, gpu=True, n_gpu_layers=0).device == 0
    assert estimate(path, 4096, gpu=True, n_gpu_layers=99).device == every.device
    tied = layered(tmp_path, tied=True)
    assert estimate(tied, 4096, gpu=True, n_gpu_layers=1).device >= 4 * MB, "the embedding is the output, too"


def test_without_flash_attention_the_scores_take_memory(tmp_path: Path) -> None:
    path = model_file(tmp_path)
    flash, plain = estimate(path, 8192), estimate(path, 8192, flash_attention="off")
    assert plain.compute - flash.compute == 4 * 256 * 8192 * flash.facts.n_head
    assert plain.kv == flash.kv
