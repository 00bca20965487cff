"""Splits of a byte budget over heads: they fit, copying heads stay whole, and nothing else costs less."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.compaction.budget import (
    BETA_BYTES,
    MIN_ROWS,
    HeadShape,
    Room,
    Split,
    sizes_of,
    split_by_loss,
    split_evenly,
)
from engine.gguf.ggml_types import BLOCKS, F16, F32, KV_TYPES, N2_0, N3_0, Q4_0, Q5_0, Q8_0, bytes_each
from engine.heads.profile import LIGHT, ROUGH, HeadProfile, Profile, read, type_name
from engine.model.compact_structs import HeadBudget
from engine.sizing.cache import KV_BYTES
from engine.snapshots.row_types import SIZES

ROWS = [16, 64, 256]
KINDS = ((Q8_0, Q8_0), (Q8_0, Q4_0))
F16_ROWS = (F16, F16)


def shape(head: HeadProfile, d: int = 64, old_rows: int = 0) -> HeadShape:
    return HeadShape(d, d, F16, F16, old_rows, head)


def spent(shapes: list[HeadShape], budgets: list[HeadBudget], room: Room) -> float:
    total = 0.0
    for one, budget in zip(shapes, budgets, strict=True):
        size = one.row_bytes(one.kinds if budget.type_k < 0 else (budget.type_k, budget.type_v))
        rows = room.n_block if budget.n_rows < 0 else budget.n_rows
        total += room.n_live * size + (rows + one.old_rows) * (size + BETA_BYTES)
    return total


def loss(profile: Profile, shapes: list[HeadShape], budgets: list[HeadBudget], n_block: int) -> float:
    total = 0.0
    for one, budget in zip(shapes, budgets, strict=True):
        assert one.profile is not None
        total += (one.profile.rounding((budget.type_k, budget.type_v), live_apart=False) or (0.0, 0.0))[0]
        if budget.n_rows >= 0:
            total += one.profile.loss(budget.n_rows, n_block, profile.rows, profile.tokens)
    return total


PLAIN = HeadProfile(0, 0, 0.0, [3e-4, 1e-4, 3e-5], [1e-4, 1e-4, 1e-5])
HUNGRY = HeadProfile(0, 1, 0.0, [9e-3, 3e-3, 1e-3], [1e-4, 1e-4, 1e-5])
COPYING = HeadProfile(0, 2, 0.9, [4e-3, 4e-3, 3e-3], [6.0, 6.0, 5.0], {type_name(LIGHT): 1e-3, type_name(ROUGH): 9e-1})


def test_copying_heads_stay_whole_and_rows_go_where_they_are_needed() -> None:
    profile = Profile([PLAIN, HUNGRY, COPYING], tokens=1500, rows=ROWS)
    shapes = [shape(head) for head in profile.heads]
    room = Room(1500, 68, 3 * 256 * 1568 / 3.5)

    plain, hungry, copying = split_by_loss(shapes, room, profile, KINDS)

    assert copying.n_rows == -1
    assert MIN_ROWS <= plain.n_rows < hungry.n_rows
    assert 0.97 * room.bytes_after < spent(shapes, [plain, hungry, copying], room) <= room.bytes_after


def test_fewer_bits_cost_less_where_live_rows_keep_eight() -> None:
    def split(live_type: int) -> list[HeadBudget]:
        copying = msgspec.structs.replace(
            COPYING, block_types={type_name(LIGHT): (1e-6, 1e-5), type_name(ROUGH): (1e-5, 1e-4)}
        )
        profile = Profile([PLAIN, HUNGRY, copying], tokens=1500, rows=ROWS)
        shapes = [HeadShape(64, 64, F16, F16, 0, head, live_type=live_type) for head in profile.heads]
        return split_by_loss(shapes, Room(1500, 68, 3 * 256 * 1568 / 5), profile, (*KINDS, (Q4_0, Q4_0)))

    apart, together = split(Q8_0)[2], split(-1)[2]
    assert (apart.n_rows, apart.type_k, apart.type_v) == (-1, Q4_0, Q4_0)
    assert together.type_k == Q8_0


def test_rounding_counts_what_copied_text_loses_as_missing_rows_do() -> None:
    def kinds(copied: float) -> tuple[int, int]:
        types: dict[str, tuple[float, float] | float] = {
            type_name(LIGHT): (1e-5, copied),
            type_name(ROUGH): (1e-2, 1.0),
        }
        head = HeadProfile(0, 0, 0.5, [3e-4, 1e-4, 3e-5], [3e-3, 1e-3, 3e-4], types)
        profile = Profile([head], tokens=1500, rows=ROWS)
        (budget,) = split_by_loss([shape(head)], Room(1500, 68, 256 * 1568 / 8), profile, KINDS)
        return budget.type_k, budget.type_v

    assert kinds(1e-5) == (Q8_0, Q4_0), "more rows of fewer bits"
    assert kinds(1e-2) == (Q8_0, Q8_0)


def test_what_is_copied_is_kept_at_the_cost_of_a_little_prose() -> None:
    """The starter model's own losses at 8x: replies that look something up change before prose shows anything."""
    (path,) = (Path(__file__).parents[2] / "resources" / "profiles").glob("616f1da5*.json")
    profile = read(path)
    assert profile is not None
    shapes = [shape(head) for head in profile.heads]
    n_block = profile.tokens
    room = Room(n_block, 68, len(shapes) * 256 * (n_block + 68) / 8)
    prose = copied = 0.0
    for one, budget in zip(shapes, split_by_loss(shapes, room, profile, KINDS), strict=True):
        if budget.n_rows >= 0:
            assert one.profile is not None
            lost = one.profile.losses(budget.n_rows, n_block, profile.rows, profile.tokens)
            prose, copied = prose + lost[0], copied + lost[1]
    assert copied < 0.02
    assert prose < 0.002


def test_types_are_only_changed_where_that_is_asked_for() -> None:
    profile = Profile([PLAIN, COPYING], tokens=1500, rows=ROWS)
    shapes = [HeadShape(64, 64, Q8_0, Q8_0, 40, head) for head in profile.heads]
    room = Room(900, 80, 80000.0)

    budgets = split_by_loss(shapes, room, profile, None)

    assert {(budget.type_k, budget.type_v) for budget in budgets} == {(-1, -1)}
    assert spent(shapes, budgets, room) <= room.bytes_after


def test_fewer_bits_are_offered_only_where_they_were_measured() -> None:
    profile = Profile([PLAIN, HUNGRY, COPYING], tokens=1500, rows=ROWS)
    room = Room(1500, 68, 3 * 256 * 1568 / 6)

    kinds = [(one.type_k, one.type_v) for one in split_by_loss([shape(h) for h in profile.heads], room, profile, KINDS)]

    assert kinds == [(Q8_0, Q8_0), (Q8_0, Q8_0), (Q8_0, Q4_0)]


def test_a_fifth_bit_is_bought_where_four_lose_too_much_and_eight_do_not_fit() -> None:
    hungry = HeadProfile(
        0, 0, 0.0, [9e-2, 5e-2, 4e-2], [8.0, 8.0, 7.0], {type_name(LIGHT): 1e-4, type_name(ROUGH): 2e-2}
    )
    profile = Profile([hungry, hungry], tokens=1500, rows=ROWS)
    kinds = ((Q8_0, Q8_0), (Q8_0, Q4_0), (Q5_0, Q4_0), (Q4_0, Q4_0))

    budgets = split_by_loss([shape(hungry)] * 2, Room(1500, 68, 2 * 1568 * 82.0), profile, kinds)

    assert budgets == [HeadBudget(-1, Q5_0, Q4_0)] * 2


def test_a_head_that_needs_every_row_has_them_in_three_and_two_bits_rather_than_half_of_them_in_four() -> None:
    copying = msgspec.structs.replace(
        COPYING, block_types={type_name(LIGHT): (1e-6, 1e-5), type_name(ROUGH): (1e-5, 1e-4)}
    )
    profile = Profile([copying, copying], tokens=1500, rows=ROWS)
    shapes = [HeadShape(64, 64, F16, F16, 0, head, live_type=Q8_0) for head in profile.heads]
    kinds = ((Q8_0, Q8_0), (Q8_0, Q4_0), (Q4_0, Q4_0), (Q4_0, N3_0), (N3_0, N3_0), (N3_0, N2_0), (N2_0, N2_0))

    def split(bits: float) -> list[HeadBudget]:
        room = Room(1500, 68, 2 * (68 * 2 * 68 + 1500 * (128 * bits / 8 + BETA_BYTES)))
        return split_by_loss(shapes, room, profile, kinds)

    assert split(4.0) == [HeadBudget(-1, Q4_0, N3_0)] * 2
    assert split(2.8) == [HeadBudget(-1, N3_0, N2_0)] * 2
    assert split(1.5)[0].n_rows == -1, "one of the two, where both do not fit"


def test_rows_that_stand_for_many_others_keep_four_bits() -> None:
    plain = msgspec.structs.replace(PLAIN, block_types={type_name(LIGHT): (1e-9, 1e-9), type_name(ROUGH): (1e-8, 1e-8)})
    profile = Profile([plain], tokens=1500, rows=ROWS)
    shapes = [HeadShape(64, 64, F16, F16, 0, plain, live_type=Q8_0)]
    (budget,) = split_by_loss(shapes, Room(1500, 68, 20_000.0), profile, ((Q4_0, Q4_0), (N3_0, N3_0)))
    assert (budget.type_k, budget.type_v) == (Q4_0, Q4_0) and budget.n_rows < 300


@pytest.mark.parametrize(
    ("d_k", "d_v", "d_own", "live", "kinds", "can"),
    [
        (64, 64, 0, Q8_0, (N3_0, N2_0), True),
        (96, 64, 0, Q8_0, (N3_0, N2_0), False),
        (96, 64, 0, Q8_0, (Q4_0, N2_0), True),
        (80, 80, 0, Q8_0, (Q8_0, Q8_0), False),
        (576, 0, 512, Q8_0, (Q4_0, N3_0), False),
        (576, 0, 512, -1, (Q4_0, Q4_0), True),
        (64, 64, 0, -1, (Q4_0, N3_0), False),  # where live rows have the types of block rows
        (64, 64, 0, -1, (Q4_0, Q4_0), True),
    ],
)
def test_row_types_are_whole_blocks_and_few_bits_lie_in_ram(
    d_k: int, d_v: int, d_own: int, live: int, kinds: tuple[int, int], can: bool
) -> None:
    assert HeadShape(d_k, d_v, F16, F16, 0, d_own=d_own, live_type=live).can_have(kinds) is can


@pytest.mark.parametrize("name", KV_TYPES)
def test_rows_of_all_types_that_a_cache_may_have_are_counted_by_their_bytes(name: str) -> None:
    kind = KV_TYPES[name]
    assert HeadShape(64, 128, kind, kind, 0).row_bytes((kind, kind)) == 192 * bytes_each(kind)
    assert KV_BYTES[name] == bytes_each(kind)
    assert SIZES[kind] == BLOCKS[kind][::-1]
    assert bytes_each(F32) == 4 and bytes_each(F16) == 2


def test_heads_that_keep_their_types_get_as_few_rows_as_the_room_asks_for() -> None:
    profile = Profile([PLAIN, COPYING], tokens=1500, rows=ROWS)
    for few in (N3_0, N2_0):
        shapes = [HeadShape(64, 64, few, few, 40, head, live_type=Q8_0) for head in profile.heads]
        room = Room(1500, 0, 24_000.0)
        budgets = split_by_loss(shapes, room, profile, None)
        assert {(budget.type_k, budget.type_v) for budget in budgets} == {(-1, -1)}
        assert spent(shapes, budgets, room) <= room.bytes_after


def test_rows_of_an_older_block_count_as_rows_not_as_its_tokens() -> None:
    plain = msgspec.structs.replace(PLAIN, block_types={type_name(LIGHT): (1e-9, 1e-9), type_name(ROUGH): (1e-8, 1e-8)})
    profile = Profile([plain], tokens=1500, rows=ROWS)
    kinds = ((Q4_0, Q4_0), (N3_0, N3_0), (N2_0, N2_0))

    def split(**shape: int) -> HeadBudget:
        one = HeadShape(64, 64, Q4_0, Q4_0, shape.get("old", 0), plain, merged_rows=50, live_type=Q8_0)
        return split_by_loss([one], Room(200, 0, 20_000.0, n_merged=1500), profile, kinds)[0]

    assert split() == HeadBudget(-1, Q4_0, Q4_0), "250 rows stand for 1,700 tokens"
    assert split(old=10).type_k == Q4_0, "another chat's rows would be rounded along"


def test_what_a_whole_head_would_cost_too_much_of_is_spent_on_a_part_of_it() -> None:
    # all rows save more per byte than any part of them, and there is room for two thirds
    steep = HeadProfile(0, 0, 0.0, [1.0, 0.99, 0.98], [1e-6] * 3)
    profile = Profile([steep], tokens=1500, rows=ROWS)
    room = Room(1500, 68, 138.0 * 1068)

    (budget,) = split_by_loss([shape(steep)], room, profile, ((Q8_0, Q8_0),))

    assert budget.n_rows > 800
    assert spent([shape(steep)], [budget], room) <= room.bytes_after


def test_too_little_room_gives_every_head_the_least() -> None:
    profile = Profile([PLAIN, COPYING], tokens=1500, rows=ROWS)

    budgets = split_by_loss([shape(head) for head in profile.heads], Room(1500, 68, 0.0), profile, ((Q8_0, Q8_0),))

    assert [budget.n_rows for budget in budgets] == [MIN_ROWS, MIN_ROWS]


def test_heads_that_were_only_ranked_get_whole_by_their_share() -> None:
    profile = Profile([HeadProfile(0, head, share) for head, share in enumerate((0.0, 0.02, 0.95, 0.1))])

    budgets = split_by_loss(
        [shape(head) for head in profile.heads], Room(1500, 68, 4 * 256 * 1568 / 4), profile, ((Q8_0, Q8_0),)
    )

    assert [budget.n_rows < 0 for budget in budgets] == [False, False, True, False]
    assert budgets[0].n_rows < budgets[3].n_rows


def test_an_even_split_gives_all_heads_the_same() -> None:
    shapes = [shape(PLAIN), shape(COPYING)]
    room = Room(1000, 68, 2 * 256 * 1068 / 4)

    budgets = split_evenly(shapes, room, (Q8_0, Q8_0))

    assert budgets[0] == budgets[1] and budgets[0].type_k == Q8_0
    assert spent(shapes, budgets, room) == pytest.approx(room.bytes_after, rel=0.01)
    assert split_evenly(shapes, Room(10, 2, 1e9), None) == [HeadBudget(-1)] * 2, "room for all: everything stays"


curves = st.lists(st.floats(1e-6, 10), min_size=3, max_size=3).map(lambda values: sorted(values, reverse=True))
heads = st.lists(
    st.builds(HeadProfile, st.just(0), st.just(0), st.floats(0, 1), curves, curves), min_size=1, max_size=6
)


@given(heads, st.integers(2, 4000), st.integers(0, 200), st.floats(1.5, 40))
def test_a_split_fits_and_is_no_worse_than_an_even_one(
    some: list[HeadProfile], n_block: int, n_live: int, ratio: float
) -> None:
    profile = Profile(some, tokens=1500, rows=ROWS)
    shapes = [shape(head) for head in some]
    room = Room(n_block, n_live, len(some) * 256 * (n_block + n_live) / ratio)

    budgets = split_by_loss(shapes, room, profile, ((Q8_0, Q8_0),))

    least = spent(shapes, [HeadBudget(MIN_ROWS if n_block > 6 else -1, Q8_0, Q8_0)] * len(some), room)
    assert spent(shapes, budgets, room) <= max(room.bytes_after, least) * (1 + 1e-9)
    even = split_evenly(shapes, room, (Q8_0, Q8_0))
    if spent(shapes, even, room) <= room.bytes_after:
        # what an even split gains is at most one step of one head's grid
        slack = max(head.loss(MIN_ROWS, n_block, ROWS, 1500) for head in some)
        assert loss(profile, shapes, budgets, n_block) <= loss(profile, shapes, even, n_block) + slack


@given(st.floats(1.2, 40.0), st.integers(0, 400))
def test_rows_grow_no_larger_where_that_is_asked_for(ratio: float, n_live: int) -> None:
    """Older rows in few bits that are compacted further: what stays would else take more, and less would be free."""
    heads = [
        COPYING,
        HeadProfile(
            0, 3, 0.0, [3e-4, 1e-4, 3e-5], [1e-4, 1e-4, 1e-5], {type_name(LIGHT): 2e-3, type_name(ROUGH): 4e-3}
        ),
    ]
    profile = Profile(heads, tokens=1500, rows=ROWS)
    shapes = [HeadShape(64, 64, Q8_0, Q4_0, 0, head, 300) for head in profile.heads]
    room = Room(300, n_live, 0.0, 900)
    split = Split(room, profile, KINDS, no_larger=True)
    for one in shapes:
        split.add(one)
    budgets, _ = split.at(sum(one.row_bytes(F16_ROWS) for one in shapes) * (n_live + 1200 / ratio))
    assert sizes_of(shapes, room, budgets).each <= sum(one.row_bytes(one.kinds) for one in shapes)
