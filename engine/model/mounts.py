"""Blocks of one sequence joined to another (``llama_kv_compact_mount``), and ranges of sequences shared and removed."""

from __future__ import annotations

import ctypes
from typing import Any

from engine.errors import CannotCompact
from engine.model.model import Model
from engine.texts import Text, say

NOT_FINITE = "not finite"  # what the library says of rows that hold infinities or what is no number
_NAME = "llama_kv_compact_mount"


def why_not_mountable(model: Model) -> Text | None:
    """None when documents can be mounted into this model's memory, else the reason."""
    if reason := model.why_not_compactable():
        return reason
    if model.recurrent:
        return say("cartridge.recurrent")
    return None if hasattr(model.functions._lib, _NAME) else say("no_compaction.not_built")


def mount(model: Model, seq_id: int, source: int, pos: int) -> None:
    """Let all blocks of ``source`` join ``seq_id`` at positions ``pos...``; ``source`` is empty afterwards.

    Raises:
        CannotCompact: refused or failed; both sequences are as they were.
    """
    if reason := why_not_mountable(model):
        raise CannotCompact("cartridge.not_mounted", reason=reason)
    function = getattr(model.functions._lib, _NAME)
    function.restype = ctypes.c_int32
    function.argtypes = [ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32, ctypes.c_int32]
    model.changed()
    if function(model.context, seq_id, source, pos) != 0:
        raise CannotCompact("cartridge.not_mounted", reason=last_error(model))


def last_error(model: Model) -> str:
    """What the library said last about this model's memory."""
    text = model.functions._lib.llama_kv_compact_last_error(model.context) or b""
    return str(text.decode("utf-8", "replace"))


def share_range(model: Model, source: int, target: int, p0: int, p1: int) -> None:
    """Let ``target`` hold what ``source`` holds at ``[p0, p1)``, which may not cut a block; nothing is copied."""
    model.changed()
    model.functions.llama_memory_seq_cp(_memory(model), source, target, p0, p1)


def remove_range(model: Model, seq_id: int, p0: int, p1: int) -> bool:
    """Forget ``[p0, p1)`` of a sequence; what stands behind keeps its positions. False: it would cut a block."""
    model.changed()
    return bool(model.functions.llama_memory_seq_rm(_memory(model), seq_id, p0, p1))


def _memory(model: Model) -> Any:
    return model.functions.llama_get_memory(model.context)
