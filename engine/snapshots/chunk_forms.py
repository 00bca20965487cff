"""What is left of each chunk of a state, and the form it has on disk: by what the chunk holds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Protocol

from engine.snapshots import row_coding, table_coding
from engine.snapshots.coding_format import Form
from engine.snapshots.plan import CutGroup, StatePlan
from engine.snapshots.query_coding import QuerySteps, steps_of
from engine.snapshots.row_coding import RowParts
from engine.snapshots.row_types import Q8_0, SIZES, Bytes
from engine.snapshots.state_map import BlockKeys, rows_of

MOST_ROWS = 28 << 20  # bytes of quantized rows in a state that are coded: they load in 0.15 s more of one core


class ChunkForm(Protocol):
    """A form of chunks on disk."""

    def written(self, data: Bytes) -> tuple[Bytes, Form]:
        """What is left of a chunk, and what gives its form, should it not be on disk yet."""


class _Whole:
    """Tables, and what is not known: as they are, in fewer bytes where that pays."""

    def written(self, data: Bytes) -> tuple[Bytes, Form]:
        return data, partial(table_coding.coded, data)


class _Rounded:
    """Sampled queries of a memory without blocks."""

    def written(self, data: Bytes) -> tuple[Bytes, Form]:
        table_coding.rounded(data)
        return data, partial(table_coding.coded, data)


def forms_of(state: Bytes, plan: StatePlan) -> Iterator[ChunkForm]:
    """The form of each chunk, in the order of the plan's. ``state``: what the library wrote, which comes first."""
    keys, kinds = rows_of(state)
    coded = {at: kind for at, kind in kinds.items() if row_coding.knows(kind)}
    arrays = [array for group in plan.groups for array in group.arrays]
    if sum(width * rows for at, width, rows in arrays if at in coded) > MOST_ROWS:
        coded = {}
    chunks = plan.chunks()
    whole = _Whole()
    for group in plan.groups:
        form: ChunkForm = whole
        if group.sampled:
            form = _steps(state, group, keys.get(group.arrays[0][0], [])) or _Rounded()
        of_rows = any(at in coded for at, _, _ in group.arrays)
        for first in group.cuts[:-1]:
            _, extents = next(chunks)
            if of_rows:
                there = [coded.get(at) for at, _, rows in group.arrays if rows > first]
                form = RowParts([(kind, size) for kind, (_, size) in zip(there, extents, strict=True)])
            yield form
    for _ in chunks:
        yield whole


def _steps(state: Bytes, group: CutGroup, keys: list[BlockKeys]) -> QuerySteps | None:
    """By the spread of the keys that queries meet; None where there are none, or it is not known which those are."""
    n_heads, rest = divmod(len(keys), len(group.arrays))
    if rest or not n_heads:
        return None
    of_layers = [keys[i : i + n_heads] for i in range(0, len(keys), n_heads)]
    if any(key.d_k != of[0].d_k for of in of_layers for key in of):
        return None
    heads = [
        width // SIZES[Q8_0][0] * SIZES[Q8_0][1] / of[0].d_k
        for (_, width, _), of in zip(group.arrays, of_layers, strict=True)
    ]
    exponents = []
    for (at, width, rows), of, n_queries in zip(group.arrays, of_layers, heads, strict=True):
        readers = n_queries / min(heads)  # layers that keep no keys read those of another
        found = [numbers for key in of if (numbers := key.rows(state)) is not None]
        if n_queries % n_heads or readers % 1 or n_queries / readers % n_heads or len(found) != n_heads:
            return None
        exponents.append(steps_of(state[at : at + width * rows].reshape(rows, width), found, int(readers)))
    return QuerySteps(exponents)
