"""Presets: every one brings a memory down to its bytes, leaves nothing of what it read, and stops as if never begun."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.bench import at_once
from engine.bench.harness import SavedState, prefill, reset
from engine.bench.replay import again, replayed
from engine.compaction.presets import PRESETS, REPLAYED, SNAPKV_WINDOW, Replay, recent_queries
from engine.errors import Cancelled, ContextTooSmall
from engine.heads.profile import HeadProfile, Profile
from engine.model.compact_structs import HeadBudget
from engine.model.reading import forced

ROOT = Path(__file__).resolve().parents[2]
N = 448
RATIO = 4.0


@pytest.fixture(scope="module")
def loaded(model_path: Path, long_text: str) -> Iterator[tuple[Any, list[int], Profile, SavedState]]:
    from engine.model.model import Model

    with Model.open(str(model_path), n_ctx=1024, n_recent_queries=REPLAYED) as model:
        tokens = model.tokenize(long_text, special=False)[:N]
        rows = model.compact_api.heads(model.context)
        heads = [HeadProfile(row.layer, row.head, 0.9 if i % 10 == 0 else 0.01) for i, row in enumerate(rows)]
        prefill(model, tokens)
        yield model, tokens, Profile(heads), SavedState(model)


@pytest.fixture
def read(loaded: tuple[Any, list[int], Profile, SavedState]) -> tuple[Any, list[int], Profile]:
    """The starter model with the tokens in its memory, which was read once for all tests."""
    model, tokens, profile, state = loaded
    state.restore()
    return model, tokens, profile


@pytest.mark.model
@pytest.mark.parametrize("name", [name for name in PRESETS if name != "recent"])
def test_every_preset_reaches_its_bytes_and_forgets_what_it_read(
    name: str, read: tuple[Any, list[int], Profile]
) -> None:
    model, tokens, profile = read
    before = model.info(0)

    target = (before.bytes_blocks + before.bytes_live) / RATIO
    report, _ = at_once.compact(model, 4, N - 64, target, preset=name, shares=profile, tokens=tokens[4 : N - 64])

    after = model.info(0)
    assert after.n_blocks == 1 and after.n_live == 68, "what was read behind the text is gone"
    assert model.next_position() == N
    assert 0.9 * target < after.bytes_blocks + after.bytes_live <= target
    assert report.bytes_after == after.bytes_blocks + after.bytes_live
    assert report.bytes_before >= RATIO * report.bytes_after
    assert report.tokens == N - 68 and 0 < report.error < 1 and len(report.layers) == len(model.layers)
    forced(model, tokens[:8], N)


@pytest.fixture(scope="module")
def windowed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A tiny random model whose sliding windows let go of their beginning when 512 tokens are read."""
    from engine.model.model import Model

    spec = importlib.util.spec_from_file_location("make_models", ROOT / "native" / "tests" / "make_models.py")
    assert spec is not None and spec.loader is not None
    make_models = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_models)
    path = tmp_path_factory.mktemp("windowed") / "tiny.gguf"
    make_models.make_gemma3(path, n_layer=4, n_head=4, n_head_kv=2, window=64)
    with (
        Model.open(path, n_ctx=2048, n_threads=1, n_recent_queries=REPLAYED) as model,
        pytest.MonkeyPatch.context() as own,
    ):
        own.setattr(
            model, "tokenize", lambda text, special=True: [ord(letter) for letter in text]
        )  # it has no vocabulary
        yield model


@pytest.mark.native
@pytest.mark.parametrize("kind", [Replay.CONTEXT, Replay.SELF_STUDY])
def test_reading_again_leaves_sliding_windows_as_they_were(kind: Replay, windowed: Any) -> None:
    tokens = [i * 7 % 200 + 1 for i in range(700)]
    windowed.clear()
    prefill(windowed, tokens)
    expected = forced(windowed, tokens[:16], 700)
    windowed.clear()
    prefill(windowed, tokens)

    with replayed(windowed, 0, kind, tokens):
        assert windowed.next_position() > 700 + REPLAYED - 16

    assert windowed.next_position() == 700 and windowed.info(0).n_live == 700
    np.testing.assert_allclose(forced(windowed, tokens[:16], 700), expected, atol=1e-3)


@pytest.mark.native
@pytest.mark.parametrize("name", [name for name in PRESETS if recent_queries(name) == REPLAYED])
def test_presets_that_read_again_work_with_sliding_windows(name: str, windowed: Any) -> None:
    tokens = [i * 7 % 200 + 1 for i in range(700)]
    reset(windowed)
    prefill(windowed, tokens)
    heads = [
        HeadProfile(row.layer, row.head, 0.9 * (row.head == 0)) for row in windowed.compact_api.heads(windowed.context)
    ]
    before = windowed.info(0).bytes_live

    report, _ = at_once.compact(
        windowed, 4, 636, before / RATIO, preset=name, shares=Profile(heads), tokens=tokens[4:636]
    )

    assert windowed.next_position() == 700 and windowed.info(0).n_live == 68
    assert report.tokens == 632 and report.bytes_after <= before / RATIO
    assert np.isfinite(forced(windowed, tokens[:8], 700)).all()


@pytest.mark.model
@pytest.mark.parametrize("name", ["thorough", "sequential_on_policy", "chunked"])
def test_stopped_in_a_later_stage_the_memory_is_as_it_was(name: str, read: tuple[Any, list[int], Profile]) -> None:
    model, tokens, profile = read
    before = model.info(0)

    # all stages get equal parts of the progress: the first one of them is done by then
    with pytest.raises(Cancelled):
        at_once.compact(
            model,
            4,
            N - 64,
            before.bytes_live / RATIO,
            preset=name,
            shares=profile,
            tokens=tokens[4 : N - 64],
            progress=lambda share: share > 0.7,
        )

    after = model.info(0)
    assert after.n_blocks == 0 and after.n_live == N and model.next_position() == N


@pytest.mark.model
def test_without_the_text_nothing_is_read_again(read: tuple[Any, list[int], Profile]) -> None:
    model, _, profile = read

    with pytest.raises(ContextTooSmall, match="reread the text"):
        at_once.compact(model, 4, N - 64, 1e6, preset="context_prefill", shares=profile)

    assert model.info(0).n_live == N


def test_a_text_that_is_too_long_is_read_again_in_pieces() -> None:
    tokens = list(range(1000))

    assert again(tokens[:50], 100, [7, 8]) == [7, 8, *range(50)]
    pieces = again(tokens, 102, [7, 8])
    assert len(pieces) == 102 and pieces[2:27] == list(range(25)) and pieces[-25:] == list(range(975, 1000))


def test_what_has_to_be_sampled_follows_from_the_stages() -> None:
    assert recent_queries("default") == recent_queries("no such preset") == 0
    assert recent_queries("snapkv") == SNAPKV_WINDOW
    assert recent_queries("thorough") == recent_queries("self_study") == REPLAYED
    assert all(
        stage.n_queries >= 0 and (stage.replay is Replay.NONE or recent_queries(name) == REPLAYED)
        for name, preset in PRESETS.items()
        for stage in preset.stages
    )
    assert all(preset.cost for preset in PRESETS.values())


def test_a_cache_that_was_quantized_from_the_start_keeps_its_keys_and_may_round_values() -> None:
    from engine.compaction.budget import HeadShape, Room, split_by_loss
    from engine.compaction.inputs import row_kinds
    from engine.gguf.ggml_types import F16, Q8_0
    from engine.heads.profile import LIGHT, ROUGH, Profile, type_name

    types = {type_name(LIGHT): 1e-9, type_name(ROUGH): 1e-9}
    profile = Profile([HeadProfile(0, 0, 0.5, [1.0, 0.9, 0.8], [1.0] * 3, types)], tokens=1000, rows=[16, 64, 256])

    def kinds(cache: str, kind: int, blocks: int = 0) -> tuple[int, int]:
        shape = HeadShape(64, 64, kind, kind, blocks, profile.heads[0])
        room = Room(1000, 68, 1068 * 80.0)
        (budget,) = split_by_loss([shape], room, profile, row_kinds(cache, [shape]))
        return budget.type_k, budget.type_v

    assert max(kinds("f16", F16)) < Q8_0
    assert kinds("q8_0", Q8_0)[0] == Q8_0 > kinds("q8_0", Q8_0)[1]
    assert kinds("q4_0", 2) == (-1, -1)
    assert kinds("q8_0", Q8_0, blocks=40) == (-1, -1), "only when all rows are laid out anew"


def test_later_stages_leave_the_types_and_finished_heads() -> None:
    from engine.compaction.budget import HeadShape
    from engine.gguf.ggml_types import F16, Q8_0

    shapes = [HeadShape(64, 64, F16, F16, 0, HeadProfile(0, i, 0.9 * (i == 1))) for i in range(3)]
    budgets = [HeadBudget(9, Q8_0, Q8_0), HeadBudget(50, Q8_0, Q8_0), HeadBudget(-1, Q8_0, Q8_0)]

    first, second = at_once._steps(PRESETS["thorough"].stages, budgets, shapes, (0, 100), 0)

    assert [row.n_rows for row in first.table] == [9, -1, -1] and {row.type_k for row in first.table} == {Q8_0}
    assert [row.n_rows for row in second.table] == [-1, 50, -1] and {row.type_k for row in second.table} == {-1}
    assert (first.cut, second.cut) == ({0, 2}, {1})
