"""How far a compaction moves the next words, predicted from what is known when it is planned and when it is fitted.

Losses of heads add up (:mod:`engine.compaction.budget`), so the sum of what the profile expects of each head on prose,
its rows cut and rounded, is a prediction of the KL divergence in nats. ``UNSEEN`` and each model's own ``together``
correct it. Where losses are those of other models' heads, the held-out error tells more. From the divergence follows
how many of the next words stay the same; that is what people are shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from engine.compaction.budget import HeadShape
from engine.heads.profile import Profile
from engine.model.compact_structs import HeadBudget

UNSEEN = 1.4  # text that is read loses more than the prose that was measured; chosen on windows of one book
BY_ERROR = (0.4, 2.0)  # factor and power of the held-out error

# Share of next words that change: factor and power of the divergence, fitted to three models at 4x to 16x
# (docs/EXPERIMENTS.md): 1.5 % at 0.0005 nats, 6 % at 0.01, 15 % at 0.08.
CHANGED = (0.446, 0.438)
MOST_CHANGED = 0.95
NOT_KNOWN = -1.0


def expected_nats(
    shapes: Sequence[HeadShape],
    budgets: Sequence[HeadBudget],
    n_block: int,
    n_merged: int,
    profile: Profile,
    *,
    rounded: bool,
) -> float:
    """The predicted divergence in nats of a split of a block of ``n_block`` live tokens and ``n_merged`` older ones.

    Args:
        profile: the model's, with curves; each shape has its entry.
        rounded: rows take the types of their budgets; otherwise those that the heads' block rows have.
    """
    n_tokens = n_block + n_merged
    nats = 0.0
    for shape, budget in zip(shapes, budgets, strict=True):
        head = shape.profile
        assert head is not None
        kept = budget.n_rows if budget.n_rows >= 0 else n_block + shape.merged_rows
        if kept < n_tokens and head.prose:
            nats += head.losses(kept, n_tokens, profile.rows, profile.tokens)[0]
        elif kept < n_tokens:
            nats += head.loss(kept, n_tokens, profile.rows, profile.tokens)
        kinds = (budget.type_k, budget.type_v) if rounded and budget.type_k >= 0 else shape.kinds
        if rounded or shape.live_type >= 0:  # live rows have more bits than block rows, which they become
            lost = head.rounding(kinds, live_apart=shape.live_type >= 0)
            nats += lost[0] if lost else 0.0
    return UNSEEN * profile.together * nats


def nats_of_error(error: float) -> float:
    """The divergence by the held-out error, where no profile tells it; ``NOT_KNOWN`` of a negative one."""
    factor, power = BY_ERROR
    return float(factor * error**power) if error >= 0 else NOT_KNOWN


def share_when_refined(error: float, refined: float | None) -> float:
    """What is left of the divergence when heads were fitted once more, by the held-out error before and after.

    In proportion to it: measured KL by held-out error, both as shares, were 0.81 / 0.79, 0.75 / 0.77, 0.81 / 0.84 and
    0.78 / 0.76 (SmolLM2-135M, books, 8x to 32x), 0.73 / 0.78 (Qwen2.5-Coder-0.5B) and 1.05 / 0.97 (Gemma-3-270M).
    """
    return min(1.0, refined / error) if refined is not None and error > 0 else 1.0


def same_words(nats: float) -> float:
    """The share of next words that stay as they were at a divergence of ``nats``; ``NOT_KNOWN`` of a negative one."""
    if nats < 0 or not math.isfinite(nats):
        return NOT_KNOWN
    factor, power = CHANGED
    return 1.0 - min(MOST_CHANGED, float(factor * nats**power))


def of_all(parts: Iterable[float]) -> float:
    """The divergence of several blocks together: losses add up. ``NOT_KNOWN`` where one of them is not known."""
    every = list(parts)
    return NOT_KNOWN if any(nats < 0 for nats in every) else math.fsum(every)
