"""The quality floor: which ratio is taken, what is told, and that a compaction undone leaves no trace."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cli.chat import told
from engine.compaction import quality
from engine.compaction.quality import above_floor, by_layer, mean_error
from engine.errors import BadSnapshot
from engine.protocol import CompactionReport, LayerError, Segment

ROOT = Path(__file__).resolve().parents[2]
TOKENS = [(i * i * 37 + i // 7) % 200 + 1 for i in range(480)]


def report(error: float) -> CompactionReport:
    return CompactionReport(0, 100, 100, 10, 1000, 100, 10.0, error, error, 1.0)


class Memory:
    """A memory whose error grows with the ratio; notes what was done to it."""

    def __init__(self, error_per_ratio: float) -> None:
        self.each = error_per_ratio
        self.tried: list[tuple[float, bool]] = []

    def attempt(self, ratio: float, limit: float) -> tuple[CompactionReport, bool]:
        done = ratio * self.each <= limit
        self.tried.append((ratio, done))
        return report(ratio * self.each), done


def test_without_a_floor_the_first_ratio_is_taken() -> None:
    memory = Memory(1.0)
    told, ratio = above_floor(memory.attempt, 32.0, 1.5, 0.0)
    assert (ratio, told.asked, told.tries) == (32.0, 0.0, 1)


def test_a_ratio_that_is_too_much_is_halved_until_it_is_not() -> None:
    memory = Memory(0.01)
    told, ratio = above_floor(memory.attempt, 32.0, 1.5, 0.09)
    assert memory.tried == [(32.0, False), (16.0, False), (8.0, True)]
    assert (ratio, told.asked, told.tries) == (8.0, 32.0, 3)
    assert told.error == pytest.approx(0.08)


def test_below_the_least_ratio_the_floor_does_not_count() -> None:
    memory = Memory(1.0)
    told, ratio = above_floor(memory.attempt, 16.0, 6.0, 0.01)
    assert memory.tried == [(16.0, False), (8.0, False), (6.0, True)], "without it there would be no room"
    assert (ratio, told.asked) == (6.0, 16.0)


@given(st.floats(1.5, 32), st.floats(1.5, 32), st.floats(0, 1), st.floats(0.001, 1))
def test_exactly_one_compaction_is_kept(ratio: float, least: float, floor: float, each: float) -> None:
    memory = Memory(each)
    told, taken = above_floor(memory.attempt, ratio, least, floor)
    assert [done for _, done in memory.tried] == [False] * (told.tries - 1) + [True]
    assert min(ratio, least) <= taken <= ratio
    assert floor == 0 or told.error <= floor or taken <= least


def test_errors_by_layer_are_means_and_the_worst_head() -> None:
    heads = [(0, 0.1), (0, 0.3), (5, 0.0), (5, 0.0), (2, 0.25)]
    assert by_layer(heads) == (LayerError(0, 0.2, 0.3), LayerError(2, 0.25, 0.25), LayerError(5, 0.0, 0.0))


def test_the_error_of_several_blocks_counts_their_tokens() -> None:
    assert mean_error([(300, 0.1), (100, 0.5)]) == pytest.approx(0.2)
    assert mean_error([]) == 0.0


def test_reports_and_segments_of_an_older_engine_are_read() -> None:
    old = {"token_start": 0, "token_end": 9, "tokens": 9, "rows": 1, "bytes_before": 9, "bytes_after": 1, "ratio": 9.0,
           "error": 0.1, "error_max": 0.2, "ms": 1.0}  # fmt: skip
    read = msgspec.msgpack.decode(msgspec.msgpack.encode(old), type=CompactionReport)
    assert (read.layers, read.asked, read.tries) == ((), 0.0, 1)
    new = msgspec.structs.replace(report(0.5), layers=(LayerError(3, 0.5, 0.75),))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(new), type=CompactionReport) == new
    segment = {"kind": "live", "tokens": 1, "bytes": 2}
    assert msgspec.convert(segment, Segment) == Segment("live", 1, 2)


def test_the_terminal_tells_the_worst_layer_and_what_the_floor_did() -> None:
    plain = told(report(0.04))
    assert "error 4.0%" in plain and "layer" not in plain and "floor" not in plain
    lowered = msgspec.structs.replace(
        report(0.04), layers=(LayerError(3, 0.02, 0.5), LayerError(7, 0.06, 0.1)), asked=16.0
    )
    assert "of layer 7 6.0%; 16x would have gone below the quality floor" in told(lowered)


# --------------------------------------------------------------------------- with the library


@pytest.fixture(params=["all layers", "sliding windows"])
def small(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A tiny random model whose memory holds 400 tokens; of the second kind every other layer keeps only 32."""
    from engine.model.model import Model

    spec = importlib.util.spec_from_file_location("make_models", ROOT / "native" / "tests" / "make_models.py")
    assert spec is not None and spec.loader is not None
    make_models = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_models)
    if request.param == "all layers":
        make_models.make_text(tmp_path / "tiny.gguf")
    else:
        make_models.make_gemma3(tmp_path / "tiny.gguf", n_layer=4, n_head=4, n_head_kv=2, window=32)
    with Model.open(tmp_path / "tiny.gguf", n_ctx=512, n_threads=1) as model:
        for at in range(0, 400, model.n_ubatch):
            model.decode(TOKENS[at : min(400, at + model.n_ubatch)], at)
        yield model


def compacting(model: Any) -> Any:
    from engine.compaction import pipeline

    def compact(ratio: float, dry_run: bool) -> CompactionReport:
        info = model.info()
        before = info.bytes_blocks + info.bytes_live
        return pipeline.compact(model, 4, 336, before / ratio, preset="even", dry_run=dry_run)[0]

    return compact


@pytest.mark.native
@pytest.mark.parametrize("no_room", [False, True], ids=["copy", "dry run"])
def test_a_compaction_that_goes_too_far_leaves_no_trace(
    small: Any, monkeypatch: pytest.MonkeyPatch, no_room: bool
) -> None:
    if no_room:
        monkeypatch.setattr(quality, "available", lambda: 0)
    before, info = bytes(small.state()), small.info()
    attempt = quality.undoable(small, 0, compacting(small))
    told, done = attempt(4.0, 1e-9)
    assert not done and told.error > 1e-9
    assert small.info() == info
    assert small.length() == 400
    assert bytes(small.state()) == before, "rows, positions and sampled queries"
    again, done = attempt(4.0, 10.0)
    assert done and small.info().n_blocks == 1
    assert again.error == pytest.approx(told.error, rel=1e-4), "the same memory was compacted"
    assert [layer.layer for layer in again.layers] == [i for i, shape in enumerate(small.layers) if shape.window == 0]
    assert max(layer.worst for layer in again.layers) == pytest.approx(again.error_max, abs=1e-4)
    assert np.mean([layer.mean for layer in again.layers]) == pytest.approx(again.error, abs=1e-4)


@pytest.mark.native
def test_an_older_block_comes_back_with_the_copy(small: Any) -> None:
    compact = compacting(small)
    compact(3.0, False)
    small.decode(TOKENS[400:480], 400)
    before = bytes(small.state())

    def second(ratio: float, dry_run: bool) -> CompactionReport:
        from engine.compaction import pipeline

        info = small.info()
        return pipeline.compact(
            small, 336, 470, (info.bytes_blocks + info.bytes_live) / ratio, preset="even", dry_run=dry_run
        )[0]

    _, done = quality.undoable(small, 0, second)(1.5, 1e-9)
    assert not done
    assert small.info().n_blocks == 1
    assert bytes(small.state()) == before


@pytest.mark.native
def test_a_copy_that_cannot_be_loaded_is_told(small: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(data: object, seq_id: int = 0) -> None:
        raise BadSnapshot("no")

    monkeypatch.setattr(small, "set_state", refuse)
    with pytest.raises(BadSnapshot, match="put back"):
        quality.undoable(small, 0, compacting(small))(4.0, 1e-9)
    assert small.length() == 0
