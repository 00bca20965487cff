"""Which compactions are repeated when a memory was put back from a saved state."""

from __future__ import annotations

import msgspec

from engine.chat.repeating import cut, to_repeat
from engine.chat.token_log import BlockMark

FIRST, SECOND, THIRD = (BlockMark(at=at + 300, p0=at, p1=at + 100, ratio=4.0) for at in (0, 100, 200))


def test_those_that_came_after_the_saved_state_are_repeated_in_their_order() -> None:
    assert to_repeat([FIRST], [FIRST, SECOND], [THIRD]) == [SECOND, THIRD]
    assert to_repeat([], [FIRST], []) == [FIRST]


def test_none_is_repeated_twice() -> None:
    """What the log had may have been planned already, where the memory went back for it."""
    assert to_repeat([FIRST], [FIRST, SECOND], [SECOND, THIRD]) == [SECOND, THIRD]


def test_what_the_memory_holds_is_not_repeated() -> None:
    assert to_repeat([FIRST, SECOND], [FIRST], [SECOND, THIRD]) == [THIRD]
    assert to_repeat([FIRST], [SECOND, THIRD], []) == [], "of a log that went another way nothing is known"


def test_of_a_log_that_is_cut_whole_ones_are_left() -> None:
    assert cut([FIRST, SECOND], 250) == [
        msgspec.structs.replace(FIRST, at=250),
        msgspec.structs.replace(SECOND, at=250),
    ]
    assert cut([FIRST, SECOND], 199) == [msgspec.structs.replace(FIRST, at=199)]
