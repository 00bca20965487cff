"""How the bytes of a saved memory are cut into chunks, so that what did not change is the same chunk again.

A state of ``size`` bytes holds arrays of rows (the keys, values and queries, layer by layer and head by head). Arrays
whose rows belong to the same tokens form a group; a chunk of a group is a range of rows, taken from each of its arrays
in turn. A chat that grows then changes only the last chunk of a group, whatever the number of its layers. What lies
between the arrays (counts, tables) is the frame: the last chunks, cut by bytes.

A plan that was read from a file is checked by :meth:`StatePlan.check` before anything is allocated for it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec

NAME_BYTES = 32  # of a chunk: blake3 of its content
FRAME_CHUNK = 4 << 20
MAX_EXTENTS = 1 << 22

Extent = tuple[int, int]  # offset and length in the state


class CutGroup(msgspec.Struct, frozen=True, array_like=True):
    """Arrays that are cut at the same rows.

    ``arrays``: offset in the state, bytes of a row, rows. ``cuts``: first row of each chunk, and the end of the
    longest array; arrays that end before have no part in the later chunks. ``chunks``: their names, joined.
    ``sampled``: they are sampled queries in Q8_0, which are rounded before they are written.
    """

    arrays: list[tuple[int, int, int]]
    cuts: list[int]
    chunks: bytes = b""
    sampled: bool = False

    def extents(self, index: int) -> list[Extent]:
        """The parts of the state that chunk ``index`` is made of, in order."""
        first, end = self.cuts[index], self.cuts[index + 1]
        return [
            (offset + first * row, (min(end, rows) - first) * row) for offset, row, rows in self.arrays if rows > first
        ]


class StatePlan(msgspec.Struct, frozen=True):
    """A state of ``size`` bytes as groups of arrays; ``frame``: names of the frame's chunks, joined."""

    size: int
    groups: list[CutGroup] = []
    frame: bytes = b""

    def chunks(self) -> Iterator[tuple[bytes, list[Extent]]]:
        """Each chunk's name (empty: not known yet) and extents, groups first, then the frame."""
        for group in self.groups:
            for i in range(len(group.cuts) - 1):
                yield group.chunks[i * NAME_BYTES : (i + 1) * NAME_BYTES], group.extents(i)
        for i, extents in enumerate(self._frame_extents()):
            yield self.frame[i * NAME_BYTES : (i + 1) * NAME_BYTES], extents

    def named(self, names: list[bytes]) -> StatePlan:
        """The plan with the names of its chunks, in the order of :meth:`chunks`."""
        at = 0
        groups = []
        for group in self.groups:
            n = len(group.cuts) - 1
            groups.append(msgspec.structs.replace(group, chunks=b"".join(names[at : at + n])))
            at += n
        return msgspec.structs.replace(self, groups=groups, frame=b"".join(names[at:]))

    def sizes(self) -> dict[bytes, int]:
        """Bytes that each chunk holds, by name."""
        return {name: sum(length for _, length in extents) for name, extents in self.chunks()}

    def _gaps(self) -> Iterator[Extent]:
        at = 0
        for offset, row, rows in sorted(array for group in self.groups for array in group.arrays):
            if offset > at:
                yield at, offset - at
            at = offset + row * rows
        if self.size > at:
            yield at, self.size - at

    def _frame_extents(self) -> Iterator[list[Extent]]:
        chunk: list[Extent] = []
        room = FRAME_CHUNK
        for offset, length in self._gaps():
            while length:
                part = min(length, room)
                chunk.append((offset, part))
                offset, length, room = offset + part, length - part, room - part
                if not room:
                    yield chunk
                    chunk, room = [], FRAME_CHUNK
        if chunk:
            yield chunk

    def check(self, most: int) -> None:
        """Refuse a plan that does not describe a state of at most ``most`` bytes, every byte of it exactly once.

        Raises:
            ValueError: what is wrong with it.
        """
        if not 0 < self.size <= most:
            raise ValueError(f"a state of {self.size} bytes")
        if sum(len(group.arrays) * len(group.cuts) for group in self.groups) > MAX_EXTENTS:
            raise ValueError("too many parts")
        end = 0
        for offset, row, rows in sorted(array for group in self.groups for array in group.arrays):
            if offset < end or row < 1 or rows < 1 or offset + row * rows > self.size:
                raise ValueError("arrays that overlap or lie outside")
            end = offset + row * rows
        for group in self.groups:
            cuts = group.cuts
            if not group.arrays or len(cuts) < 2 or cuts[0] != 0 or cuts[-1] != max(array[2] for array in group.arrays):
                raise ValueError("cuts that leave rows out")
            if any(a >= b for a, b in itertools.pairwise(cuts)):
                raise ValueError("cuts out of order")
            if len(group.chunks) != (len(cuts) - 1) * NAME_BYTES:
                raise ValueError("another number of chunks than cuts")
        frame = sum(length for _, length in self._gaps())
        if len(self.frame) != -(-frame // FRAME_CHUNK) * NAME_BYTES:  # not counted one by one: it may be any number
            raise ValueError("another number of chunks than the frame has")


def with_behind(plan: StatePlan, sizes: list[int]) -> StatePlan:
    """The plan of a state without names, with parts of ``sizes`` bytes behind it, each a chunk of its own."""
    groups, at = list(plan.groups), plan.size
    for size in sizes:
        groups.append(CutGroup([(at, size, 1)], [0, 1]))
        at += size
    return StatePlan(at, groups)
