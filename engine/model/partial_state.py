"""What a memory cannot take back token by token: the rows of sliding windows, recurrent states. Copied and put back."""

from __future__ import annotations

import ctypes

import numpy as np

from engine.errors import Internal, Unplaceable
from engine.model.buffers import buffer
from engine.model.model import Model
from engine.model.sequences import State

PARTIAL = 1  # llama.h's LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY


def partial_size(model: Model, seq_id: int = 0) -> int:
    """Bytes of what :func:`partial_state` would copy."""
    if not (model.n_swa or model.recurrent):
        return 0
    return int(model.functions.llama_state_seq_get_size_ext(model.context, seq_id, PARTIAL))


def partial_state(model: Model, seq_id: int = 0) -> State | None:
    """A copy of what :meth:`Model.remove_tail` cannot take back; None: there is nothing of the kind.

    Raises:
        Internal: the library could not write it.
    """
    if not (model.n_swa or model.recurrent):
        return None
    c, context = model.functions, model.context
    copy = buffer(partial_size(model, seq_id))
    written = int(c.llama_state_seq_get_data_ext(context, _address(copy), len(copy), seq_id, PARTIAL))
    if written != len(copy):
        raise Internal("snapshot.copy_failed", written=written, size=len(copy))
    return copy


def rewind(model: Model, pos: int, partial: State | None, seq_id: int = 0) -> None:
    """Forget everything at ``pos`` and after it; ``partial``: what :func:`partial_state` gave when ``pos`` was next.

    Raises:
        Unplaceable: the library refused; the sequence is empty then.
    """
    c, context = model.functions, model.context
    model.changed()
    done = True
    if partial is not None:  # first: a recurrent state refuses to be cut
        done = bool(c.llama_state_seq_set_data_ext(context, _address(partial), len(partial), seq_id, PARTIAL))
    if not done or not c.llama_memory_seq_rm(c.llama_get_memory(context), seq_id, pos, -1):
        model.clear(seq_id)
        raise Unplaceable("snapshot.no_place")


def share_at(model: Model, source: int, target: int, pos: int, partial: State) -> bool:
    """Let the empty ``target`` hold what ``source`` held when ``pos`` was next, and ``partial`` was copied.

    False: the library refused; ``target`` is empty.
    """
    c, context = model.functions, model.context
    model.changed()
    c.llama_memory_seq_cp(c.llama_get_memory(context), source, target, 0, pos)
    done = bool(c.llama_state_seq_set_data_ext(context, _address(partial), len(partial), target, PARTIAL))
    if not done or model.length(target) != pos:
        model.clear(target)
        return False
    return True


def standing_at(model: Model, partial: State, pos: int) -> State:
    """``partial`` for a sequence whose next position is ``pos``: text before it may have been squeezed in between.

    Only recurrent states can be told so. Their part begins with magic, sequence, number of states and position, u32
    each (``llama_memory_recurrent::state_write``).
    """
    if model.n_swa or partial[8:12].tobytes() != (1).to_bytes(4, "little"):
        return partial
    there = partial.copy()
    there[12:16] = np.frombuffer((pos - 1).to_bytes(4, "little"), np.uint8)
    return there


def _address(data: State) -> ctypes._Pointer[ctypes.c_uint8]:
    return data.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))
