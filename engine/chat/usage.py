"""The memory of a chat as numbers: how full it is, what it is made of."""

from __future__ import annotations

from collections.abc import Collection

from engine.chat.token_log import TokenLog
from engine.compaction.policy import Fill
from engine.compaction.quality import mean_error
from engine.model.compact_api import Info
from engine.model.model import Model
from engine.protocol import Segment
from engine.sizing.estimate import KV_BYTES


def bytes_per_token(model: Model, info: Info | None) -> float:
    """Physical bytes that one more live token takes in the layers whose cache grows."""
    if info is not None and info.capacity_used > 0:
        return info.bytes_live / info.capacity_used
    elements = sum(layer.elements for layer in model.layers if layer.window == 0)
    return elements * KV_BYTES[model.kv_type]


def measure(model: Model, seq_id: int = 0, others: Collection[int] = ()) -> Fill:
    """The fill of the memory that a sequence lives in, with only those ``others`` that cannot give way to it."""
    if not model.grows:
        return Fill(0, 0, 0.0, 0, model.n_ctx)
    info = model.info(seq_id)
    per_token = bytes_per_token(model, info)
    if info is None:
        n_live = sum(model.length(seq) for seq in (seq_id, *others))
        return Fill(round(model.n_ctx * per_token), 0, per_token, n_live, model.n_ctx)
    blocks, n_live = info.bytes_blocks, info.n_live
    for seq in others:
        if other := model.info(seq):
            blocks, n_live = blocks + other.bytes_blocks, n_live + other.n_live
    return Fill(info.bytes_total, blocks, per_token, min(n_live, info.capacity_used), info.capacity)


def free_cells(model: Model) -> int:
    """Cells that hold no token of any sequence."""
    if not model.grows:
        return model.n_ctx
    if info := model.info():
        return max(0, info.capacity - info.capacity_used)
    return max(0, model.n_ctx - sum(model.length(seq) for seq in range(model.n_seq_max)))


def segments(log: TokenLog, fill: Fill, n_tokens: int) -> tuple[Segment, ...]:
    """The parts of a chat's memory in order of position; ``n_tokens``: logical tokens it holds."""
    per_token = fill.bytes_per_token
    in_blocks = sum(mark.p1 - mark.p0 for mark in log.blocks)
    errors = [(mark.p1 - mark.p0, mark.error) for mark in log.blocks]
    system = min(log.system_end, n_tokens)
    live = max(0, n_tokens - system - in_blocks)
    parts = [
        Segment("system", system, round(system * per_token)),
        Segment("compacted", in_blocks, fill.bytes_blocks, round(mean_error(errors), 5)),
        Segment("live", live, round(live * per_token)),
    ]
    return tuple(part for part in parts if part.tokens)
