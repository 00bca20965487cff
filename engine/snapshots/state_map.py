"""Finds the arrays of rows in a saved state of the library: what ``llama_state_seq_get_data`` writes for one sequence.

The format is that of llama.cpp's ``llama_kv_cache::state_write`` and ``llama_memory_recurrent::state_write``, and of
``native/compaction/cache/state_codec.h``. Recurrent states, which change as a whole with every token, stay in the
frame. It is read for one purpose only: to cut the state where its parts recur. A state that is not understood is cut
blindly, and is as safe as any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.gguf.ggml_types import Q8_0
from engine.snapshots.plan import CutGroup, StatePlan
from engine.snapshots.row_types import SIZES, Numbers, numbers_of, unrotated

MARK = 0x3143544C  # "LTC1": the compacted section
VERSIONS = (1, 2, 3, 4, 5)
_FLAG_POOL = 1
_ROTATED_KEYS = 1  # among a head's flags: by us
_OWN_VALUES = 16  # ... block rows have values beside keys that hold values
_LIVE_Q8 = 32  # ... live rows are q8_0 where block rows have fewer bits
_EXT = 12  # bytes of what a cell may carry beside its position: a place in an image, a token
_STEP_BYTES = 3 << 20  # aim of a chunk
_STEP_QUERIES = 6 << 20  # of sampled queries, which take a sixth of it on disk, with tables of their own
_STEPS = (16, 4096)

_KEYS = 512  # rows of a head that tell how its keys are spread

Bytes = npt.NDArray[np.uint8]


class _Unknown(ValueError):
    """The state is not of the format known here."""


class _Stored(NamedTuple):
    """Rows of a head: the type of block rows, numbers of a row, the type of live rows (None: there are none)."""

    kind: int
    size: int
    live: int | None


@dataclass
class BlockKeys:
    """Where the keys of a head's block rows are, and how they are stored. ``arrays``: as in a :class:`CutGroup`."""

    kind: int
    d_k: int
    rotated: bool
    balance: npt.NDArray[np.float32]
    arrays: list[tuple[int, int, int]] = field(default_factory=list)

    def rows(self, state: Bytes) -> Numbers | None:
        """Some of them, evenly, as queries meet them but for what all have in common; None: not known."""
        parts = [state[at : at + width * rows].reshape(rows, width) for at, width, rows in self.arrays]
        total = sum(map(len, parts))
        if not total:
            return None
        step = -(-total // _KEYS)
        numbers = numbers_of(np.concatenate([part[::step] for part in parts]), self.kind)
        if numbers is None or not np.isfinite(numbers).all():
            return None
        numbers = unrotated(numbers) if self.rotated else numbers
        return numbers / self.balance if len(self.balance) else numbers


def plan_of(state: Bytes) -> StatePlan:
    """A plan to cut ``state`` (uint8, one dimension) by, without names.

    Parts whose order means nothing are sorted in place, so that they recur: sampled queries lie in the library in
    slots that are filled as they get free.
    """
    reader = _read(state)
    if reader is None:
        return StatePlan(len(state))
    reader.sort()
    return StatePlan(len(state), reader.groups)


class StateRows(NamedTuple):
    """What is known of rows in a state; nothing where it is not understood.

    ``keys``: those of all heads, layer by layer, that each group of sampled queries belongs to, by its first offset;
    none of a memory without blocks. ``kinds``: types of keys and values, by the offset of their array.
    """

    keys: dict[int, list[BlockKeys]]
    kinds: dict[int, int]


def rows_of(state: Bytes) -> StateRows:
    """What is known of the rows in a state."""
    reader = _read(state)
    return StateRows(reader.keys, reader.kinds) if reader is not None else StateRows({}, {})


def _read(state: Bytes) -> _StateReader | None:
    """All groups of all caches: two of a model with sliding windows, one after the other; recurrent states last. None:
    it is not of the format known here.
    """
    for ext in (0, _EXT):  # whether cells carry more than a position is not said
        reader = _StateReader(state, ext)
        try:
            reader.read()
        except _Unknown:
            continue
        return reader
    return None


class _StateReader:
    def __init__(self, state: Bytes, ext: int) -> None:
        self._state = state
        self._at = 8  # magic, sequence
        self._ext = ext
        self.groups: list[CutGroup] = []
        self._sorted: list[tuple[Any, Any]] = []
        self._keys: list[BlockKeys] = []
        self.keys: dict[int, list[BlockKeys]] = {}
        self.kinds: dict[int, int] = {}

    def sort(self) -> None:
        """Bring the sampled queries into the order of their tokens, which the library does not care about."""
        for rows, order in self._sorted:
            rows[:] = rows[order]

    def read(self) -> None:
        """Find all groups; raises _Unknown."""
        while self._at < len(self._state):
            if not self._is_recurrent():
                self._cache()

    def _cache(self) -> None:
        self._keys = []
        word = self._u32()
        if word != MARK:
            self._stock(word)
            return
        version = self._u32()
        if version not in VERSIONS:
            raise _Unknown
        if self._u32() & _FLAG_POOL:
            self._pool(version)
        else:
            self._stock(self._u32())
        self._queries(version)

    def _is_recurrent(self) -> bool:
        """Whether all that is left are recurrent states, which are read then."""
        start = self._at
        try:
            self._recurrent()
        except _Unknown:
            self._at = start
            return False
        return True

    # ------------------------------------------------------------------ parts

    def _recurrent(self) -> None:
        n = self._u32()
        if n > 1:
            raise _Unknown
        if n:
            self._skip(4)
            _only(self._take(4), 0)
        _only(self._take(4), 0)
        self._skip(4)
        while self._at < len(self._state):
            _row_size(self._u32(), 32)
            self._skip(self._u64() * n)

    def _stock(self, n_streams: int) -> None:
        if n_streams != 1:
            raise _Unknown
        n = self._count(self._u32(), 12)
        if n == 0:
            return
        cells = self._table(n, 12 + self._ext)
        _only(cells[:, 4:8], 1)
        positions = _i32(cells[:, :4])
        if self._u32():  # values transposed: their rows are not tokens
            raise _Unknown
        n_layers = self._count(self._u32(), 12)
        arrays = []
        for _ in range(2 * n_layers):  # keys, then values
            kind = self._u32()
            arrays.append(self._rows(self._u64(), n, kind))
        self._add(arrays, positions)

    def _pool(self, version: int) -> None:
        n_heads = self._count(self._u32(), 1)
        blocks = self._count(self._u32(), 12)
        for _ in range(blocks):
            self._skip(12)
            self._carriers()
        stored: list[list[_Stored]] = []  # keys, and values where they have rows
        spans: list[list[int]] = []
        frozen: list[list[tuple[int, int, int]]] = [[] for _ in range(blocks)]
        tables: dict[int, list[list[tuple[int, int, int]]]] = {}  # apart from rows: they take far fewer bytes on disk
        for _ in range(n_heads):
            type_k, type_v, d_k, d_v, flags = (self._u32() for _ in range(5))
            beside = version >= 3 and bool(flags & _OWN_VALUES)
            eight_bits = version >= 4 and bool(flags & _LIVE_Q8)
            stored.append([_Stored(type_k, d_k, _live_kind(type_k, d_k, eight_bits))])
            if d_v:  # they may be part of keys
                stored[-1].append(_Stored(type_v, d_v, None if beside else _live_kind(type_v, d_v, eight_bits)))
            balance = np.empty(0, np.float32)
            for _ in range((version >= 2) + (version >= 5)):  # what keys have in common, what they are multiplied by
                balance = np.ascontiguousarray(self._take(4 * self._u32())).view("<f4")
            balance = balance if version >= 5 else balance[:0]
            self._keys.append(BlockKeys(type_k, d_k, bool(flags & _ROTATED_KEYS), balance))
            spans.append([self._u32() for _ in range(blocks)])
            for width in (2, 4)[: min(version, 2)]:  # log-weights, positions
                self._blocks(tables.setdefault(width, [[] for _ in range(blocks)]), spans[-1], width)
        n_live = self._count(self._u32(), 12 + _EXT)
        cells = self._table(n_live, 12 + _EXT)
        _only(cells[:, 4 + _EXT : 8 + _EXT], 1)
        positions = _i32(cells[:, :4])
        live = []
        for of_rows, of_head, keys in zip(stored, spans, self._keys, strict=True):
            for rows in of_rows:
                self._blocks(frozen, of_head, _row_size(rows.kind, rows.size), rows.kind)
                if rows is of_rows[0]:
                    keys.arrays = [arrays[-1] for arrays in frozen if arrays[-1][2]]
                if rows.live is not None:
                    live.append(self._rows(_row_size(rows.live, rows.size), n_live, rows.live))
        for arrays in (*frozen, *(arrays for of_width in tables.values() for arrays in of_width)):
            self._add(arrays, None)
        self._add(live, positions)

    def _queries(self, version: int) -> None:
        n_layers = self._count(self._u32(), 12)
        if n_layers == 0:
            return
        self._skip(8)
        self._skip((8, 12)[version > 1] * self._count(self._u32(), 8))
        n = self._count(self._u32(), 16)
        slots = self._table(n, (16, 24)[version > 1])
        arrays = []
        kinds = set()
        for _ in range(n_layers):
            kinds.add(self._u32())
            arrays.append(self._rows(self._u64(), n))
        if n:
            _only(slots[:, -8:-4], 1)
            order = np.lexsort((_i32(slots[:, -16:-12]), _i32(slots[:, -12:-8])))  # by position, the recent ones last
            if (order[1:] < order[:-1]).any():
                self._sorted.append((slots, order))
                self._sorted += [(self._state[at : at + n * row].reshape(n, row), order) for at, row, _ in arrays]
        self._add(arrays, None, sampled=kinds == {Q8_0} and all(row % SIZES[Q8_0][0] == 0 for _, row, _ in arrays))

    def _blocks(
        self, frozen: list[list[tuple[int, int, int]]], spans: Sequence[int], width: int, kind: int | None = None
    ) -> None:
        for arrays, rows in zip(frozen, spans, strict=True):
            arrays.append(self._rows(width, rows, kind))

    # ------------------------------------------------------------------ groups

    def _add(
        self, arrays: list[tuple[int, int, int]], positions: npt.NDArray[np.int32] | None, *, sampled: bool = False
    ) -> None:
        arrays = [array for array in arrays if array[2]]
        if arrays:
            most = _STEP_QUERIES if sampled else _STEP_BYTES
            self.groups.append(CutGroup(arrays, _cuts(arrays, positions, most), sampled=sampled))
            if sampled:
                self.keys[arrays[0][0]] = self._keys

    # ------------------------------------------------------------------ reading

    def _take(self, n: int) -> Bytes:
        if n < 0 or self._at + n > len(self._state):
            raise _Unknown
        self._at += n
        return self._state[self._at - n : self._at]

    def _skip(self, n: int) -> None:
        self._take(n)

    def _u32(self) -> int:
        return int.from_bytes(self._take(4).tobytes(), "little")

    def _u64(self) -> int:
        return int.from_bytes(self._take(8).tobytes(), "little")

    def _count(self, n: int, least: int) -> int:
        """A number of things of at least ``least`` bytes each: no more than there is data."""
        if n * least > len(self._state) - self._at:
            raise _Unknown
        return n

    def _carriers(self) -> None:
        if self._u32() != 1:
            raise _Unknown
        self._skip(4)

    def _table(self, n: int, width: int) -> Any:
        return self._take(n * width).reshape(n, width)

    def _rows(self, width: int, n: int, kind: int | None = None) -> tuple[int, int, int]:
        if width == 0:
            raise _Unknown
        offset = self._at
        if kind is not None and n:
            self.kinds[offset] = kind
        self._skip(width * n)
        return offset, width, n


def _cuts(arrays: list[tuple[int, int, int]], positions: npt.NDArray[np.int32] | None, most: int) -> list[int]:
    """Where to cut: at positions that are multiples of a step, so that cuts stay with the text when rows before go."""
    rows = max(array[2] for array in arrays)
    step = _STEPS[0]
    while step < _STEPS[1] and 2 * step * sum(row for _, row, _ in arrays) <= most:
        step *= 2
    if positions is not None and len(positions) == rows:
        page = positions // step
        cuts = [0, *(np.flatnonzero(page[1:] != page[:-1]) + 1).tolist(), rows]
        if len(cuts) <= 8 + 2 * (rows // step):
            return cuts
    return [*range(0, rows, step), rows]


def _live_kind(kind: int, elements: int, eight_bits: bool) -> int:
    """The type of a live row beside block rows of that type."""
    return Q8_0 if eight_bits and _row_size(kind, elements) < _row_size(Q8_0, elements) else kind


def _row_size(kind: int, elements: int) -> int:
    size, block = SIZES.get(kind, (0, 1))
    if not size or elements % block:
        raise _Unknown
    return elements // block * size


def _i32(columns: Any) -> npt.NDArray[np.int32]:
    return np.ascontiguousarray(columns).view("<i4").reshape(-1)


def _only(columns: Any, value: int) -> None:
    """Tables are read as rows of one length, which they are if each cell belongs to one sequence."""
    if not (np.ascontiguousarray(columns).view("<u4") == value).all():
        raise _Unknown
