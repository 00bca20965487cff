"""What heads lose, from few readings of the calibration text: corrections of what heads like them are taken to lose.

A measurement cuts a head (or some) and reads a stretch of a few tokens, not the whole text, so one reading of the text
pays for as many measurements as it has stretches. Some stretches lose more than others whatever is cut: what was lost
is taken for the product of the head's factor, by what was expected of it (:mod:`engine.heads.prior`), and of the
stretch's, and both are found in turns. Where there are more heads than measurements, those that are taken to lose
least are measured with those of neighbouring layers; losses of heads add up, so what a group lost is parted by what is
expected of each.

Tried on SmolLM2-135M with the measured losses of each token in place of measurements: docs/COMPACTION.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.heads.profile import LIGHT, ROUGH, HeadProfile, Kinds, Profile, type_name

ROWS = 64  # that heads are cut to
STRETCH = 16  # tokens of a measurement
TYPES_PART = 1 / 5  # of the measurements; the others are of rows
ALONE = 1 / 2  # of the measurements where there are fewer than heads; the others are of groups
LEAST_PASSES = 4
LEAST_FACTOR = 1 / 30  # no curve falls by more: a loss of nothing at one size is none of nothing at all of them
LEAST_NATS = 1e-6  # what tells nothing
PRIOR = 0.1  # measurements that what was expected counts as
ROUNDS = 20

Floats = NDArray[np.float64]


class Stretch(NamedTuple):
    """Tokens of the text that goes on, compared together; ``copied``: they were in the context before."""

    start: int
    stop: int
    copied: bool


class Cut(NamedTuple):
    """A measurement: all of ``heads`` cut to ``rows``, or (-1) rounded to ``kinds``, and a stretch read."""

    heads: list[int]
    rows: int
    kinds: Kinds
    stretch: int


class MeasuredCut(NamedTuple):
    """What a :class:`Cut` lost, in nats."""

    cut: Cut
    lost: float


def stretches(prose: slice, copies: Sequence[slice]) -> list[Stretch]:
    """The parts of the text that are compared, in stretches; what is left over at an end counts from half of one."""
    found = []
    for part, copied in [(prose, False), *((part, True) for part in copies)]:
        for start in range(part.start, part.stop, STRETCH):
            stop = min(start + STRETCH, part.stop)
            if stop - start >= STRETCH // 2:
                found.append(Stretch(start, stop, copied))
    return found


def cuts(expected: Profile, n: int, parts: Sequence[Stretch], kept: Kinds, *, live_apart: bool) -> list[Cut]:
    """About ``n`` measurements of a model of which ``expected`` is taken, in the order of their stretches.

    Args:
        parts: see :func:`stretches`.
        kept: the row types of heads that are cut.
        live_apart: live rows keep eight bits where block rows have fewer.
    """
    source = np.random.default_rng(1)
    prose = [i for i, part in enumerate(parts) if not part.copied]
    copied = [i for i, part in enumerate(parts) if part.copied]
    found: list[Cut] = []
    for kinds in (LIGHT, ROUGH):
        losses = _of_types(expected, kinds, live_apart=live_apart)
        spread = _spread(losses, max(1, min(len(losses), round(n * TYPES_PART / 2))), prose, source)
        found += [Cut(heads, -1, kinds, at) for heads, at in spread]
    left = max(2, n - len(found))
    both = np.array([_expected(expected, head, expected.tokens) for head in expected.heads])
    for losses, where in ((both[:, 0], prose), (both[:, 1], copied)):
        if where:
            share = max(1, round(left * len(where) / len(parts)))
            found += [Cut(heads, ROWS, kept, at) for heads, at in _spread(losses, share, where, source)]
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
    expected: Profile,
    measured: Sequence[MeasuredCut],
    parts: Sequence[Stretch],
    n_block: int,
    noise: float,
    *,
    live_apart: bool,
) -> Profile:
    """``expected`` scaled to what was measured.

    Args:
        measured: losses of :func:`cuts` in a block of ``n_block`` tokens.
        noise: nats below which a loss tells little.
        live_apart: as it was while they were measured; losses of the other kind of rounding stay as expected.
    """
    least = max(noise, LEAST_NATS)
    both = np.array([_expected(expected, head, n_block) for head in expected.heads])
    rows = [one for one in measured if one.cut.rows > 0]
    of_prose = factors(both[:, 0], [one for one in rows if not parts[one.cut.stretch].copied], len(parts), least)
    of_copy = factors(both[:, 1], [one for one in rows if parts[one.cut.stretch].copied], len(parts), least)
    of_types = {}
    for kinds in (LIGHT, ROUGH):
        name = type_name(kinds)
        rounded = [one for one in measured if one.cut.rows < 0 and one.cut.kinds == kinds]
        of_types[name] = factors(_of_types(expected, kinds, live_apart=live_apart), rounded, len(parts), least)
    heads = [
        msgspec.structs.replace(
            head,
            prose=[loss * float(of_prose[i]) for loss in head.prose],
            copy=[loss * float(of_copy[i]) for loss in head.copy],
            **_rounding(head, {name: float(factor[i]) for name, factor in of_types.items()}, live_apart=live_apart),
        )
        for i, head in enumerate(expected.heads)
    ]
    return msgspec.structs.replace(expected, heads=heads)


def _of_types(expected: Profile, kinds: Kinds, *, live_apart: bool) -> Floats:
    """What each head is expected to lose on prose with rows in these types."""
    return np.array([(head.rounded(kinds, live_apart=live_apart) or (0.0, 0.0))[0] for head in expected.heads])


def _rounding(head: HeadProfile, factor: dict[str, float], *, live_apart: bool) -> dict[str, dict[str, Any]]:
    """The losses of row types that were measured, scaled."""
    if not live_apart:
        return {"types": {name: loss * factor[name] for name, loss in head.types.items()}}
    of_blocks = head.block_types.items()
    return {"block_types": {name: (prose * factor[name], copy * factor[name]) for name, (prose, copy) in of_blocks}}


def factors(expected: Floats, measured: Sequence[MeasuredCut], n_stretches: int, least: float) -> Floats:
    """By how much each head loses more than expected; near 1 where nothing was measured or little can be told.

    Args:
        expected: nats [n_heads].
        least: nats that tell nothing.
    """
    lost = [max(one.lost, 0.0) + least * len(one.cut.heads) for one in measured]
    taken = expected + least
    usual = 3 * float(taken.mean())  # a stretch is known by what loses, not by what hardly does
    found, of_stretch = np.ones(len(expected)), np.ones(n_stretches)
    for _ in range(ROUNDS if measured else 0):
        told, counted = np.full(len(expected), PRIOR), np.full(len(expected), PRIOR)
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
    return np.maximum(found, LEAST_FACTOR)


def _expected(profile: Profile, head: HeadProfile, n_block: int) -> tuple[float, float]:
    return head.losses(ROWS, n_block, profile.rows, profile.tokens)
