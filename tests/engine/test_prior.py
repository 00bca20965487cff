"""What heads that were only ranked are taken to lose, and that a model is ranked once, before it is compacted."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from msgspec.structs import replace

from engine.errors import CannotCompact
from engine.heads import calibration, prior, profile
from engine.heads.profile import LIGHT, ROUGH, HeadProfile, Kinds, Profile
from engine.model.model import Model
from engine.process import measuring
from engine.process.measuring import ModelHeads


@pytest.fixture(autouse=True)
def shipped_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path))
    prior._references.cache_clear()
    yield
    prior._references.cache_clear()


def of_all(head: HeadProfile, kinds: Kinds) -> tuple[float, float]:
    """What rounding all its rows loses, on prose and on copied text."""
    found = head.rounded(kinds, live_apart=False)
    assert found is not None
    return found


def test_a_head_that_copies_is_taken_to_lose_more_and_to_need_more_rows() -> None:
    ranked = Profile([HeadProfile(layer, 0, share) for layer, share in ((0, 0.0), (9, 0.1), (10, 0.95), (14, 0.02))])

    heads = (prior.filled(ranked) or ranked).heads

    copying, others = heads[2], [heads[0], heads[1], heads[3]]
    assert all(copying.prose[-1] > 10 * other.prose[-1] for other in others)
    assert all(copying.copy[-1] > 10 * other.copy[-1] for other in others)
    assert all(list(head.prose) == sorted(head.prose, reverse=True) for head in heads)
    for at in (0, 1):  # on prose, on copied text
        assert all(0 < of_all(head, LIGHT)[at] < of_all(head, ROUGH)[at] for head in heads), "fewer bits are on offer"
        assert all(0 < head.block_types["8/2"][at] < head.block_types["2/2"][at] for head in heads)
        assert all(head.block_types["2/2"][at] < of_all(head, ROUGH)[at] for head in heads), "live rows are most of it"
    assert copying.block_types["2/2"][1] > 10 * max(other.block_types["2/2"][1] for other in others)
    assert of_all(copying, ROUGH)[1] > 3 * max(of_all(other, ROUGH)[1] for other in others)


def test_many_heads_lose_less_each() -> None:
    few, many = (prior.filled(Profile([HeadProfile(0, head, 0.5) for head in range(n)])) for n in (4, 400))
    assert few is not None and many is not None
    assert few.heads[0].prose[0] == pytest.approx(100 * many.heads[0].prose[0])


def test_what_was_measured_is_left_alone() -> None:
    of_types = {"8/2": 1e-3, "2/2": 2e-3}, {"8/2": (1e-3, 0.1), "2/2": (2e-3, 0.2)}
    measured = Profile([HeadProfile(0, 0, 0.5, [0.1], [0.2], *of_types)], tokens=100, rows=[16])
    assert prior.filled(measured) is measured
    assert prior.filled(None) is None


def test_the_kind_of_rounding_that_was_not_measured_is_that_of_other_heads() -> None:
    in_ram = HeadProfile(0, 0, 0.5, [0.1], [0.2], {}, {"8/2": (1e-3, 0.1), "2/2": (2e-3, 0.2)})
    elsewhere = HeadProfile(0, 1, 0.5, [0.1], [0.2], {"8/2": (1e-2, 0.1), "2/2": (2e-2, 0.2)})
    neither = HeadProfile(0, 2, 0.5, [0.1], [0.2])
    found = prior.filled(Profile([in_ram, elsewhere, neither], tokens=100, rows=[16]))
    assert found is not None and found.rows == [16]
    ram, device, both = found.heads
    assert (ram.prose, ram.copy, ram.block_types) == ([0.1], [0.2], in_ram.block_types)
    assert (device.prose, device.copy, device.types) == ([0.1], [0.2], elsewhere.types)
    assert (ram.types, device.block_types) == (both.types, both.block_types), "heads that are alike otherwise"
    assert 0 < of_all(both, LIGHT)[0] < of_all(both, ROUGH)[0]
    assert 0 < both.block_types["8/2"][0] < both.block_types["2/2"][0]


def shipped() -> list[Profile]:
    found = (profile.read(path) for path in sorted(profile.folders()[-1].glob("*.json")))
    return [one for one in found if one is not None and len(one.heads) > prior.LEAST_HEADS]


def apart(found: Profile, truth: Profile, what: Callable[[HeadProfile], float]) -> float:
    """How far what is taken of the heads lies from what they lose: spread of the logarithms of their quotients."""
    taken, lost = (np.array([what(head) for head in one.heads]) for one in (found, truth))
    least = 0.02 * lost.mean()
    return float(np.std(np.log((taken + least) / (lost + least))))


@pytest.mark.parametrize("truth", shipped(), ids=lambda one: f"{len(one.heads)} heads")
def test_how_far_off_a_head_is_tells_more_than_its_place(truth: Profile) -> None:
    """Of each shipped model by the others: what it is known to lose is not asked."""
    bare = [HeadProfile(one.layer, one.head, one.share) for one in truth.heads]
    with_errors = [replace(head, errors=one.errors) for head, one in zip(bare, truth.heads, strict=True)]
    by_place, by_error = (prior.filled(Profile(heads, weights=truth.weights)) for heads in (bare, with_errors))
    assert by_place is not None and by_error is not None

    def prose(head: HeadProfile) -> float:
        return head.prose[1]

    assert apart(by_error, truth, prose) < 0.65 * apart(by_place, truth, prose)


@pytest.mark.parametrize("truth", shipped(), ids=lambda one: f"{len(one.heads)} heads")
def test_what_a_head_loses_with_few_rows_tells_of_its_rounding(truth: Profile) -> None:
    cut = [replace(one, types={}, block_types={}) for one in truth.heads]
    ranked = [replace(one, prose=[], copy=[], errors=None) for one in cut]
    by_curve = prior.filled(replace(truth, heads=cut))
    by_rank = prior.filled(Profile(ranked, weights=truth.weights))
    assert by_curve is not None and by_rank is not None
    assert [head.prose for head in by_curve.heads] == [head.prose for head in truth.heads]

    def rough(head: HeadProfile) -> float:
        return head.block_types["2/2"][0]

    assert apart(by_curve, truth, rough) < 0.9 * apart(by_rank, truth, rough)


def test_what_a_head_was_seen_to_lose_alone_is_the_height_of_its_curves() -> None:
    alike = [HeadProfile(5, head, 0.1, errors=(0.2, 0.4)) for head in range(3)]
    seen = [
        replace(head, alone=lost) for head, lost in zip(alike, ((0.05, 3.0), (0.0, 0.0), (0.001, 0.02)), strict=True)
    ]
    n_block = 828
    usual, found = prior.filled(Profile(alike)), prior.filled(Profile(seen, tokens=n_block))
    assert usual is not None and found is not None and found.rows == usual.rows

    def at_few(one: HeadProfile) -> tuple[float, float]:
        return one.losses(prior.CURVE_ROWS, n_block, found.rows, found.tokens)

    much, nothing, some = found.heads
    assert at_few(much) == pytest.approx((0.05, 3.0), rel=0.01) and at_few(some) == pytest.approx(
        (0.001, 0.02), rel=0.02
    )
    assert all(loss < 1e-3 * of_usual for loss, of_usual in zip(at_few(nothing), at_few(usual.heads[1]), strict=True))
    shape = np.array(much.prose) / much.prose[0]
    assert shape == pytest.approx(np.array(usual.heads[0].prose) / usual.heads[0].prose[0])
    assert much.block_types["2/2"][0] > some.block_types["2/2"][0] > nothing.block_types["2/2"][0] > 0


def test_heads_of_the_same_weights_do_not_count() -> None:
    truth = shipped()[0]
    ranked = [HeadProfile(one.layer, one.head, one.share, errors=one.errors) for one in truth.heads]
    unknown, known = (prior.filled(Profile(ranked, weights=weights)) for weights in (truth.weights, ""))
    assert unknown is not None and known is not None
    assert apart(known, truth, lambda head: head.prose[0]) < apart(unknown, truth, lambda head: head.prose[0])


def test_a_head_without_curves_is_judged_by_its_place() -> None:
    """As a profile that somebody gave may have it."""
    some = Profile([HeadProfile(0, 0, 0.5, [0.1], [0.2]), HeadProfile(0, 1, 0.5)], tokens=100, rows=[16])
    found = prior.filled(some)
    assert found is not None and found.heads[0].types == found.heads[1].types != {}


def test_profiles_measured_here_count_and_those_of_older_versions_do_not() -> None:
    ranked = Profile([HeadProfile(5, 0, 0.5), HeadProfile(9, 0, 0.5)])
    before = prior.filled(ranked)
    assert before is not None
    curve = [9.0, 9.0, 9.0, 9.0]
    heads = [HeadProfile(5, at, 0.5, curve, curve, {"8/2": 9.0, "2/2": 9.0}) for at in range(prior.FEW_HEADS)]
    here = Profile(heads, tokens=1537, rows=[16, 64, 256, 768], version=2)
    few = replace(here, heads=heads[1:], version=profile.VERSION)
    for counts_for_nothing in (here, few):
        profile.save("1" * 64, counts_for_nothing)
        prior._references.cache_clear()
        assert prior.filled(ranked) == before
    profile.save("1" * 64, replace(here, version=profile.VERSION))
    prior._references.cache_clear()
    after = prior.filled(ranked)
    assert after is not None and after.heads[0].prose[0] > 1.2 * before.heads[0].prose[0]


@pytest.mark.parametrize("odd", ["sizes", "a head without curves"])
def test_a_profile_that_is_unlike_those_that_ship_is_passed_over(odd: str) -> None:
    """No compaction of any model fails for one that was measured otherwise, or that somebody gave."""
    ranked = Profile([HeadProfile(5, 0, 0.5), HeadProfile(9, 0, 0.5)])
    before = prior.filled(ranked)
    curve, sizes = [9.0] * 4, [16, 64, 256, 768]
    heads = [HeadProfile(5, at, 0.5, curve, curve) for at in range(prior.FEW_HEADS)]
    if odd == "sizes":
        sizes = [16, 64, 256, 512]
    else:
        heads.append(HeadProfile(6, 0, 0.5))
    assert profile.save("1" * 64, Profile(heads, tokens=1537, rows=sizes)) and profile.load("1" * 64) is not None
    prior._references.cache_clear()
    assert prior.filled(ranked) == before


def test_a_profile_of_no_heads_stays_one() -> None:
    assert prior.filled(Profile([])) == Profile([])


def test_a_ranking_of_an_older_version_counts_as_none() -> None:
    profile.save("3" * 64, Profile([HeadProfile(0, 0, 0.5)], version=2))
    assert profile.load("3" * 64) is None
    profile.save("3" * 64, Profile([HeadProfile(0, 0, 0.5)]))
    assert profile.load("3" * 64) is not None


MODEL: Any = SimpleNamespace(facts=SimpleNamespace(path="model.gguf", fingerprint="4" * 64))


@pytest.mark.parametrize(
    ("n_heads", "errors", "alone", "known"),
    [
        (1, None, (0.1, 2.0), False),
        (1, (0.3, 0.2), None, False),
        (1, (0.3, 0.2), (0.1, 2.0), True),
        (prior.FEW_HEADS, (0.3, 0.2), None, True),
    ],
)
def test_a_ranking_that_lacks_something_is_made_once_more(
    n_heads: int, errors: tuple[float, float] | None, alone: tuple[float, float] | None, known: bool
) -> None:
    heads = [HeadProfile(0, head, 0.5, errors=errors, alone=alone) for head in range(n_heads)]
    profile.save("5" * 64, Profile(heads))
    facts = SimpleNamespace(fingerprint="5" * 64, weights="")
    of_model = ModelHeads.of(cast("Model", SimpleNamespace(facts=facts, why_not_compactable=lambda: None)))
    assert (of_model.profile is not None) is known and not of_model.done


def given(monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> list[float]:
    """What calibration is asked for from here on; it ends with ``error``, or with a ranking."""
    asked: list[float] = []

    def steps(path: str, *, seconds: float) -> Generator[float, None, Profile]:
        asked.append(seconds)
        yield 0.5
        if error is not None:
            raise error
        return Profile([HeadProfile(0, 0, 0.5)])

    monkeypatch.setattr(calibration, "calibrate_steps", steps)
    monkeypatch.setattr(measuring, "estimate", lambda *_: SimpleNamespace(total=0))
    return asked


def test_two_chats_that_wait_rank_the_heads_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, told = given(monkeypatch), []
    heads = ModelHeads()
    first, second = (heads.rank_steps(MODEL, lambda: told.append(heads.profile)) for _ in range(2))
    next(first)
    next(second)
    assert list(first) == []
    assert list(second) == []
    assert asked == [0.0]
    assert told == [heads.profile] and heads.profile is not None
    assert profile.load("4" * 64) == heads.profile


def test_a_ranking_that_fails_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = given(monkeypatch, CannotCompact("compact.unsupported"))
    heads = ModelHeads()
    for _ in range(2):
        list(heads.rank_steps(MODEL, lambda: None))
    assert asked == [0.0]
    assert heads.profile is None and heads.done
