"""The error of compactions: what is told of it, and that one that is measured or undone leaves no trace."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engine.bench import at_once
from engine.cli.chat import compaction_line
from engine.compaction.plan import planned
from engine.compaction.quality import MOST_ERROR, by_layer, mean_error
from engine.errors import BadSnapshot
from engine.model.compact_structs import Report
from engine.protocol import CompactionReport, LayerError, Segment

ROOT = Path(__file__).resolve().parents[2]
TOKENS = [(i * i * 37 + i // 7) % 200 + 1 for i in range(480)]


def report(error: float) -> CompactionReport:
    return CompactionReport(0, 100, 100, 10, 1000, 100, 10.0, error, error, 1.0)


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


def test_the_terminal_tells_the_worst_layer_and_what_the_limit_did() -> None:
    plain = compaction_line(report(0.04))
    assert "error 4.0%" in plain and "layer" not in plain and "words" not in plain
    lowered = msgspec.structs.replace(
        report(0.04), layers=(LayerError(3, 0.02, 0.5), LayerError(7, 0.06, 0.1)), asked=16.0, same=0.971
    )
    line = compaction_line(lowered)
    assert "about 97 of 100 next words unchanged" in line
    assert "of layer 7 6.0%; 16x would change more next words than your limit allows" in line


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


def compact(model: Any, ratio: float, p0: int = 4, p1: int = 336, *, dry_run: bool = False) -> CompactionReport:
    info = model.info()
    before = info.bytes_blocks + info.bytes_live
    return at_once.compact(model, p0, p1, before / ratio, preset="even", dry_run=dry_run)[0]


@pytest.mark.native
def test_a_compaction_that_is_only_measured_leaves_no_trace(small: Any) -> None:
    before, info = bytes(small.state()), small.info()
    told = compact(small, 4.0, dry_run=True)
    assert told.error > 1e-9
    assert small.info() == info
    assert small.length() == 400
    assert bytes(small.state()) == before, "rows, positions and sampled queries"
    again = compact(small, 4.0)
    assert small.info().n_blocks == 1
    assert again.error == pytest.approx(told.error, rel=1e-4), "the same memory was compacted"
    assert [layer.layer for layer in again.layers] == [i for i, shape in enumerate(small.layers) if shape.window == 0]
    assert max(layer.worst for layer in again.layers) == pytest.approx(again.error_max, abs=1e-4)
    assert np.mean([layer.mean for layer in again.layers]) == pytest.approx(again.error, abs=1e-4)


@pytest.mark.native
@pytest.mark.parametrize("error", [float("inf"), float("nan")])
def test_a_head_that_says_no_numbers_is_told_as_very_far_off(small: Any, error: float) -> None:
    info = small.info()
    plan = planned(small, 4, 336, (info.bytes_blocks + info.bytes_live) / 4.0, 0, "even", None)
    n = len(small.compact_api.heads(small.context))
    said = plan.report(small, Report(error=error, error_max=error), [*[0.25] * (n - 1), error])
    assert (said.error, said.error_max) == (MOST_ERROR, MOST_ERROR)
    assert [head.error for head in said.heads] == [*[0.25] * (n - 1), MOST_ERROR]
    assert msgspec.json.decode(msgspec.json.encode(said), type=CompactionReport) == said, "JSON knows no infinity"


@pytest.mark.native
def test_an_older_block_comes_back_with_the_copy(small: Any) -> None:
    compact(small, 3.0)
    small.decode(TOKENS[400:480], 400)
    copy = small.state()
    before = bytes(copy)
    compact(small, 1.5, 336, 470)
    assert small.info().n_blocks == 2
    at_once.put_back(small, 0, copy)
    assert small.info().n_blocks == 1
    assert bytes(small.state()) == before


@pytest.mark.native
def test_a_copy_that_cannot_be_loaded_is_told(small: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(data: object, seq_id: int = 0) -> None:
        raise BadSnapshot("no")

    copy = small.state()
    monkeypatch.setattr(small, "set_state", refuse)
    with pytest.raises(BadSnapshot, match="restore the context"):
        at_once.put_back(small, 0, copy)
    assert small.length() == 0
