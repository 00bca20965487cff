"""The measures against answers worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.model.metrics import (
    cosine_similarity,
    distance,
    kl_divergence,
    log_softmax,
    perplexity_ratio,
    token_log_probabilities,
    top1_agreement,
)


def logits(*distributions: list[float], shift: float = 0.0) -> np.ndarray:
    """Logits of given probabilities; any shift gives the same distribution."""
    return (np.log(np.asarray(distributions)) + shift).astype(np.float32)


def test_log_softmax_of_known_logits_and_of_huge_ones():
    assert log_softmax(np.array([[0.0, math.log(3.0)]])) == pytest.approx(np.log([[0.25, 0.75]]))
    assert log_softmax(np.array([[1e30, 0.0]]))[0, 0] == 0.0


def test_kl_of_known_distributions():
    full, other = logits([0.5, 0.5], [0.9, 0.1]), logits([0.25, 0.75], [0.9, 0.1], shift=7.0)
    expected = 0.5 * math.log(2) + 0.5 * math.log(0.5 / 0.75)
    assert kl_divergence(full, other) == pytest.approx([expected, 0.0], abs=1e-6)


def test_kl_is_of_full_against_other_and_not_the_other_way_round():
    full, other = logits([0.8, 0.2]), logits([0.3, 0.7])
    forth = 0.8 * math.log(0.8 / 0.3) + 0.2 * math.log(0.2 / 0.7)
    back = 0.3 * math.log(0.3 / 0.8) + 0.7 * math.log(0.7 / 0.2)
    assert kl_divergence(full, other)[0] == pytest.approx(forth, rel=1e-5)
    assert abs(forth - back) > 0.01


def test_kl_resolves_what_float32_would_lose():
    rows = np.zeros((1, 50_000), dtype=np.float32)
    other = rows.copy()
    other[0, 0] = 1e-3
    # KL of a uniform distribution against one with a logit raised by e: e^2 / 2 (1/n - 1/n^2), to second order
    assert kl_divergence(rows, other)[0] == pytest.approx(1e-6 / 2 / 50_000, rel=1e-2)


def test_every_row_is_counted():
    full = np.tile(logits([0.5, 0.5]), (100, 1))
    other = full.copy()
    other[99] = logits([0.25, 0.75])[0]
    kl = kl_divergence(full, other)
    assert kl.shape == (100,)
    assert kl[:99] == pytest.approx(np.zeros(99))
    assert kl[99] == pytest.approx(0.5 * math.log(4 / 3), rel=1e-5)


def test_top1_counts_rows():
    full, other = logits([0.6, 0.4], [0.6, 0.4], [0.1, 0.9]), logits([0.7, 0.3], [0.4, 0.6], [0.2, 0.8])
    assert top1_agreement(full, other) == pytest.approx(2 / 3)


def test_cosine_of_known_vectors():
    full = np.array([[1.0, 0.0], [1.0, 1.0]], dtype=np.float32)
    other = np.array([[0.0, 2.0], [3.0, 3.0]], dtype=np.float32)
    assert cosine_similarity(full, other) == pytest.approx(0.5)


def test_log_probabilities_pick_the_token_that_came():
    rows = logits([0.25, 0.75], [0.1, 0.9])
    assert token_log_probabilities(rows, [0, 1]) == pytest.approx(np.log([0.25, 0.9]), rel=1e-5)
    with pytest.raises(ValueError, match="2 rows"):
        token_log_probabilities(rows, [0])


def test_perplexity_ratio_of_known_probabilities():
    full, other = logits([0.5, 0.5], [0.5, 0.5]), logits([0.25, 0.75], [0.25, 0.75])
    # the tokens that came had 1/2 and 1/2, now 1/4 and 1/4: perplexity 4 instead of 2
    assert perplexity_ratio(full, other, [0, 0]) == pytest.approx(2.0, rel=1e-5)
    assert perplexity_ratio(full, full, [0, 1]) == 1.0


def test_distance_gathers_means_and_the_worst_row():
    full, other = logits([0.5, 0.5], [0.9, 0.1]), logits([0.25, 0.75], [0.9, 0.1])
    result = distance(full, other, [0, 0])
    assert result.kl == pytest.approx(result.kl_max / 2)
    assert result.kl == pytest.approx(float(kl_divergence(full, other).mean()))
    assert result.ppl_ratio == pytest.approx(math.sqrt(2), rel=1e-5)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_finite_is_an_error_and_not_a_number(bad):
    full = logits([0.5, 0.5])
    broken = full.copy()
    broken[0, 0] = bad
    for measure in (kl_divergence, top1_agreement, cosine_similarity):
        with pytest.raises(ValueError, match="not finite"):
            measure(full, broken)


def test_shapes_must_agree():
    with pytest.raises(ValueError, match="shapes"):
        kl_divergence(logits([0.5, 0.5]), logits([0.2, 0.3, 0.5]))
