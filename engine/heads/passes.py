"""What heads lose, from few readings of the calibration text: corrections of what heads like them are taken to lose.

A measurement cuts a head (or some) and reads a stretch of a few tokens, not the whole text, so one reading of the text
pays for as many measurements as it has stretches. Some stretches lose more than others whatever is cut: what was lost
is taken for the product of the head's factor, by what was expected of it (:mod:`engine.heads.prior`), and of the
stretch's, and both are found in turns. Where there are more heads than measurements, those that are taken to lose
least are measured with those of neighbouring layers; losses of heads add up, so what a group lost is parted by what is
expected of each.

What one head loses by fewer bits on a few tokens is less than the noise. What it loses with few rows tells more of that
(:mod:`engine.heads.prior`), and how much all heads of a kind lose together is measured by a few readings of the whole.

Tried on SmolLM2-135M with the measured losses of each token in place of measurements: docs/EXPERIMENTS.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.heads.profile import HeadProfile, Profile, weighed

ROWS = 64  # that heads are cut to
STRETCH = 8  # tokens of a measurement; fewer and longer ones miss more of the few tokens that lose most
ALONE = 1 / 2  # of the measurements where there are fewer than heads; the others are of groups
LEAST_PASSES = 4
LEAST_FACTOR = 1 / 30  # no curve falls by more: a loss of nothing at one size is none of nothing at all of them
LEAST_NATS = 1e-6  # what tells nothing
PRIOR = 0.3  # measurements that what was expected counts as, at the scale that was found
TYPE_GROUPS = 4  # of heads whose rounding is measured together, on the whole text
LEAST_PRIOR = 0.03  # the same while that scale is looked for
ROUNDS = 20

Floats = NDArray[np.float64]


class Stretch(NamedTuple):
    """Tokens of the text that goes on, compared together; ``copied``: they are looked up in the context."""

    start: int
    stop: int
    copied: bool


class Cut(NamedTuple):
    """A measurement: all of ``heads`` cut to ``ROWS``, and a stretch read."""

    heads: list[int]
    stretch: int


class MeasuredCut(NamedTuple):
    """What a :class:`Cut` lost, in nats."""

    cut: Cut
    lost: float


def stretches(prose: slice, copies: Sequence[slice], replies: Sequence[slice] = ()) -> list[Stretch]:
    """The parts of the text that are compared, in stretches; what is left over at an end counts from half of one.

    A reply is a stretch of its own, as short as it may be.
    """
    found = []
    for part, copied in [(prose, False), *((part, True) for part in copies)]:
        for start in range(part.start, part.stop, STRETCH):
            stop = min(start + STRETCH, part.stop)
            if stop - start >= STRETCH // 2:
                found.append(Stretch(start, stop, copied))
    return found + [Stretch(part.start, part.stop, True) for part in replies]


def cuts(expected: Profile, n: int, parts: Sequence[Stretch]) -> list[Cut]:
    """About ``n`` measurements of a model of which ``expected`` is taken, in the order of their stretches.

    Args:
        parts: see :func:`stretches`.
    """
    source = np.random.default_rng(1)
    prose = [i for i, part in enumerate(parts) if not part.copied]
    copied = [i for i, part in enumerate(parts) if part.copied]
    found: list[Cut] = []
    both = np.array([_expected(expected, head, expected.tokens) for head in expected.heads])
    for losses, where in ((both[:, 0], prose), (both[:, 1], copied)):
        if where:
            share = max(1, round(n * len(where) / len(parts)))
            found += [Cut(heads, at) for heads, at in _spread(losses, share, where, source)]
    return sorted(found, key=lambda cut: cut.stretch)


def _spread(losses: Floats, n: int, where: Sequence[int], source: np.random.Generator) -> list[tuple[list[int], int]]:
    """``n`` measurements of heads or groups of them, each of them in different stretches, as even as can be."""
    order = [int(i) for i in np.argsort(-losses, kind="stable")]
    if n >= len(order):
        groups = [[i] for i in order]
        times = [min(n // len(order) + (i < n % len(order)), len(where)) for i in range(len(order))]
    else:
        alone = max(1, round(ALONE * n)) if n > 1 else 0
        groups = [[i] for i in order[:alone]] + _runs(sorted(order[alone:]), n - alone)
        times = [1] * len(groups)
    used = np.zeros(len(where))
    found = []
    for heads, k in zip(groups, times, strict=True):
        for at in np.argsort(used + source.random(len(where)) / 2)[:k]:
            used[at] += 1
            found.append((heads, where[at]))
    return found


def _runs(rest: Sequence[int], n: int) -> list[list[int]]:
    """``rest``, heads in the order of layers, cut into ``n`` runs of as many heads each."""
    runs = [list(rest[len(rest) * i // n : len(rest) * (i + 1) // n]) for i in range(n)]
    return [run for run in runs if run]


def corrected(
    expected: Profile, measured: Sequence[MeasuredCut], parts: Sequence[Stretch], n_block: int, noise: float
) -> Profile:
    """``expected`` scaled to what was measured.

    Args:
        measured: losses of :func:`cuts` in a block of ``n_block`` tokens.
        noise: nats below which a loss tells little.
    """
    least = max(noise, LEAST_NATS)
    both = np.array([_expected(expected, head, n_block) for head in expected.heads])
    of_prose = factors(both[:, 0], [one for one in measured if not parts[one.cut.stretch].copied], len(parts), least)
    of_copy = factors(both[:, 1], [one for one in measured if parts[one.cut.stretch].copied], len(parts), least)
    heads = [
        head.scaled(float(prose), float(copy))
        for head, prose, copy in zip(expected.heads, of_prose, of_copy, strict=True)
    ]
    return msgspec.structs.replace(expected, heads=heads)


def of_a_kind(found: Profile) -> list[list[int]]:
    """Heads whose rounding is measured together: those that lose most with few rows first, and few of them."""
    lost = np.array([weighed(_expected(found, head, found.tokens)) for head in found.heads])
    order = [int(i) for i in np.argsort(-lost, kind="stable")]
    ends = [round(len(order) * (i / TYPE_GROUPS) ** 2) for i in range(TYPE_GROUPS + 1)]
    return [order[start:stop] for start, stop in pairwise(ends) if stop > start]


def factors(expected: Floats, measured: Sequence[MeasuredCut], n_stretches: int, least: float) -> Floats:
    """By how much each head loses more than expected; where little can be told, nearer to what all of them do.

    Args:
        expected: nats [n_heads].
        least: nats that tell nothing.
    """
    lost = [max(one.lost, 0.0) + least * len(one.cut.heads) for one in measured]
    taken = expected + least
    usual = 3 * float(taken.mean())  # a stretch is known by what loses, not by what hardly does
    found, of_stretch = np.ones(len(expected)), np.ones(n_stretches)
    for _ in range(ROUNDS if measured else 0):
        told, counted = np.full(len(expected), LEAST_PRIOR), np.full(len(expected), LEAST_PRIOR)
        for (cut, _), nats in zip(measured, lost, strict=True):
            part = taken[cut.heads] * found[cut.heads]
            part /= part.sum()
            told[cut.heads] += part * part * nats / taken[cut.heads]
            counted[cut.heads] += part * of_stretch[cut.stretch]
        found = told / counted
        told_at, counted_at = np.full(n_stretches, 0.5), np.full(n_stretches, 0.5)
        for (cut, _), nats in zip(measured, lost, strict=True):
            sum_ = float((taken[cut.heads] * found[cut.heads]).sum())
            weight = min(1.0, sum_ / usual)
            told_at[cut.stretch] += weight * nats / sum_
            counted_at[cut.stretch] += weight
        of_stretch = told_at / counted_at
        of_stretch /= of_stretch.mean()
    counts = np.zeros(len(expected))
    for (heads, _), _ in measured:
        counts[heads] += 1 / len(heads)
    scale = float((taken * found).sum() / taken.sum())
    return np.maximum((counts * found + PRIOR * scale) / (counts + PRIOR), LEAST_FACTOR)


def _expected(profile: Profile, head: HeadProfile, n_block: int) -> tuple[float, float]:
    return head.losses(ROWS, n_block, profile.rows, profile.tokens)
