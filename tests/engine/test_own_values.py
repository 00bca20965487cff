"""Latent attention: block rows with fitted values beside keys that hold values, what they take, and where they go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.chat.chat_context import ChatContext
from engine.compaction.budget import BETA_BYTES, HeadShape, Room, sizes_of, split_evenly
from engine.compaction.pipeline import carry_out
from engine.compaction.plan import Planner
from engine.gguf.ggml_types import F16, Q4_0, Q8_0
from engine.model.compact_structs import HeadBudget
from engine.model.model import Model
from engine.protocol import CompactionPolicy
from engine.snapshots import snapshot
from engine.snapshots.state_map import plan_of
from tests.engine.test_hybrid import logits, make_models

KEY = 576 * 34 / 32  # bytes in q8_0
VALUE = 512 * 18 / 32  # ... in q4_0


def latent(own_type: int = -1, old_rows: int = 0) -> HeadShape:
    return HeadShape(576, 0, F16, F16, old_rows, d_own=512, own_type=own_type)


def test_a_fitted_row_costs_its_key_and_its_value() -> None:
    assert latent().row_bytes((Q8_0, Q8_0)) == KEY
    assert latent().block_bytes((Q8_0, Q8_0), fitted=True) == KEY + VALUE + BETA_BYTES
    assert latent().block_bytes((Q8_0, Q8_0), fitted=False) == KEY + BETA_BYTES, "all rows stay: nothing is fitted"
    assert latent(Q8_0).block_bytes((Q8_0, Q8_0), fitted=False) == KEY + 512 * 34 / 32 + BETA_BYTES, "it has them"
    assert latent().types((Q8_0, Q8_0)) == (Q8_0, Q4_0)
    assert latent().types(None) == (-1, Q8_0), "keys in f16"
    assert HeadShape(576, 0, F16, F16, 0).types((Q8_0, Q8_0)) == (Q8_0, Q8_0)
    assert HeadShape(64, 0, F16, F16, 0, d_own=40).types((Q8_0, Q8_0)) == (Q8_0, Q8_0), "no whole blocks"


def test_an_even_split_fits_with_them() -> None:
    shapes = [latent(), latent(old_rows=30)]
    room = Room(900, 100, 2 * 576 * 2 * 1000 / 8)
    budgets = split_evenly(shapes, room, (Q8_0, Q8_0))
    assert budgets[0] == HeadBudget(budgets[0].n_rows, Q8_0, Q4_0)
    total = sizes_of(shapes, room, budgets).total
    assert total == 2 * 100 * KEY + (2 * budgets[0].n_rows + 30) * (KEY + VALUE + BETA_BYTES)
    assert room.bytes_after - 2 * (KEY + VALUE + BETA_BYTES) < total <= room.bytes_after


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Model]:
    """A tiny random model with latent attention that reads bytes, with a memory of 1024 tokens."""
    path = tmp_path_factory.mktemp("latent") / "latent.gguf"
    make_models().make_deepseek2(path, 3, 4, text=True)
    with Model.open(path, n_ctx=1024, n_seq_max=2) as model:
        yield model


def own_types(model: Model) -> set[int]:
    return {kind for _, kind in model.compact_api.own_values(model.context)}


@pytest.mark.native
def test_a_plan_tells_what_they_take_and_a_saved_chat_has_them(tiny: Model, tmp_path: Path) -> None:
    def chat() -> ChatContext:
        tiny.clear()
        memory = ChatContext(tiny, policy=CompactionPolicy(auto=False))
        memory.log.open_span("u", "user")
        return memory

    memory = chat()
    memory.log.append([i * 7 % 200 + 1 for i in range(600)])
    memory.catch_up("prefill")
    assert own_types(tiny) == {-1}
    plan = Planner(tiny, 4, 400).at_ratio(6.0)
    with carry_out(tiny, plan) as job:
        while not job.step(1.0):
            pass
        report, _ = job.commit()
    assert report.bytes_after == round(plan.sizes.total) and 0 < report.error < 1
    assert own_types(tiny) == {Q4_0} and {head.type_k for head in tiny.compact_api.heads(tiny.context)} == {Q8_0}

    memory = chat()
    memory.log.append([i * 7 % 200 + 1 for i in range(600)])
    memory.catch_up("prefill")
    for ratio in (4.0, 8.0):  # the second takes in the first
        memory.compact(ratio)
        assert own_types(tiny) == {Q4_0}
    state = tiny.state()
    plan_groups = plan_of(state).groups
    in_frame = len(state) - sum(row * rows for group in plan_groups for _, row, rows in group.arrays)
    assert len(plan_groups) == 5 and in_frame < 40_000, "the block and its two tables, cells and queries are known"
    snapshot.save(memory, tmp_path, "c")
    before = logits(tiny, 3, memory.cached)
    again = chat()
    assert snapshot.restore(again, tmp_path, None) is not None
    assert own_types(tiny) == {Q4_0}
    assert (logits(tiny, 3, again.cached) == before).all()
