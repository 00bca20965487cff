"""Live rows of eight bits beside block rows of fewer: what they take, and what a saved state keeps of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.compaction.budget import BETA_BYTES, HeadShape, Room, sizes_of
from engine.compaction.inputs import head_shapes
from engine.gguf.ggml_types import F16, N2_0, N3_0, Q4_0, Q5_0, Q8_0
from engine.heads.profile import Kinds
from engine.model.compact_structs import HeadBudget
from engine.model.model import Model
from engine.snapshots.state_map import plan_of
from tests.engine.test_hybrid import logits, make_models

N = 400
SAID = [i * 7 % 200 + 1 for i in range(N)]

ROW = {F16: 2.0, Q8_0: 34 / 32, Q5_0: 22 / 32, Q4_0: 18 / 32, N3_0: 26 / 64, N2_0: 18 / 64}


@pytest.mark.parametrize("kinds", [(F16, F16), (Q8_0, Q8_0), (Q8_0, Q4_0), (Q5_0, Q4_0), (Q4_0, N2_0)])
def test_live_rows_take_eight_bits_at_least(kinds: Kinds) -> None:
    shape = HeadShape(64, 128, F16, F16, 0, live_type=Q8_0)
    assert shape.live_bytes(kinds) == 64 * max(ROW[kinds[0]], ROW[Q8_0]) + 128 * max(ROW[kinds[1]], ROW[Q8_0])
    assert shape.block_bytes(kinds, fitted=True) == 64 * ROW[kinds[0]] + 128 * ROW[kinds[1]] + BETA_BYTES
    assert HeadShape(64, 128, F16, F16, 0).live_bytes(kinds) == shape.row_bytes(kinds), "those of block rows"


@pytest.fixture(scope="module")
def text_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny random model that reads bytes."""
    path = tmp_path_factory.mktemp("text") / "text.gguf"
    make_models().make_text(path)
    return path


@pytest.fixture(scope="module")
def tiny(text_model: Path) -> Iterator[Model]:
    """... with a memory of 512 tokens."""
    with Model.open(text_model, n_ctx=512) as model:
        yield model


def read(model: Model) -> None:
    for at in range(0, N, 200):
        model.decode(SAID[at : at + 200], at)


def compacted(model: Model, kinds: Kinds) -> tuple[int, list[HeadBudget]]:
    """Bytes after a compaction of all but 36 tokens, in these types, and what its heads got."""
    model.clear()
    read(model)
    api = model.compact_api
    params = api.default_params(model.context)
    params.p0, params.p1 = 4, N - 32
    heads = [HeadBudget(40 + 8 * i, *kinds) for i in range(len(api.heads(model.context)))]
    return api.compact(model.context, 0, params, heads).bytes_after, heads


@pytest.mark.native
@pytest.mark.parametrize("kinds", [(Q4_0, Q4_0), (Q8_0, Q4_0), (Q5_0, Q8_0), (N3_0, N2_0), (Q4_0, N3_0)])
def test_a_compaction_takes_what_was_planned_and_is_saved(tiny: Model, kinds: Kinds) -> None:
    assert set(tiny.compact_api.live_types(tiny.context)) == {Q8_0}
    tiny.clear()
    shapes = head_shapes(tiny, None)
    bytes_after, heads = compacted(tiny, kinds)
    assert bytes_after == sizes_of(shapes, Room(N - 36, 36, 0.0), heads).total

    state = tiny.state()
    groups = plan_of(state).groups
    in_frame = len(state) - sum(row * rows for group in groups for _, row, rows in group.arrays)
    assert len(groups) >= 4 and in_frame < 20_000, "block rows and live rows are known"
    before = logits(tiny, 3, N)
    tiny.clear()
    tiny.set_state(state)
    assert (logits(tiny, 3, N) == before).all()


@pytest.mark.native
def test_what_was_said_last_is_read_more_exactly(tiny: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny.clear()
    read(tiny)
    whole = logits(tiny, 3, N)

    def error() -> float:
        """Root of the mean square difference of logits where all rows stay, in four bits."""
        tiny.clear()
        read(tiny)
        api = tiny.compact_api
        params = api.default_params(tiny.context)
        params.p0, params.p1 = 4, 100
        api.compact(tiny.context, 0, params, [HeadBudget(-1, Q4_0, Q4_0) for _ in api.heads(tiny.context)])
        return float(((logits(tiny, 3, N) - whole) ** 2).mean() ** 0.5)

    apart = error()
    monkeypatch.setenv("LLAMA_COMPACT_LIVE", "block")
    assert apart < 0.5 * error()


@pytest.mark.native
@pytest.mark.parametrize(("kv_type", "live"), [("q8_0", Q8_0), ("q4_0", -1)])
def test_a_cache_of_fewer_bits_keeps_them(text_model: Path, kv_type: str, live: int) -> None:
    with Model.open(text_model, n_ctx=512, kv_type=kv_type) as model:
        assert set(model.compact_api.live_types(model.context)) == {live}
