"""What the panel for a compaction says, worked out from a preview. No widgets, so that each number can be tested."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.core.work_values import CompactionEstimate, CompactionPreview, MemoryState
from app.ui.numbers import count, duration, size, times
from app.ui.widgets.likeness import as_before

translate = QCoreApplication.translate

RATIOS = (2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0)  # of the slider
ASKED = (0.0, *RATIOS)  # 0: as the settings say

Shares = tuple[float, float, float]  # of the bar: system, compacted, live


@dataclass(frozen=True)
class Forecast:
    """The texts of one choice, and the bars before and after it."""

    ratio: str
    now: str
    after: str
    bar_now: Shares
    bar_after: Shares
    same: str
    time: str


def what(point: CompactionEstimate) -> str:
    """Which part becomes smaller and what stays."""
    text = translate("Compaction", "Compacts {old} older tokens. The last {recent} stay in full detail.")
    return text.format(old=count(point.tokens), recent=count(point.recent))


def forecast(
    preview: CompactionPreview, memory: MemoryState | None, point: CompactionEstimate, reserve: int = 0
) -> Forecast:
    """What a compaction at ``point`` comes to. ``reserve``: tokens kept free for a reply, which are no room."""
    total = max(1, preview.bytes_total)
    before, room = max(0, preview.free_now - reserve), max(0, point.free_tokens - reserve)
    gained = room - before
    after = _state(point.bytes_after, room)
    if gained > 0:
        after = translate("Compaction", "{text} (+{more})").format(text=after, more=count(gained))
    return Forecast(
        ratio=translate("Compaction", "{ratio}× smaller").format(ratio=times(point.block_ratio)),
        now=_state(preview.bytes_now, before),
        after=after,
        bar_now=_now(memory, total),
        bar_after=_after(memory, point, total),
        same=as_before(point.same),
        time=_time(point.ms),
    )


def stops(preview: CompactionPreview) -> list[CompactionEstimate]:
    """The choices of the slider: ratios at which something is gained, each smaller than the one before."""
    return [point for point in preview.points if point.ratio]


def nearest(ratio: float, choices: Sequence[CompactionEstimate]) -> int:
    """The stop of the slider whose block is nearest to a ratio, by its share of it."""
    return min(range(len(choices)), key=lambda at: abs(choices[at].block_ratio / max(ratio, 0.1) - 1), default=0)


def _state(used: int, room: int) -> str:
    text = translate("Compaction", "{size} used · room for {tokens} tokens")
    return text.format(size=size(used), tokens=count(room))


def _time(ms: float) -> str:
    """No more exact than such a guess can be."""
    if ms <= 0:
        return translate("Compaction", "not known until the first compaction")
    seconds = ms / 1000
    rough = max(0.1, round(seconds, 1)) if seconds < 10 else round(seconds)
    return translate("Compaction", "about {time}").format(time=duration(rough))


def _now(memory: MemoryState | None, total: int) -> Shares:
    sizes = {"system": 0, "compacted": 0, "live": 0}
    for part in memory.segments if memory is not None else ():
        sizes["compacted" if part.kind == "documents" else part.kind] += part.bytes
    return sizes["system"] / total, sizes["compacted"] / total, sizes["live"] / total


def _after(memory: MemoryState | None, point: CompactionEstimate, total: int) -> Shares:
    """Tokens that stay take as much each as a free one will; what is left of the bytes is the compacted part's."""
    each = (total - point.bytes_after) / point.free_tokens if point.free_tokens else 0.0
    tokens = sum(part.tokens for part in memory.segments if part.kind == "system") if memory is not None else 0
    system, live = tokens * each, point.recent * each
    return system / total, max(0.0, point.bytes_after - system - live) / total, live / total
