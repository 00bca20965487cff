"""Splits for caches outside host memory: a layer's heads come in three kinds at most, and lose little by it."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest

from engine.compaction.budget import HeadShape, Room, Split, sizes_of
from engine.compaction.classes import CLASSES, ClassSplit
from engine.gguf.ggml_types import F16, Q4_0, Q8_0
from engine.heads.profile import LIGHT, ROUGH, HeadProfile, Profile, type_name
from engine.model.compact_structs import HeadBudget

ROWS = [16, 64, 256]
KINDS = ((Q8_0, Q8_0), (Q4_0, Q4_0))


def model(n_layers: int, n_heads: int) -> Profile:
    """Heads that differ by two orders of magnitude, some of which copy."""
    random = np.random.default_rng(7)
    heads = []
    for layer in range(n_layers):
        for head in range(n_heads):
            worst = 10 ** random.uniform(-4.5, -2.5)
            copied = 5.0 if random.random() < 0.15 else 1e-3
            types = {type_name(LIGHT): worst * 0.1, type_name(ROUGH): worst * 0.4}
            prose = [worst, worst * 0.4, worst * 0.15]
            heads.append(HeadProfile(layer, head, 0.1, prose, [copied, copied, copied * 0.7], types))
    return Profile(heads, tokens=1500, rows=ROWS)


def shapes_of(profile: Profile, old_rows: int = 0) -> list[HeadShape]:
    kind = Q8_0 if old_rows else F16
    return [HeadShape(64, 64, kind, kind, old_rows, head, layer=head.layer) for head in profile.heads]


def split(kind: type[Split], profile: Profile, shapes: list[HeadShape], room: Room) -> tuple[list[HeadBudget], float]:
    options = kind(room, profile, None if any(shape.old_rows for shape in shapes) else KINDS)
    for shape in shapes:
        options.add(shape)
    budgets, _ = options.at(room.bytes_after)
    lost = 0.0
    for shape, budget in zip(shapes, budgets, strict=True):
        assert shape.profile is not None
        if budget.type_k >= 0:
            lost += (shape.profile.rounding((budget.type_k, budget.type_v), live_apart=False) or (0.0, 0.0))[0]
        if budget.n_rows >= 0:
            lost += shape.profile.loss(budget.n_rows, room.n_block, profile.rows, profile.tokens)
    return budgets, lost


@pytest.mark.parametrize("ratio", [3, 8, 20])
def test_three_kinds_a_layer_that_fit_and_lose_little(ratio: int) -> None:
    profile = model(10, 8)
    shapes = shapes_of(profile)
    room = Room(1500, 68, 80 * 256 * 1568 / ratio)

    budgets, lost = split(ClassSplit, profile, shapes, room)
    _, free = split(Split, profile, shapes, room)

    by_layer = groupby(zip(shapes, budgets, strict=True), key=lambda pair: pair[0].layer)
    assert all(len({budget for _, budget in heads}) <= CLASSES for _, heads in by_layer)
    assert 0.97 * room.bytes_after < sizes_of(shapes, room, budgets).total <= room.bytes_after
    assert lost <= 1.1 * free


def test_heads_that_share_a_class_go_on_sharing_it() -> None:
    profile = model(2, 4)
    shapes = [
        HeadShape(64, 64, Q8_0, Q8_0, 40 if head.head < 2 else 200, head, layer=head.layer) for head in profile.heads
    ]
    room = Room(900, 80, 8 * 136 * 400.0)

    budgets, _ = split(ClassSplit, profile, shapes, room)

    for first in range(0, 8, 2):
        assert budgets[first] == budgets[first + 1]


def test_what_fits_nothing_gets_the_least() -> None:
    profile = model(2, 3)
    shapes = shapes_of(profile)

    budgets, _ = split(ClassSplit, profile, shapes, Room(1500, 68, 10.0))

    assert (
        sizes_of(shapes, Room(1500, 68, 0.0), budgets).total
        <= sizes_of(shapes, Room(1500, 68, 0.0), [HeadBudget(4, Q4_0, Q4_0)] * 6).total
    )
