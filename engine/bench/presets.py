"""How a context is brought down to a share of its bytes: the product's own presets, baselines and negative controls.

Every preset keeps tokens verbatim (``SINKS`` first ones and some last ones, :func:`recent_of`, counted in the budget)
and leaves positions as they are. ``recent`` and ``earliest`` use no compaction at all: they remove a part of the
memory, so they do not depend on the code that they are compared with. ``earliest`` and ``keys`` exist to fail: a
measure that passes them measures nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from engine.bench.at_once import compact
from engine.bench.controls import use_keys_as_queries
from engine.bench.harness import SEQ, BenchError, bytes_per_token, memory_bytes
from engine.compaction.presets import PRESETS, recent_queries
from engine.heads import profile
from engine.model.compact_structs import HeadBudget
from engine.model.model import Model

SINKS = 4
RECENT = 64  # last tokens kept verbatim, at most
LEAST_RECENT = 16

BASELINES = ("recent", "snapkv", "expected_attention")
REFINED = "refined"  # as a chat's context is compacted while nobody waits
CONTROLS = ("earliest", "keys")
DEFAULT_LIKE = ("keys", REFINED)  # ``default`` but for queries of its own, or for what is done after it

NAMES = tuple(dict.fromkeys([*PRESETS, REFINED, "recent", *CONTROLS]))


@dataclass(frozen=True)
class Shrunk:
    """What bringing a context down cost and gave; bytes are physical KV bytes of the context.

    ``error``, ``error_max``: relative error of the attention output on held-out queries, mean over heads and of the
    worst one; None where nothing was compacted, or where it is not finite. ``profiled``: the budget was split by the
    model's head profile. ``queries``: reference queries that chose a head's rows, the fewest of all heads.
    ``nats``, ``same``: what was predicted of the next words (:mod:`engine.compaction.prediction`); None: nothing.
    """

    bytes_before: int
    bytes_after: int
    ms: float
    peak_extra_bytes: int = 0
    error: float | None = None
    error_max: float | None = None
    profiled: bool = False
    queries: int = 0
    nats: float | None = None
    same: float | None = None


def recent_queries_needed(*presets: str) -> int:
    """What ``Model.open`` has to be told as ``n_recent_queries`` for these presets."""
    needed = {recent_queries(name) for name in presets} - {0}
    if len(needed) > 1:
        raise BenchError(
            "These presets ask from different queries.", "Measure snapkv and presets that read again separately."
        )
    return max(needed, default=0)


def recent_of(kept: int, preset: str = "") -> int:
    """Last tokens that stay verbatim where ``kept`` tokens' rows fit: an eighth of them, as in a chat's memory
    (:func:`engine.compaction.policy.effective`). SnapKV keeps its whole window, as it was published."""
    return RECENT if preset == "snapkv" else max(LEAST_RECENT, min(RECENT, kept // 8))


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
            f"At {ratio:g}x a context of {n_tokens} tokens has room for {kept}; "
            f"more than {SINKS + RECENT}, the verbatim ones, are needed.",
            "Give a longer context or a lower ratio.",
        )
    return kept


def check(preset: str) -> None:
    """Raise BenchError when there is no such preset."""
    if preset not in NAMES:
        raise BenchError(f"There is no preset {preset!r}.", f"Choose one of {', '.join(NAMES)}.")


def shrink(model: Model, n_tokens: int, preset: str, ratio: float, text: Sequence[int] = (), seed: int = 0) -> Shrunk:
    """Bring the whole context of ``n_tokens``, verbatim tokens included, down to 1/ratio of its bytes.

    Raises:
        BenchError: unknown preset, or a ratio that cannot be.
        CannotCompact: the library refused.
    """
    check(preset)
    kept = kept_tokens(n_tokens, ratio)
    after = memory_bytes(model, n_tokens) / ratio
    recent = recent_of(kept, preset)
    return _bring_down(model, SINKS, n_tokens, preset, kept, after, n_tokens, recent, text, seed)


def condense(model: Model, p0: int, n_tokens: int, preset: str, ratio: float, token_bytes: float) -> Shrunk:
    """Bring ``[p0, n_tokens - RECENT)`` down to 1/ratio of ``token_bytes`` a token; what is before it stays.

    For contexts that are compacted again and again: ``token_bytes`` is what a token took before the first time.
    ``recent`` and ``earliest`` remove as many tokens, whichever are the oldest or the youngest by then.

    Raises:
        BenchError, CannotCompact: as :func:`shrink`.
    """
    check(preset)
    n_block = n_tokens - RECENT - p0
    live = _live(model, n_tokens)
    used = memory_bytes(model, live)
    after = used - n_block * bytes_per_token(model) + n_block * token_bytes / ratio
    kept = live - n_block + math.floor(n_block / ratio)
    return _bring_down(model, p0, n_tokens, preset, kept, after, live, RECENT)


def keep_all(model: Model, n_tokens: int, recent: int = RECENT) -> None:
    """Compact the context, but for its ``recent`` last tokens, into a block that keeps every row, as it is.

    What is computed afterwards is the same sum in another order; how far it is from the full cache is the noise of
    the arithmetic, below which no difference means anything.

    Raises:
        CannotCompact: the library refused.
    """
    api = model.compact_api
    params = api.default_params(model.context)
    params.p0, params.p1 = SINKS, n_tokens - recent
    api.compact(model.context, SEQ, params, [HeadBudget(-1) for _ in api.heads(model.context)])


def _live(model: Model, n_tokens: int) -> int:
    info = model.info(SEQ)
    return n_tokens if info is None else info.capacity_used


def _bring_down(
    model: Model,
    p0: int,
    n_tokens: int,
    preset: str,
    kept: int,
    bytes_after: float,
    live: int,
    recent: int,
    text: Sequence[int] = (),
    seed: int = 0,
) -> Shrunk:
    before = memory_bytes(model, live)
    if preset == "recent":
        ms = _remove(model, SINKS, n_tokens - (kept - SINKS))
        return Shrunk(before, memory_bytes(model, kept), ms)
    if preset == "earliest":
        ms = _remove(model, kept - recent, n_tokens - recent)
        return Shrunk(before, memory_bytes(model, kept), ms)
    if preset == "keys":
        use_keys_as_queries(model, n_tokens, lambda: keep_all(model, n_tokens, recent), (SINKS, n_tokens - recent))
    name = "default" if preset in DEFAULT_LIKE else preset
    shares = profile.load_for(model.facts)
    start = time.perf_counter()
    people, report = compact(
        model,
        p0,
        n_tokens - recent,
        bytes_after,
        seq_id=SEQ,
        preset=name,
        shares=shares,
        tokens=text[p0 : n_tokens - recent],
        seed=seed,
        refine=preset == REFINED,
    )
    ms = (time.perf_counter() - start) * 1000
    return Shrunk(
        bytes_before=before,
        bytes_after=memory_bytes(model, 0),
        ms=ms,
        peak_extra_bytes=int(report.peak_extra_bytes),
        error=_finite(report.error),
        error_max=_finite(report.error_max),
        profiled=shares is not None and PRESETS[name].profile,
        queries=int(report.n_queries),
        nats=people.nats if people.nats >= 0 else None,
        same=people.same if people.same >= 0 else None,
    )


def _finite(error: float) -> float | None:
    """JSON has no word for what is not finite."""
    return float(error) if math.isfinite(error) else None


def _remove(model: Model, p0: int, p1: int) -> float:
    """Forget ``[p0, p1)``; milliseconds."""
    start = time.perf_counter()
    c = model.functions
    if not c.llama_memory_seq_rm(c.llama_get_memory(model.context), SEQ, p0, p1):
        raise BenchError("This memory cannot forget its middle.", "Use another model for this preset.")
    return (time.perf_counter() - start) * 1000
