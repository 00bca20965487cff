"""Large buffers that are used again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.model import buffers
from engine.model.buffers import KEPT, LEAST, STEP, buffer, let_go


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    let_go()
    yield
    let_go()


def address(array: buffers.Bytes) -> int:
    return int(array.ctypes.data)


def test_a_buffer_is_used_again_once_nobody_has_it() -> None:
    first = buffer(2 * LEAST)
    place = address(first)
    second = buffer(2 * LEAST)
    assert address(second) != place
    del first
    assert address(buffer(2 * LEAST + 100)) == place


def test_a_buffer_in_use_is_never_lent_twice_or_given_back() -> None:
    held = [buffer(LEAST) for _ in range(KEPT + 3)]
    for i, array in enumerate(held):
        array[:] = i
    assert let_go() == 0
    assert [int(array.min()) for array in held] == [int(array.max()) for array in held] == list(range(len(held)))


def test_only_a_few_stay_and_they_go_in_a_quiet_moment() -> None:
    held = [buffer(LEAST) for _ in range(KEPT + 3)]
    held.clear()
    last = buffer(LEAST)
    assert let_go() <= (KEPT - 1) * STEP
    del last
    assert let_go() == STEP
    assert let_go() == 0


def test_a_small_memory_does_not_occupy_a_large_buffer() -> None:
    large = buffer(8 * STEP)
    place = address(large)
    del large
    assert address(buffer(2 * STEP)) != place


def test_small_ones_are_plain_arrays() -> None:
    assert len(buffer(0)) == 0 and len(buffer(LEAST - 1)) == LEAST - 1
    assert let_go() == 0
