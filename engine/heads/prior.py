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


class _References(NamedTuple):
    """Measured heads: place [n, 2], square roots of the losses of all sizes and types [n, 2 * sizes + 2]."""

    rows: list[int]
    tokens: int
    place: NDArray[np.float64]
    roots: NDArray[np.float64]


def filled(ranked: Profile | None) -> Profile | None:
    """``ranked`` with the losses of heads like its own; as it is where it has losses, or where nothing was measured."""
    if ranked is None or ranked.rows or not ranked.heads:
        return ranked
    known = _references()
    if known is None:
        return ranked
    apart = (_place(ranked.heads)[:, None, :] - known.place[None]) / (SHARE_WIDTH, DEPTH_WIDTH)
    weights = np.exp(-0.5 * np.square(apart).sum(axis=2)) + _FAR
    # the mean of roots: a few heads that lose a hundred times what others do must not speak for all of them
    losses = np.square(weights / weights.sum(axis=1, keepdims=True) @ known.roots) / len(ranked.heads)
    return msgspec.structs.replace(
        ranked,
        rows=known.rows,
        tokens=known.tokens,
        heads=[_with(head, row.tolist(), len(known.rows)) for head, row in zip(ranked.heads, losses, strict=True)],
    )


def _with(head: HeadProfile, losses: Sequence[float], n: int) -> HeadProfile:
    return msgspec.structs.replace(
        head, prose=losses[:n], copy=losses[n : 2 * n], types=dict(zip(_TYPES, losses[2 * n :], strict=True))
    )


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
        usable = all(len(head.prose) == len(one.rows) and set(_TYPES) <= set(head.types) for head in one.heads)
        if not usable or (rows and one.rows != rows):
            continue
        rows, tokens = rows or one.rows, tokens or one.tokens
        table = [[*head.prose, *head.copy, *(head.types[kind] for kind in _TYPES)] for head in one.heads]
        places.append(_place(one.heads))
        roots.append(np.sqrt(np.array(table) * len(one.heads)))
    return _References(rows, tokens, np.concatenate(places), np.concatenate(roots)) if places else None
