"""What a compaction costs, measured on a model of a few small heads with the real library."""

from __future__ import annotations

import importlib.util

import pytest

from engine.bench import cost
from engine.bench.cost_model import EIGHT_B, Geometry, fill, write_narrow
from engine.bench.harness import BenchError
from engine.bench.progress import BenchProgress
from engine.model.model import Model
from tests.engine.bench.test_command import PROMISED

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(importlib.util.find_spec("llama_cpp") is None, reason="the engine library is not installed"),
]

SMALL = Geometry(layers=4, heads=4, kv_heads=2, head_size=32, width=64, hidden=96, narrow=32)


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "narrow.gguf"
    write_narrow(path, SMALL, 2)
    with Model.open(path, n_ctx=1024, n_threads=1) as model:
        if model.why_not_compactable():
            pytest.skip(str(model.why_not_compactable()))
        yield model


def test_a_cache_is_filled_with_rows_that_differ(model):
    model.set_state(fill(model, SMALL, 600, seed_tokens=100), 0)
    info = model.info(0)
    assert (model.length(0), info.n_tokens, info.n_live, info.n_queries) == (600, 600, 600, 600)
    keys = model.state(0)
    first, second = (keys[8 + 20 + 12 * 600 + 8 + 12 + at * 128 :][: 100 * 128] for at in (0, 100))
    assert (first != second).any()
    assert ((first ^ second) & 0x7F == 0)[1::2].all(), "the same numbers with other signs"
    model.decode([5], 600)


def test_the_costs_of_contexts_and_threads_stand_side_by_side():
    options = cost.CostOptions((300, 400), (1, 2), ratio=3.0, layers=2)
    result = cost.measure(options, SMALL, BenchProgress(cost.steps(options)))
    assert PROMISED["cost"] <= set(result)
    assert result["contexts"] == [300, 300, 400, 400]
    assert result["threads"] == [1, 2, 1, 2]
    assert (result["layers"], result["scaled_from_layers"]) == (4, 2)
    assert result["kv_bytes"] == [n * 4 * 2 * 2 * 32 * 2 for n in (300, 300, 400, 400)], "of all layers"
    for i in range(4):
        steps = result["select_s"][i] + result["fit_s"][i] + result["move_s"][i]
        assert 0 < steps <= result["total_s"][i]
        assert result["prefill_share"][i] == pytest.approx(result["total_s"][i] / result["prefill_s"][i])
        assert 0 < result["work_peak_bytes"][i] <= result["peak_bytes"][i]
        assert 0 < result["slice_ms_median"][i] <= result["slice_ms_max"][i]
    assert result["prefill_share_most"] == max(result["prefill_share"])


def test_reading_is_counted_by_its_operations():
    assert 6.9e9 < EIGHT_B.layers * EIGHT_B.layer_parameters < 7.0e9, "an 8B model without its vocabulary"
    weights = 2 * EIGHT_B.layers * EIGHT_B.layer_parameters * 1000
    assert EIGHT_B.prefill_seconds(1000, 1e12, float("inf")) == pytest.approx(weights / 1e12)
    pairs = 1000**2 / 2  # of a token and one before it, each with two products of 128 numbers in each of 32 heads
    assert EIGHT_B.prefill_seconds(1000, float("inf"), 1e12) == pytest.approx(36 * 32 * pairs * 2 * 2 * 128 / 1e12)


def test_what_cannot_be_measured_is_refused():
    with pytest.raises(BenchError):
        cost.run(cost.CostOptions((64,)), BenchProgress(1))
    with pytest.raises(BenchError):
        cost.run(cost.CostOptions(preset="thorough"), BenchProgress(1))
