"""What keys tell of look-ups: the line through them, what it is measured on, and who is told."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.bench.harness import memory_bytes
from engine.compaction.plan import planned
from engine.heads.calibration import INSTRUCTION, random_tokens
from engine.heads.lookups import line, lines_steps, usable
from engine.heads.profile import HeadProfile, Profile, load_for
from engine.heads.sensitivity import _Bench, _tell_steps, text_for
from engine.model.model import Model
from engine.model.reading import at_once, telling

MODEL = Path(__file__).resolve().parents[1] / "fixtures" / "models" / "plain.gguf"


def test_the_line_tells_which_keys_are_looked_up_and_how_much_on_the_mean() -> None:
    draw = np.random.default_rng(1)
    weights = draw.normal(size=8)
    keys, others = draw.normal(size=(2, 2000, 8)) * np.linspace(0.2, 3.0, 8) + 5.0
    looked_up = np.exp((keys - 5.0) @ weights * 0.3 - 2.0 + 0.1 * draw.normal(size=2000))

    found = np.array(line(keys, looked_up))
    told = others @ found[:-1] + found[-1]

    assert np.corrcoef(told, (others - 5.0) @ weights)[0, 1] > 0.95
    assert np.exp(keys @ found[:-1] + found[-1]).mean() == pytest.approx(looked_up.mean(), rel=0.01)


def test_what_tells_nothing_has_no_line() -> None:
    keys = np.random.default_rng(2).normal(size=(50, 4))
    assert line(keys, np.zeros(50)) == []
    assert line(keys, np.full(50, np.nan)) == []
    assert line(keys * np.inf, np.ones(50)) == []


def test_keys_of_large_centers_tell_of_as_much() -> None:
    draw = np.random.default_rng(5)
    keys = draw.normal(size=(2000, 64)) + 3000.0 * np.sign(draw.normal(size=64))
    looked_up = np.exp((keys - keys.mean(axis=0)) @ draw.normal(size=64) * 0.1 - 2.0)
    found = np.array(line(keys, looked_up))
    assert np.exp(keys @ found[:-1] + found[-1]).mean() == pytest.approx(looked_up.mean(), rel=0.01)


def test_a_line_that_no_profile_may_have_is_none() -> None:
    keys = np.random.default_rng(6).normal(size=(200, 4))
    assert line(keys, np.exp(keys[:, 0])) and line(keys * 1e-9, np.exp(keys[:, 0])) == []


def test_a_head_that_pays_few_tokens_looks_nothing_up() -> None:
    keys = np.random.default_rng(4).normal(size=(500, 4))
    few = np.where(np.arange(500) < 20, 0.9, 1e-6)
    assert line(keys, few) == [] and line(keys, np.full(500, 0.04)) != []


def test_a_dimension_that_never_differs_counts_for_nothing() -> None:
    keys = np.random.default_rng(3).normal(size=(200, 4))
    keys[:, 2] = 7.0
    found = line(keys, np.exp(keys[:, 0]))
    assert found[2] == 0.0 and found[0] > 0.1 and all(map(math.isfinite, found))


def test_a_line_of_other_keys_is_not_used() -> None:
    head = HeadProfile(0, 0, 0.1, lookups=[0.5] * 5)
    assert list(usable(head, 4)) == [0.5] * 5
    assert not usable(head, 8) and not usable(None, 4) and not usable(HeadProfile(0, 0, 0.1), 4)


def test_every_head_of_a_model_is_looked_at() -> None:
    n = 96
    with Model.open(str(MODEL), n_ctx=2 * n + 64, n_threads=1, sample_queries=False) as model:
        model.compact_api.enable(model.context, 2 * n + 64, 0)
        shares: list[float] = []
        lines = at_once(telling(lines_steps(model, INSTRUCTION, n), shares.append))
        heads = model.compact_api.heads(model.context)
        assert shares[0] == 0 and shares[1] < 1 and shares == sorted(shares)
        assert shares.count(1.0) >= len(heads), "a pause before each head's line"
        assert len(lines) == len(heads) > 0
        assert all(len(one) in (0, model.layers[head.layer].d_k + 1) for one, head in zip(lines, heads, strict=True))
        assert all(math.isfinite(x) for one in lines for x in one)


def test_compactions_by_a_profile_are_told_and_others_are_not() -> None:
    with Model.open(str(MODEL), n_ctx=512, n_threads=1) as model:
        model.decode([1 + i % 200 for i in range(250)], 0, 0)
        places = model.compact_api.heads(model.context)
        told = [[0.01] * (model.layers[place.layer].d_k + 1) for place in places]
        profile = Profile(
            [
                HeadProfile(place.layer, place.head, 0.1, [0.2, 0.1], [0.2, 0.1], lookups=lookups)
                for place, lookups in zip(places, told, strict=True)
            ],
            tokens=226,
            rows=[16, 64],
        )
        quarter = memory_bytes(model, 250) / 4
        by_profile = planned(model, 4, 230, quarter, 0, "default", profile)
        evenly = planned(model, 4, 230, quarter, 0, "even", profile)
    assert [list(one.lookups) for one in by_profile.table] == told
    assert all(not one.lookups for one in evenly.table)


class Remembering(_Bench):
    """A bench that reads the text once for all that is cut in the same way."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.found: dict[Any, Any] = {}

    def _losses_steps(self, some: dict[int, Any], others: Any) -> Any:
        if not some:
            return 0.0, 0.0, []  # the floor, which is taken off all losses alike
        key = tuple(some.items()), tuple(map(tuple, self.lookups))
        if key not in self.found:
            self.found[key] = yield from super()._losses_steps(some, others)
        return self.found[key]


@pytest.mark.model
def test_lines_stay_where_less_is_lost_with_them(starter_path: Path) -> None:
    with Model.open(str(starter_path), n_ctx=2400, n_threads=2) as model:
        known = load_for(model.facts)
        assert known is not None
        lines = [head.lookups for head in known.heads]
        upside_down = [[-weight for weight in one[:-1]] + one[-1:] if one else [] for one in lines]
        text = text_for(model, random_tokens(model, 300)[1:], n_tail=64)
        bench = Remembering(model, text, lines)
        at_once(bench.prepare_steps())
        for some, stay in ((lines, True), (upside_down, False)):
            bench.lookups = some
            assert at_once(_tell_steps(bench)) is stay
            assert bench.lookups == (some if stay else [()] * len(lines))
        assert len(bench.found) == 3, "with either lines, and without"
