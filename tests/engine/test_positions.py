"""Properties of where tokens stand, and of what is squeezed when positions run out."""

from __future__ import annotations

from hypothesis import assume, example, given
from hypothesis import strategies as st

from engine.compaction.positions import EXACT, lost, position_of, squeeze, squeeze_little
from engine.model.compact_structs import Block


@st.composite
def tables(draw: st.DrawFn) -> list[Block]:
    """Blocks in order, with and without gaps, some squeezed."""
    blocks, at = [], draw(st.integers(0, 50))
    for _ in range(draw(st.integers(0, 5))):
        length = draw(st.integers(1, 3000))
        blocks.append(Block(at, at + length, length + draw(st.sampled_from([0, 0, 1, 5000]))))
        at += length + draw(st.sampled_from([0, 0, 7]))
    return blocks


@given(tables(), st.integers(0, 40_000))
def test_tokens_outside_of_squeezed_blocks_have_a_position_each(blocks: list[Block], token: int) -> None:
    position = position_of(blocks, token)
    at, inside = 0, False
    for block in blocks:
        start = block.p0 + at
        squeezed = block.tokens > block.p1 - block.p0
        inside = inside or (squeezed and start < token < start + block.tokens)
        at += block.tokens - (block.p1 - block.p0)
    assert (position is None) == inside
    if position is not None:
        assert token - lost(blocks) <= position <= token
        following = position_of(blocks, token + 1)
        assert following is None or following > position


@given(tables())
def test_borders_of_blocks_have_their_own_positions(blocks: list[Block]) -> None:
    shift = 0
    for block in blocks:
        assert position_of(blocks, block.p0 + shift) == block.p0
        assert position_of(blocks, block.p0 + shift + block.tokens) == block.p1
        shift += block.tokens - (block.p1 - block.p0)


@given(tables(), st.integers(1, 3000), st.integers(512, 8192), st.integers(1, 256))
@example([Block(0, 402, 402), Block(402, 403, 1), Block(403, 404, 1), Block(404, 405, 1)], 1, 512, 241)
def test_what_is_squeezed_makes_room(blocks: list[Block], live: int, trained: int, incoming: int) -> None:
    following = (blocks[-1].p1 if blocks else 0) + live
    assume(following + incoming > trained)
    spans = squeeze(blocks, following, trained, incoming) or squeeze_little(blocks, following, trained, incoming)
    gain = sum(span.p1 - span.p0 - span.n for span in spans)
    if not spans:
        room = sum(block.p1 - block.p0 for block in blocks)
        assert room - (following + incoming - trained) < 16 * max(1, len(blocks))
        return
    assert following - gain + incoming <= trained
    inside = [(block.p0, block.p1) for block in blocks]
    for span in spans:
        assert 1 <= span.n <= span.p1 - span.p0
        assert any(p0 <= span.p0 and span.p1 <= p1 for p0, p1 in inside)
    assert [span.p0 for span in spans] == sorted(span.p0 for span in spans)


def test_the_recent_past_keeps_its_distances() -> None:
    (span,) = squeeze([Block(4, 7000, 6996)], 8000, 8192, 256)
    assert span.p0 == 4 and span.p1 == 8000 - round(8192 * EXACT)
    (again,) = squeeze([Block(4, 7000 - (span.p1 - span.p0 - span.n), 6996)], 8190, 8192, 256)
    assert again.p1 == 8190 - round(8192 * EXACT)


def test_a_memory_larger_than_the_trained_context_squeezes_what_there_is() -> None:
    assert squeeze([Block(4, 900, 896)], 8190, 8192, 4) == [], "a quarter of the context is worth a move"
    (span,) = squeeze_little([Block(4, 900, 896)], 8190, 8192, 4)
    assert span.p1 == 900 and span.n == 448, "half of what there is, not the two positions that are missing"
    for how in (squeeze, squeeze_little):
        assert how([], 8190, 8192, 4) == []
        assert how([Block(4, 6, 2)], 8190, 8192, 200) == []
