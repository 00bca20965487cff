"""The meter's numbers and sentences, from a memory state. No widgets, so that each number can be tested."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.types import MemoryState, Resumed, WorkProgress
from app.ui.widgets.labels import count, duration, percent, size

KINDS = ("system", "compacted", "live", "reserve")


@dataclass(frozen=True)
class Reading:
    """What the meter shows.

    ``shares``: part of the bar, 0 to 1, by kind in the order of ``KINDS``; ``legend``: kind and text, in order;
    ``tick``: where on the bar a compaction starts by itself (None: it does not).
    """

    left: str
    right: str
    shares: tuple[float, float, float, float]
    legend: tuple[tuple[str, str], ...]
    tick: float | None
    tip: str


EMPTY = Reading("Memory  empty", "", (0.0, 0.0, 0.0, 0.0), (), None, "")


def bytes_of_free_token(memory: MemoryState) -> float:
    """Bytes that the next token will take; 0 if nothing tells."""
    free = memory.bytes_total - memory.bytes_used
    return free / memory.free_tokens if memory.free_tokens > 0 else 0.0


def bytes_per_token(memory: MemoryState, n_ctx: int) -> float:
    """Bytes that one token takes in a memory that nothing was compacted in. ``n_ctx`` 0: unknown, from the parts."""
    if n_ctx > 0:
        return memory.bytes_total / n_ctx
    exact = [part.bytes / part.tokens for part in memory.segments if part.kind != "compacted" and part.tokens > 0]
    return max([*exact, bytes_of_free_token(memory)])


def read(memory: MemoryState | None, reserve: int, auto: bool, n_ctx: int = 0) -> Reading:
    """The reading of ``memory``.

    ``reserve``: tokens kept free for a reply; ``auto``: whether it compacts by itself; ``n_ctx``: tokens it holds
    uncompacted.
    """
    if memory is None or memory.bytes_total <= 0:
        return EMPTY
    tokens = dict.fromkeys(KINDS, 0)
    sizes = dict.fromkeys(KINDS, 0)
    for part in memory.segments:
        tokens[part.kind] += part.tokens
        sizes[part.kind] += part.bytes
    each = bytes_per_token(memory, n_ctx)
    free = max(0, memory.bytes_total - memory.bytes_used)
    sizes["reserve"] = min(free, round(reserve * (bytes_of_free_token(memory) or each)))
    shares = tuple(min(1.0, sizes[kind] / memory.bytes_total) for kind in KINDS)
    ratio = memory.tokens * each / memory.bytes_used if memory.bytes_used else 0.0
    right = f"stands for {count(memory.tokens)} tokens"
    if tokens["compacted"] and ratio > 1.05:
        right += f"  ·  {ratio:.1f}×"
    legend = []
    if tokens["system"]:
        legend.append(("system", f"System {count(tokens['system'])}"))
    if tokens["compacted"]:
        legend.append(("compacted", f"Compacted {count(tokens['compacted'])} in {size(sizes['compacted'])}"))
    legend.append(("live", f"Live {count(tokens['live'])}"))
    if sizes["reserve"]:
        legend.append(("reserve", f"Reply {count(reserve)}"))
    if auto:
        legend.append(("tick", f"compacts at {memory.threshold * 100:.0f} %"))
    names = {
        "system": "System prompt",
        "compacted": "Compacted",
        "live": "Word for word",
        "reserve": "Kept for the reply",
    }
    lines = [f"{names[kind]}: {count(tokens[kind])} tokens, {size(sizes[kind])}" for kind in KINDS[:3] if tokens[kind]]
    error = max((part.error for part in memory.segments), default=0.0)
    if error:
        lines.append(f"Error of the compacted part: {percent(error)}, on queries that nothing was fitted on")
    lines.append(f"Free: {count(memory.free_tokens)} tokens, {size(free)}")
    return Reading(
        left=f"Memory  {size(memory.bytes_used)} / {size(memory.bytes_total)}",
        right=right,
        shares=(shares[0], shares[1], shares[2], shares[3]),
        legend=tuple(legend),
        tick=memory.threshold if auto else None,
        tip="\n".join(lines),
    )


def working(progress: WorkProgress, elapsed_s: float) -> str:
    """What is being done and how long it may still take, e.g. "Reading 1,240 / 3,856 · 41 tok/s · 1 min left"."""
    left = ""
    if progress.tokens_per_second > 0 and progress.what in ("prefill", "rebuild"):
        left = f" · {duration_left((progress.total - progress.done) / progress.tokens_per_second)}"
    elif progress.done > 0 and progress.total > 0 and elapsed_s > 0.5:
        left = f" · {duration_left(elapsed_s * (progress.total - progress.done) / progress.done)}"
    share = progress.done / progress.total * 100 if progress.total else 0.0
    if progress.what in ("prefill", "rebuild"):
        verb = "Reading" if progress.what == "prefill" else "Rebuilding the memory"
        speed = f" · {progress.tokens_per_second:.0f} tok/s" if progress.tokens_per_second else ""
        return f"{verb} {count(progress.done)} / {count(progress.total)}{speed}{left}"
    verbs = {"compact": "Compacting", "load": "Loading the model", "snapshot": "Saving the memory"}
    return f"{verbs.get(progress.what, 'Working')} {share:.0f} %{left}"


def duration_left(seconds: float) -> str:
    """ "12 s left", "1 min left": no more exact than such a guess can be."""
    if seconds < 1:
        return "almost done"
    if seconds < 60:
        return f"{seconds:.0f} s left"
    return f"{seconds / 60:.0f} min left"


def came_back(resumed: Resumed) -> str:
    """ "Resumed in 0.02 s", or why not."""
    took = duration(resumed.ms / 1000)
    if resumed.how == "resumed":
        return f"Resumed in {took}"
    if resumed.how == "rebuilt":
        return f"Memory rebuilt in {took}"
    return ""
