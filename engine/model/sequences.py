"""The sequences of a model's memory: how long they are, forgotten, shared, saved and put back."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import Internal, Unplaceable
from engine.model.buffers import buffer
from engine.model.memory_info import KnownMemory

State = npt.NDArray[np.uint8]  # the saved state of a sequence


class Sequences(KnownMemory):
    """Part of a model."""

    _c: Any
    _mem: Any
    n_seq_max: int
    n_swa: int
    recurrent: bool

    def length(self, seq_id: int = 0) -> int:
        """The position behind the last one: tokens the memory holds for a sequence, less what they were squeezed by and
        what pictures take less than they have rows. Behind a picture in a grid the next token stands further on."""
        return int(self._c.llama_memory_seq_pos_max(self._mem, seq_id)) + 1

    def remove_tail(self, pos: int, seq_id: int = 0) -> bool:
        """Forget everything at ``pos`` and after it. False: not possible here, nothing changed."""
        if pos >= self.length(seq_id):
            return True
        first = int(self._c.llama_memory_seq_pos_min(self._mem, seq_id))
        if pos > 0 and self.n_swa > 0 and first > max(0, pos - self.n_swa):
            return False  # a sliding window has already let go of tokens that would be needed
        self.changed()
        return bool(self._c.llama_memory_seq_rm(self._mem, seq_id, pos, -1))

    def clear(self, seq_id: int | None = None) -> None:
        """Forget a sequence, or everything."""
        self.changed()
        if seq_id is None:
            self._c.llama_memory_clear(self._mem, False)
        else:
            self._c.llama_memory_seq_rm(self._mem, seq_id, -1, -1)

    next_position = length

    def alone(self, seq_id: int) -> bool:
        """Whether no other sequence holds anything."""
        return all(seq == seq_id or not self.length(seq) for seq in range(self.n_seq_max))

    def share(self, source: int, target: int, end: int, length: int | None = None) -> bool:
        """Let the empty ``target`` hold what ``source`` holds at positions before ``end``; cells are not copied.

        ``end`` may not lie inside a compacted block. ``length``: that ``target`` has then (None: ``end``). False: not
        possible for this kind of memory; nothing changed.
        """
        if end < self.length(source):
            first = int(self._c.llama_memory_seq_pos_min(self._mem, source))
            if self.recurrent or (self.n_swa > 0 and first > max(0, end - self.n_swa)):
                return False  # it has let go of the state at that place
        self.changed()
        self._c.llama_memory_seq_cp(self._mem, source, target, 0, end)
        if self.length(target) != (end if length is None else length):
            self.clear(target)
            return False
        return True

    def state(self, seq_id: int = 0, room: int = 0) -> State:
        """The saved state of a sequence, its bytes in one dimension; ``room``: so many more are left behind it.

        Raises:
            Internal: the library could not write it.
        """
        size = self.state_size(seq_id)
        copy = buffer(size + room)
        address = copy.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))
        written = int(self._c.llama_state_seq_get_data(self._ctx, address, size, seq_id))
        if written != size:
            raise Internal("snapshot.copy_failed", written=written, size=size)
        return copy

    def state_size(self, seq_id: int = 0) -> int:
        """Bytes of the saved state of a sequence."""
        return int(self._c.llama_state_seq_get_size(self._ctx, seq_id))

    def set_state(self, data: State, seq_id: int = 0) -> None:
        """Replace a sequence by a state of the same model and layout that was checked before.

        Raises:
            Unplaceable: the library refused it; the sequence is empty then.
        """
        self.changed()
        address = data.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))
        if int(self._c.llama_state_seq_set_data(self._ctx, address, len(data), seq_id)) == 0:
            self.clear(seq_id)
            raise Unplaceable("snapshot.no_place")
