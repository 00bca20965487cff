"""Cartridges mounted into live sequences, and unmounted: no token is read, and what is there is left alone.

A sequence mounts at a position of choice. Chats that mount a document at the same position share its rows; elsewhere
the keys are turned for other positions, so they have a copy.
"""

from __future__ import annotations

from engine.cartridges.cartridge import Cartridge
from engine.cartridges.store import CartridgeStore
from engine.compaction import positions
from engine.errors import BadCartridge, BadSnapshot, CannotCompact
from engine.model import mounts
from engine.model.model import Model
from engine.model.mounts import why_not_mountable
from engine.texts import say

__all__ = ["mount", "mount_shared", "unmount", "why_not_mountable"]


def mount(model: Model, store: CartridgeStore, cartridge: Cartridge, seq_id: int, pos: int, spare: int) -> None:
    """Mount a cartridge at positions ``pos...`` of a sequence, where it ends or behind it.

    ``spare``: an empty sequence, which stays empty.

    Raises:
        BadCartridge: the file is missing, damaged, or holds what is no number; it is deleted then.
        CannotCompact: it cannot be mounted here, with the reason. In all cases the sequence is as it was.
    """
    if reason := why_not_mountable(model):
        raise CannotCompact("cartridge.not_mounted", reason=reason)
    if pos < model.length(seq_id):  # before anything is loaded: that alone lays the cache out anew
        raise CannotCompact("cartridge.not_mounted", reason=say("cartridge.taken"))
    state = store.load(cartridge)
    try:
        try:
            model.set_state(state, spare)
        except BadSnapshot as error:  # of another layout after all, or too large for what is free
            why = mounts.last_error(model)
            if mounts.NOT_FINITE in why:  # whoever wrote it sealed it so
                store.delete(cartridge.digest, cartridge.key)
                raise BadCartridge("cartridge.damaged") from error
            raise CannotCompact("cartridge.not_mounted", reason=why) from error
        blocks = model.blocks(spare)
        stretched = any(block.p1 - block.p0 > block.tokens for block in blocks)  # no document has gaps
        if not blocks or stretched or model.length(spare) + positions.lost(blocks) != cartridge.tokens:
            store.delete(cartridge.digest, cartridge.key)
            raise BadCartridge("cartridge.damaged")
        mounts.mount(model, seq_id, spare, pos)
    finally:
        model.clear(spare)


def mount_shared(model: Model, source: int, span: tuple[int, int], seq_id: int, pos: int, spare: int) -> None:
    """Mount what another sequence has mounted at positions ``span``, without reading the file.

    Raises:
        CannotCompact: it cannot be mounted; all sequences are as they were.
    """
    mounts.share_range(model, source, spare, *span)
    try:
        mounts.mount(model, seq_id, spare, pos)
    finally:
        model.clear(spare)


def unmount(model: Model, seq_id: int, p0: int, p1: int) -> bool:
    """Forget what was mounted at ``[p0, p1)``; positions behind it stay, its rows go with the next compaction.

    False: the range cuts a block; nothing changed.
    """
    return mounts.remove_range(model, seq_id, p0, p1)
