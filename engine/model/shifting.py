"""Lets a stretch of a sequence leave the cache, and what follows it move down into its positions."""

from __future__ import annotations

from engine.errors import EngineError
from engine.model.model import Model

ANY_TOKEN = 0


def shift_out(model: Model, p0: int, p1: int, seq_id: int = 0) -> bool:
    """Forget the positions ``[p0, p1)`` of a sequence that is alone in the memory; what follows gets their places.

    What is left was read with what leaves in view, and is not read again. False: this memory cannot do it (sliding
    windows, recurrent states, compacted blocks), or the backend failed; what the sequence holds is not certain then.
    """
    c, memory = model.functions, model.functions.llama_get_memory(model.context)
    n = model.length(seq_id)
    if model.recurrent or not model.alone(seq_id) or not c.llama_memory_can_shift(memory) or not 0 < p0 < p1 < n:
        return False
    model.changed()
    if not c.llama_memory_seq_rm(memory, seq_id, p0, p1):
        return False
    c.llama_memory_seq_add(memory, seq_id, p1, -1, p0 - p1)
    end = n - (p1 - p0)
    try:  # keys are only rotated when something is decoded, and a saved state has them as they are
        model.decode([ANY_TOKEN], end, seq_id)
    except EngineError:
        return False
    model.changed()
    # this also drops the queries sampled at the positions that there were behind it
    return bool(c.llama_memory_seq_rm(memory, seq_id, end, -1)) and model.length(seq_id) == end
