"""Few measurements of many heads: what is measured, and how it corrects what was expected."""

from __future__ import annotations

import pytest

from engine.heads import passes
from engine.heads.passes import Cut, MeasuredCut
from engine.heads.profile import LIGHT, Q8_0, ROUGH, HeadProfile, Profile

KEPT = (Q8_0, Q8_0)
TYPES = {"8/2": 1e-5, "2/2": 1e-4}


def expected(n: int) -> Profile:
    """Head ``i`` is taken to lose ``1/(i + 1)`` thousandths at 64 rows, on copies ten times that."""
    heads = []
    for i in range(n):
        prose = [2e-3 / (i + 1), 1e-3 / (i + 1), 5e-4 / (i + 1)]
        heads.append(HeadProfile(i, 0, 0.1, prose, [10 * loss for loss in prose], TYPES))
    return Profile(heads, tokens=1000, rows=[16, 64, 256])


@pytest.mark.parametrize("n_heads", [1, 20, 1000])
def test_every_head_is_measured_once_in_few_passes(n_heads: int) -> None:
    cuts = passes.cuts(expected(n_heads), 32, KEPT)
    assert len(cuts) <= 32
    assert [cut.kinds for cut in cuts if cut.rows < 0] == [LIGHT, ROUGH]
    measured = sorted(i for cut in cuts if cut.rows > 0 for i in cut.heads)
    assert measured == list(range(n_heads))


def test_those_that_lose_most_are_measured_alone_and_others_with_their_neighbours() -> None:
    cuts = [cut.heads for cut in passes.cuts(expected(1000), 32, KEPT) if cut.rows > 0]
    alone = [heads[0] for heads in cuts if len(heads) == 1]
    assert alone == list(range(15))
    groups = [heads for heads in cuts if len(heads) > 1]
    assert len(groups) == 15 and max(map(len, groups)) - min(map(len, groups)) <= 1
    assert all(heads == list(range(heads[0], heads[-1] + 1)) for heads in groups), "layer by layer"


def test_losses_that_are_as_expected_change_nothing() -> None:
    model = expected(40)
    measured = []
    for cut in passes.cuts(model, 16, KEPT):
        heads = [model.heads[i] for i in cut.heads]
        if cut.rows < 0:
            name = "8/2" if cut.kinds == LIGHT else "2/2"
            measured.append(MeasuredCut(cut, sum(head.types[name] for head in heads), 0.0))
        else:
            losses = [head.losses(cut.rows, 1000, model.rows, model.tokens) for head in heads]
            measured.append(MeasuredCut(cut, sum(prose for prose, _ in losses), sum(copy for _, copy in losses)))

    found = passes.corrected(model, measured, 1000, 0.0)

    for head, before in zip(found.heads, model.heads, strict=True):
        assert head.prose == pytest.approx(before.prose)
        assert head.copy == pytest.approx(before.copy)
        assert head.types == pytest.approx(before.types)


def test_a_loss_scales_the_curves_of_the_heads_that_were_cut() -> None:
    model = expected(3)
    found = passes.corrected(model, [MeasuredCut(Cut([0], 64, KEPT), 5e-3, 1e-3)], 1000, 0.0)
    assert found.heads[0].prose == pytest.approx([1e-2, 5e-3, 2.5e-3], rel=0.01)
    assert found.heads[0].copy == pytest.approx([2e-3, 1e-3, 5e-4], rel=0.01)
    assert found.heads[1:] == model.heads[1:]


def test_a_head_unlike_any_other_is_taken_at_what_it_lost() -> None:
    found = passes.corrected(expected(3), [MeasuredCut(Cut([0], 64, KEPT), 0.1, 0.1)], 1000, 0.0)
    assert found.heads[0].losses(64, 1000, found.rows, found.tokens) == pytest.approx((0.1, 0.1), rel=0.01)


def test_a_loss_below_the_noise_tells_little_and_no_curve_vanishes() -> None:
    model = expected(3)
    nothing = [MeasuredCut(Cut([0], 64, KEPT), 0.0, 0.0)]
    assert passes.corrected(model, nothing, 1000, 1.0).heads[0].prose == pytest.approx(model.heads[0].prose, rel=0.01)
    least = passes.corrected(model, nothing, 1000, 0.0).heads[0].prose
    assert least == pytest.approx([loss * passes.LEAST_FACTOR for loss in model.heads[0].prose])
