"""What heads that were only ranked are taken to lose: what measured heads of other models lost that copy as much.

A head profile that ranks tells of each head how much it copies and how deep it lies. Heads of measured models (those
that ship with the program, and all that were measured on this computer) of a like share at a like depth say what such
a head loses: the mean over them, nearer ones counting more. Losses of a model's heads add up to about the same in every
model, so each counts by the number of heads beside it.

Measured on SmolLM2-135M, each head by the 89 others: a split by these loses 1.8, 1.7 and 1.8 times as much as one by
the measured losses at 4x, 8x and 16x; every row of every head in eight bits, by a curve of the share alone, 3.0, 2.8
and 3.1 times.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.heads import profile
from engine.heads.profile import LIGHT, ROUGH, HeadProfile, Profile, type_name

SHARE_WIDTH = 0.3  # of the kernel, in logarithms of the share
SHARE_LEAST = 0.02  # below it shares are not told apart
DEPTH_WIDTH = 0.3  # in shares of the model's depth
_FAR = 1e-6  # weight of heads that nothing is like
_TYPES = (type_name(LIGHT), type_name(ROUGH))
_UNKNOWN = (math.nan, math.nan)


class _References(NamedTuple):
    """Measured heads: place [n, 2], square roots of the losses of all sizes and types, NaN where not measured.

    They are [n, 2 * sizes + 6]: prose and copies at each size, two pairs of types for all rows, and for block rows on
    prose and on copies.
    """

    rows: list[int]
    tokens: int
    place: NDArray[np.float64]
    roots: NDArray[np.float64]


def filled(found: Profile | None) -> Profile | None:
    """``found`` with the losses of heads like its own where it only ranks, or has those of one kind of rounding alone.

    As it is where nothing is missing, or where nothing was measured.
    """
    if found is None or not found.heads or (found.rows and not any(_half_known(head) for head in found.heads)):
        return found
    known = _references()
    if known is None:
        return found
    apart = (_place(found.heads)[:, None, :] - known.place[None]) / (SHARE_WIDTH, DEPTH_WIDTH)
    weights = np.exp(-0.5 * np.square(apart).sum(axis=2)) + _FAR
    told = ~np.isnan(known.roots)
    # the mean of roots: a few heads that lose a hundred times what others do must not speak for all of them
    sums, of = weights @ np.where(told, known.roots, 0), weights @ told.astype(np.float64)
    roots = np.divide(sums, of, out=np.full_like(sums, math.nan), where=of > 0)
    losses = (np.square(roots) / len(found.heads)).tolist()
    if found.rows:
        return msgspec.structs.replace(
            found, heads=[_with_types(head, row[-6:]) for head, row in zip(found.heads, losses, strict=True)]
        )
    n = len(known.rows)
    return msgspec.structs.replace(
        found,
        rows=known.rows,
        tokens=known.tokens,
        heads=[
            _with_types(msgspec.structs.replace(head, prose=row[:n], copy=row[n : 2 * n]), row[-6:])
            for head, row in zip(found.heads, losses, strict=True)
        ],
    )


def _half_known(head: HeadProfile) -> bool:
    """Whether the rounding of all its rows was measured and not that of block rows, or the other way round."""
    return set(_TYPES).issubset(head.types) != set(_TYPES).issubset(head.block_types)


def _with_types(head: HeadProfile, losses: Sequence[float]) -> HeadProfile:
    """``head`` with what it does not know of six losses: of all rows, of block rows on prose and on copies."""
    types, block_types = dict(head.types), dict(head.block_types)
    for name, of_all, prose, copy in zip(_TYPES, losses[:2], losses[2:4], losses[4:], strict=True):
        if not math.isnan(of_all):
            types.setdefault(name, of_all)
        if not math.isnan(prose):
            block_types.setdefault(name, (prose, copy))
    return msgspec.structs.replace(head, types=types, block_types=block_types)


def _place(heads: Sequence[HeadProfile]) -> NDArray[np.float64]:
    """Where heads stand among others: [n, 2], the logarithm of the share and the depth in [0, 1]."""
    deepest = max(*(head.layer for head in heads), 1)
    return np.array([(np.log(head.share + SHARE_LEAST), head.layer / deepest) for head in heads])


@functools.cache
def _references() -> _References | None:
    """All heads measured with the sizes of the profile that ships; None where there is none."""
    rows: list[int] = []
    tokens, places, roots = 0, [], []
    for one in profile.measured():
        if any(len(head.prose) != len(one.rows) for head in one.heads) or (rows and one.rows != rows):
            continue
        rows, tokens = rows or one.rows, tokens or one.tokens
        table = [[*head.prose, *head.copy, *_types_of(head)] for head in one.heads]
        places.append(_place(one.heads))
        roots.append(np.sqrt(np.array(table) * len(one.heads)))
    return _References(rows, tokens, np.concatenate(places), np.concatenate(roots)) if places else None


def _types_of(head: HeadProfile) -> list[float]:
    of_blocks = [head.block_types.get(name, _UNKNOWN) for name in _TYPES]
    of_all = [head.types.get(name, math.nan) for name in _TYPES]
    return [*of_all, *(prose for prose, _ in of_blocks), *(copy for _, copy in of_blocks)]
