"""What a compaction is predicted to change of the next words."""

from __future__ import annotations

import msgspec
import pytest

from engine.compaction import prediction
from engine.compaction.budget import HeadShape
from engine.compaction.prediction import (
    NOT_KNOWN,
    UNSEEN,
    expected_nats,
    nats_of_error,
    of_all,
    same_words,
    share_when_refined,
)
from engine.gguf.ggml_types import N3_0, Q4_0, Q8_0
from engine.heads.profile import HeadProfile, Profile
from engine.model.compact_structs import HeadBudget

CURVED = HeadProfile(
    0, 0, 0.1, [0.004, 0.001, 0.00025], [0.0, 0.0, 0.0], {f"{Q8_0}/{Q4_0}": 0.0002, f"{Q4_0}/{Q4_0}": 0.0005}
)
PROFILE = Profile([CURVED], tokens=1000, rows=[16, 64, 256])


def shape(head=CURVED, merged=0):
    return HeadShape(64, 64, 1, 1, 0, head, merged)


def nats(*budgets, profile=PROFILE, n_merged=0, merged=0, rounded=True):
    return expected_nats(
        [shape(merged=merged)] * len(budgets), list(budgets), 1000, n_merged, profile, rounded=rounded
    )  # fmt: skip


def test_losses_of_heads_add_up():
    one, other = HeadBudget(64, Q8_0, Q8_0), HeadBudget(256, Q8_0, Q8_0)
    assert nats(one) == pytest.approx(UNSEEN * 0.001, rel=0.01)
    assert nats(one, other) == pytest.approx(nats(one) + nats(other))
    assert nats(HeadBudget(128, Q8_0, Q8_0)) == pytest.approx(UNSEEN * 0.0005, rel=0.02), "straight in logarithms"


def test_rows_that_are_all_kept_lose_by_their_types_alone():
    whole = HeadBudget(-1, Q8_0, Q4_0)
    assert nats(whole) == pytest.approx(UNSEEN * 0.0002, rel=0.01)
    assert nats(whole, rounded=False) == 0.0
    assert nats(HeadBudget(64, Q8_0, Q4_0)) == pytest.approx(nats(HeadBudget(64, Q8_0, Q8_0)) + nats(whole), rel=0.01)
    assert nats(HeadBudget(-1), n_merged=500, merged=100) > 0, "a block that is merged has lost rows"


def test_rows_that_become_block_rows_of_the_types_there_are_lose_by_these():
    losses = {f"{Q8_0}/{Q4_0}": (0.0001, 0.0), f"{Q4_0}/{Q4_0}": (0.0004, 0.0)}
    head = msgspec.structs.replace(CURVED, block_types=losses)
    stays = HeadShape(64, 64, Q4_0, N3_0, 40, head, live_type=Q8_0)
    found = expected_nats([stays], [HeadBudget(-1)], 1000, 0, PROFILE, rounded=False)
    assert found == pytest.approx(UNSEEN * (0.0003 + 4 * 0.0001))


def test_a_model_whose_heads_lose_more_together_is_predicted_to():
    steep = msgspec.structs.replace(PROFILE, together=1.5)
    budget = HeadBudget(64, Q8_0, Q8_0)
    assert nats(budget, profile=steep) == pytest.approx(1.5 * nats(budget))


def test_words_change_more_the_further_distributions_move():
    shares = [same_words(x) for x in (0.0, 0.0005, 0.002, 0.01, 0.08, 1.0, 50.0)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 1.0 and shares[-1] == pytest.approx(1 - prediction.MOST_CHANGED)
    assert same_words(NOT_KNOWN) == NOT_KNOWN == same_words(float("nan")) == nats_of_error(-1.0)


# divergence and agreement as measured (docs/EXPERIMENTS.md, Three models); none of them was fitted on by hand
MEASURED = [
    (0.0005, 0.984), (0.0022, 0.972), (0.0069, 0.954), (0.0030, 0.959), (0.0177, 0.930), (0.0789, 0.854),
    (0.0020, 0.969), (0.0120, 0.931), (0.0424, 0.871), (0.0043, 0.956), (0.0200, 0.930), (0.0416, 0.904),
]  # fmt: skip


def test_the_words_that_change_are_those_that_were_measured():
    factors = [(1 - same_words(nats)) / (1 - agreement) for nats, agreement in MEASURED]
    assert all(0.75 < factor < 1.33 for factor in factors), factors


def test_blocks_lose_together_what_each_loses():
    assert of_all([0.001, 0.002]) == pytest.approx(0.003)
    assert of_all([]) == 0.0
    assert of_all([0.001, NOT_KNOWN]) == NOT_KNOWN


def test_refining_takes_off_what_it_takes_off_the_error() -> None:
    assert share_when_refined(0.1, 0.08) == pytest.approx(0.8)
    assert share_when_refined(0.1, None) == share_when_refined(0.1, 0.2) == share_when_refined(0.0, 0.0) == 1.0
