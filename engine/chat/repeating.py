"""Compactions that are to be repeated when a chat's memory is built anew, in their order."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.chat.token_log import BlockMark


def to_repeat(held: Sequence[BlockMark], known: Sequence[BlockMark], planned: Sequence[BlockMark]) -> list[BlockMark]:
    """Those that a memory lacks which was put back from a saved state.

    Args:
        held: what it holds.
        known: what the chat's log had before; those behind ``held`` came after the state was saved.
        planned: those that were to be repeated before; some may be in it.
    """

    def of(mark: BlockMark) -> tuple[int, int, float]:
        return mark.p0, mark.p1, mark.ratio

    there = list(map(of, held))
    later = known[len(there) :] if list(map(of, known[: len(there)])) == there else ()
    again = set(map(of, later))  # where the memory went back for it, they are to be repeated already
    both = [*later, *(mark for mark in planned if of(mark) not in again)]
    return [mark for mark in both if of(mark) not in there]


def cut(planned: Sequence[BlockMark], n_tokens: int) -> list[BlockMark]:
    """Those of ``planned`` that are of the first ``n_tokens`` of the log, when there are no more."""
    return [msgspec.structs.replace(mark, at=min(mark.at, n_tokens)) for mark in planned if mark.p1 <= n_tokens]
