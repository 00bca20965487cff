"""Ids and what is worked out from how a reply came about."""

from __future__ import annotations

import time

import pytest

from app.core import chat_values
from app.core.chat_values import MessageMeta, new_id


@pytest.mark.parametrize("steps", [(0, 0, 0), (-1, -(10**9), 5), (7, 0, 3)], ids=["standing", "set back", "going"])
def test_later_ids_sort_after_earlier_ones_whatever_the_clock_does(
    monkeypatch: pytest.MonkeyPatch, steps: tuple[int, ...]
) -> None:
    """Rows of one moment are read back in the order of their ids."""
    start = time.time_ns()
    monkeypatch.setattr(chat_values, "_last_ns", start)
    for step in steps:
        monkeypatch.setattr(time, "time_ns", lambda now=start + step: now)
        first, second, third = new_id(), new_id(), new_id()
        assert first < second < third
        assert len({len(first), 24}) == 1


def test_a_reply_without_a_time_has_no_speed() -> None:
    assert MessageMeta(tokens=30, decode_ms=1500.0).tokens_per_second == 20.0
    assert MessageMeta(tokens=30, decode_ms=0.5).tokens_per_second == 60_000.0
    assert MessageMeta(tokens=30).tokens_per_second == 0.0
