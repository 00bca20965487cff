"""Properties of when, what and how far to compact."""

from __future__ import annotations

from itertools import accumulate

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.compaction import policy as pol
from engine.protocol import CompactionPolicy

policies = st.builds(
    CompactionPolicy,
    threshold=st.floats(0, 1),
    target=st.floats(0, 1),
    keep_recent=st.integers(0, 100_000),
    reserve=st.integers(0, 100_000),
)


@st.composite
def fills(draw: st.DrawFn) -> pol.Fill:
    per_token = draw(st.sampled_from([100.0, 1224.0, 23040.0]))
    cells = draw(st.integers(256, 32768))
    blocks = draw(st.integers(0, int(cells * per_token * 0.8)))
    capacity = cells - int(blocks / per_token)
    return pol.Fill(int(cells * per_token), blocks, per_token, draw(st.integers(0, capacity)), capacity)


@given(policies, st.integers(256, 65536))
def test_an_effective_policy_can_be_kept(policy: CompactionPolicy, capacity: int) -> None:
    kept = pol.effective(policy, capacity)
    assert 0 < kept.target < kept.threshold < 1
    assert kept.keep_recent + kept.reserve <= capacity // 4
    assert kept.keep_recent >= 1 and kept.reserve >= 1


@given(fills(), policies, st.integers(0, 4096), st.integers(0, 4096))
def test_more_tokens_never_need_less(fill: pol.Fill, policy: CompactionPolicy, incoming: int, more: int) -> None:
    policy = pol.effective(policy, fill.capacity)
    if pol.must_compact(fill, policy, incoming):
        assert pol.must_compact(fill, policy, incoming + more)


@given(fills(), policies)
def test_the_reserve_is_kept_free(fill: pol.Fill, policy: CompactionPolicy) -> None:
    policy = pol.effective(policy, fill.capacity)
    if not pol.must_compact(fill, policy, 1):
        assert fill.free_tokens >= policy.reserve + 1
        assert fill.share <= policy.threshold


@given(fills(), policies)
def test_what_fits_before_a_compaction_is_where_one_begins(fill: pol.Fill, policy: CompactionPolicy) -> None:
    policy = pol.effective(policy, fill.capacity)
    room = pol.room_before(fill, policy)
    assert pol.must_compact(fill, policy, room + 2)
    assert room <= 1 or not pol.must_compact(fill, policy, room - 1)


@st.composite
def conversations(draw: st.DrawFn) -> tuple[int, int, int, list[int]]:
    """Tokens, where system and older blocks end, where turns begin."""
    system_end = draw(st.integers(0, 300))
    lengths = draw(st.lists(st.integers(1, 900), min_size=1, max_size=40))
    *starts, n_tokens = accumulate(lengths, initial=system_end)
    return n_tokens, system_end, draw(st.just(0) | st.integers(0, n_tokens)), starts


@given(conversations(), st.integers(1, 2000))
def test_the_range_spares_what_it_must(conversation: tuple[int, int, int, list[int]], keep_recent: int) -> None:
    n_tokens, system_end, blocks_end, starts = conversation
    keep_recent = 1 + keep_recent % n_tokens
    part = pol.block_range(n_tokens, system_end, blocks_end, starts, keep_recent)
    if part is None:
        least = max(system_end, blocks_end, pol.SINKS)
        assert n_tokens - keep_recent - least < pol.MIN_BLOCK
        return
    p0, p1 = part
    assert p0 >= max(system_end, blocks_end, pol.SINKS)
    assert p1 - p0 >= pol.MIN_BLOCK
    assert keep_recent <= n_tokens - p1 <= keep_recent + keep_recent // 2
    if n_tokens - p1 > keep_recent:
        assert p1 in starts


@st.composite
def blocks(draw: st.DrawFn) -> tuple[pol.Fill, CompactionPolicy, int]:
    """A block, and a fill of which it leaves the target, or as much as is worth it, at a ratio that is drawn."""
    policy = pol.effective(draw(policies), 32768)
    policy = msgspec.structs.replace(policy, target=policy.target * draw(st.sampled_from([1, 0.5])))
    n_block, per_token = draw(st.integers(64, 30000)), draw(st.sampled_from([100.0, 1224.0, 23040.0]))
    left, ratios = draw(st.sampled_from([(policy.target, (1.2, 10)), (0.75 * policy.threshold, (6, 40))]))
    becomes = n_block * per_token / draw(st.floats(*ratios))
    total = becomes / draw(st.floats(0.02, 1)) / left
    return pol.Fill(int(total), int(left * total - becomes), per_token, n_block, n_block), policy, n_block


@given(blocks())
def test_the_ratio_reaches_the_target_or_says_it_cannot(block: tuple[pol.Fill, CompactionPolicy, int]) -> None:
    fill, policy, n_block = block
    ratio = pol.block_ratio(fill, policy, n_block)
    assert pol.MIN_RATIO <= ratio <= pol.MAX_RATIO
    size = n_block * fill.bytes_per_token
    after = fill.bytes_used - size + size / ratio
    if pol.MIN_RATIO < ratio <= pol.COMFORT_RATIO - 1e-6:
        assert after == pytest.approx(policy.target * fill.bytes_total)
    if ratio > pol.COMFORT_RATIO + 1e-6 and ratio < pol.MAX_RATIO:
        assert after == pytest.approx(0.75 * policy.threshold * fill.bytes_total)


def test_old_blocks_push_the_ratio_up_but_gently() -> None:
    policy = CompactionPolicy()
    fresh = pol.Fill(1_000_000, 0, 100.0, 8_500, 10_000)
    assert 1.5 < pol.block_ratio(fresh, policy, 8_000) < 3
    later = pol.Fill(1_000_000, 400_000, 100.0, 4_500, 6_000)
    assert pol.block_ratio(later, policy, 4_000) == pytest.approx(8.0)
    full = pol.Fill(1_000_000, 620_000, 100.0, 2_300, 3_800)
    assert pol.block_ratio(full, policy, 2_000) > 8.0


def test_older_blocks_are_compacted_again_once_a_new_one_would_get_less_than_its_share() -> None:
    """Else blocks fill the memory, and no compaction makes room any more."""
    policy = CompactionPolicy(target=0.5)

    def merges(in_blocks: int, n_old: int = 4_000) -> bool:
        return pol.merges_older(pol.Fill(100_000, in_blocks, 10.0, 5_000, 10_000), policy, 4_000, n_old)

    assert not merges(20_000), "both have as many bytes a token"
    assert merges(20_001)
    assert not merges(20_001, n_old=0)


def test_the_longest_message_depends_on_compaction() -> None:
    policy = pol.effective(CompactionPolicy(), 4096)
    empty = pol.Fill(4096 * 100, 0, 100.0, 0, 4096)
    assert pol.longest_message(empty, policy, 0, compactable=False) == 4096 - 256
    assert pol.longest_message(empty, policy, 0, compactable=True) > 4 * 4096
    full = pol.Fill(4096 * 100, 4096 * 85, 100.0, 500, 600)
    assert pol.longest_message(full, policy, 100, compactable=True) > 4 * 4096  # old blocks are compacted again for it
    assert pol.longest_message(full, policy, 4096, compactable=True) == 0


@given(fills(), policies, st.integers(0, 300), st.integers(0, 600))
def test_the_limits_of_a_message_are_in_order(
    fill: pol.Fill, policy: CompactionPolicy, system: int, nothing_old: int
) -> None:
    policy = pol.effective(policy, fill.capacity)
    found = pol.limits(fill, policy, system, True, nothing_old=nothing_old)
    assert found.room is not None and 0 <= found.longest <= found.most
    assert found.room >= max(nothing_old, pol.room_before(fill, policy))
    held = pol.limits(fill, policy, system, True, held=True)
    assert held.room == max(0, fill.free_tokens - policy.reserve) >= pol.room_before(fill, policy)
    plain = pol.limits(fill, policy, system, False)
    assert plain.room is None and plain.longest == plain.most == max(0, fill.free_tokens - policy.reserve)
