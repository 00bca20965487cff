"""What heads that were only ranked are taken to lose: what measured heads of other models lost that are like them.

A head profile that ranks tells of each head how much it copies, how deep it lies and how far off it is with few rows.
Heads of measured models (those that ship with the program, and all that were measured on this computer) say what such
heads lose: straight lines through the logarithms of their losses (ridge regression, Hoerl and Kennard 1970). Where it
is known what a head loses with few rows, that tells what it loses in fewer bits; where it was seen alone, as of models
with few heads, its curves have the shape of those lines and that height. Of heads of which nothing of this is known, it
is the mean over heads of a like share at a like depth. Losses of a model's heads add up to about the same in every
model, so each counts by the number of heads beside it. Heads of the same weights do not count: a model is judged by
others alone, here as where it is measured how well that goes.

How much a split by these loses, by the true ones, is in docs/EXPERIMENTS.md.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.heads import profile
from engine.heads.profile import LIGHT, ROUGH, HeadProfile, Profile, type_name

SHARE_WIDTH = 0.3  # of the kernel, in logarithms of the share
SHARE_LEAST = 0.02  # below it shares are not told apart
DEPTH_WIDTH = 0.3  # in shares of the model's depth
ERROR_LEAST = 1e-4
LOSS_LEAST = 1e-4  # nats times heads; below it losses are not told apart
RIDGE = 10.0  # heads that say that nothing matters
CURVE_ROWS = 64  # at which losses say something of those in fewer bits
LEAST_HEADS = 20  # that lines are drawn through
FEW_HEADS = 8  # of a model: each of fewer loses what a hundred do elsewhere, which tells nothing of those
ALONE_LEAST = 1e-5  # nats that tell nothing
_FAR = 1e-6  # weight of heads that nothing is like
_TYPES = (type_name(LIGHT), type_name(ROUGH))
_OF_TYPES = 4 * len(_TYPES)  # losses of a head: of all rows and of block rows, on prose and on copies
_UNKNOWN = (math.nan, math.nan)

Floats = NDArray[np.float64]


class _References(NamedTuple):
    """Measured heads: place [n, 2], logs of errors [n, 2], losses of all sizes and types; NaN where not measured.

    ``curve``: logarithms of what is lost with ``CURVE_ROWS`` rows on prose and on copies [n, 2]. Losses are times the
    model's heads, [n, 2 * sizes + 8]: prose and copies at each size; two pairs of types for all rows on prose and on
    copies, and for block rows.
    """

    rows: list[int]
    tokens: int
    place: Floats
    error: Floats
    curve: Floats
    losses: Floats


def filled(found: Profile | None) -> Profile | None:
    """``found`` with the losses of heads like its own where it only ranks, or lacks what rounding loses.

    As it is where nothing is missing, or where nothing was measured.
    """
    if found is None or not found.heads or (found.rows and not any(_lacks_types(head) for head in found.heads)):
        return found
    known = _references(found.weights)
    if known is None:
        return found
    usual = _usual(found, known)
    losses = (usual / len(found.heads)).tolist()
    heads = found.heads
    if not found.rows:
        n = len(known.rows)
        heads = [
            msgspec.structs.replace(head, prose=row[:n], copy=row[n : 2 * n])
            for head, row in zip(heads, losses, strict=True)
        ]
        expected = msgspec.structs.replace(found, rows=known.rows, tokens=known.tokens, heads=heads)
        if all(head.alone is not None for head in heads):
            return filled(_as_alone(expected, found.tokens))
        found = expected
    return msgspec.structs.replace(
        found, heads=[_with_types(head, row[-_OF_TYPES:]) for head, row in zip(heads, losses, strict=True)]
    )


def _as_alone(expected: Profile, n_block: int) -> Profile:
    """``expected`` with each head's curves at the height of what it lost alone, with few rows of ``n_block`` tokens."""
    heads = []
    for head in expected.heads:
        usual = head.losses(CURVE_ROWS, n_block, expected.rows, expected.tokens)
        of_prose, of_copy = (
            (lost + ALONE_LEAST) / (taken + ALONE_LEAST) for lost, taken in zip(head.alone or usual, usual, strict=True)
        )
        heads.append(head.scaled(of_prose, of_copy))
    return msgspec.structs.replace(expected, heads=heads)


def _usual(found: Profile, known: _References) -> Floats:
    """What heads like those of ``found`` lose, [n, losses], by what is known of all of them."""
    asked, through = [_place(found.heads)], [known.place]
    if not np.isnan(error := _error(found.heads)).any():
        asked.append(error)
        through.append(known.error)
    if found.rows and all(len(head.prose) == len(found.rows) for head in found.heads):
        asked.append(_curve(found))
        through.append(known.curve)
    told = ~np.isnan(np.column_stack(through)).any(axis=1)
    if len(asked) == 1 or told.sum() < LEAST_HEADS:
        return _like(asked[0], known)
    return _on_lines(np.column_stack(asked), np.column_stack(through)[told], known.losses[told])


def _like(place: Floats, known: _References) -> Floats:
    """What heads lost that are near by share and depth, [n, losses]: the mean of roots.

    A few heads that lose a hundred times what others do must not speak for all of them.
    """
    apart = (place[:, None, :] - known.place[None]) / (SHARE_WIDTH, DEPTH_WIDTH)
    weights = np.exp(-0.5 * np.square(apart).sum(axis=2)) + _FAR
    told = ~np.isnan(known.losses)
    sums: Floats = weights @ np.sqrt(np.where(told, known.losses, 0))
    of: Floats = weights @ told.astype(np.float64)
    roots: Floats = np.divide(sums, of, out=np.full_like(sums, math.nan), where=of > 0)
    return roots * roots


def _on_lines(asked: Floats, known: Floats, losses: Floats) -> Floats:
    """What heads at ``asked`` [n, terms] lose by lines through what those at ``known`` lost, within their bounds."""
    mean, spread = known.mean(axis=0), known.std(axis=0) + 1e-9

    def terms(of: Floats) -> Floats:
        x = (of - mean) / spread
        return np.column_stack([np.ones(len(x)), x, np.square(x[:, 1])])  # depth: middle layers may differ

    at, through = terms(asked), terms(known)
    ridge = RIDGE * np.diag([0.0, *[1.0] * (through.shape[1] - 1)])
    found = np.full((len(asked), losses.shape[1]), math.nan)
    for column in range(losses.shape[1]):
        told = ~np.isnan(losses[:, column])
        if told.sum() < LEAST_HEADS:
            continue
        x, y = through[told], np.log(losses[told, column] + LOSS_LEAST)
        line = np.linalg.solve(x.T @ x + ridge, x.T @ y)
        found[:, column] = np.exp(np.clip(at @ line, y.min(), y.max()))
    return found


def _lacks_types(head: HeadProfile) -> bool:
    """Whether the rounding of all its rows or that of block rows was not measured."""
    return not (set(_TYPES).issubset(head.types) and set(_TYPES).issubset(head.block_types))


def _with_types(head: HeadProfile, losses: Sequence[float]) -> HeadProfile:
    """``head`` with what it does not know of these losses, in the order of :func:`_types_of`."""
    types, block_types = dict(head.types), dict(head.block_types)
    for name, of_all, of_block in zip(_TYPES, _pairs(losses[:4]), _pairs(losses[4:]), strict=True):
        if not math.isnan(of_all[0]):
            types.setdefault(name, of_all)
        if not math.isnan(of_block[0]):
            block_types.setdefault(name, of_block)
    return msgspec.structs.replace(head, types=types, block_types=block_types)


def _pairs(losses: Sequence[float]) -> list[tuple[float, float]]:
    """On prose and on copies of each pair of types; what copies lose counts as nothing where it is not known."""
    n = len(_TYPES)
    return [(prose, 0.0 if math.isnan(copy) else copy) for prose, copy in zip(losses[:n], losses[n:], strict=True)]


def _place(heads: Sequence[HeadProfile]) -> Floats:
    """Where heads stand among others: [n, 2], the logarithm of the share and the depth in [0, 1]."""
    deepest = max(*(head.layer for head in heads), 1)
    return np.array([(np.log(head.share + SHARE_LEAST), head.layer / deepest) for head in heads])


def _error(heads: Sequence[HeadProfile]) -> Floats:
    """The logarithms of how far off they are on prose and on copied text [n, 2]; NaN where that is not known."""
    return np.log(np.array([head.errors or _UNKNOWN for head in heads]) + ERROR_LEAST)


def _curve(measured: Profile) -> Floats:
    """The logarithms of what the heads lose with ``CURVE_ROWS`` rows on prose and on copies, [n, 2]."""
    lost = [head.losses(CURVE_ROWS, measured.tokens, measured.rows, measured.tokens) for head in measured.heads]
    curve: Floats = np.log(np.array(lost) * len(lost) + LOSS_LEAST)
    return curve


@functools.cache
def _references(weights: str) -> _References | None:
    """The heads of other models measured with the sizes of the profile that ships; None where there is none."""
    rows: list[int] = []
    tokens, places, errors, curves, losses = 0, [], [], [], []
    for one in profile.measured():
        if (weights and one.weights == weights) or len(one.heads) < FEW_HEADS:
            continue
        if any(len(head.prose) != len(one.rows) for head in one.heads) or (rows and one.rows != rows):
            continue
        rows, tokens = rows or one.rows, tokens or one.tokens
        table = [[*head.prose, *head.copy, *_types_of(head)] for head in one.heads]
        places.append(_place(one.heads))
        errors.append(_error(one.heads))
        curves.append(_curve(one))
        losses.append(np.array(table) * len(one.heads))
    if not places:
        return None
    joined = (np.concatenate(parts) for parts in (places, errors, curves, losses))
    return _References(rows, tokens, *joined)


def _types_of(head: HeadProfile) -> list[float]:
    """Of all rows on prose and on copies, of block rows on both; each of the two pairs of types."""
    of_all = [one if isinstance(one := head.types.get(name, math.nan), tuple) else (one, math.nan) for name in _TYPES]
    of_block = [head.block_types.get(name, _UNKNOWN) for name in _TYPES]
    return [*chain(*zip(*of_all, strict=True)), *chain(*zip(*of_block, strict=True))]
