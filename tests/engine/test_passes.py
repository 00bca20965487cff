"""Few measurements of many heads: what is measured where, and how it corrects what was expected."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.heads import passes
from engine.heads.passes import Cut, MeasuredCut, Stretch
from engine.heads.profile import HeadProfile, Profile

TYPES = {"8/2": 1e-5, "2/2": 1e-4}
PARTS = passes.stretches(slice(0, 256), (slice(262, 320), slice(324, 384)))
N_PROSE = 32  # of them


def expected(n: int) -> Profile:
    """Head ``i`` is taken to lose ``1/(i + 1)`` thousandths at 64 rows, on copies ten times that."""
    heads = []
    for i in range(n):
        prose = [2e-3 / (i + 1), 1e-3 / (i + 1), 5e-4 / (i + 1)]
        heads.append(HeadProfile(i, 0, 0.1, prose, [10 * loss for loss in prose], TYPES))
    return Profile(heads, tokens=1000, rows=[16, 64, 256])


def lost(model: Profile, cut: Cut) -> float:
    """What a cut loses when heads lose what ``model`` says, in any stretch."""
    heads = [model.heads[i] for i in cut.heads]
    losses = [head.losses(passes.ROWS, 1000, model.rows, model.tokens) for head in heads]
    return sum(pair[PARTS[cut.stretch].copied] for pair in losses)


def measured(model: Profile, plan: list[Cut]) -> list[MeasuredCut]:
    return [MeasuredCut(cut, lost(model, cut)) for cut in plan]


def test_stretches_are_what_is_compared_and_short_ends_are_left_out() -> None:
    assert PARTS[0] == Stretch(0, 8, False) and PARTS[N_PROSE - 1] == Stretch(248, 256, False)
    assert PARTS[N_PROSE] == Stretch(262, 270, True)
    assert [part.stop - part.start for part in PARTS if part.copied] == [*[8] * 7, *[8] * 7, 4]
    assert passes.stretches(slice(0, 11), ()) == [Stretch(0, 8, False)]
    assert passes.stretches(slice(0, 8), (), (slice(20, 22),)) == [Stretch(0, 8, False), Stretch(20, 22, True)]


@pytest.mark.parametrize("n_heads", [1, 20, 90, 1000])
def test_every_head_is_measured_on_prose_and_on_copies(n_heads: int) -> None:
    plan = passes.cuts(expected(n_heads), 32 * len(PARTS), PARTS)
    assert len(plan) <= 33 * len(PARTS)
    for copied in (False, True):
        rows = {i for cut in plan if PARTS[cut.stretch].copied is copied for i in cut.heads}
        assert rows == set(range(n_heads))
    assert [cut.stretch for cut in plan] == sorted(cut.stretch for cut in plan)


def test_heads_are_measured_alone_and_in_different_stretches() -> None:
    plan = passes.cuts(expected(90), 32 * len(PARTS), PARTS)
    assert all(len(cut.heads) == 1 for cut in plan)
    places = Counter((cut.heads[0], cut.stretch) for cut in plan)
    assert max(places.values()) == 1, "no head twice at the same place"
    used = Counter(cut.stretch for cut in plan if not PARTS[cut.stretch].copied)
    assert max(used.values()) - min(used.values()) <= 2, "stretches are used alike"


def test_with_fewer_measurements_than_heads_the_least_go_with_their_neighbours() -> None:
    plan = passes.cuts(expected(1000), 16 * len(PARTS), PARTS)
    prose = [cut.heads for cut in plan if not PARTS[cut.stretch].copied]
    alone = sorted(heads[0] for heads in prose if len(heads) == 1)
    assert alone[:100] == list(range(100)), "what is taken to lose most is measured on its own"
    groups = [heads for heads in prose if len(heads) > 1]
    assert groups and all(heads == list(range(heads[0], heads[-1] + 1)) for heads in groups), "layer by layer"


def test_losses_that_are_as_expected_change_nothing() -> None:
    model = expected(40)
    found = passes.corrected(model, measured(model, passes.cuts(model, 300, PARTS)), PARTS, 1000, 0.0)
    for head, before in zip(found.heads, model.heads, strict=True):
        assert head.prose == pytest.approx(before.prose)
        assert head.copy == pytest.approx(before.copy)
        assert head.types == before.types, "not measured"


def test_heads_are_found_though_stretches_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """Losses of heads, unlike what is expected of them by up to thirty times, in stretches that lose unlike."""
    source = np.random.default_rng(3)
    model, truth = expected(30), expected(30)
    off = np.exp(source.normal(0, 1.2, 30))
    of_stretch = np.exp(source.normal(0, 0.7, len(PARTS)))
    of_stretch[:N_PROSE] /= of_stretch[:N_PROSE].mean()
    of_stretch[N_PROSE:] /= of_stretch[N_PROSE:].mean()
    for i, head in enumerate(truth.heads):
        for losses in (head.prose, head.copy):
            losses[:] = [loss * off[i] for loss in losses]
    monkeypatch.setattr(passes, "PRIOR", passes.LEAST_PRIOR)
    plan = passes.cuts(model, 32 * len(PARTS), PARTS)
    told = [MeasuredCut(cut, lost(truth, cut) * of_stretch[cut.stretch]) for cut in plan]
    found = passes.corrected(model, told, PARTS, 1000, 0.0)

    apart = [np.log(head.prose[1] / right.prose[1]) for head, right in zip(found.heads, truth.heads, strict=True)]
    before = [np.log(head.prose[1] / right.prose[1]) for head, right in zip(model.heads, truth.heads, strict=True)]
    assert np.std(apart) < 0.15 * np.std(before)


def test_a_loss_scales_the_curves_of_the_heads_that_were_cut() -> None:
    model = expected(3)
    told = [MeasuredCut(Cut([0], at), 5e-3 if at < N_PROSE else 1e-3) for at in range(len(PARTS))]
    found = passes.corrected(model, told, PARTS, 1000, 0.0)
    assert found.heads[0].prose == pytest.approx([1e-2, 5e-3, 2.5e-3], rel=0.05)
    assert found.heads[0].copy == pytest.approx([2e-3, 1e-3, 5e-4], rel=0.5), "what was expected counts a little"


def test_heads_that_were_not_cut_lose_as_much_more_as_all_do() -> None:
    model = expected(100)
    told = [MeasuredCut(Cut([i], at), 7e-3 / (i + 1)) for i in range(99) for at in (i % 8, 8 + i % 8)]
    found = passes.corrected(model, told, PARTS, 1000, 0.0)
    assert found.heads[99].prose == pytest.approx([7 * loss for loss in model.heads[99].prose], rel=0.05)
    assert found.heads[99].copy == model.heads[99].copy, "of which nothing was measured"


@pytest.mark.parametrize(("n", "sizes"), [(90, [6, 16, 29, 39]), (48, [3, 9, 15, 21]), (3, [1, 1, 1]), (1, [1])])
def test_few_heads_that_copy_are_rounded_together(n: int, sizes: list[int]) -> None:
    model = expected(n)
    model.heads.reverse()
    groups = passes.of_a_kind(model)
    assert [len(group) for group in groups] == sizes
    assert [i for group in groups for i in group] == [*reversed(range(n))], "what loses most first"


def test_a_loss_below_the_noise_tells_little_and_no_curve_vanishes() -> None:
    model = expected(3)
    nothing = [MeasuredCut(Cut([0], at), 0.0) for at in range(16)]
    found = passes.corrected(model, nothing, PARTS, 1000, 1.0)
    assert found.heads[0].prose == pytest.approx(model.heads[0].prose, rel=0.01)
    least = passes.corrected(model, nothing, PARTS, 1000, 0.0).heads[0].prose
    assert least == pytest.approx([loss * passes.LEAST_FACTOR for loss in model.heads[0].prose], rel=0.05)
    assert passes.corrected(model, [], PARTS, 1000, 0.0).heads == model.heads
