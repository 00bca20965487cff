"""``bench quality``: how far the next-token distributions move when the context before them is compacted.

Per window: prefill ``context`` tokens, compact them to 1/ratio of their bytes, teacher-force ``continuation`` further
tokens at unchanged positions, and compare the logits of each with those of the full context.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from engine.bench import presets
from engine.bench.harness import SavedState, forced, prefill, read_text, reset, windows
from engine.bench.metrics import distance
from engine.bench.progress import Progress
from engine.model import Model


@dataclass(frozen=True)
class QualityOptions:
    model: str
    text: str
    context: int = 2048
    continuation: int = 256
    windows: int = 3
    ratio: float = 4.0
    preset: str = "default"
    threads: int = 0


def run(options: QualityOptions, progress: Progress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Times in milliseconds, sizes in bytes, ``kl`` in nats."""
    presets.kept_tokens(options.context, options.ratio)
    text = read_text(options.text)
    with Model.open(
        options.model,
        n_ctx=options.context + options.continuation,
        n_threads=options.threads,
        n_recent_queries=presets.recent_queries_needed(options.preset),
    ) as model:
        size = options.context + options.continuation + 1
        results = []
        pieces = windows(model.tokenize(text, special=False), size, options.windows, model.bos_token)
        for number, piece in enumerate(pieces):
            progress.stage(f"window {number + 1}: prefill")
            results.append(_window(model, piece, options, progress))
            progress.step()
    return {**_means(results), "per_window": results}


def _window(model: Model, piece: list[int], options: QualityOptions, progress: Progress) -> dict[str, float]:
    n = options.context
    going_on, targets = piece[n:-1], piece[n + 1 :]
    reset(model)
    prefill_ms = prefill(model, piece[:n])
    saved = SavedState(model)
    progress.stage("compaction")
    shrunk = presets.shrink(model, n, options.preset, options.ratio)
    progress.stage("continuation, compacted")
    compacted = forced(model, going_on, n)
    progress.stage("continuation, full")
    saved.restore()
    full = forced(model, going_on, n)
    return {
        **asdict(distance(full, compacted, targets)),
        "bytes_before": shrunk.bytes_before,
        "bytes_after": shrunk.bytes_after,
        "compaction_ms": shrunk.ms,
        "prefill_ms": prefill_ms,
        "held_out_error": shrunk.error,
        "profiled": shrunk.profiled,
    }


def _means(results: list[dict[str, float]]) -> dict[str, float]:
    means = {key: float(np.mean([result[key] for result in results])) for key in results[0]}
    means["kl_worst_window"] = max(result["kl"] for result in results)
    means["kl_max"] = max(result["kl_max"] for result in results)
    means["profiled"] = results[0]["profiled"]
    for key in ("bytes_before", "bytes_after"):
        means[key] = round(means[key])
    return means
