"""How a context is brought down to a share of its bytes: the product's own way, and baselines to compare it with.

All presets keep the same tokens verbatim (``SINKS`` first, ``RECENT`` last ones, counted in the budget) and leave
positions as they are. ``recent`` uses no compaction at all: it removes the middle of the memory, so it does not
depend on the code that it is compared with.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from engine import compaction, profile
from engine.bench.harness import SEQ, BenchError, memory_bytes
from engine.model import Model

SINKS = 4
RECENT = 64
SNAPKV_WINDOW = 64  # recent tokens whose queries SnapKV looks from

NAMES = ("default", "even", "snapkv", "recent")


@dataclass(frozen=True)
class Shrunk:
    """What bringing a context down cost and gave; bytes are physical KV bytes of the context.

    ``profiled``: the budget was split by the model's head profile.
    """

    bytes_before: int
    bytes_after: int
    ms: float
    peak_extra_bytes: int = 0
    error: float = 0.0
    profiled: bool = False


def recent_queries_needed(preset: str) -> int:
    """What ``Model.open`` has to be told as ``n_recent_queries`` for a preset."""
    return SNAPKV_WINDOW if preset == "snapkv" else 0


def kept_tokens(n_tokens: int, ratio: float) -> int:
    """Tokens whose rows fit the budget of a context of ``n_tokens`` at ``ratio``.

    Raises:
        BenchError: the verbatim tokens alone fill the budget, or the ratio is not above 1.
    """
    if not ratio > 1 or not math.isfinite(ratio):
        raise BenchError(f"A ratio of {ratio:g} compacts nothing.", "Give a ratio above 1.")
    kept = math.floor(n_tokens / ratio)
    if kept <= SINKS + RECENT:
        raise BenchError(
            f"At {ratio:g}x a context of {n_tokens} tokens has room for {kept}; {SINKS + RECENT} are kept verbatim.",
            "Give a longer context or a lower ratio.",
        )
    return kept


def shrink(model: Model, n_tokens: int, preset: str, ratio: float) -> Shrunk:
    """Bring the context of ``n_tokens`` down to 1/ratio of its bytes.

    Raises:
        BenchError: unknown preset, or a ratio that cannot be.
        CannotCompact: the library refused.
    """
    if preset not in NAMES:
        raise BenchError(f"There is no preset {preset!r}.", f"Choose one of {', '.join(NAMES)}.")
    kept = kept_tokens(n_tokens, ratio)
    if preset == "recent":
        return _keep_recent(model, n_tokens, kept)
    before = memory_bytes(model, n_tokens)
    shares = profile.load(model.facts.fingerprint)
    start = time.perf_counter()
    _, report = compaction.compact(
        model, SINKS, n_tokens - RECENT, before / ratio, seq_id=SEQ, preset=preset, shares=shares
    )
    ms = (time.perf_counter() - start) * 1000
    after = memory_bytes(model, SINKS + RECENT)
    profiled = shares is not None and preset == "default"
    return Shrunk(before, after, ms, int(report.peak_extra_bytes), float(report.error), profiled)


def _keep_recent(model: Model, n_tokens: int, kept: int) -> Shrunk:
    before = memory_bytes(model, n_tokens)
    start = time.perf_counter()
    c = model.functions
    if not c.llama_memory_seq_rm(c.llama_get_memory(model.context), SEQ, SINKS, n_tokens - (kept - SINKS)):
        raise BenchError("This memory cannot forget its middle.", "Use another model for this preset.")
    ms = (time.perf_counter() - start) * 1000
    return Shrunk(before, memory_bytes(model, kept), ms)
