"""What heads lose, from few measurements: corrections of what heads like them are taken to lose.

Each measurement cuts some heads at once. Those that are taken to lose most (:mod:`engine.heads.prior`) are measured
one at a time, the others with those of neighbouring layers; what was lost, by what was expected, scales the curves
of the heads that were cut. Losses of heads add up, so a group's factor is that of its sum.

Tried on SmolLM2-135M with the measured losses in place of measurements, 5 % of noise on them: a split loses 2.1, 2.0
and 1.7 times what one by all 540 measurements does at 4x, 8x and 16x with 32 passes, 3.4, 2.8 and 2.0 times with none
(losses with copied text weighing 0.1). What lost is in docs/COMPACTION.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from engine.heads.profile import LIGHT, ROUGH, ROUNDED_COPY_WEIGHT, HeadProfile, Kinds, Profile, type_name

ROWS = 64  # that heads are cut to
ALONE = 1 / 2  # of the measurements of rows; the others are of groups
LEAST_PASSES = 4
LEAST_FACTOR = 1 / 30  # no curve falls by more: a loss of nothing at one size is none of nothing at all of them
LEAST_NATS = 1e-6  # what tells nothing


class Cut(NamedTuple):
    """A measurement: all of ``heads`` cut to ``rows``, or (-1) rounded to ``kinds``."""

    heads: list[int]
    rows: int
    kinds: Kinds


class MeasuredCut(NamedTuple):
    """What a :class:`Cut` lost, in nats on prose and on copies."""

    cut: Cut
    prose: float
    copy: float


def cuts(expected: Profile, passes: int, kept: Kinds) -> list[Cut]:
    """At most ``passes`` measurements (``LEAST_PASSES`` at least) of a model of which ``expected`` is taken.

    Args:
        kept: the row types of heads that are cut.
    """
    everything = list(range(len(expected.heads)))
    n = max(passes, LEAST_PASSES) - 2
    loss = [_weighed(*_expected(expected, head, expected.tokens)) for head in expected.heads]
    order = sorted(everything, key=lambda i: -loss[i])
    alone = n if len(order) <= n else max(1, round(ALONE * n))
    rows = [[i] for i in order[:alone]] + _groups(sorted(order[alone:]), n - alone)
    types = [Cut(everything, -1, kinds) for kinds in (LIGHT, ROUGH)]
    return types + [Cut(sorted(heads), ROWS, kept) for heads in rows]


def _groups(rest: Sequence[int], n: int) -> list[list[int]]:
    """``rest``, heads in the order of layers, cut into ``n`` runs of as many heads each."""
    groups = [list(rest[len(rest) * i // n : len(rest) * (i + 1) // n]) for i in range(n)]
    return [group for group in groups if group]


def corrected(expected: Profile, measured: Sequence[MeasuredCut], n_block: int, noise: float) -> Profile:
    """``expected`` scaled to what was measured.

    Args:
        measured: losses of :func:`cuts` in a block of ``n_block`` tokens.
        noise: nats below which a loss tells little.
    """
    heads = list(expected.heads)
    for (which, rows, kinds), prose, copy in measured:
        if rows < 0:
            name = type_name(kinds)
            factor = _factor(prose + ROUNDED_COPY_WEIGHT * copy, [heads[i].types[name] for i in which], noise)
            for i in which:
                types = heads[i].types
                heads[i] = msgspec.structs.replace(heads[i], types={**types, name: types[name] * factor})
            continue
        both = [_expected(expected, heads[i], n_block) for i in which]
        of_prose = _factor(prose, [loss for loss, _ in both], noise)
        of_copy = _factor(copy, [loss for _, loss in both], noise)
        for i in which:
            curves = [loss * of_prose for loss in heads[i].prose], [loss * of_copy for loss in heads[i].copy]
            heads[i] = msgspec.structs.replace(heads[i], prose=curves[0], copy=curves[1])
    return msgspec.structs.replace(expected, heads=heads)


def _expected(profile: Profile, head: HeadProfile, n_block: int) -> tuple[float, float]:
    return head.losses(ROWS, n_block, profile.rows, profile.tokens)


def _weighed(prose: float, copy: float) -> float:
    return prose + ROUNDED_COPY_WEIGHT * copy


def _factor(lost: float, expected: Sequence[float], noise: float) -> float:
    """What ``expected`` has to be scaled by; near 1 where both are below what can be told."""
    least = max(noise, LEAST_NATS)
    return max((max(lost, 0.0) + least) / (math.fsum(expected) + least), LEAST_FACTOR)
